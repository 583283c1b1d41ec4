"""What others wrote, and what was damaged: odd texts and answers of agents, damaged folders, results and replays. No fight is played here."""

import base64
import json
import shutil
import time
import zlib

import numpy as np
import pytest

from agents.arena import ArenaError, plan_contest
from agents.arena.entrants import enter
from agents.arena.errors import Forfeit, is_printable, shown
from agents.arena.folder import Folder, write_json, write_text
from agents.arena.games import MOST_CHOICES, pack_choices, unpack_choices
from agents.arena.outside import Outside
from agents.arena.outside_child import _choice, _one_line
from agents.arena.replay import read_replay
from agents.arena.results import compute, outcome, row_of
from agents.arena.suite import load_source, read_suite
from agents.arena.verification import KEYS, _recomputed, check_same, read_results
from envs.core import codes as k
from envs.tables import ContentError, load_library_encounter
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


def test_a_file_of_the_suite_whose_name_has_control_characters_is_refused():
    with pytest.raises(ArenaError, match="holds control characters; rename the file"):
        read_suite(["duel", "a\x1b.toml"])


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

    state = load_library_encounter("duel").initial
    asked = (None, state, np.ones((1, 3), bool), [np.random.default_rng(0)])
    assert Piped({"choice": 2, "seconds": -3.0}).choose(*asked)[1] == 0.0
    with pytest.raises(Forfeit) as fault:
        Piped({"fault": "crash", "why": ODD}).choose(*asked)
    assert str(fault.value) == f"mine:Agent {PLAIN}"


# -- an arena that nobody played ---------------------------------------------------------------------------------------------
def record_of(number):
    """A game as it could have ended."""
    forfeit = {"side": "enemies", "kind": "hang", "why": "took too long"} if number == 0 else None
    return {"game": number, "winner": k.SIDE_NAMES[number % 2], "rounds": 3 + number, "decisions": [9, 8], "seconds": [0.1, 0.2], "vigor": [4, 0],
            "left": [1, 0], "share": [0.5, 0.0], "forfeit": forfeit, "choices": pack_choices([1] * 17)}


@pytest.fixture(scope="module")
def contest():
    return plan_contest(["random", "greedy"], ["duel", "ford"], 4, seed=3)


@pytest.fixture
def folder(contest, tmp_path):
    """The folder of an arena with its first two games."""
    with Folder(tmp_path / "arena", contest.config) as kept:
        for number in range(2):
            kept.add(record_of(number))
    return tmp_path / "arena"


def results_of(contest):
    """Results of the contest's games, as `write_results` puts them together."""
    rows = [row_of(record_of(game.index)) for game in contest.games]
    results = compute(contest.config, contest.games, rows) | {"replays": []}
    results["outcome"] = outcome(results, rows)
    return json.loads(json.dumps(results | {"config": contest.config, "games": rows}))


# -- its folder --------------------------------------------------------------------------------------------------------------
def test_whole_games_are_read_again(contest, folder):
    with Folder(folder, contest.config) as kept:
        assert kept.records == {number: record_of(number) for number in range(2)}


DAMAGES = {"game": [True, "1", 1.0, 0, 4, -1, 10**30, None], "winner": ["nobody", 1, None, ["draw"], {}], "rounds": [-1, 10**6 + 1, True, "3", 3.0],
           "decisions": [[1], [1, 2, 3], 5, [1, -1], [1, True], [1, 2.0], {"a": 1, "b": 2}, "12", [10**400, 1]],
           "vigor": [[1, -1], None], "left": [[0.5, 0], [[], []]],
           "share": [[float("nan"), 0], [float("inf"), 0], [10**400, 0], ["a", 0], [True, 0], 1],
           "seconds": [[float("-inf"), 0], [1], [10**400, 1], [None, None]],
           "forfeit": [{}, "x", 0, {"side": "enemies"}, {"side": [], "kind": "hang", "why": ""}, {"side": "enemies", "kind": "bored", "why": ""},
                       {"side": "enemies", "kind": "hang", "why": 3}, {"side": "enemies", "kind": "hang", "why": ODD}],
           "choices": [None, 3, "AAAA", "é", "no base64", pack_choices([1])[:-4], "eJwD"], "more": [1]}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_game_is_told_with_its_line(contest, folder, name):
    path = folder / "games.jsonl"
    first = path.read_bytes().splitlines()[0] + b"\n"
    for value in DAMAGES[name]:
        line = json.dumps(record_of(1) | {name: value}).encode()
        said = refusal(contest, folder, first + line + b"\n" + first)
        assert "line 2 of" in said, value
        assert path.read_bytes() == first + line + b"\n" + first


