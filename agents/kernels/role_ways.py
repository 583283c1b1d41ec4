"""What a combatant can do, in a few numbers for each deed, and what one of them is worth on somebody: near enough to choose by."""

from envs.core import codes as k
from envs.core.areas import spares_user
from envs.core.deeds import takes
from envs.core.forecast import chance_success, chance_triumph, deed_symbols
from envs.core.grid import distance
from envs.core.instruments import suits
from envs.core.jit import jit
from envs.core.sight import look
from envs.core.vigor import recoveries_left, recovery_value

from . import role_table as r
from . import weights as w
from .uses import SLOTS, deed_in, entry_of, fill_shape
from .values import blow, mend

BOLD = 0.5  # share of a counter's harm that the boldest think of
COVERED = 0.85  # share of a strike that is left past cover
SPARKS = 0.25  # how often a spark's effect comes about after a success


@jit
def list_ways(t, s, i, deeds, ways):
    """List all that combatant i could begin in its turn; returns how many ways there are.

    deeds: 0 for no deeds and maneuvers, 1 for deeds alone, 2 for maneuvers alone, 3 for both. ways: float64 (MAX_USES, ROLE_WAY), zeroed before.
    """
    n = 0
    for slot in range(SLOTS):
        entry = entry_of(slot)
        if (entry == k.DEED and deeds & 1 == 0) or (entry == k.MANEUVER and deeds & 2 == 0):
            continue
        deed = deed_in(t, s, i, slot)
        if deed == k.NONE:
            continue
        only = slot - k.DEED_SLOTS - k.OWN_ACTIONS if entry == k.CONCOCTION else k.NONE
        kind = t.deeds[deed].instrument
        for way in range(k.WAYS if kind == k.VERSATILE else (1 if kind == k.INNATE and only == k.NONE else k.ITEM_SLOTS)):
            if n < w.MAX_USES and (suits(t, s, i, deed, way) if only == k.NONE else way == only):
                fill_role_way(t, s, i, deed, way, ways[n])
                ways[n, w.W_SLOT] = slot
                ways[n, w.W_MENU] = entry
                n += 1
    return n


@jit
def fill_role_way(t, s, i, deed, way, row):
    """One deed done in one way; row: float64 (ROLE_WAY,), zeroed before."""
    d = t.deeds[deed]
    fill_shape(t, s, i, deed, way, row)
    virtue = int(row[w.W_VIRTUE])
    hit = 1.0 if d.sure else chance_success(t, 0, virtue)
    top = 0.0 if d.sure else chance_triumph(t, 0, virtue)
    row[r.R_HIT] = hit
    row[r.R_TOP] = top
    row[r.R_LOW] = deed_symbols(t, s, i, deed, way, k.CONFLICT)
    row[r.R_HIGH] = deed_symbols(t, s, i, deed, way, k.TRIUMPH)
    row[w.W_COST] = 0.5 * d.focus
    for n in range(d.n_lines):
        line = d.lines[n]
        odds = 1.0
        if line.when == k.ON_FAIL:
            odds = 1.0 - hit
        elif line.when == k.ON_CONFLICT:
            odds = hit
        elif line.when == k.ON_TRIUMPH:
            odds = top
        elif line.when == k.ON_SPARK:
            odds = SPARKS * hit
        size = odds * max(1, line.potency)
        good = line.verb == k.V_MOVE or line.verb == k.V_GAIN or line.verb == k.V_EFFECT
        if line.verb == k.V_STATE:
            good = t.states[line.state].good != 0
        elif line.verb == k.V_END_STATE:
            good = t.states[line.state].good == 0
            size *= 0.5
        if line.verb == k.V_END_GRAB:
            row[r.R_FREE] += odds
        elif line.verb == k.V_FORCE or line.verb == k.V_GRAB:
            row[r.R_FORCE] += size if line.verb == k.V_FORCE else 2.0 * odds
        elif line.verb == k.V_RECOVER:
            row[r.R_HEAL] += size if line.who != k.WHO_SELF else 0.5 * size
        elif line.verb == k.V_STATE or line.verb == k.V_END_STATE or good or line.verb == k.V_LOSE:
            if line.who == k.WHO_TARGET:
                row[r.R_AID if good else r.R_HEX] += size
            else:
                row[r.R_SELF if line.who == k.WHO_SELF else r.R_ALL] += size * (0.5 if good else -0.5)


