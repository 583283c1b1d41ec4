"""What a generated fight is about: every objective, with squares, rounds and numbers that neither side has in its pocket."""

from ..core import codes as k
from ..tables.words import square_name
from .fittings import add_exits
from .maps import steps_from

WEIGHTS = {"eliminate": 10, "hold": 2, "reach": 2, "protect": 2, "slay": 2, "escape": 2}


def draw_objective(draw, kind, ground, roster, places, fight, fits):
    """(objective as its TOML reads, [fight] table). kind: one of `codes.OBJECTIVES`; where the map has no room for it, eliminate is played.
    fits: {size: regions} of the map."""
    side = draw.below(2)
    standing = [letter for letter, entry in roster.items() if not entry.get("defeated")]
    own = [letter for letter in standing if roster[letter]["side"] == k.SIDE_NAMES[side]]
    foes = [letter for letter in standing if letter not in own]
    out = {"kind": kind, "side": k.SIDE_NAMES[side]}
    if kind == "hold":
        out |= {"squares": _middle(draw, places), "rounds": draw.between(2, 4)}
        if fight.get("round", 0) > 1 and draw.chance(20):
            fight["held_rounds"] = 1
    elif kind == "reach":
        out["squares"] = _beyond(draw, places, side, fits)
        if draw.chance(25):
            small = [letter for letter in own if places.sizes[letter] == 1]
            out |= {"who": draw.pick(small)} if small else {}
    elif kind == "protect":
        out |= {"who": draw.pick(own), "rounds": draw.between(3, 5)}
    elif kind == "slay":
        out["who"] = draw.pick(foes)
    elif kind == "escape":
        out["count"] = draw.between(1, (len(own) + 1) // 2)
        exits = [q for q in ground.squares() if ground.sign(*q) == ">"] or add_exits(draw, ground)
        if not exits:
            out = {"kind": "eliminate"}
    if kind == "eliminate" or out.get("squares") == []:
        out = {"kind": "eliminate"}
    return out | ({"survivors": 10 * draw.between(1, 5), "escaped": 10 * draw.between(0, 10)} if draw.chance(20) else {}), fight


def _middle(draw, places):
    """Squares between the two sides."""
    (ax, ay), (bx, by) = places.anchors
    x, y = (ax + bx) // 2, (ay + by) // 2
    near = sorted(places.free, key=lambda q: max(abs(q[0] - x), abs(q[1] - y)) * 1000 + q[1] * 32 + q[0])
    return [square_name(*q) for q in near[:draw.between(2, 6)]]


def _beyond(draw, places, side, fits):
    """Squares behind the other side: about as far again as it is to there; nobody of the side stands on them."""
    steps = steps_from(places.anchors[side], fits[1])
    there = steps.get(places.anchors[1 - side], 6)
    far = [q for q in places.free if there + 3 <= steps.get(q, 0) <= there + 8 and q not in places.taken]
    if not far:
        far = [q for q in places.free if steps.get(q, 0) >= max(5, there - 2) and q not in places.taken]
    if not far:
        return []
    x, y = draw.pick(far)
    return [square_name(*q) for q in far if max(abs(q[0] - x), abs(q[1] - y)) <= 1][:6]