@pytest.mark.parametrize("line", [b"3", b"null", b"{}", b'"game"', b"[" * 100_000, b"\xff", b"",
                                  b'{"game":' + b"9" * 5000 + b"}", b'{"game": 1}', b'{"a":' * 100_000])
def test_a_line_that_is_no_game_is_told(contest, folder, line):
    assert "line 1 of" in refusal(contest, folder, line + b"\n")


def refusal(contest, folder, games):
    """The sentence that refuses a folder with these games."""
    (folder / "games.jsonl").write_bytes(games)
    with pytest.raises(ArenaError, match="is no game .*; take that line out to have the game played again") as fault:
        Folder(folder, contest.config)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 500
    return str(fault.value)


def test_a_game_without_one_of_its_entries_is_told(contest, folder):
    for name in record_of(1):
        left = {key: value for key, value in record_of(1).items() if key != name}
        assert f"lacks the entry {name!r}" in refusal(contest, folder, json.dumps(left).encode() + b"\n")


def test_choices_that_would_fill_the_memory_are_none():
    bomb = base64.b64encode(zlib.compress(bytes(2 * MOST_CHOICES + 2), 9)).decode()
    with pytest.raises(ValueError, match="more than any fight has"):
        unpack_choices(bomb)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000])
def test_a_configuration_nested_without_end_is_told(contest, folder, text):
    (folder / "arena.json").write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match="arena.json cannot be read"):
        Folder(folder, contest.config)


# -- its results -------------------------------------------------------------------------------------------------------------
def read_spoiled(tmp_path, data):
    (tmp_path / "results.json").write_text(json.dumps(data), encoding="utf-8")
    return read_results(tmp_path / "results.json")


def test_results_that_nobody_touched_are_read(contest, tmp_path):
    data, read = read_spoiled(tmp_path, results_of(contest))
    assert read.games == contest.games and read.entrants == contest.entrants and read.entries == contest.entries
    check_same(read)
    assert _recomputed(data, read, data["games"]) == []


SPOILT = {"suite": [5, None, ODD], "seed": [-1, "x", True, 10**400], "games": [0, "x", 2.0, 10**400, True, 6], "ladder": ["x", 0, None],
          "time_limit": ["x", -1, 0, None, 10**400, True], "agents": [[], "x", [1, 2], None, {}], "encounters": [[], "x", [1], None, {}],
          "engine": [5, None], "format": [2, "1", True], "signature": [5, None], "more": [1]}


@pytest.mark.parametrize("name", SPOILT)
def test_results_whose_configuration_is_spoilt_are_damaged(contest, tmp_path, name):
    whole = results_of(contest)
    for value in SPOILT[name]:
        damaged(tmp_path, whole | {"config": whole["config"] | {name: value}})
    if name in whole["config"]:
        damaged(tmp_path, whole | {"config": {key: value for key, value in whole["config"].items() if key != name}})


def damaged(tmp_path, data):
    with pytest.raises(ArenaError, match="results .* are damaged .*; copy them again") as fault:
        read_spoiled(tmp_path, data)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 500


@pytest.mark.parametrize("part, name, values", [
    ("agents", "text", [5, None, ODD]), ("agents", "outside", ["x", 0]), ("agents", "identity", [None, 3]), ("encounters", "source", [5, None]),
    ("encounters", "signature", [5]), ("encounters", "name", [ODD, 5]), ("encounters", "title", [[]]), ("encounters", "rules", [{}])])
def test_results_whose_agents_or_encounters_are_spoilt_are_damaged(contest, tmp_path, part, name, values):
    for value in values:
        data = results_of(contest)
        data["config"][part][0][name] = value
        damaged(tmp_path, data)
    del data["config"][part][0][name]
    damaged(tmp_path, data)


@pytest.mark.parametrize("name", [name for name in DAMAGES if name != "choices"])
def test_results_whose_games_are_spoilt_are_damaged(contest, tmp_path, name):
    for value in DAMAGES[name]:
        data = results_of(contest)
        data["games"][1][name] = value
        damaged(tmp_path, data)


