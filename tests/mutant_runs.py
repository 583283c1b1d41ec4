"""Running collected tests inside this process for `mutate_rules.py`: with caches that are known, with traced lines, in forks on changed code."""

import functools
import gc
import inspect
import json
import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest


# -- caches ----------------------------------------------------------------------------------------------------------------
class Cache:
    """Stands for functools.lru_cache on our functions: keeps everything, and knows which lines of the core filled it."""

    every, stack = [], []  # all caches; the sets of lines being recorded, innermost last

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.kept, self.lines = {}, {}
        Cache.every.append(self)

    def __call__(self, *args, **named):
        key = args + tuple(sorted(named.items()))
        if key not in self.kept:
            Cache.stack.append(set())
            try:
                self.kept[key] = self.__wrapped__(*args, **named)
            finally:
                self.lines[key] = Cache.stack.pop()
        if Cache.stack:
            Cache.stack[-1].update(self.lines[key])
        return self.kept[key]

    def cache_clear(self):
        self.kept.clear()
        self.lines.clear()


def watch_caches(root):
    """From now on `lru_cache` and `cache` make a `Cache` of functions whose source is under root."""
    plain = functools.lru_cache

    def lru_cache(maxsize=128, typed=False):
        def decorate(function):
            ours = inspect.isfunction(function) and Path(function.__code__.co_filename).is_relative_to(root)
            return Cache(function) if ours else plain(128 if callable(maxsize) else maxsize, typed)(function)
        return decorate(maxsize) if callable(maxsize) else decorate  # with or without parentheses

    functools.lru_cache = lru_cache


# -- records ---------------------------------------------------------------------------------------------------------------
def quicken_records():
    """Make `record.field` several times as quick: NumPy's own looks for a method first, then converts the field's type, at every access."""
    slow, get, dtype_of = np.record.__getattribute__, np.void.getfield, np.void.dtype.__get__
    tables = {}  # id of a dtype: (the dtype, so that it stays, {field: (its dtype, offset)})

    def table(dtype):
        fields = {name: (as_record(of), offset) for name, (of, offset, *_) in (dtype.fields or {}).items() if not hasattr(np.void, name)}
        tables[id(dtype)] = dtype, fields
        return tables[id(dtype)]

    def read(self, name):
        dtype = dtype_of(self)
        field = (tables.get(id(dtype)) or table(dtype))[1].get(name)
        return get(self, *field) if field else slow(self, name)

    np.record.__getattribute__ = read


def as_record(dtype):
    """A dtype whose elements are `np.record`, where it has fields."""
    if dtype.subdtype:
        return np.dtype((as_record(dtype.base), dtype.shape))
    return np.dtype((np.record, dtype)) if dtype.names else dtype


# -- running tests ---------------------------------------------------------------------------------------------------------
class TooSlow(BaseException):
    """A test took longer than allowed."""


class Inside:
    """A pytest plugin: does its own work once the tests are collected, and notes failures without writing them out."""

    def __init__(self, work):
        self.work, self.failed, self.answer = work, False, None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        self.failed |= call.excinfo is not None
        return pytest.TestReport(item.nodeid, item.location, {}, "failed" if call.excinfo else "passed", None, call.when)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        self.answer = self.work(self, session.items)
        return True

    def passes(self, item):
        """Run one collected test; True when it passed."""
        self.failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def fault(self, item, seconds):
        """Why a test cannot take part, None when it can. seconds: of processor time that it may take."""
        slow = []

        def stop(*_):
            slow.append(True)
            raise TooSlow

        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
        try:
            fine = self.passes(item)
        except TooSlow:
            fine = False
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
        return "too slow" if slow else None if fine else "fails without a fault"


# -- what tests reach ------------------------------------------------------------------------------------------------------
def trace(inside, items, files, seconds):
    """({test: lines}, {cached function: lines}, {test: why it is left out}) of tests. Lines are "file:line" of the core.

    A cache that is filled already counts as if it were filled again, so that a test's lines do not depend on the tests before it.
    """
    known, left_out, reached = {}, {}, {}

    def enter(frame, event, arg):
        code = frame.f_code
        if code not in known:
            known[code] = files.get(code.co_filename)
        return step if known[code] else None

    def step(frame, event, arg):
        if event == "line" and Cache.stack:
            Cache.stack[-1].add((known[frame.f_code], frame.f_lineno))
        return step

    for cache in Cache.every:
        cache.cache_clear()
    for item in items:
        Cache.stack[:] = [set()]
        sys.settrace(enter)
        try:
            why = inside.fault(item, seconds)
        finally:
            sys.settrace(None)
        if why:
            left_out[item.nodeid] = why
        reached[item.nodeid] = sorted(f"{f}:{n}" for f, n in Cache.stack[0])
    Cache.stack.clear()
    return reached, {c.__qualname__: sorted({f"{f}:{n}" for lines in c.lines.values() for f, n in lines}) for c in Cache.every}, left_out


def trace_in_forks(inside, items, files, seconds, jobs, folder):
    """`trace`, the tests dealt out to as many processes."""
    pids = []
    for job in range(jobs):
        pids.append(os.fork())
        if not pids[-1]:
            try:
                (folder / f"trace{job}.json").write_text(json.dumps(trace(inside, items[job::jobs], files, seconds)), encoding="utf-8")
            finally:
                os._exit(0)
    reached, filled, left_out = {}, {}, {}
    for job, pid in enumerate(pids):
        os.waitpid(pid, 0)
        part, caches, out = json.loads((folder / f"trace{job}.json").read_text(encoding="utf-8"))
        (folder / f"trace{job}.json").unlink()
        reached |= part
        left_out |= out
        for name, lines in caches.items():
            filled[name] = {*filled.get(name, ()), *lines}
    return reached, filled, left_out


# -- one mutant ------------------------------------------------------------------------------------------------------------
def try_in_fork(inside, function, code, tests, caches, limit):
    """(pid, pipe) of a fork that runs tests [(item, seconds)] on a function with other code; it writes the number of each test that it starts.

    It ends with 0 when all pass, 1 when one fails, and by a signal when one takes more than ten times as long as it should, and `limit` seconds.
    """
    out, into = os.pipe()
    pid = os.fork()
    if pid:
        os.close(into)
        return pid, out
    try:
        gc.disable()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the fork even inside NumPy
        function.__code__ = code
        for cache in caches:
            cache.cache_clear()
        for n, (item, seconds) in enumerate(tests):
            os.write(into, n.to_bytes(4, "little"))
            signal.setitimer(signal.ITIMER_PROF, limit + 10 * seconds)
            if not inside.passes(item):
                os._exit(1)
        os._exit(0)
    finally:
        os._exit(2)
