"""What things are worth to the greedy bot: combatants, damage, healing, states, lines of deeds. Values are for the side named in each function."""

import numpy as np

from envs.core import codes as k
from envs.core.forecast import chance_success, shown_vigor
from envs.core.instruments import melee_reach, weapon_rating
from envs.core.jit import jit
from envs.core.movement import mobility
from envs.core.reactions import can_guard, can_react
from envs.core.states import damage_dealt_bonus, damage_taken_bonus, move_points_bonus
from envs.core.surroundings import covers
from envs.core.vigor import bloodied_value, recoveries_left, recovery_value

from . import weights as w

HIT_CHANCE = 0.6  # turns an expected damage into that of a blow that lands
LONG = 3.0  # rounds that a fight must last still for a state to be worth all that it can be


@jit
def weigh(t, s, p, desk):
    """Fill the desk, float64 (combatants, DESK), zeroed before, for everybody who is on the map. p: weights, float64."""
    for j in range(t.n_combatants):
        if s.combatants[j].status <= k.DEFEATED:
            weigh_one(t, s, p, j, desk[j])
    if t.objective == k.PROTECT or t.objective == k.SLAY:
        desk[t.objective_who, w.WORTH] *= 1.0 + p[w.PRIZE]
        desk[t.objective_who, w.RATE] *= 1.0 + p[w.PRIZE]
    power = np.zeros(2)
    for j in range(t.n_combatants):
        if s.combatants[j].status == k.STANDING:
            power[t.roster[j].side] += desk[j, w.LEFT] * (1.0 + max(desk[j, w.NEAR], desk[j, w.FAR]))
    for side in range(2):
        flees = t.objective == k.ESCAPE and t.objective_side == side
        if t.survivor_worth > 0 and t.escaped_worth > 0 and power[side] < p[w.LOST] * power[1 - side]:
            flees = True
        rate = 0.0
        left = 0.0
        dealt = 0.0
        n = 0
        own = 0
        for j in range(t.n_combatants):
            if s.combatants[j].status == k.STANDING:
                if t.roster[j].side != side:
                    rate += p[w.PROGRESS] * desk[j, w.WORTH] / t.roster[j].max_vigor
                    left += desk[j, w.LEFT]
                    n += 1
                else:
                    dealt += max(desk[j, w.NEAR], desk[j, w.FAR])
                    own += 1
        for j in range(t.n_combatants):
            if t.roster[j].side == side:
                desk[j, w.FLEES] = 1.0 if flees else 0.0
                desk[j, w.FOE_RATE] = rate / max(1, n)
                desk[j, w.CHANCE] = max(p[w.SHARE], 1.0 / max(1, own))
                desk[j, w.LASTS] = min(1.0, left / max(1.0, LONG * dealt))


@jit
def weigh_one(t, s, p, j, d):
    """One row of the desk: what a combatant is worth, how much vigor it has left to lose, and how it fights."""
    c = s.combatants[j]
    r = t.roster[j]
    d[w.NEAR] = r.kit[0] / 10.0
    d[w.FAR] = r.kit[1] / 10.0
    d[w.HIT] = max(d[w.NEAR], d[w.FAR]) / HIT_CHANCE
    bonus = damage_dealt_bonus(t, s, j)
    d[w.DEALT] = bonus
    d[w.TAKEN] = damage_taken_bonus(t, s, j)
    best = max(0.0, d[w.HIT] + bonus) * HIT_CHANCE
    d[w.NEAR] = max(0.0, d[w.NEAR] + HIT_CHANCE * bonus) if d[w.NEAR] > 0 else 0.0
    d[w.FAR] = max(0.0, d[w.FAR] + HIT_CHANCE * bonus) if d[w.FAR] > 0 else 0.0
    turns = p[w.TURNS] + (0.5 if c.acted == 0 else 0.0)
    d[w.WORTH] = p[w.BASE] + turns * (best + p[w.CARE] * (r.kit[4] + 0.5 * min(4, r.kit[5] + r.kit[6])))
    d[w.LEFT] = max(1, shown_vigor(t, s, j) + (bloodied_value(t, s, j) if r.endures else 0))
    d[w.FALLS] = 1.0 - chance_success(t, 0, r.virtues[k.MIGHT])
    d[w.RATE] = p[w.PROGRESS] * d[w.WORTH] / (d[w.LEFT] + p[w.SOFT])
    for die in range(k.GUARD_DICE):
        if can_guard(t, s, j, die) == k.OK:
            d[w.GUARD] = max(d[w.GUARD], 0.5 * (r.guard_dice[die] + 1))
    d[w.SPEED] = max(0, r.speed + move_points_bonus(t, s, j))
    d[w.MOBILITY] = mobility(t, j)
    d[w.RATING] = -1.0
    for item in range(k.ITEM_SLOTS):
        away = melee_reach(t, s, j, item)
        d[w.REACH] = max(d[w.REACH], away)
        if away > 0 and can_react(t, s, j) == k.OK:
            d[w.RATING] = max(d[w.RATING], weapon_rating(t, s, j, item))
    d[w.FAR_RANGE] = r.kit[2]


