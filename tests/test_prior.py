"""What greedy makes of the choices, as a further input of a policy (agents/prior.py): true to greedy, from the rollout to the exported file."""

import numpy as np
import onnxruntime
import pytest
import torch
from training_inputs import random_observation, ready_model, spread_weights

from agents.compiled import GreedyAgent
from agents.kernels.greedy import score
from agents.kernels.play import LEAST_PRIOR
from agents.kernels.weights import GREEDY
from agents.policy import PolicyAgent, PolicyError
from agents.kernels.outlook import outlook
from agents.outlook import read_outlook
from agents.prior import OUTLOOK_UNIT, PRIOR_UNIT, see_prior
from envs.core import codes as k
from envs.encoding.layout import action_size
from envs.native import NativeBatch
from envs.opponents import Nobody
from envs.scenarios import resolve
from training import export as ex
from training.config import make_config
from training.evaluate import evaluate, network_choose
from training.network import Network
from training.rows import pack
from training.train import train

TINY = make_config({"encounters": ["duel"], "side": 8, "n_envs": 8, "n_steps": 16, "batch_size": 64, "epochs": 1, "decisions": 128, "prior": "greedy",
                    "opponent": {"greedy": 0.4, "self": 0.4, "earlier": 0.2}, "evaluate_games": 2, "threads": 1})


def positions(n=24, steps=40, seed=3):
    """(batch, whether a row is at a question) at each of some steps of generated fights played by greedy for both sides, a tenth of it by lot."""
    batch, rng, greedy = NativeBatch(resolve("generated"), n, None, Nobody(), "both_seats", 0.0, seed), np.random.default_rng(seed), GreedyAgent()
    batch.reset()
    for _ in range(steps):
        yield batch
        chosen = greedy.choose(batch.tables, batch.states, batch.masks, rng)
        batch.step(np.where(rng.random(n) < 0.1, batch.sample(rng), chosen))


def test_the_best_choices_are_those_among_which_greedy_draws():
    rng, seen = np.random.default_rng(1), 0
    for batch in positions():
        prior = see_prior(batch.tables, batch.states, batch.masks)["prior"]
        chosen = GreedyAgent().choose(batch.tables, batch.states, batch.masks, rng)
        assert (prior[np.arange(batch.n), chosen] == 0).all() and (prior[batch.masks == 0] == 0).all() and (prior <= 0).all()
        alone = ((prior == 0) & (batch.masks != 0)).sum(axis=1) == 1
        seen += int(alone.sum())
    assert seen > 500  # mostly there is one best


def test_a_choice_counts_by_what_greedy_scores_it_below_the_best():
    for batch in positions(n=6, steps=12):
        prior = see_prior(batch.tables, batch.states, batch.masks)["prior"]
        for b in range(batch.n):
            scores, legal = np.zeros(batch.masks.shape[1]), batch.masks[b] != 0
            score(batch.tables[int(batch.states[b].scenario)], batch.states[b], GREEDY, batch.masks[b], scores)
            lost = (scores[legal].max() - scores[legal]) * PRIOR_UNIT
            wanted = np.where(lost == 0, 0, np.maximum(LEAST_PRIOR, -1 - np.floor(lost)))
            assert (prior[b, legal] == wanted).all()


def test_the_outlook_is_told_for_the_side_that_is_asked():
    batch = next(iter(positions(n=12)))
    told = see_prior(batch.tables, batch.states, batch.masks)["outlook"]
    for b in range(batch.n):
        value = outlook(batch.tables[int(batch.states[b].scenario)], batch.states[b], GREEDY, read_outlook())
        assert told[b, 0] == round(OUTLOOK_UNIT * (value if batch.states[b].asked == k.COMPANIONS else -value))
    assert told.dtype == np.int16 and told.std() > 50


def test_some_rows_and_a_single_table_give_the_same_as_all():
    batch = next(iter(positions(n=5)))
    every = see_prior(batch.tables, batch.states, batch.masks)
    some = see_prior(batch.tables, batch.states, batch.masks, np.array([4, 1]))
    number = int(batch.states[4].scenario)
    one = see_prior(batch.tables[number:number + 1], batch.states[4:5], batch.masks[4:5])
    for name, array in every.items():
        assert (some[name] == array[[4, 1]]).all() and (one[name] == array[4:5]).all()


def test_where_nothing_is_asked_there_is_no_prior():
    batch = next(iter(positions(n=2)))
    batch.states.ask[1] = k.OVER
    assert (see_prior(batch.tables, batch.states, batch.masks)["prior"][1] == 0).all()


def test_an_untrained_network_that_is_shown_it_plays_greedys_choices():
    torch.manual_seed(0)
    choose, same, asked = network_choose(Network(prior=True)), 0, 0
    for batch in positions(steps=20):
        prior = see_prior(batch.tables, batch.states, batch.masks)["prior"]
        chosen = choose(batch.observe(batch.rows) | see_prior(batch.tables, batch.states, batch.masks), batch.action_masks())
        same, asked = same + int((prior[np.arange(batch.n), chosen] == 0).sum()), asked + batch.n
    assert same > 0.97 * asked


