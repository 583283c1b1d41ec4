"""Chapter 8, special states of vigor: bloodied, dying, defeated, dead (T8.20-T8.22, G8.26, G8.28), and recovery (T8.40, G8.41)."""

from . import codes as k
from .bonds import end_taunts, release_all
from .dice import roll
from .effects import end_effects_of
from .events import emit
from .grid import lift
from .jit import jit
from .surroundings import relight


@jit
def bloodied_value(t, s, i):
    """Half of the current maximum, rounded down (G8.20a)."""
    return s.combatants[i].max_vigor // t.rules.bloodied_divisor


@jit
def is_bloodied(t, s, i):
    """T8.20."""
    return 0 < s.combatants[i].vigor <= bloodied_value(t, s, i)


@jit
def is_dying(s, i):
    """T8.21: at 0 vigor or below and not dead."""
    return s.combatants[i].vigor <= 0 and s.combatants[i].status <= k.DEFEATED


@jit
def drop_out(t, s, i, status):
    """Combatant i is defeated, dead or gone: its effects, taunts and grabs end (G8.4a, G8.18a, G8.24a); the dead and the gone leave the map (G8.28)."""
    c = s.combatants[i]
    c.status = status
    end_effects_of(t, s, i)
    end_taunts(t, s, i)
    release_all(t, s, i)
    if status == k.DEFEATED:
        return
    c.grabbed_by = 0
    lift(t, s, i)
    if status == k.DEAD:
        for slot in range(k.ITEM_SLOTS - 1):
            drop_item(t, s, i, slot, c.y * t.width + c.x)
    relight(t, s)


@jit
def drop_item(t, s, i, slot, square):
    """The item in an item slot (0 to 6) of combatant i comes to lie on a square, unattended."""
    item = s.combatants[i].items[slot]
    if item == k.NONE:
        return
    s.combatants[i].items[slot] = k.NONE
    s.items[item].held = 0
    s.items[item].place = square


@jit
def die(t, s, i):
    """Combatant i dies: it leaves the map and drops its items (G8.28)."""
    drop_out(t, s, i, k.DEAD)
    emit(s, k.E_DEAD, i, 0, 0, 0)


@jit
def lose_vigor(t, s, i, amount):
    """Take vigor away and test for death: at 0 without `endures` (G8.26), at minus the bloodied value with it (T8.22a, G8.22b)."""
    c = s.combatants[i]
    was = c.vigor
    c.vigor -= amount
    if c.vigor > 0 or amount <= 0:
        return
    if t.roster[i].endures == 0 or c.vigor <= -bloodied_value(t, s, i):
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
    """The check of a dying creature that was damaged by an attack: Might, with help if it has any (T3.6); no question is asked (T8.21, G8.26)."""
    c = s.combatants[i]
    one = roll(s, 10)
    two = roll(s, 10)
    total = one + two + t.roster[i].virtues[k.MIGHT]
    if c.helped >> (k.KIND_TENACITY - k.KIND_DEED) & 1:
        c.helped ^= 1 << (k.KIND_TENACITY - k.KIND_DEED)
        three = roll(s, 10)
        total += three - min(one, two, three)
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
    c.max_vigor = max(1, c.max_vigor - t.rules.injury_vigor)
    if c.status == k.STANDING:
        drop_out(t, s, i, k.DEFEATED)
        emit(s, k.E_DEFEATED, i, 0, 0, 0)
