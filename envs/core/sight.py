"""Chapter 10: line of sight and cover (T10.1-T10.4, G10.5, G10.6).

A sight line runs from centre to centre. `trace` walks the squares that it crosses; each is crossed by opposite sides or a corner
(blocked) or by two sides that meet (a clip: cover). The answer for walls and low obstacles is precomputed for all pairs of a map;
closed doors, dense clouds and large creatures are traced live.
"""

import numpy as np

from . import codes as k
from .grid import gap
from .jit import jit


@jit
def trace(blockers, lows, width, ax, ay, bx, by):
    """Sight from the centre of (ax, ay) to that of (bx, by): CLEAR, COVER or BLOCKED.

    `blockers` and `lows` are uint8 planes, index y * width + x, non-zero where a square blocks or is a low obstacle.
    """
    dx = bx - ax
    dy = by - ay
    sx = 1 if dx > 0 else -1
    sy = 1 if dy > 0 else -1
    nx = abs(dx)
    ny = abs(dy)
    x = ax
    y = ay
    i = 0  # vertical grid lines crossed
    j = 0  # horizontal grid lines crossed
    cover = 0
    entered = 0  # by which the current square was entered: 1 vertical side, 2 horizontal side, 3 corner
    clipped = 0  # the square before was a blocker and only clipped
    while True:
        if i >= nx:
            leaves = 2
        elif j >= ny:
            leaves = 1
        else:
            cross = (2 * i + 1) * ny - (2 * j + 1) * nx  # which grid line comes first
            leaves = 1 if cross < 0 else (2 if cross > 0 else 3)
        here = y * width + x
        if entered != 0:  # the end squares do not count (G10.5d)
            if blockers[here] != 0:
                if entered == leaves or entered == 3 or leaves == 3:
                    return k.BLOCKED  # opposite sides or corners, or a side and a corner (G10.5a)
                if clipped == 1:
                    return k.BLOCKED  # straight from one blocker into the next (G10.5c)
                clipped = 1
                cover = 1
            else:
                clipped = 0
                if lows[here] != 0:
                    cover = 1  # G10.5e
        if leaves == 3:
            one = y * width + x + sx
            other = (y + sy) * width + x
            if blockers[one] != 0 and blockers[other] != 0:
                return k.BLOCKED  # one corner with blockers on both sides (G10.5c)
            if blockers[one] != 0 or blockers[other] != 0 or lows[one] != 0 or lows[other] != 0:
                cover = 1
            clipped = 0
            i += 1
            j += 1
            x += sx
            y += sy
        elif leaves == 1:
            i += 1
            x += sx
        else:
            j += 1
            y += sy
        entered = leaves
        if x == bx and y == by:
            return k.COVER if cover == 1 else k.CLEAR


@jit
def fill_line(t, ax, ay, bx, by, way):
    """Squares that the line from the centre of (ax, ay) to that of (bx, by) crosses, in order, without the first; returns how many.

    way: int64 (64,), board squares y * width + x. At a corner the line goes on diagonally.
    """
    nx = abs(bx - ax)
    ny = abs(by - ay)
    x = ax
    y = ay
    i = 0
    j = 0
    steps = 0
    while x != bx or y != by:
        cross = (2 * i + 1) * ny - (2 * j + 1) * nx
        if cross <= 0:
            i += 1
            x += 1 if bx > ax else -1
        if cross >= 0:
            j += 1
            y += 1 if by > ay else -1
        way[steps] = y * t.width + x
        steps += 1
    return steps


