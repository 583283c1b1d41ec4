"""Chapter 5: lines, targets, several targets (T5.1, T5.5-T5.8, G5.6a, G5.7a, G5.7b, G5.8a, G5.10)."""

import pytest

from envs.core import codes as k
from envs.tables import ContentError

from .drawn import STRIKE, fight

FAIL, CONFLICT, TRIUMPH = [2, 3], [6, 7], [9, 8]
ALL_LINES = """kind = "attack"
instrument = "melee"
targets = "creature"
before = [{ state = "strong", potency = 1, who = "self" }]
fail = [{ state = "exposed", potency = 2 }]
conflict = [{ state = "weak", potency = 3 }]
triumph = [{ state = "hindered", potency = 4 }]
after = [{ state = "suffering", potency = 5 }, { state = "soothed", potency = 1, who = "self" }]"""
STATES = ("exposed", "weak", "hindered", "suffering")


def gambit(targets, more="", line='{ state = "protected", potency = 2 }'):
    return f'kind = "gambit"\ninstrument = "innate"\ntargets = "{targets}"\n{more}\nconflict = [{line}]'


def attack(targets, more="range = 9", line='{ damage = "5" }'):
    return f'kind = "attack"\ninstrument = "innate"\ntargets = "{targets}"\n{more}\nconflict = [{line}]'


def test_T5_1_attacks_are_aimed_at_foes_and_gambits_deal_no_damage():
    for deed, code in ((attack("ally"), "C607"), (attack("personal", ""), "C607"), (gambit("ally", "range = 2", '{ damage = "3" }'), "C612")):
        with pytest.raises(ContentError, match=code):
            fight("ABx", deeds={"deed": deed})


# -- lines -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, result, states", [(FAIL, k.FAIL, (2, 0, 0, 5)), (CONFLICT, k.CONFLICT, (0, 3, 0, 5)),
                                                  (TRIUMPH, k.TRIUMPH, (0, 3, 4, 5))])
def test_T5_5_T5_6_lines_of_the_result_and_those_before_and_after(dice, result, states):
    f = fight("Ax", deeds={"all": ALL_LINES}, x='hands = 0\ndeeds = ["idle"]').attempt("all", "x", dice=dice)
    assert f.roll_of("x")[1] == result
    assert tuple(f.has("x", s) for s in STATES) == states
    assert (f.has("A", "strong"), f.has("A", "soothed")) == (1, 1), "before and after lines happen whatever the result"


def test_T5_5_the_roll_adds_the_key_virtue():
    for key, total in (("might", 13 + 3), ("spirit", 13 - 1)):
        f = fight("Ax", A=f'key = "{key}"\nvirtues = {{ might = 3, grace = 2, wits = 1, spirit = -1 }}').attempt("strike", "x", dice=CONFLICT)
        assert f.roll_of("x")[0] == total


def test_T5_5_a_deed_may_name_its_virtue():
    f = fight("Ax", deeds={"strike": STRIKE + '\nvirtue = "grace"'}, A="virtues = { might = 0, grace = 5, wits = 0, spirit = 0 }")
    assert f.attempt("strike", "x", dice=CONFLICT).roll_of("x")[0] == 18


def test_T5_6_before_lines_happen_before_targets_are_chosen_and_dice_are_rolled():
    f = fight("xAy", deeds={"all": ALL_LINES}).play("deed", "points 0")
    assert f.asks() == "target" and f.has("A", "strong") == 1 and f.state.deed.n_dice == 0


def test_T5_6_what_a_before_line_gives_counts_for_the_blow():
    deed = STRIKE + '\nbefore = [{ state = "strong", potency = 3, who = "self" }]'
    assert fight("Ax", deeds={"strike": deed}).attempt("strike", "x", dice=CONFLICT).hurt("x") == 4 + 3


