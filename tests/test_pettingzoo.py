"""The PettingZoo environment: PettingZoo's own tests, both sides' rewards and views, ends, and the same play as the engine and as Gymnasium's environment."""

import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from agents import make_agent
from agents.base import choose_one
from envs import pettingzoo_env
from envs.battle import Battle
from envs.core import codes as k
from envs.core.dice import next_word
from envs.encoding import layout
from envs.native import NativeBatch
from envs.opponents import Nobody
from envs.scenarios import resolve
from envs.tables import load_library_encounter

ENCOUNTERS = ["duel", "broken_gate", "generated"]
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be", "We recommend agents to be named in the format")
SWAP = {"companions": "enemies", "enemies": "companions"}


def play(env, rng, questions=10**6, bot="random"):
    """Legal play by a bot on both sides; yields (agent, choice) before each step, with choice None when the fight has ended."""
    raw, bot = env.unwrapped, make_agent(bot)
    for agent in env.agent_iter(questions):
        observation, _, terminated, truncated, _ = env.last()
        choice = None if terminated or truncated else choose_one(bot, raw.scenario.tables, raw.record, observation["action_mask"], rng)
        yield agent, choice
        env.step(choice)


def played_to_end(encounter, seed, bot="greedy"):
    """(raw environment, {agent: sum of what last() told it}) of a fight of bots, played until both agents are gone."""
    env = pettingzoo_env.env(encounter=encounter)
    env.reset(seed=seed)
    told = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _ in play(env, np.random.default_rng(seed), bot=bot):
        told[agent] += env.last(observe=False)[1]
    assert env.agents == []
    return env.unwrapped, told


# -- PettingZoo's own tests ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_api_test_passes_with_no_warning_but_for_names_and_nested_observations(encounter):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(pettingzoo_env.env(encounter=encounter), num_cycles=400)
    assert not [w for w in caught if issubclass(w.category, UserWarning) and not str(w.message).startswith(EXPECTED)]


@pytest.mark.parametrize("encounter", [*ENCOUNTERS, ["duel", "broken_gate"]])
def test_seed_test_passes(encounter):
    seed_test(lambda: pettingzoo_env.env(encounter=encounter), num_cycles=150)


def test_render_test_passes(capsys):
    render_test(lambda render_mode: pettingzoo_env.env(encounter="duel", render_mode=render_mode))
    assert "a b c" in capsys.readouterr().out


# -- one seed, one game ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encounter", ["duel", "broken_gate", "generated"])
def test_it_plays_byte_for_byte_what_the_engine_plays(encounter):
    """The dice's seed is the fourth word that a row draws; from there on `Battle` gets nothing but the same choices."""
    env, rng, questions, in_a_row = pettingzoo_env.env(encounter=encounter), np.random.default_rng(8), 0, 0
    for seed in (3, 4):
        env.reset(seed=seed)
        batch = NativeBatch(resolve(encounter), 1, opponent=Nobody())
        batch.seed(seed)
        draws = [next_word(batch.words[0]) for _ in range(5 if encounter == "generated" else 4)]
        battle = Battle(env.unwrapped.scenario, seed=int(draws[-1]), side=env.unwrapped.scenario.tables[0].side, log=False)
        before = None
        for agent, choice in play(env, rng):
            if choice is None:
                break
            battle.state.scenario = env.unwrapped.record.scenario
            assert battle.record().tobytes() == env.unwrapped.record.tobytes() and k.SIDE_NAMES[battle.asked] == agent
            seen, mine = env.observe(agent), battle.observe()
            assert all((seen["observation"][name] == mine[name]).all() for name in mine) and (seen["action_mask"] == battle.mask).all()
            battle.state.scenario = 0
            battle.step(choice)
            questions, in_a_row, before = questions + 1, in_a_row + (before == agent), agent
    assert questions > 60 and in_a_row > questions // 2, "questions of one side follow each other"


def test_a_seed_begins_the_same_fight_as_in_gymnasium():
    for seed in range(4):
        learner = gymnasium.make("Foemind-v0", encounter=["duel", "broken_gate"], learner="both_seats").unwrapped
        learner.reset(seed=seed)
        env = pettingzoo_env.raw_env(encounter=["duel", "broken_gate"])
        env.reset(seed=seed)
        assert env.scenario.name == learner.scenario.name
        if env.agent_selection == k.SIDE_NAMES[learner.state.asked] and learner.state.round_no == env.record.round_no == 1:
            assert env.record.first_side == learner.state.first_side


