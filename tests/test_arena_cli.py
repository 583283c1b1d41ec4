"""`foemind arena` and `foemind play --replay` as commands: what they print, one sentence for each fault, a Ctrl-C in the middle."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import compiled, fails, run  # noqa: F401  (the fixture holds for all tests here)

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of an arena of two agents on two files, held by the command."""
    out = tmp_path_factory.mktemp("cli") / "arena"
    run("arena", "--agents", "random, greedy", "--suite", "duel", "ford", "--games", 3, "--seed", 2, "--workers", 1, "--out", out)
    return out


def test_a_table_names_agents_pairings_and_files(folder):
    words = ("arena", "--agents", "random,greedy", "--suite", "duel", "--suite", "ford", "--games", 3, "--seed", 2, "--workers", 1, "--out", folder)
    text = run(*words).stdout  # the same arena: nothing is played again
    assert "Suite duel ford, seed 2" in text and "random is at 0" in text and "report.html" in text
    assert text.count("greedy") >= 2 and "won  drawn  cut off  lost" in text


def test_json_is_all_that_is_printed(folder):
    words = ("arena", "--agents", "random,greedy", "--suite", "duel", "ford", "--games", 3, "--seed", 2, "--workers", 1, "--out", folder)
    data = json.loads(run(*words, "--json").stdout)
    assert {"ratings", "pairs", "suite", "seed", "signature"} <= set(data) and "games" not in data
    assert data["pairs"][0]["games"] == 4 and (data["pairs"][0]["a"], data["pairs"][0]["b"]) == ("random", "greedy")
    assert data["ratings"] == json.loads((folder / "results.json").read_text(encoding="utf-8"))["ratings"]


def test_verify_says_whether_results_hold_by_its_exit_code_too(folder, tmp_path):
    assert "holds: it follows from its 4 games, and 2 of them, played again" in run("arena", "--verify", folder / "results.json", "--sample", 2, "--workers", 1).stdout
    assert json.loads(run("arena", "--verify", folder / "results.json", "--sample", 1, "--json").stdout)["holds"] is True
    data = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    data["pairs"][0]["score"] = 0.9
    (tmp_path / "results.json").write_text(json.dumps(data), encoding="utf-8")
    text = run("arena", "--verify", tmp_path / "results.json", code=1).stdout
    assert "does not hold" in text and "'pairs' does not follow from its games" in text


def test_play_shows_a_replay(folder):
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    for told in results["replays"]:
        text = run("play", "--replay", folder / told["file"]).stdout
        assert f"{told['companions']} plays the companions, {told['enemies']} the enemies" in text and f"The {told['winner']} have won after {told['rounds']} rounds" in text
        data = json.loads(run("play", "--replay", folder / told["file"], "--json").stdout)
        assert (data["winner"], data["rounds"], data["seed"]) == (told["winner"], told["rounds"], told["seed"])
        assert data["agents"] == {"companions": told["companions"], "enemies": told["enemies"]}


def test_a_replay_of_a_file_needs_that_file_no_more(tmp_path):
    from envs.tables.library import library_path
    file = tmp_path / "mine.toml"
    file.write_bytes(library_path("encounter", "duel").read_bytes())
    run("arena", "--agents", "random,greedy", "--suite", file, "--games", 2, "--workers", 1, "--out", tmp_path / "out")
    file.unlink()
    replay = next((tmp_path / "out" / "replays").glob("*.json"))
    assert "have won" in run("play", "--replay", replay).stdout
    data = json.loads(replay.read_text(encoding="utf-8"))
    data["choices"].pop()
    replay.write_text(json.dumps(data), encoding="utf-8")
    assert "does not fit this version" in fails("play", "--replay", replay, "--json")


