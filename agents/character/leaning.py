"""What a character minds about each choice of a question, in points: whom it is after, where it likes to stand, when it runs, whom it spares."""

from functools import cached_property

import numpy as np

from envs.core import codes as k
from envs.core.grid import FAR
from envs.core.movement import OF_TURN

from ..kernels import weights as w
from . import measures as m
from .folk import dearness

PLAIN_DOINGS = (k.END_TURN, k.MOVE, k.WALK, k.DEED, k.STAND, k.LEAVE)  # what the dull think of
WALKS = (k.MOVE, k.WALK)


class Leaning:
    """Of one combatant in a Scene. persona: its Persona; mercy: 0 to 2 (of its side's dial); folk: Folk.

    lean: points by combatant slot, what a foe is worth beside others. spared: bool by slot, foes that are not struck while there is another way.
    """

    def __init__(self, scene, persona, mercy, folk):
        self.scene, self.persona, self.mercy, self.folk = scene, persona, mercy, folk
        self.fleeing = persona.flees_at > 0 and 100 * int(scene.own["vigor"]) <= persona.flees_at * int(scene.own["max_vigor"])
        up = scene.is_foe & ~scene.fallen
        self.spared = scene.is_foe & scene.fallen if mercy and up.any() else np.zeros(scene.n, bool)
        self.lean = self._lean()

    def _lean(self):
        scene, style = self.scene, self.persona.style
        lean = m.PREFER[self.persona.cunning] * dearness(self.persona.prefers, scene, self.folk)
        if style == "cruel":
            lean = lean + m.CRUEL * (1.0 - scene.share) + m.FALLEN * scene.fallen
        if style == "protective" and self.ward is not None:
            lean = lean + m.AT_WARD * (scene.between()[self.ward] <= 2)
        if self.mercy > 1:
            lean = lean + m.EVEN * scene.share
        return np.where(scene.is_foe, lean, 0.0)

    @cached_property
    def ward(self):
        """Slot of the fellow that a protective one stands by: the one that its side must protect, else the nearest leader, else who has least vigor."""
        scene = self.scene
        fellows = [j for j in np.flatnonzero(scene.standing & (scene.sides == scene.sides[scene.i])) if j != scene.i]
        about = int(scene.t["objective_who"])
        if int(scene.t["objective"]) == k.PROTECT and about in fellows:
            return about
        leaders = [j for j in fellows if self.folk.leader[j]]
        if leaders:
            return min(leaders, key=lambda j: (int(scene.away[j]), j))
        return min(fellows, key=lambda j: (int(scene.vigor[j]), j), default=None)

    # -- places, arrays by board square ------------------------------------------------------------------------------------
    @cached_property
    def nearest(self):
        """Squares to the nearest foe that is up."""
        scene = self.scene
        up = scene.is_foe & ~scene.fallen
        return scene.from_squares[:, up].min(axis=1) if up.any() else np.full(scene.width * scene.height, m.FARTHEST)

    @cached_property
    def comfort(self):
        """What standing there is worth to it beside what the agent thinks of the square."""
        if self.fleeing:
            return self._safety()
        return self._hunt() + self._manner(self.persona.style)

    def _hunt(self):
        """The way to the dearest foe, if one is dearer than the others."""
        scene = self.scene
        lean = np.where(scene.is_foe & ~self.spared, self.lean, -1.0)
        if scene.strike_reach < 0 or self.persona.style == "protective" or lean.max() <= 0.0:
            return np.zeros(scene.width * scene.height)
        return -m.HUNT * np.minimum(np.maximum(0, scene.from_squares[:, int(lean.argmax())] - scene.strike_reach), m.FARTHEST)

    def _manner(self, style):
        """What its style minds about each square."""
        scene = self.scene
        if style == "aggressive":
            return -m.BOLD * np.minimum(np.maximum(0, self.nearest - 1), m.FARTHEST)
        if style == "cautious":
            reach = scene.strike_reach
            if reach < 0:
                return m.WARY * np.minimum(self.nearest, m.FAR_ENOUGH)
            return 0.5 * m.WARY * np.minimum(self.nearest, min(m.FAR_ENOUGH, reach))
        if style == "protective" and self.ward is not None:
            return -m.BY_WARD * np.minimum(np.maximum(0, scene.from_squares[:, self.ward] - 1), m.FARTHEST)
        return np.zeros(scene.width * scene.height)

    def _safety(self):
        """While it flees: the way to an exit where there is one, else the distance to the nearest foe."""
        steps = self.scene.steps_to_exit
        left = int(steps[self.scene.here])
        if left < FAR:
            return -m.FLIGHT * np.minimum(steps, left + 1)
        return m.FLIGHT * np.minimum(self.nearest, m.FARTHEST + m.FAR_ENOUGH)

    @cached_property
    def strikes(self):
        """The dearest foe that it can strike from there; 0 for none, while it flees, and where only the spared are."""
        if self.fleeing:
            return np.zeros(self.scene.width * self.scene.height)
        open_to = self.scene.strikable & ~self.spared
        return np.where(open_to, self.lean, 0.0).max(axis=1)

    @cached_property
    def chances(self):
        """What can be struck from there: the dearest foe and, where some are to be spared, that there is another."""
        if self.fleeing or not self.spared.any():
            return self.strikes
        return self.strikes + m.RATHER * (self.scene.strikable & ~self.spared).any(axis=1)

    @cached_property
    def places(self):
        """All that it minds about standing there."""
        return self.comfort + self.chances

    @property
    def minds_places(self):
        """Whether it matters to it where it stands."""
        return self.fleeing or self.persona.style in ("aggressive", "cautious", "protective") or bool(self.lean.any() or self.spared.any())

    # -- choices -------------------------------------------------------------------------------------------------------------
    def points(self, mask, gain, harmless):
        """float64 (A,): points by choice. gain(entry): what its place gains by *move* or *walk*, as it would then walk; harmless(): whether it could
        attempt a deed that harms nobody."""
        scene = self.scene
        ask, frame, out = int(scene.s["ask"]), scene.frame, np.zeros(len(mask))
        kind = int(frame["kind"])
        if ask == k.ASK_ACTION:
            self._menu(out, mask, gain, harmless)
        elif ask == k.ASK_POINTS:
            self._amounts(out, kind, int(frame["a"]))
        elif ask == k.ASK_WALK and self.minds_places:
            places = self.places if int(frame["a"]) == OF_TURN else self.comfort
            self.spread(out, places - places[scene.here])
        elif kind == k.F_DEED and ask == k.ASK_DEED:
            self._ways(out, k.A_DEED, w.W_SLOT, k.DEED_SLOTS)
        elif kind == k.F_DEED and ask == k.ASK_INSTRUMENT:
            self._ways(out, k.A_ITEM, w.W_ITEM, k.ITEM_SLOTS)
        elif kind == k.F_DEED and ask == k.ASK_TARGET and self._is_harmful():
            out[k.A_COMBATANT:k.A_COMBATANT + scene.n] = np.where(self.spared, -m.NEVER, self.lean)
        elif kind == k.F_DEED and ask == k.ASK_AREA and self._is_harmful():
            self.spread(out, self._held())
        return out

    def spread(self, out, places):
        """Write values of board squares to the square choices of the padded board."""
        side, width = int(self.scene.t["side"]), self.scene.width
        squares = np.arange(len(places))
        out[k.A_SQUARE + squares // width * side + squares % width] = places

    def _is_harmful(self):
        return int(self.scene.t["deeds"][int(self.scene.s["deed"]["deed"])]["harmful"]) != 0

    def _menu(self, out, mask, gain, harmless):
        menu, scene, style = out[k.A_MENU:k.A_MENU + k.MENU_SIZE], self.scene, self.persona.style
        gains = {entry: gain(entry) if mask[k.A_MENU + entry] else 0.0 for entry in WALKS} if self.minds_places else {}
        for entry, worth in gains.items():
            menu[entry] += worth
        here = scene.strikable[scene.here]
        menu[k.DEED] += self.strikes[scene.here]
        if here.any() and not (here & ~self.spared).any() and (self.mercy > 1 or self._another(mask)):
            menu[k.MANEUVER] -= m.NEVER
            menu[k.DEED] -= 0.0 if mask[k.A_MENU + k.DEED] and harmless() else m.NEVER
        if self.fleeing:
            menu[k.LEAVE] += m.OUT
            for entry in WALKS:
                menu[entry] += m.OUT if gains[entry] > 0.0 else -m.OUT  # it runs first, and stays where it is safest
            if here.any() and max(gains.values()) <= 0.0:
                menu[k.DEED] += m.CORNERED
        elif style == "aggressive":
            menu[[k.DEFEND, k.CATCH_BREATH]] -= m.BOLD_BLOW
            if here.any():
                menu[k.DEED] += m.BOLD_BLOW
                for entry in WALKS:
                    menu[entry] -= m.BOLD_BLOW if gains[entry] <= 0.0 else 0.0  # it has its foe
        elif style == "cautious" and scene.strike_reach < 0:
            menu[k.DEFEND] += m.WARY_GUARD
        if self.persona.cunning == 1:
            menu[[entry for entry in range(k.OWN_ACTION) if entry not in PLAIN_DOINGS]] -= m.TRICK

    def _another(self, mask):
        """Whether it could still walk to where it can strike a foe that is not spared."""
        scene = self.scene
        points = int(scene.own["points"]) - 2  # one for the move, one for the deed
        far = scene.points_for(points) if points >= 0 and mask[k.A_MENU + k.MOVE] else int(scene.own["move_points"])
        return bool((scene.strikable[scene.costs <= far] & ~self.spared).any())

    def _amounts(self, out, kind, entry):
        """How many points go into a deed or an action."""
        scene, amounts = self.scene, np.arange(k.AMOUNT_SIZE)
        if kind == k.F_DEED or entry in (k.DEFEND, k.CATCH_BREATH):
            if self.persona.style == "aggressive" and not self.fleeing:
                out[k.A_AMOUNT:k.A_AMOUNT + k.AMOUNT_SIZE] = m.BOLD_POINT * amounts * (1 if kind == k.F_DEED else -1)
        elif entry == k.MOVE and self.minds_places:
            left = int(scene.own["points"]) - 1 - amounts
            for n in amounts[left >= 0]:
                near = scene.costs <= scene.points_for(int(n))
                out[k.A_AMOUNT + n] = (self.comfort + (self.chances if left[n] > 0 else 0.0))[near].max()

    def _ways(self, out, first, column, most):
        """Which deed or instrument: the dearest foe that it reaches from here."""
        scene, deed = self.scene, int(self.scene.s["deed"]["deed"])
        rows = scene.ways if column == w.W_SLOT else scene.ways[scene.ways[:, w.W_DEED] == deed]
        here = scene.strikable[scene.here]
        for number in np.unique(rows[:, column]).astype(int):
            if number >= most:
                continue
            of = rows[rows[:, column] == number]
            reached = here & (scene.away <= scene.reach_of(of))
            if not reached.any():
                continue
            everybody = (of[:, w.W_SPREAD] == w.ALL_IN_RANGE).all()
            spares = not (reached & self.spared).any() if everybody else (reached & ~self.spared).any()
            out[first + number] = self.lean[reached & ~self.spared].max(initial=0.0) if spares else -m.NEVER

    def _held(self):
        """(squares,): what an area laid there holds: its foes' points, and none that is to be spared."""
        scene, size = self.scene, int(self.scene.t["deeds"][int(self.scene.s["deed"]["deed"])]["area_size"])
        squares = np.arange(scene.width * scene.height)[:, None]
        left, top = squares % scene.width - (size - 1) // 2, squares // scene.width - (size - 1) // 2
        c = scene.bodies
        inside = (c["x"] < left + size) & (c["x"] + scene.bulk > left) & (c["y"] < top + size) & (c["y"] + scene.bulk > top)
        return (inside & scene.is_foe) @ np.where(self.spared, -m.NEVER, self.lean)
