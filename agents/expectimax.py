"""The prover: exact expectimax over the real engine, from a question to a horizon.

The side that is asked maximises, the other side minimises, and chance is exact: all results of the dice, each with its probability. The value is the
fight's result for the asked side when the fight is over, else the potential of `envs.core.score` (each side's share of vigor and combatants left, less
the other's) when the horizon is reached. Both lie in [-1, 1].
"""

from typing import NamedTuple

import numpy as np

from envs.core import codes as k
from envs.core.record import ENCOUNTER, TARGET, new_encounters

from .tree import prover

LEVELS = 400
FIRST_TABLE, LAST_TABLE = 2**16, 2**24  # places; a proof that needs more is given up


class ProofError(Exception):
    """A position that cannot be proved; one sentence that says why."""


class Proof(NamedTuple):
    """What a proof says: value of every legal choice for the asked side, positions valued and outcomes played."""

    values: dict  # choice int -> value float
    positions: int
    outcomes: int

    def best(self, tolerance=1e-9):
        """The choices whose value is the greatest, sorted."""
        top = max(self.values.values())
        return sorted(c for c, v in self.values.items() if v >= top - tolerance)

    def margin(self, tolerance=1e-9):
        """What the best of all other choices is worth less; infinite when all are best."""
        best = self.best(tolerance)
        others = [v for c, v in self.values.items() if c not in best]
        return max(self.values.values()) - max(others) if others else float("inf")


def _spans(t):
    """Which 32-bit words of a record make the position, int64 (n, 2): not the dice, the log, a pool's faces and totals, nor what the scenario lacks."""
    counts = np.zeros(ENCOUNTER.itemsize // 4, bool)

    def add(start, size):
        counts[start // 4:(start + size + 3) // 4] = True

    whole = {name: (offset, kind) for name, (kind, offset) in ((n, ENCOUNTER.fields[n][:2]) for n in ENCOUNTER.names)}
    limits = {"combatants": int(t.n_combatants), "targets": int(t.n_combatants), "lit": int(t.height), "shut": int(t.height), "hard": int(t.height),
              "dense": int(t.height), "thin": int(t.height), "occupant": int(t.width) * int(t.height)}
    for name, (offset, kind) in whole.items():
        if name in ("scenario", "log", "n_events", "dice", "events"):
            continue
        size = kind.itemsize
        if name in limits:
            size = kind.base.itemsize * limits[name]
        add(offset, size)
    deed, start = whole["deed"][1], whole["deed"][0]
    faces, offset = deed.fields["dice"][:2]
    counts[(start + offset) // 4:(start + offset + faces.itemsize) // 4] = False
    for m in range(k.MAX_COMBATANTS):
        counts[(whole["targets"][0] + m * TARGET.itemsize + TARGET.fields["total"][1]) // 4] = False
    edges = np.flatnonzero(np.diff(np.concatenate(([0], counts.astype(np.int8), [0]))))
    return edges.reshape(-1, 2).astype(np.int64)


class _Work:
    """All that one search writes: a stack of levels, and the table of positions that were valued."""

    def __init__(self, tables, state, actions):
        self.states = new_encounters(LEVELS)
        self.states[0] = state
        self.states[0].log = 0
        self.words = self.states.view(np.ndarray).view(np.uint32).reshape(LEVELS, -1)
        self.masks = np.zeros((LEVELS, actions), np.uint8)
        self.spans = _spans(tables)
        shape = (LEVELS, prover.PARTS)
        self.kinds = np.zeros((*shape, 2), np.int64)  # dice of a component, kinds of rolls
        self.faces = np.zeros((*shape, prover.CLASSES, prover.POOL), np.int8)
        self.weights = np.zeros((*shape, prover.CLASSES))
        self.at = np.zeros(shape, np.int64)
        self.n_parts = np.zeros(LEVELS, np.int64)
        self.codes = np.zeros(prover.CLASSES, np.int64)
        self.keys = np.zeros((LEVELS, 2), np.uint64)
        self.choices = np.zeros(LEVELS, np.int64)
        self.sums, self.bests, self.chances = np.zeros(LEVELS), np.zeros(LEVELS), np.zeros(LEVELS)
        self.counts = np.zeros(2, np.int64)
        self.table(FIRST_TABLE)

    def table(self, size):
        """An empty table of so many places."""
        self.known = np.zeros((size, 2), np.uint64)
        self.values = np.zeros(size)
        self.counts[:] = 0

    def value(self, t, choice, side, last_round, last_acted):
        """(value, ending) of one choice of level 0."""
        return prover.value_of_choice(t, self.states, self.words, self.masks, choice, side, last_round, last_acted, self.spans, self.kinds, self.faces,
                                      self.weights, self.at, self.n_parts, self.codes, self.keys, self.choices, self.sums, self.bests, self.chances,
                                      self.known, self.values, self.counts)


def horizon(tables, state, turns=None, rounds=None):
    """(last round, how many will have acted): where a search stops. `turns` counts turns that end, the one under way included, within the round; `rounds`
    the ends of rounds. With neither it goes on to the end of the fight."""
    if turns is None and rounds is None:
        return 2**31 - 1, k.MAX_COMBATANTS + 1
    if turns is None:
        return int(state.round_no) + rounds - 1, k.MAX_COMBATANTS + 1
    acted = sum(int(state.combatants[i].acted) for i in range(int(tables.n_combatants)))
    return int(state.round_no) + (rounds or 1) - 1, acted + turns


def prove(battle, turns=None, rounds=None, most=LAST_TABLE):
    """The exact value of every legal choice of a battle's question (Proof). ProofError when the tree is too large."""
    if battle.over:
        raise ProofError("the fight is over: there is no question to prove")
    t, side, end = battle.tables, battle.asked, horizon(battle.tables, battle.state, turns, rounds)
    work = _Work(t, battle.state, len(battle.mask))
    values, legal = {}, battle.legal()
    while len(values) < len(legal):
        choice = legal[len(values)]
        value, ending = work.value(t, choice, side, *end)
        if ending == prover.DONE:
            values[choice] = float(value)
        elif ending == prover.FULL and 4 * len(work.known) <= most:
            work.table(4 * len(work.known))
            values.clear()
        else:
            raise ProofError({prover.FULL: f"more than {most // 2:,} positions lie before the horizon", prover.DEEP: f"more than {LEVELS} questions lie "
                              "before the horizon", prover.WIDE: "one step rolls too many dice"}[ending] + "; take a nearer horizon or a smaller fight")
    return Proof(values, int(work.counts[0]), int(work.counts[1]))
