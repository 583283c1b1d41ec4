"""Chapter 5, instruments (T5.3, T5.4, G5.3a): what a deed is done with, how far it reaches, what its symbols are worth."""

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
def free_hand(t, s, i):
    """Whether a hand of combatant i is free; an item says how many it fills (G5.3a)."""
    hands = t.roster[i].hands
    for slot in range(1, k.ITEM_SLOTS):
        gear = held_gear(s, i, slot)
        if gear != k.NONE:
            hands -= t.gear[gear].hands
    return hands > 0


@jit
def suits(t, s, i, deed, slot):
    """Whether item slot `slot` (0 the bare hand) is a suitable instrument for a deed (T5.3)."""
    kind = t.deeds[deed].instrument
    if slot == k.BARE_HAND:
        if kind == k.INNATE:
            return True
        if kind == k.RANGED or kind == k.VERSATILE:
            return False
        return free_hand(t, s, i)
    if kind == k.INNATE or kind == k.TOOL:
        return False
    gear = held_gear(s, i, slot)
    if gear == k.NONE:
        return False
    flags = t.gear[gear].kinds
    if kind == k.MELEE:
        return flags & k.G_MELEE != 0
    if kind == k.RANGED:
        return flags & k.G_RANGED != 0
    if kind == k.SPELL:
        return flags & k.G_CATALYST != 0
    return flags & (k.G_MELEE | k.G_RANGED) != 0


@jit
def melee_reach(t, s, i, slot):
    """Squares that an armament reaches in melee; 0 when it is none. The bare hand has the stat block's reach."""
    if slot == k.BARE_HAND:
        return t.roster[i].reach if free_hand(t, s, i) else 0
    gear = held_gear(s, i, slot)
    if gear == k.NONE or t.gear[gear].kinds & k.G_MELEE == 0:
        return 0
    return t.gear[gear].reach


@jit
def deed_range(t, s, i, deed, slot):
    """Range in squares of a deed done with an instrument (T5.3); a deed may name its own."""
    d = t.deeds[deed]
    if d.range != k.NONE:
        return d.range
    if slot == k.BARE_HAND:
        if d.instrument == k.SPELL:
            return t.rules.hand_range
        if d.instrument == k.TOOL:
            return max(0, t.rules.throw_range + t.roster[i].virtues[k.GRACE])
        return t.roster[i].reach
    gear = t.gear[held_gear(s, i, slot)]
    if d.instrument == k.MELEE or (d.instrument == k.VERSATILE and gear.kinds & k.G_RANGED == 0):
        return gear.reach
    return gear.range


@jit
def weapon_rating(t, s, i, slot):
    """What one dagger symbol is worth (T7.1): the armament in that slot, else the stat block's bare-hand number; 0 with its supply used up."""
    if slot != k.BARE_HAND:
        gear = held_gear(s, i, slot)
        if gear != k.NONE and t.gear[gear].kinds & (k.G_MELEE | k.G_RANGED):
            if t.gear[gear].supply != 0 and s.items[s.combatants[i].items[slot - 1]].supply == 0:
                return 0
            return t.gear[gear].weapon
    return t.roster[i].bare_weapon


@jit
def spell_rating(t, s, i, slot):
    """What one omega is worth (T7.1): the catalyst in that slot, else the stat block's bare-hand number; 0 with its supply used up."""
    if slot != k.BARE_HAND:
        gear = held_gear(s, i, slot)
        if gear != k.NONE and t.gear[gear].kinds & k.G_CATALYST:
            if t.gear[gear].supply != 0 and s.items[s.combatants[i].items[slot - 1]].supply == 0:
                return 0
            return t.gear[gear].spell
    return t.roster[i].bare_spell
