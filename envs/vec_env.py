"""`gymnasium.make_vec("Foemind-v0")`: the native batch as a Gymnasium vector environment, same-step autoreset."""

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .encoding import layout
from .native import NativeBatch, winner_name
from .scenarios import resolve
from .spaces import MaskedDiscrete, MaskedMultiDiscrete, observation_space


class FoemindVectorEnv(VectorEnv):
    """num_envs encounters in one compiled batch; the arguments are those of `FoemindEnv`.

    `infos["action_mask"]` is bool (num_envs, actions). At an end the row begins anew in the same step: `infos["final_obs"]` (object
    array of dicts) and `infos["_final_obs"]` hold the last observation, `infos["winner"]` the winner's name.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs=1, encounter=None, opponent="random", learner="enemies", side=None, shaping=0.0, render_mode=None):
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._batch = NativeBatch(resolve(encounter), num_envs, side, opponent, learner, shaping)
        n = layout.action_size(self._batch.side)
        self.single_observation_space = observation_space(self._batch.side)
        self.single_action_space = MaskedDiscrete(n, lambda: self._batch.masks[0].astype(np.bool_))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MaskedMultiDiscrete(n, num_envs, self.action_masks)
        self._fresh = False

    def action_masks(self):
        """Legal actions of every row, bool (num_envs, actions)."""
        return self._batch.action_masks()

    def reset(self, *, seed=None, options=None):
        """Begin every row anew; one int seeds all rows (row b's games follow from the seed and b)."""
        super().reset(seed=seed)
        if seed is not None or not self._fresh:
            self._batch.seed(seed if seed is not None else int(self.np_random.integers(1 << 31)))
            self._fresh = True
        return self._batch.reset(), {"action_mask": self.action_masks()}

    def step(self, actions):
        """One answer a row. ValueError names the first illegal one; nothing has then changed."""
        out = self._batch.step(actions)
        infos = {"action_mask": self.action_masks()}
        if len(out.done):
            ended = out.terminated | out.truncated
            final, winners = np.full(self.num_envs, None, object), np.full(self.num_envs, None, object)
            for n, b in enumerate(out.done):
                final[b] = {name: rows[n] for name, rows in out.final.items()}
                winners[b] = winner_name(out.winners[n])
            infos.update(final_obs=final, _final_obs=ended, winner=winners, _winner=ended)
        return out.observation, out.rewards.astype(np.float64), out.terminated, out.truncated, infos
