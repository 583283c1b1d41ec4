"""Why a choice does not answer the question: `why` is the one legality; the mask (`legality.py`) is where it says OK.

What may be left out or ended early is here too (T2.3, T4.1, T5.7, G11.8a, G12.3); everything else asks the chapters.
"""

import numpy as np

from . import codes as k
from .acting import points_fit
from .actions import can_add_points, can_menu
from .areas import can_go_on, can_place, fill_qualifying
from .counter import can_counter
from .deeds import can_attempt, can_instrument, can_way
from .dragging import PAID
from .features import can_work
from .forcing import can_follow, can_force, why_teleport
from .items import can_item, can_pick_up, can_throw_to
from .jit import jit
from .leaping import can_jump
from .movement import can_walk
from .prevail import can_disrupt, can_disrupt_effect, can_help, can_help_with, can_prevail, can_prevail_state
from .questions import answer_range, asks_square, board_square, has_option
from .reactions import can_guard
from .recovering import can_recover
from .sparks import FOR_LINE, can_spark, can_spark_any
from .targeting import can_choose, can_stop_now
from .turns import can_take_turn


@jit
def why(t, s, choice):
    """Why a choice is not legal now; OK when it is. The one legality that the mask and the judge's reasons come from."""
    if choice >= k.A_SQUARE:
        if not asks_square(s.ask) or choice >= k.A_SQUARE + t.side * t.side:
            return k.WHY_NOT_ASKED
        square = board_square(t, choice)
        return k.WHY_OUT_OF_RANGE if square == k.NONE else why_square(t, s, s.asker, square)
    if choice >= k.A_EFFECT:
        asked = s.ask == k.ASK_EFFECT or s.ask == k.ASK_COMBATANT or s.ask == k.ASK_STATE
        return why_effect(t, s, choice - k.A_EFFECT) if asked else k.WHY_NOT_ASKED
    if choice >= k.A_OPTION:
        return why_option(t, s, choice - k.A_OPTION)
    if s.ask == k.ASK_ACTION:
        inside = k.A_MENU <= choice < k.A_MENU + k.MENU_SIZE
        return can_menu(t, s, s.asker, choice - k.A_MENU) if inside else k.WHY_NOT_ASKED
    first, last = answer_range(t, s)
    return why_plain(t, s, choice - first) if first <= choice < last else k.WHY_NOT_ASKED


@jit
def why_square(t, s, i, square):
    """`why` for the questions that a board square y * width + x answers."""
    a = s.ask
    x = square % t.width
    y = square // t.width
    if a == k.ASK_WALK:
        return can_walk(t, s, i, square)
    if a == k.ASK_FORCE:
        return can_force(t, s, x, y)
    if a == k.ASK_FOLLOW:
        return can_follow(t, s, x, y)
    if a == k.ASK_TELEPORT:
        return why_teleport(t, s, x, y)
    if a == k.ASK_JUMP:
        return can_jump(t, s, i, square)
    if a == k.ASK_PATH:
        return can_go_on(t, s, i, s.deed.deed, s.deed.instrument, square)
    if a == k.ASK_AREA:
        good = np.empty(t.width * t.height, np.int8)
        fill_qualifying(t, s, i, s.deed.deed, s.deed.instrument, good)
        return can_place(t, s, i, s.deed.deed, good, x, y)
    entry = s.frames[s.depth - 1].a
    if entry == k.THROW:
        return can_throw_to(t, s, i, square)
    return can_pick_up(t, s, i, square) if entry == k.PICK_UP else can_work(t, s, i, entry, square)


