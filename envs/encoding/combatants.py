"""The rows of the combatants: what each is, what it has left, what it is to the asker, and what it could do."""

import numpy as np

from ..core import codes as k
from ..core.bonds import holds_anyone
from ..core.effects import reaches
from ..core.forecast import shown_vigor
from ..core.grid import distance, ground_under, in_pit
from ..core.instruments import free_hands, melee_reach
from ..core.jit import jit
from ..core.movement import is_painful, mobility
from ..core.sight import look
from ..core.surroundings import carries_light, is_elusive
from ..core.vigor import is_bloodied
from . import columns as c
from .effects import bearing


@jit
def observe_combatants(t, s, to, rows):
    """One row a combatant slot; `to` is the asker's best expected damage on each, float64 (16,)."""
    asker = s.asker if s.asker != k.NONE else s.turn_of
    for i in range(t.n_combatants):
        row = rows[i]
        b = s.combatants[i]
        own = t.roster[i].side == s.asked
        row[c.C_PRESENT] = 1
        row[c.C_PRESENT + 1] = own
        row[c.C_PRESENT + 2] = not own
        row[c.C_PRESENT + 3] = i == s.asker
        row[c.C_PRESENT + 4] = i == s.turn_of
        row[c.C_PRESENT + 10] = b.x
        row[c.C_PRESENT + 11] = b.y
        row[c.C_PRESENT + 12] = t.roster[i].bulk
        row[c.C_ABOUT] = t.objective_who == i
        observe_vigor(t, s, i, row)
        if b.status > k.DEFEATED:
            continue
        observe_stats(t, s, i, row)
        observe_place_of(t, s, i, row)
        for m in range(k.MAX_STATES):
            row[c.C_STATES + m] = b.states[m]
        for m in range(k.KIT_FEATURES):
            row[c.C_KIT + m] = t.roster[i].kit[m]
        if asker != k.NONE and s.combatants[asker].status <= k.DEFEATED:
            observe_tie(t, s, asker, i, np.int64(10 * to[i]), row)
    mark_roles(s, rows)


@jit
def observe_tie(t, s, asker, i, damage, row):
    """What combatant i is to the asker: how far and in sight, what each could do to the other, grabs, taunts, and whether it can be disrupted."""
    a = s.combatants[asker]
    b = s.combatants[i]
    kit = t.roster[i].kit
    away = distance(t, s, asker, i)
    seen = look(t, s, asker, i)
    p = c.C_DISTANCE
    row[p] = away
    row[p + 1] = seen == k.CLEAR
    row[p + 2] = seen == k.COVER
    row[p + 3] = damage
    row[p + 4] = max(kit[0] if away <= 2 else 0, kit[1] if away <= kit[2] and seen != k.BLOCKED else 0)
    row[c.C_TAUNTED] = b.taunter == asker
    row[c.C_TAUNTED + 1] = a.taunter == i
    row[c.C_ABOUT + 1] = a.grabbed_by >> i & 1
    row[c.C_ABOUT + 2] = b.grabbed_by >> asker & 1
    row[c.C_ABOUT + 8] = a.prevail_open >> i & 1


@jit
def observe_place_of(t, s, i, row):
    """What the ground under combatant i, the effects that reach it and its grabs mean to it."""
    b = s.combatants[i]
    size = t.roster[i].bulk
    ground = ground_under(t, s, b.x, b.y, size)
    p = c.C_ABOUT
    row[p + 3] = holds_anyone(t, s, i)
    row[p + 4] = ground & k.PIT != 0 and in_pit(t, s, i)
    for y in range(b.y, b.y + size):
        if t.goal[y] >> b.x & ((1 << size) - 1) != 0:
            row[p + 5] = 1
    row[p + 6] = ground & k.EXIT != 0
    if t.darkness != 0:
        row[c.C_LIGHT] = carries_light(t, s, i)
    if t.changing == 0:
        return
    row[p + 7] = is_painful(t, s, i, b.x, b.y)
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind != k.NONE and reaches(t, s, n, i):
            worth = bearing(t, s, n, i)
            row[c.C_EFFECTS] += max(0, worth)
            row[c.C_EFFECTS + 1] += max(0, -worth)


