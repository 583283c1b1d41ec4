"""Chapter 3, items: draw, sheathe and pick up (T2.7), ready (T3.12), throw and catch (T3.13, G3.13a, T4.6), concoctions (T3.14)."""

import numpy as np

from . import codes as k
from .deeds import has_target
from .events import emit
from .features import is_in_reach
from .frames import ask, pop, push
from .grid import gap, is_wall
from .instruments import free_hands, throwing_range
from .jit import jit
from .reactions import can_react, pay_reaction
from .sight import fill_line, look_between
from .surroundings import relight
from .vigor import drop_item


@jit
def can_item(t, s, i, entry, slot):
    """Why a menu entry cannot be taken with the item in an item slot (1 to 7)."""
    item = s.combatants[i].items[slot - 1] if slot > 0 else k.NONE
    if item == k.NONE:
        return k.WHY_NO_ITEM
    gear = s.items[item].gear
    held = s.items[item].held != 0
    if entry == k.CONCOCTION:
        return can_do_concoction(t, s, i, gear, slot)
    if entry == k.THROW:
        return can_throw_anywhere(t, s, i) if held else k.WHY_NO_ITEM
    if entry != k.READY_ITEMS:
        if t.gear[gear].kinds & (k.G_MELEE | k.G_RANGED | k.G_THROWING) == 0 or held != (entry == k.SHEATHE):
            return k.WHY_NO_ITEM  # weapons only; everything else is readied (T2.7, T3.12)
    elif s.frames[s.depth - 1].kind == k.F_ACTION and s.frames[s.depth - 1].e >> slot & 1:
        return k.WHY_CHOSEN  # each once
    return k.OK if held or t.gear[gear].hands <= free_hands(t, s, i) else k.WHY_NO_HAND


@jit
def can_do_concoction(t, s, i, gear, slot):
    """Why the concoction in an item slot cannot be used: it is none, or its deed has no target (T3.14, G3.14a)."""
    if t.gear[gear].kinds & k.G_CONCOCTION == 0 or t.gear[gear].deed == k.NONE:
        return k.WHY_NO_ITEM
    return k.OK if has_target(t, s, i, t.gear[gear].deed, slot) else k.WHY_NO_TARGET


@jit
def any_item(t, s, i, entry):
    """Why no item will do for a menu entry; OK when one will."""
    why = k.WHY_NO_ITEM
    for slot in range(1, k.ITEM_SLOTS):
        found = can_item(t, s, i, entry, slot)
        if found == k.OK:
            return k.OK
        if found != k.WHY_NO_ITEM:
            why = found
    return why


@jit
def turn_item(t, s, i, slot):
    """A held item is stowed, a stowed one comes to hand."""
    item = s.items[s.combatants[i].items[slot - 1]]
    item.held = 1 - item.held
    emit(s, k.E_ITEM, i, slot, item.held, item.gear)
    if t.darkness != 0:
        relight(t, s)


# -- things on the ground --------------------------------------------------------------------------------------------------
@jit
def item_on(t, s, i, square):
    """Row of the first unattended item on a square that combatant i has hands for; NONE when there is none."""
    for n in range(k.MAX_ITEMS):
        item = s.items[n]
        if item.gear != k.NONE and item.place == square and t.gear[item.gear].hands <= free_hands(t, s, i):
            return n
    return k.NONE


@jit
def free_slot(s, i):
    """First empty item slot of combatant i (1 to 7), 0 when all are full."""
    for slot in range(1, k.ITEM_SLOTS):
        if s.combatants[i].items[slot - 1] == k.NONE:
            return slot
    return 0


@jit
def can_pick_up(t, s, i, square):
    """Why combatant i cannot pick up what lies on a square: in reach, with hands for it (T2.7)."""
    if free_slot(s, i) == 0:
        return k.WHY_NO_HAND
    if item_on(t, s, i, square) == k.NONE:
        return k.WHY_NO_ITEM
    return k.OK if is_in_reach(t, s, i, square, t.rules.arm_reach) else k.WHY_TOO_FAR


@jit
def anything_to_pick_up(t, s, i):
    """Why there is nothing to pick up; OK when there is something."""
    for n in range(k.MAX_ITEMS):
        if s.items[n].gear != k.NONE and s.items[n].place != k.NONE and can_pick_up(t, s, i, s.items[n].place) == k.OK:
            return k.OK
    return k.WHY_NO_ITEM


@jit
def take_item(t, s, i, n):
    """Combatant i takes an unattended item in hand."""
    slot = free_slot(s, i)
    s.combatants[i].items[slot - 1] = n
    s.items[n].held = 1
    s.items[n].place = k.NONE
    emit(s, k.E_ITEM, i, slot, 1, s.items[n].gear)
    if t.darkness != 0:
        relight(t, s)


