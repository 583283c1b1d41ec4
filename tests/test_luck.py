"""Luck taken out of the advantages (training/luck.py): where dice fall, a choice counts by its mean over other dice."""

import numpy as np
import pytest
import torch
from training_inputs import ready_model, spread_weights

from envs.core import codes as k
from envs.core.dice import seed_dice, seed_words
from training.config import make_config
from training.luck import Luck
from training.rollout import by_policy, collect, side_asked, tensors
from training.train import make_earlier

CONFIG = {"encounters": ["duel"], "side": 8, "n_envs": 12, "n_steps": 30, "batch_size": 64, "shaping": 0.5, "threads": 1,
          "opponent": {"greedy": 0.5, "self": 0.5}}


@pytest.fixture(scope="module")
def model():
    made = ready_model(make_config(CONFIG))
    spread_weights(made.policy.network)
    return made


def stepped(model, choices, seed=None):
    """What a step of the batch with other dice comes to for those who answered, float32 (n,), and whether dice fell, bool (n,); the batch stays."""
    batch = model.env.unwrapped.batch
    kept = {name: getattr(batch, name).copy() for name in ("states", "masks", "learners", "seats", "bots", "words", "bot_words", "potentials", "lengths", "games")}
    if seed is not None:
        for b in range(batch.n):
            seed_dice(batch.states[b], 1000 * seed + b)
            seed_words(batch.bot_words[b], 1000 * seed - b)
    sides, before = batch.learners.copy(), batch.states["dice"]["state"].copy()
    out = batch.step(choices)
    with torch.no_grad():
        values = model.policy.predict_values(tensors(out.observation)).numpy().reshape(-1)
    worth = out.rewards + np.where(side_asked(out.observation) == sides, values, -values)
    worth[out.done] = out.rewards[out.done]
    fell = (batch.states["dice"]["state"] != before).any(axis=1)
    for name, array in kept.items():
        getattr(batch, name)[:] = array
    return worth, fell, out.truncated


def played_on(model, steps):
    """The batch so many random steps on."""
    batch, rng = model.env.unwrapped.batch, np.random.default_rng(steps)
    for _ in range(steps):
        batch.step(batch.sample(rng))
    return batch


def test_it_is_the_mean_over_other_dice_where_dice_fall_and_nothing_elsewhere(model):
    batch = played_on(model, 9)
    choices = batch.sample(np.random.default_rng(0))
    states, words = batch.states.copy(), batch.bot_words.copy()
    got = Luck(64, 1).expect(model.policy, batch, choices)
    assert (batch.states == states).all() and (batch.bot_words == words).all()
    ways = [stepped(model, choices, seed) for seed in range(1, 200)]
    worth, fell = (np.array(part) for part in list(zip(*ways))[:2])
    always, never = fell.all(axis=0), ~fell.any(axis=0)
    assert always.any() and never.any()
    assert np.isnan(got[never]).all() and np.isfinite(got[always]).all()
    spread = worth.std(axis=0) * np.sqrt(1 / 64 + 1 / 199)
    assert (np.abs(got - worth.mean(axis=0))[always] < 4.5 * spread[always] + 1e-4).all() and worth.std(axis=0)[always].max() > 0.05


def test_a_step_without_dice_comes_to_the_same_however_they_lie(model):
    batch = played_on(model, 4)
    choices = batch.sample(np.random.default_rng(2))
    got = Luck(3, 1).expect(model.policy, batch, choices)
    still = np.isnan(got)
    one, two = stepped(model, choices, 1)[0], stepped(model, choices, 2)[0]
    assert still.any() and one[still] == pytest.approx(two[still], abs=1e-5)


def test_the_advantages_are_measured_against_the_mean(model):
    buffer = model.rollout_buffer
    earlier = make_earlier(make_config(CONFIG), ".", model, [1], None)
    collect(model, model.env, Silent(), by_policy(model, model.env.unwrapped.batch, earlier), Luck(4, 1))
    rolled = ~np.isnan(buffer.expected)
    assert 0.05 < rolled.mean() < 0.9
    last = np.full(buffer.n_envs, 0.25, np.float32)
    buffer.gae_lambda, kept = 0.0, model.gae_lambda
    buffer.compute_returns_and_advantage(torch.from_numpy(last), np.zeros(buffer.n_envs, bool))
    buffer.gae_lambda = kept
    assert buffer.advantages[rolled] == pytest.approx((buffer.expected - buffer.values)[rolled], abs=1e-5)
    sign = np.where(buffer.sides[:-1] == buffer.sides[1:], 1, -1) * (1 - buffer.episode_starts[1:])
    came = (buffer.rewards[:-1] + sign * buffer.values[1:] - buffer.values[:-1])
    assert buffer.advantages[:-1][~rolled[:-1]] == pytest.approx(came[~rolled[:-1]], abs=1e-5)


class Silent:
    """Counts nothing."""

    def count(self, dones, infos):
        """Fights that ended."""


def test_a_fight_that_ends_counts_by_its_result(model):
    """One blow from the end: whatever the dice, what is expected lies between losing and winning, and a sure end counts in full."""
    batch = played_on(model, 30)
    for b in range(batch.n):
        for c in range(2):
            batch.states[b].combatants[c].vigor = 1
    choices = batch.sample(np.random.default_rng(5))
    got = Luck(16, 3).expect(model.policy, batch, choices)
    assert np.isfinite(got).any() and k.OVER not in batch.states.ask
