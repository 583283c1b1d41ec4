"""Fights between two agents on library encounters, seats swapped on the same seeds: what the first wins, with Wilson's 95 % interval."""

import argparse
import json
import sys
from math import sqrt

from agents import AgentError, make_agent
from envs.tables import ContentError, library_names, load_library_encounter
from judge.fight import play
from judge.firstrun import ensure_warm

Z = 1.959964


def wilson(wins, games):
    """(low, high) of a share of wins; (0, 1) without games."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle, width = share + z2 / (2 * games), Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, (middle - width) / (1 + z2 / games)), min(1.0, (middle + width) / (1 + z2 / games))


def duel(agent, opponent, encounter, games):
    """Wins, losses, draws and cut-offs of `agent` in `games` fights of one encounter, half from each seat."""
    scenario, count = load_library_encounter(encounter), {"wins": 0, "losses": 0, "draws": 0, "cut_offs": 0}
    for number in range(games):
        seat = "enemies" if number % 2 == 0 else "companions"
        sides = (agent, opponent) if seat == "enemies" else (opponent, agent)
        winner = play(scenario, *sides, seed=number // 2).winner
        count["wins" if winner == seat else {"draw": "draws", "cut-off": "cut_offs"}.get(winner, "losses")] += 1
    low, high = wilson(count["wins"], games)
    return {"encounter": encounter, "games": games, **count, "win_rate": count["wins"] / games, "low": round(low, 4), "high": round(high, 4)}


def main():
    """Play and print the table; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=20, help="fights of each encounter")
    parser.add_argument("--encounters", nargs="*", default=[name for name in library_names("encounter") if name != "bench"])
    options = parser.parse_args()
    try:
        if options.games < 1:
            raise ValueError(f"--games {options.games} is too small; give 1 or more")
        for name in options.encounters:
            load_library_encounter(name)
        agent, opponent = make_agent(options.agent), make_agent(options.opponent)
    except (AgentError, ContentError, ValueError) as error:
        print(f"duels: {error}", file=sys.stderr)
        return 1
    ensure_warm()
    rows = [duel(agent, opponent, name, options.games) for name in options.encounters]
    print(json.dumps({"agent": agent.name, "opponent": opponent.name, "rows": rows}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
