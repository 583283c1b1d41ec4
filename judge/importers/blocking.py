"""From wall lines to blocked squares. The board knows no thin walls, so every line becomes squares, by the rules of RULES in their order.

What comes out holds: no line lies between the middles of two open squares that are neighbours, and no sight line slips past a corner of a wall.
"""

from .lines import cost, crossed, held, is_closed, meet, segments, touched

MIDDLE, OUTLINE, POCKET, EDGE, CORNER, TILE, INSIDE, HAND = "mopectih"
RULES = {MIDDLE: "a wall line runs through the middle of the square, for a quarter of its side or more",
         OUTLINE: "the middle of the square lies in the closed outline of an object",
         POCKET: "the square is shut in by wall lines, in a space without a door that is nowhere two squares wide or has four squares at most",
         EDGE: "a wall line lies between the square and its neighbour; the side of a straight piece of wall is blocked that is blocked already for half its "
               "length, else the one that bars fewer doors of other walls, else the one in a space that is open to the border of the map or has no door though "
               "others have, else the one with more open squares behind it, else the upper or left one",
         CORNER: "two blocked squares met at a corner of a wall only; of the two squares between them the one with fewer wall lines at its sides is blocked, else "
                 "the one with more open squares around it",
         TILE: "a tile or an object of the map says that it is a wall",
         INSIDE: "the square cannot be reached from where the fight takes place",
         HAND: "corrected by hand"}
SHARE = 0.25  # squares of wall line in the middle of a square that block it
POCKET_SIZE = 4  # squares of the largest space without a door that is taken for a pillar, however wide


