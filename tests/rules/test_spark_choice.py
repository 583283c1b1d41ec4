"""Chapter 7: for whom a spark may be, and what may still be bought after another (T7.6, G6.4, G7.6a)."""

from envs.core import codes as k

from .drawn import fight
from .laid import area

QUIET = 'hands = 0\ndeeds = ["idle"]'
MIGHT = "virtues = { might = 3, grace = 0, wits = 0, spirit = 0 }"
RING = {"ring": area("burst", 2)}


def test_G6_4_a_spark_is_for_those_alone_whose_dice_make_its_pair():
    """y and z defend: the third die counts for them, and it makes the pair."""
    f = fight("xAy\n.z.", deeds=RING, A=MIGHT, x=QUIET, y=QUIET + "\ndefend = 1", z=QUIET + "\ndefend = 1").attempt("ring", dice=[9, 7, 9])
    assert f.asks() == "spark target" and f.options() == ["target y", "target z"]
    assert f.reason("target x") == k.WHY_NO_LINE and f.reason("target a") == k.WHY_NO_TARGET
    f.play("target z")
    assert (f.hurt("x"), f.hurt("y"), f.hurt("z")) == (5, 5, 8)


def test_G7_6a_after_a_spark_for_damage_the_effect_may_still_be_bought_and_only_once():
    """Four equal dice are two pairs, of the second and of the fourth die; the next die is taken after each."""
    hit = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 2\nconflict = [{ damage = "5" }]\nspark = [{ state = "weak" }]'
    for first, second, hurt, weak in (("spark damage", "spark effect", 8, 1), ("spark damage", "spark damage", 11, 0)):
        f = fight("Ax", deeds={"hit": hit}, A=MIGHT, x=QUIET).attempt("hit", "x", extra=2, dice=[6, 6, 6, 6])
        assert f.asks() == "spark" and f.options() == ["spark effect", "spark damage"]
        f.play(first)
        assert f.asks() == "spark" and f.options() == ["spark effect", "spark damage"]
        f.play(second)
        assert (f.hurt("x"), f.has("x", "weak")) == (hurt, weak)
    f = fight("Ax", deeds={"hit": hit}, A=MIGHT, x=QUIET).attempt("hit", "x", extra=2, dice=[6, 6, 6, 6]).play("spark effect")
    assert f.asks() == "spark" and "spark effect" not in f.options() and f.reason("spark effect") == k.WHY_NO_LINE


def test_G6_4_T7_6_each_pair_of_neighbouring_dice_is_a_spark():
    """Of 6, 7, 6, 7 the third die completes a pair and the fourth another."""
    hit = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 2\nconflict = [{ damage = "5" }]'
    f = fight("Ax", deeds={"hit": hit}, A=MIGHT, x=QUIET).attempt("hit", "x", extra=2, dice=[6, 7, 6, 7])
    assert f.hurt("x") == 5 + 3 + 3


def test_T7_6_a_spark_may_be_for_a_fellow_that_is_defeated():
    """The line lets both spend a recovery; the spark adds one for the one or for the other."""
    mend = area("burst", 1, kind="gambit", lines="{ recover = 1 }")
    down = "vigor = -1\nendures = true\ndefeated = true"
    f = fight("BA\n..\n.x", deeds={"mend": mend}, B=down, A="vigor = 9", x=QUIET).attempt("mend", dice=[6, 6])
    assert f.asks() == "spark target" and f.options() == ["target a", "target b"]


def test_T7_6_an_after_line_on_targets_is_not_raised_where_the_area_holds_nobody():
    """The user rolls for nobody: the spark raises the effect that is left there, without a question, and no line on targets."""
    fog = area("blast", 2, 9, kind="gambit", lines='{ effect = "light cloud", potency = 2, who = "self" }', more='after = [{ state = "weak" }]')
    f = fight("A....\n.....\n....x", deeds={"fog": fog}, x=QUIET).attempt("fog", at="c1", dice=[7, 7])
    assert f.asks() == "action" and [int(e.potency) for e in f.state.effects if e.kind != k.NONE] == [3] and f.has("A", "weak") == 0
