"""The greedy agent: the compiled bot of `agents.kernels` that takes the best choice by exact odds, one question at a time."""

import numpy as np

from .kernels.play import GREEDY_BOT, choose_rows


class GreedyAgent:
    """Weighs every legal choice and takes the best; it looks at the position and its odds, never at the dice. Chance decides between equals only."""

    name = "greedy"
    bot_code = GREEDY_BOT

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        return self._answer(tables, states, masks, rng.integers(1, 2**32, (len(states), 4), np.uint32))

    def choose_each(self, tables, states, masks, rngs):
        """As `choose` for each row alone with a generator of its own (`rngs`, a list of B): a row's choice does not depend on the others."""
        return self._answer(tables, states, masks, np.stack([rng.integers(1, 2**32, 4, np.uint32) for rng in rngs]))

    def _answer(self, tables, states, masks, words):
        masks = np.ascontiguousarray(masks, np.uint8)
        if not masks.any(axis=1).all():
            raise ValueError("a question without a legal choice was put to the greedy agent")
        return choose_rows(tables, states, masks, np.full(len(states), GREEDY_BOT), words)
