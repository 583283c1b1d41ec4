"""An agent that another package brings along: whatever it does wrong becomes an AgentError, one sentence that names it."""

import inspect

import numpy as np

from .base import AgentError

MOST = 240  # characters of what an agent's own error says


def fault(text, did, error):
    """The AgentError for what an agent raised. did: 'could not be made'."""
    words = " ".join(str(error).split())[:MOST].rstrip(".")
    return AgentError(f"agent {text!r} {did} ({type(error).__name__}{': ' if words else ''}{words}); mend it, or name another agent")


def guarded(text, did, call, *args):
    """What a call gives. AgentError where it raises anything, an exit of the process too; not where a person interrupts it."""
    try:
        return call(*args)
    except (AgentError, KeyboardInterrupt):
        raise
    except BaseException as error:  # whatever it raises: its fault must not look like one of ours
        raise fault(text, did, error) from error


class Guest:
    """Wraps an agent by the text that names it. Its choices are held to the masks; what else it offers is handed on, guarded in the same way.

    An agent without a name of its own is called by the text. AgentError when it has no `choose`.
    """

    def __init__(self, agent, text):
        self._agent, self._text = agent, text
        if not callable(self._own("choose")):
            raise AgentError(f"agent {text!r} has no method choose(tables, states, masks, rng); mend it, or name another agent")
        name = self._own("name")
        self.name = name if isinstance(name, str) and name else text

    def _own(self, name):
        """What the agent has by a name, None when it lacks it."""
        return guarded(self._text, f"failed at {name!r}", getattr, self._agent, name, None)

    def __getattr__(self, name):
        """What else the agent has; `hasattr` tells what it lacks."""
        if name.startswith("_") or not guarded(self._text, f"failed at {name!r}", hasattr, self._agent, name):
            raise AttributeError(name)
        value = self._own(name)
        return (lambda *args: guarded(self._text, f"failed at {name!r}", value, *args)) if inspect.isroutine(value) else value

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; AgentError for answers that are none or not legal."""
        legal = np.array(masks, bool)  # a copy: the agent may write into its own
        given = guarded(self._text, "failed at 'choose'", self._agent.choose, tables, states, masks, rng)
        try:
            choices = np.asarray(given)
        except ValueError:  # lists of several lengths
            choices = np.asarray(None)
        if choices.shape != legal.shape[:1] or choices.dtype.kind not in "iu":
            raise AgentError(f"agent {self._text!r} answered {len(legal)} questions with {choices.dtype} of shape {choices.shape} instead of one whole number "
                             "for each; mend it, or name another agent")
        wrong = [int(c) for row, c in zip(legal, choices) if not (0 <= c < len(row) and row[c])]
        if wrong:
            raise AgentError(f"agent {self._text!r} answered with {wrong[0]}, which is not legal; mend it to choose from the mask, or name another agent")
        return choices.astype(np.int64)
