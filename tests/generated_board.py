"""Random boards for generated encounters: terrain, places of combatants, features, lasting effects, goals. Squares are (x, y)."""

from envs.core import codes as k
from envs.tables.words import square_name
from generated_deeds import chance, weighted

TERRAIN = {"#": 12, "=": 5, "^": 4, ",": 6, "~": 6, ">": 2, "!": 3, "%": 2}  # sign: the most percent of a board
LEGENDS = ("darkness + difficult ground", "darkness + low obstacle", "pit + darkness", "exit + difficult ground", "darkness + exit", "floor")
FEATURE_STATES = {"door": ("open", "closed", "locked", "broken"), "lever": ("off", "on", "broken"), "object": ("whole", "whole", "broken"),
                  "light": ("on", "off", "broken")}


class Board:
    """A board while it is drawn. rows: signs; taken: {square: letter}; used: squares of features other than hazards."""

    def __init__(self, rng):
        self.width, self.height = draw_side(rng), draw_side(rng)
        most = {sign: percent * rng.choice((0, 1, 1, 2)) for sign, percent in TERRAIN.items()}
        weights = most | {".": max(40, 100 - sum(most.values()))}
        signs = rng.choices(list(weights), list(weights.values()), k=self.width * self.height)
        self.rows = [signs[y * self.width:(y + 1) * self.width] for y in range(self.height)]
        self.legend = {sign: rng.choice(LEGENDS) for sign in "!%"}
        self.taken, self.used = {}, set()

    def squares(self):
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def open_squares(self):
        """Squares that are no wall and hold no feature that may shut them."""
        return [(x, y) for x, y in self.squares() if self.rows[y][x] != "#" and (x, y) not in self.used]

    def has_exit(self):
        return any(sign == ">" or "exit" in self.legend.get(sign, "") for row in self.rows for sign in row)

    def text(self):
        return "\n".join("".join(row) for row in self.rows)


def draw_side(rng):
    return weighted(rng, {rng.randint(5, 8): 5, rng.randint(8, 12): 4, rng.randint(12, 16): 3, rng.randint(17, 32): 0.6})


def footprint(place, size):
    return [(place[0] + x, place[1] + y) for y in range(size) for x in range(size)]


# -- combatants ------------------------------------------------------------------------------------------------------------
def find_place(rng, board, size):
    """A place for a combatant of that size, or None: near the others more often than not, so that there is a fight."""
    free = {q for q in board.open_squares() if q not in board.taken}
    fits = [q for q in sorted(free) if all(p in free for p in footprint(q, size))]
    if not fits:
        return None
    near = [(x, y) for x, y in fits if any(abs(x - a) < 4 and abs(y - b) < 4 for a, b in board.taken)]
    return rng.choice(near) if near and chance(rng, 50) else rng.choice(fits)


def put(rng, board, letter, place, size):
    """Stand a combatant there, drawn on the map or named by its square; returns what its roster entry says of that."""
    for square in footprint(place, size):
        board.taken[square] = letter
    if chance(rng, 50):
        return {"at": square_name(*place)}
    for x, y in footprint(place, size):
        board.rows[y][x] = letter
    return {"ground": rng.choice(("darkness", "difficult ground", "low obstacle", "exit"))} if chance(rng, 15) else {}


# -- features --------------------------------------------------------------------------------------------------------------
def draw_features(rng, board):
    """{id: feature}, at most MAX_FEATURES, on squares of their own."""
    out = {}
    for n in range(rng.choice((0, 0, 2, 4, 8, k.MAX_FEATURES))):
        made = draw_hazard(rng, board, n) if chance(rng, 25) else draw_feature(rng, board)
        if made is not None:
            out[f"thing_{n}"] = made
    for name, feature in out.items():
        others = [other for other in out if other != name]
        if feature["kind"] != "hazard" and others and chance(rng, 70 if feature["kind"] == "lever" else 15):
            feature["link"] = rng.choice(others)
    return out


def draw_feature(rng, board):
    """A door, lever, object or lamp on a square where nobody stands, or None when there is none; a lever may be let into a wall."""
    kind = rng.choice(("door", "door", "lever", "object", "light"))
    free = [q for q in (board.squares() if kind == "lever" else board.open_squares()) if q not in board.taken and q not in board.used]
    if not free:
        return None
    square = rng.choice(free)
    board.used.add(square)
    made = {"kind": kind, "at": square_name(*square), "state": rng.choice(FEATURE_STATES[kind])}
    if chance(rng, 60):
        made["material"] = rng.choice(k.MATERIALS)
    if chance(rng, 40):
        made["check"] = rng.choice(k.VIRTUES)
    if kind == "light":
        made["light"] = rng.randint(1, 6)
    if kind == "object" and chance(rng, 80):
        made["blocks"] = rng.choice(("none", "low", "wall"))
    return made


def draw_hazard(rng, board, n):
    """A hazard on some squares of its own, named or drawn with a sign; somebody may stand in it. None when there is no room."""
    free = board.open_squares()
    if not free:
        return None
    squares = rng.sample(free, min(len(free), rng.randint(1, 6)))
    board.used.update(squares)
    made = {"kind": "hazard", "state": rng.choice(("on", "on", "off"))}
    drawn = [(x, y) for x, y in squares if (x, y) not in board.taken]
    if chance(rng, 50) and len(drawn) == len(squares):
        made["sign"] = "012345679&$?*:;|"[n]
        for x, y in drawn:
            board.rows[y][x] = made["sign"]
    else:
        made["squares"] = [square_name(*q) for q in squares]
    made["minor"] = chance(rng, 50)
    if chance(rng, 70):
        made["damage"] = rng.choice(("1d6+2", "d4", "3", "1d8"))
    if "damage" not in made or chance(rng, 40):
        made |= {"gives": rng.choice([name for name in k.STATE_NAMES if name != "taunted"]), "potency": rng.randint(1, 3)}
    return made


# -- lasting effects and items on the ground -------------------------------------------------------------------------------
def draw_effects(rng, board, letters, cap):
    """A list of lasting effects; letters: who can be their owner."""
    if not letters or not chance(rng, 25):
        return []
    return [draw_effect(rng, board, rng.choice(letters), cap) for _ in range(rng.randint(1, k.MAX_EFFECTS))]


def draw_effect(rng, board, owner, cap):
    kind = rng.choice(k.EFFECT_NAMES)
    extent = rng.randint(1, 5)
    made = {"kind": kind, "owner": owner, "size": extent, "potency": rng.randint(1, min(4, cap)), "decay": rng.randint(0, 2)}
    if kind != "aura":
        made["at"] = square_name(rng.randrange(board.width), rng.randrange(board.height))
    if kind == "aura" or kind == "hazard" and chance(rng, 70):
        made |= {"gives": rng.choice(k.STATE_NAMES), "whom": rng.choice(k.WHOMS)}
    return made


def draw_items(rng, board, gear, room):
    """A list of items that lie on the ground, at most `room`."""
    free = board.open_squares()
    if not gear or not free or not chance(rng, 40):
        return []
    return [{"gear": rng.choice(gear), "at": square_name(*rng.choice(free))} for _ in range(rng.randint(0, min(room, 4)))]
