"""Chapters 8 and 9, grabs (T8.24, G8.24a, T9.3, G9.6): what the grabbed cannot do and how a grab ends.

What a grappler does with its movement is in test_grapplers.py.
"""

import pytest

from envs.core import codes as k
from envs.tables import ContentError

from .drawn import fight

FAIL, CONFLICT, TRIUMPH = [2, 3], [6, 7], [9, 8]
UNARMED = 'hands = 0\ndeeds = ["idle"]'
HELD = 'grabbed_by = ["{}"]\n'
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'
GEAR = {"blade": 'use = ["melee"]\nweapon = 6', "pike": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 1', "maul": 'use = ["melee"]\nweapon = 5\nhands = 2'}


def clock(points, letter="A", left=2):
    """[fight] lines: the letter has taken *move* and has so many movement points."""
    return f'round = 1\nfirst_side = "{k.SIDE_NAMES[letter.islower()]}"\n' \
           f'turn = {{ of = "{letter}", points = {left}, taken = ["move"], move_points = {points} }}'


def shift(line, targets="creature"):
    return f'kind = "attack"\ninstrument = "innate"\ntargets = "{targets}"\nrange = 9\nconflict = [{line}]'


def own(line):
    return f'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{line}]'


def held(f, letter="x", by="A"):
    """Whether one holds the other."""
    return bool(f[letter].grabbed_by >> f.slot(by) & 1)


def at(f, letter):
    return f"{chr(97 + f[letter].x)}{f[letter].y + 1}"


# -- grabbing ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, grabbed, asks", [(FAIL, False, "counter"), (CONFLICT, True, "counter"), (TRIUMPH, True, "action"),
                                                 ([10, 1, 1], True, "action")])
def test_T9_3_G9_4b_a_success_grabs_and_a_triumph_is_not_countered_even_with_a_tainted_pair(dice, grabbed, asks):
    might = 5 if 1 in dice else 0
    f = fight("Ax", A=f"virtues = {{ might = {might}, grace = 0, wits = 0, spirit = 0 }}").maneuver("grab", "x", extra=len(dice) - 2, dice=dice)
    assert held(f) is grabbed and f.asks() == asks
    assert ([e[:2] for e in f.seen(k.E_GRAB)] == [(f.slot("A"), f.slot("x"))]) is grabbed


def test_G8_24a_one_grab_for_each_free_hand():
    f = fight("xAy", x=HELD.format("A"), A="hands = 1")
    assert f.reason("maneuver") == k.WHY_NO_INSTRUMENT
    f = fight("xAy", x=HELD.format("A"), A="hands = 2", y=UNARMED).maneuver("grab", "y", dice=TRIUMPH)
    assert held(f, "x") and held(f, "y")


def test_G8_24a_a_grab_fills_a_hand():
    f = fight("xA.", x=HELD.format("A"), gear=GEAR, A='hands = 1\ncarried = ["blade"]')
    assert f.reason("draw") == k.WHY_NO_HAND
    assert fight("xA.", x=HELD.format("A"), gear=GEAR, A='hands = 2\ncarried = ["blade"]').can("draw")
    assert fight("xA.", x=HELD.format("A"), gear=GEAR, A='hands = 2\ncarried = ["maul"]').reason("draw") == k.WHY_NO_HAND


def test_G8_24a_a_weapon_in_the_only_hand_leaves_none_to_grab_with():
    f = fight("Ax", gear=GEAR, A='hands = 1\nheld = ["blade"]', auto=False).play("maneuver")
    assert f.can("maneuver trip") and f.reason("maneuver grab") == k.WHY_NO_HAND


def test_G8_24a_nobody_is_grabbed_twice_by_the_same():
    f = fight("xAy", x=HELD.format("A"), A="hands = 3", auto=False).play("maneuver", "maneuver grab", "with bare hand", "points 0")
    assert f.options() == ["target y"] and f.reason("target x") == k.WHY_GRABBED


def test_G8_24a_several_grapplers_hold_separately():
    f = fight("xAy", A=HELD.format("x"), x="", y="", clock='round = 1\nfirst_side = "enemies"').play("take y").maneuver("grab", "a", dice=TRIUMPH)
    assert held(f, "A", "x") and held(f, "A", "y")


def test_G8_24a_a_grab_from_two_squares_away_holds_nobody():
    f = fight("A.x", gear=GEAR, A='held = ["pike"]', x=UNARMED).maneuver("grab", "x", dice=TRIUMPH)
    assert not held(f)


