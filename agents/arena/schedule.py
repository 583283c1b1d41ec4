"""Who meets whom, where and with which dice: a pure function of the agents' number, the encounters and the seed."""

import hashlib
from typing import NamedTuple

import numpy as np

from envs.core import codes as k


class Game(NamedTuple):
    """One fight. a, b: numbers of the agents; encounter: its number; round_no: which of the encounter's rounds; seat: the side that `a` plays."""

    index: int
    pair: int
    a: int
    b: int
    encounter: int
    round_no: int
    seat: int
    seed: int

    @property
    def sides(self):
        """Numbers of the agents that play (companions, enemies)."""
        return (self.a, self.b) if self.seat == k.COMPANIONS else (self.b, self.a)


def pairings(agents, ladder=False):
    """[(a, b)] with a before b in the order given; on a ladder neighbours only."""
    return [(a, b) for a in range(agents) for b in range(a + 1, agents) if not ladder or b == a + 1]


def dice_seed(seed, encounter, round_no):
    """Seed of both games of a round, uint32: from the arena's seed, the encounter's signature and the number of the round. All pairings share it."""
    digest = hashlib.sha256(f"arena {seed} {encounter} {round_no}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def rounds_of(encounters, games, seed):
    """Rounds (two games, one from each seat) of every encounter, a list of ints: as even as can be; who gets one more is drawn by the seed."""
    rounds = (games + 1) // 2
    order = np.random.default_rng([seed, len(encounters)]).permutation(len(encounters))
    out = [rounds // len(encounters)] * len(encounters)
    for n in order[:rounds % len(encounters)]:
        out[int(n)] += 1
    return out


def games_in(agents, games, ladder=False):
    """How many games `schedule` gives, whatever the encounters."""
    return (agents - 1 if ladder else agents * (agents - 1) // 2) * ((games + 1) // 2) * 2


def schedule(agents, encounters, games, seed, ladder=False):
    """Every Game of an arena, in order. agents: how many; encounters: their signatures; games: of each pairing, rounded up to whole rounds."""
    rounds, out = rounds_of(encounters, games, seed), []
    for pair, (a, b) in enumerate(pairings(agents, ladder)):
        for n, count in enumerate(rounds):
            for round_no in range(count):
                for seat in (k.ENEMIES, k.COMPANIONS):
                    out.append(Game(len(out), pair, a, b, n, round_no, seat, dice_seed(seed, encounters[n], round_no)))
    return out
