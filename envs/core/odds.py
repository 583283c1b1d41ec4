"""Exact odds of a check by enumeration (G6.1-G6.4): no dice are rolled here.

For every net number k of edges (k > 0) or cuts (k < 0) the pool has 2 + |k| dice. The arrays here give, for each sum of the two dice that
count (2 to 20), its probability, and the expected numbers of sparks (untainted pairs), of shadows (all pairs) and the probability of a
tainted pair together with that sum. The tables hold them added up from above: entry x is what belongs to "sum >= x", 0 <= x <= 23.
"""

from functools import lru_cache
from math import comb

import numpy as np

from .codes import MAX_NET


def _pool(net):
    """{(sum, pairs, tainted pairs): number of equally likely rolls} of 2 + |net| ten-sided dice."""
    faces = range(10, 0, -1) if net >= 0 else range(1, 11)  # the two that count come first
    ways = {(2 + abs(net), 0, 0, 0, 0): 1}  # dice left, dice counted, sum, pairs, tainted
    for face in faces:
        new = {}
        for (left, counted, total, pairs, tainted), n in ways.items():
            for c in range(left + 1):
                take = min(c, 2 - counted)
                key = (left - c, counted + take, total + take * face, pairs + c // 2, tainted + (c // 2 if face == 1 else 0))
                new[key] = new.get(key, 0) + n * comb(left, c)
        ways = new
    out = {}
    for (left, _, total, pairs, tainted), n in ways.items():
        if left == 0:
            out[total, pairs, tainted] = out.get((total, pairs, tainted), 0) + n
    return out


@lru_cache(maxsize=1)
def odds_arrays():
    """{"sum" | "sparks" | "shadows" | "tainted": float64 (2 * MAX_NET + 1, 21)}; row net + MAX_NET, column the sum of the two dice."""
    arrays = {name: np.zeros((2 * MAX_NET + 1, 21)) for name in ("sum", "sparks", "shadows", "tainted")}
    for net in range(-MAX_NET, MAX_NET + 1):
        for (total, pairs, tainted), n in _pool(net).items():
            p = n / 10 ** (2 + abs(net))
            arrays["sum"][net + MAX_NET, total] += p
            arrays["sparks"][net + MAX_NET, total] += p * (pairs - tainted)
            arrays["shadows"][net + MAX_NET, total] += p * pairs
            arrays["tainted"][net + MAX_NET, total] += p * (tainted > 0)
    return arrays


def fill_odds(odds):
    """Write the arrays, added up from above, into the `odds` field of one row of the tables (float64, (2 * MAX_NET + 1, 24))."""
    for name, array in odds_arrays().items():
        odds["at_least" if name == "sum" else name][:, :21] = array[:, ::-1].cumsum(axis=1)[:, ::-1]


def result_odds(net, modifier, fail_max=10, conflict_max=15):
    """(fail, conflict, triumph) of a check with `net` edges and `modifier` added; three floats that add up to 1."""
    row = odds_arrays()["sum"][max(-MAX_NET, min(MAX_NET, net)) + MAX_NET]
    sums = np.arange(21) + modifier
    return float(row[sums <= fail_max].sum()), float(row[(sums > fail_max) & (sums <= conflict_max)].sum()), float(row[sums > conflict_max].sum())
