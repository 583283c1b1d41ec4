"""Agents that a package adds by an entry point, in the commands that play and advise: each way to be wrong ends in one sentence that names the agent."""

import json
import sys

import numpy as np
import pytest
from command import app, compiled, fails, run  # noqa: F401  (the fixture holds for all tests here)
from typer.testing import CliRunner

from agents import AgentError, make_agent
from agents.base import choose_one
from agents.registry import agent_for
from envs.battle import Battle
from envs.tables import load_library_encounter

PACKAGE = """
import sys

import numpy as np


class Good:
    name = "good one"

    def choose(self, tables, states, masks, rng):
        return masks.argmax(axis=1)


class Nameless:
    def __init__(self, word="none"):
        self.word = word

    def choose(self, tables, states, masks, rng):
        return masks.argmax(axis=1)


class Raising(Good):
    def choose(self, tables, states, masks, rng):
        raise RuntimeError("no book\\nof tactics.")


class Leaving(Good):
    def choose(self, tables, states, masks, rng):
        sys.exit(3)


class Illegal(Good):
    def choose(self, tables, states, masks, rng):
        choices = masks.argmin(axis=1)
        masks[:] = True
        return choices


class Beyond(Good):
    def choose(self, tables, states, masks, rng):
        return np.full(len(masks), 2**63, np.uint64)


class Silent(Good):
    def choose(self, tables, states, masks, rng):
        return None


class Ragged(Good):
    def choose(self, tables, states, masks, rng):
        return [[1], [1, 2]]


class Unmade(Good):
    def __init__(self):
        raise KeyError("book")


class Needing(Good):
    def __init__(self, book):
        self.book = book


class Mute:
    name = "mute"


class Shy(Good):
    @property
    def reproducible(self):
        raise RuntimeError("it cannot tell")


class Forgetful(Good):
    def begin(self):
        raise RuntimeError("which fight")


class Late(Good):
    asked = 0

    def choose(self, tables, states, masks, rng):
        self.asked += 1
        if self.asked > 2:
            raise RuntimeError("tired")
        return masks.argmax(axis=1)
"""
NAMES = ["Good", "Nameless", "Raising", "Leaving", "Illegal", "Beyond", "Silent", "Ragged", "Unmade", "Needing", "Mute", "Shy", "Forgetful", "Late", "Missing"]


