"""The dice that a plan supposes for one answer: a pool shows its most probable result without a pair, every other die its middle.

A pool is met by trial: the answer is given with one forced die too many, a number that no die has, so that the rules stop there.
"""

import numpy as np

from envs.core import codes as k
from envs.core.machine import step

from .likely import likely_dice

TOO_HIGH = 1_000_000  # shown by no die
SIDES = (12, 10, 8, 6, 4, 2)  # from the largest down: how many sides a die has is found out by trial


def _stop(battle, choice, dice):
    """The position in which the answer `choice` rolls the die after `dice`; None when it rolls no more."""
    clone = battle.clone(0)
    clone.state.log = 0
    clone.force([*dice, TOO_HIGH])
    try:
        step(clone.tables, clone.state, choice, 0, clone.mask.view(np.uint8))
    except ValueError:  # that of the forced die; any other comes again when the answer is given in earnest
        return clone.state
    return None


def _middle(battle, choice, dice):
    """Middle number of the die after `dice`, the lower of two."""
    for sides in SIDES:
        state = _stop(battle, choice, [*dice, sides])
        if state is None or int(state.dice.next_forced) > len(dice):
            return sides // 2
    return 1


def suppose(battle, choice, virtue_of, result=None):
    """(dice, position at the first roll of a pool or None) of an answer; the queue's length bounds the dice.

    virtue_of(position): what is added to the pool rolled there. result: one that the first pool gives its first target, instead of the likeliest.
    """
    dice, pool = [], None
    while len(dice) < k.MAX_FORCED:
        state = _stop(battle, choice, dice)
        if state is None:
            break
        if pool is None and state.deed.n_dice > 0 and state.deed.dice[0] == 0:
            pool = state
            nets = [int(row["net"]) for row in state.targets[:int(state.deed.n_targets)]]
            dice += likely_dice(battle.tables, nets, virtue_of(state), result)
        elif len(dice) + 1 < k.MAX_FORCED:
            dice.append(_middle(battle, choice, dice))
        else:
            break
    return dice[:k.MAX_FORCED], pool
