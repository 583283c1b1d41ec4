"""Deeds weighed: each deed with each instrument on each combatant, by exact odds, its lines, its sparks and the counter that it risks."""

from collections import namedtuple

import numpy as np

from envs.core import codes as k
from envs.core.areas import spares_user
from envs.core.check import is_willing, net_edges, virtue_of
from envs.core.deeds import takes
from envs.core.forecast import NEAR, chance_success, chance_triumph, deed_symbols
from envs.core.grid import distance
from envs.core.instruments import deed_range, free_hands, is_thrown, suits
from envs.core.jit import jit
from envs.core.record import NEEDS_HAND
from envs.core.sight import look
from envs.core.sparks import spark_worth

from . import weights as w
from .values import blow, harm, line_value

# What the bot knows of one combatant's turn. p: weights; desk, ways, uses, aims: see `weights.py`; rest: see `ground.fill_rest`; n: ways;
# prices (n, combatants, 4, EXTRAS), top (combatants, distances, sight, EXTRAS) and far (combatants, distances, sight, 2): values kept once
# reckoned, NaN before; kept: scratch of `way_values`; gaps (combatants, combatants): distances as they stand, for areas.
Brief = namedtuple("Brief", "p desk ways uses prices top far kept aims rest gaps n")
SLOTS = k.DEED_SLOTS + k.OWN_ACTIONS + k.ITEM_SLOTS  # what a turn may begin: deeds, maneuvers, own actions, concoctions


@jit
def brief_for(t, s, p, desk, i):
    """The Brief of combatant i's turn: all that it could attempt with its focus, weighed on everybody, range and sight aside."""
    people = t.n_combatants
    ways = np.zeros((w.MAX_USES, w.WAY))
    uses = np.zeros((w.MAX_USES, people, w.USE))
    n = list_uses(t, s, p, desk, i, ways, uses)
    aims = np.zeros((people, w.AIM))
    fill_aims(t, s, ways, uses, n, i, aims)
    rest = np.zeros((2, max(1, s.combatants[i].points) + 1))
    longest = 0
    for j in range(people):
        longest = max(longest, int(aims[j, w.AIM_ANY]))
    prices = np.full((n, people, 4, w.EXTRAS), np.nan)
    top = np.full((people, longest + 1, 2, w.EXTRAS), np.nan)
    far = np.full((people, max(t.width, t.height), 3, 2), np.nan)
    gaps = np.zeros((people, people), np.int64)
    for m in range(n):
        if ways[m, w.W_SPREAD] >= 0.0:
            for j in range(people):
                for o in range(people):
                    gaps[j, o] = distance(t, s, j, o)
            break
    return Brief(p, desk, ways, uses, prices, top, far, np.empty((w.EXTRAS, 5)), aims, rest, gaps, n)


@jit
def entry_of(slot):
    """The menu entry that begins what stands in a slot: deeds, maneuvers, the stat block's own actions, then concoctions by item slot."""
    if slot < k.DEED_SLOTS:
        return k.DEED if slot < k.OWN_DEEDS else k.MANEUVER
    return k.OWN_ACTION + slot - k.DEED_SLOTS if slot < k.DEED_SLOTS + k.OWN_ACTIONS else k.CONCOCTION


@jit
def deed_in(t, s, i, slot):
    """The deed in such a slot; NONE where there is none, or no focus or no hand for it."""
    c = s.combatants[i]
    if slot < k.DEED_SLOTS:
        deed = t.roster[i].deeds[slot]
    elif slot < k.DEED_SLOTS + k.OWN_ACTIONS:
        deed = t.roster[i].own_actions[slot - k.DEED_SLOTS]
    else:
        item = slot - k.DEED_SLOTS - k.OWN_ACTIONS
        deed = np.int64(k.NONE)
        if item > 0 and c.items[item - 1] != k.NONE and t.gear[s.items[c.items[item - 1]].gear].kinds & k.G_CONCOCTION:
            deed = t.gear[s.items[c.items[item - 1]].gear].deed
    if deed == k.NONE or t.deeds[deed].focus > c.focus or (t.deeds[deed].needs == NEEDS_HAND and free_hands(t, s, i) <= 0):
        return np.int64(k.NONE)
    return np.int64(deed)


