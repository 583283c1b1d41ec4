"""The board as the oracle sees it: footprints, distances, sight between combatants, walks (G10.6, G11.10, G12.1)."""

import heapq
from functools import lru_cache

from .geometry import BLOCKED, sight

FREE, SLOW, SHUT = 1, 2, 0  # cost of a step onto a square of ground


class Board:
    """Terrain of one scenario and the sizes and sides of its combatants.

    words: {"terrain": {bit: name}, "status": names in code order}.
    """

    def __init__(self, tables, words):
        self.width, self.height = int(tables["width"]), int(tables["height"])
        bits = {name: bit for bit, name in words["terrain"].items()}
        terrain = [int(v) for v in tables["terrain"][:self.width * self.height]]

        def squares(*names):
            return {(n % self.width, n // self.width) for n, v in enumerate(terrain) if any(v & bits[name] for name in names)}

        self.walls, self.low, self.pits = squares("wall"), squares("low obstacle"), squares("pit")
        self.slow = squares("difficult ground", "low obstacle")
        count = int(tables["n_combatants"])
        self.sizes = [int(tables["roster"][i]["bulk"]) for i in range(count)]
        self.sides = [int(tables["roster"][i]["side"]) for i in range(count)]
        self.standing, self.defeated = words["status"].index("standing"), words["status"].index("defeated")
        self.seen = lru_cache(maxsize=None)(self._seen)

    # -- where everybody is ------------------------------------------------------------------------------------------------
    def block(self, x, y, size):
        """Squares of a footprint."""
        return [(xx, yy) for yy in range(y, y + size) for xx in range(x, x + size)]

    def body(self, m, i):
        """Squares that combatant i fills, or would fill if it were on the map."""
        return self.block(m.combatants[i].x, m.combatants[i].y, self.sizes[i])

    def on_map(self, m, i):
        """Standing or defeated: the dead and the departed have left the map (G8.28)."""
        return m.combatants[i].status in (self.standing, self.defeated)

    def distance(self, m, i, j):
        """Distance between the nearest squares, a diagonal counts 1 (G11.10)."""
        return min(max(abs(ax - bx), abs(ay - by)) for ax, ay in self.body(m, i) for bx, by in self.body(m, j))

    # -- sight -------------------------------------------------------------------------------------------------------------
    def _seen(self, a, b, bodies):
        return sight(self.walls | bodies, self.low, a, b)

    def look(self, m, i, j):
        """Best sight between any squares of two combatants; the other large creatures that stand are in the way (G10.6, G8.28)."""
        bodies = frozenset(square for n, c in enumerate(m.combatants)
                           if n not in (i, j) and self.sizes[n] > 1 and c.status == self.standing for square in self.body(m, n))
        return min(self.seen(a, b, bodies) for a in self.body(m, i) for b in self.body(m, j))

    def sees(self, m, i, j):
        return self.look(m, i, j) != BLOCKED

    # -- walks -------------------------------------------------------------------------------------------------------------
    def ground(self, place, size):
        """Cost of stepping so that a footprint lies at `place`; SHUT off the board, in a wall or in a pit."""
        x, y = place
        if x < 0 or y < 0 or x + size > self.width or y + size > self.height:
            return SHUT
        body = set(self.block(x, y, size))
        if body & (self.walls | self.pits):
            return SHUT
        return SLOW if body & self.slow else FREE

    def past_corner(self, place, step, size):
        """Whether a diagonal step sweeps past a wall: the footprint moved along one axis alone must be clear of walls both ways."""
        (x, y), (dx, dy) = place, step
        swept = set(self.block(x + dx, y, size)) | set(self.block(x, y + dy, size))
        return bool(dx and dy and swept & self.walls)

    def walks(self, m, i):
        """{square of the top left corner: cost} of every end of a walk that combatant i can pay for now (G12.1), by Dijkstra with a heap."""
        me, size, points = m.combatants[i], self.sizes[i], m.combatants[i].move_points
        crowd = {n: set(self.body(m, n)) for n in range(len(m.combatants)) if n != i and self.on_map(m, n)}
        foes = set().union(*(crowd[n] for n in crowd if self.sides[n] != self.sides[i] and m.combatants[n].status == self.standing))
        everybody = set().union(*crowd.values())
        best, heap = {(me.x, me.y): 0}, [(0, (me.x, me.y))]
        while heap:
            cost, place = heapq.heappop(heap)
            if cost > best[place]:
                continue
            for step in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
                to = (place[0] + step[0], place[1] + step[1])
                price = self.ground(to, size)
                if price == SHUT or self.past_corner(place, step, size) or foes & set(self.block(*to, size)):
                    continue
                if cost + price <= points and cost + price < best.get(to, points + 1):
                    best[to] = cost + price
                    heapq.heappush(heap, (cost + price, to))
        return {place: cost for place, cost in best.items() if cost and not everybody & set(self.block(*place, size))}
