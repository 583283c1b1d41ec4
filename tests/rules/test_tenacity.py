"""Chapter 8, the check of the dying and what follows it, number by number (T8.20-T8.22, G8.26, T3.6, G8.28)."""

import pytest

from envs.core import codes as k
from envs.core.dice import roll
from envs.core.vigor import die, drop_item, is_dying, regain_vigor, tenacity

from .drawn import fight

HELPED = 'helped = ["tenacity"]'
DOWN = "vigor = -1\nmax_vigor = 20\nendurance = 9\nendures = true"
PACK = {f"bead{n}": "hands = 0" for n in range(7)}


def rolled(f):
    """(result, total) of the tenacity check that was rolled last."""
    return f.seen(k.E_TENACITY)[-1][2:]


@pytest.mark.parametrize("more, dice", [("", 2), (HELPED, 3)])
def test_T8_21_T3_6_tenacity_is_rolled_with_ten_sided_dice(more, dice):
    """The same generator, asked for two ten-sided dice (with help three, of which the lowest is left out), gives the totals."""
    f = fight("A.x", A=DOWN + "\n" + more)
    for _ in range(30):
        f["A"].status, f["A"].endurance, f["A"].helped = k.STANDING, 9, 16 if more else 0
        begun = f.state.dice.copy()
        shown = sorted(int(roll(f.state, 10)) for _ in range(dice))
        f.state.dice = begun
        tenacity(f.tables, f.state, f.slot("A"))
        assert rolled(f)[1] == sum(shown[-2:])


def test_T3_6_who_was_not_helped_rolls_two_dice_and_is_helped_by_nobody_after_it():
    f = fight("A.x", A=DOWN, dice=[6, 7, 10])
    tenacity(f.tables, f.state, f.slot("A"))
    assert f.dice_left() == 1 and rolled(f) == (k.CONFLICT, 13) and f["A"].helped == 0


@pytest.mark.parametrize("dice, result, endurance", [
    ([8, 7], k.CONFLICT, -1), ([8, 8], k.TRIUMPH, 0), ([5, 5], k.FAIL, -2), ([5, 6], k.CONFLICT, -1)])
def test_T8_21_G6_1_results_of_tenacity_are_those_of_every_check(dice, result, endurance):
    f = fight("AB.x", A=DOWN, dice=dice)
    tenacity(f.tables, f.state, f.slot("A"))
    rules = f.tables.rules
    assert rolled(f)[0] == result
    assert f["A"].endurance == 9 - {0: 0, -1: int(rules.tenacity_conflict), -2: int(rules.tenacity_fail)}[endurance]


def test_G8_26_an_injury_leaves_at_least_one_vigor_of_the_maximum():
    f = fight("AB.x", A="max_vigor = 3\nendurance = 9\nendures = true", dice=[1, 1])
    c = f["A"]
    c.vigor, c.max_vigor = 0, min(2, int(f.tables.rules.injury_vigor))
    tenacity(f.tables, f.state, f.slot("A"))
    assert c.injuries == 1 and c.max_vigor == 1


def test_T8_21_who_fails_again_is_defeated_but_once():
    f = fight("AB.x", A=DOWN, dice=[1, 1, 1, 1])
    for _ in range(2):
        tenacity(f.tables, f.state, f.slot("A"))
    assert f["A"].status == k.DEFEATED and f["A"].injuries == 2 and len(f.seen(k.E_DEFEATED)) == 1


@pytest.mark.parametrize("status, dying", [(k.STANDING, True), (k.DEFEATED, True), (k.DEAD, False), (k.GONE, False)])
def test_T8_21_the_defeated_are_dying_too_the_dead_are_not(status, dying):
    f = fight("A.x", A=DOWN)
    f["A"].status = status
    assert bool(is_dying(f.state, f.slot("A"))) == dying


@pytest.mark.parametrize("amount, rises", [(1, False), (2, True)])
def test_T8_22_the_defeated_rise_at_one_vigor_and_not_at_none(amount, rises):
    f = fight("AB.x", A=DOWN)
    f["A"].status = k.DEFEATED
    regain_vigor(f.tables, f.state, f.slot("A"), amount)
    assert f["A"].vigor == amount - 1 and (f["A"].status == k.STANDING) == rises


def test_G8_28_the_dead_drop_all_seven_things_that_they_had():
    f = fight("A.x\nB..", gear=PACK, A="held = [" + ", ".join(f'"{name}"' for name in PACK) + "]")
    die(f.tables, f.state, f.slot("A"))
    assert (f["A"].items == k.NONE).all() and [int(item.place) for item in f.state.items[:7]] == [0] * 7
    drop_item(f.tables, f.state, f.slot("A"), 0, 1)
    assert [int(item.place) for item in f.state.items[:7]] == [0] * 7, "nothing is dropped twice"
