"""Who may fight on an imported map: library creatures and callings, each side together on free squares."""

import math
import string

from envs.core import codes as k
from envs.tables.board import footprint
from envs.tables.library import MOST, library_item, library_names
from envs.tables.words import parse_square, remedy_for, square_name

from .change import outdoors, spaces
from .faults import MapError

APART = 8  # steps between the two sides, as far as the map lets
LEVELS = 9
MOST_OF_A_KIND = 16
LIBRARY = {"--party": "companion", "--monsters": "creature"}


def read_names(text, option):
    """[(id, number, level)] of a text such as "vanguard:2, archer" or "3 gnaw_rat, oath_knight". MapError for what cannot be read or is not there."""
    kind, out = LIBRARY[option], []
    for part in text.split(","):
        count, _, name = part.strip().rpartition(" ")
        name, _, level = name.partition(":")
        name = name.lower().replace("-", "_")
        if name not in library_names(kind):
            raise MapError(option, "", f"there is no {'calling' if kind == 'companion' else 'creature'} {name!r} in the library",
                           remedy_for(name, library_names(kind), MOST))
        count, level = count.strip() or "1", level or "1"
        if not (count.isdecimal() and 1 <= int(count[:4]) <= MOST_OF_A_KIND and level.isdecimal() and 1 <= int(level[:4]) <= LEVELS):
            raise MapError(option, "", f"{part.strip()!r} cannot be read", "write names with commas between them; a number stands before a name, the level of a "
                           "companion after it: 3 gnaw_rat, oath_knight; vanguard:2, archer")
        out.append((name, int(count), int(level)))
    return out


class Places:
    """Free squares of the space where a fight takes place: the enemies in the middle of its rooms, the companions some steps away."""

    def __init__(self, found):
        self.source, self.taken = found.source, set()
        doors, lamps = ({(thing.x, thing.y) for thing in things} for things in (found.doors, found.lights))
        free = {(x, y) for y in range(found.height) for x in range(found.width) if found.is_open(x, y)} - lamps
        stands = [(space, space & free) for space in spaces(found)]
        if not any(ground for _, ground in stands):
            raise MapError(found.source, "", "no square of the map is free to stand on", "correct squares with --set, or pick another part with --crop")
        self.space, self.free = max(stands, key=lambda pair: (len(pair[0] & (doors | lamps)) if pair[1] else -1, len(pair[1])))
        rooms = self.free - outdoors(found) or self.free
        middle = [sum(square[axis] for square in rooms) / len(rooms) for axis in (0, 1)]
        lair = min(rooms, key=lambda square: (math.dist(square, middle), square))
        steps = self._steps(lair)
        far = min(APART, max(steps[square] for square in self.free))
        start = min((square for square in self.free if steps[square] >= far), key=lambda square: (steps[square], square))
        self.orders = [sorted(self.free, key=lambda square, way=way: (way[square], square[::-1])) for way in (self._steps(start), steps)]

    def _steps(self, start):
        """{square: steps from start}, from side to side and through doors."""
        steps, line = {start: 0}, [start]
        for x, y in line:
            for other in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
                if other in self.space and other not in steps:
                    steps[other] = steps[x, y] + 1
                    line.append(other)
        return steps

    def left(self, side, size=1):
        """[the name of the upper left of the nearest free size by size squares to where a side begins, 0 or 1], now taken; [] where there are none."""
        for x, y in self.orders[side]:
            squares = footprint((x, y), size)
            if self.free.issuperset(squares) and self.taken.isdisjoint(squares):
                self.taken.update(squares)
                return [square_name(x, y)]
        return []

    def take(self, side, size=1):
        """The same name. MapError where there is none."""
        for name in self.left(side, size):
            return name
        raise MapError(self.source, "", "the map has no free squares left to stand on", "name fewer combatants, or pick a larger part with --crop")

    def keep_free_of(self, there):
        """Take the squares of those who stand there already: {letter: roster entry}."""
        for entry in there.values():
            self.taken.update(footprint(parse_square(entry["at"]), size_of(entry)))


def size_of(entry):
    """Squares along the side of a combatant of the library."""
    return library_item("creature", entry["creature"]).model.size if "creature" in entry else 1


def roster(found, party, monsters):
    """{letter: roster entry} of the names that read_names gives, each on squares of its own."""
    asked = sum(count for _, count, _ in [*party, *monsters])
    if asked > k.MAX_COMBATANTS:
        raise MapError(found.source, "", f"{asked} combatants are more than a fight has", f"name at most {k.MAX_COMBATANTS} with --party and --monsters")
    places, out = Places(found), {}
    for name, count, level in party:
        for _ in range(count):
            out[_letter(name, out)] = {"side": "companions", "companion": {"calling": name, "level": level}, "at": places.take(0)}
    for size, name, count in sorted(((size_of({"creature": name}), name, count) for name, count, _ in monsters), key=lambda one: -one[0]):
        for _ in range(count):  # the large ones find room first
            out[_letter(name, out)] = {"side": "enemies", "creature": name, "at": places.take(1, size)}
    return out


def _letter(name, taken):
    """The first letter that is not taken: one of the name's, else any."""
    letters = [c for c in name.upper() if c in string.ascii_uppercase] + list(string.ascii_uppercase + string.ascii_lowercase)
    return next(letter for letter in letters if letter not in taken)
