"""The kernel in which compiled bots answer for a side: legal, repeatable, the same alone and in a batch, blind to the encounter's dice."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agents.base import choose_one
from agents.compiled import GreedyAgent
from agents.kernels.play import CODES, GREEDY_BOT, OPPONENTS, RANDOM_BOT, ROLE_BOT, choose_rows, play_rows
from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.dice import seed_dice, seed_words
from envs.core.record import new_encounters
from envs.encoding.layout import action_size
from envs.opponents import compiled
from envs.tables import library_names, load_library_encounter, pack
from all_questions import fair
from generated import scenario

QUESTIONS = set(range(k.N_QUESTIONS)) - {k.OVER}


@pytest.fixture(scope="module")
def library():
    """(tables, initial records) of all encounters of the library, and of the fair, where every question is asked."""
    return pack([load_library_encounter(name) for name in library_names("encounter")] + [fair()])


class Rows:
    """n encounters of the library side by side, row b begun from seed + b."""

    def __init__(self, library, n, seed):
        self.tables, self.initials = library
        self.states, self.words = new_encounters(n), np.zeros((n, 4), np.uint32)
        self.masks = np.zeros((n, action_size(int(self.tables.side.max()))), np.uint8)
        for b in range(n):
            self.begin(b, seed + b)

    def begin(self, b, seed):
        """Lay row b anew from a seed; the bot's generator starts from it too."""
        seed_words(self.words[b], seed)
        lay_row(self.tables, self.initials, self.states, b, seed % len(self.tables), seed)
        step_rows(self.tables, self.states, np.full(len(self.states), k.NONE), self.masks)

    def choose(self, bot, words=None):
        """Choices of one bot for all rows."""
        return choose_rows(self.tables, self.states, self.masks, np.full(len(self.states), bot), self.words if words is None else words)

    def step(self, choices):
        """Answer in the rows that are not over."""
        step_rows(self.tables, self.states, choices, self.masks)

    def live(self):
        """Numbers of the rows that ask something."""
        return np.flatnonzero(self.states.ask != k.OVER)


@pytest.mark.parametrize("bot", [RANDOM_BOT, ROLE_BOT, GREEDY_BOT])
def test_every_choice_is_legal_at_150_random_positions_of_every_question(bot):
    """Random play leads to positions that no sensible play knows; the bot is asked in each, and its answer must stand in the mask."""
    rows, seen, wanted, seed = Rows(pack([fair()]), 512, 1), np.zeros(k.N_QUESTIONS, int), 150, 1000
    while any(seen[q] < wanted for q in QUESTIONS):
        asked = np.flatnonzero(seen[rows.states.ask] < wanted)
        choices = choose_rows(rows.tables, rows.states[asked].view(np.recarray), rows.masks[asked], np.full(len(asked), bot), rows.words[asked])
        assert rows.masks[asked, choices].all()
        np.add.at(seen, rows.states.ask[asked], 1)
        rows.step(rows.choose(RANDOM_BOT))
        for b in np.flatnonzero(rows.states.ask == k.OVER):
            seed += 1
            rows.begin(b, seed)
    assert set(np.flatnonzero(seen)) == QUESTIONS


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_every_choice_is_legal_in_generated_encounters(seed):
    """Whole random encounters from the whole vocabulary, with boards up to 32 squares, started and played at random; JIT on."""
    rows = Rows(pack([scenario(seed), scenario(seed + 1)]), 16, seed)
    for n in range(150):
        live = rows.live()
        choices = rows.choose((ROLE_BOT, GREEDY_BOT)[n % 2])
        assert rows.masks[live, choices[live]].all()
        rows.step(np.where(rows.words[:, 0] % 3 == 0, choices, rows.choose(RANDOM_BOT)))


@pytest.mark.parametrize("bot", [RANDOM_BOT, ROLE_BOT, GREEDY_BOT])
def test_one_seed_gives_one_choice_and_nothing_but_the_generator_changes(library, bot):
    rows = Rows(library, 64, 7)
    for _ in range(30):
        states, masks, words = rows.states.tobytes(), rows.masks.tobytes(), rows.words.copy()
        first, second = rows.choose(bot), rows.choose(bot, words)
        assert (first == second).all() and (rows.words == words).all()
        assert rows.states.tobytes() == states and rows.masks.tobytes() == masks
        rows.step(first)


