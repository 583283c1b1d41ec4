"""The turn of a role: the menu, where to walk, which deed and how, how many points; who takes its turn."""

import numpy as np

from envs.core import codes as k
from envs.core.actions import action_cost, can_menu
from envs.core.economy import is_taken
from envs.core.jit import jit
from envs.core.questions import padded_square

from . import role_table as r
from . import weights as w
from .acts import HAIR, gain_of, score_others
from .ground import pull_of, threat
from .march import NOWHERE, nearest_foe
from .role_places import EDGE, O_COMFORT, O_PENDING, O_STRIKE, OUT, fill_harms, roam, weigh_place
from .role_ways import fill_hits, list_ways, look_about
from .uses import Brief
from .values import recover_value

KEEP = 0.16  # share of the damage to come that a point on *defend* keeps off
ENOUGH = 0.8  # share of the best strike anywhere with which one is content
LEAVING = 0.45  # share of the damage to expect that one escapes by leaving
HESITATES = 0.2  # what another place must be better by, in the worth of vigor
UPRIGHT = 1.0  # what it is worth to stand, beside what the state costs
URGENT = 0.5  # weight of one's own danger in choosing who acts


@jit
def deeds_open(t, s, i):
    """1 when combatant i may still attempt a deed in its turn, points aside, 2 for a maneuver, 3 for either (T2.5, T2.6)."""
    c = s.combatants[i]
    deed = c.deeds_taken <= t.roster[i].extra_deeds and (c.maneuvers_taken == 0 or c.lifted != 0)
    maneuver = not is_taken(c, k.MANEUVER) and (c.deeds_taken == 0 or c.lifted != 0)
    return (1 if deed else 0) + (2 if maneuver else 0)


@jit
def role_brief(t, s, p, desk, i, deeds, hits):
    """The Brief of combatant i's turn for what roles share with the greedy bot: its ways, its aims; fills hits by `role_ways.fill_hits`.

    The column R_HERE of a way then says what it is worth from where combatant i stands.
    """
    ways = np.zeros((w.MAX_USES, r.ROLE_WAY))
    n = list_ways(t, s, i, deeds, ways)
    role = r.ROLES[r.role_of(t, i)]
    aims = np.zeros((t.n_combatants, w.AIM))
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    look_about(t, s, i, away, seen)
    hits[:] = 0.0
    own = np.zeros(hits.shape)  # of what is no deed and no maneuver, which is not walked for
    for m in range(n):
        ways[m, r.R_HERE] = fill_hits(t, s, p, role, desk, i, ways[m], away, seen, hits if ways[m, w.W_MENU] <= k.MANEUVER else own)
    about = t.objective_who if (t.objective == k.SLAY or t.objective == k.PROTECT) and t.roster[t.objective_who].side != t.roster[i].side else k.NONE
    for j in range(t.n_combatants):
        foe = t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING
        if foe and (about == k.NONE or about == j):
            for far in range(1, hits.shape[1]):
                if hits[j, far] > 0.0:
                    aims[j, w.AIM_REACH] = far
    kept = np.zeros((1, 1, 1, 1))  # of what the greedy bot keeps there is nothing
    return Brief(p, desk, ways, kept[0], kept, kept, kept, kept[0, 0], aims, kept[0, 0], np.zeros((1, 1), np.int64), n)


