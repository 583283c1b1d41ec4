"""Chapters 1 and 2: rounds, sides and turns (T1.2-T1.5, G1.6, G1.7, T2.1, T2.3, G2.8, G3.16)."""

from . import codes as k
from .dice import roll
from .effects import decay_effects
from .events import emit
from .frames import ask, pop, push
from .hazards import stand_in_auras, step_on
from .jit import jit
from .objectives import count_round
from .states import start_of_turn


@jit
def can_take_turn(t, s, i):
    """Why combatant i cannot take its turn now (T1.3, G1.2a, G1.7)."""
    if i >= t.n_combatants:
        return k.WHY_NO_COMBATANT
    c = s.combatants[i]
    if t.roster[i].side != s.turn_side:
        return k.WHY_WRONG_SIDE
    if c.status != k.STANDING:
        return k.WHY_NOT_STANDING
    if c.acted != 0 or c.arrives > s.round_no:
        return k.WHY_ALREADY_ACTED
    if t.ambushed == s.turn_side and s.round_no == 1:
        return k.WHY_AMBUSHED
    return k.OK


@jit
def anyone_to_act(t, s):
    """Whether the side to act has a combatant that can take its turn."""
    for i in range(t.n_combatants):
        if can_take_turn(t, s, i) == k.OK:
            return True
    return False


@jit
def advance_round(t, s):
    """Step 0 begins a round; step 1 lets the side to act choose, the other side when it has no one left, or ends the round (T1.3, T1.4)."""
    f = s.frames[s.depth - 1]
    if f.step == 0:
        begin_round(t, s)
        return
    if not anyone_to_act(t, s):
        s.turn_side = 1 - s.turn_side
        if not anyone_to_act(t, s):
            f.step = 0
            count_round(t, s)
            return
    ask(s, k.ASK_COMBATANT, s.turn_side, k.NONE)


@jit
def begin_round(t, s):
    """The cut-off (G1.6), what ends with the round (G3.16), and the coin (T1.2, G1.2a): 1 is companions first.

    `t.play_on` rounds are added by environments, which declare the cut-off themselves, as a truncation at the learner's next question.
    """
    if s.round_no >= t.rules.max_rounds + t.play_on:
        s.winner = k.CUT_OFF
        return
    s.round_no += 1
    for i in range(t.n_combatants):
        c = s.combatants[i]
        c.acted = 0
        c.reactions = 0
        c.guard_spent = 0
        c.defend = 0
        c.aim = 0
        c.helped = 0
    if s.round_no == 1 and t.first_coin != k.NONE:
        s.first_side = t.first_coin
    else:
        s.first_side = roll(s, 2) - 1
    s.turn_side = s.first_side
    s.frames[s.depth - 1].step = 1
    emit(s, k.E_ROUND, s.round_no, s.first_side, 0, 0)


@jit
def answer_combatant(s, i):
    """Combatant i takes its turn."""
    s.turn_of = i
    push(s, k.F_TURN, i)


@jit
def advance_turn(t, s):
    """Step 0 starts the turn (T2.1, G2.8); step 1 asks what to do. One that no longer stands ends its turn (G2.8)."""
    f = s.frames[s.depth - 1]
    if f.step == 0:
        f.step = 1
        start_turn(t, s, f.who)
        return
    if s.combatants[f.who].status != k.STANDING:
        end_turn(s)
    else:
        ask(s, k.ASK_ACTION, t.roster[f.who].side, f.who)


@jit
def start_turn(t, s, i):
    """Fresh points, then states, hazards and areas that act at the start of a turn (G2.8); last, effects of its own decay (G8.4a)."""
    c = s.combatants[i]
    clear_turn(c)
    c.points = t.rules.points
    emit(s, k.E_TURN, i, 0, 0, 0)
    start_of_turn(t, s, i)
    if c.status == k.STANDING:
        step_on(t, s, i)
    stand_in_auras(t, s, i)
    if c.status == k.STANDING:
        decay_effects(t, s, i)


@jit
def clear_turn(c):
    """Forget what belongs to one turn of a combatant."""
    c.points = 0
    c.move_points = 0
    c.taken = 0
    c.taken_more = 0
    c.deeds_taken = 0
    c.maneuvers_taken = 0
    c.lifted = 0
    c.free_used = 0
    c.portion = 0
    c.prevail_open = 0


@jit
def end_turn(s):
    """The turn is over, when its last point and what may still follow is spent, or early (T2.3, G2.3a); the other side is to act (T1.3)."""
    c = s.combatants[s.turn_of]
    clear_turn(c)
    c.acted = 1
    s.turn_side = 1 - s.turn_side
    s.turn_of = k.NONE
    pop(s)
