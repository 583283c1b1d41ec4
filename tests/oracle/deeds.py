"""Deeds in plain Python: instruments, ranges, targets, what can be attempted (T5.2-T5.4, T5.7, G5.3a, G5.7a, G5.7b, G5.10, T10.1)."""

from .geometry import COVER
from .moment import plain

MELEE, RANGED, CATALYST = 1, 2, 4  # uses of gear, as bits
NONE = 9999
ITEM_SLOTS, OWN_DEEDS = 8, 12
GRACE, KEY = 1, 4  # places in the list of virtues; a deed that names none rolls the key virtue


class Deeds:
    """Deeds, gear and stat blocks of a scenario.

    words: {"kind", "instrument", "targets"}: names in code order.
    """

    def __init__(self, tables, board, words):
        self.board, self.rules = board, plain(tables["rules"])
        self.deeds = [plain(tables["deeds"][n]) for n in range(int(tables["n_deeds"]))]
        self.gear = [plain(row) for row in tables["gear"]]
        self.roster = [plain(tables["roster"][i]) for i in range(int(tables["n_combatants"]))]
        self.words = words

    def word(self, what, code):
        return self.words[what][code]

    # -- instruments -------------------------------------------------------------------------------------------------------
    def held(self, m, i, slot):
        """Gear in item slot 1 to 7 of a combatant, None when there is nothing in hand."""
        row = m.combatants[i].items[slot - 1]
        return self.gear[m.items[row].gear] if row != NONE and m.items[row].held else None

    def hand_free(self, m, i):
        """Whether a hand is free: an item says how many it fills (G5.3a)."""
        filled = sum(gear.hands for gear in (self.held(m, i, slot) for slot in range(1, ITEM_SLOTS)) if gear)
        return self.roster[i].hands > filled

    def reaches(self, m, i, slot):
        """Squares that an armament reaches in melee, 0 for none: a free hand or a melee weapon (T5.3, G4.10)."""
        if slot == 0:
            return self.roster[i].reach if self.hand_free(m, i) else 0
        gear = self.held(m, i, slot)
        return gear.reach if gear and gear.kinds & MELEE else 0

    def instrument_range(self, m, i, deed, slot):
        """Range of a deed done with an item slot, None when the slot is no suitable instrument (T5.3)."""
        kind = self.word("instrument", self.deeds[deed].instrument)
        gear = self.held(m, i, slot) if slot else None
        own = None
        if kind == "innate":
            own = self.roster[i].reach if slot == 0 else None
        elif kind == "melee":
            own = self.reaches(m, i, slot) or None
        elif kind == "ranged":
            own = gear.range if gear and gear.kinds & RANGED else None
        elif kind == "spell" and slot == 0:
            own = self.rules.hand_range if self.hand_free(m, i) else None
        elif kind == "spell":
            own = gear.range if gear and gear.kinds & CATALYST else None
        else:
            raise ValueError(f"the oracle has no reading of {kind} deeds")
        named = self.deeds[deed].range
        return own if own is None or named == NONE else named

    # -- targets -----------------------------------------------------------------------------------------------------------
    def willing(self, user, deed, target):
        """Whether a target accepts a deed: oneself, and fellows unless it is an attack (G5.10)."""
        fellow = self.board.sides[user] == self.board.sides[target]
        return user == target or (fellow and self.word("kind", self.deeds[deed].kind) != "attack")

    def admits(self, i, deed, target):
        """Whether a deed's first line lets this creature be chosen, wherever it stands (T5.7, G5.7b)."""
        d = self.deeds[deed]
        fellow = self.board.sides[i] == self.board.sides[target]
        targets = self.word("targets", d.targets)
        if targets == "personal":
            return target == i
        if targets == "companion":
            return fellow
        if targets == "ally":
            return fellow and target != i
        if targets not in ("creature", "creatures"):
            raise ValueError(f"the oracle has no reading of the targets {targets}")
        if self.word("kind", d.kind) == "attack" and (target == i or (fellow and self.rules.attack_targets == 1)):
            return False
        return d.size_limit == NONE or self.board.sizes[target] <= self.board.sizes[i] + d.size_limit

    def legal_targets(self, m, i, deed, slot):
        """Creatures that a deed with this instrument can be aimed at: admitted, on the map, in range and in sight (T5.7, T10.1)."""
        reach = self.instrument_range(m, i, deed, slot)
        if reach is None:
            return set()
        return {n for n in range(len(m.combatants)) if self.board.on_map(m, n) and self.admits(i, deed, n)
                and (n == i or (self.board.distance(m, i, n) <= reach and self.board.sees(m, i, n)))}

    def instruments(self, m, i, deed):
        """Item slots that a deed can be done with against somebody (T5.4)."""
        return {slot for slot in range(ITEM_SLOTS) if self.instrument_range(m, i, deed, slot) is not None and self.legal_targets(m, i, deed, slot)}

    def attemptable(self, m, i):
        """Deed slots that combatant i can attempt: paid in focus, with an instrument in hand and a target (T5.2, T5.3, T5.7)."""
        return {slot for slot in range(OWN_DEEDS) for deed in [self.roster[i].deeds[slot]]
                if deed != NONE and self.deeds[deed].focus <= m.combatants[i].focus and self.instruments(m, i, deed)}

    # -- the roll ----------------------------------------------------------------------------------------------------------
    def net(self, m, user, deed, extra, target):
        """Edges less cuts against one target: extra points, defend, cover (T3.2, T3.3, T10.4, G10.4a, G5.10), at most ten either way."""
        cuts = 0
        if not self.willing(user, deed, target):
            cuts = m.combatants[target].defend + (self.board.look(m, user, target) == COVER)
        return max(-10, min(10, extra - cuts))

    def virtue(self, i, deed):
        """Virtue that is added to a deed's roll (T5.5, G6.5)."""
        named = self.deeds[deed].virtue
        return self.roster[i].virtues[self.roster[i].key if named == KEY else named]
