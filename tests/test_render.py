"""The map in text: signs of what stands and lasts on it, the way that is shown, and a legend that explains each sign."""

import pytest
from rules.drawn import fight

from envs.core import codes as k
from envs.render import ground_legend, map_text, render_text, rich_map
from envs.signs import meanings

BOARD = """
#.^,=>~.
A......x
........
........
"""
THINGS = '''
[features.gate]
kind = "door"
at = "b1"
state = "locked"
material = "wood"

[features.post]
kind = "door"
at = "b3"

[features.hatch]
kind = "door"
at = "c3"
state = "open"

[features.bar]
kind = "lever"
at = "a1"
link = "gate"

[features.crate]
kind = "object"
at = "d3"

[features.bench]
kind = "object"
at = "e3"
blocks = "low"

[features.rug]
kind = "object"
at = "f3"
state = "broken"

[features.lamp]
kind = "light"
at = "g3"
light = 2

[features.thorns]
kind = "hazard"
squares = ["h3", "h4"]
damage = "1d6"

[[effects]]
kind = "dense cloud"
owner = "x"
at = "a4"
size = 2
decay = 1

[[effects]]
kind = "light cloud"
owner = "A"
at = "c4"
size = 1

[[effects]]
kind = "aura"
owner = "x"
size = 2
gives = "weak"
whom = "foes"

[[items]]
gear = "axe"
at = "e4"
'''
SCENE = fight(BOARD, gear={"axe": 'use = ["melee"]\nweapon = 3'}, extra=THINGS, A='grabbed_by = []\nstates = { taunted = 1 }\ntaunted_by = "x"', x="arrives = 3")


def rows(path=()):
    """Rows of the map without the column and row names, two signs a square."""
    return [line[3:] for line in map_text(SCENE.scenario, SCENE.state, path).splitlines()[1:]]


def test_every_square_shows_what_matters_on_it():
    assert rows() == [r" \ ] ^ , = > . .", " A . . . . . . x", " . | / & _ % @ !", " $ $ ( . ) . . !"]


def test_the_legend_explains_every_sign_on_the_map_and_no_other():
    text = ground_legend(SCENE.scenario, SCENE.state)
    told = {sign for sign, _ in meanings(SCENE.scenario, SCENE.state)}
    shown = {sign for row in rows() for sign in row} - set(" .Ax")
    assert shown == told and text.startswith("^ pit, ! hazard, = low obstacle")
    assert "] locked door" in text and "| closed door" in text and "/ open door" in text and "$ dense cloud" in text and "way" not in text


def test_the_way_is_explained_and_hides_no_ground():
    path = [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1), (7, 1)]
    shown = rows(path)
    assert shown[0] == r" \ ] ^*,*= > . ." and shown[1] == " A * * . . * . x"
    assert rows([(1, 1), (3, 0)])[0] == r" \ ] ^+, = > . ." and rows([(1, 1), (2, 1)])[1] == " A * + . . . . x"
    assert ground_legend(SCENE.scenario, SCENE.state, path).endswith("* way, + where it ends")
    assert "where it ends" in render_text(SCENE.scenario, SCENE.state, path)
    assert rich_map(SCENE.scenario, SCENE.state, path).plain == map_text(SCENE.scenario, SCENE.state, path)


def test_features_things_effects_and_ties_are_told_below_the_map():
    lines = [" ".join(line.split()) for line in render_text(SCENE.scenario, SCENE.state).splitlines()]
    for line in ("gate b1 locked door, wood", "hatch c3 open door", "bar a1 lever", "rug f3 broken object", "thorns h3, h4 hazard", "axe e4 on the ground",
                 "effect 1 a4-b4 dense cloud 1 of x, 1 less at each of its turns", "effect 2 c4 light cloud 1 of A",
                 "effect 3 - aura 1 of x within 2: weak for foes"):
        assert line in lines
    assert any(line.startswith("A A a2") and line.endswith("taunted 1, taunted by x") for line in lines)
    assert any(line.startswith("x x h2") and line.endswith("arrives in round 3") for line in lines)


def test_dark_squares_and_what_lights_them():
    dark = fight("A...x", extra='[features.lamp]\nkind = "light"\nat = "c1"\nlight = 1\n', top="dark = true")
    text = map_text(dark.scenario, dark.state).splitlines()[1]
    assert text[3:] == " A . @ . x"
    dark = fight("A.....x", top="dark = true")
    assert map_text(dark.scenario, dark.state).splitlines()[1][3:] == " A ~ ~ ~ ~ ~ x" and ground_legend(dark.scenario, dark.state) == "~ darkness"


@pytest.mark.parametrize("divisor, word", [(2, "bloodied"), (4, "")])
def test_bloodied_follows_the_ruleset(divisor, word):
    f = fight("Ax", rules=f"bloodied_divisor = {divisor}", x="vigor = 20")
    line = next(line for line in render_text(f.scenario, f.state).splitlines() if line.startswith("x "))
    assert line.split("vigor 20/40")[1].strip() == word and f["x"].status == k.STANDING
