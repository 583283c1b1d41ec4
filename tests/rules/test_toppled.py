"""Chapters 3 and 8, toppled and standing up (T8.25, T3.15, T9.4, G9.4a, G12.1)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

CONFLICT, TRIUMPH = [6, 7], [9, 8]
UNARMED = 'hands = 0\ndeeds = ["idle"]'
DOWN = "states = {{ toppled = {} }}\n"
GEAR = {"blade": 'use = ["melee"]\nweapon = 6', "bow": 'use = ["ranged"]\nweapon = 5\nrange = 9\nhands = 2', "wand": 'use = ["catalyst"]\nspell = 5\nrange = 6',
        "knife": 'use = ["melee", "throwing"]\nweapon = 4'}


def deed(instrument, more="", targets='targets = "creature"', line='{ damage = "5" }'):
    return f'kind = "attack"\ninstrument = "{instrument}"\n{targets}\n{more}\nconflict = [{line}]'


def moving(points):
    return f'round = 1\nfirst_side = "companions"\nturn = {{ of = "A", points = 2, taken = ["move"], move_points = {points} }}'


# -- edges -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("potency", [1, 4])
def test_T8_25_melee_deeds_against_the_toppled_have_one_edge(potency):
    f = fight("Ax", x=DOWN.format(potency) + UNARMED).attempt("strike", "x", dice=[2, 8, 9])
    assert f.roll_of("x")[0] == 17 and f.dice_left() == 0


def test_T8_25_its_own_deeds_have_none():
    f = fight("Ax", A=DOWN.format(1), x=UNARMED).attempt("strike", "x", dice=[2, 8, 9])
    assert f.roll_of("x")[0] == 10 and f.dice_left() == 1


@pytest.mark.parametrize("instrument, more, held, item, way, edge", [
    ("innate", "range = 3", "", None, None, 0), ("ranged", "", "bow", None, None, 0), ("spell", "", "wand", "wand", None, 0),
    ("tool", "", "", None, None, 0),
    ("melee", "", "blade", "blade", None, 1), ("versatile", "", "blade", None, None, 1), ("versatile", "", "bow", None, None, 0),
    ("versatile", "", "knife", None, "as melee", 1), ("versatile", "", "knife", None, "as ranged", 0)])
def test_T8_25_T5_3_only_deeds_that_count_as_melee(instrument, more, held, item, way, edge):
    a = f'held = ["{held}"]\ndeeds = ["deed"]' if held else ""
    f = fight("Ax", deeds={"deed": deed(instrument, more)}, gear=GEAR, A=a, x=DOWN.format(2) + UNARMED)
    f.attempt("deed", "x", item=item, way=way, dice=[2, 8, 9])
    assert f.dice_left() == 1 - edge and f.roll_of("x")[0] == (17 if edge else 10)


def test_T8_25_T5_8_for_each_target_alone_and_in_areas_too():
    sweep = deed("melee", 'area = "melee burst"', 'targets = "area"')
    f = fight("xAy", deeds={"sweep": sweep}, x=DOWN.format(1) + UNARMED, y=UNARMED).attempt("sweep", dice=[2, 8, 9])
    assert (f.roll_of("x")[0], f.roll_of("y")[0]) == (17, 10)


def test_T8_25_G9_1a_maneuvers_are_melee_deeds():
    f = fight("Ax", x=DOWN.format(1) + UNARMED).maneuver("trip", "x", dice=[2, 8, 9])
    assert f.roll_of("x")[0] == 17 and f.has("x", "toppled") == 2


def test_T8_25_G5_10_not_for_a_deed_that_it_accepts():
    gambit = 'kind = "gambit"\ninstrument = "melee"\ntargets = "ally"\nconflict = [{ state = "strong" }]'
    f = fight("ABx", deeds={"lift": gambit}, B=DOWN.format(1)).attempt("lift", "b", dice=[2, 8, 9])
    assert f.roll_of("B")[0] == 10 and f.dice_left() == 1


# -- half speed ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("points, squares, left", [(1, 0, 1), (2, 1, 0), (3, 1, 1), (4, 2, 0), (5, 2, 1)])
def test_T8_25_it_moves_at_half_speed(points, squares, left):
    f = fight("A.......x", A=DOWN.format(3), clock=moving(points), auto=False)
    if squares == 0:
        assert f.reason("walk") == k.WHY_NOWHERE
        return
    f.play("walk")
    assert f.options() == [f"at {c}1" for c in "bcde"[:squares]]
    f.play(f"at {'bcde'[squares - 1]}1")
    assert f["A"].move_points == left


def test_G12_1_on_hard_ground_a_step_costs_four():
    assert fight("A,..x", A=DOWN.format(1), clock=moving(3)).reason("walk") == k.WHY_NOWHERE
    f = fight("A,..x", A=DOWN.format(1), clock=moving(4)).play("walk")
    assert f["A"].x == 1 and f["A"].move_points == 0


def test_T8_25_a_walk_that_a_deed_gives_is_halved_too():
    run = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ walk = 3, who = "self" }]'
    f = fight("A....x", deeds={"run": run}, A=DOWN.format(1), auto=False).play("deed", "deed run", "with bare hand", "points 0", "target a", dice=CONFLICT)
    assert f.options() == ["pass", "at b1"]


def test_T8_25_jumps_and_forced_movement_are_not_halved():
    f = fight("A....x", A=DOWN.format(1), auto=False).play("jump")
    assert "at c1" in f.options()
    push = deed("innate", "range = 9", line="{ push = 2 }")
    f = fight("Ax....", deeds={"push": push}, x=DOWN.format(1) + UNARMED).attempt("push", "x", dice=CONFLICT).play("at c1", "at d1")
    assert f["x"].x == 3


def test_T8_25_the_speed_is_whole_again_when_it_stands():
    f = fight("A....x", A=DOWN.format(1), clock=moving(4)).play("stand", "walk", "at e1")
    assert f["A"].move_points == 0 and f["A"].x == 4


# -- standing up -----------------------------------------------------------------------------------------------------------------
def test_T3_15_T8_25_at_potency_one_an_action_ends_it():
    f = fight("A..x", A=DOWN.format(1)).play("stand")
    assert f.has("A", "toppled") == 0 and f["A"].points == 2 and f.reason("stand") == k.WHY_TAKEN


@pytest.mark.parametrize("states", ["", DOWN.format(2), DOWN.format(5)])
def test_T3_15_T8_25_only_at_potency_one(states):
    f = fight("A..x", A=states)
    assert f.reason("stand") == k.WHY_NOT_TOPPLED and f.reason("prevail") == k.WHY_NO_STATE if not states else f.can("prevail")
    assert f.reason("stand") == k.WHY_NOT_TOPPLED


def test_T8_25_otherwise_one_prevails_and_may_stand_when_one_is_left():
    f = fight("A..x", A=DOWN.format(3)).play("prevail", "points 0", dice=CONFLICT)
    assert f.has("A", "toppled") == 1
    assert f.play("stand").has("A", "toppled") == 0 and f["A"].points == 1


def test_T3_15_standing_up_ends_nothing_else():
    f = fight("A..x", A="states = { toppled = 1, dazed = 1, hindered = 2, weak = 1 }").play("stand")
    assert [f.has("A", s) for s in ("toppled", "dazed", "hindered", "weak")] == [0, 1, 2, 1]


def test_T3_15_it_takes_a_point():
    f = fight("A..x", A=DOWN.format(1)).play("defend", "points 2")
    assert f.asker == f.slot("x"), "with no point and no movement left the turn is over"
    f = fight("A..x", A=DOWN.format(1), clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 0, taken = ["move"], move_points = 4 }')
    assert f.reason("stand") == k.WHY_NO_POINTS


# -- being toppled -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, potency", [([2, 3], 0), (CONFLICT, 0), (TRIUMPH, 1)])
def test_T9_4_G9_4a_a_trip_topples_on_a_triumph(dice, potency):
    assert fight("Ax", x=UNARMED).maneuver("trip", "x", dice=dice).has("x", "toppled") == potency


def test_T8_1_it_stacks_and_the_edge_counts_from_the_next_deed_on():
    f = fight("Ax", deeds={"strike": STRIKE + '\ntriumph = [{ state = "toppled", potency = 2 }]'}, A="extra_deeds = 1", x=DOWN.format(1) + UNARMED)
    f.attempt("strike", "x", dice=[2, 8, 9])
    assert f.has("x", "toppled") == 3
