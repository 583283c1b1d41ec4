"""The other end of `outside.Outside`: the process in which a user's own agent is loaded, asked and, if need be, ended."""

import inspect
import json
import os
import signal
import sys
import time
from importlib import import_module
from importlib.metadata import entry_points

import numpy as np

from envs.core.record import ENCOUNTER, TABLES

from ..registry import GROUP
from .ending import end_with_parent
from .entrants import file_digest
from .errors import shown


def _one_line(error):
    text = " ".join(str(error).split())
    return shown(f"{type(error).__name__}: {text[:240]}" if text else type(error).__name__)


def _maker(text, folder):
    """What makes the agent: the class of MODULE:CLASS, or an entry point, with what stands after a colon as its argument."""
    name, _, attribute = text.partition(":")
    found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
    if found:
        maker = found[0].load()
        return (lambda: maker(attribute)) if attribute else maker
    if folder not in sys.path:
        sys.path.append(folder)
    return getattr(import_module(name), attribute)


def _hello(agent):
    """The first message: the file that the agent's class stands in and its digest, both "" when there is none; whether it plays the same again."""
    try:
        file = os.path.abspath(inspect.getfile(type(agent)))
        identity = file_digest(file)
    except (OSError, TypeError):
        file = identity = ""
    return {"identity": identity, "file": file, "reproducible": bool(getattr(agent, "reproducible", True))}


def serve(pipe, text, folder, parent):
    """Load the agent and answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena decides when it ends
    end_with_parent(parent)
    sys.stdout.flush()
    os.dup2(2, 1)  # what it prints must not get among the arena's own output
    sys.stdout.reconfigure(line_buffering=True)  # and is heard at once: a process that is ended writes nothing more
    own = os.getpid()
    try:
        make = _maker(text, folder)
        agent = make()
        if not callable(getattr(agent, "choose", None)):
            raise TypeError("it has no method choose(tables, states, masks, rng)")
        hello = _hello(agent)
    except BaseException as error:  # an agent may also exit: that is told in the same way
        return _send(pipe, own, {"fault": "crash", "why": _one_line(error)})
    _send(pipe, own, hello)
    try:
        _answer_all(pipe, own, agent, make)
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)  # threads of the agent's own do not keep the process


def _send(pipe, own, message):
    """Send a message, if this is the process of the number `own`: a copy of it, which an agent made by a fork and let return here, ends instead."""
    if os.getpid() != own:
        os._exit(0)
    pipe.send_bytes(json.dumps(message).encode())


def _answer_all(pipe, own, agent, make):
    """The loop: a game's begin, its questions, the next game's."""
    asked = _Asked(agent, make)
    while True:
        header = json.loads(pipe.recv_bytes())
        parts = [bytearray(pipe.recv_bytes()) for _ in range(1 if header["do"] == "begin" else 2)]
        try:
            answer = asked.begin(header, *parts) if header["do"] == "begin" else asked.choose(header, *parts)
        except BaseException as error:  # whatever it raises, an exit too: the game is lost, not the arena
            answer = {"fault": "crash", "why": f"crashed: {_one_line(error)}"}
        _send(pipe, own, answer)


class _Asked:
    """The agent, and what it is told of the game that it plays."""

    def __init__(self, agent, make):
        self.agent, self.make = agent, make
        self.played = False
        self.tables = self.rng = None

    def begin(self, header, tables):
        self.tables = np.frombuffer(tables, TABLES).view(np.recarray)
        self.rng = np.random.default_rng([header["seed"], header["seat"]])
        if hasattr(self.agent, "begin"):
            self.agent.begin()
        elif self.played:
            self.agent = self.make()
        self.played = True
        return {}

    def choose(self, header, states, masks):
        states = np.frombuffer(states, ENCOUNTER).view(np.recarray)
        masks = np.frombuffer(masks, np.uint8).reshape(1, header["actions"]).astype(np.bool_)
        return _choice(self.agent, self.tables, states, masks, self.rng)


def _choice(agent, tables, states, masks, rng):
    """One answer: the choice and its CPU seconds, or what is wrong with it. The caller tests whether it is legal."""
    started = time.process_time()
    given = agent.choose(tables, states, masks, rng)
    seconds = max(0.0, time.process_time() - started)  # an agent that forks may answer from a process whose clock began later
    array = np.asarray(given)
    if array.shape != (1,) or array.dtype.kind not in "iu":
        return {"fault": "illegal", "why": f"answered with {array.dtype} of shape {array.shape}; choices are one whole number for each question"}
    choice = int(array[0])
    if choice >= 2**63:  # of uint64
        return {"fault": "illegal", "why": f"answered with {choice}; there is no such choice"}
    return {"choice": choice, "seconds": seconds}
