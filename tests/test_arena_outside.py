"""A user's own agents in processes of their own: they play like ours, and each way to fail loses one game, in one sentence, and no more."""

import json
import multiprocessing
import os
import re
from pathlib import Path

import arena_agents
import numpy as np
import pytest

from agents.arena.entrants import Entrant, enter, file_digest, is_outside, names_a_class
from agents.arena.errors import ArenaError, Forfeit
from agents.arena.games import play_games
from agents.arena.outside import Outside
from agents.arena.players import Inside, Players
from agents.arena.results import without_times
from agents.arena.schedule import schedule
from agents.base import AgentError
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import load_library_encounter

OURS = Entrant("random", False, True, True, "")


@pytest.fixture(scope="module")
def duel():
    return load_library_encounter("duel")


def visitor(name):
    return Entrant(f"arena_agents:{name}", True, False, True, file_digest(arena_agents.__file__))


def games_of(duel, name, count=2, limit=30.0):
    """Records of a few games of a visitor against random."""
    made = schedule(2, [duel.signature], count, 1)
    with Players([visitor(name), OURS], limit) as players:
        return made, [record for game in made for record in play_games(duel, [game], players)]


# -- who is outside --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, outside", [("random", False), ("greedy", False), ("policy", False), ("policy:FILE.onnx", False), ("policy:arena_agents", False), ("random:Random", False),
                                           ("search:200", False), ("policy+search:50", False), ("arena_agents:First", True), ("os.path:join", True)])
def test_a_class_of_a_module_is_outside_and_a_known_agent_never(text, outside):
    assert is_outside(text) is outside


