"""Marches: the way to the fight, to what the objective asks for, to what bars the way."""

import numpy as np

from envs.core import codes as k
from envs.core.grid import BUCKETS, FAR, can_end, gap, ground_under, neighbour, on_board, step_cost
from envs.core.jit import jit
from envs.core.sight import look_from

from . import weights as w

TO_FOES, TO_GOAL, TO_EXITS, TO_WHAT_SHUTS, NOWHERE = range(5)  # what a march is bound for


@jit
def march(t, s, i, aims, to, field):
    """Movement points from squares to the nearest free one that a march of combatant i is bound for, int16 (squares,).

    to: TO_FOES for squares from which it could strike one, TO_GOAL … FAR beyond its own square, which is the last one reckoned, and where
    there is no way.
    """
    n = t.width * t.height
    here = s.combatants[i].y * t.width + s.combatants[i].x
    field[:n] = FAR
    queue = np.empty((BUCKETS, 4 * n), np.int16)
    count = np.zeros(BUCKETS, np.int64)
    for square in range(n):
        if is_bound_for(t, s, i, aims, to, square):
            field[square] = 0
            queue[0, count[0]] = square
            count[0] += 1
    d = 0
    while count.sum() > 0 and field[here] >= d:
        now = d % BUCKETS
        for q in range(count[now]):
            square = queue[now, q]
            if field[square] != d:
                continue
            for m in range(8):  # the neighbours that step to it
                dx, dy = neighbour(m)
                x = square % t.width - dx
                y = square // t.width - dy
                if not on_board(t, x, y, t.roster[i].bulk):
                    continue
                step = step_cost(t, s, i, x, y, dx, dy)
                if step != 0 and d + step < field[y * t.width + x]:
                    field[y * t.width + x] = d + step
                    bucket = (d + step) % BUCKETS
                    if count[bucket] < queue.shape[1]:
                        queue[bucket, count[bucket]] = y * t.width + x
                        count[bucket] += 1
        count[now] = 0
        d += 1


@jit
def is_bar(t, s, n):
    """Whether a feature shuts its square now, or works one that does."""
    f = t.features[n]
    if f.kind == k.LEVER:
        if s.feature_state[n] == k.BROKEN or f.link == k.NONE:
            return False
        n = f.link
    return t.features[n].blocks == k.WALL and (s.feature_state[n] == k.ON or s.feature_state[n] == k.LOCKED)


@jit
def is_bound_for(t, s, i, aims, to, square):
    """Whether combatant i could stand on a square, and it is one that a march is bound for."""
    x = square % t.width
    y = square // t.width
    size = t.roster[i].bulk
    if not on_board(t, x, y, size) or not can_end(t, s, i, x, y):
        return False
    ground = ground_under(t, s, x, y, size)
    if ground & (k.WALL | k.PIT):
        return False
    if to == TO_EXITS:
        return ground & k.EXIT != 0
    if to == TO_GOAL:
        for yy in range(y, y + size):
            if t.goal[yy] >> x & ((1 << size) - 1):
                return True
        return False
    if to == TO_WHAT_SHUTS:
        for n in range(t.n_features):
            f = t.features[n]
            if is_bar(t, s, n) and gap(x, y, size, f.x, f.y, 1) <= t.rules.arm_reach:
                return True
        return False
    for j in range(t.n_combatants):
        far = max(aims[j, w.AIM_REACH], aims[j, w.AIM_RANGE])
        c = s.combatants[j]
        if far > 0.0 and gap(x, y, size, c.x, c.y, t.roster[j].bulk) <= far and look_from(t, s, i, x, y, j) != k.BLOCKED:
            return True
    return False


@jit
def add_march(t, s, b, i, to, weight, value):
    """Every step of a march counts: to the fight where nobody can be struck this turn, to what the objective asks for.

    Where there is no way to a foe, the way to a door or what else shuts counts, and without one the distance; returns whether that is so.
    """
    field = np.empty(t.width * t.height, np.int16)
    march(t, s, i, b.aims, to, field)
    here = s.combatants[i].y * t.width + s.combatants[i].x
    lost = field[here] == FAR
    if lost and t.n_features > 0:
        march(t, s, i, b.aims, TO_WHAT_SHUTS, field)
    no_way = field[here] == FAR
    for square in range(t.width * t.height):
        if value[square] == w.NEVER:
            continue
        steps = 50 + nearest_foe(t, s, i, square % t.width, square // t.width) if no_way else min(np.int64(field[square]), field[here] + 1)
        value[square] -= weight * max(0.5, b.desk[i, w.FOE_RATE]) * steps
    return lost


@jit
def nearest_foe(t, s, i, x, y):
    """Distance from a footprint of combatant i to the nearest foe that stands."""
    nearest = k.MAX_SIDE
    for j in range(t.n_combatants):
        c = s.combatants[j]
        if t.roster[j].side != t.roster[i].side and c.status == k.STANDING:
            nearest = min(nearest, gap(x, y, t.roster[i].bulk, c.x, c.y, t.roster[j].bulk))
    return nearest
