"""The command as a process of its own: what it loads, how it ends, how it starts the first time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from policy_files import write_policy

from judge.firstrun import compile_seconds

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ["torch", "stable_baselines3", "sb3_contrib", "pettingzoo", "onnx", "onnxscript", "tensorboard", "matplotlib", "pandas"]


def python(code, *words, **options):
    """Run code in a fresh interpreter; its finished process."""
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=False, cwd=ROOT, timeout=600, **options)


def test_suggest_loads_nothing_of_the_training_extras(tmp_path):
    """All that is installed for training stays out of the Judge's process."""
    code = ("import sys\nfrom judge.cli import app\n"
            f"app(sys.argv[1:], standalone_mode=False)\nprint([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)")
    done = python(code, "suggest", "ford", "--agent", f"policy:{write_policy(tmp_path)}", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["choices"]
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("words", [("forecast", "duel", "--games", "20"), ("card", "duel", "--games", "20", "-o", "duel.pdf")])
def test_what_plays_many_fights_loads_nothing_of_the_training_extras(words, tmp_path):
    code = ("import os\nimport sys\nfrom judge.cli import app\nos.chdir(sys.argv[1])\n"
            f"app(sys.argv[2:], standalone_mode=False)\nprint([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)")
    done = python(code, tmp_path, *words)
    assert done.returncode == 0 and done.stdout, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"


def test_small_commands_load_little():
    code = ("import sys\nfrom judge.cli import app\napp(sys.argv[1:], standalone_mode=False)\n"
            "print(*(m for m in ('numba', 'onnxruntime', 'torch') if m in sys.modules))")
    assert python(code, "--help").stdout.splitlines()[-1] == ""
    assert "onnxruntime" not in python(code, "check", "envs/content/encounters/duel.toml").stdout.splitlines()[-1]


def test_a_fault_leaves_exit_code_one_and_one_line():
    done = python("from judge.cli import app; app()", "suggest", "duel", "--agent", "policy:none.onnx")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_the_first_run_says_that_it_compiles(tmp_path):
    """Without the JIT nothing is compiled, so the first run is played with an empty cache and stopped as soon as it has said what it does."""
    environment = os.environ | {"FOEMIND_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "judge.cli", "suggest", "duel", "--agent", "random"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    try:
        assert process.stderr.readline().startswith("First run on this machine: compiling the rules.")
    finally:
        process.kill()
        process.communicate()


def test_the_seconds_of_the_first_compilation_are_kept():
    seconds = compile_seconds()
    assert seconds is None or seconds > 0


HOSTILE = [["suggest", "duel", "--seed", "-1"], ["play", "duel", "--enemies", "random", "--companions", "random", "--seed", str(2**63)],
           ["suggest", "x" * 5000], ["suggest", "duel", "--agent", "policy:" + "x" * 5000], ["train", "x" * 5000, "--out", "nowhere"]]


@pytest.mark.parametrize("words", HOSTILE, ids=lambda words: " ".join(words)[:40])
def test_hostile_words_end_in_a_sentence_and_no_traceback(words, tmp_path):
    done = subprocess.run([sys.executable, "-m", "judge.cli", *words], capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr and done.stderr.strip()


def test_numbers_of_thousands_of_digits_are_a_fault(tmp_path):
    file = tmp_path / "huge.toml"
    file.write_text("title = " + "1" * 5000 + "\n")
    done = subprocess.run([sys.executable, "-m", "judge.cli", "check", str(file)], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 1 and "Traceback" not in done.stderr and "C103" in done.stderr
