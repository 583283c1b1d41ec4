"""Wilson's interval against values worked out by hand from its formula, and its edges."""

import pytest

from training.evaluate import wilson


@pytest.mark.parametrize("wins, games, low, high", [(95, 100, 0.8882, 0.9785), (5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)])
def test_known_intervals(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-4)


def test_no_games_say_nothing():
    assert wilson(0, 0) == (0.0, 1.0)
