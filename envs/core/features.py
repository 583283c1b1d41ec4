"""Chapter 3, the features of the map: doors (T2.7, G2.7a), what can be interacted with (T3.7) or broken (T3.4)."""

import numpy as np

from . import codes as k
from .check import check_alone
from .events import emit
from .grid import gap
from .instruments import free_hands, held_gear
from .jit import jit
from .sight import look_at
from .surroundings import refresh

@jit
def is_in_reach(t, s, i, square, reach):
    """Whether a square is within so many squares of combatant i and in sight: arm's reach, or adjacent (T3.4, T3.7, G10.6)."""
    c = s.combatants[i]
    x = square % t.width
    y = square // t.width
    return gap(c.x, c.y, t.roster[i].bulk, x, y, 1) <= reach and look_at(t, s, i, x, y) != k.BLOCKED


@jit
def feature_on(t, square):
    """Feature on a square, EMPTY for none."""
    return np.int64(t.feature_at[square])


@jit
def can_work(t, s, i, entry, square):
    """Why combatant i cannot take DOOR, INTERACT or BREAK at a square."""
    n = feature_on(t, square)
    if n == k.EMPTY or s.feature_state[n] == k.BROKEN:
        return k.WHY_NO_FEATURE
    if not is_in_reach(t, s, i, square, 1 if entry == k.BREAK else t.rules.arm_reach):
        return k.WHY_TOO_FAR
    if entry == k.DOOR:
        return can_door(t, s, n, square)
    if entry == k.INTERACT:
        return can_interact(t, s, n)
    return can_break(t, s, i, n)


@jit
def can_door(t, s, n, square):
    """Why a door cannot be opened or closed: it is none, it is locked, or somebody stands in it (T2.7, G2.7a, G10.6)."""
    if t.features[n].kind != k.DOOR_FEATURE:
        return k.WHY_NO_FEATURE
    if s.feature_state[n] == k.LOCKED:
        return k.WHY_LOCKED
    return k.WHY_OCCUPIED if s.feature_state[n] == k.OFF and s.occupant[square] != k.EMPTY else k.OK


@jit
def can_interact(t, s, n):
    """Why a feature cannot be worked with *interact*: locked doors, levers and lamps can (T3.7)."""
    kind = t.features[n].kind
    return k.OK if kind == k.LEVER or kind == k.LAMP or (kind == k.DOOR_FEATURE and s.feature_state[n] == k.LOCKED) else k.WHY_NO_FEATURE


@jit
def can_break(t, s, i, n):
    """Why a feature cannot be broken: no material, no armament in hand, or too hard with all points that are left (T3.4)."""
    if t.features[n].material == 0:
        return k.WHY_NO_FEATURE
    if not is_armed(t, s, i):
        return k.WHY_NO_INSTRUMENT
    spare = s.combatants[i].points - t.actions[k.BREAK].cost
    return k.OK if t.roster[i].virtues[k.MIGHT] + spare >= t.features[n].material else k.WHY_TOO_HARD


@jit
def is_armed(t, s, i):
    """Whether combatant i has an armament to break things with: a melee weapon in hand, or bare hands or claws that are one (T3.4)."""
    if t.roster[i].bare_weapon > 0 and free_hands(t, s, i) > 0:
        return True
    for slot in range(1, k.ITEM_SLOTS):
        gear = held_gear(s, i, slot)
        if gear != k.NONE and t.gear[gear].kinds & k.G_MELEE:
            return True
    return False


@jit
def anything_to_work(t, s, i, entry):
    """Why combatant i has nothing to open, work or break; OK when there is something."""
    for n in range(t.n_features):
        f = t.features[n]
        if f.kind != k.HAZARD_FEATURE and can_work(t, s, i, entry, f.y * t.width + f.x) == k.OK:
            return k.OK
    return k.WHY_NO_FEATURE


@jit
def points_for_feature(t, s, i, entry, square, extra):
    """Why extra points do not fit: enough to break the material (T3.4); for *interact* only where a check is asked (T3.7)."""
    f = t.features[feature_on(t, square)]
    if entry == k.BREAK:
        return k.OK if t.roster[i].virtues[k.MIGHT] + extra >= f.material else k.WHY_TOO_HARD
    return k.OK if extra == 0 or f.check != 0 else k.WHY_NO_RULE


@jit
def set_feature(t, s, n, state):
    """A feature has another state from now on."""
    s.feature_state[n] = state
    emit(s, k.E_FEATURE, n, t.features[n].kind, state, 0)
    refresh(t, s)


@jit
def turn_feature(t, s, n):
    """A feature is worked: open or closed, on or off; a locked door opens, and nothing closes on somebody (G10.6)."""
    f = t.features[n]
    state = s.feature_state[n]
    if state == k.OFF:
        if f.blocks == 0 or s.occupant[f.y * t.width + f.x] == k.EMPTY:
            set_feature(t, s, n, k.ON)
    elif state != k.BROKEN:
        set_feature(t, s, n, k.OFF)


@jit
def interact(t, s, i, square, extra):
    """Work a feature, by a check if the file sets one (T3.7); what it is linked to goes with it."""
    n = feature_on(t, square)
    f = t.features[n]
    if f.check != 0:
        check_alone(t, s, i, f.virtue, extra, k.KIND_INTERACT)
        emit(s, k.E_CHECK, i, k.NONE, s.targets[0].total, s.targets[0].result)
        if s.targets[0].result == k.FAIL:
            return
    turn_feature(t, s, n)
    if f.link != k.NONE:
        turn_feature(t, s, f.link)
