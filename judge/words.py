"""The sentences of a plan: what the combatant does, with squares, targets and odds, and how it most likely goes."""

from envs.core import codes as k
from envs.core.counter import armaments_in_reach
from envs.core.reactions import can_guard, can_react

from .naming import area_squares, deed_name, listed, name_of, number, percent, plural, way_text, where, with_what
from .reasons import net_text
from .rolls import extra_text
from .telling import Telling

_ASSUMED = {"fail": "a failure", "conflict": "a conflict", "triumph": "a triumph"}
_TRIES = {k.PREVAIL: "tries to prevail against", k.DISRUPT: "tries to disrupt", k.INTERACT: "tries to work"}


def _chances(roll, sure=False):
    damage = f"; {number(roll.expected_damage)} damage to expect" if roll.expected_damage > 0 else ""
    if sure:
        return f"no check, a conflict for certain{damage}."
    net = f" ({net_text(roll.net)}: {'; '.join(roll.reasons)})" if roll.reasons else ""
    return f"{percent(roll.fail)} fail, {percent(roll.conflict)} conflict, {percent(roll.triumph)} triumph{net}{damage}."


def deed_sentences(scenario, step, targets, with_text):
    """One sentence for each target of a deed, list of str; for an area one before them that says where it lies and who is in it.

    `Ogre attempts Rake on Mira (c4) with its claw: 28 % fail, 40 % conflict, 32 % triumph (…); 4.2 damage to expect.`
    """
    who, deed = step.deed[:2]
    state, sure = step.before[0] if step.pool is None else step.pool, bool(scenario.tables[0].deeds[deed]["sure"])
    start = f"{name_of(scenario, who)} attempts {deed_name(scenario, deed)}"
    on = ["itself" if who == target else where(scenario, state, target) for target in targets]
    nobody = not step.rolls[0].target
    if step.area is not None:
        there = area_squares(scenario, deed, *step.area).replace("its user", "itself")
        held = "; nobody is in it" if nobody else f"; in it: {listed(on)}"
        out = [f"{start}{with_text} {there}{held}."]
        if sure:
            return out + [f"On {name}: {_chances(roll, True)}" for name, roll in zip(on, step.rolls) if not nobody]
        if nobody:
            return out + [f"The roll: {_chances(step.rolls[0])}"]
        first = f"The roll on {on[0]}: {_chances(step.rolls[0])}"
    else:
        out, first = [], f"{start}{'' if nobody else f' on {on[0]}'}{with_text}: {_chances(step.rolls[0], sure)}"
    again = "The same" if sure else "The same roll"
    return out + [first] + [f"{again} on {name}: {_chances(roll, sure)}" for name, roll in zip(on[1:], step.rolls[1:])]


def check_sentence(scenario, step):
    """`Ogre tries to prevail against its weak 2 with 1 extra point: 28 % fail, …`"""
    roll, check = step.rolls[0], step.check
    return f"{name_of(scenario, check.user)} {_TRIES[check.entry]} {roll.on}{extra_text(check.extra)}: {_chances(roll)}"


def reaction_sentence(scenario, state, user, target, damaging, failing=True):
    """What a target may do about it: guard a blow where the deed deals damage, counter a failure where there can be one; empty when nothing."""
    t = scenario.tables[0]
    if t.roster[target]["side"] == t.roster[user]["side"] or can_react(t, state, target) != k.OK:
        return ""
    dice = sorted({int(d) for n, d in enumerate(t.roster[target]["guard_dice"]) if can_guard(t, state, target, n) == k.OK})
    can = []
    if dice and damaging:
        can.append(f"guard ({', '.join(f'd{d}' for d in dice)})")
    if failing and armaments_in_reach(t, state, target, user):
        can.append("counter a failure")
    return f"{name_of(scenario, target)} may {' or '.join(can)}" if can else ""


def _assumed_sentence(scenario, targets, rolls):
    """The result from which the plan goes on."""
    if len({roll.assumed for roll in rolls}) == 1:
        return f"Most likely it is {_ASSUMED[rolls[0].assumed]}" + (" on each." if len(rolls) > 1 else ".")
    return f"Most likely it is {listed([f'{_ASSUMED[r.assumed]} on {name_of(scenario, t)}' for t, r in zip(targets, rolls)])}."


def _move_sentence(scenario, who, moved, walk):
    """A Move action and the walk after it in one."""
    extra = f" with {plural(moved[3], 'extra point')}" if moved and moved[3] else ""
    _, _, start, end, cost = walk
    verb = "takes Move" + extra + " and goes" if moved else "walks"
    way = way_text(scenario, start, end)
    return f"{name_of(scenario, who)} {verb}{way} ({plural(cost, 'movement point')})."


