"""Chapter 8, prevailing against states and lasting effects (T8.19, T8.30-T8.32, G8.32a, G8.33), and help (T3.6)."""

from . import codes as k
from .bonds import set_potency
from .check import check_alone
from .counter import armaments_in_reach
from .effects import end_effect, lower_effect
from .events import emit
from .grid import distance
from .jit import jit
from .sight import look
from .states import lower_state

EFFECT_CHOICE = 100  # field c of an ACTION frame: a state, or this and a lasting effect


@jit
def can_prevail_state(t, s, target, state, good):
    """Whether a combatant has a common state that can be prevailed against: one that hinders it, or (`good`) benefits it (T8.19)."""
    row = t.states[state]
    return s.combatants[target].states[state] > 0 and row.common != 0 and (row.good != 0) == good


@jit
def has_state(t, s, target, good):
    """Whether a combatant has any state to prevail against."""
    for m in range(k.MAX_STATES):
        if can_prevail_state(t, s, target, m, good):
            return True
    return False


@jit
def can_prevail(t, s, i, target):
    """Why combatant i cannot prevail against a state of `target`: itself, or a fellow in sight and within `prevail_fellow_range` (T8.30, G8.30a)."""
    if target >= t.n_combatants or s.combatants[target].status > k.DEFEATED:
        return k.WHY_NO_COMBATANT
    if t.roster[target].side != t.roster[i].side:
        return k.WHY_NOT_FELLOW
    if not has_state(t, s, target, False):
        return k.WHY_NO_STATE
    if i == target:
        return k.OK
    if distance(t, s, i, target) > t.rules.prevail_fellow_range:
        return k.WHY_TOO_FAR
    return k.WHY_NO_SIGHT if look(t, s, i, target) == k.BLOCKED else k.OK


@jit
def can_disrupt(t, s, i, target):
    """Why combatant i cannot disrupt a state or a lasting effect of `target`: adjacent, right after a success against it (T8.31, T8.31a)."""
    if target >= t.n_combatants or s.combatants[target].status > k.DEFEATED:
        return k.WHY_NO_COMBATANT
    if s.combatants[i].prevail_open >> target & 1 == 0 or distance(t, s, i, target) > 1 or look(t, s, i, target) == k.BLOCKED:
        return k.WHY_NOT_OPEN
    if has_state(t, s, target, True):
        return k.OK
    for n in range(k.MAX_EFFECTS):
        if can_disrupt_effect(s, target, n):
            return k.OK
    return k.WHY_NO_STATE


@jit
def can_disrupt_effect(s, target, n):
    """Whether lasting effect n is the target's (T8.31a)."""
    return n < k.MAX_EFFECTS and s.effects[n].kind != k.NONE and s.effects[n].owner == target


@jit
def anyone_to_prevail(t, s, i, disrupt):
    """Why combatant i has nobody to prevail for, or (`disrupt`) against; OK when there is somebody."""
    if disrupt and s.combatants[i].prevail_open == 0:
        return k.WHY_NOT_OPEN
    for target in range(t.n_combatants):
        if (can_disrupt(t, s, i, target) if disrupt else can_prevail(t, s, i, target)) == k.OK:
            return k.OK
    return k.WHY_NO_STATE


@jit
def prevail(t, s, i, target, choice, extra, disrupt):
    """The check: Grace for one's own side, Wits against a foe, in the other variant always Wits (T8.30, T8.31, G8.33); what comes of it (T8.32).

    The pool stays in the deed in progress, so that a failed disrupt may be countered (G8.32a).
    """
    virtue = k.WITS if disrupt or t.rules.prevail_variant == 1 else k.GRACE
    check_alone(t, s, i, virtue, extra, k.KIND_PREVAIL)
    row = s.targets[0]
    row.who = target
    if disrupt:
        row.armaments = armaments_in_reach(t, s, target, i)
    emit(s, k.E_CHECK, i, target, row.total, row.result)
    if row.result == k.TRIUMPH:
        if choice >= EFFECT_CHOICE:
            end_effect(t, s, choice - EFFECT_CHOICE)
        else:
            lower_state(t, s, target, choice, 0)
        return
    change = row.shadows if row.result == k.FAIL else -conflict_worth(t, s, i)
    if choice >= EFFECT_CHOICE:
        change_effect(t, s, choice - EFFECT_CHOICE, change)
    elif change > 0:
        set_potency(t, s, target, choice, min(t.rules.potency_cap, s.combatants[target].states[choice] + change))
        emit(s, k.E_STATE, target, choice, change, s.combatants[target].states[choice])
    elif change < 0:
        lower_state(t, s, target, choice, -change)


@jit
def conflict_worth(t, s, i):
    """What a conflict lowers: 2 and one for each spark (T8.32); in the other variant the key virtue, sparks add nothing (G8.33)."""
    if t.rules.prevail_variant == 1:
        return max(0, t.roster[i].virtues[t.roster[i].key])
    return t.rules.prevail_conflict + s.targets[0].sparks


@jit
def change_effect(t, s, n, change):
    """Raise or lower the potency of a lasting effect."""
    if change > 0:
        s.effects[n].potency = min(t.rules.potency_cap, s.effects[n].potency + change)
    elif change < 0:
        lower_effect(t, s, n, -change)


# -- help ------------------------------------------------------------------------------------------------------------------
@jit
def can_help(t, s, i, target):
    """Why combatant i cannot help `target`: an ally within 4 squares that some kind of help is left for (T3.6)."""
    if target >= t.n_combatants or s.combatants[target].status > k.DEFEATED:
        return k.WHY_NO_COMBATANT
    if i == target:
        return k.WHY_NOT_SELF
    if t.roster[target].side != t.roster[i].side:
        return k.WHY_NOT_FELLOW
    if distance(t, s, i, target) > t.rules.help_range:
        return k.WHY_TOO_FAR
    return k.WHY_HELPED if s.combatants[target].helped == 31 else k.OK


@jit
def anyone_to_help(t, s, i):
    """Why combatant i has nobody to help; OK when there is somebody."""
    for target in range(t.n_combatants):
        if can_help(t, s, i, target) == k.OK:
            return k.OK
    return k.WHY_NO_TARGET


@jit
def can_help_with(s, target, option):
    """Why `target` cannot be helped with a kind of check: one source of help for any one check (T3.6, G3.6a)."""
    if option < k.KIND_DEED or option > k.KIND_TENACITY:
        return k.WHY_NOT_ASKED
    return k.WHY_HELPED if s.combatants[target].helped >> (option - k.KIND_DEED) & 1 else k.OK


@jit
def help_with(s, i, target, option):
    """`target` has an edge on its next check of that kind this round."""
    s.combatants[target].helped |= 1 << (option - k.KIND_DEED)
    emit(s, k.E_HELP, i, target, option, 0)
