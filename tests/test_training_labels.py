"""Learning from labels of a search (training/distil.py)."""

import numpy as np
import pytest
import torch

from envs.core import codes as k
from training import distil, labels
from training.config import ConfigError, make_config
from training.fights import keep
from training.train import load_encounters, make_env, make_model, train


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with one file of labels."""
    path, share = tmp_path_factory.mktemp("labels"), labels.SHARE
    labels.SHARE = 0.02
    keep(lambda first: labels.label_fights(first, labels.by_search("6"), labels.SHARE), 40, path)
    labels.SHARE = share
    return path


@pytest.fixture
def model():
    config = make_config({"encounters": ["duel"], "n_envs": 4, "n_steps": 8, "batch_size": 64})
    made = make_model(config, make_env(config, load_encounters(config.encounters, "."), 0), 0)
    made._setup_learn(1000)
    return made


def test_a_shelf_holds_what_the_search_tried(folder):
    shelf = distil.Labels(folder, 16).draw()
    with np.load(folder / "40.npz") as data:
        kept = dict(data)
    numbers = torch.tensor([5, 0, 17])
    packed, masks, targets, values = shelf.samples(numbers)
    assert packed.batch == 3 and len(shelf) == len(kept["value"])
    for row, number in enumerate(numbers.tolist()):
        tried = kept["choices"][number] >= 0
        assert targets[row].sum() == pytest.approx(1.0, abs=1e-5) and (targets[row][~masks[row]] == 0).all()
        assert targets[row, kept["choices"][number][tried]].numpy() == pytest.approx(kept["shares"][number][tried])
        assert values[row] == pytest.approx((kept["value"][number] + kept["end"][number]) / 2)
        assert int(masks[row].sum()) > 1 and kept["states"]["ask"][number] != k.OVER


def test_learning_brings_the_network_nearer_to_the_labels(folder, model):
    shelf = distil.Labels(folder, 16)
    rates = []
    for _ in range(6):
        assert distil.learn(model, shelf) == distil.SHELVES * len(shelf.draw())
        rates.append(model.logger.name_to_value["train/label_loss"])
    assert rates[-1] < 0.8 * rates[0]


def test_a_folder_without_labels_is_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match="no labels in .*python -m training.labels"):
        distil.Labels(tmp_path, 16)


def test_labels_for_another_board_are_one_sentence(folder):
    with pytest.raises(ConfigError, match="boards of 16 squares and side is 8; set side"):
        distil.Labels(folder, 8).draw()


@pytest.mark.parametrize("entries, said", [({"labels_share": 0.2}, "no entry labels"), ({"labels": 3}, "must be a folder"), ({"labels_share": 2.0}, "out of range")])
def test_entries_that_cannot_be_are_named(entries, said):
    with pytest.raises(ConfigError, match=said):
        make_config({"encounters": ["duel"]} | entries)


def test_a_run_learns_from_labels_and_then_from_play(folder, tmp_path):
    count = len(distil.Labels(folder, 16).draw())
    config = make_config({"encounters": ["duel"], "n_envs": 4, "n_steps": 8, "batch_size": 64, "epochs": 1, "evaluate_games": 0, "threads": 1,
                          "labels": str(folder), "labels_share": 0.4, "decisions": 8 * count + 64})
    summary = train(config, tmp_path / "run", seed=1, progress=False)
    assert summary["decisions"] >= config.decisions and (summary["decisions"] - distil.SHELVES * count) % 32 == 0
