"""What the roles of generated creatures are made of, for monsters and for companions."""

from typing import NamedTuple


class Role(NamedTuple):
    """A kind of fighter. key: weights of its key virtue; vigor: percent of its threat's; speed: (low, high); sizes: weights;
    instruments, purposes: weights of what its deeds are done with and for; first: purposes that it always has; deeds: (low, high) number;
    guard: (low, high) guard dice; focus: (low, high) beyond its dearest deed; armed: percent of those with gear; harsh: percent of its states
    that take turns, sight or aim."""

    key: dict
    vigor: int
    speed: tuple
    sizes: dict
    instruments: dict
    purposes: dict
    first: tuple
    deeds: tuple
    guard: tuple
    focus: tuple
    armed: int
    harsh: int


MIGHT, GRACE, MIND = {"might": 1}, {"grace": 1}, {"wits": 3, "spirit": 2}
SMALL, ANY = {1: 1}, {1: 6, 2: 3, 3: 1}

MONSTERS = {
    "brute": Role(MIGHT, 135, (4, 6), {1: 3, 2: 5, 3: 1}, {"melee": 6, "innate": 2, "versatile": 1}, {"strike": 4, "burst": 4, "hex": 1, "self": 1, "trick": 1},
                  ("strike",), (2, 4), (0, 1), (0, 2), 40, 20),
    "skirmisher": Role(GRACE, 95, (6, 8), SMALL, {"melee": 4, "versatile": 3, "ranged": 1}, {"strike": 5, "move": 3, "volley": 2, "self": 2, "hex": 1},
                       ("strike",), (2, 3), (1, 2), (0, 2), 70, 20),
    "artillery": Role(GRACE, 75, (4, 6), {1: 8, 2: 1}, {"ranged": 6, "spell": 2, "innate": 2}, {"strike": 3, "volley": 3, "burst": 4, "hex": 1, "move": 1},
                      ("strike",), (2, 3), (0, 1), (1, 3), 90, 10),
    "controller": Role(MIND, 85, (4, 6), {1: 8, 2: 1}, {"spell": 6, "innate": 3, "tool": 2}, {"hex": 5, "ground": 4, "burst": 3, "strike": 2, "volley": 1},
                       ("strike", "hex"), (3, 5), (0, 2), (1, 4), 60, 50),
    "leader": Role({"spirit": 3, "might": 1}, 105, (4, 6), {1: 6, 2: 2}, {"melee": 4, "innate": 4, "spell": 2},
                   {"aid": 6, "strike": 2, "volley": 1, "self": 1, "hex": 2}, ("strike", "aid"), (3, 5), (1, 2), (2, 4), 70, 20),
    "lurker": Role(GRACE, 80, (6, 8), SMALL, {"melee": 5, "innate": 2, "tool": 2}, {"strike": 4, "move": 3, "ground": 3, "self": 2, "hex": 2, "free": 1},
                   ("strike",), (2, 4), (0, 1), (1, 3), 40, 40),
    "swarm": Role({"grace": 2, "might": 1}, 40, (5, 7), SMALL, {"melee": 5, "innate": 3},
                  {"strike": 3, "hex": 1, "burst": 1}, ("strike",), (1, 2), (0, 0), (0, 1), 0, 15),
    "solo": Role({"might": 3, "grace": 1, "spirit": 2, "wits": 1}, 270, (5, 7), {1: 2, 2: 4, 3: 4}, {"melee": 4, "innate": 4, "spell": 2, "ranged": 1},
                 {"burst": 5, "volley": 3, "strike": 2, "hex": 3, "self": 2, "ground": 2, "trick": 2}, ("strike", "burst"), (4, 7), (1, 3), (3, 7), 35, 40),
}
COMPANIONS = {
    "vanguard": Role(MIGHT, 105, (5, 5), SMALL, {"melee": 7, "innate": 2}, {"strike": 4, "aid": 2, "hex": 2, "self": 1},
                     ("strike",), (3, 5), (2, 2), (1, 3), 100, 25),
    "archer": Role(GRACE, 78, (5, 6), SMALL, {"ranged": 6, "versatile": 2, "innate": 1}, {"strike": 4, "volley": 3, "burst": 1, "move": 2},
                   ("strike",), (3, 5), (1, 2), (1, 3), 100, 15),
    "duellist": Role({"grace": 3, "might": 1}, 85, (5, 6), SMALL, {"melee": 4, "versatile": 4, "innate": 1}, {"strike": 4, "hex": 2, "self": 2, "move": 2},
                     ("strike",), (3, 5), (1, 2), (1, 3), 100, 20),
    "mender": Role({"spirit": 1}, 80, (5, 5), SMALL, {"spell": 5, "innate": 2, "melee": 1}, {"aid": 6, "strike": 2, "ground": 1, "self": 1}, ("strike", "aid"),
                   (3, 5), (2, 2), (2, 4), 100, 15),
    "hexer": Role({"wits": 1}, 75, (5, 5), SMALL, {"spell": 6, "tool": 2, "innate": 1},
                  {"hex": 4, "burst": 3, "ground": 2, "strike": 2, "move": 1}, ("strike", "hex"), (3, 5), (1, 2), (2, 4), 100, 40),
}
