"""The environments: Gymnasium's and SB3's own checkers, masks, seeds, ends, shaping, autoreset."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import envs
from agents import make_agent
from agents.simple import RandomAgent
from envs.core import codes as k
from envs.encoding import layout
from envs.native import NativeBatch
from envs.sb3_env import FoemindVecEnv
from envs.scenarios import TRAINING, UNSEEN, resolve
from envs.tables import load_library_encounter

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def play(env, seed, rng):
    """Random legal play to the end: (steps, rewards, terminated, truncated, info)."""
    _, info = env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        rewards.append(reward)
        if terminated or truncated:
            return len(rewards), rewards, terminated, truncated, info


@pytest.mark.parametrize("name", ["Foemind-v0", "Foemind-Duel-v0"])
def test_checkers_of_gymnasium_and_sb3_pass(name):
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped, skip_render_check=False)
    sb3_check_env(gymnasium.make(name).unwrapped)


def test_registered_by_import_of_envs():
    assert {"Foemind-v0", "Foemind-Duel-v0"} <= set(gymnasium.registry)
    envs.register_envs()  # once more does no harm


def test_illegal_action_is_refused_and_changes_nothing():
    env = gymnasium.make("Foemind-Duel-v0").unwrapped
    env.reset(seed=5)
    env.action_space.blind = None
    before = env.state.tobytes()
    bad = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(ValueError, match="not legal at question"):
        env.step(bad)
    assert env.state.tobytes() == before


def test_step_before_reset_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded):
        gymnasium.make("Foemind-Duel-v0").unwrapped.step(0)


def test_blind_samples_are_legal():
    env = gymnasium.make("Foemind-v0", encounter=TRAINING[0]).unwrapped
    _, info = env.reset(seed=2)
    for _ in range(200):
        action = env.action_space.sample()
        assert info["action_mask"][action]
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            _, info = env.reset()


@pytest.mark.parametrize("learner", ["enemies", "companions"])
def test_only_the_learners_side_is_asked(learner):
    env = gymnasium.make("Foemind-v0", encounter="duel", learner=learner).unwrapped
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(150):
        assert k.SIDE_NAMES[env.state.asked] == learner == info["side"]
        _, _, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            _, info = env.reset()


def test_G1_6_cut_off_is_a_truncation_with_a_question_of_the_next_round():
    rng = np.random.default_rng(3)
    env = gymnasium.make("Foemind-Duel-v0").unwrapped
    for seed in range(40):
        steps, rewards, terminated, truncated, info = play(env, seed, rng)
        assert terminated != truncated
        if truncated:
            assert rewards[-1] == 0 and info["winner"] == "cut-off" and info["round"] == 21
            return
    pytest.fail("no encounter was cut off in 40 random fights")


def test_result_is_the_only_reward_without_shaping_and_shaping_does_not_change_play():
    results = []
    for seed in range(20):
        plain = play(gymnasium.make("Foemind-Duel-v0", opponent="greedy").unwrapped, seed, np.random.default_rng(seed))
        shaped = play(gymnasium.make("Foemind-Duel-v0", opponent="greedy", shaping=0.7).unwrapped, seed, np.random.default_rng(seed))
        assert plain[0] == shaped[0] and set(plain[1][:-1]) <= {0.0} and plain[4]["winner"] == shaped[4]["winner"]
        if plain[2]:
            results.append((plain[1][-1], plain[4]["winner"]))
            assert plain[1][-1] == (1.0 if plain[4]["winner"] == "enemies" else -1.0)
    assert len(results) > 10


def test_shaping_telescopes_exactly():
    batch = NativeBatch(resolve("duel"), 1, 8, {"random": 1, "greedy": 1}, "enemies", shaping=0.5, seed=11, autoreset=False)
    rng = np.random.default_rng(2)
    for seed in range(30):
        batch.seed(seed)
        batch.reset()
        first, total = float(batch.potentials[0]), 0.0
        while True:
            out = batch.step(batch.sample(rng))
            total += float(out.rewards[0])
            if out.terminated[0]:
                won = 1.0 if out.winners[0] == out.seats[0] else -1.0 if out.winners[0] in (0, 1) else 0.0
                assert total == pytest.approx(won - first, abs=1e-5)
                break
            if out.truncated[0]:
                assert total == pytest.approx(float(batch.potentials[0]) - first, abs=1e-5)
                break


def test_vector_environment_equals_single_ones_and_does_not_depend_on_its_size():
    rows = {}
    for n in (1, 5):
        env = gymnasium.make_vec("Foemind-v0", num_envs=n, encounter=TRAINING, learner="both_seats")
        observation, infos = env.reset(seed=9)
        trace, rng = [], np.random.default_rng(0)
        for _ in range(300):
            first = np.flatnonzero(infos["action_mask"][0])
            actions = [int(first[rng.integers(len(first))])] + [int(np.flatnonzero(m)[0]) for m in infos["action_mask"][1:]]
            observation, rewards, terminated, truncated, infos = env.step(actions)
            trace.append((rewards[0], bool(terminated[0]), bool(truncated[0]), *(observation[name][0].tobytes() for name in observation)))
        rows[n] = trace
        env.close()
    assert rows[1] == rows[5]


def test_vector_environment_resets_in_the_same_step_and_hands_out_the_final_observation():
    env = gymnasium.make_vec("Foemind-Duel-v0", num_envs=8)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    env.reset(seed=0)
    ended = 0
    for _ in range(400):
        observation, _, terminated, truncated, infos = env.step(env.action_space.sample())
        done = terminated | truncated
        if done.any():
            ended += 1
            assert (infos["_final_obs"] == done).all()
            for b in np.flatnonzero(done):
                assert env.observation_space["map"].contains(observation["map"])
                assert env.single_observation_space.contains(infos["final_obs"][b])
                assert observation["map"][b, layout.index("map", "round")] == 1
    assert ended > 3


def test_sb3_environment_returns_fresh_arrays_and_answers_for_masks():
    env = FoemindVecEnv("duel", n_envs=4, side=8)
    first = env.reset()
    kept = {name: rows.copy() for name, rows in first.items()}
    rng = np.random.default_rng(0)
    for _ in range(20):
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == env.action_masks()).all() and (np.stack([f() for f in env.get_attr("action_masks")]) == masks).all()
        before = env.action_masks()
        env.step(env.batch.sample(rng))
        assert (before == masks).all()
    for name in kept:
        assert (first[name] == kept[name]).all(), "an earlier observation was overwritten"


def test_agent_object_as_opponent_plays_the_other_side():
    env = gymnasium.make("Foemind-Duel-v0", opponent=RandomAgent()).unwrapped
    rng = np.random.default_rng(0)
    assert play(env, 4, rng)[0] > 5


@pytest.mark.parametrize("wrong, words", [({"encounter": "nowhere"}, "neither a file nor a library encounter"), ({"opponent": "wizard"}, "no compiled opponent"),
                                          ({"learner": "judge"}, "learner must be one of"), ({"side": 4}, "does not hold every map"),
                                          ({"render_mode": "video"}, "render_mode must be")])
def test_bad_arguments_say_what_to_do(wrong, words):
    with pytest.raises(ValueError, match=words):
        gymnasium.make("Foemind-v0", **wrong)


def test_seed_gives_the_same_game():
    games = [play(gymnasium.make("Foemind-v0").unwrapped, 21, np.random.default_rng(7)) for _ in range(2)]
    assert games[0][:4] == games[1][:4]


def test_training_and_unseen_encounters_do_not_share_a_map():
    maps = [resolve(n)[0].tables[0].terrain.tobytes() for n in TRAINING + UNSEEN]
    assert len(set(maps)) == len(maps)


def test_an_opponent_with_an_illegal_choice_is_refused():
    class Wrong:
        def choose(self, tables, states, masks, rng):
            return np.full(len(states), 10**7)

    with pytest.raises(ValueError, match="one legal choice"):
        play(gymnasium.make("Foemind-Duel-v0", opponent=Wrong()).unwrapped, 1, np.random.default_rng(0))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_row_against_an_agent_object_plays_the_same_alone_and_beside_others(name):
    """Agents with `choose_each` have a generator for each row; `opponent` as a name was never in question."""
    def first_row(n):
        batch = NativeBatch([load_library_encounter("duel"), load_library_encounter("broken_gate")], n, opponent=make_agent(name), learner="both_seats", seed=3)
        batch.reset()
        seen = []
        for _ in range(80):
            legal = [np.flatnonzero(row) for row in batch.action_masks()]
            batch.step(np.array([row[len(row) // 2] for row in legal]))
            seen.append(batch.states[0].tobytes())
        return seen
    assert first_row(1) == first_row(4)


@pytest.mark.parametrize("weights", [{"random": float("nan"), "greedy": 1}, {"random": float("inf")}, {"random": -1, "greedy": 2}, {"random": 0}])
def test_weights_of_opponents_that_are_no_shares_are_refused(weights):
    with pytest.raises(ValueError, match="must be finite"):
        NativeBatch([load_library_encounter("duel")], 1, opponent=weights)