@jit
def score_role_turn(t, s, p, desk, mask, scores):
    """The menu, a walk, the points of an action other than a deed."""
    i = s.asker
    c = s.combatants[i]
    f = s.frames[s.depth - 1]
    role = r.ROLES[r.role_of(t, i)]
    deeds = deeds_open(t, s, i)
    done = deeds == 0
    hits = np.empty((t.n_combatants, max(t.width, t.height) + 1))
    harms = np.empty((t.n_combatants, hits.shape[1], 3))
    b = role_brief(t, s, p, desk, i, deeds, hits)
    fill_harms(t, s, desk, i, harms)
    out = np.empty(OUT)
    weigh_place(t, s, role, desk, hits, harms, done, i, c.x, c.y, out)
    keep = KEEP * desk[i, w.CHANCE] * desk[i, w.RATE]
    after = np.empty(c.points + 1)
    for n in range(c.points + 1):
        after[n] = out[O_STRIKE] * (1.0 + EDGE * min(2, n - 1)) if n > 0 and out[O_STRIKE] > 0.0 else keep * out[O_PENDING] * n
    if s.ask == k.ASK_POINTS and f.a != k.MOVE:
        for extra in range(c.points):
            worth = after[c.points - 1 - extra]
            if f.a == k.DEFEND:
                worth += keep * out[O_PENDING] * (1 + extra)
            elif f.a == k.CATCH_BREATH:
                worth += recover_value(t, s, p, desk, i, 1 + extra)
            elif f.a == k.PREVAIL or f.a == k.DISRUPT:
                worth += gain_of(t, s, p, desk, i, f.b, k.NONE, extra, f.a == k.DISRUPT)
            scores[k.A_AMOUNT + extra] = worth
        return
    value = np.empty(t.width * t.height)
    stops = np.full(2 + c.points, w.NEVER)
    lost = False
    if s.ask == k.ASK_ACTION and stays(t, s, role, desk, hits, out, done, i):
        stops[0] = out[O_COMFORT] + after[c.points]
    else:
        lost = roam(t, s, b, role, hits, harms, done, keep, i, value, stops)
    if s.ask == k.ASK_WALK:
        for square in range(t.width * t.height):
            scores[k.A_SQUARE + padded_square(t, t.side, square)] = value[square]
    elif s.ask == k.ASK_POINTS:
        for extra in range(c.points):
            scores[k.A_AMOUNT + extra] = stops[2 + extra]
    else:
        score_role_menu(t, s, b, role, out, after, stops, keep, mask, scores)
        score_others(t, s, b, i, mask, after, stops[0] - after[c.points], lost, scores)
        scores[k.A_MENU + k.STAND] += UPRIGHT * desk[i, w.FOE_RATE]


@jit
def stays(t, s, role, desk, hits, out, done, i):
    """Whether who likes it close need not look for another square: it can strike nearly as well as anywhere, or has struck and is at a foe."""
    c = s.combatants[i]
    if role[r.CLOSE] <= 0.0 or t.changing != 0 or pull_of(t, desk, i) != NOWHERE or nearest_foe(t, s, i, c.x, c.y) > 1:
        return False
    return done or out[O_STRIKE] > ENOUGH * hits.max()


@jit
def score_role_menu(t, s, b, role, out, after, stops, keep, mask, scores):
    """The plain entries of the menu, deeds, maneuvers, own actions and concoctions; out: of the place; after: values of points left."""
    i = s.asker
    c = s.combatants[i]
    points = c.points
    menu = scores[k.A_MENU:k.A_MENU + k.MENU_SIZE]
    menu[:] = w.NEVER
    base = stops[0] - after[points]
    menu[k.END_TURN] = base + HAIR
    step = HESITATES * b.desk[i, w.FOE_RATE]  # for a place that is hardly better nobody gets up
    menu[k.WALK] = stops[1] - step
    for n in range(1, points + 1):
        menu[k.MOVE] = max(menu[k.MOVE], stops[1 + n] - step)
        menu[k.DEFEND] = max(menu[k.DEFEND], base + keep * out[O_PENDING] * n + after[points - n])
        rest = recover_value(t, s, b.p, b.desk, i, n)
        if rest > 0.0:
            menu[k.CATCH_BREATH] = max(menu[k.CATCH_BREATH], base + rest + after[points - n])
    for m in range(b.n):
        entry = int(b.ways[m, w.W_MENU])
        strike = b.ways[m, r.R_HERE]
        if strike > 0.0 and mask[k.A_MENU + entry] != 0:
            left = points - action_cost(t, i, entry)
            worth = base + strike
            worth += max(EDGE * min(2, left) * strike, keep * out[O_PENDING] * left) if entry <= k.MANEUVER else after[left]
            menu[entry] = max(menu[entry], worth)
    if mask[k.A_MENU + k.HELP] != 0:
        best = 0.0  # blow of a fellow that has still to act: the helper adds an edge to it
        for j in range(t.n_combatants):
            e = s.combatants[j]
            if j != i and t.roster[j].side == t.roster[i].side and e.status == k.STANDING and e.acted == 0 and e.helped & 1 == 0:
                best = max(best, max(b.desk[j, w.NEAR], b.desk[j, w.FAR]) * b.desk[i, w.FOE_RATE])
        menu[k.HELP] = base + 0.5 * EDGE * role[r.CARE] * best + after[points - 1]


