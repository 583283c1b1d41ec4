"""What ends an arena, and what ends one of its games."""

from ..base import AgentError


class ArenaError(AgentError):
    """An arena that cannot be held, gone on with or verified; one sentence that says why and what to do."""


class Forfeit(Exception):
    """An agent has lost its game by how it answered. kind: 'illegal', 'crash' or 'hang'; the message is one sentence about the agent."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind
