"""Chapter 8, lasting effects with a potency: clouds, auras, sanctuaries, light (T8.4, G8.4a, T11.7)."""

from . import codes as k
from .events import emit
from .jit import jit
from .surroundings import covers, refresh


@jit
def clear_effect(e):
    """Empty the row of a lasting effect."""
    e.kind = k.NONE
    e.owner = k.NONE
    e.potency = 0
    e.x = 0
    e.y = 0
    e.extent = 0
    e.decay = 0
    e.state = k.NONE
    e.whom = 0


@jit
def end_effect(t, s, n):
    """Lasting effect n is over."""
    e = s.effects[n]
    emit(s, k.E_EFFECT_ENDS, e.owner, n, e.kind, 0)
    aura = e.kind == k.EF_AURA or e.kind == k.EF_SANCTUARY
    clear_effect(e)
    if not aura:
        refresh(t, s)


@jit
def lower_effect(t, s, n, potency):
    """Lower the potency of lasting effect n; at 0 it ends (G8.4a)."""
    e = s.effects[n]
    if potency >= e.potency:
        end_effect(t, s, n)
    else:
        e.potency -= potency


@jit
def free_effect_row(t, s):
    """A row for one more lasting effect: with all taken the first of the weakest ends."""
    weakest = 0
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind == k.NONE:
            return n
        if s.effects[n].potency < s.effects[weakest].potency:
            weakest = n
    end_effect(t, s, weakest)
    return weakest


@jit
def add_effect(t, s, owner, line, potency, x, y, extent):
    """Make the lasting effect of a deed's line: squares from (x, y) on, or an aura around its owner."""
    n = free_effect_row(t, s)
    e = s.effects[n]
    e.kind = line.kind
    e.owner = owner
    e.potency = min(potency, t.rules.potency_cap)
    e.x = x
    e.y = y
    e.extent = extent
    e.decay = line.decay
    e.state = line.state
    e.whom = line.whom
    emit(s, k.E_EFFECT, owner, n, e.kind, e.potency)
    refresh(t, s)


@jit
def end_effects_of(t, s, owner):
    """Effects of one that is dead, defeated or gone end (G8.4a)."""
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind != k.NONE and s.effects[n].owner == owner:
            end_effect(t, s, n)


@jit
def decay_effects(t, s, owner):
    """At its owner's turn an effect decays (G8.4a)."""
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind != k.NONE and s.effects[n].owner == owner and s.effects[n].decay > 0:
            lower_effect(t, s, n, s.effects[n].decay)


@jit
def reaches(t, s, n, i):
    """Whether lasting effect n reaches combatant i: one of those that it is for, in one of its squares (G11.11)."""
    e = s.effects[n]
    fellow = t.roster[e.owner].side == t.roster[i].side
    if (e.whom == k.FOES and fellow) or (e.whom == k.FELLOWS and not fellow):
        return False
    c = s.combatants[i]
    for y in range(c.y, c.y + t.roster[i].bulk):
        for x in range(c.x, c.x + t.roster[i].bulk):
            if covers(t, s, n, x, y):
                return True
    return False


@jit
def sanctuary(t, s, i):
    """Damage that sanctuaries take off attacks on combatant i."""
    total = 0
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind == k.EF_SANCTUARY and reaches(t, s, n, i):
            total += s.effects[n].potency
    return total
