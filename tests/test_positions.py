"""Positions written by hand: what cannot be played on is refused, and what the engine wrote never is."""

import numpy as np
import pytest
from rules.drawn import fight

from envs.battle import Battle
from envs.core import codes as k
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
                                    "dice.n_forced=500", "combatants.0.points=-3", "combatants.0.status=9",
                                    "combatants.0.taunter=40", "combatants.0.grabbed_by=1", "combatants.0.grabbed_by=4", "combatants.0.prevail_open=99",
                                    "combatants.0.helped=32", "combatants.0.lifted=2", "combatants.1.items.0=0", "combatants.0.items.6=20", "items.0.place=700",
                                    "items.0.place=3", "items.0.held=2", "effects.0.kind=9", "effects.0.kind=1", "lit.0=1", "dense.1=4",
                                    "shut.2=1", "n_chain=17", "deed.place=64", "deed.instrument=16", "frames.1.step=13", "ask=12", "ask=2 asker=9999",
                                    "held_rounds=-1"])
def test_a_position_that_cannot_be_played_on_is_refused_and_changes_nothing(change):
    scenario = load_library_encounter("duel")
    battle = Battle(scenario, seed=1)
    before, mask = battle.record().tobytes(), battle.mask.copy()
    record = parse_position(scenario, f"{position_text(scenario, battle.state)} {change}")
    with pytest.raises(ValueError, match="cannot be played on"):
        battle.load(record[0])
    assert battle.record().tobytes() == before and (battle.mask == mask).all()
    battle.step(battle.legal()[0])


STANDING = fight("A^.x\n....\n....", extra='[features.gate]\nkind = "door"\nat = "a3"\n\n[[effects]]\nkind = "dense cloud"\nowner = "x"\nat = "b2"\nsize = 2\n',
                 gear={"axe": 'use = ["melee", "throwing"]\nweapon = 3'}, A='held = ["axe"]')


@pytest.mark.parametrize("frame, good", [
    ({"kind": k.F_THROW, "a": 0, "b": 5, "c": 1}, True), ({"kind": k.F_THROW, "a": 24}, False), ({"kind": k.F_THROW, "a": 5}, False),
    ({"kind": k.F_THROW, "b": 12}, False), ({"kind": k.F_THROW, "c": 2}, False), ({"kind": k.F_FORCE, "a": 0, "b": k.TELEPORT, "c": 3}, True),
    ({"kind": k.F_FORCE, "b": 16 + k.DRAG_ALONG}, True), ({"kind": k.F_FORCE, "b": 9}, False), ({"kind": k.F_FORCE, "b": 32}, False), ({"kind": k.F_FORCE, "a": 2}, False),
    ({"kind": k.F_FORCE, "d": 12}, False), ({"kind": k.F_FORCE, "c": -1}, False), ({"kind": 10}, False), ({"kind": k.F_WALK, "a": 2}, False),
    ({"kind": k.F_ACTION, "a": k.SHOVE_ALONG, "step": 1, "b": 1}, True), ({"kind": k.F_ACTION, "a": k.SHOVE_ALONG, "step": 1, "b": 2}, False),
    ({"kind": k.F_ACTION, "a": k.OWN_ACTION}, False), ({"kind": k.F_ACTION, "a": k.THROW, "step": 1, "b": 0}, False),
    ({"kind": k.F_ACTION, "a": k.THROW, "step": 2, "b": 1, "c": 11}, True), ({"kind": k.F_ACTION, "a": k.THROW, "step": 2, "b": 1, "c": 12}, False),
    ({"kind": k.F_ACTION, "a": k.JUMP, "step": 1, "b": 12}, False), ({"kind": k.F_ACTION, "a": k.DISMISS, "step": 1, "b": 8}, False),
    ({"kind": k.F_ACTION, "a": k.PREVAIL, "step": 2, "b": 0, "c": 16}, False), ({"kind": k.F_ACTION, "a": k.DISRUPT, "step": 2, "b": 1, "c": 107}, True),
    ({"kind": k.F_ACTION, "a": k.DISRUPT, "step": 2, "b": 1, "c": 108}, False)])
def test_frames_hold_what_the_machine_can_use(frame, good):
    """Fields of a third frame that asks something of its own."""
    record = STANDING.record().copy()
    s = record[0]
    for name, value in frame.items():
        s.frames[2][name] = value
    s.depth, s.asker = 3, 0
    s.ask = {k.F_THROW: k.ASK_CATCH, k.F_FORCE: k.ASK_FORCE, k.F_WALK: k.ASK_WALK}.get(frame["kind"], k.ASK_TARGET)
    assert (position_faults(STANDING.tables, s) == []) == good


def test_a_question_belongs_to_the_frame_on_top():
    record = STANDING.record().copy()
    assert position_faults(STANDING.tables, record[0]) == []
    record[0].ask = k.ASK_FOLLOW
    assert position_faults(STANDING.tables, record[0]) == ["ask is 'follow', which a turn does not ask"]


def test_live_rows_must_be_what_stands_there():
    record = STANDING.record().copy()
    record[0].feature_state[0] = k.OFF
    assert "shut.2" in position_faults(STANDING.tables, record[0])[0]
    record[0].shut[2] = 0
    assert position_faults(STANDING.tables, record[0]) == []
    record[0].effects[0].kind = k.EF_LIGHT_CLOUD
    assert "dense.1" in position_faults(STANDING.tables, record[0])[0]
