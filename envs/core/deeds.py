"""Chapter 5: which deeds can be attempted, with what, on whom (T5.1-T5.4, T5.7). Legality only; `resolve.py` plays a deed out."""

from . import codes as k
from .grid import distance
from .instruments import deed_range, suits
from .jit import jit
from .sight import look


@jit
def can_target(t, s, i, deed, slot, target):
    """Why combatant i cannot choose `target` for a deed done with instrument `slot`; OK when it can."""
    if target >= t.n_combatants or s.combatants[target].status > k.DEFEATED:
        return k.WHY_NO_COMBATANT
    why = takes(t, i, deed, target)
    if why != k.OK or i == target:
        return why
    if distance(t, s, i, target) > deed_range(t, s, i, deed, slot):
        return k.WHY_TOO_FAR
    if look(t, s, i, target) == k.BLOCKED:
        return k.WHY_NO_SIGHT
    return k.OK


@jit
def takes(t, i, deed, target):
    """Why `target` is not the kind of target that a deed of combatant i takes (T5.7, G5.7b, its size limit), wherever both stand."""
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
    if d.size_limit != k.NONE and t.roster[target].bulk > t.roster[i].bulk + d.size_limit:
        return k.WHY_TOO_LARGE
    return k.OK


@jit
def has_target(t, s, i, deed, slot):
    """Whether a deed done with an instrument has any legal target."""
    for target in range(t.n_combatants):
        if can_target(t, s, i, deed, slot, target) == k.OK:
            return True
    return False


@jit
def can_instrument(t, s, i, deed, slot):
    """Why a deed cannot be done with what is in an item slot: unsuitable (T5.3), or nothing to do it to."""
    if not suits(t, s, i, deed, slot):
        return k.WHY_NO_INSTRUMENT
    return k.OK if has_target(t, s, i, deed, slot) else k.WHY_NO_TARGET


@jit
def can_attempt(t, s, i, slot):
    """Why combatant i cannot attempt the deed in a deed slot: focus (T5.2), instrument, target. Points and T2.5 are the menu's."""
    deed = t.roster[i].deeds[slot]
    if deed == k.NONE:
        return k.WHY_NO_DEED
    if t.deeds[deed].focus > s.combatants[i].focus:
        return k.WHY_NO_FOCUS
    why = k.WHY_NO_INSTRUMENT
    for item in range(k.ITEM_SLOTS):
        found = can_instrument(t, s, i, deed, item)
        if found == k.OK:
            return k.OK
        if found == k.WHY_NO_TARGET:
            why = found
    return why


@jit
def can_attempt_any(t, s, i):
    """Why combatant i cannot attempt any of its own deeds; OK as soon as one can be attempted."""
    why = k.WHY_NO_DEED
    for slot in range(k.OWN_DEEDS):
        if t.roster[i].deeds[slot] == k.NONE:
            continue
        why = can_attempt(t, s, i, slot)
        if why == k.OK:
            return k.OK
    return why
