"""Forecasts: known fights come out as they must, shares are shares, the same seed gives the same bytes, a change moves the right way."""

import json

import jsonschema
import pytest
from command import compiled, fails, run  # noqa: F401  (a fixture that every test here uses)
from fights import fight

from agents.series import play_series
from envs.core import codes as k
from envs.tables import load_library_encounter
from judge import Forecast, ForecastError, forecast
from judge.counting import chance_of, paired, strength, wilson
from judge.swings import LEAST, candidates, find_swings


@pytest.fixture(scope="module")
def gate():
    return forecast(load_library_encounter("broken_gate"), games=60, seed=3)


# -- what must come out ----------------------------------------------------------------------------------------------------
def test_who_cannot_be_hurt_wins_every_fight():
    """A sheep that only stares never wounds a wolf: the party wins all, nobody of it goes down, all its vigor is left."""
    found = forecast(fight(("wolf",), ("sheep",)), games=40)
    assert found.party_wins.count == 40 and found.party_wins.chance == found.party_wins.high == 1.0 and 0.9 < found.party_wins.low < 1
    assert [f.drops.count for f in found.fates] == [0, 40] and found.fates[1].dead.count == 40
    assert found.resources[0].name == "vigor" and found.resources[0].start == 24 == found.resources[0].left.low == found.resources[0].left.high
    assert found.swings == [] and found.enemies_win.count == found.draw.count == found.cut_off.count == 0


def test_a_sure_loser_loses():
    found = forecast(fight(("sheep",), ("wolf", "wolf")), games=40)
    assert found.party_wins.count == 0 and found.party_wins.low == 0.0 and found.enemies_win.count == 40
    assert found.resources[0].left is None and found.fates[0].dead.count == 40


def test_nobody_who_can_hurt_the_other_is_cut_off():
    found = forecast(fight(("sheep",), ("sheep",)), games=20, companions="role", enemies="role", changes=False)
    assert found.cut_off.count == 20 and found.rounds.low == found.rounds.high == 20 and found.changes == []


def test_one_more_monster_makes_it_worse_and_one_fewer_better():
    found = forecast(fight(("wolf", "wolf"), ("wolf", "wolf")), games=100, seed=2)
    fewer, more = found.changes
    assert (fewer.more, more.more, fewer.creature, fewer.name) == (False, True, "wolf", "Grey Wolf")
    assert fewer.low > 0 and more.high < 0 and fewer.difference > 0.2 and more.difference < -0.2
    assert found.games_of_changes == 33 == fewer.party_wins.of
    wins = play_series(fight(("wolf", "wolf"), ("wolf", "wolf")), 100, "mix", "mix", 2).states.winner[:33] == k.COMPANIONS
    assert fewer.difference == pytest.approx(fewer.party_wins.chance - wins.mean(), abs=2e-4)  # against the same fights, not against all


def test_a_sheep_more_changes_little_beside_a_wolf_more():
    """The kinds are told apart: a second sheep cannot hurt anybody, a second wolf can."""
    found = forecast(fight(("wolf", "wolf"), ("wolf", "sheep")), games=100, seed=2)
    more = {c.name: c.difference for c in found.changes if c.more}
    assert more["Grey Wolf"] < more["Old Sheep"] - 0.1


# -- properties ------------------------------------------------------------------------------------------------------------
def _chances(value):
    """All dicts of a dumped forecast that are a Chance."""
    if isinstance(value, dict):
        if "chance" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _chances(part)


def test_chances_are_shares_within_their_intervals(gate):
    found = list(_chances(gate.model_dump()))
    assert len(found) > 30
    for c in found:
        assert 0 <= c["low"] <= c["chance"] <= c["high"] <= 1 and c["chance"] == pytest.approx(c["count"] / c["of"], abs=1e-4)
        assert 0 <= c["count"] <= c["of"]
    assert sum(c.count for c in (gate.party_wins, gate.enemies_win, gate.draw, gate.cut_off)) == gate.games == 60


def test_each_pair_of_bots_is_told_apart(gate):
    assert {(b.companions, b.enemies) for b in gate.by_players} == {(a, b) for a in ("role", "greedy") for b in ("role", "greedy")}
    assert sum(b.party_wins.count for b in gate.by_players) == gate.party_wins.count and {b.party_wins.of for b in gate.by_players} == {15}
    one = forecast(load_library_encounter("duel"), games=20, companions="role", enemies="greedy", changes=False)
    assert [(b.companions, b.enemies, b.party_wins) for b in one.by_players] == [("role", "greedy", one.party_wins)]


def test_fates_rounds_and_resources_fit_together(gate):
    for f in gate.fates:
        assert f.dead.count <= f.down_at_end.count <= f.drops.count
    assert {f.side for f in gate.fates} == {"companions", "enemies"} and len(gate.fates) == 6
    assert 1 <= gate.rounds.low <= gate.rounds.median <= gate.rounds.high <= 20
    for r in gate.resources:
        assert r.left.low <= r.left.median <= r.left.high <= r.start or r.name == "injuries"
    assert [r.name for r in gate.resources][:4] == ["vigor", "focus", "endurance", "recoveries"]


