"""The frame stack: what a question can interrupt. Chapters push and pop; only the machine dispatches."""

from . import codes as k
from .jit import jit


@jit
def clear_frame(f):
    """Empty a frame, so that equal positions are equal bytes."""
    f.kind = 0
    f.step = 0
    f.who = 0
    f.a = 0
    f.b = 0
    f.c = 0
    f.d = 0
    f.e = 0


@jit
def push(s, kind, who):
    """Put a fresh frame on the stack. IndexError when the stack is full: a fault of the rules core, never of a choice."""
    if s.depth >= k.MAX_FRAMES:
        raise IndexError("the frame stack is full")
    f = s.frames[s.depth]
    clear_frame(f)
    f.kind = kind
    f.who = who
    s.depth += 1


@jit
def pop(s):
    """Drop the top frame and clear it."""
    s.depth -= 1
    clear_frame(s.frames[s.depth])


@jit
def ask(s, question, side, who):
    """Stop at a question: `side` answers it, it is about combatant `who`."""
    s.ask = question
    s.asked = side
    s.asker = who
