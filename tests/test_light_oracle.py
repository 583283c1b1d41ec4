"""Lit squares on random boards, against exact fractions (G10.8, T10.7), and who is elusive by them (T8.23, G8.23a)."""

from envs.core import surroundings
from oracle import light
from random_scenes import amount, boards, shuffle
from rules.drawn import STRIKE


def test_G10_8_the_lit_squares_are_those_that_exact_fractions_say():
    """The map's own light, darkness and light of effects, lamps, torches in hand; walls, closed doors and high objects stop light."""
    dark = lights = 0
    for rng, f in boards(amount(6, 15), "light", {"strike": STRIKE}):
        for _ in range(amount(6, 25)):
            scene = shuffle(f, rng)
            expected = light.lit(scene)
            found = {(x, y) for x, y in scene.board if f.state.lit[y] >> x & 1}
            assert found == expected, (f.scenario.signature, scene.at, sorted(found ^ expected))
            dark += len(scene.board - expected)
            lights += len(scene.lights)
            for i, body in scene.bodies.items():
                assert surroundings.is_elusive(f.tables, f.state, i) == (not body & expected)
    assert dark > 100 and lights > 10


def test_G10_8_what_lies_beyond_the_board_is_never_lit():
    for rng, f in boards(amount(2, 10), "edge", {"strike": STRIKE}):
        shuffle(f, rng)
        for y in range(len(f.state.lit)):
            beyond = int(f.state.lit[y]) >> int(f.tables.width)
            assert beyond == 0, "the row's bits past the width"
