"""A light start: what `foemind suggest` must not load or do, in a process of its own, and that nothing is the worse for it."""

import json
import subprocess
import sys

LOOKED = """
import gc, json, sys
looked = []
from judge.cli import app
gc.callbacks.append(lambda phase, info: looked.append(phase))
app(["suggest", "roofless_hall", "--json"], standalone_mode=False)
loaded = [name for name in ("scipy", "torch", "stable_baselines3") if name in sys.modules]
print(json.dumps([len(looked), gc.isenabled(), loaded]), file=sys.stderr)
"""
AFTERWARDS = """
import sys
from judge.light import start_light
start_light()
import gc, weakref, numba, scipy.linalg
class Ring:
    def __init__(self):
        self.own = self
ring = Ring()
gone = weakref.ref(ring)
del ring
gc.collect()
assert gone() is None and scipy.linalg.norm([3.0, 4.0]) == 5.0
"""


def finished(code):
    """A process of its own that has run the code."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_a_suggestion_hardly_looks_for_cycles_and_loads_nothing_heavy():
    looked, enabled, loaded = json.loads(finished(LOOKED).stderr.strip().splitlines()[-1])
    assert looked < 200 and enabled and loaded == []  # a start and a stop each, all while the command line is read; else some seven hundred


def test_after_a_light_start_scipy_loads_and_cycles_are_found():
    finished(AFTERWARDS)