@jit
def why_plain(t, s, n):
    """`why` for the questions whose answer is the n-th entry of one group."""
    i = s.asker
    f = s.frames[s.depth - 1]
    if s.ask == k.ASK_COMBATANT:
        return can_take_turn(t, s, n)
    if f.kind == k.F_ACTION:
        return why_action(t, s, i, n)
    if s.ask == k.ASK_TARGET:
        return can_choose(t, s, i, n)
    if s.ask == k.ASK_DEED:
        return can_attempt(t, s, i, n) if (n < k.OWN_DEEDS) == (f.e == k.DEED) else k.WHY_NO_DEED
    if s.ask == k.ASK_INSTRUMENT:
        return can_instrument(t, s, i, s.deed.deed, n)
    if s.ask == k.ASK_POINTS:
        return can_add_points(t, s, i, f.e, n)
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
def why_action(t, s, i, n):
    """`why` for the plain questions of an action."""
    f = s.frames[s.depth - 1]
    if s.ask == k.ASK_POINTS:
        return points_fit(t, s, n)
    if s.ask == k.ASK_ITEM:
        return can_item(t, s, i, f.a, n)
    if s.ask == k.ASK_STATE:
        return k.OK if can_prevail_state(t, s, f.b, n, f.a == k.DISRUPT) else k.WHY_NO_STATE
    if s.ask != k.ASK_TARGET:
        return k.WHY_NOT_ASKED
    if f.a == k.HELP:
        return can_help(t, s, i, n)
    if f.a == k.PREVAIL:
        return can_prevail(t, s, i, n)
    if f.a == k.DISRUPT:
        return can_disrupt(t, s, i, n)
    return k.OK if s.combatants[n].grabbed_by >> i & 1 else k.WHY_NOT_GRABBED


@jit
def why_spark_target(t, s, target):
    """Why the spark in hand cannot be for a combatant."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        if s.targets[m].who == target:
            return k.OK if can_spark(t, s, f.c, f.d, m) else k.WHY_NO_LINE
    return k.WHY_NO_TARGET


@jit
def why_effect(t, s, n):
    """Why lasting effect n does not answer the question: one's own are dismissed in one's turn or between turns (T8.4), a foe's disrupted (T8.31a)."""
    if n >= k.MAX_EFFECTS or s.effects[n].kind == k.NONE:
        return k.WHY_NO_EFFECT
    if s.ask == k.ASK_EFFECT:
        return k.OK if s.effects[n].owner == s.asker else k.WHY_NO_EFFECT
    if s.ask == k.ASK_COMBATANT:
        return k.OK if t.roster[s.effects[n].owner].side == s.asked else k.WHY_NO_EFFECT
    f = s.frames[s.depth - 1]
    if s.ask != k.ASK_STATE or f.a != k.DISRUPT:
        return k.WHY_NOT_ASKED
    return k.OK if can_disrupt_effect(s, f.b, n) else k.WHY_NO_EFFECT


@jit
def why_option(t, s, option):
    """Why an option does not answer the question."""
    if not has_option(s):
        return k.WHY_NOT_ASKED
    a = s.ask
    f = s.frames[s.depth - 1]
    if a == k.ASK_SPARK:
        if option != k.SPARK_EFFECT and option != k.SPARK_DAMAGE:
            return k.WHY_NOT_ASKED
        return k.OK if can_spark_any(t, s, option, 0) else k.WHY_NO_LINE
    if a == k.ASK_KIND:
        if f.kind == k.F_ACTION:
            return can_help_with(s, f.b, option)
        if option != k.AS_MELEE and option != k.AS_RANGED:
            return k.WHY_NOT_ASKED
        return can_way(t, s, f.who, s.deed.deed, s.deed.instrument + (k.ITEM_SLOTS if option == k.AS_RANGED else 0))
    if option == k.YES and a == k.ASK_CATCH:
        return k.OK
    if option != k.PASS:
        return k.WHY_NOT_ASKED
    if a == k.ASK_TARGET or a == k.ASK_PATH:
        return k.OK if f.kind == k.F_DEED and can_stop_now(t, s) else k.WHY_NOT_ASKED
    if a == k.ASK_WALK:
        return k.OK if f.a != 0 else k.WHY_NOT_ASKED  # only a walk that a deed's line gives may be left out
    if a == k.ASK_ITEM:
        return k.OK if f.step != 0 else k.WHY_NOT_ASKED  # readied enough
    if a == k.ASK_FORCE:
        return k.OK if f.b < PAID or f.e > 0 else k.WHY_NOT_ASKED  # a grappler that set out moves
    return k.OK
