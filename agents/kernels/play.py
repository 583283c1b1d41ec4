"""The kernel in which compiled bots answer for a side, and the entry point by which environments find them."""

import numpy as np

from envs.core import codes as k
from envs.core.batch import pick
from envs.core.jit import jit
from envs.core.machine import step

from .greedy import best_of, score
from .role import choose_role
from .weights import GREEDY

RANDOM_BOT, GREEDY_BOT, ROLE_BOT = 0, 1, 2
PRIOR_UNIT, LEAST_PRIOR = 16, -4096  # of what greedy makes of a choice
CODES = {"random": RANDOM_BOT, "role": ROLE_BOT, "greedy": GREEDY_BOT}


@jit
def fill_choices(tables, states, masks, first, last, bots, words, choices):
    """`choose_rows` for the rows from `first` to before `last`, into choices int64 (B,)."""
    for b in range(first, last):
        s = states[b]
        choices[b] = -1
        if s.ask == k.OVER or s.ask == k.NO_QUESTION:
            continue
        if bots[b] == GREEDY_BOT:
            scores = np.zeros(masks.shape[1])
            score(tables[s.scenario], s, GREEDY, masks[b], scores)
            choices[b] = best_of(masks[b], scores, words[b])
        elif bots[b] == ROLE_BOT:
            choices[b] = choose_role(tables[s.scenario], s, masks[b], np.zeros(masks.shape[1]), words[b])
        else:
            choices[b] = pick(masks[b], np.int64(masks[b].sum()), words[b])


@jit
def fill_priors(tables, states, masks, rows, priors):
    """What greedy makes of every legal choice of states[rows[n]], into row n of priors, int16 (len(rows), actions), zeroed before: by how much it
    scores below its best choice, in 1 / PRIOR_UNIT of a vigor, 0 for the best alone and LEAST_PRIOR at the least. tables may be a single one."""
    for n in range(len(rows)):
        b = rows[n]
        s = states[b]
        if s.ask == k.OVER or s.ask == k.NO_QUESTION:
            continue
        scores = np.zeros(masks.shape[1])
        score(tables[s.scenario if len(tables) > 1 else 0], s, GREEDY, masks[b], scores)
        best = -np.inf
        for choice in range(len(scores)):
            if masks[b, choice] != 0:
                best = max(best, scores[choice])
        for choice in range(len(scores)):
            if masks[b, choice] != 0 and scores[choice] < best:
                priors[n, choice] = max(LEAST_PRIOR, -1 - int((best - scores[choice]) * PRIOR_UNIT))


@jit
def play_rows(tables, states, masks, rows, learners, bots, words):
    """Answer for the side that is not the learner's in the given rows, until each asks its learner or is over.

    rows int64 (n,). Of row b: masks uint8 (B, actions), current on entry and on exit; learners int64 (B,), the learner's side; bots int64 (B,),
    one of CODES; words uint32 (B, 4), the bot's own generator, so that a row plays the same alone and in any batch.
    A row that waits for its events to be read is left as it is.
    """
    choices = np.zeros(len(states), np.int64)
    for b in rows:
        s = states[b]
        while s.ask != k.OVER and s.ask != k.NO_QUESTION and s.asked != learners[b]:
            fill_choices(tables, states, masks, b, b + 1, bots, words, choices)
            step(tables[s.scenario], s, choices[b], 1, masks[b])


def choose_rows(tables, states, masks, bots, words):
    """Choices int64 (B,), -1 for a row without a question; arguments as for `play_rows`, nothing but `words` changes."""
    choices = np.empty(len(states), np.int64)
    fill_choices(tables, states, masks, 0, len(states), bots, words, choices)
    return choices


class CompiledOpponents:
    """What `foemind.opponents` offers: bots by name, and the kernel that plays them."""

    codes = CODES
    play = staticmethod(play_rows)


OPPONENTS = CompiledOpponents()
