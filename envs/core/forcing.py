"""Chapter 12, forced movement as a frame (G12.3-G12.5): push, pull, sweep, shove, drag, teleport, and a grappler's drag and shove (T8.24).

Fields of a FORCE frame: who is moved, a the mover, b the kind (+ PAID when a grappler pays movement points), c squares left, d the mover's
square at the start, e squares moved so far. Squares that a shoved creature left are in `s.chain`.
"""

import numpy as np

from . import codes as k
from .bonds import settle_grabs
from .dragging import PAID, can_pair, pair_cost, second_step
from .economy import take_action
from .events import emit
from .frames import ask, pop, push
from .grid import cuts_corner, gap, in_pit, is_free, lift, neighbour, place
from .hazards import fall, step_on
from .jit import jit
from .leaping import can_teleport, can_teleport_anywhere, teleport
from .movement import move_to, open_portion, why_no_step
from .states import move_pain
from .surroundings import relight

MOVING, FOLLOWING = 0, 1  # steps of the frame


@jit
def start_force(t, s, mover, target, kind, squares):
    """Push forced movement of `target` by `mover`; distances count from the mover's squares now (G12.3)."""
    push(s, k.F_FORCE, target)
    f = s.frames[s.depth - 1]
    f.a = mover
    f.b = kind
    f.c = squares
    f.d = s.combatants[mover].y * t.width + s.combatants[mover].x


@jit
def end_force(s):
    """The forced movement is over; the trail is forgotten. A grappler that moved nobody does not try again this turn."""
    f = s.frames[s.depth - 1]
    if f.b >= PAID and f.e == 0:
        take_action(s.combatants[f.a], k.DRAG if f.b % PAID == k.DRAG_ALONG else k.SHOVE_ALONG)
    pop(s)
    clear_chain(s)


@jit
def clear_chain(s):
    """Empty the chain of squares."""
    for m in range(k.MAX_CHAIN):
        s.chain[m] = 0
    s.n_chain = 0


@jit
def advance_force(t, s):
    """Ask for the next square while there is one; then, in a shove, the mover may follow."""
    f = s.frames[s.depth - 1]
    kind = f.b % PAID
    side = t.roster[f.a].side
    if s.combatants[f.who].status > k.DEFEATED or s.combatants[f.a].status > k.DEFEATED:
        end_force(s)
    elif kind == k.TELEPORT:
        if f.c > 0 and can_teleport_anywhere(t, s, f.who, f.a, f.c):
            ask(s, k.ASK_TELEPORT, side, f.a)
        else:
            end_force(s)
    elif f.step == MOVING:
        if f.c > 0 and can_force_anywhere(t, s):
            ask(s, k.ASK_FORCE, side, f.a)
        else:
            stop_force(s)
    elif f.c > 0 and can_follow_anywhere(t, s):
        ask(s, k.ASK_FOLLOW, side, f.a)
    else:
        end_force(s)


@jit
def stop_force(s):
    """No further forced step: a shove goes on with the mover, up to the number moved."""
    f = s.frames[s.depth - 1]
    if f.b % PAID == k.SHOVE and f.step == MOVING and f.e > 0:
        f.step = FOLLOWING
        f.c = f.e
        f.e = 0
    else:
        end_force(s)


@jit
def leads(f):
    """Whether the mover steps first and its target after it: in a drag; else the target is moved."""
    return f.b % PAID == k.DRAG_ALONG


@jit
def can_force(t, s, x, y):
    """Why the next forced step cannot go to (x, y): for a drag the mover's own step, else the target's (G12.3, G12.4)."""
    f = s.frames[s.depth - 1]
    if leads(f):
        return can_pair(t, s, f.a, f.who, x, y)
    c = s.combatants[f.who]
    size = t.roster[f.who].bulk
    if max(abs(x - c.x), abs(y - c.y)) != 1 or in_pit(t, s, f.who):
        return k.WHY_TOO_FAR
    if not is_free(t, s, f.who, x, y) or cuts_corner(t, s, c.x, c.y, x - c.x, y - c.y, size):
        return k.WHY_OCCUPIED
    kind = f.b % PAID
    bulk = t.roster[f.a].bulk
    from_x = f.d % t.width
    from_y = f.d // t.width
    if f.b >= PAID:  # a grappler shoves from where it is now
        from_x = np.int64(s.combatants[f.a].x)
        from_y = np.int64(s.combatants[f.a].y)
    was = gap(from_x, from_y, bulk, c.x, c.y, size)
    now = gap(from_x, from_y, bulk, x, y, size)
    if (kind == k.PULL and now >= was) or (kind == k.SWEEP and now != was) or (kind != k.PULL and kind != k.SWEEP and now <= was):
        return k.WHY_DIRECTION
    return k.OK if f.b < PAID else can_pair(t, s, f.who, f.a, x, y)


