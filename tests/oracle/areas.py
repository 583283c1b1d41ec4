"""Areas by brute force (chapter 11, T5.9, G5.8a): every placement as a set of squares, taken as the definitions say."""

from collections import deque
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .geometry import BLOCKED
from .live_sight import look_at
from .scene import box, gap


class Area(NamedTuple):
    """What a deed's row says: kind in words, size, range in squares, whether it is harmful, whether it leaves an effect."""

    kind: str
    size: int
    within: int
    harmful: bool
    lasts: bool

    @property
    def spares(self):
        """A harmful burst, or aura, leaves its user out (T5.9, G11.10)."""
        return self.harmful and self.kind in ("burst", "melee burst", "spell burst", "aura")

    @property
    def is_path(self):
        return self.kind in ("path", "close path")


@lru_cache(maxsize=4096)
def sees(scene, i, square):
    """Whether combatant i sees a square."""
    return look_at(scene, i, square) != BLOCKED


def seen(scene, i, squares):
    """Those of some squares that combatant i sees and that are no walls (T11.1, G11.1a)."""
    return {q for q in squares & scene.board - scene.barred if sees(scene, i, q)}


@lru_cache(maxsize=64)
def near(scene, i, within):
    """Squares within a distance of combatant i."""
    return {q for q in scene.board if gap(scene.bodies[i], {q}) <= within}


def affected(scene, i, area, squares):
    """Combatants in some squares in the order in which they are targets: the nearest first, then by the roster (G5.8a, G11.11)."""
    inside = [j for j, body in scene.bodies.items() if body & squares and not (j == i and area.spares)]
    return sorted(inside, key=lambda j: (gap(scene.bodies[i], scene.bodies[j]), j))


# -- squares around the user -----------------------------------------------------------------------------------------------
def around(scene, i, area):
    """Squares of a burst, an aura, a melee or a spell burst (T11.4-T11.7)."""
    return near(scene, i, area.within if area.kind in ("melee burst", "spell burst") else area.size)


# -- blasts ----------------------------------------------------------------------------------------------------------------
def blast(middle, n):
    """Squares of a blast by its middle, of an even one by the upper left of the middle four; some may lie beyond the board (T11.2)."""
    back = (n - 1) // 2
    return box(middle[0] - back, middle[1] - back, n)


def border(squares):
    """Edge and corner squares of a blast: those with a neighbour outside it."""
    return {(x, y) for x, y in squares if not box(x - 1, y - 1, 3) <= squares}


def can_lie(scene, i, area, middle):
    """Whether a blast may lie there (T11.1, T11.3, G11.3a) and does anything."""
    squares = blast(middle, area.size)
    if area.kind == "blast":
        lies = seen(scene, i, squares & near(scene, i, area.within))
    else:
        beside = {q for q in border(squares) & scene.board - scene.barred if gap(scene.bodies[i], {q}) == 1}
        lies = beside and seen(scene, i, squares)
    return bool(lies and (area.lasts or affected(scene, i, area, squares)))


# -- paths -----------------------------------------------------------------------------------------------------------------
def starts(scene, i, area):
    """Squares in which a path may begin (T11.8, T11.9)."""
    if area.kind == "close path":
        return {q for q in seen(scene, i, near(scene, i, 1)) if gap(scene.bodies[i], {q}) == 1}
    return seen(scene, i, near(scene, i, area.within))


def is_path(scene, i, area, chain):
    """Whether a chain of squares is a path: joined edge to edge, none twice, no wall, no 2 x 2 block anywhere, its first square in range and sight."""
    squares = set(chain)
    joined = all(abs(ax - bx) + abs(ay - by) == 1 for (ax, ay), (bx, by) in pairwise(chain))
    blocks = any(box(x, y, 2) <= squares for x, y in squares)
    return joined and not blocks and len(squares) == len(chain) <= area.size and squares <= scene.board - scene.barred and chain[0] in starts(scene, i, area)


def next_squares(scene, i, area, chain):
    """Squares with which a path may go on."""
    tried = {(x + dx, y + dy) for x, y in chain[-1:] for dx in (-1, 0, 1) for dy in (-1, 0, 1)} if chain else starts(scene, i, area)
    return {q for q in tried if is_path(scene, i, area, [*chain, q])}


def may_stop(scene, i, area, chain):
    """Whether a path may stop short: it holds somebody, or cannot go on (G11.8a)."""
    return bool(chain) and bool(affected(scene, i, area, set(chain)) or not next_squares(scene, i, area, chain))


def can_hold(scene, i, area):
    """Whether any path holds somebody. A shortest way holds no 2 x 2 block, so steps from edge to edge are counted."""
    far = {q: 1 for q in starts(scene, i, area)}
    queue = deque(far)
    while queue:
        x, y = queue.popleft()
        for q in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if q in scene.board - scene.barred and q not in far:
                far[q] = far[x, y] + 1
                queue.append(q)
    return bool(affected(scene, i, area, {q for q, squares in far.items() if squares <= area.size}))


# -- whether there is any --------------------------------------------------------------------------------------------------
def exists(scene, i, area):
    """Whether an area deed can be placed so that it does anything."""
    if area.is_path:
        return can_hold(scene, i, area)
    if area.kind in ("blast", "close blast"):
        return any(can_lie(scene, i, area, middle) for middle in scene.board)
    return area.lasts or bool(affected(scene, i, area, around(scene, i, area)))
