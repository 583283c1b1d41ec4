"""Chapter 3: aim (T3.1, G3.1a) and help (T3.6, G3.6a), and how both end with the round (G3.16). What aim lengthens is in `test_ways.py`."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

MISS, HIT = [2, 3], [6, 7]
KINDS = ["deed", "maneuver", "prevail", "interact", "tenacity"]
NO_HANDS = 'hands = 0\ndeeds = ["idle"]'
BOLT = {"bolt": 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "3" }]'}
COMPANIONS = 'round = 1\nfirst_side = "companions"'
ROW = "A........x"


def helped(*kinds):
    """TOML of a combatant that is helped with some kinds of check."""
    return "helped = [" + ", ".join(f'"{kind}"' for kind in kinds) + "]"


# -- aim -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("extra, squares", [(0, 4), (1, 8)])
def test_T3_1_aim_adds_four_squares_and_with_one_extra_point_eight(extra, squares):
    f = fight(ROW, deeds=BOLT).play("aim", f"points {extra}")
    assert f["A"].aim == squares and f["A"].points == 2 - extra and f.reason("aim") == k.WHY_TAKEN


def test_T3_1_aim_takes_one_extra_point_at_most():
    f = fight(ROW).play("aim")
    assert f.options() == ["points 0", "points 1"] and f.reason("points 2") == k.WHY_NO_RULE


def test_T3_1_the_squares_are_numbers_of_the_ruleset():
    for extra, squares in ((0, 1), (1, 4)):
        assert fight(ROW, rules="aim_range = 1\naim_extra = 3").play("aim", f"points {extra}")["A"].aim == squares


@pytest.mark.parametrize("extra, last", [(0, 8), (1, 12)])
def test_T3_1_aim_lengthens_by_exactly_so_much(extra, last):
    for away, can in ((last, True), (last + 1, False)):
        f = fight("A" + "." * (away - 1) + "x", deeds=BOLT).play("aim", f"points {extra}")
        assert f.can("deed") == can


def test_T3_1_aim_is_for_oneself_alone():
    f = fight("A....x\nB....y", deeds=BOLT, clock=COMPANIONS).play("take a", "aim", "points 1")
    assert f["B"].aim == 0 and f["x"].aim == 0


def test_G3_16_aim_ends_with_the_round_also_when_its_owner_acted_early():
    f = fight("A.....x", deeds=BOLT).play("aim", "points 0", "end turn")
    assert f["A"].aim == 4, "it outlasts the turn"
    f.play("end turn", dice=[1])
    assert f.state.round_no == 2 and f["A"].aim == 0 and f.asker == f.slot("A") and f.reason("deed") == k.WHY_NO_TARGET


# -- whom one may help -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("away, can", [(1, True), (4, True), (5, False)])
def test_T3_6_an_ally_within_four_squares(away, can):
    f = fight("A" + "." * (away - 1) + "B...x")
    assert f.can("help") == can and (can or f.reason("help") == k.WHY_NO_TARGET)


def test_T3_6_the_distance_is_a_number_of_the_ruleset():
    f = fight("A.B.C..x", rules="help_range = 2", auto=False).play("help")
    assert f.options() == ["target b"] and f.reason("target c") == k.WHY_TOO_FAR


def test_T3_6_neither_oneself_nor_a_foe_nor_nobody():
    f = fight("A.B.x", auto=False).play("help")
    assert f.options() == ["target b"]
    assert f.reason("target a") == k.WHY_NOT_SELF and f.reason("target x") == k.WHY_NOT_FELLOW and f.reason("target #9") == k.WHY_NOT_ASKED
    f = fight("A..x", auto=False)
    assert f.reason("help") == k.WHY_NO_TARGET


def test_T3_6_the_defeated_may_be_helped_and_the_dead_may_not():
    assert fight("A.B.x", B="vigor = -3\ndefeated = true").can("help")
    f = fight("BxA.C", clock='round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }', B="vigor = 3\nmax_vigor = 8", auto=False)
    f.play("deed", "deed strike", "with bare hand", "points 0", "target b", dice=HIT)
    f["B"].status = k.DEAD
    f.play("end turn", "take a", "help")
    assert f.reason("target b") == k.WHY_NO_COMBATANT and f.can("target c")


def test_T3_6_help_needs_no_sight():
    assert fight("A#B.x\n#....").can("help")


def test_T3_6_both_sides_help_their_own():
    f = fight("A.B.xy", clock='round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }', auto=False).play("help")
    assert f.options() == ["target y"] and f.reason("target a") == k.WHY_NOT_FELLOW


# -- what with -------------------------------------------------------------------------------------------------------------
def test_T3_6_help_costs_one_point_is_not_flexible_and_taken_once_a_turn():
    f = fight("A.B.x").play("help")
    assert f.asks() == "kind" and f.options() == [f"help {kind}" for kind in KINDS]
    f.play("help deed")
    assert f.asks() == "action" and f["A"].points == 2 and f["B"].helped == 1 and f["A"].helped == 0 and f.reason("help") == k.WHY_TAKEN
    assert f.seen(k.E_HELP) == [(f.slot("A"), f.slot("B"), k.KIND_DEED, 0)]


@pytest.mark.parametrize("number", range(5))
def test_G3_6a_the_five_kinds(number):
    f = fight("A.B.x").play("help", f"help {KINDS[number]}")
    assert f["B"].helped == 1 << number
    f = fight("A.B.x", B=helped(KINDS[number])).play("help")
    assert f.options() == [f"help {kind}" for kind in KINDS if kind != KINDS[number]] and f.reason(f"help {KINDS[number]}") == k.WHY_HELPED
    assert f.reason("as melee") == k.WHY_NOT_ASKED and f.reason("pass") == k.WHY_NOT_ASKED


def test_T3_6_one_source_of_help_for_any_one_check():
    f = fight("AB.C.x", clock=COMPANIONS, auto=False).play("take a", "help", "target c", "help deed", "end turn", "take x", "end turn")
    f.play("take b", "help", "target c")
    assert f.reason("help deed") == k.WHY_HELPED and f.can("help maneuver")


def test_T3_6_one_helped_with_everything_cannot_be_helped():
    f = fight("A.B.C.x", B=helped(*KINDS), C=helped(*KINDS[:4]), auto=False).play("help")
    assert f.options() == ["target c"] and f.reason("target b") == k.WHY_HELPED
    f.play("target c")
    assert f.options() == ["help tenacity"]


# -- the edge --------------------------------------------------------------------------------------------------------------
def test_T3_6_help_with_a_deed_is_an_edge_on_the_next_one_only():
    f = fight("Ax", A="extra_deeds = 1\n" + helped("deed", "maneuver"), x=NO_HANDS).attempt("strike", "x", dice=[2, 3, 9])
    assert f.roll_of("x") == (12, k.CONFLICT) and f.dice_left() == 0 and f["A"].helped == 0b10
    f.attempt("strike", "x", dice=MISS)
    assert f.dice_left() == 0 and f.roll_of("x")[0] == 5


def test_T3_6_help_adds_to_the_edges_of_extra_points():
    f = fight("Ax", A=helped("deed"), x=NO_HANDS).attempt("strike", "x", extra=1, dice=[2, 3, 4, 9])
    assert f.dice_left() == 0 and f.roll_of("x")[0] == 13


def test_T3_6_help_with_a_maneuver_is_for_maneuvers():
    f = fight("Ax", A=helped("maneuver", "deed"), x=NO_HANDS).maneuver("trip", "x", dice=[2, 3, 9])
    assert f.dice_left() == 0 and f.roll_of("x")[0] == 12 and f["A"].helped == 0b01
    f = fight("Ax", A=helped("maneuver"), x=NO_HANDS).attempt("strike", "x", dice=MISS)
    assert f.dice_left() == 0 and f["A"].helped == 0b10


def test_T3_6_help_with_a_deed_counts_for_deeds_on_fellows_too():
    bless = {"bless": 'kind = "gambit"\ninstrument = "innate"\nrange = 3\ntargets = "ally"\nconflict = [{ state = "strong" }]'}
    f = fight("AB.x", deeds=bless, A=helped("deed")).attempt("bless", "b", dice=[2, 3, 9])
    assert f.dice_left() == 0 and f.has("B", "strong") == 1 and f["A"].helped == 0


def test_T3_6_a_deed_without_a_check_leaves_the_help():
    sure = {"poke": STRIKE + "\ncheck = false"}
    f = fight("Ax", deeds=sure, A=helped("deed")).attempt("poke", "x")
    assert f.hurt("x") == 4 and f["A"].helped == 1


def test_T3_6_help_with_prevail_is_an_edge_on_the_next_prevail():
    f = fight("A..x", A=helped("prevail", "deed") + "\nstates = { weak = 5 }").play("prevail", "points 0", dice=[2, 3, 9])
    assert f.dice_left() == 0 and f.has("A", "weak") == 3 and f["A"].helped == 1


def test_T3_6_help_with_interact_is_an_edge_on_the_next_check():
    lever = '[features.lever]\nkind = "lever"\nat = "b1"\n%s'
    f = fight("A..x", A=helped("interact", "deed"), extra=lever % 'check = "wits"\n').play("interact", "points 0", dice=[2, 3, 9])
    assert f.dice_left() == 0 and f.state.feature_state[0] == k.ON and f["A"].helped == 1
    f = fight("A..x", A=helped("interact"), extra=lever % 'check = "wits"\n').play("interact", "points 1", dice=[2, 3, 4, 9])
    assert f.dice_left() == 0 and f.seen(k.E_CHECK)[0][2] == 13
    f = fight("A..x", A=helped("interact"), extra=lever % "").play("interact")
    assert f["A"].helped == 1 << 3, "no check, no help used up"


@pytest.mark.parametrize("dice, lost", [([2, 3, 9], 1), ([9, 2, 3], 1), ([2, 9, 8], 0)])
def test_T3_6_help_with_tenacity_lets_the_two_highest_of_three_dice_count(dice, lost):
    f = fight("xA", clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\nendurance = 3\n" + helped("tenacity", "deed"))
    f.attempt("strike", "a", dice=HIT + dice)
    assert f.dice_left() == 0 and f["A"].endurance == 3 - lost and f["A"].helped == 1 and f["A"].status == k.STANDING


def test_T3_6_help_that_was_given_before_it_is_used_by_a_later_turn_of_the_round():
    f = fight("AB.y\n.x..", clock=COMPANIONS, x=NO_HANDS).play("take a", "help", "help deed", "end turn", "take x", "end turn")
    f.attempt("strike", "x", dice=[2, 3, 9])
    assert f.roll_of("x")[0] == 12 and f["B"].helped == 0


def test_G3_16_help_ends_with_the_round():
    f = fight("A.B.x", clock='round = 1\nfirst_side = "companions"\nacted = ["B"]\nturn = { of = "A", points = 3 }').play("help", "help deed", "end turn")
    assert f["B"].helped == 1
    f.play("end turn", dice=[1])
    assert f.state.round_no == 2 and f["B"].helped == 0
