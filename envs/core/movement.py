"""Chapter 12, walks (G12.1), and what each movement sets off (T8.14, G8.14a)."""

import numpy as np

from . import codes as k
from .bonds import settle_grabs
from .events import emit
from .frames import ask, pop
from .grid import FAR, can_end, can_step_anywhere, can_stop, cuts_corner, ground_under, in_pit, is_free, lift, neighbour, place, reach, step_cost
from .hazards import step_on
from .jit import jit
from .states import is_slowed, move_pain
from .surroundings import carries_light, relight

OF_TURN, OF_LINE = 0, 1  # field a of a WALK frame: movement points of the turn, or `b` squares that a deed's line gives


@jit
def mobility(t, i):
    """Squares of mobility: max(1 + Grace, 2) (T3.10)."""
    return max(1 + t.roster[i].virtues[k.GRACE], t.rules.mobility_min)


@jit
def move_to(t, s, i, x, y):
    """Combatant i stands with its top left square at (x, y) from now on."""
    lift(t, s, i)
    arrive(t, s, i, x, y)


@jit
def arrive(t, s, i, x, y):
    """Put combatant i, lifted before, on the board: light goes with it, grabs that are no longer adjacent end."""
    place(t, s, i, x, y)
    settle_grabs(t, s)
    if t.darkness != 0 and carries_light(t, s, i):
        relight(t, s)


@jit
def open_portion(t, s, i):
    """The first step of a portion of movement hurts (G8.14a); a portion of a turn stays open until the next action with a cost."""
    c = s.combatants[i]
    if s.turn_of == i:
        if c.portion != 0:
            return
        c.portion = 1
    move_pain(t, s, i)


@jit
def speed_divisor(t, s, i):
    """2 at half speed, else 1: a slow step costs double, once (G12.1)."""
    return 2 if is_slowed(t, s, i) else 1


@jit
def walk_points(s, i):
    """Movement points of the walk that is asked: those of the turn, or of a deed's line."""
    f = s.frames[s.depth - 1]
    return f.b if f.kind == k.F_WALK and f.a == OF_LINE else s.combatants[i].move_points


@jit
def can_move(t, s, i):
    """Why combatant i cannot move of its own will: grabbed (T8.24), or down a pit (G12.5)."""
    if s.combatants[i].grabbed_by != 0:
        return k.WHY_GRABBED
    return k.WHY_IN_PIT if in_pit(t, s, i) else k.OK


@jit
def why_no_step(t, s, mover, i, x, y):
    """Why combatant i cannot step to (x, y) by the movement of `mover`, itself or the one that drags or shoves it (G12.3); nobody walks into a pit."""
    c = s.combatants[i]
    size = t.roster[i].bulk
    if max(abs(x - c.x), abs(y - c.y)) != 1:
        return k.WHY_TOO_FAR
    why = can_move(t, s, mover)
    if why != k.OK:
        return why
    if not is_free(t, s, i, x, y) or cuts_corner(t, s, c.x, c.y, x - c.x, y - c.y, size):
        return k.WHY_OCCUPIED
    return k.WHY_OCCUPIED if i == mover and ground_under(t, s, x, y, size) & k.PIT else k.OK


