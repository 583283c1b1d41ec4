"""What is legal at each question: `legal` writes the mask, `why` gives the reason for one choice. One legality, two uses: the mask is `why == OK`."""

import numpy as np

from . import codes as k
from .actions import can_add_points, can_menu, can_recover, can_walk
from .counter import can_counter
from .deeds import can_attempt, can_instrument, can_target
from .grid import can_stop, reach
from .jit import jit
from .reactions import can_guard
from .resolve import is_chosen
from .sparks import FOR_LINE, can_spark, can_spark_any
from .turns import can_take_turn


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
def legal(t, s, mask):
    """Write mask[c] = 1 for every legal choice of the question, 0 elsewhere; return how many. One legality: `why(...) == OK`."""
    mask[:] = 0
    i = s.asker
    n = 0
    if s.ask == k.ASK_ACTION:
        for entry in range(k.MENU_SIZE):
            if t.actions[entry].used != 0 and can_menu(t, s, i, entry) == k.OK:
                mask[k.A_MENU + entry] = 1
                n += 1
        return n
    if s.ask == k.ASK_WALK:
        return legal_walk(t, s, i, mask)
    first, last = answer_range(t, s)
    for choice in range(first, last):
        if why(t, s, choice) == k.OK:
            mask[choice] = 1
            n += 1
    if has_pass(s):
        mask[k.A_OPTION + k.PASS] = 1
        n += 1
    if s.ask == k.ASK_SPARK:
        for option in range(k.SPARK_EFFECT, k.SPARK_DAMAGE + 1):
            if can_spark_any(t, s, option, 0):
                mask[k.A_OPTION + option] = 1
                n += 1
    return n


@jit
def legal_walk(t, s, i, mask):
    """Legal end squares of a walk: one search for all of them."""
    n = 0
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, s.combatants[i].move_points, cost)
    for square in range(t.width * t.height):
        if can_stop(t, s, i, square, cost):
            mask[k.A_SQUARE + padded_square(t, t.side, square)] = 1
            n += 1
    return n


@jit
def has_pass(s):
    """Whether the question may be passed: reactions, and further targets of a deed for n creatures."""
    return s.ask == k.ASK_GUARD or s.ask == k.ASK_COUNTER or (s.ask == k.ASK_TARGET and s.deed.n_targets > 0)


@jit
def answer_range(t, s):
    """First and last + 1 index of the group that answers the question, without options."""
    a = s.ask
    if a == k.ASK_COMBATANT or a == k.ASK_TARGET or a == k.ASK_SPARK_TARGET:
        return k.A_COMBATANT, k.A_COMBATANT + t.n_combatants
    if a == k.ASK_DEED:
        return k.A_DEED, k.A_DEED + k.DEED_SLOTS
    if a == k.ASK_INSTRUMENT or a == k.ASK_COUNTER:
        return k.A_ITEM, k.A_ITEM + k.ITEM_SLOTS
    if a == k.ASK_POINTS or a == k.ASK_RECOVER:
        return k.A_AMOUNT, k.A_AMOUNT + k.AMOUNT_SIZE
    if a == k.ASK_GUARD:
        return k.A_GUARD, k.A_GUARD + k.GUARD_DICE
    if a == k.ASK_SPARK:
        return k.A_LINE, k.A_LINE + k.MAX_LINES
    if a == k.ASK_ACTION:
        return k.A_MENU, k.A_MENU + k.MENU_SIZE
    if a == k.ASK_WALK:
        return k.A_SQUARE, k.A_SQUARE + t.side * t.side
    return 0, 0


@jit
def why(t, s, choice):
    """Why a choice is not legal now; OK when it is. The one legality that the mask and the judge's reasons come from."""
    if choice == k.A_OPTION + k.PASS:
        return k.OK if has_pass(s) else k.WHY_NOT_ASKED
    if s.ask == k.ASK_SPARK and k.A_OPTION <= choice < k.A_OPTION + k.OPTION_SIZE:
        option = choice - k.A_OPTION
        if option != k.SPARK_EFFECT and option != k.SPARK_DAMAGE:
            return k.WHY_NOT_ASKED
        return k.OK if can_spark_any(t, s, option, 0) else k.WHY_NO_LINE
    first, last = answer_range(t, s)
    if choice < first or choice >= last:
        return k.WHY_NOT_ASKED
    if s.ask == k.ASK_ACTION:
        return can_menu(t, s, s.asker, choice - first)
    if s.ask == k.ASK_WALK:
        square = board_square(t, choice)
        return k.WHY_OUT_OF_RANGE if square == k.NONE else can_walk(t, s, s.asker, square)
    return why_plain(t, s, choice - first)


@jit
def why_plain(t, s, n):
    """`why` for the questions whose answer is the n-th entry of one group."""
    i = s.asker
    f = s.frames[s.depth - 1]
    if s.ask == k.ASK_COMBATANT:
        return can_take_turn(t, s, n)
    if s.ask == k.ASK_TARGET:
        found = can_target(t, s, i, s.deed.deed, s.deed.instrument, n)
        return k.WHY_CHOSEN if found == k.OK and is_chosen(s, n) else found
    if s.ask == k.ASK_DEED:
        return can_attempt(t, s, i, n) if n < k.OWN_DEEDS else k.WHY_NO_DEED
    if s.ask == k.ASK_INSTRUMENT:
        return can_instrument(t, s, i, s.deed.deed, n)
    if s.ask == k.ASK_POINTS:
        return can_add_points(t, s, i, k.DEED if f.kind == k.F_DEED else f.a, n)
    if s.ask == k.ASK_RECOVER:
        return can_recover(t, s, n)
    if s.ask == k.ASK_GUARD:
        return can_guard(t, s, i, n)
    if s.ask == k.ASK_COUNTER:
        return can_counter(t, s, i, f.a, n)
    if s.ask == k.ASK_SPARK:
        return k.OK if can_spark_any(t, s, FOR_LINE, n) else k.WHY_NO_LINE
    return why_spark_target(t, s, n)


@jit
def why_spark_target(t, s, target):
    """Why the spark in hand cannot be for a combatant."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        if s.targets[m].who == target:
            return k.OK if can_spark(t, s, f.c, f.d, m) else k.WHY_NO_LINE
    return k.WHY_NO_TARGET
