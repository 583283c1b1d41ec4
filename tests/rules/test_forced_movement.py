"""Chapter 12: push, pull and sweep, and what every forced step obeys (G12.3, G12.4, T12.2, G8.14a)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .moved import filled, forced, squares, sure, way, where

FIELD = ".......\n.......\n..A....\n...x...\n.......\n.......\n......."
BLEEDS = "states = { bleeding = 3 }"


def moved(verb, n, board=FIELD, target="x", **more):
    """A fight in which A has just begun to move somebody by force; the next square is asked."""
    return fight(board, deeds=forced(verb, n), **more).attempt("deed", target)


# -- which squares ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("verb, free", [
    ("push", {"e3", "e4", "e5", "d5", "c5"}),
    ("sweep", {"d3", "c4"}),
])
def test_G12_3_from_a_diagonal_neighbour(verb, free):
    f = moved(verb, 2)
    assert f.asks() == "force" and f.asked == k.COMPANIONS and f.asker == f.slot("A")
    assert squares(f) == free and "pass" in f.options()


def test_G12_3_a_pull_from_the_neighbouring_square_goes_nowhere():
    f = moved("pull", 3)
    assert f.asks() == "action" and where(f, "x") == "d4" and not f.seen(k.E_FORCED)


@pytest.mark.parametrize("verb, free", [
    ("push", {"f2", "f3", "f4"}),
    ("pull", {"d2", "d3", "d4"}),
    ("sweep", {"e2", "e4"}),
])
def test_G12_3_strictly_further_strictly_nearer_or_at_equal_distance(verb, free):
    f = moved(verb, 2, ".......\n.......\n.A..x..\n.......\n.......")
    assert squares(f) == free
    assert f.reason("at e3") == k.WHY_TOO_FAR, "to stay is no step"
    assert f.reason("at g3") == k.WHY_TOO_FAR, "and no step is two squares long"
    assert all(f.reason(f"at {s}") == k.WHY_DIRECTION for s in {"d2", "d3", "d4", "e2", "e4", "f2", "f3", "f4"} - free)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("verb, free", [("push", {"a3", "a4", "a5"}), ("pull", {"c3", "c4", "c5"}), ("sweep", {"b3", "b5"})])
def test_G12_3_on_the_other_sides_of_the_mover_too(verb, free, turned):
    board = ["......", "......", "......", ".x..A.", "......", "......"]
    expected = free
    if turned:
        board = ["".join(column) for column in zip(*board)]
        expected = {"abcdef"[int(s[1]) - 1] + str("abcdef".index(s[0]) + 1) for s in free}
    assert squares(moved(verb, 2, "\n".join(board))) == expected


def test_G12_3_a_push_of_n_is_n_steps_each_further_than_the_last():
    f = moved("push", 3).play("at e4")
    assert squares(f) == {"f3", "f4", "f5"}, "a sidestep at the same distance is none of a push"
    f.play("at f5")
    assert squares(f) == {"g4", "g5", "g6"}
    f.play("at g6")
    assert f.asks() == "action" and where(f, "x") == "g6" and way(f, "x") == ["e4", "f5", "g6"]
    assert filled(f, "x") == {"g6"}


def test_G12_3_a_pull_stops_next_to_the_mover():
    f = moved("pull", 9, "A....x").play("at e1", "at d1", "at c1", "at b1")
    assert f.asks() == "action" and where(f, "x") == "b1"


def test_G12_3_a_sweep_goes_round_the_mover():
    f = moved("sweep", 3, ".....\n.....\n..Ax.\n.....\n.....")
    assert squares(f) == {"c2", "d2", "d4", "c4"}
    f.play("at d2")
    assert squares(f) == {"c2", "d3"}, "b2 and d4 are two squares off"
    f.play("at c2", "at b2")
    assert f.asks() == "action" and where(f, "x") == "b2"


def test_G12_3_the_movers_side_chooses_and_may_stop_early():
    f = moved("push", 3).play("at e4", "pass")
    assert f.asks() == "action" and where(f, "x") == "e4"
    f = moved("push", 3).play("pass")
    assert f.asks() == "action" and where(f, "x") == "d4"
    f = fight("xA..", deeds=forced("push", 3), clock='round = 1\nfirst_side = "enemies"').attempt("deed", "a")
    assert f.asks() == "force" and f.asked == k.ENEMIES and f.asker == f.slot("x")


def test_G12_3_distances_count_from_where_the_mover_stood_at_the_start():
    deed = {"deed": sure("{ push = 2 }, { teleport = 3, who = \"self\" }, { push = 1 }")}
    f = fight("A.x.....\n........", deeds=deed).attempt("deed", "x").play("at d1", "at e1", "at d1")
    assert where(f, "A") == "d1" and squares(f) == {"f1", "f2"}, "the second push counts from d1"


def test_G12_3_fellows_can_be_moved_and_oneself():
    f = moved("push", 1, "AB..x", target="b")
    assert squares(f) == {"c1"}
    f = moved("push", 2, "..A..x", target="a")
    assert squares(f) == {"b1", "d1"}, "away from where one stood"


# -- what stops it -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("board", ["Ax#..", "AxB..", "Axy..", "Ax", "Ax#"])
def test_G12_4_walls_creatures_and_the_edge_stop_it_without_damage(board):
    f = moved("push", 3, board)
    assert f.asks() == "action" and where(f, "x") == "b1" and f.hurt("x") == 0 and not f.seen(k.E_FORCED)


def test_G12_4_the_reasons_for_a_forced_step_that_is_not_possible():
    f = moved("push", 3, "..#\nAx.\n..y")
    assert f.reason("at c1") == k.WHY_OCCUPIED, "a wall"
    assert f.reason("at c3") == k.WHY_OCCUPIED, "somebody stands there"
    f = moved("push", 3, "A..\n.x#\n...")
    assert f.reason("at c1") == f.reason("at c3") == k.WHY_OCCUPIED, "past a wall corner"


def test_G12_4_the_map_edge_stops_it():
    f = moved("push", 3, "...\nAx.\n...").play("at c2")
    assert f.asks() == "action" and where(f, "x") == "c2"
    f = moved("push", 3, "...\n.xA\n...").play("at a2")
    assert f.asks() == "action" and where(f, "x") == "a2"


@pytest.mark.parametrize("wall, free", [
    ("A..\n.x#\n...", {"a3", "b3"}),
    ("A..\n.x.\n.#.", {"c1", "c2"}), ("A..\n.x.\n..#", {"c1", "c2", "a3", "b3"}),
])
def test_G12_4_the_corner_rule_holds(wall, free):
    assert squares(moved("push", 1, wall)) == free


@pytest.mark.parametrize("state, stops", [("closed", True), ("locked", True), ("open", False), ("broken", False)])
def test_G12_4_closed_doors_stop_it(state, stops):
    door = f'[features.door]\nkind = "door"\nat = "c1"\nstate = "{state}"\nmaterial = "wood"'
    f = moved("push", 3, "Ax...", extra=door)
    assert (f.asks() == "action") == stops and (stops or squares(f) == {"c1"})


def test_G12_4_the_defeated_stop_it_and_can_be_moved():
    f = moved("push", 3, "AxB..", B="vigor = -1\ndefeated = true")
    assert f.asks() == "action"
    f = moved("push", 1, "AB..x", target="b", B="vigor = -1\ndefeated = true").play("at c1")
    assert where(f, "B") == "c1"


def test_G12_4_exits_do_not_eject():
    f = moved("push", 2, "Ax>>").play("at c1", "at d1")
    assert f["x"].status == k.STANDING and where(f, "x") == "d1" and f.asks() == "action"


def test_G12_4_difficult_ground_low_obstacles_and_half_speed_do_not_matter():
    f = moved("push", 3, "Ax,=.", x="states = { toppled = 1, hindered = 9 }").play("at c1", "at d1", "at e1")
    assert where(f, "x") == "e1"


def test_G12_4_the_dead_are_moved_no_further():
    f = moved("push", 3, "Ax..y", x=BLEEDS + "\nvigor = 3").play("at c1")
    assert f["x"].status == k.DEAD and f.asks() == "action" and filled(f, "x") == set()


def test_G12_4_a_spark_adds_two_squares_once_for_each_spark():
    deed = {"deed": 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ push = 1 }]'}
    f = fight("Ax......", deeds=deed).attempt("deed", "x", dice=[6, 6]).play("at c1", "at d1", "at e1")
    assert f.asks() == "action" and where(f, "x") == "e1"
    f = fight("Ax......", deeds=deed, rules="spark_potency = 5").attempt("deed", "x", extra=2, dice=[6, 6, 5, 5])
    f.play("at c1", "at d1", "at e1", "at f1", "at g1")
    assert f.asks() == "action" and where(f, "x") == "g1", "1 + 2 + 2: never the general bonus of potencies"


# -- bleeding ----------------------------------------------------------------------------------------------------------------
def test_T12_2_G8_14a_each_forced_movement_hurts_the_bleeding_once_at_its_first_step():
    f = moved("push", 3, "Ax....", x=BLEEDS).play("at c1")
    assert f.hurt("x") == 3
    f.play("at d1", "at e1")
    assert f.hurt("x") == 3 and where(f, "x") == "e1"


def test_G8_14a_a_forced_movement_of_no_square_does_not_hurt():
    assert moved("push", 3, "Ax....", x=BLEEDS).play("pass").hurt("x") == 0
    assert moved("push", 3, "Ax#", x=BLEEDS).hurt("x") == 0


def test_G8_14a_two_forced_movements_hurt_twice():
    deed = {"deed": sure("{ push = 1 }, { push = 1 }")}
    f = fight("Ax....", deeds=deed, x=BLEEDS).attempt("deed", "x").play("at c1", "at d1")
    assert f.hurt("x") == 6


def test_T8_22_the_defeated_do_not_bleed_when_moved():
    f = moved("push", 1, "AB..x", target="b", B="vigor = -1\ndefeated = true\n" + BLEEDS).play("at c1")
    assert f["B"].vigor == -1


# -- large creatures -----------------------------------------------------------------------------------------------------------
def test_G12_4_large_creatures_move_whole():
    f = moved("push", 2, "Axx...\n.xx...\n......", x="size = 2")
    assert squares(f) == {"c1", "c2"}, "its top left square; lower down by one it would be no further"
    f.play("at c2", "at d2")
    assert f.asks() == "action" and filled(f, "x") == {"d2", "e2", "d3", "e3"}


@pytest.mark.parametrize("board", ["Axx...\n.xx#..", "Axx#..\n.xx...", "Axx\n.xx", "AxxB..\n.xx..."])
def test_G12_4_anything_under_any_square_stops_a_large_creature(board):
    assert moved("push", 2, board, x="size = 2").asks() == "action"


def test_G12_4_the_corner_rule_for_a_large_creature():
    free = squares(moved("push", 1, "A....\n.xx..\n.xx..\n.....", x="size = 2"))
    assert free == {"c1", "c2", "c3", "a3", "b3"}
    assert squares(moved("push", 1, "A...#\n.xx..\n.xx..\n.....", x="size = 2")) == free
    assert squares(moved("push", 1, "A....\n.xx..\n.xx#.\n.....", x="size = 2")) == {"a3", "b3"}, "nothing steps past d3"


@pytest.mark.parametrize("verb, free", [("push", {"d1", "d2", "d3"}), ("sweep", {"c1", "b3", "c3"})])
def test_G12_3_distances_count_from_the_nearest_square_of_a_large_mover(verb, free):
    f = moved(verb, 2, "AA...\nAAx..\n.....", A="size = 2")
    assert squares(f) == free


def test_G12_3_a_large_creature_is_pulled_by_its_nearest_square():
    f = moved("pull", 9, "A...xx\n....xx\n......", x="size = 2").play("at d1", "at c1", "at b1")
    assert f.asks() == "action" and filled(f, "x") == {"b1", "c1", "b2", "c2"}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_G12_4_size_does_not_keep_anybody_from_being_moved_by_a_deed(size):
    rows = ["A" + "x" * size + "..."] + ["." + "x" * size + "..."] * (size - 1)
    f = moved("push", 1, "\n".join(rows), x=f"size = {size}").play("at c1")
    assert len(filled(f, "x")) == size * size


# -- grabs ---------------------------------------------------------------------------------------------------------------------
def test_T8_24_forced_movement_by_others_works_and_ends_the_grab():
    f = moved("push", 2, "A.x..\n..B..\n.....", x='grabbed_by = ["B"]').play("at d1")
    assert f["x"].grabbed_by == 1 << f.slot("B"), "still next to B"
    f.play("at e1")
    assert f["x"].grabbed_by == 0 and f.seen(k.E_GRAB_ENDS)


def test_T8_24_a_grappler_that_is_forced_away_holds_nobody():
    f = moved("push", 2, "AxB...", target="x", B='grabbed_by = ["x"]')
    assert f.asks() == "action", "B is in the way"
    f = moved("push", 2, ".B....\nAx....\n......", target="x", B='grabbed_by = ["x"]').play("at c2")
    assert f["B"].grabbed_by == 1 << f.slot("x")
    f.play("at d2")
    assert f["B"].grabbed_by == 0
