"""Chapters 10 and 12: what can be done in one direction only can be done, whichever of the eight it is (G12.3, T3.8)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .moved import forced, squares

DIRECTIONS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]
OTHERS = "bcdefgh"


def crowd(centre, letter, away, extra=()):
    """Rows of a 5 x 5 board: `letter` at `centre`, everybody else around it but on the square that lies `away`; extra: {square: letter}."""
    rows = [["."] * 5 for _ in range(5)]
    rows[centre[1]][centre[0]] = letter
    for square, who in dict(extra).items():
        rows[square[1]][square[0]] = who
    others = iter(OTHERS)
    for x, y in DIRECTIONS:
        square = centre[0] + x, centre[1] + y
        if (x, y) != away and rows[square[1]][square[0]] == ".":
            rows[square[1]][square[0]] = next(others)
    return "\n".join("".join(row) for row in rows)


def name(x, y):
    return "abcde"[x] + str(y + 1)


@pytest.mark.parametrize("away", DIRECTIONS)
def test_G12_3_a_push_in_the_only_direction_that_is_free(away):
    """A stands on the other side of x, and bystanders on all other squares around it."""
    board = crowd((2, 2), "x", away, {(2 - away[0], 2 - away[1]): "A"})
    f = fight(board, deeds=forced("push", 1)).attempt("deed", "x")
    assert f.asks() == "force" and squares(f) == {name(2 + away[0], 2 + away[1])}


@pytest.mark.parametrize("away", DIRECTIONS)
def test_G12_3_the_mover_of_a_shove_follows_in_each_direction(away):
    board = crowd((2, 2), "x", away, {(2 - away[0], 2 - away[1]): "A"})
    f = fight(board, deeds=forced("shove", 1)).attempt("deed", "x")
    f.play(f"at {name(2 + away[0], 2 + away[1])}")
    assert f.asks() == "follow" and squares(f) == {name(2, 2)}


@pytest.mark.parametrize("away", DIRECTIONS)
def test_T3_8_a_jump_in_the_only_direction_that_is_free(away):
    board = crowd((2, 2), "A", away)
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2 }'
    f = fight(board, clock=clock)
    assert f.can("jump")
    f.play("jump")
    assert name(2 + away[0], 2 + away[1]) in squares(f)
    assert all(f.reason(f"at {name(2 + x, 2 + y)}") != k.OK for x, y in DIRECTIONS if (x, y) != away)
