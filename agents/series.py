"""Many fights of one scenario, played side by side by compiled bots or any agent, and what happened in them as rows of numbers.

Each fight has its own dice and its own generator for who plays it, so that it is the same alone and among a thousand, and so that two scenarios
can be played on the same dice.
"""

from dataclasses import dataclass

import numpy as np

from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.dice import seed_words
from envs.core.record import new_encounters
from envs.encoding.layout import action_size

from .base import choose_one
from .kernels.play import CODES, RANDOM_BOT, choose_rows
from .registry import agent_for

MIX = "mix"  # half of the fights by `role`, half by `greedy`
FIGHT, STEP, ROUND, CODE, WHO, WHOM, AMOUNT, EXTRA = range(8)  # columns of `Chronicle.events`
S_X, S_Y, S_VIGOR, S_STATUS = range(4)  # of `Chronicle.places`
OFFERS = (k.ASK_GUARD, k.ASK_COUNTER)  # questions of which it is noted how they were answered
SCENES = (k.E_TURN, k.E_ROUND, k.E_OVER)  # events at which the places of all are noted
MOST_STEPS = 1_000_000


@dataclass(frozen=True)
class Chronicle:
    """What happened in n fights.

    states: record array (n,) as they ended. events: int32 (E, 8), columns FIGHT to EXTRA, in order within each fight; STEP counts the answers of all
    fights together. scenes: {(fight, step): row of places}, noted after each answer that ended or began a turn or a round; places: int16
    (S, 16, 4), x, y, vigor and status of each combatant. offers: int32 (O, 5), fight, step, question (ASK_GUARD or ASK_COUNTER), who was asked,
    whether it was taken up.
    """

    states: np.recarray
    events: np.ndarray
    scenes: dict
    places: np.ndarray
    offers: np.ndarray


def fight_seeds(n, seed):
    """int64 (n, 2): seeds of the dice and of the bots of fights 0 to n - 1. Fights of another seed are others, not these moved by one."""
    return np.array([np.random.SeedSequence([seed, b]).generate_state(2, np.uint32) for b in range(n)], np.int64).reshape(n, 2)


class Seat:
    """Who answers for one side. text: random, role, greedy, `mix`, or any name for `make_agent`; AgentError for another. half: bool (n,), the
    fights in which `mix` is greedy. names: who plays in each fight. bots: int64 (n,), what compiled bots answer by.

    scenario, side: what it plays; with characters or dials there (`agents.character`) no compiled bot can answer.
    A policy remembers nothing, so one answers all fights at once; any other agent may, so each fight has one of its own, with a generator of its own.
    """

    def __init__(self, text, seeds, half, scenario, side):
        self.seeds, self.scenario, self.side = seeds, scenario, side
        self.names = np.where(half, "greedy", "role").tolist() if text == MIX else [text] * len(seeds)
        self.bots = np.array([CODES.get(name, RANDOM_BOT) for name in self.names], np.int64)
        self.bent = bool(scenario.played(side))
        self.compiled = (text in CODES or text == MIX) and not self.bent
        self.shared = text.strip().partition(":")[0] == "policy"
        self.agents = {}
        if not self.compiled:
            self.agents[0] = self._made(0)

    def _made(self, row):
        """(agent, generator) of a fight."""
        agent = self.agents[0][0] if self.shared and self.agents else agent_for(self.scenario, self.names[row], self.side)
        return agent, np.random.default_rng(int(self.seeds[row, 1]))

    def choose(self, tables, states, masks, rows):
        """Choices of an agent for some rows, int64 (len(rows),): states (n,), masks (n, A) of all rows."""
        if self.shared and not self.bent:  # what is drawn in character is drawn for each fight alone
            agent, rng = self.agents[0]
            return agent.choose(tables, states[rows].view(np.recarray), masks[rows].astype(np.bool_), rng)
        for row in rows.tolist():
            if row not in self.agents:
                self.agents[row] = self._made(row)
        return np.array([choose_one(self.agents[row][0], tables, states[row], masks[row], self.agents[row][1]) for row in rows.tolist()], np.int64)


