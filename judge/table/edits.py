"""Edits: the position set right by the Judge's word, between two actions. What an edit does, the rules do (death, dying, rising, light, grabs)."""

import numpy as np

from envs.core import codes as k
from envs.core.bonds import set_potency
from envs.core.features import set_feature
from envs.core.grid import is_free
from envs.core.movement import move_to
from envs.core.vigor import die, drop_out, lose_vigor, regain_vigor
from envs.notation import NotationError, parse_square, square_text
from envs.positions import position_faults

from ..naming import name_of
from .model import TableError
from .verbs import find_combatant
from .words import SQUARE, match

USES = {
    "vigor": "vigor NAME N",
    "focus": "focus NAME N",
    "points": "points NAME N",
    "state": "state NAME STATE N [TAUNTER]",
    "move": "move NAME SQUARE",
    "kill": "kill NAME",
    "remove": "remove NAME",
    "acted": "acted NAME yes|no",
    "side": "side companions|enemies",
    "door": "door SQUARE open|closed|locked|broken",
    "light": "light SQUARE lit|out|broken",
}
FEATURES = {  # what an edit calls a feature: its kind, and its states by word
    "door": (k.DOOR_FEATURE, {"open": k.OFF, "closed": k.ON, "locked": k.LOCKED, "broken": k.BROKEN}),
    "light": (k.LAMP, {"lit": k.ON, "out": k.OFF, "broken": k.BROKEN}),
}
TURNED = {  # the edit that turns a feature of a kind in a state to the other one, and what that does to it
    (k.DOOR_FEATURE, k.OFF): ("door {} closed", "close it"),
    (k.DOOR_FEATURE, k.ON): ("door {} open", "open it"),
    (k.DOOR_FEATURE, k.LOCKED): ("door {} open", "open it"),
    (k.LAMP, k.ON): ("light {} out", "put it out"),
    (k.LAMP, k.OFF): ("light {} lit", "light it"),
}
MOST, MOST_POINTS = 9999, 99
I = np.int32  # the width in which the rules call these functions of theirs


def is_edit(words):
    """Whether a line's words begin an edit. `move` does where a name comes before the square: `move c4` is what a combatant does. So is `door c4`
    without a state."""
    if not words or words[0] not in USES:
        return False
    if words[0] in FEATURES:
        return len(words) == 3 and SQUARE.fullmatch(words[1]) is not None
    return words[0] != "move" or (
        len(words) > 2 and SQUARE.fullmatch(words[-1]) is not None and not SQUARE.fullmatch(words[1]) and words[1] != "extra"
    )


def apply(position, text):
    """Do an edit on a Position that waits between two actions; the fight has then to go on from no question (`advance(NONE)`).

    Returns the edit in a form that reads back whatever else is in the position. TableError says what is wrong; the position has then to be restored.
    """
    words = text.lower().split()
    if not is_edit(words):
        raise TableError(f"{text!r} is no edit; write {', '.join(USES.values())}")
    if position.state.ask not in (k.ASK_ACTION, k.ASK_COMBATANT):
        raise TableError("the position can be edited between two actions only; end the question first, or take the line back with undo")
    kind = words[0]
    if kind == "side":
        done = _side(position, words)
    elif kind in FEATURES:
        done = _feature(position, words)
    else:
        done = _EDITS[kind](position, *_whom(position, words))
    position.telling.lines.append([k.E_ACTION, f"Set by the Judge: {done}."])
    position.state.ask, position.state.asker = k.NO_QUESTION, k.NONE
    return done


def check(position):
    """TableError unless the position can be played on."""
    faults = position_faults(position.tables, position.state)
    if faults:
        raise TableError(f"that leaves a position that cannot be played on: {faults[0]}")


def _whom(position, words):
    """(slot, words after the name)."""
    found, many = find_combatant(position.scenario, words, 1)
    if len(found) != 1:
        may = f" may be {', '.join(name_of(position.scenario, slot) for slot in found)}" if found else " is nobody"
        raise TableError(f"{' '.join(words[1:2]) or 'nobody'}{may} here; write {USES[words[0]]}")
    return found[0], words[1 + many :]


def _key(position, i):
    return position.scenario.keys[i]


def _number(words, use, most=MOST, least=0):
    if len(words) != 1 or not words[0].lstrip("-").isdecimal() or not least <= int(words[0][:6]) <= most:
        raise TableError(f"{' '.join(words) or 'nothing'} is no number from {least} to {most}; write {USES[use]}")
    return int(words[0])


def _alive(position, i):
    if position.state.combatants[i]["status"] > k.DEFEATED:
        raise TableError(
            f"{name_of(position.scenario, i)} is {k.STATUS_NAMES[int(position.state.combatants[i]['status'])]}; only undo brings it back"
        )


def _vigor(position, i, words):
    _alive(position, i)
    c, t = position.state.combatants[i], position.tables
    wanted = _number(words, "vigor", int(c["max_vigor"]), -MOST)
    change = wanted - int(c["vigor"])
    if change > 0:
        regain_vigor(t, position.state, I(i), I(change))
    elif change < 0:
        lose_vigor(t, position.state, I(i), I(-change))
    return f"vigor {_key(position, i)} {wanted}"


