"""The agents of one process: made once, begun anew for each game, asked for many games at a time where they can be."""

import time

import numpy as np

from ..base import choose_one
from ..registry import make_agent
from .entrants import engine_digest, identity_of
from .errors import Forfeit, edited
from .outside import Outside


class Inside:
    """An agent of ours. One that offers `choose_each` answers many games in one call; one that offers `begin` is told of each game; another is made
    anew for each game, for it may keep memory between the questions of one."""

    def __init__(self, entrant):
        self.text, self.batched, self.identity = entrant.text, entrant.batched, entrant.identity
        self.agent, self.played = self._make(), False

    def _make(self):
        """The agent. ArenaError when its files are not those that were entered."""
        agent = make_agent(self.text)
        if identity_of(agent) != self.identity:
            raise edited(f"the file of agent {self.text!r}")
        return agent

    def begin(self, tables, seed, seat):
        """Make it ready for a game."""
        if hasattr(self.agent, "begin"):
            self.agent.begin()
        elif self.played and not self.batched:
            self.agent = self._make()
        self.played = True

    def choose(self, tables, states, masks, rngs):
        """(choices int64 (n,), CPU seconds of the call) for n games: states (n,), masks bool (n, A), a generator each. Forfeit when it raises."""
        started = time.process_time()
        try:
            if self.batched:
                choices = self.agent.choose_each(tables, states, masks, rngs)
            else:
                choices = [choose_one(self.agent, tables, states[n], masks[n], rngs[n]) for n in range(len(states))]
            choices = np.asarray(choices, np.int64)
        except Exception as error:
            text = " ".join(str(error).split())[:240]
            raise Forfeit("crash", f"{self.text} crashed: {type(error).__name__}: {text}") from error
        return choices, max(0.0, time.process_time() - started)

    def close(self):
        """Nothing to end."""


class Players:
    """The agents of an arena by number, made when they are first needed. `close` ends those in processes of their own.

    engine: the digest that our own sources must have when an agent of ours is made, or None; ArenaError when they have another.
    """

    def __init__(self, entrants, limit, engine=None):
        self.entrants, self.limit, self.engine, self._made = entrants, limit, engine, {}

    def __getitem__(self, number):
        if number not in self._made:
            self._made[number] = self._make(self.entrants[number])
        return self._made[number]

    def _make(self, entrant):
        if entrant.outside:
            return Outside(entrant.text, self.limit, entrant.identity)
        player = Inside(entrant)
        if self.engine not in (None, engine_digest()):  # its module may have been imported only now
            raise edited("Foemind itself")
        return player

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for player in self._made.values():
            player.close()
