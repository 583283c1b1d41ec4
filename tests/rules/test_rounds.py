"""Chapter 1: rounds, alternating turns, how an encounter ends (T1.1-T1.5, G1.2a, G1.6, G1.7, G3.16)."""

import pytest

from envs.core import codes as k

from .drawn import fight

HEAL = 'kind = "gambit"\ninstrument = "innate"\ntargets = "ally"\nrange = 9\nfail = [{ recover = 1 }]\nconflict = [{ recover = 1 }]'
LAST_BREATH = """kind = "attack"
instrument = "melee"
targets = "creature"
conflict = [{ damage = "†" }]
after = [{ damage = "99", who = "self" }]"""


def round_two(first):
    return f'round = 1\nfirst_side = "{first}"\nnext_side = "{first}"'


def test_T1_1_a_creature_fills_its_squares_and_walls_stand_on_squares():
    f = fight("""
        A#xx
        ..xx
        """, x="size = 2")
    squares = [int(v) for v in f.state.occupant[:8]]
    x = f.slot("x")
    assert squares == [0, k.EMPTY, x, x, k.EMPTY, k.EMPTY, x, x]
    assert [int(v) for v in f.tables.terrain[:8]] == [0, k.WALL] + [0] * 6


@pytest.mark.parametrize("die, first", [(1, "a"), (2, "x")])
def test_T1_2_a_coin_flip_says_which_side_acts_first(die, first):
    f = fight("A...x", clock="", dice=[die])
    assert f.asker == f.scenario.keys.index(first) and f.state.first_side == die - 1 and f.dice_left() == 0


def test_T1_2_every_round_has_its_own_coin():
    f = fight("A...x", clock="", dice=[1])
    f.play("end turn")
    f.play("end turn", dice=[2])
    assert f.state.round_no == 2 and f.asker == f.slot("x")
    f.play("end turn")
    f.play("end turn", dice=[1])
    assert f.state.round_no == 3 and f.asker == f.slot("A")


def test_G1_2a_the_coin_comes_from_the_seeded_dice():
    def first_sides(seed):
        f = fight("A...x", clock="")
        f._row[:] = f.scenario.initial  # a fight not yet begun is no position to load
        f._begin(seed, ())
        sides = []
        for _ in range(19):
            sides.append(int(f.state.first_side))
            f.play("end turn", "end turn")
        return sides
    assert first_sides(5) == first_sides(5) != first_sides(6)
    assert set(first_sides(5)) == {0, 1}


@pytest.mark.parametrize("side, first", [("companions", "A"), ("enemies", "x")])
def test_G1_2a_the_judge_may_set_the_first_coin_only(side, first):
    f = fight("A...x", clock=f'first_coin = "{side}"', dice=[2 if side == "companions" else 1])
    assert f.asker == f.slot(first) and f.dice_left() == 1
    f.play("end turn", "end turn")
    assert f.state.round_no == 2 and f.asker != f.slot(first) and f.dice_left() == 0


def test_G1_2a_an_ambushed_side_takes_no_turns_in_the_first_round():
    f = fight("A.B.x", clock='first_coin = "enemies"\nambushed = "enemies"')
    assert f.asked == k.COMPANIONS and f.asks() == "combatant"
    f.play("take b", "end turn")
    assert f.asker == f.slot("A"), "the other companion follows at once"
    f.play("end turn", dice=[2])
    assert f.state.round_no == 2 and f.asker == f.slot("x")


def test_T1_3_the_side_to_act_chooses_and_sides_alternate():
    f = fight("A.B.x.y", clock='first_coin = "companions"')
    assert f.options() == ["take a", "take b"] and f.asked == k.COMPANIONS
    assert f.reason("take x") == k.WHY_WRONG_SIDE
    f.play("take b", "end turn")
    assert f.options() == ["take x", "take y"] and f.asked == k.ENEMIES
    f.play("take y", "end turn")
    assert f.asker == f.slot("A"), "the only one left is taken without a question"
    f.play("end turn")
    assert f.asker == f.slot("x")


def test_T1_3_who_has_acted_is_not_chosen_again():
    f = fight("A.B.C.x.y", clock='first_coin = "companions"')
    f.play("take a", "end turn", "take x", "end turn")
    assert f.options() == ["take b", "take c"] and f.reason("take a") == k.WHY_ALREADY_ACTED


def test_T1_3_a_turn_is_taken_whole():
    f = fight("A.B.x.y", clock='first_coin = "companions"')
    f.play("take a", "move", "points 0")
    assert f.asks() == "action" and f.asker == f.slot("A")
    f.play("defend", "points 0")
    assert f.asker == f.slot("A")


def test_T1_4_the_rest_of_a_side_act_in_any_order_then_the_round_ends():
    f = fight("A.x.y.z", clock='first_coin = "companions"')
    f.play("end turn", "take y", "end turn")
    assert f.asked == k.ENEMIES and f.options() == ["take x", "take z"]
    f.play("take z", "end turn")
    assert f.asker == f.slot("x") and f.state.round_no == 1
    f.play("end turn", dice=[1])
    assert f.state.round_no == 2 and f.asker == f.slot("A")


