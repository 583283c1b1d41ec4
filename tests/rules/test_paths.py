"""Chapter 11: paths and close paths (T11.8, T11.9, G11.8a, G11.1a), asked square by square."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .laid import area, asked, hit
from .moved import squares

HIT = [5, 6]
QUIET = 'hands = 0\ndeeds = ["idle"]'
OPEN = "A......\n.......\n.......\n......x"


def path_fight(board, size, within=9, shape="path", **more):
    """A fight with one path in which nothing answers itself."""
    deed = {key: more.pop(key) for key in ("kind", "lines", "instrument") if key in more}
    return fight(board, deeds={"deed": area(shape, size, 0 if shape == "close path" else within, **deed)}, auto=False, **more)


def laid(f, *chain):
    """The fight with a path begun, laid through some squares."""
    asked(f)
    return f.play(*(f"at {square}" for square in chain))


# -- where it begins --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("within, first, beyond", [(1, "b2", "c1"), (2, "c3", "d1"), (4, "e4", "f4")])
def test_T11_8_the_first_square_is_in_range_the_rest_may_go_beyond(within, first, beyond):
    f = path_fight(OPEN, 9, within)
    assert first in asked(f) and f.reason(f"at {beyond}") == k.WHY_TOO_FAR
    f = laid(path_fight(OPEN, 9, 2), "c1")
    assert "d1" in squares(f)
    f.play("at d1", "at e1")
    assert "f1" in squares(f)


def test_T11_1_the_first_square_is_in_sight_the_rest_need_not_be():
    f = path_fight("A#.x\n....", 6)
    assert "c1" not in asked(f) and f.reason("at c1") == k.WHY_NO_SIGHT
    f.force(HIT + [6])
    f.play("at c2", "at c1", "at d1")
    assert hit(f) == "x", "d2 would fill a block, so it is done"


def test_G11_1a_its_squares_are_no_walls():
    f = path_fight("A.#x\n....", 6)
    assert "c1" not in asked(f) and f.reason("at c1") == k.WHY_SHAPE
    f.play("at b1")
    assert f.reason("at c1") == k.WHY_SHAPE


@pytest.mark.parametrize("state, goes", [("closed", False), ("locked", False), ("open", True), ("broken", True)])
def test_G11_8a_G10_6_nor_closed_doors(state, goes):
    f = laid(path_fight("A..x\n....", 6, extra=f'[features.gate]\nkind = "door"\nat = "c1"\nstate = "{state}"'), "b1")
    assert f.can("at c1") == goes
    if not goes:
        assert f.reason("at c1") == k.WHY_SHAPE


def test_G11_10_range_counts_from_the_nearest_square_of_a_large_user():
    f = path_fight("AA...x\nAA....", 3, 2, A="size = 2")
    assert {"a1", "d1", "d2"} <= asked(f) and f.reason("at e1") == k.WHY_TOO_FAR


# -- close paths ------------------------------------------------------------------------------------------------------------
def test_T11_9_a_close_path_starts_adjacent_to_its_user():
    f = path_fight(".....\n.A...\n.....\n....x", 4, shape="close path")
    assert asked(f) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert f.reason("at b2") == k.WHY_TOO_FAR and f.reason("at d2") == k.WHY_TOO_FAR


def test_T11_9_and_in_sight():
    f = path_fight("A#..\n#x..\n....", 4, shape="close path")
    assert f.reason("deed") == k.WHY_NO_TARGET
    f = path_fight("A#..\n.x..\n....", 4, shape="close path")
    assert asked(f) == {"a2", "b2"} and f.reason("at b1") == k.WHY_SHAPE


def test_T11_9_adjacent_to_any_square_of_a_large_user():
    f = path_fight("AA...\nAA...\n....x", 6, shape="close path", A="size = 2")
    assert asked(f) == {"c1", "c2", "a3", "b3", "c3"}


def test_T11_9_it_can_then_travel_in_any_direction_also_over_its_user():
    f = laid(path_fight("A...\n...x", 3, shape="close path"), "b1")
    assert squares(f) == {"a1", "b2", "c1"}
    f.force(HIT)
    f.play("at a1", "pass")
    assert hit(f) == "A" and f.hurt("A") == 5, "T5.9: it is no burst"


# -- its shape --------------------------------------------------------------------------------------------------------------
def test_T11_8_each_square_shares_an_edge_with_the_one_before():
    f = laid(path_fight("A....\n.....\n.....\n....x", 9), "c2")
    assert squares(f) == {"b2", "d2", "c1", "c3"} and f.reason("at d3") == k.WHY_SHAPE and f.reason("at e2") == k.WHY_SHAPE


def test_G11_8a_no_repeats():
    f = laid(path_fight(OPEN, 9), "c2", "d2")
    assert f.reason("at c2") == k.WHY_SHAPE and squares(f) == {"e2", "d1", "d3"}


@pytest.mark.parametrize("chain, never", [
    (["c2", "d2", "d3"], "c3"), (["d2", "c2", "c3"], "d3"), (["c3", "d3", "d2"], "c2"), (["d3", "c3", "c2"], "d2"),
])
def test_T11_8_no_two_by_two_block(chain, never):
    """Whichever of its four squares would be the last."""
    f = laid(path_fight(OPEN, 9), *chain)
    assert f.reason(f"at {never}") == k.WHY_SHAPE and len(squares(f)) == 2


def test_T11_8_no_block_anywhere_also_with_squares_laid_long_before():
    f = laid(path_fight(OPEN, 16), "b2", "c2", "d2", "d3", "d4", "c4")
    assert "c3" not in squares(f) and f.reason("at c3") == k.WHY_SHAPE and squares(f) == {"b4"}
    f.play("at b4")
    assert squares(f) == {"a4", "b3"}, "three sides of a ring may close to a hook"
    f.play("at b3")
    assert squares(f) == {"a3"}, "b2 is laid, and c3 would fill blocks"


def test_T11_8_a_path_may_run_beside_itself_and_touch_its_own_corner():
    f = laid(path_fight(OPEN, 16), "b1", "b2", "c2", "d2", "d3")
    assert squares(f) == {"d4", "e3"}, "c3 would fill a block"
    f = laid(path_fight("A......\n.......\n.......\n.......\n......x", 16), "b2", "c2", "c3", "c4", "b4")
    assert squares(f) == {"a4", "b5"} and f.reason("at b3") == k.WHY_SHAPE, "b2, c2, c3 and b3 are a block"


def test_T11_8_the_board_has_an_edge():
    f = laid(path_fight("A...\n...x", 9), "b1", "c1")
    assert squares(f) == {"c2", "d1"}
    f.play("at d1")
    assert squares(f) == {"d2"}


# -- how long it is ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_T11_8_n_squares_and_then_it_is_done(size):
    f = path_fight("Axyzv", size)
    asked(f)
    f.force(HIT)
    f.play(*[f"at {square}" for square in ("b1", "c1", "d1", "e1")[:size]])
    assert hit(f) == "xyzv"[:size] and f.asks() != "path"


def test_G11_8a_it_may_stop_short_once_it_holds_somebody():
    f = laid(path_fight("A..x.", 9), "b1")
    assert f.reason("pass") == k.WHY_NOT_ASKED
    f.play("at c1")
    assert f.reason("pass") == k.WHY_NOT_ASKED
    f.play("at d1")
    assert f.can("pass")
    f.force(HIT)
    f.play("pass")
    assert hit(f) == "x"


def test_G11_8a_not_before_its_first_square():
    f = path_fight("A..x.", 9)
    asked(f)
    assert f.reason("pass") == k.WHY_NOT_ASKED


def test_G11_8a_in_a_dead_end_without_anybody_it_is_done_and_nothing_is_refunded():
    f = path_fight("A.#..\n###.x", 9)
    asked(f)
    f.play("at b1")
    assert squares(f) == {"a1"} and f.reason("pass") == k.WHY_NOT_ASKED
    f = path_fight("A#.#x\n.....", 9)
    asked(f)
    f.play("at b2", "at c2", "at c1")
    assert f.asks() == "action" and hit(f) == "" and f["A"].points == 2 and f["A"].deeds_taken == 1


def test_G11_8a_over_its_own_user_it_holds_somebody():
    f = laid(path_fight("A..x", 9), "a1")
    assert f.can("pass")


# -- who is in it -----------------------------------------------------------------------------------------------------------
def test_T11_8_G11_11_a_large_creature_is_in_it_once_however_many_of_its_squares_are():
    f = fight("A.xx.\n..xx.\ny....", deeds={"deed": area("path", 6, 9)}, x="size = 2")
    f.attempt("deed", path=["b1", "c1", "d1", "d2"], dice=HIT)
    assert hit(f) == "x" and f.hurt("x") == 5


def test_G5_8a_the_nearest_first_whatever_way_the_path_takes():
    f = fight("A.xy\n..zB", deeds={"deed": area("path", 6, 9)}).attempt("deed", path=["d1", "d2", "c2"], dice=HIT)
    assert hit(f) == "zBy", "z two squares away; B and y three, by the roster"


def test_T11_1_those_in_it_that_are_not_seen_have_cover():
    f = fight("A#x\n...", deeds={"deed": area("path", 6, 9)}, x='hands = 0\ndeeds = ["idle"]')
    f.attempt("deed", path=["c2", "c1"], dice=[9, 7, 1])
    assert f.roll_of("x")[0] == 8


def test_when_a_path_is_over_nothing_of_it_is_left():
    f = fight("A..x", deeds={"deed": area("path", 6, 9)}).attempt("deed", path=["b1", "c1", "d1"], dice=HIT)
    assert f.state.n_chain == 0 and not f.state.chain.any()


def test_T11_8_a_path_is_laid_anew_each_time():
    f = fight("A..x", deeds={"deed": area("path", 2, 9)}, A="extra_deeds = 1").attempt("deed", path=["c1", "d1"], dice=HIT)
    f.attempt("deed", path=["d1", "c1"], dice=HIT)
    assert f.hurt("x") == 10


@pytest.mark.parametrize("board, at, only", [(".A#x", "b1", "a1"), ("x#A.", "c1", "d1"), (".\nA\n#\nx", "a2", "a1"), ("x\n#\nA\n.", "a3", "a4")])
def test_G11_8a_the_only_way_on_may_lie_on_the_edge_of_the_board(board, at, only):
    f = path_fight(board, 9)
    assert only in asked(f)
    f.play(f"at {at}")
    assert f.asks() == "path" and squares(f) == {only}
    f.force(HIT)
    f.play(f"at {only}")
    assert hit(f) == "A" and f.asks() == "action", "and beyond it there is none"


@pytest.mark.parametrize("board, at", [("A#x", "a1"), ("x#A", "c1"), ("A\n#\nx", "a1"), ("x\n#\nA", "a3")])
def test_G11_8a_there_is_no_way_on_beyond_the_board(board, at):
    f = path_fight(board, 9, x=QUIET)
    f.force(HIT)
    f.play("deed", "deed deed", "with bare hand", "points 0", f"at {at}")
    assert hit(f) == "A" and f.asks() == "action"
