"""`foemind run` as the real command: piped input, going on after a stop and after a kill, faults in a sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import compiled, fails, run  # noqa: F401  (the fixture holds for all tests here)
from table_cases import FILE, at_table, say, to_the_companions, yard

from judge.table import Table

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-c", "from envs.core import jit\njit.is_warm = lambda *_: True\nfrom judge.cli import app\napp()", "run"]


def command(*words, text="", cwd=ROOT):
    """The finished process of `foemind run` with piped input."""
    return finished([*COMMAND, *map(str, words)], cwd, text)


def finished(words, cwd, text=""):
    """The finished process of a command line with piped input."""
    return subprocess.run(
        words,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def test_a_round_by_the_command_is_the_round_of_the_library(tmp_path):
    """The same lines give the same bytes; the end of the input saves, says how to go on, and ends with 0."""
    table, lines = Table(yard(), 0, "random", "small"), ["c"]
    say(table, "c")
    for line in ("w f4, steady ogre 7 9 unguarded", "m mend w 8 7", "h ink runner hit unguarded", "f long thorn 15 unguarded no counter"):
        table.apply_line(line)
        lines += [line] + [""] * to_the_companions(table)
    path = tmp_path / "round.json"
    done = command(FILE, "--session", path, "--agent", "random", "--roll", "small", text="\n".join(lines) + "\n")
    assert done.returncode == 0 and done.stderr == "" and "\n! " not in done.stdout
    assert json.loads(path.read_text())["position"] == table.digest() and "Round 2" in done.stdout
    assert done.stdout.splitlines()[-1] == f"Saved after {len(table.steps) - 1} lines; go on with: foemind run {FILE} --session {path}"
    again = command(FILE, "--session", path, "--agent", "random", text="log 2\nundo 3\nredo 3\nwho\nmap\nquit\n")
    assert again.returncode == 0 and "Going on with" in again.stdout and "Taken back:" in again.stdout and "Done again:" in again.stdout
    assert json.loads(path.read_text())["position"] == table.digest()


def test_a_killed_one_goes_on_where_it_was(tmp_path):
    path, lines = tmp_path / "s.json", ["c", "w f4, steady ogre 7 9", "no", "undo", "w f4, steady ogre 7 9"]
    process = subprocess.Popen(
        [*COMMAND, str(FILE), "--session", str(path), "--agent", "random", "--roll", "small"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()
    end = time.monotonic() + 120
    while time.monotonic() < end and not _waits_for_the_last(path):
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    table = at_table(*lines[1:3], agent="random", seed=0)
    table.undo()
    say(table, lines[4])
    assert json.loads(path.read_text()) == json.loads(json.dumps(table.as_dict()))
    done = command(FILE, "--session", path, "--agent", "random", text="no\n")
    assert done.returncode == 0 and json.loads(path.read_text())["position"] == say(table, "no").digest()
    assert list(tmp_path.iterdir()) == [path]


def _waits_for_the_last(path):
    """Whether the file says that one line was taken back and another waits; it is whole whenever it is there."""
    if not path.exists():
        return False
    data = json.loads(path.read_text())
    return len(data["steps"]) == 1 and data["pending"] is not None and len(data["undone"]) == 1


# -- inside this process ---------------------------------------------------------------------------------------------------------
def piped(text, *words, code=0):
    """Output of the command with piped input."""
    from typer.testing import CliRunner

    from judge.cli import app

    result = CliRunner().invoke(app, ["run", *map(str, words)], input=text)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_what_can_be_asked(tmp_path):
    path = tmp_path / "s.json"
    text = piped(
        "c\nhelp\nwho\nmap\nlog\nw f4,\nsuggest\nend\nogre\nsuggest ogre\nlog 1\nlog x\nundo x\nsave\nbanana\n\n",
        FILE,
        "--session",
        path,
        "--agent",
        "random",
    ).stdout
    for piece in (
        "Unique beginnings of names",
        "W Gate Warden  e4  vigor 20/20",
        "Nothing has been entered yet.",
        "Gate Warden's turn, suggested by random",
        "Gravel Ogre's turn, suggested by random",
        "win chance  ",
        "read aloud  Gravel Ogre",
        "1. w f4,: ",
        "! write undo, or undo 3",
        "! write save NAME",
        "! 'banana' does not begin",
    ):
        assert piece in text, piece


def test_save_writes_a_copy_and_writes_over_nothing_but_sessions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("other.json").write_text('{"mine": 1}')
    text = piped("c\nw f4\nsave before\nsave other\nsave no/such/folder\nvigor w 3\n", FILE, "--session", "s.json", "--agent", "random").stdout
    assert "Saved as before.json." in text and "! other.json is no session" in text and "! no/such/folder.json cannot be written" in text
    assert Path("other.json").read_text() == '{"mine": 1}'
    assert len(json.loads(Path("before.json").read_text())["steps"]) == 2 and len(json.loads(Path("s.json").read_text())["steps"]) == 3


def test_the_session_lies_beside_the_file_and_new_sets_it_aside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fight = tmp_path / "mine.toml"
    fight.write_text(FILE.read_text())
    piped("c\nw f4\n", fight, "--agent", "random")
    assert (tmp_path / "mine.session.json").exists()
    assert "Going on with" in piped("", fight, "--agent", "random").stdout
    assert "Going on with" not in piped("c\n", fight, "--new", "--agent", "random", "--seed", "4").stdout
    assert len(json.loads((tmp_path / "mine.session.old1.json").read_text())["steps"]) == 2
    piped("", "duel", "--agent", "random")
    assert (tmp_path / "duel.session.json").exists()
    assert "has the seed 4" in fails("run", fight, "--agent", "random", "--seed", 5)
    fight.write_text(
        FILE.read_text()
        .replace("arm's length", "arm's  length")
        .replace("companions", "companions", 1)
        .replace('creature = "hook_runner"', 'creature = "hook_runner"\nvigor = 3')
    )
    assert "restore the encounter file" in fails("run", fight, "--agent", "random")


def test_faults_end_in_a_sentence(tmp_path):
    path = tmp_path / "s.json"
    path.write_text("{")
    assert "is damaged" in fails("run", FILE, "--session", path, "--agent", "random") and path.read_text() == "{"
    assert "use nothing, small, enemies, all" in fails("run", FILE, "--session", tmp_path / "t.json", "--roll", "dice", "--agent", "random")
    assert "cannot be" in fails("run", FILE, "--session", tmp_path / "no" / "folder" / "s.json", "--agent", "random").lower()
    assert "there is no agent" in fails("run", FILE, "--agent", "nobody")


def test_two_programs_on_one_session_lose_nothing(tmp_path):
    from judge.cli_base import new_console
    from judge.table.keeper import SessionTaken, open_table
    from judge.table_terminal import Terminal

    path = tmp_path / "s.json"
    one = Terminal(open_table(yard(), path, 1, "random", False), path, new_console(), "x")
    one.keep()
    two = Terminal(open_table(yard(), path, 1, "random", False), path, new_console(), "x")
    two.take("c")
    with pytest.raises(SessionTaken, match="mine1"):
        one.take("e")
    assert json.loads(path.read_text())["position"] == two.table.digest()
    assert json.loads((tmp_path / "s.mine1.json").read_text())["position"] == one.table.digest()


def test_odd_bytes_and_long_lines_are_lines_like_others(tmp_path):
    done = subprocess.run(
        [*COMMAND, str(FILE), "--session", str(tmp_path / "s.json"), "--agent", "random"],
        input=b"c\n\xff\xfe\x00\n" + b"x" * 100_000 + b"\nw f4\n",
        capture_output=True,
        cwd=ROOT,
        timeout=300,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0 and done.stderr == b"" and b"Saved after 1 line" in done.stdout and done.stdout.count(b"\n! ") == 2


def test_the_example_of_the_docs_runs(tmp_path):
    """The Python block of docs/run.md, on a file of that name, in a process of its own."""
    code = (ROOT / "docs" / "run.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    (tmp_path / "my_fight.toml").write_text(FILE.read_text())
    done = finished([sys.executable, "-c", code], tmp_path)
    assert done.returncode == 0 and "Dice: 7 9." in done.stdout, done.stderr
    assert len(json.loads((tmp_path / "tonight.json").read_text())["steps"]) == 2


@pytest.mark.parametrize(
    "line",
    [
        "w f4 g3 d5,",
        "w steady ogre f4",
        "w f4, steady ogre 14 6",
        "w f4, steady ogre 19 extra 1, defend",
        "m staff ogre ranged hit",
        "f move d3 extra 1, quicken f 15",
        "w help mira deed",
        "m help w deed, mend w 15 0",
        "w f4, shove ogre 7 9 h4 no",
        "w f4, grab ogre triumph",
        "h unravel ogre 9 8 extra 1",
        "w aim, defend extra 0",
    ],
)
def test_lines_like_those_of_the_docs_are_lines(line):
    """Each is played, asked about, or refused in a sentence that tells why; never another exception."""
    from judge.table import TableError

    table = at_table(agent="random")
    try:
        table.apply_line(line)
    except TableError as error:
        assert "\n" not in str(error) and len(table.steps) == 1
    else:
        assert len(table.steps) == 2 or table.pending is not None
