"""What others wrote, and what was damaged: odd texts and answers of agents, damaged folders, results and replays. No fight is played here."""

import json
import shutil
import time

import numpy as np
import pytest

from agents.arena import ArenaError
from agents.arena.entrants import enter
from agents.arena.errors import Forfeit, is_printable, shown
from agents.arena.folder import write_json, write_text
from agents.arena.outside import Outside
from agents.arena.outside_child import _choice, _one_line
from agents.arena.suite import load_source, read_suite
from envs.tables.library import library_path

ODD = "a\udcffb\x1b\x00"
PLAIN = r"a\udcffb\x1b\x00"


# -- texts of others -------------------------------------------------------------------------------------------------------
def test_lone_surrogates_and_control_characters_are_shown_by_escapes():
    assert shown(ODD) == PLAIN and is_printable(PLAIN) and shown("Händler – ✓") == "Händler – ✓"


def test_a_lone_surrogate_in_an_error_message_can_be_written(tmp_path):
    class Odd:
        def choose(self, tables, states, masks, rng):
            raise RuntimeError(ODD)

    for message in (_one_line(RuntimeError(ODD)), str(Forfeit("crash", ODD)), _of_one_inside(Odd())):
        assert PLAIN in message
        write_json(tmp_path / "results.json", {"why": message})
        assert json.loads((tmp_path / "results.json").read_text(encoding="utf-8")) == {"why": message}


def _of_one_inside(agent):
    """The message of the Forfeit of an agent of ours that raises."""
    from agents.arena.entrants import Entrant
    from agents.arena.players import Inside
    inside = Inside(Entrant("random", False, False, True, ""))
    inside.agent = agent
    with pytest.raises(Forfeit) as fault:
        inside.choose(None, np.recarray(1, [("x", int)]), np.ones((1, 3), bool), [None])
    return str(fault.value)


def test_a_lone_surrogate_in_a_file_name_of_the_suite_can_be_written_and_read_back(tmp_path):
    path = str(shutil.copy(library_path("encounter", "duel"), tmp_path / "duel\udcff.toml"))
    suite, (entry,) = read_suite([path])
    assert entry.name.endswith(r"\udcff") and suite.endswith(r"\udcff.toml")
    write_json(tmp_path / "arena.json", entry._asdict())
    read = json.loads((tmp_path / "arena.json").read_text(encoding="utf-8"))
    assert read == entry._asdict() and load_source(read["source"]).signature == entry.signature
    write_text(tmp_path / "report.html", str(entry.source))


@pytest.mark.parametrize("text", ["policy:a\udcff.onnx", "policy:a\nb.onnx", "arena_agents:\x1b[2J", "policy:a\x00.onnx"])
def test_an_agent_whose_name_cannot_be_shown_is_refused(text):
    with pytest.raises(ArenaError, match="cannot be shown") as fault:
        enter(["random", text], 30)
    assert is_printable(str(fault.value))


# -- answers ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("answer", [np.uint64(2**64 - 1), np.uint64(2**63), 2**64 - 1, 2**200, -2**70])
def test_a_choice_beyond_64_bits_is_an_illegal_answer(answer):
    class Giant:
        def choose(self, tables, states, masks, rng):
            return [answer]
    assert _choice(Giant(), None, None, None, None)["fault"] == "illegal"


def test_seconds_are_never_negative(monkeypatch):
    class First:
        def choose(self, tables, states, masks, rng):
            monkeypatch.setattr(time, "process_time", lambda: -5.0)  # as in a process that was forked later
            return [0]
    assert _choice(First(), None, None, None, None) == {"choice": 0, "seconds": 0.0}


def test_negative_seconds_and_odd_texts_from_the_pipe_are_mended():
    class Piped(Outside):
        def __init__(self, answer):
            self.text, self.limit, self.answer = "mine:Agent", 1.0, answer

        def _say(self, *parts):
            pass

        def _hear(self, seconds, what):
            return self.answer

    from envs.tables import load_library_encounter
    state = load_library_encounter("duel").initial
    asked = (None, state, np.ones((1, 3), bool), [np.random.default_rng(0)])
    assert Piped({"choice": 2, "seconds": -3.0}).choose(*asked)[1] == 0.0
    with pytest.raises(Forfeit) as fault:
        Piped({"fault": "crash", "why": ODD}).choose(*asked)
    assert str(fault.value) == f"mine:Agent {PLAIN}"
