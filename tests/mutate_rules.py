"""Do the rules tests notice faults? `python tests/mutate_rules.py --out docs/mutants.md` puts thousands into envs/core, one at a time (`mutants.py`).

Functions are plain Python here (NUMBA_DISABLE_JIT=1). The tests run once, traced, to learn which lines each of them reaches, and once more for
their times. Then each mutant is a fork of this process: the function's code is replaced in place, and the tests that reach the changed statement
run, those first that killed others of the same function or name one of its clauses, then the quickest, until one fails. Results are kept line by line in
runs/mutants/results.jsonl; with --resume the killed stay killed, and survivors are tried again once tests or core have changed.

    python tests/mutate_rules.py [--module states] [--function NAME] [--jobs 2] [--sample 50] [--out docs/mutants.md] [--resume] [--list]
"""

import argparse
import gc
import hashlib
import importlib
import inspect
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"

import pytest
from coverage_of_rules import clauses_in
from mutant_runs import Cache, Inside, quicken_records, trace_in_forks, try_in_fork, watch_caches
from mutants import core_files, mutants_of, tagged_functions, vocabularies

TESTS = ["tests/rules", "tests/test_sight.py", "tests/test_odds.py"]  # the oracle's tests are random fights of a second and more each
SLOWEST = 2.0  # seconds of processor time of a test; slower ones are left out
PLUGINS = ["no:terminal", "no:cacheprovider", "no:xdist", "no:logging", "no:faulthandler"]


