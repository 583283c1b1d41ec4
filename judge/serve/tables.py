"""The tables that a server keeps: each a folder with its encounter and the session that `foemind run` writes, loaded when first asked for.

`foemind serve FILE` keeps the session beside FILE instead, where `foemind run FILE` keeps it; the folder then only says where that is.
"""

import json
import re
import secrets
import shutil
import threading
import time
from pathlib import Path

from envs.tables import load_encounter
from envs.tables.library import library_path
from envs.tables.words import id_of

from ..files import write_whole
from ..importers.limits import MAX_BYTES
from ..importers.picture import ENDINGS
from ..json_file import write
from ..table import Table, TableError
from ..table.keeper import Keeper, SessionTaken, open_table, session_path
from .bundle import check_includes, unbundle, write_files

ID = re.compile(r"[a-z2-7]{10}")
MOST_TABLES = 2000
MOST_OPEN = 48  # tables held in memory; the others wait on the disk


class Missing(TableError):
    """There is no such table."""


class Stale(TableError):
    """The table has changed since the caller looked."""


class Kept:
    """One table with its lock. version: grows with every change. file: its encounter. agent: the name that its agent was made by."""

    def __init__(self, number, file, table, agent):
        self.id, self.file, self.table, self.agent = number, Path(file), table, agent
        self.lock, self.version = threading.RLock(), time.time_ns() // 10**8 % 2**30
        self.keeper = Keeper(table, session_path(file))

    @property
    def file_name(self):
        """What to write after `foemind run` to go on at a terminal."""
        return str(self.file)

    def picture(self):
        """The picture beside the encounter, under its name, where `foemind import --picture` puts it; a Path, or None."""
        found = (self.file.with_suffix(ending) for ending in ENDINGS.values())
        return next((path for path in found if path.is_file() and path.stat().st_size <= MAX_BYTES), None)

    def check(self, version):
        """Stale unless the caller has seen this version, or names none."""
        if version is not None and version != self.version:
            raise Stale("the table has changed meanwhile, in another window or program; it is shown as it is now: do it again if it is still right")

    def change(self, version, action):
        """Do something to the table under its lock and save it; what `action` returns."""
        with self.lock:
            self.check(version)
            result = action(self.table)
            self.version += 1
            self.keeper.keep()
            return result