def test_G9_5_at_most_one_size_larger():
    assert fight("Axx\n.xx", x="size = 2", auto=False).play("maneuver", "maneuver grab", "with bare hand", "points 0").can("target x")
    f = fight("Axxx\nyxxx\n.xxx", x="size = 3", auto=False).play("maneuver", "maneuver grab", "with bare hand", "points 0")
    assert f.options() == ["target y"] and f.reason("target x") == k.WHY_TOO_LARGE


# -- what the grabbed cannot do ----------------------------------------------------------------------------------------------
def test_T8_24_the_grabbed_do_not_walk_jump_or_leave():
    f = fight("xA...", A=HELD.format("x") + 'ground = "exit"', clock=clock(4))
    assert f.reason("walk") == f.reason("jump") == f.reason("leave") == k.WHY_GRABBED
    f = fight("xA...", A='ground = "exit"', clock=clock(4))
    assert f.can("walk") and f.can("jump") and f.can("leave")


def test_T8_24_nor_walk_by_a_deed_nor_follow_in_a_shove_nor_drag_along():
    f = fight("xA...", deeds={"run": own('{ walk = 3, who = "self" }')}, A=HELD.format("x")).attempt("run", "a", dice=CONFLICT)
    assert f.asks() == "action" and at(f, "A") == "b1"
    f = fight("xAy...", deeds={"ram": shift("{ shove = 2 }")}, A=HELD.format("x"), y=UNARMED, x="").attempt("ram", "y", dice=CONFLICT)
    f.play("at d1", "at e1")
    assert f.asks() == "action" and at(f, "A") == "b1" and at(f, "y") == "e1"
    f = fight("..\nxA\n.y\n..", deeds={"haul": shift("{ drag = 2 }")}, A=HELD.format("x"), y=UNARMED, x="")
    f.attempt("haul", "y", dice=CONFLICT)
    assert f.asks() == "action" and at(f, "A") == "b2"


def test_T8_24_they_act_and_react_and_may_attempt_deeds():
    f = fight("xA...", A=HELD.format("x"))
    assert f.can("deed") and f.can("defend") and f.can("move")
    f = fight("xA...", x=HELD.format("A")).attempt("strike", "x", dice=FAIL)
    assert f.asks() == "counter"


@pytest.mark.parametrize("to, still", [("d1", False), ("a2", True)])
def test_T8_24_a_teleport_is_free_to_them_and_ends_the_grab_when_they_are_not_adjacent(to, still):
    f = fight("xA...\n.....", deeds={"blink": own('{ teleport = 3, who = "self" }')}, A=HELD.format("x"))
    f.attempt("blink", "a", dice=CONFLICT).play(f"at {to}")
    assert at(f, "A") == to and held(f, "A", "x") is still


@pytest.mark.parametrize("to, still", [(["c1", "d1"], False), (["c1"], False)])
def test_T8_24_forced_movement_by_others_works_and_forces_it_away(to, still):
    f = fight("Ax...\n..B..", deeds={"push": shift("{ push = 2 }")}, x=HELD.format("A") + UNARMED)
    f.attempt("push", "x", dice=CONFLICT).play(*[f"at {s}" for s in to])
    assert held(f) is still
    assert [e[:2] for e in f.seen(k.E_GRAB_ENDS)] == [(f.slot("A"), f.slot("x"))]


def test_T8_24_a_forced_step_that_stays_adjacent_does_not_end_it():
    f = fight(".x.\n.A.\nB..", deeds={"sweep": shift("{ sweep = 1 }")}, x=HELD.format("A") + UNARMED).attempt("sweep", "x", dice=CONFLICT).play("at a1")
    assert held(f) and at(f, "x") == "a1"


# -- how it ends -------------------------------------------------------------------------------------------------------------
def test_G8_24a_it_ends_when_the_grappler_walks_or_is_forced_away_not_when_it_stays_adjacent():
    assert held(fight("xA...\n.....", x=HELD.format("A"), clock=clock(4)).play("walk", "at b2"))
    assert not held(fight("xA...\n.....", x=HELD.format("A"), clock=clock(4)).play("walk", "at c1"))
    assert not held(fight("xA....", x=HELD.format("A"), clock=clock(4)).play("jump", "at c1"))
    f = fight("xA...", deeds={"push": shift("{ push = 1 }")}, x=HELD.format("A"), clock=clock(0, "x")).attempt("push", "a", dice=CONFLICT).play("at c1")
    assert not held(f)


