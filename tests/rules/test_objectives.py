"""Chapter 1: what a side is after (T1.5, G1.6): eliminate, hold, reach, protect, slay, escape; what survivors count for the result."""

import pytest

from envs.core import codes as k
from envs.core.score import potential

from .drawn import STRIKE, fight, inline

START = 'round = 1\nfirst_side = "companions"'
KILL = {"strike": STRIKE, "kill": STRIKE.replace("†", "99").replace('"melee"', '"innate"') + "\nrange = 9"}
DEFEATED = "vigor = -1\ndefeated = true"


def aims(kind, side="companions", **more):
    """`top` of a drawn fight with an objective."""
    return "objective = " + inline({"kind": kind, "side": side, **more})


def rounds(f, n=1):
    """Everybody ends its turn, in roster order, till n more rounds are over, or the fight is."""
    until = int(f.state.round_no) + n
    while not f.over and f.state.round_no < until:
        f.step(f.legal()[0])  # the first of `take` and of the menu
    return f


# -- eliminate -------------------------------------------------------------------------------------------------------------------
def test_T1_5_without_an_objective_only_elimination_ends_it():
    f = fight("A.x", clock=START)
    assert f.tables.objective == k.ELIMINATE and rounds(f, 5).winner == k.NONE
    f = fight("Ax", deeds=KILL).attempt("kill", "x", dice=[6, 7])
    assert f.over and f.winner == k.COMPANIONS and (f.result(0), f.result(1)) == (1.0, -1.0)


@pytest.mark.parametrize("top", ["", aims("slay", who="y"), aims("hold", squares=["a1"], rounds=9), aims("reach", squares=["d1"], who="A")])
def test_T1_5_whatever_it_is_after_a_side_without_anybody_standing_has_lost(top):
    f = fight("Ay..", deeds=KILL, clock='round = 1\nfirst_side = "enemies"', top=top, A="endures = false").attempt("kill", "a", dice=[6, 7])
    assert f.over and f.winner == k.ENEMIES


def test_G1_6_an_objective_is_tested_before_elimination():
    deed = {"kill": KILL["kill"] + '\nafter = [{ damage = "99", who = "self" }]'}
    f = fight("Ax.", deeds=deed, top=aims("slay", who="x")).attempt("kill", "x", dice=[6, 7])
    assert f["A"].status == f["x"].status == k.DEAD and f.winner == k.COMPANIONS


# -- hold ------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("side, winner", [("companions", k.COMPANIONS), ("enemies", k.ENEMIES)])
def test_T1_5_hold_the_squares_alone_for_so_many_rounds(side, winner):
    board = "A..x" if side == "companions" else "x..A"
    f = fight(board, clock=START, top=aims("hold", side, squares=["a1", "b1"], rounds=2))
    assert rounds(f).state.held_rounds == 1 and not f.over
    rounds(f)
    assert f.over and f.winner == winner and f.result(winner) == 1.0 and f.state.round_no == 2, "tested before the next coin"


@pytest.mark.parametrize("board, more, held", [
    ("A..x", {}, 1), ("A.Bx", {}, 1), (".A.x", {}, 1), ("..Ax", {}, 0), ("AxB.", {}, 0), ("xyA.", {}, 0),
    ("AB.x", {"A": DEFEATED}, 1), ("A.Bx", {"A": DEFEATED}, 0), ("Ax.y", {"x": "endures = true\n" + DEFEATED}, 1),
])
def test_T1_5_held_by_a_standing_combatant_and_no_standing_foe(board, more, held):
    f = rounds(fight(board, clock='round = 1\nfirst_side = "enemies"', top=aims("hold", squares=["a1", "b1"], rounds=3), **more))
    assert f.state.held_rounds == held


def test_T1_5_a_large_creature_holds_with_any_of_its_squares():
    f = rounds(fight("AA.x\nAA..", A="size = 2", clock=START, top=aims("hold", squares=["b2"], rounds=3)))
    assert f.state.held_rounds == 1


def test_T1_5_the_rounds_are_in_a_row():
    f = fight("A...x", clock=START, top=aims("hold", squares=["a1"], rounds=2))
    rounds(f)
    while f.state.turn_of != f.slot("A"):
        f.play("end turn")
    f.play("move", "points 0", "walk", "at b1")
    rounds(f)
    assert f.state.held_rounds == 0 and not f.over


def test_T1_5_rounds_that_a_fight_under_way_has_held_count():
    f = rounds(fight("A...x", clock=START + "\nheld_rounds = 1", top=aims("hold", squares=["a1"], rounds=2)))
    assert f.over and f.winner == k.COMPANIONS


