"""Plain words for what happens on the map: movement, forced movement, grabs, features, items, lasting effects, areas."""

from typing import NamedTuple

import numpy as np

from envs.core import codes as k
from envs.core.dragging import PAID

from .naming import area_squares, board_square, deed_name, feature_name, name_of, plural, way_text

FORCED = {k.PUSH: "pushes", k.PULL: "pulls", k.SWEEP: "sweeps", k.SHOVE: "shoves", k.DRAG_ALONG: "drags"}
_PASSIVE = {k.PUSH: "pushed", k.PULL: "pulled", k.SWEEP: "swept", k.SHOVE: "shoved", k.DRAG_ALONG: "dragged"}


class At(NamedTuple):
    """Where an event is told from: scenario, position after it, position before the answer (or None), deed declared last (or None)."""

    sc: object
    st: np.record
    before: object = None
    deed: tuple = None

    def frame(self, kind):
        """The frame that asked the question before, if it is of that kind; else None."""
        if self.before is None or self.before.depth == 0:
            return None
        top = self.before.frames[int(self.before.depth) - 1]
        return top if int(top["kind"]) == kind else None

    def mover(self):
        """(who moves another, whether a grappler pays for it) in the forced movement that goes on; (None, False) where it is not known."""
        frame = self.frame(k.F_FORCE)
        return (None, False) if frame is None else (int(frame["a"]), int(frame["b"]) >= PAID)

    def way(self, start, end):
        """` from c4 to c6`; empty for a way that ends where it began."""
        return way_text(self.sc, start, end)

    def feature(self, n):
        """Name of feature n."""
        return feature_name(self.sc, n)


def _walk(at, who, start, end, cost):
    return f"{name_of(at.sc, who)} moves{at.way(start, end)} ({plural(cost, 'movement point')})."


def _forced(at, who, start, end, kind):
    mover, paid = at.mover()
    if kind == k.SHOVE and at.before is not None and at.before.ask == k.ASK_FOLLOW:
        return f"{name_of(at.sc, who)} follows{at.way(start, end)}."
    if mover is None or mover == who:
        return f"{name_of(at.sc, who)} is {_PASSIVE[kind]}{at.way(start, end)}."
    comes = ""
    if paid or kind == k.DRAG_ALONG:  # both move, and only the other's squares are noted
        c = at.st.combatants[mover]
        comes = f" and comes to {board_square(at.sc, int(c['y']) * int(at.sc.tables[0].width) + int(c['x']))}"
    return f"{name_of(at.sc, mover)} {FORCED[kind]} {name_of(at.sc, who)}{at.way(start, end)}{comes}."


def _teleport(at, who, start, end, extra):
    mover, _ = at.mover()
    if mover is None or mover == who:
        return f"{name_of(at.sc, who)} teleports{at.way(start, end)}."
    return f"{name_of(at.sc, mover)} teleports {name_of(at.sc, who)}{at.way(start, end)}."


def _jump(at, who, start, end, extra):
    return f"{name_of(at.sc, who)} jumps{at.way(start, end)}."


def _fall(at, who, whom, lost, extra):
    return f"{name_of(at.sc, who)} falls into a pit and loses {lost} vigor."


def _hazard(at, who, source, amount, state):
    lost = f" and loses {amount} vigor" if amount else ""
    if source == k.NONE:
        return f"{name_of(at.sc, who)} is caught by a hazard{lost}."
    whose = "its own effect" if source == who else f"an effect of {name_of(at.sc, source)}"
    return f"{name_of(at.sc, who)} is caught by {whose}{lost}."


def _grab(at, who, whom, amount, extra):
    return f"{name_of(at.sc, who)} grabs {name_of(at.sc, whom)}."


def _grab_ends(at, who, whom, amount, extra):
    return f"{name_of(at.sc, who)} no longer holds {name_of(at.sc, whom)}."


_STATES = {k.DOOR_FEATURE: ["open", "closed", "locked", "broken"], k.OBJECT: ["out of the way", "whole", "whole", "broken"]}


def _feature(at, n, kind, state, extra):
    now = _STATES.get(kind, ["off", "on", "on", "broken"])[state]
    return f"The {at.feature(n)} is {now}."


def _item(at, who, slot, held, gear):
    return f"{name_of(at.sc, who)} {'takes' if held else 'stows'} the {at.sc.gear_names[gear]}{' in hand' if held else ''}."


def _catch(at, who, thrower, gear, extra):
    return f"{name_of(at.sc, who)} catches the {at.sc.gear_names[gear]}."


def _effect(at, who, n, kind, potency):
    return f"{name_of(at.sc, who)} makes a lasting effect: {k.EFFECT_NAMES[kind]} {potency}."


def _effect_ends(at, who, n, kind, extra):
    return f"The {k.EFFECT_NAMES[kind]} of {name_of(at.sc, who)} ends."


def _area(at, who, deed, place, squares):
    where = area_squares(at.sc, deed, place)
    where = f"along a path of {plural(squares, 'square')}" if squares else where
    return f"{deed_name(at.sc, deed)} of {name_of(at.sc, who)} reaches everybody {where}."


SAY_MAP = {k.E_WALK: _walk, k.E_FORCED: _forced, k.E_FALL: _fall, k.E_HAZARD: _hazard, k.E_GRAB: _grab, k.E_GRAB_ENDS: _grab_ends,
           k.E_FEATURE: _feature, k.E_ITEM: _item, k.E_CATCH: _catch, k.E_EFFECT: _effect, k.E_EFFECT_ENDS: _effect_ends, k.E_JUMP: _jump,
           k.E_TELEPORT: _teleport, k.E_AREA: _area}
