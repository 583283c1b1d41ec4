"""All chance of the generator: one stream of numbers for each part of an encounter, the same on every machine and Python.

A stream is `random.Random` seeded with the first 16 bytes of the sha256 of its key, and only its `random()` is used, whose sequence
Python keeps from version to version (that of `choice`, `sample` or `randrange` is not promised). No set is ever run through and no `hash()`
taken. Parts have streams of their own, so that another map does not change the monsters.
"""

import hashlib
import random


class Draw:
    """A stream of chance. key: numbers and texts; the same key gives the same stream."""

    def __init__(self, *key):
        digest = hashlib.sha256(repr(key).encode()).digest()
        self.fraction = random.Random(int.from_bytes(digest[:16], "big")).random

    def below(self, n):
        """A whole number from 0 to n - 1."""
        return int(self.fraction() * n)

    def between(self, low, high):
        """A whole number from low to high, both included."""
        return low + int(self.fraction() * (high - low + 1))

    def chance(self, percent):
        """True in so many of a hundred cases."""
        return self.fraction() * 100 < percent

    def pick(self, options):
        """One of a list or tuple, all alike."""
        return options[int(self.fraction() * len(options))]

    def weighted(self, weights):
        """A key of {value: weight}."""
        left = self.fraction() * sum(weights.values())
        for value, weight in weights.items():
            left -= weight
            if left < 0:
                return value
        return next(value for value, weight in weights.items() if weight > 0)

    def some(self, options, n):
        """n different ones of a list (all, if it has fewer), in drawn order."""
        rest, out = list(options), []
        for _ in range(min(n, len(rest))):
            out.append(rest.pop(int(self.fraction() * len(rest))))
        return out

    def shuffled(self, options):
        """All of a list in drawn order."""
        return self.some(options, len(options))
