"""Numbers of the core asked for one by one, on records laid out by hand: ranges and ratings (T5.3, T7.1, G5.3a), what is expected and shown of a
deed (G7.3, G8.29), results (G1.6), objectives, lasting effects (G8.4a)."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.effects import free_effect_row
from envs.core.forecast import deed_symbols, expected_blow, shown_vigor
from envs.core.instruments import deed_range, free_hands, melee_reach, symbol_rating
from envs.core.objectives import count_round, is_lost
from envs.core.record import new_tables
from envs.core.score import result
from envs.core.turns import begin_round

from .drawn import STRIKE, fight
from .test_objectives import aims

GEAR = {"sword": 'use = ["melee"]\nweapon = 6', "bow": 'use = ["ranged"]\nweapon = 7\nrange = 6', "lance": 'use = ["melee"]\nweapon = 5\nreach = 2',
        **{f"bead{n}": "hands = 0" for n in range(6)}}
BEADS = ", ".join(f'"bead{n}"' for n in range(6))
SURE = {"sure": STRIKE + "\ncheck = false", "strike": STRIKE}


def changed(f, **numbers):
    """A copy of the tables of a fight in which some numbers are others."""
    t = new_tables(1)
    t[0] = f.tables
    for name, value in numbers.items():
        t[0][name] = value
    return t[0]


# -- instruments -----------------------------------------------------------------------------------------------------------
def test_T5_3_T7_1_the_seventh_thing_is_no_bare_hand():
    """A carries seven things, and the last is a sword in its one hand; it fills that hand once, and the bare number stays the body's own."""
    f = fight("A..x", gear=GEAR, A=f'held = [{BEADS}, "sword"]\nhands = 2\nbare = {{ weapon = 4, spell = 3 }}')
    t, s = f.tables, f.state
    assert free_hands(t, s, 0) == 1 and symbol_rating(t, s, 0, 7, k.G_MELEE) == 6 and symbol_rating(t, s, 0, k.BARE_HAND, k.G_MELEE) == 4
    f = fight("A..x", gear=GEAR, A=f'held = [{BEADS}, "sword"]\nhands = 1')
    assert free_hands(f.tables, f.state, 0) == 0


def test_G4_10_a_bow_is_no_weapon_of_melee_whatever_it_is_called():
    f = fight("A..x", gear=GEAR, A='held = ["bow"]\ncarried = ["sword"]')
    assert melee_reach(f.tables, f.state, 0, 1) == 0 and melee_reach(f.tables, f.state, 0, 2) == 0, "the sword is stowed"


@pytest.mark.parametrize("slot, within", [(1, 2), (2, 0), (3, 0)])
def test_T5_3_what_has_left_the_hand_reaches_nothing(slot, within):
    """The lance is held, the sword stowed, the third slot empty."""
    f = fight("A..x", gear=GEAR, A='held = ["lance"]\ncarried = ["sword"]')
    assert deed_range(f.tables, f.state, 0, 0, slot) == within


# -- what is expected and shown --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("vigor, shown", [(-3, 0), (0, 0), (1, 10), (10, 10), (11, 20), (20, 20)])
def test_G8_29_of_hidden_numbers_the_highest_of_the_band_is_shown(vigor, shown):
    f = fight("A..x", top="hidden_numbers = true", x=f"max_vigor = 20\nvigor = {vigor}\nendures = true")
    assert shown_vigor(f.tables, f.state, 1) == shown
    f.state.asked = k.ENEMIES
    assert shown_vigor(f.tables, f.state, 1) == vigor, "its own side knows"


def test_T7_2_a_result_without_a_damage_line_is_told_from_one_of_no_damage():
    deeds = {"none": STRIKE.replace("†", "0"), "strike": STRIKE}
    f = fight("Ax", deeds=deeds, A='deeds = ["none", "strike"]')
    symbols = [[int(deed_symbols(f.tables, f.state, 0, deed, 0, result)) for result in (k.FAIL, k.CONFLICT, k.TRIUMPH)] for deed in (0, 1)]
    assert symbols == [[-1, 0, 0], [-1, 4, 4]]


