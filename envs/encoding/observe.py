"""One observation, written by compiled code into integer arrays, always from the asked side's view (layout in `layout.py`).

Arrays are int16. Rows are combatant slots, deed slots, lines, item slots, lasting effects, squares of the padded board: the same
places as the actions'.
"""

import numpy as np

from ..core import codes as k
from ..core.dragging import PAID
from ..core.economy import is_taken
from ..core.forecast import shown_vigor
from ..core.grid import gap
from ..core.jit import jit
from ..core.objectives import count_status, standing
from ..core.prevail import EFFECT_CHOICE
from ..core.questions import asks_square
from . import columns as c
from .combatants import observe_combatants
from .deeds import observe_deeds, observe_items, observe_lines
from .effects import observe_effects
from .squares import fill_goals, observe_squares


@jit
def observe(t, s, board, question, combatants, deeds, lines, items, effects, squares):
    """Write the observation of the question that `s` asks.

    board int16 (map,), question (features,), combatants (16, features), deeds (36, features), lines (12, features), items (8, features),
    effects (16, features), squares (side * side, features); the last is all 0 unless a square is asked. The arrays are all 0 at first, or as
    an earlier call left them: only rows that it wrote are cleared, for most rows are empty and memory is what an observation costs.
    """
    asked_before = False
    for ask in range(k.N_QUESTIONS):
        asked_before = asked_before or (question[c.Q_ASK + ask] != 0 and asks_square(ask))
    if asked_before:
        clear_rows(squares)
    clear_rows(combatants)
    clear_rows(deeds)
    clear_rows(lines)
    clear_rows(items)
    clear_rows(effects)
    observe_map(t, s, board)
    to = np.zeros(k.MAX_COMBATANTS)
    observe_deeds(t, s, deeds, to)
    observe_combatants(t, s, to, combatants)
    observe_lines(t, s, lines)
    observe_items(t, s, items)
    observe_effects(t, s, effects)
    observe_question(t, s, question)
    if asks_square(s.ask):
        observe_squares(t, s, squares)


@jit
def clear_rows(rows):
    """Set the rows to 0 that are in use: their first feature, `present` or `candidate`, is not 0."""
    for n in range(len(rows)):
        if rows[n, 0] != 0:
            rows[n, :] = 0


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
    board[c.M_DARK] = t.darkness
    board[c.M_DARK + 1] = t.hidden_numbers
    if t.ambushed != k.NONE and s.round_no <= 1:
        board[c.M_DARK + 2] = 1 if t.ambushed == own else -1  # G1.2a
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
    board[c.M_PLACE + 3] = s.held_rounds
    board[c.M_PLACE + 4] = t.survivor_worth
    board[c.M_PLACE + 5] = t.escaped_worth if t.survivor_worth != 0 else 0


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
    if s.asker != k.NONE:
        observe_asker(t, s, s.asker, row)
    if s.deed.deed != k.NONE:
        observe_deed_now(t, s, row)
    p = c.Q_RESULT + 6
    if f.kind == k.F_DAMAGE:
        row[p] = f.b
        row[c.Q_DROP] = f.b >= s.combatants[f.who].vigor
        for die in range(k.GUARD_DICE):
            row[c.Q_GUARD + die] = t.roster[f.who].guard_dice[die] if s.combatants[f.who].guard_spent >> die & 1 == 0 else 0
    elif f.kind == k.F_RECOVER:
        row[p] = f.a
    elif f.kind == k.F_FORCE:
        row[p] = f.c
        row[c.Q_FORCE + f.b % PAID] = 1
    elif f.kind == k.F_WALK:
        row[p] = f.b
    elif f.kind == k.F_ACTION and (f.a == k.PREVAIL or f.a == k.DISRUPT) and f.step >= 2:
        row[c.Q_CHOSEN] = s.effects[f.c - EFFECT_CHOICE].potency if f.c >= EFFECT_CHOICE else s.combatants[f.b].states[f.c]
    elif f.kind == k.F_THROW:
        gear = t.gear[s.items[f.a].gear]
        row[c.Q_THING] = gear.weapon
        row[c.Q_THING + 1] = gear.spell
        row[c.Q_THING + 2] = gear.light > 0
    if s.ask == k.ASK_SPARK_TARGET:
        row[c.Q_SPARK + f.c - 1] = 1  # for a line, the listed effect, damage


@jit
def observe_asker(t, s, i, row):
    """What the turn has left for the asker, and what is within its arm's reach: places to work or break, things to pick up."""
    b = s.combatants[i]
    p = c.Q_POINTS
    row[p] = b.points
    row[p + 1] = b.move_points
    row[p + 3] = b.deeds_taken
    row[p + 4] = b.maneuvers_taken
    p = c.Q_LIMIT
    row[p] = b.lifted
    row[p + 1] = b.free_used
    row[p + 2] = b.portion
    row[p + 3] = t.roster[i].extra_deeds
    for n in range(len(c.ONCE)):
        row[c.Q_TAKEN + n] = is_taken(b, c.ONCE[n])
    for n in range(t.n_features):
        f = t.features[n]
        if f.kind <= k.LAMP and s.feature_state[n] != k.BROKEN and gap(b.x, b.y, t.roster[i].bulk, f.x, f.y, 1) <= t.rules.arm_reach:
            row[c.Q_NEAR + f.kind] = 1
    for n in range(k.MAX_ITEMS):
        item = s.items[n]
        if item.gear != k.NONE and item.place != k.NONE \
                and gap(b.x, b.y, t.roster[i].bulk, item.place % t.width, item.place // t.width, 1) <= t.rules.arm_reach:
            row[c.Q_NEAR + 4] = 1


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
