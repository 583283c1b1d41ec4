"""What a Judge reads: the map, the legend, and a sentence for everything that happens."""

import dataclasses
import io

import pytest
from rich.console import Console

from envs.core import codes as k
from envs.notation import parse_square
from envs.render import map_text, render_rich, render_text, rich_map
from envs.tables import library_names, load_library_encounter
from judge import fight
from judge.show_advice import show_advice
from judge.naming import number, percent

NAMES = library_names("encounter")


def grid(text):
    """The signs of a plain map: {(x, y): sign}."""
    columns, *rows = text.splitlines()
    wide = 2 if len(columns.split()) <= 26 else 3
    return {(x, y): row[3 + x * wide:3 + (x + 1) * wide].strip() for y, row in enumerate(rows) for x in range(len(columns.split()))}


@pytest.mark.parametrize("name", NAMES)
def test_the_map_shows_terrain_and_everybody_where_they_stand(name):
    scenario = load_library_encounter(name)
    t, state = scenario.tables[0], scenario.initial[0]
    signs = grid(map_text(scenario, state))
    assert set(signs) == {(x, y) for x in range(t.width) for y in range(t.height)}
    ground = [int(v) for v in t.terrain]
    covered = {int(item["place"]) for item in state["items"] if item["gear"] != k.NONE} | {n for n in range(len(ground)) if t.feature_at[n] != k.EMPTY}
    for e in state["effects"][state["effects"]["kind"] != k.NONE]:
        covered |= {int(y * t.width + x) for x, y in signs if 0 <= x - e["x"] < e["extent"] and 0 <= y - e["y"] < e["extent"]}
    plain = {0: ".", k.WALL: "#", k.PIT: "^", k.LOW: "=", k.DIFFICULT: ",", k.EXIT: ">"}
    expected = {(x, y): plain[ground[y * t.width + x]] if y * int(t.width) + x not in covered and ground[y * t.width + x] in plain else signs[x, y]
                for x, y in signs}
    expected = {(x, y): "~" if y * int(t.width) + x not in covered and sign == "." and not int(state.lit[y]) >> x & 1 else sign for (x, y), sign in expected.items()}
    for i, letter in enumerate(scenario.letters):
        c, bulk = state.combatants[i], int(t.roster[i].bulk)
        expected |= {(int(c.x) + dx, int(c.y) + dy): letter for dx in range(bulk) for dy in range(bulk)}
    goal = {(x, y) for x, y in signs if int(t.goal[y]) >> x & 1}
    expected |= {square: '"' if expected[square] in ('.', '"') else f'"{expected[square].removeprefix(chr(34))}' for square in goal}
    assert signs == expected


def test_the_shown_path_never_hides_a_combatant():
    scenario = load_library_encounter("duel")
    path = [(4, 5), (4, 4), (3, 1), (3, 2)]
    signs = grid(map_text(scenario, scenario.initial[0], path))
    assert [signs[square] for square in path] == ["*", "*", "W", "+"]


@pytest.mark.parametrize("name", NAMES)
def test_plain_and_coloured_maps_agree(name):
    scenario = load_library_encounter(name)
    assert rich_map(scenario, scenario.initial[0]).plain == map_text(scenario, scenario.initial[0])


def test_the_legend_tells_vigor_square_and_condition():
    scenario = load_library_encounter("broken_gate")
    state = scenario.initial.copy()[0]
    warden, archer, ogre = (scenario.keys.index(key) for key in ("warden", "archer", "ogre"))
    c = state.combatants[ogre]
    c.vigor, c.acted = c.max_vigor // 2, 1
    c.states[k.WEAK] = 3
    state.combatants[warden].vigor = -2
    state.combatants[archer].status = k.DEAD
    lines = {line.split("  ")[0]: line for line in render_text(scenario, state).splitlines()}
    assert lines["O Gravel Ogre"].endswith(f"c2   vigor {c.vigor}/{c.max_vigor}   bloodied, weak 3, has acted")
    assert lines["W Gate Warden"].split("vigor")[1].endswith("dying")
    assert "  -    vigor" in lines["F Fen Archer"] and lines["F Fen Archer"].endswith("dead")
    assert parse_square("c2") == (int(c.x), int(c.y))