@pytest.mark.parametrize("name", sorted(KEYS - {"format"}))
def test_results_that_lack_a_part_are_damaged_and_spoilt_ones_do_not_hold(contest, tmp_path, name):
    whole = results_of(contest)
    damaged(tmp_path, {key: value for key, value in whole.items() if key != name})
    damaged(tmp_path, whole | {"more": 1})
    for value in (None, 5, "x", 10**400, [{"a": []}], deep(900)):
        if name in ("config", "games"):
            damaged(tmp_path, whole | {name: value})
        else:
            data, read = read_spoiled(tmp_path, whole | {name: value})
            assert _recomputed(data, read, data["games"]) != []


def deep(levels):
    """Lists in lists."""
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("source", ["generated:99999999999999999999", "generated:" + "9" * 5000, "generated:4294967296", "file:a\x00b", "library:a\x00b",
                                    "suite:held-in/../x", "x", ""])
def test_a_source_that_is_none_is_told(source):
    with pytest.raises((ArenaError, ContentError)) as fault:
        load_source(source)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 500


@pytest.mark.parametrize("name", ["name", "rules", "title"])
def test_encounters_told_otherwise_than_they_are_do_not_hold(contest, tmp_path, name):
    data = results_of(contest)
    data["config"]["encounters"][0][name] = "other"
    with pytest.raises(ArenaError, match="has changed"):
        check_same(read_spoiled(tmp_path, data)[1])


def test_a_suite_signature_that_is_not_that_of_the_encounters_is_damage(contest, tmp_path):
    data = results_of(contest)
    data["config"]["signature"] = "0" * 64
    with pytest.raises(ArenaError, match="damaged"):
        check_same(read_spoiled(tmp_path, data)[1])


# -- replays -----------------------------------------------------------------------------------------------------------------
def replay_of(**changed):
    """A replay, read or refused; nobody plays it."""
    duel = load_library_encounter("duel")
    data = {"format": "foemind-replay/1", "encounter": {"name": duel.name, "source": "library:duel", "signature": duel.signature, "text": None},
            "agents": {"companions": "random", "enemies": "greedy"}, "seed": 1, "winner": "draw", "rounds": 3, "choices": []}
    data |= {key: value for key, value in changed.items() if key in data}
    data["encounter"] |= {key: value for key, value in changed.items() if key in data["encounter"]}
    return data


def read_again(tmp_path, data):
    (tmp_path / "replay.json").write_text(json.dumps(data), encoding="utf-8")
    return read_replay(tmp_path / "replay.json")


@pytest.mark.parametrize("changed, part", [
    ({"text": "a=" + "[" * 100_000}, "no TOML"), ({"text": "a=" + "9" * 5000}, "no TOML"),
    ({"text": "a=" + "[" * 300 + "]" * 300}, "unknown key"),
    ({"source": "generated:99999999999999999999"}, "there is no encounter"), ({"source": "file:a\x00b"}, "control characters"),
    ({"source": "file:a\x1b", "text": ""}, "control characters"), ({"text": ""}, "is missing"),
    ({"agents": {"companions": "a\x1b[2J", "enemies": "b"}}, "control characters"),
    ({"agents": {"companions": "a", "enemies": "b\nc"}}, "control characters"),
    ({"agents": {"companions": "a\udcff", "enemies": "b"}}, "control characters"), ({"name": "a\x00"}, "control characters"),
    ({"rounds": -1}, "'winner' or 'rounds'"), ({"rounds": 10**400}, "'winner' or 'rounds'"), ({"winner": "me"}, "'winner' or 'rounds'")])
def test_a_spoilt_replay_is_told_in_one_sentence(tmp_path, changed, part):
    with pytest.raises((ArenaError, ContentError), match=part) as fault:
        read_again(tmp_path, replay_of(**changed))
    assert all(is_printable(line) for line in str(fault.value).split("\n")) and len(str(fault.value)) < 700
    assert isinstance(fault.value, ContentError) or "\n" not in str(fault.value)  # those of content have a line for each fault


def test_a_replay_whose_rounds_are_not_those_that_were_played_is_told(tmp_path):
    from types import SimpleNamespace
    replay = read_again(tmp_path, replay_of())
    replay.check(SimpleNamespace(winner="draw", rounds=3))
    with pytest.raises(ArenaError, match="ends in round 4, the file says 3"):
        replay.check(SimpleNamespace(winner="draw", rounds=4))
    with pytest.raises(ArenaError, match="ends with 'enemies'"):
        replay.check(SimpleNamespace(winner="enemies", rounds=3))
