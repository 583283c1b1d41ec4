"""Win chances: what the fitted outlook (`agents.outlook`) says of positions between turns, and which facts make it say so."""

import numpy as np

from agents.kernels.weights import GREEDY
from agents.outlook import read_outlook
from agents.tree import facts as fa
from agents.tree.outlook import lean
from agents.tree.sample import fill_facts
from envs.core import codes as k
from envs.core.score import result

FATES = (fa.STANDS, fa.DEFEATED, fa.GONE, fa.OUT, fa.DYING)  # of somebody: on its feet or not
VIGOR = (fa.VIGOR, fa.LOG_VIGOR, fa.VIGOR_SHARE)
MEANS = (fa.NEAR, fa.FAR, fa.HELPS, fa.GUARD, fa.TO_ACT, fa.POINTS, fa.DEED_LEFT)  # what it can still do
PLACE = (fa.NEAREST, fa.RING, fa.DANGER, fa.PENDING)
REACH = (fa.STRIKE,)
GOALS = (fa.GOAL_NEAR, fa.AT_GOAL, fa.ABOUT)


class Facts:
    """Facts of n positions of one scenario: rows float64 (n, MAX_COMBATANTS, ROW), field (n, FIELD), over bool (n,) and the results of those that are."""

    def __init__(self, tables, states):
        n, self.tables = len(states), tables
        self.over = states.view(np.ndarray)["ask"] == k.OVER
        self.rows, self.field = np.zeros((n, k.MAX_COMBATANTS, fa.ROW)), np.zeros((n, fa.FIELD))
        live = np.flatnonzero(~self.over)
        rows, field = np.zeros((len(live), *self.rows.shape[1:])), np.zeros((len(live), fa.FIELD))
        fill_facts(tables, states, live, GREEDY, rows, field)
        self.rows[live], self.field[live] = rows, field
        self.results = np.zeros(n)
        for n in np.flatnonzero(self.over):
            self.results[n] = result(tables[0], states[n], k.COMPANIONS)

    def chances(self, side):
        """Win chance of a side in each position, float64 (n,): half of what lies between a lost and a won result."""
        worth = np.array([self.results[n] if self.over[n] else np.tanh(0.5 * self._lean(self.rows[n], self.field[n])) for n in range(len(self.over))])
        return 0.5 + 0.5 * (worth if side == k.COMPANIONS else -worth)

    def _lean(self, rows, field):
        return lean(self.tables[0], read_outlook(), rows, field)

    def shares(self, other, side):
        """{cause: log odds} by which the mean facts here lean more to a side than those of `other`: what each group of facts adds when it alone is
        exchanged. Causes are (group, slot of the combatant), and ("field", NONE)."""
        sign = 1.0 if side == k.COMPANIONS else -1.0
        rows, field, rows_other, field_other = (part.mean(axis=0) for part in (self.rows, self.field, other.rows, other.field))
        whole, found = self._lean(rows, field), {}
        for i in range(int(self.tables[0].n_combatants)):
            for group, columns in GROUPS.items():
                if np.array_equal(rows[i, columns], rows_other[i, columns]):
                    continue
                mixed = rows.copy()
                mixed[i, columns] = rows_other[i, columns]
                found[group, i] = sign * (whole - self._lean(mixed, field))
        if not np.array_equal(field, field_other):
            found["field", k.NONE] = sign * (whole - self._lean(rows, field_other))
        return found


GROUPS = {name: list(columns) for name, columns in (("fate", FATES), ("vigor", VIGOR), ("means", MEANS), ("place", PLACE), ("reach", REACH),
                                                    ("goal", GOALS), ("states", (fa.BURDEN,)))}


def win_chances(tables, states, side):
    """Win chance of a side in each of the positions `states`, a record array (n,); float64 (n,)."""
    return Facts(tables, states).chances(side)
