"""The greedy agent: the compiled bot of `agents.kernels` that takes the best choice by exact odds, one question at a time."""

import numpy as np

from .kernels.play import GREEDY_BOT, choose_rows


class GreedyAgent:
    """Weighs every legal choice and takes the best; it looks at the position and its odds, never at the dice. Chance decides between equals only."""

    name = "greedy"
    bot_code = GREEDY_BOT

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        masks = np.ascontiguousarray(masks, np.uint8)
        if not masks.any(axis=1).all():
            raise ValueError("a question without a legal choice was put to the greedy agent")
        words = rng.integers(1, 2**32, (len(states), 4), np.uint32)
        return choose_rows(tables, states, masks, np.full(len(states), GREEDY_BOT), words)
