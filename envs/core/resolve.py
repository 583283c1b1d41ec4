"""Chapter 5: a deed played out as a frame (T5.5-T5.8, G5.6a): deed, instrument, points, before lines, targets, roll, sparks, lines, counters, after lines."""

from . import codes as k
from .check import net_edges, roll_pool, settle
from .counter import armaments_in_reach, next_counter
from .damage import deed_bonus, supply
from .deeds import can_target
from .events import emit
from .economy import take_action
from .frames import ask, pop
from .jit import jit
from .lines import AFTER, BEFORE, RESULT, next_line
from .record import TF_WILLING
from .sparks import find_spark, spend_spark

(D_DEED, D_INSTRUMENT, D_POINTS, D_BEFORE, D_TARGETS, D_ROLL, D_SPARKS, D_SPARK_TARGET, D_LINES, D_COUNTERS, D_AFTER,
 D_CLOSE) = range(12)  # steps of a DEED frame; a line or die, b subject, c kind of spark, d line of spark


@jit
def advance_deed(t, s):
    """Go on with the deed on top of the stack until it asks, pushes or ends."""
    f = s.frames[s.depth - 1]
    side = t.roster[f.who].side
    if f.step > D_POINTS and f.step != D_COUNTERS and f.step != D_CLOSE and s.combatants[f.who].status != k.STANDING:
        go_to(s, D_CLOSE)  # its remaining lines are skipped (G2.8, G4.9)
    if f.step == D_DEED:
        ask(s, k.ASK_DEED, side, f.who)
    elif f.step == D_INSTRUMENT:
        ask(s, k.ASK_INSTRUMENT, side, f.who)
    elif f.step == D_POINTS:
        ask(s, k.ASK_POINTS, side, f.who)
    elif f.step == D_BEFORE:
        if not next_line(t, s, BEFORE):
            go_to(s, D_TARGETS)
    elif f.step == D_TARGETS:
        choose_targets(t, s)
    elif f.step == D_ROLL:
        roll_deed(t, s)
    elif f.step == D_SPARKS:
        if find_spark(t, s):
            ask(s, k.ASK_SPARK, side, f.who)
        else:
            go_to(s, D_LINES)
    elif f.step == D_SPARK_TARGET:
        ask(s, k.ASK_SPARK_TARGET, side, f.who)
    elif f.step == D_LINES:
        if not next_line(t, s, RESULT):
            go_to(s, D_COUNTERS)
    elif f.step == D_COUNTERS:
        if not next_counter(t, s):
            go_to(s, D_AFTER)
    elif f.step == D_AFTER:
        if not next_line(t, s, AFTER):
            go_to(s, D_CLOSE)
    else:
        close_deed(t, s)


@jit
def go_to(s, step):
    """Next step of the deed, with its counters at 0."""
    f = s.frames[s.depth - 1]
    f.step = step
    f.a = 0
    f.b = 0


@jit
def answer_deed(t, s, slot):
    """The deed is chosen; nothing is paid yet."""
    f = s.frames[s.depth - 1]
    clear_deed(s)
    s.deed.user = f.who
    s.deed.slot = slot
    s.deed.deed = t.roster[f.who].deeds[slot]
    f.step = D_INSTRUMENT


@jit
def answer_instrument(s, slot):
    """The instrument is chosen (T5.4)."""
    s.deed.instrument = slot
    s.frames[s.depth - 1].step = D_POINTS


