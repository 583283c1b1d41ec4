"""Forced movement by its definitions (G12.3-G12.5, T8.24): to which squares the next step may go. Places are top left squares."""

from .geometry import BLOCKED
from .live_sight import look_at
from .scene import box, gap


def can_step(scene, i, to, step, but=()):
    """Whether the body of combatant i can be moved one step: board, walls, doors, wall corners, everybody else (G12.4)."""
    body = box(*to, scene.sizes[i])
    return scene.fits(body) and not body & scene.others(i, *but) and not scene.sweeps(scene.at[i], step, scene.sizes[i])


def pushed(scene, kind, origin, i):
    """Squares to which combatant i can be pushed, pulled, swept or shoved; origin: the squares of the mover at the start."""
    if scene.down(scene.bodies[i]):
        return set()
    was, out = gap(origin, scene.bodies[i]), set()
    for to, step in scene.steps(i):
        now = gap(origin, box(*to, scene.sizes[i]))
        right = now < was if kind == "pull" else now == was if kind == "sweep" else now > was
        if right and can_step(scene, i, to, step):
            out.add(to)
    return out


def moves_itself(scene, mover, to):
    """Whether one that moves of its own will may be at a place: not while grabbed or down a pit, and not into one (T8.24, G12.5)."""
    return mover not in scene.grabbed and not scene.down(scene.bodies[mover]) and not box(*to, scene.sizes[mover]) & scene.pits


def comes_after(scene, first, to, second, mover):
    """Places at which the second comes to stand in squares that the first leaves for its place `to`."""
    left, new = scene.bodies[first], box(*to, scene.sizes[first])
    if scene.down(scene.bodies[second]):
        return set()
    out = set()
    for place, step in scene.steps(second):
        body = box(*place, scene.sizes[second])
        if body & left and not body & new and can_step(scene, second, place, step, (first,)) and not (second == mover and body & scene.pits):
            out.add(place)
    return out


def dragged(scene, mover, i):
    """Squares to which the mover of a drag can step, combatant i coming after it (G12.3)."""
    return {to for to, step in scene.steps(mover)
            if moves_itself(scene, mover, to) and can_step(scene, mover, to, step) and comes_after(scene, mover, to, i, mover)}


def shoved_along(scene, mover, i):
    """Squares to which a grappler can shove combatant i, coming after it (T8.24)."""
    free = mover not in scene.grabbed and not scene.down(scene.bodies[mover])
    return {to for to in pushed(scene, "push", scene.bodies[mover], i) if free and comes_after(scene, i, to, mover, mover)}


def teleported(scene, causer, i, within):
    """Squares to which combatant i can be teleported (G12.3): free, near enough, any of them in the causer's sight; one's own way not into a pit."""
    out = set()
    for place in scene.board - {scene.at[i]}:
        body = box(*place, scene.sizes[i])
        if not scene.fits(body) or body & scene.others(i) or gap(body, scene.bodies[i]) > within or causer == i and body & scene.pits:
            continue
        if any(look_at(scene, causer, q) != BLOCKED for q in body):
            out.add(place)
    return out
