"""Small policy files for tests: a hand-made ONNX model that likes the first legal choice, and the manifest that belongs to it."""

import base64
import json
import zlib

import numpy as np
from onnx import TensorProto, helper

from envs.battle import Battle
from envs.encoding.layout import OBS_LAYOUT
from envs.encoding.signature import encoding_signature
from envs.tables import load_library_encounter

SLOPE = -0.01  # logits fall by this from one legal choice to the next


def model(slope=SLOPE, drop_input=None, drop_output=None):
    """The bytes of a model: logits = slope * (number of legal choices up to this one), value = mean of the map's features / 100."""
    flat, rows = ["batch", "features"], ["batch", "rows", "features"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT16, flat if n in ("map", "question") else rows) for n in OBS_LAYOUT if n != drop_input]
    inputs += [helper.make_tensor_value_info("mask", TensorProto.BOOL, ["batch", "actions"])]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "actions"]),
               helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"])]
    constants = [helper.make_tensor("axis", TensorProto.INT64, [], [1]), helper.make_tensor("slope", TensorProto.FLOAT, [], [slope]),
                 helper.make_tensor("never", TensorProto.FLOAT, [], [-1e9]), helper.make_tensor("hundredth", TensorProto.FLOAT, [], [0.01])]
    nodes = [helper.make_node("Cast", ["mask"], ["ones"], to=TensorProto.FLOAT), helper.make_node("CumSum", ["ones", "axis"], ["count"]),
             helper.make_node("Mul", ["count", "slope"], ["scores"]), helper.make_node("Where", ["mask", "scores", "never"], ["logits"]),
             helper.make_node("Cast", ["map"], ["facts"], to=TensorProto.FLOAT),
             helper.make_node("ReduceMean", ["facts"], ["mean"], axes=[1], keepdims=0), helper.make_node("Mul", ["mean", "hundredth"], ["value"])]
    graph = helper.make_graph(nodes, "first", inputs, [o for o in outputs if o.name != drop_output], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8).SerializeToString()


def packed(array, dtype):
    """One array as the manifest keeps it."""
    data = zlib.compress(np.ascontiguousarray(array, dtype).tobytes())
    return {"shape": list(array.shape), "dtype": dtype, "data": base64.b64encode(data).decode("ascii")}


def golden(battle, slope=SLOPE):
    """One golden pair, its outputs worked out by NumPy."""
    inputs = {name: array[None] for name, array in battle.observe().items()}
    logits = slope * np.arange(1, battle.mask.sum() + 1)
    return {"inputs": {name: packed(array, "int16") for name, array in inputs.items()} | {"mask": packed(battle.mask[None], "bool")},
            "outputs": {"logits_legal": logits.tolist(), "value": float(inputs["map"].mean() / 100)}}


def manifest(**changes):
    """A manifest that fits `model()`, some entries replaced."""
    scenario = load_library_encounter("duel")
    battle, pairs = Battle(scenario, seed=1), []
    for _ in range(3):
        pairs.append(golden(battle))
        battle.step(battle.legal()[0])
    return {"format": 1, "encoding": encoding_signature(), "rules": scenario.rules_signature, "content": {"duel": scenario.signature}, "side": 16,
            "config": {}, "seed": 0, "scores": {}, "golden": pairs} | changes


def write_policy(folder, data=None, entries=None, name="first"):
    """Write FILE.onnx and FILE.json; returns the path of the first. `entries`: a dict, or text as it stands."""
    path = folder / f"{name}.onnx"
    path.write_bytes(model() if data is None else data)
    entries = manifest() if entries is None else entries
    path.with_suffix(".json").write_text(entries if isinstance(entries, str) else json.dumps(entries), encoding="utf-8")
    return path
