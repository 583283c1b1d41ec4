"""Reading what a person typed as the answer to a question: a number of the list, a square, a map letter, notation or the beginning of a name."""

import re

from envs.core import codes as k
from envs.core.deeds import can_attempt
from envs.core.why import why
from envs.notation import NotationError, parse_choice, parse_square, square_text
from envs.tables.words import listed

from .choices import Entry, deeds_of, entries_of, has_squares

_SQUARE = re.compile(r"[A-Za-z]{1,2}[0-9]{1,2}")
SHOWN = 60  # characters of an entry that are said back


class EntryError(ValueError):
    """An entry that answers nothing; one sentence that says why."""


def quoted(text):
    """An entry as a sentence says it back."""
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")


class Question:
    """One question as it is put to a person. tables, state: records; mask: bool (A,)."""

    def __init__(self, scenario, tables, state, mask):
        self.scenario, self.tables, self.state, self.mask = scenario, tables, state, mask
        self.entries = entries_of(scenario, state, mask)
        self.legal = [e for e in self.entries if e.legal]
        self.counts = int(state.ask) in (k.ASK_POINTS, k.ASK_RECOVER)  # its answers are numbers themselves
        self.side = int(tables.side)

    # -- answers -------------------------------------------------------------------------------------------------------
    def read(self, text):
        """The choice that `text` means, an index of the mask. EntryError when it means none, several or one that is not possible."""
        entry = self.find(text)
        if not entry.legal:
            raise EntryError(f"{entry.names[0]} is not possible: {self.reason(entry)}")
        return entry.choice

    def reason(self, entry):
        """Why an entry is not possible now, in the engine's words."""
        if self.state.ask == k.ASK_ACTION and k.A_DEED <= entry.choice < k.A_DEED + k.DEED_SLOTS:
            slot = entry.choice - k.A_DEED
            menu = int(why(self.tables, self.state, k.A_MENU + (k.DEED if slot < k.OWN_DEEDS else k.MANEUVER)))
            own = int(can_attempt(self.tables, self.state, int(self.state.asker), slot))
            return k.WHY_TEXTS[own or menu]
        return k.WHY_TEXTS[int(why(self.tables, self.state, entry.choice))]

    def find(self, text):
        """The Entry that `text` means, possible or not. EntryError when there is none or more than one."""
        if self._is_number(text):
            return self._numbered(text)
        if _SQUARE.fullmatch(text):
            found = self._on_square(text)
            if found is not None:
                return found
        named = match(self.entries, text)
        if named and len({(e.names[0], e.note) for e in named}) == 1:
            return named[0]  # the others are just the same, such as a second d6
        if named:
            shown = [e.names[0] + (f" ({e.note})" if e.note and [o.names[0] for o in named].count(e.names[0]) > 1 else "") for e in named[:6]]
            raise EntryError(f"{quoted(text)} may mean {listed(shown)}; type more of it, or its number")
        return self._notation(text)

    @staticmethod
    def _is_number(text):
        return text.isascii() and text.isdigit()

    def _numbered(self, text):
        """The entry with a number: the amount itself where an amount is asked, else the place in the list."""
        number = int(text) if len(text) <= 4 else k.NONE
        if self.counts:
            found = [e for e in self.entries if e.names[0] == str(number)]
            if found:
                return found[0]
            raise EntryError(f"{quoted(text)} is more than can ever be asked for; {self._offer()}")
        if 1 <= number <= len(self.legal):
            return self.legal[number - 1]
        raise EntryError(f"there is no number {quoted(text)} in the list; {self._offer()}")

    def _offer(self):
        """What would be understood."""
        if self.counts:
            return f"type {listed(e.names[0] for e in self.legal)}"
        parts = [f"a number from 1 to {len(self.legal)}" if len(self.legal) > 1 else "the number 1"] if self.legal else []
        parts += ["a square such as c4"] if has_squares(self.state) else []
        parts += ["a name"] if any(not e.names[0].isdigit() for e in self.legal) else []
        return f"type {listed(parts)}; ? explains more"

    def _on_square(self, text):
        """The square that is asked for, or the combatant on it where one is asked for; None where neither is asked for."""
        t = self.tables
        try:
            x, y = parse_square(text)
        except NotationError:
            x = k.MAX_SIDE
        inside = x < int(t.width) and y < int(t.height)
        if has_squares(self.state):
            if not inside:
                raise EntryError(f"{text} is not on the map, which goes from a1 to {square_text(int(t.width) - 1, int(t.height) - 1)}")
            choice = k.A_SQUARE + y * self.side + x
            return Entry(choice, (square_text(x, y),), "", bool(self.mask[choice]))
        slots = {e.choice - k.A_COMBATANT: e for e in self.entries if e.choice < k.A_MENU}
        if not slots:
            return None
        who = int(self.state.occupant[y * int(t.width) + x]) if inside else k.EMPTY
        if who not in slots:
            raise EntryError(f"nobody stands on {text.lower()}; {self._offer()}")
        return slots[who]

    def _notation(self, text):
        """What the text means in notation."""
        try:
            choice = parse_choice(self.scenario, self.state, text, self.side)
        except ValueError:  # a NotationError, or a number of thousands of digits
            raise EntryError(f"{quoted(text)} is no answer to this question; {self._offer()}") from None
        known = next((e for e in self.entries if e.choice == choice), None)
        return known or Entry(choice, (text,), "", bool(self.mask[choice]))

    # -- why -----------------------------------------------------------------------------------------------------------
    def explain(self, text):
        """One sentence for `why X`: that X is possible, or the engine's reason. EntryError when X names nothing."""
        others = deeds_of(self.scenario, self.state, self.mask) if self.state.ask == k.ASK_ACTION else []
        named = [] if self._is_number(text) or match(self.entries, text) else match(others, text)
        entry = named[0] if len(named) == 1 else self.find(text)
        if entry.legal:
            return f"{entry.names[0]} is possible now."
        reason = self.reason(entry)
        if reason == k.WHY_TEXTS[k.OK]:  # a deed, asked after at the menu
            return f"{entry.names[0]} is possible now: choose {'deed' if entry.choice < k.A_DEED + k.OWN_DEEDS else 'maneuver'} first."
        return f"{entry.names[0]} is not possible: {reason}."

    def all_reasons(self):
        """[(name, reason)] of all named answers that are not possible now."""
        return [(e.names[0], self.reason(e)) for e in self.entries if not e.legal]


def match(entries, text):
    """The entries that a text names: by a whole name, else by the beginning of one, else by that of a word in one; possible ones go first."""
    plain = text.casefold().strip()
    if not plain:
        return []
    legal = [e for e in entries if e.legal]
    stages = [(entries, lambda name: name == text), (legal, lambda name: name.casefold() == plain), (entries, lambda name: name.casefold() == plain)]
    for pool in (legal, entries):
        stages += [(pool, lambda name: name.casefold().startswith(plain)),
                   (pool, lambda name: any(word.startswith(plain) for word in name.casefold().split()))]
    for pool, fits in stages:
        found = [e for e in pool if any(fits(name) for name in e.names)]
        if found:
            return [e for e in found if e.legal] or found
    return []
