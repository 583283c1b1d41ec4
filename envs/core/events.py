"""Events: what happened, as small records in a ring of the encounter; kept only while `s.log` is set."""

from . import codes as k
from .jit import jit


@jit
def emit(s, code, who, whom, amount, extra):
    """Note one event (int32 code, who, whom, amount, extra). The machine pauses before the ring is full, so none is lost."""
    if s.log != 0 and s.n_events < k.MAX_EVENTS:
        e = s.events[s.n_events]
        e.code = code
        e.who = who
        e.whom = whom
        e.amount = amount
        e.extra = extra
        s.n_events += 1
