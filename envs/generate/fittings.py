"""What stands on a generated map: doors, levers, objects, lights, hazards, exits. None of it keeps the sides apart for good."""

from ..core import codes as k
from ..tables.words import square_name

LAMPS = {"hall": (2, 5), "cave": (0, 3), "rooms": (0, 2), "open": (0, 1), "bridge": (0, 1)}
DAMAGE = ("1d4", "1d4", "1d6", "2", "1d4+1")
GIVES = ("burning", "bleeding", "hindered", "suffering", "exposed", "toppled", "weak", "dazed")
ROOM = 14  # features at most; the rest of MAX_FEATURES is left for the objective


def furnish(draw, ground):
    """Add features to a Ground. What shuts ways is tried first: it stays only where the map holds together."""
    _doors(draw, ground)
    for _ in range(draw.between(0, 3)):
        _object(draw, ground)
    lights = draw.between(*LAMPS[ground.kind])
    for n in range(max(1, lights) if ground.dark and ground.kind == "hall" else lights):
        _add(draw, ground, "light", _free(draw, ground), {"light": draw.between(3, 6), "state": "on" if n == 0 else draw.weighted({"on": 4, "off": 1})})
    for _ in range(draw.weighted({0: 5, 1: 3, 2: 1})):
        _hazard(draw, ground)
    if draw.chance(25):
        add_exits(draw, ground)


def _free(draw, ground):
    """A floor square without anything on it, or None."""
    spots = [q for q in ground.squares() if ground.sign(*q) == "." and q not in ground.used and q not in ground.gaps]
    return draw.pick(spots) if spots else None


def _add(draw, ground, kind, square, more):
    """A feature on a square; its id, or None when there is no room."""
    if square is None or len(ground.features) >= ROOM:
        return None
    name = f"{kind}_{sum(f['kind'] == kind for f in ground.features.values()) + 1}"
    ground.features[name] = {"kind": kind, "at": square_name(*square), **more}
    ground.used[square] = name
    return name


def _checked(draw):
    """A check that working it may take, and a material that may be broken."""
    out = {"check": draw.pick(k.VIRTUES)} if draw.chance(30) else {}
    return out | ({"material": draw.pick(k.MATERIALS[1:4])} if draw.chance(55) else {})


def _doors(draw, ground):
    """Doors in openings; locked ones only where there is another way or a lever, and the map holds together without them."""
    for square in ground.gaps:
        if not draw.chance(60):
            continue
        state = draw.weighted({"closed": 6, "open": 2, "locked": 3})
        if state == "locked":
            ground.shut[square] = None
            if len(ground.regions()) > 1:
                del ground.shut[square]
                state = "closed"
        name = _add(draw, ground, "door", square, {"state": state, **_checked(draw)})
        if name is not None and draw.chance(45 if state == "locked" else 12):
            _add(draw, ground, "lever", _free(draw, ground), {"link": name, **({"check": draw.pick(k.VIRTUES)} if draw.chance(25) else {})})
    if ground.gaps == [] and draw.chance(8):
        _add(draw, ground, "lever", _free(draw, ground), {})


def _object(draw, ground):
    """Something that can be broken: a low one gives cover, a tall one shuts its square."""
    square, blocks = _free(draw, ground), draw.weighted({"low": 4, "wall": 3, "none": 1})
    if square is None:
        return
    if blocks == "wall":
        ground.shut[square] = None
        if len(ground.regions()) > 1:
            del ground.shut[square]
            blocks = "low"
    _add(draw, ground, "object", square, {"blocks": blocks, "material": draw.pick(k.MATERIALS[1:])})


def _hazard(draw, ground):
    """A patch that hurts whoever steps on it, or gives a state."""
    start = _free(draw, ground)
    if start is None:
        return
    patch = [start]
    for dx, dy in draw.some(((1, 0), (0, 1), (1, 1), (-1, 0), (0, -1)), draw.between(0, 4)):
        x, y = start[0] + dx, start[1] + dy
        if 0 <= x < ground.width and 0 <= y < ground.height and ground.sign(x, y) in ".," and (x, y) not in ground.used and (x, y) not in ground.gaps:
            patch.append((x, y))
    what = draw.weighted({"damage": 5, "gives": 3, "both": 1})
    more = {"damage": draw.pick(DAMAGE)} if what != "gives" else {}
    more |= {"gives": draw.pick(GIVES), "potency": 1} if what != "damage" else {}
    more |= {"minor": False} if draw.chance(15) else {}
    more |= {"state": "off"} if draw.chance(8) else {}
    name = _add(draw, ground, "hazard", start, more)
    if name is not None and len(patch) > 1:
        ground.features[name] = {"kind": "hazard", "squares": [square_name(*q) for q in patch], **more}
        ground.used.update(dict.fromkeys(patch, name))


def add_exits(draw, ground):
    """One to three exits side by side at the edge of the map; returns their squares."""
    spots = [q for q in ground.squares() if ground.sign(*q) == "." and q not in ground.used]
    spots = [(x, y) for x, y in spots if x in (0, ground.width - 1) or y in (0, ground.height - 1)] or spots
    if not spots:
        return []
    first = draw.pick(spots)
    out = [q for q in (first, (first[0] + 1, first[1]), (first[0], first[1] + 1)) if q in spots]
    for x, y in out:
        ground.put(x, y, ">")
    return out
