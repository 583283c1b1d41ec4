"""Lines of the table: what they do, exactly; what is not clear is told in a sentence and changes nothing."""

from itertools import product

import numpy as np
import pytest
from table_cases import at_table, fighter, say, told, yard

from envs.core import codes as k
from envs.core.check import counted_sum, settle
from envs.core.record import new_encounters
from judge.table import TableError
from judge.table.dice import Throw, dice_for, read_dice

SHUT = "unguarded"  # no question then interrupts the line


def test_a_line_is_a_whole_turn():
    table = at_table(f"w f4, steady ogre 7 9 {SHUT}, defend")
    assert (fighter(table, "W")["x"], fighter(table, "W")["y"]) == (5, 3) and fighter(table, "W")["defend"] == 1 and fighter(table, "W")["acted"]
    assert fighter(table, "O")["vigor"] == 32 and "Dice: 7 9. The roll against Gravel Ogre is a triumph (19)." in told(table)
    assert table.need.side == "enemies" and len(table.steps) == 2


@pytest.mark.parametrize(
    "line",
    [
        f"gate warden f4 steady blow gravel ogre 7 9 {SHUT}",
        f"War move f4; STEADY on o with sword, rolled 7+9 {SHUT}",
        "warden walk f4 then steady ogre total 19 no guard",
        "w f4 steady ogre, 7 9, unguarded",
    ],
)
def test_many_ways_to_say_the_same(line):
    assert fighter(at_table(line), "O")["vigor"] == 32


@pytest.mark.parametrize(
    "words, loss",
    [
        ("miss", 0),
        ("fail", 0),
        ("hit", 5),
        ("glance", 5),
        ("conflict", 5),
        ("triumph", 10),
        ("13", 5),
        ("19", 10),
        ("5 4", 5),
        ("14 6", 6),
        ("hit for 7", 7),
        ("miss for 1", 1),
        ("triumph for 12", 12),
        ("9 9 spark damage", 13),
        ("triumph spark damage", 13),
    ],
)
def test_the_result_alone_is_enough(words, loss):
    table = at_table(f"w f4, steady ogre {words} {SHUT} no counter")
    assert fighter(table, "O")["vigor"] == 42 - loss


def test_a_named_result_brings_no_pair_and_a_named_spark_does():
    dice = [move.dice[0] for move in at_table(f"w f4, steady ogre triumph {SHUT}").steps[-1].moves if move.dice]
    assert len(set(dice[0])) == 2
    table = at_table(f"w f4, steady ogre triumph spark effect {SHUT}")
    assert fighter(table, "O")["states"][k.EXPOSED] == 1


@pytest.mark.parametrize("net, virtue", list(product((-3, -1, 0, 1, 2, 6), (-1, 3))))
def test_dice_give_the_results_totals_and_sparks_that_were_named(net, virtue):
    """The compiled check reads the dice that are found, and finds what was asked for."""
    t, s = yard().tables[0], new_encounters(1)[0]
    throw = Throw("a test", 2 + abs(net), 10, 0, (net,), virtue, ("somebody",))

    def read(dice):
        s.deed.n_dice, s.targets[0].net = len(dice), net
        s.deed.dice[: len(dice)] = dice
        settle(t, s, 0, virtue)
        return int(s.targets[0].total), int(s.targets[0].result), int(s.targets[0].sparks), int(s.targets[0].tainted)

    for result in (k.FAIL, k.CONFLICT, k.TRIUMPH):
        got = read(dice_for(t, throw, results=[result]))[1:]
        assert got == (result, 0, 0) if abs(net) < 3 else got[0] == result  # of many dice some results cannot be had without a pair
        if result != k.FAIL:
            assert abs(net) > 2 or read(dice_for(t, throw, results=[result], sparks=1))[1:] == (result, 1, 0)
    for total in range(4 + virtue, 19 + virtue):
        assert read(dice_for(t, throw, total=total))[0] == total
    for total in (1 + virtue, 21 + virtue):
        with pytest.raises(TableError, match="no dice give"):
            dice_for(t, throw, total=total)
    assert counted_sum(s, net) >= 2


