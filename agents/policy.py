"""A trained policy: an ONNX file and the JSON manifest beside it, run by onnxruntime alone.

Nothing in either file is executed or unpickled. The file is read whole from memory, so it cannot point at other files. It must be written
for this build's encoding and must answer the manifest's golden pairs; a policy made under other rules or content is used, and says so.
"""

from math import isqrt
from pathlib import Path

import numpy as np

from envs.core.codes import A_MENU, A_SQUARE, MENU_NAMES, MENU_SIZE
from envs.encoding.layout import OBS_LAYOUT, obs_shapes

from .manifest import PolicyError, golden_arrays, read_manifest

TOLERANCE = 1e-3  # absolute and relative, for logits and values of the golden pairs
INPUTS = list(OBS_LAYOUT)  # int16, each with a leading batch axis; then mask, bool
PRIOR = ("prior", "outlook")  # int16, inputs of a policy that is shown what our bots make of a position (agents.prior)
STANDARD = Path(__file__).resolve().parents[1] / "checkpoints" / "standard.onnx"

__all__ = ["STANDARD", "PolicyAgent", "PolicyError"]


def _session(path):
    """An inference session on one thread over the bytes of a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PolicyError(f"policy file {path} cannot be read ({error.strerror or error}); name an exported .onnx file") from error
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises classes of its own for each kind of damage
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise PolicyError(f"policy file {path} is not a model that loads ({first[:160]}); export or download it again") from error


def _check_ports(session, path):
    """PolicyError unless the model has the inputs and outputs of a policy."""
    have = {i.name: i.type for i in session.get_inputs()}
    want = {name: "tensor(int16)" for name in INPUTS} | {"mask": "tensor(bool)"}
    if have not in (want, want | {name: "tensor(int16)" for name in PRIOR}):
        raise PolicyError(f"policy file {path} takes the inputs {sorted(have)}, a policy takes {sorted(want)}; it was not exported by foemind export")
    missing = {"logits", "value"} - {o.name for o in session.get_outputs()}
    if missing:
        raise PolicyError(f"policy file {path} has no output {' and '.join(sorted(missing))}; it was not exported by foemind export")


def _close(got, wanted):
    return np.allclose(got, wanted, TOLERANCE, TOLERANCE)


def observe_rows(tables, states, side):
    """Observations of a batch: dict of int16 arrays with a leading axis of len(states), on boards padded to `side` x `side` squares."""
    from envs.encoding.observe import observe
    arrays = {name: np.zeros((len(states), *shape), np.int16) for name, shape in obs_shapes(side).items()}
    for b in range(len(states)):
        table = tables[int(states[b].scenario) if len(tables) > 1 else 0]
        observe(table, states[b], *(arrays[name][b] for name in INPUTS))
    return arrays


class PolicyAgent:
    """Plays a policy file. `deterministic` takes the best choice; otherwise choices are drawn by their probabilities.

    `path` defaults to the shipped policy. PolicyError (one sentence) when the file is missing, broken or of another encoding.
    """

    def __init__(self, path=None, deterministic=True):
        self.path = Path(path) if path is not None else STANDARD
        self.deterministic = deterministic
        self.name = f"policy:{self.path}" if path is not None else "policy"
        self.manifest = read_manifest(self.path)
        self.side = int(self.manifest["side"])
        self._run = _session(self.path)
        _check_ports(self._run, self.path)
        self.shown = [i.name for i in self._run.get_inputs() if i.name != "mask"]
        self._check_golden()
        self.unknown = [A_MENU + n for n in range(MENU_SIZE) if "menu" in self.manifest and MENU_NAMES[n] not in self.manifest["menu"]]

    def observe(self, tables, states, masks):
        """What the policy is shown of positions: a dict for `evaluate`."""
        observation = observe_rows(tables, states, isqrt(masks.shape[1] - A_SQUARE))  # it scores any board, not only the size that it was trained on
        if "prior" in self.shown:
            from .prior import see_prior  # it needs the compiled bots, a policy without does not
            observation |= see_prior(tables, states, masks)
        return observation

    def evaluate(self, observation, masks):
        """(masked logits float32 (B, A), values float32 (B,)) for an observation: dict of int16 arrays with a leading batch axis.
        Of a policy that is shown a prior (`prior` in `self.shown`) it has the entries of `agents.prior.see_prior` too."""
        feed = {name: np.ascontiguousarray(observation[name], np.int16) for name in self.shown}
        feed["mask"] = np.ascontiguousarray(masks, bool)
        try:
            logits, value = self._run.run(["logits", "value"], feed)
        except Exception as error:
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise PolicyError(f"policy file {self.path} failed on a position ({first[:160]}); export it again") from error
        logits, value = np.asarray(logits, np.float32), np.asarray(value, np.float32).reshape(-1)
        if logits.shape != feed["mask"].shape or value.shape != logits.shape[:1]:
            raise PolicyError(f"policy file {self.path} answers with logits of shape {logits.shape} and values of shape {value.shape}; "
                              "export it again")
        return np.where(feed["mask"], logits, -np.inf), value

    def _check_golden(self):
        """PolicyError unless the model gives the outputs that its manifest records."""
        for number, pair in enumerate(self.manifest["golden"], 1):
            inputs, logits, value = golden_arrays(self.path, pair, number, self.side, "prior" in self.shown)
            got, got_value = self.evaluate(inputs, inputs["mask"])
            got = got[inputs["mask"]]
            if got.shape != logits.shape or not (_close(got, logits) and _close(got_value, value)):
                raise PolicyError(f"policy file {self.path} does not give the answers that its manifest records (golden pair {number}); "
                                  "the two files do not belong together or one is damaged: export or download both again")

    def notes(self, scenario):
        """Sentences that name what the policy was not trained on: other rules, other content. Never a reason to refuse."""
        out = []
        if self.manifest["rules"] != scenario.rules_signature:
            out.append(f"Note: the policy was trained under other rules ({self.manifest['rules'][:12]}) "
                       f"than this fight has ({scenario.rules_signature[:12]}).")
        if scenario.signature not in self.manifest["content"].values():
            out.append("Note: the policy was not trained on this encounter.")
        if self.unknown:
            known = ", ".join(name for name in self.manifest["menu"])
            out.append(f"Note: of the menu the policy knows only {known}; it leaves the other actions alone.")
        return out

    def begin(self):
        """A policy remembers nothing of the games before."""

    def weigh(self, tables, states, masks):
        """(logits float32 (B, A), values float32 (B,)) of positions, values for the asked side; -inf for what is illegal or was never learned."""
        known = np.array(masks, bool)
        known[:, self.unknown] = False  # it never learned what these actions are worth
        masks = np.where(known.any(axis=1, keepdims=True), known, masks)
        logits, values = self.evaluate(self.observe(tables, states, masks), masks)
        if not np.isfinite(np.where(masks, logits, 0)).all():
            raise PolicyError(f"policy file {self.path} gives no number for a legal choice; export it again")
        return logits, values

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base."""
        logits, _ = self.weigh(tables, states, masks)
        if not self.deterministic:
            logits = logits + rng.gumbel(size=logits.shape)
        return np.argmax(logits, axis=1)