@jit
def fill_sight(terrain, width, height, sight):
    """Fill the packed plane of all pairs: 2 bits a pair, pair number a * (width * height) + b, four pairs a byte."""
    n = width * height
    blockers = terrain[:n] & k.WALL
    lows = terrain[:n] & k.LOW
    for a in range(n):
        for b in range(n):
            pair = a * n + b
            shift = 2 * (pair & 3)
            value = k.CLEAR
            if a != b:
                value = trace(blockers, lows, width, a % width, a // width, b % width, b // width)
            sight[pair >> 2] = (sight[pair >> 2] & (255 - (3 << shift))) | (value << shift)


@jit
def look_square(t, ax, ay, bx, by):
    """Sight between two squares past what never changes (walls, low obstacles), from the table."""
    n = t.width * t.height
    pair = (ay * t.width + ax) * n + by * t.width + bx
    return (t.sight[pair >> 2] >> (2 * (pair & 3))) & 3


@jit
def live_between(t, s, ax, ay, bx, by, i, j):
    """Whether something that may change stands in the rectangle spanned by two squares: a door or object that shuts, a cloud, a large creature
    other than i and j (G10.6)."""
    left = min(ax, bx)
    right = max(ax, bx)
    top = min(ay, by)
    bottom = max(ay, by)
    if t.changing != 0:
        columns = (np.int64(1) << (right + 1)) - (np.int64(1) << left)
        for y in range(top, bottom + 1):
            if (np.int64(s.shut[y]) | np.int64(s.dense[y]) | np.int64(s.thin[y])) & columns:
                return True
    for m in range(t.n_combatants):
        size = t.roster[m].bulk
        if size < 2 or m == i or m == j or s.combatants[m].status != k.STANDING:  # the defeated never block (G8.28)
            continue
        c = s.combatants[m]
        if c.x <= right and c.x + size > left and c.y <= bottom and c.y + size > top:
            return True
    return False


@jit
def look_live(t, s, ax, ay, bx, by, i, j):
    """Sight between two squares past walls and low obstacles, and past what may change: doors, objects, clouds, large creatures other than i and j."""
    n = t.width * t.height
    blockers = t.terrain[:n] & k.WALL
    lows = t.terrain[:n] & k.LOW
    if t.changing != 0:
        for y in range(min(ay, by), max(ay, by) + 1):
            for x in range(min(ax, bx), max(ax, bx) + 1):
                if (s.shut[y] | s.dense[y]) >> x & 1:
                    blockers[y * t.width + x] = 1
                if s.thin[y] >> x & 1:
                    lows[y * t.width + x] = 1
    for m in range(t.n_combatants):
        size = t.roster[m].bulk
        if size < 2 or m == i or m == j or s.combatants[m].status != k.STANDING:  # the defeated never block (G8.28)
            continue
        c = s.combatants[m]
        for y in range(c.y, c.y + size):
            for x in range(c.x, c.x + size):
                blockers[y * t.width + x] = 1
    seen = trace(blockers, lows, t.width, ax, ay, bx, by)
    if seen == k.CLEAR and (s.dense[ay] >> ax | s.dense[by] >> bx) & 1:
        return k.COVER  # a dense cloud on an end square (G10.5d)
    return seen


@jit
def look_between(t, s, ax, ay, bx, by, i, j):
    """Sight between two squares as they are now, for combatants i and j who stand on them (NONE: nobody)."""
    seen = look_square(t, ax, ay, bx, by)
    if seen != k.BLOCKED and t.plain_sight == 0 and (ax != bx or ay != by) and live_between(t, s, ax, ay, bx, by, i, j):
        return look_live(t, s, ax, ay, bx, by, i, j)
    return seen


@jit
def sees_far(t, s, i):
    """Whether combatant i sees beyond the squares next to it: not while blinded (T8.13)."""
    return t.blinding == k.NONE or s.combatants[i].states[t.blinding] == 0


@jit
def look_from(t, s, i, x, y, j):
    """Best sight for combatant i, standing with its top left square at (x, y), to combatant j: CLEAR, COVER or BLOCKED."""
    c = s.combatants[j]
    a_size = t.roster[i].bulk
    b_size = t.roster[j].bulk
    blind = not sees_far(t, s, i)
    if blind and gap(x, y, a_size, c.x, c.y, b_size) > 1:
        return k.BLOCKED
    if a_size == 1 and b_size == 1:
        return look_between(t, s, x, y, c.x, c.y, i, j)
    best = k.BLOCKED
    for ay in range(y, y + a_size):
        for ax in range(x, x + a_size):
            for by in range(c.y, c.y + b_size):
                for bx in range(c.x, c.x + b_size):
                    if not blind or max(abs(ax - bx), abs(ay - by)) <= 1:  # the blinded see from square to adjacent square
                        best = min(best, look_between(t, s, ax, ay, bx, by, i, j))
    return best


@jit
def look(t, s, i, j):
    """Sight from combatant i to combatant j where they stand (T10.1-T10.3, G10.6)."""
    return look_from(t, s, i, s.combatants[i].x, s.combatants[i].y, j)


@jit
def look_at(t, s, i, x, y):
    """Best sight from combatant i to a square, past everybody but itself and whoever stands there."""
    c = s.combatants[i]
    size = t.roster[i].bulk
    blind = not sees_far(t, s, i)
    if blind and gap(c.x, c.y, size, x, y, 1) > 1:
        return k.BLOCKED
    there = np.int64(s.occupant[y * t.width + x])
    if there == i:
        return k.CLEAR
    best = k.BLOCKED
    for ay in range(c.y, c.y + size):
        for ax in range(c.x, c.x + size):
            if not blind or max(abs(ax - x), abs(ay - y)) <= 1:
                best = min(best, look_between(t, s, ax, ay, x, y, i, there))
    return best