def test_one_pool_for_several_targets():
    t, throw = yard().tables[0], Throw("a test", 4, 10, 0, (2, 0), 3, ("one", "two"))
    dice = np.array(dice_for(t, throw, results=[k.TRIUMPH, k.FAIL]))
    assert sorted(dice)[-2:] and sum(sorted(dice)[-2:]) + 3 > 15 and dice[:2].sum() + 3 <= 10 and len(set(dice)) == 4
    with pytest.raises(TableError, match="no dice give"):
        dice_for(t, throw, results=[k.FAIL, k.TRIUMPH])
    with pytest.raises(TableError, match="3 results for 2 targets"):
        dice_for(t, throw, results=[k.FAIL, k.FAIL, k.FAIL])
    with pytest.raises(TableError, match="4 numbers from 1 to 10"):
        read_dice(t, throw, ["7", "9"])


def test_several_targets_in_a_line():
    table = at_table("h c7, black rain ogre runner 8 7 unguarded")
    assert "against Gravel Ogre is a triumph" in told(table) and "against Hook Runner is a triumph" in told(table)


def test_points_and_deeds_for_oneself():
    table = at_table("w defend extra 1")
    assert fighter(table, "W")["defend"] == 2 and fighter(table, "W")["acted"]
    assert fighter(at_table("m move b2 extra 1"), "M")["x"] == 1


def test_a_comma_leaves_the_turn_open_and_end_ends_it():
    table = at_table("w f4,")
    assert table.state.ask == k.ASK_ACTION and not fighter(table, "W")["acted"] and table.need.text.endswith("2 action points left")
    say(table, "steady ogre 5 4 unguarded,")
    assert table.state.ask == k.ASK_ACTION
    say(table, "end")
    assert fighter(table, "W")["acted"] and len(table.steps) == 4


def test_a_name_alone_opens_a_players_turn_and_shows_a_monsters():
    table = at_table("warden")
    assert table.state.ask == k.ASK_ACTION
    say(table, "end")
    before = table.digest()
    outcome = table.apply_line("thorn")
    assert outcome.told[0].startswith("Thorn Slinger") and table.digest() == before and table.candidate == table.scenario.letters.index("T")


# -- questions ---------------------------------------------------------------------------------------------------------------
def test_reactions_of_the_enemies_are_asked_with_a_default():
    table = at_table("w f4, steady ogre 7 9")
    assert table.need.kind == "choice" and table.need.side == "enemies" and table.need.options == ("d6", "no") and "10 damage" in table.need.text
    assert table.need.default in table.need.options and fighter(table, "O")["vigor"] == 42  # nothing of the line is done yet
    say(table, "d6 4")
    assert fighter(table, "O")["vigor"] == 36 and table.need.kind == "turn"


@pytest.mark.parametrize("answers, vigor", [(["no"], 32), (["unguarded"], 32), (["5"], 37), (["d6", "2"], 34), (["guard 6"], 38)])
def test_many_ways_to_answer(answers, vigor):
    assert fighter(at_table("w f4, steady ogre 7 9", *answers), "O")["vigor"] == vigor


def test_a_guard_in_the_line_is_rolled_as_it_says():
    assert fighter(at_table("w f4, steady ogre 7 9 guard 5"), "O")["vigor"] == 37
    assert fighter(at_table("w f4, steady ogre 7 9 guard d6 1"), "O")["vigor"] == 33


def test_dice_are_asked_for_and_an_answer_that_does_not_fit_leaves_the_question():
    table = at_table("w f4, steady ogre unguarded")
    assert table.need.kind == "dice" and "2d10 + 3" in table.need.text
    for wrong in ("11 4", "7", "0 3", "7 9 3", "banana", "99999999999"):
        if wrong == "7":
            continue  # a total
        with pytest.raises(TableError):
            table.apply_line(wrong)
        assert table.need.kind == "dice" and table.pending == ("w f4, steady ogre unguarded", [])
    table.enter_dice(7, 9)
    assert fighter(table, "O")["vigor"] == 32
    with pytest.raises(TableError, match="no dice are awaited"):
        table.enter_dice(3)


def test_dice_that_are_rolled_for_the_judge_come_again_for_the_same_question():
    one, two = at_table("w f4, steady ogre unguarded", ""), at_table("w f4, steady ogre unguarded", "")
    assert one.digest() == two.digest() and one.steps[-1].moves == two.steps[-1].moves
    two.undo()
    assert say(two, "w f4, steady ogre unguarded", "").digest() == one.digest()


