"""Export a trained run as ONNX with a manifest; the file is written only after it has answered like torch on positions from real play."""

import base64
import json
import logging
import platform
import warnings
import zlib
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.export import Dim

from agents.policy import PRIOR
from envs.core import codes as k
from envs.core.codes import A_SQUARE
from envs.encoding.layout import OBS_LAYOUT
from envs.encoding.signature import encoding_signature

from . import runs
from .network import Network, count_weights, shape
from .policy import NEVER
from .shown import WithPrior

FORMAT = 1
INPUTS = tuple(OBS_LAYOUT)  # map, question, combatants, deeds, lines, items, effects, squares; then the mask
TOLERANCE = 1e-3  # absolute and relative
MAX_BYTES = 2_000_000
GOLDEN = 4  # pairs kept in the manifest
RECORDED_STEPS, RECORDED_ENVS = 60, 16


class ExportError(runs.RunError):
    """A policy that cannot be exported; nothing was written."""


class Exported(nn.Module):
    """What the file computes: observation, mask and the prior of a network that is shown one in, masked logits float32 (B, actions) and value float32 (B,) out."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, map, question, combatants, deeds, lines, items, effects, squares, mask, prior=None, outlook=None):
        obs = {"map": map, "question": question, "combatants": combatants, "deeds": deeds, "lines": lines, "items": items, "effects": effects,
               "squares": squares, "prior": prior, "outlook": outlook}
        logits, value = self.network(obs)
        return torch.where(mask, logits, torch.full_like(logits, NEVER)), value


def export(run_dir, out_path):
    """Export the run in `run_dir` to `out_path` (.onnx) and its manifest beside it (.json); returns the manifest as a dict.

    RunError when the run cannot be read, ExportError when the file would not answer like torch or is too large.
    """
    from .train import load_encounters

    out_path = Path(out_path)
    if out_path.suffix != ".onnx":
        raise ExportError(f"{out_path}: the name of a policy file must end in .onnx, so that its manifest can stand beside it.")
    if out_path.is_dir() or out_path.with_suffix(".json").is_dir():
        raise ExportError(f"{out_path}: a folder stands where the policy file or its manifest should go; choose another name.")
    saved, summary = runs.load_checkpoint(run_dir), read_summary(run_dir)
    best = runs.load_best(run_dir)
    network = load_network(best[0] if best else saved["network"], **shape(saved["config"]))
    scenarios = load_encounters(saved["config"].encounters, saved["folder"], saved["config"].withhold)
    observation, masks = record(network, scenarios, saved["config"].side, saved["seed"])
    model = to_onnx(network, observation, masks)
    check_parity(model, network, observation, masks)
    manifest = make_manifest(saved, summary, scenarios, network, observation, masks, len(model)) | look_of(best)
    runs.write_json(out_path.with_suffix(".json"), manifest)
    runs.replace_file(out_path, lambda temporary: temporary.write_bytes(model))
    return manifest


def look_of(best):
    """Of a watched run (what `runs.load_best` gave): when its best network was looked at and what it won then, in place of when the run ended."""
    return {"decisions": best[1]["decisions"], "seconds": best[1]["seconds"], "watched": best[1]} if best else {}


def load_network(weights, **made_of):
    """The trained `Network` of a state dict, ready to be asked. made_of: as for `Network`."""
    network = Network(**made_of)
    try:
        network.load_state_dict(weights)
    except (KeyError, RuntimeError, AttributeError, TypeError) as fault:
        raise ExportError(f"the checkpoint does not hold this version's network ({str(fault).splitlines()[0][:80]}); train anew.") from None
    if not all(torch.isfinite(p).all() for p in network.parameters()):
        raise ExportError("the checkpoint's weights are not all finite; resume from an older run or train anew.")
    return network.eval()


def read_summary(run_dir):
    """What run.json holds; an empty dict when the run has not written one yet."""
    path = Path(run_dir) / runs.SUMMARY
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        raise ExportError(f"{path}: the summary of the run cannot be read ({fault}); resume the run so that it is written again.") from None


def record(network, scenarios, side, seed):
    """(observation dict of int16 arrays, masks bool) of positions from real play, both seats, the network choosing by its probabilities."""
    from envs.sb3_env import FoemindVecEnv

    from .evaluate import network_choose

    choose, seen, masks = network_choose(network, deterministic=False, seed=seed), [], []
    env = FoemindVecEnv(scenarios, n_envs=RECORDED_ENVS, side=side, opponent="random", learner="both_seats", shaping=0.0, seed=seed)
    env = WithPrior(env) if choose.prior else env
    observation = env.reset()
    for _ in range(RECORDED_STEPS):
        mask = env.unwrapped.action_masks()
        seen.append({name: np.array(array) for name, array in observation.items()})
        masks.append(np.array(mask, bool))
        observation = env.step(choose(observation, mask))[0]
    env.close()
    return {name: np.concatenate([o[name] for o in seen]) for name in observation}, np.concatenate(masks)


def to_onnx(network, observation, masks):
    """The bytes of an ONNX model with any batch size and any number of squares."""
    example = tuple(torch.from_numpy(array[:3]) for array in in_order(observation, masks).values())
    batch, squares = Dim("batch"), Dim("squares")
    shapes = {name: {0: batch} for name in in_order(observation, masks)} | {"squares": {0: batch, 1: squares}, "mask": {0: batch, 1: squares + A_SQUARE}}
    if "prior" in observation:
        shapes["prior"] = shapes["mask"]  # the outlook's have only the batch axis
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of every optional package that is not there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's notes on its own deprecated calls
        program = torch.onnx.export(Exported(network).eval(), example, dynamo=True, input_names=list(shapes), output_names=["logits", "value"],
                                    dynamic_shapes=shapes, verbose=False)
    model = without_notes(program.model_proto).SerializeToString()
    if len(model) > MAX_BYTES:
        raise ExportError(f"the exported policy has {len(model)} bytes, more than {MAX_BYTES}; make the network smaller.")
    return model


def in_order(observation, masks):
    """The inputs of a model by name, in the order in which `Exported` takes them."""
    return {name: observation[name] for name in INPUTS} | {"mask": masks} | {name: observation[name] for name in PRIOR if name in observation}


def without_notes(proto):
    """The model without the exporter's remarks: they hold stack traces with the paths of the machine that exported it."""
    del proto.metadata_props[:]
    for part in (proto.graph, *proto.graph.node, *proto.graph.value_info, *proto.graph.input, *proto.graph.output, *proto.graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    return proto


def run_onnx(model, observation, masks):
    """(logits, value) of a model given as bytes, by onnxruntime."""
    import onnxruntime

    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    return session.run(["logits", "value"], in_order(observation, masks))


def run_torch(network, observation, masks):
    """(logits, value) of the network as NumPy arrays."""
    with torch.no_grad():
        logits, value = Exported(network)(*map(torch.from_numpy, in_order(observation, masks).values()))
    return logits.numpy(), value.numpy()


def check_parity(model, network, observation, masks):
    """ExportError unless the model answers like torch on every recorded position, all at once and one alone."""
    for rows in (slice(None), slice(0, 1)):
        some, mask = {name: array[rows] for name, array in observation.items()}, masks[rows]
        for name, got, want in zip(("logits", "values"), run_onnx(model, some, mask), run_torch(network, some, mask)):
            if got.shape != want.shape or not np.allclose(got, want, TOLERANCE, TOLERANCE):
                worst = np.abs(got - want).max() if got.shape == want.shape else "another shape"
                raise ExportError(f"the exported policy does not answer like torch: its {name} differ by {worst}; nothing was written.")


def make_manifest(saved, summary, scenarios, network, observation, masks, size):
    """What stands beside the file: what the policy was made for, from what, how good it is, and pairs to test it by."""
    import onnx
    import onnxscript

    return {"format": FORMAT, "encoding": encoding_signature(), "rules": scenarios[0].rules_signature,
            "content": {scenario.name: scenario.signature for scenario in scenarios}, "side": saved["config"].side, "prior": saved["config"].prior,
            "menu": played_menu(scenarios), "config": runs.as_dict(saved["config"]), "seed": saved["seed"], "decisions": saved["progress"].decisions,
            "seconds": round(saved["progress"].seconds, 1), "scores": summary.get("scores", {}), "weights": count_weights(network), "bytes": size,
            "versions": {"python": platform.python_version(), "torch": torch.__version__, "onnx": onnx.__version__,
                         "onnxscript": onnxscript.__version__},
            "tolerance": TOLERANCE, "golden": [golden(network, observation, masks, number) for number in golden_numbers(masks)]}


def played_menu(scenarios):
    """The menu entries that some training encounter plays: a policy leaves the others alone."""
    from envs.scenarios import examples

    scenarios = examples(scenarios)
    own = any((scenario.tables[0].roster["own_actions"] != k.NONE).any() for scenario in scenarios)
    return [name for n, name in enumerate(k.MENU_NAMES) if any(scenario.tables[0].actions[n]["used"] for scenario in scenarios) or (own and n >= k.OWN_ACTION)]


def golden_numbers(masks):
    """A few recorded positions that differ in kind: at least one that asks for a square, when there is one."""
    squares = masks[:, A_SQUARE:].any(1)
    first = list(np.flatnonzero(squares)[:1]) + list(np.flatnonzero(~squares)[:1])
    spread = np.linspace(0, len(masks) - 1, 3 * GOLDEN).astype(int)
    return list(dict.fromkeys([int(n) for n in first + list(spread)]))[:GOLDEN]


def golden(network, observation, masks, number):
    """One golden pair: the inputs packed, the logits of the legal choices in index order, the value."""
    inputs = {name: array[number:number + 1] for name, array in observation.items()}
    mask = masks[number:number + 1]
    logits, value = run_torch(network, inputs, mask)
    packed = {name: _packed(array, "int16") for name, array in inputs.items()} | {"mask": _packed(mask, "bool")}
    return {"inputs": packed, "outputs": {"logits_legal": [float(x) for x in logits[mask]], "value": float(value[0])}}


def _packed(array, dtype):
    data = zlib.compress(np.ascontiguousarray(array, dtype).tobytes(), 9)
    return {"shape": list(array.shape), "dtype": dtype, "data": base64.b64encode(data).decode("ascii")}
