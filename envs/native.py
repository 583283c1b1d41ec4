"""The native batch: many encounters stepped in compiled code, one row of observation, mask and reward for each question of a learner.

Gymnasium's and SB3's environments are thin adapters around it. Rows are independent: row b's games follow from the seed and b alone, so
they are the same in a batch of 1 and of 1024.
"""

from typing import NamedTuple

import numpy as np

from .core import codes as k
from .core.batch import first_illegal, lay_row, step_rows
from .core.dice import next_word, seed_words
from .core.record import new_encounters
from .core.score import score_rows, start_potentials
from .encoding import layout
from .encoding.batch import observe_rows
from .generate.source import FRESH
from .opponents import make_opponent
from .pool import GAMES, Pool

OPENINGS = 100  # fights that a row begins at most to find one in which its learner is asked
LEARNERS = {"companions": (k.COMPANIONS,), "enemies": (k.ENEMIES,), "both_seats": (k.COMPANIONS, k.ENEMIES)}


def winner_name(winner):
    """Name of an encounter's winner; one that was truncated at a question has none yet and counts as cut off."""
    return k.WINNER_NAMES[k.CUT_OFF if winner == k.NONE else int(winner)]


class Outcome(NamedTuple):
    """What one step of the batch gave: fresh arrays of n rows. `final` holds the last observation of the rows in `done` (same-step autoreset)."""

    observation: dict
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    done: np.ndarray
    final: dict
    final_masks: np.ndarray
    winners: np.ndarray
    seats: np.ndarray
    lengths: np.ndarray


