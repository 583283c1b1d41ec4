"""Counts of choice sequences, as a fingerprint of the rules (the word comes from chess programming)."""

import numpy as np

from envs.core import codes as k
from envs.core.machine import step


def perft(scenario, depth, seed=0):
    """[sequences of 1 choice, of 2, … of `depth`] from the scenario's start, dice fixed by the seed; questions that answer themselves do not count.

    A fight that is over has no further sequences. ValueError for a depth below 1.
    """
    from envs.battle import Battle
    if depth < 1:
        raise ValueError(f"depth {depth} is too small; give 1 or more")
    battle = Battle(scenario, seed=seed, side=int(scenario.tables[0].side), log=False)
    actions = len(battle.mask)
    states = np.empty(depth, battle.state.dtype).view(np.recarray)
    states[0] = battle.state
    masks = np.zeros((depth, actions), np.uint8)
    masks[0] = battle.mask
    counts = [0] * depth
    _count(scenario.tables[0], states, masks, 0, counts)
    return counts


def _count(tables, states, masks, level, counts):
    """Add the sequences below the position at `level`; positions and masks of deeper levels are overwritten."""
    if states[level].ask == k.OVER:
        return
    legal = np.flatnonzero(masks[level])
    counts[level] += len(legal)
    if level + 1 == len(counts):
        return
    for choice in legal:
        states[level + 1] = states[level]
        step(tables, states[level + 1], int(choice), 1, masks[level + 1])
        _count(tables, states, masks, level + 1, counts)