def test_names_are_shown_as_they_are_written():
    """A name with square brackets is no markup."""
    scenario = load_library_encounter("duel")
    scenario = dataclasses.replace(scenario, names=["[red]Warden[/red]", "Runner [of hooks]"])
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(render_rich(scenario, scenario.initial[0]))
    text = console.export_text()
    assert "[red]Warden[/red]" in text and "Runner [of hooks]" in text


def test_a_round_is_told_when_it_ends():
    """The position shown after a round is the one in which the round ended: vigor fits the damage that was told."""
    scenario, told = load_library_encounter("duel"), []
    result = fight.play(scenario, "greedy", "greedy", 2, lambda number, paragraphs, state: told.append((number, " ".join(paragraphs), state.copy())))
    assert [number for number, _, _ in told if number] == list(range(1, result.rounds + 1))
    vigor = {name: int(scenario.initial[0].combatants[i].vigor) for i, name in enumerate(scenario.names)}
    for _, text, state in told:
        for i, name in enumerate(scenario.names):
            lost = sum(int(sentence.split(" deals ")[1].split()[0]) for sentence in text.split(". ") if f"damage to {name}" in sentence)
            if "recover" not in text and "vigor (" not in text:
                assert int(state.combatants[i].vigor) == vigor[name] - lost
            vigor[name] = int(state.combatants[i].vigor)


@pytest.mark.parametrize("p, text", [(0, "0 %"), (0.001, "under 1 %"), (0.284, "28 %"), (0.999, "over 99 %"), (1, "100 %")])
def test_chances_are_never_rounded_to_certainty(p, text):
    assert percent(p) == text


def test_numbers_are_short():
    assert [number(x) for x in (4, 4.04, 4.26, 0)] == ["4", "4", "4.3", "0"]


def test_advice_is_shown_whole():
    from judge import suggest
    scenario = load_library_encounter("ford")
    advice = suggest(scenario, agent="greedy")
    text = shown(lambda console: show_advice(console, scenario, advice))
    plan = advice.plans[0]
    assert all(sentence in text for sentence in plan.sentences) and scenario.title in text and plan.reason in text and plan.read_aloud in text
    assert f"{percent(plan.win_before)} before, {percent(plan.win_after)} after" in text
    assert all(percent(roll.triumph) in text for roll in plan.odds)


def shown(show):
    """What `show(console)` prints, as plain text."""
    console = Console(width=200, record=True, file=io.StringIO())
    show(console)
    return console.export_text()


def test_the_demo_prints_what_the_command_prints(capsys):
    from typer.testing import CliRunner

    from judge import demo
    from judge.cli import app
    assert demo.main() == 0
    told = untimed(capsys.readouterr().out)
    printed = untimed(CliRunner().invoke(app, ["suggest", demo.ENCOUNTER]).stdout)
    first = told.index(printed[0])
    assert told[first:first + len(printed)] == printed and any(line.startswith("win chance ") for line in printed)


def untimed(text):
    """The lines of a text without that of how long it took."""
    return [line for line in text.splitlines() if not line.startswith("Found in ")]


@pytest.mark.parametrize("code, last", [(k.E_WALK, 0), (k.E_FORCED, k.PUSH), (k.E_FORCED, k.SHOVE), (k.E_TELEPORT, k.NONE), (k.E_JUMP, 0)])
def test_a_way_that_ends_where_it_began_names_no_squares(code, last):
    from judge.explain import event_sentence
    from judge.words import _move_sentence
    scenario = load_library_encounter("duel")
    for end in (9, 10):
        event = (code, 0, 9, end, last)
        told = [event_sentence(scenario, scenario.initial[0], event)] + ([_move_sentence(scenario, 0, None, event)] if code == k.E_WALK else [])
        assert all((" from b2" in text and " to c2" in text) == (end == 10) and "b2 to b2" not in text and "  " not in text and " ." not in text for text in told)
