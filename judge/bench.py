"""`foemind bench`: random legal play on one core, resets included, only asked questions counted.

The measuring yard is a 4 against 4 with walls on 16×16; beside it stand 8 against 8 on 16×16 and 4 against 4 on 32×32.
"""

import platform
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from envs.core import codes as k

ENCOUNTER = "bench"
YARDS = ("crowd", "field")  # of envs/content/yards
SEED = 1
ROOT = Path(__file__).resolve().parents[1]
LOADING = """
import time
started = time.perf_counter()
from judge.bench import Yard
yard = Yard(2)
yard.play(2)
yard.observe(2)
print(time.perf_counter() - started)
"""


class Yard:
    """`batch` encounters of the benchmark with all the arrays that its compiled loops write; name: one of YARDS, or the measuring yard."""

    def __init__(self, batch, name=ENCOUNTER):
        from envs.core.batch import lay_row
        from envs.core.dice import seed_words
        from envs.core.record import new_encounters
        from envs.encoding.layout import action_size, obs_shapes
        from envs.tables import load_encounter, load_library_encounter, pack
        from envs.tables.library import CONTENT
        self.scenario = load_encounter(CONTENT / "yards" / f"{name}.toml") if name in YARDS else load_library_encounter(name)
        self.tables, self.initials = pack([self.scenario])
        side = int(self.tables[0].side)
        self.states = new_encounters(batch)
        self.masks = np.zeros((batch, action_size(side)), np.uint8)
        self.words = np.zeros(4, np.uint32)
        self.counts = np.zeros(k.N_QUESTIONS, np.int64)
        self.arrays = [np.zeros((batch, *shape), np.int16) for shape in obs_shapes(side).values()]
        seed_words(self.words, SEED)
        for b in range(batch):
            lay_row(self.tables, self.initials, self.states, b, 0, SEED + b)

    def play(self, steps, observed=False):
        """`steps` random decisions of each encounter, with the full observation of each or only its mask; (decisions, encounters ended, legal choices)."""
        from envs.encoding.batch import random_play
        return random_play(self.tables, self.initials, self.states, self.masks, self.words, self.counts, steps, int(observed), *self.arrays)

    def observe(self, steps):
        """`play` with observations."""
        return self.play(steps, True)


def _timed(play, seconds):
    """(rate a second, summed results) of `play(steps)` called for about `seconds`."""
    steps, total, done = 8, None, 0.0
    while done < seconds:
        started = time.perf_counter()
        result = np.array(play(steps), np.int64)
        took = time.perf_counter() - started
        total = result if total is None else total + result
        done += took
        steps = int(max(8, min(100_000, steps * 0.25 * min(seconds, 2) / max(took, 1e-6))))
    return total[0] / done, total


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        name = ""
    return name or platform.processor() or platform.machine()


def commit():
    """Short id of the checkout's commit, `+` behind it when files differ from it; None outside a checkout."""
    def git(*words):
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True, timeout=20).stdout.strip()
    try:
        return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def load_seconds():
    """Seconds that a fresh process needs to load the compiled rules and make its first decisions; Python's own start is left out."""
    out = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=True, cwd=ROOT)
    return float(out.stdout.split()[-1])


def measure_yard(name, batch, seconds):
    """(figures of one yard, decisions by kind of question)."""
    yard = Yard(batch, name)
    yard.play(2)
    yard.observe(2)
    yard.counts[:] = 0
    rate, (decisions, ended, legal) = _timed(yard.play, seconds)
    counts = yard.counts.copy()
    observed, _ = _timed(yard.observe, seconds)
    return {"encounter": yard.scenario.title, "decisions_per_second": round(rate), "observed_per_second": round(observed),
            "decisions_per_fight": round(decisions / max(1, ended), 1), "legal_choices_per_question": round(legal / decisions, 2)}, counts


def measure(batch=256, seconds=5.0):
    """All figures of the benchmark, a dict of JSON values."""
    import numba

    from envs.core import jit
    from envs.core.record import ENCOUNTER as RECORD

    from .firstrun import compile_seconds, ensure_warm
    ensure_warm()
    loading = load_seconds()
    figures, counts = measure_yard(ENCOUNTER, batch, seconds)
    shares = {k.QUESTION_NAMES[n]: round(int(c) / int(counts.sum()), 4) for n, c in enumerate(counts) if c}
    others = [measure_yard(name, batch, seconds)[0] for name in YARDS]
    machine = f"{processor()}, Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return figures | {"batch": batch, "others": others, "compile_seconds": compile_seconds(), "load_seconds": round(loading, 2),
                      "questions": dict(sorted(shares.items(), key=lambda kv: -kv[1])), "record_bytes": int(RECORD.itemsize),
                      "compiled_functions": len(set(jit.compiled_functions())), "machine": machine, "commit": commit()}


def show_figures(console, figures):
    """The figures as text."""
    console.print(f"{figures['decisions_per_second']:>12,} decisions a second (rules and mask)")
    console.print(f"{figures['observed_per_second']:>12,} decisions a second with the full observation each time")
    compiled = f"{figures['compile_seconds']:.0f} s to compile the first time, " if figures["compile_seconds"] else ""
    console.print(f"batch {figures['batch']}, {figures['encounter']!r}; {compiled}{figures['load_seconds']:.2f} s to load when warm")
    console.print(f"{figures['decisions_per_fight']} decisions a fight, {figures['legal_choices_per_question']} legal choices a question; "
                  f"{figures['record_bytes']} bytes a record, {figures['compiled_functions']} compiled functions")
    for other in figures["others"]:
        console.print(f"{other['decisions_per_second']:>12,} and {other['observed_per_second']:,} with the observation on {other['encounter']!r}, "
                      f"{other['decisions_per_fight']} decisions a fight")
    console.print("questions: " + ", ".join(f"{name} {share:.1%}" for name, share in figures["questions"].items()))
    console.print(f"{figures['machine']}; commit {figures['commit'] or 'unknown'}")
