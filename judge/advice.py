"""A suggested turn: `suggest(scenario)` in Python, `foemind suggest` at the terminal."""

import time
from dataclasses import asdict, dataclass, field

import numpy as np

from agents import make_agent
from agents.base import choose_one
from envs.core import codes as k

from .plan import Planner, Roll
from .words import Teller

__all__ = ["Roll", "SuggestError", "Suggestion", "advise", "open_battle", "suggest"]

FARTHEST = 999  # movement points of any walk


class SuggestError(ValueError):
    """A turn that cannot be suggested; one sentence that says why and what to do."""


@dataclass(frozen=True)
class Suggestion:
    """One combatant's suggested turn.

    combatant: its key. agent: who advises. choices: the turn in text notation, both sides' answers in order. sentences: the same in plain words.
    odds: a Roll for each roll. expected_damage: sum over the rolls, over all their results. seconds: how long it took.
    squares: (x, y) of the way that it walks, for the map. before, after: the positions that the plan begins and ends in, record arrays (1,).
    """

    combatant: str
    agent: str
    choices: list
    sentences: list
    odds: list
    expected_damage: float
    seconds: float
    squares: list = field(default_factory=list)
    before: np.recarray = None
    after: np.recarray = None

    def as_dict(self):
        """What a program reads: plain JSON values."""
        return {"combatant": self.combatant, "agent": self.agent, "choices": self.choices, "sentences": self.sentences,
                "odds": [_rounded(asdict(roll)) for roll in self.odds], "expected_damage": round(self.expected_damage, 6),
                "seconds": round(self.seconds, 3)}


def _rounded(entries):
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in entries.items()}


def open_battle(scenario, seed=0, combatant=None):
    """A Battle of the scenario with its first question.

    Where the fight has not begun and no coin is set, the coin is taken to fall for the side that advice is asked for (the enemies, or
    the side of slot `combatant`): the coin is the encounter's to throw, and advice must not depend on it.
    """
    from envs.battle import Battle
    tables, initial = scenario.tables[0], scenario.initial[0]
    side = k.ENEMIES if combatant is None else int(tables.roster[combatant]["side"])
    free = int(initial.round_no) == 0 and int(tables.first_coin) == k.NONE
    return Battle(scenario, seed=seed, side=int(tables.side), forced=(side + 1,) if free else ())


def find_combatant(scenario, name):
    """Slot of the combatant that `name` means (name, key or map letter); SuggestError names the choices."""
    try:
        return scenario.slot(name)
    except KeyError as error:
        raise SuggestError(str(error.args[0])) from error


def _refuse(battle, combatant):
    """SuggestError that says why a combatant cannot take its turn now."""
    from envs.core.turns import can_take_turn
    scenario, state = battle.scenario, battle.state
    name, initial = scenario.names[combatant], scenario.initial[0]
    why = int(can_take_turn(battle.tables, state, combatant))
    if int(initial.turn_of) == int(state.turn_of) != k.NONE or why == k.OK:
        raise SuggestError(f"{name} cannot act now: it is {scenario.names[int(state.turn_of)]}'s turn; leave --for out, "
                           "or end that turn in the file ([fight], turn)")
    remedy = "ask for another with --for, or leave --for out"
    if why == k.WHY_WRONG_SIDE:
        key = "first_coin" if int(initial.round_no) == 0 else "next_side"
        side = k.SIDE_NAMES[int(battle.tables.roster[combatant]["side"])]
        remedy = f"ask for a combatant of the other side, or set {key} = '{side}' under [fight] in the file"
    raise SuggestError(f"{name} cannot act now: {k.WHY_TEXTS[why]}; {remedy}")


def _whose_turn(battle, combatant, agent, rng):
    """Slot of the combatant whose turn is suggested; SuggestError when the one asked for cannot act now."""
    scenario, state = battle.scenario, battle.state
    if battle.over:
        raise SuggestError(f"the fight of {scenario.title!r} is over ({k.WINNER_NAMES[int(battle.winner)]}), so there is no turn to suggest")
    if state.ask != k.ASK_COMBATANT:
        if combatant not in (None, int(state.turn_of)):
            _refuse(battle, combatant)
        return int(state.turn_of)
    if combatant is None:
        return choose_one(agent, scenario.tables, state, battle.mask, rng) - k.A_COMBATANT
    if not battle.mask[k.A_COMBATANT + combatant]:
        _refuse(battle, combatant)
    return combatant


def way(tables, state, i, end):
    """Squares (x, y) of a cheapest way of combatant i to board square `end`, its own square left out."""
    from envs.core.grid import neighbour, reach, step_cost
    width = int(tables.width)
    cost = np.empty(width * int(tables.height), np.int16)
    reach(tables, state, i, FARTHEST, cost)
    squares = []
    while 0 < cost[end] <= FARTHEST:
        x, y = end % width, end // width
        squares.append((x, y))
        for n in range(8):
            dx, dy = neighbour(n)
            px, py = x - dx, y - dy
            if 0 <= px < width and 0 <= py < int(tables.height):
                step = int(step_cost(tables, state, i, px, py, dx, dy))
                if step and cost[py * width + px] + step == cost[end]:
                    end = py * width + px
                    break
    return squares[::-1]


def _walked(tables, steps):
    squares = []
    for step in steps:
        for event in step.events:
            if event[0] == k.E_WALK:
                squares += way(tables, step.before[0], int(event[1]), int(event[3]))
    return squares


def advise(battle, combatant=None, agent=None, seed=0):
    """Suggestion for the turn that a Battle is at, or would be at with `combatant` (slot) next. `agent` answers questions. The battle is not changed.

    SuggestError when that combatant cannot act now or the fight is over.
    """
    started = time.perf_counter()
    clone = battle.clone(seed)
    scenario = clone.scenario
    who = _whose_turn(clone, combatant, agent, np.random.default_rng([seed, 1]))
    steps = Planner(clone, who, agent, seed).run()
    rolls = [roll for step in steps for roll in step.rolls]
    sentences = Teller(scenario, who).tell(steps) + (agent.notes(scenario) if hasattr(agent, "notes") else [])
    sides = scenario.tables[0].roster["side"]
    expected = sum(roll.expected_damage for roll in rolls if sides[scenario.keys.index(roll.target)] != sides[who])
    return Suggestion(scenario.keys[who], agent.name, [step.text for step in steps], sentences, rolls, expected,
                      time.perf_counter() - started, _walked(scenario.tables[0], steps), steps[0].before, steps[-1].after)


def suggest(scenario, combatant=None, agent="policy", seed=0):
    """Suggestion for the position that an encounter starts in.

    combatant: name, key, letter or slot; None lets the agent pick who acts. agent: a name for `make_agent`, or an agent. seed: of the agent's chance.
    SuggestError when it cannot act now; AgentError (PolicyError) when the agent cannot be had.
    """
    agent = make_agent(agent) if isinstance(agent, str) else agent
    slot = find_combatant(scenario, combatant) if isinstance(combatant, str) else combatant
    return advise(open_battle(scenario, seed, slot), slot, agent, seed)
