"""The native batch as a Stable-Baselines3 `VecEnv`. Needs the training extras; nothing else in `envs` does."""

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from .encoding import layout
from .native import NativeBatch
from .scenarios import resolve
from .spaces import MaskedDiscrete, observation_space


class FoemindVecEnv(VecEnv):
    """n_envs encounters in one compiled batch for SB3 and sb3-contrib's MaskablePPO.

    scenarios: as `encounter` of `FoemindEnv`; the other arguments are `NativeBatch`'s. Every step returns fresh arrays. `infos` carry
    "terminal_observation", "TimeLimit.truncated" and "episode" (r: sum of the rewards of the learner's seat, l: questions answered, plus winner, seat and
    whether the caller answered for both sides).
    """

    def __init__(self, scenarios=None, n_envs=256, side=None, opponent="random", learner="enemies", shaping=0.0, seed=0):
        self.batch = NativeBatch(resolve(scenarios), n_envs, side, opponent, learner, shaping, seed)
        self.returns = np.zeros(n_envs)
        self.render_mode = None
        space = MaskedDiscrete(layout.action_size(self.batch.side), lambda: self.batch.masks[0].astype(np.bool_))
        super().__init__(n_envs, observation_space(self.batch.side), space)
        self._choices = None
        self._empty = [{} for _ in range(n_envs)]

    def action_masks(self):
        """Legal actions of every row, bool (n_envs, actions)."""
        return self.batch.action_masks()

    def set_shaping(self, weight):
        """Change the weight of the shaping; potentials held are rescaled, so that no step is rewarded for the change."""
        if self.batch.shaping:
            self.batch.potentials *= weight / self.batch.shaping
        self.batch.shaping = float(weight)

    def reset(self):
        """Begin every row anew; the observation as fresh arrays."""
        if self._seeds[0] is not None:
            self.batch.seed(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self.returns[:] = 0
        return self.batch.reset()

    def step_async(self, actions):
        self._choices = actions

    def step_wait(self):
        """(observation, rewards float32, dones bool, infos)."""
        own, both = self.batch.learners == self.batch.seats, self.batch.bots < 0
        out = self.batch.step(self._choices)
        self.returns += np.where(own, out.rewards, -out.rewards)
        infos = list(self._empty)
        for n, b in enumerate(out.done):
            infos[b] = {"terminal_observation": {name: rows[n] for name, rows in out.final.items()}, "terminal_action_mask": out.final_masks[n],
                        "TimeLimit.truncated": bool(out.truncated[b]),
                        "episode": {"r": float(self.returns[b]), "l": int(out.lengths[n]), "t": 0.0, "winner": int(out.winners[n]),
                                    "won": int(out.winners[n] == out.seats[n]), "seat": int(out.seats[n]),
                                    "self_play": bool(both[b])}}
            self.returns[b] = 0
        return out.observation, out.rewards, out.terminated | out.truncated, infos

    def close(self):
        return None

    def get_attr(self, attr_name, indices=None):
        """An attribute of each row; `action_masks` answers with the method, as wrappers of single environments would."""
        rows = self._get_indices(indices)
        if attr_name == "render_mode":
            return [None for _ in rows]
        if attr_name == "action_masks":
            return [lambda b=b: self.batch.masks[b].astype(np.bool_) for b in rows]
        return [getattr(self, attr_name) for _ in rows]

    def has_attr(self, attr_name):
        """Whether rows have an attribute."""
        return hasattr(self, attr_name)

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(f"rows of the native batch share one engine: {attr_name!r} cannot be set for some of them; make a new environment")

    def env_method(self, method_name, *args, indices=None, **kwargs):
        """Call a method of each row: `action_masks` gives bool (actions,) for each."""
        if method_name == "action_masks":
            masks = self.batch.action_masks()
            return [masks[b] for b in self._get_indices(indices)]
        raise AttributeError(f"rows of the native batch have no method {method_name!r}; they have action_masks")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]