class Series:
    """Fights of `scenario`, one for each row of `seeds` (int64 (n, 2)); companions and enemies: texts for `Seat`.

    log: keep events, which a Chronicle needs. With `mix` on both sides each of the four pairs of bots plays every fourth fight.
    """

    def __init__(self, scenario, seeds, companions="greedy", enemies="greedy", log=True):
        n = len(seeds)
        self.tables, self.log = scenario.tables, log
        self.states, self.words = new_encounters(n), np.zeros((n, 4), np.uint32)
        self.plain = self.states.view(np.ndarray)  # the same rows: a record array is slow to take fields from
        self.masks = np.zeros((n, action_size(int(self.tables[0].side))), np.uint8)
        number = np.arange(n)
        self.seats = [Seat(companions, seeds, number % 2 == 1, scenario, k.COMPANIONS), Seat(enemies, seeds, number // 2 % 2 == 1, scenario, k.ENEMIES)]
        self.events, self.fights, self.scenes, self.places, self.offers = [], [], {}, [], []
        for b in range(n):
            seed_words(self.words[b], int(seeds[b, 1]))
            lay_row(self.tables, scenario.initial, self.states, b, 0, int(seeds[b, 0]))
        self.plain["log"] = int(log)

    def play(self, look=None):
        """Play all to their ends; self. `look(states)`, if there is one, is called at each step with the record array (n,) of all."""
        answers = np.full(len(self.states), k.NONE)
        for step in range(MOST_STEPS):
            step_rows(self.tables, self.states, answers, self.masks)
            if self.log:
                self._note(step)
            if look is not None:
                look(self.states)
            if (self.plain["ask"] == k.OVER).all():
                return self
            answers = self._answer(step)
        raise RuntimeError(f"a fight did not end within {MOST_STEPS} answers")

    def chronicle(self):
        """The Chronicle of fights that were played with their log."""
        events = np.concatenate([np.zeros((0, 8), np.int32), *self.events])
        events = events[np.argsort(events[:, FIGHT], kind="stable")]
        places = np.concatenate([np.zeros((0, k.MAX_COMBATANTS, 4), np.int16), *self.places])
        offers = np.concatenate([np.zeros((0, 5), np.int32), *self.offers])
        return Chronicle(self.states, _with_rounds(events, self.plain), self.scenes, places, offers)

    def _answer(self, step):
        """Choices int64 (n,); NONE for a row without a question."""
        asked, ask = self.plain["asked"], self.plain["ask"]
        live = (ask != k.OVER) & (ask != k.NO_QUESTION)
        bots = np.where(asked == k.ENEMIES, self.seats[k.ENEMIES].bots, self.seats[k.COMPANIONS].bots)
        choices = choose_rows(self.tables, self.states, self.masks, bots, self.words)  # of an agent's rows: random ones, written over below
        for side, seat in enumerate(self.seats):
            rows = np.flatnonzero(live & (asked == side))
            if not seat.compiled and len(rows):
                choices[rows] = seat.choose(self.tables, self.plain, self.masks, rows)
        if self.log:
            rows = np.flatnonzero(live & np.isin(ask, OFFERS))
            if len(rows):
                taken = choices[rows] != k.A_OPTION + k.PASS
                self.offers.append(np.stack([rows, np.full(len(rows), step), ask[rows], self.plain["asker"][rows], taken], axis=1).astype(np.int32))
        return np.where(live, choices, k.NONE)

    def _note(self, step):
        """Keep the events since the last answer, and where all stood where a turn or a round began or ended."""
        counts = self.plain["n_events"]
        rows = np.flatnonzero(counts)
        if not len(rows):
            return
        counts = counts[rows].copy()
        fights = np.repeat(rows, counts)
        places = np.arange(len(fights)) - np.repeat(np.cumsum(counts) - counts, counts)
        found = self.plain["events"][fights, places].view(np.int32).reshape(-1, 5)
        self.events.append(np.column_stack([fights, np.full(len(fights), step), np.zeros(len(fights)), found]).astype(np.int32))
        self.plain["n_events"][rows] = 0
        seen = np.unique(fights[np.isin(found[:, 0], SCENES)])
        if len(seen):
            first = len(self.scenes)
            self.scenes.update({(int(fight), step): first + n for n, fight in enumerate(seen)})
            bodies = self.plain["combatants"][seen]
            self.places.append(np.stack([bodies[name] for name in ("x", "y", "vigor", "status")], axis=2).astype(np.int16))


def _with_rounds(events, states):
    """The events with the round in which each happened: that of the last E_ROUND before it, or the one that the fight was in when it was laid."""
    if len(events):
        began = np.where(events[:, CODE] == k.E_ROUND, events[:, WHO], 0)
        apart = events[:, FIGHT].astype(np.int64) * 100_000  # rounds only rise within a fight, and no fight has so many
        events[:, ROUND] = np.maximum.accumulate(began + apart) - apart
        under_way = events[:, ROUND] == 0
        events[under_way, ROUND] = _first_rounds(events, states)[events[under_way, FIGHT]]
    return events


def _first_rounds(events, states):
    """int32 (n,): the round that each fight was in before its first E_ROUND."""
    first = states["round_no"].astype(np.int32).copy()
    rounds = events[events[:, CODE] == k.E_ROUND]
    fights, places = np.unique(rounds[:, FIGHT], return_index=True)
    first[fights] = rounds[places, WHO] - 1
    return first


def play_series(scenario, n, companions="greedy", enemies="greedy", seed=0):
    """The Chronicle of n fights that follow from one seed. AgentError for a side that nobody can play."""
    return Series(scenario, fight_seeds(n, seed), companions, enemies).play().chronicle()