@pytest.mark.parametrize("board, letters, winner", [("A.x", "x", k.COMPANIONS), ("A.x", "A", k.ENEMIES)])
def test_T1_5_G1_6_a_side_without_standing_combatants_has_lost(board, letters, winner):
    dying = 'vigor = 1\nstates = { suffering = 20 }'
    f = fight(board, clock=f'first_coin = "{k.SIDE_NAMES[letters.islower()]}"', **{letters: dying + "\nmax_vigor = 30"})
    assert f.over and f.winner == winner and f.result(winner) == 1.0 and f.result(1 - winner) == -1.0
    assert f.legal() == []


def test_G1_6_one_that_still_stands_keeps_the_encounter_going():
    f = fight("Axy", x="vigor = 4")
    f.attempt("strike", "x", dice=[6, 7])
    assert f["x"].status == k.DEAD and not f.over


def test_G1_6_both_at_once_is_a_draw_tested_when_the_whole_deed_is_resolved():
    f = fight("Ax", deeds={"last_breath": LAST_BREATH}, A="", x="vigor = 4")
    f.attempt("last_breath", "x", dice=[6, 7])
    assert f["x"].status == f["A"].status == k.DEAD
    assert f.over and f.winner == k.DRAW and f.result(0) == f.result(1) == 0.0


def test_G1_6_after_max_rounds_the_encounter_is_cut_off_and_nobody_has_won():
    f = fight("A..x", rules="max_rounds = 3", clock='round = 3\nfirst_side = "companions"')
    f.play("end turn")
    assert not f.over
    f.play("end turn")
    assert f.over and f.winner == k.CUT_OFF and f.result(0) == f.result(1) == 0.0 and f.state.round_no == 3


def test_G1_6_the_defeated_do_not_stand_the_dying_do():
    f = fight("AB.x", clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\ndefeated = true", B="vigor = -2")
    assert not f.over, "B is dying and stands"
    f = fight("AB.x", clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\ndefeated = true", B="vigor = -2\nendurance = 0",
              x="bare = { weapon = 20 }\nreach = 2")
    f.attempt("strike", "b", dice=[6, 7])
    assert f["B"].status == k.DEAD and f.over and f.winner == k.ENEMIES


def test_G1_7_the_defeated_and_the_dead_have_no_turn():
    f = fight("ABy.xz", clock='round = 1\nfirst_side = "companions"', A="vigor = -3\ndefeated = true", y="vigor = 4")
    assert f.asker == f.slot("B")
    f.attempt("strike", "y", dice=[6, 7]).play("end turn")
    assert f.options() == ["take x", "take z"] and f.reason("take y") == k.WHY_NOT_STANDING
    assert fight("AB.x", clock='round = 1\nfirst_side = "companions"', A="vigor = -3\ndefeated = true",
                 auto=False).reason("take a") == k.WHY_NOT_STANDING


def test_G1_7_one_who_recovers_acts_this_round_if_it_has_not_yet():
    for acted in (False, True):
        f = fight("AB.x", deeds={"heal": HEAL}, clock='round = 1\nfirst_side = "companions"\nnext_side = "companions"',
                  A=f"vigor = -3\ndefeated = true\nrecoveries = 2\nacted = {str(acted).lower()}", x='deeds = ["heal"]')
        f.attempt("heal", "a", dice=[6, 7]).play("recoveries 1", "end turn", "end turn")
        assert f["A"].status == k.STANDING and f["A"].vigor == 7
        if not acted:
            assert f.asker == f.slot("A")
        assert f.state.round_no == (2 if acted else 1)


def test_G1_7_newcomers_act_from_the_round_in_which_they_arrive():
    f = fight("A..x", clock='round = 1\nfirst_side = "companions"\nnext_side = "companions"')
    assert f.asker == f.slot("A")
    f["x"].arrives = 3  # as one that a Judge adds in round 2 would have it
    f.play("end turn", dice=[1])
    assert f.state.round_no == 2 and f.asker == f.slot("A"), "x has no turn in round 1"
    f.play("end turn", dice=[1])
    assert f.state.round_no == 3 and f.asker == f.slot("A"), "nor in round 2"
    f.play("end turn")
    assert f.state.round_no == 3 and f.asker == f.slot("x")


def test_G3_16_round_effects_end_with_the_round_also_when_their_owner_acted_early():
    f = fight("A...x", A="guard_dice = [6]\nguard_spent = [1]\nreactions = 2")
    f.play("defend", "points 2")
    assert (f["A"].defend, f["A"].guard_spent, f["A"].reactions) == (3, 1, 2)
    assert f.asker == f.slot("x")
    f.play("end turn", dice=[2])
    assert f.state.round_no == 2 and (f["A"].defend, f["A"].guard_spent, f["A"].reactions) == (0, 0, 0)
