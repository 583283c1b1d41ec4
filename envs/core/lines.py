"""Chapter 5: the lines of a deed, applied one by one to one subject at a time (T5.5, T5.6, G5.8a, G7.1a)."""

from . import codes as k
from .damage import BY_DEED, NO_ATTACK, line_symbols, start_blow
from .frames import push
from .grid import distance
from .instruments import deed_range
from .jit import jit
from .record import TF_DAMAGED
from .sight import look
from .sparks import line_applies, raised_potency, spark_damage
from .states import add_state, lower_state

BEFORE, RESULT, AFTER = range(3)  # phases of a deed; a line's `when` says to which it belongs


@jit
def in_phase(when, phase):
    """Whether a line's `when` belongs to a phase of the deed."""
    if phase == BEFORE:
        return when == k.ON_BEFORE
    if phase == AFTER:
        return when == k.ON_AFTER
    return when != k.ON_BEFORE and when != k.ON_AFTER


@jit
def any_applies(t, s, n, phase):
    """Whether a line on the user or its fellows happens: in the result phase some target must have the result."""
    if phase != RESULT:
        return True
    for m in range(s.deed.n_targets):
        if line_applies(t, s, n, m):
            return True
    return False


@jit
def next_line(t, s, phase):
    """Apply the next line to its next subject (G5.8a: line by line, targets in order); False when none is left."""
    f = s.frames[s.depth - 1]
    d = t.deeds[s.deed.deed]
    while f.a < d.n_lines:
        n = f.a
        line = d.lines[n]
        subject = f.b
        last = s.deed.n_targets if line.who == k.WHO_TARGET else (1 if line.who == k.WHO_SELF else t.n_combatants)
        if not in_phase(line.when, phase) or subject >= last:
            f.a += 1
            f.b = 0
            continue
        f.b += 1
        if line.who == k.WHO_TARGET:
            if s.combatants[s.targets[subject].who].status <= k.DEFEATED and (phase != RESULT or line_applies(t, s, n, subject)):
                apply_line(t, s, n, s.targets[subject].who, subject)
                return True
        elif line.who == k.WHO_SELF:
            if any_applies(t, s, n, phase):
                apply_line(t, s, n, f.who, k.NONE)
                return True
        elif is_fellow_in_range(t, s, subject) and any_applies(t, s, n, phase):
            apply_line(t, s, n, subject, k.NONE)
            return True
    return False


@jit
def is_fellow_in_range(t, s, i):
    """Whether combatant i is a fellow of the deed's user, on the map, within the deed's range and in sight."""
    user = s.deed.user
    if i == user or t.roster[i].side != t.roster[user].side or s.combatants[i].status > k.DEFEATED:
        return False
    return distance(t, s, user, i) <= deed_range(t, s, user, s.deed.deed, s.deed.instrument) and look(t, s, user, i) != k.BLOCKED


@jit
def apply_line(t, s, n, who, m):
    """One line on one combatant; m is its target row, NONE for the user and its fellows."""
    line = t.deeds[s.deed.deed].lines[n]
    if line.verb == k.V_DAMAGE:
        if m == k.NONE:
            draw_on(s, line)
            start_blow(s, s.deed.user, who, line_symbols(t, s, line), k.NONE, NO_ATTACK)
        elif s.targets[m].marks & TF_DAMAGED == 0:
            strike(t, s, m)
    elif line.verb == k.V_STATE:
        add_state(t, s, who, line.state, raised_potency(t, s, n, m))
    elif line.verb == k.V_END_STATE:
        lower_state(t, s, who, line.state, line.potency)
    elif line.verb == k.V_RECOVER:
        push(s, k.F_RECOVER, who)
        s.frames[s.depth - 1].a = raised_potency(t, s, n, m)


@jit
def draw_on(s, line):
    """Note which symbols the deed dealt to someone: their supply dice are rolled at its end (G7.5)."""
    if line.weapon > 0:
        s.deed.weapon_drawn = 1
    if line.spell > 0:
        s.deed.spell_drawn = 1


@jit
def strike(t, s, m):
    """All symbols that target row m gets are one blow, dealt at the first damage line (G7.1a, G7.3)."""
    d = t.deeds[s.deed.deed]
    row = s.targets[m]
    row.marks |= TF_DAMAGED
    total = row.bonus + spark_damage(t, s, m)
    for n in range(d.n_lines):
        line = d.lines[n]
        if line.verb != k.V_DAMAGE or line.who != k.WHO_TARGET or not line_applies(t, s, n, m):
            continue
        total += line_symbols(t, s, line)
        draw_on(s, line)
    start_blow(s, s.deed.user, row.who, total, m, BY_DEED if d.kind == k.ATTACK else NO_ATTACK)