def test_chance_decides_between_equals_only(library):
    """Other generators change some choices of the greedy bot, few of them; the role bot draws among the good ones; the random bot's change mostly."""
    rows, changed, asked, rng = Rows(library, 64, 300), {RANDOM_BOT: 0, ROLE_BOT: 0, GREEDY_BOT: 0}, 0, np.random.default_rng(1)
    for _ in range(40):
        choices = rows.choose(GREEDY_BOT)
        for bot in changed:
            one, other = rng.integers(2**32, size=(2, 64, 4), dtype=np.uint32)
            changed[bot] += int((rows.choose(bot, one) != rows.choose(bot, other))[rows.live()].sum())
        asked += len(rows.live())
        rows.step(choices)
    assert 0 < changed[GREEDY_BOT] < 0.15 * asked and changed[RANDOM_BOT] > 0.4 * asked
    assert changed[GREEDY_BOT] < changed[ROLE_BOT] < changed[RANDOM_BOT]


@pytest.mark.parametrize("bot", [ROLE_BOT, GREEDY_BOT])
def test_choices_do_not_depend_on_the_encounters_dice(library, bot):
    """The bot sees the position, never what will be rolled."""
    rows = Rows(library, 64, 40)
    for n in range(60):
        words = rows.words.copy()
        choices = rows.choose(bot)
        other = rows.states.copy().view(np.recarray)
        for b in range(len(other)):
            seed_dice(other[b], 12345 + n)
        assert (choose_rows(rows.tables, other, rows.masks, np.full(64, bot), words) == choices).all()
        rows.step(choices)


def by_hand(rows, learners, bots):
    """What `play_rows` does, question by question in Python."""
    for b in range(len(rows.states)):
        one = slice(b, b + 1)
        while rows.states[b].ask != k.OVER and rows.states[b].asked != learners[b]:
            states = rows.states[one].view(np.recarray)
            step_rows(rows.tables, states, choose_rows(rows.tables, states, rows.masks[one], bots[one], rows.words[one]), rows.masks[one])


def test_play_rows_is_choosing_step_by_step(library):
    learners, bots = np.arange(24) % 2, np.arange(24) // 2 % 3
    fast, slow = Rows(library, 24, 60), Rows(library, 24, 60)
    for _ in range(25):
        play_rows(fast.tables, fast.states, fast.masks, np.arange(24), learners, bots, fast.words)
        by_hand(slow, learners, bots)
        assert fast.states.tobytes() == slow.states.tobytes() and fast.masks.tobytes() == slow.masks.tobytes() and (fast.words == slow.words).all()
        live = fast.live()
        assert (fast.states.asked[live] == learners[live]).all() and fast.masks[live].any(axis=1).all()
        choices = np.argmax(fast.masks, axis=1)
        fast.step(choices)
        slow.step(choices)


def test_a_row_plays_the_same_alone_and_in_a_batch(library):
    batch, learners, bots = Rows(library, 48, 500), np.full(48, 9), np.full(48, GREEDY_BOT)  # nobody's side is 9: the bot plays both to the end
    play_rows(batch.tables, batch.states, batch.masks, np.arange(48), learners, bots, batch.words)
    assert (batch.states.ask == k.OVER).all()
    for b in (0, 13, 47):
        alone = Rows(library, 1, 500 + b)
        play_rows(alone.tables, alone.states, alone.masks, np.arange(1), learners, bots, alone.words)
        assert alone.states[0].tobytes() == batch.states[b].tobytes()


def test_play_rows_touches_the_named_rows_only(library):
    rows, before = Rows(library, 8, 80), Rows(library, 8, 80)
    play_rows(rows.tables, rows.states, rows.masks, np.array([2, 5]), np.full(8, 9), np.full(8, GREEDY_BOT), rows.words)
    assert [b for b in range(8) if rows.states[b].tobytes() != before.states[b].tobytes()] == [2, 5]


def test_environments_find_the_bots_by_entry_point():
    assert compiled() is OPPONENTS and OPPONENTS.codes == CODES == {"random": RANDOM_BOT, "role": ROLE_BOT, "greedy": GREEDY_BOT}
    assert OPPONENTS.play is play_rows


