"""Nobody sees the dice to come: clones roll dice of their own, and no agent's choice depends on the dice of the encounter (G1.2a)."""

import numpy as np
import pytest

from agents.base import choose_one
from agents.policy import STANDARD
from agents.registry import make_agent
from envs.battle import Battle
from envs.core import codes as k
from envs.core.record import new_encounters
from policy_files import write_policy
from test_oracle import decisions, pick, scenario

AGENTS = ["random", "greedy", "policy file"] + (["policy"] if STANDARD.exists() else [])


def agent_called(name, folder):
    return make_agent(f"policy:{write_policy(folder)}" if name == "policy file" else name)


def play_on(battle, seed, count=60):
    """Choices of random play from here, up to `count` of them, and the record that it leads to."""
    rng, choices = np.random.default_rng(seed), []
    while not battle.over and len(choices) < count:
        choices.append(pick(rng, battle.legal()))
        battle.step(choices[-1])
    return choices, battle.record().tobytes()


def deciding_battle(seed=4):
    """A fight some way in, with dice still queued by the Judge."""
    battle = Battle(scenario("dry_orchard"), seed, log=False)
    rng = np.random.default_rng(seed)
    for _ in range(40):
        battle.step(pick(rng, battle.legal()))
    battle.force([1, 1, 1, 1])
    return battle


# -- clones ----------------------------------------------------------------------------------------------------------------
def test_a_clone_has_other_dice_and_an_empty_queue():
    battle = deciding_battle()
    before = battle.record().tobytes()
    clone = battle.clone(9)
    assert clone.state.dice.n_forced == 0 and not clone.state.dice.forced.any()
    assert clone.state.dice.state.tolist() != battle.state.dice.state.tolist()
    assert battle.record().tobytes() == before, "cloning changes nothing"
    clone.record()["dice"] = battle.record()["dice"]
    assert clone.record().tobytes() == before, "apart from the dice a clone is the encounter itself"


def test_what_a_clone_rolls_does_not_depend_on_the_dice_of_the_encounter():
    """Clones with one seed of encounters that differ only in their dice play the same fight; another seed plays another."""
    battle, twin = deciding_battle(), deciding_battle()
    twin.state.dice.state[:] = [5, 6, 7, 8]
    twin.state.dice.n_forced = 0
    assert play_on(battle.clone(9), 1) == play_on(twin.clone(9), 1)
    assert play_on(battle.clone(9), 1) != play_on(battle.clone(10), 1)


def test_playing_on_in_a_clone_leaves_the_encounter_alone():
    battle = deciding_battle()
    before, mask = battle.record().tobytes(), battle.mask.copy()
    play_on(battle.clone(9), 1)
    assert battle.record().tobytes() == before and (battle.mask == mask).all()


# -- agents ----------------------------------------------------------------------------------------------------------------
def with_dice(state, seed):
    """A copy of a record with other dice: another generator, and a queue of results that would tell what comes."""
    rows = new_encounters(1)
    rows[0] = state
    rng = np.random.default_rng(seed)
    rows[0].dice.state[:] = rng.integers(1, 2**32, 4, np.uint32)
    rows[0].dice.forced[:8] = rng.integers(1, 5, 8)
    rows[0].dice.n_forced = 8 * (seed % 2)
    return rows[0]


@pytest.mark.parametrize("name", AGENTS)
def test_choices_do_not_depend_on_the_dice(name, tmp_path):
    """At many questions an agent chooses the same whatever the encounter is about to roll, and leaves the record as it was."""
    agent, asked = agent_called(name, tmp_path), set()
    for scene in ("broken_gate", "crush"):
        for n, (_, battle, moment, _) in enumerate(decisions(scenario(scene), 240, 13)):
            if n % 2 or len(battle.legal()) < 2:
                continue
            choices = set()
            for seed in range(4):
                state = with_dice(battle.state, seed)
                before = state.tobytes()
                choices.add(choose_one(agent, battle.tables_row(), state, battle.mask, np.random.default_rng(n)))
                assert state.tobytes() == before, "an agent changes no record"
            assert len(choices) == 1 and battle.mask[choices.pop()], k.QUESTION_NAMES[moment.ask]
            asked.add(k.QUESTION_NAMES[moment.ask])
    assert {"combatant", "action", "deed", "target", "points", "walk"} <= asked


def test_observations_do_not_depend_on_the_dice():
    """What a policy sees holds nothing of the dice to come."""
    for n, (_, battle, _, _) in enumerate(decisions(scenario("crush"), 200, 19)):
        if n % 10:
            continue
        seen = battle.observe()
        for seed in (1, 2):
            other = battle.clone(0)
            other.load(with_dice(battle.state, seed))
            assert all((seen[name] == array).all() for name, array in other.observe().items())
