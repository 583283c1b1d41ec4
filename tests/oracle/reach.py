"""Walks by Bellman-Ford (G12.1): the cheapest cost to every place, and the fewest hazards met on the cheapest ways. Places are top left squares."""

from .scene import box

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def prices(scene, i, hard_cost):
    """{place: movement points of a step there} for every place that combatant i could cross, half speed included."""
    size = scene.sizes[i]
    foes = set().union(*(scene.bodies[j] for j in scene.standing if scene.sides[j] != scene.sides[i]))
    out = {}
    for place in scene.board:
        body = box(*place, size)
        if scene.fits(body) and not body & (scene.pits | foes):
            out[place] = (hard_cost if body & (scene.rough | scene.low) else 1) * (2 if i in scene.slow else 1)
    return out


def walks(scene, i, points, hard_cost):
    """{place: (cost, fewest hazards)} of all places that combatant i can cross for so many movement points; its own costs nothing."""
    size, price = scene.sizes[i], prices(scene, i, hard_cost)
    best = {scene.at[i]: (0, 0)}
    changed = True
    while changed:
        changed = False
        for place in list(best):
            for step in STEPS:
                to = (place[0] + step[0], place[1] + step[1])
                if to not in price or scene.sweeps(place, step, size):
                    continue
                cost = best[place][0] + price[to], best[place][1] + meets_hazard(scene, box(*to, size))
                if cost[0] <= points and cost < best.get(to, (points + 1, 0)):
                    best[to] = cost
                    changed = True
    return best


def meets_hazard(scene, body):
    """Whether a footprint meets any hazard."""
    return any(body & squares for squares in scene.hazards)


def ends(scene, i, best):
    """Places where a walk may end: free of everybody else, and not where it began."""
    return {place for place, (cost, _) in best.items() if cost and not box(*place, scene.sizes[i]) & scene.others(i)}
