"""What the arena says where agents, folders and disks are not as they should be: each time one sentence with what is wrong and what to do."""

import json
import resource
import signal
from contextlib import contextmanager

import pytest
from command import compiled, fails  # noqa: F401  (the fixture holds for all tests here)

from agents import AgentError, make_agent
from agents.arena import ArenaError, hold, plan_contest
from agents.arena.entrants import enter
from agents.arena.folder import Folder, write_text
from agents.arena.report import _ratings as page_ratings
from agents.arena.results import compute
from judge.cli_base import AGENT_HELP
from judge.show_arena import _ratings as terminal_ratings

CODE = "class Bold:\n    def choose(self, tables, states, masks, rng):\n        return masks.argmax(axis=1)\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder in which the command runs."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


# -- agents ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["random,,", ",random", "random,,greedy", "random, ,greedy", ","])
def test_an_empty_name_of_an_agent_is_told(here, text):
    assert "the name of an agent is empty" in fails("arena", "--agents", text, "--suite", "duel") and list(here.iterdir()) == []


def test_a_class_takes_nothing_after_its_name(here):
    (here / "bold_one.py").write_text(CODE, encoding="utf-8")
    assert "'bold_one:Bold:x' has two colons; a class of your own is named MODULE:CLASS" in fails("arena", "--agents", "random,bold_one:Bold:x", "--suite", "duel")


def test_an_agent_of_a_package_with_nothing_after_its_colon_is_refused_as_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "bold_pack.py").write_text(CODE, encoding="utf-8")
    home = tmp_path / "bold_pack-1.0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: bold-pack\nVersion: 1.0\n")
    (home / "entry_points.txt").write_text("[foemind.agents]\npbold = bold_pack:Bold\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for refuse in (lambda text: enter([text, "random"], 30), make_agent):
        with pytest.raises(AgentError, match="'pbold:' ends at the colon; write pbold alone"):
            refuse("pbold:")


@pytest.mark.parametrize("name", ["search", "policy+search"])
def test_a_budget_that_cannot_be_is_told_with_the_agents_own_name(name):
    with pytest.raises(AgentError) as error:
        make_agent(f"{name}:0")
    assert str(error.value).startswith(f"{name}:0 has no budget") and f"write {name}:200 for" in str(error.value) and f"or {name}:1.5s for" in str(error.value)


@pytest.mark.parametrize("one, other", [("search:50", "search:050"), ("search", "search:200"), ("search:1.5s", "search:1.50s"), ("policy+search", "policy+search:0200")])
def test_an_agent_that_is_written_in_two_ways_is_one_agent(one, other):
    with pytest.raises(ArenaError) as error:
        enter([one, "random", other], 30)
    assert str(error.value) == f"{one!r} and {other!r} are the same agent; name each once"


def test_a_policy_file_that_is_named_in_two_ways_is_one_agent_and_its_copy_another(here):
    from policy_files import write_policy
    write_policy(here)
    write_policy(here, name="second")
    assert len({e.identity for e in enter(["policy:first.onnx", "policy:second.onnx", "search:50", "search:60", "policy+search:50"], 30)[:2]}) == 1
    with pytest.raises(ArenaError, match="are the same agent"):
        enter(["policy:first.onnx", "policy:./first.onnx"], 30)


def test_the_help_lists_every_agent_that_comes_with_foemind():
    from agents.registry import _BUILT_IN
    named = {part.partition(":")[0].split()[0] for part in AGENT_HELP.rstrip(".").replace(" or ", ", ").split(", ")}
    assert named == set(_BUILT_IN)


# -- folders ---------------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def contest():
    return plan_contest(["random", "greedy"], ["duel"], 4, seed=3)


@pytest.mark.parametrize("text, part", [("[]", "the configuration is no table of entries"), ("{}", "lacks the entry 'agents'"), ("3", "is no table"),
                                        ('{"format": 2}', "lacks the entry"), ("null", "is no table")])
def test_a_damaged_configuration_of_a_folder_is_told_as_damage(contest, tmp_path, text, part):
    (tmp_path / "arena.json").write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match="arena.json cannot be read") as error:
        Folder(tmp_path, contest.config)
    assert part in str(error.value) and "same command" not in str(error.value) and (tmp_path / "arena.json").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("changed, reason", [
    ({"signature": "0" * 64}, "encounters that have changed"), ({"suite": "ford", "signature": "0" * 64, "encounters": [{}]}, "another suite"),
    ({"seed": 9}, "another seed"), ({"seed": 9, "engine": "0"}, "another seed and another version of Foemind")])
