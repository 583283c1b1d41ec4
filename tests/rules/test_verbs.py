"""Chapter 5, what a line can do beside damage and states: walk, teleport, grab, gain, lose, effect (T5.1, T5.5, T5.6); and who reacts (T4.4, T4.7, G4.3a)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight
from .moved import filled, squares, sure, where

BLEEDS = "states = { bleeding = 3 }"
FAR = 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\n'


def doing(lines, board="A....x", targets="personal", to=(), more="", **bodies):
    """A has done a sure deed with these lines."""
    return fight(board, deeds={"deed": sure(lines, targets, more)}, **bodies).attempt("deed", *to)


def graded(conflict="", triumph="", fail="", spark="", before="", after="", head=FAR):
    """A deed with lines for each result."""
    parts = {"before": before, "fail": fail, "conflict": conflict, "triumph": triumph, "spark": spark, "after": after}
    return {"deed": head + "\n".join(f"{when} = [{lines}]" for when, lines in parts.items() if lines)}


# -- walk ------------------------------------------------------------------------------------------------------------------------
def test_a_line_lets_its_user_walk_so_many_squares_or_stay():
    f = doing('{ walk = 2, who = "self" }')
    assert f.asks() == "walk" and f.asker == f.slot("A") and squares(f) == {"b1", "c1"} and "pass" in f.options()
    f.play("at c1")
    assert where(f, "A") == "c1" and f["A"].move_points == 0 and f["A"].points == 2
    assert where(doing('{ walk = 2, who = "self" }').play("pass"), "A") == "a1"


def test_a_walk_of_a_line_leaves_the_movement_points_of_the_turn():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 3 }'
    f = fight("A.......x", clock=clock, deeds={"deed": sure('{ walk = 2, who = "self" }', "personal")}).attempt("deed").play("at c1")
    assert f["A"].move_points == 3


def test_a_walk_of_the_turn_may_not_be_left_out():
    f = fight("A...x").play("move", "points 0", "walk")
    assert f.reason("pass") == k.WHY_NOT_ASKED


@pytest.mark.parametrize("board, more, free", [
    ("A,..x", {}, {"b1"}), ("A=..x", {}, {"b1"}), ("A...x", {"A": "states = { toppled = 1 }"}, {"b1"}), ("A...x", {"A": "states = { hastened = 3 }"}, {"b1", "c1"}),
    ("A...x", {"A": "states = { hindered = 3 }"}, {"b1", "c1"}), ("AB..x", {}, {"c1"}),
])
def test_G12_1_it_obeys_the_rules_of_walking(board, more, free):
    assert squares(doing('{ walk = 2, who = "self" }', board, **more)) == free


@pytest.mark.parametrize("board, more", [
    ("Ax", {}), ("A#.x", {}),
    ("A.x", {"A": 'ground = "pit"'}), ("A,x", {"A": "states = { toppled = 1 }"}), (".Ax", {"A": 'grabbed_by = ["x"]'}),
])
def test_G12_1_nothing_is_asked_of_one_that_cannot_walk(board, more):
    assert doing('{ walk = 2, who = "self" }', board, **more).asks() == "action"


def test_a_target_walks_as_its_own_side_likes():
    f = doing("{ walk = 1 }", "A.x..", "creature", ["x"])
    assert f.asks() == "walk" and f.asked == k.ENEMIES and f.asker == f.slot("x")
    f.play("at d1")
    assert where(f, "x") == "d1"
    f = doing("{ walk = 1 }", "AB..x", "creature", ["b"], B="vigor = -1\ndefeated = true")
    assert f.asks() == "action", "the defeated do not walk"


def test_fellows_walk_one_after_the_other_in_roster_order_the_user_and_foes_do_not():
    f = doing('{ walk = 1, who = "fellows" }', "ABC..x\n......", A="reach = 2")
    assert f.asker == f.slot("B")
    f.play("at b2")
    assert f.asker == f.slot("C")
    f.play("pass")
    assert f.asks() == "action" and where(f, "B") == "b2"


def test_G8_14a_a_walk_of_a_line_hurts_the_bleeding_as_one_movement():
    f = doing('{ walk = 3, who = "self" }', A=BLEEDS).play("at d1")
    assert f.hurt("A") == 3
    f = doing('{ walk = 1, who = "self" }, { walk = 1, who = "self" }', A=BLEEDS).play("at b1", "at c1")
    assert f.hurt("A") == 6
    f = doing("{ walk = 1 }", "A.x..y", "creature", ["x"], x=BLEEDS + "\nvigor = 3").play("at d1")
    assert f["x"].status == k.DEAD and filled(f, "x") == set()


# -- gain and lose ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("verb, before, after", [("gain", 1, 4), ("lose", 5, 2), ("lose", 2, 0)])
def test_focus_is_gained_and_lost_never_below_zero(verb, before, after):
    f = doing(f'{{ {verb} = "focus", amount = 3 }}', targets="creature", to=["x"], x=f"focus = {before}")
    assert f["x"].focus == after


def test_an_amount_is_one_unless_it_says_otherwise():
    assert doing('{ gain = "focus", who = "self" }')["A"].focus == 1


def test_movement_is_gained_in_ones_own_turn_only():
    f = doing('{ gain = "movement", amount = 2, who = "self" }')
    assert f["A"].move_points == 2 and f.can("walk")
    f = doing('{ gain = "movement", amount = 2 }', targets="creature", to=["x"])
    assert f["x"].move_points == 0


@pytest.mark.parametrize("spent, amount, left", [([1, 2, 4], 1, 0b1010), ([1, 2, 4], 2, 0b1000), ([2], 3, 0), ([], 1, 0)])
def test_guard_dice_come_back_the_first_spent_first(spent, amount, left):
    f = doing(f'{{ gain = "guard die", amount = {amount}, who = "self" }}', A=f"guard_dice = [4, 6, 8, 10]\nguard_spent = {spent}\nreactions = {len(spent)}\nfocus = 3")
    assert f["A"].guard_spent == left


def test_vigor_is_gained_up_to_the_maximum_and_lost():
    assert doing('{ gain = "vigor", amount = 5, who = "self" }', A="vigor = 10")["A"].vigor == 15
    assert doing('{ gain = "vigor", amount = 5, who = "self" }', A="vigor = 38")["A"].vigor == 40
    assert doing('{ lose = "vigor", amount = 5, who = "self" }', A="vigor = 10")["A"].vigor == 5
    f = doing('{ gain = "vigor", amount = 3 }', "AB..x", "creature", ["b"], B="vigor = -2\ndefeated = true")
    assert f["B"].status == k.STANDING and f["B"].vigor == 1


def test_G7_4_vigor_that_a_line_takes_is_no_attack_damage():
    f = doing('{ lose = "vigor", amount = 5 }', targets="creature", to=["x"], x="states = { protected = 5 }\nguard_dice = [6]")
    assert f.hurt("x") == 5 and f.asks() == "action"
    f = doing('{ lose = "vigor", amount = 5 }', "A.x.y", "creature", ["x"], x="vigor = 5")
    assert f["x"].status == k.DEAD


def test_what_is_gained_and_lost_is_told():
    f = doing('{ gain = "focus", amount = 2, who = "self" }, { lose = "vigor", amount = 3, who = "self" }')
    assert f.seen(k.E_GAIN) == [(0, k.GAIN_FOCUS, 2, 0), (0, k.GAIN_VIGOR, -3, 0)]


def test_T7_6_a_spark_raises_neither_gains_nor_walks():
    f = fight("A....x", deeds=graded('{ gain = "focus", amount = 2, who = "self" }, { walk = 1, who = "self" }')).attempt("deed", "x", dice=[6, 6])
    assert f.asks() == "walk" and f["A"].focus == 2 and squares(f) == {"b1"}


# -- when a line happens --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, asks", [([2, 3], "action"), ([6, 7], "force"), ([9, 8], "force")])
def test_T5_5_new_verbs_happen_with_their_result_too(dice, asks):
    assert fight("A..x..", deeds=graded("{ push = 1 }")).attempt("deed", "x", dice=dice).asks() == asks


def test_T5_5_a_line_of_failure_and_one_of_triumph():
    deeds = graded(triumph="{ push = 1 }", fail='{ lose = "focus", amount = 1, who = "self" }', conflict='{ gain = "focus", who = "self" }')
    for dice, focus, asks in (([2, 3], 4, "action"), ([6, 7], 6, "action"), ([9, 8], 6, "force")):
        f = fight("A...x.", deeds=deeds, A="focus = 5").attempt("deed", "x", dice=dice)
        assert (f["A"].focus, f.asks()) == (focus, asks)


def test_T5_6_before_lines_move_before_targets_are_chosen():
    deeds = graded('{ state = "weak" }', before='{ walk = 3, who = "self" }', head=FAR.replace("range = 9", "range = 4"))
    f = fight("A...x..y", deeds=deeds).attempt("deed")
    assert f.asks() == "walk"
    f.play("at d1")
    assert f.asks() == "target" and f.can("target y"), "seven squares off before, four now"


def test_T5_6_a_before_line_may_leave_no_target():
    deeds = graded('{ state = "weak" }', before='{ walk = 3, who = "self" }', head='kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 1\n')
    f = fight("...Ax", deeds=deeds, dice=[6]).attempt("deed").play("at a1")
    assert f.asks() == "action" and f.dice_left() == 1 and f["A"].deeds_taken == 1


def test_T5_6_after_lines_move_at_the_very_end():
    f = fight("Ax...", deeds={"deed": STRIKE + "\nafter = [{ push = 1 }]"}).attempt("deed", "x", dice=[2, 3])
    assert f.asks() == "counter"
    f.play("pass")
    assert f.asks() == "force", "whatever the result"


def test_G4_9_a_dead_target_is_not_moved():
    f = fight("Axy...", deeds={"deed": STRIKE.replace("}]", "}, { push = 1 }]")}, x="vigor = 4").attempt("deed", "x", dice=[6, 7])
    assert f["x"].status == k.DEAD and f.asks() == "action"


def test_T9_3_a_grab_line_of_a_deed_needs_a_hand_and_lasts():
    hook = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "†" }, { grab = true }]'
    f = fight("Ax", deeds={"deed": hook}).attempt("deed", "x", dice=[6, 7])
    assert f["x"].grabbed_by == 1 and f.hurt("x") == 4 and f.seen(k.E_GRAB) == [(0, 1, 0, 0)]
    f = fight("Ax", deeds={"deed": hook}, gear={"pike": 'use = ["melee"]\nweapon = 5\nhands = 2'}, A='held = ["pike"]')
    assert f.reason("deed") == k.WHY_NO_HAND


def test_G8_24a_two_targets_and_one_hand_give_one_grab():
    arms = 'kind = "gambit"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 1\ncheck = false\nconflict = [{ grab = true }]'
    f = fight("xAy", deeds={"deed": arms}, A="hands = 1").attempt("deed", "y", "x")
    assert f["y"].grabbed_by == 1 and f["x"].grabbed_by == 0


# -- reactions -----------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, extra, counters", [
    ([1, 1], 0, True), ([9, 9], 0, False), ([1, 1, 9, 9], 2, True),
    ([1, 9, 1, 9], 2, True), ([1, 9, 2, 9], 2, False), ([1, 8, 9], 1, False),
])
def test_T4_4_a_tainted_pair_or_a_failure_opens_a_counter(dice, extra, counters):
    f = fight("Ax").attempt("strike", "x", extra=extra, dice=dice)
    while f.asks().startswith("spark"):
        f.step(f.legal()[-1])
    assert (f.asks() == "counter") is counters


def test_T4_7_T8_17_the_staggered_neither_counter_nor_guard():
    f = fight("Ax", x="states = { staggered = 1 }\nguard_dice = [6]").attempt("strike", "x", dice=[6, 7])
    assert f.asks() == "action" and f.hurt("x") == 4
    f = fight("Ax", x="states = { staggered = 1 }").attempt("strike", "x", dice=[2, 3])
    assert f.asks() == "action"


def test_T4_7_one_that_the_deed_staggers_does_not_counter_it():
    f = fight("Ax", deeds={"deed": STRIKE + '\nfail = [{ state = "staggered" }]'}).attempt("deed", "x", dice=[2, 3])
    assert f.has("x", "staggered") == 1 and f.asks() == "action"


@pytest.mark.parametrize("reactions, focus, counters", [(0, 0, True), (1, 0, False), (1, 1, True), (3, 1, True)])
def test_T4_2_a_counter_after_the_first_reaction_costs_focus(reactions, focus, counters):
    f = fight("Ax", x=f"reactions = {reactions}\nfocus = {focus}").attempt("strike", "x", dice=[2, 3])
    assert (f.asks() == "counter") is counters


def test_G4_10_an_armament_that_has_left_the_hand_does_not_counter():
    deeds = {"deed": STRIKE + "\nfail = [{ grab = true }]"}
    f = fight("Ax", deeds=deeds, x="hands = 1", A='grabbed_by = ["x"]').attempt("deed", "x", dice=[2, 3])
    assert f.asks() == "action", "its only hand holds A"