def test_G5_6a_after_lines_come_at_the_very_end():
    deed = attack("creatures", "n_targets = 2\nrange = 9") + '\nafter = [{ state = "weak", who = "self" }]'
    f = fight("xAy", deeds={"both": deed}, y="guard_dice = [6]").attempt("both", "x", "y", dice=CONFLICT)
    assert f.asks() == "guard" and f.hurt("x") == 5 and f.has("A", "weak") == 0
    assert f.play("pass").has("A", "weak") == 1


def test_G5_6a_if_no_legal_target_is_left_after_before_the_deed_ends_and_nothing_is_refunded():
    deed = STRIKE + '\nfocus = 2\nbefore = [{ damage = "99", who = "fellows" }]\nafter = [{ state = "weak", who = "self" }]'
    f = fight("xy.Az", deeds={"rage": deed}, rules='attack_targets = "any"', clock='round = 1\nfirst_side = "enemies"', x="focus = 3",
              y='deeds = ["idle"]', z='deeds = ["idle"]', A='deeds = ["idle"]')
    f.play("take x", "deed", "points 0", dice=CONFLICT)
    assert f["y"].status == k.DEAD and f["z"].status == k.STANDING, "only the one in range"
    assert f.asks() == "action" and f["x"].focus == 1 and f["x"].points == 2 and f.reason("deed") == k.WHY_DEED_TAKEN
    assert f.dice_left() == 2 and f.has("x", "weak") == 0, "no roll, no after lines"


def test_lines_on_oneself_and_on_fellows_in_range_follow_the_result():
    deed = attack("creature", "range = 3", '{ damage = "5" }, { state = "strong", who = "self" }, { state = "protected", who = "fellows" }')
    f = fight("AB.x.....C", deeds={"cry": deed}, x='hands = 0\ndeeds = ["idle"]').attempt("cry", "x", dice=CONFLICT)
    assert (f.has("A", "strong"), f.has("A", "protected"), f.has("B", "protected"), f.has("C", "protected")) == (1, 0, 1, 0)
    f = fight("AB.x.....C", deeds={"cry": deed}, x='hands = 0\ndeeds = ["idle"]').attempt("cry", "x", dice=FAIL)
    assert f.has("A", "strong") == f.has("B", "protected") == 0


def test_a_line_may_end_a_state():
    f = fight("Ax", deeds={"strike": attack("creature", line='{ end = "strong" }, { end = "weak", potency = 2 }')}, x="states = { strong = 5 }")
    assert f.attempt("strike", "x", dice=CONFLICT).has("x", "strong") == 0
    f = fight("Ax", deeds={"strike": attack("creature", line='{ end = "weak", potency = 2 }')}, x="states = { weak = 5 }")
    assert f.attempt("strike", "x", dice=CONFLICT).has("x", "weak") == 3


# -- targets ---------------------------------------------------------------------------------------------------------------
def targets_of(deed, board="xAB.C.y", rules="", **bodies):
    """Who can be chosen as the (first) target of A's deed."""
    f = fight(board, deeds={"deed": deed}, rules=rules, auto=False, **bodies).play("deed", "deed deed", "with bare hand", "points 0")
    return [text.split()[1] for text in f.options() if text != "pass"]


def test_T5_7_personal_is_the_user_itself():
    assert targets_of(gambit("personal")) == ["a"]


def test_T5_7_a_creature_means_also_you_for_gambits():
    assert targets_of(gambit("creature", "range = 9")) == ["a", "b", "c", "x", "y"]


def test_T5_7_a_companion_is_yourself_or_a_fellow():
    assert targets_of(gambit("companion", "range = 9")) == ["a", "b", "c"]


def test_T5_7_an_ally_is_never_yourself():
    assert targets_of(gambit("ally", "range = 9")) == ["b", "c"]


def test_T5_7_G0_2_for_a_deed_of_an_enemy_companion_means_its_own_side():
    f = fight("Ax.y", deeds={"help": gambit("companion", "range = 9")}, clock='round = 1\nfirst_side = "enemies"', auto=False)
    f.play("take x", "deed", "deed help", "with bare hand", "points 0")
    assert f.options() == ["target x", "target y"]


