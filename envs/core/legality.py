"""The mask: every legal choice of the question, by the one legality of `why.py` (T2.3, T4.1, G4.9), with searches made once for all squares."""

import numpy as np

from . import codes as k
from .actions import can_menu
from .areas import can_place, fill_qualifying
from .grid import can_stop, reach
from .instruments import throwing_range
from .jit import jit
from .movement import mobility, speed_divisor, walk_points
from .questions import answer_range, asks_square, has_option, padded_square
from .why import why_effect, why_option, why_plain, why_square


@jit
def legal(t, s, mask):
    """Write mask[c] = 1 for every legal choice of the question, 0 elsewhere; return how many. One legality: `why(...) == OK`."""
    mask[:] = 0
    i = s.asker
    n = 0
    if s.ask == k.ASK_ACTION:
        for entry in range(k.MENU_SIZE):
            if can_menu(t, s, i, entry) == k.OK:
                mask[k.A_MENU + entry] = 1
                n += 1
        return n
    if s.ask == k.ASK_WALK:
        n = legal_walk(t, s, i, mask)
    elif s.ask == k.ASK_AREA:
        n = legal_area(t, s, i, mask)
    elif asks_square(s.ask):
        n = legal_squares(t, s, i, mask)
    else:
        first, last = answer_range(t, s)
        for choice in range(first, last):
            if why_plain(t, s, choice - first) == k.OK:
                mask[choice] = 1
                n += 1
        n += legal_effects(t, s, mask)
    if has_option(s):
        for option in range(k.AS_RANGED + 1):
            if why_option(t, s, option) == k.OK:
                mask[k.A_OPTION + option] = 1
                n += 1
    return n


@jit
def legal_walk(t, s, i, mask):
    """Legal end squares of a walk: one search for all of them."""
    n = 0
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, walk_points(s, i) // speed_divisor(t, s, i), cost)
    for square in range(t.width * t.height):
        if can_stop(t, s, i, square, cost):
            mask[k.A_SQUARE + padded_square(t, t.side, square)] = 1
            n += 1
    return n


@jit
def legal_squares(t, s, i, mask):
    """Legal squares of the other questions; only those within reach of the asker are looked at where that is known."""
    n = 0
    c = s.combatants[i]
    within = k.MAX_SIDE
    if s.ask == k.ASK_JUMP:
        within = mobility(t, i)
    elif s.ask == k.ASK_PLACE:
        within = throwing_range(t, s, i) if s.frames[s.depth - 1].a == k.THROW else max(1, t.rules.arm_reach)
    for y in range(max(0, c.y - within), min(t.height, c.y + t.roster[i].bulk + within)):
        for x in range(max(0, c.x - within), min(t.width, c.x + t.roster[i].bulk + within)):
            if why_square(t, s, i, y * t.width + x) == k.OK:
                mask[k.A_SQUARE + y * t.side + x] = 1
                n += 1
    return n


@jit
def legal_area(t, s, i, mask):
    """Legal middles of a blast: sight is looked up once for all of them."""
    n = 0
    good = np.empty(t.width * t.height, np.int8)
    fill_qualifying(t, s, i, s.deed.deed, s.deed.instrument, good)
    for square in range(t.width * t.height):
        if can_place(t, s, i, s.deed.deed, good, square % t.width, square // t.width) == k.OK:
            mask[k.A_SQUARE + padded_square(t, t.side, square)] = 1
            n += 1
    return n


@jit
def legal_effects(t, s, mask):
    """Legal lasting effects of a question that they may answer."""
    n = 0
    if t.changing != 0 and (s.ask == k.ASK_EFFECT or s.ask == k.ASK_COMBATANT or s.ask == k.ASK_STATE):
        for effect in range(k.MAX_EFFECTS):
            if why_effect(t, s, effect) == k.OK:
                mask[k.A_EFFECT + effect] = 1
                n += 1
    return n
