"""The friendly facade: one encounter, one question at a time."""

from collections import namedtuple

import numpy as np

from .core import codes as k
from .core import legality, machine
from .core.dice import seed_dice
from .core.record import new_encounters
from .core.score import result
from .core.why import why
from .encoding import layout
from .encoding.observe import observe
from .positions import position_faults

Event = namedtuple("Event", "code who whom amount extra")


class IllegalChoice(ValueError):
    """A choice that the engine does not allow now; the message says why."""


class Battle:
    """One encounter of a scenario.

    seed: any int64, seeds the dice. side: squares along the padded board, at least the map's. forced: results of the first dice (the queue
    is used before the generator). auto: questions with one legal answer answer themselves. log: keep events for `events()`.
    """

    def __init__(self, scenario, seed=0, side=None, forced=(), auto=True, log=True):
        self.scenario = scenario
        rows = scenario.tables.copy()
        self._tables = rows
        self.tables = rows[0]
        if side is not None:
            if side < max(self.tables.width, self.tables.height) or side > k.MAX_SIDE:
                raise ValueError(f"a board padded to {side} squares does not hold the map of {self.tables.width} x {self.tables.height}; use up to {k.MAX_SIDE}")
            self.tables.side = side
        self.auto = auto
        self._row = new_encounters(1)
        self._row[0] = scenario.initial[0]
        self.state = self._row[0]
        self.state.scenario = 0
        self.state.log = int(log)
        self._events = []
        self.mask = np.zeros(layout.action_size(int(self.tables.side)), np.bool_)
        self._begin(seed, forced)

    def _begin(self, seed, forced):
        """Start and go to the first question; forced dice are queued before the first coin."""
        log = int(self.state.log)
        machine.lay(self.state, int(seed))
        self.force(forced)
        self.state.log = log
        self._step(k.NONE)

    # -- the question --------------------------------------------------------------------------------------------------
    @property
    def ask(self):
        """Kind of the question (`codes.ASK_*`; `codes.OVER` at the end)."""
        return int(self.state.ask)

    @property
    def asked(self):
        """Side that answers (0 companions, 1 enemies)."""
        return int(self.state.asked)

    @property
    def asker(self):
        """Slot of the combatant that the question is about; `codes.NONE` when it is about the side."""
        return int(self.state.asker)

    @property
    def over(self):
        return self.state.ask == k.OVER

    @property
    def winner(self):
        """A side, `codes.DRAW`, `codes.CUT_OFF`, or `codes.NONE` while it goes on."""
        return int(self.state.winner)

    def legal(self):
        """The legal choices, a list of ints."""
        return np.flatnonzero(self.mask).tolist()

    def why(self, choice):
        """Reason code of a choice, 0 when it is legal (`codes.WHY_TEXTS`)."""
        if self.over or not 0 <= int(choice) < len(self.mask):
            return k.WHY_OUT_OF_RANGE
        return int(why(self.tables, self.state, int(choice)))

    # -- playing -------------------------------------------------------------------------------------------------------
    def step(self, choice):
        """Answer the question. IllegalChoice says why not; nothing has then changed, also when a forced die does not fit (ValueError)."""
        if self.over:
            raise IllegalChoice("the encounter is over: there is no question to answer; begin a new one")
        if not 0 <= int(choice) < len(self.mask) or not self.mask[int(choice)]:
            raise IllegalChoice(f"choice {int(choice)} does not answer the question {k.QUESTION_NAMES[self.ask]!r}: "
                                f"{k.WHY_TEXTS[self.why(choice)]}; take one of {self.legal()[:12]}")
        before = self._row.copy()
        kept = len(self._events)
        try:
            self._step(int(choice))
        except ValueError:
            self._row[:] = before
            del self._events[kept:]
            legality.legal(self.tables, self.state, self.mask.view(np.uint8))
            raise

    def surrender(self, side):
        """A side gives up, by the Judge's word (T1.5, G1.6): the other side has won. ValueError when the fight is over already."""
        if self.over:
            raise ValueError("the encounter is over: nobody is left to surrender")
        self.state.winner = 1 - int(side)
        machine.finish(self.state)
        self._drain()
        self.mask[:] = False

    def _step(self, choice):
        """Answer, and go on to a question that is asked, draining events as they fill the ring."""
        mask = self.mask.view(np.uint8)
        while True:
            n = machine.step(self.tables, self.state, choice, 0, mask)
            self._drain()
            if self.state.ask == k.NO_QUESTION:
                choice = k.NONE
            elif n == 1 and self.auto:
                choice = int(np.argmax(mask))
            else:
                return

    def _drain(self):
        s = self.state
        self._events += [Event(*(int(x) for x in e)) for e in s.events[:s.n_events]]
        s.events.view(np.int32)[:] = 0
        s.n_events = 0

    def events(self):
        """Events since the last call: a list of (code, who, whom, amount, extra)."""
        out, self._events = self._events, []
        return out

    def force(self, results):
        """Queue results for the next dice, in order; the queue holds 16."""
        d = self.state.dice
        left = d.forced[d.next_forced:d.n_forced].tolist() + [int(r) for r in results]
        if len(left) > k.MAX_FORCED:
            raise ValueError(f"{len(left)} forced dice do not fit in the queue of {k.MAX_FORCED}; queue the rest later")
        d.forced[:] = left + [0] * (k.MAX_FORCED - len(left))
        d.next_forced, d.n_forced = 0, len(left)

    # -- copies and views ----------------------------------------------------------------------------------------------
    def clone(self, seed):
        """A copy whose dice are reseeded and whose forced queue is empty: it does not know what the encounter will roll."""
        other = object.__new__(Battle)
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other.state = other._row[0]
        other.mask = self.mask.copy()
        other._events = []
        seed_dice(other.state, int(seed))
        return other

    def load(self, record):
        """Go on from a record of the same scenario (dtype ENCOUNTER, for example one read by `notation.parse_position`).

        ValueError says what is wrong with a position that cannot be played on; nothing has then changed.
        """
        row, before = new_encounters(1), self._row.copy()
        row[0] = record
        faults = position_faults(self.tables, row[0])
        if not faults:
            self._row[:] = row
            if legality.legal(self.tables, self.state, self.mask.view(np.uint8)) or self.over:
                return
            self._row[:] = before
            legality.legal(self.tables, self.state, self.mask.view(np.uint8))
            faults = ["its question has no legal answer"]
        raise ValueError(f"this position cannot be played on: {faults[0]}; take one that the engine has written")

    def record(self):
        """The encounter record, shape (1,): the array that `state` looks into. With `tables_row` it is what agents take."""
        return self._row

    def tables_row(self):
        """The tables, shape (1,)."""
        return self._tables

    def observe(self):
        """The observation of the question: dict of int16 arrays, shapes `layout.obs_shapes(side)`."""
        out = {name: np.zeros(shape, np.int16) for name, shape in layout.obs_shapes(int(self.tables.side)).items()}
        if not self.over:
            observe(self.tables, self.state, *out.values())
        return out

    def result(self, side):
        """Result for a side in [-1, 1]; 0 while it goes on, for a draw and for a cut-off."""
        return float(result(self.tables, self.state, side))