def test_G5_7b_attacks_on_chosen_creatures_take_foes_by_default():
    assert targets_of(attack("creature")) == ["x", "y"]
    assert targets_of(attack("creature"), rules='attack_targets = "foes"') == ["x", "y"]
    assert set(targets_of(attack("creature"), rules='attack_targets = "any"')) >= {"b", "c", "x", "y"}


def test_G5_7b_the_reason_says_foes():
    f = fight("xAB", deeds={"deed": attack("creature")}, auto=False).play("deed", "deed deed", "with bare hand", "points 0")
    assert f.reason("target b") == k.WHY_NOT_FOE and f.reason("target a") == k.WHY_NOT_SELF and f.reason("target #9") == k.WHY_NOT_ASKED


@pytest.mark.parametrize("reach, seen", [(1, ["x"]), (5, ["x"]), (6, ["x", "y"])])
def test_T5_7_targets_are_in_range(reach, seen):
    assert targets_of(attack("creature", f"range = {reach}"), "xA.....y") == seen


def test_T5_7_targets_are_in_sight():
    f = fight("xA#y", deeds={"deed": attack("creature")}, auto=False).play("deed", "deed deed", "with bare hand", "points 0")
    assert f.options() == ["target x"] and f.reason("target y") == k.WHY_NO_SIGHT
    f = fight("xA....y", deeds={"deed": attack("creature", "range = 2")}, auto=False).play("deed", "deed deed", "with bare hand", "points 0")
    assert f.reason("target y") == k.WHY_TOO_FAR


def test_T5_7_the_defeated_can_be_targeted_the_dead_cannot():
    assert targets_of(attack("creature"), "xA.y", y="endures = true\nvigor = -2\ndefeated = true") == ["x", "y"]
    f = fight("xA.y", deeds={"deed": attack("creature")}, A="extra_deeds = 1", x="vigor = 5").attempt("deed", "x", dice=CONFLICT)
    assert f["x"].status == k.DEAD
    f.play("deed", dice=CONFLICT)
    assert f.play("points 0").hurt("y") == 5, "y is the only target left"


def test_size_limit_of_a_deed():
    deed = attack("creature", "range = 9\nsize_limit = 1")
    f = fight("Axx.yyy\n.xx.yyy\n....yyy", deeds={"deed": deed}, auto=False, x="size = 2", y="size = 3")
    f.play("deed", "deed deed", "with bare hand", "points 0")
    assert f.options() == ["target x"] and f.reason("target y") == k.WHY_TOO_LARGE


# -- several targets -------------------------------------------------------------------------------------------------------
TWO = attack("creatures", "n_targets = 2\nrange = 9")


def test_G5_7a_no_creature_twice_for_one_deed_and_fewer_may_be_chosen():
    f = fight("xAyz", deeds={"deed": TWO}, auto=False).play("deed", "deed deed", "with bare hand", "points 0", "target y")
    assert f.options() == ["target x", "target z", "pass"] and f.reason("target y") == k.WHY_CHOSEN
    f.play("pass", dice=CONFLICT)
    assert (f.hurt("x"), f.hurt("y"), f.hurt("z")) == (0, 5, 0)


def test_T5_7_not_more_than_n():
    f = fight("xAyz", deeds={"deed": TWO}).attempt("deed", "z", "x", dice=CONFLICT)
    assert (f.hurt("x"), f.hurt("y"), f.hurt("z")) == (5, 0, 5)


def test_T5_7_at_least_one():
    f = fight("xAyz", deeds={"deed": TWO}).play("deed", "points 0")
    assert not f.can("pass")


