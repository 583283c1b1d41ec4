"""Changes to an imported map: the rectangle that becomes the board, squares corrected by hand, what cannot be reached filled up."""

from envs.core import codes as k
from envs.tables.words import parse_square, remedy_for, square_name

from .blocking import HAND, INSIDE
from .faults import MapError
from .model import OPEN, SIGN_OF, Door

DOORS = {"door": "closed", "open door": "open", "locked door": "locked"}
BLOCKS = "#"
INNER = 4  # what a square in a room counts where the densest part of a map is looked for


def check_size(found):
    """MapError for a map that is larger than a board; the sentence suggests a rectangle."""
    if max(found.width, found.height) > k.MAX_SIDE:
        x, y, width, height = densest(found)
        raise MapError(found.source, "", f"the map is {found.width} by {found.height} squares and a board has at most {k.MAX_SIDE} by {k.MAX_SIDE}",
                       f"pick a part: --crop X,Y,WxH leaves out X squares at the left and Y above and keeps W by H; most of the rooms are in "
                       f"--crop {x},{y},{width}x{height}")


def densest(found):
    """(x, y, width, height) of the board-sized rectangle that holds most: squares that are shut in count INNER, walls and doors 1."""
    width, height = min(k.MAX_SIDE, found.width), min(k.MAX_SIDE, found.height)
    outer = outdoors(found)
    sums = [[0] * (found.width + 1)]
    for y, row in enumerate(found.rows):
        line = [0]
        for x, sign in enumerate(row):
            line.append(line[-1] + (0 if (x, y) in outer else 1 if sign == BLOCKS else INNER))
        sums.append([above + own for above, own in zip(sums[-1], line)])
    best = max((sums[y + height][x + width] - sums[y][x + width] - sums[y + height][x] + sums[y][x], -y, -x)
               for y in range(found.height - height + 1) for x in range(found.width - width + 1))
    return -best[2], -best[1], width, height


def outdoors(found):
    """The squares from which one reaches the border of the map without a door."""
    return {square for space in spaces(found, through_doors=False)
            if any(x in (0, found.width - 1) or y in (0, found.height - 1) for x, y in space) for square in space}


def crop(found, x, y, width, height):
    """The part of a map from the square (x, y) on. MapError where it is no part of the map or larger than a board."""
    if not (0 < width <= k.MAX_SIDE and 0 < height <= k.MAX_SIDE):
        raise MapError(found.source, "", f"a board of {width} by {height} squares is not possible", f"pick 1 to {k.MAX_SIDE} squares a side")
    if x < 0 or y < 0 or x + width > found.width or y + height > found.height:
        raise MapError(found.source, "", f"the part {x},{y},{width}x{height} is not on the map, which is {found.width} by {found.height} squares",
                       "pick a part that is")

    def kept(things):
        return [thing.model_copy(update={"x": thing.x - x, "y": thing.y - y}) for thing in things
                if 0 <= thing.x - x < width and 0 <= thing.y - y < height]
    return found.model_copy(update={
        "width": width, "height": height, "left": found.left + x, "top": found.top + y, "doors": kept(found.doors), "lights": kept(found.lights),
        "rows": [row[x:x + width] for row in found.rows[y:y + height]], "why": [row[x:x + width] for row in found.why[y:y + height]]})


def square_of(found, name):
    """(x, y) of the name of a square, such as c4, on a map. MapError for another."""
    place = parse_square(name)
    if place is None or place[0] >= found.width or place[1] >= found.height:
        raise MapError(found.source, "", f"{name!r} is no square of the map",
                       f"write a column letter and a row number, {square_name(0, 0)} to {square_name(found.width - 1, found.height - 1)}")
    return place


def correct(found, changes):
    """The map with squares as a person wants them.

    changes: {name of a square or (x, y): terrain in words, or a key of DOORS}. MapError for what there is not.
    """
    rows, why, doors = [list(row) for row in found.rows], [list(row) for row in found.why], {(door.x, door.y): door for door in found.doors}
    for name, word in changes.items():
        x, y = square_of(found, square_name(*name) if isinstance(name, tuple) else name)
        if word not in SIGN_OF and word not in DOORS:
            raise MapError(found.source, square_name(x, y), f"{word!r} is nothing that a square can be", remedy_for(word, [*SIGN_OF, *DOORS]))
        doors.pop((x, y), None)
        if word in DOORS:
            doors[x, y] = Door(x=x, y=y, state=DOORS[word])
        rows[y][x] = SIGN_OF["floor" if word in DOORS else word]
        why[y][x] = HAND if rows[y][x] == BLOCKS else OPEN
    return _with(found, rows, why, doors)


def _with(found, rows, why, doors):
    """The map with other squares; lights in walls and on doors go."""
    lights = [light for light in found.lights if rows[light.y][light.x] != BLOCKS and (light.x, light.y) not in doors]
    return found.model_copy(update={"rows": ["".join(row) for row in rows], "why": ["".join(row) for row in why], "lights": lights,
                                    "doors": [doors[q] for q in sorted(doors, key=lambda q: q[::-1])]})


def keep_inside(found, name):
    """The map with all squares walled up that nobody reaches from a square, through doors and all. MapError where the square is a wall."""
    start = square_of(found, name)
    space = next((space for space in spaces(found) if start in space), None)
    if space is None:
        raise MapError(found.source, name, "the square is a wall", "name one where the fight takes place")
    rows, why = [list(row) for row in found.rows], [list(row) for row in found.why]
    for y in range(found.height):
        for x in range(found.width):
            if (x, y) not in space and rows[y][x] != BLOCKS:
                rows[y][x], why[y][x] = BLOCKS, INSIDE
    return _with(found, rows, why, {(door.x, door.y): door for door in found.doors if (door.x, door.y) in space})


def spaces(found, through_doors=True):
    """[set of squares]: what can be walked from side to side, through doors or up to them, the largest first."""
    left, out = {(x, y) for y, row in enumerate(found.rows) for x, sign in enumerate(row) if sign != BLOCKS}, []
    left -= set() if through_doors else {(door.x, door.y) for door in found.doors}
    while left:
        space, stack = set(), [left.pop()]
        while stack:
            x, y = stack.pop()
            space.add((x, y))
            for other in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
                if other in left:
                    left.discard(other)
                    stack.append(other)
        out.append(space)
    return sorted(out, key=lambda space: (-len(space), min(space)))
