"""Many fights side by side: each the same alone and among others, every event kept, in order."""

import numpy as np
import pytest
from fights import fight

from agents.base import AgentError
from agents.series import CODE, FIGHT, MIX, ROUND, STEP, WHO, WHOM, Series, fight_seeds, play_series
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import load_library_encounter


@pytest.fixture(scope="module")
def told():
    return play_series(load_library_encounter("sluice_gate"), 24, MIX, MIX, 5)


def test_the_same_seed_plays_the_same_fights_and_another_seed_others(told):
    scenario = load_library_encounter("sluice_gate")
    again, other = play_series(scenario, 24, MIX, MIX, 5), play_series(scenario, 24, MIX, MIX, 6)
    assert again.events.tobytes() == told.events.tobytes() and again.places.tobytes() == told.places.tobytes()
    assert other.events.tobytes() != told.events.tobytes()
    assert not set(map(tuple, fight_seeds(50, 5))) & set(map(tuple, fight_seeds(50, 6)))


def test_a_fight_is_the_same_alone_and_among_others(told):
    """Row 6 of mix against mix is role for the party and greedy for the enemies."""
    scenario = load_library_encounter("sluice_gate")
    alone = Series(scenario, fight_seeds(24, 5)[6:7], "role", "greedy").play().chronicle()
    mine = told.events[told.events[:, FIGHT] == 6]
    keep = [n for n in range(8) if n not in (FIGHT, STEP)]
    assert np.array_equal(alone.events[:, keep], mine[:, keep])


def test_without_its_log_a_fight_ends_the_same(told):
    plain = Series(load_library_encounter("sluice_gate"), fight_seeds(24, 5), MIX, MIX, log=False).play()
    assert np.array_equal(plain.states.winner, told.states.winner) and np.array_equal(plain.states.round_no, told.states.round_no)
    assert plain.events == []


def test_events_are_whole_and_in_order(told):
    """Each fight ends with its one E_OVER, rounds rise by one, and every scene that a turn needs was kept."""
    for fight_no in range(24):
        events = told.events[told.events[:, FIGHT] == fight_no]
        over = events[events[:, CODE] == k.E_OVER]
        assert len(over) == 1 and events[-1, CODE] == k.E_OVER
        assert int(over[0, WHO]) == int(told.states[fight_no].winner) and int(over[0, WHOM]) == int(told.states[fight_no].round_no)
        rounds = events[events[:, CODE] == k.E_ROUND]
        assert rounds[:, WHO].tolist() == list(range(1, int(told.states[fight_no].round_no) + 1)) == rounds[:, ROUND].tolist()
        assert (np.diff(events[:, ROUND]) >= 0).all() and (np.diff(events[:, STEP]) >= 0).all()
        for event in events[np.isin(events[:, CODE], (k.E_TURN, k.E_ROUND, k.E_OVER))]:
            assert (fight_no, int(event[STEP])) in told.scenes


def test_a_fight_under_way_counts_on_from_its_round():
    told = play_series(load_library_encounter("hour_tower"), 4, "greedy", "greedy", 1)
    assert set(told.events[:, ROUND]) >= {2, 3} and told.events[:, ROUND].min() == 2


def test_events_are_those_of_the_rules():
    """The same fight answered one question at a time by a Battle, with the bots' answers kept from the series, tells the same events."""
    scenario = fight(("wolf", "cub"), ("wolf",))
    series = Series(scenario, fight_seeds(1, 3), "greedy", "greedy")
    answers, choose = [], series._answer
    series._answer = lambda step: answers.append(choose(step)) or answers[-1]
    told = series.play().chronicle()
    battle = Battle(scenario, seed=int(fight_seeds(1, 3)[0, 0]))
    events = battle.events()
    for choice in (int(a[0]) for a in answers if a[0] != k.NONE):
        battle.step(choice)
        events += battle.events()
    assert battle.over and [tuple(int(v) for v in e) for e in told.events[:, CODE:]] == [tuple(e) for e in events]


def test_a_sure_offer_is_noted():
    """Guards offered to a Gate Warden are counted, and taken ones are as many as its E_GUARD events."""
    told = play_series(load_library_encounter("duel"), 30, "greedy", "greedy", 2)
    for who in (0, 1):
        guards = told.events[(told.events[:, CODE] == k.E_GUARD) & (told.events[:, WHO] == who)]
        offers = told.offers[(told.offers[:, 2] == k.ASK_GUARD) & (told.offers[:, 3] == who)]
        assert offers[:, 4].sum() == len(guards) <= len(offers)
    assert len(told.offers) > 0


def test_an_agent_that_is_no_compiled_bot_plays_too():
    """A policy for the enemies answers their rows alone; a name that nobody has is told."""
    scenario = load_library_encounter("duel")
    told = play_series(scenario, 3, "greedy", "policy", 1)
    assert (told.states.ask == k.OVER).all()
    search = play_series(scenario, 3, "search:5", "greedy", 1)
    alone = Series(scenario, fight_seeds(3, 1)[2:], "search:5", "greedy").play().states[0]
    assert int(alone.winner) == int(search.states[2].winner) and int(alone.dice.state[3]) == int(search.states[2].dice.state[3])
    with pytest.raises(AgentError, match="no agent 'gredy'"):
        play_series(scenario, 3, "greedy", "gredy", 1)
