"""Chapter 2: the limits of a turn: deed and maneuver (T2.5, T2.6), free actions (T2.7, G2.7a), a stat block's own actions (T2.9, G2.5a);
stand (T3.15), letting go, leaving and dismissing; answers that answer themselves."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

HIT, MISS = [6, 7], [2, 3]
START = 'round = 1\nfirst_side = "companions"'
NO_HANDS = 'hands = 0\ndeeds = ["idle"]'
HOWL = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\ncheck = false\nconflict = [{ state = "strong" }]'
SPIT = 'kind = "attack"\ninstrument = "innate"\nrange = 2\ntargets = "creature"\nconflict = [{ damage = "3" }]'
DEEDS = {"strike": STRIKE, "howl": HOWL, "spit": SPIT}
GEAR = {"sword": 'use = ["melee"]\nweapon = 6', "axe": 'use = ["melee"]\nweapon = 6'}


def turn(points, **more):
    """TOML of a turn of A under way."""
    rest = "".join(f", {key} = {value}" for key, value in more.items())
    return f'round = 1\nfirst_side = "companions"\nturn = {{ of = "A", points = {points}{rest} }}'


def own(*actions, more=""):
    """TOML of a body with actions of its own: (name, deed, cost)."""
    rows = ", ".join(f'{{ name = "{name}", deed = "{deed}", cost = {cost} }}' for name, deed, cost in actions)
    return f'deeds = ["strike"]\nactions = [{rows}]\n{more}'


# -- a deed and a maneuver -------------------------------------------------------------------------------------------------
def test_T2_6_a_maneuver_bars_the_deed_and_a_deed_bars_the_maneuver():
    f = fight("Ax", x=NO_HANDS).maneuver("trip", "x", dice=HIT)
    assert f["A"].maneuvers_taken == 1 and f.reason("deed") == k.WHY_MANEUVER_TAKEN and f.reason("maneuver") == k.WHY_TAKEN
    f = fight("Ax", x=NO_HANDS).attempt("strike", "x", dice=HIT)
    assert f["A"].maneuvers_taken == 0 and f.reason("maneuver") == k.WHY_DEED_TAKEN and f.reason("deed") == k.WHY_DEED_TAKEN


def test_T2_6_also_when_they_failed_and_only_for_that_turn():
    f = fight("Ax", x=NO_HANDS).maneuver("trip", "x", dice=MISS)
    assert f.reason("deed") == k.WHY_MANEUVER_TAKEN
    f.play("end turn", "end turn", dice=[1])
    assert f.asker == f.slot("A") and f.can("deed") and f.can("maneuver") and f["A"].maneuvers_taken == 0


@pytest.mark.parametrize("first, second", [("deed", "maneuver"), ("maneuver", "deed")])
def test_T2_6_two_focus_lift_the_limit_for_the_turn(first, second):
    f = fight("Ax", A="focus = 3", x=NO_HANDS)
    assert f.reason("lift limit") == k.WHY_NOT_LIFTED, "there is nothing to lift yet"
    f.attempt("strike", "x", dice=HIT) if first == "deed" else f.maneuver("trip", "x", dice=HIT)
    f.play("lift limit")
    assert f["A"].focus == 1 and f["A"].lifted == 1 and f["A"].points == 2 and f["A"].free_used == 0 and f.can(second)
    assert f.reason("lift limit") == k.WHY_TAKEN
    f.attempt("strike", "x", dice=HIT) if second == "deed" else f.maneuver("trip", "x", dice=HIT)
    assert f.hurt("x") == 4 and f["A"].points == 1 and not f.can("deed") and not f.can("maneuver")
    f.play("end turn", "end turn", dice=[1])
    assert f["A"].lifted == 0


def test_T2_6_the_lift_costs_what_the_ruleset_says():
    for focus, rules, why in ((1, "", k.WHY_NO_FOCUS), (2, "", k.OK), (0, "lift_cost = 0", k.OK), (3, "lift_cost = 4", k.WHY_NO_FOCUS)):
        f = fight("Ax", A=f"focus = {focus}", x=NO_HANDS, rules=rules).attempt("strike", "x", dice=HIT)
        assert f.why(f.choice("lift limit")) == why
    f = fight("Ax", A="focus = 5", x=NO_HANDS, rules="lift_cost = 4").attempt("strike", "x", dice=HIT).play("lift limit")
    assert f["A"].focus == 1


def test_T2_6_a_turn_that_is_lifted_already_is_not_lifted_again():
    f = fight("Ax", A="focus = 5", x=NO_HANDS, clock=turn(2, taken='["deed"]', lifted="true"))
    assert f.can("maneuver") and f.reason("lift limit") == k.WHY_NOT_LIFTED
    f = fight("Ax", A="focus = 5", x=NO_HANDS, clock=turn(1, taken='["deed", "maneuver"]', lifted="true"))
    assert f.reason("lift limit") == k.WHY_NOT_LIFTED


def test_T3_9_each_extra_point_of_a_maneuver_is_an_edge():
    for extra, dice, total in ((0, [2, 3], 5), (1, [2, 3, 9], 12), (2, [2, 3, 8, 9], 17)):
        f = fight("Ax", x=NO_HANDS).maneuver("trip", "x", extra=extra, dice=dice)
        assert f.roll_of("x")[0] == total and f.dice_left() == 0 and f["A"].points == 2 - extra


def test_G2_5a_an_extra_deed_is_no_maneuver_and_does_not_lift_the_limit():
    f = fight("Ax", A="extra_deeds = 1", x=NO_HANDS).attempt("strike", "x", dice=HIT)
    assert f.can("deed") and f.reason("maneuver") == k.WHY_DEED_TAKEN


# -- actions of one's own --------------------------------------------------------------------------------------------------
def test_T2_9_an_action_of_a_stat_block_does_its_deed_for_its_cost_once_a_turn():
    f = fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 2)))
    assert f.can("howl") and f.can("feature 1")
    f.play("howl", "points 0")
    assert f.has("A", "strong") == 1 and f["A"].points == 1 and f["A"].free_used == 0 and f.reason("feature 1") == k.WHY_NO_POINTS
    f = fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 1))).play("howl", "points 0")
    assert f.reason("howl") == k.WHY_TAKEN and f["A"].points == 2
    f.play("end turn", "end turn", dice=[1])
    assert f.can("howl")


def test_T2_9_only_those_of_ones_own_stat_block():
    f = fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 1)), x=own(("Spit", "spit", 1), ("Howl", "howl", 1)))
    assert f.reason("feature 2") == f.reason("feature 8") == k.WHY_NO_RULE
    f.play("end turn")
    assert f.can("feature 2") and not f.can("feature 3")


def test_T2_9_an_action_that_costs_too_much():
    f = fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 3)), clock=turn(2))
    assert f.reason("howl") == k.WHY_NO_POINTS
    assert fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 3))).can("howl")


def test_T2_9_it_needs_what_its_deed_needs():
    f = fight("A...x", deeds=DEEDS, A=own(("Spit", "spit", 1)))
    assert f.reason("spit") == k.WHY_NO_TARGET and fight("A.x.", deeds=DEEDS, A=own(("Spit", "spit", 1))).can("spit")
    costly = {**DEEDS, "costly": HOWL + "\nfocus = 2"}
    for spent, why in ((1, k.WHY_NO_FOCUS), (0, k.OK)):
        f = fight("A...x", deeds=costly, x=NO_HANDS, A=own(("Costly", "costly", 1), more="focus = 2"))
        f["A"].focus -= spent
        f.play("defend", "points 0")
        assert f.why(f.choice("costly")) == why
    assert f.play("costly", "points 0")["A"].focus == 0


def test_T2_9_extra_points_are_edges_on_what_has_a_cost():
    f = fight("A.x", deeds=DEEDS, A=own(("Spit", "spit", 1)), x=NO_HANDS).play("spit")
    assert f.options() == ["points 0", "points 1", "points 2"]
    f.play("points 2", dice=[2, 3, 7, 8])
    assert f.roll_of("x")[0] == 15 and f["A"].points == 0 and f.dice_left() == 0
    f = fight("A.x", deeds=DEEDS, A=own(("Spit", "spit", 2)), x=NO_HANDS).play("spit")
    assert f.options() == ["points 0", "points 1"] and f.reason("points 2") == k.WHY_NO_POINTS
    f = fight("A.x", deeds=DEEDS, A=own(("Spit", "spit", 0)), x=NO_HANDS, auto=False).play("spit", "with bare hand")
    assert f.options() == ["points 0"] and f.reason("points 1") == k.WHY_NO_RULE


def test_T2_9_one_that_costs_nothing_is_a_free_action():
    f = fight("A..x", deeds=DEEDS, A=own(("Howl", "howl", 0)))
    for n in range(1, 4):
        f.play("howl")
        assert f["A"].free_used == n and f["A"].points == 3 and f.has("A", "strong") == n
    assert f.reason("howl") == k.WHY_FREE_ACTIONS


def test_T2_9_its_deed_is_not_the_deed_of_the_turn_nor_a_maneuver():
    f = fight("A.x", deeds=DEEDS, A=own(("Spit", "spit", 1)) + 'focus = 2\n', x=NO_HANDS).play("spit", "points 0", dice=HIT)
    assert (f["A"].deeds_taken, f["A"].maneuvers_taken) == (0, 0) and f.reason("lift limit") == k.WHY_NOT_LIFTED
    f = fight("Ax", deeds=DEEDS, A=own(("Spit", "spit", 1)), x=NO_HANDS).attempt("strike", "x", dice=HIT)
    assert f.can("spit")
    f = fight("Ax", deeds=DEEDS, A=own(("Spit", "spit", 1)), x=NO_HANDS).maneuver("trip", "x", dice=HIT)
    assert f.can("spit")


def test_T2_9_each_of_the_eight_is_an_action_of_its_own():
    names = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]
    f = fight("A..x", deeds=DEEDS, A=own(*[(name, "howl", 1) for name in names])).play("eight", "points 0")
    assert f.reason("eight") == k.WHY_TAKEN and all(f.can(name.lower()) for name in names[:-1])
    f.play("one", "points 0")
    assert f.reason("one") == k.WHY_TAKEN and f.can("two") and f.can("move")


def test_T4_4_a_foe_may_counter_an_action_of_ones_own():
    f = fight("Ax", deeds=DEEDS, A=own(("Spit", "spit", 1))).play("spit", "points 0", dice=MISS)
    assert f.asks() == "counter"


def test_T2_2_what_an_action_is_and_its_extra_points_are_told():
    f = fight("A..x").play("defend", "points 1", "move")
    assert f.seen(k.E_ACTION) == [(f.slot("A"), k.DEFEND, 1, 0), (f.slot("A"), k.MOVE, 0, 0)]


# -- free actions ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rules, most", [("", 3), ("free_actions = 1", 1), ("free_actions = 5", 5), ("free_actions = 0", 0)])
def test_G2_7a_at_most_three_free_actions_a_turn(rules, most):
    f = fight("A..x", gear=GEAR, A='held = ["sword"]', rules=rules)
    for n in range(most):
        f.play("sheathe" if n % 2 == 0 else "draw")
    last = "sheathe" if most % 2 == 0 else "draw"
    assert f["A"].free_used == most and f.reason(last) == k.WHY_FREE_ACTIONS and f["A"].points == 3
    f.play("end turn", "end turn", dice=[1])
    assert f["A"].free_used == 0 and f.can(last) == (most > 0)


@pytest.mark.parametrize("entry", ["draw", "sheathe", "door", "pick up", "release", "feature 1"])
def test_G2_7a_all_free_actions_share_the_count(entry):
    more = {"A": own(("Howl", "howl", 0), more='held = ["sword"]\ncarried = ["axe"]\nhands = 4'), "x": 'grabbed_by = ["A"]', "gear": GEAR, "deeds": DEEDS,
            "extra": '[features.door]\nkind = "door"\nat = "a2"\n[[items]]\ngear = "sword"\nat = "a1"\n'}
    f = fight("Ax.\n...", **more, clock=turn(3, free_used=2))
    assert f.can(entry)
    f.play("sheathe")
    assert f.reason(entry) == k.WHY_FREE_ACTIONS and f.can("move"), "actions are not free actions"


def test_G2_7a_free_actions_may_be_used_without_points():
    f = fight("A..x", gear=GEAR, A='held = ["sword"]').play("defend", "points 2")
    assert f["A"].points == 0 and f.options() == ["end turn", "sheathe"]
    f.play("sheathe", "draw", "sheathe")
    assert f.asker == f.slot("x"), "after the third nothing is left"


def test_G8_14a_a_free_action_does_not_split_a_portion_of_movement_an_action_does():
    for between, hurt in ((["sheathe"], 2), (["defend", "points 0"], 4), (["draw"], 2)):
        f = fight("A......x", gear=GEAR, A='held = ["sword"]\ncarried = ["axe"]\nstates = { bleeding = 2 }').play("move", "points 0", "walk", "at b1")
        f.play(*between, "walk", "at c1")
        assert f.hurt("A") == hurt


def test_T8_31_a_free_action_keeps_the_moment_to_disrupt_and_an_action_ends_it():
    for between, can in (([], True), (["sheathe"], True), (["defend", "points 0"], False), (["move", "points 0"], False)):
        f = fight("Ax", gear=GEAR, A='held = ["sword"]', x=NO_HANDS + "\nstates = { strong = 2 }").attempt("strike", "x", item="sword", dice=HIT)
        f.play(*between)
        assert f.can("disrupt") == can and (can or f.reason("disrupt") == k.WHY_NOT_OPEN)


# -- letting go, standing up, leaving, dismissing ---------------------------------------------------------------------------
def test_G2_7a_letting_go_of_a_grab_is_free():
    f = fight("A.\nx.", x='grabbed_by = ["A"]').play("release")
    assert f["x"].grabbed_by == 0 and f["A"].points == 3 and f["A"].free_used == 1 and f.reason("release") == k.WHY_NOT_GRABBED
    f = fight("xAy\n...", x='grabbed_by = ["A"]', y='grabbed_by = ["A"]').play("release")
    assert f.options() == ["target x", "target y"] and f.reason("target a") == k.WHY_NOT_GRABBED
    f.play("target y")
    assert f["y"].grabbed_by == 0 and f["x"].grabbed_by == 1 << f.slot("A")


def test_T8_24_only_a_grappler_with_movement_that_is_not_grabbed_drags_or_shoves():
    f = fight(".A.\n.x.\n...", x='grabbed_by = ["A"]')
    for entry in ("drag", "shove along"):
        assert f.reason(entry) == k.WHY_NO_MOVEMENT
    for points, why in ((1, k.WHY_NO_MOVEMENT), (2, k.OK)):
        f = fight(".A.\n.x.\n...", x='grabbed_by = ["A"]', clock=turn(2, taken='["move"]', move_points=points))
        assert f.why(f.choice("drag")) == f.why(f.choice("shove along")) == why
    f = fight(".A.\n.x.\n...", x='grabbed_by = ["A"]', A='grabbed_by = ["x"]', clock=turn(2, taken='["move"]', move_points=4))
    assert f.reason("drag") == f.reason("shove along") == k.WHY_GRABBED and f.can("release")
    assert fight("A.x").play("move", "points 0").reason("drag") == k.WHY_NOT_GRABBED


@pytest.mark.parametrize("potency, can", [(0, False), (1, True), (2, False)])
def test_T3_15_stand_only_at_toppled_one(potency, can):
    f = fight("A..x", A=f"states = {{ toppled = {potency} }}" if potency else "")
    assert f.can("stand") == can and (can or f.reason("stand") == k.WHY_NOT_TOPPLED)
    if can:
        f.play("stand")
        assert f.has("A", "toppled") == 0 and f["A"].points == 2 and f.asks() == "action" and f.reason("stand") == k.WHY_TAKEN


def test_T3_15_standing_up_ends_toppled_alone():
    f = fight("A..x", A="states = { toppled = 1, weak = 2 }").play("stand")
    assert f.has("A", "weak") == 2 and f["A"].move_points == 0


def test_G1_6_leaving_by_an_exit_costs_one_movement_point():
    f = fight("A..x\nB...", A='ground = "exit"')
    assert f.reason("leave") == k.WHY_NO_MOVEMENT
    f = fight("A..x\nB...", clock=turn(2, taken='["move"]', move_points=1))
    assert f.reason("leave") == k.WHY_NO_EXIT
    f = fight("A..x\nB...", A='ground = "exit"', clock=turn(2, taken='["move"]', move_points=1)).play("leave")
    assert f.seen(k.E_LEAVES) == [(f.slot("A"), 0, 0, 0)]
    assert f["A"].status == k.GONE and f["A"].move_points == 0 and f.state.occupant[0] == k.EMPTY and f.asker == f.slot("x")


def test_G1_6_not_while_grabbed_and_with_any_square_on_the_exit():
    f = fight("A.\nx.", A='ground = "exit"\ngrabbed_by = ["x"]', clock=turn(2, taken='["move"]', move_points=3))
    assert f.reason("leave") == k.WHY_GRABBED
    f = fight("AA>\nAAx", A="size = 2", clock=turn(2, taken='["move"]', move_points=3))
    assert f.reason("leave") == k.WHY_NO_EXIT
    f = fight("AA.\nAAx", A='size = 2\nground = "exit"', clock=turn(2, taken='["move"]', move_points=3))
    assert f.can("leave")


def test_T8_4_dismissing_costs_nothing_and_only_ones_own():
    cloud = '[[effects]]\nkind = "dense cloud"\nowner = "%s"\nat = "c1"\nsize = 1\n'
    f = fight("A...x", extra=cloud % "x")
    assert f.reason("dismiss") == k.WHY_NO_EFFECT
    f = fight("A...x", extra=cloud % "A" + cloud % "x", auto=False).play("dismiss")
    assert f.options() == ["effect 1"] and f.reason("effect 2") == f.reason("effect 3") == k.WHY_NO_EFFECT
    f.play("effect 1")
    assert f.state.effects[0].kind == k.NONE and f["A"].points == 3 and f["A"].free_used == 0 and f.reason("dismiss") == k.WHY_NO_EFFECT


def test_T8_4_several_may_be_dismissed_in_one_turn():
    f = fight("A...x", extra='[[effects]]\nkind = "dense cloud"\nowner = "A"\nat = "c1"\nsize = 1\n' * 2).play("dismiss", "effect 2", "dismiss")
    assert all(e.kind == k.NONE for e in f.state.effects)


# -- answers that answer themselves ----------------------------------------------------------------------------------------
def test_questions_with_one_answer_answer_themselves_and_fall_alike_without():
    quick = fight("Ax", x=NO_HANDS).play("deed", "points 1", dice=[2, 3, 9])
    slow = fight("Ax", x=NO_HANDS, auto=False).play("deed", "deed strike", "with bare hand", "points 1", "target x", dice=[2, 3, 9])
    for name in quick.state.dtype.names:
        assert name in ("events", "n_events", "decisions") or quick.state[name].tobytes() == slow.state[name].tobytes(), name


def test_without_it_even_the_last_choice_of_a_turn_is_asked():
    f = fight("A..x", clock=START, auto=False)
    assert f.asks() == "combatant" and f.options() == ["take a"]
    f.play("take a", "defend", "points 2")
    assert f.asks() == "action" and f.options() == ["end turn"] and f.asker == f.slot("A")
