"""A whole arena in its folder: the shape of its results, any number of workers, stops and kills, verification, the report, replays."""

import json
import multiprocessing
import os
import shutil
import signal
from html.parser import HTMLParser

import pytest

from agents.arena import ArenaError, hold, plan_contest, verify
from agents.arena.folder import Folder
from agents.arena.replay import left_and_lead, read_replay
from agents.arena.results import own_score, without_times
from judge.fight import play as fight

AGENTS = ["random", "greedy", "arena_agents:Drawn"]
SUITE = ["duel", "ford"]


def plan(**changed):
    """The contest of these tests, or one with something changed."""
    return plan_contest(**{"agents": AGENTS, "suite": SUITE, "games": 6, "seed": 11, **changed})


@pytest.fixture(scope="module")
def contest():
    return plan()


@pytest.fixture(scope="module")
def held(contest, tmp_path_factory):
    """(folder, results) of the contest, held without a stop by one worker."""
    folder = tmp_path_factory.mktemp("arena") / "whole"
    return folder, hold(contest, folder)


@pytest.fixture
def copy(held, tmp_path):
    """A copy of the folder to spoil."""
    return shutil.copytree(held[0], tmp_path / "copy")


# -- results ---------------------------------------------------------------------------------------------------------------
def test_results_have_the_agreed_shape(contest, held):
    folder, results = held
    data = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert data == json.loads(json.dumps(results))
    assert (data["suite"], data["seed"]) == ("duel ford", 11) and len(data["signature"]) == 64
    assert [set(r) for r in data["ratings"]] == [{"agent", "rating", "low", "high"}] * 3
    assert [r["agent"] for r in data["ratings"]] == AGENTS and data["reference"] == "random" and data["ratings"][0]["rating"] == 0
    assert [(p["a"], p["b"]) for p in data["pairs"]] == [(AGENTS[0], AGENTS[1]), (AGENTS[0], AGENTS[2]), (AGENTS[1], AGENTS[2])]
    for p in data["pairs"]:
        assert {"games", "wins", "draws", "losses", "cutoffs", "score", "low", "high", "seconds_per_decision"} <= set(p)
        assert p["games"] == p["wins"] + p["draws"] + p["losses"] + p["cutoffs"] == 6
        assert p["score"] == pytest.approx((p["wins"] + (p["draws"] + p["cutoffs"]) / 2) / 6, abs=1e-4) and p["low"] <= p["score"] <= p["high"]
        assert p["score"] == pytest.approx((p["score_as_enemies"] + p["score_as_companions"]) / 2, abs=1e-3)
        assert p["seconds_per_decision"] > 0 and p["seconds_per_decision_b"] > 0 and p["rounds"] > 0
    assert data["pairs"][2]["score"] > 0.5 and data["forfeits"] == [] and len(data["games"]) == 18


def test_scores_are_those_of_the_seat():
    from types import SimpleNamespace
    for seat, winner, score in ((0, "companions", 1.0), (0, "enemies", 0.0), (1, "enemies", 1.0), (1, "companions", 0.0), (1, "draw", 0.5), (0, "cut-off", 0.5)):
        assert own_score(SimpleNamespace(seat=seat), winner) == score


def test_two_workers_give_the_results_of_one(contest, held, tmp_path):
    results = hold(contest, tmp_path / "two", workers=2)
    assert results["outcome"] == held[1]["outcome"] and without_times(results) == without_times(held[1])


def test_without_random_the_first_agent_is_at_zero_and_a_ladder_has_neighbours_only(tmp_path):
    results = hold(plan(agents=["greedy", "arena_agents:Drawn", "random"], suite=["duel"], games=2, ladder=True), tmp_path)
    assert [(p["a"], p["b"]) for p in results["pairs"]] == [("greedy", "arena_agents:Drawn"), ("arena_agents:Drawn", "random")]
    results = hold(plan(agents=["greedy", "arena_agents:Drawn"], suite=["duel"], games=2), tmp_path / "other")
    assert results["reference"] == "greedy" and results["ratings"][0]["rating"] == 0


