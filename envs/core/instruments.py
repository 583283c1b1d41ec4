"""Chapter 5, instruments (T5.3, T5.4, G5.3a): what a deed is done with, how far it reaches, what its symbols are worth.

A *way* of doing a deed is an item slot (0 the bare hand), plus ITEM_SLOTS when a weapon that is both is used at range.
"""

from . import codes as k
from .jit import jit


@jit
def held_gear(s, i, slot):
    """Gear row of the item that combatant i holds in an item slot (1 to 7); NONE for an empty slot or a stowed item."""
    item = s.combatants[i].items[slot - 1]
    if item == k.NONE or s.items[item].held == 0:
        return k.NONE
    return s.items[item].gear


@jit
def free_hands(t, s, i):
    """Hands of combatant i that hold nothing; an item says how many it fills, a kept grab fills one (G5.3a)."""
    hands = t.roster[i].hands
    for slot in range(1, k.ITEM_SLOTS):
        gear = held_gear(s, i, slot)
        if gear != k.NONE:
            hands -= t.gear[gear].hands
    for j in range(t.n_combatants):
        hands -= s.combatants[j].grabbed_by >> i & 1
    return hands


@jit
def suits(t, s, i, deed, way):
    """Whether a way of doing a deed is open to combatant i: a suitable instrument in hand (T5.3)."""
    kind = t.deeds[deed].instrument
    if way == k.BARE_HAND:
        if kind == k.INNATE:
            return True
        if kind == k.RANGED or kind == k.VERSATILE:
            return False
        return free_hands(t, s, i) > 0
    if kind == k.INNATE or kind == k.TOOL or (way >= k.ITEM_SLOTS and kind != k.VERSATILE) or way == k.ITEM_SLOTS:
        return False
    gear = held_gear(s, i, way % k.ITEM_SLOTS)
    if gear == k.NONE:
        return False
    flags = t.gear[gear].kinds
    if kind == k.MELEE:
        return flags & k.G_MELEE != 0
    if kind == k.RANGED:
        return flags & (k.G_RANGED | k.G_THROWING) != 0
    if kind == k.SPELL:
        return flags & k.G_CATALYST != 0
    if way >= k.ITEM_SLOTS:
        return flags & k.G_MELEE != 0 and flags & (k.G_RANGED | k.G_THROWING) != 0
    return flags & (k.G_MELEE | k.G_RANGED | k.G_THROWING) != 0


@jit
def used_as(t, s, i, deed, way):
    """The kind of instrument that a way counts as: a versatile deed is the kind that is used (T5.3)."""
    kind = t.deeds[deed].instrument
    if kind != k.VERSATILE:
        return kind
    gear = held_gear(s, i, way % k.ITEM_SLOTS)
    return k.MELEE if way < k.ITEM_SLOTS and gear != k.NONE and t.gear[gear].kinds & k.G_MELEE else k.RANGED


@jit
def melee_reach(t, s, i, slot):
    """Squares that an armament reaches in melee; 0 when it is none. The bare hand has the stat block's reach."""
    if slot == k.BARE_HAND:
        return t.roster[i].reach if free_hands(t, s, i) > 0 else 0
    gear = held_gear(s, i, slot)
    if gear == k.NONE or t.gear[gear].kinds & k.G_MELEE == 0:
        return 0
    return t.gear[gear].reach


@jit
def throwing_range(t, s, i):
    """Squares that combatant i throws: 4 + Grace, and what it has aimed (T3.13, G3.1a)."""
    return max(0, t.rules.throw_range + t.roster[i].virtues[k.GRACE]) + s.combatants[i].aim


@jit
def deed_range(t, s, i, deed, way):
    """Range in squares of a deed done in a way (T5.3); a deed may name its own. Aim lengthens all but melee and innate deeds, once (G3.1a)."""
    d = t.deeds[deed]
    kind = used_as(t, s, i, deed, way)
    slot = way % k.ITEM_SLOTS
    if kind == k.INNATE or (kind == k.MELEE and (d.range != k.NONE or slot == k.BARE_HAND)):
        return d.range if d.range != k.NONE else t.roster[i].reach
    if kind == k.TOOL and d.range == k.NONE:
        return throwing_range(t, s, i)
    aim = s.combatants[i].aim
    if d.range != k.NONE:
        return d.range + aim
    if slot == k.BARE_HAND:
        return t.rules.hand_range + aim  # a spell by a free hand
    gear = held_gear(s, i, slot)
    if gear == k.NONE:
        return 0  # it has left the hand meanwhile
    if kind == k.MELEE:
        return t.gear[gear].reach
    if kind == k.RANGED and t.gear[gear].kinds & k.G_RANGED == 0:
        return throwing_range(t, s, i)
    return t.gear[gear].range + aim


@jit
def is_thrown(t, s, i, deed, way):
    """Whether a way of doing a deed throws the weapon: used at range, and made for throwing only (T3.13)."""
    slot = way % k.ITEM_SLOTS
    if slot == k.BARE_HAND or used_as(t, s, i, deed, way) != k.RANGED:
        return False
    gear = held_gear(s, i, slot)
    return gear != k.NONE and t.gear[gear].kinds & k.G_RANGED == 0


@jit
def weapon_rating(t, s, i, way):
    """What one dagger symbol is worth (T7.1): the armament of that way, else the stat block's bare-hand number; 0 with its supply used up."""
    return symbol_rating(t, s, i, way, k.G_MELEE | k.G_RANGED | k.G_THROWING)


@jit
def spell_rating(t, s, i, way):
    """What one omega is worth (T7.1): the catalyst of that way, else the stat block's bare-hand number; 0 with its supply used up."""
    return symbol_rating(t, s, i, way, k.G_CATALYST)


@jit
def symbol_rating(t, s, i, way, kinds):
    """Rating of the item of a way if it is of those kinds of gear, spell for catalysts, weapon else; without it the bare-hand number."""
    slot = way % k.ITEM_SLOTS
    spell = kinds == k.G_CATALYST
    if slot != k.BARE_HAND:
        gear = held_gear(s, i, slot)
        if gear != k.NONE and t.gear[gear].kinds & kinds:
            if t.gear[gear].supply != 0 and s.items[s.combatants[i].items[slot - 1]].supply == 0:
                return 0
            return t.gear[gear].spell if spell else t.gear[gear].weapon
    return t.roster[i].bare_spell if spell else t.roster[i].bare_weapon