@jit
def harm(s, p, desk, j, damage):
    """What `damage` on combatant j takes from its side: its whole worth when it drops, else a part, more of it when it is dying (T8.21)."""
    if damage <= 0:
        return 0.0
    d = desk[j]
    share = 1.0
    if damage < d[w.LEFT]:
        share = p[w.PROGRESS] * damage / d[w.LEFT]
        if s.combatants[j].vigor <= 0:
            share += (1.0 - share) * d[w.FALLS]
    return d[w.WORTH] * share * (p[w.OUT] if s.combatants[j].status == k.DEFEATED else 1.0)


@jit
def blow(s, p, desk, j, damage):
    """What a blow on combatant j takes from its side, with the guard die that it may put against it."""
    guard = desk[j, w.GUARD]
    plain = harm(s, p, desk, j, damage)
    if guard == 0.0:
        return plain
    return plain + p[w.GUARD_TRUST] * (harm(s, p, desk, j, damage - guard) - plain)


@jit
def mend(s, p, desk, j, amount):
    """What `amount` of vigor is worth to combatant j's side; 0.0 when it would be wasted."""
    c = s.combatants[j]
    gain = min(amount, c.max_vigor - c.vigor)
    if gain <= 0:
        return 0.0
    d = desk[j]
    value = p[w.PROGRESS] * d[w.WORTH] * gain / (d[w.LEFT] + gain)
    if c.vigor <= 0 and c.vigor + gain > 0:
        value += p[w.RISE] * d[w.WORTH] * (1.0 if c.status == k.DEFEATED else d[w.FALLS])
    return value


@jit
def recover_value(t, s, p, desk, j, amount):
    """What spending up to `amount` recoveries is worth to combatant j's side: the best number of them (T8.40)."""
    best = 0.0
    for n in range(1, min(amount, recoveries_left(t, s, j)) + 1):
        best = max(best, mend(s, p, desk, j, n * recovery_value(t, s, j)) - n * p[w.RECOVERY] * desk[j, w.RATE])
    return best


@jit
def worn(bonus, blow_of):
    """A bonus to damage as it counts: a cut is at most the blow that it is taken from, a gain adds less the higher it is already."""
    return max(-blow_of, bonus) if bonus < 0.0 else bonus * 8.0 / (8.0 + bonus)


@jit
def state_value(t, s, p, desk, j, state, potency):
    """What `potency` more of a state (less, when negative) is worth to the side of combatant j, from the state's columns."""
    d = desk[j]
    c = s.combatants[j]
    x = t.states[state]
    value = 0.0
    if x.damage_dealt != 0 and d[w.HIT] > 0:
        value += p[w.HITS] * d[w.LASTS] * d[w.FOE_RATE] * (worn(d[w.DEALT] + potency * x.damage_dealt, d[w.HIT]) - worn(d[w.DEALT], d[w.HIT]))
    if x.damage_taken != 0:
        gain = worn(d[w.TAKEN] + potency * x.damage_taken, 5.0) - worn(d[w.TAKEN], 5.0)
        value -= min(p[w.HITS], 0.2 * d[w.LEFT]) * d[w.RATE] * gain
    if x.vigor_at_start > 0:
        value += d[w.RATE] * min(p[w.TICKS] * potency * x.vigor_at_start, c.max_vigor - c.vigor + 1.0)
    elif x.vigor_at_start < 0:
        value += d[w.RATE] * max(p[w.TICKS] * potency * x.vigor_at_start, -d[w.LEFT])
    if x.move_points != 0:
        value += p[w.STEP] * d[w.LASTS] * d[w.FOE_RATE] * potency * x.move_points * (1.0 if d[w.NEAR] >= d[w.FAR] else 0.3)
    if x.burns != 0:
        value -= d[w.RATE] * min(p[w.TICKS] * (potency + (3.0 if (c.states[state] == 0) == (potency > 0) else 0.0)), d[w.LEFT])
    if x.move_pain != 0:
        value -= d[w.RATE] * min(0.5 * p[w.TICKS] * potency * x.move_pain, d[w.LEFT])
    if x.points_lost != 0:
        value -= 0.35 * potency * x.points_lost * max(d[w.NEAR], d[w.FAR]) * d[w.FOE_RATE]
    return value + presence_value(p, d, x, c.states[state], potency)


@jit
def presence_value(p, d, x, now, potency):
    """What a state is worth to its bearer's side for being there at all: `potency` is added to `now`. x: its row, d: the desk's."""
    after = max(0, now + potency)
    if (now > 0) == (after > 0):
        return 0.0
    dealt = max(d[w.NEAR], d[w.FAR]) * p[w.HITS] * d[w.LASTS] * d[w.FOE_RATE]  # what it is still expected to deal
    loss = 0.22 * dealt * (x.cuts_deeds + 0.5 * x.taunts)
    if x.sight_adjacent != 0:
        loss += dealt * (0.5 if d[w.FAR] > d[w.NEAR] else 0.15)
    loss += d[w.RATE] * (0.5 * d[w.GUARD] * x.no_reactions + x.edge_melee_against)
    if x.half_speed != 0:
        loss += p[w.STEP] * 0.5 * d[w.SPEED] * d[w.LASTS] * d[w.FOE_RATE]
    return -loss if after > 0 else loss


