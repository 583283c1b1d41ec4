"""Chapter 4: reactions: counter and guard (T4.1-T4.5, G4.3a, G4.4a, G4.8-G4.10)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

TWO = 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 9\nconflict = [{ damage = "6" }]'
FAIL_HURTS = STRIKE + '\nfail = [{ damage = "3" }]'
AFTER = STRIKE + '\nafter = [{ state = "strong", potency = 2, who = "self" }]'
GEAR = {"blade": 'use = ["melee"]\nweapon = 6', "pike": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 2',
        "bow": 'use = ["ranged"]\nweapon = 5\nrange = 9\nhands = 2', "wand": 'use = ["catalyst"]\nspell = 5\nrange = 6'}
MISS = [2, 3]
HIT = [6, 7]


# -- counter ---------------------------------------------------------------------------------------------------------------
def test_T4_1_T4_4_a_failed_deed_against_you_by_a_foe_in_reach_may_be_countered_in_its_turn():
    f = fight("Ax").attempt("strike", "x", dice=MISS)
    assert f.asks() == "counter" and f.asked == k.ENEMIES and f.asker == f.slot("x") and f.state.turn_of == f.slot("A")
    assert f.options() == ["with bare hand", "pass"]
    f.play("with bare hand")
    assert f.hurt("A") == 4 and f["x"].reactions == 1 and f.asker == f.slot("A")


def test_T4_4_a_counter_may_be_declined():
    f = fight("Ax").attempt("strike", "x", dice=MISS).play("pass")
    assert f.hurt("A") == 0 and f["x"].reactions == 0 and f.asks() == "action"


def test_T4_4_no_counter_to_a_deed_that_succeeds():
    f = fight("Ax").attempt("strike", "x", dice=HIT)
    assert f.asks() == "action" and f.hurt("x") == 4


@pytest.mark.parametrize("dice, extra, shadows", [([3, 3], 0, 1), ([2, 3], 0, 0), ([1, 1], 0, 1), ([2, 2, 2], 1, 1), ([2, 2, 2, 2], 2, 2)])
def test_T4_4_each_shadow_deals_the_rating_once_more(dice, extra, shadows):
    f = fight("Ax").attempt("strike", "x", extra=extra, dice=dice).play("with bare hand")
    assert f.hurt("A") == 4 * (1 + shadows)


def test_T4_4_a_tainted_pair_lets_even_a_success_be_countered():
    f = fight("Ax").attempt("strike", "x", extra=2, dice=[1, 1, 8, 7])
    assert f.roll_of("x") == (15, k.CONFLICT) and f.hurt("x") == 4 and f.asks() == "counter"
    f.play("with bare hand")
    assert f.hurt("A") == 4, "no shadows on a success: the rating once"


def test_T4_4_only_a_tainted_pair_among_the_dice_used_for_you():
    f = fight("Axy", deeds={"strike": STRIKE, "two": TWO}, y="defend = 2", A="virtues = { might = 5, grace = 0, wits = 0, spirit = 0 }")
    f.attempt("two", "x", "y", dice=[9, 4, 1, 1])
    assert (f.roll_of("x"), f.roll_of("y")) == ((18, k.TRIUMPH), (7, k.FAIL))
    assert f.asks() == "action", "y is not in reach, and x has no pair among its two dice"


def test_G4_4a_shadows_that_are_free_add_nothing():
    f = fight("Ax", rules="counter_shadows_free = 1").attempt("strike", "x", extra=2, dice=[2, 2, 2, 2]).play("with bare hand")
    assert f.hurt("A") == 8
    f = fight("Ax", rules="counter_shadows_free = 5").attempt("strike", "x", dice=[2, 2]).play("with bare hand")
    assert f.hurt("A") == 4


def test_T4_4_a_foe_out_of_reach_is_not_countered():
    f = fight("A.x", deeds={"far": TWO.replace('"creatures"\nn_targets = 2', '"creature"')}).attempt("far", "x", dice=MISS)
    assert f.asks() == "action"
    f = fight("A.x", deeds={"far": TWO.replace('"creatures"\nn_targets = 2', '"creature"')}, x="reach = 2").attempt("far", "x", dice=MISS)
    assert f.asks() == "counter"


def test_T4_4_gambits_against_a_foe_can_be_countered_too():
    hex_ = 'kind = "gambit"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ state = "weak" }]'
    f = fight("Ax", deeds={"hex": hex_}).attempt("hex", "x", dice=MISS)
    assert f.asks() == "counter"


def test_G4_10_a_counter_needs_a_melee_weapon_or_a_free_hand():
    for item, options in (("blade", ["with bare hand", "with blade", "pass"]), ("pike", ["with pike", "pass"]), ("wand", ["with bare hand", "pass"])):
        f = fight("Ax", gear=GEAR, x=f'held = ["{item}"]' + ('\ndeeds = ["idle"]' if item == "wand" else "")).attempt("strike", "x", dice=MISS)
        assert f.options() == options
    f = fight("Ax", gear=GEAR, x='held = ["bow"]\ndeeds = ["idle"]').attempt("strike", "x", dice=MISS)
    assert f.asks() == "action", "both hands are on the bow"


def test_G4_10_a_counter_uses_one_armament():
    f = fight("Ax", gear=GEAR, x='held = ["blade"]').attempt("strike", "x", dice=[2, 2]).play("with blade")
    assert f.hurt("A") == 12


def test_G4_10_a_counter_is_attack_damage():
    f = fight("Ax", A="states = { protected = 1 }", x="states = { strong = 3 }").attempt("strike", "x", dice=[2, 2]).play("with bare hand")
    assert f.hurt("A") == 4 * 2 + 3 - 1


def test_G4_9_counters_come_after_the_result_lines():
    hurts_itself = STRIKE + '\nfail = [{ state = "exposed", potency = 5, who = "self" }]'
    f = fight("Ax", deeds={"strike": hurts_itself}).attempt("strike", "x", dice=MISS).play("with bare hand")
    assert f.hurt("A") == 9


def test_G4_8_counters_come_before_the_after_lines():
    f = fight("Ax", deeds={"strike": AFTER}).attempt("strike", "x", dice=MISS)
    assert f.asks() == "counter" and f.has("A", "strong") == 0
    f.play("pass")
    assert f.has("A", "strong") == 2


def test_G4_9_when_a_counter_kills_the_user_its_remaining_lines_are_skipped():
    f = fight("BxA", clock='round = 1\nfirst_side = "enemies"', deeds={"strike": AFTER}, x="vigor = 4", A='deeds = ["idle"]')
    f.attempt("strike", "b", dice=MISS).play("with bare hand")
    assert f["x"].status == k.DEAD and f.has("x", "strong") == 0 and f.over


def test_G4_9_when_a_counter_defeats_the_user_its_remaining_lines_are_skipped():
    f = fight("AxB", deeds={"strike": AFTER}, A="vigor = -1\nendurance = 3").attempt("strike", "x", dice=MISS)
    f.play("with bare hand", dice=[2, 3])
    assert f["A"].status == k.DEFEATED and f.has("A", "strong") == 0


def test_G4_9_targets_are_asked_in_their_order_each_resolved_fully_before_the_next():
    f = fight("xAy", deeds={"two": TWO}, A='vigor = 3\nguard_dice = [6]').attempt("two", "y", "x", dice=MISS)
    assert f.asker == f.slot("y")
    f.play("with bare hand")
    assert f.asks() == "guard" and f.asker == f.slot("A")
    f.play("guard 1", dice=[1])
    assert f["A"].vigor == 0 and f.asks() == "counter" and f.asker == f.slot("x")


# -- guard -----------------------------------------------------------------------------------------------------------------
def test_T4_5_guard_rolls_a_die_reduces_the_damage_and_is_spent_until_the_round_ends():
    f = fight("Ax", x="guard_dice = [6, 4]", A="extra_deeds = 1\nbare = { weapon = 9 }").attempt("strike", "x", dice=HIT)
    assert f.asks() == "guard" and f.asked == k.ENEMIES and f.options() == ["guard 1", "guard 2", "pass"]
    f.play("guard 1", dice=[5])
    assert f.hurt("x") == 4 and f["x"].guard_spent == 1
    f["x"].focus = 1
    f.attempt("strike", "x", dice=HIT)
    assert f.reason("guard 1") == k.WHY_SPENT and f.can("guard 2") and f.reason("guard 3") == k.WHY_NO_DIE
    f.play("guard 2", dice=[4])
    assert f.hurt("x") == 4 + 5 and f["x"].guard_spent == 3


def test_T4_5_a_guard_die_shows_no_more_than_it_has_faces():
    f = fight("Ax", x="guard_dice = [6]").attempt("strike", "x", dice=HIT)
    f.force([7])
    before = f.record().tobytes()
    with pytest.raises(ValueError, match="forced die"):
        f.play("guard 1")
    assert f.record().tobytes() == before, "nothing has happened"


def test_T4_5_never_below_zero():
    f = fight("Ax", x="guard_dice = [12]").attempt("strike", "x", dice=HIT).play("guard 1", dice=[12])
    assert f.hurt("x") == 0


def test_T4_5_a_guard_may_be_declined():
    f = fight("Ax", x="guard_dice = [12]").attempt("strike", "x", dice=HIT).play("pass")
    assert f.hurt("x") == 4 and f["x"].guard_spent == 0 and f["x"].reactions == 0


def test_T4_5_nothing_is_asked_when_no_damage_is_dealt():
    f = fight("Ax", x="guard_dice = [12]\nstates = { protected = 4 }").attempt("strike", "x", dice=HIT)
    assert f.asks() == "action" and f.hurt("x") == 0


def test_T4_5_a_counter_can_be_guarded():
    f = fight("Ax", A="guard_dice = [8]").attempt("strike", "x", dice=MISS).play("with bare hand")
    assert f.asks() == "guard" and f.asker == f.slot("A")
    f.play("guard 1", dice=[3])
    assert f.hurt("A") == 1


# -- how often -------------------------------------------------------------------------------------------------------------
def test_T4_2_each_reaction_after_the_first_costs_a_focus():
    f = fight("Ax", A="extra_deeds = 2", x="guard_dice = [4, 4, 4]\nfocus = 1")
    for n, focus in ((1, 1), (2, 0)):
        f.attempt("strike", "x", dice=HIT).play(f"guard {n}", dice=[1])
        assert (f["x"].reactions, f["x"].focus) == (n, focus)
    f.attempt("strike", "x", dice=HIT)
    assert f.hurt("x") == 3 + 3 + 4 and f.asks() == "action", "without focus a third one is not even asked"


def test_T4_2_without_focus_the_second_reaction_is_refused():
    f = fight("Ax", x="guard_dice = [4]\nreactions = 1", auto=False).attempt("strike", "x", item="bare hand", dice=HIT)
    assert f.asks() == "action"
    f = fight("Ax", x="focus = 3\nreactions = 1").attempt("strike", "x", dice=MISS).play("with bare hand")
    assert f["x"].focus == 2 and f["x"].reactions == 2


def test_T4_2_the_first_is_free():
    f = fight("Ax", x="focus = 3").attempt("strike", "x", dice=MISS).play("with bare hand")
    assert f["x"].focus == 3


def test_T4_3_G4_3a_one_deed_is_one_trigger_guard_or_counter():
    f = fight("Ax", deeds={"strike": FAIL_HURTS}, x="guard_dice = [4]\nfocus = 5")
    f.attempt("strike", "x", dice=MISS).play("guard 1", dice=[1])
    assert f.hurt("x") == 2 and f.asks() == "action", "who guarded against the deed does not counter it"
    f = fight("Ax", deeds={"strike": FAIL_HURTS}, x="guard_dice = [4]\nfocus = 5")
    f.attempt("strike", "x", dice=MISS).play("pass")
    assert f.hurt("x") == 3 and f.asks() == "counter"


def test_G4_3a_each_target_has_its_own_reaction_to_the_deed():
    f = fight("xAy", deeds={"two": TWO}, x="guard_dice = [4]", y="guard_dice = [4]").attempt("two", "x", "y", dice=HIT)
    f.play("guard 1", dice=[1])
    assert f.asks() == "guard" and f.asker == f.slot("y")


def test_T8_22_the_defeated_do_not_react():
    f = fight("AxB", clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\ndefeated = true\nguard_dice = [6]")
    f.attempt("strike", "a", dice=MISS)
    assert f.asks() == "action"


def test_T5_9_a_fellow_neither_guards_nor_counters():
    f = fight("ABx", rules='attack_targets = "any"', B="guard_dice = [8]").attempt("strike", "b", dice=HIT)
    assert f.hurt("B") == 4 and f.asks() == "action"
    f = fight("ABx", rules='attack_targets = "any"', B="guard_dice = [8]").attempt("strike", "b", dice=MISS)
    assert f.asks() == "action"
