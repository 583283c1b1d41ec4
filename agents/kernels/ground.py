"""Squares weighed: what can be struck from each, what strikes there, how far it is to the fight, and what the points left over are good for."""

import numpy as np

from envs.core import codes as k
from envs.core.actions import can_menu, mobility
from envs.core.forecast import chance_success, chance_triumph
from envs.core.grid import FAR, can_end, can_stop, gap, neighbour, on_board, open_ground, reach, step_cost
from envs.core.jit import jit
from envs.core.sight import look_from
from envs.core.states import move_points_bonus
from envs.core.vigor import is_dying

from . import weights as w
from .uses import way_value
from .values import recover_value

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
    return 0.3 * (reach_of + speed + mobility_of) / away


@jit
def stand(t, s, desk, i, x, y, aims, away, seen, out):
    """Combatant i on a square: fills away and seen, int64 (combatants,), and out, float64 (3,).

    out: damage to expect from all foes until its next turn, the part of those that have still to act this round, and its own best prospect.
    """
    out[:] = 0.0
    for j in range(t.n_combatants):
        c = s.combatants[j]
        if c.status > k.DEFEATED:
            away[j] = FAR
            seen[j] = k.BLOCKED
            continue
        if j == i:
            away[j] = 0
            seen[j] = k.CLEAR
            continue
        away[j] = gap(x, y, t.roster[i].bulk, c.x, c.y, t.roster[j].bulk)
        seen[j] = look_from(t, s, i, x, y, j)
        if t.roster[j].side == t.roster[i].side or c.status != k.STANDING:
            continue
        d = desk[j]
        harm = 0.0
        if d[w.NEAR] > 0.0:
            harm = d[w.NEAR] * access(away[j], seen[j], d[w.REACH], d[w.SPEED], d[w.MOBILITY])
        if d[w.FAR] > 0.0:
            harm = max(harm, d[w.FAR] * access(away[j], seen[j], d[w.FAR_RANGE], d[w.SPEED], d[w.MOBILITY]))
        out[0] += harm
        if c.acted == 0:
            out[1] += harm
        own = desk[i]
        a = aims[j]
        if a[w.AIM_NEAR] > 0.0:
            out[2] = max(out[2], a[w.AIM_NEAR] * access(away[j], seen[j], a[w.AIM_REACH], own[w.SPEED], own[w.MOBILITY]))
        if a[w.AIM_FAR] > 0.0:
            out[2] = max(out[2], a[w.AIM_FAR] * access(away[j], seen[j], a[w.AIM_RANGE], own[w.SPEED], own[w.MOBILITY]))


@jit
def fill_rest(t, s, p, desk, i, rest):
    """What points left over buy, float64 (2, points + 1): row 0 defend, for each point of damage still to come this round; row 1 catch breath."""
    rest[:] = 0.0
    most = rest.shape[1] - 1
    if can_menu(t, s, i, k.DEFEND) == k.OK:
        plain = chance_success(t, 0, TYPICAL) + chance_triumph(t, 0, TYPICAL)
        for n in range(1, most + 1):
            left = (chance_success(t, -n, TYPICAL) + chance_triumph(t, -n, TYPICAL)) / plain
            rest[0, n] = p[w.SHARE] * desk[i, w.RATE] * (1.0 - left)
    if can_menu(t, s, i, k.CATCH_BREATH) == k.OK:
        for n in range(1, most + 1):
            rest[1, n] = recover_value(t, s, p, desk, i, n)


@jit
def spare(rest, pending, points):
    """Best value of `points` left over on defend and catch breath."""
    best = 0.0
    points = min(points, rest.shape[1] - 1)
    for n in range(points + 1):
        best = max(best, pending * rest[0, n] + rest[1, points - n])
    return best


@jit
def strike(t, desk, ways, uses, prices, first, last, away, seen, extra, points, again, rest, pending):
    """Best value of an attempt by ways first to last - 1 with `extra` points, and of what is done with the rest of `points`; NEVER when none can be made.

    again: further deeds that the turn allows (G2.5a).
    """
    left = points - 1 - extra
    if left < 0:
        return w.NEVER
    best = w.NEVER
    for m in range(first, last):
        best = max(best, way_value(t, desk, ways, uses, prices, m, away, seen, extra))
    if best == w.NEVER:
        return best
    after = spare(rest, pending, left)
    if again > 0 and left > 0:
        for m in range(len(ways)):
            if ways[m, w.W_TARGETS] > 0.0:
                after = max(after, way_value(t, desk, ways, uses, prices, m, away, seen, 0) + spare(rest, pending, left - 1))
    return best + after


@jit
def strike_any(t, desk, ways, uses, prices, first, last, away, seen, points, again, rest, pending):
    """Best of `strike` over all numbers of extra points."""
    best = w.NEVER
    for extra in range(min(points, w.MAX_EXTRA + 1)):
        best = max(best, strike(t, desk, ways, uses, prices, first, last, away, seen, extra, points, again, rest, pending))
    return best