def test_the_counts_are_those_of_the_fights_that_were_played(gate):
    told = play_series(load_library_encounter("broken_gate"), 60, "mix", "mix", 3)
    assert gate.party_wins.count == int((told.states.winner == k.COMPANIONS).sum())
    bodies = told.states["combatants"]
    assert [f.dead.count for f in gate.fates] == [int((bodies["status"][:, i] == k.DEAD).sum()) for i in range(6)]


def test_who_goes_down_and_rises_again_counts_as_one_that_went_down():
    """Recounted fight by fight from the events: a mender's party gets its fallen up again in some of them."""
    scenario = load_library_encounter("broken_gate")
    found, told = forecast(scenario, games=60, seed=3, changes=False), play_series(scenario, 60, "mix", "mix", 3)
    for i, fate in enumerate(found.fates):
        fell = {int(e[0]) for e in told.events if int(e[4]) == i and int(e[3]) in (k.E_DYING, k.E_DEFEATED, k.E_DEAD)}
        assert fate.drops.count == len(fell)
    assert any(f.drops.count > f.down_at_end.count for f in found.fates)


def test_the_first_to_go_down_differs_in_every_fight_that_is_counted(gate):
    """Of the candidates of that kind at most one happened in each fight."""
    told = play_series(load_library_encounter("broken_gate"), 60, "mix", "mix", 3)
    first = [hits for kind, _, hits in candidates(load_library_encounter("broken_gate"), told) if kind == "first down"]
    assert len(first) == 6 and sum(hits.astype(int) for hits in first).max() == 1


def test_swings_are_differences_of_the_played_fights():
    """Two even wolves a side: whose wolf is the first to go down tells who wins."""
    scenario = fight(("wolf", "wolf"), ("wolf", "wolf"))
    told = play_series(scenario, 200, "mix", "mix", 1)
    swings, seen = find_swings(scenario, told)
    assert seen >= len(swings) > 0
    downs = {s.what.split(" is ")[0]: s for s in swings if s.kind == "first down"}
    assert downs
    for name, s in downs.items():
        assert (s.difference > 0) == (scenario.names.index(name) >= 2), s
    for s in swings:
        assert s.difference == pytest.approx(s.when_so.count / s.when_so.of - s.otherwise.count / s.otherwise.of, abs=1e-4)
        assert s.when_so.of + s.otherwise.of == 200 and min(s.when_so.of, s.otherwise.of) >= LEAST
    assert [abs(s.difference) for s in swings] == sorted((abs(s.difference) for s in swings), reverse=True)


# -- arithmetic ------------------------------------------------------------------------------------------------------------
def test_wilson_against_known_values():
    """Reference: 8 of 10, and 0 of 20, by the closed form."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert chance_of(20, 20).high == 1.0


def test_paired_and_strength():
    import numpy as np
    same = np.array([True, False] * 10)
    assert paired(same, same) == (0.0, 0.0, 0.0)
    assert paired(np.ones(20, bool), np.zeros(20, bool)) == (1.0, 1.0, 1.0)
    difference, low, high = paired(np.ones(20, bool), same)
    assert difference == 0.5 and low < 0.5 < high
    assert strength(same, same) == pytest.approx(20**0.5) and strength(same, np.ones(20, bool)) == 0.0


# -- the command ------------------------------------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_bytes_and_the_json_fits_its_schema():
    words = ("forecast", "duel", "--games", 20, "--seed", 4, "--json")
    one, two, other = run(*words).stdout, run(*words).stdout, run("forecast", "duel", "--games", 20, "--seed", 5, "--json").stdout
    assert one == two != other
    schema = Forecast.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(one), schema)
    assert Forecast(**json.loads(one)).model_dump(mode="json") == json.loads(one)
    damaged = json.loads(one) | {"party_wins": {"chance": 1.5, "low": 0, "high": 1, "count": 1, "of": 1}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(damaged, schema)


def test_the_text_tells_the_same_figures():
    words = ("forecast", "old_cellar", "--games", 40, "--seed", 1, "--companions", "greedy")
    text, data = run(*words).stdout, json.loads(run(*words, "--json").stdout)
    assert f"({round(100 * data['party_wins']['chance'])} %;" in text
    for fate in data["fates"]:
        assert fate["name"] in text
    assert "one more: Gnaw Rat" in text and "one fewer: Eave Lurker" in text
    assert "Counted in 40 fights (seed 1), played the party by greedy, the monsters by the scripted bots role and greedy" in text


def test_a_fight_that_nobody_can_lose_reads_well():
    text = run("forecast", "duel", "--games", 20, "--no-changes").stdout
    assert "One monster" not in text and "round" in text


def test_bad_input_is_one_sentence(tmp_path):
    assert "--games 5 is not possible; give 20 to 10000" in fails("forecast", "duel", "--games", 5)
    assert "there is no agent 'gredy'" in fails("forecast", "duel", "--enemies", "gredy")
    assert "there is no such encounter" in fails("forecast", "dull")
    broken = tmp_path / "broken.toml"
    broken.write_text("title = 3", encoding="utf-8")
    assert str(broken) in run("forecast", broken, code=1).stderr


def test_a_fight_that_is_over_has_no_forecast():
    scenario = load_library_encounter("duel")
    scenario.initial[0].combatants[1].status = k.GONE
    with pytest.raises(ForecastError, match="none of the enemies stands"):
        forecast(scenario, games=20)
