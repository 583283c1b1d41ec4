"""Chapter 2: turns and action points (T2.1-T2.5, G2.3a, G2.5a, G2.8)."""

import pytest

from envs.core import codes as k

from .drawn import fight

START = 'round = 1\nfirst_side = "companions"'  # nobody has acted: A's turn starts now


def test_T2_1_a_turn_starts_with_three_points():
    f = fight("A..x", clock=START)
    assert f["A"].points == 3
    f.play("end turn")
    assert f["x"].points == 3 and f["A"].points == 0


def test_T2_2_an_action_costs_one_and_a_flexible_one_takes_extra_points():
    f = fight("A..x").play("defend")
    assert f.options() == ["points 0", "points 1", "points 2"]
    f.play("points 1")
    assert f["A"].points == 1
    assert f.play("move").asker == f.slot("A") and f["A"].points == 0, "with one point left there is no extra to ask for"


def test_T2_2_no_more_points_than_there_are():
    f = fight("A..x", clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2 }').play("defend")
    assert f.options() == ["points 0", "points 1"] and f.reason("points 2") == k.WHY_NO_POINTS


def test_T2_2_an_action_that_is_not_flexible_takes_no_extra_points():
    f = fight("A..x", auto=False)
    f.tables.actions[k.DEFEND].flexible = 0
    f.play("defend")
    assert f.options() == ["points 0"] and f.reason("points 1") == k.WHY_NO_RULE


def test_T2_3_the_turn_ends_when_the_last_point_is_spent():
    f = fight("A..x").play("defend", "points 2")
    assert f.asker == f.slot("x") and f["A"].acted == 1


def test_T2_3_a_turn_may_be_ended_early():
    f = fight("A..x")
    assert f.can("end turn")
    f.play("end turn")
    assert f["A"].acted == 1 and f.asker == f.slot("x")


def test_G2_3a_leftover_movement_may_be_used_after_the_last_point():
    f = fight("A...\n...x").play("defend", "points 1", "move")
    assert f["A"].points == 0 and f.options() == ["end turn", "walk"]
    f.play("walk", "at c1")
    assert f["A"].move_points == 2 and f.options() == ["end turn", "walk"]
    f.play("walk", "at a1")
    assert f.asker == f.slot("x"), "nothing is left to do"


def test_T2_3_points_and_movement_do_not_carry_over():
    f = fight("A....x").play("move", "points 0", "end turn")
    assert f["A"].points == f["A"].move_points == 0


@pytest.mark.parametrize("action", ["move", "defend", "catch breath"])
def test_T2_4_each_action_only_once_a_turn(action):
    f = fight("A..x", A="vigor = 20\nrecoveries = 3")
    f.play(action, "points 0", *(["recoveries 1"] if action == "catch breath" else []))
    assert not f.can(action) and f.reason(action) == k.WHY_TAKEN
    f.play("end turn")
    f.play("end turn", dice=[1])
    assert f.asker == f.slot("A") and f.can(action), "the next turn has it again"


def test_T2_5_one_deed_a_turn():
    f = fight("Ax").attempt("strike", "x", dice=[6, 7])
    assert f["A"].points == 2 and f.reason("deed") == k.WHY_DEED_TAKEN


def test_G2_5a_a_feature_that_lifts_the_limit_lets_attempt_deed_be_taken_again():
    f = fight("Ax", A="extra_deeds = 1").attempt("strike", "x", dice=[6, 7])
    assert f.can("deed")
    f.attempt("strike", "x", dice=[6, 7])
    assert f.hurt("x") == 8 and f.reason("deed") == k.WHY_DEED_TAKEN and f["A"].points == 1


def test_T2_5_a_deed_that_failed_counts_too():
    f = fight("Ax", x='hands = 0\ndeeds = ["idle"]').attempt("strike", "x", dice=[2, 3])
    assert f.hurt("x") == 0 and f.reason("deed") == k.WHY_DEED_TAKEN


def test_G2_8_states_act_at_the_start_of_ones_own_turn_only():
    f = fight("A..x", clock=START, A="states = { suffering = 3 }", x="states = { suffering = 5 }")
    assert (f.hurt("A"), f.hurt("x")) == (3, 0)
    f.play("end turn")
    assert (f.hurt("A"), f.hurt("x")) == (3, 5)


def test_G2_8_soothed_comes_before_suffering():
    f = fight("x..A", clock='round = 1\nfirst_side = "companions"', x="vigor = 2")
    f["x"].states[k.SOOTHED], f["x"].states[k.SUFFERING] = 3, 4
    f.play("end turn")
    assert f["x"].vigor == 1 and f["x"].status == k.STANDING, "2 + 3 - 4; the other way round it would have died at -2"


def test_G2_8_points_come_before_the_states():
    f = fight("AB..x", clock='round = 1\nfirst_side = "enemies"', A="vigor = 2\nstates = { suffering = 3 }")
    f.play("end turn", "take a")
    events = [e.code for e in f.events()]
    assert events.index(k.E_TURN) < events.index(k.E_STATE_VIGOR) < events.index(k.E_DYING) and f["A"].points == 3


def test_G2_8_a_creature_that_dies_at_the_start_of_its_turn_ends_it():
    f = fight("A..xy", clock='round = 1\nfirst_side = "enemies"', x="vigor = 3\nstates = { suffering = 3 }")
    f.play("take x")
    assert f["x"].status == k.DEAD and f.asker == f.slot("A") and f["x"].points == 0


def test_G2_8_a_dying_creature_goes_on():
    f = fight("A..x", clock=START, A="vigor = 2\nstates = { suffering = 3 }")
    assert f["A"].vigor == -1 and f.asker == f.slot("A") and f.asks() == "action" and f["A"].points == 3


def test_G2_8_one_defeated_or_dead_in_its_turn_ends_it():
    f = fight("AxB", A="vigor = 3\nmax_vigor = 30", x="bare = { weapon = 20 }")
    f.attempt("strike", "x", dice=[2, 3]).play("with bare hand")
    assert f["A"].vigor == -17 and f["A"].status == k.DEAD and f["A"].points == 0
    assert f.asker == f.slot("x")
