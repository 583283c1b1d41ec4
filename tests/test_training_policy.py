"""The MaskablePPO policy: the mask is exact in choice, probability, entropy and gradient."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from training_inputs import random_observation, spread_weights

from envs.core.codes import A_SQUARE
from envs.encoding.layout import action_size, obs_shapes
from training.policy import FoemindPolicy
from training.rows import pack


@pytest.fixture(scope="module")
def policy():
    seen = spaces.Dict({name: spaces.Box(-32768, 32767, shape, np.int16) for name, shape in obs_shapes(16).items()})
    policy = FoemindPolicy(seen, spaces.Discrete(action_size(16)), lambda left: 1e-3)
    spread_weights(policy.network)
    with torch.no_grad():
        for weights in policy.parameters():
            weights.mul_(0.5)  # probabilities that are neither equal nor all at one choice
    return policy


def test_choices_are_legal_and_as_frequent_as_their_probability(policy):
    obs, mask = random_observation(1, seed=5)
    mask[0, 60:] = False
    many = {name: array.repeat(20_000, *[1] * (array.dim() - 1)) for name, array in obs.items()}
    torch.manual_seed(0)
    with torch.no_grad():
        choices, _, _ = policy(many, action_masks=mask.repeat(20_000, 1).numpy())
        probability = policy.get_distribution(obs, mask).distribution.probs[0]
    counts = torch.bincount(choices, minlength=action_size(16))
    assert counts[~mask[0]].sum() == 0
    assert (counts / 20_000 - probability).abs().max() < 0.02 and (counts > 0).sum() > 3


def test_rollout_and_update_see_the_same_probability(policy):
    obs, mask = random_observation(40, seed=6)
    with torch.no_grad():
        choices, values, log_prob = policy(obs, action_masks=mask.numpy())
        again, log_again, _ = policy.evaluate_actions(pack(obs, mask), choices, action_masks=mask)
    assert torch.allclose(log_prob, log_again, atol=1e-4) and torch.allclose(values, again, atol=1e-4)
    assert torch.allclose(policy.predict_values(obs), values, atol=1e-4)


def test_probability_and_entropy_are_those_of_the_masked_distribution(policy):
    obs, mask = random_observation(20, seed=7)
    choices = mask.float().argmax(1)
    with torch.no_grad():
        _, log_prob, entropy = policy.evaluate_actions(obs, choices, action_masks=mask)
        theirs = policy.get_distribution(obs, mask)
    assert torch.allclose(log_prob, theirs.log_prob(choices), atol=1e-4)
    assert torch.allclose(entropy, theirs.entropy(), atol=1e-4)


def test_one_legal_choice_has_probability_one_and_no_entropy(policy):
    obs, mask = random_observation(3)
    mask[:] = False
    mask[:, 20] = True
    with torch.no_grad():
        choices, _, log_prob = policy(obs, action_masks=mask)
        _, _, entropy = policy.evaluate_actions(obs, choices, action_masks=mask)
    assert (choices == 20).all() and (log_prob == 0).all() and (entropy == 0).all()


def test_no_gradient_from_illegal_choices(policy):
    """Illegal logits get a gradient of exactly 0 from both losses; legal ones do not."""
    obs, mask = random_observation(6, seed=8)
    logits = policy.network(obs)[0].detach().requires_grad_()
    log_probs = torch.log_softmax(logits.masked_fill(~mask, -1e9), 1)
    (log_probs[torch.arange(6), mask.float().argmax(1)].sum() - (log_probs.exp() * log_probs).sum()).backward()
    assert (logits.grad[~mask] == 0).all() and (logits.grad[mask] != 0).any()


def test_illegal_squares_change_nothing(policy):
    obs, mask = random_observation(6, seed=9)
    other = {**obs, "squares": torch.where(mask[:, A_SQUARE:].unsqueeze(-1), obs["squares"], torch.full_like(obs["squares"], 9))}
    results = []
    for seen in (obs, other):
        policy.zero_grad()
        values, log_prob, entropy = policy.evaluate_actions(seen, mask.float().argmax(1), action_masks=mask)
        (values.sum() + log_prob.sum() + entropy.sum()).backward()
        results.append([p.grad.clone() for p in policy.parameters() if p.grad is not None])
    assert len(results[0]) > 20 and all(torch.equal(a, b) for a, b in zip(*results))


def test_best_choice_is_the_largest_legal_logit(policy):
    obs, mask = random_observation(5, seed=10)
    picks, _ = policy.predict({name: array.numpy() for name, array in obs.items()}, deterministic=True, action_masks=mask.numpy())
    with torch.no_grad():
        logits = policy.network(obs)[0].masked_fill(~mask, float("-inf"))
    assert (torch.from_numpy(picks) == logits.argmax(1)).all()
