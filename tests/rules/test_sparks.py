"""Chapter 7: what sparks buy (T7.6, G7.6a), and on whom (G6.4)."""

import pytest

from envs.core import codes as k
from envs.core.sparks import raised_potency

from .drawn import STRIKE, fight

PAIR = [6, 6]  # a conflict with one spark
RICH = """kind = "attack"
instrument = "melee"
targets = "creature"
conflict = [{ damage = "†" }, { state = "weak", potency = 2 }]
triumph = [{ state = "hindered", potency = 1 }]
spark = [{ state = "exposed", potency = 1 }]
after = [{ state = "suffering", potency = 1 }]"""
MIGHT = "virtues = { might = 3, grace = 0, wits = 0, spirit = 1 }"


def rich(dice, extra=0, **bodies):
    return fight("Ax", deeds={"deed": RICH}, **{"A": MIGHT, **bodies}).attempt("deed", "x", extra=extra, dice=dice)


def test_T7_6_a_spark_is_asked_with_all_that_it_can_buy():
    f = rich([2, 2 + 6])
    assert f.asks() != "spark"
    f = rich(PAIR)  # 6 + 6 + 3 is a conflict
    assert f.asks() == "spark" and f.asked == k.COMPANIONS
    assert f.options() == ["line 2", "line 5", "spark effect", "spark damage"], "not the triumph line; what comes after is still to come"


def test_T7_6_other_options_are_not_asked_and_the_reasons_say_so():
    f = rich(PAIR)
    assert f.can("spark damage") and f.can("spark effect")
    assert f.reason("help deed") == f.reason("yes") == f.reason("pass") == k.WHY_NOT_ASKED
    assert f.reason("line 1") == f.reason("line 3") == k.WHY_NO_LINE


def test_T7_6_a_line_that_comes_after_can_be_raised():
    assert rich(PAIR).play("line 5").has("x", "suffering") == 2


@pytest.mark.parametrize("choice, hurt, weak, exposed", [("spark damage", 7, 2, 0), ("line 2", 4, 3, 0), ("spark effect", 4, 2, 1)])
def test_T7_6_damage_potency_or_the_listed_effect(choice, hurt, weak, exposed):
    f = rich(PAIR).play(choice)
    assert (f.hurt("x"), f.has("x", "weak"), f.has("x", "exposed")) == (hurt, weak, exposed) and f.asks() == "action"


def test_T7_6_spark_damage_is_the_key_virtue():
    f = rich(PAIR, A='key = "spirit"\nvirtues = { might = 5, grace = 0, wits = 0, spirit = 1 }').play("spark damage")
    assert f.hurt("x") == 5


def test_T7_6_on_a_triumph_the_triumph_lines_can_be_raised_too():
    f = rich([8, 8])
    assert f.options() == ["line 2", "line 3", "line 5", "spark effect", "spark damage"]
    f.play("line 3")
    assert f.has("x", "hindered") == 2 and f.has("x", "weak") == 2


def test_T7_6_the_same_choice_may_repeat_other_than_the_listed_effect():
    f = rich([6, 6, 7, 7], extra=2)  # two sparks, a triumph
    f.play("spark damage", "spark damage")
    assert [e[2] for e in f.seen(k.E_DAMAGE)] == [4 + 6]
    f = rich([6, 6, 7, 7], extra=2).play("line 2", "line 2")
    assert f.has("x", "weak") == 4
    f = rich([6, 6, 7, 7], extra=2).play("spark effect")
    assert f.asks() == "spark" and "spark effect" not in f.options() and not f.can("spark effect")


def test_G7_6a_a_spark_may_raise_what_the_listed_effect_gave():
    f = rich([6, 6, 7, 7], extra=2)
    assert "line 4" not in f.options()
    f.play("spark effect")
    assert "line 4" in f.options()
    assert f.play("line 4").has("x", "exposed") == 2


def test_T7_6_no_spark_damage_for_a_deed_that_deals_none():
    hex_ = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ state = "weak" }, { state = "hindered" }]'
    f = fight("Ax", deeds={"deed": hex_}, A=MIGHT).attempt("deed", "x", dice=PAIR)
    assert f.options() == ["line 1", "line 2"]