@jit
def can_force_anywhere(t, s):
    """Whether any next forced step is legal."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.a if leads(f) else f.who]
    for m in range(8):
        dx, dy = neighbour(m)
        if can_force(t, s, c.x + dx, c.y + dy) == k.OK:
            return True
    return False


@jit
def answer_force(t, s, square):
    """One forced step."""
    f = s.frames[s.depth - 1]
    x = square % t.width
    y = square // t.width
    if leads(f):
        step_pair(t, s, f.a, f.who, x, y)
    elif f.b >= PAID:
        step_pair(t, s, f.who, f.a, x, y)
    else:
        c = s.combatants[f.who]
        if f.e < k.MAX_CHAIN:
            s.chain[f.e] = c.y * t.width + c.x
            s.n_chain = f.e + 1
        emit(s, k.E_FORCED, f.who, c.y * t.width + c.x, square, f.b)
        move_to(t, s, f.who, x, y)
        land(t, s)


@jit
def land(t, s):
    """The target has taken a forced step: the first hurts (G8.14a), a pit catches it, hazards act (G12.4, G12.5)."""
    f = s.frames[s.depth - 1]
    i = f.who
    f.e += 1
    f.c -= 1
    if f.e == 1:
        move_pain(t, s, i)
    if s.combatants[i].status <= k.DEFEATED:
        if fall(t, s, i):
            f.c = 0
        else:
            step_on(t, s, i)


@jit
def step_pair(t, s, first, second, x, y):
    """The first steps to (x, y), the second into squares that it left; both movements count (G8.14a)."""
    f = s.frames[s.depth - 1]
    mover = f.a
    begins = f.e == 0
    dx, dy = neighbour(second_step(t, s, first, second, x, y))
    if f.b >= PAID:
        s.combatants[mover].move_points -= pair_cost(t, s, first, second, x, y)
    to_x = s.combatants[second].x + dx
    to_y = s.combatants[second].y + dy
    target = s.combatants[f.who]
    was = target.y * t.width + target.x
    lift(t, s, first)
    place(t, s, first, x, y)
    lift(t, s, second)
    place(t, s, second, to_x, to_y)
    settle_grabs(t, s)
    if t.darkness != 0:
        relight(t, s)
    emit(s, k.E_FORCED, f.who, was, target.y * t.width + target.x, f.b % PAID)
    land(t, s)
    if begins:
        if f.b >= PAID:
            open_portion(t, s, mover)
        else:
            move_pain(t, s, mover)
    if s.combatants[mover].status <= k.DEFEATED:
        step_on(t, s, mover)


@jit
def can_follow(t, s, x, y):
    """Why the mover of a shove cannot step to (x, y): into squares that its target left, in their order (G12.3)."""
    f = s.frames[s.depth - 1]
    why = why_no_step(t, s, f.a, f.a, x, y)
    if why != k.OK:
        return why
    left = s.chain[f.e]
    return k.OK if gap(x, y, t.roster[f.a].bulk, left % t.width, left // t.width, t.roster[f.who].bulk) == 0 else k.WHY_DIRECTION


@jit
def can_follow_anywhere(t, s):
    """Whether the mover of a shove has any square to follow to."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.a]
    if f.e >= s.n_chain:
        return False
    for m in range(8):
        dx, dy = neighbour(m)
        if can_follow(t, s, c.x + dx, c.y + dy) == k.OK:
            return True
    return False


@jit
def answer_follow(t, s, square):
    """The mover takes a step after its target; the first hurts as one movement (G8.14a)."""
    f = s.frames[s.depth - 1]
    emit(s, k.E_FORCED, f.a, s.combatants[f.a].y * t.width + s.combatants[f.a].x, square, k.SHOVE)
    f.e += 1
    f.c -= 1
    first = f.e == 1
    move_to(t, s, f.a, square % t.width, square // t.width)
    if first:
        move_pain(t, s, f.a)
    if s.combatants[f.a].status <= k.DEFEATED:
        step_on(t, s, f.a)


@jit
def answer_teleport(t, s, square):
    """The teleport that was asked happens."""
    f = s.frames[s.depth - 1]
    i = f.who
    end_force(s)
    teleport(t, s, i, square)


@jit
def why_teleport(t, s, x, y):
    """Why the teleport that is asked cannot go to (x, y)."""
    f = s.frames[s.depth - 1]
    return can_teleport(t, s, f.who, f.a, f.c, x, y)
