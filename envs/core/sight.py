"""Chapter 10: line of sight and cover (T10.1-T10.4, G10.5, G10.6).

A sight line runs from centre to centre. `trace` walks the squares that it crosses; each is crossed by opposite sides or a corner
(blocked) or by two sides that meet (a clip: cover). The answer for walls and low obstacles is precomputed for all pairs of a map;
closed doors, dense clouds and large creatures are traced live.
"""

from . import codes as k
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
def large_between(t, s, ax, ay, bx, by, i, j):
    """Whether a large creature other than i and j stands in the rectangle spanned by two squares (G10.6)."""
    for m in range(t.n_combatants):
        size = t.roster[m].bulk
        if size < 2 or m == i or m == j or s.combatants[m].status != k.STANDING:  # the defeated never block (G8.28)
            continue
        c = s.combatants[m]
        if c.x <= max(ax, bx) and c.x + size > min(ax, bx) and c.y <= max(ay, by) and c.y + size > min(ay, by):
            return True
    return False


@jit
def look_live(t, s, ax, ay, bx, by, i, j):
    """Sight between two squares past walls, low obstacles and the large creatures other than i and j."""
    n = t.width * t.height
    blockers = t.terrain[:n] & k.WALL
    lows = t.terrain[:n] & k.LOW
    for m in range(t.n_combatants):
        size = t.roster[m].bulk
        if size < 2 or m == i or m == j or s.combatants[m].status != k.STANDING:  # the defeated never block (G8.28)
            continue
        c = s.combatants[m]
        for y in range(c.y, c.y + size):
            for x in range(c.x, c.x + size):
                blockers[y * t.width + x] = 1
    return trace(blockers, lows, t.width, ax, ay, bx, by)


@jit
def look_from(t, s, i, x, y, j):
    """Best sight for combatant i, standing with its top left square at (x, y), to combatant j: CLEAR, COVER or BLOCKED."""
    c = s.combatants[j]
    best = k.BLOCKED
    for ay in range(y, y + t.roster[i].bulk):
        for ax in range(x, x + t.roster[i].bulk):
            for by in range(c.y, c.y + t.roster[j].bulk):
                for bx in range(c.x, c.x + t.roster[j].bulk):
                    seen = look_square(t, ax, ay, bx, by)
                    if seen < best and t.plain_sight == 0 and large_between(t, s, ax, ay, bx, by, i, j):
                        seen = look_live(t, s, ax, ay, bx, by, i, j)
                    best = min(best, seen)
    return best


@jit
def look(t, s, i, j):
    """Sight from combatant i to combatant j where they stand (T10.1-T10.3, G10.6)."""
    return look_from(t, s, i, s.combatants[i].x, s.combatants[i].y, j)