def test_a_players_spark_is_asked():
    table = at_table("w f4, steady ogre 9 9 unguarded")
    assert table.need.side == "companions" and set(table.need.options) == {"effect", "damage"} and "spark" in table.need.text
    assert fighter(say(table, "eff"), "O")["states"][k.EXPOSED] == 1


def test_forced_movement_goes_to_the_square_that_is_named():
    table = at_table("w f4, shove ogre 9 8 i4", "no")
    assert (fighter(table, "O")["x"], fighter(table, "O")["y"]) == (8, 3)
    table = at_table("w f4, shove ogre 9 8", "i4", "g4", "no")
    assert (fighter(table, "O")["x"], fighter(table, "W")["x"]) == (8, 6)


def test_a_line_that_turns_out_not_to_be_clear_is_dropped_whole():
    table = at_table("w f4, steady ogre 7 9, steady ogre 7 9")
    before = table.digest()
    with pytest.raises(TableError, match="nothing of the line is done"):
        table.apply_line("no")
    assert table.digest() == before and table.pending is None and table.need.kind == "turn"


# -- what is not clear ---------------------------------------------------------------------------------------------------------
UNCLEAR = [
    ("", "write who does what"),
    ("zzz f4", "does not begin with one who can act"),
    ("ogre f4", "cannot act now"),
    ("w f99", "outside"),
    ("w z9", "outside"),
    ("w c8", "cannot walk to c8: the square is occupied"),
    ("w stedy ogre 7 9", "did you mean 'steady'"),
    ("w steady", "no legal target"),
    ("w f4 steady mender 7 9", "only foes can be chosen"),
    ("w f4 steady thorn 7 9", "Thorn Slinger: out of range"),
    ("w f4 steady ogre 40", "no dice give a total of 40"),
    ("w f4 steady ogre 7 11", "2 numbers from 1 to 10"),
    ("w f4 steady ogre 1 2 3", "2 numbers from 1 to 10"),
    ("w f4 extra 9", "cannot walk"),
    ("w defend extra 9", "it can add up to 2"),
    ("w f4 extra", "a number belongs after"),
    ("w f4 s ogre", "write more of it"),
    ("w f4 7 9", "takes '7'"),
    ("w defend spark effect", "takes 'spark effect'"),
    ("w f4 spark", "what the spark is spent on"),
    ("w f4 steady ogre 7 8 spark effect unguarded", "takes 'spark effect'"),
    ("w f4 steady ogre 9 9 spark banana unguarded", "cannot be spent on 'banana'"),
    ("w defend guard 3", "takes 'guard'"),
    ("w f4 steady ogre miss guard 3 no counter", "takes 'guard'"),
    ("f attack ogre hit", "which attack of Fen Archer"),
    ("w end, f4", "turn is over before 'f4'"),
    ("x" * 3000, "2000 printable"),
    ("w f4 \x1b[2J", "printable"),
    ("vigor ogre", "no number"),
    ("vigor ogre 99", "no number from"),
    ("state ogre sleepy 2", "is no state"),
    ("state ogre taunted 1", "say who taunts it"),
    ("move ogre e4", "cannot stand on"),
    ("kill zzz", "is nobody"),
    ("side x", "write side companions|enemies"),
    ("focus ogre -1", "no number"),
    (",", "says nothing"),
    ("go zzz", "is nobody"),
    ("go ogre", "cannot act now"),
    ("w f4, guard d20", "takes 'guard'"),
    ("w f4 steady ogre 7 9 guard d20", "no guard die d20"),
    ("r f4", "cannot act now"),
]


@pytest.mark.parametrize("line, piece", UNCLEAR, ids=[line[:30] or "nothing" for line, _ in UNCLEAR])
def test_an_unclear_line_changes_nothing(line, piece):
    table = at_table()
    before, need = table.digest(), table.need
    with pytest.raises(TableError) as error:
        table.apply_line(line)
    text = str(error.value)
    assert piece in text and "\n" not in text and len(text) < 700
    assert table.digest() == before and table.need == need and len(table.steps) == 1 and table.pending is None


def test_what_may_mean_two_things_is_asked_back():
    with pytest.raises(TableError) as error:
        at_table("w f4 s ogre 7 9")
    assert "shield press" in str(error.value) and "steady blow" in str(error.value)
