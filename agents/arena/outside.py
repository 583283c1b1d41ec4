"""A user's own agent in a process of its own: questions and answers go over a pipe as JSON headers and raw arrays, nothing is unpickled from it.

Messages to the process: {"do": "begin", "seed", "seat"} with the bytes of the tables, {"do": "choose", "actions"} with the bytes of the record and
those of the mask. Answers: {"choice", "seconds"} or {"fault", "why"}. The process is `outside_child.serve`.
"""

import json
import multiprocessing
import os

import numpy as np

from envs.core.dice import seed_dice

from ..base import AgentError
from .entrants import file_digest
from .errors import ArenaError, Forfeit, edited
from .fields import is_limit

LOADING = 120.0  # seconds that importing an agent may take
MAX_ANSWER = 1 << 16  # bytes


class Outside:
    """An agent MODULE:CLASS, or an entry point's name, behind a pipe. limit: seconds that a choice, and a begin, may take.

    It loads at once (AgentError when it cannot) and again after it had to be ended. identity: the digest that its file must have each time it loads, or
    None; ArenaError when it has another, or does not load at first. `close` ends it.
    """

    batched = False

    def __init__(self, text, limit, identity=None):
        self.text, self.limit, self.identity, self.file = text, limit, identity, ""
        self._process = self._pipe = None
        try:
            self._start()
        except AgentError as error:
            if identity is None or isinstance(error, ArenaError):
                raise
            raise ArenaError(f"{error}, and it did when it was entered; the games that were played are kept: put it back as it was and run the same "
                             "command again") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # -- the process -----------------------------------------------------------------------------------------------------
    def _start(self):
        """Start the process and load the agent. AgentError when it does not load, ArenaError when it is not the one that was entered."""
        from .outside_child import serve
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self.text, os.getcwd(), os.getpid()), daemon=False)
        self._process.start()
        theirs.close()
        try:
            hello = self._hear(LOADING, "to load")
            failed = f"agent {self.text!r} does not load: {hello['why']}" if "fault" in hello else None
        except Forfeit as error:
            failed = str(error)
        if failed is not None:
            self.close()
            self._hold_to(self._digest_now())  # one that was spoilt by an edit loses no game
            raise AgentError(failed)
        self._hold_to(str(hello["identity"]))
        self.identity, self.file, self.reproducible = str(hello["identity"]), str(hello["file"]), bool(hello["reproducible"])

    def _hold_to(self, identity):
        if self.identity not in (None, identity):
            self.close()
            raise edited(f"the file of agent {self.text!r}")

    def _digest_now(self):
        """The digest of the file that the agent was loaded from; the agreed one where it has none, or was never loaded."""
        try:
            return file_digest(self.file) if self.file else self.identity
        except OSError:
            return ""

    def close(self):
        """End the process."""
        if self._process is None:
            return
        self._pipe.close()
        self._process.join(0.2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None

    def _hear(self, seconds, what):
        """The next message, a dict. Forfeit when it does not come in time or the process has died; it is then ended."""
        try:
            if not self._pipe.poll(seconds):
                self.close()
                raise Forfeit("hang", f"{self.text} took longer than {seconds:g} s when it was asked {what}")
            return json.loads(self._pipe.recv_bytes(MAX_ANSWER))
        except (EOFError, OSError, ValueError) as error:
            process = self._process
            process.join(1.0)
            code = process.exitcode
            self.close()
            raise Forfeit("crash", f"{self.text} crashed: its process ended with exit code {code} when it was asked {what}") from error

    def _say(self, header, *parts):
        try:
            self._pipe.send_bytes(json.dumps(header).encode())
            for part in parts:
                self._pipe.send_bytes(part)
        except OSError:
            pass  # it has died: the answer that does not come says so

    # -- a game ----------------------------------------------------------------------------------------------------------
    def begin(self, tables, seed, seat):
        """Make the agent ready for a game: `tables` record array (1,). Forfeit when it fails to."""
        if self._process is None:
            try:
                self._start()
            except ArenaError:
                raise
            except AgentError as error:
                raise Forfeit("crash", str(error)) from error
        self._say({"do": "begin", "seed": int(seed), "seat": int(seat)}, tables.tobytes())
        self._judge(self._hear(self.limit, "to begin a game"))

    def choose(self, tables, states, masks, rngs):
        """(choices int64 (1,), CPU seconds) for one game; the process has the tables and a generator from `begin`. Forfeit when it fails to.

        It gets the record with other dice, so that looking ahead does not tell it what will be rolled.
        """
        seed_dice(states[0], int(rngs[0].integers(1 << 32)))
        self._say({"do": "choose", "actions": int(masks.shape[1])}, states.tobytes(), masks.astype(np.uint8).tobytes())
        answer = self._judge(self._hear(self.limit, "for a choice"))
        return np.array([int(answer["choice"])], np.int64), max(0.0, float(answer["seconds"]))

    def _judge(self, answer):
        if "fault" in answer:
            raise Forfeit(answer["fault"] if answer["fault"] in ("illegal", "crash") else "crash", f"{self.text} {str(answer['why'])[:300]}")
        return answer


def check_limit(limit):
    """ArenaError unless a time limit can be one."""
    if not is_limit(limit):
        raise ArenaError(f"--time-limit {limit:g} is no time for a choice; give seconds, such as 30")
