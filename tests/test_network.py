"""The network: shapes, what it may depend on and what it may not."""

import pytest
import torch
from training_inputs import feature_names, random_observation, spread_weights

from envs.core.codes import A_SQUARE
from envs.encoding.layout import OBS_LAYOUT, action_groups, action_size, index
from training.network import Network, count_weights
from training.rows import pack


@pytest.fixture(scope="module")
def network():
    return spread_weights(Network())


def outputs(network, obs):
    with torch.no_grad():
        return network(obs)


def reordered(obs, array, order):
    return {**obs, array: obs[array][:, order]}


@pytest.mark.parametrize("batch, side", [(1, 8), (7, 16), (2, 32)])
def test_one_logit_for_each_action_on_any_board(network, batch, side):
    logits, value = outputs(network, random_observation(batch, side)[0])
    assert logits.shape == (batch, action_size(side)) and logits.dtype == torch.float32
    assert value.shape == (batch,) and value.dtype == torch.float32
    assert torch.isfinite(logits).all() and torch.isfinite(value).all()


def test_size_stays_in_the_budget():
    assert 90_000 <= count_weights(Network()) <= 125_000


def test_a_row_answers_alone_as_in_a_batch(network):
    obs, _ = random_observation(9)
    logits, value = outputs(network, obs)
    alone, its_value = outputs(network, {name: array[4:5] for name, array in obs.items()})
    assert torch.allclose(alone[0], logits[4], atol=1e-4) and torch.allclose(its_value[0], value[4], atol=1e-4)


@pytest.mark.parametrize("side", [8, 16])
def test_packed_and_whole_observations_agree_where_it_is_legal(network, side):
    obs, mask = random_observation(33, side, seed=3)
    logits, value = outputs(network, obs)
    packed_logits, packed_value = outputs(network, pack(obs, mask))
    assert torch.allclose(logits[mask], packed_logits[mask], atol=1e-4)
    assert torch.allclose(value, packed_value, atol=1e-4)


@pytest.mark.parametrize("array, group", [("combatants", "combatant"), ("deeds", "deed"), ("lines", "line"), ("squares", "square")])
def test_rows_in_another_order_give_the_same_scores_in_that_order(network, array, group):
    obs, _ = random_observation(5, seed=1)
    obs["squares"][:] = random_observation(5, seed=2)[0]["squares"] + 1
    order = torch.randperm(obs[array].shape[1], generator=torch.Generator().manual_seed(0))
    logits, value = outputs(network, obs)
    other, other_value = outputs(network, reordered(obs, array, order))
    start, size = action_groups(16)[group]
    size = min(size, obs[array].shape[1])
    assert torch.allclose(other[:, start:start + size], logits[:, start:start + size][:, order], atol=1e-4)
    rest = torch.ones(logits.shape[1], dtype=torch.bool)
    rest[start:start + size] = False
    assert torch.allclose(other[:, rest], logits[:, rest], atol=1e-4) and torch.allclose(other_value, value, atol=1e-4)


@pytest.mark.parametrize("array", ["combatants", "deeds", "lines"])
def test_what_stands_in_an_absent_row_does_not_matter(network, array):
    obs, _ = random_observation(4)
    absent = obs[array][:, :, index(array, "present")] == 0
    changed = obs[array].clone()
    changed[absent] = 77
    changed[:, :, index(array, "present")] = obs[array][:, :, index(array, "present")]
    start, size = action_groups(16)[array[:-1]]
    logits, value = outputs(network, obs)
    other, other_value = outputs(network, {**obs, array: changed})
    assert torch.equal(value, other_value)
    assert torch.equal(logits[:, :start], other[:, :start]) and torch.equal(logits[:, start + size:], other[:, start + size:])


@pytest.mark.parametrize("array", list(OBS_LAYOUT))
def test_every_feature_reaches_the_output(network, array):
    """One feature after another is changed in a row that is present; the output must notice."""
    obs, _ = random_observation(1, combatants=16, deeds=20, lines=12)
    names = feature_names(array)
    many = {name: values.repeat(len(names), *[1] * (values.dim() - 1)) for name, values in obs.items()}
    for number, feature in enumerate(OBS_LAYOUT[array]):
        many[array][number, ..., number] = 3 * feature.scale if feature.scale > 1 else 1 - many[array][number, ..., number]
    before, value = outputs(network, obs)
    after, values = outputs(network, many)
    moved = ((after - before).abs().amax(1) + (values - value).abs()) > 1e-5
    assert moved.all(), [name for name, yes in zip(names, moved) if not yes]


def test_far_numbers_are_cut_off_and_stay_finite(network):
    obs, _ = random_observation(2)
    far = {name: array.clone() for name, array in obs.items()}
    far["combatants"][:, :, index("combatants", "vigor")] = 30_000
    still_further = {name: array.clone() for name, array in far.items()}
    still_further["combatants"][:, :, index("combatants", "vigor")] = 32_000
    assert torch.equal(outputs(network, far)[0], outputs(network, still_further)[0])


def test_first_policy_is_close_to_uniform():
    torch.manual_seed(0)
    obs, mask = random_observation(8)
    logits, _ = outputs(Network(), obs)
    spread = logits.masked_fill(~mask, float("-inf")).softmax(1)
    assert (spread.amax(1) * mask.sum(1) < 1.6).all()


def test_packing_keeps_present_rows_and_legal_squares_only():
    obs, mask = random_observation(6, seed=4)
    packed = pack(obs, mask)
    assert len(packed.combatants.values) == 6 * 6 and len(packed.deeds.values) == 6 * 5 and len(packed.lines.values) == 6 * 3
    rows, squares = packed.squares.at // packed.squares.slots, packed.squares.at % packed.squares.slots
    assert torch.equal(torch.stack([rows, squares], 1), mask[:, A_SQUARE:].nonzero())
    assert torch.equal(packed.squares.values, obs["squares"][rows, squares])
