"""Policy files: they play, and whatever is broken, foreign or tampered with is refused in one sentence."""

import base64
import copy
import zlib

import numpy as np
import onnx
import pytest
from onnx import helper
from policy_files import golden, manifest, model, write_policy

from agents import AgentError, make_agent
from agents.policy import PolicyAgent, PolicyError
from envs.battle import Battle
from envs.core import codes as k
from envs.core.record import new_encounters
from envs.tables import load_library_encounter

SCENARIO = load_library_encounter("duel")
GOOD = manifest()


def changed(**entries):
    return copy.deepcopy(GOOD) | entries


def without(entry):
    return {name: value for name, value in GOOD.items() if name != entry}


def with_golden(change):
    """The good manifest, its second golden pair changed in place."""
    entries = copy.deepcopy(GOOD)
    change(entries["golden"][1])
    return entries


def batch(n):
    """States (n,) and masks of n different duels a few random choices in."""
    states, masks = new_encounters(n), []
    for b in range(n):
        battle, rng = Battle(SCENARIO, seed=b), np.random.default_rng(b)
        for _ in range(3):
            battle.step(int(rng.choice(battle.legal())))
        states[b] = battle.state
        masks.append(battle.mask)
    return states, np.array(masks)


def test_the_best_choice_of_every_row_is_taken(tmp_path):
    agent = make_agent(f"policy:{write_policy(tmp_path)}")
    states, masks = batch(7)
    choices = agent.choose(SCENARIO.tables, states, masks, np.random.default_rng(0))
    assert np.array_equal(choices, masks.argmax(axis=1))  # the model likes the first legal choice


def test_observations_reach_the_model(tmp_path):
    agent = PolicyAgent(write_policy(tmp_path))
    battle = Battle(SCENARIO, seed=2)
    observation = {name: array[None] for name, array in battle.observe().items()}
    logits, value = agent.evaluate(observation, battle.mask[None])
    assert value[0] == pytest.approx(observation["map"].mean() / 100, abs=1e-5)
    assert np.isneginf(logits[0][~battle.mask]).all() and np.isfinite(logits[0][battle.mask]).all()


def test_draws_follow_the_probabilities_and_the_generator(tmp_path):
    agent = PolicyAgent(write_policy(tmp_path, model(-1.0), changed(golden=[_steep(pair) for pair in GOOD["golden"]])), deterministic=False)
    states, masks = batch(1)
    n = 4000
    many, all_masks = np.repeat(states, n).view(np.recarray), np.repeat(masks, n, axis=0)
    choices = agent.choose(SCENARIO.tables, many, all_masks, np.random.default_rng(5))
    legal = np.flatnonzero(masks[0])
    expected = np.exp(-np.arange(len(legal))) / np.exp(-np.arange(len(legal))).sum()
    shares = np.array([(choices == c).mean() for c in legal])
    assert np.abs(shares - expected).max() < 0.035  # four standard errors
    assert np.array_equal(choices, agent.choose(SCENARIO.tables, many, all_masks, np.random.default_rng(5)))


def _steep(pair):
    pair = copy.deepcopy(pair)
    pair["outputs"]["logits_legal"] = [100 * x for x in pair["outputs"]["logits_legal"]]
    return pair


def test_actions_that_it_was_not_trained_with_are_left_alone(tmp_path):
    """The hand-made model likes the first legal choice; with a menu that lacks it the next known one is taken, and advice says so."""
    battle = Battle(SCENARIO, seed=2)
    while battle.ask != k.ASK_ACTION or battle.legal()[1] != k.A_MENU + k.MOVE:
        battle.step(battle.legal()[-1])
    plain = PolicyAgent(write_policy(tmp_path, data=model(slope=0.01), entries=changed(golden=golden_of(0.01))))
    menu = PolicyAgent(write_policy(tmp_path, data=model(slope=0.01), name="menu", entries=changed(menu=["end turn", "move"], golden=golden_of(0.01))))
    choose = [int(agent.choose(battle.tables_row(), battle.record(), battle.mask[None], np.random.default_rng(0))[0]) for agent in (plain, menu)]
    assert choose == [battle.legal()[-1], k.A_MENU + k.MOVE] and choose[0] != choose[1]
    assert not plain.unknown and "knows only end turn, move" in " ".join(menu.notes(SCENARIO))


def golden_of(slope):
    """Golden pairs of a model with another slope."""
    battle = Battle(SCENARIO, seed=1)
    return [golden(battle, slope)]


def test_other_rules_and_content_are_named_not_refused(tmp_path):
    agent = PolicyAgent(write_policy(tmp_path, entries=changed(rules="0" * 64, content={"duel": "1" * 64})))
    notes = agent.notes(SCENARIO)
    assert len(notes) == 2 and "other rules (000000000000)" in notes[0] and "not trained on this encounter" in notes[1]
    assert PolicyAgent(write_policy(tmp_path)).notes(SCENARIO) == []


def _external():
    """A model whose weights lie in another file: it could make the reader open any path."""
    proto = onnx.load_from_string(model())
    proto.graph.initializer[1].CopyFrom(helper.make_tensor("slope", onnx.TensorProto.FLOAT, [1], np.zeros(1, np.float32).tobytes(), raw=True))
    onnx.external_data_helper.set_external_data(proto.graph.initializer[1], location="weights.bin")
    proto.graph.initializer[1].ClearField("raw_data")
    return proto.SerializeToString()


