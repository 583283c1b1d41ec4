"""Golden playthroughs of the library's encounters and perft counts: any change of behaviour shows as a difference of text."""

import json

import pytest
from golden import playthrough, regenerate

from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import library_names, load_library_encounter
from judge.perft import perft

HOW = "if that is meant, run python tests/golden/regenerate.py and look at the diff"
ROWS = json.loads(regenerate.PERFT.read_text(encoding="utf-8"))
CASES = {name: (scenario, depth) for name, scenario, depth in regenerate.perft_cases()}


@pytest.mark.parametrize("name", library_names("encounter"))
def test_a_playthrough_is_as_it_was(name):
    stored, now = regenerate.golden_path(name).read_text(encoding="utf-8").splitlines(), playthrough.text(name, regenerate.SEED).splitlines()
    for number, (old, new) in enumerate(zip(stored, now), 1):
        assert new == old, f"line {number} of {name}.txt differs; {HOW}"
    assert len(now) == len(stored), f"{name}.txt has {len(stored)} lines, the game {len(now)}; {HOW}"


def test_every_golden_file_has_its_encounter():
    assert {path.stem for path in regenerate.HERE.glob("*.txt")} == set(library_names("encounter"))


@pytest.mark.parametrize("name", library_names("encounter"))
def test_the_stored_choices_lead_to_the_stored_position(name):
    """The file alone replays the game: its choices are read back as text, its position as a record."""
    lines = regenerate.golden_path(name).read_text(encoding="utf-8").splitlines()
    battle = Battle(load_library_encounter(name), seed=regenerate.SEED, log=False)
    for line in lines:
        if line[0].isdigit():
            battle.step(notation.parse_choice(battle.scenario, battle.state, line.split(": ", 1)[1], int(battle.tables.side)))
    final = notation.parse_position(battle.scenario, lines[-1].removeprefix("final "))
    assert playthrough.bare(final[0:1]) == playthrough.bare(battle.record()[0:1])


def test_the_playthroughs_show_what_this_version_plays():
    """Together they have every event of this version and most questions, so that they guard something."""
    text = "\n".join(regenerate.golden_path(name).read_text(encoding="utf-8") for name in library_names("encounter"))
    events = {line.strip() for line in text.splitlines() if line.startswith("    ")}
    missing = [name for name in ("round", "turn", "action", "walk", "deed", "roll", "damage", "guard", "counter", "state ", "state vigor", "recover",
                                 "dying", "dead", "supply", "spark", "over") if not any(e.startswith(name) for e in events)]
    assert not missing
    words = ("take ", "points 1", "target ", "guard 1", "with ", "at ", "spark damage", "recoveries ", "line ", "pass")
    assert not [word for word in words if f": {word}" not in text]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["encounter"])
def test_perft_counts_are_as_stored(row):
    scenario, depth = CASES[row["encounter"]]
    assert depth == row["depth"] and [int(n) for n in perft(scenario, depth, row["seed"])] == row["counts"], HOW


def test_every_encounter_has_perft_counts():
    assert [row["encounter"] for row in ROWS] == list(CASES)


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("perft_")])
def test_perft_agrees_with_counting_by_the_facade(name):
    """The same counts by playing every sequence of two choices from the start."""
    scenario = CASES[name][0]

    def after(*choices):
        battle = Battle(scenario, seed=regenerate.SEED, log=False)
        for choice in choices:
            battle.step(choice)
        return [] if battle.ask == k.OVER else battle.legal()

    first = after()
    assert [len(first), sum(len(after(choice)) for choice in first)] == [int(n) for n in perft(scenario, 2, regenerate.SEED)]
