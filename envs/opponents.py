"""Who plays the other side in a batch: compiled bots (found by entry point, so that this package imports no agent), or any agent object."""

from importlib.metadata import entry_points

import numpy as np

from .core import codes as k
from .core.batch import first_illegal, step_rows

GROUP = "foemind.opponents"
SELF, EARLIER = -1, -2  # codes of rows in which the caller answers for both sides


def compiled():
    """The compiled bots: an object with `codes` {name: code} and `play(tables, states, masks, rows, learners, bots, words)`."""
    for entry in entry_points(group=GROUP, name="compiled"):
        return entry.load()
    raise RuntimeError("the compiled opponents are not installed; install this project with `pip install -e .`")


class Compiled:
    """A mix of compiled bots: at every reset of a row one is drawn by weight."""

    def __init__(self, weights):
        self.bots = compiled()
        if "human" in weights:
            raise ValueError("an environment has no terminal for a human; play a fight yourself with foemind play FILE --companions human, "
                             f"or use {', '.join(sorted(self.bots.codes))}, or pass an agent object")
        unknown = sorted(set(weights) - set(self.bots.codes))
        if unknown:
            raise ValueError(f"there is no compiled opponent {unknown[0]!r}; use {', '.join(sorted(self.bots.codes))}, or pass an agent object")
        total = sum(weights.values())
        if not (0 < total < np.inf) or min(weights.values()) < 0:
            raise ValueError("weights of opponents must be finite, 0 or more, and add up to more than 0")
        self.codes = np.array([self.bots.codes[n] for n in weights], np.int64)
        self.limits = np.cumsum([w / total for w in weights.values()])

    def draw(self, fraction):
        """Code of the bot for a uniform fraction in [0, 1)."""
        return int(self.codes[min(int(np.searchsorted(self.limits, fraction, side="right")), len(self.codes) - 1)])

    def play(self, batch, rows):
        """Answer for the other side in the given rows until each asks its learner or is over."""
        self.bots.play(batch.tables, batch.states, batch.masks, rows, batch.learners, batch.bots, batch.bot_words)


class SelfPlay(Compiled):
    """A mix of compiled bots and of rows in which the caller answers for both sides: "self", and "earlier", where one seat is the learner's and the
    other's choices are to be those of an earlier policy."""

    own = {"self": SELF, "earlier": EARLIER}

    def __init__(self, weights):
        super().__init__({name: weight for name, weight in weights.items() if name not in self.own} or {"random": 1.0})
        total = sum(weights.values())
        self.codes = np.array([self.own.get(name, self.bots.codes.get(name)) for name in weights], np.int64)
        self.limits = np.cumsum([w / total for w in weights.values()])

    def play(self, batch, rows):
        super().play(batch, rows[batch.bots[rows] >= 0])


class Called:
    """Any agent with `choose(tables, states, masks, rng)`: asked in Python, so slow; the same interface.

    An agent with `choose_each` gets a generator for each row, so that a row plays the same alone and in any batch. Another shares one among the rows
    and may keep memory between questions: beside other rows a row may then go otherwise.
    """

    def __init__(self, agent, seed):
        self.agent, self.seed, self.rng, self.rngs = agent, seed, np.random.default_rng(seed), {}

    def _choose(self, tables, states, masks, rows):
        """What the agent answers for some rows."""
        if not hasattr(self.agent, "choose_each"):
            return np.asarray(self.agent.choose(tables, states, masks, self.rng))
        for b in rows.tolist():
            if b not in self.rngs:
                self.rngs[b] = np.random.default_rng([self.seed, b])
        return np.asarray(self.agent.choose_each(tables, states, masks, [self.rngs[b] for b in rows.tolist()]))

    def draw(self, fraction):
        return 0

    def play(self, batch, rows):
        while True:
            states = batch.states[rows]
            waiting = rows[(states.ask != k.OVER) & (states.asked != batch.learners[rows])]
            if len(waiting) == 0:
                return
            states, masks = batch.states[waiting].view(np.recarray), batch.masks[waiting]
            choices = self._choose(batch.tables, states, masks.astype(np.bool_), waiting)
            if choices.shape != waiting.shape or choices.dtype.kind not in "iu" or first_illegal(masks, choices.astype(np.int64)) < len(waiting):
                raise ValueError(f"the opponent {self.agent!r} must give one legal choice for each of {len(waiting)} questions; choose from the masks it gets")
            choices = choices.astype(np.int64)
            step_rows(batch.tables, states, choices, masks)
            batch.states[waiting], batch.masks[waiting] = states, masks


class Nobody:
    """No opponent: the questions of both sides are the caller's to answer, one after the other as they are asked."""

    def draw(self, fraction):
        return 0

    def play(self, batch, rows):
        """Leave every question as it is."""


def make_opponent(spec, seed):
    """An opponent from a name ("random"), a mix ({"random": 1, "greedy": 1}), an agent object, `Nobody` or a `SelfPlay`."""
    if isinstance(spec, (Nobody, SelfPlay)):
        return spec
    if isinstance(spec, str):
        return Compiled({spec: 1.0})
    if isinstance(spec, dict):
        return Compiled({str(n): float(w) for n, w in spec.items()})
    if hasattr(spec, "choose"):
        return Called(spec, seed)
    raise ValueError(f"an opponent is a name, a mix of names, or an agent with choose(); got {spec!r}")
