"""The rows of lasting effects (T8.4, T11.7): what each is, whose, whom it is for, and who stands in it; what they mean to one combatant."""

from ..core import codes as k
from ..core.effects import reaches
from ..core.grid import gap
from ..core.jit import jit
from ..core.prevail import EFFECT_CHOICE
from . import columns as c


@jit
def bearing(t, s, n, i):
    """What lasting effect n means to combatant i where it reaches it: its potency if it is good, minus it if it is bad, else 0 (clouds, light).

    i = NONE: to any of those that it is for.
    """
    e = s.effects[n]
    if i != k.NONE and e.whom != k.ANYONE and (e.whom == k.FELLOWS) != (t.roster[e.owner].side == t.roster[i].side):
        return 0
    worth = 0
    if e.kind == k.EF_SANCTUARY:
        worth = 1
    elif e.kind == k.EF_HAZARD or e.kind == k.EF_AURA:
        worth = 1 if e.kind == k.EF_AURA and e.whom == k.FELLOWS else -1  # an aura for fellows gives vigor back
        if e.state != k.NONE:
            worth = 1 if t.states[e.state].good != 0 else -1
        if e.kind == k.EF_AURA and worth < 0 and i == e.owner:
            worth = 0  # G11.10
    return worth * e.potency


@jit
def observe_effects(t, s, rows):
    """The lasting effects, int16 (16, features): the same rows as the choices of the EFFECT group."""
    if t.changing == 0:
        return
    f = s.frames[s.depth - 1]
    for n in range(k.MAX_EFFECTS):
        e = s.effects[n]
        if e.kind == k.NONE:
            continue
        row = rows[n]
        own = t.roster[e.owner].side == s.asked
        row[c.E_PRESENT] = 1
        row[c.E_KIND + e.kind] = 1
        p = c.E_OWN
        row[p] = own
        row[p + 1] = not own
        row[p + 2] = e.owner == s.asker
        row[p + 3] = f.kind == k.F_ACTION and f.a == k.DISRUPT and f.c == EFFECT_CHOICE + n
        row[p + 4] = e.potency
        row[p + 5] = e.extent
        row[p + 6] = e.decay
        row[p + 7] = e.whom == k.ANYONE or (e.whom == k.FELLOWS) == own
        row[p + 8] = e.whom == k.ANYONE or (e.whom == k.FELLOWS) != own
        if e.state != k.NONE:
            row[c.E_GIVES + e.state] = 1
        observe_ground_of(t, s, n, row)


@jit
def observe_ground_of(t, s, n, row):
    """Where lasting effect n lies, whom it reaches there, and whether that is good or bad for those whom it is for."""
    e = s.effects[n]
    p = c.E_GOOD
    row[p] = bearing(t, s, n, k.NONE) > 0
    row[p + 1] = bearing(t, s, n, k.NONE) < 0
    left = e.x
    top = e.y
    size = e.extent
    if e.kind == k.EF_AURA:
        left = s.combatants[e.owner].x - e.extent
        top = s.combatants[e.owner].y - e.extent
        size = 2 * e.extent + t.roster[e.owner].bulk
    row[p + 2] = left + size // 2
    row[p + 3] = top + size // 2
    for j in range(t.n_combatants):
        if s.combatants[j].status <= k.DEFEATED and reaches(t, s, n, j):
            row[p + (5 if t.roster[j].side == s.asked else 6)] += 1
            if j == s.asker:
                row[p + 7] = 1
    if s.asker != k.NONE:
        b = s.combatants[s.asker]
        row[p + 4] = gap(b.x, b.y, t.roster[s.asker].bulk, left, top, size)


@jit
def observe_place(t, s, i, x, y, size, row):
    """What can be worked or broken on a square, a hazard and clouds on it, and what lasting effects would mean to combatant i if it stood there."""
    p = c.S_PLACE
    g = c.S_GROUND
    n = t.feature_at[y * t.width + x]
    if n != k.EMPTY and s.feature_state[n] != k.BROKEN:
        f = t.features[n]
        if f.kind <= k.LAMP:
            row[p + f.kind] = 1
            row[p + 4] = s.feature_state[n] != k.OFF
            row[p + 5] = s.feature_state[n] == k.LOCKED
            row[p + 6] = f.check
            row[p + 7] = f.link != k.NONE
            row[g] = f.material
        elif s.feature_state[n] == k.ON:
            row[g + 1] = f.plus + (f.die + 1) // 2
            row[g + 2] = f.potency
    for m in range(k.MAX_EFFECTS):
        e = s.effects[m]
        if e.kind == k.NONE:
            continue
        if e.kind == k.EF_AURA:
            b = s.combatants[e.owner]
            inside = e.owner == i or gap(b.x, b.y, t.roster[e.owner].bulk, x, y, size) <= e.extent
        else:
            inside = x < e.x + e.extent and x + size > e.x and y < e.y + e.extent and y + size > e.y
        if not inside:
            continue
        if e.kind == k.EF_LIGHT_CLOUD or e.kind == k.EF_DENSE_CLOUD:
            row[g + 3 + (e.kind == k.EF_DENSE_CLOUD)] = 1
        worth = bearing(t, s, m, i)
        row[c.S_EFFECTS] += max(0, worth)
        row[c.S_EFFECTS + 1] += max(0, -worth)
