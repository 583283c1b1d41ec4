"""Positions written by hand: what cannot be played on is refused, and what the engine wrote never is."""

import numpy as np
import pytest

from envs.battle import Battle
from envs.notation import parse_position, position_text
from envs.positions import position_faults
from envs.scenarios import TRAINING, UNSEEN
from envs.tables import load_library_encounter


@pytest.mark.parametrize("name", TRAINING + UNSEEN + ["duel"])
def test_every_position_of_play_can_be_played_on(name):
    scenario, rng = load_library_encounter(name), np.random.default_rng(4)
    battle, other = Battle(scenario, seed=4), Battle(scenario, seed=9)
    for _ in range(250):
        assert position_faults(battle.tables, battle.state) == []
        other.load(battle.record()[0])
        assert (other.mask == battle.mask).all()
        if battle.over:
            break
        battle.step(int(rng.choice(battle.legal())))


@pytest.mark.parametrize("change", ["deed.n_targets=100000000", "turn_of=100000", "depth=99", "depth=0", "ask=77", "ask=0", "asked=5", "asker=40",
                                    "combatants.0.x=2000000", "combatants.0.y=5", "combatants.0.states.3=-5", "combatants.1.items.0=4000", "winner=1",
                                    "occupant.0=3", "frames.1.who=90", "frames.0.kind=5", "deed.deed=5000", "deed.instrument=77", "items.0.gear=88",
                                    "dice.n_forced=500", "combatants.0.points=-3", "combatants.0.status=9"])
def test_a_position_that_cannot_be_played_on_is_refused_and_changes_nothing(change):
    scenario = load_library_encounter("duel")
    battle = Battle(scenario, seed=1)
    before, mask = battle.record().tobytes(), battle.mask.copy()
    record = parse_position(scenario, f"{position_text(scenario, battle.state)} {change}")
    with pytest.raises(ValueError, match="cannot be played on"):
        battle.load(record[0])
    assert battle.record().tobytes() == before and (battle.mask == mask).all()
    battle.step(battle.legal()[0])