@jit
def march(t, s, i, aims, field):
    """Movement points from every square to the nearest free one from which combatant i could strike a foe, int16 (squares,); FAR when there is none."""
    n = t.width * t.height
    size = t.roster[i].bulk
    field[:n] = FAR
    queue = np.empty((3, 4 * n), np.int16)
    count = np.zeros(3, np.int64)
    for square in range(n):
        x = square % t.width
        y = square // t.width
        if not on_board(t, x, y, size) or not open_ground(t, x, y, size) or not can_end(t, s, i, x, y):
            continue
        for j in range(t.n_combatants):
            far = max(aims[j, w.AIM_REACH], aims[j, w.AIM_RANGE])
            c = s.combatants[j]
            if far > 0.0 and gap(x, y, size, c.x, c.y, t.roster[j].bulk) <= far and look_from(t, s, i, x, y, j) != k.BLOCKED:
                field[square] = 0
                queue[0, count[0]] = square
                count[0] += 1
                break
    d = 0
    while count[0] + count[1] + count[2] > 0 and d < FAR - 2:
        now = d % 3
        for q in range(count[now]):
            to = queue[now, q]
            if field[to] == d:
                spread(t, s, i, to, d, field, queue, count)
        count[now] = 0
        d += 1


@jit
def spread(t, s, i, to, d, field, queue, count):
    """One square of `march`: reach it from its neighbours."""
    for m in range(8):
        dx, dy = neighbour(m)
        x = to % t.width - dx
        y = to // t.width - dy
        if not on_board(t, x, y, t.roster[i].bulk):
            continue
        step = step_cost(t, s, i, x, y, dx, dy)
        square = y * t.width + x
        if step != 0 and d + step < field[square]:
            field[square] = d + step
            bucket = (d + step) % 3
            if count[bucket] < queue.shape[1]:
                queue[bucket, count[bucket]] = square
                count[bucket] += 1


@jit
def points_for(t, s, i, cost, bonus):
    """Action points that a walk of `cost` movement points takes now: 0 when they are there already, else those of *move* (T3.10); 99 when it is taken."""
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
def survey(t, s, p, desk, i, ways, uses, prices, n, aims, rest, deeds_left, value, best):
    """Weigh the rest of combatant i's turn from its own square and from every square that it can still walk to.

    deeds_left: deeds that the turn still allows. value: float64 (squares,), NEVER where it cannot stop. best: float64 (2 + points,): staying,
    walking with the movement points there are, then *move* with 0, 1 … extra points.
    """
    c = s.combatants[i]
    bonus = move_points_bonus(t, s, i)
    squares = t.width * t.height
    here = c.y * t.width + c.x
    value[:] = w.NEVER
    cost = np.empty(squares, np.int16)
    far = c.move_points
    if can_menu(t, s, i, k.MOVE) == k.OK:
        far = max(far, c.move_points + t.roster[i].speed + bonus + (c.points - 1) * mobility(t, i))
    reach(t, s, i, far, cost)
    spent = np.empty(far + 1, np.int64)
    for steps in range(far + 1):
        spent[steps] = points_for(t, s, i, steps, bonus)
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(3)
    strikes = False
    for square in range(squares):
        if square != here and not can_stop(t, s, i, square, cost):
            continue
        left = c.points - spent[cost[square]]
        stand(t, s, desk, i, square % t.width, square // t.width, aims, away, seen, out)
        total = spare(rest, out[1], left)
        if deeds_left > 0 and left > 0:
            total = max(total, strike_any(t, desk, ways, uses, prices, 0, n, away, seen, left, deeds_left - 1, rest, out[1]))
            strikes = strikes or in_reach(t, aims, away, seen)
        value[square] = total + p[w.REACH_OUT] * out[2] - p[w.FEAR] * p[w.SHARE] * desk[i, w.RATE] * out[0]
    if deeds_left > 0 and not strikes:
        add_march(t, s, p, desk, i, aims, value)
    best[:] = w.NEVER
    best[0] = value[here]
    for square in range(squares):
        if value[square] > w.NEVER and square != here:
            kind = 1 + spent[cost[square]]
            best[kind] = max(best[kind], value[square])


@jit
def in_reach(t, aims, away, seen):
    """Whether any foe can be struck from a place."""
    for j in range(t.n_combatants):
        if seen[j] != k.BLOCKED and away[j] <= max(aims[j, w.AIM_REACH], aims[j, w.AIM_RANGE]) and aims[j, w.AIM_NEAR] + aims[j, w.AIM_FAR] > 0.0:
            return True
    return False


@jit
def add_march(t, s, p, desk, i, aims, value):
    """Where nobody can be struck this turn, every step of the way to the fight counts; where there is no way, the distance does."""
    field = np.empty(t.width * t.height, np.int16)
    march(t, s, i, aims, field)
    for square in range(t.width * t.height):
        if value[square] == w.NEVER:
            continue
        steps = field[square]
        if steps == FAR:
            for j in range(t.n_combatants):
                c = s.combatants[j]
                if t.roster[j].side != t.roster[i].side and c.status == k.STANDING:
                    steps = min(steps, 50 + gap(square % t.width, square // t.width, t.roster[i].bulk, c.x, c.y, t.roster[j].bulk))
        value[square] -= p[w.MARCH] * desk[i, w.FOE_RATE] * steps