@jit
def list_uses(t, s, p, desk, i, ways, uses):
    """Weigh all that combatant i could attempt; returns how many ways there are.

    ways: float64 (MAX_USES, WAY). uses: float64 (MAX_USES, combatants, USE); both zeroed before. U_OK says who may be a target.
    """
    n = 0
    for slot in range(SLOTS):
        deed = deed_in(t, s, i, slot)
        if deed == k.NONE:
            continue
        entry = entry_of(slot)
        only = slot - k.DEED_SLOTS - k.OWN_ACTIONS if entry == k.CONCOCTION else k.NONE
        for way in range(k.WAYS if t.deeds[deed].instrument == k.VERSATILE else k.ITEM_SLOTS):
            if n < w.MAX_USES and (suits(t, s, i, deed, way) if only == k.NONE else way == only):
                fill_way(t, s, p, desk, i, deed, way, ways[n], uses[n])
                ways[n, w.W_SLOT] = slot
                ways[n, w.W_MENU] = entry
                ways[n, w.W_COST] += p[w.THING] * desk[i, w.FOE_RATE] if entry == k.CONCOCTION or is_thrown(t, s, i, deed, way) else 0.0
                n += 1
    return n


@jit
def fill_shape(t, s, i, deed, way, row):
    """The columns of a row of ways that say how far it goes and how many it takes; the row is zeroed before."""
    d = t.deeds[deed]
    row[w.W_DEED] = deed
    row[w.W_ITEM] = way
    row[w.W_RANGE] = deed_range(t, s, i, deed, way)
    row[w.W_TARGETS] = d.n_targets if d.targets == k.T_CREATURES else 1
    row[w.W_SPREAD] = w.NO_SPREAD
    if d.targets == k.T_AREA and d.area == k.SPELL_BURST:
        row[w.W_TARGETS] = d.n_targets if d.n_targets > 0 else t.rules.max_targets
    elif d.targets == k.T_AREA:
        row[w.W_TARGETS] = 2
        row[w.W_SPREAD] = (d.area_size - 1) // 2
        if d.area == k.BURST or d.area == k.AURA or d.area == k.MELEE_BURST:
            row[w.W_SPREAD] = w.ALL_IN_RANGE
        elif d.area == k.PATH or d.area == k.CLOSE_PATH:
            row[w.W_SPREAD] = 1
        if d.area == k.BURST or d.area == k.AURA or d.area == k.CLOSE_BLAST:
            row[w.W_RANGE] = d.area_size
        elif d.area == k.CLOSE_PATH:
            row[w.W_RANGE] = (d.area_size + 1) // 2  # a path goes straight: so far it gets to any side
    row[w.W_VIRTUE] = virtue_of(t, i, deed)
    row[w.W_ATTACK] = 1.0 if d.kind == k.ATTACK else 0.0


@jit
def fill_way(t, s, p, desk, i, deed, way, row, uses):
    """One deed done in one way: its row of ways and its uses on everybody, both zeroed before."""
    d = t.deeds[deed]
    fill_shape(t, s, i, deed, way, row)
    row[w.W_COST] = d.focus * p[w.FOCUS] * desk[i, w.FOE_RATE]
    for m in range(d.n_lines):
        if d.lines[m].when == k.ON_BEFORE and d.lines[m].who == k.WHO_SELF:
            row[w.W_COST] -= subject_value(t, s, p, desk, i, i, deed, d.lines[m], 0)  # it happens whatever the dice say (G5.6a)
    conflict = deed_symbols(t, s, i, deed, way, k.CONFLICT)
    triumph = deed_symbols(t, s, i, deed, way, k.TRIUMPH)
    for j in range(t.n_combatants):
        if s.combatants[j].status <= k.DEFEATED and takes(t, s, i, deed, j) == k.OK and not (i == j and spares_user(d)):
            weigh_use(t, s, p, desk, i, j, deed, way, conflict, triumph, uses[j])
            if uses[j, w.U_WILLING] == 0.0 and i != j and look(t, s, i, j) != k.CLEAR:
                uses[j, w.U_NET] += 1.0  # cover is reckoned from each square anew


@jit
def subject_value(t, s, p, desk, i, j, deed, line, more):
    """What one line, with `more` potency, is worth to the side of its user i when the deed is aimed at combatant j."""
    if line.verb == k.V_EFFECT:
        meant = line.kind == k.EF_SANCTUARY or ((line.kind == k.EF_AURA or line.kind == k.EF_HAZARD) and line.whom != k.ANYONE)
        return p[w.EFFECT] * desk[i, w.FOE_RATE] * (line.potency + more) if meant and line.who == k.WHO_SELF else 0.0
    if line.verb == k.V_END_GRAB:
        return p[w.STEP] * desk[i, w.SPEED] * desk[i, w.FOE_RATE] if s.combatants[i].grabbed_by >> j & 1 else 0.0
    if line.verb == k.V_FORCE and t.roster[i].side == t.roster[j].side:
        return 0.0
    if line.who == k.WHO_TARGET:
        value = line_value(t, s, p, desk, j, line, more)
        return value if t.roster[i].side == t.roster[j].side else -value
    if line.who == k.WHO_SELF:
        return line_value(t, s, p, desk, i, line, more)
    value = 0.0
    reach = t.deeds[deed].range if t.deeds[deed].range != k.NONE else t.rules.hand_range
    for m in range(t.n_combatants):
        if m != i and t.roster[m].side == t.roster[i].side and s.combatants[m].status <= k.DEFEATED and distance(t, s, i, m) <= reach:
            value += line_value(t, s, p, desk, m, line, more)
    return value


