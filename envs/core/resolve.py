"""Chapter 5: a deed played out as a frame (T5.5-T5.8, G5.6a): deed, instrument, points, before lines, targets, roll, sparks, lines, counters, after lines."""

from . import codes as k
from .actions import pay
from .check import net_edges, roll_pool, settle, virtue_of
from .counter import armaments_in_reach, next_counter
from .damage import deed_bonus, supply
from .events import emit
from .frames import ask, pop, push
from .grid import is_wall
from .instruments import is_thrown, suits
from .jit import jit
from .lines import AFTER, BEFORE, RESULT, next_line
from .record import TF_NOBODY, TF_WILLING
from .sparks import find_spark, spend_spark
from .surroundings import relight
from .targeting import (D_AFTER, D_BEFORE, D_CLOSE, D_COUNTERS, D_DEED, D_INSTRUMENT, D_LINES, D_POINTS, D_ROLL, D_SPARK_TARGET, D_SPARKS, D_TARGETS, D_WAY,
                        choose_targets, go_to)
from .vigor import drop_item


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
    elif f.step == D_WAY:
        if suits(t, s, f.who, s.deed.deed, s.deed.instrument + k.ITEM_SLOTS):
            ask(s, k.ASK_KIND, side, f.who)
        else:
            f.step = D_POINTS
    elif f.step == D_POINTS:
        ask(s, k.ASK_POINTS, side, f.who)
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
    elif f.step == D_COUNTERS:
        if not next_counter(t, s):
            go_to(s, D_AFTER)
    elif f.step == D_CLOSE:
        close_deed(t, s)
    elif not next_line(t, s, BEFORE if f.step == D_BEFORE else (RESULT if f.step == D_LINES else AFTER)):
        go_to(s, f.step + 1)


@jit
def set_deed(s, i, deed, slot):
    """Combatant i has declared a deed; nothing is paid yet."""
    clear_deed(s)
    s.deed.user = i
    s.deed.deed = deed
    s.deed.slot = slot


@jit
def answer_deed(t, s, slot):
    """The deed or maneuver is chosen."""
    f = s.frames[s.depth - 1]
    set_deed(s, f.who, t.roster[f.who].deeds[slot], slot)
    f.step = D_INSTRUMENT


@jit
def start_given_deed(t, s, i, entry, deed, item):
    """Push a deed that a menu entry names: a stat block's own action, or a concoction, which is paid and done with its item (T2.9, T3.14)."""
    push(s, k.F_DEED, i)
    f = s.frames[s.depth - 1]
    f.e = entry
    set_deed(s, i, deed, 0)
    f.step = D_INSTRUMENT
    if entry == k.CONCOCTION:
        s.deed.instrument = item
        emit(s, k.E_DEED, i, deed, 0, item)
        f.step = D_BEFORE


@jit
def answer_instrument(s, slot):
    """The instrument is chosen (T5.4)."""
    s.deed.instrument = slot
    s.frames[s.depth - 1].step = D_WAY


@jit
def answer_way(s, option):
    """A versatile deed counts as the kind that is used (T5.3)."""
    if option == k.AS_RANGED:
        s.deed.instrument += k.ITEM_SLOTS
    s.frames[s.depth - 1].step = D_POINTS


@jit
def answer_points(t, s, extra):
    """Points and focus are paid and never refunded (G5.6a); each extra point is an edge (T3.2, T3.9)."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.who]
    pay(t, s, f.who, f.e, extra)
    c.focus -= t.deeds[s.deed.deed].focus
    if f.e == k.DEED:
        c.deeds_taken += 1
    elif f.e == k.MANEUVER:
        c.maneuvers_taken += 1
    s.deed.extra = extra
    emit(s, k.E_DEED, f.who, s.deed.deed, extra, s.deed.instrument)
    go_to(s, D_BEFORE)


@jit
def roll_deed(t, s):
    """One roll for all targets, a result for each (T5.8); what states and reach are now is kept (G7.1a, G4.8). A deed without a check is a conflict."""
    d = s.deed
    sure = t.deeds[d.deed].sure != 0
    c = s.combatants[d.user]
    if not sure:
        for m in range(d.n_targets):
            row = s.targets[m]
            row.net = net_edges(t, s, d.user, d.deed, d.instrument, d.extra, row.who)
        roll_pool(s)
        bit = 2 if t.deeds[d.deed].kind == k.MANEUVER_DEED else 1  # KIND_MANEUVER, KIND_DEED
        c.helped -= c.helped & bit  # used up (T3.6)
    virtue = virtue_of(t, d.user, d.deed)
    for m in range(d.n_targets):
        row = s.targets[m]
        if sure:
            row.result = k.CONFLICT
        else:
            settle(t, s, m, virtue)
        foe = t.roster[row.who].side != t.roster[d.user].side  # a fellow neither guards nor counters (G5.9a)
        row.marks |= 0 if foe else TF_WILLING
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
    """The deed is over: supply dice of what was drawn on (G7.5), a thrown weapon lands (T3.13), a success opens the moment to disrupt (T8.31)."""
    user = s.deed.user
    way = s.deed.instrument
    kinds = 0
    if s.deed.weapon_drawn:
        kinds |= k.G_MELEE | k.G_RANGED | k.G_THROWING
    if s.deed.spell_drawn:
        kinds |= k.G_CATALYST
    alive = s.combatants[user].status <= k.DEFEATED
    open_moment(t, s)
    if alive and s.frames[s.depth - 1].e != k.CONCOCTION:
        supply(t, s, user, way % k.ITEM_SLOTS, kinds)
        if s.deed.n_targets > 0 and is_thrown(t, s, user, s.deed.deed, way):
            c = s.combatants[s.targets[0].who]
            no_middle = s.deed.place == k.NONE or is_wall(t, s, s.deed.place % t.width, s.deed.place // t.width)
            drop_item(t, s, user, way % k.ITEM_SLOTS - 1, c.y * t.width + c.x if no_middle else s.deed.place)
            if t.darkness != 0:
                relight(t, s)
    clear_deed(s)
    pop(s)


@jit
def open_moment(t, s):
    """Who may be disrupted by the next action: foes against whom this attack succeeded; in the other variant any deed or maneuver (T8.31, G8.33)."""
    d = s.deed
    if s.turn_of != d.user or (t.deeds[d.deed].kind != k.ATTACK and t.rules.prevail_variant == 0):
        return
    for m in range(d.n_targets):
        row = s.targets[m]
        if row.result != k.FAIL and row.marks & TF_NOBODY == 0 and t.roster[row.who].side != t.roster[d.user].side:
            s.combatants[d.user].prevail_open |= 1 << row.who


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
    d.place = k.NONE
    d.n_dice = 0
    d.n_targets = 0
    d.n_sparks = 0
    d.weapon_drawn = 0
    d.spell_drawn = 0