def _focus(position, i, words):
    number = _number(words, "focus")
    position.state.combatants[i]["focus"] = number
    return f"focus {_key(position, i)} {number}"


def _points(position, i, words):
    if int(position.state.turn_of) != i:
        raise TableError(f"{name_of(position.scenario, i)} has action points at its turn only; begin it first")
    number = _number(words, "points", MOST_POINTS)
    position.state.combatants[i]["points"] = number
    return f"points {_key(position, i)} {number}"


def _state(position, i, words):
    _alive(position, i)
    found = match(words[0], {n: (name,) for n, name in enumerate(k.STATE_NAMES)}) if words else []
    if len(found) != 1:
        raise TableError(f"{words[0] if words else 'nothing'} is no state; write {USES['state']} with one of {', '.join(k.STATE_NAMES)}")
    state, t = found[0], position.tables
    taunter = find_combatant(position.scenario, words, 2)[0] if len(words) > 2 else []
    number = _number(words[1:2], "state", int(t.rules.potency_cap))
    if number and t.states[state]["taunts"]:
        if len(taunter) != 1 or taunter[0] == i:
            raise TableError(f"say who taunts it: state {_key(position, i)} taunted {number} NAME")
        position.state.combatants[i]["taunter"] = taunter[0]
    elif len(words) > 2:
        raise TableError(f"{' '.join(words[2:])!r} is too much; write {USES['state']}")
    opposite = int(t.states[state]["opposite"])
    if number and opposite != k.NONE:
        set_potency(t, position.state, I(i), I(opposite), I(0))
    set_potency(t, position.state, I(i), I(state), I(number))
    return f"state {_key(position, i)} {k.STATE_NAMES[state]} {number}" + (f" {_key(position, taunter[0])}" if taunter else "")


def _move(position, i, words):
    _alive(position, i)
    try:
        x, y = parse_square(words[0] if len(words) == 1 else "")
    except NotationError:
        raise TableError(f"{' '.join(words) or 'nothing'} is no square; write {USES['move']}") from None
    if not is_free(position.tables, position.state, I(i), I(x), I(y)):
        raise TableError(f"{name_of(position.scenario, i)} cannot stand on {words[0]}: it is off the map, a wall, or somebody stands there")
    move_to(position.tables, position.state, I(i), I(x), I(y))
    return f"move {_key(position, i)} {words[0]}"


def _drop(kill):
    def drop(position, i, words):
        _alive(position, i)
        use = "kill" if kill else "remove"
        if words:
            raise TableError(f"{' '.join(words)!r} is too much; write {USES[use]}")
        if kill:
            die(position.tables, position.state, I(i))
        else:
            drop_out(position.tables, position.state, I(i), k.GONE)
        return f"{use} {_key(position, i)}"

    return drop


def _acted(position, i, words):
    if words not in (["yes"], ["no"]):
        raise TableError(f"write {USES['acted']}")
    if int(position.state.turn_of) == i:
        raise TableError(f"it is {name_of(position.scenario, i)}'s turn; end it with 'end'")
    position.state.combatants[i]["acted"] = int(words[0] == "yes")
    return f"acted {_key(position, i)} {words[0]}"


def _side(position, words):
    sides = [side for side in k.SIDE_NAMES if len(words) == 2 and side.startswith(words[1])]
    if len(sides) != 1 or position.state.ask != k.ASK_COMBATANT:
        raise TableError(f"write {USES['side']}, between two turns")
    position.state.turn_side = k.SIDE_NAMES.index(sides[0])
    return f"side {sides[0]}"


def _feature(position, words):
    """A door or a light has another state; nothing closes on somebody (G10.6)."""
    t, state = position.tables, position.state
    kind, states = FEATURES[words[0]]
    there = {square_text(int(f.x), int(f.y)): n for n, f in enumerate(t.features[: int(t.n_features)]) if f.kind == kind}
    if words[1] not in there:
        known = f"there is one on {', '.join(there)}" if there else "there is none on this map"
        raise TableError(f"{words[1]} has no {words[0]}; {known}")
    if words[2] not in states:
        raise TableError(f"{words[2]} is no state of a {words[0]}; write {USES[words[0]]}")
    n, wanted = there[words[1]], states[words[2]]
    f = t.features[n]
    standing = int(state.occupant[f.y * t.width + f.x])
    if f.blocks and wanted in (k.ON, k.LOCKED) and standing != k.EMPTY:
        raise TableError(f"{name_of(position.scenario, standing)} stands in the door on {words[1]}; move it first")
    set_feature(t, state, n, wanted)
    return f"{words[0]} {words[1]} {words[2]}"


_EDITS = {
    "vigor": _vigor,
    "focus": _focus,
    "points": _points,
    "state": _state,
    "move": _move,
    "kill": _drop(True),
    "remove": _drop(False),
    "acted": _acted,
}
