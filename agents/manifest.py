"""The JSON manifest beside a policy file: read, every entry tested, its golden pairs unpacked."""

import base64
import binascii
import json
import zlib
from pathlib import Path

import numpy as np

from envs.core.codes import MENU_NAMES
from envs.encoding.layout import action_size, obs_shapes
from envs.encoding.signature import encoding_signature

from .base import AgentError

FORMAT = 1
MAX_GOLDEN = 64
_TYPES = {"format": int, "encoding": str, "rules": str, "content": dict, "side": int, "golden": list}


class PolicyError(AgentError):
    """A policy that cannot be used; one sentence that names the file, what is wrong and the remedy."""


def manifest_path(path):
    """FILE.json beside FILE.onnx."""
    return Path(path).with_suffix(".json")


def read_manifest(path):
    """The manifest of a policy file as a dict, checked; PolicyError otherwise."""
    path, beside = Path(path), manifest_path(path)
    if not path.is_file():
        raise PolicyError(f"there is no policy file {path}; train and export one (foemind export), or name another")
    if beside.exists() and not beside.is_file():
        raise PolicyError(f"manifest {beside} is not a regular file; copy the exported one beside the policy")
    try:
        manifest = json.loads(beside.read_text(encoding="utf-8"))
    except OSError as error:
        raise PolicyError(f"policy file {path} has no readable manifest {beside.name} beside it ({error.strerror}); "
                          "copy both files together") from error
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"manifest {beside} is not JSON that can be read ({error}); export or download it again") from error
    _check(manifest, beside)
    return manifest


def _check(manifest, beside):
    if not isinstance(manifest, dict):
        raise PolicyError(f"manifest {beside} is not a JSON object; export or download it again")
    for field, kind in _TYPES.items():
        if not isinstance(manifest.get(field), kind) or isinstance(manifest[field], bool):
            raise PolicyError(f"manifest {beside} has no proper entry {field!r}; export or download it again")
    if manifest["format"] != FORMAT:
        raise PolicyError(f"manifest {beside} has format {manifest['format']}, this version reads format {FORMAT}; export the policy again")
    if manifest["encoding"] != encoding_signature():
        raise PolicyError(f"the policy of {beside} was made for another encoding ({manifest['encoding'][:12]}) than this version's "
                          f"({encoding_signature()[:12]}); train or download one for this version")
    menu = manifest.get("menu", [])
    if not isinstance(menu, list) or not set(map(str, menu)) <= set(MENU_NAMES) or ("menu" in manifest and "end turn" not in menu):
        raise PolicyError(f"manifest {beside} names a menu that this version does not have ({menu!r:.60}); export or download it again")
    if not 1 <= manifest["side"] <= 32:
        raise PolicyError(f"manifest {beside} names a board of side {manifest['side']}, boards go from 1 to 32; export the policy again")
    if not 1 <= len(manifest["golden"]) <= MAX_GOLDEN:
        raise PolicyError(f"manifest {beside} has {len(manifest['golden'])} golden pairs, it must have 1 to {MAX_GOLDEN}; export the policy again")


def _array(entry, shape, dtype):
    """One packed array; ValueError when it is not exactly what was asked for."""
    if tuple(entry["shape"]) != shape or entry["dtype"] != dtype:
        raise ValueError(f"shape {entry['shape']} of {entry['dtype']} instead of {list(shape)} of {dtype}")
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    data = zlib.decompressobj().decompress(base64.b64decode(entry["data"], validate=True), size + 1)  # never unpacks more than is wanted
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes instead of {size}")
    return np.frombuffer(data, dtype).reshape(shape)


def golden_arrays(path, pair, number, side, prior):
    """(inputs dict of arrays with a leading batch axis of 1, legal logits float (n,), value float) of one golden pair. prior: whether it has one."""
    shapes = {name: (1, *shape) for name, shape in obs_shapes(side).items()} | ({"prior": (1, action_size(side)), "outlook": (1, 1)} if prior else {})
    try:
        inputs = {name: _array(pair["inputs"][name], shape, "int16") for name, shape in shapes.items()}
        inputs["mask"] = _array(pair["inputs"]["mask"], (1, action_size(side)), "bool")
        logits = np.array(pair["outputs"]["logits_legal"], np.float64).reshape(-1)
        value = float(np.asarray(pair["outputs"]["value"], np.float64).reshape(()))
    except (KeyError, TypeError, ValueError, IndexError, binascii.Error, zlib.error) as error:
        raise PolicyError(f"golden pair {number} of manifest {manifest_path(path)} is damaged ({error}); export or download it again") from error
    return inputs, logits, value
