"""Units of games over worker processes. Which worker plays what changes nothing: a game follows from its own seed.

With one worker everything is played in this process. Workers are spawned; they end when the pipe to them is closed, or with this process.
"""

import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import wait
from typing import NamedTuple

from ..base import AgentError
from .ending import end_all, end_with_parent
from .errors import ArenaError
from .games import play_games
from .players import Players
from .suite import agreed

BATCH = 64  # games played side by side
LEAVING = 2.0  # seconds that a worker is given to end; one that is in the middle of a long search hears of it late


class Terms(NamedTuple):
    """What a process must know to play: Entrants and Entries by number, seconds of a choice, digest of our own sources. All that it loads is held to it."""

    entrants: list
    entries: list
    limit: float
    engine: str


def units(games, entrants):
    """Games grouped into what is played in one go: batched agents' games of one encounter side by side, every other game alone; by encounter."""
    out, side_by_side = [], {}
    for game in sorted(games, key=lambda g: (g.encounter, g.index)):
        if entrants[game.a].batched and entrants[game.b].batched:
            unit = side_by_side.get(game.encounter)
            if unit is None or len(unit) == BATCH:
                unit = side_by_side[game.encounter] = []
                out.append(unit)
            unit.append(game)
        else:
            out.append([game])
    return out


def play_unit(unit, terms, players):
    """Records of the games of a unit as they end."""
    yield from play_games(agreed(terms.entries[unit[0].encounter]), unit, players)


def play_all(todo, terms, workers):
    """Records of all games of the units in `todo`, as they end. Closing the generator ends the workers."""
    count = min(workers, len(todo))
    if count <= 1:
        with Players(terms.entrants, terms.limit, terms.engine) as players:
            for unit in todo:
                yield from play_unit(unit, terms, players)
        return
    team = [_Worker(terms) for _ in range(count)]
    try:
        yield from _share_out(todo, team)
    finally:
        for worker in team:
            worker.pipe.close()
        end_all([worker.process for worker in team], LEAVING)


def _share_out(todo, team):
    """Give each worker its next unit when it has played the last one."""
    left = list(reversed(todo))
    busy = {}
    for worker in team:
        worker.give(left.pop())
        busy[worker.pipe] = worker
    while busy:
        for pipe in wait(list(busy)):
            worker = busy[pipe]
            record = worker.hear()
            if record is not None:
                yield record
            elif left:
                worker.give(left.pop())
            else:
                del busy[pipe]


class _Worker:
    """A process that plays units; a record comes back for each game, then None."""

    def __init__(self, terms):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, terms, os.getpid()), daemon=False)
        self.process.start()
        theirs.close()

    def give(self, unit):
        try:
            self.pipe.send(unit)
        except OSError:
            self._died()

    def hear(self):
        """A record, or None at the end of a unit. ArenaError when the worker has died or could not go on."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            self._died()
        if isinstance(message, str):
            raise ArenaError(message)
        return message

    def _died(self):
        self.process.join(1.0)
        raise ArenaError(f"a worker process ended with exit code {self.process.exitcode}; what was played is kept: run the same command again, "
                         "with fewer --workers if memory is short")


def _work(pipe, terms, parent):
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena ends its workers itself
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the agents' processes are ended on the way out
    end_with_parent(parent)
    with Players(terms.entrants, terms.limit, terms.engine) as players:
        try:
            while True:
                for record in play_unit(pipe.recv(), terms, players):
                    pipe.send(record)
                pipe.send(None)
        except (EOFError, OSError):
            return
        except AgentError as error:  # a sentence already: what was loaded is not what was agreed, or cannot be had any more
            pipe.send(str(error))
        except Exception as error:  # a fault of ours: told in one sentence by the arena
            pipe.send(f"a worker could not go on: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
