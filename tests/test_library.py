"""The library as a whole: how much of what there is, that it shows every word of the rules, that no two creatures are alike, that all can be done."""

import numpy as np
import pytest
from rich.console import Console

import envs.tables as tables
from envs.battle import Battle
from envs.core import codes as k
from envs.tables.library import library_item
from envs.tables.matrix import Does, creature_does, groups, joined, kin, matrix, matrix_text, twins, uses, vocabulary
from envs.tables.schema import COMPANION_ROLES, MONSTER_ROLES
from envs.tables.schema_lines import VERB_KEYS
from envs.tables.words import square_name
from judge.library import lint_library, show_matrix

CREATURES = {name: library_item("creature", name).model for name in tables.library_names("creature")}
MONSTERS = {name: c for name, c in CREATURES.items() if c.threat is not None}
COMPANIONS = {name: c for name, c in CREATURES.items() if c.level is not None}
ENCOUNTERS = {name: library_item("encounter", name).model for name in tables.library_names("encounter")}
USES = uses()
YARD = """title = "A yard"
map = '''
......
......
......
......
......
......
'''
[fight]
round = 1
first_side = "enemies"
turn = {{ of = "X", points = 3 }}
[roster.X]
creature = "{name}"
side = "enemies"
at = "b2"
vigor = 5
grabbed_by = ["F"]
[roster.A]
creature = "gate_warden"
side = "enemies"
at = "{below}"
[roster.F]
creature = "weed_wrestler"
side = "companions"
at = "{right}"
"""


# -- how much of what ------------------------------------------------------------------------------------------------------
def test_every_creature_is_a_monster_or_a_companion():
    assert set(MONSTERS) | set(COMPANIONS) == set(CREATURES) and not set(MONSTERS) & set(COMPANIONS)
    assert {c.role for c in MONSTERS.values()} == set(MONSTER_ROLES) and {c.role for c in COMPANIONS.values()} == set(COMPANION_ROLES)
    assert all(c.endures for c in COMPANIONS.values()) and not any(c.endures for c in MONSTERS.values())


@pytest.mark.parametrize("role", MONSTER_ROLES)
def test_each_role_has_three_monsters(role):
    assert sum(c.role == role for c in MONSTERS.values()) >= 3


@pytest.mark.parametrize("threat", [1, 2, 3])
def test_each_threat_has_ten_monsters(threat):
    assert sum(c.threat == threat for c in MONSTERS.values()) >= 10


def test_counts():
    assert len(MONSTERS) >= 36 and len(ENCOUNTERS) >= 20 and len(tables.library_names("deed")) >= 100
    assert all(sum(c.size == size for c in MONSTERS.values()) >= 3 for size in (1, 2, 3))


def test_ten_companions_at_three_levels_each():
    families = [names for name, names in groups().items() if name in COMPANIONS]
    assert len(families) == 10
    for names in families:
        grown = [CREATURES[name] for name in names]
        assert [c.level for c in grown] == [1, 2, 3] and len({c.role for c in grown}) == 1
        assert all(names[n] == f"{names[0]}_{n + 1}" for n in (1, 2))
        for less, more in zip(grown, grown[1:]):
            assert set(less.deeds) < set(more.deeds) and less.max_vigor < more.max_vigor and less.focus < more.focus
            assert getattr(less.virtues, less.key) < getattr(more.virtues, more.key) and sum(less.guard_dice) < sum(more.guard_dice)


def test_solos_do_more_in_a_turn():
    assert all((c.extra_deeds > 0) == (c.role == "solo") for c in MONSTERS.values())


# -- every word of the rules -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", sorted(vocabulary()))
def test_every_word_of_the_rules_is_used_by_something(kind):
    assert not [word for word, users in USES[kind].items() if not users]


def test_the_vocabulary_is_the_rules_own():
    words = vocabulary()
    assert (words["area"], words["state"], words["instrument"]) == (k.AREAS[1:], k.STATE_NAMES, k.INSTRUMENTS)
    assert (words["objective"], words["feature"], words["lasting effect"]) == (k.OBJECTIVES, k.FEATURE_KINDS, k.EFFECT_NAMES)
    assert {word.split()[0] for word in words["verb"]} == {*VERB_KEYS, "own"}
    assert {"shove", "grab", "trip", "escape"} <= set(words["action"])


