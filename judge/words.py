"""The sentences of a plan: what the combatant does, with squares, targets and odds, and how it most likely goes."""

from envs.core import codes as k
from envs.core.counter import armaments_in_reach
from envs.core.reactions import can_guard, can_react
from envs.notation import square_text

from .explain import event_sentence
from .naming import board_square, deed_name, name_of, plural, with_what
from .reasons import net_text

_ASSUMED = {"fail": "a failure", "conflict": "a conflict", "triumph": "a triumph"}


def percent(p):
    """`28 %`; what is possible is never shown as 0, what is not certain never as 100."""
    if 0 < p < 0.005:
        return "under 1 %"
    if 0.995 < p < 1:
        return "over 99 %"
    return f"{100 * p:.0f} %"


def number(x):
    """`4`, `4.2`."""
    return f"{x:.1f}".removesuffix(".0")


def _net_words(roll):
    if not roll.reasons:
        return ""
    return f" ({net_text(roll.net)}: {'; '.join(roll.reasons)})"


def _chances(roll):
    damage = f"; {number(roll.expected_damage)} damage to expect" if roll.expected_damage > 0 else ""
    return f"{percent(roll.fail)} fail, {percent(roll.conflict)} conflict, {percent(roll.triumph)} triumph{_net_words(roll)}{damage}."


def _on(scenario, state, who, target):
    c = state.combatants[target]
    return "itself" if who == target else f"{name_of(scenario, target)} ({square_text(c['x'], c['y'])})"


def deed_sentences(scenario, state, used, targets, rolls):
    """One sentence for each target of a deed that is rolled, list of str. `used`: (user, deed, extra, item slot).

    `Ogre attempts Rake on Mira (c4) with its claw: 28 % fail, 40 % conflict, 32 % triumph (…); 4.2 damage to expect.`
    """
    who, deed, extra, slot = used
    first = (f"{name_of(scenario, who)} attempts {deed_name(scenario, deed)} on {_on(scenario, state, who, targets[0])}"
             f"{with_what(scenario, state, who, deed, extra, slot)}: {_chances(rolls[0])}")
    return [first] + [f"The same roll on {_on(scenario, state, who, target)}: {_chances(roll)}" for target, roll in zip(targets[1:], rolls[1:])]


def reaction_sentence(scenario, state, user, target, damaging):
    """What a target may do about it: guard a blow where the deed deals damage, counter a failure; empty when nothing."""
    t = scenario.tables[0]
    if t.roster[target]["side"] == t.roster[user]["side"] or can_react(t, state, target) != k.OK:
        return ""
    dice = sorted({int(d) for n, d in enumerate(t.roster[target]["guard_dice"]) if can_guard(t, state, target, n) == k.OK})
    can = []
    if dice and damaging:
        can.append(f"guard ({', '.join(f'd{d}' for d in dice)})")
    if armaments_in_reach(t, state, target, user):
        can.append("counter a failure")
    return f"{name_of(scenario, target)} may {' or '.join(can)}" if can else ""


def _listed(words):
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _assumed_sentence(scenario, targets, rolls):
    """The result from which the plan goes on."""
    if len({roll.assumed for roll in rolls}) == 1:
        return f"Most likely it is {_ASSUMED[rolls[0].assumed]}" + (" on each." if len(rolls) > 1 else ".")
    return f"Most likely it is {_listed([f'{_ASSUMED[r.assumed]} on {name_of(scenario, t)}' for t, r in zip(targets, rolls)])}."


def _move_sentence(scenario, who, moved, walk):
    """A Move action and the walk after it in one."""
    extra = f" with {plural(moved[3], 'extra point')}" if moved and moved[3] else ""
    _, _, start, end, cost = walk
    verb = "takes Move" + extra + " and goes" if moved else "walks on"
    way = f"from {board_square(scenario, start)} to {board_square(scenario, end)}"
    return f"{name_of(scenario, who)} {verb} {way} ({plural(cost, 'movement point')})."


class Teller:
    """Turns the steps of a plan into sentences."""

    def __init__(self, scenario, combatant):
        self.scenario, self.combatant = scenario, combatant
        self.out = []
        self.moved = None  # a Move that no walk has followed yet
        self.deed, self.place = None, None  # the deed declared last; where its sentence goes until its roll is told

    def tell(self, steps):
        """All sentences of a plan, list of str."""
        for step in steps:
            self._step(step)
        self._settle(steps[-1].after[0])
        return self.out

    def _settle(self, state):
        """Tell what waited for something that did not come: a walk, a roll."""
        if self.moved is not None:
            self.out.append(event_sentence(self.scenario, state, self.moved))
            self.moved = None
        if self.place is not None:
            self.out.insert(self.place, event_sentence(self.scenario, state, self.deed))
            self.place = None

    def _step(self, step):
        told = False
        for event in step.events:
            if event[0] != k.E_ROLL:
                self._event(event, step)
            elif not told:  # the rolls of one deed stand together
                self._rolls(step)
                told = True
        if step.mine and step.choice == k.A_MENU + k.END_TURN:
            self._settle(step.after[0])
            self.out.append(self._end(step.before[0]))

    def _event(self, event, step):
        code, state = event[0], step.after[0]
        if code == k.E_TURN:
            return
        if code == k.E_WALK:
            self.out.append(_move_sentence(self.scenario, event[1], self.moved, event))
            self.moved = None
        elif code == k.E_ACTION and event[2] == k.MOVE:
            self._settle(state)
            self.moved = event
        elif code == k.E_DEED:
            self._settle(state)
            self.deed, self.place = event, len(self.out)
        else:
            if code == k.E_ACTION:
                self._settle(state)
            self._say(event_sentence(self.scenario, state, event, step.deed[1] if step.deed[1] != k.NONE else None))

    def _say(self, sentence):
        """Add a sentence, unless it is empty: another event tells it."""
        if sentence:
            self.out.append(sentence)

    def _rolls(self, step):
        """A deed's roll on all its targets: odds, what they may do, the result that is assumed."""
        targets, before = [event[2] for event in step.events if event[0] == k.E_ROLL], step.before[0]
        if not step.rolls:  # a deed without a check
            return
        place = len(self.out) if self.place is None else self.place  # what happens before the roll is told after what it belongs to
        self.place = None
        self.out[place:place] = deed_sentences(self.scenario, before, step.deed, targets, step.rolls)
        told = [reaction_sentence(self.scenario, before, step.deed[0], target, roll.expected_damage > 0) for target, roll in zip(targets, step.rolls)]
        reactions = [text for text in told if text]
        if reactions:
            self.out.append(f"{_listed(reactions)}; the plan takes it that {'it does' if len(reactions) == 1 else 'they do'} not.")
        self.out.append(_assumed_sentence(self.scenario, targets, step.rolls))

    def _end(self, before):
        left = int(before.combatants[self.combatant]["points"])
        unused = f" with {plural(left, 'point')} unused" if left else ""
        return f"{name_of(self.scenario, self.combatant)} ends its turn{unused}."