class Tables:
    """All tables of a data folder.

    agent: name of who advises where a table says nothing. agents: names that may be asked for.
    """

    def __init__(self, folder, agent, agents):
        self.folder, self.agent, self.agents = Path(folder), agent, list(agents)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock, self.open = threading.RLock(), {}

    # -- finding -------------------------------------------------------------------------------------------------------------
    def get(self, number):
        """The Kept table of that id; Missing when there is none, TableError when its files are damaged."""
        if not ID.fullmatch(number):
            raise Missing("there is no such table; choose one of the list")
        kept = self.open.get(number) or self._load(number)
        with self.lock:
            kept = self.open.pop(number, kept)  # who loaded it first
            self.open[number] = kept  # the one used last stands last
            for other in list(self.open)[:-MOST_OPEN]:
                del self.open[other]
            return kept

    def _load(self, number):
        said = self._said(number)
        if said is None:
            raise Missing("there is no such table any more; choose another of the list")
        agent = said["agent"] if said["agent"] in self.agents else self.agent
        path = session_path(said["file"])
        table = Table.load(path, load_encounter(said["file"]), agent)
        return Kept(number, said["file"], table, agent)

    def _said(self, number):
        """What a table's folder says of it, {"file", "agent"}; None without one."""
        try:
            data = json.loads((self.folder / number / "table.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in ("file", "agent")):
            return None
        return {"file": str(self.folder / number / data["file"]), "agent": data["agent"]}  # an absolute path stays what it is

    def ids(self):
        """Ids of all tables."""
        return [path.name for path in self.folder.iterdir() if ID.fullmatch(path.name) and (path / "table.json").is_file()]

    def lines(self):
        """[(id, title, file, number of lines, time of the last change)] of all tables, the one changed last first."""
        out = []
        for number in self.ids():
            said = self._said(number)
            try:
                path = session_path(said["file"])
                data, changed = json.loads(path.read_text(encoding="utf-8")), path.stat().st_mtime
                out.append((number, str(data["encounter"]["title"]), said["file"], max(0, len(data["steps"]) - 1), changed))
            except (OSError, ValueError, TypeError, KeyError, RecursionError):
                continue  # a damaged one is told of when it is opened by its address
        return sorted(out, key=lambda line: -line[-1])

    # -- making --------------------------------------------------------------------------------------------------------------
    def of_library(self, name, seed, roll, agent):
        """A new table of a library encounter, of which it keeps a copy."""
        path = library_path("encounter", name)
        if path is None:
            raise Missing(f"there is no encounter {name[:60]!r} in the library; choose one of the list")
        return self.of_text(path.read_text(encoding="utf-8"), path.stem, seed, roll, agent)

    def last_of_library(self, name):
        """The table of a library encounter that was changed last, where one is kept; None without. One of an older text of it does not count."""
        path = library_path("encounter", name)
        for number, _, file, _, _ in self.lines():
            own = Path(file)
            same = own.parent == self.folder / number and own.name == path.name and own.is_file()
            if same and own.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"):
                return self.get(number)
        return None

    def of_text(self, text, name, seed, roll, agent, picture=None):
        """A new table of an encounter file's text. ContentError names its faults; TableError when it includes files. picture: (bytes, media type)."""
        check_includes(text)
        stem = id_of(Path(name).stem)[:60] or "fight"
        kept = self._new({"name": f"{stem}.toml", "encounter": text}, seed, roll, agent)
        if picture is not None:
            write_whole(kept.file.with_suffix(ENDINGS[picture[1]]), picture[0])
        return kept

    def of_bundle(self, text):
        """A new table of a saved one."""
        data = unbundle(text)
        return self._new(data, 0, "small", data.get("agent"), data["session"])

    def of_file(self, file, agent=None, new=False, seed=0, roll="small"):
        """The table of an encounter file in its own place: the one that is known, else one for the session beside it, else a new fight."""
        file, agent = Path(file).resolve(), self._known(agent)
        known = next((number for number in self.ids() if (said := self._said(number)) and Path(said["file"]) == file), None)
        path = session_path(file)
        if known and path.exists() and not new:
            return self.get(known)
        fresh = new or not path.exists()
        table = open_table(load_encounter(file), path, seed if fresh else None, agent, new, roll if fresh else None)
        with self.lock:
            self.open.pop(known, None)
            number = known or self._free()
            kept = Kept(number, file, table, agent)
            kept.keeper.keep()
            write(self._folder(number) / "table.json", {"file": str(file), "agent": agent})
            self.open[number] = kept
        return kept

    def _known(self, agent):
        if agent is None:
            return self.agent
        if agent not in self.agents:
            raise TableError(f"there is no agent {agent[:60]!r} here; take one of {', '.join(self.agents)}, or start the server with --agent")
        return agent

    def _free(self):
        if len(self.ids()) >= MOST_TABLES:
            raise TableError(f"{MOST_TABLES} tables are kept already; remove some of them first")
        return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(10))

    def _folder(self, number):
        folder = self.folder / number
        folder.mkdir(exist_ok=True)
        return folder

    def _new(self, data, seed, roll, agent, session=None):
        agent = self._known(agent if session is None or agent in self.agents else None)
        number = self._free()
        folder = self._folder(number)
        try:
            file = write_files(folder, data)
            scenario, path = load_encounter(file), session_path(file)
            if session is None:
                table = Table(scenario, seed, agent, roll)
            else:
                write(path, session)
                table = Table.load(path, scenario, agent)
            kept = Kept(number, file, table, agent)
            kept.keeper.keep()
            write(folder / "table.json", {"file": file.name, "agent": agent})
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        with self.lock:
            self.open[number] = kept
        return kept

    # -- changing ------------------------------------------------------------------------------------------------------------
    def change(self, number, version, action):
        """(Kept, what `action` of its table returned), saved. Stale when another program has written its session, OSError when it cannot be
        written: what is on the disk counts from then on."""
        kept = self.get(number)
        try:
            return kept, kept.change(version, action)
        except SessionTaken as error:
            self._forget(number)
            kept_as = f"what was done here is kept as {error.other.name}"
            raise Stale(f"another program has changed this fight meanwhile and that is shown now; {kept_as}") from error
        except OSError:
            self._forget(number)
            raise

    def _forget(self, number):
        with self.lock:
            self.open.pop(number, None)

    def let_advise(self, number, version, agent):
        """Let another agent advise at a table."""
        agent = self._known(agent)
        kept, _ = self.change(number, version, lambda table: table.change_agent(agent))
        kept.agent = agent
        said = self._said(number)
        own = kept.file.parent == self.folder / number
        write(self.folder / number / "table.json", {"file": kept.file.name if own else said["file"], "agent": agent})
        return kept

    def remove(self, number):
        """Put a table away: into `removed`, from where it can be taken back by hand. One of a user's own file is only forgotten."""
        kept_in = self.folder / number
        if not ID.fullmatch(number) or not (kept_in / "table.json").is_file():
            raise Missing("there is no such table any more; choose another of the list")
        with self.lock:
            self.open.pop(number, None)
            (self.folder / "removed").mkdir(exist_ok=True)
            kept_in.rename(self.folder / "removed" / f"{number}.{time.time_ns()}")
