"""Chapter 6: the check (G6.1-G6.5), and its exact odds against plain enumeration."""

from itertools import product

import numpy as np
import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

PAIRS = STRIKE + '\nspark = [{ state = "weak" }]'  # two ways to spend a spark, so that it is asked
TWO = 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 9\nconflict = [{ damage = "5" }]'
SPARK = '\nspark = [{ state = "weak" }]'
MIGHT = "virtues = { might = %d, grace = 0, wits = 0, spirit = 0 }"
UNARMED = 'hands = 0\ndeeds = ["idle"]'


def rolled(dice, extra=0, defend=0, might=0):
    """(total, result) of A's strike with so many extra points against so much defend."""
    f = fight("Ax", A=MIGHT % might, x=f"{UNARMED}\ndefend = {defend}").attempt("strike", "x", extra=extra, dice=dice)
    assert f.dice_left() == 0, "the pool had fewer dice"
    return f.roll_of("x")


def pairs(dice, extra=0, defend=0, might=0):
    """(sparks, shadows, tainted) of the target while the deed still goes on."""
    f = fight("Ax", deeds={"strike": PAIRS}, A=MIGHT % might, x=f"defend = {defend}").attempt("strike", "x", extra=extra, dice=dice)
    row = f.state.targets[0]
    return int(row.sparks), int(row.shadows), int(row.tainted)


@pytest.mark.parametrize("dice, might, result", [([1, 9], 0, k.FAIL), ([2, 9], 0, k.CONFLICT), ([7, 8], 0, k.CONFLICT), ([7, 9], 0, k.TRIUMPH),
                                                 ([5, 4], 1, k.FAIL), ([5, 4], 2, k.CONFLICT), ([8, 9], -1, k.TRIUMPH), ([7, 9], -1, k.CONFLICT)])
def test_G6_1_sum_plus_virtue_ten_or_less_fails_sixteen_or_more_is_a_triumph(dice, might, result):
    assert rolled(dice, might=might) == (sum(dice) + might, result)


@pytest.mark.parametrize("dice, extra, defend, counted", [
    ([2, 9], 0, 0, 11), ([2, 9, 5], 1, 0, 14), ([9, 2, 8], 1, 0, 17), ([2, 3, 9], 1, 0, 12), ([2, 3, 9, 8], 2, 0, 17),
    ([9, 8, 2, 3], 2, 0, 17), ([9, 8, 2], 0, 1, 10), ([2, 9, 8], 0, 1, 10), ([8, 9, 2, 3], 0, 2, 5), ([2, 3, 9, 8], 0, 2, 5), ([9, 9, 9, 1, 1], 0, 3, 2), ([5, 5, 6], 0, 1, 10)])
def test_G6_2_edges_take_the_two_highest_cuts_the_two_lowest(dice, extra, defend, counted):
    assert rolled(dice, extra, defend)[0] == counted


@pytest.mark.parametrize("extra, defend, dice, counted", [(1, 1, [2, 9], 11), (2, 1, [2, 3, 9], 12), (1, 2, [9, 8, 2], 10), (2, 2, [4, 4], 8)])
def test_G6_2_edges_and_cuts_cancel_one_for_one(extra, defend, dice, counted):
    assert rolled(dice, extra, defend)[0] == counted


def test_G6_2_the_first_two_count_when_the_net_is_zero_however_many_dice_others_need():
    f = fight("xAy", deeds={"deed": TWO}, x=f"defend = 2\n{UNARMED}", y=UNARMED).attempt("deed", "x", "y", dice=[5, 7, 1, 9])
    assert (f.roll_of("x")[0], f.roll_of("y")[0]) == (6, 12)


@pytest.mark.parametrize("dice, extra, sparks", [
    ([6, 7], 0, 0), ([6, 6], 0, 1), ([6, 6, 6], 1, 1), ([6, 6, 6, 6], 2, 2), ([7, 6, 7], 1, 1), ([6, 7, 6, 7], 2, 2), ([9, 8, 3, 3], 2, 1)])
def test_G6_3_a_die_that_makes_an_even_count_of_its_face_completes_a_pair(dice, extra, sparks):
    assert pairs(dice, extra) == (sparks, 0, 0)


