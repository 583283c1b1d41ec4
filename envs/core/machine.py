"""The machine: knows all chapters, runs frames until one asks, and hands answers down. What is legal is in `legality.py` and `why.py`.

`lay` and `step` here, `legal` and `why` there, are all that environments, agents, search, tests and the judge use.
A fight's end is tested when a choice with all its reactions is resolved (G1.6); what interrupts is resolved fully before what it interrupted (G4.9).
"""

from . import codes as k
from .acting import advance_action, answer_action, begin
from .counter import advance_counter, answer_counter
from .damage import advance_damage, answer_guard
from .dice import seed_dice
from .effects import end_effect
from .events import emit
from .forcing import advance_force, answer_follow, answer_force, answer_teleport, clear_chain, stop_force
from .frames import pop, push
from .items import advance_throw, answer_catch
from .jit import jit
from .legality import legal
from .movement import advance_walk, answer_walk
from .objectives import winner_now
from .prevail import EFFECT_CHOICE
from .questions import board_square
from .recovering import advance_recover, answer_recover
from .resolve import advance_deed, answer_deed, answer_instrument, answer_points, answer_spark, answer_spark_target, answer_way, clear_deed
from .sparks import FOR_LINE
from .targeting import answer_square, answer_target, stop_choosing
from .turns import advance_round, advance_turn, answer_combatant, end_turn


@jit
def lay(s, seed):
    """Make a copy of a scenario's record ready: dice seeded, frames laid, also those of a turn under way. `step` with NONE goes on from there."""
    seed_dice(s, seed)
    clear_deed(s)
    clear_chain(s)
    s.depth = 0
    s.ask = k.NO_QUESTION
    push(s, k.F_ROUND, k.NONE)
    if s.round_no > 0:
        s.frames[0].step = 1
    if s.turn_of != k.NONE:
        push(s, k.F_TURN, s.turn_of)
        s.frames[1].step = 1


@jit
def run(t, s):
    """Run frames until a question, the end, or (while events are kept) the ring is nearly full; then call it again."""
    while s.ask == k.NO_QUESTION and (s.log == 0 or s.n_events <= k.MAX_EVENTS - 12):
        kind = s.frames[s.depth - 1].kind
        if kind == k.F_ROUND or kind == k.F_TURN:
            if s.winner == k.NONE:
                s.winner = winner_now(t, s)  # tested when a choice with all its reactions is resolved (G1.6)
            if s.winner != k.NONE:
                finish(s)
                return
        advance(t, s, kind)


@jit
def advance(t, s, kind):
    """One step of the top frame."""
    if kind == k.F_ROUND:
        advance_round(t, s)
    elif kind == k.F_TURN:
        advance_turn(t, s)
    elif kind == k.F_DEED:
        advance_deed(t, s)
    elif kind == k.F_DAMAGE:
        advance_damage(t, s)
    elif kind == k.F_COUNTER:
        advance_counter(t, s)
    elif kind == k.F_WALK:
        advance_walk(t, s)
    elif kind == k.F_FORCE:
        advance_force(t, s)
    elif kind == k.F_THROW:
        advance_throw(t, s)
    elif kind == k.F_RECOVER:
        advance_recover(t, s)
    else:
        advance_action(t, s)


@jit
def finish(s):
    """The encounter is over: no question, no frames."""
    while s.depth > 0:
        pop(s)
    s.turn_of = k.NONE
    s.ask = k.OVER
    s.asker = k.NONE
    emit(s, k.E_OVER, s.winner, s.round_no, 0, 0)


