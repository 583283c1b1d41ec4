"""Luck taken out of what is learned from: what a choice comes to on average over dice, from clones of the fight on which they fall otherwise.

Most of what a fight's result varies by is dice. Where dice fall between two questions, the surprise of the step is measured against the mean over
clones in place of the one way in which they fell: the same in expectation, with less noise (AIVAT, Burch et al. 2018, of advantages).
"""

import numpy as np
import torch

from agents.kernels.play import play_rows
from agents.prior import outlook_rows
from envs.core.batch import step_rows
from envs.core.score import score_rows
from envs.encoding.batch import observe_rows
from envs.encoding.layout import obs_shapes

from .rollout import side_asked, tensors


class Luck:
    """Averages over `samples` clones of each row whose next step rolls dice."""

    def __init__(self, samples, seed):
        self.samples, self.rng = samples, np.random.default_rng(seed)

    def expect(self, policy, batch, choices, gamma=1.0):
        """Before `batch` (a NativeBatch) is stepped with choices int64 (n,): reward and worth of what follows for the side that answers, on average,
        float32 (n,); NaN where no dice fall."""
        out = np.full(batch.n, np.nan, np.float32)
        tried, fell = self._play(batch, batch.rows, choices)
        rolled = batch.rows[fell]
        if len(rolled):
            again = np.repeat(rolled, self.samples - 1)
            rows = np.concatenate([rolled, again])
            states = np.concatenate([tried[rolled], self._play(batch, again, choices)[0]]).view(np.recarray)
            worth = self._worth(policy, batch, rows, states, gamma)
            out[rolled] = np.bincount(rows, worth, batch.n)[rolled] / self.samples
        return out

    def _play(self, batch, rows, choices):
        """Clones of rows after their choices, up to the next question that a compiled bot does not answer, on dice of their own: (records (n,),
        whether dice fell, bool (n,))."""
        states, masks, bots = batch.states[rows].view(np.recarray), batch.masks[rows], batch.bots[rows]
        dice, words = (self.rng.integers(1, 2**32, (len(rows), 4), np.uint32) for _ in range(2))
        states["dice"]["state"] = dice
        step_rows(batch.tables, states, choices[rows], masks)
        play_rows(batch.tables, states, masks, np.flatnonzero(bots >= 0), batch.learners[rows], bots, words)
        return states, (states["dice"]["state"] != dice).any(axis=1)

    @staticmethod
    def _worth(policy, batch, rows, states, gamma):
        """Reward and value of what follows, for the side that answered in rows, float64 (n,)."""
        n, learners, potentials = len(rows), batch.learners[rows], batch.potentials[rows]
        rewards, ended, cut = np.empty(n, np.float32), np.empty(n, np.bool_), np.empty(n, np.bool_)
        score_rows(batch.tables, states, learners, batch.shaping, potentials, rewards, ended, cut)
        seen = {name: np.zeros((n, *shape), np.int16) for name, shape in obs_shapes(batch.side).items()}
        observe_rows(batch.tables, states, np.arange(n), *seen.values())
        if policy.network.prior_head:
            seen["outlook"] = outlook_rows(batch.tables, states, np.arange(n))
        with torch.no_grad():
            values = policy.predict_values(tensors(seen)).numpy().reshape(-1)
        return rewards + np.where(ended, 0.0, gamma * np.where(side_asked(seen) == learners, values, -values))
