"""The rows of the asker's deeds and items, and of the lines of the deed in progress."""

import numpy as np

from ..core import codes as k
from ..core.check import virtue_of
from ..core.counter import counter_damage
from ..core.forecast import best_uses
from ..core.instruments import free_hands
from ..core.jit import jit
from ..core.sparks import FOR_LINE
from . import columns as c


@jit
def observe_deeds(t, s, rows, to):
    """What the asker can do: its deeds and maneuvers, then the deeds of its own actions, then of its concoctions (row numbers in `layout.py`).

    Raises `to`, float64 (16,), by the best expected damage on each combatant.
    """
    i = s.asker
    if i == k.NONE:
        return
    out = np.zeros(9)
    for n in range(len(rows)):
        item = k.NONE
        if n < c.ACTION_ROW:
            deed = t.roster[i].deeds[n]
            cost = t.actions[k.DEED if n < k.OWN_DEEDS else k.MANEUVER].cost
        elif n < c.CONCOCTION_ROW:
            deed = t.roster[i].own_actions[n - c.ACTION_ROW]
            cost = t.roster[i].own_costs[n - c.ACTION_ROW]
        else:
            item = n - c.CONCOCTION_ROW
            cost = t.actions[k.CONCOCTION].cost
            thing = s.combatants[i].items[item - 1] if item > 0 else k.NONE
            if thing == k.NONE or t.gear[s.items[thing].gear].kinds & k.G_CONCOCTION == 0:
                continue
            deed = t.gear[s.items[thing].gear].deed
        if deed != k.NONE:
            observe_deed(t, s, i, deed, item, rows[n], to, out)
            row = rows[n]
            row[c.D_USABLE + 2] = c.ACTION_ROW <= n < c.CONCOCTION_ROW
            row[c.D_USABLE + 4] = cost


@jit
def observe_deed(t, s, i, deed, item, row, to, out):
    """One deed: what it does (from the tables) and what it is worth now; item: NONE, or the item slot of the concoction whose deed it is."""
    for m in range(c.N_DEED_STATIC):
        row[m] = t.deeds[deed].features[m]
    best_uses(t, s, i, deed, item, to, out)
    p = c.D_USABLE
    row[p] = out[6] > 0.0 and t.deeds[deed].focus <= s.combatants[i].focus  # what `deeds.can_attempt` says, from the same search
    row[p + 1] = s.deed.user == i and s.deed.deed == deed
    row[p + 3] = item != k.NONE
    row[p + 5] = np.int64(out[4])
    row[p + 6] = virtue_of(t, i, deed)
    row[p + 7] = np.int64(out[0])
    row[p + 8] = np.int64(out[7])
    row[p + 9] = np.int64(out[8])
    b = c.D_BEST
    row[b] = np.int64(10 * out[1])
    row[b + 1] = np.int64(100 * out[2])
    row[b + 2] = np.int64(100 * out[3])
    row[b + 3] = np.int64(out[5])


@jit
def observe_lines(t, s, rows):
    """The lines of the deed in progress, int16 (12, features): the same rows as the choices of the LINE group."""
    if s.deed.deed == k.NONE:
        return
    f = s.frames[s.depth - 1]
    d = t.deeds[s.deed.deed]
    for n in range(d.n_lines):
        line = d.lines[n]
        row = rows[n]
        row[c.L_PRESENT] = 1
        row[c.L_WHEN + line.when] = 1
        row[c.L_WHO + line.who] = 1
        row[c.L_VERB + line.verb] = 1
        p = c.L_GOOD
        for m in range(s.deed.n_sparks):
            row[p + 1] += s.sparks[m].kind == FOR_LINE and s.sparks[m].line == n
        if s.ask == k.ASK_SPARK_TARGET and f.c == FOR_LINE and f.d == n:
            row[p + 1] += 1  # the spark in hand
        row[p + 2] = line.potency
        row[p + 3] = line.weapon
        row[p + 4] = line.spell
        row[p + 5] = line.plus
        if line.state != k.NONE:
            row[p] = t.states[line.state].good
            row[c.L_STATE + line.state] = 1
        if line.verb == k.V_FORCE:
            row[c.L_FORCE + line.kind] = 1
        elif line.verb == k.V_MOVE:
            row[c.L_MOVE + line.kind] = 1
        elif line.verb == k.V_GAIN or line.verb == k.V_LOSE:
            row[c.L_STOCK + line.kind] = 1
        elif line.verb == k.V_EFFECT:
            row[c.L_EFFECT + line.kind] = 1
            row[c.L_RADIUS] = line.number
            row[c.L_RADIUS + 1] = line.decay
            row[c.L_FOR + line.whom] = 1


@jit
def observe_items(t, s, rows):
    """The asker's items, int16 (8, features): the same rows as the choices of the ITEM group; row 0 is the bare hand."""
    i = s.asker
    if i == k.NONE:
        return
    b = s.combatants[i]
    f = s.frames[s.depth - 1]
    for slot in range(k.ITEM_SLOTS):
        row = rows[slot]
        p = c.I_PRESENT
        q = p + 9  # weapon, spell, reach, range, hands, supply, light
        if slot == k.BARE_HAND:
            row[p + 1] = free_hands(t, s, i) > 0
            row[q] = t.roster[i].bare_weapon
            row[q + 1] = t.roster[i].bare_spell
            row[q + 2] = t.roster[i].reach
            row[q + 3] = t.rules.hand_range
        elif b.items[slot - 1] == k.NONE:
            continue
        else:
            item = s.items[b.items[slot - 1]]
            gear = t.gear[item.gear]
            row[p + 1] = item.held
            for m in range(6):  # melee, ranged, catalyst, throwing, concoction, light
                row[p + 3 + m] = gear.kinds >> m & 1
            spent = gear.supply != 0 and item.supply == 0  # G7.5
            row[q] = 0 if spent else gear.weapon
            row[q + 1] = 0 if spent else gear.spell
            row[q + 2] = gear.reach
            row[q + 3] = gear.range
            row[q + 4] = gear.hands
            row[q + 5] = item.supply
            row[q + 6] = gear.light
        row[p] = 1
        if s.deed.user == i and s.deed.instrument < k.WAYS:
            row[p + 2] = s.deed.instrument % k.ITEM_SLOTS == slot
        if f.kind == k.F_ACTION and f.a == k.THROW and f.step > 0:
            row[p + 2] = f.b == slot
        if f.kind == k.F_ACTION and f.a == k.READY_ITEMS:
            row[p + 2] = f.e >> slot & 1
        if s.ask == k.ASK_COUNTER and s.targets[f.a].armaments >> slot & 1:
            row[c.I_COUNTER] = 1
            row[c.I_COUNTER + 1] = 10 * counter_damage(t, s, i, f.a, slot)
