"""What a network with a prior is shown beside the observation, in every step of the training environment."""

import numpy as np
from gymnasium.spaces import Box, Dict
from stable_baselines3.common.vec_env import VecEnvWrapper

from agents.prior import see_prior

from .rollout import side_asked


class WithPrior(VecEnvWrapper):
    """Adds to every observation what our bots make of it, the entries of `agents.prior.see_prior`. The last observation of a fight, of which only the value
    is asked, has the outlook of the question before alone."""

    def __init__(self, venv):
        low, high = -1 << 15, (1 << 15) - 1
        extra = {"prior": Box(low, high, (int(venv.action_space.n),), np.int16), "outlook": Box(low, high, (1,), np.int16)}
        super().__init__(venv, Dict({**venv.observation_space.spaces, **extra}))
        self._last = None

    def reset(self):
        return self._shown(self.venv.reset())

    def step_wait(self):
        before, sides = self._last["outlook"], side_asked(self._last)
        observation, rewards, dones, infos = self.venv.step_wait()
        for b in np.flatnonzero(dones):
            end = infos[b]["terminal_observation"]
            end["outlook"] = before[b] if side_asked(end) == sides[b] else -before[b]
        return self._shown(observation), rewards, dones, infos

    def _shown(self, observation):
        batch = self.unwrapped.batch
        self._last = observation | see_prior(batch.tables, batch.states, batch.masks)
        return self._last
