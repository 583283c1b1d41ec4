"""Damage in plain Python: ratings, symbols, bonuses, the blow of a deed and of a counter (T4.4, G4.4a, T7.1-T7.2, G7.1a, G7.2a, G7.3-G7.5)."""

from collections import Counter

from .deeds import CATALYST, MELEE, RANGED
from .rolls import CONFLICT, FAIL, TRIUMPH, all_rolls, result_of, two_that_count

SIGNS = {"strong": 1, "weak": -1}  # of the one who strikes
TAKEN = {"exposed": 1, "protected": -1}  # of the one who is struck


class Blows:
    """Damage of one scenario. deeds: a `Deeds`; sparks: a `Sparks`; words: {"state"}: names in code order."""

    def __init__(self, deeds, sparks, words):
        self.deeds, self.sparks, self.states = deeds, sparks, words["state"]

    # -- ratings and bonuses -----------------------------------------------------------------------------------------------
    def rating(self, m, i, slot, symbol):
        """Worth of one "weapon" or "spell" symbol: the instrument's where it has that use, else the stat block's; 0 once used up (T7.1, G7.5)."""
        stat = self.deeds.roster[i]
        bare = {"weapon": stat.bare_weapon, "spell": stat.bare_spell}[symbol]
        gear = self.deeds.held(m, i, slot) if slot else None
        if gear is None or not gear.kinds & {"weapon": MELEE | RANGED, "spell": CATALYST}[symbol]:
            return bare
        left = m.items[m.combatants[i].items[slot - 1]].supply
        return 0 if gear.supply and not left else {"weapon": gear.weapon, "spell": gear.spell}[symbol]

    def states_of(self, m, i, signs):
        return sum(sign * m.combatants[i].states[self.states.index(name)] for name, sign in signs.items())

    def bonus(self, m, source, target):
        """What states add to attack damage: strong less weak, exposed less protected (T8.5, T8.6, T8.9, T8.10)."""
        return self.states_of(m, source, SIGNS) + self.states_of(m, target, TAKEN)

    def is_attack(self, deed):
        return self.deeds.word("kind", self.deeds.deeds[deed].kind) == "attack"

    # -- a deed's blow -----------------------------------------------------------------------------------------------------
    def damage_lines(self, deed, reads):
        """Damage lines on the target whose `when` is in `reads`."""
        d, words = self.deeds.deeds[deed], self.sparks.words
        return [line for line in d.lines[:d.n_lines]
                if words["verb"][line.verb] == "damage" and words["who"][line.who] == "target" and words["when"][line.when] in reads]

    def symbols(self, m, user, deed, slot, reads):
        """Worth of all symbols and numbers that a target gets from these lines; None when there is no damage line among them (T7.1, T7.2)."""
        lines = self.damage_lines(deed, reads)
        worth = {symbol: self.rating(m, user, slot, symbol) for symbol in ("weapon", "spell")}
        return sum(line.weapon * worth["weapon"] + line.spell * worth["spell"] + line.plus for line in lines) if lines else None

    def reads(self, result):
        """Which lines a result lets happen, before sparks (T5.5)."""
        return {FAIL: {"fail"}, CONFLICT: {"conflict"}, TRIUMPH: {"conflict", "triumph"}}[result]

    def blow(self, m, at_roll, row, result):
        """Damage of the deed in progress to a target row, before guard; None when it deals none (G7.1a, G7.3)."""
        d = m.deed
        bought = m.sparks
        effect = any(p.kind == self.sparks.effect and p.target == row for p in bought)
        symbols = self.symbols(at_roll, d.user, d.deed, d.instrument, self.reads(result) | ({"spark"} if effect else set()))
        if symbols is None:
            return None
        stat = self.deeds.roster[d.user]
        each = max(0, stat.virtues[stat.key])  # G7.2a
        sparks = each * sum(p.kind == self.sparks.damage and p.target == row for p in bought)
        bonus = self.bonus(at_roll, d.user, m.targets[row].who) if self.is_attack(d.deed) else 0
        return max(0, symbols + sparks + bonus)

    def counter(self, m, i, slot, shadows):
        """Damage of a counter with an item slot to the deed's user, before guard (T4.4, G4.4a)."""
        times = 1 + max(0, shadows - self.deeds.rules.counter_shadows_free)
        return max(0, times * self.rating(m, i, slot, "weapon") + self.bonus(m, i, m.deed.user))

    # -- before the dice fall ----------------------------------------------------------------------------------------------
    def damage_of(self, m, user, deed, slot, result, target):
        """Damage of a result without sparks and before guard; 0 when it deals none."""
        symbols = self.symbols(m, user, deed, slot, self.reads(result))
        bonus = self.bonus(m, user, target) if self.is_attack(deed) else 0
        return 0 if symbols is None else max(0, symbols + bonus)

    def expected(self, m, user, deed, slot, extra, target):
        """Expected damage of a deed on a target by counting every roll, before guard and without sparks."""
        rules, virtue = self.deeds.rules, self.deeds.virtue(user, deed)
        sums = sum_counts(self.deeds.net(m, user, deed, extra, target))
        worth = {result: self.damage_of(m, user, deed, slot, result, target) for result in (FAIL, CONFLICT, TRIUMPH)}
        total = sum(count * worth[result_of(two + virtue, rules.fail_max, rules.conflict_max)] for two, count in sums.items())
        return total / sum(sums.values())


_sums = {}


def sum_counts(net):
    """{sum of the two dice that count: number of rolls} for a net number."""
    if net not in _sums:
        _sums[net] = Counter(sum(two_that_count(dice, net)) for dice in all_rolls(net))
    return _sums[net]
