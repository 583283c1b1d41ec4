"""The first run on a machine compiles the rules: say so, and show how far it is."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager

from envs.core import jit

PATIENCE = 0.25  # seconds between two looks at what is compiled


def _files():
    return sum(1 for folder in jit.CACHE_DIRS for _ in folder.rglob("*.nbi"))


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


def warm_up(tree=True):
    """Compile all that the commands, agents and environments use, with progress on stderr, and remember that it was done. Returns seconds.

    tree: also what searches and proves, which is otherwise compiled when it is first used.
    """
    started, known = time.perf_counter(), jit.is_warm()
    with _progress():
        helper = None if known else subprocess.Popen([sys.executable, "-c", "from judge.firstrun import compile_choosing; compile_choosing()"],
                                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _touch_everything()
        if helper is not None:
            helper.kill()  # what it had not finished is compiled here by now
            helper.wait()
        if tree:
            _touch_tree()
    seconds = time.perf_counter() - started
    if jit.CACHE_DIR is not None and not known:
        (jit.CACHE_DIR / "compile_seconds").write_text(f"{seconds:.1f}", encoding="ascii")
    jit.mark_warm()
    if tree:
        jit.mark_warm(jit.TREE)
    return seconds


def compile_seconds():
    """Seconds that the first compilation of this build took on this machine; None when it was not measured."""
    try:
        return float((jit.CACHE_DIR / "compile_seconds").read_text(encoding="ascii"))
    except (OSError, TypeError, ValueError):
        return None


def ensure_warm(tree=False):
    """On the first run on a machine say that the rules are compiled, and compile them; later runs say nothing. tree: also what searches and proves."""
    if not jit.is_warm():
        print("First run on this machine: compiling the rules. This takes a minute or two; later runs start at once.", file=sys.stderr, flush=True)
        warm_up(tree)
    elif tree and not jit.is_warm(jit.TREE):
        print("First search on this machine: compiling it. This takes about half a minute; later ones start at once.", file=sys.stderr, flush=True)
        with _progress():
            _touch_tree()
        jit.mark_warm(jit.TREE)


def compile_choosing():
    """The other half, for a second core: legality, then the greedy bot, on empty records. Neither half compiles what the other is at (`jit`)."""
    import numpy as np

    from agents.kernels.play import GREEDY_BOT, choose_rows
    from envs.core.legality import legal
    from envs.core.record import new_encounters, new_tables
    from envs.core.why import why
    from envs.encoding.layout import action_size
    t, s = new_tables(1), new_encounters(1)
    masks = np.zeros((1, action_size()), np.uint8)
    legal(t[0], s[0], masks[0])
    why(t[0], s[0], 0)
    choose_rows(t, s[:0], masks[:0], np.full(0, GREEDY_BOT), np.zeros((0, 4), np.uint32))


def _touch_everything():
    """One short fight through every compiled entrance: the machine, observation, the benchmark's loop; then what needs the agents."""
    import numpy as np

    from agents import make_agent
    from agents.base import choose_one
    from envs.battle import Battle
    from envs.native import NativeBatch
    from envs.tables import load_library_encounter

    from .advice import suggest
    from .bench import Yard
    scenario, rng = load_library_encounter("duel"), np.random.default_rng(1)
    battle = Battle(scenario, seed=1)
    battle.why(0)
    battle.observe()
    Yard(2).play(2)
    agents = [make_agent("random"), make_agent("greedy")]
    for turn in range(60):
        if battle.over:
            break
        battle.step(choose_one(agents[turn % 2], scenario.tables, battle.state, battle.mask, rng))
    suggest(scenario, agent=agents[1])
    for opponent in ("random", "greedy"):
        batch = NativeBatch([scenario], 2, opponent=opponent)
        batch.reset()
        batch.step(batch.sample(rng))


def _touch_tree():
    """A question for the search, one for the searching policy and a puzzle for the prover."""
    import numpy as np

    from agents import make_agent
    from agents.base import choose_one
    from agents.puzzles import load_puzzles, prove_puzzle
    from envs.battle import Battle
    from envs.tables import load_library_encounter
    battle, rng = Battle(load_library_encounter("duel"), seed=1), np.random.default_rng(1)
    for name in ("search:3", "policy+search:3"):
        choose_one(make_agent(name), battle.scenario.tables, battle.state, battle.mask, rng)
    prove_puzzle(load_puzzles()[0])
