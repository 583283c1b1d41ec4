"""`Foemind-v0`: one encounter as a Gymnasium environment. The learner plays one side, an opponent answers for the other."""

import gymnasium
import numpy as np

from .core import codes as k
from .encoding import layout
from .native import NativeBatch, winner_name
from .scenarios import resolve
from .spaces import MaskedDiscrete, observation_space


class FoemindEnv(gymnasium.Env):
    """One encounter; every step answers one question of the learner's side.

    encounter: a library name, the path of an encounter file, a Scenario, or a list of them (each reset draws one); None draws from the
    training encounters, "generated" makes new ones without end (docs/generate.md).
    opponent: "random", "role", "greedy", a mix {"random": 1, "greedy": 3}, or an agent with choose() (slow).
    learner: "enemies" (default), "companions" or "both_seats". side: squares along the padded board. shaping: weight of the potential-based shaping (0 off).

    Observation: Dict of int16 arrays (docs/encoding.md). Action: Discrete with a mask in `action_masks()` and `info["action_mask"]`.
    Reward: the result in [-1, 1] at the end, plus shaping. A fight past its last round is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, encounter=None, opponent="random", learner="enemies", side=None, shaping=0.0, render_mode=None):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or one of {self.metadata['render_modes']}; got {render_mode!r}")
        self.render_mode = render_mode
        self._batch = NativeBatch(resolve(encounter), 1, side, opponent, learner, shaping, autoreset=False)
        self.observation_space = observation_space(self._batch.side)
        self.action_space = MaskedDiscrete(layout.action_size(self._batch.side), self.action_masks)
        self._fresh, self._first = False, False

    def action_masks(self):
        """Legal actions of the question, bool (actions,). All False before the first reset and after the end."""
        return self._batch.masks[0].astype(np.bool_)

    @property
    def state(self):
        """The encounter record (dtype ENCOUNTER)."""
        return self._batch.states[0]

    @property
    def scenario(self):
        """The scenario that is being played."""
        return self._batch.scenarios[int(self.state.scenario)]

    def _info(self):
        return {"action_mask": self.action_masks(), "question": k.QUESTION_NAMES[int(self.state.ask)], "round": int(self.state.round_no),
                "side": k.SIDE_NAMES[int(self._batch.learners[0])], "encounter": self.scenario.name}

    def reset(self, *, seed=None, options=None):
        """Begin a new encounter. Returns (observation, info); `info["action_mask"]` is bool (actions,)."""
        super().reset(seed=seed)
        if seed is not None or not self._fresh:
            self._batch.seed(seed if seed is not None else int(self.np_random.integers(1 << 31)))
            self._fresh = True
        observation = self._batch.reset()
        self._first = True
        return {name: rows[0] for name, rows in observation.items()}, self._info()

    def _meant(self, action):
        """The action itself, or a legal one for a blind draw that was made before the reset (see `MaskedDiscrete`)."""
        legal, blind = np.flatnonzero(self._batch.masks[0]), getattr(self.action_space, "blind", None)
        stale = self._first and blind is not None and action == blind and action not in legal
        self._first = False
        return int(legal[action % len(legal)]) if stale else action

    def step(self, action):
        """Answer the question. ValueError for an illegal action; nothing has then changed."""
        if not self._fresh or not self._batch.masks[0].any():
            raise gymnasium.error.ResetNeeded("there is no question to answer; call reset() first")
        out = self._batch.step([self._meant(int(action))])
        info = self._info()
        if out.terminated[0] or out.truncated[0]:
            info["winner"] = winner_name(out.winners[0])
            self._batch.masks[:] = 0
            info["action_mask"] = self.action_masks()
        return {name: rows[0] for name, rows in out.observation.items()}, float(out.rewards[0]), bool(out.terminated[0]), bool(out.truncated[0]), info

    def render(self):
        """The map, vigor and states as text (render_mode "ansi")."""
        if self.render_mode == "ansi":
            from .render import render_text

            return render_text(self.scenario, self.state)
        return None
