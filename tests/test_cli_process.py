"""The command as a process of its own: what it loads, how it starts the first time, and the built wheel in a clean environment."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from policy_files import write_policy

from judge.firstrun import compile_seconds

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ["torch", "stable_baselines3", "sb3_contrib", "pettingzoo", "onnx", "onnxscript", "tensorboard", "matplotlib", "pandas"]


def python(code, *words, **options):
    """Run code in a fresh interpreter; its finished process."""
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, cwd=ROOT, timeout=600, **options)


def test_suggest_loads_nothing_of_the_training_extras(tmp_path):
    """All that is installed for training stays out of the Judge's process."""
    code = ("import sys\nfrom judge.cli import app\n"
            f"app(sys.argv[1:], standalone_mode=False)\nprint([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)")
    done = python(code, "suggest", "ford", "--agent", f"policy:{write_policy(tmp_path)}", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["choices"]
    assert done.stderr.splitlines()[-1] == "[]"


def test_small_commands_load_little():
    code = "import sys\nfrom judge.cli import app\napp(sys.argv[1:], standalone_mode=False)\nprint(*(m for m in ('numba', 'onnxruntime', 'torch') if m in sys.modules))"
    assert python(code, "--help").stdout.splitlines()[-1] == ""
    assert "onnxruntime" not in python(code, "check", "envs/content/encounters/duel.toml").stdout.splitlines()[-1]


def test_a_fault_leaves_exit_code_one_and_one_line():
    done = python("from judge.cli import app; app()", "suggest", "duel", "--agent", "policy:none.onnx")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_the_first_run_says_that_it_compiles(tmp_path):
    """Without the JIT nothing is compiled, so the first run is played with an empty cache and stopped as soon as it has said what it does."""
    environment = os.environ | {"FOEMIND_CACHE": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", "judge.cli", "suggest", "duel", "--agent", "random"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, cwd=ROOT, env=environment)
    try:
        assert process.stderr.readline().startswith("First run on this machine: compiling the rules.")
    finally:
        process.kill()
        process.communicate()


def test_the_seconds_of_the_first_compilation_are_kept():
    seconds = compile_seconds()
    assert seconds is None or seconds > 0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel built from a copy of the sources, so that the build leaves nothing in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("envs", "agents", "training", "judge", "checkpoints"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    done = subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return next(folder.glob("*.whl"))


def test_the_wheel_suggests_in_a_clean_environment(wheel, tmp_path):
    """A virtual environment with the dependencies and nothing of this checkout: the command runs from the wheel alone. The JIT is off: nothing
    of the checkout's compiled code can stand in."""
    venv.create(tmp_path / "clean", with_pip=False)
    binaries = tmp_path / "clean" / "bin"
    site = next((tmp_path / "clean" / "lib").glob("python*/site-packages"))
    installed = subprocess.run([sys.executable, "-m", "pip", "--python", str(binaries / "python"), "install", "--no-deps", "--no-index", str(wheel)],
                               capture_output=True, text=True, timeout=300)
    assert installed.returncode == 0, installed.stderr
    here = next(p for p in sys.path if p.endswith("site-packages"))
    (site / "dependencies.pth").write_text(here + "\n", encoding="utf-8")  # a .pth of that folder is not read again, so an editable install stays out
    environment = os.environ | {"PYTHONPATH": "", "NUMBA_DISABLE_JIT": "1"}

    def call(program, *words):
        return subprocess.run([str(binaries / program), *words], capture_output=True, text=True, cwd=tmp_path, timeout=600, env=environment)
    done = call("foemind", "suggest", "ford", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agent"] == "policy" and json.loads(done.stdout)["choices"]
    where = call("python", "-c", "import envs, judge; print(envs.__file__, judge.__file__)")
    assert all(path.startswith(str(tmp_path)) for path in where.stdout.split())
