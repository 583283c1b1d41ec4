"""What is known of a position before the fight is over, as the numbers that the outlook is reckoned from: a row for each combatant, and the field.

Every number is about 1 in size, and those of the field change their sign when the sides change places.
"""

import numpy as np

from envs.core import codes as k
from envs.core.grid import gap
from envs.core.jit import jit
from envs.core.objectives import count_status
from envs.core.sight import look
from envs.encoding.squares import fill_goals

from . import weights as w
from .ground import threat
from .values import state_value, weigh

ON_THE_WAY = 0.4  # share of an objective's progress that standing at the goal gives

# columns of a combatant's row; all but the first four are 0 unless it stands
(STANDS, DEFEATED, GONE, OUT, VIGOR, LOG_VIGOR, VIGOR_SHARE, NEAR, FAR, HELPS, GUARD, TO_ACT, POINTS, DEED_LEFT, STRIKE, DANGER, PENDING, BURDEN,
 NEAREST, RING, ABOUT, GOAL_NEAR, AT_GOAL, DYING, ROW) = range(25)
# columns of the field: one for each objective (0 for elimination), then
FIRST_OBJECTIVE = 0
PROGRESS, HELD, NEEDED, TURN_SIDE, ROUND, SURVIVORS, FIELD = range(k.ESCAPE + 1, k.ESCAPE + 8)
TURNS_SIGN = TURN_SIDE + 1  # columns before it change their sign with the sides


@jit
def fill_rows(t, s, p, rows):
    """Rows of all combatants, float64 (MAX_COMBATANTS, ROW), zeroed before. p: weights, float64 (see `kernels.weights`)."""
    desk = np.zeros((k.MAX_COMBATANTS, w.DESK))
    weigh(t, s, p, desk)
    goals = np.empty(t.width * t.height, np.int64)
    n_goals = fill_goals(t, s, goals) if t.objective == k.HOLD or t.objective == k.REACH or t.objective == k.ESCAPE else 0
    for j in range(t.n_combatants):
        status = s.combatants[j].status
        rows[j, STANDS if status == k.STANDING else DEFEATED if status == k.DEFEATED else GONE if status == k.GONE else OUT] = 1.0
        if status == k.STANDING:
            fill_body(t, s, p, desk, j, rows[j])
            fill_place(t, s, desk, j, rows[j])
            if n_goals > 0:
                away = goal_gap(t, s, j, goals, n_goals)
                rows[j, GOAL_NEAR] = 1.0 / (1.0 + 0.2 * away)
                rows[j, AT_GOAL] = 1.0 if away == 0 else 0.0


@jit
def fill_body(t, s, p, desk, j, row):
    """What a standing combatant has: vigor, blows, guard, what is left of its turn, what its states cost it."""
    c = s.combatants[j]
    r = t.roster[j]
    row[VIGOR] = c.vigor / 10.0
    row[LOG_VIGOR] = np.log(max(1, c.vigor) + 1.0)
    row[VIGOR_SHARE] = c.vigor / r.max_vigor
    row[NEAR] = desk[j, w.NEAR] / 3.0
    row[FAR] = desk[j, w.FAR] / 3.0
    row[HELPS] = (r.kit[4] + 0.5 * min(4, r.kit[5] + r.kit[6])) / 4.0
    row[GUARD] = desk[j, w.GUARD] / 3.0
    row[TO_ACT] = 1.0 if c.acted == 0 else 0.0
    if s.turn_of == j:
        row[POINTS] = c.points / 3.0
        row[DEED_LEFT] = 1.0 if c.deeds_taken == 0 else 0.0
    for m in range(k.MAX_STATES):
        if c.states[m] != 0:
            row[BURDEN] -= state_value(t, s, p, desk, j, m, -c.states[m]) / 5.0
    row[ABOUT] = 1.0 if t.objective_who == j else 0.0
    row[DYING] = 1.0 if c.vigor <= 0 else 0.0


@jit
def fill_place(t, s, desk, j, row):
    """What a standing combatant can strike from its place at its next turn, and what strikes there."""
    c = s.combatants[j]
    danger = 0.0
    pending = 0.0
    nearest = k.MAX_SIDE
    for i in range(t.n_combatants):
        e = s.combatants[i]
        if t.roster[i].side == t.roster[j].side or e.status != k.STANDING:
            continue
        away = gap(c.x, c.y, t.roster[j].bulk, e.x, e.y, t.roster[i].bulk)
        seen = look(t, s, j, i)
        nearest = min(nearest, away)
        row[RING] += 0.5 if away <= 1 else 0.0
        row[STRIKE] = max(row[STRIKE], threat(desk[j], away, seen) / 3.0)
        harm = threat(desk[i], away, seen) * desk[j, w.CHANCE]
        danger += harm
        pending += harm if e.acted == 0 else 0.0
    row[NEAREST] = np.log(nearest + 1.0)
    row[DANGER] = min(2.0, danger / max(1, c.vigor))
    row[PENDING] = min(2.0, pending / max(1, c.vigor))


@jit
def goal_gap(t, s, j, goals, n):
    """Squares from combatant j to the nearest of n goals, int64 (squares,)."""
    c = s.combatants[j]
    nearest = t.width + t.height
    for m in range(n):
        nearest = min(nearest, gap(c.x, c.y, t.roster[j].bulk, goals[m] % t.width, goals[m] // t.width, 1))
    return nearest


@jit
def fill_field(t, s, rows, field):
    """The field as the companions see it, float64 (FIELD,), zeroed before; rows: of `fill_rows`."""
    sign = 1.0 if t.objective_side == k.COMPANIONS else -1.0
    if t.objective != k.ELIMINATE:
        field[FIRST_OBJECTIVE + t.objective] = sign
        field[PROGRESS] = sign * progress(t, s, rows)
        field[HELD] = sign * s.held_rounds / 3.0
        field[NEEDED] = sign * t.objective_number / 3.0
    field[TURN_SIDE] = 1.0 if s.turn_side == k.COMPANIONS else -1.0
    field[ROUND] = s.round_no / t.rules.max_rounds
    field[SURVIVORS] = t.survivor_worth / 100.0


@jit
def progress(t, s, rows):
    """How near the objective is, from 0 to about 1, for the side that has it; rows: of `fill_rows`."""
    if t.objective == k.SLAY or t.objective == k.PROTECT:
        lost = 1.0 - max(0, s.combatants[t.objective_who].vigor) / t.roster[t.objective_who].max_vigor
        return lost if t.objective == k.SLAY else s.held_rounds / max(1, t.objective_number) - lost
    there = 0.0
    for j in range(t.n_combatants):
        if t.roster[j].side == t.objective_side and (t.objective == k.ESCAPE or t.objective_who == k.NONE or t.objective_who == j):
            there = there + rows[j, GOAL_NEAR] if t.objective == k.ESCAPE else max(there, rows[j, GOAL_NEAR])
    need = max(1, t.objective_number)
    if t.objective == k.ESCAPE:
        gone = count_status(t, s, k.GONE)
        return min(1.0, (gone + ON_THE_WAY * min(there, need - gone)) / need)
    return min(1.0, (s.held_rounds / need if t.objective == k.HOLD else 0.0) + ON_THE_WAY * there)
