"""What an agent is: a name, and a way to answer a batch of questions."""

from typing import Protocol

import numpy as np


class AgentError(Exception):
    """An agent that cannot be had or used; the message is one sentence that says why and what to do."""


class Agent(Protocol):
    """Answers questions. It sees positions, never the dice to come: whatever looks ahead reseeds its own copies."""

    name: str

    def choose(self, tables, states, masks, rng) -> np.ndarray:
        """Choices for a batch, int64 (B,), each legal.

        `tables` record array (1,) TABLES, `states` record array (B,) ENCOUNTER, `masks` bool (B, A), `rng` numpy Generator:
        the only source of chance. The agent changes none of them, save the generator.
        """

    # An agent may keep what it found between the questions of one game: whoever plays several games with it makes it anew for each, or calls its
    # `begin()` before each where it offers that. Three more are optional: `choose_each(tables, states, masks, rngs)` takes a generator for each row and
    # gives each row what `choose` gives it alone, so that an arena can play many games side by side; `reproducible = False` says that the same
    # seed does not give the same answers; and `meet(scenario)` is told whose names the questions that follow are about, by whoever has an agent that
    # speaks of them.


def choose_one(agent, tables, state, mask, rng):
    """One agent's choice in one position: `state` a record ENCOUNTER, `mask` bool (A,); int."""
    states = np.empty(1, state.dtype).view(np.recarray)
    states[0] = state
    return int(agent.choose(tables, states, np.asarray(mask, bool)[None, :], rng)[0])
