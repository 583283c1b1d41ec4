"""Many turns from one position, played side by side on dice of their own: what a plan is worth over all results of its rolls.

A course is what a combatant means to do, a tuple of (question, choice). Where the dice lead elsewhere, a course goes on at its next action; what it
says nothing of, and the other side's answers, come from the role bot.
"""

import numpy as np

from agents.kernels.play import CODES, choose_rows
from envs.core import codes as k
from envs.core.batch import step_rows
from envs.core.dice import seed_words
from envs.core.record import new_encounters

MOST_STEPS = 4000  # answers of one batch; a turn has some forty


def follow(course, place, ask, mask):
    """(choice, place after it) of the entry of a course from `place` on that answers a question; (None, place) when it says nothing of it.

    What comes before the next action is looked at for a question within an action; at an action whatever is not legal any more is passed over.
    """
    for n in range(place, len(course)):
        kind, choice = course[n]
        if kind == ask and mask[choice]:
            return choice, n + 1
        if kind == k.ASK_ACTION and ask != k.ASK_ACTION:
            break
    return None, place


def dice_seeds(n, seed):
    """uint32 (n, 4): generators of n samples; the same for every course, so that courses are compared on equal luck (common random numbers)."""
    words = np.zeros((n, 4), np.uint32)
    for row, value in enumerate(np.random.SeedSequence([seed, 11]).generate_state(n, np.uint32).tolist()):
        seed_words(words[row], value)
    return words


class Rows:
    """So many copies of a position, each with its course, its dice and a generator for its bot.

    tables (1,); start: record array (1,) that waits for a question, mask bool (A,) of it. courses: one for each row. dice, words: uint32 (n, 4).
    side: whose questions the courses answer. states (n,), places int64 (n,), traces: [(question, choice)] of that side for each row, kept while
    `traced`.
    """

    def __init__(self, tables, start, mask, courses, dice, words, side):
        n = len(courses)
        self.tables, self.start, self.courses, self.side = tables, start, courses, side
        self.states = new_encounters(n)
        self.plain = self.states.view(np.ndarray)
        self.plain[:] = start[0]
        self.plain["scenario"], self.plain["log"], self.plain["n_events"] = 0, 0, 0
        self.plain["dice"] = np.zeros((), self.plain["dice"].dtype)
        self.plain["dice"]["state"] = dice
        self.masks = np.tile(np.asarray(mask, np.uint8), (n, 1))
        self.words, self.bots = words.copy(), np.full(n, CODES["role"], np.int64)
        self.places, self.traces, self.traced = np.zeros(n, np.int64), [[] for _ in range(n)], True

    def play(self, stop):
        """Answer until each row has stopped; stop(rows int64 (m,)) says which of these have, bool (m,)."""
        live = np.arange(len(self.states))
        for _ in range(MOST_STEPS):
            live = live[(self.plain["ask"][live] != k.OVER) & ~stop(live)]
            if not len(live):
                return self
            self._answer(live)
        raise RuntimeError(f"turns that were played side by side did not end within {MOST_STEPS} answers")

    def _answer(self, live):
        choices = np.full(len(self.states), k.NONE)
        asks, asked, unsaid = self.plain["ask"][live].tolist(), (self.plain["asked"][live] == self.side).tolist(), []
        for row, ask, own in zip(live.tolist(), asks, asked):
            choice, self.places[row] = follow(self.courses[row], int(self.places[row]), ask, self.masks[row]) if own else (None, self.places[row])
            if choice is None:
                unsaid.append(row)
            else:
                choices[row] = choice
        if unsaid:
            self._ask_bots(unsaid, choices)
        if self.traced:
            for row, ask, own in zip(live.tolist(), asks, asked):
                if own:
                    self.traces[row].append((ask, int(choices[row])))
        step_rows(self.tables, self.states, choices, self.masks)

    def _ask_bots(self, rows, choices):
        """Write the bots' choices for some rows; the others look meanwhile as if they had no question, for a copy of all would take longer."""
        asks = self.plain["ask"].copy()
        self.plain["ask"] = k.NO_QUESTION
        self.plain["ask"][rows] = asks[rows]
        found = choose_rows(self.tables, self.states, self.masks, self.bots, self.words)
        self.plain["ask"] = asks
        choices[rows] = found[rows]

    def turn_over(self, who, round_no):
        """A `stop` for the end of the turn of slot `who` that is under way, or about to begin, in a round."""
        def stop(rows):
            before = self.plain["ask"][rows] == k.ASK_COMBATANT
            begun = np.array([bool(self.traces[row]) for row in rows])
            away = (self.plain["turn_of"][rows] != who) | (self.plain["round_no"][rows] != round_no)
            return np.where(before, begun, away & (self.plain["turn_of"][rows] != k.NONE))
        return stop

    def next_turn(self, who, round_no):
        """A `stop` for when slot `who` would act again after its turn in a round, or cannot any more."""
        def stop(rows):
            again = (self.plain["turn_of"][rows] == who) & (self.plain["round_no"][rows] != round_no)
            return again | (self.plain["round_no"][rows] > round_no + 1) | (self.plain["combatants"]["status"][rows, who] != k.STANDING)
        return stop

    def later(self, taken, who, round_no):
        """Copies of the rows with the numbers `taken`, played on by the role bot for both sides until slot `who` would act again."""
        on = self.branch(taken)
        return on.play(on.next_turn(who, round_no))

    def branch(self, taken):
        """Copies of the rows with the numbers `taken`, their courses forgotten."""
        other = Rows(self.tables, self.start, self.masks[0], [()] * len(taken), self.plain["dice"]["state"][taken], self.words[taken], self.side)
        other.plain[:], other.masks[:], other.traced = self.plain[taken], self.masks[taken], False
        return other


def play_turns(tables, start, mask, courses, n, who, side, seed):
    """Rows of each course played n times to the end of the turn of `who`: rows 0 to n - 1 are the first course's, and so on."""
    dice, words = dice_seeds(n, seed), dice_seeds(n, seed + 1)
    rows = Rows(tables, start, mask, [course for course in courses for _ in range(n)], np.tile(dice, (len(courses), 1)),
                np.tile(words, (len(courses), 1)), side)
    return rows.play(rows.turn_over(who, int(start[0].round_no)))
