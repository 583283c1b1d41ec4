"""Squares weighed: what can be struck from each, what strikes there, and what the points left over are good for."""

import numpy as np

from envs.core import codes as k
from envs.core.actions import can_menu
from envs.core.forecast import chance_success, chance_triumph
from envs.core.grid import FAR, can_stop, gap, reach
from envs.core.jit import jit
from envs.core.movement import can_move, mobility, speed_divisor
from envs.core.sight import look_from, look_square, sees_far
from envs.core.states import move_points_bonus

from . import weights as w
from .march import NOWHERE, TO_EXITS, TO_FOES, TO_GOAL, add_march
from .uses import prospects
from .values import ground_cost, recover_value

FARTHEST = 120  # steps of the longest walk that is looked at
TYPICAL = 3  # virtue of the foe that a cut is reckoned against


@jit
def access(away, seen, reach_of, speed, mobility_of):
    """How well somebody can strike over a distance at its next turn: 1.0 at once, less for each point that getting there takes."""
    if away <= reach_of and seen != k.BLOCKED:
        return 1.0 if seen == k.CLEAR else 0.85
    if away <= reach_of + speed:
        return 0.75
    if away <= reach_of + speed + mobility_of:
        return 0.55
    return max(0.05, 0.3 - 0.02 * (away - reach_of - speed - mobility_of))


@jit
def stand(t, s, b, i, x, y, away, seen, out):
    """Combatant i on a square: fills away and seen, int64 (combatants,), and out, float64 (4,).

    out: damage to expect from all foes until its next turn, the part of those that have still to act this round, its own best
    prospect, and 1.0 when it could strike a foe from there. Sight to a fellow is looked up only where something can be done to it.
    """
    out[:] = 0.0
    size = t.roster[i].bulk
    plain = t.plain_sight != 0 and sees_far(t, s, i)
    for j in range(t.n_combatants):
        c = s.combatants[j]
        away[j] = FAR
        seen[j] = k.BLOCKED
        foe = t.roster[j].side != t.roster[i].side
        if c.status > k.DEFEATED or (not foe and b.aims[j, w.AIM_ANY] < 0.0):
            continue
        away[j] = gap(x, y, size, c.x, c.y, t.roster[j].bulk) if i != j else 0
        if foe or away[j] <= b.aims[j, w.AIM_ANY]:
            if plain:
                seen[j] = look_square(t, x, y, c.x, c.y)
            else:
                seen[j] = look_from(t, s, i, x, y, j)
        if i == j:
            seen[j] = k.CLEAR
        if not foe or c.status != k.STANDING:
            continue
        far = b.far[j, away[j], seen[j]]
        if np.isnan(far[0]):
            fill_far(b, i, j, away[j], seen[j], far)
        out[0] += far[0]
        if c.acted == 0:
            out[1] += far[0]
        out[2] = max(out[2], far[1])
        if seen[j] != k.BLOCKED and away[j] <= max(b.aims[j, w.AIM_REACH], b.aims[j, w.AIM_RANGE]) and far[1] > 0.0:
            out[3] = 1.0


@jit
def threat(d, away, seen):
    """Damage to expect at its next turn from a combatant at a distance; d: its row of the desk."""
    harm = 0.0
    if d[w.NEAR] > 0.0:
        harm = d[w.NEAR] * access(away, seen, d[w.REACH], d[w.SPEED], d[w.MOBILITY])
    if d[w.FAR] > 0.0:
        harm = max(harm, d[w.FAR] * access(away, seen, d[w.FAR_RANGE], d[w.SPEED], d[w.MOBILITY]))
    return harm


@jit
def fill_far(b, i, j, away, seen, far):
    """What foe j threatens over a distance, and what combatant i could do to it at its own next turn: far float64 (2,)."""
    own = b.desk[i]
    a = b.aims[j]
    far[0] = threat(b.desk[j], away, seen)
    far[1] = 0.0
    if a[w.AIM_NEAR] > 0.0:
        far[1] = a[w.AIM_NEAR] * access(away, seen, a[w.AIM_REACH], own[w.SPEED], own[w.MOBILITY])
    if a[w.AIM_FAR] > 0.0:
        far[1] = max(far[1], a[w.AIM_FAR] * access(away, seen, a[w.AIM_RANGE], own[w.SPEED], own[w.MOBILITY]))


@jit
def fill_rest(t, s, b, i):
    """What points left over buy, `b.rest` float64 (2, points + 1): row 0 defend, for each point of damage still to come; row 1 catch breath."""
    most = b.rest.shape[1] - 1
    if can_menu(t, s, i, k.DEFEND) == k.OK:
        plain = chance_success(t, 0, TYPICAL) + chance_triumph(t, 0, TYPICAL)
        for n in range(1, most + 1):
            left = (chance_success(t, -n, TYPICAL) + chance_triumph(t, -n, TYPICAL)) / plain
            b.rest[0, n] = b.desk[i, w.CHANCE] * b.desk[i, w.RATE] * (1.0 - left)
    if can_menu(t, s, i, k.CATCH_BREATH) == k.OK:
        for n in range(1, most + 1):
            b.rest[1, n] = recover_value(t, s, b.p, b.desk, i, n)


@jit
def spare(rest, pending, points):
    """Best value of `points` left over on defend and catch breath."""
    best = 0.0
    for n in range(points + 1):
        best = max(best, pending * rest[0, n] + rest[1, points - n])
    return best


@jit
def with_rest(rest, pending, points, extra, attempt, second):
    """Value of an attempt with `extra` points and of the best that is done with the others of `points`; second: a further deed, NEVER for none."""
    left = points - 1 - extra
    if left < 0 or attempt == w.NEVER:
        return w.NEVER
    after = spare(rest, pending, left)
    if left > 0 and second > 0.0:
        after = max(after, second + spare(rest, pending, left - 1))
    return attempt + after


