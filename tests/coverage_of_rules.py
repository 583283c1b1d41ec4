"""Which clauses of the rules are cited by code and proven by tests: `python tests/coverage_of_rules.py` writes docs/rules_coverage.md.

Clauses are those of docs/questions.md. A test proves a clause that its name or docstring names (`test_T8_2_…`, `T10_1_to_T10_3`, "G1.6").
"""

import ast
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS, PAGE = ROOT / "docs" / "questions.md", ROOT / "docs" / "rules_coverage.md"
ID = r"([TG])(\d+)[._](\d+)([a-z]?)"
ONE = re.compile(rf"(?<![A-Za-z0-9]){ID}(?![0-9a-z])")
RANGE = re.compile(rf"(?<![A-Za-z0-9]){ID}(?:\s*[–-]\s*|_to_|\s+to\s+){ID}(?![0-9a-z])")


PARTS = {"G10.5": "abcde"}  # parts of one clause that its own text letters


def whole(clause):
    """The clause of a lettered part (G10.5c is part of G10.5); others are themselves."""
    return clause[:-1] if clause[:-1] in PARTS and clause[-1] in PARTS[clause[:-1]] else clause


def clauses_in(text):
    """Set of the clause ids that a text names, ranges such as T8.5-T8.12 and T10_1_to_T10_3 opened up."""
    found = {f"{kind}{chapter}.{number}{letter}" for kind, chapter, number, letter in ONE.findall(text)}
    for kind, chapter, first, _, kind_2, chapter_2, last, _ in RANGE.findall(text):
        if (kind, chapter) == (kind_2, chapter_2):
            found |= {f"{kind}{chapter}.{n}" for n in range(int(first), int(last) + 1)}
    return {whole(clause) for clause in found}


def order(clause):
    kind, chapter, number, letter = re.fullmatch(ID, clause).groups()
    return int(chapter), int(number), letter, kind


def clauses():
    """All clause ids of docs/questions.md, in order."""
    rows = [line.split("|")[1] for line in QUESTIONS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return sorted(set().union(*(clauses_in(row) for row in rows)), key=order)


def proofs():
    """{clause id: sorted names of test files that prove it}."""
    out = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in clauses_in(f"{node.name} {ast.get_docstring(node) or ''}"):
                    out.setdefault(clause, set()).add(path.relative_to(ROOT / "tests").as_posix())
    return {clause: sorted(files) for clause, files in out.items()}


def code_of(folder="envs"):
    """{clause id: sorted names of source files that cite it}."""
    out = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        for clause in clauses_in(path.read_text(encoding="utf-8")):
            out.setdefault(clause, set()).add(path.relative_to(ROOT / folder).as_posix())
    return {clause: sorted(files) for clause, files in out.items()}


CHAPTERS = {0: "words", 1: "encounter and rounds", 2: "turn and action points", 3: "actions", 4: "reactions", 5: "deeds", 6: "the check",
            7: "damage and sparks", 8: "states", 9: "maneuvers", 10: "sight, cover, light", 11: "areas", 12: "movement", 13: "stat blocks"}


def page():
    """The page as text: one row for each clause."""
    code, tests, ids = code_of(), proofs(), clauses()
    both = sum(c in tests for c in ids)
    lines = ["# Rules, clause by clause: where in the code, proven by which tests", "",
             "Written by `python tests/coverage_of_rules.py`; do not edit. How well the tests hold each line is measured in [mutants.md](mutants.md).",
             "", f"{both} of {len(ids)} clauses have a test.", "", "| clause | chapter | code (envs/) | tests (tests/) |", "|---|---|---|---|"]
    lines += [f"| {c} | {CHAPTERS[order(c)[0]]} | {', '.join(code.get(c, []))} | {', '.join(tests.get(c, []))} |" for c in ids]
    return "\n".join(lines) + "\n"


def main():
    temporary = PAGE.with_name(PAGE.name + ".new")
    temporary.write_text(page(), encoding="utf-8")
    os.replace(temporary, PAGE)
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
