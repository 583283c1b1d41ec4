"""Chapter 1, how a fight ends (T1.5, G1.6), and the objectives of an encounter: eliminate, hold, reach, protect, slay, escape."""

from . import codes as k
from .jit import jit


@jit
def standing(t, s, side):
    """Number of standing combatants of a side: not dead, not defeated, not gone (G1.6)."""
    n = 0
    for i in range(t.n_combatants):
        if t.roster[i].side == side and s.combatants[i].status == k.STANDING:
            n += 1
    return n


@jit
def winner_now(t, s):
    """Who has won by now: a side, DRAW, or NONE while both stand and no objective is reached or lost (G1.6)."""
    if t.objective != k.ELIMINATE and is_reached(t, s):
        return t.objective_side
    companions = standing(t, s, k.COMPANIONS)
    enemies = standing(t, s, k.ENEMIES)
    if companions == 0 or enemies == 0:
        if companions == enemies:
            return k.DRAW
        return k.COMPANIONS if companions > 0 else k.ENEMIES
    if t.objective != k.ELIMINATE and is_lost(t, s):
        return 1 - t.objective_side
    return k.NONE


@jit
def is_reached(t, s):
    """Whether the side of the objective has reached it."""
    if t.objective == k.HOLD or t.objective == k.PROTECT:
        return s.held_rounds >= t.objective_number
    if t.objective == k.SLAY:
        status = s.combatants[t.objective_who].status
        return status == k.DEFEATED or status == k.DEAD
    if t.objective == k.ESCAPE:
        return count_status(t, s, k.GONE) >= t.objective_number
    return on_goal(t, s, t.objective_side, t.objective_who)


@jit
def is_lost(t, s):
    """Whether the objective can no longer be reached: the protected one is down, the prey has left, too few are left to escape or reach."""
    if t.objective == k.PROTECT:
        return s.combatants[t.objective_who].status != k.STANDING
    if t.objective == k.SLAY:
        return s.combatants[t.objective_who].status == k.GONE
    if t.objective == k.ESCAPE:
        return count_status(t, s, k.GONE) + count_status(t, s, k.STANDING) + count_status(t, s, k.DEFEATED) < t.objective_number
    return t.objective == k.REACH and t.objective_who != k.NONE and s.combatants[t.objective_who].status > k.DEFEATED


@jit
def count_status(t, s, status):
    """Combatants of the objective's side with a status."""
    n = 0
    for i in range(t.n_combatants):
        if t.roster[i].side == t.objective_side and s.combatants[i].status == status:
            n += 1
    return n


@jit
def on_goal(t, s, side, who):
    """Whether a standing combatant of a side (a certain one unless `who` is NONE) stands on a square of the objective."""
    for i in range(t.n_combatants):
        c = s.combatants[i]
        if t.roster[i].side != side or c.status != k.STANDING or (who != k.NONE and who != i):
            continue
        for y in range(c.y, c.y + t.roster[i].bulk):
            for x in range(c.x, c.x + t.roster[i].bulk):
                if t.goal[y] >> x & 1:
                    return True
    return False


@jit
def count_round(t, s):
    """A round has ended: squares are held by a side that stands on them alone, in a row; the protected one has lasted a round."""
    if t.objective == k.PROTECT:
        s.held_rounds += 1
    elif t.objective == k.HOLD:
        holds = on_goal(t, s, t.objective_side, k.NONE) and not on_goal(t, s, 1 - t.objective_side, k.NONE)
        s.held_rounds = s.held_rounds + 1 if holds else 0
