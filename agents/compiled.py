"""Agents that are bots of `agents.kernels`: compiled, so that environments let them answer inside the batch."""

import numpy as np

from .kernels.play import GREEDY_BOT, ROLE_BOT, choose_rows


class CompiledAgent:
    """A bot by its `bot_code`; it looks at the position and its odds, never at the dice."""

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        return self._answer(tables, states, masks, rng.integers(1, 2**32, (len(states), 4), np.uint32))

    def choose_each(self, tables, states, masks, rngs):
        """As `choose` for each row alone with a generator of its own (`rngs`, a list of B): a row's choice does not depend on the others."""
        return self._answer(tables, states, masks, np.stack([rng.integers(1, 2**32, 4, np.uint32) for rng in rngs]))

    def _answer(self, tables, states, masks, words):
        masks = np.ascontiguousarray(masks, np.uint8)
        if not masks.any(axis=1).all():
            raise ValueError(f"a question without a legal choice was put to the {self.name} agent")
        return choose_rows(tables, states, masks, np.full(len(states), self.bot_code), words)


class GreedyAgent(CompiledAgent):
    """Weighs every legal choice by exact odds and takes the best; chance decides between equals only."""

    name = "greedy"
    bot_code = GREEDY_BOT


class RoleAgent(CompiledAgent):
    """Scripted tactics, one set for each of eight roles, for either side; it draws among the choices near the best, so two fights differ."""

    name = "role"
    bot_code = ROLE_BOT
