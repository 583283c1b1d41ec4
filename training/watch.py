"""Look at a policy while it trains: fights of a suite against role and greedy every few minutes; the best so far is kept."""

import json
from functools import cached_property
from pathlib import Path

import torch

from envs.encoding.signature import encoding_signature
from envs.suites import load_suite

from . import runs
from .config import ConfigError
from .evaluate import evaluate, network_choose

OPPONENTS = ("role", "greedy")
SEED = 900_000_000  # of the fights that are looked at: the same each time and in every run, so that looks compare


class Watch:
    """The looks of a run. curve: list of {"seconds", "decisions", "score", opponent: {"win_rate", "low", "high", "games"}}; score: mean win rate."""

    def __init__(self, config, out, curve=()):
        self.config, self.out, self.curve = config, Path(out), list(curve)

    @cached_property
    def scenarios(self):
        """The suite's. ConfigError where a map does not fit."""
        suite = load_suite(self.config.watch)
        longest = max(int(max(s.tables[0].width, s.tables[0].height)) for s in suite)
        if longest > self.config.side:
            raise ConfigError(f"watch: maps of {self.config.watch} are up to {longest} squares long, more than side = {self.config.side}; set side to more.")
        return suite

    @property
    def best(self):
        """The best look, or None."""
        return max(self.curve, key=lambda look: look["score"], default=None)

    def is_due(self, done):
        """Whether the next look is due."""
        last = self.curve[-1]["seconds"] if self.curve else 0.0
        return bool(self.config.watch) and done.seconds - last >= 60 * self.config.watch_minutes

    def look(self, network, done):
        """Play, note, and keep the network if none was better; the look. Nothing where the suite was looked at just now, or none is watched."""
        if not self.config.watch or (self.curve and self.curve[-1]["decisions"] == done.decisions):
            return None
        choose, look = network_choose(network), {"seconds": round(done.seconds, 1), "decisions": done.decisions}
        for opponent in OPPONENTS:
            total = evaluate(choose, self.scenarios, opponent, self.config.watch_games, SEED, self.config.side)["total"]
            look[opponent] = {name: total[name] for name in ("win_rate", "low", "high", "games")}
        look["score"] = sum(look[opponent]["win_rate"] for opponent in OPPONENTS) / len(OPPONENTS)
        self.curve.append(look)
        if self.best is look:
            data = {"format": runs.FORMAT, "encoding": encoding_signature(), "look": json.dumps(look), "network": network.state_dict()}
            runs.replace_file(self.out / runs.BEST, lambda temporary: torch.save(data, temporary))
        return look
