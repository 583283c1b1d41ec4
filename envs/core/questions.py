"""Which group of the action space answers which question, and squares of the board within it."""

from . import codes as k
from .jit import jit


@jit
def padded_square(t, side, square):
    """Board square y * width + x as a square of the padded board."""
    return square // t.width * side + square % t.width


@jit
def board_square(t, choice):
    """Board square of a SQUARE choice that `step` got (its squares are rows of the padded board, `t.side` long); NONE when off the board."""
    square = choice - k.A_SQUARE
    x = square % t.side
    y = square // t.side
    return y * t.width + x if x < t.width and y < t.height else k.NONE


@jit
def asks_square(ask):
    """Whether a question is answered by a square of the board."""
    return ask == k.ASK_WALK or ask == k.ASK_AREA or ask == k.ASK_PATH or ask == k.ASK_FORCE or ask == k.ASK_FOLLOW or ask == k.ASK_TELEPORT \
        or ask == k.ASK_JUMP or ask == k.ASK_PLACE


@jit
def has_option(s):
    """Whether an option (pass, yes, spark effect …) may answer the question."""
    a = s.ask
    return a == k.ASK_GUARD or a == k.ASK_COUNTER or a == k.ASK_CATCH or a == k.ASK_TARGET or a == k.ASK_PATH or a == k.ASK_FORCE \
        or a == k.ASK_FOLLOW or a == k.ASK_TELEPORT or a == k.ASK_WALK or a == k.ASK_ITEM or a == k.ASK_SPARK or a == k.ASK_KIND


@jit
def answer_range(t, s):
    """First and last + 1 index of the group that answers the question, without squares, effects and options."""
    a = s.ask
    if a == k.ASK_COMBATANT or a == k.ASK_TARGET or a == k.ASK_SPARK_TARGET:
        return k.A_COMBATANT, k.A_COMBATANT + t.n_combatants
    if a == k.ASK_DEED:
        return k.A_DEED, k.A_DEED + k.DEED_SLOTS
    if a == k.ASK_INSTRUMENT or a == k.ASK_COUNTER or a == k.ASK_ITEM:
        return k.A_ITEM, k.A_ITEM + k.ITEM_SLOTS
    if a == k.ASK_POINTS or a == k.ASK_RECOVER:
        return k.A_AMOUNT, k.A_AMOUNT + k.AMOUNT_SIZE
    if a == k.ASK_GUARD:
        return k.A_GUARD, k.A_GUARD + k.GUARD_DICE
    if a == k.ASK_SPARK:
        return k.A_LINE, k.A_LINE + k.MAX_LINES
    if a == k.ASK_STATE:
        return k.A_STATE, k.A_STATE + k.MAX_STATES
    return 0, 0
