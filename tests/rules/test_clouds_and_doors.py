"""Chapter 10, what may change: doors, objects, dense and light clouds, large creatures (T10.1-T10.4, G10.5d, G10.6), and blinded eyes (T8.13)."""

import pytest

from envs.core import codes as k
from envs.core.sight import look, look_at, look_between

from .drawn import fight

SHOT = {"shot": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 30\nconflict = [{ damage = "5" }]'}
QUIET = 'hands = 0\ndeeds = ["idle"]'


def door(at, state="closed"):
    return f'[features.gate_{at}]\nkind = "door"\nat = "{at}"\nstate = "{state}"\n'


def thing(at, blocks, state="whole"):
    return f'[features.thing_{at}]\nkind = "object"\nat = "{at}"\nblocks = "{blocks}"\nstate = "{state}"\n'


def cloud(at, kind="dense", size=1):
    return f'[[effects]]\nkind = "{kind} cloud"\nowner = "x"\nat = "{at}"\nsize = {size}\n'


def seen(board, extra="", **bodies):
    """Sight between A and x, which must be the same the other way round."""
    f = fight(board, deeds=SHOT, extra=extra, **bodies)
    there, back = look(f.tables, f.state, f.slot("A"), f.slot("x")), look(f.tables, f.state, f.slot("x"), f.slot("A"))
    assert there == back
    return k.SIGHT_NAMES[there]


# -- doors and objects --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("state, sight", [("closed", "blocked"), ("locked", "blocked"), ("open", "clear"), ("broken", "clear")])
def test_G10_6_a_closed_door_is_a_wall_for_sight(state, sight):
    assert seen("A...x", door("c1", state)) == sight


@pytest.mark.parametrize("board, at, sight", [
    ("A..\n...\n..x", "b2", "blocked"),  # opposite corners
    ("A..\n..x", "b1", "cover"),  # clipped
    ("A.\n.x", "b1", "cover"),  # touched
    ("A..\n...\n..x", "c1", "clear"),  # beside the line
])
def test_T10_3_G10_6_a_closed_door_is_passed_clipped_or_missed_like_a_wall(board, at, sight):
    assert seen(board, door(at)) == sight


def test_G10_5c_a_door_and_a_wall_at_one_corner_block_together():
    assert seen("A#\n.x", door("a2")) == "blocked" and seen("A#\n.x", door("a2", "open")) == "cover"
    assert seen("A.\n.x", door("b1") + door("a2")) == "blocked"


def test_G10_5c_straight_from_a_wall_into_a_door():
    assert seen("A#.\n..x", door("b2")) == "blocked" and seen("A#.\n..x", door("b2", "open")) == "cover"


@pytest.mark.parametrize("blocks, state, sight", [("wall", "whole", "blocked"), ("wall", "broken", "clear"), ("low", "whole", "cover"),
                                                  ("low", "broken", "clear"),
                                                  ("none", "whole", "clear")])
def test_T10_2_G10_5e_objects_stand_in_the_way_as_high_as_they_are(blocks, state, sight):
    assert seen("A...x", thing("c1", blocks, state)) == sight
    assert seen("A.\n.x", thing("b1", blocks, state)) == ("cover" if sight != "clear" else "clear"), "touched"


def test_G10_5d_a_low_object_on_an_end_square_gives_nothing():
    assert seen("A..x", thing("a1", "low")) == "clear"


def test_T10_1_a_door_that_opens_lets_the_deed_through():
    f = fight("A..x", deeds=SHOT, extra=door("b1"), x=QUIET)
    assert f.reason("deed") == k.WHY_NO_TARGET
    f.play("door")
    assert f.can("deed")
    f.attempt("shot", "x", dice=[6, 7])
    assert f.hurt("x") == 5 and f.dice_left() == 0


def test_T10_4_a_clipped_door_is_one_cut():
    f = fight("A..\n..x", deeds=SHOT, extra=door("b1"), x=QUIET).attempt("shot", "x", dice=[9, 7, 1])
    assert f.roll_of("x")[0] == 8 and f.dice_left() == 0


@pytest.mark.parametrize("board, extra, adjacent", [("A.\n.x", door("b1") + door("a2"), False), ("A.\n.x", door("b1"), True), ("Ax", door("b2"), True)])
def test_G10_6_adjacent_needs_unblocked_sight(board, extra, adjacent):
    board = board if "\n" in board else board + "\n.."
    f = fight(board, extra=extra)
    assert f.can("deed") == adjacent
    if not adjacent:
        assert f.reason("deed") == k.WHY_NO_TARGET


def test_G10_6_nor_does_one_counter_through_closed_doors():
    slam = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "burst"\narea_size = 1\nconflict = [{ damage = "5" }]'
    f = fight("A.\n.x", deeds={"slam": slam}, extra=door("b1") + door("a2")).attempt("slam", dice=[2, 3, 4])
    assert f.asks() == "action"
    f = fight("A.\n.x", deeds={"slam": slam}, extra=door("b1")).attempt("slam", dice=[2, 3, 4])
    assert f.asks() == "counter"


# -- clouds -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("board, at, sight", [
    ("A...x", "c1", "blocked"), ("A..\n...\n..x", "b2", "blocked"), ("A..\n..x", "b1", "cover"), ("A.\n.x", "b1", "cover"), ("A..x\n....", "b2", "clear"),
])
def test_T10_2_T10_3_a_dense_cloud_blocks_like_a_wall(board, at, sight):
    assert seen(board, cloud(at)) == sight


