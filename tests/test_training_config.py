"""Configurations: each fault is one sentence that names the file, the entry and the remedy."""

import re
import tomllib
from pathlib import Path

import pytest

from training.config import CONFIGS, FIELDS, Config, ConfigError, as_dict, change, load_config, make_config

SHIPPED = sorted(path.stem for path in CONFIGS.glob("*.toml"))
FAULTS = {
    "unknown entry": ("encounters = ['duel']\nlearnin_rate = 1", "'learnin_rate'", "did you mean 'learning_rate'"),
    "far from any entry": ("encounters = ['duel']\nzzz = 1", "'zzz'", "the entries are"),
    "no encounters": ("minutes = 2", "'encounters'", "name at least one"),
    "empty encounters": ("encounters = []", "'encounters'", "name at least one"),
    "encounters not a list": ("encounters = 'duel'", "encounters", "a list of names"),
    "an encounter twice": ("encounters = ['duel', 'duel']", "encounters", "name each once"),
    "unseen holds a number": ("encounters = ['duel']\nunseen = [3]", "unseen", "a list of names"),
    "no such learner": ("encounters = ['duel']\nlearner = 'everybody'", "learner", "both_seats"),
    "no such board": ("encounters = ['duel']\nside = 12", "side", "8, 16, 32"),
    "no such opponent": ("encounters = ['duel']\nopponent = 'clever'", "'clever'", "random, role, greedy, self or earlier"),
    "nothing to leave out": ("encounters = ['duel']\nwithout = ['walls']", "'walls'", "facts, kit, attention"),
    "a rival that never plays": ("encounters = ['duel']\nrival = 'a.onnx'", "rival", "earlier = 1.0"),
    "a start that is no text": ("encounters = ['duel']\nstart = 3", "start", "a run folder"),
    "no such suite to watch": ("encounters = ['duel']\nwatch = 'held-out'", "watch", "held-in"),
    "no opponent": ("encounters = ['duel']\nopponent = {}", "opponent", "a table of weights"),
    "negative weight": ("encounters = ['duel']\nopponent = { random = -1 }", "'random'", "0 or more"),
    "weights all zero": ("encounters = ['duel']\nopponent = { random = 0 }", "opponent", "above 0"),
    "text for a number": ("encounters = ['duel']\nminutes = 'two'", "minutes", "a number"),
    "fraction for a whole number": ("encounters = ['duel']\nepochs = 2.5", "epochs", "a whole number"),
    "truth for a number": ("encounters = ['duel']\nepochs = true", "epochs", "a whole number"),
    "too large": ("encounters = ['duel']\ngamma = 1.5", "gamma", "at most 1.0"),
    "too small": ("encounters = ['duel']\nn_envs = 0", "n_envs", "at least 1"),
    "not a number": ("encounters = ['duel']\nminutes = nan", "minutes", "at least"),
    "not TOML": ("encounters = [", "TOML", "mend it"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_sentence_with_file_entry_and_remedy(tmp_path, fault):
    text, entry, remedy = FAULTS[fault]
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        load_config(file)
    message = str(error.value)
    assert str(file) in message and entry in message and remedy in message and "\n" not in message


def test_a_missing_file_names_the_shipped_configurations():
    with pytest.raises(ConfigError, match="duel, exploit, quick, standard"):
        load_config("nowhere")


def test_bytes_that_are_no_text_are_a_fault(tmp_path):
    (tmp_path / "my.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="TOML"):
        load_config(tmp_path / "my.toml")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_configurations_load_by_name_and_read_back(name):
    config = load_config(name)
    assert isinstance(config, Config) and config.gamma == 1.0 and 0.9 <= config.gae_lambda <= 1.0
    assert make_config(as_dict(config)) == config


def test_limits_replace_and_are_checked():
    config = make_config({"encounters": ["duel"]})
    assert change(config, minutes=3, decisions=None).minutes == 3.0
    with pytest.raises(ConfigError, match="minutes"):
        change(config, minutes=0)


def test_a_bare_opponent_is_a_weight_of_one():
    assert make_config({"encounters": ["duel"], "opponent": "greedy"}).opponent == {"greedy": 1.0}


def test_the_page_has_every_entry_with_its_default():
    page = (Path(__file__).resolve().parent.parent / "docs" / "training.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", page.partition("## The entries of a configuration\n")[2], flags=re.M)
    assert [name for name, _, _ in rows] == list(FIELDS) and all(len(words) > 10 for _, _, words in rows)
    defaults = as_dict(make_config({"encounters": ["duel"]}))
    assert rows[0][1] == "required"
    assert {name: tomllib.loads(f"x = {default.strip('`')}")["x"] for name, default, _ in rows[1:]} == {n: v for n, v in defaults.items() if n != "encounters"}
