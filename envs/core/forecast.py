"""What a deed is worth before the dice fall: exact odds from the tables, expected damage, and a combatant's kit in numbers.

Damage here is before guard and without sparks, unless a function says otherwise.
"""

import numpy as np

from . import codes as k
from .areas import can_be_in, has_area, overlaps
from .check import net_edges, virtue_of
from .damage import deed_bonus
from .deeds import can_target
from .grid import distance
from .instruments import deed_range, free_hands, melee_reach, spell_rating, suits, weapon_rating
from .jit import jit
from .record import NEEDS_HAND
from .sparks import happens_on
from .vigor import bloodied_value

NEAR = 2  # a deed with at most this range is done at close quarters


@jit
def chance_at_least(t, net, virtue, total):
    """Probability that a check with `net` edges and a virtue reaches `total`."""
    return t.odds.at_least[max(-k.MAX_NET, min(k.MAX_NET, net)) + k.MAX_NET, max(0, min(23, total - virtue))]


@jit
def chance_triumph(t, net, virtue):
    """Probability of a triumph (G6.1)."""
    return chance_at_least(t, net, virtue, t.rules.conflict_max + 1)


@jit
def chance_success(t, net, virtue):
    """Probability of a conflict or better (G6.1)."""
    return chance_at_least(t, net, virtue, t.rules.fail_max + 1)


@jit
def shown_vigor(t, s, i):
    """Vigor of combatant i as the asked side knows it: of a foe whose numbers are hidden the highest of its band (G8.29)."""
    vigor = np.int64(s.combatants[i].vigor)
    if t.hidden_numbers == 0 or t.roster[i].side == s.asked:
        return vigor
    half = bloodied_value(t, s, i)
    return 0 if vigor <= 0 else (half if vigor <= half else np.int64(s.combatants[i].max_vigor))


@jit
def area_reach(t, s, i, deed, way):
    """Farthest distance at which a deed of combatant i can affect somebody: its range, for areas with what they add to it, sight aside."""
    d = t.deeds[deed]
    if d.targets != k.T_AREA or d.area == k.MELEE_BURST or d.area == k.SPELL_BURST:
        return deed_range(t, s, i, deed, way)
    if d.area == k.BLAST or d.area == k.PATH:
        return deed_range(t, s, i, deed, way) + d.area_size - 1
    return np.int64(d.area_size)


@jit
def deed_symbols(t, s, user, deed, way, result):
    """Worth of the symbols that a target gets on FAIL, CONFLICT or TRIUMPH; -1 when the deed deals no damage with that result (T7.2)."""
    d = t.deeds[deed]
    weapon = weapon_rating(t, s, user, way)
    spell = spell_rating(t, s, user, way)
    total = 0
    deals = False
    for n in range(d.n_lines):
        line = d.lines[n]
        if line.verb != k.V_DAMAGE or line.who != k.WHO_TARGET:
            continue
        if happens_on(line.when, result):
            deals = True
            total += line.weapon * weapon + line.spell * spell + line.plus
    return total if deals else -1


@jit
def expected_blow(t, deed, virtue, net, conflict, triumph, bonus):
    """Expected damage of a deed's successes, from the symbols on conflict and on triumph (-1: none) and the states' bonus; never below 0 (G7.3).

    A deed without a check is always a conflict.
    """
    at_triumph = 0.0
    at_conflict = 1.0
    if t.deeds[deed].sure == 0:
        at_triumph = chance_triumph(t, net, virtue)
        at_conflict = chance_success(t, net, virtue) - at_triumph
    total = 0.0
    if conflict >= 0:
        total += at_conflict * max(0, conflict + bonus)
    if triumph >= 0:
        total += at_triumph * max(0, triumph + bonus)
    return total


@jit
def expected_damage(t, s, user, deed, way, extra, target):
    """Expected damage of a deed on one target, before guard and without sparks; 0.0 when it deals none."""
    bonus = deed_bonus(t, s, user, deed, target)
    virtue = virtue_of(t, user, deed)
    net = net_edges(t, s, user, deed, way, extra, target)
    damage = expected_blow(t, deed, virtue, net, deed_symbols(t, s, user, deed, way, k.CONFLICT), deed_symbols(t, s, user, deed, way, k.TRIUMPH), bonus)
    on_fail = deed_symbols(t, s, user, deed, way, k.FAIL)
    if on_fail >= 0 and t.deeds[deed].sure == 0:
        damage += (1.0 - chance_success(t, net, virtue)) * max(0, on_fail + bonus)
    return damage


