"""Where a table's session lies, and keeping it there without writing over what another program has written meanwhile."""

from pathlib import Path

from .session import Table
from .store import TableError


class SessionTaken(Exception):
    """Another program has written the session file; one sentence. `other` is where ours went."""

    def __init__(self, sentence, other):
        super().__init__(sentence)
        self.other = other


def session_path(file):
    """Where the session of an encounter file is kept: beside it; of a library encounter in the current folder."""
    path = Path(file)
    return path.with_name(path.stem + ".session.json") if path.suffix == ".toml" else Path(f"{path.name}.session.json")


def free_name(path, word):
    """The first name of the kind `fight.word1.json` beside a path that nothing has."""
    number = 1
    while (other := path.with_name(f"{path.stem}.{word}{number}{path.suffix}")).exists():
        number += 1
    return other


def set_aside(path):
    """Rename a session file to the first free name; that name."""
    other = free_name(path, "old")
    path.rename(other)
    return other


def open_table(scenario, path, seed, agent, new, roll=None):
    """The Table of a session file, or a fresh one where there is none (or `new`: what was there is set aside)."""
    if path.exists() and not new:
        table = Table.load(path, scenario, agent, roll)
        if seed is not None and seed != table.seed:
            raise TableError(f"session {path} has the seed {table.seed}; leave --seed out, or begin another with --new")
        return table
    if path.exists():
        set_aside(path)
    return Table(scenario, seed or 0, agent, roll or "nothing")


class Keeper:
    """Keeps a table's session in a file. `kept` is what this process read or wrote last, bytes, or None."""

    def __init__(self, table, path):
        self.table, self.path = table, Path(path)
        self.seen()

    def seen(self):
        """Take the file as it is for our own."""
        self.kept = self.path.read_bytes() if self.path.exists() else None

    def keep(self):
        """Save the session. SessionTaken when another has written the file meanwhile: ours then goes beside it."""
        if (self.path.read_bytes() if self.path.exists() else None) != self.kept:
            other = free_name(self.path, "mine")
            self.table.save(other)
            raise SessionTaken(
                f"session {self.path} was changed by another program meanwhile; this one is saved as {other}: go on with --session {other}", other
            )
        self.table.save(self.path)
        self.seen()
