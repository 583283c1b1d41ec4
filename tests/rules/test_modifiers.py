"""Chapters 5, 6 and 8, what changes the net number of a check: dazed (T8.16), taunted (T8.18, G8.18a), help (T3.6, G3.6a), willingness (G5.10)."""

import pytest

from envs.core import codes as k

from .drawn import fight

HIT = [6, 7]
UNARMED = 'hands = 0\ndeeds = ["idle"]'
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'


def gambit(targets, line, more="range = 9"):
    return f'kind = "gambit"\ninstrument = "innate"\ntargets = "{targets}"\n{more}\nconflict = [{line}]'


# -- dazed -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("potency", [1, 3])
def test_T8_16_dazed_is_one_cut_on_every_deed_of_its_bearer(potency):
    f = fight("Ax", A=f"states = {{ dazed = {potency} }}", x=UNARMED).attempt("strike", "x", dice=[9, 8, 2])
    assert f.roll_of("x")[0] == 10 and f.dice_left() == 0
    assert fight("Ax", x=f"states = {{ dazed = {potency} }}\n{UNARMED}").attempt("strike", "x", dice=[9, 8]).roll_of("x")[0] == 17


def test_T8_16_G5_10_also_on_deeds_for_the_willing_and_on_oneself():
    for target, board in (("b", "AB.x"), ("a", "AB.x")):
        f = fight(board, deeds={"help": gambit("companion", '{ state = "strong" }')}, A="states = { dazed = 1 }", x=UNARMED)
        assert f.attempt("help", target, dice=[9, 8, 2]).roll_of(target.upper())[0] == 10 and f.dice_left() == 0


def test_T8_16_G9_1a_also_on_maneuvers():
    f = fight("Ax", A="states = { dazed = 1 }", x=UNARMED).maneuver("trip", "x", dice=[9, 8, 2])
    assert f.roll_of("x")[0] == 10 and f.dice_left() == 0 and f.has("x", "toppled") == 0


# -- taunted ---------------------------------------------------------------------------------------------------------------
TWO = 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 9\nconflict = [{ damage = "5" }]'
BURST = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "burst"\narea_size = 2\nconflict = [{ damage = "5" }]'
TAUNTED = 'states = { taunted = 2 }\ntaunted_by = "x"'
TAUNT = SHOT.replace('damage = "5"', 'state = "taunted", potency = 2')


def test_T8_18_taunted_is_one_cut_on_deeds_that_leave_the_taunter_out():
    f = fight("xAy", A=TAUNTED, x=UNARMED, y=UNARMED).attempt("strike", "y", dice=[9, 8, 2])
    assert f.roll_of("y")[0] == 10 and f.dice_left() == 0
    f = fight("xAy", A=TAUNTED, x=UNARMED, y=UNARMED).attempt("strike", "x", dice=[9, 8])
    assert f.roll_of("x")[0] == 17


def test_T8_18_G5_10_deeds_on_friends_and_maneuvers_leave_it_out_too():
    f = fight("xAB", deeds={"help": gambit("companion", '{ state = "strong" }')}, A=TAUNTED, x=UNARMED).attempt("help", "a", dice=[9, 8, 2])
    assert f.roll_of("A")[0] == 10
    f = fight("xAy", A=TAUNTED, x=UNARMED, y=UNARMED).maneuver("trip", "y", dice=[9, 8, 2])
    assert f.roll_of("y")[0] == 10


@pytest.mark.parametrize("targets, totals", [(("y", "x"), {"x": 17, "y": 17}), (("y", "z"), {"y": 10, "z": 10})])
def test_T8_18_one_target_that_is_the_taunter_satisfies_it_for_all(targets, totals):
    f = fight("xAy\n.z.", deeds={"two": TWO}, A=TAUNTED, x=UNARMED, y=UNARMED, z=UNARMED).attempt("two", *targets, dice=[9, 8, 2])
    assert {letter: f.roll_of(letter)[0] for letter in totals} == totals


@pytest.mark.parametrize("board, total", [("x.A.y", 17), ("x..A.y", 10)])
def test_G8_18a_an_area_with_the_taunter_in_it_satisfies_it(board, total):
    f = fight(board, deeds={"burst": BURST}, A=TAUNTED, x=UNARMED, y=UNARMED).attempt("burst", dice=[9, 8, 2])
    assert f.roll_of("y")[0] == total


