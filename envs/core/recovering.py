"""Chapter 8, recoveries as a frame: the receiver says how many it spends (T8.40, G8.41)."""

from . import codes as k
from .frames import ask, pop
from .jit import jit
from .vigor import recoveries_left, spend_recoveries


@jit
def advance_recover(t, s):
    """Its receiver says how many recoveries to spend (T8.40); nothing is asked of one that has none or is gone."""
    f = s.frames[s.depth - 1]
    if s.combatants[f.who].status > k.DEFEATED or recoveries_left(t, s, f.who) == 0:
        pop(s)
    else:
        ask(s, k.ASK_RECOVER, t.roster[f.who].side, f.who)


@jit
def can_recover(t, s, amount):
    """Why `amount` recoveries cannot be spent on the recovery on top of the stack."""
    f = s.frames[s.depth - 1]
    return k.OK if amount <= min(f.a, recoveries_left(t, s, f.who)) else k.WHY_NO_RECOVERIES


@jit
def answer_recover(t, s, amount):
    """Spend them; a recovery of a higher potency than an answer can name is asked on for its rest."""
    f = s.frames[s.depth - 1]
    i = f.who
    if amount == k.AMOUNT_SIZE - 1 and f.a > amount:
        f.a -= amount
    else:
        pop(s)
    if amount > 0:
        spend_recoveries(t, s, i, amount)
