"""The drawn map: signs to terrain bits, letters to places, signs of features to their squares."""

from typing import NamedTuple

from ..core import codes as k
from .schema_map import ground_bits
from .words import parse_square, remedy_for, square_name

SIGNS = {"#": "wall", ".": "floor", "=": "low obstacle", ",": "difficult ground", "^": "pit", ">": "exit", "~": "darkness"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Board(NamedTuple):
    """`terrain`: bits by y * width + x; `places`: {letter: (x, y) of the top left square}; `drawn`: {sign of a feature: [(x, y)]}."""

    width: int
    height: int
    terrain: list
    places: dict
    drawn: dict

    def ground(self, x, y):
        """Terrain bits of a square."""
        return self.terrain[y * self.width + x]


def read_board(encounter, sizes, file, faults):
    """The Board of an encounter, or None with faults. `sizes`: {letter: size} of the roster."""
    signs = _signs(encounter, file, faults)
    rows = _rows(encounter.map, file, faults)
    if not rows:
        return None
    width, height = len(rows[0]), len(rows)
    terrain, squares, drawn = [0] * (width * height), {}, {f.sign: [] for f in encounter.features.values() if f.sign is not None}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in sizes:
                squares.setdefault(sign, []).append((x, y))
                terrain[y * width + x] = ground_bits(encounter.roster[sign].ground or "floor")
            elif sign in drawn:
                drawn[sign].append((x, y))
            elif sign in signs:
                terrain[y * width + x] = ground_bits(signs[sign])
            else:
                _unknown_sign(sign, x, y, [*signs, *drawn], file, faults)
    if encounter.dark:
        terrain = [bits | k.DARK for bits in terrain]
    places = {}
    for letter, size in sizes.items():
        place = _place(letter, size, encounter.roster[letter].at, squares.get(letter, []), (width, height), file, faults)
        if place is not None:
            places[letter] = place
    board = Board(width, height, terrain, places, drawn)
    _check_room(board, sizes, file, faults)
    return board


def _signs(encounter, file, faults):
    """{sign: terrain words}; signs of features are checked with them."""
    signs = dict(SIGNS)
    for sign, terrain in encounter.legend.items():
        if len(sign) != 1 or sign.isspace():
            faults.add("C313", file, f"legend.{sign!r}", f"{sign!r} is not one sign", "use a single sign that is not a space")
        elif sign in encounter.roster:
            faults.add("C315", file, f"legend.{sign}", f"{sign!r} is a combatant of the roster too", "choose another sign or letter")
        else:
            signs[sign] = terrain
    seen = {}
    for name, feature in encounter.features.items():
        sign, where = feature.sign, f"features.{name}.sign"
        if sign is None:
            continue
        if len(sign) != 1 or sign.isspace() or sign in LETTERS:
            faults.add("C313", file, where, f"{sign!r} is not one sign", "use a single sign that is no letter and no space")
        elif sign in signs or sign in seen:
            other = f"the feature {seen[sign]}" if sign in seen else signs[sign]
            faults.add("C315", file, where, f"{sign!r} means {other} too", "choose another sign")
        seen[sign] = name
    return signs


def _rows(text, file, faults):
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        faults.add("C301", file, "map", "the map is empty", "draw at least one row of squares")
        return None
    if any("\t" in line for line in lines):
        faults.add("C316", file, "map", "the map holds a tab", "draw with single signs; '.' is floor")
        return None
    indent = min(len(line) - len(line.lstrip(" ")) for line in lines)
    rows = [line[indent:] for line in lines]
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            faults.add("C302", file, "map", f"row {y + 1} has {len(row)} squares and row 1 has {len(rows[0])}", "give all rows the same length")
            return None
    if len(rows) > k.MAX_SIDE or len(rows[0]) > k.MAX_SIDE:
        faults.add("C303", file, "map", f"the map is {len(rows[0])} by {len(rows)} squares", f"keep to {k.MAX_SIDE} by {k.MAX_SIDE}")
        return None
    return rows


def _unknown_sign(sign, x, y, signs, file, faults):
    where = square_name(x, y)
    if sign in LETTERS:
        faults.add("C305", file, "map", f"the letter {sign!r} on {where} has no roster entry", f"add [roster.{sign}] or draw a terrain sign")
    else:
        faults.add("C304", file, "map", f"the sign {sign!r} on {where} means nothing",
                   f"{remedy_for(sign, signs)}, add it to [legend], or give it to a feature as its sign")


def _place(letter, size, at, squares, bounds, file, faults):
    """(x, y) of one combatant's top left square, or None with a fault."""
    if at is not None and squares:
        faults.add("C307", file, f"roster.{letter}.at", f"{letter} stands on the map at {square_name(*squares[0])} too",
                   "remove at or the letter on the map")
    elif at is not None:
        return named_square(at, bounds, f"roster.{letter}.at", file, faults, size)
    elif not squares:
        faults.add("C306", file, f"roster.{letter}", f"{letter} has no place", f"draw {letter} on the map or give at = 'c4'")
    else:
        x, y = min(p[0] for p in squares), min(p[1] for p in squares)
        if sorted(squares) == [(x + i, y + j) for i in range(size) for j in range(size)]:
            return x, y
        faults.add("C308", file, "map", f"{letter} fills {len(squares)} squares from {square_name(x, y)} on, but its size is {size}",
                   f"draw {letter} on {size} by {size} squares")
    return None


def named_square(text, bounds, entry, file, faults, size=1):
    """(x, y) of a square by its name, with room for `size` squares on a map of `bounds`; None with a fault."""
    place = parse_square(text)
    if place is None:
        faults.add("C309", file, entry, f"{text!r} is not the name of a square", "write column letters and a row number, a1 is the top left")
    elif place[0] + size > bounds[0] or place[1] + size > bounds[1]:
        last = square_name(max(0, bounds[0] - size), max(0, bounds[1] - size))
        faults.add("C310", file, entry, f"{text!r} is off the map", f"use a1 to {last}")
    else:
        return place
    return None


def footprint(place, size):
    """[(x, y)] of the squares that a combatant fills."""
    return [(place[0] + i, place[1] + j) for j in range(size) for i in range(size)]


def _check_room(board, sizes, file, faults):
    taken = {}
    for letter, place in board.places.items():
        for x, y in footprint(place, sizes[letter]):
            if (x, y) in taken:
                faults.add("C311", file, f"roster.{letter}", f"{letter} and {taken[x, y]} both stand on {square_name(x, y)}", "move one of them")
            elif board.ground(x, y) & k.WALL:
                faults.add("C312", file, f"roster.{letter}", f"{letter} stands in the wall on {square_name(x, y)}", "move it to another square")
            taken[x, y] = letter
