"""Chapter 8: states with a potency (T8.1, T8.2, T8.5-T8.12, G8.27). What a state does is in its columns of `t.states`."""

from . import codes as k
from .events import emit
from .jit import jit
from .vigor import lose_vigor, regain_vigor


@jit
def add_state(t, s, i, state, potency):
    """Give combatant i a state: the opposite is cancelled first, point for point, the rest stacks up to the cap (T8.1, T8.2, G8.27)."""
    c = s.combatants[i]
    opposite = t.states[state].opposite
    rest = potency
    if opposite != k.NONE:
        cancelled = min(rest, c.states[opposite])
        c.states[opposite] -= cancelled
        rest -= cancelled
    c.states[state] = min(c.states[state] + rest, t.rules.potency_cap)
    emit(s, k.E_STATE, i, state, potency, c.states[state])


@jit
def lower_state(t, s, i, state, potency):
    """Lower a state of combatant i; potency 0 ends it."""
    c = s.combatants[i]
    lost = c.states[state] if potency == 0 else min(potency, c.states[state])
    c.states[state] -= lost
    if lost > 0:
        emit(s, k.E_STATE, i, state, -lost, c.states[state])


@jit
def damage_dealt_bonus(t, s, i):
    """What the attacker's states add to its attack damage (T8.9, T8.10)."""
    total = 0
    for m in range(k.MAX_STATES):
        potency = s.combatants[i].states[m]
        if potency != 0:
            total += potency * t.states[m].damage_dealt
    return total


@jit
def damage_taken_bonus(t, s, i):
    """What the target's states add to attack damage that it takes (T8.5, T8.6)."""
    total = 0
    for m in range(k.MAX_STATES):
        potency = s.combatants[i].states[m]
        if potency != 0:
            total += potency * t.states[m].damage_taken
    return total


@jit
def move_points_bonus(t, s, i):
    """Movement points that states add to *move* (T8.11, T8.12); negative when they take some."""
    total = 0
    for m in range(k.MAX_STATES):
        potency = s.combatants[i].states[m]
        if potency != 0:
            total += potency * t.states[m].move_points
    return total


@jit
def start_of_turn(t, s, i):
    """States at the start of a turn, in the order of G2.8; the defeated neither lose nor regain by states (T8.22)."""
    for m in range(k.MAX_STATES):
        c = s.combatants[i]
        if c.status != k.STANDING:
            return
        potency = c.states[m]
        per_point = t.states[m].vigor_at_start
        if potency == 0 or per_point == 0:
            continue
        emit(s, k.E_STATE_VIGOR, i, m, potency * per_point, 0)
        if per_point > 0:
            regain_vigor(t, s, i, potency * per_point)
        else:
            lose_vigor(t, s, i, -potency * per_point)
