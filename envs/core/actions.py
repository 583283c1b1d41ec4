"""Chapter 3: actions and the economy around them (T2.1-T2.7, T3.1-T3.15): what the menu offers and what it costs. What each asks and does is in `acting.py`."""

import numpy as np

from . import codes as k
from .bonds import holds_anyone
from .deeds import can_attempt_any, can_do
from .economy import is_taken, take_action
from .features import anything_to_work
from .grid import ground_under
from .items import any_item, anything_to_pick_up
from .jit import jit
from .leaping import can_jump_anywhere
from .movement import can_walk_anywhere
from .prevail import anyone_to_help, anyone_to_prevail
from .vigor import is_dying, recoveries_left


@jit
def action_cost(t, i, entry):
    """Action points of a menu entry; those of a stat block's own actions are its own (T2.9)."""
    return t.roster[i].own_costs[entry - k.OWN_ACTION] if entry >= k.OWN_ACTION else t.actions[entry].cost


@jit
def is_free(t, i, entry):
    """Whether a menu entry is a free action, of which there are a few a turn (T2.7, G2.7a)."""
    return t.roster[i].own_costs[entry - k.OWN_ACTION] == 0 if entry >= k.OWN_ACTION else t.actions[entry].free != 0


@jit
def pay(t, s, i, entry, extra):
    """Pay a menu entry and note it (T2.2, T2.4): an action with a cost ends a portion of movement (G8.14a) and the moment to disrupt (T8.31)."""
    c = s.combatants[i]
    cost = action_cost(t, i, entry) + extra
    if is_free(t, i, entry):
        c.free_used += 1
    elif entry != k.DRAG and entry != k.SHOVE_ALONG and entry != k.DISMISS and entry != k.DEED:
        take_action(c, entry)  # DEED: T2.5 counts them
    if cost > 0:
        c.points -= cost
        c.portion = 0
        c.prevail_open = 0


@jit
def can_menu(t, s, i, entry):
    """Why combatant i, whose turn it is, cannot choose a menu entry now; ending the turn is always legal."""
    c = s.combatants[i]
    if entry == k.END_TURN:
        return k.OK
    if entry >= k.OWN_ACTION:
        if t.roster[i].own_actions[entry - k.OWN_ACTION] == k.NONE:
            return k.WHY_NO_RULE
    elif t.actions[entry].used == 0:
        return k.WHY_NO_RULE
    if entry == k.WALK:
        return can_walk_anywhere(t, s, i, c.move_points)
    if c.points < action_cost(t, i, entry):
        return k.WHY_NO_POINTS
    if entry == k.DEED:
        if c.deeds_taken > t.roster[i].extra_deeds:  # a feature that lifts T2.5 lifts T2.4 for deeds too (G2.5a)
            return k.WHY_DEED_TAKEN
        if c.maneuvers_taken > 0 and c.lifted == 0:
            return k.WHY_MANEUVER_TAKEN
        return can_attempt_any(t, s, i, 0, k.OWN_DEEDS)
    if is_free(t, i, entry) and c.free_used >= t.rules.free_actions:
        return k.WHY_FREE_ACTIONS
    if is_taken(c, entry):
        return k.WHY_TAKEN
    return can_act(t, s, i, entry)


@jit
def can_act(t, s, i, entry):
    """Why a menu entry that could be paid would do nothing."""
    if entry < k.BREAK:
        return can_plain(t, s, i, entry)
    if entry >= k.OWN_ACTION:
        return can_do(t, s, i, t.roster[i].own_actions[entry - k.OWN_ACTION])
    if entry == k.HELP:
        return anyone_to_help(t, s, i)
    if entry == k.PREVAIL or entry == k.DISRUPT:
        if is_taken(s.combatants[i], k.PREVAIL + k.DISRUPT - entry):
            return k.WHY_TAKEN  # both are the one action *prevail* (T3.11)
        return anyone_to_prevail(t, s, i, entry == k.DISRUPT)
    if entry == k.BREAK or entry == k.INTERACT or entry == k.DOOR:
        return anything_to_work(t, s, i, entry) if t.n_features > 0 else k.WHY_NO_FEATURE
    if entry == k.JUMP:
        return can_jump_anywhere(t, s, i)
    if entry == k.PICK_UP:
        return anything_to_pick_up(t, s, i)
    if entry == k.READY_ITEMS or entry == k.THROW or entry == k.CONCOCTION or entry == k.DRAW_ITEM or entry == k.SHEATHE:
        return any_item(t, s, i, entry)
    return can_special(t, s, i, entry)


@jit
def can_plain(t, s, i, entry):
    """`can_act` for the first entries of the menu: maneuvers, move, defend, catch breath, aim."""
    c = s.combatants[i]
    if entry == k.MANEUVER:
        if c.deeds_taken > 0 and c.lifted == 0:
            return k.WHY_DEED_TAKEN
        return can_attempt_any(t, s, i, k.OWN_DEEDS, k.DEED_SLOTS)
    if entry == k.CATCH_BREATH:
        if is_dying(s, i):
            return k.WHY_DYING
        return k.WHY_NO_RECOVERIES if recoveries_left(t, s, i) == 0 else k.OK
    return k.OK


@jit
def can_special(t, s, i, entry):
    """`can_act` for stand, release, dismiss, leave, lifting the limit, and what a grappler does with its movement."""
    c = s.combatants[i]
    if entry == k.STAND:
        return k.OK if slowing_potency(t, s, i) == 1 else k.WHY_NOT_TOPPLED
    if entry == k.LIFT_LIMIT:
        if c.lifted != 0 or (c.deeds_taken == 0) == (c.maneuvers_taken == 0):
            return k.WHY_NOT_LIFTED
        return k.OK if c.focus >= t.rules.lift_cost else k.WHY_NO_FOCUS
    if entry == k.DISMISS:
        return k.OK if has_effect(s, i) else k.WHY_NO_EFFECT
    if entry == k.LEAVE:
        if ground_under(t, s, c.x, c.y, t.roster[i].bulk) & k.EXIT == 0:
            return k.WHY_NO_EXIT
        if c.grabbed_by != 0:
            return k.WHY_GRABBED
        return k.OK if c.move_points > 0 else k.WHY_NO_MOVEMENT
    if not holds_anyone(t, s, i):
        return k.WHY_NOT_GRABBED
    if entry == k.RELEASE:
        return k.OK
    if c.grabbed_by != 0:
        return k.WHY_GRABBED
    return k.OK if c.move_points > 1 else k.WHY_NO_MOVEMENT


@jit
def slowing_potency(t, s, i):
    """Potency of the state that one may stand up from (T8.25), 0 without it."""
    for m in range(k.MAX_STATES):
        if t.states[m].half_speed != 0 and s.combatants[i].states[m] != 0:
            return np.int64(s.combatants[i].states[m])
    return 0


@jit
def has_effect(s, i):
    """Whether combatant i keeps up any lasting effect (T8.4)."""
    for n in range(k.MAX_EFFECTS):
        if s.effects[n].kind != k.NONE and s.effects[n].owner == i:
            return True
    return False


@jit
def can_add_points(t, s, i, entry, extra):
    """Why `extra` points cannot be added to an action (T2.2); *aim* takes one at most (T3.1)."""
    flexible = action_cost(t, i, entry) > 0 if entry >= k.OWN_ACTION else t.actions[entry].flexible != 0
    if extra != 0 and (not flexible or (entry == k.AIM and extra > 1)):
        return k.WHY_NO_RULE
    return k.OK if s.combatants[i].points >= action_cost(t, i, entry) + extra else k.WHY_NO_POINTS