def test_forfeits_are_lost_games_and_named(tmp_path):
    results = hold(plan(agents=["arena_agents:Raising", "random"], suite=["duel"], games=4), tmp_path)
    (pair,) = results["pairs"]
    assert (pair["wins"], pair["losses"]) == (0, 4) and len(results["forfeits"]) == 4
    assert {f["kind"] for f in results["forfeits"]} == {"crash"} and {f["side"] for f in results["forfeits"]} == {"companions", "enemies"}
    assert results["agents"][0]["forfeits"] == 4 and results["replays"] == []
    assert "OSError: no book of tactics" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert verify(tmp_path / "results.json")["holds"]


def test_a_policy_file_plays_and_is_told_from_another_of_the_same_name(tmp_path):
    from policy_files import write_policy
    contest = plan(agents=["random", f"policy:{write_policy(tmp_path)}"], suite=["duel"], games=2)
    assert not contest.entrants[1].outside and len(contest.entrants[1].identity) == 16
    results = hold(contest, tmp_path / "out")
    assert results["forfeits"] == [] and results["pairs"][0]["games"] == 2
    assert verify(tmp_path / "out" / "results.json")["holds"]


# -- stops -----------------------------------------------------------------------------------------------------------------
class Stop(Exception):
    """Stands for whatever ends an arena in this process."""


def stop(done, of):
    if done == 7:
        raise Stop


def kill_a_worker(done, of):
    if done == 7:
        os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)


