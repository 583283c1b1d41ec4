"""Squares that are not walked to of one's own will: areas, forced steps, jumps, teleports, and walks that a deed's line gives."""

import numpy as np

from envs.core import codes as k
from envs.core.areas import can_be_in, overlaps
from envs.core.check import net_edges, virtue_of
from envs.core.forcing import leads
from envs.core.forecast import deed_symbols
from envs.core.grid import distance, on_board
from envs.core.jit import jit
from envs.core.questions import padded_square

from . import weights as w
from .ground import stand
from .march import nearest_foe
from .uses import brief_for, roll_value, weigh_use
from .values import ground_cost

HAIR = 1e-6  # what breaks a tie between doing something and doing nothing


@jit
def score_area(t, s, p, desk, mask, scores):
    """Where a blast lies: the values of all that it would hold; a path's next square: whom it adds, and whom it leads to."""
    i = s.asker
    way = s.deed.instrument
    worth = np.zeros(t.n_combatants)
    conflict = deed_symbols(t, s, i, s.deed.deed, way, k.CONFLICT)
    triumph = deed_symbols(t, s, i, s.deed.deed, way, k.TRIUMPH)
    u = np.empty(w.USE)
    for j in range(t.n_combatants):
        if can_be_in(t, s, i, s.deed.deed, j):
            u[:] = 0.0
            weigh_use(t, s, p, desk, i, j, s.deed.deed, way, conflict, triumph, u)
            net = net_edges(t, s, i, s.deed.deed, way, s.deed.extra, j)
            worth[j] = roll_value(t, u, virtue_of(t, i, s.deed.deed), net, distance(t, s, i, j) <= desk[j, w.REACH])
    lay_area(t, s, mask, worth, scores)


@jit
def lay_area(t, s, mask, worth, scores):
    """Score the squares of an area from what everybody in it is worth, float64 (combatants,)."""
    d = t.deeds[s.deed.deed]
    path = s.ask == k.ASK_PATH
    size = 1 if path else d.area_size
    left = d.area_size - s.n_chain - 1 if path else 0
    for j in range(t.n_combatants):
        for m in range(s.n_chain):
            if overlaps(t, s, j, s.chain[m] % t.width, s.chain[m] // t.width, 1):
                worth[j] = 0.0  # on the path already
    for square in range(t.width * t.height):
        choice = k.A_SQUARE + padded_square(t, t.side, square)
        if mask[choice] == 0:
            continue
        x = square % t.width
        y = square // t.width
        back = (size - 1) // 2
        for j in range(t.n_combatants):
            if worth[j] == 0.0:
                continue
            if overlaps(t, s, j, x - back, y - back, size):
                scores[choice] += worth[j]
            elif path and worth[j] > 0.0:
                c = s.combatants[j]
                bulk = t.roster[j].bulk
                steps = max(c.x - x, x - c.x - bulk + 1, 0) + max(c.y - y, y - c.y - bulk + 1, 0)
                if steps <= left:
                    scores[choice] += worth[j] * 0.9 ** steps
    scores[k.A_OPTION + k.PASS] = HAIR


@jit
def score_places(t, s, p, desk, mask, scores):
    """Where somebody comes to stand by force, jump or teleport, or by a walk that a line gives; foes where it is worst for them."""
    f = s.frames[s.depth - 1]
    i = s.asker
    forced = f.kind == k.F_FORCE and s.ask != k.ASK_FOLLOW and not leads(f)
    if forced:
        i = f.who
    c = s.combatants[i]
    own = t.roster[i].side == s.asked
    b = brief_for(t, s, p, desk, i)
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(4)
    fear = p[w.FEAR] if own else 0.5 * p[w.FEAR]
    stand(t, s, b, i, c.x, c.y, away, seen, out)
    hope = p[w.REACH_OUT] if own else p[w.LEAD]
    here = hope * out[2] - fear * desk[i, w.CHANCE] * desk[i, w.RATE] * out[0]
    for square in range(t.width * t.height):
        choice = k.A_SQUARE + padded_square(t, t.side, square)
        if mask[choice] == 0:
            continue
        x = square % t.width
        y = square // t.width
        stand(t, s, b, i, x, y, away, seen, out)
        value = hope * out[2] - fear * desk[i, w.CHANCE] * desk[i, w.RATE] * out[0] - here - ground_cost(t, s, p, desk, i, x, y)
        if s.ask == k.ASK_FORCE and forced:
            ahead = 0.0
            for n in range(1, f.c):  # the worst that lies further on
                if on_board(t, x + n * (x - c.x), y + n * (y - c.y), t.roster[i].bulk):
                    ahead = max(ahead, ground_cost(t, s, p, desk, i, x + n * (x - c.x), y + n * (y - c.y)))
            value -= 0.5 * ahead
        elif s.ask == k.ASK_JUMP:
            value -= p[w.MARCH] * desk[i, w.FOE_RATE] * nearest_foe(t, s, i, x, y)
        scores[choice] = value if own else -value
    scores[k.A_OPTION + k.PASS] = HAIR