# -- all mutants -----------------------------------------------------------------------------------------------------------
class Trial:
    """All mutants on all tests, `jobs` forks at a time. Called by `Inside` with the collected tests."""

    def __init__(self, options, mutants, functions, digest):
        self.o, self.mutants, self.functions, self.digest = options, mutants, functions, digest
        self.kills, self.running, self.done = Counter(), {}, Counter()

    def __call__(self, inside, items):
        """Number of tests that take part: what each reaches and takes is measured, then mutant after mutant is tried."""
        self.inside = inside
        self.measure(items)
        self.started = time.perf_counter()
        with open(self.o.folder / "results.jsonl", "a", encoding="utf-8") as self.out:
            for mutant in self.mutants:
                self.begin(mutant)
                while len(self.running) >= self.o.jobs:
                    self.end_one()
            while self.running:
                self.end_one()
        return len(self.times)

    def measure(self, items):
        """Which tests reach which lines, and how long each takes when nothing is left to load."""
        begun = time.perf_counter()
        gc.collect()
        tests, self.filled = self.traced(items)
        print(f"{len(items)} tests traced in {time.perf_counter() - begun:.0f} s", flush=True)
        left_out = {name: why for name, (_, why, _) in tests.items() if why}
        self.times = {}
        for _ in range(2):  # the first time fills the caches
            for item in [item for item in items if item.nodeid not in left_out]:
                begun = time.process_time()
                why = self.inside.fault(item, SLOWEST)
                self.times[item] = time.process_time() - begun
                if why:
                    left_out[item.nodeid] = why
                    del self.times[item]
        for name, why in left_out.items():
            print(f"left out: {name} ({why})", flush=True)
        print(f"{len(self.times)} tests take {sum(self.times.values()):.1f} s without a fault", flush=True)
        self.by_line, self.named = {}, {item: clauses_in(f"{item.name} {item.function.__doc__ or ''}") for item in self.times}
        for item in self.times:
            for line in tests[item.nodeid][2]:
                self.by_line.setdefault(line, []).append(item)
        gc.collect()
        gc.freeze()

    def traced(self, items):
        """({test: (digest of its file, why it is left out, lines)}, {cached function: lines}); what has not changed since the last run is not traced again."""
        o, memory = self.o, self.o.folder / "reached.json"
        old = json.loads(memory.read_text(encoding="utf-8")) if memory.exists() else {"sources": "", "tests": {}, "filled": {}}
        helpers = [p for p in (o.root / "tests").rglob("*.py") if not p.name.startswith("test_")]
        sources = file_digest(*sorted([*helpers, *(p for p in (o.root / "envs").rglob("*") if p.suffix in (".py", ".toml"))]))
        same = old["sources"] == sources
        digests = {item.nodeid: file_digest(o.root / item.nodeid.split("::")[0]) for item in items}
        tests = {name: row for name, row in old["tests"].items() if row[0] == digests.get(name) and (same or row[1] == "too slow")}
        new = [item for item in items if item.nodeid not in tests]
        files = {str(path): path.name for path in core_files(o.core)}
        reached, filled, left_out = trace_in_forks(self.inside, new, files, 3 * SLOWEST, o.jobs, o.folder)
        tests |= {name: (digests[name], left_out.get(name), lines) for name, lines in reached.items()}
        for name, lines in old["filled"].items() if same else ():
            filled[name] = {*filled.get(name, ()), *lines}
        memory.write_text(json.dumps({"sources": sources, "tests": tests, "filled": {name: sorted(lines) for name, lines in filled.items()}}), encoding="utf-8")
        return tests, filled

    def begin(self, mutant):
        """Start a fork, or note at once that no test reaches the statement."""
        lines = [f"{Path(mutant.file).name}:{n}" for n in mutant.lines]
        tests = list(dict.fromkeys(item for line in lines for item in self.by_line.get(line, ())))
        if not tests:
            self.note(mutant, "survived", "no test reaches it", 0)
            return
        tests.sort(key=lambda item: (-self.kills[mutant.file, mutant.function, item.nodeid], not self.named[item] & mutant.clauses, self.times[item]))
        caches = [cache for cache in Cache.every if self.filled.get(cache.__qualname__, set()) & set(lines)]
        run = [(item, self.times[item]) for item in tests]
        function = self.functions[mutant.file, mutant.function]
        pid, pipe = try_in_fork(self.inside, function, mutant.code, run, caches, 4.0 if caches else 1.0)
        self.running[pid] = mutant, tests, pipe, time.perf_counter()

    def end_one(self):
        """Wait for a fork and note what became of its mutant."""
        pid, status = os.wait()
        mutant, tests, pipe, begun = self.running.pop(pid)
        with os.fdopen(pipe, "rb") as read:
            last = tests[int.from_bytes(read.read()[-4:], "little")].nodeid
        seconds, code = time.perf_counter() - begun, os.waitstatus_to_exitcode(status)
        if code == 0:
            self.note(mutant, "survived", f"{len(tests)} tests", seconds)
        else:
            self.kills[mutant.file, mutant.function, last] += 1
            self.note(mutant, "timeout" if code < 0 else "killed", last, seconds)

    def note(self, mutant, result, by, seconds):
        """Keep a result, and say how far we are."""
        row = {"id": mutant.id, "file": mutant.file, "function": mutant.function, "line": mutant.line, "before": mutant.before, "after": mutant.after,
               "result": result, "by": by, "seconds": round(seconds, 3), "digest": self.digest}
        self.out.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.out.flush()
        self.done[result] += 1
        if result == "survived":
            print(f"{mutant.file}:{mutant.line} {mutant.function}: {mutant.before} -> {mutant.after}  ({by})", flush=True)
        n = sum(self.done.values())
        if n % 200 == 0 or n == len(self.mutants):
            rate = n / (time.perf_counter() - self.started)
            print(f"-- {n} of {len(self.mutants)}, {self.done['survived']} survived, {rate:.1f} a second", flush=True)


# -- results and the page --------------------------------------------------------------------------------------------------
def read_results(path):
    """{mutant id: last row} of the results so far; a line that was cut off is passed over."""
    out = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
            out[row["id"]] = row
        except (ValueError, KeyError):
            continue
    return out


def change_of(mutant):
    """A mutant's change as a cell of a table."""
    return f"`{mutant.before}` → `{mutant.after}`".replace("|", "\\|")


