"""CPU seconds that an agent takes for a whole turn, on one core: the turns of some fights of the held-out suite that it plays against role."""

import argparse
import json
import sys
import time

import numpy as np

from agents import AgentError, make_agent
from agents.base import choose_one
from agents.registry import layer_for
from envs.battle import Battle
from envs.core import codes as k
from envs.suites import load_suite
from judge.firstrun import ensure_warm


def turns_of(agent, scenario, seed):
    """[(CPU seconds, questions)] of the turns that `agent` plays as the enemies of one fight; what it answers in others' turns is left out."""
    battle, rng = Battle(scenario, seed=seed, log=False), np.random.default_rng(seed)
    role, found, now = make_agent("role"), {}, None
    while not battle.over:
        state, mine = battle.state, int(battle.asked) == k.ENEMIES
        started = time.process_time()
        choice = choose_one(agent if mine else role, scenario.tables, state, battle.mask, rng)
        spent = time.process_time() - started
        own = mine and int(state.turn_of) < k.MAX_COMBATANTS and int(scenario.tables[0].roster[int(state.turn_of)].side) == k.ENEMIES
        if own:
            now = (int(state.round_no), int(state.turn_of))
            seconds, asked = found.get(now, (0.0, 0))
            found[now] = seconds + spent, asked + 1
        battle.step(choice)
    return list(found.values())


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", default="greedy,search:200,search:1000")
    parser.add_argument("--encounters", type=int, default=6, help="first so many of the suite")
    options = parser.parse_args()
    try:
        agents = {name: make_agent(name) for name in options.agents.split(",")}
    except AgentError as error:
        print(f"turns: {error}", file=sys.stderr)
        return 1
    ensure_warm(layer_for("role", *agents))
    suite, table = load_suite("held-out")[:max(1, options.encounters)], {}
    for name, agent in agents.items():
        turns_of(agent, suite[0], 9)  # compiled code is loaded by now
        rows = np.array([turn for number, scenario in enumerate(suite) for turn in turns_of(agent, scenario, number)])
        table[name] = {"turns": len(rows), "questions": round(float(rows[:, 1].mean()), 1), "mean": round(float(rows[:, 0].mean()), 4),
                       "median": round(float(np.median(rows[:, 0])), 4), "p95": round(float(np.percentile(rows[:, 0], 95)), 4)}
    print(json.dumps({"CPU seconds of a turn": table}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
