"""Whether another plan is always another one: positions of played fights, and for each several plans, one asked for after the other."""

import argparse
import json
import time

import numpy as np

from agents import make_agent
from agents.base import choose_one
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import library_names, load_library_encounter
from judge import SuggestError
from judge.advising import advice_for
from judge.marks import read_mark


def positions(count, seed):
    """Yield Battles that wait for the enemies' next turn: fights of the library between role bots, each left after some turns drawn by lot."""
    names, role, number = library_names("encounter"), make_agent("role"), 0
    while count:
        rng = np.random.default_rng([seed, number])
        battle = Battle(load_library_encounter(names[number % len(names)]), seed=int(rng.integers(2**31)))
        turns, number = int(rng.integers(12)), number + 1
        while not battle.over:
            if battle.ask in (k.ASK_COMBATANT, k.ASK_ACTION) and battle.asked == k.ENEMIES:
                turns -= battle.ask == k.ASK_COMBATANT
                if turns < 0:
                    yield battle
                    count -= 1
                    break
            battle.step(choose_one(role, battle.scenario.tables, battle.state, battle.mask, rng))


def several(battle, agent, more):
    """Marks of the first plan for a position and of up to `more` others, and whether they were used up."""
    who, marks = None, []
    for _ in range(1 + more):
        try:
            plan = advice_for(battle, who, agent, 0, 1, [mark.text() for mark in marks]).plans[0]
        except SuggestError:
            return marks, True
        marks.append(read_mark(plan.mark))
        who = battle.scenario.keys.index(plan.combatant) if battle.ask == k.ASK_COMBATANT else None
    return marks, False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--more", type=int, default=4, help="plans after the first")
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started, agent, given, used_up, repeated = time.perf_counter(), make_agent(options.agent), 0, 0, 0
    for battle in positions(options.positions, options.seed):
        marks, ended = several(battle, agent, options.more)
        given, used_up = given + len(marks), used_up + ended
        repeated += sum(not one.differs(other) for n, one in enumerate(marks) for other in marks[:n])
    print(json.dumps({"agent": options.agent, "positions": options.positions, "plans": given, "pairs_that_do_not_differ": repeated,
                      "positions_where_they_were_used_up": used_up, "seconds": round(time.perf_counter() - started, 1)}, indent=2))


if __name__ == "__main__":
    main()
