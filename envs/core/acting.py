"""Chapter 3, an action played out as a frame: the questions that it asks one after the other, then what it does.

Fields of an ACTION frame: a the menu entry, b the target, square, item or effect, c the state, kind or square asked second, d extra points.
"""

from . import codes as k
from .actions import can_add_points, pay
from .bonds import end_grab
from .counter import next_counter
from .dragging import PAID
from .effects import end_effect
from .events import emit
from .features import feature_on, interact, points_for_feature, set_feature, turn_feature
from .forcing import start_force
from .frames import ask, pop, push
from .items import any_item, item_on, take_item, throw_item, turn_item
from .jit import jit
from .leaping import jump
from .movement import mobility
from .prevail import help_with, prevail
from .resolve import clear_deed, start_given_deed
from .states import lower_state, move_points_bonus
from .vigor import drop_out

READYING, COUNTERING = 8, 9  # steps after the questions: items one after the other; counters to a disrupt


@jit
def question_of(entry, step):
    """The question that a menu entry asks at a step; OVER when it has asked all (docs/questions.md)."""
    first = k.OVER
    second = k.OVER
    third = k.OVER
    if entry == k.MOVE or entry == k.DEFEND or entry == k.CATCH_BREATH or entry == k.AIM:
        first = k.ASK_POINTS
    elif entry == k.BREAK or entry == k.INTERACT:
        first = k.ASK_PLACE
        second = k.ASK_POINTS
    elif entry == k.HELP:
        first = k.ASK_TARGET
        second = k.ASK_KIND
    elif entry == k.PREVAIL or entry == k.DISRUPT:
        first = k.ASK_TARGET
        second = k.ASK_STATE
        third = k.ASK_POINTS
    elif entry == k.JUMP:
        first = k.ASK_JUMP
    elif entry == k.THROW:
        first = k.ASK_ITEM
        second = k.ASK_PLACE
    elif entry == k.CONCOCTION or entry == k.DRAW_ITEM or entry == k.SHEATHE:
        first = k.ASK_ITEM
    elif entry == k.DOOR or entry == k.PICK_UP:
        first = k.ASK_PLACE
    elif entry == k.RELEASE or entry == k.DRAG or entry == k.SHOVE_ALONG:
        first = k.ASK_TARGET
    elif entry == k.DISMISS:
        first = k.ASK_EFFECT
    return first if step == 0 else (second if step == 1 else (third if step == 2 else k.OVER))


@jit
def begin(t, s, entry):
    """Push what a menu entry needs: a walk, a deed, or an action with its questions."""
    i = s.turn_of
    if entry == k.WALK:
        push(s, k.F_WALK, i)
    elif entry == k.DEED or entry == k.MANEUVER:
        push(s, k.F_DEED, i)
        s.frames[s.depth - 1].e = entry
    elif entry >= k.OWN_ACTION:
        start_given_deed(t, s, i, entry, t.roster[i].own_actions[entry - k.OWN_ACTION], k.BARE_HAND)
    else:
        push(s, k.F_ACTION, i)
        s.frames[s.depth - 1].a = entry


@jit
def advance_action(t, s):
    """Ask the next question of the action on top, or act."""
    f = s.frames[s.depth - 1]
    side = t.roster[f.who].side
    if f.step == READYING:
        if any_item(t, s, f.who, k.READY_ITEMS) == k.OK:
            ask(s, k.ASK_ITEM, side, f.who)
        else:
            pop(s)
    elif f.step == COUNTERING:
        if not next_counter(t, s):
            clear_deed(s)
            pop(s)
    else:
        question = question_of(f.a, f.step)
        if question == k.OVER:
            act(t, s)
        else:
            ask(s, question, side, f.who)


@jit
def answer_action(t, s, question, value):
    """Note an answer; the machine asks on."""
    f = s.frames[s.depth - 1]
    if f.step == READYING:
        f.e |= 1 << value
        turn_item(t, s, f.who, value)
        return
    if question == k.ASK_POINTS:
        f.d = value
    elif f.step == 0:
        f.b = value
    else:
        f.c = value
    f.step += 1


