"""How a position looks before the fight is over: what both sides can still deal and take, and how near the objective is."""

import numpy as np

from envs.core import codes as k
from envs.core.grid import gap
from envs.core.jit import jit
from envs.core.objectives import count_status
from envs.core.score import result, survivors
from envs.encoding.squares import fill_goals

from ..kernels import weights as w
from ..kernels.values import weigh

STEEP = 1.5  # how fast an advantage in strength becomes a win: tanh of so much times its logarithm
LEAST = 0.5  # strength of a side that can do next to nothing
HELPS = 0.25  # of a point of healing or of potency in a kit, as damage
TO_ACT = 0.15  # share that a combatant counts more while its turn of this round is to come
PURSUIT = 1.5  # of an objective that is all but reached, against the logarithm of strength
ON_THE_WAY = 0.4  # share of it that standing at the goal gives


@jit
def strength(t, s, desk, side):
    """Root of what a side deals in a turn times what it can take."""
    deals = LEAST
    takes = LEAST
    for j in range(t.n_combatants):
        c = s.combatants[j]
        if t.roster[j].side != side or c.status != k.STANDING:
            continue
        helps = HELPS * (t.roster[j].kit[4] + 0.5 * min(4, t.roster[j].kit[5] + t.roster[j].kit[6]))
        deals += (max(desk[j, w.NEAR], desk[j, w.FAR]) + helps) * (1.0 + (TO_ACT if c.acted == 0 else 0.0))
        takes += max(1.0, c.vigor + 0.5 * desk[j, w.GUARD]) if c.vigor > 0 else 1.0
    return np.sqrt(deals * takes)


@jit
def progress(t, s):
    """How near the objective is, from 0 to about 1, for the side that has it."""
    if t.objective == k.ELIMINATE:
        return 0.0
    if t.objective == k.SLAY:
        c = s.combatants[t.objective_who]
        return 1.0 - max(0, c.vigor) / t.roster[t.objective_who].max_vigor
    if t.objective == k.PROTECT:
        c = s.combatants[t.objective_who]
        return s.held_rounds / max(1, t.objective_number) - (1.0 - max(0, c.vigor) / t.roster[t.objective_who].max_vigor)
    goals = np.empty(t.width * t.height, np.int64)
    n = fill_goals(t, s, goals)
    there = 0.0
    count = 0
    for j in range(t.n_combatants):
        c = s.combatants[j]
        counts = t.roster[j].side == t.objective_side and (t.objective == k.ESCAPE or t.objective_who == k.NONE or t.objective_who == j)
        if not counts or c.status != k.STANDING:
            continue
        nearest = t.width + t.height
        for m in range(n):
            nearest = min(nearest, gap(c.x, c.y, t.roster[j].bulk, goals[m] % t.width, goals[m] // t.width, 1))
        near = 1.0 / (1.0 + 0.2 * nearest)
        there = there + near if t.objective == k.ESCAPE else max(there, near)
        count += 1
    need = max(1, t.objective_number)
    if t.objective == k.ESCAPE:
        gone = count_status(t, s, k.GONE)
        return min(1.0, (gone + ON_THE_WAY * min(there, need - gone)) / need)
    return min(1.0, (s.held_rounds / need if t.objective == k.HOLD else 0.0) + ON_THE_WAY * there)


@jit
def outlook(t, s, p):
    """What a position is worth to the companions, in [-1, 1]: the result of one that is over, else what strength and the objective promise. p: weights."""
    if s.ask == k.OVER:
        return result(t, s, k.COMPANIONS)
    desk = np.zeros((k.MAX_COMBATANTS, w.DESK))
    weigh(t, s, p, desk)
    edge = np.log(strength(t, s, desk, k.COMPANIONS) / strength(t, s, desk, k.ENEMIES))
    edge += PURSUIT * progress(t, s) * (1.0 if t.objective_side == k.COMPANIONS else -1.0)
    likely = np.tanh(STEEP * edge)
    if t.survivor_worth == 0:
        return likely
    part = t.survivor_worth / 100.0
    return (1.0 - part) * likely + part * (survivors(t, s, k.COMPANIONS) - survivors(t, s, k.ENEMIES))
