"""The kernel in which compiled bots answer for a side, and the entry point by which environments find them."""

import numpy as np

from envs.core import codes as k
from envs.core.batch import pick
from envs.core.jit import jit
from envs.core.machine import step

from .greedy import best_of, score
from .weights import GREEDY

RANDOM_BOT, GREEDY_BOT = 0, 1
CODES = {"random": RANDOM_BOT, "greedy": GREEDY_BOT}


@jit
def choose(t, s, mask, n, bot, words):
    """One bot's choice: mask uint8 (actions,) with n legal choices, bot one of CODES, words the bot's own generator, uint32 (4,)."""
    if bot == GREEDY_BOT:
        scores = np.zeros(len(mask))
        score(t, s, GREEDY, mask, scores)
        return best_of(mask, scores, words)
    return pick(mask, n, words)


@jit
def play_rows(tables, states, masks, rows, learners, bots, words):
    """Answer for the side that is not the learner's in the given rows, until each asks its learner or is over.

    rows int64 (n,). Of row b: masks uint8 (B, actions), current on entry and on exit; learners int64 (B,), the learner's side; bots int64 (B,),
    one of CODES; words uint32 (B, 4), the bot's own generator, so that a row plays the same alone and in any batch.
    A row that waits for its events to be read is left as it is.
    """
    for b in rows:
        s = states[b]
        t = tables[s.scenario]
        n = np.int64(masks[b].sum())
        while s.ask != k.OVER and s.ask != k.NO_QUESTION and s.asked != learners[b]:
            n = step(t, s, choose(t, s, masks[b], n, bots[b], words[b]), 1, masks[b])


@jit
def choose_rows(tables, states, masks, bots, words):
    """Choices int64 (B,), -1 for a row without a legal one; arguments as for `play_rows`, nothing but `words` changes."""
    choices = np.full(len(states), -1)
    for b in range(len(states)):
        s = states[b]
        n = np.int64(masks[b].sum())
        if n > 0:
            choices[b] = choose(tables[s.scenario], s, masks[b], n, bots[b], words[b])
    return choices


class CompiledOpponents:
    """What `foemind.opponents` offers: bots by name, and the kernel that plays them."""

    codes = CODES
    play = staticmethod(play_rows)


OPPONENTS = CompiledOpponents()
