"""Sight past what stands and lies there now, by exact fractions (T10.1-T10.3, G10.5, G10.6, T8.13, G8.28)."""

from .geometry import BLOCKED, CLEAR, COVER, sight
from .scene import gap


def between(scene, a, b, apart=()):
    """Sight between two squares. apart: combatants whose own bodies are in nobody's way."""
    large = set().union(*(scene.bodies[i] for i in scene.standing if scene.sizes[i] > 1 and i not in apart))
    seen = sight(scene.walls | scene.shut | scene.dense | large, scene.low | scene.thin, a, b)
    return COVER if seen == CLEAR and a != b and {a, b} & scene.dense else seen


def look(scene, i, j):
    """Best sight from any square of combatant i to any of combatant j."""
    mine, theirs = scene.bodies[i], scene.bodies[j]
    if i in scene.blind and gap(mine, theirs) > 1:
        return BLOCKED
    return min(between(scene, a, b, (i, j)) for a in mine for b in theirs)


def look_at(scene, i, square):
    """Best sight from any square of combatant i to a square; who stands there is not in the way of being seen."""
    mine = scene.bodies[i]
    if i in scene.blind and gap(mine, {square}) > 1:
        return BLOCKED
    there = [j for j, body in scene.bodies.items() if square in body]
    return CLEAR if square in mine else min(between(scene, a, square, (i, *there)) for a in mine)
