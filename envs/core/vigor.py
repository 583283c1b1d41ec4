"""Chapter 8, special states of vigor: bloodied, dying, defeated, dead (T8.20-T8.22, G8.26, G8.28), and recovery (T8.40, G8.41)."""

from . import codes as k
from .dice import roll
from .events import emit
from .grid import lift
from .jit import jit


@jit
def bloodied_value(s, i):
    """Half of the current maximum, rounded down (G8.20a)."""
    return s.combatants[i].max_vigor // 2


@jit
def is_bloodied(s, i):
    """T8.20."""
    return 0 < s.combatants[i].vigor <= bloodied_value(s, i)


@jit
def is_dying(s, i):
    """T8.21: at 0 vigor or below and not dead."""
    return s.combatants[i].vigor <= 0 and s.combatants[i].status <= k.DEFEATED


@jit
def die(t, s, i):
    """Combatant i dies: it leaves the map (G8.28)."""
    s.combatants[i].status = k.DEAD
    lift(t, s, i)
    emit(s, k.E_DEAD, i, 0, 0, 0)


@jit
def lose_vigor(t, s, i, amount):
    """Take vigor away and test for death: at 0 without `endures` (G8.26), at minus the bloodied value with it (T8.22a, G8.22b)."""
    c = s.combatants[i]
    was = c.vigor
    c.vigor -= amount
    if c.vigor > 0 or amount <= 0:
        return
    if t.roster[i].endures == 0 or c.vigor <= -bloodied_value(s, i):
        die(t, s, i)
    elif was > 0:
        emit(s, k.E_DYING, i, 0, 0, 0)


@jit
def regain_vigor(t, s, i, amount):
    """Give vigor back, never past the maximum; at 1 the defeated rise (T8.22)."""
    c = s.combatants[i]
    c.vigor = max(c.vigor, min(c.vigor + amount, c.max_vigor))
    if c.status == k.DEFEATED and c.vigor >= 1:
        c.status = k.STANDING
        emit(s, k.E_RISES, i, 0, 0, 0)


@jit
def recovery_value(t, s, i):
    """Vigor that one recovery restores: the current maximum over the divisor, rounded up (G8.41)."""
    return (s.combatants[i].max_vigor + t.rules.recovery_divisor - 1) // t.rules.recovery_divisor


@jit
def recoveries_left(t, s, i):
    """Recoveries that combatant i may still spend: its own counter, or endurance (G8.41)."""
    return s.combatants[i].recoveries if t.rules.recovery_pool == 0 else s.combatants[i].endurance


@jit
def spend_recoveries(t, s, i, amount):
    """Spend recoveries and regain vigor (T8.40)."""
    c = s.combatants[i]
    if t.rules.recovery_pool == 0:
        c.recoveries -= amount
    else:
        c.endurance -= amount
    emit(s, k.E_RECOVER, i, 0, amount, amount * recovery_value(t, s, i))
    regain_vigor(t, s, i, amount * recovery_value(t, s, i))


@jit
def tenacity(t, s, i):
    """The check of a dying creature that was damaged by an attack: Might, no question is asked (T8.21, G8.26)."""
    c = s.combatants[i]
    total = roll(s, 10) + roll(s, 10) + t.roster[i].virtues[k.MIGHT]
    if total > t.rules.conflict_max:
        emit(s, k.E_TENACITY, i, 0, k.TRIUMPH, total)
        return
    if total > t.rules.fail_max:
        emit(s, k.E_TENACITY, i, 0, k.CONFLICT, total)
        c.endurance = max(0, c.endurance - t.rules.tenacity_conflict)
        return
    emit(s, k.E_TENACITY, i, 0, k.FAIL, total)
    if c.endurance <= 0:
        die(t, s, i)
        return
    c.endurance = max(0, c.endurance - t.rules.tenacity_fail)
    c.injuries += 1
    c.max_vigor = max(1, c.max_vigor - 1)
    if c.status == k.STANDING:
        c.status = k.DEFEATED
        emit(s, k.E_DEFEATED, i, 0, 0, 0)
