"""The first run on a machine compiles the rules: say so, and show how far it is."""

import sys
import threading
import time
from contextlib import contextmanager

from envs.core import jit

PATIENCE = 0.25  # seconds between two looks at what is compiled


def _files():
    return sum(1 for _ in jit.CACHE_DIR.rglob("*.nbi")) if jit.CACHE_DIR is not None else 0


def _watch(progress, task, done):
    """Count the compiled functions on disk until `done`."""
    while not done.wait(PATIENCE):
        total = max(len(set(jit.compiled_functions())), 1)
        progress.update(task, completed=min(_files(), total), total=total)


@contextmanager
def _progress():
    """A bar on stderr that counts compiled functions."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    columns = (TextColumn("compiled functions"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    done = threading.Event()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        watcher = threading.Thread(target=_watch, args=(progress, progress.add_task("", total=None), done), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


def warm_up():
    """Compile all that the commands, agents and environments use, with progress on stderr, and remember that it was done. Returns seconds."""
    started = time.perf_counter()
    with _progress():
        _touch_everything()
    jit.mark_warm()
    return time.perf_counter() - started


def ensure_warm():
    """On the first run on a machine say that the rules are compiled, and compile them; later runs say nothing."""
    if not jit.is_warm():
        print("First run on this machine: compiling the rules. This takes about a minute; later runs start at once.", file=sys.stderr, flush=True)
        warm_up()


def _touch_everything():
    """One short fight through every compiled entrance: the facade, observation, agents, batch."""
    from agents import make_agent
    from agents.base import choose_one
    import numpy as np
    from envs.battle import Battle
    from envs.tables import load_library_encounter
    scenario = load_library_encounter("duel")
    battle, rng = Battle(scenario, seed=1, side=int(scenario.tables[0].side)), np.random.default_rng(1)
    agents = [make_agent("random"), make_agent("greedy")]
    battle.observe()
    for turn in range(40):
        if battle.over:
            break
        battle.clone(turn).why(0)
        battle.step(choose_one(agents[turn % 2], scenario.tables, battle.state, battle.mask, rng))
        battle.events()
