"""Random monsters for a budget of strength: generated ones by role and threat, with those of the library mixed in."""

from .bodies import draw_body
from .budget import strength, worth
from .roles import MONSTERS
from .shelf import items_of, read

SHAPES = {"band": 6, "pair": 3, "horde": 2, "solo": 2, "boss": 3}  # how a side is made up
ROLES = {"brute": 4, "skirmisher": 4, "artillery": 4, "controller": 4, "leader": 3, "lurker": 3}
MOST = {"band": 6, "pair": 3, "horde": 9, "solo": 2, "boss": 6}
VIGOR_SCALE = (0.45, 2.2)  # how far vigor may be changed to meet the budget
ITEMS = 20  # of all combatants together; MAX_ITEMS has room for some on the ground


class Troop:
    """Monsters while they are drawn. library: ids that may be drawn; picks: [(id, creature, {} for the library's)] one entry a monster."""

    def __init__(self, draw, names, forge, library, sizes, room, items):
        self.draw, self.names, self.forge, self.library, self.sizes = draw, names, forge, library, sizes
        self.room, self.items, self.picks, self.worths = room, items, [], {}

    def kind(self, role, threat):
        """(id, creature or {}) of a kind of monster that fits the map: in a third of the cases one of the library with that role, no stronger."""
        library = [name for name in self.library if read("creature", name).get("size", 1) in self.sizes
                   and read("creature", name).get("role") == role and read("creature", name).get("threat", 1) <= threat]
        if library and self.draw.chance(30):
            return self.draw.pick(library), {}
        key, made = draw_body(self.draw, self.names, self.forge, role, MONSTERS[role], threat, False, 12)
        if made.get("size", 1) not in self.sizes:
            made["size"] = max(self.sizes)
        return key, made

    def add(self, key, made):
        """One more of a kind, if there is room."""
        carried = len(items_of(made or read("creature", key)))
        if len(self.picks) >= self.room or self.items + carried > ITEMS:
            return False
        self.items += carried
        self.picks.append((key, made))
        self.worths.setdefault(key, worth(made or read("creature", key)))
        return True

    def strength(self):
        return strength([self.worths[key] for key, _ in self.picks])


def draw_monsters(draw, names, forge, library, sizes, room, items, level, budget):
    """[(id, creature)] of monsters whose strength is about `budget`, one entry a monster, and at least one."""
    troop = Troop(draw, names, forge, library, sizes, room, items)
    shape = draw.weighted(SHAPES)
    threat = max(1, min(3, level + draw.weighted({-1: 1, 0: 4, 1: 2})))
    first = {"solo": "solo", "horde": "swarm"}.get(shape) or draw.weighted(ROLES)
    kinds = [troop.kind(first, threat if shape != "boss" else 3)]
    troop.add(*kinds[0])
    for _ in range(40):
        if troop.strength() >= 0.92 * budget or len(troop.picks) >= MOST[shape]:
            break
        if len(kinds) < 4 and draw.chance(60 if shape != "horde" else 25):
            role = draw.weighted(ROLES if shape != "solo" else {"swarm": 1})
            kinds.append(troop.kind(role, max(1, threat - (shape in ("boss", "horde")))))
        troop.add(*(kinds[-1] if draw.chance(60) else draw.pick(kinds)))
    if not troop.picks:
        troop.room, troop.items = 1, 0
        troop.add(*kinds[0])
    return troop.picks


def to_budget(picks, budget):
    """The picks with the vigor of the generated ones changed so that the side's strength comes as near to the budget as the limits let."""
    worths = [worth(made or read("creature", key)) for key, made in picks]
    total = strength(worths)
    scaled = [n for n, (_, made) in enumerate(picks) if made]
    if not scaled or not total:
        return picks
    wanted = budget * budget / sum(w.offence for w in worths)  # staying that all together should have
    fixed = sum(w.staying for n, w in enumerate(worths) if n not in scaled)
    low, high = VIGOR_SCALE
    times = max(low, min(high, (wanted - fixed) / sum(worths[n].staying for n in scaled)))
    for _, made in {picks[n][0]: picks[n] for n in scaled}.values():
        made["max_vigor"] = max(4, int(made["max_vigor"] * times + 0.5))
    return picks
