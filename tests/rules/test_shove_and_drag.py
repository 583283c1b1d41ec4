"""Chapter 12: shove and drag, by a deed (G12.3) and by a grappler that moves at half speed (T8.24)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .moved import filled, forced, squares, sure, way, where

BLEEDS = "states = { bleeding = 3 }"
HELD = 'grabbed_by = ["A"]'


def moved(verb, n, board, target="x", **more):
    """A fight in which A has just begun to shove or drag; the next square is asked."""
    return fight(board, deeds=forced(verb, n), **more).attempt("deed", target)


def with_movement(points):
    """[fight] lines: A has taken *move* and has so many movement points left."""
    return f'round = 1\nfirst_side = "companions"\nturn = {{ of = "A", points = 2, move_points = {points}, taken = ["move"] }}'


def holding(points, board, entry="drag", x="", **more):
    """A holds x and has so many movement points; it has just chosen to drag or shove it along."""
    return fight(board, clock=with_movement(points), x=HELD + "\n" + x, auto=False, **more).play(entry, "target x")


# -- shove -------------------------------------------------------------------------------------------------------------------
def test_G12_3_a_shove_is_a_push_then_the_mover_may_walk_the_squares_left():
    f = moved("shove", 2, "Ax.....").play("at c1", "at d1")
    assert f.asks() == "follow" and f.asker == f.slot("A") and squares(f) == {"b1"} and "pass" in f.options()
    f.play("at b1")
    assert f.asks() == "follow" and squares(f) == {"c1"}
    f.play("at c1")
    assert f.asks() == "action" and (where(f, "A"), where(f, "x")) == ("c1", "d1")
    assert f["A"].move_points == 0 and f["A"].points == 2, "no movement points and no further action point"
    assert f.state.n_chain == 0 and not f.state.chain.any(), "the trail is forgotten"
    assert (way(f, "A"), way(f, "x")) == (["b1", "c1"], ["c1", "d1"])


def test_G12_3_up_to_the_number_moved():
    f = moved("shove", 3, "Ax.....").play("at c1", "pass")
    assert f.asks() == "follow"
    f.play("at b1")
    assert f.asks() == "action" and (where(f, "A"), where(f, "x")) == ("b1", "c1")


def test_G12_3_the_mover_need_not_follow_or_may_stop():
    f = moved("shove", 2, "Ax.....").play("at c1", "at d1", "pass")
    assert f.asks() == "action" and where(f, "A") == "a1"
    f = moved("shove", 2, "Ax.....").play("at c1", "at d1", "at b1", "pass")
    assert f.asks() == "action" and where(f, "A") == "b1"


def test_G12_3_nobody_follows_one_that_was_not_moved():
    f = moved("shove", 2, "Ax#")
    assert f.asks() == "action" and where(f, "A") == "a1"
    assert moved("shove", 2, "Ax...").play("pass").asks() == "action"


def test_G12_3_the_mover_walks_in_the_order_in_which_the_squares_were_left():
    f = moved("shove", 2, "......\nAx....\n......").play("at c1", "at d1")
    assert squares(f) == {"b2"} and f.reason("at b1") == k.WHY_DIRECTION and f.reason("at c1") == k.WHY_TOO_FAR
    f.play("at b2")
    assert squares(f) == {"c1"} and f.reason("at c2") == k.WHY_DIRECTION


def test_G12_3_only_squares_next_to_it_that_are_free():
    f = moved("shove", 2, "A.x....").play("at d1", "at e1")
    assert f.asks() == "action" and where(f, "A") == "a1", "the first square left is two away"


@pytest.mark.parametrize("more, follows", [
    ({}, True),
    ({"A": "grabbed_by = [\"y\"]"}, False),
    ({"A": "states = { toppled = 1 }"}, True),
    ({"x": 'ground = "difficult ground"'}, True),
    ({"A": 'ground = "pit"'}, False),
])
def test_G12_3_who_cannot_move_does_not_follow(more, follows):
    f = moved("shove", 1, "Ax..\ny...", **more).play("at c1")
    assert (f.asks() == "follow") == follows


def test_G12_5_the_mover_does_not_follow_into_a_pit():
    f = moved("shove", 1, "Ax..", x='ground = "pit"')
    assert f.asks() == "action" and where(f, "x") == "b1", "who is down a pit is not pushed out of it"
    f = moved("shove", 2, "Ax^.", dice=[4])
    f.play("at c1")
    assert f.hurt("x") == 4 and f.asks() == "follow" and squares(f) == {"b1"}, "the pit ends the push"
    f.play("at b1")
    assert f.asks() == "action" and where(f, "A") == "b1"


def test_G12_3_nobody_follows_past_a_wall_corner():
    f = moved("shove", 1, "A#..\n.x..\n....", target="x")
    assert f.asks() == "force"
    f.play("at c3")
    assert f.asks() == "action" and where(f, "A") == "a1"


def test_G8_14a_following_hurts_the_bleeding_mover_once():
    f = moved("shove", 2, "Ax.....", A=BLEEDS, x=BLEEDS).play("at c1", "at d1")
    assert (f.hurt("A"), f.hurt("x")) == (0, 3)
    f.play("at b1")
    assert f.hurt("A") == 3
    f.play("at c1")
    assert (f.hurt("A"), f.hurt("x")) == (3, 3)
    f = moved("shove", 2, "Ax.....", A=BLEEDS).play("at c1", "at d1", "pass")
    assert f.hurt("A") == 0


def test_G12_3_a_mover_that_bleeds_to_death_as_it_follows_is_gone_from_the_map():
    f = fight("xAB....", deeds=forced("shove", 2), clock='round = 1\nfirst_side = "enemies"', x=BLEEDS + "\nvigor = 3")
    f.attempt("deed", "a")
    assert f.asks() == "action", "B is in the way"
    f = fight("xA.....B\ny.......", deeds=forced("shove", 2), clock='round = 1\nfirst_side = "enemies"', x=BLEEDS + "\nvigor = 3").play("take x")
    f.attempt("deed", "a").play("at c1", "at d1", "at b1")
    assert f["x"].status == k.DEAD and filled(f, "x") == set() and f.asks() == "combatant" and f.asked == k.COMPANIONS, "its turn is over"


def test_G12_3_a_shove_of_a_large_creature_by_a_large_creature():
    f = moved("shove", 1, "AAxx..\nAAxx..\n......", A="size = 2", x="size = 2").play("at d1")
    assert f.asks() == "follow" and "b1" in squares(f)
    f.play("at b1")
    assert filled(f, "A") == {"b1", "c1", "b2", "c2"}


# -- drag --------------------------------------------------------------------------------------------------------------------
def test_G12_3_a_drag_asks_the_movers_step_and_the_target_enters_each_square_left():
    f = moved("drag", 2, "..Ax..\n......")
    assert f.asks() == "force" and f.asker == f.slot("A") and squares(f) == {"b1", "b2", "c2", "d2"}
    f.play("at b1")
    assert (where(f, "A"), where(f, "x")) == ("b1", "c1")
    f.play("at a1")
    assert (where(f, "A"), where(f, "x")) == ("a1", "b1") and f.asks() == "action"
    assert way(f, "x") == ["c1", "b1"] and filled(f, "A") == {"a1"} and filled(f, "x") == {"b1"}


@pytest.mark.parametrize("board, to, then", [
    (".\n.\nA\nx", "a2", "a3"), ("x\nA\n.\n.", "a3", "a2"),
    ("..x\n.A.\n...", "a3", "b2"), ("...\n.A.\nx..", "c1", "b2"),
])
def test_G12_3_a_drag_in_other_directions(board, to, then):
    f = moved("drag", 1, board).play(f"at {to}")
    assert (where(f, "A"), where(f, "x")) == (to, then) and filled(f, "x") == {then} and filled(f, "A") == {to}


def test_G12_3_a_drag_may_stop_early_and_costs_no_movement():
    f = moved("drag", 3, "..Ax..").play("at b1", "pass")
    assert f.asks() == "action" and where(f, "A") == "b1" and f["A"].move_points == 0


@pytest.mark.parametrize("board, free", [
    ("#Ax", set()), ("BAx", set()), (".Ax", {"a1"}), ("=Ax", {"a1"}), ("^Ax", set()), (",Ax", {"a1"}),
    ("...\n#A.\n..x", {"b1", "c1", "c2", "b3"}),
])
def test_G12_4_what_stops_the_mover_of_a_drag(board, free):
    f = moved("drag", 2, board)
    assert squares(f) == free if free else f.asks() == "action"


def test_G12_3_the_target_is_dragged_only_into_a_square_next_to_it():
    f = moved("drag", 3, "..A.x")
    assert f.asks() == "action" and where(f, "A") == "c1"
    f = moved("drag", 2, "..A#\n..#x\n....")
    assert f.asks() == "action", "its step into c1 would cut the corners"


def test_G12_3_the_reasons_in_a_drag():
    f = moved("drag", 2, ".#..\n..Ax\n....")
    assert f.reason("at a2") == k.WHY_TOO_FAR and f.reason("at b1") == k.WHY_OCCUPIED and f.reason("at d2") == k.WHY_OCCUPIED
    f = moved("drag", 2, "..Ax", A=f'{HELD.replace("A", "x")}')
    assert f.asks() == "action", "who is grabbed drags nobody"


@pytest.mark.parametrize("letter", ["A", "x"])
def test_G12_5_nobody_is_dragged_out_of_a_pit_nor_drags_from_one(letter):
    assert moved("drag", 2, "..Ax..", **{letter: 'ground = "pit"'}).asks() == "action"


def test_G8_14a_a_drag_hurts_both_once():
    f = moved("drag", 2, "..Ax..", A=BLEEDS, x="states = { bleeding = 2 }").play("at b1")
    assert (f.hurt("A"), f.hurt("x")) == (3, 2)
    f.play("at a1")
    assert (f.hurt("A"), f.hurt("x")) == (3, 2)


def test_G12_3_a_drag_of_a_large_creature():
    f = moved("drag", 1, ".Axx\n..xx\n....", x="size = 2").play("at a1")
    assert filled(f, "x") == {"b1", "c1", "b2", "c2"} and where(f, "A") == "a1"


def test_G12_3_a_large_creature_drags_a_small_one():
    f = moved("drag", 1, ".AAx\n.AA.", A="size = 2").play("at a1")
    assert filled(f, "A") == {"a1", "b1", "a2", "b2"} and where(f, "x") == "c1"


# -- a grappler's drag and shove -----------------------------------------------------------------------------------------------
def test_T8_24_the_grappler_drags_at_half_speed():
    f = holding(5, "...Ax...")
    assert f.asks() == "force" and f.reason("pass") == k.WHY_NOT_ASKED, "who sets out moves"
    f.play("at c1")
    assert f["A"].move_points == 3 and (where(f, "A"), where(f, "x")) == ("c1", "d1")
    f.play("at b1")
    assert f["A"].move_points == 1 and f.asks() == "action" and f["x"].grabbed_by == 1 << f.slot("A")


def test_T8_24_the_grappler_shoves_at_half_speed_and_comes_after():
    f = holding(5, "Ax......", entry="shove along")
    assert squares(f) == {"c1"}
    f.play("at c1")
    assert f["A"].move_points == 3 and (where(f, "A"), where(f, "x")) == ("b1", "c1")
    f.play("at d1")
    assert f["A"].move_points == 1 and (where(f, "A"), where(f, "x")) == ("c1", "d1") and f["x"].grabbed_by != 0


def test_T8_24_each_shove_is_away_from_where_the_grappler_is_now():
    f = holding(9, "......\nAx....\n......", entry="shove along").play("at c1")
    assert where(f, "A") == "b2" and squares(f) == {"d1", "d2"}
    assert f.reason("at c2") == k.WHY_DIRECTION and f.reason("at b1") == k.WHY_DIRECTION


@pytest.mark.parametrize("points, may", [(0, False), (1, False), (2, True)])
@pytest.mark.parametrize("entry", ["drag", "shove along"])
def test_T8_24_a_step_costs_two(points, may, entry):
    f = fight("..Ax..", clock=with_movement(points), x=HELD)
    assert f.can(entry) if may else f.reason(entry) == k.WHY_NO_MOVEMENT


@pytest.mark.parametrize("sign", [",", "="])
def test_G12_1_difficult_ground_under_the_grappler_doubles_again(sign):
    f = holding(4, f".{sign}Ax..").play("at b1")
    assert f["A"].move_points == 0
    f = holding(3, f".{sign}Ax..\n......")
    assert "b2" in squares(f) and f.reason("at b1") == k.WHY_NO_MOVEMENT
    f = holding(4, "Ax...", entry="shove along", x='ground = "difficult ground"').play("at c1")
    assert f["A"].move_points == 0, "the grappler steps onto what its prey left"


def test_G12_1_the_ground_under_the_prey_costs_nothing():
    f = holding(2, "Ax,..", entry="shove along").play("at c1")
    assert f["A"].move_points == 0 and where(f, "x") == "c1"


def test_G12_1_half_speed_doubles_once():
    f = holding(2, "..Ax..", A="states = { toppled = 1 }").play("at b1")
    assert f["A"].move_points == 0


def test_T8_24_only_who_holds_somebody_drags():
    f = fight("..Ax..", clock=with_movement(4))
    assert f.reason("drag") == f.reason("shove along") == k.WHY_NOT_GRABBED
    f = fight("..Ax..", clock=with_movement(4), x=HELD, A='grabbed_by = ["x"]')
    assert f.reason("drag") == k.WHY_GRABBED


def test_T8_24_of_two_that_it_holds_it_moves_one():
    f = fight(".y.\n.Ax\n...", clock=with_movement(4), x=HELD, y=HELD).play("drag")
    assert f.options() == ["target x", "target y"] and f.reason("target a") == k.WHY_NOT_GRABBED
    f.play("target x", "at a3")
    assert where(f, "x") == "b2" and f["y"].grabbed_by == 0 and f["x"].grabbed_by != 0, "y is left behind, two squares off"


def test_T8_24_it_may_drag_again_while_movement_lasts_but_not_try_twice_in_vain():
    f = holding(6, "....Ax").play("at d1", "pass")
    assert f.asks() == "action" and f.can("drag")
    f = holding(6, "#Ax")
    assert f.asks() == "action" and f.reason("drag") == k.WHY_TAKEN
    f = holding(6, "Ax#", entry="shove along")
    assert f.asks() == "action" and f.reason("shove along") == k.WHY_TAKEN 


def test_G8_14a_a_grapplers_drag_is_part_of_its_portion_of_movement():
    f = holding(6, "....Ax..", A=BLEEDS, x="states = { bleeding = 2 }").play("at d1", "pass")
    assert (f.hurt("A"), f.hurt("x")) == (3, 2)
    f.play("drag", "target x", "at c1", "pass")
    assert (f.hurt("A"), f.hurt("x")) == (3, 4), "one portion for A, two forced movements for x"
    f.play("defend", "points 0", "drag", "target x", "at b1")
    assert f.hurt("A") == 6, "an action in between splits the portion"


def test_G12_5_a_grappler_shoves_its_prey_into_a_pit_and_goes_no_further():
    f = holding(9, "Ax^..", entry="shove along")
    f.play("at c1", dice=[3])
    assert f.hurt("x") == 3 and f.has("x", "toppled") == 1 and f.asks() == "action" and where(f, "A") == "b1"
    assert f["x"].grabbed_by != 0, "still adjacent"


def test_G12_3_a_deed_of_two_lines_forgets_the_squares_of_the_first_shove():
    f = fight("Ax......", deeds={"deed": sure("{ shove = 1 }, { shove = 1 }")}).attempt("deed", "x")
    f.play("at c1", "pass", "at d1")
    assert f.asks() == "action", "c1 is two squares from A"