def test_G8_18a_a_new_taunter_takes_over_and_potencies_add():
    f = fight("xAy", deeds={"taunt": TAUNT}, x='deeds = ["idle"]', y="", A='states = { taunted = 3 }\ntaunted_by = "x"')
    assert f["A"].taunter == f.slot("x")
    f.play("end turn", "take y").attempt("taunt", "a", dice=HIT)
    assert f["A"].taunter == f.slot("y") and f.has("A", "taunted") == 5


@pytest.mark.parametrize("x, status", [("vigor = 5", k.DEAD), ("vigor = -2\nendures = true\nendurance = 9", k.DEFEATED)])
def test_G8_18a_it_ends_when_the_taunter_is_dead_or_defeated(x, status):
    f = fight("xAy", deeds={"shot": SHOT}, A=TAUNTED, x=f"{UNARMED}\n{x}", y=UNARMED)
    f.attempt("shot", "x", dice=HIT + ([2, 3] if status == k.DEFEATED else []))
    assert f["x"].status == status and f.has("A", "taunted") == 0 and f["A"].taunter == k.NONE


def test_G8_18a_it_ends_when_the_taunter_leaves():
    f = fight("xAy", A=TAUNTED, x='ground = "exit"\ndeeds = ["idle"]', y=UNARMED).play("end turn", "take x", "move", "points 0", "leave")
    assert f["x"].status == k.GONE and f.has("A", "taunted") == 0 and f["A"].taunter == k.NONE


def test_G8_18a_the_fall_of_another_does_not_end_it():
    f = fight("xAy", deeds={"shot": SHOT}, A=TAUNTED, x=UNARMED, y=f"{UNARMED}\nvigor = 5").attempt("shot", "y", dice=[9, 8, 7])
    assert f["y"].status == k.DEAD and f.has("A", "taunted") == 2 and f["A"].taunter == f.slot("x")


def test_T8_18_when_the_state_ends_nobody_is_the_taunter():
    f = fight("xAy", deeds={"calm": gambit("personal", '{ end = "taunted" }', "")}, A=TAUNTED, x=UNARMED).attempt("calm", "a", dice=[9, 8, 7])
    assert f.has("A", "taunted") == 0 and f["A"].taunter == k.NONE
    f = fight("xAy", deeds={"calm": gambit("personal", '{ end = "taunted", potency = 1 }', "")}, A=TAUNTED, x=UNARMED)
    f.attempt("calm", "a", dice=[9, 8, 7])
    assert f.has("A", "taunted") == 1 and f["A"].taunter == f.slot("x")


# -- help ------------------------------------------------------------------------------------------------------------------
KINDS = ["deed", "maneuver", "prevail", "interact", "tenacity"]


def helping(board="AB.x", **scene):
    """A has chosen to help."""
    return fight(board, auto=False, **scene).play("help")


@pytest.mark.parametrize("n, kind", list(enumerate(KINDS)))
def test_T3_6_G3_6a_an_ally_gets_an_edge_on_its_next_check_of_the_named_kind(n, kind):
    f = helping().play("target b", f"help {kind}")
    assert f["B"].helped == 1 << n and f["A"].points == 2 and f.asks() == "action" and f.reason("help") == k.WHY_TAKEN
    assert f.seen(k.E_HELP) == [(f.slot("A"), f.slot("B"), k.KIND_DEED + n, 0)]


@pytest.mark.parametrize("board, legal", [("A...B.x", True), ("A....Bx", False), ("A###B.x", True)])
def test_T3_6_within_four_squares(board, legal):
    f = fight(board, auto=False)
    assert f.can("help") is legal
    if not legal:
        assert f.reason("help") == k.WHY_NO_TARGET
        assert fight(board, rules="help_range = 5").can("help")


def test_T3_6_reasons_why_one_cannot_be_helped():
    f = helping("AB...Cx", B='helped = ["deed", "maneuver"]')
    assert f.options() == ["target b"]
    assert [f.reason(f"target {w}") for w in ("a", "c", "x")] == [k.WHY_NOT_SELF, k.WHY_TOO_FAR, k.WHY_NOT_FELLOW]
    f.play("target b")
    assert f.options() == ["help prevail", "help interact", "help tenacity"] and f.reason("help deed") == k.WHY_HELPED
    assert f.reason("as melee") == k.WHY_NOT_ASKED and f.reason("spark damage") == k.WHY_NOT_ASKED


def test_T3_6_one_source_of_help_for_any_one_check():
    every = 'helped = ["deed", "maneuver", "prevail", "interact", "tenacity"]'
    f = helping("ABCx", B=every)
    assert f.options() == ["target c"] and f.reason("target b") == k.WHY_HELPED
    assert fight("AB.x", B=every).reason("help") == k.WHY_NO_TARGET