def test_later_resets_follow_from_the_seed_and_differ():
    def records():
        env = pettingzoo_env.raw_env(encounter="generated")
        env.reset(seed=5)
        first = env.record.tobytes()
        env.reset()
        return first, env.record.tobytes()
    assert records() == records() and records()[0] != records()[1]


def test_without_a_seed_games_differ_and_a_pickled_environment_begins_anew():
    env = pettingzoo_env.raw_env(encounter="duel", side=8)
    again = pickle.loads(pickle.dumps(env))
    env.reset(), again.reset()
    assert env.record.dice.state.tolist() != again.record.dice.state.tolist()
    env.reset(seed=2), again.reset(seed=2)
    assert env.record.tobytes() == again.record.tobytes() and again.observation_space("enemies") == env.observation_space("enemies")


# -- rewards and ends ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encounter", ["duel", "salt_road"])
def test_each_side_is_told_its_result_once_and_they_add_up_to_nothing(encounter):
    """salt_road's objective counts who is left as well, so that results lie between."""
    results = []
    for seed in range(6):
        env, told = played_to_end(encounter, seed)
        assert told["companions"] == -told["enemies"] and abs(told["enemies"]) <= 1
        if env.record.ask == k.OVER:
            battle = Battle(env.scenario, log=False)
            battle.record()[0] = env.record
            assert all(told[name] == pytest.approx(battle.result(side), abs=1e-6) for side, name in enumerate(k.SIDE_NAMES))
            results.append(abs(told["enemies"]))
    assert results and all(r == 1 if encounter == "duel" else 0 < r < 1 for r in results)


def test_the_side_that_does_not_act_gets_its_reward_too():
    """Whoever answers last (often the loser, who does not guard), both are told the end, each its own, and again as often as `last()` is called."""
    env, ends = pettingzoo_env.env(encounter="duel"), 0
    for seed in range(6):
        env.reset(seed=seed)
        actor = None
        for agent, choice in play(env, np.random.default_rng(seed), bot="greedy"):
            if choice is None:
                break
            actor = agent
        if any(env.terminations.values()):
            won = k.SIDE_NAMES[int(env.unwrapped.record.winner)]
            assert env.unwrapped._cumulative_rewards == env.rewards == {won: 1.0, SWAP[won]: -1.0} and env.infos[actor]["winner"] == won
            told = {}
            while env.agents:
                assert env.last(observe=False)[1] == env.last()[1]
                told[env.agent_selection] = env.last()[1]
                env.step(None)
            assert told == {won: 1.0, SWAP[won]: -1.0}
            ends += 1
    assert ends > 3


def test_G1_6_a_fight_past_its_last_round_is_truncated_for_both():
    for seed in range(40):
        env = pettingzoo_env.env(encounter="duel")
        env.reset(seed=seed)
        for _, choice in play(env, np.random.default_rng(seed)):
            if choice is None:
                break
        assert set(env.terminations.values()) != set(env.truncations.values())
        if any(env.truncations.values()):
            assert env.truncations == {"companions": True, "enemies": True} and not any(env.rewards.values())
            asked = env.agent_selection
            assert env.infos[asked]["winner"] == "cut-off" and env.infos[asked]["round"] == 21
            seen = env.observe(asked)
            assert not seen["action_mask"].any() and seen["observation"]["question"][:k.N_QUESTIONS].argmax() == env.unwrapped.record.ask != k.OVER
            return
    pytest.fail("no fight was cut off in 40 random ones")


def test_shaping_is_zero_sum_and_telescopes():
    env = pettingzoo_env.raw_env(encounter="duel", shaping=0.5)
    env.reset(seed=6)
    first, total, seen = float(env._batch.potentials[0]), 0.0, 0
    for _, choice in play(env, np.random.default_rng(6), bot="greedy"):
        if choice is None:
            break
        seen += env.rewards["enemies"] != 0
        total += env.rewards["enemies"]
    assert env.rewards["companions"] == -env.rewards["enemies"]
    total += env.rewards["enemies"]
    rest = float(env._batch.potentials[0]) if any(env.truncations.values()) else {k.ENEMIES: 1.0, k.COMPANIONS: -1.0}[int(env.record.winner)]
    assert total == pytest.approx(rest - first, abs=1e-5) and seen > 2