def with_prior(batch, side):
    """A random observation with a prior, and its mask."""
    obs, mask = random_observation(batch, side, seed=batch)
    generator = torch.Generator().manual_seed(batch)
    prior = -torch.randint(0, 80, mask.shape, generator=generator, dtype=torch.int16)
    outlook = torch.randint(-900, 900, (batch, 1), generator=generator, dtype=torch.int16)
    return obs | {"prior": prior.masked_fill(~mask, 0), "outlook": outlook}, mask


def test_packed_and_whole_observations_agree_where_it_is_legal():
    network, (obs, mask) = spread_weights(Network(prior=True)), with_prior(33, 16)
    with torch.no_grad():
        logits, value = network(obs)
        packed_logits, packed_value = network(pack(obs, mask))
        others, _ = network(obs | {"prior": torch.zeros_like(obs["prior"])})
    assert torch.allclose(logits[mask], packed_logits[mask], atol=1e-4) and torch.allclose(value, packed_value, atol=1e-4)
    with torch.no_grad():
        _, other_value = network(obs | {"outlook": obs["outlook"] + 250})
    assert (logits[mask] - others[mask]).abs().max() > 0.1 and torch.allclose(other_value - value, torch.tensor(0.25), atol=1e-4)


def test_the_rollout_keeps_the_prior_of_every_decision():
    model = ready_model(TINY)
    seen = []
    for _ in range(model.n_steps):
        masks = model.env.unwrapped.batch.action_masks()
        shown = see_prior(model.env.unwrapped.batch.tables, model.env.unwrapped.batch.states, masks)
        assert all((model._last_obs[name] == array).all() for name, array in shown.items())
        seen.append((shown["prior"], masks, shown["outlook"]))
        zeros = torch.zeros(len(masks))
        model.rollout_buffer.add(model._last_obs, masks.argmax(1), np.zeros(len(masks)), np.zeros(len(masks)), zeros, zeros, action_masks=masks)
        model._last_obs = model.env.step(masks.argmax(1))[0]
    model.rollout_buffer._finish()
    prior, masks, outlooks = (np.concatenate(part) for part in zip(*seen))
    numbers = torch.tensor([17, 3, 100])
    kept = model.rollout_buffer.samples(numbers).observations
    legal = kept.prior
    assert (kept.outlook.numpy() == outlooks[numbers]).all()
    assert (legal.values[:, 0].numpy() == np.concatenate([prior[n][masks[n]] for n in numbers])).all()


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """(path, manifest, run) of a run with a prior, its weights drawn wide."""
    folder = tmp_path_factory.mktemp("prior")
    train(TINY, folder / "run", progress=False)
    data = torch.load(folder / "run" / "checkpoint.pt", weights_only=True)
    network = ex.load_network(data["network"], prior=True)
    torch.save(data | {"network": spread_weights(network).state_dict()}, folder / "run" / "checkpoint.pt")
    return folder / "tiny.onnx", ex.export(folder / "run", folder / "tiny.onnx"), network


@pytest.mark.parametrize("batch, side", [(1, 8), (7, 16)])
def test_the_exported_file_answers_like_torch_on_any_batch_and_board(exported, batch, side):
    obs, mask = with_prior(batch, side)
    feed = {name: array.numpy() for name, array in obs.items()} | {"mask": mask.numpy()}
    logits, value = onnxruntime.InferenceSession(exported[0].read_bytes()).run(["logits", "value"], feed)
    with torch.no_grad():
        wanted, wanted_value = exported[2](obs)
    assert logits.shape == (batch, action_size(side))
    assert np.allclose(logits[mask.numpy()], wanted[mask].numpy(), 1e-4, 1e-3) and np.allclose(value, wanted_value.numpy(), 1e-4, 1e-3)


def test_the_agent_shows_its_policy_the_prior(exported):
    path, manifest, network = exported
    agent, batch = PolicyAgent(path), next(iter(positions(n=4)))
    assert manifest["prior"] == "greedy" and all({"prior", "outlook"} < set(pair["inputs"]) for pair in manifest["golden"])
    logits, value = agent.evaluate(agent.observe(batch.tables, batch.states, batch.masks), batch.masks)
    seen = batch.observe(batch.rows) | see_prior(batch.tables, batch.states, batch.masks)
    with torch.no_grad():
        wanted, wanted_value = network({name: torch.from_numpy(array) for name, array in seen.items()})
    legal = batch.masks != 0
    assert np.allclose(logits[legal], wanted.numpy()[legal], 1e-3, 1e-3) and np.allclose(value, wanted_value.numpy(), 1e-3, 1e-3)


def test_a_golden_pair_without_its_prior_is_refused(exported, tmp_path):
    import json
    path, manifest, _ = exported
    (tmp_path / "p.onnx").write_bytes(path.read_bytes())
    pairs = [pair | {"inputs": {name: array for name, array in pair["inputs"].items() if name != "prior"}} for pair in manifest["golden"]]
    (tmp_path / "p.json").write_text(json.dumps(manifest | {"golden": pairs}))
    with pytest.raises(PolicyError, match="golden pair 1 .* is damaged"):
        PolicyAgent(tmp_path / "p.onnx")


def test_scoring_a_policy_shows_it_the_prior_too():
    table = evaluate(network_choose(Network(prior=True)), resolve("duel"), "random", 8, side=8)
    assert table["total"]["win_rate"] > 0.8
