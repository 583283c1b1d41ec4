"""Random maps of several kinds, connected enough that both sides can meet. Squares are (x, y); a map is rows of signs (`tables.board.SIGNS`)."""

from .draw import Draw

KINDS = ("rooms", "cave", "open", "bridge", "hall")
SMALLEST = 8
SHUT = "#^"  # signs that nobody walks on (T1.1, G12.5)
CLUMPS = {"=": 4, "#": 3, ",": 4, "^": 1, "~": 1, ":": 1}
LEGEND = {":": "darkness + difficult ground"}


class Ground:
    """A map while it is drawn. rows: lists of signs; features: {id: feature as its TOML reads}; used: squares that hold a feature;
    shut: squares that features shut for good (a locked door, a wall of an object); gaps: openings in walls, where doors may stand."""

    def __init__(self, kind, width, height):
        self.kind, self.width, self.height = kind, width, height
        self.rows = [["."] * width for _ in range(height)]
        self.features, self.used, self.shut, self.gaps, self.dark = {}, {}, {}, [], False

    def squares(self):
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def sign(self, x, y):
        return self.rows[y][x]

    def put(self, x, y, sign):
        """Draw a sign where it is on the map."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = sign

    def turned(self):
        """The same map with rows and columns exchanged."""
        self.width, self.height = self.height, self.width
        self.rows = [list(column) for column in zip(*self.rows)]
        self.gaps = [(y, x) for x, y in self.gaps]
        return self

    def walkable(self):
        """{square: None} that can be walked on; doors that are not locked count as open."""
        return {(x, y): None for y, row in enumerate(self.rows) for x, sign in enumerate(row) if sign not in SHUT and (x, y) not in self.shut}

    def regions(self, size=1):
        """Lists of top left squares between which a creature of that size can walk, the largest first."""
        free = self.walkable()
        if size > 1:
            free = {(x, y): None for x, y in free if all((x + i, y + j) in free for i in range(size) for j in range(size))}
        seen, out = {}, []
        for start in free:
            if start not in seen:
                out.append(list(steps_from(start, free)))
                seen.update(dict.fromkeys(out[-1]))
        return sorted(out, key=len, reverse=True)


def steps_from(start, free):
    """{square: steps} of all squares of `free` that can be walked to, straight steps only, the nearest first."""
    found, edge = {start: 0}, [start]
    while edge:
        after = []
        for x, y in edge:
            for q in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if q in free and q not in found:
                    found[q] = found[x, y] + 1
                    after.append(q)
        edge = after
    return found


def draw_map(seed, kind, longest, shortest=SMALLEST):
    """A Ground of a kind, sides from `shortest` to `longest` squares; at least a third of it and two thirds of what can be walked on is one region."""
    for tries in range(40):
        draw = Draw(seed, "map", tries)
        width, height = draw.between(shortest, longest), draw.between(shortest, longest)
        ground = MAKERS[kind if tries < 30 else "open"](draw, width, height)
        ground = ground.turned() if draw.chance(50) else ground
        region, open_squares = (ground.regions() or [[]])[0], len(ground.walkable())
        if len(region) >= max(30, width * height // 3, open_squares * 2 // 3):
            return _closed(ground, region)
    raise AssertionError("open ground is always connected")


def _closed(ground, region):
    """The map with every square out of its largest region filled, so that whatever is drawn on it later can be met."""
    inside = dict.fromkeys(region)
    for x, y in ground.walkable():
        if (x, y) not in inside:
            ground.put(x, y, "#")
    ground.gaps = [q for q in ground.gaps if q in inside]
    return ground


# -- kinds ---------------------------------------------------------------------------------------------------------------
def _clumps(draw, ground, n, weights=CLUMPS):
    """Scatter n clumps of one to four squares of a sign."""
    for _ in range(n):
        sign, x, y = draw.weighted(weights), draw.below(ground.width), draw.below(ground.height)
        for _ in range(draw.between(1, 4)):
            ground.put(x, y, sign)
            dx, dy = draw.pick(((1, 0), (-1, 0), (0, 1), (0, -1)))
            x, y = x + dx, y + dy


def open_ground(draw, width, height):
    ground = Ground("open", width, height)
    _clumps(draw, ground, width * height // draw.between(12, 26))
    return ground


def rooms(draw, width, height):
    """Walls across the map and across its parts, each with an opening or two."""
    ground = Ground("rooms", width, height)
    _split(draw, ground, 0, 0, width, height, draw.between(1, 2 + (max(width, height) > 16)))
    _clumps(draw, ground, width * height // 40, {"=": 3, ",": 2, ":": 1})
    for x, y in ground.gaps:
        ground.put(x, y, ".")
    return ground


def _split(draw, ground, x, y, width, height, depth):
    """A wall across a part of the map that is long enough, then across both halves."""
    if depth == 0 or max(width, height) < 7:
        return
    across = width >= height  # the wall runs from top to bottom
    at = draw.between(3, (width if across else height) - 4)
    length = height if across else width
    wall = [(x + at, y + n) if across else (x + n, y + at) for n in range(length)]
    for a, b in wall:
        ground.put(a, b, "#")
    for n in draw.some(range(length), draw.between(1, 2) + (length > 10)):
        ground.put(*wall[n], ".")
        ground.gaps.append(wall[n])
    if across:
        _split(draw, ground, x, y, at, height, depth - 1)
        _split(draw, ground, x + at + 1, y, width - at - 1, height, depth - 1)
    else:
        _split(draw, ground, x, y, width, at, depth - 1)
        _split(draw, ground, x, y + at + 1, width, height - at - 1, depth - 1)


def cave(draw, width, height):
    """Noise that is smoothed: a square is rock when most around it are."""
    rock = [[draw.chance(42) for _ in range(width)] for _ in range(height)]
    for _ in range(2):
        rock = [[sum(rock[b][a] for b in range(max(0, y - 1), min(height, y + 2)) for a in range(max(0, x - 1), min(width, x + 2)))
                 >= (5 if 0 < x < width - 1 and 0 < y < height - 1 else 4) for x in range(width)] for y in range(height)]
    ground = Ground("cave", width, height)
    ground.rows = [["#" if r else "." for r in row] for row in rock]
    spots = [q for q in ground.squares() if ground.sign(*q) == "."]
    for x, y in draw.some(spots, len(spots) // 12):
        ground.put(x, y, draw.weighted({",": 5, "=": 2, "~": 2, ":": 1}))
    ground.dark = draw.chance(35)
    return ground


def bridge(draw, width, height):
    """A chasm or a river across the map, and one or two ways over it."""
    ground = Ground("bridge", width, height)
    _clumps(draw, ground, width * height // 30, {"=": 3, "#": 2, ",": 3})
    left = draw.between(2, max(2, width - 6))
    broad = draw.between(2, min(4, width - 4))
    river = draw.chance(35)
    for x in range(left, left + broad):
        for y in range(height):
            ground.put(x, y, "," if river else "^")
    for _ in range(draw.between(1, 2)):
        top, wide = draw.below(height - 2), draw.between(2, 3)
        for x in range(left - 1, left + broad + 1):
            for y in range(top, min(height, top + wide)):
                ground.put(x, y, ".")
    return ground


def hall(draw, width, height):
    """Pillars in a grid, dark but for its lights."""
    ground = Ground("hall", width, height)
    dx, dy = draw.between(3, 4), draw.between(3, 4)
    for y in range(2, height - 2, dy):
        for x in range(2, width - 2, dx):
            ground.put(x, y, "#" if draw.chance(80) else "=")
    _clumps(draw, ground, width * height // 50, {",": 3, "=": 2, "^": 1})
    ground.dark = draw.chance(85)
    return ground


MAKERS = {"rooms": rooms, "cave": cave, "open": open_ground, "bridge": bridge, "hall": hall}
