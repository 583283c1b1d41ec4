"""The turn that an agent takes, as a suggestion: `advise(battle)`. Ranked plans, win chances and answers are in `advising.py`."""

import time
from dataclasses import asdict, dataclass, field

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.objective import objective_text

from .plan import Planner
from .rolls import Roll
from .words import Teller

__all__ = ["Roll", "SuggestError", "Suggestion", "advise", "find_combatant", "open_battle", "trail", "whose_turn"]

FARTHEST = 999  # movement points of any walk


class SuggestError(ValueError):
    """A turn that cannot be suggested; one sentence that says why and what to do."""


@dataclass(frozen=True)
class Suggestion:
    """One combatant's suggested turn.

    combatant: its key. agent: who advises. objective: what a side is after, in words. choices: the turn in text notation, both sides' answers in
    order, those left out that had no alternative.
    sentences: the same in plain words. notes: what the advice rests on. odds: a Roll for each roll. expected_damage: sum over the rolls, over
    all their results. seconds: how long it took.
    squares: (x, y) of the way that it walks, for the map. before, after: the positions that the plan begins and ends in, record arrays (1,).
    """

    combatant: str
    agent: str
    choices: list
    sentences: list
    odds: list
    expected_damage: float
    seconds: float
    notes: list = field(default_factory=list)
    squares: list = field(default_factory=list)
    objective: str = ""
    before: np.recarray = None
    after: np.recarray = None

    def as_dict(self):
        """What a program reads: plain JSON values."""
        return {"combatant": self.combatant, "agent": self.agent, "objective": self.objective, "choices": self.choices,
                "sentences": self.sentences, "notes": self.notes, "odds": [_rounded(asdict(roll)) for roll in self.odds],
                "expected_damage": round(self.expected_damage, 6),
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


def whose_turn(battle, combatant, agent=None, rng=None):
    """Slot of the combatant whose turn is suggested; SuggestError when the one asked for cannot act now. `agent` picks where nobody is asked for."""
    scenario, state = battle.scenario, battle.state
    if battle.over:
        raise SuggestError(f"the fight of {scenario.title!r} is over ({k.WINNER_NAMES[int(battle.winner)]}), so there is no turn to suggest")
    if state.ask != k.ASK_COMBATANT:
        if combatant not in (None, int(state.turn_of)):
            _refuse(battle, combatant)
        return int(state.turn_of)
    if combatant is None:
        mask = battle.mask.copy()
        mask[k.A_COMBATANT + k.MAX_COMBATANTS:] = False  # effects may be dismissed there too (T8.4); that is no turn
        return choose_one(agent, scenario.tables, state, mask, rng) - k.A_COMBATANT
    if not battle.mask[k.A_COMBATANT + combatant]:
        _refuse(battle, combatant)
    return combatant


def way(tables, state, i, end):
    """Squares (x, y) that combatant i enters on its walk to board square `end`: a cheapest way, of these one with the fewest hazards (G12.1)."""
    from envs.core.grid import reach
    from envs.core.movement import fill_pain, is_painful, step_before
    width = int(tables.width)
    cost = np.empty(width * int(tables.height), np.int16)
    pain = np.empty_like(cost)
    reach(tables, state, i, FARTHEST, cost)
    if not 0 < cost[end] <= FARTHEST:
        return []
    fill_pain(tables, state, i, int(cost[end]), cost, pain)
    squares = []
    while cost[end] != 0:
        x, y = end % width, end // width
        squares.append((x, y))
        here = int(is_painful(tables, state, i, x, y))
        before = (int(step_before(tables, state, i, end, n, cost)) for n in range(8))
        end = next(square for square in before if square != k.NONE and pain[square] + here == pain[end])
    return squares[::-1]


def jumped(width, start, end):
    """Squares (x, y) of a jump, its straight line of king's moves (G3.8a)."""
    x, y, dx, dy = start % width, start // width, end % width - start % width, end // width - start // width
    far = max(abs(dx), abs(dy))
    return [(x + n * dx // far, y + n * dy // far) for n in range(1, far + 1)]


def trail(tables, steps, who):
    """Squares (x, y) that a combatant enters in a plan, its own leaps and what moves it included; the last is where it ends."""
    c, squares = steps[0].before[0].combatants[who], []
    at = int(c["x"]), int(c["y"])
    for step in steps:
        for event in step.events:
            if event[0] == k.E_WALK and event[1] == who:
                squares += way(tables, step.before[0], who, int(event[3]))
            elif event[0] == k.E_JUMP and event[1] == who:
                squares += jumped(int(tables.width), int(event[2]), int(event[3]))
        c = step.after[0].combatants[who]
        if c["status"] <= k.DEFEATED and (int(c["x"]), int(c["y"])) != (squares[-1] if squares else at):
            squares.append((int(c["x"]), int(c["y"])))
    return squares


def advise(battle, combatant=None, agent=None, seed=0):
    """Suggestion for the turn that a Battle is at, or would be at with `combatant` (slot) next. `agent` answers questions. The battle is not changed.

    SuggestError when that combatant cannot act now or the fight is over.
    """
    started = time.perf_counter()
    clone = battle.clone(seed)
    scenario = clone.scenario
    who = whose_turn(clone, combatant, agent, np.random.default_rng([seed, 1]))
    steps = Planner(clone, who, agent, seed).run()
    rolls = [roll for step in steps for roll in step.rolls]
    sentences, notes = Teller(scenario, who).tell(steps), agent.notes(scenario) if hasattr(agent, "notes") else []
    sides = scenario.tables[0].roster["side"]
    expected = sum(roll.expected_damage for roll in rolls if roll.target and sides[scenario.keys.index(roll.target)] != sides[who])
    return Suggestion(scenario.keys[who], agent.name, [step.text for step in steps if step.asked], sentences, rolls, expected,
                      time.perf_counter() - started, notes, trail(scenario.tables[0], steps, who),
                      objective_text(scenario, steps[0].before[0]), steps[0].before, steps[-1].after)
