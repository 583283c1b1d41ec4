"""Win chances: what the fitted outlook (`agents.outlook`) says of positions between turns, and which facts make it say so."""

import numpy as np

from agents.kernels.weights import GREEDY
from agents.outlook import read_outlook
from agents.kernels import facts as fa
from agents.kernels.outlook import CROWD
from agents.kernels.sample import fill_facts
from envs.core import codes as k
from envs.core.score import result

FATES = (fa.STANDS, fa.DEFEATED, fa.GONE, fa.OUT, fa.DYING)  # of somebody: on its feet or not
VIGOR = (fa.VIGOR, fa.LOG_VIGOR, fa.VIGOR_SHARE)
MEANS = (fa.NEAR, fa.FAR, fa.HELPS, fa.GUARD, fa.TO_ACT, fa.POINTS, fa.DEED_LEFT)  # what it can still do
PLACE = (fa.NEAREST, fa.RING, fa.DANGER, fa.PENDING)
REACH = (fa.STRIKE,)
GOALS = (fa.GOAL_NEAR, fa.AT_GOAL, fa.ABOUT)


class Facts:
    """Facts of n positions of one scenario: rows float64 (n, MAX_COMBATANTS, ROW), field (n, FIELD); over bool (n,), and the results of those that
    are."""

    def __init__(self, tables, states):
        n, self.tables = len(states), tables
        self.over = states.view(np.ndarray)["ask"] == k.OVER
        self.rows, self.field = np.zeros((n, k.MAX_COMBATANTS, fa.ROW)), np.zeros((n, fa.FIELD))
        live = np.flatnonzero(~self.over)
        rows, field = np.zeros((len(live), *self.rows.shape[1:])), np.zeros((len(live), fa.FIELD))
        fill_facts(tables, states, live, GREEDY, rows, field)
        self.rows[live], self.field[live] = rows, field
        self.results = np.zeros(n)
        for n in np.flatnonzero(self.over):
            self.results[n] = result(tables[0], states[n], k.COMPANIONS)

    def chances(self, side):
        """Win chance of a side in each position, float64 (n,): half of what lies between a lost and a won result."""
        worth = np.where(self.over, self.results, np.tanh(0.5 * leans(self.tables[0], self.rows, self.field)))
        return 0.5 + 0.5 * (worth if side == k.COMPANIONS else -worth)

    def shares(self, other, side):
        """{cause: log odds} by which the mean facts here lean more to a side than those of `other`: what each group of facts adds when it alone is
        exchanged. Causes are (group, slot of the combatant), and ("field", NONE)."""
        rows, field, rows_other, field_other = (part.mean(axis=0) for part in (self.rows, self.field, other.rows, other.field))
        causes, mixed, fields = [None], [rows], [field]
        for i in range(int(self.tables[0].n_combatants)):
            for group, columns in GROUPS.items():
                if not np.array_equal(rows[i, columns], rows_other[i, columns]):
                    causes.append((group, i))
                    mixed.append(rows.copy())
                    mixed[-1][i, columns] = rows_other[i, columns]
                    fields.append(field)
        if not np.array_equal(field, field_other):
            causes.append(("field", k.NONE))
            mixed.append(rows)
            fields.append(field_other)
        found = leans(self.tables[0], np.array(mixed), np.array(fields))
        sign = 1.0 if side == k.COMPANIONS else -1.0
        return {cause: float(sign * (found[0] - lean)) for cause, lean in zip(causes[1:], found[1:])}


def leans(t, rows, field):
    """Log odds by which the outlook leans to the companions, float64 (n,): `agents.kernels.outlook.lean` for facts of n positions at once."""
    o, n = read_outlook(), int(t.n_combatants)
    hidden = np.maximum(rows[:, :n] @ o.bodies + o.bodies_bias, 0.0) / CROWD
    own = np.array([int(t.roster[i]["side"]) == k.COMPANIONS for i in range(n)])
    sums = np.concatenate([hidden[:, own].sum(axis=1), hidden[:, ~own].sum(axis=1), field], axis=1)
    return o.offset[0] + np.maximum(sums @ o.field + o.field_bias, 0.0) @ o.last


GROUPS = {name: list(columns) for name, columns in (("fate", FATES), ("vigor", VIGOR), ("means", MEANS), ("place", PLACE), ("reach", REACH),
                                                    ("goal", GOALS), ("states", (fa.BURDEN,)))}


def win_chances(tables, states, side):
    """Win chance of a side in each of the positions `states`, a record array (n,); float64 (n,)."""
    return Facts(tables, states).chances(side)
