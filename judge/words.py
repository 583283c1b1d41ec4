"""The sentences of a plan: what the combatant does, with squares, targets and odds, and how it most likely goes."""

from envs.core import codes as k
from envs.core.counter import armaments_in_reach
from envs.core.reactions import can_guard, can_react
from envs.notation import square_text

from .explain import board_square, deed_name, event_sentence, name_of, net_text, plural, with_what

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


def roll_sentence(scenario, state, who, deed, extra, slot, target, roll):
    """`Ogre attempts Rake on Mira (c4) with its claw: 28 % fail, 40 % conflict, 32 % triumph (…); 4.2 damage to expect.`"""
    c = state.combatants[target]
    where = "itself" if who == target else f"{name_of(scenario, target)} ({square_text(c['x'], c['y'])})"
    tool = with_what(scenario, state, who, deed, extra, slot)
    damage = f"; {number(roll.expected_damage)} damage to expect" if roll.expected_damage > 0 else ""
    return (f"{name_of(scenario, who)} attempts {deed_name(scenario, deed)} on {where}{tool}: {percent(roll.fail)} fail, {percent(roll.conflict)} conflict, "
            f"{percent(roll.triumph)} triumph{_net_words(roll)}{damage}.")


def reaction_sentence(scenario, state, user, target):
    """What the target may do about it: guard the blow, counter a failure; empty when nothing."""
    t = scenario.tables[0]
    if t.roster[target]["side"] == t.roster[user]["side"] or can_react(t, state, target) != k.OK:
        return ""
    dice = sorted({int(d) for n, d in enumerate(t.roster[target]["guard_dice"]) if can_guard(t, state, target, n) == k.OK})
    can = []
    if dice:
        can.append(f"guard ({', '.join(f'd{d}' for d in dice)})")
    if armaments_in_reach(t, state, target, user):
        can.append("counter a failure")
    return f"{name_of(scenario, target)} may {' or '.join(can)}; the plan takes it that it does not." if can else ""


def _move_sentence(scenario, who, moved, walk):
    """A Move action and the walk after it in one."""
    extra = f" with {plural(moved[3], 'extra point')}" if moved else ""
    _, _, start, end, cost = walk
    verb = "takes Move" + extra + " and goes" if moved else "walks on"
    return f"{name_of(scenario, who)} {verb} from {board_square(scenario, start)} to {board_square(scenario, end)} ({plural(cost, 'movement point')})."


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
        rolls = list(step.rolls)
        for event in step.events:
            self._event(event, step, rolls)
        if step.mine and step.choice == k.A_MENU + k.END_TURN:
            self._settle(step.after[0])
            self.out.append(self._end(step.before[0]))

    def _event(self, event, step, rolls):
        code, state = event[0], step.after[0]
        if code == k.E_TURN:
            return
        if code == k.E_WALK:
            self.out.append(_move_sentence(self.scenario, event[1], self.moved, event))
            self.moved = None
        elif code == k.E_ROLL:
            self._roll(step, event[2], rolls.pop(0))
        elif code == k.E_ACTION and event[2] == k.MOVE:
            self._settle(state)
            self.moved = event
        elif code == k.E_DEED:
            self._settle(state)
            self.deed, self.place = event, len(self.out)
        else:
            if code == k.E_ACTION:
                self._settle(state)
            self.out.append(event_sentence(self.scenario, state, event))

    def _roll(self, step, target, roll):
        (who, deed, extra, slot), before = step.deed, step.before[0]
        place = len(self.out) if self.place is None else self.place  # what happens before the roll is told after what it belongs to
        self.place = None
        self.out.insert(place, roll_sentence(self.scenario, before, who, deed, extra, slot, target, roll))
        reaction = reaction_sentence(self.scenario, before, who, target)
        if reaction:
            self.out.append(reaction)
        self.out.append(f"Most likely it is {_ASSUMED[roll.assumed]}.")

    def _end(self, before):
        left = int(before.combatants[self.combatant]["points"])
        unused = f" with {plural(left, 'point')} unused" if left else ""
        return f"{name_of(self.scenario, self.combatant)} ends its turn{unused}."
