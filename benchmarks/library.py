"""How fair the library's encounters are: fights with the greedy bot on both sides; who wins, how long it takes, what is cut off."""

import argparse
import sys

import numpy as np

from agents.series import Series
from envs.core import codes as k
from envs.tables import ContentError, library_names, load_library_encounter
from envs.tables.library import library_item
from judge.firstrun import ensure_warm

COLUMNS = f"{'encounter':16} {'levels':>12} {'threat':>6} {'companions':>10} {'enemies':>8} {'draws':>6} {'cut off':>8} {'rounds':>7}"


def fights(scenario, games, seed=0):
    """The records of `games` ended fights of one scenario, both sides played by the compiled greedy bot."""
    numbers = np.arange(seed, seed + games, dtype=np.int64)
    return Series(scenario, np.stack([numbers, numbers], axis=1), "greedy", "greedy", log=False).play().states


def figures(name, games, seed=0):
    """What the table says of one encounter, a dict."""
    states = fights(load_library_encounter(name), games, seed)
    shares = {side: float((states.winner == code).mean()) for code, side in enumerate(k.WINNER_NAMES)}
    roster = [(entry.side, library_item("creature", entry.creature).model) for entry in library_item("encounter", name).model.roster.values()]
    levels = sorted(str(c.level) for side, c in roster if side == "companions")
    return {"encounter": name, "levels": "+".join(levels), "threat": sum(c.threat for side, c in roster if side == "enemies"), **shares,
            "rounds": float(states.round_no.mean())}


def row_of(found):
    """One line of the table."""
    return (f"{found['encounter']:16} {found['levels']:>12} {found['threat']:>6} {found['companions']:>10.0%} {found['enemies']:>8.0%} "
            f"{found['draw']:>6.0%} {found['cut-off']:>8.0%} {found['rounds']:>7.1f}")


def main():
    """Play and print the table; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="fights of each encounter")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--encounters", nargs="*", default=library_names("encounter"))
    options = parser.parse_args()
    try:
        if options.games < 1:
            raise ValueError(f"--games {options.games} is too small; give 1 or more")
        for name in options.encounters:
            load_library_encounter(name)
    except (ContentError, ValueError) as error:
        print(f"library: {error}", file=sys.stderr)
        return 1
    ensure_warm()
    print(COLUMNS)
    for name in options.encounters:
        print(row_of(figures(name, options.games, options.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
