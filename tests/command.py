"""The `foemind` command inside a test's process: `from command import compiled, fails, run`."""

import pytest
from typer.testing import CliRunner

from envs.core import jit
from judge import given
from judge.cli import app


@pytest.fixture(autouse=True)
def compiled(monkeypatch, tmp_path_factory):
    """Commands take the rules for compiled: the first run's compilation has a test of its own. What `suggest` remembers is kept for one test only."""
    monkeypatch.setattr(jit, "is_warm", lambda *_: True)
    place = tmp_path_factory.mktemp("given")
    monkeypatch.setattr(given, "folder", lambda: place)


def run(*words, code=0):
    """Result of a command that must end with `code`; None: with any."""
    result = CliRunner().invoke(app, [str(w) for w in words])
    assert code is None or result.exit_code == code, result.output + repr(result.exception)
    return result


def fails(*words):
    """The one sentence on stderr of a command that must end with 1 and print nothing else."""
    result = run(*words, code=1)
    assert result.stdout == "" and result.stderr.count("\n") == 1 and "Traceback" not in result.stderr
    return result.stderr
