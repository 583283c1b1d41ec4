"""One combatant's whole turn, played out on a clone, and told step by step.

Every step is played on a clone whose dice are seeded anew, so a plan knows nothing of the encounter's dice. The agent makes its side's choices.
Each roll of a deed is given its most probable result without a pair, no supply die drops where that can be, and the plan goes on from
there; the odds and the expected damage are exact and cover every result. The other side is taken to decline its reactions; what it could do is told.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.core.check import net_edges, virtue_of
from envs.core.forecast import expected_damage
from envs.notation import choice_text

from .likely import likely_dice, roll_odds
from .reasons import edge_reasons

MOST_STEPS = 400  # a turn is some twenty questions; more is a fault of the rules
TRIES = 8  # seeds tried for a step in which no supply die drops


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
    """One choice and what came of it.

    before, after: records (1,). events: of this turn. rolls: those that were made, of `deed` (user, deed, extra points, item slot).
    """

    before: np.recarray
    choice: int
    text: str
    mine: bool
    events: list = field(default_factory=list)
    rolls: list = field(default_factory=list)
    after: np.recarray = None
    deed: tuple = ()


def _copy(state):
    out = np.empty(1, state.dtype).view(np.recarray)
    out[0] = state
    return out


def _at_the_roll(state, user, targets):
    """The position with all targets of a deed noted, as they stand when its dice fall."""
    now = _copy(state)[0]
    now.deed.user, now.deed.n_targets = user, len(targets)
    for row, target in zip(now.targets, targets):
        row.who = target
    return now


class Planner:
    """Plays a turn of `combatant` on `battle`, a clone of its own, with `agent`; `steps` is the record of it."""

    def __init__(self, battle, combatant, agent, seed):
        self.battle, self.combatant, self.agent = battle, combatant, agent
        self.scenario = battle.scenario
        self.tables = battle.scenario.tables[0]
        self.rng = np.random.default_rng(seed)
        self.seed = seed
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
        """(choice, whether the agent made it for its own side)."""
        state, side = self.battle.state, int(self.tables.roster[self.combatant]["side"])
        if state.ask == k.ASK_COMBATANT:
            return k.A_COMBATANT + self.combatant, True
        if int(state.asked) != side and self.battle.mask[k.A_OPTION + k.PASS]:
            return k.A_OPTION + k.PASS, False
        return choose_one(self.agent, self.scenario.tables, state, self.battle.mask, self.rng), int(state.asked) == side

    def _step(self):
        choice, mine = self._choose()
        text = choice_text(self.scenario, self.battle.state, choice, int(self.tables.side))
        step = Step(_copy(self.battle.state), choice, text, mine)
        _, events = self._try(choice, (), 0)
        rolls, dice = self._look_ahead(step.before[0], events)
        for number in range(TRIES):
            clone, events = self._try(choice, dice, number)
            if not any(event[0] == k.E_SUPPLY for event in events):
                break
        self.battle, step.after = clone, _copy(clone.state)
        step.events = self._of_this_turn(step, events)
        step.deed = self.deed
        step.rolls = [self._with_result(roll, target, events) for roll, target in rolls]
        self.steps.append(step)

    def _try(self, choice, dice, number):
        """(a clone after the choice, its events), its first dice forced."""
        clone = self.battle.clone(self.seed + 1000 * len(self.steps) + number)
        clone.force(dice)
        clone.step(choice)
        return clone, clone.events()

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

    def _look_ahead(self, state, events):
        """([(Roll, target)], dice of the most probable results) where a choice made in `state` leads to a roll; both empty where not."""
        for event in events:
            if event[0] == k.E_DEED:
                self.deed = tuple(event[1:])
        targets = [event[2] for event in events if event[0] == k.E_ROLL]
        if not targets or self.tables.deeds[self.deed[1]]["sure"]:
            return [], ()
        user, deed, extra, way = self.deed
        virtue = int(virtue_of(self.tables, user, deed))
        state = _at_the_roll(state, user, targets)
        nets = [int(net_edges(self.tables, state, user, deed, way, extra, target)) for target in targets]
        return [(self._roll(state, target, net, virtue), target) for target, net in zip(targets, nets)], likely_dice(self.tables, nets, virtue)

    def _roll(self, state, target, net, virtue):
        user, deed, extra, slot = self.deed
        fail, conflict, triumph = roll_odds(self.tables, net, virtue)
        expected = float(expected_damage(self.tables, state, user, deed, slot, extra, target))
        reasons = [why for _, why in edge_reasons(self.scenario, state, user, deed, slot, extra, target)]
        return Roll(self.scenario.deed_keys[deed], self.scenario.keys[target], net, virtue, reasons, fail, conflict, triumph, expected, "")

    @staticmethod
    def _with_result(roll, target, events):
        result = next(event[4] for event in events if event[0] == k.E_ROLL and event[2] == target)
        return replace(roll, assumed=k.RESULT_NAMES[result])
