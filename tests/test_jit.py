"""The decorator of the core: one compiled version a function, a cache that knows sources, place and flags."""

import json
import os
import subprocess
import sys
from pathlib import Path

from envs.core import jit

ROOT = Path(__file__).resolve().parents[1]
BOTH = {"below", "next_word", "seed_words"}  # generators stand in the record and in arrays of their own: two types


PLAY = """
import gc, json
import numpy as np
from numba.core.registry import CPUDispatcher
from envs.battle import Battle
from envs.native import NativeBatch
from envs.tables import load_library_encounter

scenario = load_library_encounter("duel")
battle, batch = Battle(scenario, seed=1), NativeBatch([scenario], 2, opponent="greedy")
batch.reset()
for _ in range(20):
    battle.why(battle.legal()[0])
    battle.observe()
    battle.step(battle.legal()[0])
    batch.step(batch.sample(np.random.default_rng(0)))
print(json.dumps({f.py_func.__name__: len(f.signatures) for f in gc.get_objects() if isinstance(f, CPUDispatcher) and f.py_func.__module__.startswith("envs.")}))
"""


def test_each_function_of_the_core_is_compiled_once():
    """In a process of its own: tests may call the core with arrays of other types."""
    done = subprocess.run([sys.executable, "-c", PLAY], cwd=ROOT, capture_output=True, text=True, check=True)
    versions = json.loads(done.stdout)
    assert len(versions) > 100
    assert not {name: found for name, found in versions.items() if found > 1 and name not in BOTH}


def key(**environment):
    """Cache key in a fresh process with other environment variables."""
    code = "from envs.core.jit import cache_key; print(cache_key())"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=True).stdout.strip()


def test_cache_is_keyed_by_flags():
    assert key() == jit.cache_key() != key(NUMBA_BOUNDSCHECK="1")


def test_cache_is_keyed_by_sources(tmp_path, monkeypatch):
    """A change in a layer is one for the layers above it too, and not for those below."""
    before = [jit.cache_key(layer) for layer in range(4)]
    for folder in (folder for folders in jit.LAYERS for folder in folders):
        (tmp_path / folder).parent.mkdir(parents=True, exist_ok=True)
        os.symlink(ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(jit, "ROOT", tmp_path)
    moved = [jit.cache_key(layer) for layer in range(4)]
    assert len({*before, *moved}) == 8
    (tmp_path / "agents" / "kernels").unlink()
    (tmp_path / "agents" / "kernels").mkdir()
    (tmp_path / "agents" / "kernels" / "play.py").write_text("changed = 1\n")
    assert [jit.cache_key(layer) == old for layer, old in enumerate(moved)] == [True, True, False, False]


def test_each_function_is_kept_in_the_folder_of_its_layer():
    from agents.kernels.greedy import score
    from agents.tree.nodes import favourite
    from envs.core.machine import step
    from envs.encoding.observe import observe
    for layer, function in enumerate((step, observe, score, favourite)):
        assert jit.layer_of(function.py_func.__code__.co_filename) == layer
        assert function._cache.cache_path.startswith(str(jit.CACHE_DIRS[layer]))
    assert jit.layer_of(__file__) == 3


def test_folder_that_cannot_be_written_is_replaced_by_a_private_one(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FOEMIND_CACHE", str(tmp_path / "file"))
    assert os.access(jit.cache_dir(), os.W_OK)