def test_an_agent_that_another_package_installs_is_outside(tmp_path, monkeypatch):
    (tmp_path / "visitor_pack.py").write_text("from arena_agents import First\n\nclass Guest(First):\n    def __init__(self, word='none'):\n        assert word\n")
    home = tmp_path / "visitor_pack-1.0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: visitor-pack\nVersion: 1.0\n")
    (home / "entry_points.txt").write_text("[foemind.agents]\nguest = visitor_pack:Guest\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert is_outside("guest") and is_outside("guest:hello") and not names_a_class("guest:hello")
    guest, _ = enter(["guest:hello", "random"], 30)
    assert guest.outside and guest.reproducible and len(guest.identity) == 16


@pytest.mark.parametrize("texts, part", [(["random"], "two agents"), (["random", "random"], "twice"), (["random", "no_such_module_here:Agent"], "neither an agent"),
                                         (["random", "grandom"], "there is no agent 'grandom'"), (["random", ""], "two agents")])
def test_entrants_that_cannot_be_are_refused_in_one_sentence(texts, part):
    with pytest.raises(AgentError, match=part) as fault:
        enter(texts, 30)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("name, part", [("Unloadable", "RuntimeError: it needs a book"), ("Mute", "no method choose"), ("Nobody", "AttributeError")])
def test_an_agent_that_does_not_load_ends_the_arena_before_it_begins(name, part):
    with pytest.raises(AgentError, match=part) as fault:
        enter([f"arena_agents:{name}", "random"], 30)
    assert str(fault.value).startswith(f"agent 'arena_agents:{name}' does not load: ")


def test_timed_agents_and_those_that_say_so_are_marked():
    moody, plain = enter(["arena_agents:Moody", "arena_agents:First"], 30)
    assert not moody.reproducible and plain.reproducible and moody.identity == plain.identity


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_a_time_limit_that_is_none_is_refused(limit):
    from agents.arena.outside import check_limit
    with pytest.raises(ArenaError):
        check_limit(limit)


# -- playing ---------------------------------------------------------------------------------------------------------------
def test_an_agent_outside_plays_as_it_would_inside(duel):
    """The same generator and questions: a drawn agent outside gives the game that its class gives in this process."""
    from arena_agents import Drawn
    made, records = games_of(duel, "Drawn")
    inside = Inside(OURS._replace(batched=False))
    inside.agent, inside.begin = Drawn(), lambda *_: None
    again = [r for game in made for r in play_games(duel, [game], {0: inside, 1: Inside(OURS)})]
    assert without_times(records) == without_times(again) and not any(r["forfeit"] for r in records)
    assert all(r["seconds"][game.sides.index(0)] > 0 for game, r in zip(made, records))


@pytest.mark.parametrize("name, kind, part", [
    ("Illegal", "illegal", "which is not legal: "), ("Shapeless", "illegal", "answered with float64 of shape ()"),
    ("Raising", "crash", "arena_agents:Raising crashed: OSError: no book of tactics"), ("Exiting", "crash", "crashed: SystemExit: 3"),
    ("Dying", "crash", "its process ended with exit code 7 when it was asked for a choice"), ("Hanging", "hang", "took longer than 0.4 s when it was asked for a choice")])
def test_each_way_to_fail_loses_the_game_and_the_next_is_played(duel, name, kind, part):
    made, records = games_of(duel, name, limit=0.4 if kind == "hang" else 30.0)
    for game, record in zip(made, records):
        side = k.SIDE_NAMES[game.sides.index(0)]
        assert record["forfeit"]["kind"] == kind and record["forfeit"]["side"] == side
        assert part in record["forfeit"]["why"] and "\n" not in record["forfeit"]["why"]
        assert record["winner"] == k.SIDE_NAMES[1 - k.SIDE_NAMES.index(side)]


def test_a_process_that_was_ended_comes_back_for_the_next_game(duel):
    _, records = games_of(duel, "Late", limit=0.5)
    assert [r["forfeit"]["kind"] for r in records] == ["hang", "hang"]
    assert min(sum(r["decisions"]) for r in records) >= 2


@pytest.mark.parametrize("name", ["Once", "Told"])
def test_no_memory_outlives_a_game(duel, name):
    _, records = games_of(duel, name, count=4)
    assert not any(r["forfeit"] for r in records)


def test_what_it_prints_stays_out_of_the_output(duel, capfd):
    games_of(duel, "First")
    heard = capfd.readouterr()
    assert "thinking" not in heard.out and "thinking" in heard.err


def test_it_sees_other_dice_and_can_spoil_its_copies_only(duel, tmp_path, monkeypatch):
    monkeypatch.setenv("FOEMIND_TEST_DICE", str(tmp_path / "dice"))
    made, records = games_of(duel, "Meddler")
    _, plain = games_of(duel, "First")
    assert without_times(records) == without_times(plain)
    seen = {tuple(json.loads(line)) for line in (tmp_path / "dice").read_text(encoding="ascii").splitlines()}
    real = set()
    battle = Battle(duel, seed=made[0].seed)
    while not battle.over:
        real.add(tuple(battle.state.dice.state.tolist()))
        battle.step(battle.legal()[0])
    assert len(seen) > 10 and not seen & real


def test_no_process_is_left():
    before = set(multiprocessing.active_children())
    with Outside("arena_agents:First", 30) as agent:
        pid = agent._process.pid
        assert len(set(multiprocessing.active_children()) - before) == 1
    assert set(multiprocessing.active_children()) == before
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_process_killed_between_two_questions_is_a_crash(duel):
    battle = Battle(duel, seed=1)
    with Outside("arena_agents:First", 30) as agent:
        agent.begin(duel.tables, 1, 0)
        agent._process.kill()
        agent._process.join()
        with pytest.raises(Forfeit, match="exit code -9"):
            agent.choose(duel.tables, battle.record().copy(), battle.mask[None, :].copy(), [np.random.default_rng(1)])
        agent.begin(duel.tables, 1, 0)
        choices, seconds = agent.choose(duel.tables, battle.record().copy(), battle.mask[None, :].copy(), [np.random.default_rng(1)])
        assert choices.tolist() == [battle.legal()[0]] and seconds >= 0


def test_the_agent_of_the_documentation_joins_and_plays(duel, tmp_path, monkeypatch):
    text = (Path(__file__).resolve().parents[1] / "docs" / "arena.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    assert code.count("\n") <= 15
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)  # found in the folder where the command runs, not on the path
    entrants = enter(["mine:Bold", "random"], 30)
    made = schedule(2, [duel.signature], 2, 1)
    with Players(entrants, 30) as players:
        records = [r for game in made for r in play_games(duel, [game], players)]
    assert len(records) == 2 and not any(r["forfeit"] for r in records)
