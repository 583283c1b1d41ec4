"""What becomes of the wounded, and of rounds and reactions (T1.3, T1.4, T4.2, T4.5, G3.16, T8.21, T8.22, G8.22b, G8.26), in plain Python."""

STANDING, DEFEATED, DEAD = "standing", "defeated", "dead"


class Fates:
    """Checks for a `Ledger`. oracle: an `Oracle`; check: a function (what, found, expected)."""

    def __init__(self, oracle, check):
        self.o, self.check = oracle, check

    def status(self, c):
        return self.o.words["status"][c.status]

    # -- wounds ------------------------------------------------------------------------------------------------------------
    def of(self, i, was, now, by_attack):
        """Status, endurance and injuries of combatant i after its vigor went from `was` to `now`."""
        if now.vigor == was.vigor:
            return
        found = (self.status(now), now.endurance, now.injuries, now.max_vigor)
        same = (self.status(was), was.endurance, was.injuries, was.max_vigor)
        dead = (DEAD, *same[1:])
        if now.vigor > was.vigor:
            self.check("one who regains vigor rises at 1 (T8.22)", found[0], STANDING if now.vigor >= 1 else self.status(was))
        elif now.vigor > 0:
            self.check("wounds above 0 change nothing else", found, same)
        elif not self.o.roster[i].endures:
            self.check("one that does not endure dies at 0 (G8.26)", found, dead)
        elif now.vigor <= -(was.max_vigor // 2):
            self.check("death at minus the bloodied value (T8.22a, G8.22b)", found, dead)
        elif was.vigor > 0 or not by_attack:
            self.check("dying is not checked for the blow that brought it (G8.21a)", found, same)
        else:
            self.check("one of the outcomes of tenacity (T8.21, G8.26)", found in self._tenacity(was, same), True)

    def _tenacity(self, was, same):
        rules = self.o.rules
        conflict = (same[0], max(0, was.endurance - rules.tenacity_conflict), *same[2:])
        failure = (DEFEATED, max(0, was.endurance - rules.tenacity_fail), was.injuries + 1, max(1, was.max_vigor - 1))
        return [same, conflict, failure if was.endurance > 0 else (DEAD, *same[1:])]

    # -- reactions ---------------------------------------------------------------------------------------------------------
    def reacted(self, was, now, die):
        """A reaction counts, each after the first costs focus; a guard die is spent (T4.2, T4.5). die: its number, None for a counter."""
        price = self.o.rules.reaction_focus if was.reactions else 0
        self.check("a reaction's price (T4.2)", (now.reactions, now.focus), (was.reactions + 1, was.focus - price))
        self.check("guard dice spent (T4.5)", now.guard_spent, was.guard_spent | (0 if die is None else 1 << die))

    def did_not_react(self, was, now):
        self.check("no reaction costs nothing", (now.reactions, now.focus, now.guard_spent), (was.reactions, was.focus, was.guard_spent))

    # -- rounds ------------------------------------------------------------------------------------------------------------
    def turn_ended(self, before, i, after):
        """Whose turn it is after combatant i's, and what a new round gives back (T1.3, T1.4, G3.16)."""
        if self.o.question(after) == "over":
            return
        if after.round_no > before.round_no:
            self.check("rounds are counted one by one", after.round_no, before.round_no + 1)
            left = [n for n in self._ready(before, 0) + self._ready(before, 1) if n != i]
            self.check("a round ends when everybody had a turn (T1.4)", left, [])
            fresh = [(c.acted, c.reactions, c.guard_spent, c.defend) for c in after.combatants]
            self.check("what a new round gives back (G3.16)", set(fresh), {(0, 0, 0, 0)})
            return
        self.check("who has had its turn has acted (T1.3)", after.combatants[i].acted, 1)
        other = 1 - self.o.board.sides[i]
        self.check("sides alternate while both have somebody left (T1.3, T1.4)", after.turn_side, other if self._ready(after, other) else 1 - other)

    def _ready(self, m, side):
        """Combatants of a side that can still have a turn this round (G1.2a, G1.7)."""
        if m.round_no == 1 and self.o.ambushed == side:
            return []
        return [n for n, c in enumerate(m.combatants)
                if self.o.board.sides[n] == side and self.status(c) == STANDING and not c.acted and c.arrives <= m.round_no]
