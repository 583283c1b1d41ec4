"""Chapter 1: exits and leaving, retreat, draw and cut-off (T1.5, G1.6), newcomers (G1.7), what ends with a turn and with a round (T2.1, G3.16)."""

import pytest

from envs import notation
from envs.core import codes as k

from .drawn import STRIKE, fight
from .moved import filled, sure
from .test_movement import moving

START = 'round = 1\nfirst_side = "companions"'
LAST = STRIKE + '\nafter = [{ damage = "99", who = "self" }]'
EXIT = 'ground = "exit"'


# -- leaving ---------------------------------------------------------------------------------------------------------------------
def test_G1_6_one_on_an_exit_may_leave_for_a_movement_point():
    f = fight("AB..x", clock=moving(1), A=EXIT)
    assert f.can("leave")
    f.play("leave")
    assert f["A"].status == k.GONE and filled(f, "A") == set() and f["A"].acted == 1 and f.asker == f.slot("x"), "its turn is over"
    assert [e[0] for e in f.seen(k.E_LEAVES)] == [f.slot("A")]


@pytest.mark.parametrize("points, ground, more, why", [
    (0, EXIT, "", k.WHY_NO_MOVEMENT), (1, "", "", k.WHY_NO_EXIT), (4, EXIT, 'grabbed_by = ["x"]', k.WHY_GRABBED), (0, "", 'grabbed_by = ["x"]', k.WHY_NO_EXIT),
])
def test_G1_6_why_one_cannot_leave(points, ground, more, why):
    assert fight("Ax", clock=moving(points), A=f"{ground}\n{more}").reason("leave") == why


def test_G1_6_only_after_a_move():
    f = fight("A..x", A=EXIT)
    assert f.reason("leave") == k.WHY_NO_MOVEMENT
    f.play("move", "points 0")
    assert f.can("leave")


def test_G2_3a_with_leftover_movement_also_when_the_points_are_spent():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 0, taken = ["move"], move_points = 1 }'
    assert fight("A..x", clock=clock, A=EXIT).can("leave")


def test_G1_6_a_large_creature_leaves_with_any_square_on_an_exit():
    f = fight("AA..x\nAA>..\n.....", clock=moving(4), A="size = 2", auto=False)
    assert f.reason("leave") == k.WHY_NO_EXIT
    f.play("walk", "at b1", "leave")
    assert f["A"].status == k.GONE and filled(f, "A") == set()


def test_G1_6_the_gone_take_their_things_effects_taunts_and_grabs_with_them():
    gear = {"blade": 'use = ["melee"]\nweapon = 6'}
    aura = '[[effects]]\nkind = "aura"\nowner = "A"\nsize = 2\npotency = 1'
    f = fight("AxB", clock=moving(4), gear=gear, extra=aura, A=EXIT + '\nheld = ["blade"]\nhands = 2', x='grabbed_by = ["A"]\nstates = { taunted = 2 }\ntaunted_by = "A"')
    f.play("leave")
    assert f["x"].grabbed_by == 0 and f.has("x", "taunted") == 0 and f["x"].taunter == k.NONE and f.state.effects[0].kind == k.NONE
    assert f["A"].items[0] == 0 and f.state["items"][0]["place"] == k.NONE, "nothing is dropped"


def test_G1_7_the_gone_have_no_turn_and_are_no_targets():
    f = fight("AB..x", clock=moving(1), A=EXIT).play("leave")
    f.play("end turn", "end turn", dice=[1])
    assert f.state.round_no == 2 and f.asker == f.slot("B")
    assert fight("AB..x", clock=moving(1), deeds={"bolt": STRIKE.replace("melee", "innate") + "\nrange = 9"}, A=EXIT).play("leave").attempt("bolt").roll_of("B")


@pytest.mark.parametrize("letter, winner", [("A", k.ENEMIES), ("x", k.COMPANIONS)])
def test_G1_6_a_side_that_has_left_has_lost(letter, winner):
    f = fight("A..x", clock=moving(1, letter), **{letter: EXIT}).play("leave")
    assert f.over and f.winner == winner and f.result(winner) == 1.0


def test_G1_6_those_who_left_do_not_keep_their_side_in_the_fight():
    f = fight("ABx", clock=moving(1), A=EXIT, B="vigor = 1\nendures = false").play("leave")
    assert not f.over
    f.attempt("strike", "b", dice=[6, 7])
    assert f.over and f.winner == k.ENEMIES


# -- ends --------------------------------------------------------------------------------------------------------------------------
def test_G1_6_tested_after_a_choice_with_all_its_reactions_also_between_turns():
    f = fight("Ax", deeds={"last": LAST}, x="vigor = 4").attempt("last", "x", dice=[6, 7])
    assert f.winner == k.DRAW and f.state.depth == 0 and f.state.turn_of == k.NONE and f.asker == k.NONE
    assert f.seen(k.E_OVER)[-1][0] == k.DRAW


