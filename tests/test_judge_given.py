"""`--another`: what was given for a position is remembered, and not given again."""

import json

import pytest
from command import compiled, fails, run  # noqa: F401
from fights import fight

from judge import SuggestError, given, suggest
from judge.advice import open_battle
from judge.given import Given, position_key
from judge.marks import read_mark

MARK = "foe|bite>hurt|c4|strike"


def another(*more):
    return json.loads(run("suggest", "roofless_hall", "--agent", "role", "--json", *more).stdout)["plans"]


def test_another_plan_is_another_one_until_they_are_used_up():
    marks = [plan["mark"] for plan in another("--top", 2)]
    marks += [another("--another")[0]["mark"], *(plan["mark"] for plan in another("--another", "--top", 2))]
    assert len(marks) == 5 and all(read_mark(one).differs(read_mark(other)) for n, one in enumerate(marks) for other in marks[:n])
    assert another()[0]["mark"] == marks[0] == another()[0]["mark"]  # without --another it begins anew
    assert another("--another")[0]["mark"] == marks[1]


def test_the_last_one_is_told_in_a_sentence(monkeypatch):
    scenario = fight(party=("sheep",), enemies=("wolf",), map="\n......###\n.A....#X#\n......###\n", fight={"first_coin": "enemies"})
    monkeypatch.setattr("judge.cli_suggest.load", lambda *_: scenario)
    for _ in range(40):
        result = run("suggest", "walled", "--agent", "role", "--another", "--json", code=None)
        if result.exit_code:
            break
    assert result.exit_code == 1 and result.stdout == "" and "has no other clearly different plan" in result.stderr and result.stderr.count("\n") == 1
    assert run("suggest", "walled", "--agent", "role", "--json").stdout


def test_a_damaged_memory_is_told_and_written_over_by_the_next_count():
    another()
    file = next(given.folder().glob("*.json"))
    for text in ("{", '{"format": "foemind-given/9", "marks": []}', '{"format": "foemind-given/1", "marks": ["x"]}',
                 '{"format": "foemind-given/1"}', "[]"):
        file.write_text(text, encoding="utf-8")
        assert "cannot be read" in fails("suggest", "roofless_hall", "--agent", "role", "--another")
    another()
    assert another("--another")


def test_positions_are_told_apart_and_dice_are_not():
    scenario = fight()
    battle = open_battle(scenario)
    key = position_key(scenario, battle.state)
    assert key == position_key(scenario, battle.clone(99).state) != position_key(scenario, battle.state, 1)
    battle.state.combatants[0]["vigor"] -= 1
    assert key != position_key(scenario, battle.state)


def test_old_memories_are_removed(monkeypatch):
    monkeypatch.setattr(given, "MOST_FILES", 3)
    scenario = fight()
    state = open_battle(scenario).state
    for vigor in range(1, 8):
        state.combatants[0]["vigor"] = vigor
        Given(scenario, state).keep([MARK])
        assert Given(scenario, state).marks() == [MARK]
    assert len(list(given.folder().glob("*.json"))) == 3 and not list(given.folder().glob("*.part"))


def test_a_mark_that_is_none_is_told():
    with pytest.raises(SuggestError, match="is no mark of a plan"):
        suggest(fight(fight={"first_coin": "enemies"}), agent="role", exclude=["nonsense"])
