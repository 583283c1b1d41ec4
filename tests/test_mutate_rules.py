"""The mutation tool on a tiny core of its own: it kills what a test notices, reports what none does, keeps reasons, and resumes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mutants import mutants_of, vocabularies

TOOL = Path(__file__).with_name("mutate_rules.py")
CODES = "OK, WHY_FEW, WHY_MANY = range(3)\n"
TINY = '''"""Chapter 2, tiny (T2.1)."""

from . import codes as k


def why(points):
    """Reason that points cannot be spent."""
    if points < 1:
        return k.WHY_FEW
    while points > 9:
        points -= 5
    return k.OK


def idle(points):
    """Nobody looks."""
    emit(points, 1)
    return min(points, 3)


def emit(points, code):
    """Nothing."""
'''
TEST = """from functools import lru_cache

from envs.core import codes as k
from envs.core.tiny import why


@lru_cache(maxsize=1)
def loaded(points):
    return why(points)


def test_few():
    assert loaded(0) == k.WHY_FEW


def test_enough():
    assert loaded(1) == loaded(1) == k.OK


def test_many():
    assert why(11) == k.OK
"""


@pytest.fixture
def tiny(tmp_path):
    """Root of a repository with one module of rules and its test."""
    for name, text in {"envs/__init__.py": "", "envs/core/__init__.py": "", "envs/core/codes.py": CODES, "envs/core/tiny.py": TINY,
                       "tests/rules/test_tiny.py": TEST}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(root, *words):
    """What the tool prints."""
    done = subprocess.run([sys.executable, str(TOOL), "--root", str(root), "--jobs", "1", *words], check=False, text=True, capture_output=True,
                          timeout=120, cwd=root, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def page_of(root, page):
    """The page that a whole run writes."""
    run(root, "--out", str(page))
    return page.read_text(encoding="utf-8")


def test_faults_are_made_where_a_clause_id_tags(tiny):
    core = tiny / "envs" / "core"
    found = [(m.function, m.line, m.before, m.after) for m in mutants_of(core / "tiny.py", tiny, vocabularies(core), {})]
    assert ("why", 8, "if points < 1:", "if points <= 1:") in found and ("why", 8, "if points < 1:", "if False:") in found
    assert ("why", 9, "return k.WHY_FEW", "return k.OK") in found and ("why", 9, "return k.WHY_FEW", "return k.WHY_MANY") in found
    assert ("why", 11, "points -= 5", "pass") in found and ("why", 11, "points -= 5", "points += 5") in found
    assert ("idle", 18, "return min(points, 3)", "return max(points, 3)") in found
    assert not [m for m in found if "emit" in m[2]] and len(found) == len(set(found))
    (core / "tiny.py").write_text(TINY.replace(" (T2.1)", ""), encoding="utf-8")
    assert mutants_of(core / "tiny.py", tiny, vocabularies(core), {}) == []


def test_the_tool_kills_and_reports_and_keeps_reasons(tiny):
    if not hasattr(os, "fork"):
        return  # the tool needs it
    page = tiny / "mutants.md"
    said = run(tiny, "--out", str(page))
    assert "why: if points < 1: -> if points <= 1:" not in said, "a test notices it, though what it calls is cached"
    assert "tiny.py:18 idle: return min(points, 3) -> return max(points, 3)  (no test reaches it)" in said
    assert "why: points -= 5 -> points -= 6" in said
    assert "why: points -= 5 -> pass" not in said, "it never ends, so it is killed"
    text = page.read_text(encoding="utf-8")
    row = "| envs/core/tiny.py:18 `idle` | `return min(points, 3)` → `return max(points, 3)` |"
    assert f"{row}  |" in text and "| tiny | 2 |" in text
    page.write_text(text.replace(f"{row}  |", f"{row} nobody asks |"), encoding="utf-8")
    assert "\n0 of " in "\n" + run(tiny, "--resume", "--out", str(page)) and f"{row} nobody asks |" in page.read_text(encoding="utf-8")
    with open(tiny / "tests" / "rules" / "test_tiny.py", "a", encoding="utf-8") as more:
        more.write("\n\ndef test_idle():\n    from envs.core.tiny import idle\n\n    assert idle(5) == 3 and idle(2) == 2\n")
    again = run(tiny, "--resume", "--out", str(page))
    assert "idle:" not in again and "why: points -= 5 -> points -= 6  (1 tests)" in again
    text = page.read_text(encoding="utf-8")
    assert f"{row} nobody asks |" in text and "min(points, 4)" not in text, "with a reason it rests, without one it is tried again"
    assert "of an earlier state" in text and "of an earlier state" not in page_of(tiny, page) and row not in page.read_text(encoding="utf-8")
