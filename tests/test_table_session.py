"""Sessions: undo and redo give the same bytes, files read back to the same bytes, and what does not fit is refused in a sentence."""

import json

import numba
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_cases import at_table, fighter, say, to_the_companions, yard

from envs.core import codes as k
from envs.positions import position_faults
from envs.tables import load_library_encounter
from judge.advising import advice_for, own_plan
from judge.table import Table, TableError
from judge.table.play import ROLLED

COMPILED = not numba.config.DISABLE_JIT
CASES = settings(max_examples=40 if COMPILED else 3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
LINES = [
    "",
    "go",
    "w f4, steady ogre 7 9",
    "f attack",
    "f long shot thorn triumph",
    "h c7, ink runner hit",
    "m mend w 15",
    "vigor ogre 9",
    "state w weak 2",
    "kill thorn",
    "move a a1",
    "side e",
    "no",
    "7 9",
    "d6 3",
    "w f4,",
    "end",
    "zzz",
]
ACTIONS = st.lists(st.one_of(st.sampled_from(LINES), st.tuples(st.sampled_from(["undo", "redo"]), st.integers(1, 4))), min_size=5, max_size=40)


@CASES
@given(actions=ACTIONS, roll=st.sampled_from(ROLLED), seed=st.integers(0, 3))
def test_undo_and_redo_give_the_same_bytes(actions, roll, seed):
    """Against a plain list of positions; a refused line leaves all as it was; the session written at the end reads back whole."""
    table = at_table(agent="random", roll=roll, seed=seed)
    past, future = [table.digest()], []
    for action in actions:
        steps, pending = len(table.steps), table.pending
        try:
            if isinstance(action, str):
                table.apply_line(action)
                if len(table.steps) > steps:
                    past, future = [*past, table.digest()], []
            elif action[0] == "undo":
                count = action[1] - (pending is not None)
                table.undo(action[1])
                if len(past) > count:
                    future += past[len(past) - count :][::-1] if count else []
                    past = past[: len(past) - count]
                else:  # back before the coin, which falls again as it did
                    table.redo(len(table.undone))
                    past, future = [*past, *future[::-1]], []
            else:
                table.redo(action[1])
                past, future = past + future[::-1][: action[1]], future[: len(future) - action[1]]
        except TableError:
            assert len(table.steps) == steps
        assert table.digest() == past[-1] and len(table.steps) == len(past) and len(table.undone) == len(future)
    assert table.need.kind == "over" or table.pending is not None or position_faults(table.position.tables, table.state) == []
    again = _reread(table, json.loads(json.dumps(table.as_dict())))
    assert (
        again.as_dict() == table.as_dict() and again.need == table.need and [step.told for step in again.steps] == [step.told for step in table.steps]
    )
    for step, same in zip(table.steps + table.undone, again.steps + again.undone):
        assert step.before.tobytes() == same.before.tobytes() and step.after.tobytes() == same.after.tobytes()


def _reread(table, data, tmp=None):
    """The table that a session's values lead to, without a file."""
    from judge.table import store

    again = Table(table.scenario, data["seed"], table.agent, data["roll"])
    again._restore("here", store._tested("here", data))
    return again


def test_a_whole_round_of_four_against_four_is_quick_to_enter(tmp_path):
    """Eight turns; players' dice are typed, the monsters' are rolled by the Judge's Enter."""
    table, typed = at_table(), 1 + len("c")
    lines = ["w f4, steady ogre 7 9 guard 3", "m mend w 8 7", "h ink runner hit unguarded", "f long thorn 15"]
    for line in lines:
        typed += len(line) + 1
        table.apply_line(line)
        typed += to_the_companions(table)
    assert table.state.round_no == 2 and all(fighter(table, letter)["acted"] == 0 for letter in "WFHMOART")
    assert typed < 200  # at 5 keys a second, well under a minute
    assert table.scenario.tables[0].n_combatants == 8
    table.save(tmp_path / "round.json")
    assert Table.load(tmp_path / "round.json", yard(), "greedy").digest() == table.digest()


def test_a_whole_fight_to_its_end_and_back():
    table = at_table(roll="all", agent="greedy")
    for _ in range(400):
        if table.need.kind == "over":
            break
        say(table, "" if table.pending is not None or table.need.side == "enemies" else "go")
    assert table.need.kind == "over"
    with pytest.raises(TableError, match="the fight is over"):
        table.apply_line("go")
    digests = [step.before.tobytes() for step in table.steps[1:]]
    for before in digests[::-1]:
        table.undo()
        assert table.position.snapshot().tobytes() == before
    table.redo(len(digests))
    assert table.need.kind == "over"


def test_going_on_with_a_question_that_waited(tmp_path):
    table = at_table("w f4, steady ogre", "7 9")
    assert table.need.kind == "choice"
    table.save(tmp_path / "s.json")
    again = Table.load(tmp_path / "s.json", yard(), "greedy")
    assert again.need == table.need and again.pending == table.pending
    assert say(again, "no").digest() == say(table, "no").digest()


def test_the_coin_waits_and_can_be_taken_back(tmp_path):
    table = Table(yard(), 1, "random")
    assert table.need.kind == "dice" and table.need.side == ""
    table.save(tmp_path / "s.json")
    again = Table.load(tmp_path / "s.json", yard(), "random")
    assert again.need == table.need
    say(again, "e")
    assert again.need.side == "enemies"
    again.undo()
    assert again.need == table.need and say(again, "c").need.side == "companions"


def test_a_fight_under_way_and_one_with_a_set_coin_begin_at_their_question():
    table = Table(load_library_encounter("roofless_hall"), 0, "random")
    assert table.need.kind == "turn" and table.state.ask == k.ASK_ACTION and "Hollow Oath-Knight" in table.need.text
    with pytest.raises(TableError, match="nothing to take back"):
        table.undo()


def test_what_is_suggested_is_what_go_does_and_tells_nothing_of_the_dice():
    """The choices that `go` makes up to its roll are those of the plan; another seed's dice give the same advice."""
    for letter in "OART":
        tables = [at_table("w end", agent="greedy", seed=1), at_table("w end", agent="greedy", seed=1)]
        tables[1].position.state.dice.state[:] = 12345
        plans = [table.suggest(letter) for table in tables]
        assert plans[0].choices == plans[1].choices and plans[0].odds == plans[1].odds
        table = tables[0]
        table.go(letter)
        while table.pending is not None:
            table.apply_line("")
        done = [move.choice for move in table.steps[-1].moves]
        asked = [choice for choice in plans[0].choices if choice in done]
        first_roll = next((n for n, move in enumerate(table.steps[-1].moves) if len(sum(move.dice, ())) > 1), len(done))
        assert (
            asked
            and [choice for choice in done[: first_roll + 1] if choice in plans[0].choices]
            == plans[0].choices[: len([c for c in done[: first_roll + 1] if c in plans[0].choices])]
        )


@pytest.mark.parametrize("letter", "OT")
def test_what_a_suggested_turn_is_worth_is_what_the_command_suggest_says_of_it(letter):
    """The agent's own turn is among the plans of `advice_for`: the same facts; the table is as before."""
    table = at_table("w end", agent="greedy", seed=1)
    suggestion, bytes_before = table.suggest(letter), table.digest()
    slot = table.scenario.slot(letter)
    plan = own_plan(table.position.battle, slot, table.adviser, table.seed)
    own = next(one for one in advice_for(table.position.battle, slot, table.adviser, table.seed, 8).plans if one.own)
    compared = {"rank", "reason", "on_fail", "on_conflict", "on_triumph"}
    assert plan.model_dump(exclude=compared) == own.model_dump(exclude=compared) and table.digest() == bytes_before
    assert plan.sentences == suggestion.sentences and plan.choices == suggestion.choices and 0 < plan.win_after < 1
    assert not plan.reason and not plan.on_fail


def test_a_table_refuses_what_it_does_not_know():
    with pytest.raises(TableError, match="use nothing, small, enemies, all"):
        Table(yard(), 0, "random", "sometimes")
    with pytest.raises(TableError, match="answer it, or take the line back"):
        at_table("w f4, steady ogre").suggest()


# -- files ---------------------------------------------------------------------------------------------------------------------
def _change(path, **entries):
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | entries))


