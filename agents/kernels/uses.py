"""Deeds weighed: each deed with each instrument on each combatant, by exact odds, its lines, its sparks and the counter that it risks."""

import numpy as np

from envs.core import codes as k
from envs.core.check import is_willing, virtue_of
from envs.core.damage import attack_bonus
from envs.core.forecast import NEAR, chance_success, chance_triumph, deed_symbols
from envs.core.grid import distance
from envs.core.instruments import deed_range, melee_reach, suits, weapon_rating
from envs.core.jit import jit
from envs.core.reactions import can_react

from . import weights as w
from .values import blow, harm, line_value


@jit
def list_uses(t, s, p, desk, i, ways, uses):
    """Weigh all that combatant i could attempt with its focus; returns how many ways there are.

    ways: float64 (MAX_USES, WAY). uses: float64 (MAX_USES, combatants, USE), zeroed before; U_OK says who may be a target, range and sight aside.
    """
    n = 0
    for slot in range(k.OWN_DEEDS):
        deed = t.roster[i].deeds[slot]
        if deed == k.NONE or t.deeds[deed].focus > s.combatants[i].focus:
            continue
        for item in range(k.ITEM_SLOTS):
            if n == w.MAX_USES or not suits(t, s, i, deed, item):
                continue
            d = t.deeds[deed]
            ways[n, w.W_SLOT] = slot
            ways[n, w.W_ITEM] = item
            ways[n, w.W_RANGE] = deed_range(t, s, i, deed, item)
            ways[n, w.W_TARGETS] = d.n_targets if d.targets == k.T_CREATURES else 1
            ways[n, w.W_VIRTUE] = virtue_of(t, i, deed)
            ways[n, w.W_COST] = d.focus * p[w.FOCUS] * desk[i, w.FOE_RATE] - steady_lines(t, s, p, desk, i, deed)
            for j in range(t.n_combatants):
                if s.combatants[j].status <= k.DEFEATED and may_target(t, i, j, deed):
                    weigh_use(t, s, p, desk, i, j, deed, item, uses[n, j])
            n += 1
    return n


@jit
def may_target(t, i, j, deed):
    """Whether combatant j is the kind of target that a deed of combatant i takes (T5.7, G5.7b), range and sight aside."""
    d = t.deeds[deed]
    fellow = t.roster[i].side == t.roster[j].side
    if d.targets == k.T_PERSONAL:
        return i == j
    if d.targets == k.T_ALLY:
        return fellow and i != j
    if d.targets == k.T_COMPANION:
        return fellow
    if d.size_limit != k.NONE and t.roster[j].bulk > t.roster[i].bulk + d.size_limit:
        return False
    return not (fellow and d.kind == k.ATTACK and t.rules.attack_targets == 1)


@jit
def steady_lines(t, s, p, desk, i, deed):
    """What the before lines on the user itself are worth to its side: they happen whatever the dice say (G5.6a)."""
    value = 0.0
    d = t.deeds[deed]
    for m in range(d.n_lines):
        if d.lines[m].when == k.ON_BEFORE and d.lines[m].who == k.WHO_SELF:
            value += line_value(t, s, p, desk, i, d.lines[m], 0)
    return value


@jit
def subject_value(t, s, p, desk, i, j, deed, line, more):
    """What one line, with `more` potency, is worth to the side of its user i when the deed is aimed at combatant j."""
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
def weigh_use(t, s, p, desk, i, j, deed, item, u):
    """One use: its value to the user's side on each result, for each spark, and what a counter would cost. `u` is zeroed before."""
    d = t.deeds[deed]
    foe = t.roster[i].side != t.roster[j].side
    u[w.U_OK] = 1.0
    u[w.U_WILLING] = 1.0 if is_willing(t, i, deed, j) else 0.0
    u[w.U_NET] = 0.0 if u[w.U_WILLING] else -s.combatants[j].defend
    side = 1.0 if foe else -1.0
    bonus = attack_bonus(t, s, i, j) if d.kind == k.ATTACK else 0
    conflict = deed_symbols(t, s, i, deed, item, k.CONFLICT)
    triumph = deed_symbols(t, s, i, deed, item, k.TRIUMPH)
    if conflict >= 0:
        u[w.U_CONFLICT] = side * blow(s, p, desk, j, conflict + bonus)
    if triumph >= 0:
        u[w.U_TRIUMPH] = side * blow(s, p, desk, j, triumph + bonus)
        key = max(0, t.roster[i].virtues[t.roster[i].key])
        u[w.U_SPARK] = side * (blow(s, p, desk, j, triumph + bonus + key) - u[w.U_TRIUMPH])
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
    if foe:
        weigh_counter(t, s, p, desk, i, j, u)