@jit
def answer_points(t, s, extra):
    """Points and focus are paid and never refunded (G5.6a); each extra point is an edge (T3.2)."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.who]
    c.points -= t.actions[k.DEED].cost + extra
    c.focus -= t.deeds[s.deed.deed].focus
    take_action(c, k.DEED)
    c.deeds_taken += 1
    s.deed.extra = extra
    emit(s, k.E_DEED, f.who, s.deed.deed, extra, s.deed.instrument)
    go_to(s, D_BEFORE)


@jit
def is_chosen(s, target):
    """Whether a combatant is a target of the deed in progress already (G5.7a)."""
    for m in range(s.deed.n_targets):
        if s.targets[m].who == target:
            return True
    return False


@jit
def choose_targets(t, s):
    """Ask for the next target until there are enough or none is left; with no target at all the deed ends (G5.6a)."""
    f = s.frames[s.depth - 1]
    d = t.deeds[s.deed.deed]
    wanted = d.n_targets if d.targets == k.T_CREATURES else 1
    left = False
    if s.deed.n_targets < wanted:
        for target in range(t.n_combatants):
            if not is_chosen(s, target) and can_target(t, s, f.who, s.deed.deed, s.deed.instrument, target) == k.OK:
                left = True
    if left:
        ask(s, k.ASK_TARGET, t.roster[f.who].side, f.who)
    elif s.deed.n_targets > 0:
        go_to(s, D_ROLL)
    else:
        go_to(s, D_CLOSE)


@jit
def answer_target(s, target):
    """One more target is chosen."""
    s.targets[s.deed.n_targets].who = target
    s.deed.n_targets += 1


@jit
def roll_deed(t, s):
    """One roll for all targets, a result for each (T5.8); what states and reach are now is kept (G7.1a, G4.8)."""
    d = s.deed
    for m in range(d.n_targets):
        row = s.targets[m]
        row.net = net_edges(t, s, d.user, d.deed, d.extra, row.who)
    roll_pool(s)
    for m in range(d.n_targets):
        row = s.targets[m]
        settle(t, s, m)
        foe = t.roster[row.who].side != t.roster[d.user].side
        row.marks = 0 if foe else TF_WILLING
        row.bonus = deed_bonus(t, s, d.user, d.deed, row.who)
        row.armaments = armaments_in_reach(t, s, row.who, d.user) if foe else 0
        emit(s, k.E_ROLL, d.user, row.who, row.total, row.result)
    go_to(s, D_SPARKS)


@jit
def answer_spark(t, s, kind, line):
    """What the spark is for is chosen; whom it is for is asked next."""
    f = s.frames[s.depth - 1]
    f.c = kind
    f.d = line
    f.step = D_SPARK_TARGET


@jit
def answer_spark_target(t, s, target):
    """The spark is spent."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        if s.targets[m].who == target:
            spend_spark(s, f.c, f.d, m)
            break
    f.step = D_SPARKS


@jit
def close_deed(t, s):
    """Supply dice of what was drawn on (G7.5), then the deed is over."""
    user = s.deed.user
    slot = s.deed.instrument
    flags = 0
    if s.deed.weapon_drawn:
        flags |= k.G_MELEE | k.G_RANGED
    if s.deed.spell_drawn:
        flags |= k.G_CATALYST
    clear_deed(s)
    pop(s)
    if s.combatants[user].status <= k.DEFEATED:
        supply(t, s, user, slot, flags)


@jit
def clear_deed(s):
    """Empty the deed in progress, its target rows and its spent sparks, so that equal positions are equal bytes."""
    d = s.deed
    for m in range(d.n_targets):
        row = s.targets[m]
        row.who = 0
        row.net = 0
        row.total = 0
        row.result = 0
        row.sparks = 0
        row.shadows = 0
        row.tainted = 0
        row.bonus = 0
        row.armaments = 0
        row.marks = 0
    for m in range(d.n_sparks):
        s.sparks[m].kind = 0
        s.sparks[m].line = 0
        s.sparks[m].target = 0
    for m in range(d.n_dice):
        d.dice[m] = 0
    d.user = k.NONE
    d.deed = k.NONE
    d.slot = 0
    d.instrument = 0
    d.extra = 0
    d.n_dice = 0
    d.n_targets = 0
    d.n_sparks = 0
    d.weapon_drawn = 0
    d.spell_drawn = 0
