"""An encounter, an agent or Foemind itself that is edited while an arena runs ends it in one sentence; what was played is kept, and is gone on with."""

import json
from contextlib import contextmanager

import pytest
from policy_files import SLOPE, manifest, model, write_policy

from agents.arena import ArenaError, hold, plan_contest
from agents.arena.contest import from_config
from agents.arena.entrants import Entrant, enter, file_digest
from agents.arena.outside import Outside
from agents.arena.players import Inside, Players
from envs.tables import load_library_encounter
from envs.tables.library import library_path

GAMES = 4
DYING = """
import os


class Dying:
    asked = 0

    def choose(self, tables, states, masks, rng):
        self.asked += 1
        if self.asked == {when}:
            os._exit(5)
        return masks.argmax(axis=1)
"""


@contextmanager
def ends(what):
    """What is done within ends in one sentence of an ArenaError that says that what was played is kept."""
    with pytest.raises(ArenaError, match=what) as fault:
        yield
    assert "\n" not in str(fault.value) and "that were played are kept" in str(fault.value) and len(str(fault.value)) < 700


def kept(folder):
    return [json.loads(line)["game"] for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]


# -- encounters ------------------------------------------------------------------------------------------------------------
CHANGES = {"edited": (lambda text: text.replace("vigor = 16", "vigor = 15"), "'mine' has been edited"), "spoilt": (lambda text: text + "\n[", "loaded any more"),
           "no text": (lambda text: text + "\udcff", "loaded any more"), "gone": (None, "loaded any more")}


def write(file, change):
    """The duel, changed; None: no file."""
    if change is None:
        return file.unlink()
    file.write_text(change(library_path("encounter", "duel").read_text(encoding="utf-8")), encoding="utf-8", errors="surrogateescape")


def edit_at(file, change, when):
    """A `tell` for `hold` that changes an encounter file once so many games are played."""
    return lambda done, of: write(file, change) if done == when else None


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.toml"
    write(file, lambda text: text)
    return file


def contest_of(file):
    """Games that are played one at a time, for a policy does not answer many of them in one call."""
    return plan_contest(["random", f"policy:{write_policy(file.parent)}"], [str(file)], GAMES)


@pytest.mark.parametrize("name", CHANGES)
def test_an_encounter_that_is_edited_while_games_are_played_ends_the_arena_and_goes_on_when_it_is_put_back(mine, tmp_path, name):
    contest, out = contest_of(mine), tmp_path / "out"
    with ends(CHANGES[name][1]):
        hold(contest, out, tell=edit_at(mine, CHANGES[name][0], 2))
    assert len(kept(out)) == 2 and not (out / "results.json").exists()
    write(mine, lambda text: text)
    assert hold(contest, out)["pairs"][0]["games"] == GAMES


def test_an_encounter_that_is_edited_after_the_last_game_gets_into_no_replay(mine, tmp_path):
    contest, out = contest_of(mine), tmp_path / "out"
    with ends("'mine' has been edited"):
        hold(contest, out, tell=edit_at(mine, CHANGES["edited"][0], GAMES))
    assert sorted(kept(out)) == list(range(GAMES)) and not list(out.glob("replays/*"))


def test_an_encounter_that_is_edited_is_told_by_a_worker_in_the_same_words(mine, tmp_path):
    contest = contest_of(mine)
    write(mine, CHANGES["edited"][0])  # since it was entered
    with ends("^encounter 'mine' has been edited"):
        hold(contest, tmp_path / "out", workers=2)


def test_a_file_that_is_written_without_a_change_of_the_encounter_ends_nothing(mine, tmp_path):
    assert hold(contest_of(mine), tmp_path / "out", tell=edit_at(mine, lambda text: text + "# a note\n", 2))["pairs"][0]["games"] == GAMES


# -- agents in processes of their own --------------------------------------------------------------------------------------
@pytest.fixture
def own(tmp_path, monkeypatch):
    """The file of an agent `edited_agent:Dying`, whose process ends in its third question of every game."""
    file = tmp_path / "edited_agent.py"
    file.write_text(DYING.format(when=3), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return file


EDITS = {"edited": DYING.format(when=30), "spoilt": "class", "leaving": "import os\nos._exit(3)\n", "gone": None}


def edit(file, text):
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")


def test_an_agent_that_is_edited_while_games_are_played_ends_the_arena_where_it_is_started_again(own, tmp_path):
    contest = plan_contest(["random", "edited_agent:Dying"], ["duel"], 2)
    with ends("^the file of agent 'edited_agent:Dying' has been edited"):
        hold(contest, tmp_path / "out", tell=lambda done, of: edit(own, EDITS["edited"]) if done == 1 else None)
    assert kept(tmp_path / "out") == [0]
    own.write_text(DYING.format(when=3), encoding="utf-8")
    assert [f["kind"] for f in hold(contest, tmp_path / "out")["forfeits"]] == ["crash", "crash"]


@pytest.mark.parametrize("name", ["spoilt", "leaving", "gone"])
def test_an_agent_that_an_edit_keeps_from_loading_again_loses_no_game(own, name):
    with Outside("edited_agent:Dying", 30, file_digest(own)) as agent:
        agent.close()
        edit(own, EDITS[name])
        with ends("^the file of agent 'edited_agent:Dying' has been edited"):
            agent.begin(load_library_encounter("duel").tables, 1, 0)


@pytest.mark.parametrize("name, said", [("edited", "has been edited"), ("spoilt", "does not load: SyntaxError.*it did when it was entered"),
                                        ("leaving", "its process ended with exit code 3 when it was asked to load, and it did when it was entered"),
                                        ("gone", "does not load: .*it did when it was entered")])
def test_an_agent_that_was_edited_before_a_process_first_needs_it_ends_the_arena(own, name, said):
    entrant = Entrant("edited_agent:Dying", True, False, True, file_digest(own))
    edit(own, EDITS[name])
    with Players([entrant], 30) as players, ends(said):
        players[0].begin(load_library_encounter("duel").tables, 1, 0)


def test_an_agent_without_an_edit_that_does_not_start_again_loses_its_game_only(own, monkeypatch):
    from agents.arena.errors import Forfeit
    own.write_text("import os\nassert 'NO_BOOK' not in os.environ\n" + DYING.format(when=1), encoding="utf-8")
    tables = load_library_encounter("duel").tables
    with Outside("edited_agent:Dying", 30, file_digest(own)) as agent:
        agent.close()
        monkeypatch.setenv("NO_BOOK", "1")
        with pytest.raises(Forfeit, match="does not load: AssertionError"):
            agent.begin(tables, 1, 0)


# -- ours ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("part", ["policy", "manifest"])
def test_a_policy_file_that_was_edited_since_it_was_entered_ends_the_arena(tmp_path, part):
    path = write_policy(tmp_path)
    entrant, _ = enter([f"policy:{path}", "random"], 30)
    assert Inside(entrant).identity == entrant.identity
    write_policy(tmp_path, **({"data": model(SLOPE * 1.0001)} if part == "policy" else {"entries": manifest(seed=5)}))
    with ends("has been edited"):
        Inside(entrant)


def test_foemind_that_was_edited_since_the_agents_were_entered_ends_the_arena(tmp_path):
    contest = plan_contest(["random", "greedy"], ["duel"], 2)
    other = from_config(contest.config | {"engine": "0" * 16})
    with ends("^Foemind itself has been edited"):
        hold(other, tmp_path / "out")
    assert kept(tmp_path / "out") == []
