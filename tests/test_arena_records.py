"""Games of an arena's folder that were changed or damaged: what cannot be is refused when the arena goes on, what was not played gets into no replay."""

import json
import shutil

import pytest

from agents.arena import ArenaError, hold, plan_contest
from agents.arena.games import pack_choices, unpack_choices
from agents.arena.replay import telling_games


@pytest.fixture(scope="module")
def contest():
    return plan_contest(["random", "greedy"], ["duel"], 6, seed=4)


@pytest.fixture(scope="module")
def whole(contest, tmp_path_factory):
    """The folder of the arena, held to its end."""
    folder = tmp_path_factory.mktemp("records") / "arena"
    hold(contest, folder)
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    """A copy of it to spoil, without what is computed from the games."""
    copy = shutil.copytree(whole, tmp_path / "arena")
    (copy / "results.json").unlink()
    shutil.rmtree(copy / "replays")
    return copy


def change(contest, folder, alter):
    """Alter the record of a game that becomes a replay; its number."""
    path = folder / "games.jsonl"
    records = {r["game"]: r for r in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    game = telling_games(contest.games, records)[0][1].index
    alter(records[game])
    path.write_text("".join(json.dumps(record) + "\n" for record in records.values()), encoding="utf-8")
    return game


def refused(contest, folder):
    """The sentence that ends the arena; nothing is written then, and nothing lost."""
    before = (folder / "games.jsonl").read_bytes()
    with pytest.raises(ArenaError) as fault:
        hold(contest, folder)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 500
    assert (folder / "games.jsonl").read_bytes() == before and not (folder / "results.json").exists()
    return str(fault.value)


CANNOT_BE = {
    "negative seconds": (lambda r: r.update(seconds=[-1.0, 0.5]), "the entry 'seconds'"),
    "a share above all": (lambda r: r.update(share=[5, 5]), "the entry 'share'"), "a share below nothing": (lambda r: r.update(share=[-0.5, 0]), "the entry 'share'"),
    "no decisions": (lambda r: r.update(decisions=[0, 0]), "choices and tells of 0 decisions"),
    "no choices": (lambda r: r.update(choices=pack_choices([])), "it has 0 choices and tells of"),
    "a forfeit that was won": (lambda r: r.update(forfeit={"side": r["winner"], "kind": "hang", "why": ""}), "forfeited it"),
    "an illegal answer to two questions": (lambda r: r.update(forfeit={"side": "companions", "kind": "illegal", "why": ""}, winner="enemies",
                                                              decisions=[r["decisions"][0] + 2, r["decisions"][1]]), "choices and tells of"),
    "vigor of nobody": (lambda r: r.update(left=[0, 0], vigor=[3, 0]), "do not agree"), "a share of no vigor": (lambda r: r.update(vigor=[0, 0], share=[0.5, 0]), "do not agree")}


@pytest.mark.parametrize("name", CANNOT_BE)
def test_numbers_of_a_game_that_cannot_be_are_refused_when_the_arena_goes_on(contest, folder, name):
    alter, part = CANNOT_BE[name]
    change(contest, folder, alter)
    said = refused(contest, folder)
    assert part in said and "line " in said and "take that line out" in said


def another_choice(number):
    """The choices with another at the first place."""
    def alter(record):
        record["choices"] = pack_choices([number, *unpack_choices(record["choices"])[1:]])
    return alter


def shorter(record):
    record["choices"] = pack_choices(unpack_choices(record["choices"])[:-1])
    record["decisions"] = [record["decisions"][0] - 1, record["decisions"][1]]


def longer(record):
    record["choices"] = pack_choices([*unpack_choices(record["choices"]), 0])
    record["decisions"] = [record["decisions"][0] + 1, record["decisions"][1]]


NOT_PLAYED = {
    "an illegal choice": (another_choice(0), "its choice 1 is not legal there"), "a number that is no choice": (another_choice(65535), "its choice 1 is not legal there"),
    "an end that is missing": (shorter, "the winner nobody yet"), "a choice after the end": (longer, "is not legal there"),
    "another winner": (lambda r: r.update(winner={"companions": "enemies"}.get(r["winner"], "companions")), "lead to the winner"),
    "other rounds": (lambda r: r.update(rounds=r["rounds"] + 1), "lead to the rounds"),
    "decisions of the other side": (lambda r: r.update(decisions=[r["decisions"][0] - 1, r["decisions"][1] + 1]), "lead to the decisions"),
    "nobody hurt": (lambda r: r.update(vigor=[r["vigor"][0] + r["vigor"][1] + 1] * 2, left=[1, 1]), "lead to the vigor"),
    "a rounder share": (lambda r: r.update(share=[0.01 if s else 0 for s in r["share"]]), "lead to the share")}


@pytest.mark.parametrize("name", NOT_PLAYED)
def test_a_game_that_does_not_replay_is_named_and_gets_into_no_replay(contest, folder, name):
    alter, part = NOT_PLAYED[name]
    game = change(contest, folder, alter)
    said = refused(contest, folder)
    assert said.startswith(f"game {game} in games.jsonl does not go as it says there (") and part in said and "take its line out" in said


def test_with_its_line_taken_out_the_game_is_played_again(contest, whole, folder):
    game = change(contest, folder, lambda r: r.update(rounds=r["rounds"] + 1))
    refused(contest, folder)
    path = folder / "games.jsonl"
    path.write_text("".join(line + "\n" for line in path.read_text(encoding="utf-8").splitlines() if json.loads(line)["game"] != game), encoding="utf-8")
    assert hold(contest, folder)["outcome"] == json.loads((whole / "results.json").read_text(encoding="utf-8"))["outcome"]