def test_damaged_results_and_replays_end_the_command_with_one_sentence(folder, tmp_path):
    data = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    del data["config"]["engine"]
    (tmp_path / "results.json").write_text(json.dumps(data), encoding="utf-8")
    assert "are damaged (the configuration lacks the entry 'engine')" in fails("arena", "--verify", tmp_path / "results.json")
    replay = json.loads(next((folder / "replays").glob("*.json")).read_text(encoding="utf-8"))
    for change, part in (({"rounds": replay["rounds"] + 1}, "ends in round"), ({"encounter": replay["encounter"] | {"text": "a=" + "[" * 100_000}}, "no TOML")):
        (tmp_path / "replay.json").write_text(json.dumps(replay | change), encoding="utf-8")
        assert part in fails("play", "--replay", tmp_path / "replay.json", "--json")


@pytest.mark.parametrize("words, part", [
    (("arena",), "name the agents"), (("arena", "--agents", "random"), "two agents"), (("arena", "--agents", "random,rondom"), "did you mean"),
    (("arena", "--agents", "random,greedy", "--suite", "no_such_fight"), "no_such_fight"), (("arena", "--agents", "random,greedy", "--suite", "generated:x"), "names no seed"),
    (("arena", "--agents", "random,greedy", "--suite", "held-in", "ford"), "stands alone"), (("arena", "--verify", "none.json"), "cannot be read"),
    (("arena", "--agents", "random,greedy", "--suite", "duel", "--time-limit", "0"), "no time for a choice"),
    (("play",), "name either"), (("play", "duel", "--replay", "x.json"), "name either"), (("play", "--replay", "none.json"), "cannot be read")])
def test_faults_are_one_sentence(tmp_path, monkeypatch, words, part):
    monkeypatch.chdir(tmp_path)
    assert part in fails(*words) and list(tmp_path.iterdir()) == []


def test_without_choix_it_says_how_to_get_it(monkeypatch, tmp_path):
    from agents.arena import ratings
    monkeypatch.setattr(ratings, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    said = fails("arena", "--agents", "random,greedy", "--suite", "duel")
    assert ".venv/bin/pip install -c constraints.txt -e '.[arena]'" in said and "pip install 'foemind[arena]'" in said


def games_of(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def running(group):
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
        return True
    except ProcessLookupError:
        return False


def stop_in_the_middle(command, where, folder, ending):
    """Start the arena, end it by a signal after two more games, and wait until no process of it is left; (exit code, stderr)."""
    before = games_of(folder / "games.jsonl")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **where)
    limit = time.monotonic() + 120
    while games_of(folder / "games.jsonl") < before + 2 and time.monotonic() < limit:
        time.sleep(0.05)
    if ending == signal.SIGINT:
        os.killpg(process.pid, ending)  # as a terminal does: to all of them
    else:
        process.kill()
    _, told = process.communicate(timeout=60)
    while running(process.pid) and time.monotonic() < limit:
        time.sleep(0.1)
    assert not running(process.pid)
    return process.returncode, told


def test_a_stopped_command_goes_on_and_leaves_no_process(tmp_path):
    """Slow agents with two workers, ended by a kill, then by Ctrl-C; the same command ends what is left."""
    command = [sys.executable, "-m", "judge.cli", "arena", "--agents", "random,arena_agents:Slow", "--suite", "duel", "--games", "12", "--workers", "2", "--out", str(tmp_path)]
    where = {"cwd": ROOT, "env": os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}, "text": True}
    stop_in_the_middle(command, where, tmp_path, signal.SIGKILL)
    assert 2 <= games_of(tmp_path / "games.jsonl") < 10 and not (tmp_path / "results.json").exists()
    code, told = stop_in_the_middle(command, where, tmp_path, signal.SIGINT)
    assert code == 1 and told.startswith("foemind: stopped; what was played is kept in ") and told.count("\n") == 1
    assert 4 <= games_of(tmp_path / "games.jsonl") < 12 and not (tmp_path / "results.json").exists()
    done = subprocess.run([*command, "--json"], capture_output=True, timeout=300, check=True, **where)
    assert sum(pair["games"] for pair in json.loads(done.stdout)["pairs"]) == 12 and games_of(tmp_path / "games.jsonl") == 12
