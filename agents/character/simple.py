"""What the mindless do: go for one foe by the shortest way and strike it with the first blow they have, all points in it. No tricks."""

from functools import cached_property

import numpy as np

from envs.core import codes as k
from envs.core.grid import FAR
from envs.core.movement import OF_TURN

from ..kernels import weights as w
from .folk import dearness

BLOW, OTHER_BLOW, STEP, RISE = 10.0, 5.0, 8.0, 12.0  # points of what is done first
TRIFLE = -30.0  # of what is never thought of
FURTHER = 0.01  # of a square further on, where two are as near to the foe


class Simple:
    """The mindless view of a question: `values(own)` gives points by choice; own(): the agent's own view, for what no rule is here for."""

    def __init__(self, leaning, mask):
        self.leaning, self.scene, self.mask = leaning, leaning.scene, mask
        self.quarry = self._quarry()

    def _quarry(self):
        """The foe that it is after: the dearest, the nearest of these, standing before lying."""
        scene = self.scene
        if not len(scene.foes):
            return None
        dear = dearness(self.leaning.persona.prefers, scene, self.leaning.folk)
        return min(scene.foes.tolist(), key=lambda j: (bool(self.leaning.spared[j]), not scene.standing[j], -round(float(dear[j]), 6), int(scene.away[j]), j))

    def values(self, own):
        """float64 (A,), -inf for what is illegal."""
        ask, frame, size = int(self.scene.s["ask"]), self.scene.frame, len(self.mask)
        kind = int(frame["kind"])
        out = None
        if self.quarry is not None and self.reach >= 0:
            if ask == k.ASK_ACTION:
                out = self._menu(size)
            elif ask == k.ASK_POINTS and (kind == k.F_DEED or int(frame["a"]) == k.MOVE):
                out = self._amounts(size, kind)
            elif ask == k.ASK_WALK and int(frame["a"]) == OF_TURN and self.knows_a_way:
                out = np.full(size, TRIFLE)
                self.leaning.spread(out, -np.minimum(self.steps, FAR) - FURTHER * np.minimum(self.scene.costs, FAR))
            elif ask == k.ASK_DEED:
                out = self._deeds(size)
            elif ask == k.ASK_TARGET and kind == k.F_DEED:
                out = np.full(size, TRIFLE)
                out[k.A_COMBATANT:k.A_COMBATANT + self.scene.n] = np.where(self.scene.is_foe, -self.scene.away.astype(float), TRIFLE)
                out[k.A_COMBATANT + self.quarry] = BLOW
        elif ask == k.ASK_ACTION and self.quarry is not None and int(self.scene.own["deeds_taken"]) > 0:
            out = np.full(size, TRIFLE)  # its blow is struck
            out[k.A_MENU + k.END_TURN] = 0.0
        if ask == k.ASK_SPARK:
            out = np.zeros(size)
            out[k.A_OPTION + k.SPARK_DAMAGE] = BLOW
        return own() if out is None else np.where(self.mask, out, -np.inf)

    @cached_property
    def rows(self):
        """Ways of the first attack that it has."""
        ways = self.scene.ways
        ways = ways[(ways[:, w.W_MENU] == k.DEED) & (ways[:, w.W_ATTACK] > 0)]
        return ways[ways[:, w.W_SLOT] == ways[:, w.W_SLOT].min()] if len(ways) else ways

    @cached_property
    def reach(self):
        """Squares that it goes; -1 when it can strike no more."""
        return min(self.scene.strike_reach, self.scene.reach_of(self.rows))

    @cached_property
    def steps(self):
        """(squares,): movement points to where its quarry is in reach."""
        return self.scene.steps_to_strike(self.quarry, self.reach)

    @property
    def knows_a_way(self):
        """Whether it can get to its quarry."""
        return int(self.steps[self.scene.here]) < FAR

    def _menu(self, size):
        """To its quarry, or to somebody on the way when it can go no further; None where there is no way."""
        scene = self.scene
        in_reach = scene.strikable[scene.here] & (scene.away <= self.reach)
        if not in_reach.any() and not self.knows_a_way:
            return None  # shut in: what opens a way is the agent's to find
        out = np.full(size, TRIFLE)
        out[k.A_MENU + k.END_TURN] = 0.0
        out[k.A_MENU + k.STAND] = RISE
        if in_reach[self.quarry]:
            out[k.A_MENU + k.DEED] = BLOW
            return out
        if in_reach.any():
            out[k.A_MENU + k.DEED] = OTHER_BLOW
        nearer = scene.costs[self.steps < self.steps[scene.here]]
        if len(nearer):
            if nearer.min() <= int(scene.own["move_points"]):
                out[k.A_MENU + k.WALK] = STEP
            if nearer.min() <= scene.points_for(int(scene.own["points"]) - 1):
                out[k.A_MENU + k.MOVE] = STEP - 1.0
        return out

    def _amounts(self, size, kind):
        """All points into the blow; into a move as few as bring it there, all where none does."""
        out, amounts = np.full(size, TRIFLE), np.arange(k.AMOUNT_SIZE)
        if kind != k.F_DEED:
            there = self.scene.costs[self.steps == 0]
            need = int(there.min()) if len(there) else FAR
            enough = [n for n in range(int(self.scene.own["points"]) - 1) if self.scene.points_for(n) >= need]
            amounts = -amounts if enough else amounts
            if enough:
                amounts = -np.abs(amounts + enough[0])
        out[k.A_AMOUNT:k.A_AMOUNT + k.AMOUNT_SIZE] = amounts
        return out

    def _deeds(self, size):
        """The first attack in the order of the file; one that reaches nobody comes last."""
        out = np.full(size, TRIFLE)
        out[k.A_DEED:k.A_DEED + k.DEED_SLOTS] = TRIFLE - np.arange(k.DEED_SLOTS)
        if len(self.rows):
            out[k.A_DEED + int(self.rows[0, w.W_SLOT])] = BLOW
        return out