def test_T7_6_a_recovery_can_be_raised():
    mend = 'kind = "gambit"\ninstrument = "innate"\ntargets = "ally"\nrange = 5\nconflict = [{ recover = 1 }, { state = "protected" }]'
    f = fight("AB.x", deeds={"mend": mend}, B="vigor = 1\nrecoveries = 5", x='deeds = ["idle"]').attempt("mend", "b", dice=PAIR)
    assert f.options() == ["line 1", "line 2"]
    f.play("line 1")
    assert f.asks() == "recover" and f.options() == ["recoveries 0", "recoveries 1", "recoveries 2"]


def test_T7_6_a_spark_that_can_buy_nothing_is_lost():
    cleanse = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ end = "strong" }]'
    f = fight("Ax", deeds={"deed": cleanse}).attempt("deed", "x", dice=PAIR)
    assert f.asks() == "action"


def test_T7_6_the_damage_comes_before_the_floor_and_counts_in_the_one_blow():
    f = rich(PAIR, A=MIGHT + "\nstates = { weak = 6 }").play("spark damage")
    assert f.hurt("x") == 1 and [e[2] for e in f.seen(k.E_DAMAGE)] == [1]


def test_G6_4_the_listed_effect_does_not_happen_without_a_spark_nor_on_a_failure():
    assert rich([6, 7]).has("x", "exposed") == 0
    assert rich([2, 2], x='hands = 0\ndeeds = ["idle"]').has("x", "exposed") == 0


# -- several targets -------------------------------------------------------------------------------------------------------
TWO = """kind = "attack"
instrument = "innate"
targets = "creatures"
n_targets = 2
range = 9
conflict = [{ damage = "5" }]
spark = [{ state = "exposed", potency = 1 }]"""


def test_T7_6_each_spark_names_its_target():
    f = fight("xAy", deeds={"deed": TWO}, A=MIGHT).attempt("deed", "x", "y", dice=PAIR)
    f.play("spark damage")
    assert f.asks() == "spark target" and f.options() == ["target x", "target y"]
    f.play("target y")
    assert (f.hurt("x"), f.hurt("y")) == (5, 8)


def test_T7_6_the_listed_effect_once_a_deed_on_one_target():
    f = fight("xAy", deeds={"deed": TWO}, A=MIGHT).attempt("deed", "x", "y", extra=2, dice=[6, 6, 7, 7])
    f.play("spark effect", "target x")
    assert f.asks() == "spark" and not f.can("spark effect")
    f.play("spark damage", "target y")
    assert (f.has("x", "exposed"), f.has("y", "exposed"), f.hurt("x"), f.hurt("y")) == (1, 0, 5, 8)


def test_G6_4_only_targets_that_succeeded_can_get_one():
    f = fight("xAy", deeds={"deed": TWO}, x='defend = 2\nhands = 0\ndeeds = ["idle"]', A=MIGHT).attempt("deed", "x", "y", dice=[6, 6, 1, 2])
    assert f.asks() == "spark"
    assert f.play("spark damage").asks() == "action", "x failed, so y is the only one"
    assert (f.hurt("x"), f.hurt("y")) == (0, 8)


def test_a_spark_on_a_line_that_the_user_gets_raises_it():
    war_cry = STRIKE.replace('[{ damage = "†" }]', '[{ damage = "†" }, { state = "strong", potency = 1, who = "self" }]')
    f = fight("Ax", deeds={"deed": war_cry}).attempt("deed", "x", dice=PAIR)
    f.play("line 2")
    assert f.has("A", "strong") == 2


# -- verbs and kinds that the core knows and content cannot use yet: the row is changed by hand ------------------------------
def test_T9_1_a_maneuver_has_no_sparks_but_shadows_count():
    f = fight("Ax", deeds={"deed": RICH}, A=MIGHT)
    f.tables.deeds[0].kind = k.MANEUVER_DEED
    f.attempt("deed", "x", dice=PAIR)
    assert f.asks() == "action" and f.has("x", "weak") == 2
    f = fight("Ax", deeds={"deed": RICH})
    f.tables.deeds[0].kind = k.MANEUVER_DEED
    f.attempt("deed", "x", dice=[2, 2]).play("with bare hand")
    assert f.hurt("A") == 8


def test_G12_4_a_spark_adds_two_to_forced_movement_never_the_general_one():
    f = fight("Ax", deeds={"deed": RICH}, A=MIGHT)
    f.tables.deeds[0].lines[1].verb = k.V_FORCE
    f.attempt("deed", "x", extra=2, dice=[6, 6, 7, 7]).play("line 2")
    assert f.asks() == "spark" and raised_potency(f.tables, f.state, 1, 0) == 2 + 2