MODELS = {
    "empty": (b"", "not a model that loads"), "text": (b"this is no model", "not a model that loads"),
    "cut short": (model()[:200], "not a model that loads"), "pickle": (b"\x80\x04\x95\x00.", "not a model that loads"),
    "weights in another file": (_external(), "not a model that loads"),
    "an input missing": (model(drop_input="lines"), "takes the inputs"), "an output missing": (model(drop_output="value"), "no output value"),
    "another model": (model(slope=-0.02), "does not give the answers that its manifest records"),
}


@pytest.mark.parametrize("kind", MODELS)
def test_a_broken_model_is_refused(tmp_path, kind):
    data, part = MODELS[kind]
    refused(write_policy(tmp_path, data), part)


def _set(*path):
    """A change of one entry of a golden pair: keys, then the value."""
    def change(pair):
        for key in path[:-2]:
            pair = pair[key]
        pair[path[-2]] = path[-1]
    return change


def _bomb(pair):
    pair["inputs"]["map"]["data"] = base64.b64encode(zlib.compress(bytes(50_000_000))).decode("ascii")


MANIFESTS = {
    "not JSON": ("{", "is not JSON"), "a list": ("[]", "not a JSON object"), "binary": ("\x00\x01", "is not JSON"),
    "no format": (without("format"), "entry 'format'"), "no encoding": (without("encoding"), "entry 'encoding'"),
    "no rules": (without("rules"), "entry 'rules'"), "no content": (without("content"), "entry 'content'"),
    "no side": (without("side"), "entry 'side'"),
    "no golden pairs": (without("golden"), "entry 'golden'"), "a flag for a number": (changed(side=True), "entry 'side'"),
    "another format": (changed(format=2), "reads format 1"),
    "another encoding": (changed(encoding="f" * 16), "made for another encoding (ffffffffffff)"),
    "a board of no side": (changed(side=0), "boards go from"), "a giant board": (changed(side=10**9), "boards go from"),
    "an empty list of pairs": (changed(golden=[]), "must have 1 to 64"), "too many pairs": (changed(golden=GOOD["golden"] * 40), "must have 1 to 64"),
    "a pair that is a number": (changed(golden=[7]), "golden pair 1"),
    "an array missing": (with_golden(lambda p: p["inputs"].pop("deeds")), "golden pair 2"),
    "data that is not base64": (with_golden(_set("inputs", "map", "data", "§§")), "golden pair 2"),
    "data that is not packed": (with_golden(_set("inputs", "map", "data", "AAAA")), "golden pair 2"),
    "data that unpacks to too much": (with_golden(_bomb), "golden pair 2"),
    "another shape": (with_golden(_set("inputs", "mask", "shape", [1, 3])), "golden pair 2"),
    "another kind of number": (with_golden(_set("inputs", "map", "dtype", "float32")), "golden pair 2"),
    "too few logits": (with_golden(lambda p: p["outputs"]["logits_legal"].pop()), "does not give the answers"),
    "a logit that is off": (with_golden(_set("outputs", "logits_legal", 0, 0.5)), "does not give the answers"),
    "a value that is off": (with_golden(_set("outputs", "value", 0.7)), "does not give the answers"),
    "a value that is text": (with_golden(_set("outputs", "value", "high")), "golden pair 2"),
    "no outputs": (with_golden(lambda p: p.pop("outputs")), "golden pair 2"),
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_broken_manifest_is_refused(tmp_path, kind):
    entries, part = MANIFESTS[kind]
    refused(write_policy(tmp_path, entries=entries), part)


def test_missing_files_are_refused(tmp_path):
    refused(tmp_path / "none.onnx", "there is no policy file")
    path = write_policy(tmp_path)
    path.with_suffix(".json").unlink()
    refused(path, "no readable manifest")


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "folder.onnx").mkdir()
    refused(tmp_path / "folder.onnx", "there is no policy file")


def refused(path, part):
    """One sentence that names the file, and nothing plays instead."""
    with pytest.raises(PolicyError) as error:
        PolicyAgent(path)
    text = str(error.value)
    assert part in text and path.stem in text and "\n" not in text and len(text) < 600


@pytest.mark.parametrize("name, part", [("grredy", "did you mean 'greedy'?"), ("", "there is no agent"), ("policy:", "ends at the colon; write policy:FILE.onnx"),
                                        ("search:", "write search:200, or search alone"), ("greedy:", "write greedy alone"), (":", "ends at the colon"),
                                        ("random:7", "takes nothing after a colon")])
def test_an_unknown_agent_is_refused(name, part):
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_random_choices_are_legal_and_even():
    agent, (states, masks) = make_agent("random"), batch(1)
    n = 6000
    choices = agent.choose(SCENARIO.tables, np.repeat(states, n).view(np.recarray), np.repeat(masks, n, axis=0), np.random.default_rng(1))
    legal = np.flatnonzero(masks[0])
    counts = np.array([(choices == c).sum() for c in legal])
    assert counts.sum() == n and np.abs(counts / n - 1 / len(legal)).max() < 0.03
