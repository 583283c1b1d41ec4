"""Many encounters in one call: begin, check, step. Row b plays scenario `states[b].scenario` of the tables."""

from . import codes as k
from .dice import below
from .jit import jit
from .machine import settle_mask, start, step


@jit
def begin_row(tables, initials, states, masks, b, scenario, seed, auto):
    """Lay row b anew: a copy of the scenario's initial record, its dice seeded; writes the mask of the first question and returns how many are legal."""
    states[b] = initials[scenario]
    s = states[b]
    s.scenario = scenario
    start(tables[scenario], s, seed)
    return settle_mask(tables[scenario], s, auto, masks[b])


@jit
def first_illegal(masks, choices):
    """First row whose choice is out of range or not in its mask; the number of rows when all are legal."""
    for b in range(len(choices)):
        if choices[b] < 0 or choices[b] >= masks.shape[1] or masks[b, choices[b]] == 0:
            return b
    return len(choices)


@jit
def step_rows(tables, states, choices, masks):
    """Step every row that has a question; masks uint8 (rows, actions) are rewritten. Choices were checked before."""
    for b in range(len(choices)):
        s = states[b]
        if s.ask != k.OVER:
            step(tables[s.scenario], s, choices[b], 1, masks[b])


@jit
def pick(mask, n, words):
    """A uniformly random legal choice of a mask with n legal ones, from a generator uint32 (4,)."""
    left = below(words, n)
    choice = 0
    while True:
        if mask[choice] != 0:
            if left == 0:
                return choice
            left -= 1
        choice += 1


@jit
def random_play(tables, initials, states, masks, words, counts, steps):
    """Random legal play with resets, `steps` decisions a row; counts int64 (questions,) by kind, and the sums below. Used by the benchmark.

    Returns (decisions, encounters ended, legal choices seen).
    """
    ended = 0
    seen = 0
    for b in range(len(states)):
        s = states[b]
        t = tables[s.scenario]
        mask = masks[b]
        n = settle_mask(t, s, 1, mask)
        for _ in range(steps):
            if s.ask == k.OVER:
                ended += 1
                n = begin_row(tables, initials, states, masks, b, s.scenario, below(words, 1 << 31), 1)
            counts[s.ask] += 1
            seen += n
            n = step(t, s, pick(mask, n, words), 1, mask)
    return len(states) * steps, ended, seen
