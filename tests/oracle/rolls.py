"""The check in plain Python: net numbers, pools, pairs, and odds by counting every roll (G6.1-G6.4)."""

from collections import Counter
from itertools import product
from typing import NamedTuple

FAIL, CONFLICT, TRIUMPH = 0, 1, 2


class Reading(NamedTuple):
    """What one target's share of a pool says: total, result, pairs of other faces than 1, pairs of 1s."""

    total: int
    result: int
    plain_pairs: int
    tainted_pairs: int

    @property
    def sparks(self):
        return self.plain_pairs if self.result != FAIL else 0

    @property
    def shadows(self):
        return self.plain_pairs + self.tainted_pairs if self.result == FAIL else 0


def result_of(total, fail_max=10, conflict_max=15):
    return FAIL if total <= fail_max else CONFLICT if total <= conflict_max else TRIUMPH


def used(dice, net):
    """Dice of a pool that are used for a net number: the first two and |net| more (G6.2)."""
    return dice[:2 + abs(net)]


def two_that_count(dice, net):
    """Highest two with edges, lowest two with cuts, the first two with neither (G6.2)."""
    ordered = sorted(used(dice, net), reverse=net > 0)
    return ordered[:2]


def pairing_dice(dice):
    """Places of the dice that complete a pair in rolled order: every second one of a face (G6.3)."""
    seen, places = Counter(), []
    for place, face in enumerate(dice):
        seen[face] += 1
        if seen[face] % 2 == 0:
            places.append(place)
    return places


def read_pool(dice, net, virtue, fail_max=10, conflict_max=15):
    """The Reading of a rolled pool for one target."""
    own = used(dice, net)
    total = sum(two_that_count(dice, net)) + virtue
    pairs = [own[place] for place in pairing_dice(own)]
    return Reading(total, result_of(total, fail_max, conflict_max), sum(face != 1 for face in pairs), sum(face == 1 for face in pairs))


def all_rolls(net):
    """Every roll of the pool for a net number, each as likely as another."""
    return product(range(1, 11), repeat=2 + abs(net))