def test_G1_6_held_to_the_last_round_is_won_and_not_cut_off():
    f = rounds(fight("A...x", clock=START, rules="max_rounds = 2", top=aims("hold", squares=["a1"], rounds=2)), 9)
    assert f.winner == k.COMPANIONS


# -- reach -----------------------------------------------------------------------------------------------------------------------
MOVING = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 4 }'


@pytest.mark.parametrize("who", ["", ', who = "A"'])
@pytest.mark.parametrize("to, over", [("c1", True), ("b1", False)])
def test_T1_5_reach_a_square(to, over, who):
    f = fight("A..Bx", clock=MOVING, top='objective = { kind = "reach", side = "companions", squares = ["c1"]' + who + " }").play("walk", f"at {to}")
    assert f.over == over and (not over or f.winner == k.COMPANIONS)


def test_T1_5_reach_with_a_certain_one_only():
    f = fight("B.A..x", clock=MOVING, top=aims("reach", squares=["d1", "a1"], who="A"))
    assert not f.over, "B stands there, and it is A that is to come"
    assert f.play("walk", "at d1").winner == k.COMPANIONS


def test_T1_5_foes_on_the_square_are_none():
    assert not fight("A.x", clock=START, top=aims("reach", squares=["c1"])).over


def test_T1_5_reach_is_lost_when_the_certain_one_is_dead_or_gone():
    f = fight("ABx", deeds=KILL, clock='round = 1\nfirst_side = "enemies"', top=aims("reach", squares=["c1"], who="B"))
    f.attempt("kill", "b", dice=[6, 7])
    assert f["B"].status == k.DEAD and f.over and f.winner == k.ENEMIES
    f = fight("BA.x", clock=START, top=aims("reach", squares=["c1"], who="B"), B=DEFEATED)
    assert not f.over, "the defeated may rise"
    f = fight("A>Bx", auto=False, clock=MOVING, top=aims("reach", squares=["d1"], who="A")).play("walk", "at b1", "leave")
    assert f["A"].status == k.GONE and f.winner == k.ENEMIES


def test_T1_5_the_defeated_reach_nothing():
    assert not fight("BA.x", clock=START, top=aims("reach", squares=["a1"], who="B"), B=DEFEATED).over


def test_T1_5_a_start_on_the_square_is_reached_at_once():
    assert fight("BA.x", clock=START, top=aims("reach", squares=["a1"], who="B")).winner == k.COMPANIONS
    assert fight("AA.x\nAA..", A="size = 2", clock=START, top=aims("reach", squares=["b2"])).winner == k.COMPANIONS


# -- protect ---------------------------------------------------------------------------------------------------------------------
def test_T1_5_protect_somebody_for_so_many_rounds():
    f = rounds(fight("AB.x", clock=START, top=aims("protect", who="B", rounds=2)), 9)
    assert f.over and f.winner == k.COMPANIONS and f.state.round_no == 2 and f.state.held_rounds == 2


@pytest.mark.parametrize("endures", ["false", "true"])
def test_T1_5_lost_when_the_protected_one_is_dead(endures):
    f = fight("ABx", deeds=KILL, clock='round = 1\nfirst_side = "enemies"', top=aims("protect", who="B", rounds=2), B=f"endures = {endures}")
    f.attempt("kill", "b", dice=[6, 7])
    assert f.over and f.winner == k.ENEMIES


def test_T1_5_a_defeat_is_enough_and_others_may_fall():
    f = fight("ABx", clock='round = 1\nfirst_side = "enemies"', top=aims("protect", who="B", rounds=2), B="vigor = -1\nendurance = 5")
    f.attempt("strike", "b", dice=[6, 7, 2, 3])
    assert f["B"].status == k.DEFEATED and f.winner == k.ENEMIES
    f = fight("BAx", deeds=KILL, clock='round = 1\nfirst_side = "enemies"', top=aims("protect", who="B", rounds=2)).attempt("kill", "a", dice=[6, 7])
    assert f["A"].status == k.DEAD and not f.over


# -- slay ------------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who, over", [("x", True), ("y", False)])
def test_T1_5_slay_a_certain_foe(who, over):
    f = fight("Axyz", deeds=KILL, top=aims("slay", who="x")).attempt("kill", who, dice=[6, 7])
    assert f.over == over and (not over or f.winner == k.COMPANIONS)


def test_T1_5_a_defeat_slays():
    f = fight("xAB", clock='round = 1\nfirst_side = "enemies"', top=aims("slay", "enemies", who="A"), A="vigor = -1\nendurance = 5")
    f.attempt("strike", "a", dice=[6, 7, 2, 3])
    assert f["A"].status == k.DEFEATED and f.winner == k.ENEMIES


