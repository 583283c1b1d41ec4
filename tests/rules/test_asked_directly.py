"""Small functions of the core that others lean on, each asked what its docstring says (T2.4, T8.4, T8.14, T11.1, T11.8, G1.6, G10.6,
G10.8, G11.3a, G11.8a): some only save work, and must not save too much."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.areas import can_go_on, can_stop_path, fill_qualifying, is_in_length
from envs.core.deeds import anyone_near, is_hand_to_hand
from envs.core.economy import is_taken, take_action
from envs.core.lines import AFTER, BEFORE, RESULT, in_phase
from envs.core.objectives import count_round, standing
from envs.core.prevail import can_disrupt_effect
from envs.core.record import new_tables
from envs.core.sight import live_between
from envs.core.states import move_pain, start_of_turn
from envs.core.surroundings import carries_light

from .drawn import STRIKE, fight
from .laid import area
from .test_clouds_and_doors import cloud, door
from .test_objectives import aims

PATHS = {"path": area("path", 3, 4), "close": area("close path", 3)}


# -- areas -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("x, y, blast, path", [(3, 1, 1, 1), (4, 2, 1, 1), (2, 1, 2, 2), (5, 1, 2, 2), (3, 0, 2, 2), (3, 3, 2, 2),
                                               (2, 0, 2, 3), (5, 3, 2, 3), (0, 0, 4, 5), (6, 4, 3, 5), (4, 4, 3, 3), (6, 2, 3, 3)])
def test_T11_2_T11_8_how_large_an_area_must_be_to_hold_a_square_and_somebody(x, y, blast, path):
    """The giant stands on d2 to e3."""
    f = fight("A......\n...yy..\n...yy..\n.......\n.......", y="size = 2")
    for n in range(1, 7):
        assert bool(is_in_length(f.tables, f.state, 1, x, y, n, True)) == (n >= blast), n
        assert bool(is_in_length(f.tables, f.state, 1, x, y, n, False)) == (n >= path), n


def test_G11_3a_close_areas_are_looked_for_next_to_their_user_paths_in_range():
    f = fight(".......\n.......\n...A...\n.......\n......x", deeds=PATHS)
    good = np.zeros(35, np.int8)
    fill_qualifying(f.tables, f.state, 0, 1, 0, good)
    assert [n for n in range(35) if good[n]] == [y * 7 + x for y in (1, 2, 3) for x in (2, 3, 4)]
    fill_qualifying(f.tables, f.state, 0, 0, 0, good)
    assert good.all()


def test_G11_8a_a_path_is_no_longer_than_it_says_and_may_stop_where_there_is_no_way_on():
    f = fight("A.#..x\n.##...", deeds=PATHS)
    t, s = f.tables, f.state
    s.chain[:3], s.n_chain = (6, 0, 1), 3
    assert can_go_on(t, s, 0, 0, 0, 1) == k.WHY_SHAPE
    f = fight("A#...x\n......", deeds=PATHS)
    f.state.chain[:3], f.state.n_chain = (6, 7, 8), 3
    assert can_go_on(f.tables, f.state, 0, 0, 0, 9) == k.WHY_SHAPE
    f.state.n_chain = 2
    assert can_go_on(f.tables, f.state, 0, 0, 0, 8) == k.OK and not can_stop_path(f.tables, f.state, 0, 0, 0)
    f = fight(".#...x\n##...A", deeds=PATHS)
    f.state.chain[0], f.state.n_chain = 0, 1
    assert can_stop_path(f.tables, f.state, 0, 0, 0), "nobody is on a1, and no square is left to go on to"
    f.state.n_chain = 0
    assert not can_stop_path(f.tables, f.state, 0, 0, 0)


# -- what may change between two squares -----------------------------------------------------------------------------------
SQUARES = [("b2", True), ("d3", True), ("c2", True), ("b3", True),
           ("a2", False), ("e2", False), ("c1", False), ("c4", False), ("e4", False), ("a4", False)]
OPEN = "A.....\n......\n......\n.....x"


@pytest.mark.parametrize("at, between", SQUARES)
@pytest.mark.parametrize("thing", [door, cloud, lambda at: cloud(at, "light")])
def test_G10_6_what_stands_between_b2_and_d3(at, between, thing):
    f = fight(OPEN, extra=thing(at))
    for ax, ay, bx, by in ((1, 1, 3, 2), (3, 2, 1, 1), (1, 2, 3, 1), (3, 1, 1, 2)):
        assert bool(live_between(f.tables, f.state, ax, ay, bx, by, 0, 1)) == between


@pytest.mark.parametrize("at, between", [("b2", True), ("d3", True), ("e2", False), ("c4", False), ("d4", False), ("e4", False), ("b1", True),
                                         ("c5", False)])
def test_G10_6_a_large_creature_that_stands_stands_between_them(at, between):
    """Neither those who look nor the defeated or the small count."""
    f = fight("A.....\n......\n......\n......\n......\n......\n.....x", y=f'size = 2\nat = "{at}"')
    t, s, y = f.tables, f.state, f.slot("y")
    assert bool(live_between(t, s, 1, 1, 3, 2, 0, 1)) == between == bool(live_between(t, s, 3, 2, 1, 1, k.NONE, k.NONE))
    assert not live_between(t, s, 1, 1, 3, 2, y, 1) and not live_between(t, s, 1, 1, 3, 2, 0, y)
    f["y"].status = k.DEFEATED
    assert not live_between(t, s, 1, 1, 3, 2, 0, 1)


@pytest.mark.parametrize("at, between", [("b4", False), ("d2", False), ("f4", False), ("d6", False), ("c4", True), ("d3", True), ("e5", True)])
def test_G10_6_and_not_one_whose_edge_only_touches_the_rectangle_of_d4_and_e5(at, between):
    f = fight("A......\n" + ".......\n" * 6 + "......x", y=f'size = 2\nat = "{at}"')
    assert bool(live_between(f.tables, f.state, 3, 3, 4, 4, 0, 1)) == between


def test_G10_6_small_creatures_never_stand_between():
    f = fight("A.y.z.x")
    assert not live_between(f.tables, f.state, 0, 0, 6, 0, 0, 1)


# -- who is near, what is held, what is taken ------------------------------------------------------------------------------
@pytest.mark.parametrize("status, near", [(k.STANDING, True), (k.DEFEATED, True), (k.DEAD, False), (k.GONE, False)])
def test_T5_3_who_is_near(status, near):
    f = fight("A...x.......y")
    f["x"].status = status
    assert bool(anyone_near(f.tables, f.state, 0)) == near


def test_T5_3_deeds_that_are_done_hand_to_hand():
    two = STRIKE.replace('"creature"', '"creatures"\nn_targets = 2')
    deeds = {"one": STRIKE, "two": two, "far": STRIKE + "\nrange = 3", "all": area("melee burst", instrument="melee"),
             "help": 'kind = "gambit"\ninstrument = "melee"\ntargets = "companion"\nconflict = [{ state = "strong" }]'}
    f = fight("AB.x", deeds=deeds)
    assert [bool(is_hand_to_hand(f.tables, n)) for n in range(5)] == [True, True, False, False, False]


def test_G10_8_who_carries_a_light():
    gear = {"torch": 'use = ["light"]\nlight = 1', "rope": ""}
    for held, carries in (('held = ["torch"]', True), ('held = ["rope"]', False), ('carried = ["torch"]', False), ("", False),
                          ('held = ["rope", "torch"]', True)):
        f = fight("A..x", gear=gear, A=held)
        assert bool(carries_light(f.tables, f.state, 0)) == carries, held


def test_T2_4_each_action_is_noted_by_itself():
    for entry in range(k.MENU_SIZE):
        c = fight("A..x")["A"]
        take_action(c, entry)
        assert [n for n in range(k.MENU_SIZE) if is_taken(c, n)] == [entry]


def test_T5_6_lines_before_and_after_are_no_lines_of_the_result():
    whens = (k.ON_BEFORE, k.ON_FAIL, k.ON_CONFLICT, k.ON_TRIUMPH, k.ON_SPARK, k.ON_AFTER)
    told = {phase: [when for when in whens if in_phase(when, phase)] for phase in (BEFORE, RESULT, AFTER)}
    assert told == {BEFORE: [k.ON_BEFORE], RESULT: [k.ON_FAIL, k.ON_CONFLICT, k.ON_TRIUMPH, k.ON_SPARK], AFTER: [k.ON_AFTER]}


def test_T8_31a_there_are_so_many_effects_and_no_more():
    f = fight("A..x", extra=cloud("b1"))
    assert [n for n in range(k.MAX_EFFECTS + 1) if can_disrupt_effect(f.state, 1, n)] == [0]


# -- numbers of states and objectives --------------------------------------------------------------------------------------
@pytest.mark.parametrize("each", [1, 2, 3])
def test_T8_14_what_a_state_takes_or_gives_for_each_point_of_its_potency(each):
    f = fight("A..x", A="vigor = 30")
    t = new_tables(1)
    t[0] = f.tables
    weak, c = k.STATE_NAMES.index("weak"), f["A"]
    c.states[weak] = 4
    t[0].states[weak].move_pain = each
    move_pain(t[0], f.state, 0)
    assert c.vigor == 30 - 4 * each
    for sign in (-1, 1):
        c.vigor, t[0].states[weak].vigor_at_start = 20, sign * each
        start_of_turn(t[0], f.state, 0)
        assert c.vigor == 20 + 4 * sign * each


def test_G1_6_how_many_of_a_side_stand():
    f = fight("ABC.xy")
    assert (standing(f.tables, f.state, k.COMPANIONS), standing(f.tables, f.state, k.ENEMIES)) == (3, 2)
    f["B"].status, f["x"].status = k.DEFEATED, k.GONE
    assert (standing(f.tables, f.state, k.COMPANIONS), standing(f.tables, f.state, k.ENEMIES)) == (2, 1)


def test_G1_6_rounds_are_counted_where_something_is_held_or_somebody_protected():
    for top, rounds in ((aims("hold", squares=["a1"], rounds=3), 1), (aims("protect", who="A", rounds=3), 1),
                        (aims("reach", squares=["a1"], who="B"), 0)):
        f = fight("AB.x", top=top)
        count_round(f.tables, f.state)
        assert f.state.held_rounds == rounds