def test_T5_8_one_roll_a_result_for_each():
    f = fight("xAy", deeds={"deed": TWO}, y="defend = 1").attempt("deed", "x", "y", dice=[7, 6, 2])
    assert (f.roll_of("x"), f.roll_of("y")) == ((13, k.CONFLICT), (8, k.FAIL))
    assert (f.hurt("x"), f.hurt("y")) == (5, 0) and f.dice_left() == 0


def test_T5_8_edges_against_one_target_are_rolled_after_the_first_pool():
    f = fight("xAy", deeds={"deed": TWO}, x="defend = 1", y='defend = 3\nhands = 0\ndeeds = ["idle"]', A='deeds = ["deed"]')
    f.attempt("deed", "y", "x", dice=[9, 8, 7, 1, 2])
    assert f.roll_of("x")[0] == 15, "the two lowest of 9 8 7"
    assert f.roll_of("y")[0] == 3, "the two lowest of 9 8 7 1 2"


def test_T5_8_extra_points_are_for_all_and_cancel_for_each():
    f = fight("xAy", deeds={"deed": TWO}, x='hands = 0\ndeeds = ["idle"]', y='defend = 2\nhands = 0\ndeeds = ["idle"]')
    f.attempt("deed", "x", "y", extra=1, dice=[3, 4, 9])
    assert f.roll_of("x")[0] == 13 and f.roll_of("y")[0] == 7, "+1 takes 4 and 9; +1 - 2 takes 3 and 4"


def test_G5_8a_line_by_line_targets_in_the_order_chosen():
    deed = attack("creatures", "n_targets = 2\nrange = 9", '{ state = "weak" }, { state = "hindered" }')
    f = fight("xAy", deeds={"deed": deed}).attempt("deed", "y", "x", dice=CONFLICT)
    x, y = f.slot("x"), f.slot("y")
    assert [e[:2] for e in f.seen(k.E_STATE)] == [(y, k.WEAK), (x, k.WEAK), (y, k.HINDERED), (x, k.HINDERED)]


# -- willing ---------------------------------------------------------------------------------------------------------------
def test_G5_10_modifiers_against_a_creature_are_ignored_when_it_is_willing():
    f = fight("A=B.x", deeds={"help": gambit("ally", "range = 9")}, B="defend = 3", x='deeds = ["idle"]').attempt("help", "b", dice=CONFLICT)
    assert f.roll_of("B")[0] == 13 and f.dice_left() == 0


def test_G5_10_edges_and_cuts_from_different_sources_add_up():
    f = fight("A=x", deeds={"deed": attack("creature")}, x="defend = 3").attempt("deed", "x", extra=2, dice=[9, 8, 1, 2])
    assert f.roll_of("x")[0] == 3 and f.dice_left() == 0, "two edges, three cuts of defend and one of cover are two cuts"


def test_when_a_deed_is_over_nothing_of_it_is_left():
    """Equal positions are equal bytes: the deed, its targets, dice, sparks and frames are empty again."""
    f = fight("xAy", deeds={"deed": TWO + '\nspark = [{ state = "weak" }]'}, y="defend = 1", A="extra_deeds = 1")
    clean = {name: f.state[name].copy() for name in ("deed", "targets", "sparks", "frames")}
    f.attempt("deed", "x", "y", extra=1, dice=[6, 2, 6]).play("spark damage")
    while f.asks() == "counter":
        f.play("pass")
    assert f.asks() == "action" and f.asker == f.slot("A")
    for name, value in clean.items():
        assert f.state[name].tobytes() == value.tobytes(), name


# -- what the user does not survive ----------------------------------------------------------------------------------------
def test_G2_8_a_user_killed_by_its_own_before_line_does_not_go_on():
    deed = attack("creature") + '\nbefore = [{ damage = "99", who = "self" }]'
    f = fight("ABx", deeds={"deed": deed}).attempt("deed", "x", dice=CONFLICT)
    assert f["A"].status == k.DEAD and f.hurt("x") == 0 and f.dice_left() == 2 and f.asker == f.slot("x")
