"""A question seen by the one it is about: who stands where, what it could strike from which square, where it could walk."""

from functools import cached_property

import numpy as np

from envs.core import codes as k
from envs.core.forecast import shown_vigor
from envs.core.grid import FAR, reach
from envs.core.movement import mobility, speed_divisor
from envs.core.states import move_points_bonus

from ..kernels import role_table as r
from ..kernels import weights as w
from ..kernels.march import TO_EXITS, TO_FOES, march
from ..kernels.role_turn import deeds_open
from ..kernels.role_ways import list_ways

FARTHEST = 999  # movement points of any walk


def gaps(x, y, size, others, bulk):
    """Squares between footprints: top left squares (x, y) of one of `size`, arrays or numbers, to those of others (records with x, y)."""
    dx = np.maximum(others["x"] - (x + size - 1), x - (others["x"] + bulk - 1))
    dy = np.maximum(others["y"] - (y + size - 1), y - (others["y"] + bulk - 1))
    return np.maximum(0, np.maximum(dx, dy))


class Scene:
    """The position `s` (a record) of tables `t` as combatant i sees it. Arrays run by combatant slot unless they say squares."""

    def __init__(self, t, s, i):
        self.t, self.s, self.i = t, s, i
        self.n = n = int(t["n_combatants"])
        self.bodies = s["combatants"][:n]
        self.own = self.bodies[i]
        self.sides, self.bulk = t["roster"]["side"][:n].copy(), t["roster"]["bulk"][:n].astype(np.int64)
        self.vigor = self.bodies["vigor"].astype(np.int64)
        if int(t["hidden_numbers"]):
            self.vigor = np.array([int(shown_vigor(t, s, j)) for j in range(n)])  # what its side is told (G8.29)
        self.share = np.clip(self.vigor / np.maximum(1, self.bodies["max_vigor"]), 0.0, 1.0)
        status = self.bodies["status"]
        self.standing = status == k.STANDING
        self.fallen = (status <= k.DEFEATED) & (self.vigor <= 0)
        self.is_foe = (status <= k.DEFEATED) & (self.sides != self.sides[i])
        self.foes = np.flatnonzero(self.is_foe)
        self.width, self.height = int(t["width"]), int(t["height"])
        self.away = gaps(int(self.own["x"]), int(self.own["y"]), int(self.bulk[i]), self.bodies, self.bulk)

    @property
    def here(self):
        """The board square of its top left square."""
        return int(self.own["y"]) * self.width + int(self.own["x"])

    @property
    def frame(self):
        """The frame that asks."""
        return self.s["frames"][int(self.s["depth"]) - 1]

    def between(self):
        """(n, n): squares between any two."""
        return gaps(self.bodies["x"][:, None], self.bodies["y"][:, None], self.bulk[:, None], self.bodies, self.bulk)

    @cached_property
    def from_squares(self):
        """(squares, n): distance to each combatant from every square of the board."""
        squares = np.arange(self.width * self.height)[:, None]
        return gaps(squares % self.width, squares // self.width, int(self.bulk[self.i]), self.bodies, self.bulk)

    def sees(self, j):
        """(squares,) bool: whether the map lets it see combatant j from each square; doors, clouds and the large are left out."""
        area, size, c = self.width * self.height, int(self.bulk[j]), self.bodies[j]
        seen = np.zeros(area, bool)
        for y in range(int(c["y"]), int(c["y"]) + size):
            for x in range(int(c["x"]), int(c["x"]) + size):
                pairs = np.arange(area) * area + y * self.width + x
                seen |= (self.t["sight"][pairs >> 2] >> (2 * (pairs & 3)) & 3) != k.BLOCKED
        return seen

    # -- what it could do ------------------------------------------------------------------------------------------------
    @cached_property
    def ways(self):
        """(m, WAY): what it could begin against foes in this turn, deeds and maneuvers that are still open, and what is no deed; `role_ways.list_ways`."""
        rows = np.zeros((w.MAX_USES, r.ROLE_WAY))
        open_to = 3 if int(self.frame["kind"]) == k.F_DEED else int(deeds_open(self.t, self.s, self.i))
        rows = rows[:int(list_ways(self.t, self.s, self.i, open_to, rows))]
        harms = np.array([int(self.t["deeds"][int(row[w.W_DEED])]["harmful"]) != 0 for row in rows], bool)
        return rows[harms | (rows[:, w.W_ATTACK] > 0)] if len(rows) else rows

    def reach_of(self, rows):
        """Squares that the farthest of some ways goes, with what an area adds to it; -1 without any."""
        return int((rows[:, w.W_RANGE] + np.maximum(0.0, rows[:, w.W_SPREAD])).max()) if len(rows) else -1

    @cached_property
    def strike_reach(self):
        """Squares at which it can strike with a deed that is open; -1 when it cannot strike any more in this turn."""
        spent = int(self.own["points"]) < 1 and int(self.frame["kind"]) != k.F_DEED
        return -1 if spent else self.reach_of(self.ways[self.ways[:, w.W_MENU] == k.DEED])

    @cached_property
    def strikable(self):
        """(squares, n) bool: foes within its strike from each square."""
        if self.strike_reach < 0:
            return np.zeros((self.width * self.height, self.n), bool)
        found = (self.from_squares <= self.strike_reach) & self.is_foe
        for j in np.flatnonzero(found.any(axis=0)):
            found[:, j] &= self.sees(j)
        return found

    # -- where it could go -----------------------------------------------------------------------------------------------
    @cached_property
    def costs(self):
        """(squares,): movement points to each square where it could stand, its own for 0; FAR elsewhere."""
        cost = np.empty(self.width * self.height, np.int16)
        reach(self.t, self.s, self.i, FARTHEST, cost)
        cost = cost.astype(np.int64) * int(speed_divisor(self.t, self.s, self.i))
        taken = np.zeros(len(cost), bool)
        size = int(self.bulk[self.i])
        for j in np.flatnonzero(self.bodies["status"] <= k.DEFEATED):
            if j != self.i:
                c, bulk = self.bodies[j], int(self.bulk[j])
                for y in range(max(0, int(c["y"]) - size + 1), int(c["y"]) + bulk):
                    for x in range(max(0, int(c["x"]) - size + 1), int(c["x"]) + bulk):
                        taken[y * self.width + x] = True
        cost[taken] = FAR
        cost[self.here] = 0
        return cost

    def points_for(self, extra):
        """Movement points after the action *move* with so many extra points."""
        gain = int(self.t["roster"][self.i]["speed"]) + extra * int(mobility(self.t, self.i)) + int(move_points_bonus(self.t, self.s, self.i))
        return max(0, int(self.own["move_points"]) + gain)

    def steps_to_strike(self, j, far):
        """(squares,): movement points to the nearest square from which `far` squares reach combatant j; FAR where there is no way or it does not matter."""
        aims = np.zeros((self.n, w.AIM))
        aims[j, w.AIM_REACH] = far
        return self._march(aims, TO_FOES)

    @cached_property
    def steps_to_exit(self):
        """(squares,): movement points to the nearest exit; FAR without one."""
        return self._march(np.zeros((self.n, w.AIM)), TO_EXITS)

    def _march(self, aims, to):
        field = np.empty(self.width * self.height, np.int16)
        march(self.t, self.s, self.i, aims, to, field)
        return field.astype(np.int64)
