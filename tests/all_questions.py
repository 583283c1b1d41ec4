"""A small fair at which every question is asked often: areas, force, jumps, teleports, items, a door, a lever, a cloud to dismiss."""

import hashlib

import numpy as np

from envs.battle import Battle
from envs.core import codes as k
from envs.core.batch import pick
from envs.core.dice import seed_words
from rules.drawn import scenario

BOARD = """
A..,..x
.^.....
B.C#.y.
...#..w
.!...z.
..v....
"""
DEEDS = {
    "blast": 'kind = "attack"\ninstrument = "spell"\ntargets = "area"\narea = "blast"\narea_size = 3\nconflict = [{ damage = "2" }]',
    "furrow": 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "path"\narea_size = 4\nrange = 3\nconflict = [{ damage = "2" }]',
    "hail": 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 6\nconflict = [{ damage = "2" }, { state = "weak" }]\n'
            'triumph = [{ push = 1 }]\nspark = [{ state = "dazed" }]',
    "stab": 'kind = "attack"\ninstrument = "versatile"\ntargets = "creature"\nconflict = [{ damage = "†" }]\ntriumph = [{ state = "bleeding" }]',
    "bash": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 1\nconflict = [{ damage = "1" }, { shove = 2 }]',
    "fling": 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 5\ncheck = false\nconflict = [{ teleport = 3 }, { state = "strong", who = "self" }]',
    "slip": 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\ncheck = false\nconflict = [{ walk = 2, who = "self" }, { teleport = 2, who = "self" }]',
    "mist": 'kind = "gambit"\ninstrument = "innate"\ntargets = "area"\narea = "burst"\narea_size = 1\ncheck = false\n'
            'conflict = [{ effect = "light cloud", potency = 2, decay = 1, who = "self" }]',
    "mend": 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 5\ncheck = false\nconflict = [{ recover = 2 }]',
    "sip": 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 1\ncheck = false\nconflict = [{ state = "hastened" }]'}
GEAR = {"dagger": 'use = ["melee", "throwing"]\nweapon = 3\nhands = 1', "stone": "hands = 0", "flask": 'use = ["concoction"]\ndeed = "sip"\nhands = 0'}
BODY = ('focus = 6\nvirtues = { might = 3, grace = 2, wits = 3, spirit = 0 }\nguard_dice = [6, 8]\nheld = ["dagger"]\ncarried = ["stone", "flask"]\nrecoveries = 4\n'
        'states = { weak = 2, soothed = 2 }')
CLOUD = '\n[[effects]]\nkind = "light cloud"\nowner = "A"\nat = "%s"\nsize = 1\npotency = 2\n'
FEATURES = """
[features.gate]
kind = "door"
at = "d2"
check = "might"
material = "wood"

[features.pull]
kind = "lever"
at = "d5"
link = "gate"

[features.thorns]
kind = "hazard"
sign = "!"
damage = "1d4"
"""


def fair():
    """The Scenario of the fair."""
    letters = [sign for sign in BOARD if sign.isalpha()]
    own = [name for name in DEEDS if name != "sip"]
    return scenario(BOARD, {sign: BODY + f"\ndeeds = {own!r}\n".replace("'", '"') for sign in letters}, DEEDS, GEAR,
                    extra=FEATURES + "".join(CLOUD % square for square in ("b1", "d6", "f2", "g6")),
                    clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 3 }')


def observed(decisions, seed=7):
    """Digest of the observations of random play at the fair, and the number of questions among them; its chance is the core's own generator."""
    words, made, battle, asked = np.zeros(4, np.uint32), hashlib.sha256(), Battle(fair(), seed=seed), set()
    seed_words(words, seed)
    for _ in range(decisions):
        if battle.over:
            battle = Battle(fair(), seed=seed + len(asked))
        asked.add(battle.ask)
        for array in battle.observe().values():
            made.update(array.tobytes())
        mask = np.array(battle.mask, np.uint8)
        if battle.ask == k.ASK_ACTION and mask.sum() > 1:
            mask[k.A_MENU + k.END_TURN] = 0
        battle.step(int(pick(mask, int(mask.sum()), words)))
    return f"{made.hexdigest()} {len(asked)}"
