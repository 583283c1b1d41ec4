"""The encounters of an arena: a name, the source from which any process loads them again, and their signatures."""

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from envs.generate import Generated, generate_encounter
from envs.generate.source import FRESH, WORD
from envs.suites import NAMES, load_suite, suite_files
from envs.tables import ContentError, load_encounter, load_library_encounter
from envs.tables.library import library_path
from envs.tables.load import build_encounter
from envs.tables.words import near_miss

from .errors import CONTROL, ArenaError, edited, is_printable, shown

GENERATED = 48  # encounters of a generated suite, as many as a fixed one has


class Entry(NamedTuple):
    """An encounter of an arena. source: 'library:NAME', 'suite:SUITE/NAME', 'generated:SEED' (of the encounter) or 'file:PATH'."""

    name: str
    source: str
    signature: str
    rules: str
    title: str


def entry_of(scenario, source):
    """The Entry of a Scenario that its source gives."""
    return Entry(shown(scenario.name), source, scenario.signature, scenario.rules_signature, shown(scenario.title))


def load_source(source):
    """The Scenario of an Entry's source. ArenaError for a source that is none, ContentError as for any file."""
    try:
        scenario = _load(source) if is_printable(source, CONTROL) else None
    except ContentError:
        raise
    except ValueError:  # a path that no system takes
        scenario = None
    if scenario is None:
        raise ArenaError(f"there is no encounter {source[:80]!r} in this version; take the version that wrote it")
    return scenario


def _load(source):
    """The same; None where there is no such encounter."""
    kind, _, rest = source.partition(":")
    if kind == "library":
        return load_library_encounter(rest)
    if kind == "suite":
        suite, _, name = rest.partition("/")
        found = [path for path in (suite_files(suite) if suite in NAMES else []) if path.stem == name]
        if found:
            return load_encounter(found[0])
    if kind == WORD and rest.isascii() and rest.isdigit() and len(rest) <= 10 and int(rest) < 2**32:
        return generate_encounter(int(rest))
    if kind == "file":
        return load_encounter(rest)
    return None


def held_to(entry, load):
    """The Scenario that `load` gives. ArenaError when it is not the one of the Entry, or none any more: a file may be edited while its games are played."""
    try:
        scenario = load()
    except (ContentError, ArenaError, OSError, ValueError) as error:  # ValueError: bytes that are no text
        raise ArenaError(f"encounter {entry.name!r} cannot be loaded any more ({_first_line(error)}); the games that were played are kept: put its file back "
                         "and run the same command again") from error
    if entry_of(scenario, entry.source) != entry:
        raise edited(f"encounter {entry.name!r}")
    return scenario


def _first_line(error):
    return (str(error).splitlines() or [type(error).__name__])[0][:240].rstrip(".")


def agreed(entry):
    """The Scenario of an Entry, the last few kept: half a MiB each. A file is loaded again where it was written since. ArenaError as `held_to`."""
    return _agreed(entry, _stamp(entry))


@lru_cache(maxsize=4)
def _agreed(entry, stamp):
    return held_to(entry, lambda: load_source(entry.source))


def _stamp(entry):
    """What tells when the file of an entry was written; None where there is none."""
    try:
        found = os.stat(file_of(entry)) if file_of(entry) else None
    except OSError:
        return None
    return found and (found.st_mtime_ns, found.st_size, found.st_ino)


def agreed_text(entry):
    """(Scenario, TOML text) of a file's entry, for a replay; (Scenario, None) of one that a source names for good. ArenaError as `held_to`."""
    file = file_of(entry)
    if file is None:
        return agreed(entry), None
    texts = []

    def load():
        texts.append(Path(file).read_text(encoding="utf-8"))
        return load_text(texts[0], Path(file))
    return held_to(entry, load), texts[0]


def file_of(entry):
    """The file that an entry was read from; None for an encounter of the library, of a suite or of the generator."""
    return entry.source.removeprefix("file:") if entry.source.startswith("file:") else None


def load_text(text, path):
    """The Scenario of an encounter's TOML text; included files are looked for beside `path`. ContentError; ArenaError for text that is no TOML."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        raise ArenaError(f"the text of encounter {path} is no TOML ({error}); copy it again") from error
    try:
        return build_encounter(data, path, str(path))
    except ContentError:
        raise
    except (ValueError, RecursionError) as error:  # a path that no system takes, tables in tables without end
        raise ArenaError(f"the text of encounter {str(path)[:80]!r} makes none ({error}); copy it again") from error


def _generated(text, count):
    seed = text[len(WORD) + 1:]
    if not (seed.isascii() and seed.isdigit() and int(seed) < 2**63):
        raise ArenaError(f"{text!r} names no seed; write {WORD}:7, or another whole number")
    if not 1 <= count <= FRESH:
        raise ArenaError(f"a generated suite has 1 to {FRESH} encounters, not {count}; give another number")
    made = [Generated(int(seed)).scenario(0, 0, number) for number in range(count)]
    return [entry_of(scenario, scenario.file) for scenario in made]


def _fixed(name):
    """A fixed suite: the library's first, then its own files (`envs.suites.load_suite`)."""
    own = {path.stem for path in suite_files(name)}
    return [entry_of(s, f"suite:{name}/{s.name}" if s.name in own else f"library:{s.name}") for s in load_suite(name)]


def _one(text):
    """A file, or an encounter of the library by name; a word that is neither is told the names that are like it."""
    if not is_printable(text, CONTROL):  # other odd bytes of a file's name are kept, and shown by escapes
        raise ArenaError(f"the file name {text!r} holds control characters; rename the file")
    if not Path(text).exists() and text.replace("-", "_").isidentifier():
        meant = near_miss(text, [*NAMES, WORD]) or (f"{text}.toml" if Path(f"{text}.toml").is_file() else None)
        if meant is not None and not is_library(text):
            raise ArenaError(f"there is no suite and no encounter {text!r}; did you mean {meant!r}?")
        try:
            return entry_of(load_library_encounter(text), f"library:{text}")
        except ContentError as error:
            if error.code != "C209":
                raise
            raise ArenaError(f"there is no suite {text!r} (held-in, held-out, generated:SEED) and no such encounter; {error.remedy.removesuffix('.')}") from None
    return entry_of(load_encounter(text), f"file:{text}")


def read_suite(words, count=GENERATED):
    """(text of the suite, list of Entry) from what the user wrote: held-in, held-out, generated:SEED, or encounter files and library names.

    count: encounters of a generated suite. ArenaError, or ContentError for an encounter that has faults.
    """
    if not words:
        raise ArenaError("no suite is named; give held-in, held-out, generated:SEED or encounter files")
    first = words[0]
    if len(words) > 1 and any(w in NAMES or w == WORD or w.startswith(f"{WORD}:") for w in words):
        raise ArenaError("a suite stands alone: name held-in, held-out or generated:SEED, or else files only")
    if first in NAMES:
        entries = _fixed(first)
    elif first == WORD or first.startswith(f"{WORD}:"):
        entries = _generated(first, count)
    else:
        entries = [_one(word) for word in words]
    names = [entry.name for entry in entries]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ArenaError(f"the suite holds {twice[0]!r} twice; name each encounter once and give files names of their own")
    return shown(" ".join(words)), entries


def is_library(name):
    """Whether the library has an encounter of that name."""
    return library_path("encounter", name) is not None
