"""Lit squares by exact fractions (G10.8): the map's own light less darkness that somebody made, then every source as far as it shines."""

from .geometry import BLOCKED, sight
from .scene import gap


def lit(scene):
    """The set of lit squares."""
    out = scene.board - scene.dark - scene.made_dark | scene.made_light
    for source, radius in scene.lights:
        out |= {square for square in scene.board if radius and gap(source, {square}) <= radius and shines(scene, source, square)}
    return out


def shines(scene, source, square):
    """Whether light goes from any square of its source to another: nothing but walls and what is shut stops it."""
    return any(sight(scene.barred, set(), a, square) != BLOCKED for a in source)
