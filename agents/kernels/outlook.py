"""How a position looks before the fight is over: a small network over the facts of `facts.py`, fitted to how fights ended (`training/outlook.py`)."""

from collections import namedtuple

import numpy as np

from envs.core import codes as k
from envs.core.jit import jit
from envs.core.score import result

from . import facts as fa

# One layer over each combatant, summed by side, one layer over both sums and the field, one number: float64
# bodies (ROW, H), bodies_bias (H,), field (2 * H + FIELD, G), field_bias (G,), last (G,), offset (1,).
Outlook = namedtuple("Outlook", "bodies bodies_bias field field_bias last offset")
CROWD = 4.0  # combatants of a side, about: what their sum is divided by


@jit
def add_row(x, matrix, first, out):
    """Add x, float64 (n,), through the rows of a matrix from `first` on to out."""
    for m in range(len(x)):
        if x[m] != 0.0:
            for h in range(len(out)):
                out[h] += x[m] * matrix[first + m, h]


@jit
def lean(t, o, rows, field):
    """Log odds by which the network o leans to the companions; rows and field: of `facts`."""
    wide = o.bodies.shape[1]
    sums = np.zeros(2 * wide)
    hidden = np.empty(wide)
    for j in range(t.n_combatants):
        hidden[:] = o.bodies_bias
        add_row(rows[j], o.bodies, 0, hidden)
        first = 0 if t.roster[j].side == k.COMPANIONS else wide
        for h in range(wide):
            if hidden[h] > 0.0:
                sums[first + h] += hidden[h] / CROWD
    top = o.field_bias.copy()
    add_row(sums, o.field, 0, top)
    add_row(field, o.field, 2 * wide, top)
    out = o.offset[0]
    for h in range(len(top)):
        if top[h] > 0.0:
            out += top[h] * o.last[h]
    return out


@jit
def outlook(t, s, p, o):
    """What a position is worth to the companions, in [-1, 1]: the result of one that is over, else what is to be expected. p: weights, o: Outlook."""
    if s.ask == k.OVER:
        return result(t, s, k.COMPANIONS)
    rows = np.zeros((k.MAX_COMBATANTS, fa.ROW))
    field = np.zeros(fa.FIELD)
    fa.fill_rows(t, s, p, rows)
    fa.fill_field(t, s, rows, field)
    return np.tanh(0.5 * lean(t, o, rows, field))


@jit
def fill_outlooks(tables, states, rows, p, o, out):
    """What the positions states[rows[n]] are worth to the side that is asked, into out float64 (len(rows),). tables may be a single one."""
    for n in range(len(rows)):
        s = states[rows[n]]
        value = outlook(tables[s.scenario if len(tables) > 1 else 0], s, p, o)
        out[n] = value if s.asked == k.COMPANIONS else -value