def test_G6_3_pairs_are_among_the_dice_used_for_the_target():
    f = fight("xAy", deeds={"deed": TWO + SPARK}, x="defend = 2").attempt("deed", "x", "y", dice=[9, 7, 7, 9])
    assert [(int(r.net), int(r.sparks)) for r in f.state.targets[:2]] == [(-2, 2), (0, 0)]


def test_G6_4_on_a_success_each_untainted_pair_is_a_spark_a_tainted_one_is_none():
    assert pairs([8, 1, 1, 8], 2) == (1, 0, 1)
    assert pairs([8, 7, 1, 1], 2) == (0, 0, 1)


def test_G6_4_on_a_failure_all_pairs_are_shadows_also_tainted_ones():
    assert pairs([2, 2]) == (0, 1, 0)
    assert pairs([1, 1]) == (0, 1, 1)
    assert pairs([1, 2, 1, 2], 2) == (0, 2, 1)
    assert pairs([9, 9, 1, 2], 0, 2) == (0, 1, 0), "two cuts count 1 and 2: a failure, and the nines are a shadow"


def test_G6_4_sparks_only_on_targets_that_succeeded_and_used_the_dice():
    f = fight("xAyz", deeds={"deed": TWO + SPARK}, z="defend = 2").attempt("deed", "y", "z", dice=[7, 6, 9, 9])
    assert [int(r.sparks) for r in f.state.targets[:2]] == [0, 1]
    assert f.play("spark damage").hurt("z") == 5 and f.hurt("y") == 5, "y did not use the nines, so there was no choice of target"
    f = fight("xAyz", deeds={"deed": TWO + SPARK}, z="defend = 2").attempt("deed", "y", "z", dice=[7, 6, 2, 2])
    assert f.asks() != "spark" and f.hurt("y") == 5 and f.hurt("z") == 0, "z failed and has shadows, y has no pair"


def test_G6_5_a_combatant_names_its_key_virtue():
    for key, total in zip(k.VIRTUES, (14, 15, 16, 17)):
        f = fight("Ax", A=f'key = "{key}"\nvirtues = {{ might = 1, grace = 2, wits = 3, spirit = 4 }}', x=UNARMED)
        assert f.attempt("strike", "x", dice=[6, 7]).roll_of("x")[0] == total


# -- the odds --------------------------------------------------------------------------------------------------------------
def enumerate_pool(net):
    """{"sum" | "sparks" | "shadows" | "tainted": (21,)} of all 10 ** (2 + |net|) pools, counted one by one."""
    out = {name: np.zeros(21) for name in ("sum", "sparks", "shadows", "tainted")}
    for dice in product(range(1, 11), repeat=2 + abs(net)):
        counted = dice if net == 0 else sorted(dice, reverse=net > 0)[:2]
        twos = {face: dice.count(face) // 2 for face in set(dice)}
        total = sum(counted[:2])
        for name, amount in (("sum", 1), ("shadows", sum(twos.values())), ("sparks", sum(n for face, n in twos.items() if face != 1)),
                             ("tainted", int(twos.get(1, 0) > 0))):
            out[name][total] += amount
    return {name: values / 10 ** (2 + abs(net)) for name, values in out.items()}


@pytest.mark.parametrize("net", [-3, -2, -1, 0, 1, 2, 3])
def test_G6_1_to_G6_4_the_table_of_odds_agrees_with_enumeration(net):
    table = fight("Ax").tables.odds
    for name, values in enumerate_pool(net).items():
        column = table["at_least" if name == "sum" else name][net + k.MAX_NET]
        np.testing.assert_allclose(column[:21], values[::-1].cumsum()[::-1], atol=1e-12)
        assert not column[21:].any()


@pytest.mark.parametrize("net", [-k.MAX_NET, -7, 5, k.MAX_NET])
def test_G6_2_odds_of_many_edges_and_cuts_are_probabilities(net):
    row = fight("Ax").tables.odds.at_least[net + k.MAX_NET]
    assert abs(row[2] - 1) < 1e-12 and (np.diff(row) <= 1e-15).all()
    mirror = fight("Ax").tables.odds.at_least[-net + k.MAX_NET]
    assert np.allclose(row[2:21], 1 - mirror[22 - np.arange(2, 21) + 1]), "sums of cuts mirror those of edges"
