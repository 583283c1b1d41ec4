"""The rules tests once more with every index checked: Numba's bounds check, compiled into a cache of its own.

With the ordinary cache the checked run would silently execute unchecked code; the cache's folder is keyed by the flag too, and this one
lies elsewhere, so that it can be thrown away with the test cache. The first run compiles for about a minute.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".pytest_cache" / "boundscheck"
KEPT = 3  # builds; older ones belong to sources that are gone

PROBE = """
import numpy as np
from envs.core.jit import jit
@jit
def read(a, i):
    return a[i]
try:
    read(np.zeros(3), 3)
except IndexError:
    print("checked")
"""


def checked(*arguments, **more):
    """Run Python with the bounds check on."""
    CACHE.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0", "FOEMIND_CACHE": str(CACHE), "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, text=True, capture_output=True, timeout=1200, env=environment, **more)


def drop_old_builds():
    """Keep the few newest builds of the checked cache."""
    builds = sorted((CACHE / "foemind").glob("*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in builds[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def test_the_flag_checks_indices_and_the_cache_is_apart(tmp_path):
    script = tmp_path / "probe.py"
    script.write_text(PROBE, encoding="utf-8")
    assert checked(str(script)).stdout.strip() == "checked"
    where = checked("-c", "from envs.core.jit import CACHE_DIR; print(CACHE_DIR)").stdout.strip()
    assert Path(where).is_relative_to(CACHE)


def test_rules_tests_pass_under_the_bounds_check():
    done = checked("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/rules")
    drop_old_builds()
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
