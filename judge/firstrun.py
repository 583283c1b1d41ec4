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


def warm_up(layer=jit.TREE):
    """Compile what a layer of `envs.core.jit` and those below it hold, with progress on stderr, and remember that it was done. Returns seconds."""
    started, known = time.perf_counter(), jit.is_warm(layer)
    half = f"from judge.firstrun import compile_other_half; compile_other_half({layer})"
    with _progress():
        helper = None if known else subprocess.Popen([sys.executable, "-c", half], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for touch in (_touch_rules, _touch_bots, _touch_tree)[:layer]:
            touch()
        if helper is not None:
            helper.kill()  # what it had not finished is compiled here by now
            helper.wait()
    seconds = time.perf_counter() - started
    if jit.CACHE_DIR is not None and layer == jit.TREE and not known:
        (jit.CACHE_DIR / "compile_seconds").write_text(f"{seconds:.1f}", encoding="ascii")
    jit.mark_warm(layer)
    return seconds


def compile_seconds():
    """Seconds that the first compilation of this build took on this machine; None when it was not measured."""
    try:
        return float((jit.CACHE_DIR / "compile_seconds").read_text(encoding="ascii"))
    except (OSError, TypeError, ValueError):
        return None


def ensure_warm(layer=jit.BOTS):
    """Where something that a command needs was not compiled on this machine yet, say so and compile it; later runs say nothing.

    layer: jit.RULES, enough for random play, BOTS for greedy, role and policies, which are shown what greedy makes of a position, TREE for what searches and proves.
    """
    if not jit.is_warm(layer):
        what = ["rules", "bots", "search"][next(n for n in range(3) if not jit.is_warm(jit.RULES + n))]
        print(f"First run on this machine: compiling the {what}. This takes two or three minutes; later runs start at once.", file=sys.stderr, flush=True)
        warm_up(layer)


def compile_other_half(layer):
    """What a second core compiles, on empty records: legality, the greedy bot, the prover. Neither half compiles what the other is at (`jit`)."""
    import numpy as np

    from envs.core.legality import legal
    from envs.core.record import new_encounters, new_tables
    from envs.core.why import why
    from envs.encoding.layout import action_size
    t, s = new_tables(1), new_encounters(1)
    masks = np.zeros((1, action_size()), np.uint8)
    legal(t[0], s[0], masks[0])
    why(t[0], s[0], 0)
    if layer >= jit.BOTS:
        from agents.kernels.play import GREEDY_BOT, choose_rows
        choose_rows(t, s[:0], masks[:0], np.full(0, GREEDY_BOT), np.zeros((0, 4), np.uint32))
    if layer >= jit.TREE:
        _prove()


def _first_question():
    from envs.battle import Battle
    from envs.tables import load_library_encounter
    return Battle(load_library_encounter("duel"), seed=1)


def _touch_rules():
    """The machine, observation, the benchmark's loop, a suggestion."""
    from agents import make_agent

    from .advice import advise
    from .bench import Yard
    battle = _first_question()
    battle.why(0)
    battle.observe()
    Yard(2).play(2)
    advise(battle, agent=make_agent("random"))


def _touch_bots():
    """The role bot by itself, while the other process may still be at the greedy one; then short fights."""
    import numpy as np

    from agents import make_agent
    from agents.base import choose_one
    from agents.kernels.role import choose_role
    from agents.prior import see_prior
    from envs.native import NativeBatch
    battle, rng = _first_question(), np.random.default_rng(1)
    mask = np.array(battle.mask, np.uint8)
    choose_role(battle.tables, battle.state, mask, np.zeros(len(mask)), np.ones(4, np.uint32))
    agents = [make_agent("role"), make_agent("greedy")]
    for turn in range(60):
        if battle.over:
            break
        battle.step(choose_one(agents[turn % 2], battle.scenario.tables, battle.state, battle.mask, rng))
    for opponent in ("random", "greedy"):
        batch = NativeBatch([battle.scenario], 2, opponent=opponent)
        batch.reset()
        batch.step(batch.sample(rng))
    see_prior(batch.tables, batch.states, batch.masks)


def _touch_tree():
    """A question for the search, one for the searching policy and a puzzle for the prover."""
    import numpy as np

    from agents import make_agent
    from agents.base import choose_one
    battle, rng = _first_question(), np.random.default_rng(1)
    for name in ("search:3", "policy+search:3"):
        choose_one(make_agent(name), battle.scenario.tables, battle.state, battle.mask, rng)
    _prove()


def _prove():
    from agents.puzzles import load_puzzles, prove_puzzle
    prove_puzzle(load_puzzles()[0])
