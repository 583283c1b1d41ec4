"""The rollout buffer: it gives back exactly what was seen, and its advantages are those of the textbook."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from training_inputs import random_observation

from envs.core.codes import A_SQUARE
from envs.encoding.layout import action_size, index, obs_shapes
from training.buffer import PackedRolloutBuffer
from training.rows import ROW_ARRAYS

STEPS, ENVS = 7, 5


@pytest.fixture
def filled():
    """(buffer, list of the steps put in: observation, mask, action, reward, start, value, log probability)."""
    seen = spaces.Dict({name: spaces.Box(-32768, 32767, shape, np.int16) for name, shape in obs_shapes(8).items()})
    buffer = PackedRolloutBuffer(STEPS, seen, spaces.Discrete(action_size(8)), "cpu", gae_lambda=0.9, gamma=1.0, n_envs=ENVS)
    rng, steps = np.random.default_rng(0), []
    for number in range(STEPS):
        obs, mask = random_observation(ENVS, 8, seed=number, combatants=2 + number, lines=number % 3)
        step = [{name: array.numpy() for name, array in obs.items()}, mask.numpy(), rng.integers(0, action_size(8), ENVS), rng.normal(size=ENVS),
                rng.random(ENVS) < 0.3, torch.tensor(rng.normal(size=(ENVS, 1))), torch.tensor(rng.normal(size=ENVS))]
        buffer.add(step[0], step[2], step[3], step[4], step[5], step[6], action_masks=step[1])
        steps.append(step)
    return buffer, steps


def unpacked(rows, batch):
    whole = torch.zeros((batch * rows.slots, rows.values.shape[1]), dtype=rows.values.dtype)
    whole[rows.at] = rows.values
    return whole.view(batch, rows.slots, -1).numpy()


def test_it_gives_back_exactly_what_was_seen(filled):
    buffer, steps = filled
    buffer.compute_returns_and_advantage(torch.zeros(ENVS), np.zeros(ENVS, bool))
    list(buffer.get(STEPS * ENVS))
    order = torch.randperm(STEPS * ENVS, generator=torch.Generator().manual_seed(1))
    sample = buffer.samples(order)
    whole = {name: unpacked(getattr(sample.observations, name), len(order)) for name in (*ROW_ARRAYS, "squares")}
    for number, decision in enumerate(order.tolist()):
        obs, mask, action, _, _, value, log_prob = steps[decision // ENVS]
        env = decision % ENVS
        assert (sample.action_masks[number].numpy() == mask[env]).all() and sample.actions[number] == action[env]
        assert sample.old_values[number].item() == pytest.approx(value[env].item())
        assert sample.old_log_prob[number].item() == pytest.approx(log_prob[env].item())
        for name in ("map", "question"):
            assert (getattr(sample.observations, name)[number].numpy() == obs[name][env]).all()
        for name in ROW_ARRAYS:
            present = obs[name][env][:, index(name, "present")] != 0
            assert (whole[name][number] == np.where(present[:, None], obs[name][env], 0)).all()
        assert (whole["squares"][number] == np.where(mask[env, A_SQUARE:, None], obs["squares"][env], 0)).all()


def test_it_does_not_keep_the_arrays_it_was_given(filled):
    buffer, steps = filled
    before = steps[2][0]["question"].copy(), steps[2][1].copy()
    for obs, mask, *_ in steps:
        for array in (*obs.values(), mask):
            array[:] = 0
    list(buffer.get(STEPS * ENVS))
    sample = buffer.samples(torch.arange(2 * ENVS, 3 * ENVS))
    assert (sample.observations.question.numpy() == before[0]).all() and (sample.action_masks.numpy() == before[1]).all()
    assert sample.observations.combatants.values.any()


def test_integers_and_bools_are_stored_as_such(filled):
    buffer, _ = filled
    list(buffer.get(8))
    assert buffer.action_masks.dtype == bool
    assert all(rows.values.dtype == torch.int16 for name, rows in buffer.observations.items() if name not in ("map", "question"))
    assert buffer.observations["map"].dtype == torch.int16


@pytest.mark.parametrize("batch_size", [4, 10, 35, 1000, None])
def test_minibatches_hold_each_decision_once(filled, batch_size):
    buffer, steps = filled
    got = np.concatenate([batch.old_log_prob.numpy() for batch in buffer.get(batch_size)])
    want = np.concatenate([step[6].numpy() for step in steps]).astype(np.float32)
    assert sorted(got) == sorted(want)


def test_advantages_are_generalised_advantage_estimates_of_the_side_that_answered(filled):
    """Worked out decision by decision from the definition: sums of discounted surprises up to the end of each fight, all seen from the side that answered."""
    buffer, steps = filled
    last, dones, last_sides = np.array([0.5, -0.5, 1.0, 0.0, 2.0]), np.array([False, True, False, False, True]), np.array([0, 1, 1, 0, 1])
    buffer.last_sides = last_sides
    buffer.compute_returns_and_advantage(torch.tensor(last), dones)
    rewards, values = np.array([s[3] for s in steps]), np.array([s[5].numpy().reshape(-1) for s in steps])
    ends = np.array([*[s[4] for s in steps[1:]], dones])
    sides = np.array([s[0]["map"][:, index("map", "enemies_asked")] != 0 for s in steps] + [last_sides])
    following = np.concatenate([values[1:], last[None]])
    assert (sides[1:] != sides[:-1]).any() and (sides[1:] == sides[:-1]).any()
    for env in range(ENVS):
        for step in range(STEPS):
            want, weight = 0.0, 1.0
            for later in range(step, STEPS):
                mine, next_mine = (1 if sides[n, env] == sides[step, env] else -1 for n in (later, later + 1))
                next_value = 0 if ends[later, env] else next_mine * following[later, env]
                want += weight * (mine * rewards[later, env] + next_value - mine * values[later, env])
                weight *= 0.9
                if ends[later, env]:
                    break
            assert buffer.advantages[step, env] == pytest.approx(want, abs=1e-4)
    assert np.allclose(buffer.returns, buffer.advantages + buffer.values)


def test_decisions_of_another_policy_are_not_learned_from(filled):
    buffer, steps = filled
    buffer.learned[2:4, 1] = False
    got = np.concatenate([batch.old_log_prob.numpy() for batch in buffer.get(8)])
    want = np.array([step[6].numpy()[env] for number, step in enumerate(steps) for env in range(ENVS) if not (env == 1 and number in (2, 3))], np.float32)
    assert sorted(got) == sorted(want)


def test_rollouts_without_masks_are_refused(filled):
    buffer, steps = filled
    buffer.reset()
    with pytest.raises(ValueError, match="no masks"):
        buffer.add(*[steps[0][i] for i in (0, 2, 3, 4, 5, 6)])
