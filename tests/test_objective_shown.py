"""What a side is after is shown: one line below the title for every kind of objective, its squares on the map, a text for programs."""

import io
import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from envs.core import codes as k
from envs.objective import goal_squares, is_plain, objective_text, squares_text
from envs.render import ground_legend, map_text, rich_map
from envs.tables import library_names, load_encounter, load_library_encounter
from judge.cli import app
from judge.show import Narrator

FIGHT = '''title = "A yard"
{objective}
map = """
.W..>
..F..
.R..B
"""
[roster.W]
creature = "gate_warden"
side = "companions"
[roster.F]
creature = "fen_archer"
side = "companions"
[roster.R]
creature = "hook_runner"
side = "enemies"
[roster.B]
creature = "gnaw_rat"
side = "enemies"
{fight}
'''
UNDER_WAY = '[fight]\nround = 3\nfirst_side = "enemies"\nnext_side = "enemies"\nheld_rounds = 2'
LINES = [
    ('objective = { kind = "hold", side = "enemies", squares = ["b1", "c1", "b2", "c2"], rounds = 4 }', "", "the enemies are to hold b1 to c2 alone for 4 rounds in a row"),
    ('objective = { kind = "hold", side = "companions", squares = ["a1"], rounds = 3 }', UNDER_WAY, "the companions are to hold a1 alone for 3 rounds in a row (2 so far)"),
    ('objective = { kind = "hold", side = "enemies", squares = ["a1", "c3", "e1"], rounds = 1 }', "", "the enemies are to hold a1, e1 or c3 alone for 1 round in a row"),
    ('objective = { kind = "reach", side = "enemies", squares = ["e1"] }', "", "one of the enemies is to reach e1"),
    ('objective = { kind = "reach", side = "enemies", squares = ["e1", "d1"], who = "B" }', "", "Gnaw-Rat is to reach d1 to e1"),
    ('objective = { kind = "protect", side = "companions", who = "F", rounds = 5 }', "", "the companions are to keep Fen Archer standing for 5 rounds"),
    ('objective = { kind = "slay", side = "enemies", who = "W" }', "", "the enemies are to defeat Gate Warden"),
    ('objective = { kind = "escape", side = "companions", count = 2, survivors = 30, escaped = 50 }', "",
     "2 of the companions are to leave by an exit; 30 % of the result is decided by who is left, where one that left counts 50 %"),
    ('objective = { kind = "eliminate", survivors = 20 }', "", "each side is to eliminate the other; 20 % of the result is decided by who is left")]


def shown(scenario):
    """The lines that a telling of the fight begins with."""
    console = Console(width=200, record=True, file=io.StringIO())
    Narrator(console, scenario)
    return console.export_text().splitlines()


@pytest.mark.parametrize("objective, fight, text", LINES)
def test_the_objective_is_one_line_below_the_title(objective, fight, text, tmp_path):
    path = tmp_path / "yard.toml"
    path.write_text(FIGHT.format(objective=objective, fight=fight), encoding="utf-8")
    scenario = load_encounter(path)
    name = scenario.names[scenario.letters.index("B")]
    assert objective_text(scenario) == text.replace("Gnaw-Rat", name) and shown(scenario)[:2] == ["A yard", f"Objective: {text.replace('Gnaw-Rat', name)}."]


def test_every_kind_of_objective_is_told():
    assert {kind for kind in k.OBJECTIVES if any(f'kind = "{kind}"' in line[0] for line in LINES)} == set(k.OBJECTIVES)


def test_a_fight_to_the_end_needs_no_line(tmp_path):
    path = tmp_path / "yard.toml"
    path.write_text(FIGHT.format(objective="", fight=""), encoding="utf-8")
    scenario = load_encounter(path)
    assert is_plain(scenario.tables[0]) and shown(scenario)[:2] == ["A yard", ""] and objective_text(scenario) == "each side is to eliminate the other"


def test_those_who_left_are_counted(tmp_path):
    path = tmp_path / "yard.toml"
    path.write_text(FIGHT.format(objective='objective = { kind = "escape", side = "companions", count = 2 }', fight=""), encoding="utf-8")
    scenario = load_encounter(path)
    state = scenario.initial.copy()[0]
    state.combatants[scenario.letters.index("F")].status = k.GONE
    state.combatants[scenario.letters.index("R")].status = k.GONE
    assert objective_text(scenario, state).endswith("by an exit (1 so far)")


# -- the map -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", library_names("encounter"))
def test_the_squares_of_the_objective_are_marked(name):
    scenario = load_library_encounter(name)
    goal = goal_squares(scenario.tables[0])
    rows = [[cell.strip() for cell in _cells(line, int(scenario.tables[0].width))] for line in map_text(scenario, scenario.initial[0]).splitlines()[1:]]
    assert {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if '"' in cell} == goal
    assert ('" square of the objective' in ground_legend(scenario)) == bool(goal)


def _cells(line, width):
    """The squares of one row of a map, two or three signs each."""
    wide = 2 if width <= 26 else 3
    return [line[3 + n * wide:3 + (n + 1) * wide] for n in range(width)]


def test_a_way_goes_before_the_mark_and_a_letter_behind_it(tmp_path):
    path = tmp_path / "yard.toml"
    path.write_text(FIGHT.format(objective='objective = { kind = "reach", side = "enemies", squares = ["b1", "c1", "d1", "e1"] }', fight=""), encoding="utf-8")
    scenario = load_encounter(path)
    text = map_text(scenario, scenario.initial[0], [(2, 0), (3, 0)])
    assert text.splitlines()[1] == '  1 ."W * +">' and rich_map(scenario, scenario.initial[0], [(2, 0), (3, 0)]).plain == text


# -- squares and programs --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("squares, text", [({(1, 1)}, "b2"), ({(0, 0), (1, 0)}, "a1 to b1"), ({(0, 0), (1, 1)}, "a1 or b2"),
                                           ({(0, 0), (1, 0), (0, 1), (1, 1)}, "a1 to b2"), ({(0, 0), (1, 0), (1, 1)}, "a1, b1 or b2")])
def test_squares_in_words(squares, text):
    assert squares_text(squares) == text


@pytest.mark.parametrize("words", [["suggest", "glass_garden", "--agent", "random"], ["play", "glass_garden", "--enemies", "random", "--companions", "random"]])
def test_programs_read_the_objective_too(words, monkeypatch):
    from envs.core import jit
    monkeypatch.setattr(jit, "is_warm", lambda *_: True)
    done = CliRunner().invoke(app, [*words, "--json"])
    text = objective_text(load_library_encounter("glass_garden"))
    assert done.exit_code == 0 and json.loads(done.stdout)["objective"] == text
    assert f"Objective: {text}.\n" in CliRunner().invoke(app, words).stdout
