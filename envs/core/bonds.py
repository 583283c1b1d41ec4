"""Chapter 8, what ties two combatants: grabs (T8.24, G8.24a) and taunts (T8.18, G8.18a), and when they end."""

from . import codes as k
from .events import emit
from .grid import distance
from .jit import jit


@jit
def holds_anyone(t, s, i):
    """Whether combatant i keeps a grab on somebody."""
    for j in range(t.n_combatants):
        if s.combatants[j].grabbed_by >> i & 1:
            return True
    return False


@jit
def grab(s, i, j):
    """Combatant i grabs combatant j."""
    s.combatants[j].grabbed_by |= 1 << i
    emit(s, k.E_GRAB, i, j, 0, 0)


@jit
def end_grab(s, i, j):
    """The grab of combatant i on combatant j ends, if there is one."""
    if s.combatants[j].grabbed_by >> i & 1:
        s.combatants[j].grabbed_by ^= 1 << i
        emit(s, k.E_GRAB_ENDS, i, j, 0, 0)


@jit
def settle_grabs(t, s):
    """End the grabs whose grappler is no longer adjacent or no longer stands: after anybody moved (G8.24a)."""
    for j in range(t.n_combatants):
        if s.combatants[j].grabbed_by == 0:
            continue
        for i in range(t.n_combatants):
            if s.combatants[j].grabbed_by >> i & 1 and (s.combatants[i].status != k.STANDING or distance(t, s, i, j) > 1):
                end_grab(s, i, j)


@jit
def release_all(t, s, i):
    """Combatant i lets go of everybody: it is down, gone, or has teleported (G8.24a)."""
    for j in range(t.n_combatants):
        end_grab(s, i, j)


@jit
def set_potency(t, s, i, state, potency):
    """Write the potency of a state; a taunt that ends has no taunter."""
    c = s.combatants[i]
    c.states[state] = potency
    if potency == 0 and t.states[state].taunts != 0:
        c.taunter = k.NONE


@jit
def end_taunts(t, s, i):
    """Taunts by combatant i end: it is dead, defeated or gone (G8.18a)."""
    for j in range(t.n_combatants):
        if s.combatants[j].taunter != i:
            continue
        for m in range(k.MAX_STATES):
            if t.states[m].taunts != 0 and s.combatants[j].states[m] != 0:
                set_potency(t, s, j, m, 0)
