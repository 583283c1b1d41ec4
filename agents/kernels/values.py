"""What things are worth to the greedy bot: combatants, damage, healing, states, lines of deeds. Values are for the side named in each function."""

from envs.core import codes as k
from envs.core.actions import mobility
from envs.core.forecast import chance_success
from envs.core.instruments import melee_reach, weapon_rating
from envs.core.jit import jit
from envs.core.reactions import can_guard, can_react
from envs.core.states import damage_dealt_bonus, damage_taken_bonus, move_points_bonus
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
    for side in range(2):
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
    d[w.LEFT] = max(1, c.vigor + (bloodied_value(s, j) if r.endures else 0))
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
    return value


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
    if line.verb == k.V_DAMAGE and line.who != k.WHO_TARGET:
        return -harm(s, p, desk, j, line.plus)
    return 0.0
