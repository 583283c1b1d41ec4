"""What ends an arena, what ends one of its games, and texts of others that are to be shown."""

import unicodedata

from ..base import AgentError


class ArenaError(AgentError):
    """An arena that cannot be held, gone on with or verified; one sentence that says why and what to do."""


def edited(what):
    """The ArenaError that ends an arena whose encounters, agents or rules are no longer those that it began with. what: 'agent ...', with its name."""
    return ArenaError(f"{what} has been edited since the games were begun; those that were played are kept: put it back as it was and run the same command "
                      "again, or begin anew in another folder with --out")


class Forfeit(Exception):
    """An agent has lost its game by how it answered. kind: 'illegal', 'crash' or 'hang'; the message is one sentence about the agent."""

    def __init__(self, kind, message):
        super().__init__(shown(message))
        self.kind = kind


CONTROL = ("Cc", "Cf")  # Unicode's categories of control characters, and below of lone halves of surrogate pairs, which no file and no terminal takes


def is_printable(text, unwanted=(*CONTROL, "Cs")):
    """Whether a text holds no control characters and no lone halves of surrogate pairs; `unwanted`: or no characters of these categories."""
    return not any(unicodedata.category(c) in unwanted for c in text)


def shown(text):
    """A text that others wrote, with escapes (backslash and number) in place of what `is_printable` does not allow."""
    return text if is_printable(text) else "".join(c if is_printable(c) else c.encode("unicode_escape").decode() for c in text)