def test_a_gap_in_the_library_shows(monkeypatch):
    monkeypatch.setattr(k, "STATE_NAMES", [*k.STATE_NAMES, "sleepy"])
    assert not uses()["state"]["sleepy"]
    assert any("'sleepy'" in fault for fault in lint_library())


# -- no two alike ----------------------------------------------------------------------------------------------------------
def test_no_two_creatures_use_the_same():
    assert twins(matrix()) == []


def test_twins_are_seen():
    does = Does(frozenset({"damage"}), frozenset(), frozenset(), frozenset({"melee"}))
    assert twins({"one": does, "two": does, "three": does._replace(states=frozenset({"weak"}))}) == [("one", "two")]


def test_the_levels_of_a_companion_count_as_one():
    assert kin("fen_archer_3") == kin("fen_archer") == "fen_archer" and "fen_archer_2" not in matrix()
    assert matrix()["fen_archer"] == joined(creature_does(CREATURES[n]) for n in ("fen_archer", "fen_archer_2", "fen_archer_3"))


def test_gear_and_own_actions_count():
    assert "tool" in creature_does(CREATURES["weed_wrestler"]).instruments and "effect hazard" in creature_does(CREATURES["kiln_brute"]).verbs


# -- everything can be done ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(CREATURES))
def test_it_can_attempt_each_of_its_deeds(name, tmp_path):
    """Hurt, held by a foe and with a fellow beside it, it finds each deed and each action of its own on the menu."""
    size, path = CREATURES[name].size, tmp_path / "yard.toml"
    path.write_text(YARD.format(name=name, below=square_name(1, 1 + size), right=square_name(1 + size, 1)), encoding="utf-8")
    battle = Battle(tables.load_encounter(path), seed=1, auto=False)
    assert battle.ask == k.ASK_ACTION and all(battle.mask[k.A_MENU + k.OWN_ACTION + n] for n in range(len(CREATURES[name].actions)))
    battle.step(k.A_MENU + k.DEED)
    slots = np.flatnonzero(battle.mask[k.A_DEED:k.A_DEED + k.OWN_DEEDS])
    assert set(slots) >= set(range(len(CREATURES[name].deeds)))


# -- the encounters --------------------------------------------------------------------------------------------------------
def test_the_encounters_differ():
    """Every objective, an ambush, newcomers, a fight under way, a boss; maps of many shapes."""
    shapes = {(len(e.map.split()[0]), len(e.map.split())) for e in ENCOUNTERS.values()}
    assert len(shapes) >= 14 and max(max(s) for s in shapes) >= 24 and min(min(s) for s in shapes) >= 8
    assert any(e.fight.ambushed for e in ENCOUNTERS.values()) and sum(e.fight.turn is not None for e in ENCOUNTERS.values()) >= 2
    assert any(entry.arrives for e in ENCOUNTERS.values() for entry in e.roster.values())
    bosses = [n for n, e in ENCOUNTERS.items() if any(CREATURES[entry.creature].role == "solo" for entry in e.roster.values())]
    assert len(bosses) >= 3


def test_threat_fits_the_party():
    """The sum of threats stays near what a party of that size and level can take: about 5 for four of level 1, 8 for level 2, 10 for level 3."""
    for name, encounter in ENCOUNTERS.items():
        party = [CREATURES[e.creature].level for e in encounter.roster.values() if e.side == "companions"]
        threat = sum(CREATURES[e.creature].threat for e in encounter.roster.values() if e.side == "enemies")
        budget = sum({1: 1.25, 2: 2.0, 3: 2.5}[level] for level in party)
        assert 0.5 * budget <= threat <= 1.4 * budget, name


# -- lint ------------------------------------------------------------------------------------------------------------------
def test_the_library_is_without_fault():
    assert lint_library() == []


def test_the_matrix_is_told_as_text():
    console = Console(width=200)
    with console.capture() as said:
        show_matrix(console)
    text = said.get()
    assert all(name in text for name in matrix()) and "nobody" not in text and "effect sanctuary" in text
    assert "fen_archer (archer, level 1, to level 3)" in matrix_text()
