"""Chapters 8 and 12: where the second of two who move together may step (T8.24, G12.3, G12.5)."""

import pytest


from .drawn import fight

HELD = 'size = 2\ngrabbed_by = ["A"]\n'


def clock(points):
    return f'round = 1\nfirst_side = "companions"\nturn = {{ of = "A", points = 2, taken = ["move"], move_points = {points} }}'


def dragging(board, points=6, x="", **scene):
    return fight(board, x=HELD + x, clock=clock(points), auto=False, **scene)


def test_G12_3_a_large_creature_is_dragged_only_where_nobody_else_stands():
    f = dragging(".Axx\n..xx\n....").play("drag", "target x")
    assert "at a1" in f.options()
    f = dragging("zAxx\n.yxx\n....").play("drag", "target x")
    assert f.asks() == "action" and f["A"].x == 1, "y stands on the lower of the squares that x would enter"
    f = dragging("..Axx\n..zxx\n.....\n.....", x="").play("drag", "target x")
    assert f.asks() == "action"
    f = dragging(".....\n..Axx\n..zxx\n.....").play("drag", "target x")
    assert "at b2" in f.options(), "x enters c1 to d2, which holds the square that A leaves and not that of z"


@pytest.mark.parametrize("board, squares", [
    (".A.xx\n.yxx.", None), (".Axx\n..xx\n....", {"a1", "a2"}), (".Axx\n..xx\ny...", {"a1", "a2"}), (".Axx\n#.xx\n....", {"a1"})])
def test_G12_3_where_a_dragger_of_a_large_creature_may_go(board, squares):
    if squares is not None:
        assert set(dragging(board).play("drag", "target x").options()) == {f"at {square}" for square in squares}


LOW = 'at = "b1"\n'


def test_G12_5_a_grappler_does_not_follow_into_a_pit():
    """x covers b1 to c2; shoved one square to the right it leaves b1 and b2, and A stands at a1."""
    f = dragging("A^...\n.^...", x=LOW).play("shove along", "target x")
    assert f.asks() == "action" and (f["A"].x, f["x"].x) == (0, 1)
    f = dragging("A^...\n.....", x=LOW).play("shove along", "target x", "at c1")
    assert (f["A"].x, f["A"].y) == (1, 1), "b1 is a pit, so it steps to b2"
    f = dragging("A....\n.^...", x=LOW).play("shove along", "target x", "at c1")
    assert (f["A"].x, f["A"].y) == (1, 0)


def test_G12_5_one_that_is_dragged_may_be_dragged_into_a_pit():
    f = dragging("..A..\n..^..\n.....", x='at = "d1"\n').play("drag", "target x")
    assert "at b1" in f.options()


@pytest.mark.parametrize("ground, cost", [(".", 2), (",", 4)])
def test_T8_24_the_price_is_that_of_the_grapplers_own_square(ground, cost):
    """A steps from a1 to b2, down and to the right, for b1 is a pit; hard ground there doubles the price (G12.1)."""
    board = f"A^...\n.{ground}..."
    f = dragging(board, points=cost, x=LOW).play("shove along", "target x", "at c1")
    assert (f["A"].x, f["A"].y, f["A"].move_points) == (1, 1, 0)
    f = dragging(board, points=cost - 1, x=LOW)
    assert not f.can("shove along") or f.play("shove along", "target x").asks() == "action"


def test_T3_5_one_that_is_helped_prevails_with_one_edge():
    """G6.2: one edge is one more die, no more."""
    f = fight("A.x", A='states = { weak = 6 }\nhelped = ["prevail"]').play("prevail", "points 0", dice=[2, 9, 8, 10])
    assert f.dice_left() == 1


@pytest.mark.parametrize("at, door, break_it", [("b1", True, True), ("c1", True, False), ("d1", False, False)])
def test_T3_7_arms_reach_is_for_doors_and_breaking_for_what_is_adjacent(at, door, break_it):
    gate = f'[features.gate]\nkind = "door"\nat = "{at}"\nmaterial = "wood"\nstate = "closed"\n'
    f = fight("A....\n.....\n....x", extra=gate, rules="arm_reach = 2", auto=False)
    assert (f.can("door"), f.can("break")) == (door, break_it)
