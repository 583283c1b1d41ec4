"""The shape of the code: who imports whom, what a compiled function may do, how long things are, what is never written down."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from envs.core import codes as k
from envs.core import jit as jit_module

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("envs", "agents", "training", "judge", "checkpoints")
ORDER = ("envs.core", "envs.tables", "envs.generate", "envs.encoding", "envs", "agents", "training", "judge")  # imports go to the left only
HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "onnx", "onnxscript", "tensorboard", "pettingzoo"}
LONGEST_FILE, LONGEST_FUNCTION = 350, 60  # lines; files are meant to stay near 300

SOURCES = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))}


def module_name(path):
    """Dotted name of a file of the repository."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def imported(path, nodes):
    """{dotted name: line} of all that import statements among `nodes` name; relative ones are resolved, submodules told from names."""
    package = path.relative_to(ROOT).parts[:-1]
    out = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            out.update({alias.name: node.lineno for alias in node.names})
        elif isinstance(node, ast.ImportFrom):
            base = list(package[:len(package) - node.level + 1]) if node.level else []
            base = ".".join(base + ([node.module] if node.module else []))
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                out[whole if whole in MODULES else base] = node.lineno
    return out


def at_import(tree):
    """The nodes of a module that run when it is imported: all but the insides of functions."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(node))


def rank(name):
    """Place of a module in ORDER, the most exact entry first; None for what is not ours."""
    fitting = [entry for entry in ORDER if name == entry or name.startswith(entry + ".")]
    return ORDER.index(max(fitting, key=len)) if fitting else None


# -- imports ---------------------------------------------------------------------------------------------------------------
def test_imports_go_down_the_list_only():
    wrong = []
    for path, tree in SOURCES.items():
        own = rank(module_name(path))
        for name, line in imported(path, ast.walk(tree)).items():
            if own is not None and rank(name) is not None and rank(name) > own:
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, wrong


def test_the_import_reader_sees_relative_imports():
    """The test above would notice: `envs/battle.py` reaches down by relative imports."""
    path = MODULES["envs.battle"]
    names = set(imported(path, ast.walk(SOURCES[path])))
    assert {"envs.core.machine", "envs.core.codes", "envs.encoding.layout"} <= names
    assert rank("envs.core.dice") < rank("envs.tables.load") < rank("envs.encoding.observe") < rank("envs.battle") < rank("agents.base") < rank("judge.cli")


def test_the_core_imports_numpy_and_numba_and_itself():
    """The standard library only where nothing is compiled: the decorator with its cache, and the enumeration of the odds."""
    standard = {"jit": {"fcntl", "hashlib", "os", "sys", "tempfile", "pathlib"}, "odds": {"functools", "math"}}
    for name, path in MODULES.items():
        if name.startswith("envs.core."):
            outside = {n.split(".")[0] for n in imported(path, ast.walk(SOURCES[path])) if not n.startswith("envs.core")}
            assert outside <= {"numpy", "numba"} | standard.get(path.stem, set()), (name, outside)


def test_grid_sight_and_dice_import_no_chapter():
    """Another ruleset will use them (DESIGN: a second ruleset follows)."""
    for stem in ("grid", "sight", "dice"):
        path = MODULES[f"envs.core.{stem}"]
        assert {n.removeprefix("envs.core") for n in imported(path, ast.walk(SOURCES[path])) if n.startswith("envs.core")} <= {"", ".codes", ".jit", ".grid"}


def reached_by_import(start):
    """Modules of ours and outside packages that are loaded when `start` is imported, over all module-level imports."""
    seen, stack = set(), [start]
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in MODULES:
            stack += imported(MODULES[name], at_import(SOURCES[MODULES[name]]))
            stack += [".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1)]
    return seen


@pytest.mark.parametrize("start", [name for name in MODULES if name.split(".")[0] in ("judge", "agents")])
def test_importing_the_judge_or_an_agent_reaches_no_training_library(start):
    assert not {name.split(".")[0] for name in reached_by_import(start)} & (HEAVY | {"training"})


def test_only_training_and_the_environments_for_other_libraries_import_training_libraries():
    for path, tree in SOURCES.items():
        name = module_name(path)
        if not name.startswith("training") and name not in ("envs.sb3_env", "envs.pettingzoo_env"):
            assert not {n.split(".")[0] for n in imported(path, ast.walk(tree))} & HEAVY, name


def test_a_suggestion_loads_no_torch():
    code = ("import sys\nfrom typer.testing import CliRunner\nfrom judge.cli import app\n"
            "r = CliRunner().invoke(app, ['suggest', sys.argv[1], '--agent', 'random', '--seed', '1', '--json'])\n"
            "assert r.exit_code == 0, r.output\nprint(sorted({m.split('.')[0] for m in sys.modules}))")
    fight = ROOT / "tests" / "data" / "perft_melee.toml"
    done = subprocess.run([sys.executable, "-c", code, str(fight)], cwd=ROOT, text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    loaded = set(ast.literal_eval(done.stdout.strip().splitlines()[-1]))
    assert {"judge", "numba"} <= loaded and not loaded & (HEAVY | {"training"})


# -- compiled functions ----------------------------------------------------------------------------------------------------
def compiled():
    """[(module name, FunctionDef)] of every function under the decorator."""
    for name, path in MODULES.items():
        for node in ast.walk(SOURCES[path]):
            if isinstance(node, ast.FunctionDef) and any(getattr(d, "id", getattr(d, "attr", "")) == "jit" for d in node.decorator_list):
                yield name, node


COMPILED = list(compiled())


def test_compiled_functions_are_found_and_kept_few():
    """Compile time is a budget (docs/figures.md): all rules need about 360; observation, bots, tree search and prover come on top."""
    assert 80 < sum(name.startswith("envs.core") for name, _ in COMPILED) < 380 and len(COMPILED) < 540
    assert {"advance_deed", "look", "reach"} <= {node.name for _, node in COMPILED}


def test_every_folder_with_compiled_functions_is_part_of_the_caches_key():
    for name, _ in COMPILED:
        path = MODULES[name].relative_to(ROOT)
        folders = {folder for layer in jit_module.LAYERS for folder in layer}
        assert folders & {path.parent.as_posix(), path.as_posix()}, path


def test_every_compiled_function_says_what_it_does():
    assert not [f"{name}.{node.name}" for name, node in COMPILED if not ast.get_docstring(node)]


def is_fixed(value):
    """Whether a compiled function may use a value as a global: a number, a function, a type, a tuple of them; nothing that can change."""
    if isinstance(value, tuple):
        return all(is_fixed(part) for part in value)
    return isinstance(value, (int, float, types.FunctionType, np.integer, type)) or value is np or hasattr(value, "py_func")


def used_globals(name, node):
    """[(name, value)] of the globals of a compiled function; a module other than NumPy counts by what is taken from it."""
    function = getattr(importlib.import_module(name), node.name)
    variables = inspect.getclosurevars(getattr(function, "py_func", function))
    for word, value in {**variables.globals, **variables.nonlocals}.items():
        if isinstance(value, types.ModuleType) and value is not np:
            yield from ((f"{word}.{a.attr}", getattr(value, a.attr)) for a in ast.walk(node)
                        if isinstance(a, ast.Attribute) and isinstance(a.value, ast.Name) and a.value.id == word)
        else:
            yield word, value


def test_compiled_functions_use_no_globals_but_codes_and_functions():
    """Numba freezes a global's value into the compiled code; tables and states are arguments."""
    found = [(name, node, word, value) for name, node in COMPILED for word, value in used_globals(name, node)]
    assert any(word == "k.NONE" and value == k.NONE for _, _, word, value in found)
    wrong = [f"{name}.{node.name} uses {word}" for name, node, word, value in found
             if not is_fixed(value) and not (name.startswith("agents.") and isinstance(value, np.ndarray))]  # a bot's own weights are part of the bot
    assert not wrong, wrong


