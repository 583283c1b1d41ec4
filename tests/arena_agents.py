"""Small agents of a user's own, as `arena_agents:NAME`: good ones, and one for each way to lose a game by how it answers."""

import os
import re
import sys
import time

import numpy as np


class First:
    """The first legal choice. It prints, as people's agents do."""

    name = "first"

    def choose(self, tables, states, masks, rng):
        print("thinking")
        return masks.argmax(axis=1)


class Drawn:
    """A legal choice drawn by the generator that it is given."""

    name = "drawn"

    def choose(self, tables, states, masks, rng):
        return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


class Slow(First):
    """The first legal choice after a while."""

    def choose(self, tables, states, masks, rng):
        time.sleep(0.01)
        return masks.argmax(axis=1)


class Illegal(First):
    def choose(self, tables, states, masks, rng):
        return masks.argmin(axis=1)


class Shapeless(First):
    def choose(self, tables, states, masks, rng):
        return 0.5


class Raising(First):
    def choose(self, tables, states, masks, rng):
        raise OSError("no book\nof tactics")


class Exiting(First):
    def choose(self, tables, states, masks, rng):
        sys.exit(3)


class Dying(First):
    def choose(self, tables, states, masks, rng):
        os._exit(7)


class Hanging(First):
    def choose(self, tables, states, masks, rng):
        time.sleep(60)


class Stuck(First):
    """Never comes back from a call that lets no other thread of its process run; it notes its process before."""

    def choose(self, tables, states, masks, rng):
        with open(os.environ["FOEMIND_TEST_STUCK"], "a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
        return re.match("(a+)+$", "a" * 60 + "b")


class Forking(First):
    """Answers from two processes, in the copy with what is not legal."""

    def choose(self, tables, states, masks, rng):
        return masks.argmax(axis=1) if os.fork() else masks.argmin(axis=1)


class ForkingAtFirst(First):
    """Is made in two processes."""

    def __init__(self):
        os.fork()


class Shy(First):
    """Does not say whether it plays the same again."""

    @property
    def reproducible(self):
        raise RuntimeError("it cannot tell")


class Late(First):
    """Hangs in its third question of every game, so that the process has to be started anew between games."""

    def __init__(self):
        self.asked = 0

    def choose(self, tables, states, masks, rng):
        self.asked += 1
        if self.asked == 3:
            time.sleep(60)
        return masks.argmax(axis=1)


class Once(First):
    """Plays one game only: an arena makes it anew for each. It loses by an illegal choice when it is asked in a second fight's first round."""

    def __init__(self):
        self.rounds = 0

    def choose(self, tables, states, masks, rng):
        if states[0].round_no < self.rounds:
            return masks.argmin(axis=1)
        self.rounds = int(states[0].round_no)
        return masks.argmax(axis=1)


class Told(Once):
    """The same, but it is told when a game begins."""

    def begin(self):
        self.rounds = 0


class Unloadable:
    def __init__(self):
        raise RuntimeError("it needs a book")


class Mute:
    """Has no `choose`."""


class Moody(First):
    reproducible = False


class Meddler(First):
    """Notes the dice that it sees, then spoils all that it was given."""

    def choose(self, tables, states, masks, rng):
        choice = masks.argmax(axis=1)
        with open(os.environ["FOEMIND_TEST_DICE"], "a", encoding="ascii") as file:
            file.write(f"{states[0].dice.state.tolist()}\n")
        states["combatants"]["vigor"] = 0
        tables[0].n_combatants = 0
        masks[:] = True
        return choice
