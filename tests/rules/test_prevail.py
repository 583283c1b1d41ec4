"""Chapter 8, prevailing against states of one's own side (T8.19, T8.30, T8.32, G8.30a, G8.32a, G8.33). Those of foes are in test_disrupt.py."""

import pytest

from envs.core import codes as k

from .drawn import fight

FAIL, CONFLICT, TRIUMPH = [2, 3], [6, 7], [9, 8]
VIRTUES = "virtues = {{ might = {might}, grace = {grace}, wits = {wits}, spirit = 0 }}"
VARIANT = 'prevail_variant = "actions"'
WEAK = "states = { weak = 6 }"


def virtues(might=0, grace=0, wits=0):
    return VIRTUES.format(might=might, grace=grace, wits=wits) + "\n"


def prevailed(dice, potency=6, state="weak", extra=0, more="", rules="", taunter=""):
    """A has prevailed against a state on itself."""
    f = fight("A.x", A=f"states = {{ {state} = {potency} }}\n{more}{taunter}", rules=rules)
    return f.play("prevail", f"points {extra}", dice=dice)


# -- on oneself and on fellows -----------------------------------------------------------------------------------------------
def test_T8_32_a_triumph_ends_the_state():
    f = prevailed(TRIUMPH)
    assert f.has("A", "weak") == 0 and f["A"].points == 2 and f.reason("prevail") == k.WHY_TAKEN
    assert f.seen(k.E_CHECK) == [(f.slot("A"), f.slot("A"), 17, k.TRIUMPH)]


@pytest.mark.parametrize("dice, extra, potency, left", [([6, 7], 0, 6, 4), ([6, 6], 0, 6, 3), ([7, 7], 0, 2, 0), ([6, 7], 0, 1, 0),
                                                        ([7, 6, 7, 6], 2, 9, 5),
                                                        ([7, 7, 1, 1], 2, 6, 3)])
def test_T8_32_a_conflict_lowers_it_by_two_and_one_for_each_spark(dice, extra, potency, left):
    f = prevailed(dice, potency, extra=extra)
    assert f.has("A", "weak") == left and f["A"].points == 2 - extra and f.dice_left() == 0


@pytest.mark.parametrize("dice, extra, left", [([2, 3], 0, 6), ([3, 3], 0, 7), ([1, 1], 0, 7), ([2, 3, 2, 3], 2, 8)])
def test_T8_32_a_failure_raises_it_by_one_for_each_shadow(dice, extra, left):
    assert prevailed(dice, extra=extra).has("A", "weak") == left


def test_T8_32_G8_27_not_above_the_cap():
    assert prevailed([3, 3], 20).has("A", "weak") == 20
    assert prevailed([3, 3], 6, rules="potency_cap = 6").has("A", "weak") == 6


def test_T8_32_the_number_is_of_the_ruleset():
    assert prevailed(CONFLICT, rules="prevail_conflict = 4").has("A", "weak") == 2


@pytest.mark.parametrize("own, result", [(virtues(grace=3), k.TRIUMPH), (virtues(might=3, wits=3), k.CONFLICT), (virtues(grace=-1), k.CONFLICT)])
def test_T8_30_one_rolls_grace(own, result):
    f = prevailed([6, 7], more=own)
    assert f.seen(k.E_CHECK)[-1][3] == result


def test_T8_30_an_edge_for_each_extra_point():
    f = prevailed([2, 3, 9, 8], extra=2)
    assert f.has("A", "weak") == 0 and f["A"].points == 0 and f.dice_left() == 0


def test_T3_6_help_with_prevail_is_an_edge_once():
    f = fight("A.x", A='states = { weak = 6 }\nhelped = ["prevail", "deed"]').play("prevail", "points 0", dice=[2, 9, 8])
    assert f.has("A", "weak") == 0 and f["A"].helped == 1 and f.dice_left() == 0
    f = fight("A.x", A='states = { weak = 6 }\nhelped = ["deed", "maneuver", "interact", "tenacity"]').play("prevail", "points 0", dice=[2, 9, 8])
    assert f.has("A", "weak") == 4 and f["A"].helped == 27 and f.dice_left() == 1, "others do not help with it"


COMMON = [s for s in k.STATE_NAMES if s not in ("protected", "soothed", "strong", "hastened")]


@pytest.mark.parametrize("state", COMMON)
def test_T8_19_every_common_state_that_hinders_and_toppled_can_be_prevailed_against(state):
    f = prevailed(TRIUMPH, state=state, taunter='\ntaunted_by = "x"' if state == "taunted" else "")
    assert f.has("A", state) == 0 and f["A"].taunter == k.NONE