class Blocking:
    """The squares of a map of lines.

    why: {(x, y): a key of RULES}; doors: {(x, y): number of the portal}; lost: numbers of portals without a square; idle: how many walls do nothing.
    """

    def __init__(self, width, height, walls, portals, outlines, fixed, work):
        """walls, outlines: [[(x, y)]] of polylines; portals: [[a, b]]; fixed: {square: key of RULES}; work: counts what lines touch."""
        self.width, self.height, self.why, self.doors, self.lost = width, height, dict(fixed), {}, []
        self.shut, self.gates, self.near, self.idle, middle = set(), {}, {}, 0, {}  # crossed edges, {edge: portal}, {square: wall segments}
        self.beyond = {}  # {square: 0 to 2, how far its space is from where the fight takes place}
        self.fronts = {}  # {square from which one steps through a door: edges of these doors}
        for n, portal in enumerate(portals):
            self._place(n, tuple(portal), work)
        for line in walls:
            self.idle += not self._draw(line, middle, work)
        self._block((square for square, length in sorted(middle.items()) if length >= SHARE), MIDDLE)
        for outline in outlines:
            if is_closed(outline):
                self._block(held(outline, width, height, work), OUTLINE)
        self._fill_pockets()
        for run in sorted(self._runs(), key=lambda run: (-len(run), run)):
            self._fill_run(run)
        self._join_corners()

    def _draw(self, line, middle, work):
        """Note what a wall line crosses, and add to {square: length in its middle}. Whether it does anything."""
        does = False
        for wall in segments(line):
            work.spend(cost(wall, self.width, self.height))
            edges = list(crossed(wall, self.width, self.height))
            self.shut.update(edges)
            does |= bool(edges)
            for square, length in touched(wall, self.width, self.height):
                middle[square] = middle.get(square, 0.0) + length
                does |= length >= SHARE
                self.near.setdefault(square, []).append(wall)
        return does

    def _block(self, squares, rule):
        for square in squares:
            if square not in self.doors:
                self.why.setdefault(square, rule)

    def _place(self, n, portal, work):
        """Find the squares or the edges of a portal."""
        width, height = self.width, self.height
        work.spend(cost(portal, width, height))
        squares = [square for square, length in touched(portal, width, height) if length >= SHARE]
        edges = [] if squares else list(crossed(portal, width, height, strict=True)) or self._nearest(portal)
        edges = [edge for edge in edges if all(self.on_map(square) for square in sides(edge))]
        self.doors.update((square, n) for square in squares)
        self.gates.update((edge, n) for edge in edges)
        for edge in edges:
            for square in sides(edge):
                self.fronts.setdefault(square, set()).add(edge)
        for square in squares:
            self.why.pop(square, None)
        if not squares and not edges:
            self.lost.append(n)

    def _nearest(self, portal):
        """The edge nearest to a portal that is too short to lie between two middles."""
        (x0, y0), (x1, y1) = portal
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        return [("v", int(x // 1), round(y))] if abs(x1 - x0) >= abs(y1 - y0) else [("h", round(x), int(y // 1))]

    def on_map(self, square):
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def is_open(self, square):
        """Whether a square is on the map and neither blocked nor a door."""
        return self.on_map(square) and square not in self.why and square not in self.doors

    def _is_shut(self, edge):
        return edge in self.shut or edge in self.gates

    def spaces(self):
        """[set of squares]: open squares that belong together, cut by lines, blocked squares and doors."""
        left, out = {(x, y) for y in range(self.height) for x in range(self.width) if self.is_open((x, y))}, []
        while left:
            space, stack = set(), [left.pop()]
            while stack:
                square = stack.pop()
                space.add(square)
                for edge, other in neighbours(square):
                    if other in left and not self._is_shut(edge):
                        left.discard(other)
                        stack.append(other)
            out.append(space)
        return out

    def _fill_pockets(self):
        """Block spaces that are no rooms; note of every other square how far its space is from the fight: open to the border, without a door."""
        spaces = [(space, self._at_border(space), self._has_door(space)) for space in self.spaces()]
        doors = any(door for *_, door in spaces)
        for space, border, door in spaces:
            if not border and not door and not self._is_roomy(space):
                self._block(space, POCKET)
            else:
                self.beyond.update(dict.fromkeys(space, border + (doors and not door)))

    def _is_roomy(self, space):
        """Whether a space is larger than a pillar and somewhere two squares wide."""
        return len(space) > POCKET_SIZE and any(
            {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= space and not any(map(self._is_shut, (
                ("h", x + 1, y), ("h", x + 1, y + 1), ("v", x, y + 1), ("v", x + 1, y + 1)))) for x, y in space)

    def _at_border(self, space):
        """Whether a space lies open to the border of the map."""
        return any(not self.on_map(other) and edge not in self.shut for square in space for edge, other in neighbours(square))

    def _has_door(self, space):
        return any(edge in self.gates or other in self.doors for square in space for edge, other in neighbours(square))

    def _runs(self):
        """[[edge]]: straight pieces of wall and doors, each without a gap, off the border."""
        edges, out = sorted((kind, y if kind == "v" else x, x if kind == "v" else y) for kind, x, y in {*self.shut, *self.gates}), []
        for n, (kind, line, at) in enumerate(edges):
            if not 0 < line < (self.height if kind == "v" else self.width):
                continue
            if out and n and edges[n - 1] == (kind, line, at - 1):
                out[-1].append((kind, at, line) if kind == "v" else (kind, line, at))
            else:
                out.append([(kind, at, line) if kind == "v" else (kind, line, at)])
        return out

    def _fill_run(self, run):
        """Block the squares on one side of a straight piece of wall, where it still lies between two open ones; doors go into it."""
        both = [sides(edge) for edge in run]
        pending = [n for n, edge in enumerate(run) if all(map(self.is_open, both[n])) or edge in self.gates and not any(q in self.doors for q in both[n])]
        if not pending:
            return
        full = [sum(pair[side] in self.why for pair in both) for side in (0, 1)]
        room = [sum(self._depth(pair[side], run[0][0], 2 * side - 1) for pair in both) for side in (0, 1)]
        beyond = [sum(self.beyond.get(pair[side], 0) for pair in both) for side in (0, 1)]
        own = set(run)
        barred = [sum(not self.fronts.get(both[n][side], own) <= own for n in pending) for side in (0, 1)]
        votes = [(2 * full[side] >= len(run) and full[side] > full[1 - side], -barred[side], beyond[side], room[side]) for side in (0, 1)]
        side = int(votes[1] > votes[0])
        for n in pending:
            square = both[n][side]
            if run[n] in self.gates:
                self.doors[square] = self.gates[run[n]]
                self.why.pop(square, None)
                beyond = tuple(2 * own - other for own, other in zip(square, both[n][1 - side]))
                self.fronts.setdefault(beyond, set()).add(run[n])
            else:
                self._block([square], EDGE)

    def _depth(self, square, kind, step):
        """How many open squares lie in a row from this one on, away from an edge of a kind, up to the next wall."""
        count, (x, y) = 0, square
        while self.is_open((x, y)):
            count += 1
            edge = (kind, x, y + (step > 0)) if kind == "v" else (kind, x + (step > 0), y)
            if self._is_shut(edge):
                break
            x, y = (x, y + step) if kind == "v" else (x + step, y)
        return count

    def _join_corners(self):
        """Block a square wherever two blocked ones only meet at a corner and a wall line passes between the other two (G10.5)."""
        stack = [(x, y) for y in range(self.height - 1) for x in range(self.width - 1)]
        while stack:
            x, y = stack.pop()
            quad = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            free = [square for square in quad if self.is_open(square)]
            if free not in ([quad[0], quad[3]], [quad[1], quad[2]]) or any(q in self.doors for q in quad) or not self._is_parted(quad, *free):
                continue
            away = [square for square in free if not any(other in self.doors for _, other in neighbours(square))]
            if away:
                square = min(away, key=lambda q: (self._walls_at(q), -sum(self.is_open(p) for p in around(q))))
                self._block([square], CORNER)
                stack += [(square[0] - i, square[1] - j) for i in (0, 1) for j in (0, 1)
                          if 0 <= square[0] - i < self.width - 1 and 0 <= square[1] - j < self.height - 1]

    def _walls_at(self, square):
        """How many sides of a square have a wall line."""
        return sum(edge in self.shut for edge, _ in neighbours(square))

    def _is_parted(self, quad, one, other):
        way = tuple((x + 0.5, y + 0.5) for x, y in (one, other))
        return any(meet(wall, way) for square in quad for wall in self.near.get(square, ()))


def sides(edge):
    """(upper or left square, lower or right one) of an edge."""
    kind, x, y = edge
    return ((x, y - 1), (x, y)) if kind == "v" else ((x - 1, y), (x, y))


def neighbours(square):
    """(edge, square) on the four sides of a square."""
    x, y = square
    return (("v", x, y), (x, y - 1)), (("v", x, y + 1), (x, y + 1)), (("h", x, y), (x - 1, y)), (("h", x + 1, y), (x + 1, y))


def around(square):
    """The eight squares around one."""
    return [(square[0] + i, square[1] + j) for j in (-1, 0, 1) for i in (-1, 0, 1) if i or j]
