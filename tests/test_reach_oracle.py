"""Walks on random boards against Bellman-Ford (G12.1): what every place costs, where a walk may end, how many hazards the way meets."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core import frames, grid, movement
from oracle import reach
from random_scenes import amount, boards, shuffle
from rules.drawn import STRIKE


def positions(seed, rules="", plain=False, few=(4, 6), many=(10, 30)):
    """(rng, fight, scene, walker) of random positions."""
    for rng, f in boards(amount(few[0], many[0]), seed, {"strike": STRIKE}, rules=rules, plain=plain):
        for _ in range(amount(few[1], many[1])):
            scene = shuffle(f, rng)
            yield rng, f, scene, rng.choice(sorted(scene.standing))


def costs(f, scene, i, points):
    """{place: cost} of what the engine reaches with so many movement points, and the plane that it wrote."""
    plane = np.full(len(scene.board), -1, np.int16)
    slow = movement.speed_divisor(f.tables, f.state, i)
    grid.reach(f.tables, f.state, i, points // slow, plane)
    return {(n % scene.width, n // scene.width): int(cost) * slow for n, cost in enumerate(plane) if cost != grid.FAR}, plane


@pytest.mark.parametrize("rules, plain", [("", False), ("", True), ("hard_cost = 4", False), ("hard_cost = 1", False), ("hard_cost = 3", True)])
def test_G12_1_every_place_costs_what_bellman_ford_says(rules, plain):
    """Hard ground, half speed, doors, wall corners, pits, foes, fellows, the defeated; sizes 1 to 3."""
    hard_cost = int(rules[-1:] or 2)
    for rng, f, scene, i in positions(f"walks {rules} {plain}", rules, plain):
        points = rng.choice((1, 2, 3, 5, 8))
        found, plane = costs(f, scene, i, points)
        best = reach.walks(scene, i, points, hard_cost)
        assert found == {place: cost for place, (cost, _) in best.items()}, (f.scenario.signature, scene.at, i, points)
        stops = {(n % scene.width, n // scene.width) for n in range(len(plane)) if grid.can_stop(f.tables, f.state, i, n, plane)}
        assert stops == reach.ends(scene, i, best), (f.scenario.signature, scene.at, i, points)
        slow = movement.speed_divisor(f.tables, f.state, i)
        assert grid.can_step_anywhere(f.tables, f.state, i, points // slow) == bool(stops), (f.scenario.signature, scene.at, i, points)


def test_G12_1_the_fewest_hazards_on_the_cheapest_ways():
    """What `fill_pain` counts is the least that any cheapest way meets."""
    met = 0
    for rng, f, scene, i in positions("pain", few=(3, 4)):
        points = rng.choice((3, 5, 8))
        found, plane = costs(f, scene, i, points)
        pain = np.full(len(plane), -1, np.int16)
        movement.fill_pain(f.tables, f.state, i, int(plane[plane != grid.FAR].max()), plane, pain)
        best = reach.walks(scene, i, points, 2)
        counted = {place: int(pain[place[1] * scene.width + place[0]]) for place in found}
        assert counted == {place: hazards for place, (_, hazards) in best.items()}, (f.scenario.signature, scene.at, i, points)
        assert all(pain[n] == grid.FAR for n in range(len(plane)) if plane[n] == grid.FAR)
        met += sum(counted.values())
    assert met > 5


def test_G12_1_a_walk_meets_no_more_hazards_than_it_must():
    """Walks played out: nothing is met where a way without hazards is as cheap, and something wherever none is; the points are paid."""
    for rng, f, scene, i in positions("walk", few=(3, 4)):
        best = reach.walks(scene, i, 8, 2)
        places = sorted(reach.ends(scene, i, best))
        if not places:
            continue
        end, before = rng.choice(places), f.record().copy()
        c = f.state.combatants[i]
        c.move_points, c.vigor = 8, 40
        frames.push(f.state, k.F_WALK, i)
        f._drain()
        f.events()
        movement.answer_walk(f.tables, f.state, end[1] * scene.width + end[0])
        hazards = [e for e in f.seen(k.E_HAZARD) if e[0] == i]
        cost, least = best[end]
        assert (int(c.x), int(c.y)) == end and c.move_points == 8 - cost, (f.scenario.signature, scene.at, i, end)
        assert len(hazards) >= least and (least > 0) == bool(hazards), (f.scenario.signature, scene.at, i, end)
        assert len(hazards) <= least * max(1, len(scene.hazards))
        f.record()[:] = before
