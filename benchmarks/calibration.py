"""Win chances that advice states beside how fights ended: one position between turns of each of some thousand fights, played out.

Half of the positions, of the held-in suite, fit a correction (two numbers); the other half, of the held-out suite, are what is reported.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from agents import AgentError
from agents.series import Series, fight_seeds
from envs.core import codes as k
from envs.core.score import result
from envs.suites import load_suite
from judge.chances import win_chances
from judge.firstrun import ensure_warm

KINDS = (("role", "role"), ("greedy", "greedy"), ("greedy", "policy"))  # who played: companions, enemies
BINS = 10
EDGE = 1e-4  # chances are kept so far from 0 and 1 where their odds are taken


def positions(scenario, fights, seats, seed):
    """(chances float64 (n,), outcomes float64 (n,)) for the enemies: of a position between turns of each fight, drawn evenly from those it had."""
    seeds, rng, seen = fight_seeds(fights, seed), np.random.default_rng(seed), np.zeros(fights, np.int64)
    series = Series(scenario, seeds, *seats, log=False)
    kept = series.states.copy()

    def look(states):
        for b in np.flatnonzero((states.ask == k.ASK_COMBATANT) & (states.round_no > 0)):
            seen[b] += 1
            if rng.random() < 1.0 / seen[b]:
                kept[b] = states[b]

    ends = series.play(look).states
    outcomes = np.array([0.5 + 0.5 * result(series.tables[0], s, k.ENEMIES) for s in ends])
    asked = seen > 0
    return win_chances(series.tables, kept[asked].view(np.recarray), k.ENEMIES), outcomes[asked]


def collect(suite, fights, seed):
    """{kind: (chances, outcomes)} over a suite."""
    found = {}
    for seats in KINDS:
        parts = [positions(scenario, fights, seats, seed + number) for number, scenario in enumerate(load_suite(suite))]
        found[f"{seats[0]} against {seats[1]}"] = tuple(np.concatenate(column) for column in zip(*parts))
    return found


def odds(chances):
    """Log odds."""
    chances = np.clip(chances, EDGE, 1 - EDGE)
    return np.log(chances / (1 - chances))


def fit(chances, outcomes, steps=60):
    """(slope, offset) on the log odds that make the outcomes likeliest: Newton's method."""
    x, weights = np.stack([odds(chances), np.ones(len(chances))], 1), np.array([1.0, 0.0])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ weights))
        weights = weights - np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (p - outcomes))
    return weights


def scores(chances, outcomes, base):
    """Brier scores (a coin's is 0.25) of the chances and of the base rate alone, and the chances beside the shares won in tenths."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    plot = [{"said": round(float(chances[bins == n].mean()), 3), "won": round(float(outcomes[bins == n].mean()), 3), "positions": int((bins == n).sum())}
            for n in range(BINS) if (bins == n).any()]
    return {"positions": len(chances), "brier": round(float(np.mean((chances - outcomes) ** 2)), 4),
            "brier of the base rate": round(float(np.mean((base - outcomes) ** 2)), 4),
            "off on average in a tenth": round(float(sum(abs(p["said"] - p["won"]) * p["positions"] for p in plot) / len(chances)), 4), "tenths": plot}


def plot(tenths):
    """A reliability plot as SVG text: chances as told to the right, shares won upwards, a dot's area the number of positions."""
    size, edge, most = 320, 40, max(tenth["positions"] for tenth in tenths)

    def at(x, y):
        return round(edge + size * x, 1), round(edge / 2 + size * (1 - y), 1)
    lines = [f'<line x1="{at(0, 0)[0]}" y1="{at(0, 0)[1]}" x2="{at(1, 1)[0]}" y2="{at(1, 1)[1]}" stroke="#999" stroke-dasharray="4"/>']
    for n in (0, 0.5, 1):
        (x, low), (left, y) = at(n, 0), at(0, n)
        lines += [f'<text x="{x}" y="{low + 16}" text-anchor="middle">{n:.0%}</text>', f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{n:.0%}</text>']
    for tenth in tenths:
        x, y = at(tenth["said"], tenth["won"])
        lines.append(f'<circle cx="{x}" cy="{y}" r="{2 + 8 * (tenth["positions"] / most) ** 0.5:.1f}" fill="#16697a" fill-opacity="0.8"/>')
    (left, bottom), (right, top) = at(0, 0), at(1, 1)
    frame = f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="none" stroke="#444"/>'
    words = f'<text x="{(left + right) / 2}" y="{bottom + 32}" text-anchor="middle">win chance as told</text><text x="{left + 8}" y="{top + 18}">share won</text>'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 2 * edge}" height="{size + 2 * edge}" font-family="sans-serif" font-size="12">'
            f'<rect width="100%" height="100%" fill="#fff"/>{frame}{"".join(lines)}{words}</svg>\n')


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=7, help="of each encounter and kind of opponents")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--svg", type=Path, help="write a reliability plot of the chances as told there")
    options = parser.parse_args()
    try:
        if options.fights < 1 or options.seed < 0:
            raise ValueError("--fights must be 1 or more and --seed 0 or more")
        ensure_warm()
        known, unseen = (collect(suite, options.fights, options.seed) for suite in ("held-in", "held-out"))
    except (AgentError, ValueError) as error:
        print(f"calibration: {error}", file=sys.stderr)
        return 1
    slope, offset = fit(*(np.concatenate(column) for column in zip(*known.values())))
    base = np.concatenate([outcomes for _, outcomes in known.values()]).mean()
    every = tuple(np.concatenate(column) for column in zip(*unseen.values()))
    report = {"fitted": {"slope": round(float(slope), 3), "offset": round(float(offset), 3)}, "base rate": round(float(base), 4)}
    for name, (chances, outcomes) in {**unseen, "all": every}.items():
        corrected = 1 / (1 + np.exp(-(slope * odds(chances) + offset)))
        report[name] = {"as told": scores(chances, outcomes, base), "corrected": scores(corrected, outcomes, base)}
    if options.svg:
        options.svg.write_text(plot(report["all"]["as told"]["tenths"]), encoding="utf-8")
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
