"""Which plans were given for a position already, so that `--another` gives none of them again: a small JSON file each in the user's cache."""

import hashlib
import json
import os
from pathlib import Path

from agents.search import fingerprint

from .advice import SuggestError
from .json_file import write
from .marks import read_mark

FORMAT = "foemind-given/1"
MOST_FILES = 300  # the oldest are removed beyond


def folder():
    """Where the files are: beside the compiled rules in FOEMIND_CACHE, XDG_CACHE_HOME or the home folder's .cache."""
    base = os.environ.get("FOEMIND_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "foemind" / "given"


def position_key(scenario, state, combatant=None):
    """Hex digest of a position and who advice is asked for; the dice are no part of it."""
    digest = hashlib.sha256(scenario.signature.encode())
    digest.update(fingerprint(state) + repr(combatant).encode())
    return digest.hexdigest()[:32]


class Given:
    """The marks of plans that were given for one position."""

    def __init__(self, scenario, state, combatant=None):
        self.path = folder() / f"{position_key(scenario, state, combatant)}.json"

    def marks(self):
        """The marks, in the order in which they were given; SuggestError when the file is damaged."""
        if not self.path.exists():
            return []
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ValueError(f"its format is {data['format']!r}")
            return [read_mark(text).text() for text in data["marks"]]
        except (ValueError, KeyError, TypeError, RecursionError, OSError) as error:
            raise SuggestError(f"{self.path}, which remembers the plans given for this position, cannot be read ({str(error)[:80]}); "
                               "leave --another out to begin anew") from error

    def keep(self, marks):
        """Write the marks, as a whole; OSError when that cannot be done."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write(self.path, {"format": FORMAT, "marks": list(marks)})
        old = sorted(self.path.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MOST_FILES]
        for path in old:
            path.unlink(missing_ok=True)