@pytest.mark.parametrize("at", ["a1", "d1"])
def test_G10_5d_a_dense_cloud_on_an_end_square_gives_cover(at):
    assert seen("A..x", cloud(at)) == "cover"
    f = fight("A..x", deeds=SHOT, extra=cloud(at), x=QUIET).attempt("shot", "x", dice=[9, 7, 1])
    assert f.roll_of("x")[0] == 8


def test_G10_5d_in_one_cloud_neighbours_have_cover_others_are_hidden():
    assert seen("Ax...", cloud("a1", size=2)) == "cover" and seen("A.x..", cloud("a1", size=3)) == "blocked"


def test_G10_5d_but_what_blocks_still_blocks():
    assert seen("A.#x", cloud("a1")) == "blocked" and seen("A=.x", cloud("a1")) == "cover"


@pytest.mark.parametrize("at, sight", [("b1", "cover"), ("a1", "clear"), ("d1", "clear")])
def test_G10_5e_a_light_cloud_covers_what_is_behind_it_not_what_is_in_it(at, sight):
    assert seen("A..x", cloud(at, "light")) == sight


def test_G10_5e_a_row_of_light_clouds_never_blocks():
    assert seen("A....x", cloud("b1", "light", 4)) == "cover"
    assert seen("A.\n.x", cloud("b1", "light")) == "cover", "touched is enough"


def test_T10_2_a_cloud_stops_neither_steps_nor_does_it_cost_more():
    f = fight("A..x", extra=cloud("b1"), A="speed = 1").play("move", "points 0", "walk")
    assert (f["A"].x, f["A"].move_points) == (1, 0)


def test_G10_6_who_stands_in_a_cloud_sees_the_square_beside_it():
    f = fight("A..x", deeds=SHOT, extra=cloud("a1"))
    assert look_at(f.tables, f.state, 0, 1, 0) == k.COVER and look_at(f.tables, f.state, 0, 0, 0) == k.CLEAR


# -- large creatures ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size, sight", [(1, "clear"), (2, "blocked"), (3, "blocked")])
def test_T10_2_G10_6_large_is_size_two_or_three(size, sight):
    body = "y" * size
    assert seen("\n".join(("A." + body + ".x" if n == 0 else ".." + body + "..") for n in range(size)), y=f"size = {size}") == sight


def test_G10_6_fellow_or_foe_it_blocks_alike():
    assert seen("A.BB.x\n..BB..", B="size = 2") == "blocked"


def test_G10_5c_a_large_creature_and_a_door_at_one_corner_block_together():
    assert seen("yyx\nyyA\n...", "", y="size = 2") == "clear"
    assert seen("yy.\nyyx\n.A.", door("c3"), y="size = 2") == "blocked" and seen("yy.\nyyx\n.A.", door("c3", "open"), y="size = 2") == "cover"


