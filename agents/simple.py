"""The plainest agent: any legal choice, each as likely as another."""

import numpy as np


class RandomAgent:
    """Chooses evenly among the legal choices."""

    name = "random"

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,) drawn evenly from `masks` bool (B, A); ValueError when a row has no legal choice."""
        masks = np.asarray(masks, bool)
        counts = masks.sum(axis=1)
        if not counts.all():
            raise ValueError("a question without a legal choice was put to the random agent")
        nth = rng.integers(0, counts) + 1
        return np.argmax(np.cumsum(masks, axis=1) == nth[:, None], axis=1)

    def choose_each(self, tables, states, masks, rngs):
        """As `choose` for each row alone with a generator of its own (`rngs`, a list of B): a row's choice does not depend on the others."""
        masks = np.asarray(masks, bool)
        counts = masks.sum(axis=1)
        if not counts.all():
            raise ValueError("a question without a legal choice was put to the random agent")
        nth = np.array([int(rng.integers(0, counts[b:b + 1])[0]) for b, rng in enumerate(rngs)]) + 1
        return np.argmax(np.cumsum(masks, axis=1) == nth[:, None], axis=1)
