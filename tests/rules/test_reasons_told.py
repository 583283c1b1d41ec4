"""The reason for each refusal, asked of the rules one by one: the judge tells it to players, and no choice is legal without it (T1.3, T2.7, T3.4,
T3.13, T4.1-T4.7, T8.31, G1.2a, G4.10, G12.3)."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.actions import can_menu
from envs.core.counter import can_counter
from envs.core.deeds import can_attempt_any
from envs.core.features import can_work
from envs.core.frames import push
from envs.core.items import can_catch, can_item, can_pick_up, can_throw_anywhere
from envs.core.prevail import can_disrupt
from envs.core.reactions import can_guard, can_react
from envs.core.record import new_tables
from envs.core.turns import can_take_turn
from envs.core.why import why

from .drawn import fight

BEADS = {f"bead{n}": "hands = 0" for n in range(7)}
GEAR = {"sword": 'use = ["melee"]\nweapon = 6', "maul": 'use = ["melee"]\nweapon = 9\nhands = 2', "rope": "", **BEADS}
ALL = "held = [" + ", ".join(f'"{name}"' for name in BEADS) + "]"


def parts(f):
    return f.tables, f.state


# -- turns and actions -----------------------------------------------------------------------------------------------------
def test_T1_3_G1_2a_why_somebody_does_not_take_its_turn():
    f = fight("AB.xy", clock='round = 1\nfirst_side = "companions"\nambushed = "enemies"\nnext_side = "companions"', B="acted = true")
    t, s = parts(f)
    told = {n: can_take_turn(t, s, n) for n in (*range(4), int(t.n_combatants), k.MAX_COMBATANTS + 3)}
    assert told == {0: k.OK, 1: k.WHY_ALREADY_ACTED, 2: k.WHY_WRONG_SIDE, 3: k.WHY_WRONG_SIDE, 4: k.WHY_NO_COMBATANT, 19: k.WHY_NO_COMBATANT}
    s.turn_side = k.ENEMIES
    assert can_take_turn(t, s, 2) == k.WHY_AMBUSHED
    s.round_no = 2
    assert can_take_turn(t, s, 2) == k.OK
    f["x"].status = k.DEAD
    assert can_take_turn(t, s, 2) == k.WHY_NOT_STANDING


def test_an_action_that_the_rules_in_use_do_not_have_is_refused():
    f = fight("A..x")
    t = new_tables(1)
    t[0] = f.tables
    assert can_menu(t[0], f.state, 0, k.AIM) == k.OK
    t[0].actions[k.AIM].used = 0
    assert can_menu(t[0], f.state, 0, k.AIM) == k.WHY_NO_RULE and can_menu(t[0], f.state, 0, k.OWN_ACTION) == k.WHY_NO_RULE
    assert can_menu(t[0], f.state, 0, k.DEFEND) == can_menu(t[0], f.state, 0, k.END_TURN) == k.OK


def test_T5_2_who_has_no_deed_is_told_so():
    f = fight("Ax")
    assert can_attempt_any(*parts(f), 0, 1, k.OWN_DEEDS) == k.WHY_NO_DEED
    assert can_attempt_any(*parts(f), 0, 0, k.OWN_DEEDS) == k.OK


def test_a_square_beyond_the_board_is_not_asked_for_and_beyond_the_map_is_out_of_range():
    f = fight("A..x", clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 6 }').play("walk")
    side = int(f.tables.side)
    assert why(*parts(f), k.A_SQUARE + side * side) == k.WHY_NOT_ASKED
    assert why(*parts(f), k.A_SQUARE + side * side - 1) == k.WHY_OUT_OF_RANGE


# -- reactions -------------------------------------------------------------------------------------------------------------
def test_T4_1_T4_2_T4_7_why_somebody_does_not_react():
    f = fight("A..x", A="guard_dice = [6]", x="focus = 0")
    t, s = parts(f)
    assert can_react(t, s, 0) == can_guard(t, s, 0, 0) == k.OK and can_guard(t, s, 0, 1) == k.WHY_NO_DIE
    f["A"].reactions, f["A"].focus = 1, t.rules.reaction_focus - 1
    assert can_react(t, s, 0) == can_guard(t, s, 0, 0) == k.WHY_NO_FOCUS
    f["A"].focus = t.rules.reaction_focus
    assert can_react(t, s, 0) == k.OK
    f["A"].states[k.STATE_NAMES.index("staggered")] = 1
    assert can_react(t, s, 0) == k.WHY_STAGGERED
    f["A"].status = k.DEFEATED
    assert can_react(t, s, 0) == can_guard(t, s, 0, 0) == k.WHY_NOT_STANDING


def test_G4_10_a_counter_needs_what_reached_then_and_is_in_hand_now():
    """Of what A holds only the sword reached when the dice were rolled; then it is stowed."""
    f = fight("A..x", gear=GEAR, A='held = ["sword", "rope"]\nhands = 3')
    t, s = parts(f)
    s.targets[0].armaments = 1 << 1
    assert [can_counter(t, s, 0, 0, slot) for slot in range(3)] == [k.WHY_NO_INSTRUMENT, k.OK, k.WHY_NO_INSTRUMENT]
    s.items[0].held = 0
    assert can_counter(t, s, 0, 0, 1) == k.WHY_NO_INSTRUMENT
    s.items[0].held = 1
    f["A"].states[k.STATE_NAMES.index("staggered")] = 1
    assert can_counter(t, s, 0, 0, 1) == k.WHY_STAGGERED


# -- things and features ---------------------------------------------------------------------------------------------------
def test_T2_7_who_has_no_room_left_picks_nothing_up():
    f = fight("A..x", gear=GEAR, A=ALL, extra='[[items]]\ngear = "rope"\nat = "b1"\n')
    assert can_pick_up(*parts(f), 0, 1) == k.WHY_NO_HAND
    f["A"].items[6] = k.NONE
    assert can_pick_up(*parts(f), 0, 1) == k.OK and can_pick_up(*parts(f), 0, 2) == k.WHY_NO_ITEM


def test_T2_7_the_seventh_thing_is_not_in_the_bare_hand():
    f = fight("A..x", gear=GEAR, A=ALL)
    assert can_item(*parts(f), 0, k.THROW, k.BARE_HAND) == k.WHY_NO_ITEM and can_item(*parts(f), 0, k.THROW, 7) == k.OK


@pytest.mark.parametrize("board, found", [("A#.x", k.OK), (".A#x", k.OK), ("A#\n##\nx.", k.WHY_NOWHERE), ("A#.\n##.\n..x", k.WHY_NOWHERE)])
def test_T3_13_somewhere_to_throw_to_at_the_edge_of_the_map_too(board, found):
    """Walls alone stand within the one square that A throws; to a1 it can."""
    f = fight(board, gear=GEAR, A='held = ["rope"]', rules=f"throw_range = {2 if board == 'A#.x' else 1}")
    assert can_throw_anywhere(*parts(f), 0) == found and f.can("throw") == (found == k.OK)


def test_T3_13_T4_6_why_somebody_does_not_catch():
    f = fight("ABx", gear=GEAR, A='held = ["maul"]', B="endures = true")
    t, s = parts(f)
    push(s, k.F_THROW, 0)
    s.frames[s.depth - 1].a, s.frames[s.depth - 1].b = 0, 1
    s.items[0].held = 0
    assert can_catch(t, s, 1) == k.OK
    f["B"].status = k.DEFEATED
    assert can_catch(t, s, 1) == k.WHY_NOT_STANDING
    f["B"].status = k.STANDING
    f["A"].grabbed_by = 1 << 1
    assert can_catch(t, s, 1) == k.WHY_NO_HAND, "one hand holds A"


def test_T3_4_why_something_is_not_broken():
    gate = '[features.gate]\nkind = "door"\nat = "a2"\nmaterial = "wood"\nstate = "closed"\n'
    features = '[features.lamp]\nkind = "light"\nat = "b1"\nlight = 1\n' + gate
    f = fight("A..x\n....", extra=features)
    assert can_work(*parts(f), 0, k.BREAK, 1) == k.WHY_NO_FEATURE and can_work(*parts(f), 0, k.BREAK, 4) == k.OK
    for armed in ("hands = 0", 'held = ["rope", "bead0"]\nhands = 1', "bare = { weapon = 0 }"):
        f = fight("A..x\n....", gear=GEAR, extra=features, A=armed + '\ndeeds = ["idle"]')
        assert can_work(*parts(f), 0, k.BREAK, 4) == k.WHY_NO_INSTRUMENT


# -- two who are tied, and disrupting --------------------------------------------------------------------------------------
def test_G12_3_a_dragger_is_told_where_the_other_cannot_follow():
    """x, two squares wide, cannot be drawn into a2, beside which stands a wall."""
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 6 }'
    f = fight(".Axx\n#.xx\n....", x='size = 2\ngrabbed_by = ["A"]', clock=clock, auto=False).play("drag", "target x")
    assert f.options() == ["at a1"] and f.reason("at b3") == k.WHY_TOO_FAR and f.reason("at c1") == k.WHY_OCCUPIED
    assert f.reason("at b2") == k.WHY_DIRECTION


def test_T8_31_why_somebody_is_not_disrupted():
    f = fight("Axy", clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 3 }')
    t, s = parts(f)
    f["A"].prevail_open = 0b110
    assert can_disrupt(t, s, 0, 1) == k.WHY_NO_STATE and can_disrupt(t, s, 0, 2) == k.WHY_NOT_OPEN
    f["x"].states[k.STATE_NAMES.index("strong")] = 1
    assert can_disrupt(t, s, 0, 1) == k.OK
    f["x"].status = k.DEAD
    assert can_disrupt(t, s, 0, 1) == can_disrupt(t, s, 0, 3) == k.WHY_NO_COMBATANT
    assert np.count_nonzero(s.effects["kind"] != k.NONE) == 0
