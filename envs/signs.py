"""What each square of a map shows, as one sign, and what the signs mean.

On a square stand, from the top: a combatant's letter, a feature, a thing on the ground, a cloud or another lasting effect, the ground.
Walls and pits show through effects; darkness shows only on bare floor.
"""

from .core import codes as k

FLOOR, WAY, WAY_END, GOAL = ".", "*", "+", '"'
GROUND = [(k.WALL, "#", "wall"), (k.PIT, "^", "pit"), (k.HAZARD, "!", "hazard"), (k.LOW, "=", "low obstacle"),
          (k.DIFFICULT, ",", "difficult ground"), (k.EXIT, ">", "exit")]
DARKNESS, THING, RUBBLE = ("~", "darkness"), (")", "thing on the ground"), ("%", "something broken")
FEATURES = {(k.DOOR_FEATURE, k.OFF): ("/", "open door"), (k.DOOR_FEATURE, k.ON): ("|", "closed door"), (k.DOOR_FEATURE, k.LOCKED): ("]", "locked door"),
            (k.LEVER, k.OFF): ("\\", "lever"), (k.LEVER, k.ON): ("\\", "lever"), (k.OBJECT, k.ON): ("&", "object"),
            (k.LAMP, k.ON): ("@", "light"), (k.LAMP, k.OFF): ("0", "light that is out"),
            (k.HAZARD_FEATURE, k.ON): ("!", "hazard"), (k.HAZARD_FEATURE, k.OFF): (":", "hazard that is off")}
LOW_OBJECT, THIN_OBJECT = ("_", "low object"), (";", "object that blocks nothing")
EFFECTS = {k.EF_DENSE_CLOUD: ("$", "dense cloud"), k.EF_HAZARD: ("!", "hazard"), k.EF_LIGHT_CLOUD: ("(", "light cloud"),
           k.EF_SANCTUARY: ("}", "sanctuary"), k.EF_DIFFICULT: (",", "difficult ground")}  # in the order in which one hides another
STYLES = {"#": "grey50", "^": "blue", "!": "bright_red", "=": "dark_goldenrod", ",": "green", ">": "cyan", ".": "grey35", "~": "grey23", ")": "bright_white",
          "%": "grey50", "/": "dark_orange3", "|": "dark_orange3", "]": "dark_orange3", "\\": "dark_orange3", "&": "dark_goldenrod", "_": "dark_goldenrod",
          ";": "dark_goldenrod", "@": "bright_yellow", "0": "grey50", ":": "grey50", "$": "grey70", "(": "grey62", "}": "bright_blue",
          GOAL: "bold magenta"}


def ground_signs(scenario, state):
    """(sign, meaning) of every square, by y * width + x, as if nobody stood there; the meaning of floor is empty."""
    t = scenario.tables[0]
    width, height = int(t.width), int(t.height)
    things = {int(item["place"]) for item in state["items"] if item["gear"] != k.NONE and item["place"] != k.NONE}
    return [_sign(t, state, x, y, things) for y in range(height) for x in range(width)]


def _sign(t, state, x, y, things):
    square = y * int(t.width) + x
    feature = int(t.feature_at[square])
    if feature != k.EMPTY:
        return _feature_sign(t.features[feature], int(state["feature_state"][feature]))
    if square in things:
        return THING
    terrain = int(t.terrain[square])
    if not terrain & (k.WALL | k.PIT):
        there = {int(e["kind"]) for e in state["effects"] if e["kind"] != k.NONE and _covers(e, x, y)}
        effect = next((sign for kind, sign in EFFECTS.items() if kind in there), None)
        if effect is not None:
            return effect
    ground = next(((sign, name) for bit, sign, name in GROUND if terrain & bit), None)
    if ground is not None:
        return ground
    return (FLOOR, "") if int(state["lit"][y]) >> x & 1 else DARKNESS


def _feature_sign(row, state):
    """What a feature looks like; an object by what it blocks."""
    if state == k.BROKEN:
        return RUBBLE
    if row.kind == k.OBJECT and row.blocks != k.WALL:
        return LOW_OBJECT if row.blocks == k.LOW else THIN_OBJECT
    return FEATURES.get((int(row.kind), state), RUBBLE)


def _covers(effect, x, y):
    """Whether a lasting effect lies on a square; an aura goes with its owner and is told in words."""
    return effect["kind"] != k.EF_AURA and 0 <= x - effect["x"] < effect["extent"] and 0 <= y - effect["y"] < effect["extent"]


def meanings(scenario, state, path=()):
    """[(sign, meaning)] of all that this map shows but floor and letters, walls first; squares of the objective and the shown way last."""
    order = [sign for _, sign, _ in GROUND] + [DARKNESS[0]]
    shown = dict(sorted({s for s in ground_signs(scenario, state) if s[0] != FLOOR}, key=lambda s: (order.index(s[0]) if s[0] in order else 99, s)))
    goal = [(GOAL, "square of the objective")] if scenario.tables[0].goal.any() else []
    return list(shown.items()) + goal + ([(WAY, "way"), (WAY_END, "where it ends")] if len(path) else [])
