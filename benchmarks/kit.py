"""What agents use of their kit: shares of turns, deeds and offers over the fights of a suite, each agent on both sides."""

import argparse
import json
import sys
from collections import Counter

import numpy as np

from agents import AgentError
from agents.registry import layer_for
from agents.series import play_series
from envs.core import codes as k
from envs.suites import NAMES, load_suite
from judge.firstrun import ensure_warm
from judge.turns import turns_of

ACTIONS = ("defend", "prevail", "disrupt", "catch breath", "aim", "help", "interact", "stand", "leave", "concoction", "throw")
QUESTION, TAKEN = 2, 4  # columns of Chronicle.offers


def count(scenario, told):
    """Counter of what happened in the turns, deeds and offers of one scenario's Chronicle, with the numbers of turns, deeds and offers."""
    seen = Counter()
    for turn in turns_of(scenario, told, set(range(int(scenario.tables[0].n_combatants)))):
        deeds = [use for use in turn.uses if int(scenario.tables[0].deeds[use.deed].kind) != k.MANEUVER_DEED]
        seen["turns"] += 1
        seen["turn: a deed"] += bool(deeds)
        seen["turn: a maneuver"] += len(turn.uses) > len(deeds)
        seen["turn: extra points"] += any(use.extra for use in turn.uses)
        seen["turn: a deed that rolls against two or more"] += any(len({who for who, _ in use.rolls}) > 1 for use in turn.uses)
        seen["turn: a spark"] += any(use.sparks for use in turn.uses)
        seen["turn: walks"] += "move" in turn.did
        seen["turn: nothing"] += not turn.did
        seen.update({f"turn: {name}": 1 for name in ACTIONS if name in turn.did})
    for question, name in ((k.ASK_GUARD, "guard"), (k.ASK_COUNTER, "counter")):
        offers = told.offers[told.offers[:, QUESTION] == question]
        seen[f"{name}: offers"] += len(offers)
        seen[f"{name}: taken"] += int(offers[:, TAKEN].sum())
    return seen


def kit(agent, scenarios, games, seed):
    """Shares in percent of one agent's turns and offers, a dict."""
    seen = sum((count(s, play_series(s, games, agent, agent, seed)) for s in scenarios), Counter())
    row = {"turns": seen["turns"]}
    row |= {name[6:]: round(100 * seen[name] / seen["turns"], 2) for name in sorted(seen) if name.startswith("turn: ")}
    for name in ("guard", "counter"):
        row[f"{name} taken of {seen[f'{name}: offers']} offers"] = round(100 * seen[f"{name}: taken"] / max(1, seen[f"{name}: offers"]), 2)
    return row


def main():
    """Play and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", default="policy,greedy,search:50")
    parser.add_argument("--suite", default="held-out", choices=sorted(NAMES))
    parser.add_argument("--games", type=int, default=4, help="fights of each encounter")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        if options.games < 1 or options.seed < 0:
            raise ValueError("--games must be 1 or more and --seed 0 or more")
        agents = options.agents.split(",")
        ensure_warm(layer_for(*agents))
        scenarios = load_suite(options.suite)
        table = {agent: kit(agent, scenarios, options.games, options.seed) for agent in agents}
    except (AgentError, ValueError) as error:
        print(f"kit: {error}", file=sys.stderr)
        return 1
    print(json.dumps({"suite": options.suite, "games": options.games, "seed": options.seed, "percent of turns": table}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
