"""Where the combatants stand: two sides near each other, each together, every one where it can walk to its foes."""

from .maps import steps_from

APART, CLOSE = (4, 10), (2, 6)  # steps between the first of both sides, as far as the map lets: before the fight, and under way


def sizes_that_fit(ground):
    """{size: {square: None}}: the largest region of top left squares for each size that comes near most of the map."""
    whole = ground.regions()[0]
    out = {1: dict.fromkeys(whole)}
    for size in (2, 3):
        regions = ground.regions(size)
        if regions:
            near = {(x + i, y + j): None for x, y in regions[0] for i in range(-1, size + 1) for j in range(-1, size + 1)}
            if sum(q in near for q in whole) * 10 >= 7 * len(whole):
                out[size] = dict.fromkeys(regions[0])
    return out


class Places:
    """Who stands where. taken: {square: letter}; at: {letter: top left square}."""

    def __init__(self, draw, ground, regions, under_way):
        self.draw, self.ground, self.regions, self.apart = draw, ground, regions, CLOSE if under_way else APART
        self.taken, self.at, self.sizes = {}, {}, {}
        shut = dict.fromkeys(q for q, name in ground.used.items() if ground.features[name]["kind"] in ("door", "object", "hazard"))
        self.free = [q for q in regions[1] if q not in shut]
        self.anchors = self._anchors()

    def _anchors(self):
        """A square for each side, so many steps apart."""
        first = self.draw.pick(self.free)
        steps = steps_from(first, self.regions[1])
        low = self.draw.between(*self.apart)
        far = [q for q in self.free if low <= steps.get(q, 0) <= low + 3] or sorted(self.free, key=lambda q: -steps.get(q, 0))[:6]
        second = self.draw.pick(far)
        return (first, second) if self.draw.chance(50) else (second, first)

    def stand(self, letter, side, size):
        """Place a combatant near its side's anchor; False when there is no room."""
        x, y = self.anchors[side]
        open_ = {q: None for q in self.free if q not in self.taken}
        spots = [q for q in (self.free if size == 1 else self.regions[size]) if all(p in open_ for p in squares(q, size))]
        if not spots:
            return False
        nearest = sorted(spots, key=lambda q: max(abs(q[0] - x), abs(q[1] - y)) * 1000 + q[1] * 32 + q[0])
        place = self.draw.pick(nearest[:5 if size == 1 else 3])
        self.at[letter], self.sizes[letter] = place, size
        self.taken.update(dict.fromkeys(squares(place, size), letter))
        return True

    def remove(self, letter):
        """Take a combatant off the map."""
        for square in squares(self.at.pop(letter), self.sizes.pop(letter)):
            del self.taken[square]

    def neighbours(self, letter):
        """Letters of those who stand next to one, in the order of their placing."""
        x, y, n = *self.at[letter], self.sizes[letter]
        return [other for other, (a, b) in self.at.items() if other != letter
                and max(a - (x + n - 1), x - (a + self.sizes[other] - 1), b - (y + n - 1), y - (b + self.sizes[other] - 1)) <= 1]


def squares(place, size):
    """Squares that a creature of a size fills."""
    return [(place[0] + i, place[1] + j) for j in range(size) for i in range(size)]
