"""Observations without their empty rows.

Most rows of an observation are empty: absent combatants, free deed slots, lines outside a deed, empty hands, squares when none is asked.
Packing keeps the rows that can matter, so that they are neither stored nor multiplied. A packed array is its kept rows and where each stood.
"""

from typing import NamedTuple

import torch

from envs.core.codes import A_SQUARE
from envs.encoding.layout import index

ROW_ARRAYS = ("combatants", "deeds", "lines", "items", "effects")
PRESENT = {name: index(name, "present") for name in ROW_ARRAYS}


class Rows(NamedTuple):
    """Kept rows of one array of a batch.

    values: int16 (N, features). at: int64 (N,), batch row * slots + slot, ascending. slots: rows the array has for each observation.
    """

    values: torch.Tensor
    at: torch.Tensor
    slots: int


class Packed(NamedTuple):
    """A batch of B observations: `map` and `question` int16 (B, features), the other arrays as `Rows`."""

    map: torch.Tensor
    question: torch.Tensor
    combatants: Rows
    deeds: Rows
    lines: Rows
    items: Rows
    effects: Rows
    squares: Rows
    prior: Rows | None = None  # of the legal choices, where the network is shown it,
    outlook: torch.Tensor | None = None  # and int16 (B, 1)

    @property
    def batch(self):
        """B, the number of observations."""
        return len(self.map)


def keep(array, kept):
    """`Rows` of `array` (B, slots, features) where `kept` (B, slots) is true."""
    at = kept.reshape(-1).nonzero().squeeze(1)
    return Rows(array.reshape(-1, array.shape[-1]).index_select(0, at), at, array.shape[1])


def pack(observation, mask=None):
    """Pack a dict of int16 tensors, leading dimension B.

    `mask` (B, actions), bool: only legal squares are kept, for an illegal square is masked whatever its score. Without a mask no square is kept:
    the value does not depend on squares. Rows of the other arrays are kept by their `present` feature.
    """
    rows = {name: keep(observation[name], observation[name][:, :, PRESENT[name]] != 0) for name in ROW_ARRAYS}
    squares = observation["squares"]
    legal = squares.new_zeros(squares.shape[:2], dtype=torch.bool) if mask is None else mask[:, A_SQUARE:]
    if "prior" in observation and mask is not None:
        rows["prior"] = keep(observation["prior"].unsqueeze(-1), mask)
    return Packed(observation["map"], observation["question"], squares=keep(squares, legal), outlook=observation.get("outlook"), **rows)
