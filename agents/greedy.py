"""The greedy agent: the compiled bot of `agents.kernels` that takes the best choice by exact odds, one question at a time."""

from .kernels.play import GREEDY_BOT, choose_for


class GreedyAgent:
    """Weighs every legal choice and takes the best; it looks at the position and its odds, never at the dice. Chance decides between equals only."""

    name = "greedy"
    bot_code = GREEDY_BOT

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        return choose_for(self, tables, states, masks, rng)
