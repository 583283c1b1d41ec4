"""Chapter 3: the actions themselves (T3.2, T3.3, T3.5, T3.10) and their extra points; recoveries (T8.40, G8.41)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

GRACE = "virtues = { might = 0, grace = %d, wits = 0, spirit = 0 }"
NO_HANDS = 'hands = 0\ndeeds = ["idle"]'  # cannot counter, so that a failed deed asks nothing more


# -- attempt deed ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("extra, dice, total", [(0, [4, 5], 9), (1, [4, 5, 9], 14), (2, [4, 5, 7, 9], 16)])
def test_T3_2_each_extra_point_is_an_edge(extra, dice, total):
    f = fight("Ax", x=NO_HANDS).attempt("strike", "x", extra=extra, dice=dice)
    assert f.roll_of("x")[0] == total and f.dice_left() == 0 and f["A"].points == 2 - extra


# -- defend ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("extra, dice, total", [(0, [9, 8, 2], 10), (1, [9, 8, 2, 3], 5), (2, [9, 8, 4, 7, 1], 5)])
def test_T3_3_defend_gives_deeds_against_you_a_cut_and_one_more_for_each_extra_point(extra, dice, total):
    f = fight("Ax", A=NO_HANDS).play("defend", f"points {extra}")
    f.play(*(["end turn"] if extra < 2 else []))
    f.attempt("strike", "a", dice=dice)
    assert f.roll_of("A")[0] == total and f.dice_left() == 0


def test_T3_3_defend_is_for_oneself_alone():
    f = fight("ABx", clock='round = 1\nfirst_side = "companions"').play("take a", "defend", "points 2")
    f.attempt("strike", "b", dice=[6, 7])
    assert f.hurt("B") == 4 and f.dice_left() == 0


def test_T3_3_defend_lasts_until_the_round_ends():
    f = fight("Ax").play("defend", "points 2")
    f.play("end turn", dice=[2])
    f.attempt("strike", "a", dice=[6, 7])
    assert f.state.round_no == 2 and f.hurt("A") == 4 and f.dice_left() == 0


def test_T3_3_also_against_a_deed_at_range():
    bow = {"bow": 'use = ["ranged"]\nweapon = 5\nrange = 10\nhands = 2'}
    shot = {"shot": 'kind = "attack"\ninstrument = "ranged"\ntargets = "creature"\nconflict = [{ damage = "†" }]'}
    f = fight("A....x", deeds=shot, gear=bow, A='deeds = ["idle"]', x='held = ["bow"]').play("defend", "points 1", "end turn")
    f.attempt("shot", "a", dice=[9, 8, 7, 1])
    assert f.roll_of("A")[0] == 8


# -- catch breath ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_T3_5_catch_breath_is_a_recovery_of_potency_one_and_one_more_for_each_extra_point(extra):
    f = fight("A...x", A="vigor = 1\nmax_vigor = 41\nrecoveries = 5").play("catch breath", f"points {extra}")
    assert f.options() == [f"recoveries {n}" for n in range(extra + 2)]
    f.play(f"recoveries {extra + 1}")
    assert f["A"].vigor == 1 + 11 * (extra + 1) and f["A"].recoveries == 5 - extra - 1


def test_T3_5_not_while_dying():
    f = fight("A...x", A="vigor = -3\nrecoveries = 5")
    assert f.asks() == "action" and f.reason("catch breath") == k.WHY_DYING
    assert fight("A...x", A="vigor = 1\nrecoveries = 5").can("catch breath")


def test_T3_5_not_without_recoveries():
    assert fight("A...x", A="vigor = 5").reason("catch breath") == k.WHY_NO_RECOVERIES


def test_T8_40_up_to_n_recoveries_and_no_more_than_are_left():
    f = fight("A...x", A="vigor = 1\nrecoveries = 2").play("catch breath", "points 2")
    assert f.options() == ["recoveries 0", "recoveries 1", "recoveries 2"] and f.reason("recoveries 3") == k.WHY_NO_RECOVERIES
    f = fight("A...x", A="vigor = 1\nrecoveries = 2").play("catch breath", "points 1", "recoveries 0")
    assert f["A"].vigor == 1 and f["A"].recoveries == 2


def test_T8_40_a_recovery_of_more_than_an_answer_can_name_is_asked_on_for_its_rest():
    deep = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ recover = 7 }]'
    f = fight("A...x", deeds={"deep": deep}, A="vigor = 1\nmax_vigor = 400\nrecoveries = 20", rules="recovery_divisor = 40").attempt("deep", dice=[6, 6])
    f.play("recoveries 7")
    assert f.options() == ["recoveries 0", "recoveries 1"] and f["A"].vigor == 71, "a spark has made it eight"
    f.play("recoveries 1")
    assert f.asks() == "action" and f["A"].vigor == 81 and f["A"].recoveries == 12


@pytest.mark.parametrize("most, each", [(40, 10), (41, 11), (43, 11), (44, 11), (3, 1)])
def test_G8_41_a_recovery_restores_a_quarter_of_the_maximum_rounded_up(most, each):
    f = fight("A...x", A=f"vigor = 1\nmax_vigor = {most}\nrecoveries = 2").play("catch breath", "points 0", "recoveries 1")
    assert f["A"].vigor == 1 + each


def test_G8_41_never_past_the_maximum():
    f = fight("A...x", A="vigor = 35\nrecoveries = 2").play("catch breath", "points 1", "recoveries 2")
    assert f["A"].vigor == 40 and f["A"].recoveries == 0


def test_G8_41_the_quarter_is_of_the_current_maximum_after_injuries():
    f = fight("A...x", A="vigor = 1\nmax_vigor = 41\ninjuries = 1\nrecoveries = 1").play("catch breath", "points 0", "recoveries 1")
    assert f["A"].max_vigor == 40 and f["A"].vigor == 11


# -- move ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("grace, extra, points", [(0, 0, 5), (0, 1, 7), (0, 2, 9), (1, 1, 7), (3, 1, 9), (3, 2, 13), (-1, 1, 7)])
def test_T3_10_move_gives_speed_and_mobility_for_each_extra_point(grace, extra, points):
    f = fight("A..............x", A=f"speed = 5\n{GRACE % grace}").play("move", f"points {extra}")
    assert f["A"].move_points == points, "mobility is 1 + Grace, at least 2"


def test_T3_10_movement_is_spent_now_or_between_other_actions_of_the_turn():
    f = fight("A.....x", A="speed = 6").play("move", "points 0", "walk", "at c1", "defend", "points 0", "walk", "at f1")
    assert (f["A"].x, f["A"].move_points) == (5, 1)
    f.attempt("strike", "x", dice=[6, 7])
    assert f.hurt("x") == 4 and f["A"].points == 0


def test_T3_10_without_movement_points_there_is_no_walk():
    f = fight("A.....x")
    assert f.reason("walk") == k.WHY_NO_MOVEMENT
    f = fight("#####\n#A#x#\n#####", A="speed = 3").play("move", "points 0")
    assert f["A"].move_points == 3 and f.reason("walk") == k.WHY_NOWHERE


def test_T3_10_with_a_weapon_that_reaches_the_walk_decides_who_is_in_reach():
    f = fight("A..x", deeds={"strike": STRIKE})
    assert f.reason("deed") == k.WHY_NO_TARGET
    f.play("move", "points 0", "walk", "at c1")
    assert f.can("deed")