IDS = {"deed", "creature", "gear", "scenario"}  # rows of tables: a number among them means another thing in the next encounter


def names_a_row(node):
    """Whether an expression is the row number of a deed, creature, gear or scenario."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "deeds"
    return isinstance(node, (ast.Attribute, ast.Name)) and getattr(node, "attr", getattr(node, "id", "")) in IDS


def test_no_compiled_function_knows_a_deed_or_creature_by_its_id():
    """A row number is compared with NONE or with another row number only."""
    wrong = []
    for name, node in COMPILED:
        for found in ast.walk(node):
            if isinstance(found, ast.Compare):
                sides = [found.left, *found.comparators]
                if any(names_a_row(s) for s in sides) and any(isinstance(s, ast.Constant) for s in sides):
                    wrong.append(f"{name}.{node.name}:{found.lineno}")
            if isinstance(found, ast.Constant) and isinstance(found.value, str) and not is_prose(node, found):
                wrong.append(f"{name}.{node.name}:{found.lineno} holds a text")
    assert not wrong, wrong


def is_prose(function, constant):
    """Whether a text is the docstring or the message of an error."""
    raised = [part for node in ast.walk(function) if isinstance(node, ast.Raise) for part in ast.walk(node)]
    return constant in raised or constant is getattr(function.body[0], "value", None)


# -- sizes and words -------------------------------------------------------------------------------------------------------
def python_files():
    return sorted(p for name in (*PACKAGES, "tests", "benchmarks", "examples") for p in (ROOT / name).rglob("*.py"))


def test_files_and_functions_stay_short():
    wrong = []
    for path in python_files():
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > LONGEST_FILE:
            wrong.append(f"{path.name} has {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                wrong.append(f"{path.name}: {node.name} has {node.end_lineno - node.lineno + 1} lines")
    assert not wrong, wrong


def test_every_module_says_what_it_is():
    assert not [module_name(path) for path, tree in SOURCES.items() if path.name != "__init__.py" and not ast.get_docstring(tree)]


def written_files():
    """Every text file that is kept under version control, as far as git tells; else all sources, content and documents."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, capture_output=True)
    names = done.stdout.splitlines() if done.returncode == 0 else [str(p.relative_to(ROOT)) for p in python_files()]
    suffixes = {".py", ".toml", ".md", ".txt", ".json", ".yml", "", ".cfg"}
    return [ROOT / n for n in names if Path(n).suffix in suffixes and (ROOT / n).is_file()]


def test_no_machine_paths_and_nothing_left_undone():
    places = re.compile(r"(?<![\w.])/(?:work|home|Users|root)/")
    undone = re.compile("|".join((r"\bTO" "DO\\b", r"\bFIX" "ME\\b", r"pytest\.mark\.(?:sk" r"ip|xfa" "il)", r"pytest\.(?:sk" r"ip|xfa" "il)\\(")))
    wrong = []
    for path in written_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        wrong += [f"{path.relative_to(ROOT)}: {found.group()}" for pattern in (places, undone) for found in pattern.finditer(text)]
    assert not wrong, wrong