def test_T8_18_a_taunt_that_is_only_lowered_keeps_its_taunter():
    f = prevailed(CONFLICT, state="taunted", taunter='\ntaunted_by = "x"')
    assert f.has("A", "taunted") == 4 and f["A"].taunter == f.slot("x")


@pytest.mark.parametrize("state", ["protected", "soothed", "strong", "hastened"])
def test_T8_30_not_against_a_state_that_benefits_oneself(state):
    assert fight("A.x", A=f"states = {{ {state} = 3 }}").reason("prevail") == k.WHY_NO_STATE


def test_T8_19_special_states_cannot_be_prevailed_against():
    f = fight("Ax", A='vigor = 0\ngrabbed_by = ["x"]')
    assert f.reason("prevail") == k.WHY_NO_STATE, "dying and grabbed"


def test_T8_19_nor_can_a_state_that_a_ruleset_calls_uncommon():
    f = fight("A.x", A="states = { weak = 2 }")
    assert f.can("prevail")
    f.tables = f.tables.copy()
    f.tables.states[k.WEAK].common = 0
    assert f.why(f.choice("prevail")) == k.WHY_NO_STATE


def test_G8_32a_one_state_a_prevail_and_which_is_asked():
    f = fight("A.x", A="states = { weak = 3, dazed = 2, hastened = 1 }").play("prevail")
    assert f.asks() == "state" and f.options() == ["state weak", "state dazed"]
    assert [f.reason(f"state {s}") for s in ("hastened", "burning")] == [k.WHY_NO_STATE] * 2
    f.play("state dazed", "points 0", dice=TRIUMPH)
    assert f.has("A", "weak") == 3 and f.has("A", "dazed") == 0


def test_T8_30_fellows_in_sight_also_the_defeated():
    f = fight("A.#C\n.B.x", B=WEAK, C=WEAK, x=WEAK, A="states = { strong = 1 }", auto=False).play("prevail")
    assert f.options() == ["target b"]
    assert [f.reason(f"target {w}") for w in "axc"] == [k.WHY_NO_STATE, k.WHY_NOT_FELLOW, k.WHY_NO_SIGHT]
    f.play("target b", "state weak", "points 0", dice=TRIUMPH)
    assert f.has("B", "weak") == 0
    f = fight("AB.x", B="states = { weak = 6 }\nvigor = -1\ndefeated = true").play("prevail", "points 0", dice=TRIUMPH)
    assert f.has("B", "weak") == 0


def test_T8_30_a_fellows_shadows_and_the_virtue_are_those_of_who_rolls():
    f = fight("AB.x", A=virtues(grace=3), B=WEAK + "\n" + virtues(grace=-1)).play("prevail", "points 0", dice=CONFLICT)
    assert f.has("B", "weak") == 0


def test_G8_30a_within_a_range_of_the_ruleset():
    far = "A........B.x"
    assert fight(far, B=WEAK).can("prevail")
    assert fight(far, B=WEAK, rules="prevail_fellow_range = 9").can("prevail")
    f = fight(far, B=WEAK, A=WEAK, rules="prevail_fellow_range = 8", auto=False).play("prevail")
    assert f.options() == ["target a"] and f.reason("target b") == k.WHY_TOO_FAR


def test_T8_13_the_blinded_prevail_for_adjacent_fellows_only():
    assert fight("A.B.x", B=WEAK, A="states = { blinded = 1 }", auto=False).play("prevail").options() == ["target a"]
    assert fight("AB..x", B=WEAK, A="states = { blinded = 1 }", auto=False).play("prevail").options() == ["target a", "target b"]


def test_when_a_prevail_is_over_nothing_of_it_is_left():
    f = fight("A.x", A=WEAK)
    clean = {name: f.state[name].tobytes() for name in ("deed", "targets", "frames")}
    f.play("prevail", "points 1", dice=[3, 3, 3])
    assert f.asks() == "action" and {name: f.state[name].tobytes() for name in clean} == clean


# -- the other variant (G8.33) -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("own, dice, left", [(virtues(wits=3), [6, 7], 0), (virtues(grace=3), [6, 7], 6), (virtues(might=2), [6, 7], 4),
                                             (virtues(might=2), [6, 6], 4),
                                             (virtues(might=-1), [6, 7], 6), (virtues(might=2), [3, 3], 7)])
def test_G8_33_always_wits_and_a_conflict_lowers_by_the_key_virtue(own, dice, left):
    assert prevailed(dice, more=own, rules=VARIANT).has("A", "weak") == left