def test_T3_6_the_dead_are_not_helped_the_defeated_may_be():
    f = helping("AB.x", B="vigor = -1\ndefeated = true")
    assert f.options() == ["target b"]
    f = fight("ACBx", clock='round = 1\nfirst_side = "enemies"', B="endures = false\nvigor = 4").attempt("strike", "b", dice=HIT).play("end turn")
    assert f["B"].status == k.DEAD
    f.play("take a", "help")
    assert f.options() == ["help deed", "help maneuver", "help prevail", "help interact", "help tenacity"], "only C is left"


def test_T3_6_the_edge_counts_for_every_target_once_and_is_used_up():
    f = fight("Ax", A='helped = ["deed", "maneuver", "tenacity"]\nextra_deeds = 1', x=UNARMED).attempt("strike", "x", dice=[2, 8, 9])
    assert f.roll_of("x")[0] == 17 and f.dice_left() == 0 and f["A"].helped == 2 + 16
    assert f.attempt("strike", "x", dice=[2, 8]).roll_of("x")[0] == 10


def test_T3_6_help_with_a_deed_is_none_for_a_maneuver_and_the_other_way_round():
    f = fight("Ax", A='helped = ["deed"]', x=UNARMED).maneuver("trip", "x", dice=[2, 8])
    assert f.roll_of("x")[0] == 10 and f["A"].helped == 1
    f = fight("Ax", A='helped = ["maneuver"]', x=UNARMED).maneuver("trip", "x", dice=[2, 8, 9])
    assert f.roll_of("x")[0] == 17 and f["A"].helped == 0
    f = fight("Ax", A='helped = ["maneuver", "prevail", "interact", "tenacity"]', x=UNARMED).attempt("strike", "x", dice=[2, 8])
    assert f.roll_of("x")[0] == 10 and f["A"].helped == 30


@pytest.mark.parametrize("dice, endurance, status", [([2, 3, 8], 4, k.STANDING), ([9, 3, 8], 5, k.STANDING), ([3, 8, 9], 5, k.STANDING),
                                                     ([5, 5, 5], 3, k.DEFEATED)])
def test_T3_6_help_with_tenacity_takes_the_two_highest_of_three(dice, endurance, status):
    f = fight("BAx", clock='round = 1\nfirst_side = "enemies"', A='vigor = -1\nendurance = 5\nhelped = ["tenacity", "deed"]')
    f.attempt("strike", "a", dice=HIT + dice)
    assert (f["A"].endurance, f["A"].status, f["A"].helped) == (endurance, status, 1) and f.dice_left() == 0


def test_G3_16_help_ends_with_the_round():
    f = fight("Ax", A='helped = ["deed"]').play("end turn", "end turn", dice=[1])
    assert f["A"].helped == 0


# -- willing (G5.10) -------------------------------------------------------------------------------------------------------
def test_G5_10_nobody_accepts_an_attack_of_a_fellow_either():
    f = fight("ABx", rules='attack_targets = "any"', B=f"defend = 1\n{UNARMED}", x=UNARMED).attempt("strike", "b", dice=[9, 8, 2])
    assert f.roll_of("B")[0] == 10


def test_G5_10_whoever_is_in_its_own_area_accepts_it():
    ball = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 9\nconflict = [{ damage = "5" }]'
    f = fight("A.x\n...", deeds={"ball": ball}, A="defend = 2", x=UNARMED).attempt("ball", at="b1", dice=[9, 8])
    assert f.roll_of("A")[0] == f.roll_of("x")[0] == 17 and f.dice_left() == 0


def test_G5_10_a_gambit_on_a_foe_is_not_accepted():
    f = fight("Ax", deeds={"hex": gambit("creature", '{ state = "weak" }')}, x=f"defend = 1\n{UNARMED}").attempt("hex", "x", dice=[9, 8, 2])
    assert f.roll_of("x")[0] == 10


def test_G6_2_all_edges_and_cuts_add_up_and_are_held_at_ten():
    f = fight("Ax", A="states = { dazed = 1 }", x=f"defend = 10\n{UNARMED}").attempt("strike", "x", dice=[9] * 12)
    assert f.dice_left() == 0 and f.roll_of("x")[0] == 18
    f = fight("Ax", A='states = { dazed = 1 }\nhelped = ["deed"]', x=f"defend = 1\nstates = {{ toppled = 1 }}\n{UNARMED}")
    f.attempt("strike", "x", extra=1, dice=[2, 3, 9])
    assert f.roll_of("x")[0] == 12, "an edge each of help, a point and toppled; a cut each of defend and dazed"
