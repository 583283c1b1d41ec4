"""Suggestions in processes of their own, one for each core: a suggestion keeps a core busy, and the server has to answer meanwhile.

Questions about the same position share one computation, and what was suggested is remembered. A worker's agent answers as the table's own
does, and what it answered comes back with the suggestion: what is suggested is what `go` plays.
"""

import asyncio
import hashlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from envs.core import codes as k

from ..table.model import CHOICE, TableError
from .acting import check_slot

MOST_KEPT = 200  # suggestions that are remembered


def cores():
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# -- in a worker -------------------------------------------------------------------------------------------------------
def begin(line):
    """What a worker does first: it ends when the other end of a pipe closes, that is when the pool or the server does, however that was."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line):
    line.poll(None)
    os._exit(0)


@contextmanager
def deaf():
    """Processes that are started meanwhile hear no Ctrl-C, from their first moment: it is the server's to hear."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@lru_cache(maxsize=32)
def _scenario(data):
    return pickle.loads(data)  # written by this very server


@lru_cache(maxsize=32)
def _agent(name, data):
    from agents import agent_for

    return agent_for(_scenario(data), name)


def warm(name):
    """Load what advice needs, before it is first asked for."""
    from envs.tables import load_library_encounter

    from ..advising import suggest

    suggest(load_library_encounter("duel"), agent=name)


def adviser_of(agent, seed):
    """The Adviser of an agent with what planning looks for in an agent besides its answers."""
    from ..planning import quick_of
    from ..table.play import Adviser

    adviser = Adviser(agent, seed)
    adviser.quick, adviser.in_character = quick_of(agent), getattr(agent, "in_character", False)
    return adviser


def compute(question):
    """(entries of an AdviceView, what the agent answered); a sentence in place of the entries where there is nothing to advise."""
    from ..advice import SuggestError
    from ..advising import advice_for
    from ..table.position import Position
    from .plans import advice_entries

    position, adviser = Position(_scenario(question.scenario), question.seed), adviser_of(_agent(question.agent, question.scenario), question.seed)
    position.restore(np.frombuffer(question.record, position.snapshot().dtype).view(np.recarray))
    try:
        advice = advice_for(position.battle, question.who, adviser, question.seed, question.top, question.exclude)
    except SuggestError as error:
        return str(error), {}
    return advice_entries(position, advice), adviser.known()


# -- in the server -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Question:
    """What is to be advised in which position. scenario: pickled; record: bytes of the position; who: a slot, or None; see `advice_for`."""

    scenario: bytes
    record: bytes
    who: int | None
    agent: str
    seed: int
    top: int
    exclude: tuple

    @property
    def key(self):
        """What makes two questions the same: the dice to come do not."""
        return hashlib.sha256(
            b"\0".join([self.scenario, self.record, repr((self.who, self.agent, self.seed, self.top, self.exclude)).encode()])
        ).digest()


def question_of(kept, who, top, exclude):
    """The Question of a kept table's position, or of the question that a line waits at; under its lock. TableError when nothing can be advised."""
    table = kept.table
    if table.pending is not None and table.need.kind != CHOICE:
        raise TableError("dice are awaited; enter them or have them rolled, or take the line back with undo")
    if who is not None and table.pending is None:
        check_slot(table, who)
        if table.state.ask == k.ASK_COMBATANT:
            table.check_able(who)
    record = table.position.snapshot() if table.pending is None else table.reached.copy()
    record["dice"] = np.zeros((), record.dtype["dice"])
    if not hasattr(kept, "pickled"):
        kept.pickled = pickle.dumps(table.scenario)
    return Question(kept.pickled, record.tobytes(), who, kept.agent, table.seed, top, tuple(exclude))


class Pool:
    """Answers Questions in worker processes. size: how many; agent: which one they load at once."""

    def __init__(self, agent, size=None):
        self.agent, self.size = agent, size or cores()
        self.running, self.known = {}, OrderedDict()
        self.pool = self.line = None  # line: while its end here is open the workers live

    def start(self):
        """Start the workers and let them load; returns at once."""
        context = multiprocessing.get_context("spawn")
        theirs, self.line = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(self.size, context, begin, (theirs,))
        with deaf():
            for _ in range(self.size):
                self.pool.submit(warm, self.agent)

    def stop(self):
        """End the workers, whatever they are at."""
        if self.pool is not None:
            self.line.close()
            self.pool.shutdown(cancel_futures=True)

    async def answer(self, question):
        """What `compute` returns; TableError for a turn that cannot be suggested."""
        key = question.key
        if key in self.known:
            self.known.move_to_end(key)
            plan, answers = self.known[key]
        else:
            if key not in self.running:
                self.running[key] = asyncio.ensure_future(self._compute(key, question))
            plan, answers = await asyncio.shield(self.running[key])
        if isinstance(plan, str):
            raise TableError(plan)
        return plan, answers

    async def _compute(self, key, question):
        try:
            self.known[key] = result = await self._in_worker(question)
            while len(self.known) > MOST_KEPT:
                self.known.popitem(last=False)
            return result
        finally:
            del self.running[key]

    async def _in_worker(self, question):
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, compute, question)
        except BrokenProcessPool:  # a worker was ended from outside
            if self.line.closed:
                raise
            self.start()
            return await loop.run_in_executor(self.pool, compute, question)