@jit
def way_on(t, s, p, role, desk, i, j, row):
    """What a way is worth to combatant i's side when it is done to combatant j. role: row of ROLES."""
    d = desk[j]
    rate = desk[i, w.FOE_RATE]
    bonus = desk[i, w.DEALT] + d[w.TAKEN] if row[w.W_ATTACK] != 0.0 else 0.0
    damage = 0.0
    if row[r.R_LOW] >= 0.0:
        damage += (row[r.R_HIT] - row[r.R_TOP]) * blow(s, p, desk, j, row[r.R_LOW] + bonus)
    if row[r.R_HIGH] >= 0.0:
        damage += row[r.R_TOP] * blow(s, p, desk, j, row[r.R_HIGH] + bonus)
    if t.roster[i].side == t.roster[j].side:
        healing = mend(s, p, desk, j, int(min(row[r.R_HEAL], recoveries_left(t, s, j)) * recovery_value(t, s, j)))
        lasts = min(1.0, 2.0 * desk[j, w.LASTS])
        return role[r.CARE] * (healing + 0.5 * lasts * rate * row[r.R_AID]) - damage - rate * (row[r.R_HEX] + 0.5 * row[r.R_FORCE])
    share = 1.0 + role[r.LONE] * d[r.D_LONE] + role[r.SOFT] * d[r.D_SOFT]
    value = share * (damage + rate * (role[r.HEX] * row[r.R_HEX] * desk[j, w.LASTS] + role[r.FORCE] * 0.5 * row[r.R_FORCE]))
    if row[r.R_FREE] > 0.0 and s.combatants[i].grabbed_by >> j & 1:
        value += rate * row[r.R_FREE] * (1.0 + role[r.AFTER] + 4.0 * max(0.0, -role[r.CLOSE]))
    return value - rate * row[r.R_AID]


@jit
def look_about(t, s, i, away, seen):
    """Distance and sight from combatant i to everybody on the map, int64 (combatants,) each."""
    for j in range(t.n_combatants):
        away[j] = k.MAX_SIDE
        seen[j] = k.BLOCKED
        if s.combatants[j].status <= k.DEFEATED:
            away[j] = distance(t, s, i, j) if i != j else 0
            seen[j] = look(t, s, i, j) if i != j else k.CLEAR


@jit
def fill_hits(t, s, p, role, desk, i, row, away, seen, hits):
    """What a way is worth on its best target from where combatant i stands, 0.0 where it has none that it is worth anything on.

    hits: float64 (combatants, distances), raised to what the way is worth on each over a distance; for an area with those around the one.
    away, seen: of `look_about`.
    """
    own = desk[i, w.FOE_RATE] * (row[r.R_SELF] + row[r.R_ALL] - row[w.W_COST])
    deed = int(row[w.W_DEED])
    reach = min(int(row[w.W_RANGE]) + 1, hits.shape[1])
    best = 0.0
    for j in range(t.n_combatants):
        if s.combatants[j].status > k.DEFEATED or takes(t, s, i, deed, j) != k.OK or (i == j and spares_user(t.deeds[deed])):
            continue
        foe = t.roster[j].side != t.roster[i].side
        value = way_on(t, s, p, role, desk, i, j, row) + own
        if row[w.W_SPREAD] != w.NO_SPREAD or row[w.W_TARGETS] > 1.0:
            value += around(t, s, p, role, desk, i, j, row)
        close = value - risk(role, desk, i, j, row) if foe else value
        for far in range(reach):
            hits[j, far] = max(hits[j, far], close if far <= desk[j, w.REACH] else value)
        if away[j] < reach and seen[j] != k.BLOCKED:
            best = max(best, (close if away[j] <= desk[j, w.REACH] else value) * (COVERED if foe and seen[j] == k.COVER else 1.0))
    return best


@jit
def risk(role, desk, i, j, row):
    """What the counter of a foe j within its reach costs combatant i, when the way fails; who does not mind blows thinks less of it."""
    return min(1.0, BOLD + role[r.FEAR]) * (1.0 - row[r.R_HIT]) * max(0.0, desk[j, w.RATING]) * desk[i, w.RATE]


@jit
def around(t, s, p, role, desk, i, j, row):
    """What a way with several targets does besides what it does to combatant j: to those near j, or to the best of the rest in range."""
    spread = row[w.W_SPREAD] if row[w.W_SPREAD] >= 0.0 else row[w.W_RANGE]
    area = row[w.W_SPREAD] != w.NO_SPREAD
    total = 0.0
    left = row[w.W_TARGETS] - 1.0
    for o in range(t.n_combatants):
        if o == j or (o == i and area and row[w.W_SPREAD] == w.ALL_IN_RANGE) or s.combatants[o].status > k.DEFEATED or distance(t, s, j, o) > spread:
            continue
        if not area and (left <= 0.0 or takes(t, s, i, int(row[w.W_DEED]), o) != k.OK):
            continue
        value = way_on(t, s, p, role, desk, i, o, row)
        if area:
            total += value * (role[r.MANY] if value > 0.0 else 1.0)
        elif value > 0.0:
            total += 0.7 * role[r.MANY] * value
            left -= 1.0
    return total
