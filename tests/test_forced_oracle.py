"""Forced steps on random boards against their definitions (G12.3-G12.5, T8.24), for creatures of sizes 1 to 3."""

import pytest

from envs.core import codes as k
from envs.core import dragging, forcing, frames, leaping
from oracle import forced
from oracle.scene import Scene, box, gap
from random_scenes import amount, boards, shuffle
from rules.drawn import STRIKE

KINDS = ("push", "pull", "sweep", "shove", "drag")


def positions(seed, few=(3, 6), many=(10, 20), near=False):
    """(rng, fight, scene, mover, target) of random positions; near: only pairs of neighbours."""
    for rng, f in boards(amount(few[0], many[0]), seed, {"strike": STRIKE}):
        for _ in range(amount(few[1], many[1])):
            scene = shuffle(f, rng)
            pairs = [(i, j) for i in scene.standing for j in scene.bodies if i != j and (not near or gap(scene.bodies[i], scene.bodies[j]) == 1)]
            for mover, target in rng.sample(pairs, min(2, len(pairs))):
                yield rng, f, scene, mover, target


def steps_found(f, scene, mover, target, kind, squares=3, points=0):
    """Places that the engine lets the next step go to, also tried beyond the board; the frame is taken off again."""
    t, s = f.tables, f.state
    forcing.start_force(t, s, mover, target, kind, squares)
    s.combatants[mover].move_points = points
    tried = [(x, y) for x in range(-1, scene.width + 1) for y in range(-1, scene.height + 1)]
    found = {(x, y) for x, y in tried if forcing.can_force(t, s, x, y) == k.OK}
    assert forcing.can_force_anywhere(t, s) == bool(found)
    frames.pop(s)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_G12_3_G12_4_the_next_forced_step_is_what_the_definition_says(kind):
    made = 0
    for rng, f, scene, mover, target in positions(kind, near=kind == "drag"):
        held = rng.random() < 0.2
        f.state.combatants[mover].grabbed_by = 1 << target if held else 0
        scene = Scene(f.tables, f.state, k)
        found = steps_found(f, scene, mover, target, k.FORCES.index(kind))
        expected = forced.dragged(scene, mover, target) if kind == "drag" else forced.pushed(scene, kind, scene.bodies[mover], target)
        assert found == expected, (f.scenario.signature, scene.at, mover, target)
        made += len(found)
        f.state.combatants[mover].grabbed_by = 0
    assert made > 10


def test_G12_3_distances_count_from_where_the_mover_stood_at_the_start():
    """The origin of a push is kept when the mover itself is moved meanwhile."""
    for rng, f, scene, mover, target in positions("origin"):
        t, s, before = f.tables, f.state, f.record().copy()
        forcing.start_force(t, s, mover, target, k.PUSH, 3)
        size, was = scene.sizes[mover], scene.at[mover]
        origin = box(*was, size)
        places = [(x, y) for x, y in scene.board if scene.fits(box(x, y, size)) and not box(x, y, size) & scene.others(mover)]
        forcing.lift(t, s, mover)
        forcing.place(t, s, mover, *rng.choice(sorted(places)))
        moved = Scene(t, s, k)
        found = {(x, y) for x, y in moved.board if forcing.can_force(t, s, x, y) == k.OK}
        assert found == forced.pushed(moved, "push", origin, target), (f.scenario.signature, scene.at, moved.at, mover, target)
        f.record()[:] = before


@pytest.mark.parametrize("kind", ["drag", "shove along"])
def test_T8_24_a_grapplers_step_is_what_the_definition_says_and_costs_double(kind):
    made = 0
    for rng, f, scene, mover, target in positions(kind, near=True):
        f.state.combatants[target].grabbed_by = 1 << mover
        points = rng.randint(0, 5)
        found = steps_found(f, scene, mover, target, dragging.PAID + (k.DRAG_ALONG if kind == "drag" else k.PUSH), 9, points)
        expected = set()
        for to in forced.dragged(scene, mover, target) if kind == "drag" else forced.shoved_along(scene, mover, target):
            places = {to} if kind == "drag" else forced.comes_after(scene, target, to, mover, mover)
            costs = {4 if box(*place, scene.sizes[mover]) & (scene.rough | scene.low) else 2 for place in places}
            if len(costs) > 1:
                found.discard(to)  # which way the grappler comes after decides, and is the engine's own
            elif max(costs) <= points:
                expected.add(to)
        assert found == expected, (f.scenario.signature, scene.at, mover, target, points)
        made += len(found)
        f.state.combatants[target].grabbed_by = 0
    assert made > 5


def test_G12_3_teleports_of_oneself_and_of_others_go_where_the_definition_says():
    made = 0
    for rng, f, scene, mover, target in positions("teleport", few=(3, 3)):
        moved, within = rng.choice((mover, target)), rng.randint(1, 4)
        found = {(x, y) for x, y in scene.board if leaping.can_teleport(f.tables, f.state, moved, mover, within, x, y) == k.OK}
        assert found == forced.teleported(scene, mover, moved, within), (f.scenario.signature, scene.at, mover, moved, within)
        assert leaping.can_teleport_anywhere(f.tables, f.state, moved, mover, within) == bool(found)
        made += len(found)
    assert made > 20
