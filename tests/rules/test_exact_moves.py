"""Movement step by step: who is named by a frame when another than the first in the roster moves, the only direction that is left, what each
movement sets off (T3.8, T8.14, T8.24, G8.14a, G12.1, G12.3-G12.5), and the least that a counter deals (G7.3)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .moved import forced, squares, where
from .test_directions import DIRECTIONS, name
from .test_grapplers import BLEEDS, ends, going
from .test_hazards_and_pits import effect, walk

HELD = 'grabbed_by = ["B"]\n'


def by_second(board, entry, points, x="", **scene):
    """B, second in the roster, drags or shoves along x, which it holds; nothing answers itself."""
    clock = f'round = 1\nfirst_side = "companions"\nturn = {{ of = "B", points = 2, taken = ["move"], move_points = {points} }}'
    f = fight(board, x=HELD + x, clock=clock, auto=False, **scene)
    return f.play(entry, "target x") if f.can(entry) else f


# -- a grappler that is not the first in the roster ------------------------------------------------------------------------
@pytest.mark.parametrize("board, ends_at", [("B^...\n.^...\n....A", None), ("B^...\n.....\n....A", "b2"), ("B....\n.^...\n....A", "b1")])
def test_G12_5_it_does_not_follow_into_a_pit(board, ends_at):
    f = by_second(board, "shove along", 6, x='size = 2\nat = "b1"\n')
    if ends_at is None:
        assert f.asks() == "action" and where(f, "B") == "a1"
    else:
        f.play("at c1")
        assert where(f, "B") == ends_at and where(f, "x") == "c1"


@pytest.mark.parametrize("entry, board, to, left", [
    ("drag", "..,Bx\nAA...\nAA...", "c1", 2), ("drag", "...Bx\nAA...\nAA...", "c1", 4),
    ("shove along", "Bx...\n..,..\nAA...\nAA...", "c1", 4), ("shove along", "Bx,..\n.,...\nAA...\nAA...", "c1", 4)])
def test_T8_24_a_step_costs_what_the_square_that_the_grappler_enters_does(entry, board, to, left):
    """Of six movement points; the giant A, and the squares that x enters or the giant would, have nothing to do with it."""
    f = by_second(board, entry, 6, A="size = 2").play(f"at {to}")
    assert f["B"].move_points == left and where(f, "B") == ("c1" if entry == "drag" else "b1")


def test_T8_24_G12_3_a_grappler_shoves_away_from_where_it_is_now():
    """From a1 over two steps to c2; x, at d3, may go wherever it is farther from c2, not from a1."""
    f = going("A.....\n.x....\n......\n......", "shove along", "c2", "d3", points=12)
    assert ends(f) == ("c2", "d3") and squares(f) == {"e2", "e3", "e4", "d4", "c4"}


def test_G12_3_a_forced_step_is_told_from_square_to_square():
    f = going("......\n......\n...Ax.", "drag", "c2")
    assert [e[:3] for e in f.seen(k.E_FORCED)] == [(f.slot("x"), 2 * 6 + 4, 2 * 6 + 3)]


# -- the only direction that is left ---------------------------------------------------------------------------------------
def ring(letter, others, away):
    """Rows of a 3 x 3 board: `letter` in the middle, others around it but on the square that lies `away`."""
    rest = iter(others)
    return "\n".join("".join(letter if (x, y) == (0, 0) else "." if (x, y) == away else next(rest) for x in (-1, 0, 1)) for y in (-1, 0, 1))


@pytest.mark.parametrize("away", DIRECTIONS)
def test_T3_8_G12_1_who_is_surrounded_walks_or_jumps_where_one_square_is_left(away):
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 1 }'
    for entry in ("walk", "jump"):
        f = fight(ring("A", "tuvwxyz", away), clock=clock, auto=False)
        assert f.can(entry) and f.play(entry).options() == [f"at {name(1 + away[0], 1 + away[1])}"]


@pytest.mark.parametrize("away", DIRECTIONS)
def test_G12_3_who_is_surrounded_is_teleported_where_one_square_is_left(away):
    f = fight(ring("x", "ABCDEFG", away), deeds=forced("teleport", 1)).attempt("deed", "x")
    if f.asks() == "teleport":
        f.play(f"at {name(1 + away[0], 1 + away[1])}")
    assert where(f, "x") == name(1 + away[0], 1 + away[1])


# -- what a movement sets off ----------------------------------------------------------------------------------------------
def test_G8_14a_a_drag_of_a_deed_hurts_its_mover_and_leaves_its_own_movement_to_hurt_again():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 4 }'
    f = fight("...Ax.", deeds=forced("drag", 1), clock=clock, A=BLEEDS).attempt("deed", "x")
    if f.asks() == "force":
        f.play("at c1")
    assert where(f, "A") == "c1" and f.hurt("A") == 3
    f.play("walk", "at b1")
    assert f.hurt("A") == 6


@pytest.mark.parametrize("rules, toppled", [("", True), ("pit_toppled = 0", False)])
def test_G12_5_T8_22_the_defeated_fall_and_are_toppled_too(rules, toppled):
    f = fight("Ax^..y", deeds=forced("push", 1), rules=rules, x="endures = true\nvigor = -1\ndefeated = true", dice=[1]).attempt("deed", "x")
    if f.asks() == "force":
        f.play("at c1")
    assert where(f, "x") == "c1" and f["x"].vigor == -2 and (f.has("x", "toppled") > 0) == toppled == bool(f.seen(k.E_STATE))


@pytest.mark.parametrize("board, mist, thorn, to", [
    (".....\nAy..x\n.....", "a1", "b3", "c2"), (".....\nAy..x\n.....", "a3", "b1", "c2"),
    (".A.\n.y.\n...\n.x.", "a1", "c2", "b3"), (".A.\n.y.\n...\n.x.", "c1", "a2", "b3")])
def test_G12_1_a_hazard_is_shunned_on_its_own_squares_and_not_beside_them(board, mist, thorn, to):
    """Two ways lead past y; the one with the thorn is shunned, the one that passes beside the mist is not."""
    f = walk(board, to, extra=effect("hazard", "x", 1, at=mist) + effect("hazard", "x", 1, at=thorn))
    assert f.hurt("A") == 0 and where(f, "A") == to


def test_T8_24_G8_14a_a_grappler_that_shoves_along_twice_is_hurt_once():
    """Its movement is one portion; and one that has set out to shove takes a step."""
    f = going("A.....\nx.....\n......\n......", "shove along", points=8, A=BLEEDS)
    assert f.reason("pass") == k.WHY_NOT_ASKED and f.asks() == "force"
    f = going("A.....\nx.....\n......\n......", "shove along", "a3", points=8, A=BLEEDS).play("pass")
    assert f.hurt("A") == 3 and where(f, "A") == "a2"
    f.play("shove along", "target x", "at a4")
    assert f.hurt("A") == 3 and where(f, "A") == "a3"


def test_G7_3_a_counter_of_one_that_is_very_weak_deals_nothing():
    f = fight("Ax", x='states = { weak = 9 }\nhands = 1').attempt("strike", "x", dice=[2, 3]).play("with bare hand")
    assert f.hurt("A") == 0 and f.seen(k.E_COUNTER)[-1][2] == 0
