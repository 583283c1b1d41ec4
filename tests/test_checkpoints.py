"""The shipped policies: each is written for the encoding of this version, and plays."""

import json

import numpy as np
import pytest

from agents.outlook import STANDARD as OUTLOOK
from agents.policy import STANDARD, PolicyAgent
from envs.battle import Battle
from envs.encoding.signature import encoding_signature
from envs.tables import load_library_encounter

SHIPPED = sorted(STANDARD.parent.glob("*.onnx"))


def test_there_is_a_shipped_policy_and_each_has_its_manifest():
    assert STANDARD in SHIPPED
    assert {path.stem for path in SHIPPED} | {OUTLOOK.stem} == {path.stem for path in STANDARD.parent.glob("*.json")}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_it_was_made_for_the_encoding_of_this_version(path):
    """A changed layout makes every policy stale: train and export anew before that is shipped."""
    made_for = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["encoding"]
    assert made_for == encoding_signature(), f"{path.name} is stale: foemind train {path.stem} --out DIR, then foemind export DIR -o checkpoints/{path.name}"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_it_loads_and_answers(path):
    """Its golden pairs are tested when it loads."""
    battle = Battle(load_library_encounter("duel"), seed=1)
    choice = PolicyAgent(path).choose(battle.tables_row(), battle.record(), battle.mask[None], np.random.default_rng(0))
    assert battle.mask[int(choice[0])]
