"""The square rows of an observation: what each square that may answer the question would mean. Written only when a square is asked."""

import numpy as np

from ..core import codes as k
from ..core.areas import can_be_in, overlaps
from ..core.check import virtue_of
from ..core.damage import attack_bonus
from ..core.forcing import leads
from ..core.forecast import NEAR, area_reach, deed_symbols, expected_blow
from ..core.grid import can_stop, gap, ground_under, reach
from ..core.instruments import suits
from ..core.jit import jit
from ..core.legality import legal
from ..core.movement import is_painful, mobility, speed_divisor, walk_points
from ..core.sight import look_from
from . import columns as c
from .effects import observe_place

(P_NEAR, P_NEAR_RANGE, P_FAR, P_FAR_COVER, P_FAR_RANGE) = range(5)  # columns of the plan, one row a foe


@jit
def observe_squares(t, s, rows):
    """Rows of all squares that answer the question, int16 (side * side, features), zeroed before.

    What is seen, reached and feared from a square is that of the combatant that would stand there: the asker, or whom it moves by force.
    """
    i = s.asker
    n = t.width * t.height
    f = s.frames[s.depth - 1]
    cost = np.empty(n, np.int16)
    mask = np.zeros(k.A_SQUARE + t.side * t.side, np.uint8)
    stands = s.ask != k.ASK_AREA and s.ask != k.ASK_PATH and s.ask != k.ASK_PLACE
    points = 0
    slow = 1
    if s.ask == k.ASK_WALK:
        points = walk_points(s, i)
        slow = speed_divisor(t, s, i)
        reach(t, s, i, points // slow, cost)
    else:
        legal(t, s, mask)
        if f.kind == k.F_FORCE and s.ask != k.ASK_FOLLOW and not leads(f):
            i = f.who
    plan = np.zeros((k.MAX_COMBATANTS, 5))
    if stands:
        plan_attacks(t, s, i, plan)
    goals = np.empty(n, np.int64)
    aims = fill_goals(t, s, goals)
    for square in range(n):
        x = square % t.width
        y = square // t.width
        place = y * t.side + x
        if can_stop(t, s, i, square, cost) if s.ask == k.ASK_WALK else mask[k.A_SQUARE + place] != 0:
            row = rows[place]
            size = t.roster[i].bulk if stands else 1
            observe_ground(t, s, i, x, y, size, row)
            if s.ask == k.ASK_WALK:
                row[c.S_CANDIDATE + 12] = cost[square] * slow
                row[c.S_CANDIDATE + 13] = points - cost[square] * slow
            if aims > 0:
                nearest = 99
                for m in range(aims):
                    nearest = min(nearest, gap(x, y, size, goals[m] % t.width, goals[m] // t.width, 1))
                row[c.S_NEAREST + 4] = nearest
            observe_foes(t, s, i, x, y, size, stands, plan, row)
            if t.changing != 0:
                observe_place(t, s, i, x, y, size, row)
            if s.ask == k.ASK_AREA or s.ask == k.ASK_PATH:
                observe_area(t, s, i, x, y, row)
    for m in range(k.MAX_ITEMS):
        item = s.items[m]
        if item.gear != k.NONE and item.place != k.NONE:
            row = rows[item.place // t.width * t.side + item.place % t.width]
            if row[c.S_CANDIDATE] != 0:
                row[c.S_EFFECTS + 2] += 1
                row[c.S_EFFECTS + 3] = max(row[c.S_EFFECTS + 3], t.gear[item.gear].weapon)


@jit
def fill_goals(t, s, goals):
    """Squares that the objective is about: those to hold or reach, the exits, or where the protected one or the prey stands; returns how many.

    goals: int64 (width * height,), board squares.
    """
    count = 0
    if t.objective == k.PROTECT or t.objective == k.SLAY:
        b = s.combatants[t.objective_who]
        if b.status <= k.DEFEATED:
            goals[0] = b.y * t.width + b.x
            count = 1
    elif t.objective != k.ELIMINATE:
        for square in range(t.width * t.height):
            if t.terrain[square] & k.EXIT if t.objective == k.ESCAPE else t.goal[square // t.width] >> (square % t.width) & 1:
                goals[count] = square
                count += 1
    return count


@jit
def observe_area(t, s, i, x, y, row):
    """Who would be in a blast with its middle at (x, y), or on a path that goes on to it; squares of the path so far count."""
    d = t.deeds[s.deed.deed]
    size = d.area_size if s.ask == k.ASK_AREA else 1
    back = (size - 1) // 2
    for j in range(t.n_combatants):
        if not can_be_in(t, s, i, s.deed.deed, j):
            continue
        inside = overlaps(t, s, j, x - back, y - back, size)
        for m in range(s.n_chain if s.ask == k.ASK_PATH else 0):
            inside = inside or overlaps(t, s, j, s.chain[m] % t.width, s.chain[m] // t.width, 1)
        if inside:
            row[c.S_NEAREST + (3 if t.roster[j].side == t.roster[i].side else 2)] += 1


@jit
def plan_attacks(t, s, i, plan):
    """For each foe: the best expected damage of close deeds and of far ones (in the open and past cover), and their ranges."""
    for slot in range(k.OWN_DEEDS + k.OWN_ACTIONS):
        deed = t.roster[i].deeds[slot] if slot < k.OWN_DEEDS else t.roster[i].own_actions[slot - k.OWN_DEEDS]
        if deed == k.NONE or t.deeds[deed].harmful == 0 or t.deeds[deed].focus > s.combatants[i].focus:
            continue
        virtue = virtue_of(t, i, deed)
        for way in range(k.WAYS if t.deeds[deed].instrument == k.VERSATILE else k.ITEM_SLOTS):
            if not suits(t, s, i, deed, way):
                continue
            away = area_reach(t, s, i, deed, way)
            conflict = deed_symbols(t, s, i, deed, way, k.CONFLICT)
            triumph = deed_symbols(t, s, i, deed, way, k.TRIUMPH)
            for j in range(t.n_combatants):
                if t.roster[j].side == t.roster[i].side or s.combatants[j].status > k.DEFEATED:
                    continue
                bonus = attack_bonus(t, s, i, j)
                net = -s.combatants[j].defend
                damage = expected_blow(t, deed, virtue, net, conflict, triumph, bonus)
                if away <= NEAR:
                    plan[j, P_NEAR] = max(plan[j, P_NEAR], damage)
                    plan[j, P_NEAR_RANGE] = max(plan[j, P_NEAR_RANGE], away)
                elif damage > plan[j, P_FAR]:
                    plan[j, P_FAR] = damage
                    plan[j, P_FAR_COVER] = expected_blow(t, deed, virtue, net - 1, conflict, triumph, bonus)
                    plan[j, P_FAR_RANGE] = away


@jit
def observe_ground(t, s, i, x, y, size, row):
    """The square itself, as it is now: what doors, objects, clouds, hazards and light make of it, and who is there."""
    ground = ground_under(t, s, x, y, size)
    p = c.S_CANDIDATE
    b = s.combatants[i]
    row[p] = 1
    row[p + 1] = ground & k.WALL != 0
    row[p + 2] = ground & k.LOW != 0 or (s.thin[y] | s.dense[y]) >> x & 1 != 0  # what gives cover
    row[p + 3] = ground & k.PIT != 0
    row[p + 4] = ground & k.DIFFICULT != 0
    row[p + 5] = t.changing != 0 and is_painful(t, s, i, x, y)
    row[p + 6] = ground & k.EXIT != 0
    row[p + 7] = t.darkness != 0 and s.lit[y] >> x & 1 == 0
    there = np.int64(s.occupant[y * t.width + x])
    if there != k.EMPTY:
        row[p + (8 if t.roster[there].side == s.asked else 9)] = 1
        row[p + 10] = there == i
    row[p + 11] = gap(x, y, size, b.x, b.y, t.roster[i].bulk)
    row[c.S_NEAREST + 5] = max(abs(2 * x + 1 - t.width), abs(2 * y + 1 - t.height)) // 2


@jit
def observe_foes(t, s, i, x, y, size, stands, plan, row):
    """Whom combatant i would see, reach and fear from a square, if it would stand there (`stands`); how near others are, in any case."""
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
        away = gap(x, y, size, b.x, b.y, t.roster[j].bulk)
        if t.roster[j].side == t.roster[i].side:
            nearest_fellow = min(nearest_fellow, away)
            continue
        nearest_foe = min(nearest_foe, away)
        if not stands:
            continue
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
