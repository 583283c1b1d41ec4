"""Forecasts beside what then happened: a forecast of each encounter, and as many other fights as it takes to know the shares well."""

import argparse
import json
import sys
import time

import numpy as np

from agents.series import MIX, Series, fight_seeds
from envs.core import codes as k
from envs.tables import ContentError, load_library_encounter
from judge.firstrun import ensure_warm
from judge.forecasting import GAMES, ForecastError, forecast

ENCOUNTERS = ["broken_gate", "toll_bridge", "ford", "old_cellar", "lamplit_chapel", "sluice_gate", "night_ferry", "bell_ritual", "roofless_hall",
              "glass_garden", "mill_race", "winter_chancel"]


def compare(name, games, fights, seed):
    """What was forecast of one encounter and what happened, a dict; `met`: of how many shares the interval held the played share."""
    scenario = load_library_encounter(name)
    started = time.process_time()
    found = forecast(scenario, games, seed=seed, changes=False)
    seconds = time.process_time() - started
    played = Series(scenario, fight_seeds(fights, seed + 1), MIX, MIX, log=False).play().states
    wins = float((played.winner == k.COMPANIONS).mean())
    dead = [float((played["combatants"]["status"][:, i] == k.DEAD).mean()) for i in range(len(found.fates))]
    pairs = [(found.party_wins, wins), *((f.dead, share) for f, share in zip(found.fates, dead))]
    before = max(0, int(scenario.initial[0].round_no) - 1)
    c = found.party_wins
    return {"encounter": name, "forecast": c.chance, "interval": [c.low, c.high], "played": round(wins, 4), "within": c.low <= wins <= c.high,
            "met": sum(c.low <= share <= c.high for c, share in pairs), "of": len(pairs),
            "rounds": found.rounds.median, "rounds_played": float(np.median(played.round_no)) - before, "seconds": round(seconds, 2)}


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="fights that a forecast rests on")
    parser.add_argument("--fights", type=int, default=1000, help="fights played to compare with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--encounters", nargs="*", default=ENCOUNTERS)
    options = parser.parse_args()
    try:
        if options.fights < 1 or options.seed < 0:
            raise ValueError("--fights must be 1 or more and --seed 0 or more")
        ensure_warm()
        rows = [compare(name, options.games, options.fights, options.seed) for name in options.encounters]
    except (ContentError, ForecastError, ValueError) as error:
        print(f"forecasts: {error}", file=sys.stderr)
        return 1
    met, of = (sum(row[key] for row in rows) for key in ("met", "of"))
    print(json.dumps({"encounters": rows, "win_share_within": sum(row["within"] for row in rows), "of_encounters": len(rows), "shares_met": met,
                      "of_shares": of, "mean_error": round(float(np.mean([abs(row["forecast"] - row["played"]) for row in rows])), 4)}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
