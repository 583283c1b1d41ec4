"""The long audit: `python tests/audit_run.py --decisions 100e6` plays generated scenarios until so many decisions were audited.

Progress goes to a JSON file (seeds, decisions by question, faults with all that replays them) and is taken up again from there.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from audit_play import HEAD, LONGEST, play_audited, save
from envs.core import codes as k


def options(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=float, default=100e6, help="decisions to reach, with those of the file")
    parser.add_argument("--each", type=float, default=25_000, help="decisions of one scenario")
    parser.add_argument("--first", type=int, default=0, help="seed of the first scenario of a fresh file")
    parser.add_argument("--faults", type=int, default=20, help="faults after which to stop")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--out", type=Path, default=Path("audit.json"))
    return parser.parse_args(arguments)


def taken_up(path, first):
    """The progress of a file, or a fresh one."""
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    return {"first": first, "next": first, "decisions": 0, "questions": dict.fromkeys(k.QUESTION_NAMES, 0), "faults": []}


def main(arguments=None):
    """Exit status 1 when there are faults."""
    o = options(arguments)
    progress = taken_up(o.out, o.first)
    trail = np.memmap(o.out.with_suffix(".trail"), np.int64, "w+", shape=(1, HEAD + LONGEST))  # can be read while a fight hangs
    began = said = time.monotonic()
    at_first = progress["decisions"]
    while progress["decisions"] < o.decisions and len(progress["faults"]) < o.faults and time.monotonic() - began < 60 * o.minutes:
        seed = progress["next"]
        counts = np.zeros(k.N_QUESTIONS, np.int64)
        print(f"\rseed {seed} ", end="", flush=True)
        done, fault = play_audited(seed, int(o.each), counts, auto=int(seed % 4 != 0), trail=trail)
        progress["next"] += 1
        progress["decisions"] += done
        for name, count in zip(k.QUESTION_NAMES, counts.tolist()):
            progress["questions"][name] += count
        if fault is not None:
            progress["faults"].append(fault)
            print(f"\n{fault}\n", flush=True)
        if fault is not None or time.monotonic() - said > 10:
            said = time.monotonic()
            speed = (progress["decisions"] - at_first) / (said - began)
            print(f"{progress['decisions']:,} decisions, {progress['next'] - progress['first']} scenarios, {speed:,.0f} a second, "
                  f"{len(progress['faults'])} faults", flush=True)
            save(o.out, progress)
    save(o.out, progress)
    print(f"\n{progress['decisions']:,} decisions, {len(progress['faults'])} faults, by question: {progress['questions']}")
    return int(bool(progress["faults"]))


if __name__ == "__main__":
    sys.exit(main())
