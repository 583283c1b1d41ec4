"""Chapter 2: which actions a turn has used up (T2.4). Menu entries are bits of two fields, for there are more than 31."""

from .jit import jit

LOW_BITS = 24  # entries from here on are bits of `taken_more`


@jit
def is_taken(c, entry):
    """Whether a combatant has taken a menu entry's action this turn."""
    if entry < LOW_BITS:
        return c.taken >> entry & 1 != 0
    return c.taken_more >> (entry - LOW_BITS) & 1 != 0


@jit
def take_action(c, entry):
    """Note that a combatant has taken a menu entry's action this turn."""
    if entry < LOW_BITS:
        c.taken |= 1 << entry
    else:
        c.taken_more |= 1 << (entry - LOW_BITS)
