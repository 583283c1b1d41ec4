"""One observation, written by compiled code into integer arrays, always from the asked side's view (layout in `layout.py`).

Arrays are int16 and written whole. Rows are combatant slots, deed slots, lines, squares of the padded board: the same places as the actions'.
"""

import numpy as np

from ..core import codes as k
from ..core.check import virtue_of
from ..core.counter import counter_damage
from ..core.forecast import best_uses, shown_vigor
from ..core.grid import distance
from ..core.instruments import free_hands, melee_reach, weapon_rating
from ..core.jit import jit
from ..core.questions import asks_square
from ..core.movement import mobility
from ..core.objectives import count_status, standing
from ..core.sight import look
from ..core.surroundings import is_elusive
from ..core.vigor import is_bloodied
from . import columns as c
from .squares import fill_goals, observe_squares


@jit
def observe(t, s, board, question, combatants, deeds, lines, squares):
    """Write the observation of the question that `s` asks.

    board int16 (map,), question (features,), combatants (16, features), deeds (20, features), lines (12, features),
    squares (side * side, features); the last is all 0 unless a square is asked.
    """
    observe_map(t, s, board)
    to = np.zeros(k.MAX_COMBATANTS)
    observe_deeds(t, s, deeds, to)
    observe_combatants(t, s, to, combatants)
    observe_lines(t, s, lines)
    observe_question(t, s, question)
    squares[:] = 0
    if asks_square(s.ask):
        observe_squares(t, s, squares)


@jit
def observe_map(t, s, board):
    """What is true of the whole encounter."""
    board[:] = 0
    own = s.asked
    board[c.M_WIDTH] = t.width
    board[c.M_WIDTH + 1] = t.height
    board[c.M_ROUND] = s.round_no
    board[c.M_ROUND + 1] = t.rules.max_rounds
    board[c.M_ENEMIES] = own == k.ENEMIES
    board[c.M_STANDING] = standing(t, s, own)
    board[c.M_STANDING + 1] = standing(t, s, 1 - own)
    for side in range(2):
        column = 0 if side == own else 1
        left = 0
        full = 0
        for i in range(t.n_combatants):
            if t.roster[i].side != side:
                continue
            full += t.roster[i].max_vigor
            left += max(0, shown_vigor(t, s, i)) if s.combatants[i].status <= k.DEFEATED else 0
            if s.combatants[i].status == k.STANDING and s.combatants[i].acted == 0 and s.turn_of != i:
                board[c.M_STANDING + 2 + column] += 1
        board[c.M_VIGOR + column] = 100 * left // max(1, full)
    observe_objective(t, s, board)


@jit
def observe_objective(t, s, board):
    """The objective: 1 when it is the asked side's (and when it is to fell the others), -1 when it is the other side's; where, and how much is left."""
    board[c.M_OBJECTIVE + t.objective] = 1 if t.objective == k.ELIMINATE or t.objective_side == s.asked else -1
    goals = np.empty(t.width * t.height, np.int64)
    n = fill_goals(t, s, goals)
    for m in range(n):  # their middle
        board[c.M_PLACE] += goals[m] % t.width
        board[c.M_PLACE + 1] += goals[m] // t.width
    if n > 0:
        board[c.M_PLACE] //= n
        board[c.M_PLACE + 1] //= n
    done = count_status(t, s, k.GONE) if t.objective == k.ESCAPE else s.held_rounds
    board[c.M_PLACE + 2] = max(0, t.objective_number - done)


@jit
def observe_combatants(t, s, to, rows):
    """One row a combatant slot; `to` is the asker's best expected damage on each, float64 (16,)."""
    rows[:] = 0
    asker = s.asker if s.asker != k.NONE else s.turn_of
    for i in range(t.n_combatants):
        row = rows[i]
        b = s.combatants[i]
        own = t.roster[i].side == s.asked
        row[c.C_PRESENT] = 1
        row[c.C_PRESENT + 1] = own
        row[c.C_PRESENT + 2] = not own
        row[c.C_PRESENT + 3] = i == s.asker
        row[c.C_PRESENT + 4] = i == s.turn_of
        row[c.C_PRESENT + 7] = b.x
        row[c.C_PRESENT + 8] = b.y
        row[c.C_PRESENT + 9] = t.roster[i].bulk
        observe_vigor(t, s, i, row)
        if b.status > k.DEFEATED:
            continue
        observe_stats(t, s, i, row)
        for m in range(k.MAX_STATES):
            row[c.C_STATES + m] = b.states[m]
        for m in range(k.KIT_FEATURES):
            row[c.C_KIT + m] = t.roster[i].kit[m]
        if asker != k.NONE and s.combatants[asker].status <= k.DEFEATED:
            away = distance(t, s, asker, i)
            seen = look(t, s, asker, i)
            row[c.C_DISTANCE] = away
            row[c.C_DISTANCE + 1] = seen == k.CLEAR
            row[c.C_DISTANCE + 2] = seen == k.COVER
            row[c.C_DISTANCE + 3] = np.int64(10 * to[i])
            row[c.C_TAUNTED] = b.taunter == asker
            row[c.C_DISTANCE + 4] = max(t.roster[i].kit[0] if away <= 2 else 0, t.roster[i].kit[1] if away <= t.roster[i].kit[2] and seen != k.BLOCKED else 0)
    mark_roles(s, rows)


