"""Sight past what stands and lies there now, by exact fractions (T10.1-T10.3, G10.5, G10.6, T8.13, G8.28)."""

from .geometry import BLOCKED, CLEAR, COVER, sight
from .scene import gap


def between(scene, a, b, apart=()):
    """Sight between two squares. apart: combatants whose own bodies are in nobody's way."""
    large = set().union(*(scene.bodies[i] for i in scene.standing if scene.sizes[i] > 1 and i not in apart))
    seen = sight(scene.walls | scene.shut | scene.dense | large, scene.low | scene.thin, a, b)
    return COVER if seen == CLEAR and a != b and {a, b} & scene.dense else seen


def best(scene, i, mine, theirs, apart):
    """Best sight between squares of two sets; the blinded see from a square to those next to it and no further (T8.13)."""
    pairs = [(a, b) for a in mine for b in theirs if i not in scene.blind or gap({a}, {b}) <= 1]
    return min((between(scene, a, b, apart) for a, b in pairs), default=BLOCKED)


def look(scene, i, j):
    """Best sight from any square of combatant i to any of combatant j."""
    return best(scene, i, scene.bodies[i], scene.bodies[j], (i, j))


def look_at(scene, i, square):
    """Best sight from any square of combatant i to a square; who stands there is not in the way of being seen."""
    there = [j for j, body in scene.bodies.items() if square in body]
    return CLEAR if i in there else best(scene, i, scene.bodies[i], {square}, (i, *there))
