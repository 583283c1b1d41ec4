"""The grid (G11.10, G12.1): distance, footprints, the ground, steps and reach. Imports no chapter of the rules."""

import numpy as np

from . import codes as k
from .jit import jit

FAR = 9999  # a cost that no walk has
HARD = k.DIFFICULT | k.LOW  # ground that costs more to enter
CLOSED = -1  # an entry that is a wall or off the board
BUCKETS = 5  # one more than the dearest step


@jit
def distance(t, s, i, j):
    """Chebyshev distance between the nearest squares of two combatants; 0 for oneself (G11.10)."""
    a = s.combatants[i]
    b = s.combatants[j]
    return gap(a.x, a.y, t.roster[i].bulk, b.x, b.y, t.roster[j].bulk)


@jit
def gap(ax, ay, a_size, bx, by, b_size):
    """Chebyshev distance between two square footprints given by their top left squares and sizes."""
    dx = max(bx - (ax + a_size - 1), ax - (bx + b_size - 1), 0)
    dy = max(by - (ay + a_size - 1), ay - (by + b_size - 1), 0)
    return max(dx, dy)


@jit
def lift(t, s, i):
    """Take combatant i off the occupancy plane; whom it was passing stays."""
    c = s.combatants[i]
    for y in range(c.y, c.y + t.roster[i].bulk):
        for x in range(c.x, c.x + t.roster[i].bulk):
            if s.occupant[y * t.width + x] == i:
                s.occupant[y * t.width + x] = k.EMPTY


@jit
def place(t, s, i, x, y):
    """Put combatant i, lifted before, on the board with its top left square at (x, y)."""
    c = s.combatants[i]
    c.x = x
    c.y = y
    for yy in range(y, y + t.roster[i].bulk):
        for xx in range(x, x + t.roster[i].bulk):
            s.occupant[yy * t.width + xx] = i


@jit
def on_board(t, x, y, size):
    """Whether a footprint lies on the board."""
    return x >= 0 and y >= 0 and x + size <= t.width and y + size <= t.height


@jit
def ground_under(t, s, x, y, size):
    """Terrain bits of all squares of a footprint together, with what doors, objects and effects make of them now; it must lie on the board."""
    bits = np.int64(t.terrain[y * t.width + x])
    if size == 1 and t.changing == 0:  # most creatures on most boards; this is asked for every square of a walk
        return bits
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            bits |= t.terrain[yy * t.width + xx]
            if s.shut[yy] >> xx & 1:
                bits |= k.WALL
            if s.hard[yy] >> xx & 1:
                bits |= k.DIFFICULT
    return bits


@jit
def in_pit(t, s, i):
    """Whether combatant i is down a pit: every square that it fills is one (G12.5)."""
    c = s.combatants[i]
    for y in range(c.y, c.y + t.roster[i].bulk):
        for x in range(c.x, c.x + t.roster[i].bulk):
            if t.terrain[y * t.width + x] & k.PIT == 0:
                return False
    return True


@jit
def can_pass(t, s, i, x, y):
    """Whether combatant i may stand in or cross a footprint: own squares, fellows and the defeated may be crossed (G12.1)."""
    size = t.roster[i].bulk
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            o = s.occupant[yy * t.width + xx]
            if o != k.EMPTY and o != i and t.roster[o].side != t.roster[i].side and s.combatants[o].status != k.DEFEATED:
                return False
    return True


@jit
def can_end(t, s, i, x, y):
    """Whether a footprint is free of everybody else (G12.1: never end on an occupied square)."""
    size = t.roster[i].bulk
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            o = s.occupant[yy * t.width + xx]
            if o != k.EMPTY and o != i:
                return False
    return True


@jit
def is_free(t, s, i, x, y):
    """Whether combatant i could stand with its top left square at (x, y): on the board, no wall, nobody else."""
    size = t.roster[i].bulk
    return on_board(t, x, y, size) and ground_under(t, s, x, y, size) & k.WALL == 0 and can_end(t, s, i, x, y)


@jit
def is_wall(t, s, x, y):
    """Whether a square is a wall now (G11.1a)."""
    return ground_under(t, s, x, y, 1) & k.WALL != 0


@jit
def cuts_corner(t, s, x, y, dx, dy, size):
    """Whether a step from (x, y) is a diagonal past a wall corner (G12.1)."""
    return dx != 0 and dy != 0 and (ground_under(t, s, x + dx, y, size) | ground_under(t, s, x, y + dy, size)) & k.WALL != 0