@jit
def weigh_use(t, s, p, desk, i, j, deed, way, conflict, triumph, u):
    """One use: its value to the user's side on each result, for each spark, and what a counter would cost; u is zeroed before.

    conflict, triumph: worth of the symbols on each, -1 for no damage (`forecast.deed_symbols`).
    """
    d = t.deeds[deed]
    foe = t.roster[i].side != t.roster[j].side
    u[w.U_OK] = 1.0
    u[w.U_WILLING] = 1.0 if is_willing(t, i, deed, j) else 0.0
    u[w.U_NET] = net_edges(t, s, i, deed, way, 0, j)
    u[w.U_SURE] = d.sure
    side = 1.0 if foe else -1.0
    bonus = desk[i, w.DEALT] + desk[j, w.TAKEN] if d.kind == k.ATTACK else 0.0
    if conflict >= 0:
        u[w.U_CONFLICT] = side * blow(s, p, desk, j, conflict + bonus)
    if triumph >= 0:
        u[w.U_TRIUMPH] = side * blow(s, p, desk, j, triumph + bonus)
        u[w.U_SPARK] = side * (blow(s, p, desk, j, triumph + bonus + spark_worth(t, i)) - u[w.U_TRIUMPH])
    effect = 0.0
    for m in range(d.n_lines):
        when = d.lines[m].when
        if when == k.ON_BEFORE and d.lines[m].who == k.WHO_SELF:
            continue
        value = subject_value(t, s, p, desk, i, j, deed, d.lines[m], 0)
        if when == k.ON_SPARK:
            effect += value
            continue
        if when == k.ON_FAIL or when == k.ON_BEFORE or when == k.ON_AFTER:
            u[w.U_FAIL] += value
        if when == k.ON_CONFLICT or when == k.ON_BEFORE or when == k.ON_AFTER:
            u[w.U_CONFLICT] += value
        if when != k.ON_FAIL:
            u[w.U_TRIUMPH] += value
    u[w.U_SPARK] = max(u[w.U_SPARK], effect)
    if foe and desk[j, w.RATING] >= 0.0:  # what its counter would cost, once and for each shadow (T4.4)
        u[w.U_COUNTER] = harm(s, p, desk, i, max(0.0, desk[j, w.RATING] + desk[j, w.DEALT] + desk[i, w.TAKEN]))
        u[w.U_SHADOW] = desk[j, w.RATING] * desk[i, w.RATE]
        for m in range(d.n_lines):
            if d.lines[m].verb == k.V_MAY_COUNTER and d.lines[m].when == k.ON_CONFLICT:
                u[w.U_CONFLICT] -= u[w.U_COUNTER]


@jit
def roll_value(t, u, virtue, net, countered):
    """Expected value of one use with a net number of edges, by the exact odds of the check (6), of its sparks and of its counter."""
    if u[w.U_SURE] != 0.0:
        return u[w.U_CONFLICT]
    net = max(-k.MAX_NET, min(k.MAX_NET, net))
    triumph = chance_triumph(t, net, virtue)
    success = chance_success(t, net, virtue)
    row = net + k.MAX_NET
    column = max(0, min(23, t.rules.fail_max + 1 - virtue))
    value = (1.0 - success) * u[w.U_FAIL] + (success - triumph) * u[w.U_CONFLICT] + triumph * u[w.U_TRIUMPH]
    value += t.odds.sparks[row, column] * u[w.U_SPARK]
    if countered:
        value -= (1.0 - success + t.odds.tainted[row, column]) * u[w.U_COUNTER]
        value -= (t.odds.shadows[row, 0] - t.odds.shadows[row, column]) * u[w.U_SHADOW]
    return value


@jit
def price_row(t, b, m, j, away, seen):
    """Expected values of way m on combatant j in its range and sight, float64 (EXTRAS,) by extra points.

    `b.prices` keeps each row once reckoned (NaN before): the same few serve every square of a survey.
    """
    u = b.uses[m, j]
    covered = seen != k.CLEAR and u[w.U_WILLING] == 0.0
    near = away <= b.desk[j, w.REACH]
    row = b.prices[m, j, (2 if covered else 0) + (1 if near else 0)]
    if np.isnan(row[0]):
        net = int(u[w.U_NET]) - (1 if covered else 0)
        for extra in range(w.EXTRAS):
            row[extra] = roll_value(t, u, int(b.ways[m, w.W_VIRTUE]), net + extra, near)
    return row


