"""The dice: a small generator in the record (Doty-Humphrey's sfc32), and a queue of forced results that is used first.

Everything is int64 arithmetic masked to 32 bits, so that it is the same with and without the JIT.
"""

import numpy as np

from . import codes as k
from .jit import jit

MASK = 0xFFFFFFFF


@jit
def next_word(state):
    """Next 32-bit word (int64 in [0, 2**32)) of a generator `state`, uint32 (4,)."""
    a = np.int64(state[0])
    b = np.int64(state[1])
    c = np.int64(state[2])
    n = np.int64(state[3])
    word = (a + b + n) & MASK
    state[3] = (n + 1) & MASK
    state[0] = b ^ (b >> 9)
    state[1] = (c + (c << 3)) & MASK
    state[2] = (((c << 21) & MASK) | (c >> 11)) + word & MASK
    return word


@jit
def seed_words(state, seed):
    """Start a generator from a seed (any int64)."""
    state[0] = seed & MASK
    state[1] = (seed >> 32) & MASK
    state[2] = 0x9E3779B9
    state[3] = 1
    for _ in range(12):
        next_word(state)


@jit
def below(state, n):
    """Uniform integer in [0, n) from a generator."""
    return (next_word(state) * n) >> 32


@jit
def seed_dice(s, seed):
    """Seed the encounter's dice and empty the forced queue."""
    d = s.dice
    seed_words(d.state, seed)
    d.n_forced = 0
    d.next_forced = 0
    for i in range(k.MAX_FORCED):
        d.forced[i] = 0


@jit
def roll(s, sides):
    """One die, 1 to `sides`. Forced results come first; ValueError for one that the die cannot show."""
    d = s.dice
    if d.next_forced < d.n_forced:
        value = np.int64(d.forced[d.next_forced])
        if value < 1 or value > sides:
            raise ValueError("a forced die shows a number that the die rolled does not have")
        d.next_forced += 1
        return value
    return below(d.state, sides) + 1