@jit
def step_cost(t, s, i, x, y, dx, dy):
    """Movement points of one step of combatant i from (x, y) at full speed; 0 when the step is not possible (G12.1)."""
    size = t.roster[i].bulk
    if not on_board(t, x + dx, y + dy, size) or not can_pass(t, s, i, x + dx, y + dy):
        return 0
    ground = ground_under(t, s, x + dx, y + dy, size)
    if ground & (k.WALL | k.PIT) or cuts_corner(t, s, x, y, dx, dy, size):
        return 0
    return t.rules.hard_cost if ground & HARD else 1


@jit
def neighbour(n):
    """(dx, dy) of neighbour 0 to 7: straight ones first."""
    if n < 4:
        return (1 if n == 0 else (-1 if n == 1 else 0)), (1 if n == 2 else (-1 if n == 3 else 0))
    return (1 if n < 6 else -1), (1 if n == 4 or n == 6 else -1)


@jit
def fill_entry(t, s, i, entry):
    """What entering each footprint costs combatant i, on a board with a border one square wide.

    entry: int8 ((height + 2) * (width + 2),), written whole: CLOSED for walls and the border, 0 where it cannot stand, else the cost.
    """
    size = t.roster[i].bulk
    wide = t.width + 2
    entry[:] = CLOSED
    for y in range(t.height):
        for x in range(t.width):
            if not on_board(t, x, y, size):
                continue
            ground = ground_under(t, s, x, y, size)
            if ground & k.WALL:
                continue
            cost = t.rules.hard_cost if ground & HARD else 1
            empty = size == 1 and s.occupant[y * t.width + x] == k.EMPTY  # the common square needs no search for who stands there
            entry[(y + 1) * wide + x + 1] = 0 if ground & k.PIT or not (empty or can_pass(t, s, i, x, y)) else cost


@jit
def reach(t, s, i, points, cost):
    """Cheapest cost to every square that combatant i can cross with `points` at full speed; FAR elsewhere.

    cost: int16 (width * height,), written whole. A step costs less than BUCKETS, so as many rotating buckets do for Dijkstra.
    """
    n = t.width * t.height
    wide = t.width + 2
    cost[:n] = FAR
    entry = np.empty((t.height + 2) * wide, np.int8)
    fill_entry(t, s, i, entry)
    c = s.combatants[i]
    buckets = np.empty((BUCKETS, n), np.int16)
    count = np.zeros(BUCKETS, np.int64)
    cost[c.y * t.width + c.x] = 0
    buckets[0, 0] = c.y * t.width + c.x
    count[0] = 1
    for d in range(points):
        now = d % BUCKETS
        for q in range(count[now]):
            square = buckets[now, q]
            if cost[square] != d:
                continue
            x = square % t.width
            y = square // t.width
            at = (y + 1) * wide + x + 1
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    step = entry[at + dy * wide + dx]
                    if step <= 0 or d + step > points or d + step >= cost[square + dy * t.width + dx]:
                        continue
                    if dx != 0 and dy != 0 and (entry[at + dx] == CLOSED or entry[at + dy * wide] == CLOSED):
                        continue  # no diagonal past a wall corner
                    cost[square + dy * t.width + dx] = d + step
                    bucket = (d + step) % BUCKETS
                    buckets[bucket, count[bucket]] = square + dy * t.width + dx
                    count[bucket] += 1
        count[now] = 0


@jit
def can_step_anywhere(t, s, i, points):
    """Whether a walk of at most `points` can end on another square; the common case looks at the neighbours only."""
    c = s.combatants[i]
    crossed = False
    for m in range(8):
        dx, dy = neighbour(m)
        step = step_cost(t, s, i, c.x, c.y, dx, dy)
        if step != 0 and step <= points:
            if can_end(t, s, i, c.x + dx, c.y + dy):
                return True
            crossed = True
    if not crossed:
        return False
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, points, cost)
    for square in range(t.width * t.height):
        if can_stop(t, s, i, square, cost):
            return True
    return False


@jit
def can_stop(t, s, i, square, cost):
    """Whether a walk with costs from `reach` can end on a square: reached, not where it stands, and free."""
    if cost[square] == FAR or cost[square] == 0:
        return False
    return can_end(t, s, i, square % t.width, square // t.width)