@jit
def score_role_deed(t, s, p, desk, scores):
    """Which deed or maneuver, with what, used how, with how many points; which concoction."""
    i = s.asker
    role = r.ROLES[r.role_of(t, i)]
    ways = np.zeros((w.MAX_USES, r.ROLE_WAY))
    n = list_ways(t, s, i, 3, ways)
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    look_about(t, s, i, away, seen)
    hits = np.zeros((t.n_combatants, max(t.width, t.height) + 1))
    scores[k.A_DEED:k.A_SQUARE] = w.NEVER
    for m in range(n):
        way = int(ways[m, w.W_ITEM])
        slot = int(ways[m, w.W_SLOT])
        if s.ask != k.ASK_DEED and s.ask != k.ASK_ITEM and ways[m, w.W_DEED] != s.deed.deed:
            continue
        if (s.ask == k.ASK_POINTS and way != s.deed.instrument) or (s.ask == k.ASK_KIND and way % k.ITEM_SLOTS != s.deed.instrument):
            continue
        if (s.ask == k.ASK_DEED and slot >= k.DEED_SLOTS) or (s.ask == k.ASK_ITEM and ways[m, w.W_MENU] != k.CONCOCTION):
            continue
        strike = fill_hits(t, s, p, role, desk, i, ways[m], away, seen, hits)
        if s.ask == k.ASK_DEED:
            scores[k.A_DEED + slot] = max(scores[k.A_DEED + slot], strike)
        elif s.ask == k.ASK_KIND:
            choice = k.A_OPTION + (k.AS_MELEE if way < k.ITEM_SLOTS else k.AS_RANGED)
            scores[choice] = max(scores[choice], strike)
        elif s.ask == k.ASK_POINTS:
            score_extra(t, s, p, role, desk, i, ways[m], strike, away, seen, scores)
        else:
            scores[k.A_ITEM + way % k.ITEM_SLOTS] = max(scores[k.A_ITEM + way % k.ITEM_SLOTS], strike)


@jit
def score_extra(t, s, p, role, desk, i, row, strike, away, seen, scores):
    """How many extra points go into the deed: what they add to it, against what the points left are good for afterwards."""
    c = s.combatants[i]
    danger = 0.0
    pending = 0.0
    for j in range(t.n_combatants):
        if t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING:
            harm = threat(desk[j], away[j], seen[j])
            danger += harm
            pending += harm if s.combatants[j].acted == 0 else 0.0
    leaves = 0.0
    if role[r.AFTER] >= 1.0 and c.move_points < 3 and can_menu(t, s, i, k.MOVE) == k.OK:
        leaves = LEAVING * role[r.AFTER] * desk[i, w.CHANCE] * desk[i, w.RATE] * danger
    keep = KEEP * desk[i, w.CHANCE] * desk[i, w.RATE] * pending
    again = 0.8 * strike if c.deeds_taken < t.roster[i].extra_deeds else 0.0
    for extra in range(c.points):
        left = c.points - 1 - extra
        worth = strike * (1.0 + (EDGE * min(2, extra) if row[r.R_HIT] < 1.0 else 0.0)) + keep * left
        if left > 0:
            worth = max(worth, worth - keep + max(leaves, again))
        if left > 0:
            worth = max(worth, worth - keep * left + recover_value(t, s, p, desk, i, left))
        scores[k.A_AMOUNT + extra] = worth


@jit
def score_role_combatants(t, s, p, desk, mask, scores):
    """Who takes its turn: who can strike and is in danger sooner, lurkers and skirmishers when the others have drawn the foes."""
    for i in range(t.n_combatants):
        if mask[k.A_COMBATANT + i] == 0:
            continue
        c = s.combatants[i]
        d = desk[i]
        away = nearest_foe(t, s, i, c.x, c.y)
        near = away <= d[w.REACH] + d[w.SPEED] and d[w.NEAR] > 0.0
        far = away <= d[w.FAR_RANGE] + d[w.SPEED] and d[w.FAR] > 0.0
        can = max(d[w.NEAR] if near else 0.0, d[w.FAR] if far else 0.0)
        coming = 0.0
        for j in range(t.n_combatants):
            e = s.combatants[j]
            if t.roster[j].side != t.roster[i].side and e.status == k.STANDING and e.acted == 0:
                coming += max(desk[j, w.NEAR], desk[j, w.FAR]) * (1.0 if away <= 1 else 0.4)
        danger = min(1.0, d[w.CHANCE] * coming / d[w.LEFT])
        scores[k.A_COMBATANT + i] = d[w.FOE_RATE] * (can + r.ROLES[r.role_of(t, i), r.FIRST]) + URGENT * danger * d[w.WORTH]
    scores[k.A_EFFECT:k.A_SQUARE] = w.NEVER  # its own effects are not dismissed