@jit
def points_fit(t, s, extra):
    """Why so many extra points cannot be added to the action that asks (T2.2)."""
    f = s.frames[s.depth - 1]
    why = can_add_points(t, s, f.who, f.a, extra)
    if why == k.OK and (f.a == k.BREAK or f.a == k.INTERACT):
        return points_for_feature(t, s, f.who, f.a, f.b, extra)
    return why


@jit
def act(t, s):
    """All is asked: pay, and do it."""
    f = s.frames[s.depth - 1]
    i = f.who
    entry = f.a
    one = f.b
    two = f.c
    extra = f.d
    pay(t, s, i, entry, extra)
    emit(s, k.E_ACTION, i, entry, extra, 0)
    if entry == k.READY_ITEMS:
        f.step = READYING
        return
    if entry == k.DISRUPT:
        prevail(t, s, i, one, two, extra, True)
        f.step = COUNTERING
        return
    pop(s)
    if entry < k.BREAK:
        act_on_oneself(t, s, i, entry, extra)
    elif entry == k.HELP:
        help_with(s, i, one, two)
    elif entry == k.PREVAIL:
        prevail(t, s, i, one, two, extra, False)
        clear_deed(s)
    elif entry == k.JUMP:
        jump(t, s, i, one)
    elif entry == k.BREAK:
        set_feature(t, s, feature_on(t, one), k.BROKEN)
    elif entry == k.INTERACT:
        interact(t, s, i, one, extra)
        clear_deed(s)
    elif entry == k.DOOR:
        turn_feature(t, s, feature_on(t, one))
    else:
        act_with(t, s, i, entry, one, two)


@jit
def act_on_oneself(t, s, i, entry, extra):
    """Move, defend, catch breath, aim."""
    c = s.combatants[i]
    if entry == k.MOVE:
        gain = t.roster[i].speed + extra * mobility(t, i) + move_points_bonus(t, s, i)
        c.move_points = max(0, c.move_points + gain)  # T3.10, T8.11, T8.12
    elif entry == k.DEFEND:
        c.defend = 1 + extra  # T3.3
    elif entry == k.AIM:
        c.aim = t.rules.aim_range + extra * t.rules.aim_extra  # T3.1
    else:
        push(s, k.F_RECOVER, i)  # catch breath (T3.5)
        s.frames[s.depth - 1].a = 1 + extra


@jit
def act_with(t, s, i, entry, one, two):
    """Items, grabs, standing up, effects, leaving, lifting the limit."""
    c = s.combatants[i]
    if entry == k.DRAW_ITEM or entry == k.SHEATHE:
        turn_item(t, s, i, one)
    elif entry == k.PICK_UP:
        take_item(t, s, i, item_on(t, s, i, one))
    elif entry == k.THROW:
        throw_item(t, s, i, one, two)
    elif entry == k.CONCOCTION:
        use_concoction(t, s, i, one)
    elif entry == k.STAND:
        stand_up(t, s, i)  # T3.15
    elif entry == k.RELEASE:
        end_grab(s, i, one)
    elif entry == k.DRAG or entry == k.SHOVE_ALONG:
        start_force(t, s, i, one, PAID + (k.DRAG_ALONG if entry == k.DRAG else k.PUSH), c.move_points)
    elif entry == k.DISMISS:
        end_effect(t, s, one)
    elif entry == k.LIFT_LIMIT:
        c.focus -= t.rules.lift_cost
        c.lifted = 1
    else:
        c.move_points -= 1  # leave (G1.6)
        emit(s, k.E_LEAVES, i, 0, 0, 0)
        drop_out(t, s, i, k.GONE)


@jit
def stand_up(t, s, i):
    """The state that one stands up from ends (T8.25)."""
    for m in range(k.MAX_STATES):
        if t.states[m].half_speed != 0:
            lower_state(t, s, i, m, 0)


@jit
def use_concoction(t, s, i, slot):
    """A concoction is consumed, and its deed done (T3.14)."""
    item = s.combatants[i].items[slot - 1]
    deed = t.gear[s.items[item].gear].deed
    s.combatants[i].items[slot - 1] = k.NONE
    s.items[item].gear = k.NONE
    s.items[item].held = 0
    s.items[item].supply = 0
    start_given_deed(t, s, i, k.CONCOCTION, deed, slot)
