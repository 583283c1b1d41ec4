"""The network: shapes, what it may depend on and what it may not."""

import pytest
import torch
from training_inputs import feature_names, random_observation, spread_weights

from envs.core import codes as k
from envs.core.codes import A_SQUARE
from envs.encoding.layout import ACTION_ROW, CONCOCTION_ROW, OBS_LAYOUT, action_groups, action_size, index, scales
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


def scores_of(array, rows):
    """The scores (a slice) that belong to rows of an array: `deeds` holds those of the DEED group, then those of the menu's own actions."""
    if rows.start == k.DEED_SLOTS:
        return slice(k.A_MENU + k.OWN_ACTION, k.A_MENU + k.MENU_SIZE)
    start = action_groups(16)[array[:-1]][0]
    return slice(start, start + rows.stop)


@pytest.mark.parametrize("array, first, last", [("combatants", 0, 16), ("deeds", 0, k.DEED_SLOTS), ("deeds", k.DEED_SLOTS, CONCOCTION_ROW), ("lines", 0, 12),
                                                ("effects", 0, 16), ("squares", 0, 256)])
def test_rows_in_another_order_give_the_same_scores_in_that_order(network, array, first, last):
    obs, _ = random_observation(5, seed=1, deeds=20)
    obs["squares"][:] = random_observation(5, seed=2)[0]["squares"] + 1
    order = torch.randperm(last - first, generator=torch.Generator().manual_seed(0))
    every = torch.arange(obs[array].shape[1])
    every[first:last] = first + order
    logits, value = outputs(network, obs)
    other, other_value = outputs(network, reordered(obs, array, every))
    scores = scores_of(array, slice(first, last))
    assert torch.allclose(other[:, scores], logits[:, scores][:, order], atol=1e-4)
    rest = torch.ones(logits.shape[1], dtype=torch.bool)
    rest[scores] = False
    assert torch.allclose(other[:, rest], logits[:, rest], atol=1e-4) and torch.allclose(other_value, value, atol=1e-4)


def test_items_change_places_together_with_the_deeds_of_their_concoctions(network):
    obs, _ = random_observation(5, seed=1, deeds=20, items=6)
    order = torch.randperm(k.ITEM_SLOTS, generator=torch.Generator().manual_seed(1))
    every = torch.cat([torch.arange(CONCOCTION_ROW), CONCOCTION_ROW + order])
    logits, value = outputs(network, obs)
    other, other_value = outputs(network, reordered(reordered(obs, "items", order), "deeds", every))
    scores = slice(k.A_ITEM, k.A_ITEM + k.ITEM_SLOTS)
    assert torch.allclose(other[:, scores], logits[:, scores][:, order], atol=1e-4) and torch.allclose(other_value, value, atol=1e-4)


@pytest.mark.parametrize("first, choice", [(ACTION_ROW, k.A_MENU + k.OWN_ACTION), (CONCOCTION_ROW, k.A_ITEM)])
def test_own_actions_and_concoctions_are_scored_by_what_they_do(network, first, choice):
    """The deed of the third own action, of the concoction in the third item slot, is another one: its score moves, apart from what the trunk makes of it."""
    obs, _ = random_observation(4, seed=6, deeds=36)
    logits, _ = outputs(network, obs)
    swapped = torch.arange(36)
    swapped[[first + 2, first + 5]] = swapped[[first + 5, first + 2]]  # the trunk, a maximum over all deeds, does not see this
    other, _ = outputs(network, reordered(obs, "deeds", swapped))
    moved = (other - logits).abs().amax(0) > 1e-4
    assert set(moved.nonzero().flatten().tolist()) == {choice + 2, choice + 5}


@pytest.mark.parametrize("array", ["combatants", "deeds", "lines", "items", "effects"])
def test_what_stands_in_an_absent_row_does_not_matter(network, array):
    obs, _ = random_observation(4)
    absent = obs[array][:, :, index(array, "present")] == 0
    changed = obs[array].clone()
    changed[absent] = 77
    changed[:, :, index(array, "present")] = obs[array][:, :, index(array, "present")]
    logits, value = outputs(network, obs)
    other, other_value = outputs(network, {**obs, array: changed})
    assert torch.equal(value, other_value) and torch.equal(logits, other)


@pytest.mark.parametrize("array", list(OBS_LAYOUT))
def test_every_feature_reaches_the_output(network, array):
    """One feature after another is changed in a row that is present; the output must notice."""
    obs, _ = random_observation(1, combatants=16, deeds=36, lines=12, items=8, effects=16)
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
    assert len(packed.items.values) == len(packed.effects.values) == 6 * 2
    rows, squares = packed.squares.at // packed.squares.slots, packed.squares.at % packed.squares.slots
    assert torch.equal(torch.stack([rows, squares], 1), mask[:, A_SQUARE:].nonzero())
    assert torch.equal(packed.squares.values, obs["squares"][rows, squares])


@pytest.mark.parametrize("left_out, array, features", [("facts", "squares", ["foes_clear", "threat", "objective_distance"]),
                                                       ("kit", "combatants", ["kit:near_damage", "kit:counter"])])
def test_what_an_ablation_leaves_out_does_not_matter(network, left_out, array, features):
    ablated, (obs, _) = Network(without=(left_out,)), random_observation(4)
    spread_weights(ablated)
    changed = dict(obs, **{array: obs[array].clone()})
    for feature in features:
        changed[array][:, :, index(array, feature)] += 3 * int(scales(array)[index(array, feature)])
    same, other = outputs(ablated, obs), outputs(ablated, changed)
    assert all(torch.equal(a, b) for a, b in zip(same, other))
    assert not torch.allclose(outputs(network, obs)[0], outputs(network, changed)[0])


def test_without_attention_the_asker_sees_the_mean_of_who_is_there():
    ablated, (obs, _) = Network(without=("attention",)), random_observation(3)
    rows, present = torch.randn(3, 16, 48), torch.zeros(3, 16, 1, dtype=torch.bool)
    present[:, [1, 4]] = True
    assert torch.allclose(ablated._look(None, rows, present), (rows[:, 1] + rows[:, 4]) / 2)
    assert torch.isfinite(outputs(ablated, obs)[0]).all()


def test_size_scales_the_layers():
    assert count_weights(Network(size=0.5)) < 0.4 * count_weights(Network()) and count_weights(Network(size=2.0)) > 3 * count_weights(Network())
