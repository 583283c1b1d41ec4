"""How long a policy file takes for one decision: batch 1, one core, positions of fights that it plays against role in a suite."""

import argparse
import json
import platform
import sys
import time

import numpy as np

from agents import AgentError, make_agent
from agents.series import MIX, Series, fight_seeds
from envs.core import codes as k
from envs.suites import load_suite
from judge.firstrun import ensure_warm


class Watched:
    """Stands in a Seat for an agent and times it."""

    def __init__(self, agent):
        self.agent, self.whole, self.network = agent, [], []

    def choose(self, tables, states, masks, rng):
        """The agent's choices, asked one by one."""
        out = []
        for b in range(len(states)):
            one, mask = states[b:b + 1], masks[b:b + 1]
            start = time.perf_counter()
            out.append(int(self.agent.choose(tables, one, mask, rng)[0]))
            self.whole.append(time.perf_counter() - start)
            seen = self.agent.observe(tables, one, mask)
            start = time.perf_counter()
            self.agent.evaluate(seen, mask)
            self.network.append(time.perf_counter() - start)
        return np.array(out, np.int64)


def main():
    """Measure and print JSON; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--encounters", type=int, default=12, help="first so many of the held-out suite")
    options = parser.parse_args()
    try:
        watched = Watched(make_agent(options.agent))
        if not hasattr(watched.agent, "evaluate"):
            raise AgentError(f"{options.agent} is no policy file; name policy or policy:FILE.onnx")
    except AgentError as error:
        print(f"policy_speed: {error}", file=sys.stderr)
        return 1
    ensure_warm()
    for number, scenario in enumerate(load_suite("held-out")[:options.encounters]):
        fights = Series(scenario, fight_seeds(1, number), MIX, "policy", log=False)
        fights.seats[k.ENEMIES].agents[0] = (watched, np.random.default_rng(0))
        fights.play()
    rows = {name: {"median_ms": round(1000 * float(np.median(times)), 3), "p95_ms": round(1000 * float(np.percentile(times, 95)), 3)}
            for name, times in (("observation and network", watched.whole[1:]), ("network alone", watched.network[1:]))}
    print(json.dumps({"agent": options.agent, "decisions": len(watched.whole) - 1, "machine": platform.processor() or platform.machine(), **rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