@pytest.mark.parametrize("workers, ending, fault", [(1, stop, Stop), (2, kill_a_worker, ArenaError)])
def test_a_stopped_arena_goes_on_and_ends_the_same(contest, held, tmp_path, workers, ending, fault):
    """Ended in the middle, the last line cut short as by a kill; then held to its end."""
    with pytest.raises(fault, match=None if workers == 1 else "exit code -9; what was played is kept"):
        hold(contest, tmp_path, workers, ending)
    kept = (tmp_path / "games.jsonl").read_bytes()
    lines = kept.count(b"\n")
    assert 7 <= lines < 18 and (workers == 2 or lines == 7) and not (tmp_path / "results.json").exists()
    (tmp_path / "games.jsonl").write_bytes(kept[:-20])
    counts = []
    results = hold(contest, tmp_path, workers, lambda done, of: counts.append((done, of)))
    assert counts == [(n, 18) for n in range(lines - 1, 19)]
    assert (tmp_path / "games.jsonl").read_bytes().startswith(kept[:kept[:-1].rfind(b"\n") + 1])
    assert sorted(json.loads(line)["game"] for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == list(range(18))
    assert without_times(results) == without_times(held[1])
    for name in [r["file"] for r in results["replays"]]:
        assert (tmp_path / name).read_bytes() == (held[0] / name).read_bytes()


def test_a_finished_arena_plays_nothing_again(contest, held, copy):
    counts = []
    assert hold(contest, copy, 1, lambda done, of: counts.append(done)) == held[1] and counts == [18]
    assert (copy / "games.jsonl").read_bytes() == (held[0] / "games.jsonl").read_bytes()
    assert (copy / "results.json").read_bytes() == (held[0] / "results.json").read_bytes()


@pytest.mark.parametrize("changed, part", [({"seed": 12}, "another seed"), ({"games": 8}, "another number of games"), ({"agents": AGENTS[:2]}, "other agents"),
                                           ({"suite": ["duel"]}, "another suite"), ({"ladder": True}, "pairings of another kind"), ({"limit": 5.0}, "another time limit")])
def test_another_arena_in_the_folder_is_refused_and_nothing_is_lost(copy, changed, part):
    before = {path: path.read_bytes() for path in copy.rglob("*.json*")}
    with pytest.raises(ArenaError, match=part) as fault:
        hold(plan(**changed), copy)
    assert "\n" not in str(fault.value) and before == {path: path.read_bytes() for path in copy.rglob("*.json*")}


def test_two_arenas_in_one_folder_at_a_time_are_refused(contest, copy):
    with Folder(copy, contest.config), pytest.raises(ArenaError, match="another arena is at work"):
        Folder(copy, contest.config)


def test_a_damaged_folder_is_told_in_one_sentence(contest, copy):
    (copy / "games.jsonl").write_bytes(b"nonsense\n" + (copy / "games.jsonl").read_bytes())
    with pytest.raises(ArenaError, match="line 1 of .*games.jsonl is no game"):
        hold(contest, copy)
    (copy / "arena.json").write_text("[", encoding="utf-8")
    with pytest.raises(ArenaError, match="arena.json cannot be read"):
        hold(contest, copy)
    (copy / "arena.json").unlink()
    with pytest.raises(ArenaError, match="holds games and no arena.json"):
        hold(contest, copy)


# -- verification ----------------------------------------------------------------------------------------------------------
def spoil(folder, change):
    """Change results.json in a folder; its path."""
    path = folder / "results.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_results_hold_wherever_they_lie(held, tmp_path):
    shutil.copy(held[0] / "results.json", tmp_path / "sent.json")
    assert verify(tmp_path / "sent.json", count=10) == {"holds": True, "played": 10, "of": 18, "reproducible": 18, "faults": []}


def test_a_better_rating_or_score_does_not_hold(copy):
    for change, key in ((lambda d: d["ratings"][1].update(rating=2000.0), "ratings"), (lambda d: d["pairs"][0].update(wins=6), "pairs"),
                        (lambda d: d.update(forfeits=[{}]), "forfeits")):
        verdict = verify(spoil(copy, change))
        assert not verdict["holds"] and any(repr(key) in fault for fault in verdict["faults"])


def forge(data, name, value):
    """Change a field of every game of a results file, and compute all that follows from the games anew: only playing them again can tell."""
    from agents.arena.contest import from_config
    from agents.arena.results import compute, outcome
    for row in data["games"]:
        row[name] = value(row)
    contest = from_config(data["config"])
    again = compute(contest.config, contest.games, data["games"])
    data |= again
    data["outcome"] = outcome(again | {"replays": data["replays"]}, data["games"])


@pytest.mark.parametrize("name, value", [("winner", lambda row: {"companions": "enemies"}.get(row["winner"], "companions")), ("course", lambda row: "0" * 12),
                                         ("rounds", lambda row: row["rounds"] + 1)])
def test_forged_games_do_not_hold(copy, name, value):
    verdict = verify(spoil(copy, lambda data: forge(data, name, value)), count=3)
    assert not verdict["holds"] and verdict["played"] == 3 and len(verdict["faults"]) == 3
    assert all(fault.startswith("game ") and f"its {name} is " in fault for fault in verdict["faults"])


def test_a_forger_who_forgets_the_digest_is_told(copy):
    verdict = verify(spoil(copy, lambda data: data.update(outcome="0" * 16)))
    assert verdict["faults"] == ["its digest 'outcome' is not that of its games"] and verdict["played"] == 0


@pytest.mark.parametrize("change, part", [
    (lambda d: d.pop("config"), "damaged"), (lambda d: d["games"].pop(), "damaged"), (lambda d: d.update(format="other"), "no results file"),
    (lambda d: d["config"].update(engine="0"), "another version of Foemind"), (lambda d: d["config"]["encounters"][0].update(signature="0" * 64), "has changed"),
    (lambda d: d["config"]["agents"][2].update(identity="0"), "'arena_agents:Drawn' has changed")])
def test_results_that_cannot_be_verified_here_are_told_in_one_sentence(copy, change, part):
    with pytest.raises(ArenaError, match=part) as fault:
        verify(spoil(copy, change))
    assert "\n" not in str(fault.value)


def test_timed_and_moody_agents_games_are_not_played_again(tmp_path):
    hold(plan(agents=["random", "arena_agents:Moody"], suite=["duel"], games=2), tmp_path)
    assert verify(tmp_path / "results.json") == {"holds": True, "played": 0, "of": 2, "reproducible": 0, "faults": []}
    assert "timed, not reproducible" in (tmp_path / "report.html").read_text(encoding="utf-8")


# -- report ----------------------------------------------------------------------------------------------------------------
class Page(HTMLParser):
    """Reads a page: which elements, whether they close, all attributes, all text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.attributes, self.words = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_report_is_well_formed_needs_nothing_else_and_has_every_pair(held):
    text = (held[0] / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == [] and page.seen.count("svg") == 2
    assert not {"script", "link", "img", "iframe", "object", "base"} & set(page.seen)
    assert not [a for a in page.attributes if a[0] in ("src", "href", "srcset", "action") or a[0].startswith("on")]
    assert "http" not in text and "url(" not in text and "@import" not in text
    for pair in held[1]["pairs"]:
        assert page.words.count(f"{pair['a']} against {pair['b']}") >= 1 and f"{pair['a']} / {pair['b']}" in page.words
        assert any(pair["b"] in value and pair["a"] in value for name, value in page.attributes if name == "title")
    for entry in held[1]["per_encounter"]:
        assert entry["encounter"] in page.words
    for replay in held[1]["replays"]:
        assert replay["file"] in page.words


def test_names_in_the_report_cannot_be_markup():
    from agents.arena.plots import interval_rows, log_points
    from agents.arena.report import cell
    for made in (cell("<b>", tip='"<i>'), interval_rows([("<b>", 1, 0, 2)], '"<i>'), log_points([("<b>", 0.1, 1, 0, 2)], "", "", "")):
        assert "<b>" not in made and "<i>" not in made and Page(made).open == []


def test_labels_of_points_that_lie_together_do_not_cover_each_other():
    from agents.arena.plots import free_place
    labels = []
    assert free_place(labels, 100, 200, "random") == (100, 200) and free_place(labels, 120, 203, "greedy") == (120, 173)
    assert free_place(labels, 400, 200, "far away") == (400, 200)


# -- replays ---------------------------------------------------------------------------------------------------------------
def test_replays_show_the_games_that_were_played(held):
    folder, results = held
    assert len(results["replays"]) == 6 and {r["kind"] for r in results["replays"]} == {"closest", "one-sided"}
    for told in results["replays"]:
        replay = read_replay(folder / told["file"])
        played = fight(replay.scenario, replay.script, replay.script, replay.seed)
        replay.script.finish(played.winner, replay.winner)
        assert (played.winner, played.rounds) == (told["winner"], told["rounds"]) == (replay.winner, replay.rounds)


def test_replays_are_the_closest_and_the_most_one_sided(held):
    results = held[1]
    for number in range(3):
        own = results["games"][6 * number:6 * number + 6]
        own = [row for row in own if row["winner"] != "cut-off"] or own
        closest, clearest = results["replays"][2 * number:2 * number + 2]
        assert left_and_lead(closest)[0] == min(left_and_lead(row)[0] for row in own)
        assert left_and_lead(clearest)[1] == max(left_and_lead(row)[1] for row in own)


@pytest.mark.parametrize("winner, share, told", [("companions", [0.25, 0.0], (0.25, 0.25)), ("enemies", [0.75, 0.5], (0.5, -0.25)), ("draw", [0.0, 0.5], (0.5, 0.5)),
                                                 ("cut-off", [0.75, 0.5], (0.75, 0.25))])
def test_how_close_a_fight_was_is_seen_from_its_winner(winner, share, told):
    assert left_and_lead({"winner": winner, "share": share}) == told


@pytest.mark.parametrize("change, part", [
    (lambda d: d["choices"].pop(), "are over and the fight still asks"), (lambda d: d["choices"].append("end turn"), "the fight is over after"),
    (lambda d: d["choices"].insert(2, "at a1"), "is not legal at the question"), (lambda d: d["choices"].insert(2, "dance"), "means nothing there"),
    (lambda d: d.update(winner="draw"), "the file says 'draw'"), (lambda d: d["encounter"].update(signature="0" * 64), "is another here"),
    (lambda d: d["encounter"].update(source="suite:held-in/none"), "there is no encounter"), (lambda d: d.pop("seed"), "no proper entry 'seed'"),
    (lambda d: d.update(format=1), "is no replay"), (lambda d: d["choices"].append(3), "no proper entry"), (lambda d: d["encounter"].update(text="]"), "no TOML")])
def test_a_replay_that_does_not_fit_says_so_in_one_sentence(held, tmp_path, change, part):
    data = json.loads((held[0] / held[1]["replays"][0]["file"]).read_text(encoding="utf-8"))
    change(data)
    path = tmp_path / "replay.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ArenaError, match=part) as fault:
        replay = read_replay(path)
        replay.script.finish(fight(replay.scenario, replay.script, replay.script, replay.seed).winner, replay.winner)
    assert "\n" not in str(fault.value)