@jit
def way_values(t, b, m, away, seen, extras, best):
    """Raise best, float64 (EXTRAS,), to the expected value of way m with 0 to `extras` - 1 extra points on its best targets from a place.

    away, seen: int64 (combatants,), distance and sight to each from the place. NEVER stays where there is no legal target.
    """
    if b.ways[m, w.W_SPREAD] != w.NO_SPREAD:
        area_values(t, b, m, away, seen, extras, best)
        return
    most = min(int(b.ways[m, w.W_TARGETS]), b.kept.shape[1])
    kept = b.kept  # the best targets for each number of extra points, best first
    kept[:] = w.NEVER
    for j in range(t.n_combatants):
        if b.uses[m, j, w.U_OK] == 0.0 or away[j] > b.ways[m, w.W_RANGE] or seen[j] == k.BLOCKED:
            continue
        row = price_row(t, b, m, j, away[j], seen[j])
        for extra in range(extras):
            value = row[extra]
            for place in range(most):
                if value > kept[extra, place]:
                    value, kept[extra, place] = kept[extra, place], value
    for extra in range(extras):
        total = kept[extra, 0]
        for place in range(1, most):
            total += max(0.0, kept[extra, place])
        best[extra] = max(best[extra], total - b.ways[m, w.W_COST] if total > w.NEVER else w.NEVER)


@jit
def area_values(t, b, m, away, seen, extras, best):
    """`way_values` for an area: everybody in range, or one in range and in sight with those who stand near it; fellows count against it.

    A path goes where it likes, so it spares fellows; a blast is thought of with its middle on the one.
    """
    reach = b.ways[m, w.W_RANGE]
    spread = b.ways[m, w.W_SPREAD]
    path = t.deeds[int(b.ways[m, w.W_DEED])].area >= k.PATH
    for extra in range(extras):
        for j in range(t.n_combatants):
            if b.uses[m, j, w.U_OK] == 0.0 or away[j] > reach or (spread >= 0.0 and seen[j] == k.BLOCKED):
                continue
            total = price_row(t, b, m, j, away[j], seen[j])[extra]
            for o in range(t.n_combatants):
                if o == j or b.uses[m, o, w.U_OK] == 0.0 or (away[o] > reach if spread == w.ALL_IN_RANGE else b.gaps[j, o] > spread):
                    continue
                value = price_row(t, b, m, o, away[o], seen[o])[extra]
                total += max(0.0, value) if path else value
            best[extra] = max(best[extra], total - b.ways[m, w.W_COST])
            if spread == w.ALL_IN_RANGE:
                break  # from whomever it is looked at, it is the same area


@jit
def prospects(t, b, away, seen, points, best):
    """Best value of any attempt from a place for each number of extra points that `points` allow: best float64 (EXTRAS,), NEVER without a target."""
    best[:] = w.NEVER
    extras = min(points, w.EXTRAS)
    for j in range(t.n_combatants):
        if away[j] > b.aims[j, w.AIM_ANY] or seen[j] == k.BLOCKED:
            continue
        top = b.top[j, away[j], seen[j]]
        if np.isnan(top[0]):
            top[:] = w.NEVER  # all ways with one target, for every number of extra points
            for m in range(b.n):
                way = b.ways[m]
                if way[w.W_TARGETS] == 1.0 and way[w.W_MENU] <= k.MANEUVER and b.uses[m, j, w.U_OK] != 0.0 and away[j] <= way[w.W_RANGE]:
                    row = price_row(t, b, m, j, away[j], seen[j])
                    for extra in range(w.EXTRAS):
                        top[extra] = max(top[extra], row[extra] - b.ways[m, w.W_COST])
        for extra in range(extras):
            best[extra] = max(best[extra], top[extra])
    for m in range(b.n):
        if b.ways[m, w.W_TARGETS] > 1.0 and b.ways[m, w.W_MENU] <= k.MANEUVER:
            way_values(t, b, m, away, seen, extras, best)


@jit
def fill_aims(t, s, ways, uses, n, i, aims):
    """Best attack of combatant i on each standing foe near and far, and how far it can do anything to anybody; aims is zeroed before."""
    for j in range(t.n_combatants):
        aims[j, w.AIM_ANY] = -1.0
        foe = t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING
        for m in range(n):
            if uses[m, j, w.U_OK] == 0.0:
                continue
            away = ways[m, w.W_RANGE]
            aims[j, w.AIM_ANY] = max(aims[j, w.AIM_ANY], away)
            if not foe or ways[m, w.W_ATTACK] == 0.0 or ways[m, w.W_MENU] > k.MANEUVER:
                continue
            value = roll_value(t, uses[m, j], int(ways[m, w.W_VIRTUE]), int(uses[m, j, w.U_NET]), False) - max(0.0, ways[m, w.W_COST])
            column = w.AIM_FAR if away > NEAR else w.AIM_NEAR
            if value > 0.0:
                aims[j, column] = max(aims[j, column], value)
                aims[j, column + 1] = max(aims[j, column + 1], away)
