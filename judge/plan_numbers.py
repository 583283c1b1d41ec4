"""The numbers of a plan that was played many times: what its targets lose, who drops, where its areas lie, what may become of the monster."""

import numpy as np

from envs.core import codes as k
from envs.notation import square_text

from .plan_model import Area, Risk, Target


def fallen(bodies):
    """Whether combatants are at 0 vigor or below, or out of the fight by blows; bodies: combatant rows of any shape."""
    status, vigor = np.asarray(bodies["status"]), np.asarray(bodies["vigor"])
    return (status == k.DEFEATED) | (status == k.DEAD) | ((status == k.STANDING) & (vigor <= 0))


def loss(ends, start, i):
    """(mean vigor that combatant i has lost in the positions `ends`, chance that it has dropped, 0 for one that had before `start`)."""
    before, after = start[0].combatants[i], ends.view(np.ndarray)["combatants"][:, i]
    drops = 0.0 if fallen(before) else float(fallen(after).mean())
    return float(int(before["vigor"]) - after["vigor"].mean()), drops


def targets_of(scenario, who, found, start):
    """[Target] of everybody whom a plan's rolls are against, in their order."""
    roster, keys = scenario.tables[0].roster, [roll.target for step in found.steps for roll in step.rolls]
    out = []
    for key in dict.fromkeys(key for key in keys if key and key != scenario.keys[who]):
        i = scenario.keys.index(key)
        loses, drops = loss(found.ends, start, i)
        out.append(Target(key=key, name=scenario.names[i], foe=bool(roster[i]["side"] != roster[who]["side"]), loses=loses, drops=drops))
    return out


def areas_of(scenario, found):
    """[Area] that a plan lays, as squares of the map."""
    t, out = scenario.tables[0], []
    for step in found.steps:
        if step.area is not None:
            squares = [square_text(n % int(t.width), n // int(t.width)) for n in _squares(t, step)]
            out.append(Area(deed=scenario.deed_keys[step.deed[1]], squares=squares))
    return out


def _squares(t, step):
    """Board squares of the area that a step laid, walls left out."""
    place, path = step.area
    if path:
        return path
    row, width, height = t.deeds[step.deed[1]], int(t.width), int(t.height)
    if place != k.NONE:
        back, size = (int(row["area_size"]) - 1) // 2, int(row["area_size"])
        left, top, wide = place % width - back, place // width - back, size
    else:
        from envs.core.instruments import deed_range
        user, state = step.deed[0], step.before[0]
        around = row["area"] in (k.MELEE_BURST, k.SPELL_BURST)
        reach = int(deed_range(t, state, user, step.deed[1], step.deed[3])) if around else int(row["area_size"])
        c, bulk = state.combatants[user], int(t.roster[user]["bulk"])
        left, top, wide = int(c["x"]) - reach, int(c["y"]) - reach, bulk + 2 * reach
    inside = [(x, y) for y in range(max(0, top), min(height, top + wide)) for x in range(max(0, left), min(width, left + wide))]
    return [y * width + x for x, y in inside if not int(t.terrain[y * width + x]) & k.WALL]


def risk_of(found, who):
    """The Risk of a plan, from the ends of its turn to the positions in which the next one would begin."""
    after = found.later.view(np.ndarray)["combatants"][:, who]
    before = found.ends.view(np.ndarray)["combatants"][:len(after), who]
    return Risk(loses=float((before["vigor"] - after["vigor"]).mean()), drops=float((fallen(after) & ~fallen(before)).mean()), samples=len(after))
