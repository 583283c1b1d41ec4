"""The legal choices of any question, as a set of indices of the one action space."""

from .blows import Blows
from .board import Board
from .deeds import NONE, OWN_DEEDS, Deeds
from .moment import read
from .rolls import FAIL, read_pool
from .sparks import FOR_LINE, Sparks

GUARD_DICE = 4


class Oracle:
    """The second reading of one scenario.

    tables: one row of the tables. groups: {group: (first index, size)} of the action layout. words: names in code order under "question",
    "menu", "option", "status", "state", "frame", "kind", "instrument", "targets", "when", "who", "verb", and "terrain": {bit: name}.
    """

    def __init__(self, tables, groups, words):
        self.groups, self.words, self.side = groups, words, int(tables["side"])
        self.board = Board(tables, words)
        self.deeds = Deeds(tables, self.board, words)
        self.sparks = Sparks(self.deeds, words)
        self.blows = Blows(self.deeds, self.sparks, words)
        self.rules, self.roster = self.deeds.rules, self.deeds.roster
        self.ambushed = int(tables["ambushed"])
        self.actions = {name: tables["actions"][n] for n, name in enumerate(words["menu"])}

    # -- reading -----------------------------------------------------------------------------------------------------------
    def read(self, record):
        """The Moment of a record of this scenario."""
        return read(record, len(self.roster))

    def question(self, m):
        return self.words["question"][m.ask]

    def index(self, group, number):
        first, size = self.groups[group]
        assert 0 <= number < size, f"{group} {number} has no index"
        return first + number

    def option(self, name):
        return self.index("option", self.words["option"].index(name))

    # -- legality ----------------------------------------------------------------------------------------------------------
    def legal(self, m, at_roll=None):
        """The legal choices of the question that Moment `m` stops at.

        at_roll: the Moment when the dice of the deed in progress fell, or the last before it; reach for counters is tested there (G4.8).
        """
        return getattr(self, "_" + self.question(m).replace(" ", "_"))(m, at_roll or m)

    def _over(self, m, _):
        return set()

    def _combatant(self, m, _):
        """T1.3, G1.2a, G1.7: of the side to act, standing, has not acted, arrived, not ambushed in the first round."""
        if m.round_no == 1 and self.ambushed == m.turn_side:
            return set()
        return {self.index("combatant", i) for i, c in enumerate(m.combatants)
                if self.board.sides[i] == m.turn_side and c.status == self.board.standing and not c.acted and c.arrives <= m.round_no}

    def _action(self, m, _):
        """T2.1-T2.5, G2.3a, T3.2-T3.10: what can be paid and was not taken; movement that is left; ending the turn always."""
        i, c = m.asker, m.combatants[m.asker]
        menu = {"end turn"}
        if self.board.walks(m, i):
            menu.add("walk")
        menu |= {name for name in ("move", "defend") if self._affordable(c, name) and not self._taken(c, name)}
        if self._affordable(c, "catch breath") and not self._taken(c, "catch breath") and c.vigor > 0 and self._recoveries(c):
            menu.add("catch breath")
        if self._affordable(c, "deed") and c.deeds_taken <= self.roster[i].extra_deeds and self.deeds.attemptable(m, i):
            menu.add("deed")
        return {self.index("menu", self.words["menu"].index(name)) for name in menu if self.actions[name]["used"]}

    def _affordable(self, c, name):
        return c.points >= self.actions[name]["cost"]

    def _taken(self, c, name):
        return bool(c.taken & (1 << self.words["menu"].index(name)))

    def _recoveries(self, c):
        return c.endurance if self.rules.recovery_pool else c.recoveries

    def _deed(self, m, _):
        return {self.index("deed", slot) for slot in self.deeds.attemptable(m, m.asker) if slot < OWN_DEEDS}

    def _instrument(self, m, _):
        return {self.index("item", slot) for slot in self.deeds.instruments(m, m.asker, m.deed.deed)}

    def _points(self, m, _):
        """T2.2: a flexible action takes as many extra points as there are."""
        what = "deed" if self.words["frame"][m.frame.kind] == "deed" else self.words["menu"][m.frame.a]
        left = m.combatants[m.asker].points - int(self.actions[what]["cost"])
        return {self.index("amount", n) for n in range(left + 1 if self.actions[what]["flexible"] else min(left, 0) + 1)}

    def _target(self, m, _):
        """T5.7, G5.7a: nobody twice; after the first the rest of n creatures may be left."""
        chosen = {row.who for row in m.targets}
        left = self.deeds.legal_targets(m, m.asker, m.deed.deed, m.deed.instrument) - chosen
        return {self.index("combatant", i) for i in left} | ({self.option("pass")} if chosen else set())

    def _walk(self, m, _):
        return {self.index("square", y * self.side + x) for x, y in self.board.walks(m, m.asker)}

    def _recover(self, m, _):
        """T8.40: none to as many as the potency allows and there are."""
        return {self.index("amount", n) for n in range(min(m.frame.a, self._recoveries(m.combatants[m.asker])) + 1)}

    # -- the roll and what follows -----------------------------------------------------------------------------------------
    def readings(self, m, at_roll):
        """The pool read for every target of the deed in progress, in the order chosen (T5.8, G6.1-G6.4)."""
        d = m.deed
        nets = [self.deeds.net(at_roll, d.user, d.deed, d.extra, row.who) for row in m.targets]
        virtue = self.deeds.virtue(d.user, d.deed)
        return [read_pool(d.dice[:d.n_dice], net, virtue, self.rules.fail_max, self.rules.conflict_max) for net in nets]

    def _spark(self, m, at_roll):
        offers = self.sparks.in_hand(m, self.readings(m, at_roll))
        return {self.index("line", p.line) if p.kind == FOR_LINE else self.index("option", p.kind) for p in offers}

    def _spark_target(self, m, at_roll):
        kind, line = m.frame.c, m.frame.d if m.frame.c == FOR_LINE else 0
        offers = self.sparks.in_hand(m, self.readings(m, at_roll))
        return {self.index("combatant", m.targets[p.target].who) for p in offers if (p.kind, p.line) == (kind, line)}

    def can_react(self, c):
        """T4.2: standing, and with focus for every reaction after the first of the round."""
        return c.status == self.board.standing and (c.reactions == 0 or c.focus >= self.rules.reaction_focus)

    def guards(self, m, i):
        """Guard dice that a combatant can still roll (T4.5)."""
        c = m.combatants[i]
        return {die for die in range(GUARD_DICE) if self.roster[i].guard_dice[die] and not c.guard_spent & (1 << die) and self.can_react(c)}

    def _guard(self, m, _):
        return {self.index("guard", die) for die in self.guards(m, m.asker)} | {self.option("pass")}

    def counters(self, m, i, at_roll):
        """Item slots that a target of the deed in progress can counter with, were it asked now (T4.4, G4.8-G4.10)."""
        row = next(n for n, target in enumerate(m.targets) if target.who == i)
        reading = self.readings(m, at_roll)[row]
        foes = self.board.sides[i] != self.board.sides[m.deed.user]
        if not foes or not (reading.result == FAIL or reading.tainted_pairs) or not self.can_react(m.combatants[i]):
            return set()
        away = self.board.distance(at_roll, i, m.deed.user)
        near = self.board.sees(at_roll, i, m.deed.user)
        return {slot for slot in range(len(m.combatants[i].items) + 1) if near and self.deeds.reaches(m, i, slot) >= away}

    def _counter(self, m, at_roll):
        return {self.index("item", slot) for slot in self.counters(m, m.asker, at_roll)} | {self.option("pass")}


__all__ = ["FAIL", "NONE", "Oracle"]