@jit
def answer(t, s, choice):
    """Hand a legal choice to the frame that asked; the machine has then to `run`."""
    question = s.ask
    kind = s.frames[s.depth - 1].kind
    passed = choice == k.A_OPTION + k.PASS
    s.ask = k.NO_QUESTION
    if kind == k.F_TURN:
        if choice == k.A_MENU + k.END_TURN:
            end_turn(s)
        else:
            begin(t, s, choice - k.A_MENU)
    elif kind == k.F_ROUND:
        if choice >= k.A_EFFECT:
            end_effect(t, s, choice - k.A_EFFECT)  # dismissed at any time (T8.4)
        else:
            answer_combatant(s, choice - k.A_COMBATANT)
    elif kind == k.F_DEED:
        answer_in_deed(t, s, question, choice)
    elif kind == k.F_ACTION:
        if passed:
            pop(s)  # enough items are readied
        else:
            answer_action(t, s, question, value_of(t, question, choice))
    elif kind == k.F_DAMAGE:
        if not passed:
            answer_guard(t, s, choice - k.A_GUARD)
    elif kind == k.F_COUNTER:
        if passed:
            pop(s)
        else:
            answer_counter(t, s, choice - k.A_ITEM)
    elif kind == k.F_RECOVER:
        answer_recover(t, s, choice - k.A_AMOUNT)
    else:
        answer_moving(t, s, kind, question, choice)


@jit
def answer_moving(t, s, kind, question, choice):
    """Walks, forced movement and things that fly."""
    passed = choice == k.A_OPTION + k.PASS
    if kind == k.F_WALK:
        if passed:
            pop(s)
        else:
            answer_walk(t, s, board_square(t, choice))
    elif kind == k.F_THROW:
        if not passed:
            answer_catch(t, s)
    elif passed:
        stop_force(s)
    elif question == k.ASK_FORCE:
        answer_force(t, s, board_square(t, choice))
    elif question == k.ASK_FOLLOW:
        answer_follow(t, s, board_square(t, choice))
    else:
        answer_teleport(t, s, board_square(t, choice))


@jit
def value_of(t, question, choice):
    """What an ACTION frame keeps of an answer: the number within its group, for a square that of the board, for an effect with EFFECT_CHOICE."""
    if choice >= k.A_SQUARE:
        return board_square(t, choice)
    if choice >= k.A_EFFECT:
        return choice - k.A_EFFECT + (EFFECT_CHOICE if question == k.ASK_STATE else 0)
    if choice >= k.A_OPTION:
        return choice - k.A_OPTION
    if choice >= k.A_STATE:
        return choice - k.A_STATE
    if choice >= k.A_ITEM:
        return choice - k.A_ITEM
    return choice - (k.A_AMOUNT if choice >= k.A_AMOUNT else k.A_COMBATANT)


@jit
def answer_in_deed(t, s, question, choice):
    """The questions of a deed."""
    if question == k.ASK_DEED:
        answer_deed(t, s, choice - k.A_DEED)
    elif question == k.ASK_INSTRUMENT:
        answer_instrument(s, choice - k.A_ITEM)
    elif question == k.ASK_KIND:
        answer_way(s, choice - k.A_OPTION)
    elif question == k.ASK_POINTS:
        answer_points(t, s, choice - k.A_AMOUNT)
    elif choice == k.A_OPTION + k.PASS:
        stop_choosing(t, s, question)
    elif question == k.ASK_TARGET:
        answer_target(s, choice - k.A_COMBATANT)
    elif question == k.ASK_AREA or question == k.ASK_PATH:
        answer_square(s, question, board_square(t, choice))
    elif question == k.ASK_SPARK:
        if choice >= k.A_OPTION:
            answer_spark(t, s, choice - k.A_OPTION, 0)
        else:
            answer_spark(t, s, FOR_LINE, choice - k.A_LINE)
    else:
        answer_spark_target(t, s, choice - k.A_COMBATANT)


@jit
def step(t, s, choice, auto, mask):
    """Answer the question with a legal choice (NONE: there is none to answer yet) and run to the next; with `auto` single answers answer themselves.

    mask: uint8 (actions,), written whole with the legality of the next question. Returns the number of legal choices (0 when over or
    while the machine waits for its events to be read).
    """
    while True:
        if choice != k.NONE:
            answer(t, s, choice)
        run(t, s)
        n = legal(t, s, mask)
        if n != 1 or auto == 0:
            return n
        choice = 0
        while mask[choice] == 0:
            choice += 1
