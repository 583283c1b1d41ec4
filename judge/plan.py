"""One combatant's whole turn, played out on a clone, and told step by step.

The clone's dice are seeded anew and its forced queue is empty, so a plan knows nothing of the encounter's dice. The agent makes its side's
choices. Each roll of a deed is given its most probable result without a pair, and the plan goes on from it; the odds and the
expected damage are exact and cover every result. The other side is taken to decline its reactions; what it could do is told.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.core.check import net_edges, virtue_of
from envs.core.forecast import expected_damage
from envs.notation import choice_text

from .explain import edge_reasons
from .likely import likely_dice, roll_odds

MOST_STEPS = 400  # a turn is some twenty questions; more is a fault of the rules


@dataclass(frozen=True)
class Roll:
    """A deed's roll against one target: exact odds, why they are so, damage to expect over all results, and the result that the plan assumes."""

    deed: str
    target: str
    net: int
    virtue: int
    reasons: list
    fail: float
    conflict: float
    triumph: float
    expected_damage: float
    assumed: str


@dataclass
class Step:
    """One choice and what came of it. `before` and `after` are records (1,); `events` tuples; `rolls` those that were made."""

    before: np.recarray
    choice: int
    text: str
    mine: bool
    events: list = field(default_factory=list)
    rolls: list = field(default_factory=list)
    after: np.recarray = None


def _copy(state):
    out = np.empty(1, state.dtype).view(np.recarray)
    out[0] = state
    return out


class Planner:
    """Plays a turn of `combatant` on `battle`, a clone of its own, with `agent`; `steps` is the record of it."""

    def __init__(self, battle, combatant, agent, seed):
        self.battle, self.combatant, self.agent = battle, combatant, agent
        self.scenario = battle.scenario
        self.tables = battle.scenario.tables[0]
        self.rng = np.random.default_rng(seed)
        self.seed = seed
        self.ended = False
        self.deed = None  # (user, deed, extra, instrument) of the deed that was declared last
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
        """(choice, whether the agent made it for its own side)."""
        state, side = self.battle.state, int(self.tables.roster[self.combatant]["side"])
        if state.ask == k.ASK_COMBATANT:
            return k.A_COMBATANT + self.combatant, True
        if int(state.asked) != side and self.battle.mask[k.A_OPTION + k.PASS]:
            return k.A_OPTION + k.PASS, False
        return choose_one(self.agent, self.scenario.tables, state, self.battle.mask, self.rng), int(state.asked) == side

    def _step(self):
        choice, mine = self._choose()
        battle = self.battle
        text = choice_text(self.scenario, battle.state, choice, int(self.tables.side))
        step = Step(_copy(battle.state), choice, text, mine)
        trial = battle.clone(self.seed)
        trial.step(choice)
        self._look_ahead(step, trial.events())
        battle.step(choice)
        step.events, step.after = self._of_this_turn(step, battle.events()), _copy(battle.state)
        for event in step.events:
            self._note_deed(event)
        step.rolls = [self._with_result(roll, target, step.events) for roll, target in step.rolls]
        self.steps.append(step)

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

    def _note_deed(self, event):
        code, who, deed, extra, slot = event
        if code == k.E_DEED:
            self.deed = (who, deed, extra, slot)

    def _look_ahead(self, step, events):
        """Where the choice leads to a roll: its odds, and the dice of its most probable result in the queue."""
        for event in events:
            self._note_deed(event)
        targets = [event[2] for event in events if event[0] == k.E_ROLL]
        if not targets:
            return
        user, deed, extra, slot = self.deed
        state, virtue = step.before[0], int(virtue_of(self.tables, user, deed))
        nets = [int(net_edges(self.tables, state, user, deed, extra, target)) for target in targets]
        step.rolls = [(self._roll(state, target, net, virtue), target) for target, net in zip(targets, nets)]
        dice = likely_dice(self.tables, nets, virtue)
        queue = self.battle.state.dice
        queue.forced[:len(dice)] = dice
        queue.n_forced, queue.next_forced = len(dice), 0

    def _roll(self, state, target, net, virtue):
        user, deed, extra, slot = self.deed
        fail, conflict, triumph = roll_odds(self.tables, net, virtue)
        expected = float(expected_damage(self.tables, state, user, deed, slot, extra, target))
        reasons = [why for _, why in edge_reasons(self.scenario, state, user, deed, extra, target)]
        return Roll(self.scenario.deed_keys[deed], self.scenario.keys[target], net, virtue, reasons, fail, conflict, triumph, expected, "")

    @staticmethod
    def _with_result(roll, target, events):
        result = next(event[4] for event in events if event[0] == k.E_ROLL and event[2] == target)
        return replace(roll, assumed=k.RESULT_NAMES[result])