def read_reasons(page):
    """{(file, function, change): reason} of a page that is there already."""
    out = {}
    for row in page.read_text(encoding="utf-8").splitlines() if page and page.exists() else ():
        cells = [cell.strip().replace("\0", "\\|") for cell in row.replace("\\|", "\0").strip("|").split("|")]
        if len(cells) == 3 and "` → `" in cells[1]:
            place, function = cells[0].split(" ", 1)
            out[place.rsplit(":", 1)[0], function.strip("`"), cells[1]] = cells[2]
    return out


def counts(mutants, results):
    """[(module, functions, mutants, killed, survived)] of each file and, last, in all."""
    rows = []
    for file in sorted({m.file for m in mutants}):
        own = [m for m in mutants if m.file == file and m.id in results]
        alive = sum(results[m.id]["result"] == "survived" for m in own)
        rows.append((Path(file).stem, len({m.function for m in own}), len(own), len(own) - alive, alive))
    return [row for row in rows if row[2]] + [("all", *(sum(row[n] for row in rows) for n in range(1, 5)))]


def page_text(mutants, results, reasons, n_tests, commit):
    """docs/mutants.md."""
    rows = counts(mutants, results)
    _, _, total, killed, alive = rows[-1]
    slow = sum(results[m.id]["result"] == "timeout" for m in mutants if m.id in results)
    out = ["# Do the tests notice? Faults put into the rules on purpose", "",
           f"At {commit}, by `python tests/mutate_rules.py --out docs/mutants.md`: {killed} of {total} mutants are killed ({slow} of them ran too long), {alive} survive.",
           f"{n_tests} tests took part: those of {', '.join(TESTS)} that take less than {SLOWEST:g} s without the JIT.", ""]
    left = sum(m.id not in results for m in mutants)
    out += [f"{left} mutants were not tried.", ""] if left else []
    out += ["A mutant is one change of one node in a function of envs/core that a clause id tags, in itself or in its module's first lines: a comparison, an",
            "operator, a number, a code of a vocabulary, and/or, not, min/max, a condition held true or false, a statement left out. Calls of `emit` are left",
            "alone: events change no rule, and the tests of events and the golden transcripts prove them. Mutants that compile to the same bytecode as the",
            "function or an earlier mutant are not counted.", "",
            "| module | functions | mutants | killed | survived |", "|---|---|---|---|---|",
            *(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows), "", "## Survivors", "",
            "Reasons are written by hand and kept when the page is written anew.", "", "| where | change | reason |", "|---|---|---|"]
    for m in mutants:
        if results.get(m.id, {}).get("result") == "survived":
            out.append(f"| {m.file}:{m.line} `{m.function}` | {change_of(m)} | {reasons.get((m.file, m.function, change_of(m)), '')} |")
    return "\n".join(out) + "\n"


