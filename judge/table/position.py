"""A fight as a table holds it: an encounter whose questions are answered one at a time, with the dice that each answer rolls found out beforehand."""

from dataclasses import dataclass

import numpy as np

from envs.battle import Battle
from envs.core import codes as k
from envs.core import legality, machine

from ..telling import Telling

TOO_HIGH = 1_000_000  # shown by no die
SIDES = (12, 10, 8, 6, 4, 2)  # from the largest down: how many sides a die has is found out by trial


@dataclass(frozen=True)
class Die:
    """The next die of an answer: its sides, the position in which it is rolled, and the code of the event before it (NONE without one)."""

    sides: int
    state: np.record
    after: int


class Position:
    """A Battle without automatic answers; `telling` collects what happens. The fight has not begun: the first `advance` begins it."""

    def __init__(self, scenario, seed):
        self.scenario, self.seed = scenario, int(seed)
        tables = scenario.tables[0]
        free = int(scenario.initial[0].round_no) == 0 and int(tables.first_coin) == k.NONE
        self.battle = Battle(scenario, seed=seed, side=int(tables.side), forced=(1,) if free else (), auto=False)
        self.tables = self.battle.tables
        self.telling = Telling(scenario)
        self._lay()

    def _lay(self):
        """The record before its first question: the coin of the first round is still to fall."""
        row = self.battle.record()
        row[0] = self.scenario.initial[0]
        row[0].scenario = 0
        machine.lay(row[0], self.seed)
        row[0].log = 1
        self.battle.events()

    @property
    def state(self):
        """The record, ENCOUNTER."""
        return self.battle.state

    def snapshot(self):
        """A copy of the record, shape (1,)."""
        return self.battle.record().copy()

    def restore(self, record):
        """Go back to a snapshot."""
        self.battle.record()[:] = record
        self.telling.clear()
        self.telling.deed = None
        if self.state.ask != k.NO_QUESTION:
            self._mask()

    def _mask(self):
        return legality.legal(self.tables, self.state, self.battle.mask.view(np.uint8))

    def legal(self):
        """The legal choices, a list of ints."""
        return self.battle.legal()

    def clone(self):
        """A battle at this position whose dice are others."""
        return self.battle.clone(0)

    # -- dice ----------------------------------------------------------------------------------------------------------
    def next_die(self, choice, dice):
        """The Die that the answer `choice` (NONE: there is none to answer) rolls after `dice`; None when it rolls no more."""
        if len(dice) + 1 > k.MAX_FORCED:
            return None
        stopped = self._stop(choice, [*dice, TOO_HIGH])
        if stopped is None:
            return None
        for sides in SIDES:
            state = self._stop(choice, [*dice, sides])
            if state is None or int(state[0].dice.next_forced) > len(dice):
                return Die(sides, *stopped)
        return Die(1, *stopped)

    def _stop(self, choice, dice):
        """(position, code of the last event) in which the rules refuse the last of `dice`, or roll one more with it; None when they do neither."""
        clone, after = self.clone(), k.NONE
        clone.force(dice)
        mask = clone.mask.view(np.uint8)
        try:
            while True:
                machine.step(clone.tables, clone.state, choice, 0, mask)
                after = self._last(clone.state, after)
                clone.state.n_events = 0
                if clone.state.ask != k.NO_QUESTION:
                    return None
                choice = k.NONE
        except ValueError:
            return clone.state, self._last(clone.state, after)

    @staticmethod
    def _last(state, before):
        return int(state.events[int(state.n_events) - 1]["code"]) if state.n_events > 0 else before

    # -- going on --------------------------------------------------------------------------------------------------------
    def advance(self, choice, throws=()):
        """Answer with a choice (NONE: there is no question to answer) and go on to the next question; what happens is told.

        throws: the dice, a list for each throw. ValueError when a die does not fit; the position is then to be restored.
        """
        before = self.snapshot()[0]
        self.battle.force([die for throw in throws for die in throw])
        mask, events = self.battle.mask.view(np.uint8), []
        while True:
            machine.step(self.tables, self.state, choice, 0, mask)
            events += self._drain()
            if self.state.ask != k.NO_QUESTION:
                break
            choice = k.NONE
        for pool in (throw for throw in throws if len(throw) > 1):  # single dice are told by what comes of them
            self.telling.lines.append([k.E_ROLL, f"Dice: {' '.join(str(die) for die in pool)}."])
        for number, event in enumerate(events):
            self.telling.add(event, self.state, before, number + 1 < len(events))
        return events

    def _drain(self):
        s = self.state
        events = [tuple(int(x) for x in event) for event in s.events[: s.n_events]]
        s.events.view(np.int32)[:] = 0
        s.n_events = 0
        return events

    def tell(self):
        """Sentences since the last call, merged by turn; a list of str."""
        from ..fight import paragraphs

        lines = paragraphs(self.telling.lines) if self.telling.lines else []
        self.telling.clear()
        return lines