def test_a_folder_of_another_arena_says_in_words_what_is_other_about_it(contest, tmp_path, changed, reason):
    with Folder(tmp_path, contest.config):
        pass
    if "encounters" in changed:
        changed = changed | {"encounters": [contest.config["encounters"][0] | {"name": "ford"}]}
    with pytest.raises(ArenaError) as error:
        Folder(tmp_path, contest.config | changed)
    assert f"holds an arena with {reason}; go on with it by the command that it was begun with, or name another folder" in str(error.value)


@pytest.mark.parametrize("out", ["", "  "])
def test_an_empty_name_of_the_folder_is_refused(here, out):
    assert "--out is empty" in fails("arena", "--agents", "random,greedy", "--suite", "duel", "--out", out) and list(here.iterdir()) == []


# -- disks -----------------------------------------------------------------------------------------------------------------
@contextmanager
def full_disk():
    """Gives a call after which files grow to so many bytes only, as on a disk that is full; until then, and afterwards, there is room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("games", [2, 4])
def test_a_full_disk_says_that_the_games_are_kept_and_the_arena_goes_on_with_room(contest, tmp_path, games):
    """Full in the middle of a game's line, and full when the results are to be written."""
    out = tmp_path / "out"
    with pytest.raises(ArenaError) as error, full_disk() as fill:
        hold(contest, out, tell=lambda done, of: fill((out / "games.jsonl").stat().st_size + 10) if done == games else None)
    assert str(error.value).startswith(f"{out / ('games.jsonl' if games == 2 else 'results.json')} cannot be written (")
    assert f"the {games} games that were played are kept: make room" in str(error.value) and "\n" not in str(error.value)
    assert not list(out.rglob("*.part")) and not (out / "results.json").exists()
    assert hold(contest, out)["outcome"] == hold(contest, tmp_path / "whole")["outcome"]


def test_a_file_that_could_not_be_written_as_a_whole_leaves_the_old_one_and_no_other(tmp_path):
    write_text(tmp_path / "a.txt", "old")
    with pytest.raises(OSError), full_disk() as fill:
        fill(100)
        write_text(tmp_path / "a.txt", "x" * 1000)
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"] and (tmp_path / "a.txt").read_text(encoding="utf-8") == "old"


# -- numbers ---------------------------------------------------------------------------------------------------------------
def test_a_rating_is_never_minus_nothing(contest, tmp_path):
    results = hold(contest, tmp_path)
    results["ratings"] = [{"agent": r["agent"], "rating": -0.3, "low": -0.4, "high": -0.2} for r in results["ratings"]]
    cells = [cell for column in terminal_ratings(results).columns for cell in column.cells]
    assert "0" in cells and "0 to 0" in cells and not any("-0" in str(cell) for cell in cells)
    assert "<td>0</td><td>0 to 0</td>" in page_ratings(results)


def test_a_rating_that_rounds_to_nothing_has_no_sign(contest, tmp_path, monkeypatch):
    from agents.arena import results as module
    rows = hold(contest, tmp_path)["games"]
    monkeypatch.setattr(module, "rate", lambda *_: ([(0.5, 0.4, 0.6)], [(0.0, 0.0, 0.0), (-0.04, -0.01, -0.0)]))
    made = compute(contest.config, contest.games, rows)["ratings"][1]
    assert json.dumps([made[key] for key in ("rating", "low", "high")]) == "[0.0, 0.0, 0.0]"
