"""Chapter 10, what changes around the combatants: features (T1.1), lasting effects on squares (T8.4) and light (T10.7, G10.8).

The record keeps bit rows of what they make of each square now; `refresh` writes them anew after any change, `relight` the light alone.
"""

import numpy as np

from . import codes as k
from .grid import gap
from .instruments import held_gear
from .jit import jit
from .sight import look_square, trace


@jit
def set_square(t, rows, x, y):
    """Set the bit of a square, if it lies on the board."""
    if 0 <= x < t.width and 0 <= y < t.height:
        rows[y] |= np.int64(1) << x


@jit
def covers(t, s, e, x, y):
    """Whether lasting effect e reaches a square: an aura within its extent of its owner, others their own squares (T11.7)."""
    f = s.effects[e]
    if f.kind == k.EF_AURA:
        c = s.combatants[f.owner]
        return gap(c.x, c.y, t.roster[f.owner].bulk, x, y, 1) <= f.extent
    return f.x <= x < f.x + f.extent and f.y <= y < f.y + f.extent


@jit
def fill_effect(t, s, e, rows):
    """Set the bits of all squares of a lasting effect."""
    f = s.effects[e]
    for y in range(f.y, f.y + f.extent):
        for x in range(f.x, f.x + f.extent):
            set_square(t, rows, x, y)


@jit
def refresh(t, s):
    """Write the bit rows of doors, objects, clouds, hard ground and light anew."""
    for y in range(t.height):
        s.shut[y] = 0
        s.hard[y] = 0
        s.dense[y] = 0
        s.thin[y] = 0
    if t.changing != 0:
        for n in range(t.n_features):
            f = t.features[n]
            if f.blocks == 0 or s.feature_state[n] == k.OFF or s.feature_state[n] == k.BROKEN:
                continue
            if f.blocks == k.WALL:
                set_square(t, s.shut, f.x, f.y)
            else:
                set_square(t, s.hard, f.x, f.y)
                set_square(t, s.thin, f.x, f.y)
        for e in range(k.MAX_EFFECTS):
            kind = s.effects[e].kind
            if kind == k.EF_DENSE_CLOUD:
                fill_effect(t, s, e, s.dense)
            elif kind == k.EF_LIGHT_CLOUD:
                fill_effect(t, s, e, s.thin)
            elif kind == k.EF_DIFFICULT:
                fill_effect(t, s, e, s.hard)
    relight(t, s)


@jit
def relight(t, s):
    """Write the lit squares anew: the map's own light less darkness that somebody made, then every source (G10.8)."""
    for y in range(t.height):
        s.lit[y] = (np.int64(1) << t.width) - 1
    if t.darkness == 0:
        return
    for y in range(t.height):
        for x in range(t.width):
            dark = t.terrain[y * t.width + x] & k.DARK != 0
            for e in range(k.MAX_EFFECTS):
                if s.effects[e].kind == k.EF_DARKNESS and covers(t, s, e, x, y):
                    dark = True
            if dark:
                s.lit[y] ^= np.int64(1) << x
    for e in range(k.MAX_EFFECTS):
        if s.effects[e].kind == k.EF_LIGHT:
            fill_effect(t, s, e, s.lit)
    for n in range(t.n_features):
        if t.features[n].kind == k.LAMP and s.feature_state[n] == k.ON:
            shine(t, s, t.features[n].x, t.features[n].y, 1, t.features[n].light)
    for n in range(k.MAX_ITEMS):
        item = s.items[n]
        if item.gear != k.NONE and item.place != k.NONE and t.gear[item.gear].light > 0:
            shine(t, s, item.place % t.width, item.place // t.width, 1, t.gear[item.gear].light)
    for i in range(t.n_combatants):
        c = s.combatants[i]
        if c.status > k.DEFEATED:
            continue
        for slot in range(1, k.ITEM_SLOTS):
            gear = held_gear(s, i, slot)
            if gear != k.NONE and t.gear[gear].light > 0:
                shine(t, s, c.x, c.y, t.roster[i].bulk, t.gear[gear].light)


@jit
def shine(t, s, left, top, size, radius):
    """Light the squares within a radius of a source's squares that its light reaches: walls and what shuts stop it, creatures and clouds do not."""
    for y in range(max(0, top - radius), min(t.height, top + size + radius)):
        for x in range(max(0, left - radius), min(t.width, left + size + radius)):
            if s.lit[y] >> x & 1:
                continue
            for from_y in range(top, top + size):
                for from_x in range(left, left + size):
                    if (x == from_x and y == from_y) or is_open_line(t, s, from_x, from_y, x, y):
                        s.lit[y] |= np.int64(1) << x


@jit
def is_open_line(t, s, ax, ay, bx, by):
    """Whether light passes between two squares: no wall between them, nothing shut on the way."""
    if look_square(t, ax, ay, bx, by) == k.BLOCKED:
        return False
    if t.changing == 0:
        return True
    n = t.width * t.height
    blockers = t.terrain[:n] & k.WALL
    lows = np.zeros(n, np.int8)
    for y in range(min(ay, by), max(ay, by) + 1):
        for x in range(min(ax, bx), max(ax, bx) + 1):
            if s.shut[y] >> x & 1:
                blockers[y * t.width + x] = 1
    return trace(blockers, lows, t.width, ax, ay, bx, by) != k.BLOCKED


@jit
def is_lit(t, s, i):
    """Whether any square of combatant i is lit."""
    c = s.combatants[i]
    for y in range(c.y, c.y + t.roster[i].bulk):
        for x in range(c.x, c.x + t.roster[i].bulk):
            if s.lit[y] >> x & 1:
                return True
    return False


@jit
def is_elusive(t, s, i):
    """T8.23, G8.23a: elusive in darkness, from the square it stands on."""
    return t.darkness != 0 and not is_lit(t, s, i)


@jit
def carries_light(t, s, i):
    """Whether combatant i holds a light source, so that its steps change the light."""
    for slot in range(1, k.ITEM_SLOTS):
        gear = held_gear(s, i, slot)
        if gear != k.NONE and t.gear[gear].light > 0:
            return True
    return False