def test_reset_in_the_middle_of_an_end_begins_cleanly():
    env = pettingzoo_env.env(encounter="duel")
    env.reset(seed=1)
    for _, choice in play(env, np.random.default_rng(1)):
        if choice is None:
            break  # neither has been seen off
    env.reset(seed=1)
    assert env.agents == ["companions", "enemies"] and sum(choice is None for _, choice in play(env, np.random.default_rng(1))) == 2 and not env.agents


# -- views, masks, faults --------------------------------------------------------------------------------------------------
def test_each_agent_sees_the_fight_from_its_own_seat_and_only_the_asked_one_a_question():
    env = pettingzoo_env.env(encounter="broken_gate")
    env.reset(seed=2)
    own, foe, ask = (layout.index("combatants", name) for name in ("own", "foe", "asker"))
    sides = env.unwrapped.scenario.tables[0].roster["side"]
    n = int(env.unwrapped.scenario.tables[0].n_combatants)
    for _, _ in play(env, np.random.default_rng(0), 60):
        for side, name in enumerate(env.possible_agents):
            seen, asked = env.observe(name), name == env.agent_selection
            rows = seen["observation"]["combatants"]
            assert (rows[:n, own] == (sides[:n] == side)).all() and (rows[:n, foe] == (sides[:n] != side)).all()
            assert seen["observation"]["map"][layout.index("map", "enemies_asked")] == side
            assert seen["action_mask"].any() == env.infos[name]["action_mask"].any() == asked
            assert (seen["observation"]["question"][0] == 1) == (not asked) and (asked or not rows[:, ask].any())
            assert env.observation_space(name).contains(seen)


def test_blind_samples_are_legal():
    env = pettingzoo_env.env(encounter="duel")
    env.reset(seed=3)
    for agent in env.agent_iter(100):
        _, _, terminated, truncated, info = env.last()
        action = None if terminated or truncated else env.action_space(agent).sample()
        assert action is None or info["action_mask"][action]
        env.step(action)


def test_illegal_actions_are_refused_and_change_nothing():
    env = pettingzoo_env.env(encounter="duel")
    env.reset(seed=5)
    before, infos = env.unwrapped.record.tobytes(), env.infos
    bad = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action, words in ((bad, "not legal at question"), (10**9, "not legal at question"), (-1, "not legal at question"), (None, "is no action"), (1.5, "is no action")):
        with pytest.raises(ValueError, match=words):
            env.step(action)
    assert env.unwrapped.record.tobytes() == before and env.infos is infos and env.agents == ["companions", "enemies"]


def test_steps_before_reset_and_after_the_end_are_refused():
    raw = pettingzoo_env.raw_env(encounter="duel")
    with pytest.raises(gymnasium.error.ResetNeeded):
        raw.step(0)
    env, _ = played_to_end("duel", 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(AttributeError, match="before reset"):
        list(pettingzoo_env.env(encounter="duel").agents)


@pytest.mark.parametrize("wrong, words", [({"encounter": "nowhere"}, "neither a file nor a library encounter"), ({"side": 4}, "does not hold every map"),
                                          ({"render_mode": "video"}, "render_mode must be"), ({"encounter": []}, "the list of encounters is empty")])
def test_bad_arguments_say_what_to_do(wrong, words):
    with pytest.raises(ValueError, match=words):
        pettingzoo_env.env(**wrong)


def test_a_scenario_object_is_an_encounter_and_no_parallel_environment_is_offered():
    env = pettingzoo_env.env(encounter=load_library_encounter("duel"), side=8, render_mode="ansi")
    env.reset(seed=1)
    assert "a b c d e f g h" in env.render() and str(env) == "foemind_v0" and env.action_space("enemies").n == layout.action_size(8)
    assert not hasattr(pettingzoo_env, "parallel_env") and env.metadata["is_parallelizable"] is False
