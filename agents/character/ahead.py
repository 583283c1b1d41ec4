"""A look at what an entry of the menu leads to, on a copy: the square that a walk would take, the deeds that could be chosen. No dice are thrown for it."""

import numpy as np

from envs.core import codes as k
from envs.core.machine import step
from envs.encoding.layout import action_size


def alone(state):
    """Record array (1,) of a copy that writes no events."""
    rows = np.empty(1, state.dtype).view(np.recarray)
    rows[0] = state
    rows["log"] = 0
    return rows


def follow(tables, state, choices):
    """(copy, record array (1,); mask bool (A,)) after some choices, all but the first of which are tested; None where one is not legal."""
    rows, legal = alone(state), np.zeros(action_size(int(tables[0]["side"])), np.uint8)
    for n, choice in enumerate(choices):
        if n and not legal[choice]:
            return None
        step(tables[0], rows[0], choice, 0, legal)
    return rows, legal.view(bool)


def to_walk(entry):
    """The choices from the menu to the question of where to walk; a *move* is taken with no point more than needed."""
    return [k.A_MENU + entry] + ([k.A_AMOUNT, k.A_MENU + k.WALK] if entry == k.MOVE else [])


def harmless_deed(tables, state, i):
    """Whether combatant i, whose turn it is, could attempt a deed that harms nobody."""
    found = follow(tables, state, [k.A_MENU + k.DEED])
    slots = np.flatnonzero(found[1][k.A_DEED:k.A_DEED + k.OWN_DEEDS])
    return any(int(tables[0]["deeds"][int(tables[0]["roster"][i]["deeds"][slot])]["harmful"]) == 0 for slot in slots)
