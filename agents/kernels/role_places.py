"""Squares as a role sees them: what can be done from each, what may happen there, and where the objective or the fight draws it."""

import numpy as np

from envs.core import codes as k
from envs.core.grid import can_stop, gap, reach
from envs.core.jit import jit
from envs.core.sight import look_from, look_square, sees_far

from . import role_table as r
from . import weights as w
from .ground import FARTHEST, fill_stops, pull_of, threat, walks_of
from .march import NOWHERE, TO_FOES, add_march
from .role_ways import COVERED
from .values import ground_cost

BESIDE = 0.3  # worth of a square nearer to the one that is to be protected
LATER = 0.25  # share of a strike that counts where the points for it come with the next turn
STEP = 0.02  # a movement point spent for nothing
EDGE = 0.18  # share of a strike that each of two extra points adds to it
O_STRIKE, O_COMFORT, O_PENDING, O_DANGER, OUT = range(5)


@jit
def mark_people(t, s, p, desk):
    """Fill the columns of the desk that only roles look at: who has fellows beside it, who is blinded or alone, who is soft."""
    for j in range(t.n_combatants):
        c = s.combatants[j]
        if c.status > k.DEFEATED:
            continue
        fellows = 0
        for o in range(t.n_combatants):
            e = s.combatants[o]
            if e.status != k.STANDING or o == j:
                continue
            away = gap(c.x, c.y, t.roster[j].bulk, e.x, e.y, t.roster[o].bulk)
            if t.roster[o].side == t.roster[j].side and away <= 3:
                fellows += 1
            elif t.roster[o].side != t.roster[j].side and away <= 1:
                desk[j, r.D_RING] += 1.0
        if fellows == 0 or not sees_far(t, s, j):
            desk[j, r.D_LONE] = 1.0
        if t.roster[j].kit[r.KIT_HEALING] > 0:
            desk[j, r.D_SOFT] = 1.0
        elif desk[j, w.GUARD] == 0.0:
            desk[j, r.D_SOFT] = 0.4


@jit
def fill_harms(t, s, desk, i, harms):
    """Damage to expect from each foe of combatant i at its next turn by distance and sight: float64 (combatants, distances, 3), written whole."""
    harms[:] = 0.0
    for j in range(t.n_combatants):
        if t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING:
            for away in range(harms.shape[1]):
                for seen in range(3):
                    harms[j, away, seen] = threat(desk[j], away, seen)


@jit
def weigh_place(t, s, role, desk, hits, harms, done, i, x, y, out):
    """Combatant i on a square; out: float64 (OUT,).

    out: the best that it could do from there (0.0 for nothing), how well it stands there, and the damage to expect from foes, of those that have
    still to act this round and of all. hits: see `role_ways.fill_hits`, harms: `fill_harms`. done: whether it has done its deed.
    """
    out[:] = 0.0
    size = t.roster[i].bulk
    plain = t.plain_sight != 0 and sees_far(t, s, i)
    rate = desk[i, w.FOE_RATE]
    nearest = k.MAX_SIDE
    ring = 0.0
    watched = False
    far_seen = role[r.DARK] > 0.0
    for j in range(t.n_combatants):
        c = s.combatants[j]
        foe = t.roster[j].side != t.roster[i].side
        if c.status > k.DEFEATED or (not foe and hits[j, 0] <= 0.0):
            continue
        away = gap(x, y, size, c.x, c.y, t.roster[j].bulk) if i != j else 0
        seen = k.CLEAR
        if i != j and (far_seen or hits[j, away] > 0.0 or away <= desk[j, w.REACH] or (away <= desk[j, w.FAR_RANGE] and desk[j, w.FAR] > 0.0)):
            seen = look_square(t, x, y, c.x, c.y) if plain else look_from(t, s, i, x, y, j)  # elsewhere sight makes no difference
        if seen != k.BLOCKED:
            out[O_STRIKE] = max(out[O_STRIKE], hits[j, away] * (COVERED if foe and seen == k.COVER else 1.0))
        if not foe or c.status != k.STANDING:
            continue
        harm = harms[j, away, seen]
        out[O_DANGER] += harm
        if c.acted == 0:
            out[O_PENDING] += harm
        if away <= 1:
            ring = max(ring, min(3.0, desk[j, r.D_RING]))
        nearest = min(nearest, away)
        watched = watched or seen != k.BLOCKED
    comfort = -role[r.AFTER if done else r.FEAR] * desk[i, w.CHANCE] * desk[i, w.RATE] * out[O_DANGER]
    if nearest <= 1:
        comfort += rate * (role[r.CLOSE] + role[r.RING] * ring)
    if role[r.DARK] > 0.0 and (not watched or (t.darkness != 0 and s.lit[y] >> x & 1 == 0)):
        comfort += rate * role[r.DARK] * (1.0 if done else 0.3)
    if t.changing != 0:
        comfort -= ground_cost(t, s, w.GREEDY, desk, i, x, y)
    if t.objective == k.PROTECT and t.roster[i].side == t.objective_side and i != t.objective_who:
        o = s.combatants[t.objective_who]
        comfort -= BESIDE * rate * max(0, gap(x, y, size, o.x, o.y, t.roster[t.objective_who].bulk) - 2)
    out[O_COMFORT] = comfort


@jit
def roam(t, s, b, role, hits, harms, done, keep, i, value, stops):
    """Value of every square that combatant i can still walk to and of its own; returns whether no way leads to a foe.

    value: float64 (squares,), NEVER where it cannot stop. stops: float64 (2 + points,), see `ground.fill_stops`. keep: worth of a point left for each
    point of damage still to come. Where nothing can be done to anybody the way to the fight counts, and the way that the objective asks for always.
    """
    c = s.combatants[i]
    here = c.y * t.width + c.x
    value[:] = w.NEVER
    cost = np.empty(t.width * t.height, np.int16)
    spent = np.empty(FARTHEST + 1, np.int64)
    out = np.empty(OUT)
    first, last = walks_of(t, s, i, spent)
    pull = pull_of(t, b.desk, i)
    strikes = False
    for most in (first, last):
        if most == last and last > first and (strikes or done) and pull == NOWHERE:
            break
        reach(t, s, i, most, cost)
        for square in range(t.width * t.height):
            if value[square] != w.NEVER or (square != here and not can_stop(t, s, i, square, cost)):
                continue
            left = c.points - spent[cost[square]]
            weigh_place(t, s, role, b.desk, hits, harms, done, i, square % t.width, square // t.width, out)
            strikes = strikes or out[O_STRIKE] > 0.0
            total = out[O_COMFORT] - STEP * cost[square]
            if out[O_STRIKE] > 0.0:
                total += out[O_STRIKE] * (1.0 + EDGE * min(2, left - 1) if left > 0 else LATER)
            elif left > 0:
                total += keep * out[O_PENDING] * left
            value[square] = total
        if last == first:
            break
    lost = False
    if pull != NOWHERE:
        add_march(t, s, b, i, pull, b.p[w.GOAL], value)
    elif not strikes and not done:
        lost = add_march(t, s, b, i, TO_FOES, b.p[w.MARCH], value)
    fill_stops(value, cost, spent, here, stops)
    return lost
