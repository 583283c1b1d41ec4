"""Chapter 3: the jump (T3.8, G3.8a): how far, over what, where to, and what it costs and sets off."""

import pytest

from envs.core import codes as k

from .drawn import fight

GRACE = "virtues = { might = 0, grace = %d, wits = 0, spirit = 0 }"
FAR = GRACE % 4  # mobility 5


def jumps(board, auto=False, **more):
    """(fight at the question, squares that A can jump to)."""
    f = fight(board, auto=auto, **more).play("jump")
    return f, [text.removeprefix("at ") for text in f.options()]


# -- how far ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("grace, far", [(-1, 2), (0, 2), (1, 2), (2, 3), (3, 4), (5, 6)])
def test_T3_8_T3_10_up_to_mobility_one_and_grace_two_at_least(grace, far):
    f, squares = jumps("A........x", A=GRACE % grace)
    assert len(squares) == far and f.can(f"at {'abcdefghij'[far]}1")
    assert f.reason(f"at {'abcdefghij'[far + 1]}1") == k.WHY_TOO_FAR


def test_T3_10_the_least_mobility_is_a_number_of_the_ruleset():
    _, squares = jumps("A........x", rules="mobility_min = 4")
    assert squares == ["b1", "c1", "d1", "e1"]


def test_G3_8a_a_straight_line_of_kings_moves_in_all_eight_directions():
    f, squares = jumps(".....\n.....\n..A..\n.....\n....x")
    assert sorted(squares) == sorted(["a1", "c1", "e1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "a5", "c5"])
    for square, why in (("e5", k.WHY_OCCUPIED), ("b1", k.WHY_TOO_FAR), ("a2", k.WHY_TOO_FAR), ("e4", k.WHY_TOO_FAR), ("c3", k.WHY_TOO_FAR)):
        assert f.reason(f"at {square}") == why


def test_T3_8_the_jumper_stands_there_and_has_paid_one_point_and_no_movement():
    f = fight("A.....x").play("jump", "at c1")
    assert (f["A"].x, f["A"].y, f["A"].points, f["A"].move_points) == (2, 0, 2, 0)
    assert f.state.occupant[0] == k.EMPTY and f.state.occupant[2] == f.slot("A")
    assert f.seen(k.E_JUMP) == [(f.slot("A"), 0, 2, 0)]
    assert f.reason("jump") == k.WHY_TAKEN


def test_T3_8_the_jump_leaves_movement_points_as_they_are():
    f = fight("A.......x").play("move", "points 0", "jump", "at c1")
    assert f["A"].move_points == 4 and f["A"].points == 1


def test_T3_8_the_jump_takes_no_extra_points():
    assert fight("A.......x").play("jump", "at c1").asks() == "action"


# -- over what -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("between", ["^", "+", ":", "x", "B"])
def test_G3_8a_over_pits_low_obstacles_and_creatures_of_size_one(between):
    legend = {"+": '[legend]\n"+" = "low obstacle"\n', ":": '[legend]\n":" = "difficult ground"\n'}
    f, squares = jumps(f"A{between}..y", extra=legend.get(between, ""))
    assert "c1" in squares
    f.play("at c1")
    assert f["A"].x == 2 and f.hurt("A") == 0


def test_G3_8a_not_into_a_pit_but_out_of_one():
    f, squares = jumps("A^..x")
    assert squares == ["c1"] and f.reason("at b1") == k.WHY_NOWHERE
    f, squares = jumps("...x\nA...\n^...")
    assert f.can("at a1") and f.reason("at a3") == k.WHY_NOWHERE
    f, squares = jumps("A..x", A='ground = "pit"')
    assert squares == ["b1", "c1"]


@pytest.mark.parametrize("board", ["A#..x", "A..x#"])
def test_G3_8a_not_over_walls_or_into_them(board):
    f, _ = jumps(board + "\n.....", A=FAR)
    if board[1] == "#":
        assert f.reason("at b1") == f.reason("at c1") == k.WHY_NOWHERE
    else:
        assert f.can("at c1") and f.reason("at e1") == k.WHY_NOWHERE and f.reason("at d1") == k.WHY_OCCUPIED


def test_G3_8a_not_past_a_wall_corner():
    f, _ = jumps(".#.\nA..\n..x\n...")
    assert f.can("at c4") and f.can("at b3") and f.reason("at b1") == k.WHY_NOWHERE
    f, _ = jumps("....x\n.#...\nA....\n.....")
    assert f.reason("at b2") == k.WHY_NOWHERE
    f, _ = jumps("....x\n#....\nA....\n.....")
    assert f.reason("at b2") == k.WHY_NOWHERE and f.reason("at c1") == k.WHY_NOWHERE, "the wall stands beside the first step"
    f, _ = jumps("....x\n..#..\nA....\n.....")
    assert f.can("at b2") and f.reason("at c1") == k.WHY_NOWHERE, "the wall stands beside the second step"


@pytest.mark.parametrize("state, can", [("closed", False), ("locked", False), ("open", True), ("broken", True)])
def test_G3_8a_a_door_that_shuts_is_a_wall_for_a_jump(state, can):
    _, squares = jumps("A...x\n.....", extra=f'[features.gate]\nkind = "door"\nat = "b1"\nstate = "{state}"\n')
    assert ("c1" in squares) == can and ("b1" in squares) == can


@pytest.mark.parametrize("size, can", [(1, True), (2, False)])
def test_G3_8a_not_over_a_creature_larger_than_size_one(size, can):
    board = "Axx..\n.xx..\n....." if size == 2 else "A.x..\n.....\n....."
    f, squares = jumps(board, A=FAR, x=f"size = {size}")
    assert ("d1" in squares) == can
    assert can or f.reason("at d1") == k.WHY_OCCUPIED


def test_G3_8a_the_size_and_not_the_side_of_the_one_below_counts():
    _, squares = jumps("ABB..\n.BB..\nx....", A=FAR, B="size = 2")
    assert "d1" not in squares, "also a fellow"


def test_G3_8a_not_to_an_occupied_square():
    f, squares = jumps("A.B..x")
    assert squares == ["b1"] and f.reason("at c1") == k.WHY_OCCUPIED
    f, squares = jumps("A.B..x", B="vigor = -3\ndefeated = true")
    assert f.reason("at c1") == k.WHY_OCCUPIED, "nor onto one that is down"


# -- large jumpers ---------------------------------------------------------------------------------------------------------
def test_G3_8a_a_large_jumper_needs_all_its_squares():
    f, squares = jumps("AA....\nAA....\n......\n.....x", A="size = 2")
    assert squares == ["b1", "c1", "a2", "b2", "a3", "c3"] and f.reason("at a4") == k.WHY_TOO_FAR
    f, squares = jumps("AA....\nAA.x..\n......", A="size = 2")
    assert f.can("at b1") and f.reason("at c1") == k.WHY_OCCUPIED and f.reason("at c3") == k.WHY_NOWHERE
    f.play("at b1")
    assert f.seen(k.E_JUMP) == [(0, 0, 1, 0)]
    assert [int(f.state.occupant[n]) for n in (0, 1, 2, 6, 7, 8)] == [k.EMPTY, 0, 0, k.EMPTY, 0, 0]


def test_G3_8a_a_large_jumper_lands_with_no_square_in_a_pit():
    f, _ = jumps("AA..^.x\nAA.....", A="size = 2\n" + FAR)
    assert f.can("at c1") and f.reason("at d1") == k.WHY_NOWHERE and f.reason("at e1") == k.WHY_NOWHERE


def test_G3_8a_a_large_jumper_is_not_in_its_own_way():
    _, squares = jumps("AAA....\nAAA....\nAAA...x", A="size = 3")
    assert squares == ["b1", "c1"]


# -- when not --------------------------------------------------------------------------------------------------------------
def test_T3_8_not_while_grabbed():
    f = fight("A.\nx.", A='grabbed_by = ["x"]')
    assert f.reason("jump") == k.WHY_GRABBED
    assert fight("A.\nx.").can("jump")


def test_T3_8_not_when_there_is_nowhere_to_land():
    assert fight("#####\n#A#x#\n#####").reason("jump") == k.WHY_NOWHERE


def test_G3_8a_a_jump_may_be_the_only_way_over_a_gap():
    f = fight("A^.\n###\n..x").play("move", "points 0")
    assert f.reason("walk") == k.WHY_NOWHERE
    f.play("jump")
    assert f["A"].x == 2, "the one square answers itself"


# -- what it sets off ------------------------------------------------------------------------------------------------------
def test_T8_14_a_jump_hurts_who_bleeds_once_whatever_its_length():
    for square in ("b1", "c1"):
        f = fight("A...x", A="states = { bleeding = 3 }").play("jump", f"at {square}")
        assert f.hurt("A") == 3


def test_T8_14_one_that_bleeds_to_death_does_not_land():
    f = fight("A..x\nB...", A="vigor = 2\nmax_vigor = 4\nstates = { bleeding = 4 }").play("jump", "at b1")
    assert f["A"].status == k.DEAD and f.state.occupant[0] == k.EMPTY and f.state.occupant[1] == k.EMPTY


def test_G12_1_hazards_act_where_the_jump_lands_and_not_on_the_way():
    thorns = '[features.thorns]\nkind = "hazard"\nat = "%s"\ndamage = "3"\n'
    f = fight("A...x", extra=thorns % "b1").play("jump", "at c1")
    assert f.hurt("A") == 0
    f = fight("A...x", extra=thorns % "c1").play("jump", "at c1")
    assert f.hurt("A") == 3 and f["A"].x == 2


def test_G8_24a_a_grappler_that_jumps_off_lets_go():
    f = fight("A...\nx...", x='grabbed_by = ["A"]').play("jump", "at b1")
    assert f["x"].grabbed_by == 1 << f.slot("A"), "still adjacent"
    f = fight("A...\nx...", x='grabbed_by = ["A"]').play("jump", "at c1")
    assert f["x"].grabbed_by == 0


def test_T3_8_a_jump_costs_its_one_point_even_with_half_speed():
    f = fight("A....x", A="states = { toppled = 1 }").play("jump", "at c1")
    assert f["A"].points == 2 and f.has("A", "toppled") == 1


def test_G10_8_light_goes_with_the_jumper():
    f = fight("A......x", top="dark = true", gear={"lamp": 'use = ["light"]\nlight = 1'}, A='held = ["lamp"]').play("jump", "at c1")
    assert [int(f.state.lit[0]) >> n & 1 for n in range(5)] == [0, 1, 1, 1, 0]
