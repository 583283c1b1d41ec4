"""Chapters 3 and 12: jumps (T3.8, G3.8a) and teleports (G12.3), which cross no squares on foot."""

from . import codes as k
from .bonds import release_all
from .events import emit
from .grid import can_end, cuts_corner, gap, ground_under, is_free, neighbour, on_board
from .hazards import fall, step_on
from .jit import jit
from .movement import mobility, move_to
from .sight import look_at
from .states import move_pain


@jit
def can_jump(t, s, i, square):
    """Why combatant i cannot jump to a square: a straight line of king's moves up to its mobility, over pits, low obstacles and creatures of
    size 1, not walls, to a free square that is no pit (G3.8a)."""
    c = s.combatants[i]
    size = t.roster[i].bulk
    dx = square % t.width - c.x
    dy = square // t.width - c.y
    far = max(abs(dx), abs(dy))
    if far == 0 or far > mobility(t, i) or (dx != 0 and dy != 0 and abs(dx) != abs(dy)):
        return k.WHY_TOO_FAR
    step_x = dx // far
    step_y = dy // far
    for n in range(1, far + 1):
        x = c.x + n * step_x
        y = c.y + n * step_y
        if not on_board(t, x, y, size) or ground_under(t, s, x, y, size) & k.WALL or cuts_corner(t, s, x - step_x, y - step_y, step_x, step_y, size):
            return k.WHY_NOWHERE
        if n < far and not can_leap(t, s, i, x, y):
            return k.WHY_OCCUPIED
    if not can_end(t, s, i, c.x + dx, c.y + dy):
        return k.WHY_OCCUPIED
    return k.WHY_NOWHERE if ground_under(t, s, c.x + dx, c.y + dy, size) & k.PIT else k.OK


@jit
def can_leap(t, s, i, x, y):
    """Whether nobody larger than size 1 stands on a footprint."""
    for yy in range(y, y + t.roster[i].bulk):
        for xx in range(x, x + t.roster[i].bulk):
            o = s.occupant[yy * t.width + xx]
            if o != k.EMPTY and o != i and t.roster[o].bulk > 1:
                return False
    return True


@jit
def can_jump_anywhere(t, s, i):
    """Why combatant i cannot jump; OK when some square will do."""
    if s.combatants[i].grabbed_by != 0:
        return k.WHY_GRABBED
    c = s.combatants[i]
    for m in range(8):
        dx, dy = neighbour(m)
        for n in range(1, mobility(t, i) + 1):
            x = c.x + n * dx
            y = c.y + n * dy
            if 0 <= x < t.width and 0 <= y < t.height and can_jump(t, s, i, y * t.width + x) == k.OK:
                return k.OK
    return k.WHY_NOWHERE


@jit
def jump(t, s, i, square):
    """Jump: it hurts as one movement (G8.14a), and the ground acts where it ends."""
    c = s.combatants[i]
    emit(s, k.E_JUMP, i, c.y * t.width + c.x, square, 0)
    move_pain(t, s, i)
    if c.status <= k.DEFEATED:
        move_to(t, s, i, square % t.width, square // t.width)
        step_on(t, s, i)


@jit
def can_teleport(t, s, i, causer, within, x, y):
    """Why combatant i cannot be teleported to (x, y): a free square within so many of where it is, in the causer's sight (G12.3).

    Its own teleport is not into a pit; another's may be.
    """
    c = s.combatants[i]
    size = t.roster[i].bulk
    if not is_free(t, s, i, x, y) or (x == c.x and y == c.y) or (causer == i and ground_under(t, s, x, y, size) & k.PIT):
        return k.WHY_OCCUPIED
    if gap(c.x, c.y, size, x, y, size) > within:
        return k.WHY_TOO_FAR
    for yy in range(y, y + size):
        for xx in range(x, x + size):
            if look_at(t, s, causer, xx, yy) != k.BLOCKED:
                return k.OK
    return k.WHY_NO_SIGHT


@jit
def can_teleport_anywhere(t, s, i, causer, within):
    """Whether any square will do for a teleport."""
    c = s.combatants[i]
    size = t.roster[i].bulk
    for y in range(max(0, c.y - within - size), min(t.height, c.y + size + within)):
        for x in range(max(0, c.x - within - size), min(t.width, c.x + size + within)):
            if can_teleport(t, s, i, causer, within, x, y) == k.OK:
                return True
    return False


@jit
def teleport(t, s, i, square):
    """Teleport: no squares are crossed; it hurts as one movement, grabs of one that teleports end (G8.24a), the ground acts where it ends."""
    c = s.combatants[i]
    emit(s, k.E_TELEPORT, i, c.y * t.width + c.x, square, 0)
    move_pain(t, s, i)
    if c.status > k.DEFEATED:
        return
    release_all(t, s, i)
    move_to(t, s, i, square % t.width, square // t.width)
    if not fall(t, s, i):
        step_on(t, s, i)
