"""A whole table as text: its encounter file with those that it includes, and its session; and the same packed for an address.

What comes from outside is bounded before it is unpacked and tested before it is used.
"""

import base64
import json
import re
import tomllib
import zlib
from pathlib import Path

from ..table.model import TableError

FORMAT = "foemind-page/1"
MOST = 2_000_000  # characters of the text that a link unpacks to
MOST_FILES = 16
FILE_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}\.toml")


def bundle(kept):
    """The text of a kept table, JSON. TableError when its encounter includes files from other folders."""
    names = _included(kept.file.read_text(encoding="utf-8"))
    data = {
        "format": FORMAT,
        "name": kept.file.name,
        "encounter": kept.file.read_text(encoding="utf-8"),
        "files": {name: (kept.file.parent / name).read_text(encoding="utf-8") for name in names},
        "agent": kept.agent,
        "session": kept.table.as_dict(),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def pack(text):
    """A text for the part of an address behind #."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii").rstrip("=")


def unbundle(text):
    """The entries of a saved table, from its text or from a link's. TableError in one sentence when it is none."""
    text = text.strip()
    if "#" in text[:2000] and not text.startswith("{"):
        text = text.partition("#")[2].removeprefix("t=")  # a whole address
    try:
        data = json.loads(text if text.startswith("{") else _unpacked(text))
    except (ValueError, RecursionError, zlib.error) as error:
        raise TableError("this is no saved table: neither a file that Save has written nor a link of Share; copy it whole") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TableError(f"this is no saved table of this version, whose format is {FORMAT!r}; go on with the version that wrote it")
    files = data.get("files", {})
    fine = all(isinstance(data.get(name), str) for name in ("name", "encounter")) and isinstance(data.get("session"), dict)
    fine = fine and isinstance(files, dict) and len(files) <= MOST_FILES and all(isinstance(value, str) for value in files.values())
    if not fine or not all(map(FILE_NAME.fullmatch, [data["name"], *files])):
        raise TableError("this saved table is damaged: it lacks its encounter, a file or the session; copy or download it again")
    check_includes(data["encounter"], files)
    return data


def _unpacked(text):
    packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    machine = zlib.decompressobj()
    out = machine.decompress(packed, MOST)
    if machine.unconsumed_tail or not machine.eof:
        raise ValueError("too large or cut off")
    return out.decode("utf-8")


def _included(text):
    """Names of the files that an encounter includes, all beside it."""
    try:
        names = tomllib.loads(text.removeprefix("\ufeff")).get("include", [])
    except (ValueError, RecursionError):
        return []  # reading the encounter tells what is wrong with it
    wrong = [name for name in names if not isinstance(name, str) or not FILE_NAME.fullmatch(name)] if isinstance(names, list) else [names]
    if wrong or len(names) > MOST_FILES:
        first = str(wrong[0] if wrong else names)[:60]
        raise TableError(
            f"the encounter includes {first!r}: only up to {MOST_FILES} files beside it can come along; "
            "write what it defines into the encounter itself"
        )
    return names


def check_includes(text, files=()):
    """TableError when an encounter that came as text includes a file that did not come with it: it is to read nothing of this machine."""
    missing = [name for name in _included(text) if name not in files]
    if missing:
        raise TableError(
            f"the encounter includes {missing[0]!r}, which did not come with it; write what it defines into the encounter itself, "
            "or open the file with foemind serve FILE"
        )


def write_files(folder, data):
    """Write the encounter of a saved table and what it includes to a folder; the Path of the encounter."""
    for name, text in {**data.get("files", {}), data["name"]: data["encounter"]}.items():
        (Path(folder) / name).write_text(text, encoding="utf-8")
    return Path(folder) / data["name"]
