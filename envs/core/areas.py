"""Chapter 11: areas (T11.1-T11.9, G11.1a, G11.3a, G11.8a, G11.10, G11.11): where one may lie, and who is in it.

A blast is asked by its middle square (of an even one the upper left of the middle four), a path square by square (`s.chain`).
"""

import numpy as np

from . import codes as k
from .grid import distance, gap, is_wall, on_board
from .instruments import deed_range
from .jit import jit
from .sight import look, look_at


@jit
def spares_user(d):
    """Whether an area leaves its user out: a harmful burst or aura (T5.9, G11.10)."""
    return d.harmful != 0 and (d.area == k.BURST or d.area == k.MELEE_BURST or d.area == k.SPELL_BURST or d.area == k.AURA)


@jit
def overlaps(t, s, j, left, top, size):
    """Whether any square of combatant j lies in a square area (G11.11)."""
    c = s.combatants[j]
    bulk = t.roster[j].bulk
    return c.x < left + size and c.x + bulk > left and c.y < top + size and c.y + bulk > top


@jit
def can_be_in(t, s, i, deed, j):
    """Whether an area of a deed of combatant i affects combatant j when it covers it."""
    return s.combatants[j].status <= k.DEFEATED and not (i == j and spares_user(t.deeds[deed]))


@jit
def is_inside(t, s, i, deed, way, j):
    """Whether combatant j is in the area of the deed in progress, or (bursts and auras) would be."""
    d = t.deeds[deed]
    if not can_be_in(t, s, i, deed, j):
        return False
    if d.area == k.BURST or d.area == k.AURA:
        return distance(t, s, i, j) <= d.area_size
    if d.area == k.MELEE_BURST or d.area == k.SPELL_BURST:
        return distance(t, s, i, j) <= deed_range(t, s, i, deed, way)
    if d.area == k.BLAST or d.area == k.CLOSE_BLAST:
        back = (d.area_size - 1) // 2
        return overlaps(t, s, j, s.deed.place % t.width - back, s.deed.place // t.width - back, d.area_size)
    for m in range(s.n_chain):
        if overlaps(t, s, j, s.chain[m] % t.width, s.chain[m] // t.width, 1):
            return True
    return False


@jit
def fill_seen(t, s, i, within, good):
    """Mark the squares that may qualify an area: within a range of combatant i, in its sight, no wall (T11.1, G11.1a).

    good: int8 (width * height,), written whole.
    """
    c = s.combatants[i]
    good[:] = 0
    for y in range(max(0, c.y - within), min(t.height, c.y + t.roster[i].bulk + within)):
        for x in range(max(0, c.x - within), min(t.width, c.x + t.roster[i].bulk + within)):
            good[y * t.width + x] = not is_wall(t, s, x, y) and look_at(t, s, i, x, y) != k.BLOCKED


@jit
def fill_qualifying(t, s, i, deed, way, good):
    """`fill_seen` for a blast, a path or their close kinds: close ones are looked for no further than they can lie (G11.3a)."""
    d = t.deeds[deed]
    if d.area == k.CLOSE_BLAST:
        fill_seen(t, s, i, d.area_size, good)
    elif d.area == k.CLOSE_PATH:
        fill_seen(t, s, i, 1, good)
    else:
        fill_seen(t, s, i, deed_range(t, s, i, deed, way), good)


@jit
def can_place(t, s, i, deed, good, x, y):
    """Why a blast cannot lie with its middle at (x, y), given the qualifying squares (T11.2, T11.3); it must hold somebody, or leave an effect."""
    d = t.deeds[deed]
    n = d.area_size
    left = x - (n - 1) // 2
    top = y - (n - 1) // 2
    c = s.combatants[i]
    seen = False
    near = d.area == k.BLAST
    for yy in range(max(0, top), min(t.height, top + n)):
        for xx in range(max(0, left), min(t.width, left + n)):
            if good[yy * t.width + xx] != 0:
                seen = True
            edge = xx == left or yy == top or xx == left + n - 1 or yy == top + n - 1
            if not near and edge and gap(c.x, c.y, t.roster[i].bulk, xx, yy, 1) == 1 and not is_wall(t, s, xx, yy):
                near = True
    if not seen:
        return k.WHY_NO_SIGHT
    if not near:
        return k.WHY_TOO_FAR
    if d.lasts != 0:
        return k.OK
    for j in range(t.n_combatants):
        if can_be_in(t, s, i, deed, j) and overlaps(t, s, j, left, top, n):
            return k.OK
    return k.WHY_NO_TARGET


@jit
def in_chain(t, s, x, y):
    """Whether a path holds a square already."""
    for m in range(s.n_chain):
        if s.chain[m] % t.width == x and s.chain[m] // t.width == y:
            return True
    return False


@jit
def fills_block(t, s, x, y):
    """Whether a further square at (x, y) would fill a 2 x 2 block of the path (T11.8)."""
    for dy in (-1, 1):
        for dx in (-1, 1):
            if in_chain(t, s, x + dx, y) and in_chain(t, s, x, y + dy) and in_chain(t, s, x + dx, y + dy):
                return True
    return False


@jit
def can_go_on(t, s, i, deed, way, square):
    """Why a path cannot go on to a board square (T11.8, T11.9, G11.8a); the first must qualify, the rest may go beyond range and sight."""
    d = t.deeds[deed]
    x = square % t.width
    y = square // t.width
    if s.n_chain >= d.area_size or is_wall(t, s, x, y) or in_chain(t, s, x, y):
        return k.WHY_SHAPE
    if s.n_chain > 0:
        last = s.chain[s.n_chain - 1]
        if abs(last % t.width - x) + abs(last // t.width - y) != 1 or fills_block(t, s, x, y):
            return k.WHY_SHAPE
        return k.OK
    c = s.combatants[i]
    away = gap(c.x, c.y, t.roster[i].bulk, x, y, 1)
    if d.area == k.CLOSE_PATH:
        if away != 1:
            return k.WHY_TOO_FAR
    elif away > deed_range(t, s, i, deed, way):
        return k.WHY_TOO_FAR
    return k.WHY_NO_SIGHT if look_at(t, s, i, x, y) == k.BLOCKED else k.OK


@jit
def path_goes_on(t, s, i, deed, way):
    """Whether the path in progress has any next square."""
    last = s.chain[s.n_chain - 1]
    for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)):
        x = last % t.width + dx
        y = last // t.width + dy
        if on_board(t, x, y, 1) and can_go_on(t, s, i, deed, way, y * t.width + x) == k.OK:
            return True
    return False


@jit
def can_stop_path(t, s, i, deed, way):
    """Whether a path may end here: it holds somebody or leaves an effect, or there is no way on (G11.8a)."""
    for j in range(t.n_combatants):
        if is_inside(t, s, i, deed, way, j):
            return True
    return s.n_chain > 0 and not path_goes_on(t, s, i, deed, way)


@jit
def has_area(t, s, i, deed, way):
    """Whether an area deed can be placed so that it does anything."""
    d = t.deeds[deed]
    placed = d.area == k.BLAST or d.area == k.CLOSE_BLAST or d.area == k.PATH or d.area == k.CLOSE_PATH
    if not placed and d.lasts != 0:
        return True
    close = d.area == k.CLOSE_BLAST or d.area == k.CLOSE_PATH
    within = 1 if close else deed_range(t, s, i, deed, way)
    near = d.lasts != 0
    for j in range(t.n_combatants):
        if not placed:
            if is_inside(t, s, i, deed, way, j):
                return True
        elif can_be_in(t, s, i, deed, j):
            away = distance(t, s, i, j)
            if 0 < away <= within and t.roster[j].bulk == 1 and look(t, s, i, j) != k.BLOCKED:
                return True  # the common case: the area may lie on the square of somebody in range and in sight
            near = near or away <= within + d.area_size
    if not placed or not near:
        return False
    good = np.empty(t.width * t.height, np.int8)
    fill_qualifying(t, s, i, deed, way, good)
    return has_close_blast(t, s, i, deed, good) if d.area == k.CLOSE_BLAST else has_start(t, s, i, deed, good)


@jit
def has_close_blast(t, s, i, deed, good):
    """Whether a close blast has any place: only around its user are there any."""
    c = s.combatants[i]
    n = t.deeds[deed].area_size
    for y in range(max(0, c.y - n), min(t.height, c.y + t.roster[i].bulk + n)):
        for x in range(max(0, c.x - n), min(t.width, c.x + t.roster[i].bulk + n)):
            if can_place(t, s, i, deed, good, x, y) == k.OK:
                return True
    return False


@jit
def has_start(t, s, i, deed, good):
    """Whether a blast or path through some qualifying square can hold somebody, or leaves an effect anyway."""
    c = s.combatants[i]
    d = t.deeds[deed]
    for y in range(t.height):
        for x in range(t.width):
            if good[y * t.width + x] == 0 or (d.area == k.CLOSE_PATH and gap(c.x, c.y, t.roster[i].bulk, x, y, 1) != 1):
                continue
            if d.lasts != 0:
                return True
            for j in range(t.n_combatants):
                if can_be_in(t, s, i, deed, j) and is_in_length(t, s, j, x, y, d.area_size, d.area == k.BLAST):
                    return True
    return False


@jit
def is_in_length(t, s, j, x, y, n, square):
    """Whether a blast of side n (`square`) or a path of n squares, walls aside, can hold both a square and somebody."""
    c = s.combatants[j]
    bulk = t.roster[j].bulk
    if square:
        return gap(c.x, c.y, bulk, x, y, 1) < n
    return max(c.x - x, x - c.x - bulk + 1, 0) + max(c.y - y, y - c.y - bulk + 1, 0) < n
