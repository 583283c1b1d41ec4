"""Chapter 4: reactions (T4.1-T4.5, G4.3a, G4.10): who may react, what it costs. Guard is asked in `damage.py`, counter in `counter.py`."""

from . import codes as k
from .jit import jit
from .states import may_react


@jit
def can_react(t, s, i):
    """Why combatant i cannot react: not standing (T8.22), staggered (T4.7), or no focus for one after the first this round (T4.2)."""
    c = s.combatants[i]
    if c.status != k.STANDING:
        return k.WHY_NOT_STANDING
    if not may_react(t, s, i):
        return k.WHY_STAGGERED
    if c.reactions > 0 and c.focus < t.rules.reaction_focus:
        return k.WHY_NO_FOCUS
    return k.OK


@jit
def pay_reaction(t, s, i):
    """Count a reaction; each after the first costs focus (T4.2)."""
    c = s.combatants[i]
    if c.reactions > 0:
        c.focus -= t.rules.reaction_focus
    c.reactions += 1


@jit
def can_guard(t, s, i, die):
    """Why combatant i cannot guard with a guard die (T4.5)."""
    if t.roster[i].guard_dice[die] == 0:
        return k.WHY_NO_DIE
    if s.combatants[i].guard_spent >> die & 1:
        return k.WHY_SPENT
    return can_react(t, s, i)


@jit
def can_guard_any(t, s, i):
    """Whether any guard die is left and may be used."""
    for die in range(k.GUARD_DICE):
        if can_guard(t, s, i, die) == k.OK:
            return True
    return False
