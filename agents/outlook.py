"""The fitted outlook of a position that search judges its leaves by: the numbers of `checkpoints/outlook.json`, read and checked."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from .base import AgentError
from .kernels import facts
from .kernels.outlook import Outlook

STANDARD = Path(__file__).resolve().parents[1] / "checkpoints" / "outlook.json"


def shapes(wide, top):
    """Shapes of the arrays of an Outlook with `wide` and `top` hidden numbers."""
    return {"bodies": (facts.ROW, wide), "bodies_bias": (wide,), "field": (2 * wide + facts.FIELD, top), "field_bias": (top,), "last": (top,),
            "offset": (1,)}


@cache
def read_outlook(path=STANDARD):
    """The Outlook of a JSON file; AgentError (one sentence) when it cannot be read, or was fitted to other facts than this build's."""
    remedy = "restore it, or fit it anew with python -m training.outlook"
    try:
        numbers = json.loads(Path(path).read_text(encoding="utf-8"))["weights"]
        arrays = {name: np.array(numbers[name], np.float64) for name in Outlook._fields}
        wanted = shapes(len(arrays["bodies_bias"]), len(arrays["last"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AgentError(f"the outlook {path} cannot be read ({type(error).__name__}: {error}); {remedy}") from error
    for name, shape in wanted.items():
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise AgentError(f"the outlook {path} has no {name} of shape {shape} for this build's facts; {remedy}")
    return Outlook(**arrays)