def test_T1_5_prey_that_has_left_is_never_slain():
    clock = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 2, taken = ["move"], move_points = 4 }'
    f = fight("A.x>y", clock=clock, top=aims("slay", who="x")).play("walk", "at d1", "leave")
    assert f.over and f.winner == k.ENEMIES


# -- escape ----------------------------------------------------------------------------------------------------------------------
def test_T1_5_so_many_have_left():
    f = fight("A>Bx", auto=False, clock=MOVING, top=aims("escape", count=1)).play("walk", "at b1", "leave")
    assert f.over and f.winner == k.COMPANIONS
    f = fight("A>BCx", auto=False, clock=MOVING, top=aims("escape", count=2)).play("walk", "at b1", "leave")
    assert not f.over


def test_T1_5_the_last_one_that_leaves_wins_it_too():
    f = fight("A>.x", auto=False, clock=MOVING, top=aims("escape", count=1)).play("walk", "at b1", "leave")
    assert f.over and f.winner == k.COMPANIONS, "a retreat, and the objective"


@pytest.mark.parametrize("count, more, over", [(2, {}, True), (1, {}, False), (2, {"C": ""}, False)])
def test_T1_5_escape_is_lost_when_too_few_are_left(count, more, over):
    f = fight("A>Bx" + ("C" if more else ""), deeds=KILL, clock='round = 1\nfirst_side = "enemies"', top=aims("escape", count=count), **more)
    f.attempt("kill", "b", dice=[6, 7])
    assert f.over == over and (not over or f.winner == k.ENEMIES)


def test_T1_5_the_defeated_may_still_escape_and_foes_that_leave_do_not_count():
    assert not fight("A>Bx", clock=START, top=aims("escape", count=2), B=DEFEATED).over
    clock = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 2, taken = ["move"], move_points = 4 }'
    f = fight("A.x>y", clock=clock, top=aims("escape", count=1)).play("walk", "at d1", "leave")
    assert not f.over


# -- the result -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("survivors, companions, enemies", [(0, 1.0, -1.0), (50, 0.5 + 0.5 * 0.5, -0.75), (100, 0.5, -0.5)])
def test_G1_6_survivors_may_decide_a_part_of_the_result(survivors, companions, enemies):
    f = fight("BAx", deeds=KILL, top=f'objective = {{ kind = "eliminate", survivors = {survivors} }}', B=DEFEATED).attempt("kill", "x", dice=[6, 7])
    assert f.over and f.result(0) == pytest.approx(companions) and f.result(1) == pytest.approx(enemies)


@pytest.mark.parametrize("escaped, companions", [(100, 1.0), (50, 0.75), (0, 0.5)])
def test_G1_6_one_that_left_counts_as_the_objective_says(escaped, companions):
    top = f'objective = {{ kind = "escape", side = "companions", count = 1, survivors = 100, escaped = {escaped} }}'
    f = fight("A>Bxy", auto=False, clock=MOVING, top=top).play("walk", "at b1", "leave")
    assert f.result(0) == pytest.approx(companions - 1.0) and f.result(1) == pytest.approx(1.0 - companions)


def test_G1_6_the_result_of_a_draw_and_of_a_cut_off():
    last = {"last": STRIKE + '\nafter = [{ damage = "99", who = "self" }]'}
    f = fight("Ax", deeds=last, top='objective = { kind = "eliminate", survivors = 50 }', x="vigor = 4").attempt("last", "x", dice=[6, 7])
    assert f.winner == k.DRAW and f.result(0) == f.result(1) == 0.0
    f = rounds(fight("AB..x", clock=START, rules="max_rounds = 1", top='objective = { kind = "eliminate", survivors = 50 }', B=DEFEATED), 9)
    assert f.winner == k.CUT_OFF and f.result(0) == f.result(1) == 0.0


def test_G1_6_an_unfinished_fight_has_no_result_yet():
    f = fight("AB..x", clock=START, top='objective = { kind = "eliminate", survivors = 50 }', B=DEFEATED)
    assert not f.over and f.result(0) == f.result(1) == 0.0


# -- the shaping potential ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("more, expected", [({}, 0.0), ({"A": "vigor = 20"}, -0.25), ({"x": "vigor = 20"}, 0.25), ({"A": "vigor = -3"}, -0.5),
                                            ({"B": "max_vigor = 40\n" + DEFEATED}, -0.5), ({"y": "max_vigor = 120\nvigor = 60"}, 0.1875)])
def test_the_potential_is_a_sides_share_of_vigor_and_of_combatants_less_the_others(more, expected):
    f = fight("A" + ("B" if "B" in more else "") + "x" + ("y" if "y" in more else ""), **more)
    assert potential(f.tables, f.state, 0) == pytest.approx(expected) and potential(f.tables, f.state, 1) == pytest.approx(-expected)
