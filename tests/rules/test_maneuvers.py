"""Chapter 9: maneuvers (T9.1-T9.4, G9.1a, G9.4a, G9.4b, G9.5, G9.6), and who may counter one (T4.4)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight
from .moved import sure, where

FAIL, CONFLICT, TRIUMPH = [3, 4], [6, 7], [8, 9]
TAINTED = [1, 1, 9, 9]  # with two edges: a triumph of 18, and a tainted pair
GEAR = {"pike": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 2', "bow": 'use = ["ranged"]\nweapon = 5\nrange = 9\nhands = 2'}
CHILL = 'name = "Chill"\nkind = "maneuver"\nconflict = [{ state = "weak" }]'
VIRTUES = "virtues = {{ might = {}, grace = {}, wits = 0, spirit = 0 }}"


# -- shove, grab, trip ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, asks", [(FAIL, "counter"), (CONFLICT, "force"), (TRIUMPH, "force")])
def test_T9_2_shove_moves_on_a_conflict_and_on_a_triumph(dice, asks):
    f = fight("Ax....").maneuver("shove", "x", dice=dice)
    assert f.asks() == asks


def test_T9_2_shove_two_and_the_target_may_counter():
    f = fight("Ax......", x="reach = 3").maneuver("shove", "x", dice=CONFLICT).play("at c1", "at d1")
    assert f.asks() == "follow"
    f.play("pass")
    assert f.asks() == "counter" and f.asker == f.slot("x") and where(f, "x") == "d1"
    f.play("with bare hand")
    assert f.hurt("A") == 4, "a success has no shadows: the rating once"


def test_G4_8_a_shoved_target_counters_from_wherever_it_then_stands():
    f = fight("Ax......").maneuver("shove", "x", dice=CONFLICT).play("at c1", "at d1", "pass")
    assert f.asks() == "counter", "its reach was tested when the dice fell"


def test_T9_2_on_a_triumph_the_target_cannot_counter():
    f = fight("Ax......").maneuver("shove", "x", dice=TRIUMPH).play("at c1", "at d1", "pass")
    assert f.asks() == "action" and f.hurt("A") == 0


def test_T9_3_grab_inflicts_grabbed_and_the_target_may_counter():
    f = fight("Ax", A="hands = 1").maneuver("grab", "x", dice=CONFLICT)
    assert f["x"].grabbed_by == 1 << f.slot("A") and f.asks() == "counter"
    f = fight("Ax").maneuver("grab", "x", dice=TRIUMPH)
    assert f["x"].grabbed_by == 1 << f.slot("A") and f.asks() == "action"
    f = fight("Ax").maneuver("grab", "x", dice=FAIL)
    assert f["x"].grabbed_by == 0 and f.asks() == "counter"


def test_T9_4_G9_4a_trip_topples_only_on_a_triumph_with_potency_one():
    f = fight("Ax").maneuver("trip", "x", dice=TRIUMPH)
    assert f.has("x", "toppled") == 1 and f.asks() == "action"
    f = fight("Ax").maneuver("trip", "x", dice=CONFLICT)
    assert f.has("x", "toppled") == 0 and f.asks() == "action", "a conflict does nothing and lets nobody counter"
    f = fight("Ax", x="states = { toppled = 2 }").maneuver("trip", "x", dice=TRIUMPH + [2])
    assert f.has("x", "toppled") == 3


def test_G9_4b_no_counter_bars_one_by_a_tainted_pair():
    f = fight("Ax").maneuver("grab", "x", extra=2, dice=TAINTED)
    assert f.roll_of("x") == (18, k.TRIUMPH) and f.asks() == "action" and f["x"].grabbed_by != 0
    f = fight("Ax").maneuver("trip", "x", extra=2, dice=TAINTED)
    assert f.has("x", "toppled") == 1 and f.asks() == "counter", "a trip says nothing of counters"


def test_T4_4_on_a_conflict_a_tainted_pair_opens_one_counter_only():
    f = fight("Ax", x="focus = 3").maneuver("grab", "x", extra=2, dice=[1, 1, 6, 7]).play("with bare hand")
    assert f.hurt("A") == 4 and f.asks() == "action" and f["x"].reactions == 1


# -- T9.1, G9.1a ---------------------------------------------------------------------------------------------------------------------
def test_T9_1_everybody_has_the_maneuvers_of_the_ruleset():
    for letter, side in (("A", "companions"), ("x", "enemies")):
        f = fight("Ax", clock=f'round = 1\nfirst_side = "{side}"', auto=False).play(f"take {letter}", "maneuver")
        assert f.options() == ["maneuver shove", "maneuver grab", "maneuver trip"] and f.reason("maneuver escape") == k.WHY_NO_TARGET


def test_T9_1_pairs_give_no_sparks():
    f = fight("Ax......").maneuver("shove", "x", dice=[6, 6])
    assert f.asks() == "force"
    f.play("at c1", "at d1")
    assert f.asks() == "follow", "two squares and no more"


@pytest.mark.parametrize("dice, extra, shadows", [([2, 3], 0, 0), ([3, 3], 0, 1), ([2, 2, 4, 4], 2, 2)])
def test_T9_1_shadows_count(dice, extra, shadows):
    f = fight("Ax").maneuver("trip", "x", extra=extra, dice=dice).play("with bare hand")
    assert f.hurt("A") == 4 * (1 + shadows)


def test_T9_1_G9_5_a_maneuver_rolls_might_by_default():
    f = fight("Ax", A=VIRTUES.format(3, 0) + '\nkey = "grace"').maneuver("trip", "x", dice=[6, 7])
    assert f.roll_of("x") == (16, k.TRIUMPH)
    f = fight("Ax", deeds={"strike": STRIKE, "trip": CHILL.replace("Chill", "Trip") + '\nvirtue = "grace"'}, A=VIRTUES.format(0, 5))
    f.maneuver("trip", "x", dice=[5, 6])
    assert f.roll_of("x") == (16, k.TRIUMPH), "unless its row names another"


def test_T3_9_an_edge_for_each_extra_point():
    f = fight("Ax").maneuver("trip", "x", extra=1, dice=[2, 9, 8])
    assert f.roll_of("x") == (17, k.TRIUMPH) and f["A"].points == 1
    f = fight("Ax").maneuver("trip", "x", extra=2, dice=[2, 3, 9, 8])
    assert f.roll_of("x") == (17, k.TRIUMPH) and f["A"].points == 0


@pytest.mark.parametrize("board, more, net", [
    ("Ax", {}, 0),
    ("Ax", {"x": "defend = 2"}, -2),
    ("A.x\n#..", {"A": "reach = 2"}, 0),
    ("A=x", {"A": "reach = 2"}, -1),
    ("Ax", {"x": "states = { toppled = 3 }"}, 1),
    ("Ax", {"A": "states = { dazed = 4 }"}, -1),
    ("Axy", {"A": 'states = { taunted = 1 }\ntaunted_by = "y"'}, -1),
    ("Axy", {"A": 'states = { taunted = 1 }\ntaunted_by = "x"'}, 0),
    ("Ax", {"A": 'helped = ["maneuver"]'}, 1),
    ("Ax", {"A": 'helped = ["deed"]'}, 0),
    ("A~x", {"x": 'ground = "darkness"', "A": "light_dependent = true\nreach = 2"}, -1),
    ("Ax", {"A": 'ground = "darkness"'}, 2),
])
def test_G9_1a_a_maneuver_counts_as_a_deed_for_edges_and_cuts(board, more, net):
    f = fight(board, **more).maneuver("trip", "x", dice=[5, 9, 2, 10][:2 + abs(net)])
    dice = sorted([5, 9, 2, 10][:2 + abs(net)], reverse=net > 0)
    assert f.roll_of("x")[0] == sum(dice[:2]) and f.dice_left() == 0


def test_T2_5_a_maneuver_is_not_the_deed_of_a_turn_but_T2_6_they_do_not_share_one():
    f = fight("Ax").maneuver("trip", "x", dice=TRIUMPH)
    assert (f["A"].deeds_taken, f["A"].maneuvers_taken) == (0, 1)
    assert f.reason("deed") == k.WHY_MANEUVER_TAKEN and f.reason("maneuver") == k.WHY_TAKEN
    f = fight("Ax").attempt("strike", "x", dice=[6, 7])
    assert (f["A"].deeds_taken, f["A"].maneuvers_taken) == (1, 0) and f.reason("maneuver") == k.WHY_DEED_TAKEN


@pytest.mark.parametrize("first, then", [("deed", "maneuver"), ("maneuver", "deed")])
def test_T2_6_two_focus_lift_this_for_the_turn(first, then):
    f = fight("Ax", A="focus = 2")
    assert f.reason("lift limit") == k.WHY_NOT_LIFTED, "there is nothing to lift yet"
    f.attempt("strike", "x", dice=[6, 7]) if first == "deed" else f.maneuver("trip", "x", dice=TRIUMPH)
    f.play("lift limit")
    assert f["A"].focus == 0 and f["A"].points == 2 and f.can(then) and f.reason("lift limit") == k.WHY_TAKEN


def test_T2_6_without_two_focus_nothing_is_lifted():
    assert fight("Ax", A="focus = 1").maneuver("trip", "x", dice=TRIUMPH).reason("lift limit") == k.WHY_NO_FOCUS


# -- G9.5 ------------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("own, other, may", [(1, 1, True), (1, 2, True), (1, 3, False), (2, 3, True), (3, 1, True)])
def test_G9_5_one_creature_at_most_one_size_larger(own, other, may):
    rows = ["A" * (own if y < own else 0) + "." * (own if y >= own else 0) + "x" * (other if y < other else 0) + "." * (other if y >= other else 0)
            for y in range(max(own, other))]
    f = fight("\n".join(rows), A=f"size = {own}", x=f"size = {other}")
    assert f.can("maneuver") if may else f.reason("maneuver") == k.WHY_NO_TARGET


def test_G9_5_too_large_is_the_reason_among_others():
    f = fight("yxx.\nAxx.\nz...", x="size = 2", deeds={"strike": STRIKE, "trip": CHILL + "\nsize_limit = 0"})
    f.play("maneuver", "maneuver trip", "points 0")
    assert f.reason("target x") == k.WHY_TOO_LARGE and f.reason("target a") == k.WHY_NOT_SELF


@pytest.mark.parametrize("board, more, may", [
    ("Ax", {}, True), ("A.x", {}, False), ("A.x", {"A": "reach = 2"}, True), ("A..x", {"A": "reach = 2"}, False), ("A.x", {"A": 'held = ["pike"]'}, True),
    ("Ax", {"A": 'held = ["bow"]\ndeeds = ["idle"]'}, False), ("Ax", {"A": "hands = 0\ndeeds = [\"idle\"]"}, False), ("A#x", {"A": "reach = 2"}, False),
])
def test_G9_5_the_range_is_melee_reach(board, more, may):
    f = fight(board, gear=GEAR, **more)
    assert f.can("maneuver") is may


def test_G9_5_a_row_may_name_more_targets():
    two = 'name = "Trip"\nkind = "maneuver"\ntargets = "creatures"\nn_targets = 2\ntriumph = [{ state = "toppled", potency = 2 }]'
    f = fight("xAy", deeds={"strike": STRIKE, "trip": two}).maneuver("trip", "x", "y", dice=TRIUMPH)
    assert (f.has("x", "toppled"), f.has("y", "toppled")) == (2, 2)


def test_G9_1a_a_fellow_can_be_shoved_is_willing_and_does_not_counter():
    f = fight("AB...x", B="defend = 2").maneuver("shove", "b", dice=CONFLICT)
    assert f.asks() == "force" and f.roll_of("B") == (13, k.CONFLICT)
    f.play("pass")
    assert f.asks() == "action"
    assert fight("AB...x").maneuver("shove", "b", dice=FAIL).asks() == "action"


def test_G8_24a_a_grab_needs_a_free_hand():
    f = fight("Ax", gear=GEAR, A='held = ["pike"]').play("maneuver")
    assert f.reason("maneuver grab") == k.WHY_NO_HAND and f.can("maneuver shove")
    f = fight("yAx\n.z.", x='grabbed_by = ["A"]').play("maneuver", "maneuver grab", "points 0")
    assert f.options() == ["target y", "target z"] and f.reason("target x") == k.WHY_GRABBED, "whom it holds already it does not grab again"
    f = fight("yAx", x='grabbed_by = ["A"]', y='grabbed_by = ["A"]')
    assert f.reason("maneuver") == k.WHY_NO_INSTRUMENT, "each grab fills a hand"


def test_G8_24a_a_second_grappler_holds_separately():
    f = fight("Bx\nA.", x='grabbed_by = ["B"]').maneuver("grab", "x", dice=TRIUMPH)
    assert f["x"].grabbed_by == 3


def test_G8_24a_a_grab_of_one_that_is_not_adjacent_takes_no_hold():
    f = fight("A.x", A="reach = 2").maneuver("grab", "x", dice=TRIUMPH)
    assert f["x"].grabbed_by == 0 and not f.seen(k.E_GRAB)


# -- G9.6 ------------------------------------------------------------------------------------------------------------------------------
BOTH = 'grabbed_by = ["x", "y"]'


def test_G9_6_escape_ends_one_grab_and_its_grappler_may_counter():
    f = fight("xAy", A=BOTH).maneuver("escape", "x", dice=CONFLICT)
    assert f["A"].grabbed_by == 1 << f.slot("y") and f.asks() == "counter" and f.asker == f.slot("x")
    f = fight("xAy", A=BOTH).maneuver("escape", "y", dice=TRIUMPH)
    assert f["A"].grabbed_by == 1 << f.slot("x") and f.asks() == "action"
    f = fight("xAy", A=BOTH).maneuver("escape", "y", dice=FAIL)
    assert f["A"].grabbed_by == 3 << 1 and f.asks() == "counter"


def test_G9_6_only_from_who_holds_one():
    f = fight("xAy", A=BOTH).play("maneuver", "maneuver escape", "points 0")
    assert f.options() == ["target x", "target y"] and f.reason("target a") == k.WHY_NOT_SELF
    f = fight("xAy\n..z", A=BOTH).play("maneuver", "maneuver escape", "points 0")
    assert f.reason("target z") == k.WHY_NOT_GRABBED


def test_G9_6_from_a_grappler_of_any_size():
    f = fight("Axxx\n.xxx\n.xxx", x="size = 3", A='grabbed_by = ["x"]').maneuver("escape", "x", dice=TRIUMPH)
    assert f["A"].grabbed_by == 0


def test_T2_9_a_scene_may_have_maneuvers_of_its_own():
    f = fight("Ax", deeds={"strike": STRIKE, "trip": CHILL}).maneuver("trip", "x", dice=CONFLICT)
    assert f.has("x", "weak") == 1


@pytest.mark.parametrize("lines, counters", [("{ may_counter = true }", True), ("{ no_counter = true }", False),
                                             ("{ no_counter = true }, { may_counter = true }", False),
                                             ("{ may_counter = true }, { no_counter = true }", False), ('{ state = "weak" }', False)])
def test_G9_4b_all_lines_are_read_before_countering(lines, counters):
    f = fight("Ax", deeds={"strike": sure(lines)}).attempt("strike", "x")
    assert (f.asks() == "counter") is counters, "no counter bars one, whatever else is said"


def test_T9_2_each_target_has_a_counter_of_its_own():
    f = fight("xAy", deeds={"strike": sure("{ may_counter = true }", "creatures", "n_targets = 2")}).attempt("strike", "x", "y")
    for letter in "xy":
        assert f.asks() == "counter" and f.asker == f.slot(letter)
        f.play("pass")
    assert f.asks() == "action"
