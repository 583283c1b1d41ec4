"""Sparks in plain Python: which die is being spent, what it can buy, for whom (G6.4, T7.6, G7.6a)."""

from typing import NamedTuple

from .rolls import FAIL, pairing_dice, used

FOR_LINE = 1  # kind of a spent spark that raises a line; the others are the numbers of their options
RAISED = ("state", "recover", "force")  # verbs with a potency that a spark raises


class Purchase(NamedTuple):
    """What a spark buys: the number of an option (the listed effect, damage) or FOR_LINE with a line, and the target row it is for."""

    kind: int
    line: int
    target: int


class Sparks:
    """Sparks of the deed in progress. words: {"when", "who", "verb", "option"}: names in code order; deeds: a `Deeds`."""

    def __init__(self, deeds, words):
        self.deeds, self.words = deeds, words
        self.effect, self.damage = (words["option"].index(name) for name in ("spark effect", "spark damage"))

    def lines(self, m):
        """(number, when, who, verb) of the lines of the deed in progress."""
        d = self.deeds.deeds[m.deed.deed]
        return [(n, self.words["when"][row.when], self.words["who"][row.who], self.words["verb"][row.verb])
                for n, row in enumerate(d.lines[:d.n_lines])]

    def applies(self, when, reading, bought, row):
        """Whether a line is read for a target with this result and these purchases (T5.5)."""
        effect = any(p.kind == self.effect and p.target == row for p in bought)
        return {"before": False, "fail": reading.result == FAIL, "conflict": reading.result > FAIL, "triumph": reading.result > FAIL + 1,
                "spark": effect, "after": True}[when]

    def offers(self, m, readings, die, bought):
        """All purchases that the pair completed by a die can make, given those made before."""
        out = set()
        lines = self.lines(m)
        listed = any(when == "spark" for _, when, _, _ in lines) and all(p.kind != self.effect for p in bought)
        for row, reading in enumerate(readings):
            if reading.result == FAIL or die >= len(used(m.deed.dice, m.targets[row].net)):
                continue  # only a succeeded target that used the pair's dice (G6.4)
            read = [(n, who, verb) for n, when, who, verb in lines if self.applies(when, reading, bought, row)]
            if listed:
                out.add(Purchase(self.effect, 0, row))
            if any(verb == "damage" and who == "target" for _, who, verb in read):
                out.add(Purchase(self.damage, 0, row))  # the deed deals damage at all (T7.2)
            out |= {Purchase(FOR_LINE, n, row) for n, _, verb in read if verb in RAISED}
        return out

    def in_hand(self, m, readings):
        """Purchases open to the spark that is being spent: the sparks are taken in rolled order, those that can buy nothing are passed over."""
        dice = m.deed.dice[:m.deed.n_dice]
        bought = []
        for die in pairing_dice(dice):
            if dice[die] == 1:
                continue  # a tainted pair gives no spark
            open_to = self.offers(m, readings, die, bought)
            if not open_to:
                continue
            if len(bought) == len(m.sparks):
                return open_to
            spent = m.sparks[len(bought)]
            bought.append(Purchase(spent.kind, spent.line, spent.target))
        return set()
