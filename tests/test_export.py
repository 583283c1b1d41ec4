"""The exported file answers like torch on any batch and board, says what it is, and is not written when it does not."""

import json

import numpy as np
import onnxruntime
import pytest
import torch
from training_inputs import random_observation, spread_weights

from agents.policy import PolicyAgent
from envs.encoding.layout import action_size
from training import export as ex
from training import runs
from training.config import make_config
from training.train import train

TINY = make_config({"encounters": ["duel"], "side": 8, "n_envs": 8, "n_steps": 16, "batch_size": 64, "epochs": 1, "decisions": 128,
                    "evaluate_games": 2, "threads": 1})


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "tiny"
    train(TINY, out, progress=False)
    data = torch.load(out / "checkpoint.pt", weights_only=True)
    network = ex.Network()
    network.load_state_dict(data["network"])
    torch.save(data | {"network": spread_weights(network).state_dict()}, out / "checkpoint.pt")  # so that every part of the network counts
    return out


@pytest.fixture(scope="module")
def exported(run, tmp_path_factory):
    """(path, manifest) of the exported run."""
    path = tmp_path_factory.mktemp("policy") / "tiny.onnx"
    return path, ex.export(run, path)


def arrays(batch, side, seed=0):
    obs, mask = random_observation(batch, side, seed)
    return {name: array.numpy() for name, array in obs.items()}, mask.numpy()


@pytest.mark.parametrize("batch", [1, 7])
@pytest.mark.parametrize("side", [8, 16, 32])
def test_it_answers_like_torch_on_any_batch_and_board(run, exported, batch, side):
    obs, mask = arrays(batch, side, seed=batch)
    session = onnxruntime.InferenceSession(exported[0].read_bytes())
    logits, value = session.run(["logits", "value"], {**obs, "mask": mask})
    want, want_value = ex.run_torch(ex.load_network(runs.load_network(run)), obs, mask)
    assert logits.shape == (batch, action_size(side)) and value.shape == (batch,)
    assert np.allclose(logits, want, 1e-4, 1e-3) and np.allclose(value, want_value, 1e-4, 1e-3)
    assert (logits[~mask] == -1e9).all() and (logits[mask] > -1e6).all()
    assert np.abs(want[mask]).max() > 0.5


def test_the_manifest_says_what_it_is(run, exported):
    path, manifest = exported
    assert manifest == json.loads(path.with_suffix(".json").read_text())
    assert manifest["format"] == 1 and manifest["side"] == 8 and manifest["decisions"] == 128 and manifest["bytes"] == path.stat().st_size < 2_000_000
    assert manifest["config"]["encounters"] == ["duel"] and set(manifest["content"]) == {"duel"}
    assert {"encoding", "rules", "seed", "scores", "weights", "versions"} <= set(manifest)
    assert manifest["scores"]["training"]["random"]["total"]["games"] == 2
    assert 2 <= len(manifest["golden"]) <= 8 and any(len(pair["outputs"]["logits_legal"]) > 1 for pair in manifest["golden"])


def test_the_judges_agent_accepts_it(exported):
    agent = PolicyAgent(exported[0])
    assert agent.side == 8


def test_nothing_in_it_names_the_machine(exported):
    data = exported[0].read_bytes()
    assert b".py" not in data and b"site-packages" not in data and str(exported[0].parent).encode() not in data


def test_a_file_that_answers_otherwise_is_not_written(run, tmp_path, monkeypatch):
    """The model is exported from other weights than those that it is compared with."""
    true_export = ex.to_onnx
    monkeypatch.setattr(ex, "to_onnx", lambda network, *rest: true_export(spread_weights(ex.Network(), seed=9), *rest))
    with pytest.raises(ex.ExportError, match="does not answer like torch"):
        ex.export(run, tmp_path / "bad.onnx")
    assert list(tmp_path.iterdir()) == []


def test_another_ending_is_refused(run, tmp_path):
    with pytest.raises(ex.ExportError, match="must end in .onnx"):
        ex.export(run, tmp_path / "policy.bin")


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(runs.RunError, match="no checkpoint"):
        ex.export(tmp_path, tmp_path / "policy.onnx")


def test_a_broken_summary_is_refused(run, tmp_path):
    (tmp_path / "checkpoint.pt").write_bytes((run / "checkpoint.pt").read_bytes())
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(ex.ExportError, match="run.json"):
        ex.export(tmp_path, tmp_path / "policy.onnx")
