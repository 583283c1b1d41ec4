"""The `foemind` command: what it prints, exit codes, one sentence for each fault."""

import json

import pytest
from command import compiled, fails, run  # noqa: F401  (the fixture holds for all tests here)
from policy_files import manifest, write_policy

from envs.battle import Battle
from envs.notation import parse_choice
from envs.tables import library_names, load_library_encounter
from envs.tables.library import library_path
from judge.perft import perft

COMMANDS = ["check", "companion", "schema", "suggest", "play", "train", "export", "bench", "perft", "puzzles", "run", "warm"]


@pytest.fixture
def policy(tmp_path):
    """`policy:FILE` of a policy file that plays the first legal choice."""
    return f"policy:{write_policy(tmp_path)}"


@pytest.mark.parametrize("command", [[], *([c] for c in COMMANDS)])
def test_help_is_there(command):
    text = run(*command, "--help").stdout
    assert "Usage:" in text and (command or all(c in text for c in COMMANDS))


# -- check ---------------------------------------------------------------------------------------------------------------
def test_check_passes_the_library():
    files = [library_path("encounter", name) for name in library_names("encounter")]
    assert run("check", *files).stdout.count("all well") == len(files)


def test_check_names_file_entry_problem_and_remedy(tmp_path):
    good, bad = library_path("encounter", "duel"), tmp_path / "bad.toml"
    bad.write_text(good.read_text(encoding="utf-8").replace('creature = "hook_runner"', 'creature = "hook_runer"'), encoding="utf-8")
    result = run("check", good, bad, code=1)
    assert "duel.toml: all well" in result.stdout
    assert str(bad) in result.stderr and "roster.R" in result.stderr and "hook_runner" in result.stderr
    faults = json.loads(run("check", bad, "--json", code=1).stdout)[str(bad)]
    assert [set(f) for f in faults] == [{"code", "file", "entry", "problem", "remedy"}]
    assert json.loads(run("check", good, "--json").stdout) == {str(good): []}


# -- suggest -------------------------------------------------------------------------------------------------------------
def test_suggest_prints_only_json(policy):
    data = json.loads(run("suggest", "ford", "--agent", policy, "--json").stdout)
    assert {"combatant", "agent", "objective", "choices", "sentences", "notes", "odds", "expected_damage", "seconds"} <= set(data)
    assert data["agent"] == policy and data["choices"] and data["choices"] == data["plans"][0]["choices"]
    for roll in data["odds"]:
        assert roll["fail"] + roll["conflict"] + roll["triumph"] == pytest.approx(1, abs=1e-5)


def test_suggest_takes_a_path_and_prints_map_and_sentences():
    path = library_path("encounter", "broken_gate")
    text = run("suggest", path, "--agent", "random", "--for", "Gravel Ogre", "--seed", 4).stdout
    assert "The broken gate" in text and "# # # # # . ." in text and "Gravel Ogre's turn, suggested by random" in text and " 1. Gravel Ogre " in text


def test_suggest_is_the_same_for_the_same_seed():
    one, two = (json.loads(run("suggest", "dry_orchard", "--agent", "random", "--seed", 9, "--json").stdout) for _ in range(2))
    assert one | {"seconds": 0} == two | {"seconds": 0}
    others = [json.loads(run("suggest", "dry_orchard", "--agent", "random", "--seed", n, "--json").stdout)["choices"] for n in range(5)]
    assert any(choices != one["choices"] for choices in others)


@pytest.mark.parametrize("words, part", [
    (["suggest", "nowhere.toml"], "nowhere.toml"), (["suggest", "duel", "--for", "Mira", "--agent", "random"], "there is no combatant 'Mira'"),
    (["suggest", "duel", "--agent", "grredy"], "did you mean 'greedy'?"),
    (["suggest", "duel", "--agent", "policy:none.onnx"], "there is no policy file none.onnx"),
    (["play", "duel", "--enemies", "policy:none.onnx"], "none.onnx"),
    (["play", "duel", "--companions", "nobody", "--enemies", "random"], "there is no agent 'nobody'"),
    (["perft", "nowhere.toml", "--depth", "1"], "nowhere.toml"), (["train", "nowhere", "--out", "unused"], "nowhere"),
    (["export", "nowhere", "-o", "x.onnx"], "nowhere")])
def test_faults_of_the_user_end_in_one_sentence(words, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert part in fails(*words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["suggest", "duel", "--agent"], ["play", "duel", "--enemies"],
                                     ["play", "duel", "--enemies", "random", "--companions"]])