@pytest.mark.parametrize("last", [1, 3])
def test_G1_6_the_cut_off_comes_after_the_last_round_for_whoever_stands(last):
    f = fight("A..x", rules=f"max_rounds = {last}", clock=f'round = {last}\nfirst_side = "companions"').play("end turn")
    assert not f.over
    f.play("end turn")
    assert f.winner == k.CUT_OFF and f.result(0) == f.result(1) == 0.0
    f = fight("A..x", rules=f"max_rounds = {last + 1}", clock=f'round = {last}\nfirst_side = "companions"').play("end turn", "end turn")
    assert not f.over and f.state.round_no == last + 1


def test_G1_6_a_win_in_the_last_round_is_a_win():
    f = fight("Ax", rules="max_rounds = 1", x="vigor = 1").attempt("strike", "x", dice=[6, 7])
    assert f.winner == k.COMPANIONS


# -- newcomers ---------------------------------------------------------------------------------------------------------------------
def test_G1_7_newcomers_act_from_the_round_of_their_arrival():
    f = fight("A.B.x", clock=START, B="arrives = 2", auto=False)
    assert f.can("take a") and f.reason("take b") == k.WHY_ALREADY_ACTED
    f.play("take a", "end turn", "take x", "end turn")
    assert f.state.round_no == 2
    while f.asked != k.COMPANIONS:
        f.play("take x", "end turn")
    assert f.can("take b")


def test_G1_7_newcomers_stand_on_the_map_react_and_can_be_targets():
    f = fight("Ax.y", x="arrives = 5").attempt("strike", "x", dice=[2, 3])
    assert f.asks() == "counter" and f.asker == f.slot("x")


def test_G1_7_a_side_of_newcomers_alone_has_not_lost():
    f = fight("A..x", clock=START, x="arrives = 2")
    assert not f.over and f.asker == f.slot("A")
    f.play("end turn", dice=[2])
    assert f.state.round_no == 2 and f.asker == f.slot("x")


# -- rounds and turns ----------------------------------------------------------------------------------------------------------------
def test_T1_3_reasons_for_a_turn_that_cannot_be_taken():
    f = fight("ABx", clock=START + '\nnext_side = "companions"', B="acted = true", auto=False)
    assert f.reason("take b") == k.WHY_ALREADY_ACTED and f.reason("take x") == k.WHY_WRONG_SIDE and f.reason("take #9") == k.WHY_NOT_ASKED
    f = fight("A.x", clock='round = 0\nfirst_coin = "companions"\nambushed = "companions"', auto=False)
    assert f.reason("take a") == k.WHY_WRONG_SIDE and f.asked == k.ENEMIES


def test_G1_2a_an_ambushed_side_acts_from_the_second_round_on():
    f = fight("A.x", clock='first_coin = "companions"\nambushed = "companions"').play("end turn", dice=[1])
    assert f.state.round_no == 2 and f.asker == f.slot("A")


def test_G1_2a_where_both_coins_are_set_the_ambushed_side_still_reacts():
    f = fight("Ax", clock='first_coin = "enemies"\nambushed = "companions"').attempt("strike", "a", dice=[2, 3])
    assert f.asks() == "counter" and f.asker == f.slot("A")


def test_G3_16_aim_and_help_end_with_the_round_too():
    f = fight("A.B.x", A="aim = 8", B='helped = ["deed", "prevail"]\nacted = true').play("end turn")
    assert (f["A"].aim, f["B"].helped) == (8, 5)
    f.play("end turn", dice=[2])
    assert f.state.round_no == 2 and (f["A"].aim, f["B"].helped) == (0, 0)


def test_T2_1_a_turn_leaves_nothing_to_the_next():
    f = fight("A.x")
    c = f["A"]
    c.points, c.move_points, c.taken, c.taken_more, c.deeds_taken, c.maneuvers_taken, c.lifted, c.free_used, c.portion, c.prevail_open = range(1, 11)
    f.play("end turn")
    left = (c.points, c.move_points, c.taken, c.taken_more, c.deeds_taken, c.maneuvers_taken, c.lifted, c.free_used, c.portion, c.prevail_open)
    assert [int(v) for v in left] == [0] * 10 and c.acted == 1 and f.state.turn_of == f.slot("x")


def test_T2_1_a_turn_starts_with_three_points_and_nothing_taken():
    f = fight("A.x", clock=START)
    assert f["A"].points == 3 and f["A"].acted == 0 and f.seen(k.E_TURN) == [(f.slot("A"), 0, 0, 0)]


def test_G2_8_who_is_killed_at_the_start_of_its_turn_has_none():
    f = fight("AB..x", clock=START, A="vigor = -15\nstates = { suffering = 5 }").play("take a")
    assert f["A"].status == k.DEAD and f["A"].acted == 1 and f.asker == f.slot("x")


def test_a_position_in_the_middle_of_a_forced_movement_can_be_read_back():
    f = fight("Ax....", deeds={"deed": sure("{ shove = 2 }")}).attempt("deed", "x").play("at c1")
    again = fight("Ax....", deeds={"deed": sure("{ shove = 2 }")})
    again.load(notation.parse_position(again.scenario, notation.position_text(f.scenario, f.state))[0])
    again.play("at d1", "at b1", "at c1")
    assert filled(again, "A") == {"c1"} and filled(again, "x") == {"d1"}
