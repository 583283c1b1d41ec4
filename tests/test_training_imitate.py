"""Imitation: the teacher's choices are what is stored and learned, and cut-off fights are bootstrapped here too."""

import numpy as np
import pytest
import torch
from training_inputs import ready_model

from training import imitate, rollout, runs
from training.config import make_config
from training.meter import Fights
from training.train import train

CONFIG = make_config({"encounters": ["duel"], "side": 8, "n_envs": 16, "n_steps": 16, "batch_size": 64, "epochs": 3, "learning_rate": 3e-3,
                      "evaluate_games": 0, "threads": 1, "decisions": 100_000})


@pytest.fixture
def model():
    return ready_model(CONFIG)


def collect(model, own):
    answer = imitate.by_teacher(model, model.env.unwrapped.batch, imitate.teacher("greedy"), own, np.random.default_rng(0))
    rollout.collect(model, model.env, Fights(), answer)
    return model.rollout_buffer


def test_what_is_stored_is_the_teachers_choice_for_that_position(model):
    batch, teacher = model.env.unwrapped.batch, imitate.teacher("greedy")
    first = teacher.choose(batch.tables, batch.states.copy(), batch.action_masks(), np.random.default_rng(0))
    buffer = collect(model, own=1.0)  # the network plays, the teacher is stored
    assert (buffer.actions[0, :, 0] == first).all()
    flat, masks = buffer.actions.reshape(-1), buffer.action_masks.reshape(-1, buffer.mask_dims)
    assert masks[np.arange(len(flat)), flat].all() and buffer.full and model.num_timesteps == 256


def test_the_network_learns_to_agree(model):
    shares = []
    for _ in range(10):
        collect(model, own=0.3)
        imitate.learn(model)
        shares.append(model.logger.name_to_value["train/agreement"])
    assert np.mean(shares[-3:]) > max(0.7, shares[0] + 0.1), shares


def test_only_fights_that_were_cut_off_are_bootstrapped(model):
    observation = {name: array[0] for name, array in model._last_obs.items()}
    with torch.no_grad():
        for layer in (model.policy.network.value_first, model.policy.network.value):
            layer.bias += 0.7
        value = model.policy.predict_values(model.policy.obs_to_tensor(observation)[0]).item()
    infos = [{}, {"TimeLimit.truncated": True, "terminal_observation": observation},
             {"TimeLimit.truncated": False, "terminal_observation": observation}]
    side = int(rollout.side_asked(observation))
    assert rollout.bootstrap(model.policy, infos, np.full(3, side)) == pytest.approx([0.0, value, 0.0], abs=1e-5) and abs(value) > 0.1
    other = rollout.bootstrap(model.policy, infos, np.full(3, 1 - side))  # the side that answered is not the one whose view it is
    assert other == pytest.approx([0.0, -value, 0.0], abs=1e-5)


def test_a_run_goes_from_imitation_to_play(tmp_path):
    config = make_config({**vars(CONFIG), "encounters": ["duel"], "decisions": 1024, "imitate_share": 0.5, "target_kl": 100.0})  # no update stops early
    summary = train(config, tmp_path / "run", progress=False)
    assert summary["decisions"] == 1024 and summary["updates"] == 4 * config.epochs
    assert runs.load_checkpoint(tmp_path / "run")["progress"].fights == summary["fights"]
