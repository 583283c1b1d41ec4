"""A whole warm `foemind suggest` command: wall time and peak memory, the median and the worst of several runs."""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time

COMMAND = "import sys\nfrom judge.cli import app\napp(sys.argv[1:], standalone_mode=False)\nprint(int('torch' in sys.modules), file=sys.stderr)"


def once(encounter, agent):
    """(seconds, loaded torch) of one command in a process of its own."""
    started = time.perf_counter()
    command = [sys.executable, "-c", COMMAND, "suggest", encounter, "--agent", agent, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - started, done.stderr.strip().splitlines()[-1] == "1"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounter", default="broken_gate")
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    once(options.encounter, options.agent)  # the first one warms the disk's cache
    runs = [once(options.encounter, options.agent) for _ in range(options.runs)]
    seconds = [s for s, _ in runs]
    print(json.dumps({"encounter": options.encounter, "agent": options.agent, "runs": options.runs,
                      "median_seconds": round(statistics.median(seconds), 3),
                      "worst_seconds": round(max(seconds), 3), "peak_megabytes": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
                      "torch": any(t for _, t in runs)}, indent=2))


if __name__ == "__main__":
    main()