@jit
def best_uses(t, s, i, deed, item, to, out):
    """Best use of a deed by combatant i now; item: the item slot of a concoction whose deed it is, which needs no hand (T3.14), else NONE.

    to: float64 (combatants,), raised to the best expected damage on each. out: float64 (9,): foes that it could be done to (for areas all that
    lie within reach of one), best damage on one, its chance of triumph, of failure, range, 1.0 when its triumph drops the target, 1.0 when it
    can be done, fellows like the foes and itself, the most foes that one area of it could hold.
    """
    d = t.deeds[deed]
    out[:] = 0.0
    best = -1.0
    virtue = virtue_of(t, i, deed)
    counted = 0
    for way in range(k.WAYS if d.instrument == k.VERSATILE else k.ITEM_SLOTS):
        if way != item if item != k.NONE else not suits(t, s, i, deed, way) or (d.needs == NEEDS_HAND and free_hands(t, s, i) <= 0):
            continue
        out[4] = max(out[4], deed_range(t, s, i, deed, way))
        conflict = deed_symbols(t, s, i, deed, way, k.CONFLICT)
        triumph = deed_symbols(t, s, i, deed, way, k.TRIUMPH)
        if d.targets == k.T_AREA and has_area(t, s, i, deed, way):
            out[6] = 1.0
        for target in range(t.n_combatants):
            if d.targets != k.T_AREA:
                if can_target(t, s, i, deed, way, target) != k.OK:
                    continue
                out[6] = 1.0
            elif not can_be_in(t, s, i, deed, target) or distance(t, s, i, target) > area_reach(t, s, i, deed, way):
                continue
            if counted >> target & 1 == 0:
                counted |= 1 << target
                out[7 if t.roster[target].side == t.roster[i].side else 0] += 1.0
            net = net_edges(t, s, i, deed, way, 0, target)
            bonus = deed_bonus(t, s, i, deed, target)
            damage = expected_blow(t, deed, virtue, net, conflict, triumph, bonus)
            if d.targets == k.T_AREA and t.roster[target].side == t.roster[i].side:
                continue  # a fellow in an area is a price, not a prospect
            to[target] = max(to[target], damage)
            if damage > best:
                best = damage
                out[1] = damage
                out[2] = chance_triumph(t, net, virtue) if d.sure == 0 else 0.0
                out[3] = 1.0 - chance_success(t, net, virtue) if d.sure == 0 else 0.0
            most = triumph if d.sure == 0 else conflict
            if most >= 0 and most + bonus >= shown_vigor(t, s, target) > 0:
                out[5] = 1.0
    out[8] = most_in_square(t, s, i, counted, d.area_size) if d.area == k.BLAST or d.area == k.CLOSE_BLAST else out[0]


@jit
def most_in_square(t, s, i, among, size):
    """The most foes of combatant i, of those whose bit is set in `among`, that one square of `size` squares a side could hold."""
    most = 0
    for a in range(t.n_combatants):
        for b in range(t.n_combatants):
            if among >> a & 1 == 0 or among >> b & 1 == 0:
                continue
            left = s.combatants[a].x + t.roster[a].bulk - 1  # a square that holds them can be moved until two of them touch its edges
            top = s.combatants[b].y + t.roster[b].bulk - 1
            held = 0
            for j in range(t.n_combatants):
                if among >> j & 1 and t.roster[j].side != t.roster[i].side:
                    held += overlaps(t, s, j, left, top, size)
            most = max(most, held)
    return most


@jit
def fill_kit(t, s):
    """Sum up every stat block's kit, its deeds and own actions, in `roster.kit` (int16, KIT_FEATURES): near and far damage and counter in tenths, range, areas, healing,
    control, support, forcing, guard in tenths, deeds, focus cost. Read with the items held in `s`."""
    for i in range(t.n_combatants):
        kit = t.roster[i].kit
        kit[:] = 0
        for slot in range(k.OWN_DEEDS + k.OWN_ACTIONS):
            deed = t.roster[i].deeds[slot] if slot < k.OWN_DEEDS else t.roster[i].own_actions[slot - k.OWN_DEEDS]
            if deed == k.NONE:
                continue
            kit[10] += 1
            kit[11] = max(kit[11], t.deeds[deed].focus)
            if t.deeds[deed].targets == k.T_AREA:
                kit[3] += 1
            add_damage(t, s, i, deed, kit)
            add_effects(t, deed, kit)
        for die in range(k.GUARD_DICE):
            kit[8] += 5 * (t.roster[i].guard_dice[die] + 1) if t.roster[i].guard_dice[die] > 0 else 0
        for item in range(k.ITEM_SLOTS):
            if melee_reach(t, s, i, item) > 0:
                kit[9] = max(kit[9], 10 * weapon_rating(t, s, i, item))


@jit
def add_damage(t, s, i, deed, kit):
    """Raise near and far damage and range of a kit by one deed."""
    for way in range(k.WAYS):
        if not suits(t, s, i, deed, way):
            continue
        away = area_reach(t, s, i, deed, way)
        damage = expected_blow(t, deed, virtue_of(t, i, deed), 0, deed_symbols(t, s, i, deed, way, k.CONFLICT),
                               deed_symbols(t, s, i, deed, way, k.TRIUMPH), 0)
        column = 0 if away <= NEAR else 1
        kit[column] = max(kit[column], np.int64(10 * damage))
        if damage > 0:
            kit[2] = max(kit[2], away)


@jit
def add_effects(t, deed, kit):
    """Count healing, hindering, helping and forcing potencies of one deed into a kit."""
    d = t.deeds[deed]
    for n in range(d.n_lines):
        line = d.lines[n]
        if line.verb == k.V_RECOVER:
            kit[4] += line.potency
        elif line.verb == k.V_FORCE:
            kit[7] += line.potency
        elif line.verb == k.V_GRAB or (line.verb == k.V_EFFECT and line.whom != k.FELLOWS):
            kit[5] += line.potency
        elif line.verb == k.V_STATE:
            kit[6 if t.states[line.state].good else 5] += line.potency
