"""Lines on a grid of squares: what they cross, how much of them lies in the middle of a square, what an outline holds.

Coordinates are in squares from the top left corner of the map. An edge is what two neighbours share: ("v", x, y) lies between (x, y - 1) and (x, y),
("h", x, y) between (x - 1, y) and (x, y); those at 0 and at the far side lie on the border of the map.
"""

import math
from itertools import pairwise

CORE = 0.25  # the middle of a square reaches this far from its middle point, to each side
TOUCH = 1e-6  # squares; what is nearer than this touches


def segments(points):
    """[(a, b)] of a polyline, without those of no length."""
    return [(a, b) for a, b in pairwise(points) if a != b]


def crossed(segment, width, height, strict=False):
    """The edges between whose two middles a segment passes. strict: what only touches such a line with an end does not count."""
    slack = -TOUCH if strict else TOUCH
    (x0, y0), (x1, y1) = segment
    yield from (("v", i, j) for i, j in _steps(x0, y0, x1, y1, width, height, slack))
    yield from (("h", j, i) for i, j in _steps(y0, x0, y1, x1, height, width, slack))


def _steps(x0, y0, x1, y1, width, height, slack):
    """(column, line) where a segment crosses the middle of a column between the middles of two rows."""
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    if x1 - x0 < TOUCH:
        return
    for i in range(max(0, math.ceil(x0 - 0.5 - slack)), min(width - 1, math.floor(x1 - 0.5 + slack)) + 1):
        y = y0 + (y1 - y0) * (i + 0.5 - x0) / (x1 - x0)
        line = math.floor(y + 0.5)
        if 0 <= line <= height:
            yield i, line


def touched(segment, width, height):
    """(square, length) of each square that a segment passes: how much of it lies in the square's middle."""
    (x0, y0), (x1, y1) = segment if segment[0][0] <= segment[1][0] else segment[::-1]
    for x in range(max(0, math.floor(x0)), min(width - 1, math.floor(x1)) + 1):
        low, high = _clip(x0, x1, x, x + 1)
        ys = sorted((y0 + (y1 - y0) * low, y0 + (y1 - y0) * high))
        for y in range(max(0, math.floor(ys[0])), min(height - 1, math.floor(ys[1])) + 1):
            across, down = _clip(x0, x1, x + 0.5 - CORE, x + 0.5 + CORE), _clip(y0, y1, y + 0.5 - CORE, y + 0.5 + CORE)
            share = min(across[1], down[1]) - max(across[0], down[0])
            yield (x, y), max(0.0, share) * math.hypot(x1 - x0, y1 - y0)


def _clip(a, b, low, high):
    """(from, to), parts of the way from a to b that lie between low and high; from > to when none does."""
    if a == b:
        return (0.0, 1.0) if low <= a <= high else (1.0, 0.0)
    ends = sorted(((low - a) / (b - a), (high - a) / (b - a)))
    return max(0.0, ends[0]), min(1.0, ends[1])


def cost(segment, width, height):
    """How many squares a segment may touch on a map: an upper bound."""
    (x0, y0), (x1, y1) = segment
    return 2 + _inside(x0, x1, width) + _inside(y0, y1, height)


def _inside(a, b, size):
    return int(max(0.0, min(max(a, b), size) - max(min(a, b), 0.0)))


def meet(one, other):
    """Whether two segments cross or touch."""
    (a, b), (c, d) = one, other
    sides = [_side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)]
    return sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0 and not all(side == 0 for side in sides)


def _side(a, b, p):
    """1 or -1: on which side of the line from a to b a point lies; 0: on it."""
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return 0 if abs(cross) < TOUCH else 1 if cross > 0 else -1


def is_closed(points):
    """Whether a polyline is an outline: it ends where it begins and holds something."""
    return len(points) > 3 and math.dist(points[0], points[-1]) < TOUCH


def held(points, width, height, work):
    """[(x, y)] of the squares whose middle lies in an outline. work: counts them."""
    rows = {}
    for (x0, y0), (x1, y1) in segments([*points, points[0]]):
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        first, last = max(0, math.ceil(y0 - 0.5)), min(height - 1, math.ceil(y1 - 0.5) - 1)
        work.spend(1 + max(0, last - first + 1))
        for row in range(first, last + 1):
            rows.setdefault(row, []).append(x0 + (x1 - x0) * (row + 0.5 - y0) / (y1 - y0))
    out = []
    for row, ends in sorted(rows.items()):
        ends.sort()
        for left, right in zip(ends[::2], ends[1::2]):
            columns = range(max(0, math.ceil(left - 0.5)), min(width - 1, math.ceil(right - 0.5) - 1) + 1)
            work.spend(len(columns))
            out += [(column, row) for column in columns]
    return out