@jit
def turn_value(rest, pending, points, best, again):
    """Value of the best attempt of `prospects` with all that the points left over buy; NEVER when none can be made."""
    value = w.NEVER
    second = best[0] if again > 0 else w.NEVER
    for extra in range(min(points, w.EXTRAS)):
        value = max(value, with_rest(rest, pending, points, extra, best[extra], second))
    return value


@jit
def points_for(t, s, i, cost, bonus):
    """Action points for a walk of `cost` movement points: 0 when they are there already, else those of *move* (T3.10); 99 when it is taken."""
    c = s.combatants[i]
    if cost <= c.move_points:
        return 0
    if can_menu(t, s, i, k.MOVE) != k.OK:
        return 99
    extra = 0
    while extra < c.points:
        if cost <= max(0, c.move_points + t.roster[i].speed + bonus + extra * mobility(t, i)):
            return 1 + extra
        extra += 1
    return 99


@jit
def survey(t, s, b, i, deeds_left, value, best):
    """Weigh the rest of combatant i's turn from its own square and from every square that it can still walk to; returns whether no way leads to
    a foe.

    deeds_left: deeds that the turn still allows. value: float64 (squares,), NEVER where it cannot stop. best: float64 (2 + points,): staying,
    walking with the movement points there are, then *move* with 0, 1 … extra points, which are looked at only where less strikes nobody.
    """
    c = s.combatants[i]
    value[:] = w.NEVER
    cost = np.empty(t.width * t.height, np.int16)
    spent = np.empty(FARTHEST + 1, np.int64)
    first, last = walks_of(t, s, i, spent)
    reach(t, s, i, first, cost)
    strikes = weigh_squares(t, s, b, i, deeds_left, cost, spent, value)
    pull = pull_of(t, b.desk, i)
    if ((deeds_left > 0 and not strikes) or pull != NOWHERE) and last > first:
        reach(t, s, i, last, cost)
        strikes = weigh_squares(t, s, b, i, deeds_left, cost, spent, value)
    lost = False
    if pull != NOWHERE:
        add_march(t, s, b, i, pull, b.p[w.GOAL], value)
    elif deeds_left > 0 and not strikes:
        lost = add_march(t, s, b, i, TO_FOES, b.p[w.MARCH], value)
    fill_stops(value, cost, spent, c.y * t.width + c.x, best)
    return lost


@jit
def walks_of(t, s, i, spent):
    """(first, last): steps at full speed that combatant i can still walk, with what one *move* gives at least and at most.

    spent: int64 (FARTHEST + 1,), the action points for a walk of each cost up to `last` (`points_for`).
    """
    c = s.combatants[i]
    bonus = move_points_bonus(t, s, i)
    slow = speed_divisor(t, s, i)
    walks = can_move(t, s, i) == k.OK
    moves = walks and can_menu(t, s, i, k.MOVE) == k.OK
    first = (max(c.move_points, c.move_points + t.roster[i].speed + bonus) if moves else c.move_points if walks else 0) // slow
    last = max(first, (c.move_points + t.roster[i].speed + bonus + (c.points - 1) * mobility(t, i)) // slow) if moves else first
    first = min(first, FARTHEST)
    last = min(last, FARTHEST)
    for steps in range(last + 1):
        spent[steps] = points_for(t, s, i, steps * slow, bonus)
    return first, last


@jit
def pull_of(t, desk, i):
    """Where the objective draws combatant i: TO_EXITS, TO_GOAL or NOWHERE."""
    own = t.roster[i].side == t.objective_side
    if desk[i, w.FLEES] != 0.0:
        return TO_EXITS
    if t.objective == k.HOLD or (t.objective == k.REACH and own and (t.objective_who == k.NONE or t.objective_who == i)):
        return TO_GOAL  # who does not hold squares keeps others from holding them alone
    return NOWHERE


@jit
def fill_stops(value, cost, spent, here, best):
    """Best values of staying, of a walk with the movement points there are, and of *move* with 0, 1 … extra points: best float64 (2 + points,)."""
    best[:] = w.NEVER
    best[0] = value[here]
    for square in range(len(cost)):
        if value[square] > w.NEVER and square != here:
            kind = 1 + spent[cost[square]]
            best[kind] = max(best[kind], value[square])


@jit
def weigh_squares(t, s, b, i, deeds_left, cost, spent, value):
    """Value of every square with a cost that has none yet; returns whether a foe can be struck from any of them. spent: points for a cost."""
    c = s.combatants[i]
    here = c.y * t.width + c.x
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(4)
    best = np.empty(w.EXTRAS)
    strikes = False
    for square in range(t.width * t.height):
        if value[square] != w.NEVER or (square != here and not can_stop(t, s, i, square, cost)):
            continue
        left = c.points - spent[cost[square]]
        stand(t, s, b, i, square % t.width, square // t.width, away, seen, out)
        total = spare(b.rest, out[1], left)
        if deeds_left > 0 and left > 0:
            prospects(t, b, away, seen, left, best)
            total = max(total, turn_value(b.rest, out[1], left, best, deeds_left - 1))
            strikes = strikes or out[3] > 0.0
        if t.changing != 0:
            total -= ground_cost(t, s, b.p, b.desk, i, square % t.width, square // t.width)
        value[square] = total + b.p[w.REACH_OUT] * out[2] - b.p[w.FEAR] * b.desk[i, w.CHANCE] * b.desk[i, w.RATE] * out[0]
    return strikes
