"""Shares of played fights and how sure they are."""

from math import sqrt

import numpy as np

from .forecast_model import Chance, Spread

Z = 1.959964  # 95 %
DIGITS = 4


def wilson(count, of):
    """(low, high) of a share, 95 %; within [0, 1]."""
    share, z2 = count / of, Z * Z
    middle, width = share + z2 / (2 * of), Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = ((middle + sign * width) / (1 + z2 / of) for sign in (-1, 1))
    return (0.0 if count == 0 else max(0.0, low)), (1.0 if count == of else min(1.0, high))


def chance(hits):
    """Chance of a bool array (n,), n at least 1."""
    return chance_of(int(np.count_nonzero(hits)), len(hits))


def chance_of(count, of):
    """Chance of so many of so many."""
    low, high = wilson(count, of)
    return Chance(chance=round(count / of, DIGITS), low=round(low, DIGITS), high=round(high, DIGITS), count=count, of=of)


def spread(values):
    """Spread of an array that is not empty."""
    low, median, high = np.percentile(values, [10, 50, 90], method="nearest")  # numbers that were met
    return Spread(median=round(float(median), 2), low=round(float(low), 2), high=round(float(high), 2))


def paired(after, before):
    """(difference, low, high) of two bool arrays (n,) of the same fights: mean of what changed, 95 %; never outside [-1, 1]."""
    change = np.asarray(after, float) - np.asarray(before, float)
    mean, n = float(change.mean()), len(change)
    error = Z * float(change.std(ddof=1 if n > 1 else 0)) / sqrt(n)
    return round(mean, DIGITS), round(max(-1.0, mean - error), DIGITS), round(min(1.0, mean + error), DIGITS)


def strength(hits, wins):
    """How far beyond chance two shares differ: the z of a test of wins (bool (n,)) where `hits` (bool (n,)) against where not."""
    n, m = int(hits.sum()), int((~hits).sum())
    pooled = float(wins.mean())
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return 0.0 if error == 0 else abs(float(wins[hits].mean()) - float(wins[~hits].mean())) / error