@jit
def mark_roles(s, rows):
    """Mark the targets of the deed or action and whom force moves, and where a blow, a deed, force or a thrown thing comes from."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        rows[s.targets[m].who, c.C_PRESENT + 5] = 1
    if f.kind == k.F_FORCE:
        rows[f.who, c.C_PRESENT + 5] = 1
    if f.kind == k.F_ACTION and f.step > 0 and (f.a == k.HELP or f.a == k.PREVAIL or f.a == k.DISRUPT):
        rows[f.b, c.C_PRESENT + 5] = 1
    if f.kind == k.F_DAMAGE or f.kind == k.F_FORCE:
        rows[f.a, c.C_PRESENT + 6] = 1
    elif f.kind == k.F_THROW:
        rows[f.who, c.C_PRESENT + 6] = 1
    elif f.kind == k.F_COUNTER:
        rows[s.deed.user, c.C_PRESENT + 6] = 1


@jit
def observe_vigor(t, s, i, row):
    """Vigor, as the asked side knows it, and what follows from it."""
    b = s.combatants[i]
    vigor = shown_vigor(t, s, i)
    row[c.C_VIGOR] = vigor
    row[c.C_VIGOR + 1] = b.max_vigor
    row[c.C_VIGOR + 2] = 100 * vigor // max(1, b.max_vigor)
    row[c.C_VIGOR + 3] = is_bloodied(t, s, i)
    row[c.C_VIGOR + 4] = b.vigor <= 0 and b.status <= k.DEFEATED
    row[c.C_VIGOR + 5] = b.status == k.DEFEATED
    row[c.C_VIGOR + 6] = b.status == k.DEAD
    row[c.C_VIGOR + 7] = b.status == k.GONE
    row[c.C_VIGOR + 8] = b.acted
    row[c.C_VIGOR + 9] = b.arrives > s.round_no


@jit
def observe_stats(t, s, i, row):
    """Points, numbers of the stat block and what the round has used up."""
    b = s.combatants[i]
    r = t.roster[i]
    p = c.C_POINTS
    row[p] = b.points
    row[p + 1] = b.move_points
    row[p + 2] = r.speed
    row[p + 3] = mobility(t, i)
    row[p + 4] = b.focus if t.hidden_numbers == 0 or r.side == s.asked else 0  # G8.29
    row[p + 5] = b.recoveries
    row[p + 6] = b.endurance
    for v in range(4):
        row[p + 7 + v] = r.virtues[v]
    row[p + 11] = r.virtues[r.key]
    g = c.C_GUARD
    for die in range(k.GUARD_DICE):
        if r.guard_dice[die] > 0 and b.guard_spent >> die & 1 == 0:
            row[g] += 1
            row[g + 1] = max(row[g + 1], r.guard_dice[die])
    row[g + 2] = b.reactions
    row[g + 3] = b.defend
    row[g + 4] = b.aim
    for kind in range(5):
        row[g + 5] += b.helped >> kind & 1
    for item in range(k.ITEM_SLOTS):
        row[g + 6] = max(row[g + 6], melee_reach(t, s, i, item))
    row[g + 7] = r.endures
    row[g + 8] = r.light_dependent
    row[g + 9] = b.grabbed_by != 0
    row[g + 10] = is_elusive(t, s, i)
    row[g + 11] = free_hands(t, s, i) > 0


@jit
def observe_deeds(t, s, rows, to):
    """The asker's deeds: what each does (from the tables) and what it is worth now; raises `to` by the best expected damage on each combatant."""
    rows[:] = 0
    i = s.asker
    if i == k.NONE:
        return
    out = np.zeros(7)
    for slot in range(k.DEED_SLOTS):
        deed = t.roster[i].deeds[slot]
        if deed == k.NONE:
            continue
        row = rows[slot]
        for m in range(c.N_DEED_STATIC):
            row[m] = t.deeds[deed].features[m]
        best_uses(t, s, i, slot, to, out)
        d = c.D_USABLE
        row[d] = out[6] > 0.0 and t.deeds[deed].focus <= s.combatants[i].focus  # what `deeds.can_attempt` says, from the same search
        row[d + 1] = np.int64(out[4])
        row[d + 2] = virtue_of(t, i, deed)
        row[d + 3] = np.int64(out[0])
        row[d + 4] = np.int64(10 * out[1])
        row[d + 5] = np.int64(100 * out[2])
        row[d + 6] = np.int64(100 * out[3])
        row[d + 7] = np.int64(out[5])


