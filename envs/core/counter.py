"""Chapter 4, the counter (T4.4, G4.8-G4.10): asked after the result lines of the deed that failed."""

from . import codes as k
from .damage import BY_COUNTER, attack_bonus, start_blow, supply
from .events import emit
from .frames import ask, pop, push
from .grid import distance
from .instruments import melee_reach, weapon_rating
from .jit import jit
from .reactions import can_react, pay_reaction
from .record import TF_ASKED, TF_MAY_COUNTER, TF_NO_COUNTER, TF_REACTED
from .sight import look


@jit
def armaments_in_reach(t, s, i, foe):
    """Bit k set when combatant i reaches a foe with item slot k: a melee weapon or a free hand, sight unblocked (G4.10, G10.6)."""
    away = distance(t, s, i, foe)
    bits = 0
    for slot in range(k.ITEM_SLOTS):
        if melee_reach(t, s, i, slot) >= away:
            bits |= 1 << slot
    if bits != 0 and look(t, s, i, foe) == k.BLOCKED:
        return 0
    return bits


@jit
def next_counter(t, s):
    """Push a counter for the next target that may take one; False when there is none left."""
    for m in range(s.deed.n_targets):
        row = s.targets[m]
        opens = row.result == k.FAIL or row.tainted > 0 or row.marks & TF_MAY_COUNTER != 0
        if row.marks & (TF_ASKED | TF_REACTED | TF_NO_COUNTER) or row.armaments == 0 or not opens:
            continue  # all lines were read before: "no counter" bars one by a tainted pair too (G9.4b)
        row.marks |= TF_ASKED
        if can_react(t, s, row.who) == k.OK and s.combatants[s.deed.user].status <= k.DEFEATED:
            push(s, k.F_COUNTER, row.who)
            s.frames[s.depth - 1].a = m
            return True
    return False


@jit
def can_counter(t, s, i, row, slot):
    """Why combatant i cannot counter with what is in an item slot."""
    why = can_react(t, s, i)
    if why != k.OK:
        return why
    if s.targets[row].armaments >> slot & 1 == 0 or melee_reach(t, s, i, slot) == 0:
        return k.WHY_NO_INSTRUMENT
    return k.OK


@jit
def counter_damage(t, s, i, row, slot):
    """Damage of a counter before guard: the rating once, and once more for each shadow counted (T4.4, G4.4a)."""
    shadows = max(0, s.targets[row].shadows - t.rules.counter_shadows_free)
    return max(0, weapon_rating(t, s, i, slot) * (1 + shadows) + attack_bonus(t, s, i, s.deed.user))


@jit
def advance_counter(t, s):
    """Step 0: ask; step 1: after the blow, the supply die."""
    f = s.frames[s.depth - 1]
    if f.step == 0:
        ask(s, k.ASK_COUNTER, t.roster[f.who].side, f.who)
        return
    who = f.who
    slot = f.b
    pop(s)
    supply(t, s, who, slot, k.G_MELEE | k.G_RANGED | k.G_THROWING)


@jit
def answer_counter(t, s, slot):
    """Strike back with an item slot; the blow can be guarded: it is a new trigger (G4.3a)."""
    f = s.frames[s.depth - 1]
    amount = counter_damage(t, s, f.who, f.a, slot)
    s.targets[f.a].marks |= TF_REACTED
    pay_reaction(t, s, f.who)
    f.step = 1
    f.b = slot
    emit(s, k.E_COUNTER, f.who, s.deed.user, amount, slot)
    start_blow(s, f.who, s.deed.user, amount, k.NONE, BY_COUNTER)