def test_a_broken_policy_ends_the_command(tmp_path, command):
    path = write_policy(tmp_path, b"this is no model")
    assert "not a model that loads" in fails(*command, f"policy:{path}")
    path = write_policy(tmp_path, entries=manifest(encoding="0" * 16))
    assert "made for another encoding" in fails(*command, f"policy:{path}")


def test_a_faulty_encounter_is_told_fault_by_fault(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "x"\nmap = "A.\\n..."\n[roster.A]\ncreature = "gnaw_rat"\nside = "foes"\n', encoding="utf-8")
    assert "bad.toml" in run("suggest", bad, "--agent", "random", code=1).stderr


# -- play ----------------------------------------------------------------------------------------------------------------
def test_play_as_json_can_be_replayed():
    data = json.loads(run("play", "duel", "--enemies", "random", "--companions", "random", "--seed", 5, "--json").stdout)
    assert list(data) == ["winner", "rounds", "vigor", "choices", "seed", "objective"] and data["seed"] == 5
    scenario = load_library_encounter("duel")
    battle = Battle(scenario, seed=5)
    for text in data["choices"]:
        battle.step(parse_choice(scenario, battle.state, text))
    assert battle.over and ["companions", "enemies", "draw", "cut-off"][battle.winner] == data["winner"]
    assert data["vigor"] == {key: int(battle.state.combatants[i]["vigor"]) for i, key in enumerate(scenario.keys)}
    assert data["rounds"] == int(battle.state.round_no)


def test_play_tells_every_round_with_the_map():
    words = ["play", "duel", "--enemies", "random", "--companions", "random", "--seed", 5]
    text, data = run(*words).stdout, json.loads(run(*words, "--json").stdout)
    assert [text.count(f"Round {n}: the ") for n in range(1, data["rounds"] + 1)] == [1] * data["rounds"]
    assert text.count("a b c d e f g h") == data["rounds"] + 1  # the start, and after each round
    assert f"after {data['rounds']} rounds and {len(data['choices'])} choices (seed 5)" in text


# -- perft ---------------------------------------------------------------------------------------------------------------
def brute(battle, depth):
    """Sequences of `depth` choices by plain recursion on copies with their dice kept."""
    if depth == 0:
        return 1
    total = 0
    for choice in battle.legal():
        other = Battle(battle.scenario)
        other.load(battle.record()[0])
        if not other.over:
            other.step(choice)
        total += brute(other, depth - 1) if depth > 1 else 1
    return total


@pytest.mark.parametrize("name", ["duel", "roofless_hall"])
def test_perft_counts_what_plain_recursion_counts(name):
    scenario = load_library_encounter(name)
    assert perft(scenario, 3, seed=2) == [brute(Battle(scenario, seed=2), depth) for depth in (1, 2, 3)]


def test_perft_prints_a_line_for_each_depth():
    counts = json.loads(run("perft", "duel", "--depth", 3, "--json").stdout)["counts"]
    assert counts == perft(load_library_encounter("duel"), 3)
    assert run("perft", "duel", "--depth", 3).stdout.split() == [w for n, c in enumerate(counts, 1) for w in (str(n), f"{c:,}")]
    assert run("perft", "duel", "--depth", 0, code=2)


# -- bench, train, export --------------------------------------------------------------------------------------------------
def test_bench_reports_every_figure():
    data = json.loads(run("bench", "--batch", 4, "--seconds", 0.2, "--json").stdout)
    assert {"decisions_per_second", "observed_per_second", "batch", "encounter", "compile_seconds", "load_seconds", "decisions_per_fight",
            "legal_choices_per_question", "questions", "machine", "commit"} <= set(data)
    assert [(other["encounter"], other["decisions_per_second"] > 0) for other in data["others"]] == [("The crowded yard", True), ("The wide field", True)]
    assert data["batch"] == 4 and sum(data["questions"].values()) == pytest.approx(1, abs=0.01)
    assert data["decisions_per_second"] > data["observed_per_second"] > 0 and data["legal_choices_per_question"] >= 2


@pytest.mark.parametrize("words", [["train", "quick", "--out", "unused"], ["export", "unused", "-o", "x.onnx"]])
def test_training_commands_say_what_to_install(words, monkeypatch, tmp_path):
    import importlib.util
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "torch" else found(name, *rest))
    monkeypatch.chdir(tmp_path)
    said = fails(*words)
    assert ".venv/bin/pip install -c constraints.txt -e '.[train]'" in said and "pip install 'foemind[train]'" in said
