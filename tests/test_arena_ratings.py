"""Ratings: known strengths come back, intervals hold the truth about as often as they say, extremes stay finite and honest."""

import numpy as np
import pytest

from agents.arena.ratings import PRIOR, draw_results, interval, rate, strengths
from agents.arena.schedule import pairings


def chance(difference):
    """Probability that the one who is `difference` better wins."""
    return 1 / (1 + 10 ** (-difference / 400))


def simulate(true, rng, rounds=40, games=10, ladder=False, spread=0.0):
    """(pairs, scores, played) of agents with known ratings; `spread`: how much encounters differ in whom they favour."""
    pairs = pairings(len(true), ladder)
    tilt = rng.normal(0, spread, (len(pairs), rounds))
    odds = np.array([[chance(true[a] - true[b] + t) for t in row] for (a, b), row in zip(pairs, tilt)])
    return pairs, rng.binomial(games, odds).astype(float), np.full(odds.shape, float(games))


@pytest.mark.parametrize("ladder", [False, True])
def test_known_strengths_come_back(ladder):
    true = [0, 150, 380, 450]
    pairs, scores, played = simulate(true, np.random.default_rng(1), rounds=400, ladder=ladder)
    _, ratings = rate(pairs, 4, scores, played, 1)
    assert np.abs(np.array([r for r, _, _ in ratings]) - true).max() < 25
    assert ratings[0] == (0.0, 0.0, 0.0) and all(low < rating < high for rating, low, high in ratings[1:])


def test_intervals_of_scores_hold_the_truth_about_as_often_as_they_say():
    """300 contests of 3 agents: of 900 intervals at 95 % some 45 may miss."""
    true, held = [0, 120, 300], 0
    for seed in range(300):
        pairs, scores, played = simulate(true, np.random.default_rng(seed), rounds=48, games=4)
        won, lost = draw_results(scores, played, PRIOR, seed)
        lows, highs = interval(won / (won + lost))
        held += sum(low <= chance(true[a] - true[b]) <= high for (a, b), low, high in zip(pairs, lows, highs))
    assert 0.91 <= held / 900 <= 0.98


def test_intervals_of_ratings_are_as_wide_as_ratings_scatter():
    found = []
    for seed in range(50):
        pairs, scores, played = simulate([0, 120], np.random.default_rng(seed), rounds=48, games=4)
        found.append(rate(pairs, 2, scores, played, seed, draws=100)[1][1])
    rating, low, high = np.array(found).T
    assert 0.75 < np.mean(high - low) / 3.92 / rating.std() < 1.35
    assert np.mean((low <= 120) & (120 <= high)) >= 0.88


def test_encounters_that_differ_widen_the_interval():
    rng = np.random.default_rng(3)
    pairs, even, played = simulate([0, 0], rng, rounds=30, games=20)
    lopsided = np.where(np.arange(30) % 2 == 0, 20.0, 0.0)[None, :]
    widths = [np.diff(rate(pairs, 2, scores, played, 1)[0][0][1:])[0] for scores in (even, lopsided)]
    assert widths[1] > 2.5 * widths[0]


def test_who_won_every_game_has_a_finite_rating_and_an_interval():
    scores, played = np.zeros((1, 48)), np.full((1, 48), 8.0)
    (pair,), (zero, best) = rate([(0, 1)], 2, scores, played, 1)
    assert pair[0] == 0.0 and pair[1] == 0.0 and 0.003 < pair[2] < 0.02
    assert zero == (0.0, 0.0, 0.0) and 900 < best[0] < 1400 and best[1] < best[0] - 100 and best[0] + 100 < best[2] < 5000


def test_the_reference_is_at_zero_and_scores_of_one_half_are_level():
    pairs, played = pairings(3), np.full((3, 10), 4.0)
    _, ratings = rate(pairs, 3, played / 2, played, 1, reference=2)
    assert ratings[2] == (0.0, 0.0, 0.0) and all(abs(r) < 1 and low < 0 < high for r, low, high in ratings[:2])


def test_strengths_are_the_most_likely_ones():
    """Two agents, three wins to one: the odds are the wins."""
    found = strengths(np.array([[0.0, 3.0], [1.0, 0.0]]))
    assert found[0] - found[1] == pytest.approx(np.log(3), abs=1e-3)
