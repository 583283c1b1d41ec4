"""Spaces of the environments: observations as integers, and actions whose blind samples are legal."""

import numpy as np
from gymnasium import spaces

from .encoding import layout


class MaskedDiscrete(spaces.Discrete):
    """Discrete whose `sample()` without a mask draws from the environment's current mask, so that checkers which sample blindly pass.

    `blind` is the last action drawn so. Gymnasium's checker draws before it resets, and
    that draw then stands for a legal action of the new encounter.
    """

    def __init__(self, n, masks, seed=None):
        super().__init__(n, seed=seed)
        self._masks = masks
        self.blind = None

    def sample(self, mask=None, probability=None):
        """A legal action; with `mask` or `probability` as Gymnasium defines them."""
        if mask is None and probability is None:
            current = self._masks()
            self.blind = super().sample(current.astype(np.int8) if current.any() else None)
            return self.blind
        return super().sample(None if mask is None else np.asarray(mask, np.int8), probability)  # a bool mask, as in `info`, will do

    def __reduce__(self):
        return spaces.Discrete, (int(self.n),)  # a copy knows no environment


class MaskedMultiDiscrete(spaces.MultiDiscrete):
    """The same for a batch: one legal action a row, int64 (rows,)."""

    def __init__(self, n, rows, masks, seed=None):
        super().__init__(np.full(rows, n), seed=seed)
        self._masks = masks

    def sample(self, mask=None, probability=None):
        """Legal actions, one a row."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self._masks()
        return np.where(masks, self.np_random.random(masks.shape), -1.0).argmax(axis=1)

    def __reduce__(self):
        return spaces.MultiDiscrete, (self.nvec,)


def observation_space(side):
    """Dict of int16 boxes, shapes of `layout.obs_shapes(side)`."""
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Dict({name: spaces.Box(low, high, shape, np.int16) for name, shape in layout.obs_shapes(side).items()})