def test_G10_6_it_moves_and_sight_opens():
    f = fight("A.yy.x\n..yy..\n......\n......", deeds={"shot": SHOT["shot"], "gust": 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\n'
              'check = false\nconflict = [{ sweep = 2 }]'}, y="size = 2", A="extra_deeds = 1")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.BLOCKED
    f.attempt("gust", "y").play("at c2", "at c3")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.CLEAR


def test_G10_6_a_large_one_is_seen_at_its_best_square_past_a_cloud():
    assert seen("A...xx\n....xx", cloud("d1"), x="size = 2") == "clear", "the lower row is seen past it"
    assert seen("A..xx\n...xx", cloud("c1"), x="size = 2") == "cover", "here every line touches it"
    assert seen("A..xx\n...xx", cloud("b1") + cloud("c1") + cloud("b2") + cloud("c2"), x="size = 2") == "blocked"
    assert seen("A..xx\n...xx", cloud("d1", size=2), x="size = 2") == "cover", "it stands in the cloud with all its squares"
    assert seen("A..xx\n...xx", cloud("d1") + cloud("e1"), x="size = 2") == "clear", "only its upper half does"


def test_G10_6_a_large_looker_looks_from_its_best_square():
    assert seen("AA..x\nAA...", cloud("a1", size=2), A="size = 2") == "cover"
    assert seen("AA..x\nAA...", cloud("b1"), A="size = 2") == "clear"


def test_G10_6_between_two_squares_without_anybody_every_large_creature_is_in_the_way():
    f = fight("A.xx.\n..xx.", deeds=SHOT, x="size = 2")
    assert look_between(f.tables, f.state, 0, 0, 4, 0, k.NONE, k.NONE) == k.BLOCKED
    assert look_between(f.tables, f.state, 0, 0, 4, 0, 0, f.slot("x")) == k.CLEAR
    assert look_between(f.tables, f.state, 2, 0, 2, 0, k.NONE, k.NONE) == k.CLEAR, "a square and itself"


def test_T11_1_a_square_under_a_large_creature_is_seen_the_one_behind_it_is_not():
    f = fight("A.xx.\n..xx.", deeds=SHOT, x="size = 2")
    assert [look_at(f.tables, f.state, 0, x, 0) for x in range(5)] == [k.CLEAR, k.CLEAR, k.CLEAR, k.CLEAR, k.BLOCKED]


# -- blinded ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("board, sight", [("Ax", "clear"), ("A.\n.x", "clear"), ("A.x", "blocked"), ("A..\n..x", "blocked")])
def test_T8_13_the_blinded_see_adjacent_squares_only(board, sight):
    f = fight(board, deeds=SHOT, A="states = { blinded = 1 }")
    assert k.SIGHT_NAMES[look(f.tables, f.state, 0, f.slot("x"))] == sight
    assert look(f.tables, f.state, f.slot("x"), 0) == k.CLEAR, "and are seen from afar"


def test_T8_13_adjacent_to_any_of_its_squares_when_it_is_large():
    f = fight("AA.x\nAA..", deeds=SHOT, A="size = 2\nstates = { blinded = 1 }")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.BLOCKED and look_at(f.tables, f.state, 0, 2, 1) == k.CLEAR
    assert look_at(f.tables, f.state, 0, 3, 1) == k.BLOCKED
    f = fight("AAx.\nAA..", deeds=SHOT, A="size = 2\nstates = { blinded = 1 }")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.CLEAR


def test_T8_13_from_a_square_to_the_adjacent_square_not_to_a_far_one_of_the_same_creature():
    """x is adjacent across a hidden corner; its other squares, which open eyes see past the wall, are two squares away."""
    board = "A#..\n#xx.\n.xx."
    assert seen(board, x="size = 2") == "cover"
    f = fight(board, deeds=SHOT, x="size = 2", A="states = { blinded = 1 }")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.BLOCKED and look_at(f.tables, f.state, 0, 1, 1) == k.BLOCKED
    f = fight("AA#\nAA#\n..x", deeds=SHOT, A="size = 2\nstates = { blinded = 1 }")
    assert look_at(f.tables, f.state, 0, 2, 2) == k.COVER, "past the corner of a wall, from the square beside it"


def test_T8_13_a_wall_corner_hides_also_from_the_blinded():
    f = fight("A#\n#x", deeds=SHOT, A="states = { blinded = 1 }")
    assert look(f.tables, f.state, 0, f.slot("x")) == k.BLOCKED
