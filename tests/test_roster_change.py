"""One monster more or fewer: the fight else as it was, and playable."""

import numpy as np
import pytest
from fights import fight

from agents.series import Series, fight_seeds
from envs.battle import Battle
from envs.core import codes as k
from envs.positions import position_faults
from envs.tables import load_library_encounter
from judge.roster_change import ChangeError, creature_id, kinds, one_fewer, one_more

CHANGED = ["ford", "night_ferry", "hour_tower", "mill_race", "candle_market"]


def test_kinds_are_stat_blocks():
    scenario = load_library_encounter("ford")
    assert kinds(scenario) == {"Hook Runner": [3], "Gnaw Rat": [4, 5], "Thorn Slinger": [6]}
    assert [creature_id(scenario, i) for i in (3, 4, 5)] == ["hook_runner", "gnaw_rat", "gnaw_rat"]
    assert list(kinds(scenario, k.COMPANIONS)) == ["Gate Warden", "Road Mender", "Fen Archer"]
    assert kinds(fight(("sheep",), ("wolf", "cub", "wolf"))) == {"Grey Wolf": [1, 3], "Wolf Cub": [2]}


def test_a_kind_whose_monsters_have_names_of_their_own_is_called_by_its_stat_block():
    roster = {letter: {"creature": kind, "side": side, "name": name} for letter, kind, side, name in
              (("A", "sheep", "companions", "Dolly"), ("X", "wolf", "enemies", "Fang"), ("Y", "wolf", "enemies", "Claw"))}
    assert kinds(fight(("sheep",), ("wolf", "wolf"), roster=roster)) == {"Wolf": [1, 2]}


@pytest.mark.parametrize("name", CHANGED)
def test_every_change_is_a_fight_that_the_engine_takes(name):
    scenario = load_library_encounter(name)
    before = scenario.tables.tobytes(), scenario.initial.tobytes(), list(scenario.names)
    for slots in kinds(scenario).values():
        for make, step in ((one_fewer, -1), (one_more, 1)):
            try:
                other = make(scenario, slots)
            except ChangeError:
                assert make is one_fewer and int(scenario.initial[0].turn_of) in slots
                continue
            for side, more in ((k.ENEMIES, step), (k.COMPANIONS, 0)):
                assert _standing(other, side) == _standing(scenario, side) + more
            battle = Battle(other, seed=1)
            assert not position_faults(battle.tables, battle.state)
            assert len(other.names) == len(other.keys) == len(other.letters) == len(other.action_names) == int(other.tables[0].n_combatants)
    assert (scenario.tables.tobytes(), scenario.initial.tobytes(), list(scenario.names)) == before


def _standing(scenario, side):
    return sum(int(row.side) == side and int(c.status) == k.STANDING for row, c in zip(scenario.tables[0].roster, scenario.initial[0].combatants))


@pytest.mark.parametrize("name", CHANGED)
def test_a_twin_stands_on_free_ground_with_things_of_its_own(name):
    scenario = load_library_encounter(name)
    for slots in kinds(scenario).values():
        other = one_more(scenario, slots)
        t, s, n = other.tables[0], other.initial[0], int(scenario.tables[0].n_combatants)
        twin = s.combatants[n]
        assert int(twin.vigor) == int(twin.max_vigor) == int(t.roster[n].max_vigor) and not twin.states.any()
        bulk, width = int(t.roster[n].bulk), int(t.width)
        under = [(int(twin.y) + dy) * width + int(twin.x) + dx for dy in range(bulk) for dx in range(bulk)]
        assert all(int(scenario.initial[0].occupant[q]) == k.EMPTY for q in under) and all(int(s.occupant[q]) == n for q in under)
        assert not any(int(t.terrain[q]) & (k.WALL | k.PIT | k.HAZARD) for q in under)
        rows = [int(r) for c in s.combatants for r in c["items"] if int(r) != k.NONE]
        assert len(rows) == len(set(rows))


def test_what_cannot_be_changed_says_why():
    duel = load_library_encounter("duel")
    with pytest.raises(ChangeError, match="the last of the enemies"):
        one_fewer(duel, [1])
    with pytest.raises(ChangeError, match="its turn"):
        one_fewer(load_library_encounter("hour_tower"), [5])
    slain = fight(("wolf",), ("wolf", "cub"), objective={"kind": "slay", "side": "companions", "who": "X"})
    with pytest.raises(ChangeError, match="the objective is about it"):
        one_fewer(slain, [1])
    assert _standing(one_fewer(slain, [2]), k.ENEMIES) == 1


def test_a_monster_less_lets_go_of_whom_it_held():
    """Grabs and taunts of one that is not there are over."""
    scenario = fight(("wolf",), ("wolf", "cub"), roster={
        "A": {"creature": "wolf", "side": "companions", "at": "f2", "grabbed_by": ["X"], "taunted_by": "X", "states": {"taunted": 1}},
        "X": {"creature": "wolf", "side": "enemies"}, "Y": {"creature": "cub", "side": "enemies"}}, map=MAP_HELD)
    free = one_fewer(scenario, [1]).initial[0].combatants[0]
    assert int(scenario.initial[0].combatants[0].grabbed_by) == 2 and int(free.grabbed_by) == 0
    assert int(free.taunter) == k.NONE and int(free.states[k.TAUNTED]) == 0


MAP_HELD = """
........
......X.
......Y.
........
"""


def test_one_wolf_fewer_wins_more_and_one_more_fewer():
    """Two wolves against two are about even; on the same dice the change decides."""
    scenario, seeds = fight(("wolf", "wolf"), ("wolf", "wolf")), fight_seeds(60, 1)
    wins = [float((Series(s, seeds, "greedy", "greedy", log=False).play().states.winner == k.COMPANIONS).mean())
            for s in (one_fewer(scenario, [2, 3]), scenario, one_more(scenario, [2, 3]))]
    assert wins[0] > wins[1] + 0.2 and wins[1] > wins[2] + 0.2, wins
    assert np.isfinite(wins).all()
