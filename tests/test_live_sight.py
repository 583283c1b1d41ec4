"""Sight past doors, objects, clouds and large creatures on random boards, against exact fractions (T10.1-T10.3, G10.5d, G10.6, T8.13, G8.28)."""

import pytest

from envs.core import codes as k
from envs.core import sight
from oracle import live_sight
from oracle.geometry import BLOCKED, CLEAR, COVER
from random_scenes import amount, boards, shuffle
from rules.drawn import STRIKE

DEEDS = {"strike": STRIKE}
POSITIONS = amount(4, 25)


@pytest.mark.parametrize("plain", [False, True])
def test_every_pair_of_combatants_sees_what_exact_fractions_say(plain):
    """G10.6: the best of all pairs of squares; large creatures between others; the blinded see what is adjacent; both at once."""
    answers = []
    for rng, f in boards(amount(5, 12), "pairs", DEEDS, plain=plain):
        for _ in range(POSITIONS):
            scene = shuffle(f, rng)
            for i in scene.bodies:
                for j in scene.bodies:
                    if i != j:
                        answers.append(live_sight.look(scene, i, j))
                        assert sight.look(f.tables, f.state, i, j) == answers[-1], (f.scenario.signature, i, j, scene.at)
    assert {CLEAR, COVER, BLOCKED} == set(answers)


def test_every_square_is_seen_as_exact_fractions_say():
    """T11.1: a square of the board from a combatant, past everybody but itself and whoever stands there."""
    for rng, f in boards(amount(3, 10), "squares", DEEDS):
        for _ in range(POSITIONS):
            scene = shuffle(f, rng)
            i = rng.choice(sorted(scene.bodies))
            for x, y in scene.board:
                assert sight.look_at(f.tables, f.state, i, x, y) == live_sight.look_at(scene, i, (x, y)), (f.scenario.signature, i, x, y, scene.at)


def test_between_two_squares_for_nobody():
    """The line of a throw (G3.13a): everybody large is in its way, and both directions agree."""
    for rng, f in boards(amount(3, 10), "lines", DEEDS):
        for _ in range(POSITIONS):
            scene = shuffle(f, rng)
            squares = sorted(scene.board)
            for _ in range(40):
                a, b = rng.choice(squares), rng.choice(squares)
                seen = live_sight.between(scene, a, b)
                assert sight.look_between(f.tables, f.state, *a, *b, k.NONE, k.NONE) == seen, (f.scenario.signature, a, b, scene.at)
                assert sight.look_between(f.tables, f.state, *b, *a, k.NONE, k.NONE) == seen


def test_a_line_is_traced_live_whenever_something_that_may_change_lies_in_its_way():
    """`live_between` may only say no where the answer without doors, clouds and creatures is the answer."""
    quick = 0
    for rng, f in boards(amount(3, 8), "quick", DEEDS):
        for _ in range(POSITIONS):
            scene = shuffle(f, rng)
            squares = sorted(scene.board)
            for _ in range(40):
                a, b = rng.choice(squares), rng.choice(squares)
                if a != b and not sight.live_between(f.tables, f.state, *a, *b, k.NONE, k.NONE):
                    quick += 1
                    assert sight.look_square(f.tables, *a, *b) == live_sight.between(scene, a, b)
    assert quick > 50, "the shortcut is hardly ever taken"