def _edit(path):
    data = json.loads(path.read_text())
    data["steps"][1]["moves"].append({"edit": "banana ogre 3"})
    path.write_text(json.dumps(data))


def _dice(path):
    data = json.loads(path.read_text())
    data["steps"][1]["moves"][-1] = {"choice": "no such thing", "dice": [[99]]}
    path.write_text(json.dumps(data))


DAMAGE = {
    "no JSON": (lambda p: p.write_text(p.read_text()[:200]), "is damaged: no JSON"),
    "empty": (lambda p: p.write_text(""), "is damaged: no JSON"),
    "bytes": (lambda p: p.write_bytes(b"\xff\xfe\x00" * 50), "is damaged: no JSON"),
    "another JSON": (lambda p: p.write_text('{"name": "x"}'), "is no session of foemind run"),
    "a list": (lambda p: p.write_text("[1]"), "is no session of foemind run"),
    "nested": (lambda p: p.write_text("[" * 100000), "is damaged: no JSON"),
    "newer": (lambda p: _change(p, format="foemind-table/2"), "go on with the version that wrote it"),
    "no seed": (lambda p: _change(p, seed="one"), "no proper entry 'seed'"),
    "steps": (lambda p: _change(p, steps=[{"line": 3}]), "no proper entry 'steps'"),
    "roll": (lambda p: _change(p, roll="dice"), "no proper entry 'roll'"),
    "pending": (lambda p: _change(p, pending={"line": "w", "answers": 4}), "no proper entry 'pending'"),
    "pending misfit": (lambda p: _change(p, pending={"line": "zzz", "answers": []}), "its last question does not fit"),
    "an edit": (_edit, "is no edit"),
    "a die": (_dice, "cannot be played again"),
    "position": (lambda p: _change(p, position="0" * 64), "lead to another position"),
    "seed": (lambda p: _change(p, seed=5), "lead to another position"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_session_is_refused_in_a_sentence(kind, tmp_path):
    path = tmp_path / "s.json"
    at_table("w f4, steady ogre 7 9 unguarded").save(path)
    damage, piece = DAMAGE[kind]
    damage(path)
    there = path.read_bytes()
    with pytest.raises(TableError) as error:
        Table.load(path, yard(), "random")
    assert piece in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)
    assert path.read_bytes() == there


def test_a_session_of_another_encounter_is_refused(tmp_path):
    at_table().save(tmp_path / "s.json")
    with pytest.raises(TableError, match="belongs to 'table_round' as it was when it began"):
        Table.load(tmp_path / "s.json", load_library_encounter("duel"), "random")


def test_any_change_of_the_bytes_is_read_or_refused(tmp_path):
    """Single characters of a session file changed: never another exception."""
    path = tmp_path / "s.json"
    at_table("w f4, steady ogre 7 9 unguarded").save(path)
    text = path.read_text()
    for at in range(0, len(text), 17):
        path.write_text(text[:at] + "7" + text[at + 1 :])
        try:
            Table.load(path, yard(), "random")
        except TableError as error:
            assert "\n" not in str(error)
