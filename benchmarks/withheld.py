"""An arena's results on the held-out suite, the fights with a withheld (verb, state, area) apart from the others: what an agent makes of the unseen."""

import argparse
import json
import sys
import tomllib
from pathlib import Path

import numpy as np

from envs.generate.suites import withheld_in
from envs.suites import suite_files
from envs.tables import library_names
from envs.tables.library import CONTENT

DRAWS = 2000  # of the bootstrap over encounters


def held(name):
    """Whether an encounter of the held-out suite holds something that is withheld in training."""
    files = {path.stem: path for path in suite_files("held-out")}
    path = files.get(name) or CONTENT / "encounters" / f"{name}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return bool(withheld_in(data))


def summary(scores):
    """Mean score over encounters with its 95 % interval by bootstrap."""
    rng, scores = np.random.default_rng(0), np.array(scores)
    means = scores[rng.integers(0, len(scores), (DRAWS, len(scores)))].mean(axis=1)
    return {"encounters": len(scores), "score": round(float(scores.mean()), 4), "low": round(float(np.quantile(means, 0.025)), 4),
            "high": round(float(np.quantile(means, 0.975)), 4)}


def main():
    """Print JSON; exit code 1 with one sentence for a file that cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="results.json of foemind arena --suite held-out")
    parser.add_argument("--agent", default="policy")
    options = parser.parse_args()
    try:
        results = json.loads(options.results.read_text(encoding="utf-8"))
        known = {path.stem for path in suite_files("held-out")} | set(library_names("encounter"))
        rows = [row for row in results["per_encounter"] if row["encounter"] in known]
        if results["suite"] != "held-out" or not any(options.agent in (s["a"], s["b"]) for row in rows for s in row["scores"]):
            raise ValueError(f"they are of {results['suite']}; {options.agent} has to have played in held-out")
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"withheld: {options.results} does not hold results that can be split ({error})", file=sys.stderr)
        return 1
    split = {row["encounter"]: held(row["encounter"]) for row in rows}
    table = {}
    for row in rows:
        for s in row["scores"]:
            if options.agent in (s["a"], s["b"]):
                other, score = (s["b"], s["score"]) if s["a"] == options.agent else (s["a"], 1 - s["score"])
                table.setdefault(other, {True: [], False: []})[split[row["encounter"]]].append(score)
    print(json.dumps({"agent": options.agent, "against": {other: {name: summary(groups[key]) for key, name in ((True, "with withheld"), (False, "without"))
                                                                   if groups[key]} for other, groups in table.items()}}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
