"""What an answer must change, in plain Python: points and movement, recoveries, blows, guards, counters, states (chapters 2 to 5, 7, 8).

A `Ledger` is shown every question and answer of a fight in which all questions are asked, and says what is not as the rules have it.
It does not roll dice: it reads those that fell from the record, and keeps guard dice within their bounds.
"""

from .deeds import GRACE, NONE
from .fates import Fates
from .rolls import FAIL
from .sparks import FOR_LINE, Purchase


class Ledger:
    """Follows one fight. oracle: an `Oracle`. `faults` holds a sentence for everything that does not add up; `checked` counts what was looked at."""

    def __init__(self, oracle):
        self.o, self.faults, self.checked = oracle, [], {}
        self.states = oracle.blows.states
        self.fates = Fates(oracle, self._check)
        self._forget()

    def _forget(self):
        self.struck, self.guarded, self.asked, self.last, self.slot = set(), set(), [], None, None

    def _check(self, what, found, expected):
        self.checked[what] = self.checked.get(what, 0) + 1
        if found != expected:
            self.faults.append(f"{what}: {found} instead of {expected}")

    # -- one answer --------------------------------------------------------------------------------------------------------
    def answered(self, before, group, number, after, at_roll, rolled=None):
        """Look at one answer: the Moment of its question, the group and number chosen, the Moment of the next question.

        at_roll: the last Moment before the dice of the deed in progress fell. rolled: the Moment right after, given with the answer that they
        fell upon, for a deed may be over before the next question.
        """
        question = self.o.question(before)
        plain = {"combatant": self._turn_began, "points": self._paid, "walk": self._walked, "recover": self._recovered}.get(question)
        if plain:
            plain(before, number, after)
        for i, (was, now) in enumerate(zip(before.combatants, after.combatants)):
            self.fates.of(i, was, now, before.deed.user != NONE)
        if before.turn_of != NONE and after.turn_of == NONE:
            self.fates.turn_ended(before, before.turn_of, after)
        if before.deed.user == NONE:
            return
        if question in ("guard", "counter"):
            self._reaction_answered(before, question, group, number, after)
        self.last = after if after.deed.n_dice else self._spent(before, question, number) if before.deed.n_dice else rolled
        if self.last is not None:
            self._blows(before, question, group, number, after, at_roll)
        if after.deed.user == NONE:
            if self.last is not None:
                self._deed_ended(after)
            self._forget()

    def _reaction_answered(self, before, question, group, number, after):
        i, passed = before.asker, group == "option"
        if question == "counter":
            self.asked.append(i)
            self.slot = number
        if after.turn_of == NONE:
            return  # a new round may have begun
        was, now = before.combatants[i], after.combatants[i]
        if passed:
            self.fates.did_not_react(was, now)
        else:
            self.fates.reacted(was, now, number if question == "guard" else None)

    def _spent(self, before, question, number):
        """The deed as it is once a spark's target is answered, where it may be over before the next question."""
        if question != "spark target":
            return before
        m = type(before)(**vars(before))
        m.sparks = before.sparks + [Purchase(before.frame.c, before.frame.d, [target.who for target in before.targets].index(number))]
        return m

    # -- turns, actions (T2.1, G2.8, T3.3, T3.10, G12.1, T8.40) -----------------------------------------------------------
    def _level(self, c, name):
        return c.states[self.states.index(name)]

    def _turn_began(self, before, i, after):
        was, now = before.combatants[i], after.combatants[i]
        gained = max(was.vigor, min(was.vigor + self._level(was, "soothed"), was.max_vigor))
        self._check("vigor at the start of a turn (T8.7, T8.8)", now.vigor, gained - self._level(was, "suffering"))
        if now.status == self.o.board.standing:
            fresh = (now.points, now.move_points, now.taken, now.deeds_taken)
            self._check("points at the start of a turn (T2.1)", fresh, (self.o.rules.points, 0, 0, 0))

    def _paid(self, before, extra, after):
        i = before.asker
        was, now = before.combatants[i], after.combatants[i]
        if self.o.words["frame"][before.frame.kind] == "deed":
            paid = (1 + extra, self.o.deeds.deeds[before.deed.deed].focus)
            self._check("a deed's price (T2.2, T5.2)", (was.points - now.points, was.focus - now.focus), paid)
            return
        action = self.o.words["menu"][before.frame.a]
        self._check(f"the price of {action} (T2.2)", was.points - now.points, 1 + extra)
        if action == "defend":
            self._check("cuts of defend (T3.3)", now.defend, 1 + extra)
        if action == "move":
            stat = self.o.roster[i]
            gain = stat.speed + extra * max(1 + stat.virtues[GRACE], 2) + self._level(was, "hastened") - self._level(was, "hindered")
            self._check("movement points (T3.10, T8.11, T8.12)", now.move_points, max(0, was.move_points + gain))

    def _walked(self, before, square, after):
        i = before.asker
        place = (square % self.o.side, square // self.o.side)
        was, now = before.combatants[i], after.combatants[i]
        self._check("a walk (G12.1)", (now.x, now.y, was.move_points - now.move_points), (*place, self.o.board.walks(before, i)[place]))

    def _recovered(self, before, amount, after):
        i = before.asker
        was, now = before.combatants[i], after.combatants[i]
        self._check("recoveries spent (T8.40)", (was.recoveries + was.endurance) - (now.recoveries + now.endurance), amount)
        if before.deed.user == NONE:
            worth = amount * -(-was.max_vigor // self.o.rules.recovery_divisor)
            self._check("vigor regained (G8.41)", now.vigor, max(was.vigor, min(was.vigor + worth, was.max_vigor)))

    # -- blows (T4.4, T4.5, G4.3a, G7.1a, G7.3) ----------------------------------------------------------------------------
    def _blows(self, before, question, group, number, after, at_roll):
        """Vigor lost between two questions of a deed: by its blow, or by a counter."""
        last, self.at_roll = self.last, at_roll
        self.readings = self.o.readings(last, at_roll)
        for row, target in enumerate(last.targets):
            found = (target.net, target.total, target.result, target.sparks, target.shadows, target.tainted)
            net = self.o.deeds.net(at_roll, last.deed.user, last.deed.deed, last.deed.extra, target.who)
            self._check("the roll as it is read (G6.1-G6.4)", found, (net, *self._numbers(row)))
        for i, (was, now) in enumerate(zip(before.combatants, after.combatants)):
            guard = (group, number) if question == "guard" and before.asker == i else None
            lost = was.vigor - now.vigor
            if guard:
                self._guard_answered(before, i, guard, lost)
            elif lost > 0 and question == "counter" and i == before.deed.user:
                self._check("a counter's blow (T4.4)", lost, self._counter(before, before.asker, number))
                self._check("a counter that could have been guarded (T4.5)", bool(self.o.guards(before, i)), False)
            elif lost > 0:
                self._blow_fell(before, i, lost)

    def _numbers(self, row):
        read = self.readings[row]
        return read.total, read.result, read.sparks, read.shadows, read.tainted_pairs

    def _row(self, i):
        return next((n for n, target in enumerate(self.last.targets) if target.who == i), None)

    def _blow(self, i):
        return self.o.blows.blow(self.last, self.at_roll, self._row(i), self.readings[self._row(i)].result)

    def _counter(self, m, i, slot):
        row = next(n for n, target in enumerate(m.targets) if target.who == i)
        return self.o.blows.counter(m, i, slot, self.readings[row].shadows)

    def _may_guard(self, m, i):
        return self.o.board.sides[i] != self.o.board.sides[m.deed.user] and bool(self.o.guards(m, i)) and i not in self.guarded

    def _blow_fell(self, before, i, lost):
        self._check("a blow has one target once (G7.1a)", self._row(i) is None or i in self.struck, False)
        if self._row(i) is not None:
            self._check("a blow (G7.1a, G7.3)", lost, self._blow(i))
            self._check("a blow that could have been guarded (T4.5)", self._may_guard(before, i), False)
            self.struck.add(i)

    def _guard_answered(self, before, i, answer, lost):
        """The blow that waits, and what the guard die takes off it; guarding the deed bars a counter (G4.3a)."""
        by_counter = i == before.deed.user
        expected = self._counter(before, before.frame.a, self.slot) if by_counter else self._blow(i)
        self._check("the blow that waits for a guard (T4.5)", (before.frame.b, bool(self.o.guards(before, i))), (expected, True))
        if answer[0] == "guard":
            die = self.o.roster[i].guard_dice[answer[1]]
            self._check("a guarded blow (T4.5, G7.3)", max(0, expected - die) <= lost <= max(0, expected - 1), True)
        else:
            self._check("a blow let through", lost, expected)
        if not by_counter:
            self.struck.add(i)
            if answer[0] == "guard":
                self.guarded.add(i)

    # -- the end of a deed (T4.3, T5.5, T5.6, T8.1, T8.2, G8.27) -----------------------------------------------------------
    def _deed_ended(self, after):
        """Everybody was struck who should be, asked for counters who might, and has the states that the lines gave."""
        on_map = {i for i in range(len(after.combatants)) if self.o.board.on_map(after, i)}
        rows = [target.who for target in self.last.targets]
        self._check("who was struck (T5.5)", self.struck, {i for i in rows if self._blow(i)})
        due = [i for i in rows if after.combatants[i].status == self.o.board.standing and i not in self.guarded
               and self.o.counters(self._calm_with_dice(), i, self.at_roll)]
        if self.last.deed.user in on_map:
            self._check("who was asked for a counter (T4.4, G4.3a, G4.8)", [i for i in self.asked if i in on_map], [i for i in due if i in on_map])
        expected = self._states_after(after)
        for i in on_map:
            self._check("states after a deed (T5.5, T8.1, T8.2)", after.combatants[i].states, expected[i])

    def _calm_with_dice(self):
        """The deed as it was last seen, with everybody as they were when the dice fell."""
        m = type(self.last)(**vars(self.last))
        m.combatants, m.items = self.at_roll.combatants, self.at_roll.items
        return m

    def _states_after(self, after):
        """States of everybody after the lines of the deed, from those at the roll."""
        states = [list(c.states) for c in self.at_roll.combatants]
        user, lines = self.last.deed.user, self.o.deeds.deeds[self.last.deed.deed].lines
        stood = after.combatants[user].status == self.o.board.standing
        for n, when, who, verb in self.o.sparks.lines(self.last):
            if verb not in ("state", "end state") or when == "before" or (when == "after" and not stood):
                continue
            for i, row in self._receivers(n, when, who):
                if verb == "state":
                    self._add(states[i], lines[n].state, lines[n].potency + self._raised(n, row))
                else:
                    states[i][lines[n].state] = max(0, states[i][lines[n].state] - lines[n].potency) if lines[n].potency else 0
        return states

    def _receivers(self, n, when, who):
        """(combatant, target row or None) of everybody whom a line reaches."""
        bought = self.last.sparks
        rows = [row for row, reading in enumerate(self.readings) if when == "after" or self._applies(when, reading.result, row, bought)]
        if who == "target":
            return [(self.last.targets[row].who, row) for row in rows]
        user = self.last.deed.user
        if not rows:
            return []
        if who == "self":
            return [(user, None)]
        reach = self.o.deeds.instrument_range(self.at_roll, user, self.last.deed.deed, self.last.deed.instrument)
        board, m = self.o.board, self.at_roll
        return [(i, None) for i in range(len(m.combatants)) if i != user and board.sides[i] == board.sides[user] and board.on_map(m, i)
                and board.distance(m, user, i) <= reach and board.sees(m, user, i)]

    def _applies(self, when, result, row, bought):
        if when == "spark":
            return any(p.kind == self.o.sparks.effect and p.target == row for p in bought)
        return {"fail": result == FAIL, "conflict": result > FAIL, "triumph": result > FAIL + 1}[when]

    def _raised(self, n, row):
        return self.o.rules.spark_potency * sum(p.kind == FOR_LINE and p.line == n and row in (None, p.target) for p in self.last.sparks)

    def _add(self, states, state, potency):
        """T8.1, T8.2, G8.27: the opposite is cancelled point for point, the rest stacks, at most to the cap."""
        opposite = OPPOSITES.get(self.states[state])
        if opposite is not None:
            at = self.states.index(opposite)
            cancelled = min(states[at], potency)
            states[at] -= cancelled
            potency -= cancelled
        states[state] = min(states[state] + potency, self.o.rules.potency_cap)


PAIRS = [("protected", "exposed"), ("soothed", "suffering"), ("strong", "weak"), ("hastened", "hindered")]
OPPOSITES = dict(PAIRS) | {b: a for a, b in PAIRS}
