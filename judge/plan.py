"""One combatant's whole turn, played out on a clone, and told step by step.

Every answer is given on a clone whose dice are seeded anew, so a plan knows nothing of the encounter's dice. The agent makes its side's choices.
Each roll of a pool is given its most probable result without a pair, every other die its middle (`supposed.py`), and the plan goes on from
there; the odds and the expected damage are exact and cover every result. The other side is taken to decline its reactions; what it could do is told.
A plan can be asked instead how it goes on after another result of its first roll.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.core.check import virtue_of
from envs.notation import choice_text

from .rolls import Check, check_of, check_roll, deed_rolls, laid, sure_rolls
from .supposed import suppose

MOST_STEPS = 600  # a turn is some forty answers; more is a fault of the rules


@dataclass
class Step:
    """One answer and what came of it.

    before, after: records (1,). asked: whether there was a choice; an answer that is the only legal one is told, but is no choice. mine: whether the
    agent made it for its own side. mask: bool (A,), the legal ones. events: of this turn. rolls: those that were made, of `deed` (user, row, extra
    points, way) or `check`.
    pool: the position at the roll, or None. area: where an area was laid (`rolls.laid`), or None.
    """

    before: np.recarray
    choice: int
    text: str
    mine: bool
    asked: bool
    mask: np.ndarray
    events: list = field(default_factory=list)
    rolls: list = field(default_factory=list)
    after: np.recarray = None
    deed: tuple = ()
    check: Check = None
    pool: np.record = None
    area: tuple = None


def _copy(state):
    out = np.empty(1, state.dtype).view(np.recarray)
    out[0] = state
    return out


class Planner:
    """Plays a turn of `combatant` on `battle`, a clone of its own, with `agent`; `steps` is the record of it.

    result: one that the first pool rolled gives its first target, instead of the likeliest.
    """

    def __init__(self, battle, combatant, agent, seed, result=None):
        self.battle, self.combatant, self.agent = battle, combatant, agent
        self.battle.auto = False  # each answer is a step, so that every question is seen where it is asked
        self.scenario = battle.scenario
        self.tables = battle.scenario.tables[0]
        self.rng = np.random.default_rng(seed)
        self.seed, self.result = seed, result
        self.ended = False
        now = battle.state.deed
        self.deed = (int(now.user), int(now.deed), int(now.extra), int(now.instrument))  # of the deed that was declared last
        self.steps = []

    def run(self):
        """Play until the turn is over; the steps."""
        self.battle.events()
        while self._goes_on():
            if len(self.steps) >= MOST_STEPS:
                raise RuntimeError(f"the turn of {self.scenario.names[self.combatant]} did not end within {MOST_STEPS} choices")
            self._step()
        return self.steps

    def _goes_on(self):
        state = self.battle.state
        return not self.ended and not self.battle.over and (int(state.turn_of) == self.combatant or (not self.steps and state.ask == k.ASK_COMBATANT))

    def _choose(self):
        """(choice, whether it was made for the agent's own side, whether there was another)."""
        state, side = self.battle.state, int(self.tables.roster[self.combatant]["side"])
        mine, legal = int(state.asked) == side, self.battle.legal()
        if state.ask == k.ASK_COMBATANT:
            return k.A_COMBATANT + self.combatant, True, len(legal) > 1
        if len(legal) == 1:
            return legal[0], mine, False
        if not mine and self.battle.mask[k.A_OPTION + k.PASS]:
            return k.A_OPTION + k.PASS, False, True
        return choose_one(self.agent, self.scenario.tables, state, self.battle.mask, self.rng), mine, True

    def _step(self):
        choice, mine, asked = self._choose()
        text = choice_text(self.scenario, self.battle.state, choice, int(self.battle.tables.side))
        step = Step(_copy(self.battle.state), choice, text, mine, asked, self.battle.mask.copy())
        step.check = check_of(self.tables, step.before[0], choice)
        dice, step.pool = suppose(self.battle, choice, lambda state: self._virtue(step.check, state), self.result)
        self.result = self.result if step.pool is None else None
        clone = self.battle.clone(self.seed + 1000 * len(self.steps))
        clone.force(dice)
        clone.step(choice)
        self.battle, step.after = clone, _copy(clone.state)
        step.events = self._of_this_turn(step, clone.events())
        self._note(step)
        self.steps.append(step)

    def _virtue(self, check, state):
        """What is added to the pool that is rolled in a position."""
        if check is not None:
            return int(self.tables.roster[check.user]["virtues"][check.virtue])
        return int(virtue_of(self.tables, int(state.deed.user), int(state.deed.deed)))

    def _of_this_turn(self, step, events):
        """The events up to the next turn or round: the same combatant may begin the next round at once."""
        begins = step.before[0].ask == k.ASK_COMBATANT
        for number, event in enumerate(events):
            if event[0] == k.E_ROUND or (event[0] == k.E_TURN and not begins):
                self.ended = True
                return events[:number]
            if event[0] == k.E_TURN:
                begins = False
        return events

    def _note(self, step):
        """Write down the deed in progress and the rolls that were made."""
        for event in step.events:
            if event[0] == k.E_DEED:
                self.deed = tuple(int(v) for v in event[1:])
        step.deed = self.deed
        step.area = laid(self.battle.tables, step.events, step.before[0], step.choice)
        rolled = [(event[2], event[4]) for event in step.events if event[0] == k.E_ROLL]
        checked = [event[4] for event in step.events if event[0] == k.E_CHECK]
        if rolled and self.tables.deeds[self.deed[1]]["sure"]:
            step.rolls = sure_rolls(self.scenario, step.before[0], self.deed, [target for target, _ in rolled], step.area)
        elif rolled and step.pool is not None:
            step.rolls = deed_rolls(self.scenario, step.pool, self.deed)
        elif checked and step.pool is not None:
            step.rolls = [check_roll(self.scenario, step.before[0], step.check, step.pool)]
        results = [result for _, result in rolled] or checked
        step.rolls = [replace(roll, assumed=k.RESULT_NAMES[result]) for roll, result in zip(step.rolls, results)]
