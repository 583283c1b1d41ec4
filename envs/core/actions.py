"""Chapter 3: actions (T3.2, T3.3, T3.5, T3.10) and the economy around them (T2.1-T2.5): what the menu offers, what it costs, what it does."""

import numpy as np

from . import codes as k
from .deeds import can_attempt_any
from .economy import is_taken, take_action
from .events import emit
from .frames import ask, pop, push
from .grid import FAR, can_step_anywhere, can_stop, lift, place, reach
from .jit import jit
from .states import move_points_bonus
from .vigor import is_dying, recoveries_left, spend_recoveries


@jit
def mobility(t, i):
    """Squares of mobility: max(1 + Grace, 2) (T3.10)."""
    return max(1 + t.roster[i].virtues[k.GRACE], t.rules.mobility_min)


@jit
def can_menu(t, s, i, entry):
    """Why combatant i, whose turn it is, cannot choose a menu entry now; ending the turn is always legal."""
    a = t.actions[entry]
    c = s.combatants[i]
    if a.used == 0:
        return k.WHY_NO_RULE
    if entry == k.END_TURN:
        return k.OK
    if entry == k.WALK:
        if c.move_points <= 0:
            return k.WHY_NO_MOVEMENT
        return k.OK if can_step_anywhere(t, s, i, c.move_points) else k.WHY_NOWHERE
    if c.points < a.cost:
        return k.WHY_NO_POINTS
    if entry == k.DEED:
        if c.deeds_taken > t.roster[i].extra_deeds:
            return k.WHY_DEED_TAKEN
        return can_attempt_any(t, s, i)
    if is_taken(c, entry):
        return k.WHY_TAKEN
    if entry == k.CATCH_BREATH:
        if is_dying(s, i):
            return k.WHY_DYING
        if recoveries_left(t, s, i) == 0:
            return k.WHY_NO_RECOVERIES
    return k.OK


@jit
def can_add_points(t, s, i, entry, extra):
    """Why `extra` points cannot be added to an action (T2.2)."""
    if extra != 0 and t.actions[entry].flexible == 0:
        return k.WHY_NO_RULE
    return k.OK if s.combatants[i].points >= t.actions[entry].cost + extra else k.WHY_NO_POINTS


@jit
def begin(s, entry):
    """Push what a menu entry needs; the turn's own entries are handled in `turns.py`."""
    i = s.turn_of
    if entry == k.WALK:
        push(s, k.F_WALK, i)
    elif entry == k.DEED:
        push(s, k.F_DEED, i)
    else:
        push(s, k.F_ACTION, i)
        s.frames[s.depth - 1].a = entry


@jit
def advance_action(t, s):
    """A flexible action asks for extra points."""
    f = s.frames[s.depth - 1]
    ask(s, k.ASK_POINTS, t.roster[f.who].side, f.who)


@jit
def answer_action(t, s, extra):
    """Pay and take the action with `extra` points."""
    f = s.frames[s.depth - 1]
    i = f.who
    entry = f.a
    c = s.combatants[i]
    c.points -= t.actions[entry].cost + extra
    take_action(c, entry)
    emit(s, k.E_ACTION, i, entry, extra, 0)
    pop(s)
    if entry == k.MOVE:
        gain = t.roster[i].speed + extra * mobility(t, i) + move_points_bonus(t, s, i)
        c.move_points = max(0, c.move_points + gain)  # T3.10, T8.11, T8.12
    elif entry == k.DEFEND:
        c.defend = 1 + extra  # T3.3
    elif entry == k.CATCH_BREATH:
        push(s, k.F_RECOVER, i)  # T3.5
        s.frames[s.depth - 1].a = 1 + extra


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


@jit
def advance_walk(t, s):
    """A walk asks for its end square (G12.1)."""
    f = s.frames[s.depth - 1]
    ask(s, k.ASK_WALK, t.roster[f.who].side, f.who)


@jit
def can_walk(t, s, i, square):
    """Why a walk of combatant i cannot end on board square y * width + x."""
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, s.combatants[i].move_points, cost)
    if can_stop(t, s, i, square, cost):
        return k.OK
    return k.WHY_NOWHERE if cost[square] == FAR else k.WHY_OCCUPIED


@jit
def answer_walk(t, s, square):
    """Walk there by the cheapest way and pay for it."""
    i = s.frames[s.depth - 1].who
    pop(s)
    c = s.combatants[i]
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, c.move_points, cost)
    emit(s, k.E_WALK, i, c.y * t.width + c.x, square, cost[square])
    c.move_points -= cost[square]
    lift(t, s, i)
    place(t, s, i, square % t.width, square // t.width)
