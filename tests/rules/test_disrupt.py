"""Chapter 8, disrupting what benefits a foe: its states (T8.31, T8.32, G8.32a, G8.33) and its lasting effects (T8.31a)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

FAIL, CONFLICT, TRIUMPH = [2, 3], [6, 7], [9, 8]
UNARMED = 'hands = 0\ndeeds = ["idle"]'
VIRTUES = "virtues = {{ might = {might}, grace = {grace}, wits = {wits}, spirit = 0 }}"
VARIANT = 'prevail_variant = "actions"'
WEAK = "states = { weak = 6 }"


def virtues(might=0, grace=0, wits=0):
    return VIRTUES.format(might=might, grace=grace, wits=wits) + "\n"


# -- disrupting a foe (T8.31) --------------------------------------------------------------------------------------------------
HEX = 'kind = "gambit"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ state = "weak" }]'
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'
BOTH = 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 9\nconflict = [{ damage = "5" }]'
GOOD = "states = { strong = 6 }"
FAST = "states = { hastened = 6 }"


def struck(board="Ax", dice=CONFLICT, deed="strike", target="x", rules="", more="", **bodies):
    """A has attempted a deed against x, which is strong."""
    deeds = {"strike": STRIKE, "shot": SHOT, "hex": HEX, "both": BOTH}
    return fight(board, deeds=deeds, rules=rules, **{"x": GOOD + "\n" + UNARMED, **bodies}).attempt(deed, *target.split(), dice=dice)


@pytest.mark.parametrize("dice, left", [(TRIUMPH, 0), (CONFLICT, 4), ([6, 6], 3), (FAIL, 6), ([3, 3], 7)])
def test_T8_31_right_after_a_success_a_good_state_of_the_foe_can_be_disrupted(dice, left):
    f = struck()
    assert f.can("disrupt") and f.reason("prevail") == k.WHY_NO_STATE
    f.play("disrupt", "points 0", dice=dice)
    assert f.has("x", "strong") == left and f["A"].points == 1 and f["A"].prevail_open == 0


def test_T8_31_one_rolls_wits_and_may_spend_more_points():
    f = struck(A=virtues(wits=3)).play("disrupt", "points 0", dice=CONFLICT)
    assert f.has("x", "strong") == 0
    f = struck(A=virtues(grace=3, might=3), dice=[4, 5]).play("disrupt", "points 1", dice=[2, 9, 8])
    assert f.has("x", "strong") == 0 and f["A"].points == 0
    assert struck(A=virtues(grace=3, might=3), dice=[4, 5]).play("disrupt", "points 0", dice=CONFLICT).has("x", "strong") == 4


def test_T8_31_only_states_that_benefit_the_foe():
    f = struck(x="states = { strong = 6, dazed = 2, protected = 1 }\n" + UNARMED).play("disrupt")
    assert f.options() == ["state protected", "state strong"] and f.reason("state dazed") == k.WHY_NO_STATE
    assert struck(x="states = { dazed = 2 }\n" + UNARMED).reason("disrupt") == k.WHY_NO_STATE


def test_T8_31_not_without_an_attack_nor_after_one_that_failed():
    assert fight("Ax", x=GOOD).reason("disrupt") == k.WHY_NOT_OPEN
    assert struck(dice=FAIL).reason("disrupt") == k.WHY_NOT_OPEN


def test_T8_31_not_after_a_gambit_or_a_maneuver():
    assert struck(deed="hex").reason("disrupt") == k.WHY_NOT_OPEN
    f = fight("Ax", x=GOOD + "\n" + UNARMED).maneuver("trip", "x", dice=TRIUMPH)
    assert f.reason("disrupt") == k.WHY_NOT_OPEN


def test_T8_31_as_the_next_action_after_it():
    f = struck().play("defend", "points 0")
    assert f.reason("disrupt") == k.WHY_NOT_OPEN


def test_T8_31_free_actions_and_reactions_between_do_not_matter():
    gear = {"blade": 'use = ["melee"]\nweapon = 6'}
    f = fight("Ax", gear=gear, A='carried = ["blade"]', x=GOOD + "\nguard_dice = [4]").attempt("strike", "x", dice=CONFLICT).play("guard 1", dice=[2])
    assert f.play("draw").can("disrupt")


def test_T8_31_not_in_the_next_turn():
    f = struck(A="extra_deeds = 1").play("end turn", "end turn", dice=[1])
    assert f.asker == f.slot("A") and f.reason("disrupt") == k.WHY_NOT_OPEN


@pytest.mark.parametrize("board, why", [("A.x", k.WHY_NO_STATE), (".A\nx.", k.OK)])
def test_T8_31_adjacent_to_it(board, why):
    f = struck(board, deed="shot")
    assert f.why(f.choice("disrupt")) == why


def test_T8_31_G10_6_adjacent_past_a_corner_is_not_enough():
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 2 }'
    f = fight("A.#\n.#x", deeds={"shot": SHOT}, clock=clock, x=GOOD + "\n" + UNARMED).attempt("shot", "x", dice=[6, 7, 9]).play("walk", "at b1")
    assert f["A"].prevail_open != 0 and f.reason("disrupt") == k.WHY_NO_STATE


def test_T8_31_only_the_foe_that_was_struck():
    good = GOOD + "\n" + UNARMED
    f = fight("xAy", x=good, y=good, auto=False).attempt("strike", "y", item="bare hand", dice=CONFLICT).play("disrupt")
    assert f.options() == ["target y"] and f.reason("target x") == k.WHY_NOT_OPEN and f.reason("target a") == k.WHY_NOT_OPEN
    f.play("target y", "state strong", "points 0", dice=TRIUMPH)
    assert f.has("x", "strong") == 6 and f.has("y", "strong") == 0


def test_T8_31_of_several_targets_those_that_were_hit():
    f = struck("xAy", deed="both", target="x y", dice=[6, 7, 2], y=GOOD + "\ndefend = 1\n" + UNARMED)
    assert f["A"].prevail_open == 1 << f.slot("x")
    f = struck("xAy", deed="both", target="x y", y=GOOD + "\n" + UNARMED)
    assert f["A"].prevail_open == (1 << f.slot("x")) + (1 << f.slot("y")) and f.play("disrupt").options() == ["target x", "target y"]


def test_T8_31_G1_7_the_defeated_may_be_disrupted_the_dead_not():
    f = struck("Axy", x=f"{GOOD}\nendures = true\nvigor = -1\ndefeated = true\nendurance = 9\n{UNARMED}", dice=CONFLICT + [2, 3])
    assert f.can("disrupt")
    f = struck("Axy", x=f"{GOOD}\nvigor = 1\n{UNARMED}")
    assert f.reason("disrupt") == k.WHY_NO_STATE


def test_T3_11_prevail_and_disrupt_are_one_action():
    f = struck(A=WEAK + "\nbare = { weapon = 9 }\nextra_deeds = 1").play("disrupt", "points 0", dice=FAIL)
    assert f.reason("prevail") == k.WHY_TAKEN
    f = fight("Ax", A=WEAK, x=GOOD + "\n" + UNARMED).play("prevail", "points 0", dice=FAIL).attempt("strike", "x", dice=CONFLICT)
    assert f.reason("disrupt") == k.WHY_TAKEN


def test_T8_31_struck_by_a_reaction_it_is_not_open():
    f = fight("Ax", x=GOOD).attempt("strike", "x", dice=FAIL).play("with bare hand")
    assert f["x"].prevail_open == 0 and f["A"].prevail_open == 0


# -- counters to a failed disrupt ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, hurt", [(FAIL, 4), ([3, 3], 8), ([1, 1], 8)])
def test_G8_32a_T4_4_a_failed_disrupt_may_be_countered_with_its_shadows(dice, hurt):
    f = struck(x=FAST).play("disrupt", "points 0", dice=dice)
    assert f.asks() == "counter" and f.asker == f.slot("x") and f.asked == k.ENEMIES
    f.play("with bare hand")
    assert f.hurt("A") == hurt and f["x"].reactions == 1 and f.asker == f.slot("A") and f.asks() == "action"
    assert f.state.deed.user == k.NONE and f.state.deed.n_targets == 0 and f.state.targets[0].marks == 0


def test_G8_32a_T4_4_so_may_one_with_a_tainted_pair_and_no_other():
    f = struck(x=FAST).play("disrupt", "points 1", dice=[1, 1, 9])
    assert f.asks() == "counter"
    for dice in (CONFLICT, TRIUMPH, [6, 6]):
        assert struck(x=FAST).play("disrupt", "points 0", dice=dice).asks() == "action"


def test_G8_32a_T4_4_a_success_with_a_tainted_pair_may_be_countered_and_adds_no_shadow():
    f = struck(A="virtues = { might = 0, grace = 0, wits = 5, spirit = 0 }", x=FAST)
    f.play("disrupt", "points 1", dice=[1, 9, 1])
    assert f.asks() == "counter" and f.has("x", "hastened") == 4
    assert f.play("with bare hand").hurt("A") == 4


def test_G8_32a_T4_4_a_foe_that_cannot_reach_or_react_does_not_counter():
    for x in (f"{FAST}\n{UNARMED}", "states = { hastened = 6, staggered = 1 }", f"{FAST}\nreactions = 1"):
        f = struck(x=x).play("disrupt", "points 0", dice=FAIL)
        assert f.asks() == "action"


def test_G4_9_a_counter_that_kills_ends_the_turn():
    f = struck("BAx", A="endures = false\nvigor = 4", x=FAST).play("disrupt", "points 0", dice=FAIL).play("with bare hand")
    assert f["A"].status == k.DEAD and f.asker == f.slot("x") and f.state.turn_of == f.slot("x") and f.state.deed.user == k.NONE


def test_T4_4_prevailing_for_ones_own_side_is_against_nobody_and_not_countered():
    assert fight("Ax", A=WEAK).play("prevail", "points 0", dice=[1, 1]).asks() == "action"


# -- lasting effects of a foe (T8.31a) -----------------------------------------------------------------------------------------
CLOUD = '[[effects]]\nkind = "light cloud"\nowner = "{}"\nat = "e1"\nsize = 1\npotency = {}\n'


def disrupting(dice, potency=6, rules=""):
    f = fight("Ax...", x=UNARMED, extra=CLOUD.format("x", potency), rules=rules).attempt("strike", "x", dice=CONFLICT)
    return f.play("disrupt", "points 0", dice=dice)


@pytest.mark.parametrize("dice, potency, left", [(TRIUMPH, 6, 0), (CONFLICT, 6, 4), ([6, 6], 6, 3), (CONFLICT, 3, 1), (CONFLICT, 2, 0),
                                                 (FAIL, 6, 6), ([3, 3], 6, 7),
                                                 ([3, 3], 20, 20)])
def test_T8_31a_T8_32_a_foes_effect_can_be_disrupted(dice, potency, left):
    f = disrupting(dice, potency)
    assert int(f.state.effects[0].potency) == left and (f.state.effects[0].kind == k.NONE) == (left == 0)
    assert bool(f.state.thin[0] >> 4 & 1) == (left > 0)


def test_G8_27_an_effect_is_not_raised_above_the_cap():
    assert int(disrupting([3, 3], 6, "potency_cap = 6").state.effects[0].potency) == 6


def test_T8_31a_only_effects_of_the_foe_that_was_struck():
    extra = CLOUD.format("y", 3) + CLOUD.format("x", 4).replace("e1", "e2") + CLOUD.format("A", 4).replace("e1", "d2")
    f = fight("Ax..y\n.....", x="states = { strong = 2, dazed = 1 }\n" + UNARMED, y=UNARMED, extra=extra)
    f.attempt("strike", "x", dice=CONFLICT).play("disrupt")
    assert f.options() == ["state strong", "effect 2"] and f.reason("effect 1") == f.reason("effect 3") == f.reason("effect 4") == k.WHY_NO_EFFECT
    f.play("effect 2", "points 0", dice=TRIUMPH)
    assert f.has("x", "strong") == 2 and [int(e.potency) for e in f.state.effects[:3]] == [3, 0, 4]


def test_T8_31a_effects_cannot_be_prevailed_against_without_a_success():
    f = fight("Ax...", A="states = { weak = 2, dazed = 2 }", extra=CLOUD.format("x", 4))
    assert f.reason("disrupt") == k.WHY_NOT_OPEN
    f.play("prevail")
    assert f.options() == ["state weak", "state dazed"] and f.reason("effect 1") == k.WHY_NOT_ASKED


# -- the other variant (G8.33) -----------------------------------------------------------------------------------------------
def test_G8_33_after_any_succeeded_deed_or_maneuver():
    x = "states = { protected = 6 }\n" + UNARMED
    assert struck(deed="hex", rules=VARIANT, x=x).can("disrupt") and struck(deed="strike", rules=VARIANT, x=x).can("disrupt")
    assert struck(deed="hex", rules=VARIANT, x=x, dice=FAIL).reason("disrupt") == k.WHY_NOT_OPEN
    f = fight("Ax", x=x, rules=VARIANT).maneuver("trip", "x", dice=TRIUMPH).play("disrupt", "points 0", dice=TRIUMPH)
    assert f.has("x", "protected") == 0


def test_G8_33_a_gambit_on_a_fellow_opens_nothing():
    f = fight("ABx", deeds={"hex": HEX}, B=GOOD, x=GOOD, rules=VARIANT).attempt("hex", "b", dice=CONFLICT)
    assert f["A"].prevail_open == 0
