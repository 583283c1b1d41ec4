"""Tactics puzzles: every position loads, every answer is what the prover writes, a wrong key is noticed, agents are scored as documented."""

import json
import shutil
from collections import Counter

import numpy as np
import pytest
from typer.testing import CliRunner

from agents import AgentError, make_agent
from agents.expectimax import prove
from agents.puzzles import (FOLDER, LEAST_MARGIN, PuzzleError, ask, best_choices, load_answers, load_puzzles, position, prove_puzzle, score, text_of,
                            write_answers)
from envs.core import codes as k
from envs.core import jit
from envs.notation import parse_choice
from judge.cli import app

PUZZLES = load_puzzles()
ANSWERS = load_answers()
POSITIONS = {p.name: position(p) for p in PUZZLES}


@pytest.fixture
def folder(tmp_path):
    """A copy of the puzzles to spoil."""
    return shutil.copytree(FOLDER, tmp_path / "puzzles")


def spoil(path, old, new):
    """Change a text in a file of the copy once; it must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


class Player:
    """Plays the best answers, or with `wrong` anything but, in the first `right` of the rows."""

    name = "player"

    def __init__(self, right=99):
        self.right = right
        self.best = {(POSITIONS[p.name].scenario.signature, p.lead): best_choices(p, POSITIONS[p.name], ANSWERS) for p in PUZZLES}
        self.asked = []

    def choose(self, tables, states, masks, rng):
        best = self.best[self.key]
        wrong = next(c for c in np.flatnonzero(masks[0]) if c not in best)
        self.asked.append(states.copy())
        return [min(best) if n < self.right else wrong for n in range(len(states))]


def scored(player, puzzle, **options):
    player.key = POSITIONS[puzzle.name].scenario.signature, puzzle.lead
    return ask(player, puzzle, ANSWERS, **options)


# -- the collection ----------------------------------------------------------------------------------------------------------
def test_there_are_enough_puzzles_of_enough_kinds_for_both_sides():
    kinds = Counter(p.mechanic for p in PUZZLES)
    sides = Counter(POSITIONS[p.name].asked for p in PUZZLES)
    questions = {POSITIONS[p.name].ask for p in PUZZLES}
    assert len(PUZZLES) >= 60 and len(kinds) >= 15 and min(sides.values()) >= len(PUZZLES) // 4 and len(questions) >= 12
    assert {"finish", "spread", "counter's reach", "defend", "grab", "hazard", "dark", "objective"} <= set(kinds)


def test_every_file_is_asked_and_every_puzzle_has_its_file():
    files = {path.stem for path in FOLDER.glob("*.toml")} - {"puzzles", "answers"}
    assert files == {p.name for p in PUZZLES} == set(ANSWERS)


def test_no_two_puzzles_are_one():
    """Neither the same position nor the same title; two of a mechanic do not differ by names and places only."""
    assert len({POSITIONS[p.name].scenario.title for p in PUZZLES}) == len(PUZZLES)

    def gist(p):
        s, t = POSITIONS[p.name].state, POSITIONS[p.name].tables
        rows = [(int(t.roster[i].side), int(c.vigor), int(c.max_vigor), tuple(c.states.tolist())) for i, c in enumerate(s.combatants[:t.n_combatants])]
        return p.mechanic, int(s.ask), tuple(sorted(rows)), len(POSITIONS[p.name].legal()), round(ANSWERS[p.name].value, 4)
    assert len({gist(p) for p in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[p.name for p in PUZZLES])
def test_every_answer_is_legal_belongs_to_its_position_and_is_one_of_several(puzzle):
    battle, answer = POSITIONS[puzzle.name], ANSWERS[puzzle.name]
    best = best_choices(puzzle, battle, ANSWERS)
    assert best < set(battle.legal()) and answer.choices == len(battle.legal()) and answer.margin >= LEAST_MARGIN and -1 <= answer.value <= 1
    assert tuple(text_of(battle, c) for c in sorted(best)) == answer.best


def test_most_puzzles_have_exactly_one_best_answer():
    assert sum(len(a.best) == 1 for a in ANSWERS.values()) >= 0.9 * len(ANSWERS)


# -- proofs ------------------------------------------------------------------------------------------------------------------
def test_the_prover_writes_these_answers_to_the_letter(folder):
    """All of them anew: it takes seconds."""
    (folder / "answers.toml").unlink()
    write_answers({p.name: prove_puzzle(p)[0] for p in PUZZLES}, folder)
    assert (folder / "answers.toml").read_bytes() == (FOLDER / "answers.toml").read_bytes()
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.turns == 1], ids=[p.name for p in PUZZLES if p.turns == 1])
def test_what_the_other_side_does_next_does_not_turn_the_answer(puzzle):
    """Answers that were counted to the end of one turn are best too when the next turn, of one point, is counted with it."""
    battle = position(puzzle)
    battle.tables.rules.points = 1
    assert set(prove(battle, turns=2).best(1e-6)) & best_choices(puzzle, POSITIONS[puzzle.name], ANSWERS)


def test_a_wrong_key_is_noticed(folder):
    puzzle = next(p for p in PUZZLES if p.name == "finish_wounded")
    spoil(folder / "answers.toml", 'best = ["target hound"]', 'best = ["target sack"]')
    with pytest.raises(PuzzleError, match="finish_wounded was not proved for this position"):
        ask(make_agent("random"), puzzle, load_answers(folder), folder=folder)


@pytest.mark.parametrize("file, old, new", [("finish_wounded.toml", "vigor = 4", "vigor = 9"), ("answers.toml", "value = 0.41", "value = 0.42"),
                                            ("cast/hound.toml", "max_vigor = 12", "max_vigor = 13")])
def test_a_changed_position_or_value_is_noticed(folder, file, old, new):
    puzzle = next(p for p in PUZZLES if p.name == "finish_wounded")
    spoil(folder / file, old, new)
    with pytest.raises(PuzzleError, match="prove it anew with foemind puzzles --prove"):
        best_choices(puzzle, position(puzzle, folder), load_answers(folder))


def test_a_position_without_a_best_answer_is_refused(folder):
    spoil(folder / "finish_wounded.toml", "vigor = 4", "vigor = 12")
    puzzle = next(p for p in load_puzzles(folder) if p.name == "finish_wounded")
    with pytest.raises(PuzzleError, match="finish_wounded is no puzzle"):
        prove_puzzle(puzzle, folder)


@pytest.mark.parametrize("old, new, told", [
    ('name = "finish_wounded"\n', "", "puzzle 1 .without a name. needs name and mechanic"),
    ("turns = 1", "turns = 1\nrounds = 1", "has turns and rounds"),
    ("turns = 1", "horizon = 1", "mend its keys"),
    ('name = "finish_unguarded"', 'name = "finish_wounded"', "is there twice"),
    ('lead = ["deed"]', 'lead = ["dead"]', "lead of finish_wounded cannot be played at 'dead'"),
    ('lead = ["deed"]', 'lead = ["deed"]\ndice = [4]', "does not use all its dice"),
    ('lead = ["deed"]', 'lead = ["leave"]', "cannot be played at 'leave'")])
def test_a_faulty_entry_is_told(folder, old, new, told):
    spoil(folder / "puzzles.toml", old, new)
    with pytest.raises(PuzzleError, match=told):
        position(load_puzzles(folder)[0], folder)


# -- scores ------------------------------------------------------------------------------------------------------------------
def test_an_agent_gets_the_share_of_its_best_answers():
    for puzzle in PUZZLES[::9]:
        rows = [scored(Player(right), puzzle) for right in (8, 6, 5, 0)]
        assert [r["share"] for r in rows] == [1, 0.75, 0.625, 0] and [r["solved"] for r in rows] == [True, True, False, False]


def test_the_agent_is_shown_the_position_with_other_dice_each_time():
    player, puzzle = Player(), PUZZLES[0]
    scored(player, puzzle)
    states = player.asked[0]
    assert len({s.dice.state.tobytes() for s in states}) == 8 and not states.dice.n_forced.any()
    states.dice.state[:] = 0
    assert len({s.tobytes() for s in states}) == 1


def test_an_illegal_choice_is_told():
    class Rogue:
        name = "rogue"

        def choose(self, tables, states, masks, rng):
            return np.full(len(states), k.A_MENU + k.LEAVE)
    with pytest.raises(AgentError, match="'rogue' gave no legal choice for the puzzle finish_wounded"):
        ask(Rogue(), PUZZLES[0], ANSWERS)


def test_the_sums_are_those_of_the_rows_and_the_same_seed_gives_the_same_score():
    found = score(make_agent("random"), seeds=4, seed=3)
    assert found == score(make_agent("random"), seeds=4, seed=3) != score(make_agent("random"), seeds=4, seed=4)
    rows = found["puzzles"]
    assert found["total"] == len(rows) == len(PUZZLES) and found["solved"] == sum(r["solved"] for r in rows)
    assert sum(m["total"] for m in found["by_mechanic"].values()) == found["total"] and sum(m["solved"] for m in found["by_mechanic"].values()) == found["solved"]
    assert abs(found["share"] - found["chance"]) < 0.08  # a blind agent has what chance gives
    assert all(set(r["best"]) <= {text_of(POSITIONS[r["name"]], c) for c in POSITIONS[r["name"]].legal()} for r in rows)


# -- the command -------------------------------------------------------------------------------------------------------------
def run(*words, monkeypatch):
    monkeypatch.setattr(jit, "is_warm", lambda *_: True)
    return CliRunner().invoke(app, ["puzzles", *words])


def test_the_command_scores_an_agent_by_mechanic(monkeypatch):
    out = run("--agent", "random", "--seeds", "4", "--json", monkeypatch=monkeypatch)
    found = json.loads(out.stdout)
    assert out.exit_code == 0 and found["total"] == len(PUZZLES) and found["by_mechanic"].keys() == {p.mechanic for p in PUZZLES}
    table = run("--agent", "random", "--only", "finish", monkeypatch=monkeypatch).stdout
    assert "finish" in table and "spread" not in table and "best answers" in table


@pytest.mark.parametrize("words, told", [(("--agent", "gredy"), "did you mean 'greedy'"), (("--agent", "random", "--only", "nothing"), "no puzzle or mechanic"),
                                         (("--prove", "--only", "nothing"), "no puzzle or mechanic"), (("--show", "dark_squares"), "did you mean 'dark_square'"),
                                         (("--show", "dark_square", "--prove"), "leave --prove out, or --show"),
                                         (("--show", "dark_square", "--only", "dark"), "leave --only out, or --show")])
def test_faults_of_the_command_are_one_sentence(words, told, monkeypatch):
    out = run(*words, monkeypatch=monkeypatch)
    assert out.exit_code == 1 and told in out.stderr and out.stderr.count("\n") == 1 and not out.stdout


def test_the_command_shows_a_puzzle_with_its_answer(monkeypatch):
    out = run("--show", "dark_square", monkeypatch=monkeypatch).stdout
    assert "From the unlit side" in out and "So far: walk." in out and "Question for Kennel Hound: walk (at a1, " in out and "Best: at b2, worth 0.125 to the enemies" in out


def test_the_command_shows_a_puzzle_to_a_program(monkeypatch):
    told = json.loads(run("--show", "dark_square", "--json", monkeypatch=monkeypatch).stdout)
    assert told["name"] == "dark_square" and told["lead"] == ["walk"] and (told["side"], told["question"]) == ("enemies", "walk")
    assert told["best"] == ["at b2"] and "at a1" in told["choices"] and round(told["value"], 3) == 0.125 and 0 < told["margin"] < 2


def test_a_puzzle_that_is_answered_best_too_rarely_says_how_often(capsys):
    from judge.cli_base import new_console
    from judge.cli_puzzles import _show_score
    group = {"total": 1, "solved": 0, "share": 0.5, "chance": 0.25}
    row = {"name": "a", "mechanic": "m", "best": ["target hound-a"], "played": "target hound-a", "share": 0.5, "solved": False}
    _show_score(new_console(), {"agent": "x", **group, "by_mechanic": {"m": group}, "puzzles": [row]})
    assert "best target hound-a, played most target hound-a; 50% of its answers were best ones" in capsys.readouterr().out


def test_the_command_proves_anew_and_keeps_the_rest(folder, monkeypatch):
    import agents.puzzles as module
    monkeypatch.setattr(module, "FOLDER", folder)
    for function in (module.load_puzzles, module.load_answers, module.write_answers, module.prove_puzzle, module.position):
        monkeypatch.setattr(function, "__defaults__", tuple(folder if d == FOLDER else d for d in function.__defaults__))
    spoil(folder / "answers.toml", 'best = ["target hound"]', 'best = ["target sack"]')
    out = run("--prove", "--only", "finish_wounded", monkeypatch=monkeypatch)
    assert out.exit_code == 0 and "finish_wounded: target hound is worth" in out.stdout and "1 puzzles proved" in out.stdout
    assert (folder / "answers.toml").read_bytes() == (FOLDER / "answers.toml").read_bytes()


def test_a_choice_in_an_answer_reads_back():
    for puzzle in PUZZLES:
        battle = POSITIONS[puzzle.name]
        assert all(battle.mask[parse_choice(battle.scenario, battle.state, text, int(battle.tables.side))] for text in ANSWERS[puzzle.name].best)
