"""The square rows of an observation: what a walk to each candidate square would mean. Written only when a square is asked."""

import numpy as np

from ..core import codes as k
from ..core.movement import mobility
from ..core.check import virtue_of
from ..core.damage import attack_bonus
from ..core.forecast import NEAR, deed_symbols, expected_blow
from ..core.grid import can_stop, gap, reach
from ..core.instruments import deed_range, suits
from ..core.jit import jit
from ..core.sight import look_from
from . import columns as c

(P_NEAR, P_NEAR_RANGE, P_FAR, P_FAR_COVER, P_FAR_RANGE) = range(5)  # columns of the plan, one row a foe


@jit
def observe_squares(t, s, rows):
    """Rows of all squares at which the walk may end, int16 (side * side, features), zeroed before."""
    i = s.asker
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, s.combatants[i].move_points, cost)
    plan = np.zeros((k.MAX_COMBATANTS, 5))
    plan_attacks(t, s, i, plan)
    for square in range(t.width * t.height):
        if can_stop(t, s, i, square, cost):
            row = rows[square // t.width * t.side + square % t.width]
            observe_ground(t, s, i, square, cost[square], row)
            observe_foes(t, s, i, square % t.width, square // t.width, plan, row)


@jit
def plan_attacks(t, s, i, plan):
    """For each foe: the best expected damage of close deeds and of far ones (in the open and past cover), and their ranges."""
    for slot in range(k.OWN_DEEDS):
        deed = t.roster[i].deeds[slot]
        if deed == k.NONE or t.deeds[deed].harmful == 0 or t.deeds[deed].focus > s.combatants[i].focus:
            continue
        virtue = virtue_of(t, i, deed)
        for item in range(k.ITEM_SLOTS):
            if not suits(t, s, i, deed, item):
                continue
            away = deed_range(t, s, i, deed, item)
            conflict = deed_symbols(t, s, i, deed, item, k.CONFLICT)
            triumph = deed_symbols(t, s, i, deed, item, k.TRIUMPH)
            for j in range(t.n_combatants):
                if t.roster[j].side == t.roster[i].side or s.combatants[j].status > k.DEFEATED:
                    continue
                bonus = attack_bonus(t, s, i, j)
                net = -s.combatants[j].defend
                damage = expected_blow(t, virtue, net, conflict, triumph, bonus)
                if away <= NEAR:
                    plan[j, P_NEAR] = max(plan[j, P_NEAR], damage)
                    plan[j, P_NEAR_RANGE] = max(plan[j, P_NEAR_RANGE], away)
                elif damage > plan[j, P_FAR]:
                    plan[j, P_FAR] = damage
                    plan[j, P_FAR_COVER] = expected_blow(t, virtue, net - 1, conflict, triumph, bonus)
                    plan[j, P_FAR_RANGE] = away


@jit
def observe_ground(t, s, i, square, cost, row):
    """The square itself and the way to it."""
    terrain = t.terrain[square]
    p = c.S_CANDIDATE
    x = square % t.width
    y = square // t.width
    b = s.combatants[i]
    row[p] = 1
    row[p + 2] = terrain & k.LOW != 0
    row[p + 4] = terrain & k.DIFFICULT != 0
    row[p + 6] = terrain & k.EXIT != 0
    row[p + 11] = gap(x, y, t.roster[i].bulk, b.x, b.y, t.roster[i].bulk)
    row[p + 12] = cost
    row[p + 13] = b.move_points - cost
    row[c.S_NEAREST + 5] = max(abs(2 * x + 1 - t.width), abs(2 * y + 1 - t.height)) // 2


@jit
def observe_foes(t, s, i, x, y, plan, row):
    """Whom one would see, reach and fear from a square."""
    p = c.S_FOES
    nearest_foe = 99
    nearest_fellow = 99
    threat = 0
    near = 0.0
    far = 0.0
    for j in range(t.n_combatants):
        b = s.combatants[j]
        if j == i or b.status > k.DEFEATED:
            continue
        away = gap(x, y, t.roster[i].bulk, b.x, b.y, t.roster[j].bulk)
        if t.roster[j].side == t.roster[i].side:
            nearest_fellow = min(nearest_fellow, away)
            continue
        nearest_foe = min(nearest_foe, away)
        seen = look_from(t, s, i, x, y, j)
        row[p] += seen == k.CLEAR
        row[p + 1] += seen == k.COVER
        row[p + 4] += away <= 2
        if seen != k.BLOCKED:
            if plan[j, P_NEAR_RANGE] >= away:
                row[p + 2] += 1
                near = max(near, plan[j, P_NEAR])
            if plan[j, P_FAR_RANGE] >= away:
                far = max(far, plan[j, P_FAR] if seen == k.CLEAR else plan[j, P_FAR_COVER])
        if b.status != k.STANDING:
            continue
        kit = t.roster[j].kit
        if away <= 2 and kit[0] > 0:
            row[p + 3] += 1
        harm = kit[0] if away <= t.roster[j].speed + mobility(t, j) + 1 else 0
        if away <= kit[2] and seen != k.BLOCKED:
            harm = max(harm, kit[1])
        row[p + 5] += harm > 0
        threat += harm
    row[p + 6] = np.int64(10 * near)
    row[p + 7] = np.int64(10 * far)
    row[p + 8] = min(threat, 9999)
    row[c.S_NEAREST] = min(nearest_foe, 40)
    row[c.S_NEAREST + 1] = min(nearest_fellow, 40)
