"""The most probable result of a roll, and dice that give it: a plan goes on from there (chapter 6)."""

from functools import lru_cache
from itertools import combinations

import numpy as np

from envs.core.odds import result_odds

SAMPLES = 20_000  # pools tried when a roll has several targets


def roll_odds(tables, net, virtue):
    """(fail, conflict, triumph) of a check with `net` edges and `virtue`, by the ruleset's limits; floats that add up to 1."""
    return result_odds(net, virtue, int(tables.rules.fail_max), int(tables.rules.conflict_max))


def counted(dice, net):
    """Sums of the two dice that count, int64 (N,), for pools int (N, n): highest with edges, lowest with cuts, else the first two (G6.2)."""
    used = np.sort(dice[:, :2 + abs(net)], axis=1)
    if net == 0:
        return used.sum(axis=1)
    return used[:, -2:].sum(axis=1) if net > 0 else used[:, :2].sum(axis=1)


def _results(tables, sums):
    return (sums > int(tables.rules.fail_max)).astype(int) + (sums > int(tables.rules.conflict_max))


def _pools(n):
    """Yield pools of n dice, int (N, n), those without a pair first: every set of different faces, then random ones."""
    if n <= 10:
        yield np.array(list(combinations(range(1, 11), n)))
    random = np.random.default_rng(1).integers(1, 11, (SAMPLES, n))
    faces = np.sort(random, axis=1)
    yield random[np.argsort((faces[:, 1:] == faces[:, :-1]).sum(axis=1), kind="stable")]


def likely_results(tables, nets, virtue, first=None):
    """The most probable results together of one roll against several targets, a tuple of result codes; `first`: a result that the first target has.

    Exact where all have the same net edges, for their results are then the same. Else they share their dice, so their results are counted over pools
    from a fixed seed. ValueError for a first result that no dice give.
    """
    if len(set(nets)) == 1:
        odds = roll_odds(tables, nets[0], virtue)
        result = int(np.argmax(odds)) if first is None else first
        if odds[result] == 0:
            raise _no_dice(first, nets, virtue)
        return (result,) * len(nets)
    pools = _drawn(2 + max(abs(net) for net in nets))
    codes, places = np.zeros(SAMPLES, np.int64), {net: n for n, net in enumerate(dict.fromkeys(nets))}
    for net, place in places.items():
        codes += 3 ** place * _results(tables, counted(pools, net) + virtue)
    if first is not None:
        codes = codes[codes % 3 == first]
        if not len(codes):
            raise _no_dice(first, nets, virtue)
    found = int(np.argmax(np.bincount(codes)))
    return tuple(found // 3 ** places[net] % 3 for net in nets)


def _no_dice(first, nets, virtue):
    return ValueError(f"no dice give the result {first} of a roll with net edges {list(nets)} and virtue {virtue}")


@lru_cache(maxsize=4)
def _drawn(n):
    """Random pools, int (SAMPLES, n)."""
    return np.random.default_rng(0).integers(1, 11, (SAMPLES, n))


def likely_dice(tables, nets, virtue, first=None):
    """Dice of a pool, a list of int, that give the most probable results and, where that can be, no pair: neither sparks nor shadows.

    `nets`: net edges of each target; `virtue`: what is added to the sum; `first`: a result that the first target has, instead of its likeliest.
    """
    wanted = dict(zip(nets, likely_results(tables, nets, virtue, first)))
    n = 2 + max(abs(net) for net in nets)
    for number, pools in enumerate(_pools(n)):
        fits = np.all([_results(tables, counted(pools, net) + virtue) == result for net, result in wanted.items()], axis=0)
        rows = pools[fits]
        if len(rows) and number == 0 and n <= 10:
            rows = rows[np.argsort(counted(rows, nets[0]), kind="stable")]
            return [int(d) for d in rows[len(rows) // 2]]  # neither the best nor the worst of them
        if len(rows):
            return [int(d) for d in rows[0]]
    raise ValueError(f"no dice were found for the results {list(wanted.values())} of a roll with net edges {list(nets)} and virtue {virtue}")
