"""A whole fight at a Judge's table, as a library: `Table` takes lines, dice, edits, undo and redo, and keeps its session in a file."""

from .model import Move, Need, Outcome, Step, TableError
from .session import Table

__all__ = ["Move", "Need", "Outcome", "Step", "Table", "TableError"]
