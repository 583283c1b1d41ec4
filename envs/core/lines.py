"""Chapter 5: the lines of a deed, applied one by one to one subject at a time (T5.5, T5.6, G5.8a, G7.1a)."""

from . import codes as k
from .bonds import end_grab, grab
from .damage import BY_DEED, NO_ATTACK, line_symbols, start_blow
from .effects import add_effect
from .events import emit
from .forcing import start_force
from .frames import push
from .grid import distance
from .instruments import deed_range, free_hands
from .jit import jit
from .movement import OF_LINE
from .record import TF_DAMAGED, TF_MAY_COUNTER, TF_NOBODY, TF_NO_COUNTER
from .sight import look
from .sparks import line_applies, raised_potency, spark_damage
from .states import add_state, lower_state
from .vigor import lose_vigor, regain_vigor

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
            row = s.targets[subject]
            if s.combatants[row.who].status <= k.DEFEATED and row.marks & TF_NOBODY == 0 and (phase != RESULT or line_applies(t, s, n, subject)):
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
        add_state(t, s, who, line.state, raised_potency(t, s, n, m), s.deed.user)
    elif line.verb == k.V_END_STATE:
        lower_state(t, s, who, line.state, line.potency)
    elif line.verb == k.V_RECOVER:
        push(s, k.F_RECOVER, who)
        s.frames[s.depth - 1].a = raised_potency(t, s, n, m)
    elif line.verb == k.V_FORCE:
        start_force(t, s, s.deed.user, who, line.kind, raised_potency(t, s, n, m))
    elif line.verb == k.V_MOVE:
        start_move(t, s, who, line)
    elif line.verb == k.V_EFFECT:
        start_effect(t, s, who, line, raised_potency(t, s, n, m))
    elif line.verb == k.V_GAIN or line.verb == k.V_LOSE:
        change_stock(t, s, who, line)
    else:
        tie(t, s, who, line.verb, m)


@jit
def start_move(t, s, who, line):
    """A line lets somebody move by itself: walk so many squares' worth, or teleport (G12.3)."""
    if line.kind == k.BY_TELEPORT:
        start_force(t, s, who, who, k.TELEPORT, line.potency)
    else:
        push(s, k.F_WALK, who)
        f = s.frames[s.depth - 1]
        f.a = OF_LINE
        f.b = line.potency


@jit
def start_effect(t, s, who, line, potency):
    """A lasting effect begins: an aura of its receiver, else the squares of the deed's area, or around the receiver (T8.4, T11.7)."""
    d = t.deeds[s.deed.deed]
    user = s.deed.user
    c = s.combatants[who]
    size = t.roster[who].bulk
    if line.kind == k.EF_AURA:
        if s.combatants[who].status != k.STANDING:
            return  # its own deed has just felled it (G8.4a)
        add_effect(t, s, who, line, potency, 0, 0, d.area_size if d.area == k.AURA else line.number)
    elif d.area == k.BLAST or d.area == k.CLOSE_BLAST:
        back = (d.area_size - 1) // 2
        add_effect(t, s, user, line, potency, s.deed.place % t.width - back, s.deed.place // t.width - back, d.area_size)
    else:
        within = line.number
        if d.area == k.BURST or d.area == k.AURA:
            within = d.area_size
        elif d.area == k.MELEE_BURST or d.area == k.SPELL_BURST:
            within = deed_range(t, s, user, s.deed.deed, s.deed.instrument)
        add_effect(t, s, user, line, potency, c.x - within, c.y - within, 2 * within + size)


@jit
def change_stock(t, s, who, line):
    """Focus, movement points (in one's own turn), spent guard dice or vigor are gained or lost; vigor lost so is no attack damage (G7.4)."""
    c = s.combatants[who]
    amount = line.potency if line.verb == k.V_GAIN else -line.potency
    emit(s, k.E_GAIN, who, line.kind, amount, 0)
    if line.kind == k.GAIN_FOCUS:
        c.focus = max(0, c.focus + amount)
    elif line.kind == k.GAIN_MOVEMENT:
        if s.turn_of == who:
            c.move_points = max(0, c.move_points + amount)
    elif line.kind == k.GAIN_GUARD_DIE:
        for die in range(k.GUARD_DICE):
            if amount > 0 and c.guard_spent >> die & 1:
                c.guard_spent ^= 1 << die
                amount -= 1
    elif amount > 0:
        regain_vigor(t, s, who, amount)
    else:
        lose_vigor(t, s, who, -amount)


@jit
def tie(t, s, who, verb, m):
    """Grabs (T9.3, G8.24a: adjacent, a hand for each), the end of one (G9.6), and whether the target may counter (T9.2, G9.4b)."""
    user = s.deed.user
    if verb == k.V_GRAB:
        if who != user and distance(t, s, user, who) <= 1 and free_hands(t, s, user) > 0 and s.combatants[who].grabbed_by >> user & 1 == 0:
            grab(s, user, who)
    elif verb == k.V_END_GRAB:
        end_grab(s, who, user)
    elif m != k.NONE:
        s.targets[m].marks |= TF_MAY_COUNTER if verb == k.V_MAY_COUNTER else TF_NO_COUNTER


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
