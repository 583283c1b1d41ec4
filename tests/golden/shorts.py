"""Short fights of the generated vocabulary as digests: every record, mask and event of some decisions, at some of them all reasons and prospects.

The playthroughs of the library read like a fight; these are many, small and quick, and between them reach nearly every line of the core.
"""

import hashlib
import json
from pathlib import Path

import numpy as np

from envs.battle import Battle
from envs.core import codes as k
from envs.core.dice import below, seed_words
from envs.core.forecast import best_uses
from envs.core.legality import legal
from envs.core.score import potential, result, survivors
from envs.core.why import why
from generated import scenario

from .playthrough import bare

STORED = Path(__file__).parent / "shorts.json"
SEEDS = 200  # scenarios looked at; those with a board of more than LARGEST squares are left out
LARGEST = 90
DECISIONS, BLOCK = 40, 8  # of a fight, and how many make one digest
REASONS = 4  # the reasons are asked at each so many decisions
DULL = {k.A_MENU + k.END_TURN: 1, k.A_OPTION + k.PASS: 2, k.A_MENU + k.DEED: 16, k.A_MENU + k.MANEUVER: 8, k.A_MENU + k.MOVE: 6}


def pick(legal, words):
    """A legal choice by weight, from the core's generator, which is the same on every machine."""
    weights = [DULL.get(choice, 4) for choice in legal]
    left = int(below(words, sum(weights)))
    for choice, weight in zip(legal, weights):
        left -= weight
        if left < 0:
            return choice
    raise AssertionError("a question has no legal choice")


def digests(seed):
    """A digest for each BLOCK decisions of the fight of a generated scenario."""
    scene, words, out, block = scenario(seed), np.zeros(4, np.uint32), [], hashlib.sha256()
    seed_words(words, seed)
    battle = Battle(scene, seed=seed, auto=False)
    for n in range(DECISIONS):
        if battle.over:
            break
        block.update(bare(battle.record()[0:1]) + battle.mask.tobytes() + repr([tuple(e) for e in battle.events()]).encode())
        if n % REASONS == 0:
            block.update(bytes(int(why(battle.tables, battle.state, choice)) for choice in range(len(battle.mask)) if choice < k.A_SQUARE or choice % 5 == n % 5))
            block.update(int(legal(battle.tables, battle.state, np.zeros_like(battle.mask, np.uint8))).to_bytes(4, "little"))
        if n % BLOCK == 0:
            block.update(prospects(battle))
        if n % BLOCK == BLOCK - 1:
            out.append(block.hexdigest()[:12])
        battle.step(pick(battle.legal(), words))
    block.update(bare(battle.record()[0:1]) + worth(battle))
    return [*out, block.hexdigest()[:12]]


def prospects(battle):
    """What each deed of everybody is expected to do now, in millionths, as bytes; and what the stat blocks were summed up to."""
    t, s, out = battle.tables, battle.state, []
    for i in range(int(t.n_combatants)):
        for slot in range(k.DEED_SLOTS if s.combatants[i].status == k.STANDING else 0):
            if t.roster[i].deeds[slot] != k.NONE:
                to, found = np.zeros(int(t.n_combatants)), np.zeros(9)
                best_uses(t, s, i, int(t.roster[i].deeds[slot]), k.NONE, to, found)
                out += [*to, *found]
    return np.rint(np.array(out) * 1e6).astype(np.int64).tobytes() + t.roster["kit"].tobytes()


def worth(battle):
    """What the last position is worth to both sides, in millionths, as bytes: result, potential, survivors."""
    t, s = battle.tables, battle.state
    values = [of(t, s, side) for side in (k.COMPANIONS, k.ENEMIES) for of in (result, potential, survivors)]
    return np.rint(np.array(values) * 1e6).astype(np.int64).tobytes()


def seeds():
    """The seeds whose boards are small enough."""
    return [seed for seed in range(SEEDS) if scenario(seed).tables[0].width * scenario(seed).tables[0].height <= LARGEST]


def text():
    """The digests of now, a line of JSON for each fight."""
    return "{\n" + ",\n".join(f' "{seed}": {json.dumps(digests(seed))}' for seed in seeds()) + "\n}\n"
