"""What a table hands out: what it waits for, what came of a line, what was done so far."""

from dataclasses import dataclass, field

import numpy as np

TURN, CHOICE, DICE, OVER = "turn", "choice", "dice", "over"


class TableError(ValueError):
    """A line that is not clear or not possible, or a session that cannot be used; one sentence. Nothing has then changed."""


class AnswerError(TableError):
    """An answer that does not fit its question; the question stays."""


@dataclass(frozen=True)
class Need:
    """What a table waits for.

    kind: `turn` (a line: who does what), `choice` (one of `options`), `dice`, or `over`. side: whose it is, `companions` or `enemies`; empty for a
    coin. text: the question in words. options: what may be answered, in words. default: what an empty answer means; empty where there must be one.
    dice: where dice are awaited how many, and of how many sides; named: whether a total or results by name say them too.
    """

    kind: str
    side: str
    text: str
    options: tuple = ()
    default: str = ""
    dice: tuple = ()
    named: bool = False

    def as_dict(self):
        """Plain JSON values."""
        dice = {"dice": list(self.dice), "named": self.named} if self.kind == DICE else {}
        return {"kind": self.kind, "side": self.side, "text": self.text, "options": list(self.options), "default": self.default, **dice}


@dataclass(frozen=True)
class Outcome:
    """What came of a line. told: sentences of what happened; need: what the table waits for now; done: whether the whole line is played."""

    told: list
    need: Need
    done: bool = True

    def as_dict(self):
        """Plain JSON values."""
        return {"told": self.told, "need": self.need.as_dict(), "done": self.done}


class Asked(Exception):
    """A line that is being played needs an answer that it does not hold; `need` says which."""

    def __init__(self, need):
        super().__init__(need.text)
        self.need = need


@dataclass(frozen=True)
class Move:
    """One thing that was done: a choice in text notation with the dice of each throw that it made, or an edit of the position (`vigor ogre 12`)."""

    choice: str = ""
    dice: tuple = ()
    edit: str = ""

    def as_dict(self):
        """Plain JSON values."""
        return ({"edit": self.edit} if self.edit else {"choice": self.choice}) | ({"dice": [list(throw) for throw in self.dice]} if self.dice else {})


@dataclass
class Step:
    """One entry of the log, which `undo` takes back whole. line: what was typed. before, after: records (1,). told: what happened, sentences."""

    line: str
    moves: list
    told: list = field(default_factory=list)
    before: np.recarray = field(default=None, repr=False, compare=False)
    after: np.recarray = field(default=None, repr=False, compare=False)

    def as_dict(self):
        """Plain JSON values; positions and sentences come again when the moves are played."""
        return {"line": self.line, "moves": [move.as_dict() for move in self.moves]}
