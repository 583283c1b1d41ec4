"""The folder of an arena: what was agreed, every game as it ended (append only), results, report, replays. A stopped arena goes on from it."""

import json
import os
from contextlib import suppress
from pathlib import Path

from .errors import ArenaError
from .fields import check_config, check_record
from .schedule import games_in

try:
    import fcntl
except ImportError:  # not on Windows: nobody then stops two arenas in one folder
    fcntl = None

CONFIG, GAMES, RESULTS, REPORT, REPLAYS = "arena.json", "games.jsonl", "results.json", "report.html", "replays"
WORDS = {"agents": "other agents, or another version of one", "suite": "another suite", "encounters": "encounters that have changed", "games": "another number of games",
         "seed": "another seed", "ladder": "pairings of another kind (--ladder)", "time_limit": "another time limit", "engine": "another version of Foemind",
         "format": "another version of Foemind", "signature": "encounters that have changed"}


def write_text(path, text):
    """Write a file as a whole: to a temporary name, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8", errors="backslashreplace")  # in JSON that is an escape: a file's odd name reads back as it was
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)  # half a file on a full disk is of no use
        raise


def write_json(path, data):
    """A JSON file, written as a whole."""
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


class Folder:
    """An arena's folder, held by this process until it is closed.

    ArenaError when it belongs to an arena of another configuration, is in use, or cannot be read.
    """

    def __init__(self, path, config):
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self._games = None
        self._agree(config)
        self._games = open(self.path / GAMES, "ab")  # noqa: SIM115  (held for the life of the arena)
        try:
            self._lock()
            self.records = self._read(config)
        except BaseException:
            self._games.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with suppress(OSError):  # what a full disk did not take was told by then
            self._games.close()

    def unwritable(self, path, error):
        """The ArenaError for a file of the folder that cannot be written."""
        return ArenaError(f"{path} cannot be written ({error.strerror or error}); the {len(self.records)} games that were played are kept: "
                          "make room, or make the folder writable, and run the same command again")

    def _agree(self, config):
        """The configuration of the folder is this one, or there is none yet."""
        path = self.path / CONFIG
        if not path.exists():
            if (self.path / GAMES).exists():
                raise ArenaError(f"{self.path} holds games and no {CONFIG}; name another folder with --out")
            return write_json(path, config)
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            check_config(kept)
        except (ValueError, RecursionError, OverflowError) as error:
            raise ArenaError(f"{path} cannot be read ({error}); name another folder with --out") from error
        if kept == config:
            return None
        other = {key for key in config if kept[key] != config[key]}
        if "suite" in other:
            other -= {"encounters", "signature"}  # they follow from it
        reasons = sorted({WORDS[key] for key in other})
        raise ArenaError(f"{self.path} holds an arena with {' and '.join(reasons)}; go on with it by the command that it was begun with, or name another folder "
                         "with --out")

    def _lock(self):
        if fcntl is not None:
            try:
                fcntl.flock(self._games, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise ArenaError(f"another arena is at work in {self.path}; wait for it, or name another folder with --out") from error

    def _read(self, config):
        """Records by game that are there already. A last line that a kill cut short is taken away."""
        path, out = self.path / GAMES, {}
        of = games_in(len(config["agents"]), config["games"], config["ladder"])
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                record = json.loads(line)
                check_record(record, of)
                if record["game"] in out:
                    raise ValueError(f"game {record['game']} stands in an earlier line already")
                out[record["game"]] = record
            except (ValueError, RecursionError, OverflowError) as error:
                raise ArenaError(f"line {number} of {path} is no game ({error}); take that line out to have the game played again") from error
        return out

    def add(self, record):
        """Keep a game; it is on the disk when this returns, as far as a killed process is concerned."""
        try:
            self._games.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
            self._games.flush()
        except OSError as error:  # a full disk
            raise self.unwritable(self.path / GAMES, error) from error
        self.records[record["game"]] = record