class Teller:
    """Turns the steps of a plan into sentences."""

    def __init__(self, scenario, combatant):
        self.scenario, self.combatant = scenario, combatant
        self.telling = Telling(scenario)
        self.out = self.telling.lines
        self.moved = None  # a Move that no walk has followed yet
        self.deed, self.place, self.with_text = None, None, ""  # the deed declared last; where its sentence goes until its roll is told
        self.empty = ""  # where its area lies, if it holds nobody and nothing is rolled

    def tell(self, steps):
        """All sentences of a plan, list of str."""
        state = steps[0].before[0]
        if state.deed.deed != k.NONE:  # the turn is under way, in the middle of a deed
            deed = tuple(int(v) for v in (state.deed.user, state.deed.deed, state.deed.extra, state.deed.instrument))
            self.telling.deed, self.with_text = deed, with_what(self.scenario, deed, state)
        for step in steps:
            self._step(step)
        self._settle(steps[-1].after[0])
        return [text for _, text in self.out]

    def _settle(self, state):
        """Tell what waited for something that did not come: a walk, a roll."""
        if self.moved is not None:
            self._say(self.moved[0], self.telling.sentence(self.moved, state))
            self.moved = None
        if self.place is not None:
            text = f"{name_of(self.scenario, self.deed[1])} attempts {deed_name(self.scenario, self.deed[2])}{self.with_text}"
            self.out.insert(self.place, [k.E_DEED, f"{text}{self.empty or ', and it comes to nothing'}."])
            self.place = None

    def _say(self, code, text):
        self.out.append([code, text])

    def _step(self, step):
        told = False
        if step.area is not None and not step.rolls:
            self.empty = f" {area_squares(self.scenario, step.deed[1], *step.area).replace('its user', 'itself')}, but nobody is in it"
        for n, event in enumerate(step.events):
            if event[0] not in (k.E_ROLL, k.E_CHECK) or not step.rolls:
                self._event(event, step, n + 1 < len(step.events))
            elif not told:  # the rolls of one deed stand together
                self._rolls(step)
                told = True
        if step.mine and step.choice == k.A_MENU + k.END_TURN and step.before[0].ask == k.ASK_ACTION:
            self._settle(step.after[0])
            self._say(k.E_TURN, self._end(step.before[0]))

    def _event(self, event, step, follows):
        code, state = event[0], step.after[0]
        if code in (k.E_TURN, k.E_AREA):
            return
        if code == k.E_WALK:
            moved = self.moved if event[1] == self.combatant else None
            self._say(code, _move_sentence(self.scenario, event[1], moved, event))
            self.moved = None
        elif code == k.E_ACTION and event[2] == k.MOVE:
            self._settle(state)
            self.moved = event
        elif code == k.E_DEED:
            self._settle(state)
            self.deed, self.place, self.empty = event, len(self.out), ""
            self.with_text = with_what(self.scenario, tuple(event[1:]), step.before[0], state)
            self.telling.deed = tuple(event[1:])
        else:
            if code == k.E_ACTION:
                self._settle(state)
            self.telling.add(event, state, step.before[0], follows)

    def _rolls(self, step):
        """A deed's roll on all its targets, or a check: odds, what they may do, the result that is assumed."""
        before = step.before[0] if step.pool is None else step.pool
        if step.check is not None:
            targets, user, sure = [step.check.target], step.check.user, False
            self._say(k.E_CHECK, check_sentence(self.scenario, step))
        else:
            targets, user = [event[2] for event in step.events if event[0] == k.E_ROLL], step.deed[0]
            sure = bool(self.scenario.tables[0].deeds[step.deed[1]]["sure"])
            place = len(self.out) if self.place is None else self.place  # what happens before the roll is told after what it belongs to
            self.place, self.telling.runs = None, {}
            self.out[place:place] = [[k.E_ROLL, text] for text in deed_sentences(self.scenario, step, targets, self.with_text)]
        told = [reaction_sentence(self.scenario, before, user, target, roll.expected_damage > 0, not sure)
                for target, roll in zip(targets, step.rolls) if step.check is None or step.check.entry == k.DISRUPT]
        reactions = [text for text in told if text]
        if reactions:
            self._say(k.E_ROLL, f"{listed(reactions)}; the plan takes it that {'it does' if len(reactions) == 1 else 'they do'} not.")
        if not sure:
            self._say(k.E_ROLL, _assumed_sentence(self.scenario, targets, step.rolls))

    def _end(self, before):
        left = int(before.combatants[self.combatant]["points"])
        unused = f" with {plural(left, 'point')} unused" if left else ""
        return f"{name_of(self.scenario, self.combatant)} ends its turn{unused}."