class NativeBatch:
    """n encounters over a pool of scenarios, stepped together.

    With a `SelfPlay` as opponent some rows ask for both sides: `bots` says which, `seats` whose seat is the learner's, `learners` who is asked now, and
    the reward of a step is that of the side that answered.

    scenarios: list of `envs.tables.Scenario`, and of `envs.generate.Generated` for encounters without end (`envs.pool.Pool` says how they come);
    each new encounter draws one. side: squares along the padded board, by default what the
    maps need (16 or 32). opponent: name, mix or agent (`opponents.make_opponent`). learner: "enemies", "companions" or "both_seats" (a
    seat drawn for each encounter). shaping: weight of the potential (0 off). autoreset: begin ended rows anew in the same step.
    """

    def __init__(self, scenarios, n, side=None, opponent="random", learner="enemies", shaping=0.0, seed=0, autoreset=True):
        if learner not in LEARNERS:
            raise ValueError(f"learner must be one of {', '.join(LEARNERS)}; got {learner!r}")
        if n < 1:
            raise ValueError(f"a batch needs at least 1 encounter; got {n}")
        self.pool = Pool(list(scenarios), n, side)
        self.tables, self.initials, self.scenarios, self.side = self.pool.tables, self.pool.initials, self.pool.scenarios, self.pool.side
        if self.side > k.MAX_SIDE or self.side < self.pool.longest:
            raise ValueError(f"a board padded to {self.side} squares does not hold every map; leave side out, or use up to {k.MAX_SIDE}")
        self.n, self.learner, self.shaping, self.autoreset = n, learner, float(shaping), autoreset
        self.opponent = make_opponent(opponent, seed)
        self.states = new_encounters(n)
        self.masks = np.zeros((n, layout.action_size(self.side)), np.uint8)
        self.learners = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int64)  # drawn for each encounter
        self.bots = np.zeros(n, np.int64)
        self.words = np.zeros((n, 4), np.uint32)  # draws scenarios, seats, bots and seeds of a row
        self.bot_words = np.zeros((n, 4), np.uint32)  # the bot's own generator
        self.potentials = np.zeros(n)
        self.lengths = np.zeros(n, np.int64)
        self.games = np.zeros(n, np.int64)  # begun since the last seed
        self.rows = np.arange(n)
        self.seed(seed)

    def seed(self, seed):
        """Seed every row from one seed and its number."""
        self.seeded = int(seed)
        self.games[:] = 0
        for b in range(self.n):
            words = np.random.SeedSequence([int(seed), b]).generate_state(4, np.uint64).astype(np.int64)
            seed_words(self.words[b], words[0])
            seed_words(self.bot_words[b], words[1])

    def reset(self):
        """Begin every row anew; returns the observation (dict of fresh int16 arrays (n, ...))."""
        self._begin(self.rows)
        return self.observe(self.rows)

    def _begin(self, rows):
        """Begin rows anew. A fight that the other side ends before the learner is asked anything teaches nothing: another is begun in its place."""
        left = rows
        for _ in range(OPENINGS):
            self._open(left)
            left = left[self.states.ask[left] == k.OVER]
            if len(left) == 0:
                break
        else:
            name = self.scenarios[int(self.states[left[0]].scenario)].name
            raise ValueError(f"{OPENINGS} fights in a row, the last of them {name!r}, ended before their learner was asked; let it play the other side")
        self.lengths[rows] = 0
        self._follow(rows)
        start_potentials(self.tables, self.states, self.learners, self.shaping, rows, self.potentials)

    def _open(self, rows):
        """Draw scenario, seat, bot and dice of rows, and let the bots play up to the learner's first question."""
        seats = LEARNERS[self.learner]
        for b in rows:
            words = self.words[b]
            scenario = self._draw_scenario(b, words)
            self.learners[b] = self.seats[b] = seats[next_word(words) * len(seats) >> 32]
            self.bots[b] = self.opponent.draw(next_word(words) / 2**32)
            lay_row(self.tables, self.initials, self.states, b, scenario, next_word(words))
        step_rows(self.tables, self.states, np.full(self.n, k.NONE), self.masks)
        self.opponent.play(self, rows)

    def _follow(self, rows):
        """In rows that ask for both sides the learner is whoever is asked now; what one side gets, the other loses, and so with potentials."""
        turned = rows[(self.bots[rows] < 0) & (self.states.ask[rows] != k.OVER) & (self.states.asked[rows] != self.learners[rows])]
        self.learners[turned] = self.states.asked[turned]
        self.potentials[turned] *= -1.0

    def _draw_scenario(self, b, words):
        """Slot of the scenario that row b begins: one of the list, and where that is a source of generated ones, an encounter of its generation."""
        entry = next_word(words) * len(self.pool.entries) >> 32
        if not self.pool.is_generated(entry):
            return self.pool.begin(b, entry)
        generation = int(self.games[b]) // GAMES
        self.games[b] += 1
        return self.pool.begin(b, entry, self.seeded, generation, next_word(words) * FRESH >> 32)

    def observe(self, rows):
        """Fresh observation arrays of some rows."""
        out = {name: np.zeros((len(rows), *shape), np.int16) for name, shape in layout.obs_shapes(self.side).items()}
        observe_rows(self.tables, self.states, rows, *out.values())
        return out

    def action_masks(self):
        """Legal choices of every row: a fresh bool array (n, actions)."""
        return self.masks.astype(np.bool_)

    def sample(self, rng):
        """A uniformly random legal choice for every row, from a numpy Generator."""
        noise = rng.random(self.masks.shape, np.float32)
        return np.where(self.masks, noise, -1.0).argmax(axis=1)

    def step(self, choices):
        """Answer every row's question. ValueError names the first illegal choice; nothing has then changed."""
        choices = np.asarray(choices, np.int64).reshape(-1)
        if len(choices) != self.n:
            raise ValueError(f"{len(choices)} choices for {self.n} encounters; give one for each")
        bad = first_illegal(self.masks, choices)
        if bad < self.n:
            legal = np.flatnonzero(self.masks[bad])[:12].tolist()
            raise ValueError(f"choice {choices[bad]} of row {bad} is not legal at question {k.QUESTION_NAMES[self.states[bad].ask]!r}; "
                             f"choose from its action mask, for example {legal}")
        self.lengths += 1
        step_rows(self.tables, self.states, choices, self.masks)
        self.opponent.play(self, self.rows)
        rewards = np.empty(self.n, np.float32)
        terminated, truncated = np.empty(self.n, np.bool_), np.empty(self.n, np.bool_)
        score_rows(self.tables, self.states, self.learners, self.shaping, self.potentials, rewards, terminated, truncated)
        done = np.flatnonzero(terminated | truncated)
        final, final_masks = (self.observe(done), self.masks[done].astype(np.bool_)) if len(done) else ({}, self.masks[:0])
        winners, seats, lengths = self.states.winner[done].copy(), self.seats[done].copy(), self.lengths[done].copy()
        if len(done) and self.autoreset:
            self._begin(done)
        self._follow(self.rows)
        return Outcome(self.observe(self.rows), rewards, terminated, truncated, done, final, final_masks, winners, seats, lengths)