def commit_of(root):
    """The commit of a working tree in words."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=root, text=True, capture_output=True, check=False).stdout.strip()
    return f"commit {git('rev-parse', '--short', 'HEAD')}" + (" with changes" if git("status", "--porcelain", "envs", "tests") else "")


# -- the command -----------------------------------------------------------------------------------------------------------
def read_options(words):
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("--module", action="append", default=[], help="file of envs/core without .py; may be given more than once")
    read.add_argument("--function", action="append", default=[], help="only this function; may be given more than once")
    read.add_argument("--jobs", type=int, default=2, help="forks at a time")
    read.add_argument("--sample", type=int, default=0, help="only so many mutants, drawn at random")
    read.add_argument("--tests", nargs="*", default=TESTS, help="files and folders of tests")
    read.add_argument("--out", type=Path, help="page to write")
    read.add_argument("--resume", action="store_true", help="keep the results so far")
    read.add_argument("--list", action="store_true", help="count mutants, name functions without a clause id, run nothing")
    read.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="the repository")
    o = read.parse_args(words)
    o.root, o.out = o.root.resolve(), o.out and o.out.resolve()
    o.core, o.folder = o.root / "envs" / "core", o.root / "runs" / "mutants"
    return o


def functions_of(o, words):
    """{(file, name): function} of the core, and {name: code} of its vocabularies."""
    functions, values = {}, {}
    for path in sorted(o.core.glob("*.py")):
        module = importlib.import_module(f"envs.core.{path.stem}")
        values |= {name: getattr(module, name) for name in words if hasattr(module, name)}
        functions |= {(path.relative_to(o.root).as_posix(), name): inspect.unwrap(value) for name, value in vars(module).items() if callable(value)}
    return functions, values


def file_digest(*paths):
    """Digest of files."""
    digest = hashlib.sha1()
    for path in paths:
        digest.update(path.as_posix().encode() + (path.read_bytes() if path.exists() else b""))
    return digest.hexdigest()[:16]


def list_mutants(o, mutants):
    """How many mutants there are, and which functions have none because no clause id tags them."""
    for path in core_files(o.core):
        tagged, others = tagged_functions(path)
        n = sum(m.file.endswith("/" + path.name) for m in mutants)
        print(f"{path.stem}: {n} mutants in {len(tagged)} functions; no clause id: {', '.join(others) or '-'}")
    print(f"{len(mutants)} mutants")


def to_try(o, wanted, digest):
    """The mutants to run: without --resume all that are wanted, whose old results are dropped."""
    results, chosen = o.folder / "results.jsonl", {m.id for m in wanted}
    kept = read_results(results)
    if not o.resume:
        kept = {name: row for name, row in kept.items() if name not in chosen}
        results.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept.values()), encoding="utf-8")
    todo = [m for m in wanted if m.id not in kept or kept[m.id]["result"] == "survived" and kept[m.id]["digest"] != digest]
    return random.Random(1).sample(todo, min(o.sample, len(todo))) if o.sample else todo


def main(words=None):
    o = read_options(words)
    os.chdir(o.root)
    sys.path.insert(0, str(o.root))
    watch_caches(o.root)
    quicken_records()
    codes = vocabularies(o.core)
    functions, values = functions_of(o, codes)
    every = [m for path in core_files(o.core) for m in mutants_of(path, o.root, codes, values)]
    wanted = [m for m in every if (not o.module or Path(m.file).stem in o.module) and (not o.function or m.function in o.function)]
    if o.list:
        list_mutants(o, wanted)
        return
    o.folder.mkdir(parents=True, exist_ok=True)
    digest = file_digest(*sorted(p for folder in ("envs", "tests") for p in (o.root / folder).rglob("*") if p.suffix in (".py", ".toml")))
    todo = to_try(o, wanted, digest)
    print(f"{len(todo)} of {len(wanted)} mutants to try", flush=True)
    tests = [str(path) for pattern in o.tests for path in sorted(o.root.glob(pattern))]
    plain = [word for plugin in PLUGINS for word in ("-p", plugin)]
    inside = Inside(Trial(o, todo, functions, digest))
    tempfile.tempdir = tempfile.mkdtemp(prefix="mutants-")  # forks that are stopped leave files behind
    try:
        pytest.main([*tests, "-s", "--assert=plain", "-o", "addopts=", "--rootdir", str(o.root), *plain], plugins=[inside])
    finally:
        shutil.rmtree(tempfile.tempdir, ignore_errors=True)
    if inside.answer is None:
        sys.exit("the tests could not be collected: run pytest on them")
    results = read_results(o.folder / "results.jsonl")
    for name, _, total, killed, alive in counts(wanted, results):
        print(f"{name}: {killed} of {total} killed, {alive} survived")
    if o.out:
        new = o.out.with_name(o.out.name + ".new")
        new.write_text(page_text(every, results, read_reasons(o.out), inside.answer, commit_of(o.root)), encoding="utf-8")
        os.replace(new, o.out)


if __name__ == "__main__":
    main()