@jit
def weigh_counter(t, s, p, desk, i, j, u):
    """What a counter of foe j would cost user i, once and for each shadow (T4.4); the reach is tested where the deed is done."""
    if can_react(t, s, j) != k.OK:
        return
    rating = -1
    for item in range(k.ITEM_SLOTS):
        if melee_reach(t, s, j, item) > 0:
            rating = max(rating, weapon_rating(t, s, j, item))
    if rating < 0:
        return
    plain = harm(s, p, desk, i, max(0, rating + attack_bonus(t, s, j, i)))
    u[w.U_COUNTER] = plain
    u[w.U_SHADOW] = rating * desk[i, w.RATE]


@jit
def roll_value(t, u, virtue, net, countered):
    """Expected value of one use with a net number of edges, by the exact odds of the check (6), of its sparks and of its counter."""
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
def target_value(t, desk, ways, uses, prices, m, j, away, seen, extra):
    """Expected value of way m on combatant j from a place `away` squares off with a sight; NEVER where it may not be chosen.

    prices: float64 (ways, combatants, PRICES), NaN where not reckoned yet: the same few numbers serve every square of a survey.
    """
    u = uses[m, j]
    if u[w.U_OK] == 0.0 or away > ways[m, w.W_RANGE] or seen == k.BLOCKED:
        return w.NEVER
    extra = min(extra, w.MAX_EXTRA)
    covered = seen == k.COVER and u[w.U_WILLING] == 0.0
    near = away <= desk[j, w.REACH]
    place = 4 * extra + (2 if covered else 0) + (1 if near else 0)
    if np.isnan(prices[m, j, place]):
        net = extra + int(u[w.U_NET]) - (1 if covered else 0)
        prices[m, j, place] = roll_value(t, u, int(ways[m, w.W_VIRTUE]), net, near)
    return prices[m, j, place]


@jit
def way_value(t, desk, ways, uses, prices, m, away, seen, extra):
    """Expected value of way m with `extra` points on its best targets from a place; NEVER when there is no legal target.

    away, seen: int64 (combatants,), distance and sight to each from the place.
    """
    total = 0.0
    taken = 0
    for _ in range(int(ways[m, w.W_TARGETS])):
        best = w.NEVER
        who = 0
        for j in range(t.n_combatants):
            if taken >> j & 1 == 0:
                value = target_value(t, desk, ways, uses, prices, m, j, away[j], seen[j], extra)
                if value > best:
                    best = value
                    who = j
        if best == w.NEVER or (taken != 0 and best <= 0.0):
            break
        taken |= 1 << who
        total += best
    return total - ways[m, w.W_COST] if taken != 0 else w.NEVER


@jit
def fill_aims(t, s, ways, uses, n, i, aims):
    """Best that combatant i can do to each standing foe near and far, aims float64 (combatants, AIM), zeroed before."""
    for m in range(n):
        far = ways[m, w.W_RANGE] > NEAR
        for j in range(t.n_combatants):
            if uses[m, j, w.U_OK] == 0.0 or t.roster[j].side == t.roster[i].side or s.combatants[j].status != k.STANDING:
                continue
            value = roll_value(t, uses[m, j], int(ways[m, w.W_VIRTUE]), int(uses[m, j, w.U_NET]), False) - max(0.0, ways[m, w.W_COST])
            if value <= 0.0:
                continue
            a = aims[j]
            column = w.AIM_FAR if far else w.AIM_NEAR
            a[column] = max(a[column], value)
            a[column + 1] = max(a[column + 1], ways[m, w.W_RANGE])
