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


def choose_one(agent, tables, state, mask, rng):
    """One agent's choice in one position: `state` a record ENCOUNTER, `mask` bool (A,); int."""
    states = np.empty(1, state.dtype).view(np.recarray)
    states[0] = state
    return int(agent.choose(tables, states, np.asarray(mask, bool)[None, :], rng)[0])
