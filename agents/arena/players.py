"""The agents of one process: made once, begun anew for each game, asked for many games at a time where they can be."""

import time

import numpy as np

from ..base import choose_one
from ..registry import make_agent
from .errors import Forfeit
from .outside import Outside


class Inside:
    """An agent of ours. One that offers `choose_each` answers many games in one call; one that offers `begin` is told of each game; another is made
    anew for each game, for it may keep memory between the questions of one."""

    def __init__(self, entrant):
        self.text, self.batched = entrant.text, entrant.batched
        self.agent, self.played = make_agent(entrant.text), False

    def begin(self, tables, seed, seat):
        """Make it ready for a game."""
        if hasattr(self.agent, "begin"):
            self.agent.begin()
        elif self.played and not self.batched:
            self.agent = make_agent(self.text)
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
    """The agents of an arena by number, made when they are first needed. `close` ends those in processes of their own."""

    def __init__(self, entrants, limit):
        self.entrants, self.limit, self._made = entrants, limit, {}

    def __getitem__(self, number):
        if number not in self._made:
            entrant = self.entrants[number]
            self._made[number] = Outside(entrant.text, self.limit) if entrant.outside else Inside(entrant)
        return self._made[number]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for player in self._made.values():
            player.close()