@jit
def can_walk_anywhere(t, s, i, points):
    """Why combatant i cannot walk with so many movement points; OK when it can end on some square."""
    if points <= 0:
        return k.WHY_NO_MOVEMENT
    why = can_move(t, s, i)
    if why != k.OK:
        return why
    return k.OK if can_step_anywhere(t, s, i, points // speed_divisor(t, s, i)) else k.WHY_NOWHERE


@jit
def advance_walk(t, s):
    """A walk asks for its end square (G12.1); one that a deed's line gives may be left out."""
    f = s.frames[s.depth - 1]
    if f.a == OF_LINE and (s.combatants[f.who].status != k.STANDING or can_walk_anywhere(t, s, f.who, f.b) != k.OK):
        pop(s)
    else:
        ask(s, k.ASK_WALK, t.roster[f.who].side, f.who)


@jit
def can_walk(t, s, i, square):
    """Why a walk of combatant i cannot end on board square y * width + x."""
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, walk_points(s, i) // speed_divisor(t, s, i), cost)
    if can_stop(t, s, i, square, cost):
        return k.OK
    return k.WHY_NOWHERE if cost[square] == FAR else k.WHY_OCCUPIED


@jit
def answer_walk(t, s, square):
    """Walk there by the cheapest way, of these by one with the fewest hazards, and pay for it."""
    f = s.frames[s.depth - 1]
    i = f.who
    of_turn = f.a == OF_TURN
    slow = speed_divisor(t, s, i)
    cost = np.empty(t.width * t.height, np.int16)
    reach(t, s, i, walk_points(s, i) // slow, cost)
    pop(s)
    c = s.combatants[i]
    emit(s, k.E_WALK, i, c.y * t.width + c.x, square, cost[square] * slow)
    if of_turn:
        c.move_points -= cost[square] * slow
        open_portion(t, s, i)
    else:
        move_pain(t, s, i)
    if c.status > k.DEFEATED:
        return
    if t.changing == 0:
        move_to(t, s, i, square % t.width, square // t.width)
    else:
        walk_along(t, s, i, square, cost)


@jit
def is_painful(t, s, i, x, y):
    """Whether entering a footprint meets a hazard."""
    for yy in range(y, y + t.roster[i].bulk):
        for xx in range(x, x + t.roster[i].bulk):
            n = np.int64(t.feature_at[yy * t.width + xx])
            if n != k.EMPTY and t.features[n].kind == k.HAZARD_FEATURE and s.feature_state[n] == k.ON:
                return True
            for e in range(k.MAX_EFFECTS):
                f = s.effects[e]
                if f.kind == k.EF_HAZARD and f.x <= xx < f.x + f.extent and f.y <= yy < f.y + f.extent:
                    return True
    return False


@jit
def fill_pain(t, s, i, farthest, cost, pain):
    """Fewest hazards on a cheapest way to each square: int16 (width * height,), FAR where `cost` is, written whole."""
    n = t.width * t.height
    for square in range(n):
        pain[square] = 0 if cost[square] == 0 else FAR
    for d in range(1, farthest + 1):
        for square in range(n):
            if cost[square] != d:
                continue
            here = 1 if is_painful(t, s, i, square % t.width, square // t.width) else 0
            for m in range(8):
                before = step_before(t, s, i, square, m, cost)
                if before != k.NONE:
                    pain[square] = min(pain[square], pain[before] + here)


@jit
def step_before(t, s, i, square, m, cost):
    """Square from which a cheapest way enters `square` in the direction of neighbour m; NONE when there is none."""
    dx, dy = neighbour(m)
    x = square % t.width - dx
    y = square // t.width - dy
    if not (0 <= x < t.width and 0 <= y < t.height) or cost[y * t.width + x] == FAR:
        return k.NONE
    step = step_cost(t, s, i, x, y, dx, dy)
    return y * t.width + x if step != 0 and cost[y * t.width + x] + step == cost[square] else k.NONE


@jit
def walk_along(t, s, i, square, cost):
    """Walk step by step where the ground may act; one that falls on the way stops there."""
    n = t.width * t.height
    pain = np.empty(n, np.int16)
    fill_pain(t, s, i, cost[square], cost, pain)
    way = np.empty(n, np.int64)
    steps = 0
    at = square
    while cost[at] != 0:
        way[steps] = at
        steps += 1
        here = 1 if is_painful(t, s, i, at % t.width, at // t.width) else 0
        for m in range(8):
            before = step_before(t, s, i, at, m, cost)
            if before != k.NONE and pain[before] + here == pain[at]:
                at = before
                break
    c = s.combatants[i]
    lift(t, s, i)
    for m in range(steps - 1, -1, -1):
        c.x = way[m] % t.width
        c.y = way[m] // t.width
        if m > 0:
            step_through(t, s, i)
            if c.status > k.DEFEATED:
                return
    arrive(t, s, i, c.x, c.y)
    step_on(t, s, i)


@jit
def step_through(t, s, i):
    """Step on a square that is not the end of a walk: others may stand there, so the walker is on the plane only where nobody else is."""
    if can_end(t, s, i, s.combatants[i].x, s.combatants[i].y):
        place(t, s, i, s.combatants[i].x, s.combatants[i].y)
    step_on(t, s, i)
    lift(t, s, i)
