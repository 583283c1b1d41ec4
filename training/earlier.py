"""Earlier selves: copies of the network taken while it trains, one of which plays the other seat in the rows of `earlier`."""

import copy

import numpy as np

from .config import ConfigError
from .evaluate import network_choose

KEPT = 8  # copies; when there are more, one of the older goes by lot
EVERY = 0.04  # share of the run between two copies


class Earlier:
    """The copies. Before the first is taken, `choose` cannot be asked."""

    def __init__(self, network, seed, states=()):
        self.network, self.rng = copy.deepcopy(network), np.random.default_rng(seed)
        self.states, self.taken_at, self._choose = list(states), None, None

    def look(self, network, share):
        """Take a copy if it is time, and draw the one that plays next. share: of the run, 0 to 1."""
        if not self.states or self.taken_at is None or share - self.taken_at >= EVERY:
            self.taken_at = share
            self.states.append(copy.deepcopy(network.state_dict()))
            if len(self.states) > KEPT:
                self.states.pop(int(self.rng.integers(len(self.states) - 1)))
        self.network.load_state_dict(self.states[self.rng.integers(len(self.states))])
        self._choose = network_choose(self.network, deterministic=False, seed=int(self.rng.integers(2**31)))

    def choose(self, observation, masks):
        """Choices drawn by the copy that plays, int64 (n,)."""
        return self._choose(observation, masks)


class Rival:
    """A policy file in the place of the earlier selves; it draws its choices. prior: that of the configuration. ConfigError where it cannot be used."""

    states = ()

    def __init__(self, file, seed, prior=""):
        from agents.policy import PolicyAgent, PolicyError
        try:
            self.policy, self.rng = PolicyAgent(file), np.random.default_rng(seed)
        except PolicyError as fault:
            raise ConfigError(f"rival: {fault}") from None
        if "prior" in self.policy.shown and not prior:
            raise ConfigError(f'rival: {file} is shown what our bots make of a position, and this run shows nobody that; add prior = "greedy"')

    def look(self, network, share):
        """It does not change."""

    def choose(self, observation, masks):
        """Choices drawn by its probabilities, int64 (n,)."""
        logits, _ = self.policy.evaluate(observation, masks)
        return (logits + self.rng.gumbel(size=logits.shape)).argmax(axis=1)
