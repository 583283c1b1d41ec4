"""Chapter 8, states that act on sight, movement and turns (T8.13-T8.15, T8.17, T12.2, G2.8, G8.14a)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

HIT = [6, 7]
MISS = [2, 3]
START = 'round = 1\nfirst_side = "companions"'
UNARMED = 'hands = 0\ndeeds = ["idle"]'
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'
CLOCK = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 6 }'


def gambit(targets, line, more="range = 9"):
    return f'kind = "gambit"\ninstrument = "innate"\ntargets = "{targets}"\n{more}\nconflict = [{line}]'


def on_foe(line, more=""):
    return f'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{line}]{more}'


# -- blinded ---------------------------------------------------------------------------------------------------------------
def test_T8_13_a_blinded_creature_sees_only_adjacent_squares():
    f = fight("xA.y", deeds={"shot": SHOT}, A="states = { blinded = 1 }", auto=False).play("deed", "deed shot", "with bare hand", "points 0")
    assert f.options() == ["target x"] and f.reason("target y") == k.WHY_NO_SIGHT
    f = fight(".y.\nAz.\n..x", deeds={"shot": SHOT}, A="states = { blinded = 5 }", auto=False).play("deed", "deed shot", "with bare hand", "points 0")
    assert f.options() == ["target y", "target z"], "a diagonal neighbour is adjacent"


def test_T8_13_others_see_the_blinded_as_before():
    assert fight("A..x", deeds={"shot": SHOT}, x="states = { blinded = 3 }").can("deed")
    assert fight("A..x", deeds={"shot": SHOT}, A="states = { blinded = 3 }").reason("deed") == k.WHY_NO_TARGET


@pytest.mark.parametrize("board, sees", [("AAx\nAA.", True), ("AA.x\nAA..", False), ("AA..\nAA..\n..x.", True), ("AA..\nAA..\n...x", False)])
def test_T8_13_G10_6_adjacent_to_any_square_of_a_large_one(board, sees):
    assert fight(board, deeds={"shot": SHOT}, A="size = 2\nstates = { blinded = 1 }").can("deed") is sees
    seen = board.replace("A", "!").replace("x", "A").replace("!", "x")
    assert fight(seen, deeds={"shot": SHOT}, A="states = { blinded = 1 }", x="size = 2").can("deed") is sees


def test_T8_13_G4_10_a_blinded_creature_does_not_counter_beyond_the_next_square():
    for states, asks in (("", "counter"), ("states = { blinded = 1 }", "action")):
        assert fight("A.x", deeds={"shot": SHOT}, x=f"reach = 2\n{states}").attempt("shot", "x", dice=MISS).asks() == asks
    assert fight("Ax", deeds={"shot": SHOT}, x="reach = 2\nstates = { blinded = 1 }").attempt("shot", "x", dice=MISS).asks() == "counter"


def test_T8_13_T11_1_an_area_of_the_blinded_needs_an_adjacent_square_and_the_others_in_it_have_cover():
    ball = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 2\nrange = 9\nconflict = [{ damage = "5" }]'
    f = fight("A.x.\n....", deeds={"ball": ball}, A="states = { blinded = 1 }", x=UNARMED, auto=False)
    f.play("deed", "deed ball", "with bare hand", "points 0")
    assert f.can("at b1") and f.reason("at c1") == k.WHY_NO_SIGHT
    f.play("at b1", dice=[8, 8, 3])
    assert f.roll_of("x")[0] == 11, "unseen, so covered: a cut"
    f = fight("Ax..\n....", deeds={"ball": ball}, A="states = { blinded = 1 }", x=UNARMED).attempt("ball", at="b1", dice=[8, 8])
    assert f.roll_of("x")[0] == 16


def test_T8_13_a_teleport_of_the_blinded_goes_to_a_square_that_it_sees():
    blink = gambit("personal", '{ teleport = 3, who = "self" }', "")
    f = fight("A...x", deeds={"blink": blink}, A="states = { blinded = 1 }", auto=False)
    f.play("deed", "deed blink", "with bare hand", "points 0", "target a", dice=HIT)
    assert f.options() == ["pass", "at b1"] and f.reason("at c1") == k.WHY_NO_SIGHT


# -- bleeding --------------------------------------------------------------------------------------------------------------
def bleeding(board, more="", **scene):
    """A, bleeding 3, with six movement points."""
    return fight(board, clock=CLOCK, A=f"states = {{ bleeding = 3 }}\n{more}", **scene)


def test_T8_14_bleeding_hurts_once_for_a_portion_however_many_walks_and_steps():
    f = bleeding("A......x").play("walk", "at c1")
    assert f.hurt("A") == 3 and f.has("A", "bleeding") == 3
    assert f.play("walk", "at e1").hurt("A") == 3


def test_G8_14a_another_action_with_a_cost_begins_a_new_portion():
    f = bleeding("A......x").play("walk", "at c1", "defend", "points 0")
    assert f.hurt("A") == 3, "only moving hurts"
    assert f.play("walk", "at d1").hurt("A") == 6
    assert f.play("walk", "at e1").hurt("A") == 6


def test_G8_14a_free_actions_do_not_split_movement():
    gear = {"blade": 'use = ["melee"]\nweapon = 5'}
    f = bleeding("A......x", gear=gear, more='held = ["blade"]').play("walk", "at c1", "sheathe", "walk", "at d1")
    assert f.hurt("A") == 3


def test_T8_14_taking_move_without_walking_does_not_hurt():
    f = fight("A......x", A="states = { bleeding = 3 }").play("move", "points 0")
    assert f.hurt("A") == 0
    assert f.play("walk", "at b1", "end turn").hurt("A") == 3


def test_T8_14_a_portion_does_not_last_into_the_next_turn():
    f = bleeding("A......x").play("walk", "at b1", "end turn", "end turn", dice=[1])
    assert f.state.round_no == 2 and f["A"].portion == 0
    assert f.play("move", "points 0", "walk", "at c1").hurt("A") == 6


def test_T8_14_T12_2_a_jump_hurts_and_is_no_part_of_a_portion():
    f = bleeding("A......x").play("walk", "at b1", "jump", "at d1")
    assert f.hurt("A") == 6
    assert f.play("walk", "at e1").hurt("A") == 9


def test_T8_14_T12_2_a_teleport_hurts_and_a_walk_that_a_deed_gives():
    for line in ('{ teleport = 3, who = "self" }', '{ walk = 3, who = "self" }'):
        f = fight("A......x", deeds={"go": gambit("personal", line, "")}, A="states = { bleeding = 3 }").attempt("go", "a", dice=HIT)
        f.play("at c1")
        assert f.hurt("A") == 3 and f["A"].x == 2


def test_T8_14_T12_2_forced_movement_hurts_once_however_many_squares():
    f = fight("Ax.....", deeds={"push": on_foe("{ push = 3 }")}, x="states = { bleeding = 3 }").attempt("push", "x", dice=HIT)
    f.play("at c1", "at d1")
    assert f.hurt("x") == 3
    f.play("pass")
    assert f.hurt("x") == 3 and f["x"].x == 3


def test_G8_14a_a_forced_movement_of_no_square_does_not_hurt():
    f = fight("Ax.....", deeds={"push": on_foe("{ push = 3 }")}, x="states = { bleeding = 3 }").attempt("push", "x", dice=HIT).play("pass")
    assert f.hurt("x") == 0


def test_G8_14a_each_forced_movement_is_one():
    f = fight("Ax.....", deeds={"push": on_foe("{ push = 2 }, { push = 1 }")}, x="states = { bleeding = 3 }").attempt("push", "x", dice=HIT)
    f.play("at c1", "at d1", "at e1")
    assert f.hurt("x") == 6


def test_G8_14a_following_in_a_shove_and_the_steps_of_a_drag_are_one_movement_of_the_mover():
    f = fight("Ax.....", deeds={"ram": on_foe("{ shove = 3 }")}, A="states = { bleeding = 3 }").attempt("ram", "x", dice=HIT)
    f.play("at c1", "at d1", "pass")
    assert f.hurt("A") == 0
    assert f.play("at b1").hurt("A") == 3 and f.play("at c1").hurt("A") == 3
    f = fight("...Ax", deeds={"drag": on_foe("{ drag = 2 }")}, A="states = { bleeding = 3 }", x="states = { bleeding = 2 }")
    f.attempt("drag", "x", dice=HIT)
    f.play("at c1", "at b1")
    assert f.hurt("A") == 3 and f.hurt("x") == 2 and (f["A"].x, f["x"].x) == (1, 2)


def test_T8_14_each_point_of_potency_counts_and_may_kill():
    f = fight("B.A......y", clock=CLOCK, A="states = { bleeding = 7 }\nendures = false\nvigor = 7").play("walk", "at e1")
    assert f["A"].status == k.DEAD and f.state.occupant[2] == k.EMPTY and f.state.occupant[4] == k.EMPTY
    f = fight("B.A......y", clock=CLOCK, A="states = { bleeding = 7 }\nendures = false\nvigor = 8").play("walk", "at e1")
    assert f["A"].status == k.STANDING and f["A"].vigor == 1 and f["A"].x == 4


@pytest.mark.parametrize("how", ["jump", "teleport", "push"])
def test_T8_14_whoever_dies_of_it_goes_nowhere(how):
    deeds = {"blink": gambit("personal", '{ teleport = 3, who = "self" }', ""), "push": on_foe("{ push = 2 }")}
    dying = "states = { bleeding = 3 }\nendures = false\nvigor = 3"
    f = fight("B.A...x", deeds=deeds, A=dying if how != "push" else "", x=dying + "\n" + UNARMED)
    if how == "jump":
        f.play("jump", "at e1")
    elif how == "teleport":
        f.attempt("blink", "a", dice=HIT).play("at e1")
    else:
        f = fight("A.x...y", deeds=deeds, x=dying + "\n" + UNARMED).attempt("push", "x", dice=HIT).play("at d1")
    died = "x" if how == "push" else "A"
    assert f[died].status == k.DEAD and f.slot(died) not in f.state.occupant.tolist()


def test_G7_4_what_bleeding_takes_is_no_damage():
    f = fight("A......x", clock=CLOCK, A="states = { bleeding = 3, exposed = 5 }\nguard_dice = [6]\nvigor = -1\nendurance = 2").play("walk", "at b1")
    assert f["A"].vigor == -4 and f["A"].endurance == 2 and f.asks() == "action"


def test_T8_22_bleeding_no_longer_hurts_the_defeated():
    f = fight("Ax.....y", deeds={"push": on_foe("{ push = 2 }")}, x="states = { bleeding = 3 }\nendures = true\nvigor = -2\ndefeated = true")
    f.attempt("push", "x", dice=HIT).play("at c1", "pass")
    assert f["x"].x == 2 and f["x"].vigor == -2


# -- burning ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("die, vigor, potency", [(1, 36, 0), (2, 35, 5), (6, 31, 5)])
def test_T8_15_burning_takes_a_die_and_its_potency_a_one_ends_it_else_it_grows(die, vigor, potency):
    f = fight("A..x", clock=START, A="states = { burning = 3 }", dice=[die])
    assert f["A"].vigor == vigor and f.has("A", "burning") == potency and f.dice_left() == 0


def test_T8_15_only_at_the_start_of_its_bearers_turn():
    f = fight("A..x", x="states = { burning = 3 }")
    assert f.hurt("x") == 0
    assert f.play("end turn", dice=[2]).hurt("x") == 5


def test_T8_15_G8_27_it_grows_to_the_cap_and_ruleset_numbers_change_it():
    f = fight("A..x", clock=START, A="max_vigor = 90\nstates = { burning = 19 }", dice=[3])
    assert f.has("A", "burning") == 20 and f.hurt("A") == 22
    f = fight("A..x", clock=START, A="states = { burning = 3 }", rules="burning_die = 8\nburning_growth = 4\npotency_cap = 6", dice=[8])
    assert f.has("A", "burning") == 6 and f.hurt("A") == 11


def test_T8_15_G2_8_it_may_kill_before_the_turn_begins():
    f = fight("AB..x", clock=START, A="endures = false\nvigor = 5\nstates = { burning = 3 }").play("take a", dice=[2])
    assert f["A"].status == k.DEAD and f.asker == f.slot("x")
    f = fight("AB..x", clock=START, A="endures = false\nvigor = 6\nstates = { burning = 3 }").play("take a", dice=[2])
    assert f["A"].status == k.STANDING and f.asker == f.slot("A")


def test_G2_8_staggered_then_soothed_then_burning():
    f = fight("A..x", clock=START, A="vigor = 39\nstates = { staggered = 1, soothed = 3, burning = 2 }", dice=[4])
    assert f["A"].vigor == 40 - 6 and f["A"].points == 2
    f = fight("A..x", clock=START, A="vigor = -15\nstates = { soothed = 3, burning = 2 }", dice=[6])
    assert f["A"].vigor == -20 and f["A"].status == k.DEAD, "-15 + 3 - 8 = -20"


def test_G2_8_who_dies_of_suffering_burns_no_more():
    f = fight("AB..x", clock=START, A="endures = false\nvigor = 3\nstates = { suffering = 3, burning = 2 }").play("take a", dice=[6])
    assert f["A"].vigor == 0 and f["A"].status == k.DEAD and f.dice_left() == 1


# -- staggered -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("potency, left", [(1, 0), (3, 2)])
def test_T8_17_staggered_loses_one_point_and_one_potency_at_the_start_of_a_turn(potency, left):
    f = fight("A..x", clock=START, A=f"states = {{ staggered = {potency} }}")
    assert f["A"].points == 2 and f.has("A", "staggered") == left
    f.play("end turn", "end turn", dice=[1])
    assert f["A"].points == 3 - (left > 0)


def test_T8_17_only_at_the_start_of_its_bearers_own_turn():
    f = fight("A..x", clock=START, x="states = { staggered = 2 }")
    assert f["A"].points == 3 and f.has("x", "staggered") == 2
    assert f.play("end turn").has("x", "staggered") == 1


def test_T8_17_points_never_go_below_zero():
    f = fight("AB..x", clock=START, rules="points = 1", A="states = { staggered = 1 }").play("take a")
    assert f["A"].points == 0 and f.asker == f.slot("x"), "with nothing left to do its turn is over at once"


def test_T8_17_T4_7_no_reactions_while_it_lasts():
    assert fight("Ax", x="states = { staggered = 1 }").attempt("strike", "x", dice=MISS).asks() == "action"
    f = fight("Ax", x="states = { staggered = 1 }\nguard_dice = [6]").attempt("strike", "x", dice=HIT)
    assert f.asks() == "action" and f.hurt("x") == 4
    f = fight("Ax", x="states = { staggered = 1 }").play("end turn", "end turn", dice=[1])
    assert f.has("x", "staggered") == 0 and f.attempt("strike", "x", dice=MISS).asks() == "counter"


def test_T8_17_staggered_by_the_very_deed_that_failed_bars_the_counter():
    deed = STRIKE + '\nfail = [{ state = "staggered" }]'
    assert fight("Ax", deeds={"strike": deed}).attempt("strike", "x", dice=MISS).asks() == "action"
