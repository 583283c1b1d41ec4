"""The role that is read from a stat block, beside the one that its file names for people."""

import tomllib
from pathlib import Path

import numpy as np

from agents.kernels import role_table as r
from envs.core import codes as k
from envs.suites import load_suite, suite_files
from envs.tables import library_names, load_library_encounter
from envs.tables.library import library_item


PARTS = {"vanguard": "brute", "guardian": "brute", "archer": "artillery", "duellist": "skirmisher", "mender": "leader", "hexer": "controller",
         "shifter": "controller"}  # what companions of a calling fight like


def written(side):
    """{creature: (written role, derived role)} of all creatures of a side in the library's encounters and of both suites."""
    out, fights = {}, [(load_library_encounter(name), None) for name in library_names("encounter")]
    for suite in ("held-in", "held-out"):
        files = suite_files(suite)
        fights += zip(load_suite(suite)[-len(files):], files)
    for scenario, file in fights:
        if file is None:
            roster = {letter: entry.creature for letter, entry in library_item("encounter", scenario.name).model.roster.items()}
            own = {}
        else:
            data = tomllib.loads(Path(file).read_text(encoding="utf-8"))
            roster, own = {letter: e.get("creature") for letter, e in data["roster"].items()}, data.get("creatures", {})
        for slot, letter in enumerate(scenario.letters):
            name = roster[letter]
            if scenario.tables[0].roster[slot].side != side or name is None:
                continue
            word = own[name]["role"] if name in own else library_item("creature", name).model.role
            out[(scenario.name if name in own else "library", name)] = (word, r.ROLE_NAMES[r.role_of(scenario.tables[0], slot)])
    return out


def test_the_derived_role_fits_the_written_one_for_most_monsters():
    """It is read from the kit, so a role is what a monster can do: four of five, and more than half of each role."""
    pairs = list(written(k.ENEMIES).values())
    assert len(pairs) > 150 and np.mean([a == b for a, b in pairs]) > 0.78
    for name in r.ROLE_NAMES:
        assert np.mean([b == name for a, b in pairs if a == name]) > 0.5, name


def test_companions_fight_like_what_they_can_do():
    """Three of four; who heals among the fighters leads, an archer with a blade skirmishes."""
    pairs = [(PARTS[a], b) for a, b in written(k.COMPANIONS).values() if a in PARTS]
    assert len(pairs) > 100 and np.mean([a == b for a, b in pairs]) > 0.75
