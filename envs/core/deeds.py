"""Chapter 5: which deeds can be attempted, with what, on whom (T5.1-T5.4, T5.7). Legality only; `resolve.py` plays a deed out."""

from . import codes as k
from .areas import has_area
from .grid import distance
from .instruments import deed_range, free_hands, suits
from .jit import jit
from .record import NEEDS_GRAB_ON_USER, NEEDS_HAND
from .sight import look


@jit
def can_target(t, s, i, deed, way, target):
    """Why combatant i cannot choose `target` for a deed done in a way (`instruments.py`); OK when it can."""
    if target >= t.n_combatants or s.combatants[target].status > k.DEFEATED:
        return k.WHY_NO_COMBATANT
    why = takes(t, s, i, deed, target)
    if why != k.OK or i == target:
        return why
    if distance(t, s, i, target) > deed_range(t, s, i, deed, way):
        return k.WHY_TOO_FAR
    if t.deeds[deed].targets != k.T_AREA and look(t, s, i, target) == k.BLOCKED:
        return k.WHY_NO_SIGHT
    return k.OK


@jit
def takes(t, s, i, deed, target):
    """Why `target` is not the kind of target that a deed of combatant i takes (T5.7, G5.7b, its size limit, its grabs), wherever both stand."""
    d = t.deeds[deed]
    fellow = t.roster[i].side == t.roster[target].side
    if d.targets == k.T_PERSONAL:
        return k.OK if i == target else k.WHY_NOT_FELLOW
    if i == target and (d.targets == k.T_ALLY or d.kind == k.ATTACK):
        return k.WHY_NOT_SELF  # G5.7b: an attack on chosen creatures is never on oneself
    if (d.targets == k.T_ALLY or d.targets == k.T_COMPANION) and not fellow:
        return k.WHY_NOT_FELLOW
    if (d.targets == k.T_CREATURE or d.targets == k.T_CREATURES) and d.kind == k.ATTACK and t.rules.attack_targets == 1 and fellow:
        return k.WHY_NOT_FOE
    if d.kind == k.MANEUVER_DEED and i == target:
        return k.WHY_NOT_SELF
    if d.size_limit != k.NONE and t.roster[target].bulk > t.roster[i].bulk + d.size_limit:
        return k.WHY_TOO_LARGE
    if d.needs == NEEDS_GRAB_ON_USER and s.combatants[i].grabbed_by >> target & 1 == 0:
        return k.WHY_NOT_GRABBED
    if d.needs == NEEDS_HAND and s.combatants[target].grabbed_by >> i & 1:
        return k.WHY_GRABBED
    return k.OK


@jit
def has_target(t, s, i, deed, way):
    """Whether a deed done in a way has any legal target or place."""
    if t.deeds[deed].targets == k.T_AREA:
        return has_area(t, s, i, deed, way)
    for target in range(t.n_combatants):
        if can_target(t, s, i, deed, way, target) == k.OK:
            return True
    return False


@jit
def can_way(t, s, i, deed, way):
    """Why a deed cannot be done in a way: unsuitable (T5.3), no hand to grab with (G8.24a), or nothing to do it to."""
    if not suits(t, s, i, deed, way):
        return k.WHY_NO_INSTRUMENT
    if t.deeds[deed].needs == NEEDS_HAND and free_hands(t, s, i) <= 0:
        return k.WHY_NO_HAND
    return k.OK if has_target(t, s, i, deed, way) else k.WHY_NO_TARGET


@jit
def can_instrument(t, s, i, deed, slot):
    """Why a deed cannot be done with what is in an item slot, in either way of using it (T5.4)."""
    why = can_way(t, s, i, deed, slot)
    if why != k.OK and t.deeds[deed].instrument == k.VERSATILE:
        return min(why, can_way(t, s, i, deed, slot + k.ITEM_SLOTS))
    return why


@jit
def can_do(t, s, i, deed):
    """Why combatant i cannot do a deed at all: focus (T5.2), instrument, target."""
    if deed == k.NONE:
        return k.WHY_NO_DEED
    if t.deeds[deed].focus > s.combatants[i].focus:
        return k.WHY_NO_FOCUS
    why = k.WHY_NO_INSTRUMENT
    for item in range(k.ITEM_SLOTS):
        found = can_instrument(t, s, i, deed, item)
        if found == k.OK:
            return k.OK
        if found != k.WHY_NO_INSTRUMENT:
            why = found
    return why


@jit
def can_attempt(t, s, i, slot):
    """Why combatant i cannot attempt the deed or maneuver in a deed slot. Points, T2.5 and T2.6 are the menu's."""
    return can_do(t, s, i, t.roster[i].deeds[slot])


@jit
def anyone_near(t, s, i):
    """Whether anybody else on the map is within the longest reach that there is."""
    for j in range(t.n_combatants):
        if j != i and s.combatants[j].status <= k.DEFEATED and distance(t, s, i, j) <= k.MAX_REACH:
            return True
    return False


@jit
def is_hand_to_hand(t, deed):
    """Whether a deed is done to others within melee reach only: most are, and most of the time nobody is there."""
    d = t.deeds[deed]
    return d.instrument == k.MELEE and d.range == k.NONE and d.kind != k.GAMBIT and (d.targets == k.T_CREATURE or d.targets == k.T_CREATURES)


@jit
def can_attempt_any(t, s, i, first, last):
    """Why combatant i cannot attempt any deed of slots first to last - 1; OK as soon as one can be attempted."""
    why = k.WHY_NO_DEED
    near = anyone_near(t, s, i)
    for slot in range(first, last):
        deed = t.roster[i].deeds[slot]
        if deed == k.NONE:
            continue
        if not near and is_hand_to_hand(t, deed):
            why = k.WHY_NO_TARGET
            continue
        why = can_do(t, s, i, deed)
        if why == k.OK:
            return k.OK
    return why
