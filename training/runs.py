"""The folder of a run: its checkpoint, which a stopped run goes on from, and `run.json`, which says what it did.

Files are written under a temporary name and then renamed, so that a reader never finds half of one. A checkpoint holds tensors, numbers and
text only, and is read back without unpickling anything else.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError

import numpy as np
import torch

from envs.encoding.signature import encoding_signature

from .config import TrainingError, as_dict, make_config

CHECKPOINT, SUMMARY, BEST = "checkpoint.pt", "run.json", "best.pt"
FORMAT = 2
DAMAGE = (OSError, EOFError, RuntimeError, KeyError, TypeError, ValueError, AttributeError, UnpicklingError)  # how a damaged archive fails
FREE = ("minutes", "decisions", "checkpoint_seconds", "evaluate_games", "watch_minutes", "watch_games", "threads", "unseen")  # entries that a resumed run may change


class RunError(TrainingError):
    """A run folder that cannot be used; the text names the file and the remedy."""


@dataclass
class Progress:
    """Counters of a run, summed over all its stretches."""

    decisions: int = 0
    updates: int = 0
    fights: int = 0
    wins: int = 0
    seconds: float = 0.0  # training, start-up and scoring left out
    env_seconds: float = 0.0  # of these, spent in the environment (rules, opponent, observation, mask)
    solved_seconds: float = 0.0  # when nine of ten recent fights were won for the first time; 0 until then


def replace_file(path, write):
    """Call `write(temporary path)` and rename the result to `path`; nothing is left behind when `write` fails."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        write(temporary)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_json(path, data):
    """Write `data` as JSON, by rename."""
    replace_file(path, lambda temporary: temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8"))


def save_checkpoint(out, model, config, folder, seed, progress, earlier=(), curve=()):
    """Write all that a resumed run needs to OUT/checkpoint.pt. `folder`: where encounter files named in `config` are found; earlier: state dicts of
    earlier selves; curve: looks of `Watch`."""
    data = {"format": FORMAT, "encoding": encoding_signature(), "config": json.dumps(as_dict(config)), "folder": str(folder), "seed": seed,
            "progress": dict(vars(progress)), "network": model.policy.network.state_dict(), "optimizer": model.policy.optimizer.state_dict(),
            "torch_rng": torch.get_rng_state(), "numpy_rng": _numpy_rng(), "earlier": list(earlier), "curve": json.dumps(list(curve))}
    replace_file(Path(out) / CHECKPOINT, lambda temporary: torch.save(data, temporary))


def load_checkpoint(out):
    """The checkpoint of a run folder as a dict; `config` as a Config, `progress` as Progress. RunError when there is none that fits."""
    path = Path(out) / CHECKPOINT
    if not path.exists():
        raise RunError(f"{path}: there is no checkpoint to go on from; start the run without --resume.")
    try:
        data = torch.load(path, weights_only=True, map_location="cpu")
        if data["format"] != FORMAT:
            raise KeyError(f"format {data['format']}")
        data["config"] = make_config(json.loads(data["config"]), str(path))
        data["progress"] = Progress(**data["progress"])
        data["curve"] = json.loads(data["curve"])
    except TrainingError:
        raise
    except DAMAGE as fault:
        raise RunError(f"{path}: the checkpoint cannot be read ({type(fault).__name__}); start a new run in another folder.") from None
    if data["encoding"] != encoding_signature():
        raise RunError(f"{path}: the checkpoint was trained on another encoding of the observation; start a new run in another folder.")
    return data


def load_best(out):
    """(state dict, look) of the best network of a watched run, or None where none was watched. RunError for a file that cannot be read."""
    path = Path(out) / BEST
    if not path.exists():
        return None
    try:
        data = torch.load(path, weights_only=True, map_location="cpu")
        if data["format"] != FORMAT or data["encoding"] != encoding_signature():
            raise KeyError("format or encoding")
        return data["network"], json.loads(data["look"])
    except DAMAGE as fault:
        raise RunError(f"{path}: the best network cannot be read ({type(fault).__name__}); remove the file to use the last one.") from None


def load_network(out):
    """The state dict of a run's network: the best where it was watched, else the last."""
    best = load_best(out)
    return best[0] if best else load_checkpoint(out)["network"]


def restore(model, data):
    """Put a checkpoint's weights, optimizer and generators into `model`."""
    model.policy.network.load_state_dict(data["network"])
    model.policy.optimizer.load_state_dict(data["optimizer"])
    model.num_timesteps = data["progress"].decisions
    model._n_updates = data["progress"].updates
    torch.set_rng_state(data["torch_rng"])
    state = data["numpy_rng"]
    np.random.set_state(("MT19937", state["keys"].numpy().astype(np.uint32), state["position"], state["has_gauss"], state["gauss"]))


def _numpy_rng():
    _, keys, position, has_gauss, gauss = np.random.get_state()
    return {"keys": torch.from_numpy(keys.astype(np.int64)), "position": int(position), "has_gauss": int(has_gauss), "gauss": float(gauss)}


def check_same(given, saved, out):
    """RunError when a resumed run was given other settings than it was started with; limits and scoring may change."""
    other = [name for name, value in as_dict(given).items() if name not in FREE and value != as_dict(saved)[name]]
    if other:
        raise RunError(f"{out}: the run was started with other settings ({', '.join(other)}); resume it with its own configuration "
                       "or start a new run in another folder.")


def check_new(out):
    """RunError when the folder already holds a run."""
    if (Path(out) / CHECKPOINT).exists():
        raise RunError(f"{out}: the folder already holds a run; add --resume to go on with it or name another folder.")