@jit
def ground_cost(t, s, p, desk, j, x, y):
    """What it takes from the side of combatant j to come to stand at (x, y): pits (G12.5), hazards, what auras and sanctuaries do there."""
    size = t.roster[j].bulk
    pit = True
    met = 0
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            if t.terrain[yy * t.width + xx] & k.PIT == 0:
                pit = False
            n = np.int64(t.feature_at[yy * t.width + xx])
            if n != k.EMPTY and t.features[n].kind == k.HAZARD_FEATURE and s.feature_state[n] == k.ON:
                met |= 1 << n
    cost = 0.0
    if pit:
        cost += harm(s, p, desk, j, 0.5 * (t.rules.pit_die + 1)) - state_value(t, s, p, desk, j, k.TOPPLED, max(1, t.rules.pit_toppled))
        cost += p[w.STEP] * desk[j, w.SPEED] * desk[j, w.FOE_RATE]
    if t.changing == 0:
        return cost
    for n in range(t.n_features):
        f = t.features[n]
        if met >> n & 1:
            cost += harm(s, p, desk, j, f.plus + (0.5 * (f.die + 1) if f.die > 0 else 0.0))
            cost -= state_value(t, s, p, desk, j, f.condition, f.potency) if f.condition != k.NONE else 0.0
    for n in range(k.MAX_EFFECTS):
        e = s.effects[n]
        if e.kind != k.EF_HAZARD and e.kind != k.EF_AURA and e.kind != k.EF_SANCTUARY:
            continue
        fellow = t.roster[e.owner].side == t.roster[j].side
        if (e.whom == k.FOES and fellow) or (e.whom == k.FELLOWS and not fellow):
            continue
        if not covers(t, s, n, x, y) and not covers(t, s, n, x + size - 1, y + size - 1):
            continue
        if e.kind == k.EF_SANCTUARY or (e.kind == k.EF_AURA and e.state == k.NONE and e.whom == k.FELLOWS):
            cost -= 0.5 * e.potency * desk[j, w.RATE]
        elif e.state != k.NONE:
            cost -= state_value(t, s, p, desk, j, e.state, e.potency)
        else:
            cost += harm(s, p, desk, j, e.potency)
    return cost


@jit
def force_value(t, s, p, desk, j, squares):
    """What moving combatant j so many squares by force takes from its side: steps of its own, and half of the worst ground near it."""
    d = desk[j]
    c = s.combatants[j]
    worst = 0.0
    within = min(squares, 3)
    for y in range(max(0, c.y - within), min(t.height - t.roster[j].bulk, c.y + within) + 1):
        for x in range(max(0, c.x - within), min(t.width - t.roster[j].bulk, c.x + within) + 1):
            worst = max(worst, ground_cost(t, s, p, desk, j, x, y))
    return 0.5 * worst + p[w.STEP] * squares * d[w.FOE_RATE] * (0.5 if d[w.NEAR] >= d[w.FAR] else 0.2)


@jit
def line_value(t, s, p, desk, j, line, more):
    """What a line other than damage to a target is worth to the side of combatant j, with `more` potency."""
    if line.verb == k.V_STATE:
        return state_value(t, s, p, desk, j, line.state, line.potency + more)
    if line.verb == k.V_END_STATE:
        now = s.combatants[j].states[line.state]
        ended = now if line.potency == 0 else min(now, line.potency)
        return state_value(t, s, p, desk, j, line.state, -ended) if ended > 0 else 0.0
    if line.verb == k.V_RECOVER:
        return recover_value(t, s, p, desk, j, line.potency + more)
    if line.verb == k.V_DAMAGE:
        return -harm(s, p, desk, j, line.plus) if line.who != k.WHO_TARGET else 0.0
    if line.verb == k.V_FORCE:
        return -force_value(t, s, p, desk, j, line.potency + more)
    d = desk[j]
    step = p[w.STEP] * d[w.FOE_RATE]
    if line.verb == k.V_GRAB:
        return -step * d[w.SPEED] * (1.0 if d[w.FAR] > d[w.NEAR] else 0.3)  # it cannot step away from who holds it (T8.24)
    if line.verb == k.V_MOVE:
        return step * line.potency
    if line.verb == k.V_GAIN or line.verb == k.V_LOSE:
        each = step  # of movement
        if line.kind == k.GAIN_VIGOR:
            return mend(s, p, desk, j, line.potency) if line.verb == k.V_GAIN else -harm(s, p, desk, j, line.potency)
        if line.kind == k.GAIN_FOCUS:
            each = p[w.FOCUS] * d[w.FOE_RATE]
        elif line.kind == k.GAIN_GUARD_DIE:
            each = p[w.KEEP_DIE] * d[w.GUARD] * d[w.RATE]
        return each * line.potency if line.verb == k.V_GAIN else -each * line.potency
    return 0.0
