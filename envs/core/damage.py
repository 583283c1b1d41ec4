"""Chapter 7: damage (T7.1, T7.2, G7.1a, G7.3-G7.5). A blow is a frame, because guard may be asked inside it (T4.5)."""

from . import codes as k
from .dice import roll
from .events import emit
from .frames import ask, pop, push
from .instruments import held_gear, spell_rating, weapon_rating
from .jit import jit
from .reactions import can_guard_any, pay_reaction
from .record import TF_REACTED
from .states import damage_dealt_bonus, damage_taken_bonus
from .vigor import lose_vigor, tenacity

BY_DEED, BY_COUNTER, NO_ATTACK = 0, 1, 2  # field d of a DAMAGE frame (G7.4)


@jit
def attack_bonus(t, s, source, target):
    """Strong less weak of the attacker, exposed less protected of the target (G7.3)."""
    return damage_dealt_bonus(t, s, source) + damage_taken_bonus(t, s, target)


@jit
def deed_bonus(t, s, user, deed, target):
    """What states add to the damage of a deed: only attacks deal attack damage (G7.4)."""
    return attack_bonus(t, s, user, target) if t.deeds[deed].kind == k.ATTACK else 0


@jit
def line_symbols(t, s, line):
    """Worth of a damage line's symbols with the instrument of the deed in progress (T7.1)."""
    user = s.deed.user
    slot = s.deed.instrument
    return line.weapon * weapon_rating(t, s, user, slot) + line.spell * spell_rating(t, s, user, slot) + line.plus


@jit
def start_blow(s, source, target, amount, row, kind):
    """Push a blow of `amount` (before guard) from source to target; `row` is the deed's target row, NONE outside a deed."""
    push(s, k.F_DAMAGE, target)
    f = s.frames[s.depth - 1]
    f.a = source
    f.b = max(0, amount)  # G7.3: never below 0
    f.c = row
    f.d = kind


@jit
def advance_damage(t, s):
    """Step 0: ask for guard (T4.5); step 1: take vigor, then tenacity (G8.21a)."""
    f = s.frames[s.depth - 1]
    if f.step == 0:
        f.step = 1
        reacted = f.c != k.NONE and s.targets[f.c].marks & TF_REACTED != 0  # guard or counter, not both (G4.3a)
        foe = t.roster[f.a].side != t.roster[f.who].side
        if f.b > 0 and f.d != NO_ATTACK and foe and not reacted and can_guard_any(t, s, f.who):
            ask(s, k.ASK_GUARD, t.roster[f.who].side, f.who)
        return
    was_dying = s.combatants[f.who].vigor <= 0
    who = f.who
    amount = f.b
    kind = f.d
    emit(s, k.E_DAMAGE, f.a, who, amount, kind)
    pop(s)
    lose_vigor(t, s, who, amount)
    if was_dying and amount > 0 and kind != NO_ATTACK and s.combatants[who].status <= k.DEFEATED:
        tenacity(t, s, who)


@jit
def answer_guard(t, s, die):
    """Roll a guard die and reduce the blow by it, never below 0 (T4.5, G7.3)."""
    f = s.frames[s.depth - 1]
    c = s.combatants[f.who]
    pay_reaction(t, s, f.who)
    c.guard_spent |= 1 << die
    if f.c != k.NONE:
        s.targets[f.c].marks |= TF_REACTED
    rolled = roll(s, t.roster[f.who].guard_dice[die])
    f.b = max(0, f.b - rolled)
    emit(s, k.E_GUARD, f.who, f.a, rolled, f.b)


@jit
def supply(t, s, i, slot, flags):
    """Roll the supply die of an item whose symbol was dealt; on a 1 it drops one size, below d4 it is used up (G7.5).

    flags: the kinds of gear that were drawn on, G_MELEE | G_RANGED for weapon symbols, G_CATALYST for spell symbols.
    """
    if slot == k.BARE_HAND:
        return
    gear = held_gear(s, i, slot)
    if gear == k.NONE or t.gear[gear].supply == 0 or t.gear[gear].kinds & flags == 0:
        return
    item = s.items[s.combatants[i].items[slot - 1]]
    if item.supply != 0 and roll(s, item.supply) == 1:
        item.supply = item.supply - 2 if item.supply > 4 else 0
        emit(s, k.E_SUPPLY, i, slot, item.supply, 0)
