"""Many encounters in one call: lay, check, step. Row b plays scenario `states[b].scenario` of the tables."""

from . import codes as k
from .dice import below
from .jit import jit
from .machine import lay, step


@jit
def lay_row(tables, initials, states, b, scenario, seed):
    """Lay row b anew: a copy of the scenario's initial record, its dice seeded. `step_rows` or `step` with NONE goes on to the first question."""
    states[b] = initials[scenario]
    states[b].scenario = scenario
    lay(states[b], seed)


@jit
def first_illegal(masks, choices):
    """First row whose choice is out of range or not in its mask; the number of rows when all are legal."""
    for b in range(len(choices)):
        if choices[b] < 0 or choices[b] >= masks.shape[1] or masks[b, choices[b]] == 0:
            return b
    return len(choices)


@jit
def step_rows(tables, states, choices, masks):
    """Step every row that is not over; masks uint8 (rows, actions) are rewritten. Choices were checked before.

    NONE leaves a row's question as it is; a row just laid has none and goes on to its first.
    """
    for b in range(len(choices)):
        s = states[b]
        if s.ask != k.OVER and (choices[b] != k.NONE or s.ask == k.NO_QUESTION):
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
