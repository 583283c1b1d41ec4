"""Where definitions are looked up: a user's own files first, then the library of `envs/content`, one file a thing, read when asked for."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .errors import ContentError, Faults
from .read import MODELS, kind_of, read_toml, validate
from .words import ID, id_of, listed, remedy_for

CONTENT = Path(__file__).resolve().parent.parent / "content"
FOLDERS = {"creature": "creatures", "deed": "deeds", "gear": "gear", "ruleset": "rulesets", "encounter": "encounters",
           "companion": "companions"}
MOST = 12  # ids of the library that a sentence names
UNKNOWN = {"creature": "C201", "deed": "C202", "gear": "C203", "ruleset": "C204", "encounter": "C209", "companion": "C212"}


class Found(NamedTuple):
    """A definition and the file that holds it, as shown to the user."""

    model: object
    file: str


def library_names(kind):
    """Sorted ids of the library's creatures, deeds, gear, rulesets, encounters or companions (callings); `kind` in either number. KeyError for another kind."""
    folder = kind if kind in FOLDERS.values() else FOLDERS[kind]
    return sorted(p.stem for p in (CONTENT / folder).glob("*.toml") if ID.fullmatch(p.stem))


def misnamed_files():
    """Sorted paths of files in the library's folders whose names are no ids: nothing finds them."""
    return sorted(p for folder in FOLDERS.values() for p in (CONTENT / folder).glob("*.toml") if not ID.fullmatch(p.stem))


def is_named_well(path, file, faults, entry=""):
    """Whether a file's name is an id, which it has to be where it becomes one; else a fault (C117) that says what to rename it to."""
    if ID.fullmatch(path.stem):
        return True
    name = id_of(path.stem)
    remedy = f"rename the file to {name}.toml" if name else "rename it with a letter first, for instance my_ogre.toml"
    faults.add("C117", file, entry, f"the file name {path.name!r} is no id, which is made of a to z, 0 to 9 and _", remedy)
    return False


def library_path(kind, name):
    """The library's file of that name, or None."""
    path = CONTENT / FOLDERS[kind] / f"{name}.toml"
    return path if ID.fullmatch(name) and path.is_file() else None


@lru_cache(maxsize=None)
def library_item(kind, name):
    """A library definition; ContentError when its file is faulty, None when there is no such file."""
    path = library_path(kind, name)
    if path is None:
        return None
    faults, shown = Faults(), f"{FOLDERS[kind]}/{path.name}"
    data = read_toml(path, shown, faults)
    model = None if data is None else validate(MODELS[kind], data, shown, "", faults)
    faults.settle()
    return Found(model, shown)


def _of_callings(name, names):
    """All callings, and the one that was meant: there are few, and a player asks what there is."""
    near = remedy_for(name, names)
    return f"the callings are {listed(sorted(names))}" + (f"; {near}" if near.endswith("?") else "")


class Shelf:
    """The definitions that one scenario may use."""

    def __init__(self, faults):
        self.faults = faults
        self.own = {"creature": {}, "deed": {}, "gear": {}, "ruleset": {}, "companion": {}}
        self.broken = set()  # (kind, id) of included files with faults, which are told once

    def add(self, kind, name, model, file, entry):
        """Put a user's definition on the shelf; a second one of the same id that differs is a fault."""
        there = self.own[kind].get(name)
        if there is not None and there.model != model:
            self.faults.add("C113", file, entry, f"the {kind} {name!r} is defined in {there.file} too", "give one of them another id")
            return
        self.own[kind][name] = Found(model, file)
        if kind == "creature":
            self.add_inner(model, file, entry)

    def add_inner(self, creature, file, entry):
        """The deeds and gear that stand inside a creature."""
        prefix = f"{entry}." if entry else ""
        for kind, table in (("deed", "own_deeds"), ("gear", "own_gear")):
            for name, model in getattr(creature, table).items():
                there = library_item(kind, name)
                if there is not None and there.model != model:
                    problem = f"the library has another {kind} {name!r}, which other creatures may use"
                    self.faults.add("C118", file, f"{prefix}{table}.{name}", problem, "give it another id")
                self.add(kind, name, model, file, f"{prefix}{table}.{name}")

    def find(self, kind, name, file, entry):
        """The definition of that id, or None with a fault that names near misses."""
        found = self.own.get(kind, {}).get(name)
        if found is not None or (kind, name) in self.broken:
            return found
        try:
            found = library_item(kind, name)
        except ContentError as error:
            self.faults.extend(f for f in error.faults if f not in self.faults)
            return None
        if found is None:
            names = library_names(kind) + list(self.own.get(kind, {}))
            what, remedy = (kind, remedy_for(name, names, MOST)) if kind != "companion" else ("calling", _of_callings(name, names))
            self.faults.add(UNKNOWN[kind], file, entry, f"there is no {what} {name!r}", remedy)
        elif kind == "creature":
            self.add_inner(found.model, found.file, "")
        return found

    def peek(self, kind, name):
        """The model of that id, or None; what is wrong with it is told where it is used."""
        if name in self.own[kind]:
            return self.own[kind][name].model
        try:
            found = library_item(kind, name)
        except ContentError:
            return None
        return None if found is None else found.model

    def include(self, text, folder, file, entry):
        """Read a creature, deed, gear, companion or ruleset file that stands next to the encounter; its file name is its id."""
        path = folder / text
        data = read_toml(path, text, self.faults, included=(file, entry))
        kind = None if data is None else kind_of(data, text, self.faults)
        if kind is None:
            return
        if kind not in self.own:
            self.faults.add("C112", file, entry, f"{text} describes one {kind}, which cannot be included",
                            "include creature, deed, gear, companion and ruleset files only")
            return
        if not is_named_well(path, file, self.faults, entry):
            return
        name = path.stem
        model = validate(MODELS[kind], data, text, "", self.faults)
        if model is None:
            self.broken.add((kind, name))
        else:
            self.add(kind, name, model, text, "")
