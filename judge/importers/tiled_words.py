"""The convention by which layers, tiles and objects of a Tiled map say what squares are (docs/import.md)."""

from .model import SIGN_OF

SAYINGS = {
    "wall": "wall walls wall_lines blocked blocking collision collisions solid",
    "difficult ground": "difficult difficult_ground difficult_terrain rough rubble mud bog water shallow_water",
    "pit": "pit pits hole holes chasm deep_water",
    "low obstacle": "low low_obstacle low_obstacles obstacle obstacles furniture cover",
    "exit": "exit exits",
    "darkness": "dark darkness",
    "floor": "floor bridge bridges",
    "door": "door doors",
    "light": "light lights",
}
MEANING = {word.replace("_", " "): terrain for terrain, words in SAYINGS.items() for word in words.split()}
MEANING.update((word, word) for word in SIGN_OF)  # "darkness + difficult ground"
STATES = ("open", "closed", "locked")
RADIUS = 4  # squares, of a light that does not say


def meaning(name):
    """The terrain, "door" or "light" that a name says; None for one that says nothing. Case, hyphens and a number at the end do not matter."""
    return MEANING.get(" ".join(str(name).lower().replace("_", " ").replace("-", " ").rstrip("0123456789 ").split()))


def said(thing, inherited, odd):
    """What a tile, object or layer says it is: by its property `terrain`, by `collides`, by its class, else what is inherited.

    odd: a set that takes words of `terrain` that mean nothing.
    """
    properties = thing.properties or {}
    word = properties.get("terrain")
    if word is not None:
        found = meaning(word)
        if found is None:
            odd.add(str(word)[:40])
        return found or inherited
    if properties.get("collides") is True:
        return "wall"
    return meaning(thing.class_ or "") or inherited


def darker(old, new):
    """What a square is when `new` is laid over `old`: darkness adds itself to the ground, all else takes its place."""
    if new != "darkness":
        return f"darkness + {new}" if old.startswith("darkness") and f"darkness + {new}" in SIGN_OF else new
    return f"darkness + {old}" if f"darkness + {old}" in SIGN_OF else old if old in ("wall", "exit") or old.startswith("darkness") else new