@jit
def observe_lines(t, s, rows):
    """The lines of the deed in progress."""
    rows[:] = 0
    if s.deed.deed == k.NONE:
        return
    d = t.deeds[s.deed.deed]
    for n in range(d.n_lines):
        line = d.lines[n]
        row = rows[n]
        row[c.L_PRESENT] = 1
        row[c.L_WHEN + line.when] = 1
        row[c.L_WHO + line.who] = 1
        p = c.L_DAMAGE
        if line.verb == k.V_DAMAGE:
            row[p] = 1
        elif line.verb == k.V_STATE:
            row[p + 1] = 1
            row[p + 5] = t.states[line.state].good
        elif line.verb == k.V_RECOVER:
            row[p + 2] = 1
        elif line.verb == k.V_FORCE:
            row[p + 3] = 1
        else:
            row[p + 4] = 1
        row[p + 6] = line.potency
        row[p + 7] = line.weapon
        row[p + 8] = line.spell
        row[p + 9] = line.plus


@jit
def observe_question(t, s, row):
    """What is asked, and what hangs on it."""
    row[:] = 0
    f = s.frames[s.depth - 1]
    row[c.Q_ASK + s.ask] = 1
    if f.kind == k.F_ACTION:
        row[c.Q_MENU + f.a] = 1
    elif f.kind == k.F_DEED and (s.ask == k.ASK_POINTS or f.e != k.DEED):
        row[c.Q_MENU + f.e] = 1
    i = s.asker
    p = c.Q_POINTS
    if i != k.NONE:
        b = s.combatants[i]
        row[p] = b.points
        row[p + 1] = b.move_points
        row[p + 3] = b.deeds_taken
        row[p + 4] = b.maneuvers_taken
        for item in range(k.ITEM_SLOTS):
            row[c.Q_ITEMS + item] = weapon_rating(t, s, i, item) if melee_reach(t, s, i, item) > 0 else 0
    if s.deed.deed != k.NONE:
        observe_deed_now(t, s, row)
    if f.kind == k.F_DAMAGE:
        row[c.Q_RESULT + 6] = f.b
        row[c.Q_DROP] = f.b >= s.combatants[f.who].vigor
        for die in range(k.GUARD_DICE):
            row[c.Q_GUARD + die] = t.roster[f.who].guard_dice[die] if s.combatants[f.who].guard_spent >> die & 1 == 0 else 0
    elif f.kind == k.F_RECOVER:
        row[c.Q_RESULT + 6] = f.a
    elif f.kind == k.F_FORCE:
        row[c.Q_RESULT + 6] = f.c
    elif f.kind == k.F_WALK:
        row[c.Q_RESULT + 6] = f.b
    elif s.ask == k.ASK_COUNTER:
        for item in range(k.ITEM_SLOTS):
            if s.targets[f.a].armaments >> item & 1:
                row[c.Q_COUNTER] = max(row[c.Q_COUNTER], 10 * counter_damage(t, s, f.who, f.a, item))


@jit
def observe_deed_now(t, s, row):
    """The deed in progress: what was added, chosen and rolled."""
    p = c.Q_POINTS
    row[p + 2] = s.deed.extra
    row[p + 5] = s.deed.n_targets
    row[c.Q_DROP + 1] = 1
    if s.deed.n_dice == 0 or s.deed.n_targets == 0:
        return
    first = s.targets[0]
    for m in range(s.deed.n_targets):
        row[p + 6] = max(row[p + 6], s.targets[m].sparks - s.deed.n_sparks)
    r = c.Q_RESULT
    row[r + first.result] = 1
    row[r + 3] = first.total
    row[r + 4] = first.shadows
    row[r + 5] = first.tainted
