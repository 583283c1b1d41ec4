"""Lines of sight by exact fractions (T10.1-T10.4, G10.5).

The segment from centre to centre is clipped against every square of the rectangle that it spans, one by one. What a square does to the
line depends only on the displacement, so each displacement is worked out once and then laid over boards.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

CLEAR, COVER, BLOCKED = 0, 1, 2
HALF = Fraction(1, 2)
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


class Line(NamedTuple):
    """What a displacement meets, as offsets from its start; the two end squares are left out (G10.5d).

    passes: squares that block alone (G10.5a). grazes: squares that are clipped or touched, so that they give cover (G10.5b).
    pairs: two grazed squares that block together (G10.5c).
    """

    passes: tuple
    grazes: tuple
    pairs: tuple


def _inside(step, offset):
    """Range of u for which u * step lies within half a square of `offset` along one axis; None when it never does."""
    if step == 0:
        return (Fraction(0), Fraction(1)) if offset == 0 else None
    ends = sorted((Fraction(offset) - HALF, Fraction(offset) + HALF))
    low, high = sorted(end / step for end in ends)
    return low, high


def clip(dx, dy, ox, oy):
    """(u in, u out) of the segment from (0, 0) to (dx, dy) within the closed square around (ox, oy), or None."""
    across, down = _inside(dx, ox), _inside(dy, oy)
    if across is None or down is None:
        return None
    low, high = max(across[0], down[0], Fraction(0)), min(across[1], down[1], Fraction(1))
    return (low, high) if low <= high else None


def sides_at(dx, dy, ox, oy, u):
    """Names of the sides of the square around (ox, oy) that the point u of the segment lies on; two of them are a corner."""
    x, y = u * dx - ox, u * dy - oy
    return {name for name, on in (("left", x == -HALF), ("right", x == HALF), ("top", y == -HALF), ("bottom", y == HALF)) if on}


def crossing(dx, dy, ox, oy):
    """"pass", "clip", "touch" or None: what the segment does to a square that is not one of its ends (G10.5a, G10.5b)."""
    span = clip(dx, dy, ox, oy)
    if span is None:
        return None
    if span[0] == span[1]:
        return "touch"
    first, last = (sides_at(dx, dy, ox, oy, u) for u in span)
    if len(first) == 2 or len(last) == 2:
        return "pass"  # a corner and a side, or two corners: opposite ones, for the interior is crossed
    return "pass" if OPPOSITE[first.pop()] in last else "clip"


@cache
def line(dx, dy):
    """The Line of a displacement."""
    near = [(ox, oy) for ox in range(min(dx, 0), max(dx, 0) + 1) for oy in range(min(dy, 0), max(dy, 0) + 1)
            if (ox, oy) not in ((0, 0), (dx, dy)) and 2 * abs(ox * dy - oy * dx) <= abs(dx) + abs(dy)]  # others are too far from the line to meet it
    met = {(ox, oy): crossing(dx, dy, ox, oy) for ox, oy in near}
    passes = [o for o, what in met.items() if what == "pass"]
    grazes = [o for o, what in met.items() if what in ("clip", "touch")]
    pairs = [(a, b) for n, a in enumerate(grazes) for b in grazes[:n] if _block_together(dx, dy, a, met[a], b, met[b])]
    return Line(tuple(passes), tuple(grazes), tuple(pairs))


def _block_together(dx, dy, a, what_a, b, what_b):
    """Whether two grazed squares block together: one left and the next entered through a shared side, or one corner between them (G10.5c)."""
    if what_a != what_b:
        return False
    (a_in, a_out), (b_in, b_out) = clip(dx, dy, *a), clip(dx, dy, *b)
    if what_a == "touch":
        return a_in == b_in
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and (a_out == b_in or b_out == a_in)


def sight(solid, low, a, b):
    """CLEAR, COVER or BLOCKED between two squares; `solid` and `low` are sets of squares (x, y)."""
    if a == b:
        return CLEAR
    seen = line(b[0] - a[0], b[1] - a[1])

    def stands(offset, squares):
        return (a[0] + offset[0], a[1] + offset[1]) in squares

    if any(stands(o, solid) for o in seen.passes) or any(stands(o, solid) and stands(p, solid) for o, p in seen.pairs):
        return BLOCKED
    if any(stands(o, solid) for o in seen.grazes) or any(stands(o, low) for o in seen.passes + seen.grazes):
        return COVER
    return CLEAR


def all_sights(solid, low):
    """Sight between all pairs of many boards at once: uint8 (boards, height, width, height, width), first the square looked from.

    solid, low: bool (boards, height, width).
    """
    boards, height, width = solid.shape
    out = np.zeros((boards, height, width, height, width), np.uint8)
    for dy in range(1 - height, height):
        for dx in range(1 - width, width):
            if (dx, dy) == (0, 0):
                continue
            rows = np.arange(max(0, -dy), min(height, height - dy))
            cols = np.arange(max(0, -dx), min(width, width - dx))
            out[:, rows[:, None], cols, rows[:, None] + dy, cols + dx] = _sights_along(solid, low, rows, cols, line(dx, dy))
    return out


def _sights_along(solid, low, rows, cols, seen):
    """Sight along one displacement from every start (rows x cols): uint8 (boards, rows, cols)."""
    def at(plane, offset):
        return plane[:, rows[0] + offset[1]:rows[-1] + offset[1] + 1, cols[0] + offset[0]:cols[-1] + offset[0] + 1]

    blocked = np.zeros((len(solid), len(rows), len(cols)), bool)
    cover = blocked.copy()
    for o in seen.passes:
        blocked |= at(solid, o)
        cover |= at(low, o)
    for o in seen.grazes:
        cover |= at(solid, o) | at(low, o)
    for o, p in seen.pairs:
        blocked |= at(solid, o) & at(solid, p)
    return np.where(blocked, BLOCKED, np.where(cover, COVER, CLEAR)).astype(np.uint8)