@jit
def mark_roles(s, rows):
    """Mark the targets of the deed or action, with the result on each, and whom force moves, and where a blow, a deed, force or a thrown thing comes from."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        rows[s.targets[m].who, c.C_PRESENT + 5] = 1
        if s.deed.n_dice > 0:  # each target has a result of its own (T5.8)
            rows[s.targets[m].who, c.C_PRESENT + 7 + s.targets[m].result] = 1
    if f.kind == k.F_FORCE:
        rows[f.who, c.C_PRESENT + 5] = 1
    if f.kind == k.F_ACTION and f.step > 0 and (f.a == k.HELP or f.a == k.PREVAIL or f.a == k.DISRUPT):
        rows[f.b, c.C_PRESENT + 5] = 1
    if f.kind == k.F_DAMAGE or f.kind == k.F_FORCE:
        rows[f.a, c.C_PRESENT + 6] = 1
    elif f.kind == k.F_THROW:
        rows[f.who, c.C_PRESENT + 6] = 1
    elif f.kind == k.F_COUNTER:
        rows[s.deed.user, c.C_PRESENT + 6] = 1


@jit
def observe_vigor(t, s, i, row):
    """Vigor, as the asked side knows it, and what follows from it."""
    b = s.combatants[i]
    vigor = shown_vigor(t, s, i)
    row[c.C_VIGOR] = vigor
    row[c.C_VIGOR + 1] = b.max_vigor
    row[c.C_VIGOR + 2] = 100 * vigor // max(1, b.max_vigor)
    row[c.C_VIGOR + 3] = is_bloodied(t, s, i)
    row[c.C_VIGOR + 4] = b.vigor <= 0 and b.status <= k.DEFEATED
    row[c.C_VIGOR + 5] = b.status == k.DEFEATED
    row[c.C_VIGOR + 6] = b.status == k.DEAD
    row[c.C_VIGOR + 7] = b.status == k.GONE
    row[c.C_VIGOR + 8] = b.acted
    row[c.C_VIGOR + 9] = b.arrives > s.round_no


@jit
def observe_stats(t, s, i, row):
    """Points, numbers of the stat block and what the round has used up."""
    b = s.combatants[i]
    r = t.roster[i]
    p = c.C_POINTS
    row[p] = b.points
    row[p + 1] = b.move_points
    row[p + 2] = r.speed
    row[p + 3] = mobility(t, i)
    row[p + 4] = b.focus if t.hidden_numbers == 0 or r.side == s.asked else 0  # G8.29
    row[p + 5] = b.recoveries
    row[p + 6] = b.endurance
    for v in range(4):
        row[p + 7 + v] = r.virtues[v]
    row[p + 11] = r.virtues[r.key]
    g = c.C_GUARD
    for die in range(k.GUARD_DICE):
        if r.guard_dice[die] > 0 and b.guard_spent >> die & 1 == 0:
            row[g] += 1
            row[g + 1] = max(row[g + 1], r.guard_dice[die])
    row[g + 2] = b.reactions
    row[g + 3] = b.defend
    row[g + 4] = b.aim
    for kind in range(5):
        row[c.C_HELPED + kind] = b.helped >> kind & 1
    for item in range(k.ITEM_SLOTS):
        row[g + 5] = max(row[g + 5], melee_reach(t, s, i, item))
    row[g + 6] = r.endures
    row[g + 7] = r.light_dependent
    row[g + 8] = b.grabbed_by != 0
    row[g + 9] = is_elusive(t, s, i)
    row[g + 10] = free_hands(t, s, i) > 0