def test_G8_24a_passing_out_of_reach_on_a_walk_where_the_ground_may_change_too():
    fire = '[features.fire]\nkind = "hazard"\nat = "e2"\ndamage = "1"'
    assert not held(fight("xA...\n.....", x=HELD.format("A"), clock=clock(4), extra=fire).play("walk", "at c1"))
    assert held(fight("xA...\n.....", x=HELD.format("A"), clock=clock(4), extra=fire).play("walk", "at b2"))


def test_G8_24a_a_grappler_that_teleports_lets_go_also_when_it_lands_adjacent():
    f = fight("xA...\n.....", deeds={"blink": own('{ teleport = 3, who = "self" }')}, x=HELD.format("A"))
    f.attempt("blink", "a", dice=CONFLICT).play("at b2")
    assert not held(f)


@pytest.mark.parametrize("x, dice, status", [("vigor = 5", CONFLICT, k.DEAD),
                                             ("vigor = -2\nendures = true\nendurance = 9", CONFLICT + FAIL, k.DEFEATED),
                                             ("vigor = 5\nendures = true", CONFLICT, k.STANDING)])
def test_G8_24a_it_ends_when_the_grappler_is_dead_or_defeated_not_when_it_is_dying(x, dice, status):
    f = fight("xAy", deeds={"shot": SHOT}, A=HELD.format("x"), x=x, y=UNARMED).attempt("shot", "x", dice=dice)
    assert f["x"].status == status and held(f, "A", "x") == (status == k.STANDING)


def test_T8_24_the_dead_are_held_no_more_the_defeated_are():
    f = fight("xAy", deeds={"shot": SHOT}, A="hands = 1", x=HELD.format("A") + "vigor = 5", y=UNARMED).attempt("shot", "x", dice=CONFLICT)
    assert f["x"].status == k.DEAD and f["x"].grabbed_by == 0 and f.reason("release") == k.WHY_NOT_GRABBED
    f = fight("xAy", deeds={"shot": SHOT}, x=HELD.format("A") + "vigor = -2\nendures = true\nendurance = 9", y=UNARMED)
    f.attempt("shot", "x", dice=CONFLICT + FAIL)
    assert f["x"].status == k.DEFEATED and held(f)


def test_G8_24a_a_grappler_that_leaves_lets_go():
    f = fight("BxA..", x=HELD.format("A"), A='ground = "exit"', clock=clock(4)).play("leave")
    assert f["A"].status == k.GONE and not held(f)


def test_G2_7a_letting_go_is_a_free_action():
    f = fight("xAy", x=HELD.format("A"), y=HELD.format("A"), auto=False).play("release")
    assert f.options() == ["target x", "target y"] and f.reason("target a") == k.WHY_NOT_GRABBED
    f.play("target y")
    assert held(f, "x") and not held(f, "y") and f["A"].points == 3 and f["A"].free_used == 1
    assert not held(f.play("release", "target x"), "x") and f.reason("release") == k.WHY_NOT_GRABBED
    f = fight("xA", x=HELD.format("A"), clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 3, free_used = 3 }')
    assert f.reason("release") == k.WHY_FREE_ACTIONS


@pytest.mark.parametrize("dice, free, asks", [(FAIL, False, "counter"), (CONFLICT, True, "counter"), (TRIUMPH, True, "action")])
def test_G9_6_escape_ends_one_grab_on_oneself(dice, free, asks):
    f = fight("xA..", A=HELD.format("x")).maneuver("escape", "x", dice=dice)
    assert held(f, "A", "x") is not free and f.asks() == asks
    f = fight("xAy.", A='grabbed_by = ["x", "y"]').maneuver("escape", "y", dice=TRIUMPH)
    assert held(f, "A", "x") and not held(f, "A", "y")


def test_G9_6_only_from_one_that_holds_you():
    f = fight("xAy", A=HELD.format("x"), auto=False).play("maneuver", "maneuver escape", "with bare hand", "points 0")
    assert f.options() == ["target x"] and f.reason("target y") == k.WHY_NOT_GRABBED
    assert fight("xAy", x=HELD.format("A"), auto=False).play("maneuver").reason("maneuver escape") == k.WHY_NO_TARGET


def test_G8_24a_a_file_cannot_hold_what_is_out_of_reach():
    with pytest.raises(ContentError, match="C437"):
        fight("A.x", x=HELD.format("A"))