def test_the_agent_answers_as_the_kernel_does(library):
    """Legal, the same from the same generator, one row at a time or all at once, and it changes nothing."""
    rows, agent = Rows(library, 32, 700), GreedyAgent()
    for n in range(20):
        live = rows.live()
        states, masks = rows.states[live].view(np.recarray), rows.masks[live].astype(bool)
        before = states.tobytes(), masks.tobytes()
        choices = agent.choose(rows.tables, states, masks, np.random.default_rng(n))
        assert choices.dtype == np.int64 and masks[np.arange(len(live)), choices].all()
        assert (choices == agent.choose(rows.tables, states, masks, np.random.default_rng(n))).all()
        assert before == (states.tobytes(), masks.tobytes())
        one = choose_one(agent, rows.tables[int(states[0].scenario):][:1], alone(states[0]), masks[0], np.random.default_rng(n))
        assert masks[0, one]
        rows.step(rows.choose(RANDOM_BOT))


def alone(state):
    """A copy of one position as row 0 of tables of its own."""
    copy = new_encounters(1)
    copy[0] = state
    copy[0].scenario = 0
    return copy[0]


def test_an_empty_mask_is_refused(library):
    rows = Rows(library, 2, 3)
    rows.masks[1] = 0
    with pytest.raises(ValueError, match="without a legal choice"):
        GreedyAgent().choose(rows.tables, rows.states, rows.masks.astype(bool), np.random.default_rng(0))


def duel_digest(bot):
    """A duel that a bot plays for both sides, as a digest of its choices and its last record."""
    rows, said = Rows(pack([load_library_encounter("duel")]), 1, 21), []
    while len(rows.live()):
        said.append(int(rows.choose(bot)[0]))
        rows.step(np.array(said[-1:]))
    return hashlib.sha256(repr(said).encode() + rows.states.tobytes()).hexdigest()


def test_the_bots_play_the_same_with_the_jit_off():
    folder = Path(__file__).parent
    code = "import sys; sys.path[:0] = sys.argv[1:]; import test_kernels as k; print(k.duel_digest(k.ROLE_BOT), k.duel_digest(k.GREEDY_BOT))"
    done = subprocess.run([sys.executable, "-c", code, str(folder.parent), str(folder)], text=True, capture_output=True, timeout=300,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split()[-2:] == [duel_digest(ROLE_BOT), duel_digest(GREEDY_BOT)]


@pytest.mark.parametrize("name", library_names("encounter"))
def test_greedy_beats_random_from_either_seat(name):
    """The benchmark that policies are held against: at least 95 of 100 fights from each side of every encounter, and no fight drags on."""
    library = pack([load_library_encounter(name)])
    for seat in (k.COMPANIONS, k.ENEMIES):
        rows, every = Rows(library, 100, 9000), np.arange(100)
        while len(rows.live()):
            play_rows(rows.tables, rows.states, rows.masks, every, np.full(100, seat), np.full(100, RANDOM_BOT), rows.words)
            play_rows(rows.tables, rows.states, rows.masks, every, np.full(100, 1 - seat), np.full(100, GREEDY_BOT), rows.words)
        assert (rows.states.winner == seat).sum() >= 95
        assert (rows.states.winner == k.CUT_OFF).sum() <= 1


def meet(library, games, first, second, seed):
    """(games won by the first bot, cut off, played) over all encounters of a library, each from both seats on the same seeds."""
    rows = Rows(library, 2 * games * len(library[0]), seed)
    seat, every = np.arange(len(rows.states)) % 2, np.arange(len(rows.states))
    for b in every:
        rows.words[b, 1] += b
        lay_row(rows.tables, rows.initials, rows.states, b, b // 2 % len(rows.tables), seed + b // 2)
    step_rows(rows.tables, rows.states, np.full(len(every), k.NONE), rows.masks)
    while len(rows.live()):
        play_rows(rows.tables, rows.states, rows.masks, every, 1 - seat, np.full(len(every), first), rows.words)
        play_rows(rows.tables, rows.states, rows.masks, every, seat, np.full(len(every), second), rows.words)
    return int((rows.states.winner == seat).sum()), int((rows.states.winner == k.CUT_OFF).sum()), len(every)


def test_the_role_bot_stands_between_random_and_greedy_and_ends_its_fights():
    """Over all encounters of the library, 8 fights from each seat; docs/agents.md has the measured strength over the suites."""
    library = pack([load_library_encounter(name) for name in library_names("encounter")])
    wins, _, games = meet(library, 8, ROLE_BOT, RANDOM_BOT, 100)
    assert wins > 0.9 * games
    wins, _, games = meet(library, 8, GREEDY_BOT, ROLE_BOT, 200)
    assert wins > 0.5 * games
    _, cut, games = meet(library, 8, ROLE_BOT, ROLE_BOT, 300)
    assert cut < 0.1 * games
