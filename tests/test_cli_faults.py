"""What a user may get wrong at the terminal: near names, versions, policies and configurations that cannot be, each told in one sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import compiled, run  # noqa: F401  (the fixture holds for all tests here)
from policy_files import write_policy

from agents.manifest import PolicyError, read_manifest
from judge.naming import half_up, number, percent
from training.config import ConfigError, load_config

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("words, part", [(["suggest", "broken_gat", "--agent", "random"], "did you mean 'broken_gate'?"),
                                         (["play", "dule", "--enemies", "random"], "did you mean 'duel'?"),
                                         (["perft", "fordd", "--depth", "1"], "did you mean 'ford'?"), (["check", "gnaw_rta"], "did you mean 'gnaw_rat'?")])
def test_a_misspelt_name_is_told_its_near_one(words, part):
    result = run(*words, code=1)
    assert part in result.stderr and result.stderr.count("\n") == 1


def test_check_takes_library_names_of_every_kind():
    names = ["duel", "gnaw_rat", "shove", "trespasser"]
    assert run("check", *names).stdout.splitlines() == [f"{name}: all well" for name in names]
    assert json.loads(run("check", "duel", "--json").stdout) == {"duel": []}


def test_the_version_is_printed():
    assert run("--version").stdout.startswith("foemind")


def test_notes_are_no_steps_of_the_plan(tmp_path):
    policy = f"policy:{write_policy(tmp_path)}"
    data = json.loads(run("suggest", "ford", "--agent", policy, "--json").stdout)
    text = run("suggest", "ford", "--agent", policy).stdout
    assert data["notes"] and not any(s.startswith("Note") for s in data["sentences"])
    assert all(f"\n{note}\n" in text for note in data["notes"])


def test_halves_are_rounded_up():
    assert [half_up(x) for x in (0.5, 1.5, 2.5, 2.49)] == [1, 2, 3, 2]
    assert [percent(p) for p in (0.125, 0.285, 0.005, 0.995, 0.045)] == ["13 %", "29 %", "1 %", "over 99 %", "5 %"]
    assert [number(x) for x in (0.25, 4.35, 2.05)] == ["0.3", "4.4", "2.1"]


def test_a_manifest_that_cannot_be_read_is_one_sentence(tmp_path):
    path = write_policy(tmp_path)
    beside = path.with_suffix(".json")
    beside.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(PolicyError, match="not JSON"):
        read_manifest(path)
    beside.unlink()
    os.mkfifo(beside)
    with pytest.raises(PolicyError, match="not a regular file"):
        read_manifest(path)


def test_a_board_smaller_than_the_map_is_one_sentence(tmp_path):
    config = tmp_path / "small.toml"
    config.write_text('encounters = ["duel", "broken_gate"]\nside = 8\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="'broken_gate' is 12 by 12 squares.*set side to 16, 32"):
        load_config(config)


@pytest.mark.parametrize("words, part", [(["--games", "0"], "give 1 or more"), (["--encounters", "broken_gat"], "did you mean 'broken_gate'?"),
                                         (["--agent", "gredy"], "did you mean 'greedy'?")])
def test_bad_arguments_of_the_duels_are_one_sentence(words, part):
    done = subprocess.run([sys.executable, "-m", "benchmarks.duels", *words], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 1 and part in done.stderr and done.stderr.count("\n") == 1 and done.stdout == ""


@pytest.mark.parametrize("command", [["check"], ["suggest", "--agent", "random"], ["play", "--enemies", "random"], ["perft", "--depth", "1"]])
def test_a_name_beside_which_a_file_lies_is_told_that_file(command, tmp_path, monkeypatch):
    (tmp_path / "toadchapel.toml").write_text("title = 'Toads'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = run(command[0], "toadchapel", *command[1:], code=1).stderr
    assert "did you mean the file toadchapel.toml?" in said and said.count("\n") == 1
