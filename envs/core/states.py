"""Chapter 8: states with a potency (T8.1, T8.2, T8.5-T8.18, T8.25, G8.27). What a state does is in its columns of `t.states`."""

from . import codes as k
from .bonds import set_potency
from .dice import roll
from .effects import sanctuary
from .events import emit
from .jit import jit
from .vigor import lose_vigor, regain_vigor


@jit
def add_state(t, s, i, state, potency, source):
    """Give combatant i a state: the opposite is cancelled first, point for point, the rest stacks up to the cap (T8.1, T8.2, G8.27).

    It lasts until something ends it: nothing here wears off (T8.3). source: who gives it; a taunt has a new taunter then, and potencies add (G8.18a); NONE, or itself, gives no taunt.
    """
    c = s.combatants[i]
    if t.states[state].taunts != 0:
        if source == k.NONE or source == i:
            return  # nobody taunts itself
        c.taunter = source
    opposite = t.states[state].opposite
    rest = potency
    if opposite != k.NONE:
        cancelled = min(rest, c.states[opposite])
        set_potency(t, s, i, opposite, c.states[opposite] - cancelled)
        rest -= cancelled
    c.states[state] = min(c.states[state] + rest, t.rules.potency_cap)
    emit(s, k.E_STATE, i, state, potency, c.states[state])


@jit
def lower_state(t, s, i, state, potency):
    """Lower a state of combatant i; potency 0 ends it."""
    c = s.combatants[i]
    lost = c.states[state] if potency == 0 else min(potency, c.states[state])
    if lost > 0:
        set_potency(t, s, i, state, c.states[state] - lost)
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
    """What the target's states add to attack damage that it takes (T8.5, T8.6), less what a sanctuary keeps off."""
    total = 0
    for m in range(k.MAX_STATES):
        potency = s.combatants[i].states[m]
        if potency != 0:
            total += potency * t.states[m].damage_taken
    return total - (sanctuary(t, s, i) if t.changing != 0 else 0)


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
def is_slowed(t, s, i):
    """Whether a state halves the speed of combatant i (T8.25)."""
    for m in range(k.MAX_STATES):
        if s.combatants[i].states[m] != 0 and t.states[m].half_speed != 0:
            return True
    return False


@jit
def may_react(t, s, i):
    """Whether no state keeps combatant i from reacting (T8.17, T4.7)."""
    for m in range(k.MAX_STATES):
        if s.combatants[i].states[m] != 0 and t.states[m].no_reactions != 0:
            return False
    return True


@jit
def move_pain(t, s, i):
    """One movement hurts a combatant by its states, walked, jumped, teleported or forced (T8.14, T12.2); not the defeated (T8.22)."""
    for m in range(k.MAX_STATES):
        c = s.combatants[i]
        if c.states[m] != 0 and t.states[m].move_pain != 0 and c.status == k.STANDING:
            emit(s, k.E_STATE_VIGOR, i, m, -c.states[m] * t.states[m].move_pain, 0)
            lose_vigor(t, s, i, c.states[m] * t.states[m].move_pain)


@jit
def start_of_turn(t, s, i):
    """States at the start of a turn, in the order of G2.8: points lost, vigor regained and lost, burning; each may be its bearer's end."""
    c = s.combatants[i]
    for m in range(k.MAX_STATES):
        if c.states[m] != 0 and t.states[m].points_lost != 0:
            c.points = max(0, c.points - t.states[m].points_lost)
            emit(s, k.E_STAGGER, i, m, t.states[m].points_lost, 0)
            lower_state(t, s, i, m, 1)
    for m in range(k.MAX_STATES):
        per_point = t.states[m].vigor_at_start
        if c.status != k.STANDING or c.states[m] == 0 or per_point == 0:
            continue
        emit(s, k.E_STATE_VIGOR, i, m, c.states[m] * per_point, 0)
        if per_point > 0:
            regain_vigor(t, s, i, c.states[m] * per_point)
        else:
            lose_vigor(t, s, i, -c.states[m] * per_point)
    for m in range(k.MAX_STATES):
        if c.status == k.STANDING and c.states[m] != 0 and t.states[m].burns != 0:
            burn(t, s, i, m)


@jit
def burn(t, s, i, state):
    """Burning: a die and its potency of vigor; then a 1 ends it, anything else feeds it (T8.15)."""
    c = s.combatants[i]
    rolled = roll(s, t.rules.burning_die)
    lost = rolled + c.states[state]
    emit(s, k.E_BURN, i, state, lost, rolled)
    if rolled == 1:
        lower_state(t, s, i, state, 0)
    else:
        c.states[state] = min(c.states[state] + t.rules.burning_growth, t.rules.potency_cap)
    lose_vigor(t, s, i, lost)
