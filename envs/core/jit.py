"""The one decorator of the core, and the compile cache's place.

Numba's file cache notices neither a change in an imported file nor another flag, so each layer of compiled packages has a folder of its own,
keyed by the sources of the layer and of those below it, their place (Numba keys its files by it), the Python, Numba and NumPy versions and
the flags: a change in the agents' kernels leaves the rules compiled. The folders are private to the user.
"""

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numba
import numpy

try:
    import fcntl
except ImportError:  # not on Windows: two processes may then compile the same function
    fcntl = None

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ["envs/core"], ["envs/encoding", "envs/tables/features.py"], ["agents/kernels"], ["agents/tree"]  # all compiled code's sources, from below
RULES, BOTS, TREE = 1, 2, 3  # what a command may need, each with all below it: rules with observation, the compiled bots, search and proof
FLAGS = ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_DEBUG", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ERROR_MODEL"]


def cache_key(layer=len(LAYERS) - 1):
    """Hex digest of all that compiled code of a layer depends on: sources and their place, versions, flags."""
    digest = hashlib.sha256()
    for folder in (folder for folders in LAYERS[:layer + 1] for folder in folders):
        for path in sorted((ROOT / folder).glob("*.py")) or [p for p in [ROOT / folder] if p.is_file()]:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update(repr((str(ROOT), sys.version_info[:3], numba.__version__, numpy.__version__, [os.environ.get(f) for f in FLAGS])).encode())
    return digest.hexdigest()[:20]


def layer_of(file):
    """The layer of a source file; the last for files that are in none."""
    places = [n for n, folders in enumerate(LAYERS) if any(Path(file).is_relative_to(ROOT / folder) for folder in folders)]
    return places[0] if places else len(LAYERS) - 1


def cache_dir(layer=len(LAYERS) - 1):
    """The private folder of a layer's compiled code; a temporary one where the home folder cannot be written."""
    base = os.environ.get("FOEMIND_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (Path(base), Path(tempfile.gettempdir()) / f"foemind-{os.getuid() if hasattr(os, 'getuid') else 'user'}"):
        folder = root / "foemind" / cache_key(layer)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    raise OSError(f"no folder to keep compiled rules in: set FOEMIND_CACHE to one that can be written (tried {base})")


CACHE_DIRS = [] if numba.config.DISABLE_JIT else [cache_dir(layer) for layer in range(len(LAYERS))]
CACHE_DIR = CACHE_DIRS[-1] if CACHE_DIRS else None  # that of the whole build

_functions = []


def jit(function):
    """Compile without Python objects, cached on disk; errors follow NumPy, so that JIT on and off agree."""
    _functions.append(function.__name__)
    layer = layer_of(function.__code__.co_filename)
    folder = CACHE_DIRS[layer] if CACHE_DIRS else None
    numba.config.CACHE_DIR = str(folder or "")  # read when the function is decorated
    compiled = numba.njit(cache=True, error_model="numpy")(function)
    if folder is not None:
        _widen_calls(compiled)
        if fcntl is not None and not is_warm(max(layer, RULES)):
            _take_turns(compiled, folder / f"{function.__module__}.{function.__name__}.lock")
    return compiled


def _take_turns(compiled, path):
    """Let one process at a time compile a function: another one waits and then finds it on disk.

    Locks are taken from callers to callees, and nothing here is recursive, so two processes cannot wait for each other.
    """
    compile_plain = compiled.compile

    def compile_alone(signature):
        if signature in compiled.overloads:
            return compile_plain(signature)
        with open(path, "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # given back when the file is closed, also by a process that is killed
            return compile_plain(signature)

    compiled.compile = compile_alone


def _widen_calls(compiled):
    """Let calls between compiled functions pass every integer as int64.

    A record's int32, a loop's int64 and a literal would each get a version of the callee of their own: half as many again to compile, for the
    same machine code. Typing asks `get_call_template` for the callee's version, so that is where integers are widened; the caller casts.
    """
    template = compiled.get_call_template

    def widened(args, kws):
        return template(tuple(_widen(a) for a in args), {name: _widen(a) for name, a in kws.items()})

    compiled.get_call_template = widened


def _widen(kind):
    """int64 for any signed integer type, also of a literal; other types as they are."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind


def is_warm(layer=TREE):
    """True when RULES, BOTS or TREE was compiled before on this machine."""
    return not CACHE_DIRS or (CACHE_DIRS[layer] / "warm").exists()


def mark_warm(layer=TREE):
    """Remember that a layer was compiled once, and with it those below."""
    for folder in CACHE_DIRS[RULES:layer + 1]:
        (folder / "warm").touch()


def compiled_functions():
    """Names of all functions under the decorator, in order of definition."""
    return list(_functions)
