"""Text of a choice and of a position, both ways.

A choice is "word value": `take ogre`, `target mira`, `deed rake`, `maneuver shove`, `points 1`, `recoveries 2`, `with sword`, `state weak`,
`line 2`, `guard 1`, `effect 1`, `at c4`; an entry of the menu and an option are their own names: `move`, `end turn`, `pass`, `as ranged`. An action of
its own (`feature 1`) may be called by its name in the stat block.
A value that has no name in the position is `#` and its number from 0 (`deed #7`), so every index of the action space has one text.
A square is its column letter and its row number: a1 is the top left, and aa follows z.

A position is one line: `foemind/1 SIGNATURE path=value …` names every number that differs from the start of its encounter, dice included.
"""

import difflib
import re

import numpy as np

from .core import codes as k
from .encoding.layout import action_groups, action_size
from .tables.words import NEAR_MISS

FORMAT = "foemind/1"
_SQUARE = re.compile(r"([a-z]{1,2})([0-9]{1,2})")
_LEFT_OUT = ("events", "n_events")  # the log of what happened is no part of a position


class NotationError(ValueError):
    """A text that names no choice or no position; the message says what was read and what would be understood."""


# -- squares -----------------------------------------------------------------------------------------------------------
def square_text(x, y):
    """Name of the square in column `x`, row `y` (both from 0): `c4` is x 2, y 3."""
    x, y = int(x), int(y)
    return (chr(97 + x) if x < 26 else chr(96 + x // 26) + chr(97 + x % 26)) + str(y + 1)


def parse_square(text, side=k.MAX_SIDE):
    """(x, y) of a square's name; NotationError outside a board of `side` x `side` squares."""
    found = _SQUARE.fullmatch(text.strip().lower())
    if not found:
        raise NotationError(f"{text!r} is no square; write a column letter and a row number, such as c4")
    letters, row = found.groups()
    x = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
    y = int(row) - 1
    if not (0 <= x < side and 0 <= y < side):
        raise NotationError(f"square {text!r} is outside the board of {side} by {side} squares")
    return x, y


# -- names of what a choice can mean in a position -----------------------------------------------------------------------
def _asker_row(scenario, state):
    """Stat block row of the combatant that the question is about, or None."""
    asker = int(state.asker)
    return scenario.tables[0].roster[asker] if 0 <= asker < int(scenario.tables[0].n_combatants) else None


def _combatant_keys(scenario, state):
    return [scenario.keys[i] if i < len(scenario.keys) else None for i in range(k.MAX_COMBATANTS)]


def _deed_keys(scenario, state):
    row = _asker_row(scenario, state)
    if row is None:
        return [None] * k.DEED_SLOTS
    return [scenario.deed_keys[d] if 0 <= d < len(scenario.deed_keys) else None for d in (int(v) for v in row.deeds)]


def _item_keys(scenario, state):
    keys = ["bare hand"] + [None] * (k.ITEM_SLOTS - 1)
    if _asker_row(scenario, state) is None:
        return keys
    for slot, row in enumerate(state.combatants[int(state.asker)]["items"]):
        if 0 <= row < k.MAX_ITEMS and 0 <= state["items"][row]["gear"] < len(scenario.gear_keys):
            keys[slot + 1] = scenario.gear_keys[int(state["items"][row]["gear"])]
    return keys


def _own_actions(scenario, state):
    """Names of the actions that the stat block of the combatant adds that the question is about (T2.9)."""
    return scenario.action_names[int(state.asker)] if _asker_row(scenario, state) is not None else []


def _numbers(first, size):
    return [str(i + first) for i in range(size)]


def _values(scenario, state, group):
    """Names of a group's values in this position, None where a value has none."""
    if group == "combatant":
        return _combatant_keys(scenario, state)
    if group == "deed":
        return _deed_keys(scenario, state)
    if group == "item":
        return _item_keys(scenario, state)
    if group == "state":
        return k.STATE_NAMES + [None] * (k.MAX_STATES - len(k.STATE_NAMES))
    if group == "amount":
        return _numbers(0, k.AMOUNT_SIZE)
    return _numbers(1, {"line": k.MAX_LINES, "guard": k.GUARD_DICE, "effect": 16}[group])


_WORDS = {"take": "combatant", "target": "combatant", "deed": "deed", "maneuver": "deed", "points": "amount", "recoveries": "amount",
          "with": "item", "state": "state", "line": "line", "guard": "guard", "effect": "effect", "at": "square"}


def _word(group, value, ask):
    """The word that opens the text of a choice of this group."""
    if group == "combatant":
        return "take" if ask == k.ASK_COMBATANT else "target"
    if group == "deed":
        return "deed" if value < k.OWN_DEEDS else "maneuver"
    if group == "amount":
        return "recoveries" if ask == k.ASK_RECOVER else "points"
    return {"item": "with", "square": "at"}.get(group, group)


def _group_of(choice, side):
    for group, (first, size) in action_groups(side).items():
        if first <= choice < first + size:
            return group, choice - first
    raise NotationError(f"there is no choice {choice}; choices go from 0 to {action_size(side) - 1}")


def choice_text(scenario, state, choice, side=16):
    """Text of the choice with index `choice` in the position `state`, on a board padded to `side` x `side` squares."""
    group, value = _group_of(int(choice), side)
    if group == "menu":
        return k.MENU_NAMES[value]
    if group == "option":
        return k.OPTION_NAMES[value]
    word = _word(group, value, int(state.ask))
    if group == "square":
        return f"{word} {square_text(value % side, value // side)}"
    names = _values(scenario, state, group)
    first = names.index(names[value]) == value and names[value] is not None  # a second of the same name is told by its number
    return f"{word} {names[value] if first else f'#{value}'}"


def _nearest(word, names):
    close = difflib.get_close_matches(word, names, 1, NEAR_MISS)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _parse_value(group, word, text, names, titles=()):
    """Number of the value that `text` names within its group."""
    if re.fullmatch(r"#[0-9]+", text):
        value = int(text[1:])
        if value < len(names):
            return value
        raise NotationError(f"{word} {text}: there are only {len(names)} of them, #0 to #{len(names) - 1}")
    folded = [None if n is None else n.casefold() for n in names]
    if text in folded:
        return folded.index(text)
    called = [i for i, title in enumerate(titles) if title.casefold() == text]
    if len(called) > 1:
        raise NotationError(f"several are called {text!r}; write {word} and one of {', '.join(names[i] for i in called)}")
    if called:
        return called[0]
    known = [n for n in names if n]
    raise NotationError(f"{word} {text!r} is not known here{_nearest(text, known)}; known: {', '.join(known) or 'none'}")


def parse_choice(scenario, state, text, side=16):
    """Index of the choice that `text` means in the position `state`. NotationError says what was not understood; legality is not tested."""
    words = text.strip().casefold().split()
    plain = " ".join(words)
    groups = action_groups(side)
    if plain in k.MENU_NAMES:
        return groups["menu"][0] + k.MENU_NAMES.index(plain)
    if plain in k.OPTION_NAMES:
        return groups["option"][0] + k.OPTION_NAMES.index(plain)
    own = [name.casefold() for name in _own_actions(scenario, state)]
    if plain in own:
        return groups["menu"][0] + k.OWN_ACTION + own.index(plain)
    if len(words) == 1 and plain in _WORDS:
        raise NotationError(f"{plain!r} wants a value after it, such as {plain} {'c4' if plain == 'at' else '#0'}")
    if not words or words[0] not in _WORDS:
        known = list(_WORDS) + k.MENU_NAMES[:k.SHOVE_ALONG + 1] + k.OPTION_NAMES[:k.AS_RANGED + 1] + own
        raise NotationError(f"{text!r} is no choice{_nearest(plain, known)}; write for instance 'move', 'at c4', 'target NAME' or 'end turn'")
    word, value = words[0], " ".join(words[1:])
    group = _WORDS[word]
    if group == "square":
        x, y = parse_square(value, side)
        return groups[group][0] + y * side + x
    titles = list(scenario.names) if group == "combatant" else ()
    return groups[group][0] + _parse_value(group, word, value, _values(scenario, state, group), titles)


# -- positions -----------------------------------------------------------------------------------------------------------
def _differences(path, start, now):
    """`path=value` of every integer in `now` that differs from `start`; both are NumPy values of one dtype."""
    if start.tobytes() == now.tobytes():
        return
    if now.shape:
        for i in range(len(now)):
            yield from _differences(f"{path}.{i}", start[i], now[i])
    elif now.dtype.names:
        for name in now.dtype.names:
            if path or name not in _LEFT_OUT:
                yield from _differences(f"{path}.{name}" if path else name, start[name], now[name])
    else:
        yield f"{path}={int(now)}"


def position_text(scenario, state):
    """One line that says the whole position of a fight in `scenario`, also in the middle of a question; events are left out."""
    parts = _differences("", scenario.initial[0], state)
    return " ".join([FORMAT, scenario.signature[:12], *parts])


def _place(record, path):
    """(container, last key, dtype) of a path such as `combatants.3.vigor`; NotationError when it leads nowhere."""
    steps = path.split(".")
    value = record
    for i, step in enumerate(steps):
        names = value.dtype.names
        if names and not value.shape and step in names and step not in _LEFT_OUT:
            key = step
        elif value.shape and step.isdecimal() and int(step) < len(value):
            key = int(step)
        else:
            raise NotationError(f"the position has no field {path!r}")
        if i == len(steps) - 1:
            break
        value = value[key]
    if value[key].shape or value[key].dtype.names:
        raise NotationError(f"field {path!r} of the position is not a single number; name one inside it")
    return value, key, value[key].dtype


def parse_position(scenario, text):
    """The position that `text` says: a record array of shape (1,) and dtype ENCOUNTER, with no events.

    NotationError for another format, another encounter, an unknown field or a number that its field cannot hold.
    """
    words = text.split()
    if len(words) < 2 or words[0] != FORMAT:
        raise NotationError(f"a position starts with {FORMAT!r} and the encounter's signature; this text does not")
    if words[1] != scenario.signature[:12]:
        raise NotationError(f"this position belongs to the encounter with signature {words[1]}, not to {scenario.title!r} "
                            f"({scenario.signature[:12]}); load the encounter file it was written from")
    state = scenario.initial[:1].copy()
    state[0].n_events = 0
    state[0].events[:] = np.zeros((), state[0].events.dtype)
    for part in words[2:]:
        path, sign, value = part.partition("=")
        if not sign or not re.fullmatch(r"-?[0-9]+", value):
            raise NotationError(f"{part!r} is no 'path=number' of a position")
        container, key, dtype = _place(state[0], path)
        limits = np.iinfo(dtype)
        if not limits.min <= int(value) <= limits.max:
            raise NotationError(f"{part!r}: the field holds numbers from {limits.min} to {limits.max}")
        container[key] = int(value)
    return state