# -- throwing --------------------------------------------------------------------------------------------------------------
@jit
def can_throw_to(t, s, i, square):
    """Why combatant i cannot throw to a square: within throwing range, no wall, not its own (T3.13)."""
    c = s.combatants[i]
    x = square % t.width
    y = square // t.width
    away = gap(c.x, c.y, t.roster[i].bulk, x, y, 1)
    if away == 0 or away > throwing_range(t, s, i):
        return k.WHY_TOO_FAR
    return k.WHY_OCCUPIED if is_wall(t, s, x, y) else k.OK


@jit
def can_throw_anywhere(t, s, i):
    """Why combatant i cannot throw to any square; OK as soon as one will do, the nearest are looked at first."""
    c = s.combatants[i]
    bulk = t.roster[i].bulk
    for away in range(1, throwing_range(t, s, i) + 1):
        for y in range(max(0, c.y - away), min(t.height, c.y + bulk + away)):
            for x in range(max(0, c.x - away), min(t.width, c.x + bulk + away)):
                if can_throw_to(t, s, i, y * t.width + x) == k.OK:
                    return k.OK
    return k.WHY_NOWHERE


@jit
def throw_item(t, s, i, slot, square):
    """Push the flight of an item: it leaves the hand at once."""
    item = s.combatants[i].items[slot - 1]
    c = s.combatants[i]
    drop_item(t, s, i, slot - 1, c.y * t.width + c.x)
    if t.darkness != 0:
        relight(t, s)
    push(s, k.F_THROW, i)
    f = s.frames[s.depth - 1]
    f.a = item
    f.b = square


@jit
def advance_throw(t, s):
    """Along the line ask each who may catch it, the nearest first; uncaught it lies where it stops, before the first blocker (G3.13a)."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.who]
    bulk = t.roster[f.who].bulk
    to_x = f.b % t.width
    to_y = f.b // t.width
    from_x = max(np.int64(c.x), min(to_x, c.x + bulk - 1))
    from_y = max(np.int64(c.y), min(to_y, c.y + bulk - 1))
    way = np.empty(2 * k.MAX_SIDE, np.int64)
    steps = fill_line(t, from_x, from_y, to_x, to_y, way)
    rest = from_y * t.width + from_x
    clear = look_between(t, s, from_x, from_y, to_x, to_y, f.who, np.int64(s.occupant[f.b])) != k.BLOCKED
    for n in range(steps):
        x = way[n] % t.width
        y = way[n] // t.width
        if is_wall(t, s, x, y):
            continue  # only clipped, or what lies behind it is out of sight
        who = np.int64(s.occupant[way[n]])
        if not clear and look_between(t, s, from_x, from_y, x, y, f.who, who) == k.BLOCKED:
            break
        if way[n] == f.b or who == k.EMPTY or t.roster[who].bulk == 1 or s.combatants[who].status != k.STANDING:
            rest = way[n]  # nothing comes to lie on a large creature that it was not thrown at
        if who != k.EMPTY and who != f.who and f.e >> who & 1 == 0:
            f.e |= 1 << who
            if can_catch(t, s, who) == k.OK:
                f.c = who
                ask(s, k.ASK_CATCH, t.roster[who].side, who)
                return
    s.items[f.a].place = rest
    pop(s)
    if t.darkness != 0:
        relight(t, s)


@jit
def catches_free(t, s, who):
    """Whether it is the ally at whom the thing is thrown: its catch is no reaction (T3.13)."""
    f = s.frames[s.depth - 1]
    return t.roster[who].side == t.roster[f.who].side and s.occupant[f.b] == who


@jit
def can_catch(t, s, who):
    """Why a combatant cannot catch what flies past: hands and room for it, and a reaction unless it is thrown to it (T3.13, T4.6)."""
    f = s.frames[s.depth - 1]
    if free_slot(s, who) == 0 or max(1, t.gear[s.items[f.a].gear].hands) > free_hands(t, s, who):
        return k.WHY_NO_HAND
    if catches_free(t, s, who):
        return k.OK if s.combatants[who].status == k.STANDING else k.WHY_NOT_STANDING
    return can_react(t, s, who)


@jit
def answer_catch(t, s):
    """Caught: it is in hand, and the flight is over."""
    f = s.frames[s.depth - 1]
    who = f.c
    item = f.a
    if not catches_free(t, s, who):
        pay_reaction(t, s, who)
    emit(s, k.E_CATCH, who, f.who, s.items[item].gear, 0)
    pop(s)
    take_item(t, s, who, item)