@pytest.fixture(autouse=True)
def package(tmp_path, monkeypatch):
    """A package that adds an agent for each class, its name in small letters with a g before; one of them is missing, and a module does not load."""
    (tmp_path / "guest_pack.py").write_text(PACKAGE, encoding="utf-8")
    (tmp_path / "guest_ruin.py").write_text("raise SystemExit(4)\n", encoding="utf-8")
    home = tmp_path / "guest_pack-1.0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-pack\nVersion: 1.0\n")
    lines = [f"g{name.lower()} = guest_pack:{name}" for name in NAMES] + ["gruin = guest_ruin:Any", "gbuiltin = builtins:map"]
    (home / "entry_points.txt").write_text("\n".join(["[foemind.agents]", *lines]) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def question():
    return Battle(load_library_encounter("duel"), seed=1)


def asked(agent):
    b = question()
    return choose_one(agent, b.tables_row(), b.state, b.mask, np.random.default_rng(0))


UNMADE = {"gunmade": "could not be made (KeyError: 'book')", "gneeding": "could not be made (TypeError: ", "gmute": "has no method choose(",
          "gruin": "does not load from guest_ruin:Any (SystemExit: 4)", "gmissing": "does not load from guest_pack:Missing (AttributeError: ",
          "ggood:7": "takes nothing after a colon", "gbuiltin": "could not be made (TypeError: ", "gbuiltin:x": "(TypeError: "}
WRONG = {"graising": "failed at 'choose' (RuntimeError: no book of tactics)", "gleaving": "failed at 'choose' (SystemExit: 3)", "gillegal": "which is not legal",
         "gbeyond": "answered with 9223372036854775808, which is not legal", "gsilent": "questions with object of shape ()", "gragged": "questions with object of shape ()"}


@pytest.mark.parametrize("text", UNMADE)
def test_an_agent_that_cannot_be_made_is_told_in_one_sentence(text):
    with pytest.raises(AgentError) as error:
        make_agent(text)
    assert UNMADE[text] in str(error.value) and "\n" not in str(error.value) and repr(text.partition(":")[0])[:-1] in str(error.value)


@pytest.mark.parametrize("text", WRONG)
def test_an_agent_that_answers_wrongly_is_told_in_one_sentence(text):
    with pytest.raises(AgentError) as error:
        asked(make_agent(text))
    assert str(error.value).startswith(f"agent '{text}' ") and WRONG[text] in str(error.value) and "\n" not in str(error.value)


def test_an_agent_without_faults_answers_as_it_would_alone():
    agent = make_agent("ggood")
    assert asked(agent) == question().legal()[0] and agent.name == "good one"
    assert not hasattr(agent, "begin") and not hasattr(agent, "weigh") and getattr(agent, "reproducible", True)
    assert make_agent("gnameless").name == "gnameless" and make_agent("gnameless:hello").word == "hello"


def test_what_else_an_agent_offers_is_guarded_too():
    with pytest.raises(AgentError, match="^agent 'gforgetful' failed at 'begin' .RuntimeError: which fight.; mend it"):
        make_agent("gforgetful").begin()
    with pytest.raises(AgentError, match="^agent 'gshy' failed at 'reproducible' .RuntimeError: it cannot tell.; mend it"):
        agent_for(load_library_encounter("duel").with_dials("easy", None), "gshy")


@pytest.mark.parametrize("words", [("suggest", "duel", "--agent"), ("play", "duel", "--json", "--enemies"), ("puzzles", "--only", "guard", "--agent")])
@pytest.mark.parametrize("text", ["graising", "gillegal", "gsilent", "gunmade", "gmute"])
def test_commands_end_in_one_sentence(words, text):
    assert fails(*words, text).startswith(f"foemind: agent '{text}' ")


def test_commands_take_an_agent_without_a_name():
    assert json.loads(run("puzzles", "--only", "guard", "--agent", "gnameless", "--json").stdout)["agent"] == "gnameless"
    assert json.loads(run("play", "duel", "--enemies", "gnameless", "--json").stdout)["winner"]


def test_a_fight_of_a_person_is_not_lost_with_the_other_sides_agent(tmp_path, monkeypatch):
    """The agent raises in the middle: the sentence says how to come back, and the kept fight goes on once the agent is mended."""
    save = tmp_path / "fight.json"
    words = ["play", "duel", "--companions", "human", "--enemies", "glate", "--save", str(save)]
    answers = "1\n" * 200
    result = CliRunner().invoke(app, words, input=answers)
    assert result.exit_code == 1 and result.stderr.count("\n") == 1
    assert "agent 'glate' failed at 'choose' (RuntimeError: tired)" in result.stderr and f"it is kept in {save}" in result.stderr
    kept = json.loads(save.read_text(encoding="utf-8"))["choices"]
    assert kept
    without = CliRunner().invoke(app, words[:-2], input=answers)
    assert without.exit_code == 1 and "to come back here, run: foemind play duel" in without.stderr
    pack = sys.modules["guest_pack"]
    monkeypatch.setattr(pack.Late, "choose", pack.Good.choose)
    again = CliRunner().invoke(app, words, input=answers)
    assert "tired" not in again.output and json.loads(save.read_text(encoding="utf-8"))["choices"][:len(kept)] == kept


@pytest.mark.parametrize("text", ["mine:Bold", "my.agents:Bold"])
def test_a_class_of_ones_own_is_for_the_arena_and_the_other_commands_say_so(text):
    assert "MODULE:CLASS, plays in foemind arena only" in fails("puzzles", "--agent", text)
