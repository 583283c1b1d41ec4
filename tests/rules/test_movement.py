"""Chapter 12: movement (G12.1): costs, corners, who may be passed, where a walk may end, large creatures."""

import pytest

from envs import notation
from envs.core import codes as k

from .drawn import fight


def moving(points, letter="A"):
    """[fight] lines: the letter has taken *move* and has so many movement points left."""
    side = k.SIDE_NAMES[letter.islower()]
    return f'round = 1\nfirst_side = "{side}"\nturn = {{ of = "{letter}", points = 2, taken = ["move"], move_points = {points} }}'


def walkable(board, points, letter="A", **bodies):
    """Squares where a walk of the letter with so many points can end, as texts."""
    f = fight(board, clock=moving(points, letter), auto=False, **bodies).play("walk")
    return {text.removeprefix("at ") for text in f.options()}


def test_G12_1_a_step_to_any_of_eight_neighbours_costs_one():
    assert walkable("...\n.A.\n...\n..x", 1) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert walkable("A....x", 3) == {"b1", "c1", "d1"}


def test_G12_1_difficult_ground_and_low_obstacles_cost_two():
    assert walkable("A,..x", 2) == {"b1"}
    assert walkable("A,..x", 3) == {"b1", "c1"}
    assert walkable("A=..x", 2) == {"b1"}
    assert walkable("A,=.x", 4) == {"b1", "c1"}
    assert walkable("A,=.x", 3) == {"b1"}


def test_G12_1_one_point_does_not_pay_for_difficult_ground():
    f = fight("A,.x", clock=moving(1))
    assert f.reason("walk") == k.WHY_NOWHERE


def test_G12_1_leaving_difficult_ground_costs_one():
    assert walkable("A..x", 1, A='ground = "difficult ground"') == {"b1"}


def test_G12_1_the_cheapest_way_is_taken():
    f = fight("A,,.x\n.....", clock=moving(4))
    f.play("walk", "at d1")
    assert f["A"].move_points == 1, "round the mire in three steps"


@pytest.mark.parametrize("board, free", [("A.\n..\n.x", {"b1", "a2", "b2"}), ("A#\n..\n.x", {"a2"}), ("A.\n#.\n.x", {"b1"}), ("A#\n#.\n.x", set())])
def test_G12_1_no_diagonal_past_a_wall_corner(board, free):
    if free:
        assert walkable(board, 1) == free
    else:
        f = fight(board, clock=moving(1))
        assert f.reason("walk") == k.WHY_NOWHERE


def test_G12_1_a_low_obstacle_does_not_stop_a_diagonal():
    assert walkable("A=\n=.\n.x", 1) == {"b2"}


def test_G12_1_fellows_may_be_passed_but_no_walk_ends_on_an_occupied_square():
    assert walkable("AB..x", 3) == {"c1", "d1"}
    f = fight("AB..x", clock=moving(3)).play("walk")
    assert f.reason("at b1") == k.WHY_OCCUPIED and f.reason("at e1") == k.WHY_NOWHERE


def test_G12_1_foes_may_not_be_passed():
    assert walkable("A.x..\n#####", 4) == {"b1"}
    assert walkable("A.x..\n.....", 4) >= {"d1", "e1"}


def test_G12_1_G8_28_the_defeated_may_be_passed_foes_too():
    assert walkable("xA.B.", 3, letter="x", A="vigor = -1\ndefeated = true") == {"c1"}
    assert walkable("AxB.y", 4, x="endures = true\nvigor = -1\ndefeated = true") == {"d1"}


def test_G12_1_walls_are_not_entered():
    assert walkable("A#.x\n.#..\n....", 2) == {"a2", "a3"}


def test_G12_1_a_walk_is_paid_and_the_board_follows():
    f = fight("A....x", clock=moving(4)).play("walk", "at d1")
    assert (f["A"].x, f["A"].y, f["A"].move_points) == (3, 0, 1)
    assert [int(v) for v in f.state.occupant[:6]] == [k.EMPTY] * 3 + [f.slot("A"), k.EMPTY, f.slot("x")]


def test_T1_1_a_walk_does_not_leave_the_map_nor_come_in_at_its_other_edge():
    assert walkable("x...\n...A\n....\n....", 1) == {"c1", "d1", "c2", "c3", "d3"}
    assert walkable("....\n....\nA...\n...x", 1) == {"a2", "b2", "b3", "a4", "b4"}
    assert walkable("A...\n....\n....\n...x", 1) == {"b1", "a2", "b2"}
    assert walkable("x...\n....\n..AA\n..AA", 1, A="size = 2") == {"b2", "c2", "b3"}


def test_G12_1_no_walk_ends_where_it_starts():
    assert "a1" not in walkable("A..x\n....", 2)


# -- large creatures -------------------------------------------------------------------------------------------------------
LARGE = "AA..x\nAA...\n....."


def test_G10_6_a_size_two_creature_fills_and_needs_two_by_two():
    assert walkable(LARGE, 2, A="size = 2") == {"b1", "c1", "a2", "b2", "c2"}


def test_G12_1_difficult_ground_under_any_square_of_the_creature_costs_two():
    assert walkable("AA..x\nAA,..\n#####", 2, A="size = 2") == {"b1"}
    assert walkable("AA..x\nAA...\n#####", 2, A="size = 2") == {"b1", "c1"}


def test_G12_1_a_gap_of_one_square_does_not_let_a_size_two_creature_through():
    board = "AA.#...\nAA.....\n...#...\n......x"
    assert "e1" in walkable(board.replace("AA", "A.", 1).replace("AA", ".."), 9) and "e1" not in walkable(board, 9, A="size = 2")


def test_G12_1_no_diagonal_past_a_corner_for_a_large_creature():
    assert walkable("AA#.\nAA..\n....\n...x", 1, A="size = 2") == {"a2"}, "b2 is past the wall at c1"
    assert walkable("AA..\nAA..\n....\n...x", 1, A="size = 2") == {"b1", "a2", "b2"}


def test_G10_6_moving_a_large_creature_moves_all_its_squares():
    f = fight(LARGE, clock=moving(2), A="size = 2")
    f.play("walk", "at b2")
    filled = {notation.square_text(n % 5, n // 5) for n in range(15) if f.state.occupant[n] == f.slot("A")}
    assert filled == {"b2", "c2", "b3", "c3"}


def test_G11_10_distance_is_chebyshev_from_the_nearest_square():
    bite = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 2\nconflict = [{ damage = "5" }]'
    for board, legal in (("A..x", False), ("A.x.", True), ("A...\n....\n..x.", True), ("A...\n....\n...x", False)):
        assert fight(board, deeds={"bite": bite}).can("deed") == legal


@pytest.mark.parametrize("place", ["right", "left", "below", "above"])
@pytest.mark.parametrize("away, legal", [(1, True), (2, True), (3, False)])
@pytest.mark.parametrize("who", ["A", "x"])
def test_G11_10_G10_6_distance_from_the_nearest_square_of_a_large_creature_on_every_side(place, away, legal, who):
    bite = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 2\nconflict = [{ damage = "5" }]'
    other, gap = "Ax".replace(who, ""), away - 1
    rows = [who * 2 + "." * gap + other, who * 2 + "." * away]
    if place in ("left", "above"):
        rows = [row[::-1] for row in rows][::-1]
    if place in ("below", "above"):
        rows = ["".join(column) for column in zip(*rows)]
    assert fight("\n".join(rows), deeds={"bite": bite}, **{who: "size = 2"}).can("deed") is legal
