"""A table's session as a JSON file: encounter digest, seed, every line with its choices and dice, what was taken back, a line that still waits.

`write` replaces the file as a whole (`json_file.py`); `read` tests every entry before anything is played.
"""

import json
from pathlib import Path

from envs.core import codes as k

from ..json_file import write
from .model import Move, Step, TableError
from .play import ROLLED

FORMAT = "foemind-table/1"
LONGEST = 2000  # characters of a line
MOST_STEPS = 100_000


def read(path):
    """The entries of a session file. TableError in one sentence when it is none, is damaged, or is of another version."""
    path = Path(path)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TableError(f"session {path} cannot be read ({error.strerror or error}); check the name, or name another with --session") from error
    except (ValueError, RecursionError) as error:
        raise TableError(
            f"session {path} is damaged: no JSON that can be read ({str(error)[:80]}); restore a copy, or begin another with --new"
        ) from error
    if not isinstance(data, dict) or not str(data.get("format", "")).startswith("foemind-table/"):
        raise TableError(f"{path} is no session of foemind run; name another file with --session")
    if data["format"] != FORMAT:
        raise TableError(
            f"session {path} has the format {str(data['format'])[:40]!r}, this version reads {FORMAT!r}; go on with the version that wrote it"
        )
    return _tested(path, data)


def _tested(path, data):
    def want(good, entry):
        if not good:
            raise TableError(f"session {path} is damaged: it has no proper entry {entry!r}; restore a copy, or begin another with --new")

    told = data.get("encounter")
    want(isinstance(told, dict) and all(isinstance(told.get(name), str) for name in ("name", "signature")), "encounter")
    want(_whole(data.get("seed"), 0, 2**63 - 1), "seed")
    want(isinstance(data.get("position"), str), "position")
    want(data.get("roll") in ROLLED, "roll")
    for entry in ("steps", "undone"):
        want(isinstance(data.get(entry), list) and len(data[entry]) <= MOST_STEPS and all(map(_is_step, data[entry])), entry)
    pending = data.get("pending")
    want(
        pending is None
        or (
            isinstance(pending, dict)
            and _is_line(pending.get("line"))
            and isinstance(pending.get("answers"), list)
            and all(map(_is_line, pending["answers"]))
        ),
        "pending",
    )
    return data


def _whole(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_line(value):
    return isinstance(value, str) and len(value) <= LONGEST


def _is_step(step):
    return isinstance(step, dict) and _is_line(step.get("line")) and isinstance(step.get("moves"), list) and all(map(_is_move, step["moves"]))


def _is_move(move):
    if not isinstance(move, dict) or not ({"choice"} <= set(move) <= {"choice", "dice"} or set(move) == {"edit"}):
        return False
    dice = move.get("dice", [])
    good = isinstance(dice, list) and all(isinstance(throw, list) and all(_whole(die, 1, 99) for die in throw) for throw in dice)
    return good and _is_line(move.get("choice", move.get("edit"))) and sum(map(len, dice)) <= k.MAX_FORCED


def step_of(entry):
    """The Step that a tested entry says, not yet played."""
    return Step(
        entry["line"], [Move(move.get("choice", ""), tuple(map(tuple, move.get("dice", ()))), move.get("edit", "")) for move in entry["moves"]]
    )
