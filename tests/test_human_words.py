"""What a person is asked and offered: every question in words, exactly the legal choices, and how an entry is read."""

import collections
import io
import re

import numpy as np
import pytest
from all_questions import fair

from envs.battle import Battle
from envs.core import codes as k
from envs.notation import choice_text, square_text
from envs.tables import load_library_encounter
from judge.asking import question_text
from judge.choices import Entry, square_lines, squares_of
from judge.entry import EntryError, Question, match
from judge.human import Human, Terminal


class Screen:
    """A terminal that keeps what is said; nobody types."""

    def __init__(self, width=80):
        from rich.console import Console
        self.console = Console(file=io.StringIO(), width=width, highlight=False, soft_wrap=True)
        self.text = self.console.file.getvalue


def questions(scenario, decisions, seed):
    """[(Battle, Question)] of play that chooses what it chose least so far, so that rare questions come too."""
    rng, battle, times = np.random.default_rng(seed), Battle(scenario, seed=seed), collections.Counter()
    for _ in range(decisions):
        if battle.over:
            battle = Battle(scenario, seed=int(rng.integers(1000)))
        yield battle, Question(scenario, battle.tables, battle.state, battle.mask)
        choice = min(rng.permutation(battle.legal()).tolist(), key=lambda c: times[battle.ask, c])
        times[battle.ask, choice] += 1
        battle.step(choice)


@pytest.fixture(scope="module")
def met():
    """What was asked at the fair at which every question is asked: one Question of each kind, and the faults found on the way."""
    kinds, faults = {}, []
    for battle, question in questions(fair(), 1500, seed=5):
        kinds.setdefault(k.QUESTION_NAMES[battle.ask], question_text(question.scenario, battle.state))
        squares = [square_text(x, y) for x, y in squares_of(question.scenario, battle.mask)]
        offered = [(str(n), e.choice) for n, e in enumerate(question.legal, 1) if not question.counts]
        offered += [(choice_text(question.scenario, battle.state, c, int(battle.tables.side)), c) for c in battle.legal()]
        covered = {question.read(square) for square in squares} | {e.choice for e in question.legal}
        faults += [(battle.ask, "offered", covered)] if covered != set(battle.legal()) else []
        faults += [(battle.ask, text) for text, choice in offered if question.read(text) != choice]
        faults += [(battle.ask, e.names) for e in question.entries if e.legal != (battle.why(e.choice) == k.OK)]
    return kinds, faults


def test_every_question_is_put_in_words(met):
    assert len(met[0]) >= 22 and all(text.endswith(("?", ".")) or "So far" in text for text in met[0].values()), sorted(met[0])
    assert len(set(met[0].values())) == len(met[0]) and not any("9999" in text or "nobody" in text for text in met[0].values())


def test_exactly_the_legal_choices_are_offered_and_each_reads_back(met):
    """By number, by square and in notation, at every kind of question."""
    assert not met[1], met[1][:5]


def test_squares_of_a_row_stand_together():
    assert square_lines([(1, 3), (0, 0), (2, 3), (3, 3), (4, 3), (7, 3)]) == ["a1", "b4-e4 h4"]
    assert square_lines([(26, 0), (28, 0)]) == ["aa1 ac1"]


def test_a_name_counts_before_its_beginning_and_what_is_possible_before_what_is_not():
    def entry(n, name, legal=True):
        return Entry(n, (name,), "", legal)
    entries = [entry(0, "Ogre"), entry(1, "Ogre King"), entry(2, "Old Rat", False), entry(3, "Rat")]
    assert [[e.choice for e in match(entries, text)] for text in ("ogre", "ogr", "king", "o", "rat", "old", "x", "")] == [
        [0], [0, 1], [1], [0, 1], [3], [2], [], []]
    assert [e.choice for e in match([entry(0, "Queen Bee", False), entry(1, "Rat Queen")], "queen")] == [1]


def test_of_things_that_are_just_the_same_one_is_taken():
    """Two equal guard dice need no number; a javelin in hand and one carried do (of the entries of a position only these are changed)."""
    battle = Battle(load_library_encounter("duel"), seed=5)
    question = Question(battle.scenario, battle.tables, battle.state, battle.mask)
    question.entries = [Entry(k.A_GUARD + n, ("d6", f"guard {n + 1}"), "", n > 0) for n in range(3)]
    question.entries += [Entry(k.A_ITEM + 1, ("Javelin",), "in hand", True), Entry(k.A_ITEM + 2, ("Javelin",), "carried", True)]
    assert (question.read("d6"), question.read("guard 3")) == (k.A_GUARD + 1, k.A_GUARD + 2)
    with pytest.raises(EntryError, match=re.escape("may mean Javelin (in hand) or Javelin (carried)")):
        question.read("jav")


def test_in_a_narrow_terminal_words_fold_and_the_map_stays_whole():
    scenario, screen = load_library_encounter("duel"), Screen(30)
    battle = Battle(scenario, seed=5)
    terminal = Terminal(screen.console)
    human = Human(terminal)
    human.meet(scenario)
    terminal.read = iter(["?", "why", "1"]).__next__
    human.choose(scenario.tables, battle.record(), battle.mask[None], None)
    lines = screen.text().splitlines()
    assert "    a b c d e f g h" in lines and max(map(len, lines)) <= 30
