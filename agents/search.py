"""The search agent: a tree over questions on clones that do not know the dice. `search:200` descends 200 times for each question, `search:1.5s` so long."""

import re
import time

import numpy as np

from envs.core.batch import step_rows
from envs.core.dice import seed_dice
from envs.core.record import new_encounters

from .base import AgentError
from .kernels.weights import GREEDY
from .outlook import read_outlook
from .tree.descent import think
from .tree.nodes import NOTHING, favourite, follow, key_of, new_tree

DESCENTS = 200
MOST = 1_000_000  # descents a question that may be asked for
SLICE = 50  # descents between two looks at the clock
LARGEST = 20_000  # nodes of a tree that is bounded by time
_SECONDS = re.compile(r"(\d+|\d*\.\d+)s", re.ASCII)


def read_budget(text, name="search"):
    """(descents, seconds) of "200" or "1.5s" (".5s", "2s"); one of them is None. AgentError for anything else, also for what Python reads as a number."""
    try:
        if _SECONDS.fullmatch(text):
            seconds = float(text[:-1])
            if 0.001 <= seconds <= 3600:
                return None, seconds
        elif text.isascii() and text.isdigit() and 1 <= int(text) <= MOST:
            return int(text), None
    except ValueError:
        pass
    raise AgentError(f"{name}:{text} has no budget that can be read; write {name}:200 for 200 descents a question, or {name}:1.5s for seconds a question")


class SearchAgent:
    """Searches before each choice, alone and mid-turn, for reactions too. What it found under its last choice is kept where no dice were rolled since."""

    kind = "search"

    def __init__(self, budget=str(DESCENTS)):
        self.descents, self.seconds = read_budget(budget, self.kind)
        self.reproducible = self.seconds is None  # by the clock, another run may answer otherwise
        self.name = f"{self.kind}:{budget}"
        self.outlook = read_outlook()
        self._last = None  # position after the last choice, tree, edge of the choice

    def begin(self):
        """Forget what was searched: another fight begins."""
        self._last = None

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        masks = np.ascontiguousarray(masks, np.uint8)
        if not masks.any(axis=1).all():
            raise ValueError(f"a question without a legal choice was put to {self.name}")
        words = rng.integers(1, 2**32, (len(states), 4), np.uint32)
        return np.array([self._choose_row(tables, states[b], masks[b], words[b]) for b in range(len(states))], np.int64)

    def _choose_row(self, tables, state, mask, words):
        """The choice for one position, with a generator uint32 (4,) of its own."""
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        pair = new_encounters(2)
        pair[0] = state
        pair[0].log = 0
        tree, root = self._kept(pair[0], mask)
        root = self._think(tables, pair, root, tree, words, mask)
        edge = favourite(tree, root)
        self._last = after(tables, pair[0], int(tree.choice[edge]), mask), tree, edge
        return int(tree.choice[edge])

    def _kept(self, state, mask):
        """(tree, node) to go on from: that of the last choice where this is the position that it led to for sure, else an empty tree."""
        room = 4 * (self.descents + 1) if self.seconds is None else LARGEST
        if self._last is not None:
            expected, tree, edge = self._last
            if expected is not None and tree.sizes[0] + room // 4 <= len(tree.key) and expected == fingerprint(state):
                return tree, follow(tree, edge, key_of(state, mask))
        return new_tree(room), NOTHING

    def _think(self, tables, pair, root, tree, words, mask):
        """The root after all descents that the budget has."""
        if self.seconds is None:
            return self._descend(tables, pair, root, tree, self.descents, words, mask)
        stop = time.perf_counter() + self.seconds
        while True:
            root = self._descend(tables, pair, root, tree, SLICE, words, mask)
            if time.perf_counter() >= stop or tree.sizes[0] == len(tree.key):
                return root

    def _descend(self, tables, pair, root, tree, descents, words, mask):
        """So many descents from pair[0]; pair[1] is room for the clone. Returns the root."""
        return think(tables, pair, GREEDY, self.outlook, root, tree, descents, words, mask.copy())


def after(tables, state, choice, mask):
    """Fingerprint of the position that a choice leads to; None where that hangs on dice."""
    clone = copy_of(state)
    seed_dice(clone[0], 0)
    dice = clone.dice.state.tobytes()
    step_rows(tables, clone, np.array([choice]), mask[None, :].copy())
    return fingerprint(clone[0]) if clone.dice.state.tobytes() == dice else None


def fingerprint(state):
    """Bytes of a position without its dice and its events."""
    clone = copy_of(state)
    seed_dice(clone[0], 0)
    clone.events, clone.n_events = 0, 0
    return clone.tobytes()


def copy_of(state):
    """Record array (1,) of a copy that writes no events."""
    clone = new_encounters(1)
    clone[0] = state
    clone.log = 0
    return clone
