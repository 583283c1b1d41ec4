"""What a fight was worth to learners (G1.6): the result at its end, the change of a potential on the way, ends and truncations."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.record import new_encounters
from envs.core.score import potential, result, score_rows, start_potentials

from .drawn import fight

WEIGHT = 0.5


def scored(change, before=0.0, learner=k.COMPANIONS, board="A..x"):
    """(reward, terminated, truncated, potential kept, potential now) of a row whose record `change` has changed; `before` was kept of it."""
    f = fight(board)
    states = new_encounters(1)
    states[0] = f.record()[0]
    states[0].scenario = 0
    change(states[0])
    rewards, terminated, truncated = np.zeros(1, np.float32), np.zeros(1, np.bool_), np.zeros(1, np.bool_)
    kept = np.array([before])
    score_rows(f.tables_row(), states, np.array([learner]), WEIGHT, kept, rewards, terminated, truncated)
    return float(rewards[0]), bool(terminated[0]), bool(truncated[0]), float(kept[0]), potential(f.tables, states[0], learner)


def ended(winner):
    def change(s):
        s.ask, s.winner = k.OVER, winner
    return change


@pytest.mark.parametrize("winner, learner, worth", [(k.COMPANIONS, k.COMPANIONS, 1.0), (k.COMPANIONS, k.ENEMIES, -1.0), (k.ENEMIES, k.ENEMIES, 1.0),
                                                    (k.DRAW, k.COMPANIONS, 0.0)])
def test_G1_6_the_end_pays_the_result_and_takes_the_potential_back(winner, learner, worth):
    assert scored(ended(winner), 0.25, learner)[:4] == (pytest.approx(worth - 0.25), True, False, 0.0)


def test_G1_6_a_cut_off_is_a_truncation_and_never_an_end():
    reward, terminated, truncated, kept, now = scored(ended(k.CUT_OFF), 0.25)
    assert (terminated, truncated) == (False, True) and kept == pytest.approx(WEIGHT * now) and reward == pytest.approx(kept - 0.25)


@pytest.mark.parametrize("beyond, truncated", [(0, False), (1, True)])
def test_G1_6_a_question_after_the_last_round_is_a_truncation(beyond, truncated):
    def change(s):
        s.round_no = int(fight("A..x").tables.rules.max_rounds) + beyond
    found = scored(change)
    assert found[1:3] == (False, truncated)


def test_on_the_way_only_the_potential_changes():
    def change(s):
        s.combatants[1].vigor = 10
    reward, terminated, truncated, kept, now = scored(change, 0.1)
    assert now > 0 and not terminated and not truncated and kept == pytest.approx(WEIGHT * now) and reward == pytest.approx(WEIGHT * now - 0.1)
    assert scored(change, 0.1, k.ENEMIES)[4] == pytest.approx(-now)


def test_potentials_of_rows_that_begin():
    f = fight("AB.x")
    states = new_encounters(2)
    states[:] = f.record()[0]
    states.scenario[:] = 0
    kept = np.array([9.0, 9.0])
    start_potentials(f.tables_row(), states, np.array([k.COMPANIONS, k.ENEMIES]), WEIGHT, np.array([1]), kept)
    assert kept[0] == 9.0 and kept[1] == pytest.approx(WEIGHT * potential(f.tables, states[1], k.ENEMIES))


def test_G1_6_without_survivors_worth_the_winner_takes_all():
    f = fight("A..x")
    f.state.winner = k.ENEMIES
    assert (result(f.tables, f.state, k.ENEMIES), result(f.tables, f.state, k.COMPANIONS)) == (1.0, -1.0)


def test_G1_6_at_an_end_the_potential_is_nothing_whatever_is_left():
    """Ng et al. (1999): else the best play would change with it. x is wounded, so that its side's share is smaller."""
    def change(s):
        s.ask, s.winner, s.combatants[1].vigor = k.OVER, k.COMPANIONS, 10
    reward, terminated, _, kept, now = scored(change, 0.25)
    assert now > 0 and terminated and kept == 0.0 and reward == pytest.approx(1.0 - 0.25)
