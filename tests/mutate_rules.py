"""Do the rules tests notice faults? `python tests/mutate_rules.py --out docs/mutants.md` puts thousands into envs/core, one at a time (`mutants.py`).

Functions are plain Python here (NUMBA_DISABLE_JIT=1). The tests run once, traced, to learn which lines each of them reaches, and once more for
their times. Then each mutant is a fork of this process: the function's code is replaced in place, and the tests that reach the changed statement
run, those first that killed others of the same function or name one of its clauses, then short golden fights, then the quickest, until one fails or
the patience is at its end: the share of the killed is a lower bound. --again looks longer at those that survived. Results are kept line by line in
runs/mutants/results.jsonl. With --resume the killed stay killed, survivors with a reason on the page rest, and the others are tried on tests that
are new or changed, or on all once the core or what tests share has changed. Figures for the page come from a run without it.

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
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"

import numpy as np
import pytest
from coverage_of_rules import clauses_in
from mutant_page import commit_of, counts, key_of, page_text, read_reasons, read_results
from mutant_runs import Cache, Inside, quicken_records, trace_in_forks, try_in_fork, watch_caches
from mutants import core_files, mutants_of, tagged_functions, vocabularies

TESTS = ["tests/rules", "tests/test_sight.py", "tests/test_light_oracle.py", "tests/test_odds.py", "tests/test_forecast.py", "tests/test_golden_shorts.py"]  # the oracle's are fights of a second and more
SLOWEST = 2.0  # seconds of processor time of a test; slower ones are left out
PATIENCE = 8.0  # seconds of tests after which a mutant is given up: it counts as a survivor
LONGER = 2  # times as patient on another look
FEW = 25  # tests of a kind that come first then
PLUGINS = ["no:terminal", "no:cacheprovider", "no:xdist", "no:logging", "no:faulthandler"]


# -- all mutants -----------------------------------------------------------------------------------------------------------
class Trial:
    """All mutants on all tests, `jobs` forks at a time. Called by `Inside` with the collected tests."""

    def __init__(self, options, mutants, functions, digest, before):
        self.o, self.mutants, self.functions, self.digest, self.before = options, mutants, functions, digest, before
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
        known = self.known_times
        for _ in range(1 if known else 2):  # the first time fills the caches
            for item in [item for item in items if item.nodeid not in left_out]:
                begun = time.process_time()
                why = self.inside.fault(item, SLOWEST)
                self.times[item] = known.get(item.nodeid) or time.process_time() - begun
                if why:
                    left_out[item.nodeid] = why
                    del self.times[item]
        for name, why in left_out.items():
            print(f"left out: {name} ({why})", flush=True)
        memory = self.o.folder / "reached.json"
        rows = json.loads(memory.read_text(encoding="utf-8")) | {"times": {item.nodeid: seconds for item, seconds in self.times.items()}}
        memory.write_text(json.dumps(rows), encoding="utf-8")
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
        same, self.tried = old["sources"] == sources, old.get("digest")
        self.known_times = old.get("times", {}) if same else {}
        digests = {item.nodeid: file_digest(o.root / item.nodeid.split("::")[0]) for item in items}
        self.changed = {name for name, of in digests.items() if not same or old["tests"].get(name, [""])[0] != of}
        tests = {name: row for name, row in old["tests"].items() if row[0] == digests.get(name) and (same or row[1] == "too slow")}
        new = [item for item in items if item.nodeid not in tests]
        files = {str(path): path.name for path in core_files(o.core)}
        reached, filled, left_out = trace_in_forks(self.inside, new, files, 3 * SLOWEST, o.jobs, o.folder)
        tests |= {name: (digests[name], left_out.get(name), lines) for name, lines in reached.items()}
        for name, lines in old["filled"].items() if same else ():
            filled[name] = {*filled.get(name, ()), *lines}
        kept = {name: sorted(of) for name, of in filled.items()}
        memory.write_text(json.dumps({"sources": sources, "digest": self.digest, "tests": tests, "filled": kept}), encoding="utf-8")
        return tests, filled

    def begin(self, mutant):
        """Start a fork, or note at once that no test reaches the statement."""
        lines = [f"{Path(mutant.file).name}:{n}" for n in mutant.lines]
        tests = list(dict.fromkeys(item for line in lines for item in self.by_line.get(line, ())))
        before = self.before.get(mutant.id)
        if before and before["digest"] == self.tried and not self.o.again:  # it survived all of these but the new ones
            tests = [item for item in tests if item.nodeid in self.changed]
        if not tests:
            self.note(mutant, "survived", before["by"] if before else "no test reaches it", 0)
            return
        caches = [] if self.o.again else [cache for cache in Cache.every if self.filled.get(cache.__qualname__, set()) & set(lines)]
        if caches and any("shorts" not in item.nodeid for item in tests):
            tests = [item for item in tests if "shorts" not in item.nodeid]  # each would load its whole scenario anew
        tests = self.in_order(tests, mutant, PATIENCE * (LONGER if self.o.again else 1 / 8 if caches else 1))
        run = [(item, self.times[item]) for item in tests]
        function = self.functions[mutant.file, mutant.function]
        pid, pipe = try_in_fork(self.inside, function, mutant.code, run, caches, 4.0 if caches else 1.0)
        self.running[pid] = mutant, tests, pipe, time.perf_counter()

    def in_order(self, tests, mutant, patience):
        """The tests that are likely to notice first, as far as the patience goes; on another look some short fights stand between the quick ones."""
        tests.sort(key=lambda item: (-self.kills[mutant.file, mutant.function, item.nodeid], not self.named[item] & mutant.clauses,
                                     "shorts" not in item.nodeid, self.times[item]))
        if self.o.again:
            shorts = [item for item in tests if "shorts" in item.nodeid]
            others = [item for item in tests if "shorts" not in item.nodeid]
            tests = others[:FEW] + shorts[:FEW] + others[FEW:] + shorts[FEW:]
        total = np.cumsum([self.times[item] for item in tests])
        return tests[:max(1, int((total < patience).sum()))]

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
    read.add_argument("--again", action="store_true", help="with --resume: another, longer look at survivors without a reason; what was loaded stays as it was")
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


def to_try(o, wanted, digest, reasons):
    """(mutants to run, results so far). Without --resume all that are wanted are run; with it not those killed, those with a reason, those just tried."""
    results, chosen = o.folder / "results.jsonl", {m.id for m in wanted}
    kept = read_results(results)
    if not o.resume:
        kept = {name: row for name, row in kept.items() if name not in chosen}
        results.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept.values()), encoding="utf-8")
    todo = [m for m in wanted if m.id not in kept or kept[m.id]["result"] == "survived" and kept[m.id]["digest"] != digest and not reasons.get(key_of(m))]
    return random.Random(1).sample(todo, min(o.sample, len(todo))) if o.sample else todo, kept


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
    reasons = read_reasons(o.out)
    todo, kept = to_try(o, wanted, digest, reasons)
    print(f"{len(todo)} of {len(wanted)} mutants to try", flush=True)
    tests = [str(path) for pattern in o.tests for path in sorted(o.root.glob(pattern))]
    plain = [word for plugin in PLUGINS for word in ("-p", plugin)]
    inside = Inside(Trial(o, todo, functions, digest, kept))
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
        taking_part = f"{inside.answer} tests took part: those of {', '.join(o.tests)} that take less than {SLOWEST:g} s without the JIT."
        new.write_text(page_text(every, results, reasons, taking_part, commit_of(o.root), digest), encoding="utf-8")
        os.replace(new, o.out)


if __name__ == "__main__":
    main()