@pytest.mark.parametrize("conflict, triumph, bonus, damage", [(0, -1, 3, 3.0), (-1, 0, 3, 0.0), (5, -1, -9, 0.0), (-1, -1, 3, 0.0)])
def test_G7_3_symbols_worth_nothing_still_carry_what_states_add(conflict, triumph, bonus, damage):
    """Of a deed without a check, which is always a conflict."""
    f = fight("Ax", deeds=SURE)
    assert expected_blow(f.tables, 0, 0, 0, conflict, triumph, bonus) == damage


def test_G7_3_a_triumph_of_no_symbols_carries_them_too():
    f = fight("Ax")
    both, one = expected_blow(f.tables, 0, 0, 0, 0, 0, 3), expected_blow(f.tables, 0, 0, 0, 0, -1, 3)
    assert 0 < one < both < 3


# -- results and objectives ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("worth, expected", [(0, 1.0), (1, 0.99 + 0.01 * 0.5), (100, 0.5)])
def test_G1_6_survivors_count_as_much_as_the_objective_says(worth, expected):
    """The companions won, half of them stand, and no enemy."""
    f = fight("AB.x")
    f.state.winner = k.COMPANIONS
    f["B"].status = f["x"].status = k.DEAD
    assert result(changed(f, survivor_worth=worth), f.state, k.COMPANIONS) == pytest.approx(expected)


@pytest.mark.parametrize("b, c, lost", [(k.GONE, k.STANDING, False), (k.GONE, k.DEFEATED, False), (k.GONE, k.DEAD, True), (k.GONE, k.ABSENT, True)])
def test_G1_6_an_escape_is_lost_when_too_few_are_left_to_make_up_the_number(b, c, lost):
    f = fight("ABC>x", top=aims("escape", count=3))
    f["B"].status, f["C"].status = b, c
    assert bool(is_lost(f.tables, f.state)) == lost


@pytest.mark.parametrize("side, board, held", [("companions", "A..x", 1), ("companions", "AA.x\nAA.x", 1), ("enemies", "x..A", 1)])
@pytest.mark.parametrize("both", [False, True])
def test_G1_6_squares_are_held_by_a_side_that_stands_on_them_alone(side, board, held, both):
    goal = ["a1", "d1"] if both else ["a1"]
    f = fight(board.split("\n")[0].replace("AA", "A."), top=aims("hold", side, squares=goal, rounds=3))
    count_round(f.tables, f.state)
    assert f.state.held_rounds == (0 if both else held)


@pytest.mark.parametrize("more, cut", [(0, True), (1, False), (-1, True)])
def test_G1_6_the_cut_off_waits_for_the_rounds_that_are_played_on(more, cut):
    f = fight("A..x", clock="round = 0")
    f.state.round_no = f.tables.rules.max_rounds
    begin_round(changed(f, play_on=more), f.state)
    assert (f.state.winner == k.CUT_OFF) == cut


# -- lasting effects -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("potencies, row", [([2] * 8, 0), ([3, 2, 2, 3, 3, 3, 3, 3], 1), ([2, 2, 2, 2, 2, 2, 2, 1], 7)])
def test_G8_4a_with_all_rows_taken_the_first_of_the_weakest_effects_ends(potencies, row):
    f = fight("A..x")
    for n, potency in enumerate(potencies):
        e = f.state.effects[n]
        e.kind, e.owner, e.potency, e.extent = k.EF_LIGHT_CLOUD, 0, potency, 1
    assert free_effect_row(f.tables, f.state) == row and f.state.effects[row].kind == k.NONE
    assert np.count_nonzero(f.state.effects["kind"] == k.NONE) == 1
