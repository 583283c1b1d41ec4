"""The scenarios of a batch: fixed ones, and slots for generated ones that are filled anew as rows come to them."""

from dataclasses import replace

import numpy as np

from .core.record import new_encounters, new_tables
from .generate.source import FRESH, Generated
from .tables.scenario import copy_tables

GAMES = 16  # games that a row plays of a generation before it goes on to the next


class Pool:
    """Tables and initial records of a batch of n rows over a list of entries (`Scenario` or `Generated`).

    tables (K,), initials (K,), scenarios: by slot; the arrays of a generated one are the slot's and change with it. Entry i that is a Scenario has a
    slot of its own for good. Generated encounters get a slot when a row begins them and keep it until another needs it; only slots that no row
    plays are overwritten. Which slot that is changes nothing of the play: an encounter follows from (seed, generation, number) alone. There are
    slots for every row and for one generation beyond, at most.
    """

    def __init__(self, entries, n, side=None):
        if not entries:
            raise ValueError("there is no scenario to play; give at least one")
        self.entries = entries
        self.fixed = {i: slot for slot, i in enumerate(i for i, entry in enumerate(entries) if not isinstance(entry, Generated))}
        spare = n + min(n, FRESH) if len(self.fixed) < len(entries) else 0
        self.tables, self.initials = new_tables(len(self.fixed) + spare), new_encounters(len(self.fixed) + spare)
        self.scenarios = [None] * len(self.tables)
        self.side = int(side or max(e.side if isinstance(e, Generated) else e.tables[0].side for e in entries))
        self.longest = max(e.longest if isinstance(e, Generated) else max(e.tables[0].width, e.tables[0].height) for e in entries)
        self.slot_of, self.key_of = {}, {}  # {(entry, seed, generation, number): slot} and back
        self.playing = np.full(n, -1)  # slot that row b plays
        self.uses = [0] * len(self.tables)  # rows that play a slot
        self.idle = dict.fromkeys(range(len(self.fixed), len(self.tables)))  # slots that no row plays, the one longest idle first
        for i, slot in self.fixed.items():
            self._fill(slot, entries[i])

    def _fill(self, slot, scenario):
        copy_tables(self.tables[slot], scenario.tables[0])
        self.tables[slot].side, self.tables[slot].play_on = self.side, 1
        self.initials[slot] = scenario.initial[0]
        self.initials[slot].scenario = slot
        self.scenarios[slot] = scenario
        if slot >= len(self.fixed):  # half a MiB each: those that come and go look into the pool's own arrays
            self.scenarios[slot] = replace(scenario, tables=self.tables[slot:slot + 1], initial=self.initials[slot:slot + 1])

    def is_generated(self, entry):
        """Whether entry number `entry` is a source of generated encounters."""
        return entry not in self.fixed

    def begin(self, row, entry, seed=0, generation=0, number=0):
        """The slot in which a row begins entry number `entry`, filled if it is not; the slot that the row played before is let go."""
        self._let_go(row)
        if entry in self.fixed:
            return self.fixed[entry]
        key = (entry, seed, generation, number)
        slot = self.slot_of.get(key)
        if slot is None:
            slot = next(iter(self.idle))
            self.slot_of.pop(self.key_of.pop(slot, None), None)
            self._fill(slot, self.entries[entry].scenario(seed, generation, number))
            self.slot_of[key], self.key_of[slot] = slot, key
        self.idle.pop(slot, None)
        self.uses[slot] += 1
        self.playing[row] = slot
        return slot

    def _let_go(self, row):
        slot = int(self.playing[row])
        if slot < 0:
            return
        self.playing[row] = -1
        self.uses[slot] -= 1
        if self.uses[slot] == 0:
            self.idle[slot] = None
