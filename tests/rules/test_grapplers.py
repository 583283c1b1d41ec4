"""Chapters 8 and 12, what a grappler does with its movement: it drags or shoves whom it holds, at half speed (T8.24, G12.1, G12.3, G12.4, G8.14a)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .moved import filled, squares, where

HELD = 'grabbed_by = ["A"]\n'
BLEEDS = "states = { bleeding = 3 }\n"
MIRE = 'ground = "difficult ground"'


def clock(points):
    """[fight] lines: A has taken *move* and has so many movement points."""
    return f'round = 1\nfirst_side = "companions"\nturn = {{ of = "A", points = 2, taken = ["move"], move_points = {points} }}'


def going(board, entry, *steps, points=6, x="", target="x", **scene):
    """A, which holds x, drags or shoves it along over squares; nothing answers itself."""
    f = fight(board, x=HELD + x, clock=clock(points), auto=False, **scene)
    return f.play(entry, f"target {target}", *[f"at {square}" for square in steps])


def ends(f):
    """Squares of A and x."""
    return where(f, "A"), where(f, "x")


def holds(f, letter="x"):
    return bool(f[letter].grabbed_by >> f.slot("A") & 1)


def test_T8_24_a_grappler_drags_at_half_speed():
    f = going("...Ax", "drag", "c1", "b1", points=5)
    assert ends(f) == ("b1", "c1") and f["A"].move_points == 1 and holds(f) and f.asks() == "action"
    assert f.reason("drag") == k.WHY_NO_MOVEMENT


def test_T8_24_and_shoves_at_half_speed():
    f = going("Ax...", "shove along", "c1", "d1", points=5)
    assert ends(f) == ("c1", "d1") and f["A"].move_points == 1 and holds(f) and f.asks() == "action"


@pytest.mark.parametrize("points", [0, 1, 2])
@pytest.mark.parametrize("entry", ["drag", "shove along"])
def test_T8_24_it_takes_two_points_a_step(points, entry):
    f = fight("..Ax..", x=HELD, clock=clock(points))
    assert f.can(entry) is (points == 2)
    if points < 2:
        assert f.reason(entry) == k.WHY_NO_MOVEMENT


def test_T8_24_only_one_that_holds_somebody_and_is_not_held():
    f = fight("..Ax..", clock=clock(4))
    assert f.reason("drag") == f.reason("shove along") == k.WHY_NOT_GRABBED
    f = fight("y.Ax..\n..z...", x=HELD, A='grabbed_by = ["z"]', clock=clock(4))
    assert f.reason("drag") == f.reason("shove along") == k.WHY_GRABBED


def test_T8_24_the_question_is_the_grapplers_and_a_step_begun_is_taken():
    f = going("...Ax", "drag")
    assert f.asks() == "force" and f.asked == k.COMPANIONS and f.asker == f.slot("A") and f.options() == ["at c1"] and f.reason("pass") == k.WHY_NOT_ASKED
    f.play("at c1")
    assert f.options() == ["pass", "at b1"]
    f.play("pass")
    assert f.asks() == "action" and f["A"].move_points == 4 and f.can("walk") and f.can("drag") and f["A"].points == 2


def test_T8_24_one_of_several_is_chosen_and_the_others_are_let_go_when_out_of_reach():
    f = fight("y....\n..Ax.\n..z..", x=HELD, z=HELD, clock=clock(4), auto=False).play("drag")
    assert f.options() == ["target x", "target z"] and f.reason("target y") == k.WHY_NOT_GRABBED
    f.play("target x", "at b2")
    assert holds(f, "x") and holds(f, "z") and where(f, "x") == "c2"
    f.play("at a2")
    assert holds(f, "x") and not holds(f, "z")


@pytest.mark.parametrize("board, entry, step, x, left", [
    ("..,Ax", "drag", "c1", "", 2), ("...Ax", "drag", "c1", MIRE, 4), ("Ax...", "shove along", "c1", MIRE, 2), ("Ax,..", "shove along", "c1", "", 4),
    ("..=Ax", "drag", "c1", "", 2)])
def test_G12_1_hard_ground_that_the_grappler_enters_doubles_the_step_again(board, entry, step, x, left):
    assert going(board, entry, step, x=x)["A"].move_points == left


def test_G12_1_half_speed_doubles_a_step_once_also_for_a_toppled_grappler():
    assert going("...Ax", "drag", "c1", A="states = { toppled = 1 }")["A"].move_points == 4
    assert going("...Ax", "drag", "c1", x="states = { toppled = 1 }")["A"].move_points == 4


def test_T8_24_a_step_that_costs_more_than_is_left_is_refused():
    f = going(".,Ax\n....", "drag", points=3)
    assert f.reason("at b1") == k.WHY_NO_MOVEMENT and f.can("at b2")
    assert going(".,Ax\n....", "drag", points=4).can("at b1")
    f = going("...\n.Ax\n...", "drag", points=3, A="", x=MIRE)
    assert f.can("at a1"), "the target's ground does not matter"


def test_T8_24_the_target_enters_the_square_that_the_grappler_left_round_corners_too():
    assert ends(going("....\n.Ax.\n....", "drag", "a1", "a2")) == ("a2", "a1")


@pytest.mark.parametrize("board, square, why", [
    ("...\n.A.\n.x.", "a1", k.OK), ("B..\n.A.\n.x.", "a1", k.WHY_OCCUPIED), ("#..\n.A.\n.x.", "a1", k.WHY_OCCUPIED),
    ("^..\n.A.\n.x.", "a1", k.WHY_OCCUPIED),
    (".#.\n.A.\n.x.", "a1", k.WHY_OCCUPIED), ("...\n.A.\n.x.", "b3", k.WHY_OCCUPIED), ("...\n.A.\n.x.", "d2", k.WHY_OUT_OF_RANGE),
    ("....\n.A..\n.x..", "d2", k.WHY_TOO_FAR),
    ("...\n.A.\n.x.", "b2", k.WHY_TOO_FAR)])
def test_G12_3_G12_4_where_a_grappler_can_drag_to(board, square, why):
    f = going(board, "drag")
    assert f.why(f.choice(f"at {square}")) == why


@pytest.mark.parametrize("board, square, why", [
    ("....\n.Ax.\n....", "d2", k.OK), ("....\n.Ax.\n....", "d1", k.OK), ("....\n.Ax.\n....", "d3", k.OK), ("...B\n.Ax.\n....", "d1", k.WHY_OCCUPIED),
    ("...#\n.Ax.\n....", "d1", k.WHY_OCCUPIED), ("....\n.Ax.\n....", "a2", k.WHY_TOO_FAR), ("....\n.Ax.\n....", "b2", k.WHY_OCCUPIED)])
def test_G12_3_G12_4_where_a_grappler_can_shove_to(board, square, why):
    f = going(board, "shove along")
    assert f.why(f.choice(f"at {square}")) == why


def test_G12_3_a_grappler_shoves_strictly_away_from_itself():
    assert squares(going("....\n.Ax.\n....", "shove along")) == {"d1", "d2", "d3"}
    assert squares(going("....\n.A..\n..x.\n....", "shove along")) == {"d2", "d3", "d4", "c4", "b4"}


def test_G12_3_it_is_measured_from_where_the_grappler_is_now():
    f = going("Ax...\n.....\n.....", "shove along", "c1", "d2", "e3", points=8)
    assert ends(f) == ("d2", "e3") and f["A"].move_points == 2
    assert squares(going("Ax....\n......", "shove along", "c1", "d1", points=8)) == {"e1", "e2"}


def test_T8_24_a_grappler_that_can_move_nobody_tries_once():
    f = fight("###\nAx#\n###", x=HELD, clock=clock(6))
    assert f.can("drag") and f.can("shove along")
    f.play("drag")
    assert f.asks() == "action" and f.reason("drag") == k.WHY_TAKEN and f["A"].move_points == 6 and f.can("shove along")
    f.play("shove along")
    assert f.reason("shove along") == k.WHY_TAKEN


def test_T8_14_G8_14a_both_movements_count_for_bleeding():
    f = going("....Ax", "drag", "d1", "c1", points=8, x=BLEEDS, A=BLEEDS)
    assert f.hurt("A") == 3 and f.hurt("x") == 3
    f.play("pass", "drag", "target x", "at b1", "at a1")
    assert f.hurt("A") == 3 and f.hurt("x") == 6, "one portion of its own movement, a second forced movement"
    f = going("Ax....", "shove along", "c1", "d1", x=BLEEDS, A=BLEEDS)
    assert f.hurt("A") == 3 and f.hurt("x") == 3
    f.play("pass", "defend", "points 0", "shove along", "target x", "at e1")
    assert f.hurt("A") == 6 and f.hurt("x") == 6


def test_G8_14a_a_walk_and_a_drag_are_one_portion():
    f = going("....Ax", "drag", "d1", A=BLEEDS).play("pass", "walk", "at c1")
    assert f.hurt("A") == 3


def test_T8_24_whoever_dies_of_it():
    f = going("B...Axy", "drag", "d1", x=BLEEDS + "vigor = 3")
    assert f["x"].status == k.DEAD and f.asks() == "action" and f["A"].move_points == 4 and where(f, "A") == "d1" and filled(f, "x") == set()
    f = going("B...Axy", "drag", "d1", A=BLEEDS + "endures = false\nvigor = 3")
    assert f["A"].status == k.DEAD and not holds(f) and f.state.turn_of == k.NONE and filled(f, "A") == set() and filled(f, "x") == {"e1"}


def test_G12_1_hazards_act_on_whoever_steps_on_them():
    fire = '[features.fire]\nkind = "hazard"\nat = "c1"\ndamage = "2"'
    f = going("...Ax.", "drag", "c1", "b1", extra=fire)
    assert f.hurt("A") == 2 and f.hurt("x") == 2
    f = going("Ax...", "shove along", "c1", extra=fire)
    assert f.hurt("A") == 0 and f.hurt("x") == 2
    f.play("at d1")
    assert f.hurt("A") == 2 and f.hurt("x") == 2


def test_G12_5_shoved_into_a_pit_it_falls_and_the_grappler_stays_at_the_edge():
    f = fight("Ax^..", x=HELD, clock=clock(6), auto=False).play("shove along", "target x", "at c1", dice=[4])
    assert f.hurt("x") == 4 and f.has("x", "toppled") == 1 and ends(f) == ("b1", "c1") and f.asks() == "action" and f["A"].move_points == 4
    assert squares(going("..\n^A\n.x", "drag")) == {"a1", "b1", "a3"}, "nobody walks into a pit"


@pytest.mark.parametrize("bearer, lit", [("A", {1, 2, 3}), ("x", {2, 3, 4})])
def test_G10_8_the_light_goes_along(bearer, lit):
    bodies = {"A": "", "x": "", bearer: 'held = ["torch"]'}
    f = going("...Ax.", "drag", "c1", top="dark = true", gear={"torch": 'use = ["light"]\nlight = 1'}, **bodies)
    assert {n for n in range(6) if f.state.lit[0] >> n & 1} == lit


@pytest.mark.parametrize("size_a, size_x, board, entry, to, at", [
    (2, 1, ".....\n..AAx\n..AA.", "drag", "b2", ("b2", "d2")), (1, 2, "....xx\n...Axx", "drag", "c2", ("c2", "d1")),
    (2, 1, "AAx...\nAA....", "shove along", "d1", ("b1", "d1")), (1, 2, ".xx...\nAxx...", "shove along", "c1", ("b2", "c1"))])
def test_G12_4_large_creatures_move_whole(size_a, size_x, board, entry, to, at):
    f = going(board, entry, to, points=2, A=f"size = {size_a}", x=f"size = {size_x}")
    assert ends(f) == at and holds(f) and len(filled(f, "A")) == size_a ** 2 and len(filled(f, "x")) == size_x ** 2


def test_G12_4_no_room_for_the_large_one_that_is_to_follow():
    f = fight("##xx\n.Axx", x=HELD + "size = 2", clock=clock(6), auto=False).play("drag", "target x")
    assert f.asks() == "action" and f.reason("drag") == k.WHY_TAKEN, "the wall above the corridor stops it"
