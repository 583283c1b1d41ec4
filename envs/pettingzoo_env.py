"""One encounter as a PettingZoo AEC environment: both sides are agents, and each question is put to one of them. Needs the extra `pettingzoo`.

    from envs import pettingzoo_env
    env = pettingzoo_env.env(encounter="duel", side=8)

There is no `parallel_env`: the rules ask one side at a time, a side often several times in a row (its whole turn), and an answer decides what is asked next and whom.
Steps of both sides at once would need an idle action for whoever is not asked, which no rule knows.
"""

import operator

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("the PettingZoo environment needs the package pettingzoo; install it with pip install -c constraints.txt -e '.[pettingzoo]'",
                              name=error.name) from error

from .core import codes as k
from .encoding import layout
from .encoding.batch import observe_rows
from .native import NativeBatch, winner_name
from .opponents import Nobody
from .scenarios import resolve
from .spaces import MaskedDiscrete, observation_space

SIDE_OF = {name: side for side, name in enumerate(k.SIDE_NAMES)}  # agents are called as sides are: companions 0, enemies 1


def env(**options):
    """`raw_env` in PettingZoo's wrapper that refuses calls out of order; the options are those of `raw_env`."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(AECEnv, EzPickle):
    """Agents "companions" and "enemies"; `agent_selection` is the side that is asked, and stays the same while its questions follow each other.

    encounter, side, shaping, render_mode: as for `FoemindEnv`; the same seed begins the same encounter on the same dice as there, and the same answers play
    the same fight. render_mode "human" prints the map at every question.

    Observation of the asked side: {"observation": Dict of int16 arrays (docs/encoding.md), "action_mask": int8 (actions,)}. The other side sees the
    fight from its own seat without a question, as both do after the end, and its mask is all 0. `infos` have the mask too.
    Reward of each: its result in [-1, 1] at the end, plus shaping; what one side gets the other loses. Past the last round both are truncated at the next question.
    """

    metadata = {"name": "foemind_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 4}

    def __init__(self, encounter=None, side=None, shaping=0.0, render_mode=None):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or one of {self.metadata['render_modes']}; got {render_mode!r}")
        EzPickle.__init__(self, encounter, side, shaping, render_mode)
        super().__init__()
        self.render_mode = render_mode
        self._batch = NativeBatch(resolve(encounter), 1, side, Nobody(), "enemies", shaping, autoreset=False)
        actions = layout.action_size(self._batch.side)
        self.possible_agents, self.agents = list(k.SIDE_NAMES), []
        self.observation_spaces = {name: spaces.Dict({"observation": observation_space(self._batch.side), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
                                   for name in self.possible_agents}
        self.action_spaces = {name: MaskedDiscrete(actions, lambda name=name: self._mask(name).astype(np.bool_)) for name in self.possible_agents}
        self._seeded, self._asked, self._observation = False, None, None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def record(self):
        """The encounter record (dtype ENCOUNTER)."""
        return self._batch.states[0]

    @property
    def scenario(self):
        """The scenario that is being played."""
        return self._batch.scenarios[int(self.record.scenario)]

    # -- what an agent is told -----------------------------------------------------------------------------------------
    def _mask(self, agent):
        """Legal actions of an agent, fresh int8 (actions,): all 0 while the other side is asked, after the end and before the first reset."""
        open_question = agent == self._asked and not self.truncations.get(agent, True)
        return self._batch.masks[0].astype(np.int8) if open_question else np.zeros(self._batch.masks.shape[1], np.int8)

    def observe(self, agent):
        """Fresh arrays of what an agent sees now, from its own seat."""
        if agent == self._asked:
            rows = {name: row.copy() for name, row in self._observation.items()}
        else:  # as at an end: no question, no asker
            states = self._batch.states.copy()
            states.asked, states.ask, states.asker, states.depth = SIDE_OF[agent], k.OVER, k.NONE, 0
            rows = {name: np.zeros((1, *shape), np.int16) for name, shape in layout.obs_shapes(self._batch.side).items()}
            observe_rows(self._batch.tables, states, self._batch.rows, *rows.values())
        return {"observation": {name: row[0] for name, row in rows.items()}, "action_mask": self._mask(agent)}

    def _tell(self, observation):
        """Take in the batch's observation: whose turn it is, infos of all, the map for a person who watches."""
        record = self.record
        ask, self._observation, self.agent_selection = int(record.ask), observation, k.SIDE_NAMES[int(record.asked)]
        self._asked = None if ask == k.OVER else self.agent_selection
        told = {"question": k.QUESTION_NAMES[ask], "round": int(record.round_no), "encounter": self.scenario.name}
        if any(self.terminations.values()) or any(self.truncations.values()):
            told["winner"] = winner_name(record.winner)
        self.infos = {agent: {"action_mask": self._mask(agent), "side": agent, **told} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    # -- playing -------------------------------------------------------------------------------------------------------
    def reset(self, seed=None, options=None):
        """Begin a new encounter. With a seed it and those of later resets without one follow from the seed."""
        if seed is not None or not self._seeded:
            rng, _ = seeding.np_random(seed)  # refuses what is no seed, as Gymnasium's environments do
            self._batch.seed(seed if seed is not None else int(rng.integers(1 << 31)))
            self._seeded = True
        observation = self._batch.reset()
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None  # PettingZoo's own, left over where a fight was not seen to its end by both
        self._tell(observation)

    def step(self, action):
        """Answer the question of `agent_selection`; None for one whose fight has ended. ValueError for an illegal action; nothing has then changed."""
        if not self.agents:
            raise gymnasium.error.ResetNeeded("there is no question to answer; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            choice = operator.index(action)
        except TypeError:
            raise ValueError(f"{action!r} is no action: give the whole number of a legal one, for example {int(np.argmax(self._mask(agent)))}") from None
        out = self._batch.step([choice])
        self._cumulative_rewards[agent] = 0.0  # what it has got since its last answer is told; the other's goes on to add up
        reward = float(out.rewards[0])  # of the enemies; result and potential of one side are those of the other with the sign changed
        self.rewards = {"companions": 0.0 - reward, "enemies": reward}
        self.terminations = dict.fromkeys(self.agents, bool(out.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(out.truncated[0]))
        self._accumulate_rewards()
        self._tell(out.observation)

    def render(self):
        """The map, vigor and states as text: returned (render_mode "ansi") or printed ("human")."""
        if self.render_mode is None:
            return None
        from .render import render_text

        text = render_text(self.scenario, self.record)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def close(self):
        """Nothing is held open."""
