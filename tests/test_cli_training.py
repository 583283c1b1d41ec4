"""The whole way through the commands: train, export, advice from the exported file, a fight played by it."""

import json

import pytest
from typer.testing import CliRunner

from envs.core import jit
from judge.cli import app

CONFIG = """
encounters = ["duel"]
side = 8
n_envs = 8
n_steps = 16
batch_size = 64
epochs = 1
decisions = 256
evaluate_games = 2
"""


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory):
    """A folder with a configuration and the finished run of a few decisions."""
    folder = tmp_path_factory.mktemp("training")
    (folder / "tiny.toml").write_text(CONFIG, encoding="utf-8")
    call("train", folder / "tiny.toml", "--out", folder / "run", "--seed", 3)
    return folder


def call(*words, code=0):
    """Output of a command that must end with `code`, the rules taken for compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "is_warm", lambda *_: True)
        result = CliRunner().invoke(app, [str(w) for w in words])
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_a_trained_policy_gives_advice_and_plays(run_dir):
    policy = run_dir / "policy.onnx"
    assert "golden pairs" in call("export", run_dir / "run", "-o", policy).stdout
    data = json.loads(call("suggest", "duel", "--agent", f"policy:{policy}", "--json").stdout)
    assert data["choices"] and not any("not trained on this encounter" in s for s in data["notes"])
    other = json.loads(call("suggest", "broken_gate", "--agent", f"policy:{policy}", "--json").stdout)  # a board of another size
    assert any("not trained on this encounter" in s for s in other["notes"])
    fight = json.loads(call("play", "duel", "--enemies", f"policy:{policy}", "--companions", "random", "--seed", 1, "--json").stdout)
    assert fight["winner"] in ("companions", "enemies", "cut-off") and fight["choices"]


def test_a_run_is_not_overwritten_but_resumed(run_dir):
    again = ["train", run_dir / "tiny.toml", "--out", run_dir / "run"]
    assert "add --resume" in call(*again, code=1).stderr
    before = json.loads((run_dir / "run" / "run.json").read_text(encoding="utf-8"))["decisions"]
    text = call(*again, "--resume", "--decisions", 512).stdout
    after = json.loads((run_dir / "run" / "run.json").read_text(encoding="utf-8"))["decisions"]
    assert before >= 256 and after >= 512 and f"{after:,} decisions" in text
