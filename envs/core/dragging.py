"""Chapters 8 and 12: two who move together, one into the squares that the other leaves: drags, and a grappler's drag and shove (T8.24, G12.3)."""

from . import codes as k
from .grid import HARD, cuts_corner, gap, ground_under, in_pit, neighbour, on_board
from .jit import jit
from .movement import why_no_step

PAID = 16  # added to the kind of a FORCE frame (field b) when a grappler pays movement points


@jit
def can_pair(t, s, first, second, x, y):
    """Why one cannot step to (x, y) with the other stepping into squares that it leaves: a drag, or a grappler's shove (T8.24, G12.3)."""
    f = s.frames[s.depth - 1]
    why = why_no_step(t, s, f.a, first, x, y)
    if why != k.OK:
        return why
    if second_step(t, s, first, second, x, y) > 7:
        return k.WHY_DIRECTION
    return k.OK if f.b < PAID or pair_cost(t, s, first, second, x, y) <= s.combatants[f.a].move_points else k.WHY_NO_MOVEMENT


@jit
def second_step(t, s, first, second, x, y):
    """Neighbour number of the second's step into squares that the first leaves when it goes to (x, y); 8 when there is none."""
    lead = s.combatants[first]
    bulk = t.roster[first].bulk
    c = s.combatants[second]
    size = t.roster[second].bulk
    if in_pit(t, s, second):
        return 8
    for m in range(8):
        dx, dy = neighbour(m)
        to_x = c.x + dx
        to_y = c.y + dy
        if not on_board(t, to_x, to_y, size) or cuts_corner(t, s, c.x, c.y, dx, dy, size):
            continue
        ground = ground_under(t, s, to_x, to_y, size)
        if ground & k.WALL or (ground & k.PIT and second == s.frames[s.depth - 1].a):
            continue
        if gap(to_x, to_y, size, x, y, bulk) > 0 and gap(to_x, to_y, size, lead.x, lead.y, bulk) == 0 and only_two(t, s, first, second, to_x, to_y):
            return m
    return 8


@jit
def only_two(t, s, first, second, x, y):
    """Whether nobody but these two stands on a footprint of the second."""
    size = t.roster[second].bulk
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            o = s.occupant[yy * t.width + xx]
            if o != k.EMPTY and o != first and o != second:
                return False
    return True


@jit
def pair_cost(t, s, first, second, x, y):
    """Movement points of a grappler's step with the one it holds: half speed doubles the step (T8.24, G12.1)."""
    f = s.frames[s.depth - 1]
    if first != f.a:
        dx, dy = neighbour(second_step(t, s, first, second, x, y))
        x = s.combatants[second].x + dx
        y = s.combatants[second].y + dy
    return 2 * (t.rules.hard_cost if ground_under(t, s, x, y, t.roster[f.a].bulk) & HARD else 1)
