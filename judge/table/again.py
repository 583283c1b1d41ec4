"""Playing the steps of a session file again, exactly as they are written."""

from envs.core import codes as k
from envs.notation import parse_choice

from . import edits
from .model import TableError


def again(position, step):
    """Play a step's moves on a Position and fill in what came of them; ValueError (TableError, NotationError) when they do not fit it."""
    step.before = position.snapshot()
    for move in step.moves:
        if move.edit:
            edits.apply(position, move.edit)
        else:
            _answer(position, move)
    if position.state.ask == k.NO_QUESTION:
        raise TableError("it ends without a question")
    step.told, step.after = position.tell(), position.snapshot()


def _answer(position, move):
    """One choice with its dice, all of which must be used."""
    choice = k.NONE
    if position.state.ask != k.NO_QUESTION:
        choice = parse_choice(position.scenario, position.state, move.choice, int(position.tables.side))
        if not position.battle.mask[choice]:
            raise TableError(f"{move.choice!r} is not legal there")
    elif move.choice:
        raise TableError(f"{move.choice!r} answers no question")
    position.advance(choice, move.dice)
    if int(position.state.dice.next_forced) != int(position.state.dice.n_forced):
        raise TableError(f"{move.choice!r} rolls fewer dice than it says")
