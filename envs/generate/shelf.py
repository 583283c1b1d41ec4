"""The library's creatures with their deeds and gear as the dicts that their files read as, and those of generated creatures beside them."""

import tomllib
from functools import lru_cache

from ..tables.library import CONTENT, library_names, library_path
from ..tables.matrix import kin
from .lines import combinations

MANEUVERS = ("shove", "grab", "trip", "escape")


@lru_cache(maxsize=None)
def read(kind, name):
    """A file of the library as a dict; {} when there is none."""
    path = library_path(kind, name)
    return {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))


def find(kind, name, creature):
    """A deed or gear of a creature: its own, else the library's."""
    own = creature.get("own_deeds" if kind == "deed" else "own_gear", {})
    return own[name] if name in own else read(kind, name)


def items_of(creature):
    """Ids of what it holds and carries."""
    return creature.get("held", []) + creature.get("carried", [])


def deeds_of(creature):
    """[(id, deed)] of all that a creature can do: its deeds, those of its items and of its actions."""
    names = creature["deeds"] + [find("gear", name, creature).get("deed") for name in items_of(creature)]
    names += [action["deed"] for action in creature.get("actions", [])]
    return [(name, find("deed", name, creature)) for name in dict.fromkeys(names) if name is not None]


@lru_cache(maxsize=None)
def library_creatures(endures):
    """Sorted ids of the library's creatures that endure (companions) or do not (monsters)."""
    return [name for name in library_names("creature") if read("creature", name).get("endures", False) == endures]


@lru_cache(maxsize=1)
def reserved():
    """The content of suites/reserved.toml: what training fights do not hold."""
    return tomllib.loads((CONTENT / "suites" / "reserved.toml").read_text(encoding="utf-8"))


def is_reserved(name):
    """Whether a creature of the library is kept for held-out fights, at any of its levels."""
    return kin(name) in reserved()["creatures"]


@lru_cache(maxsize=64)
def allowed(endures, withhold, group):
    """Those of `library_creatures` that do nothing withheld. group: "training" without those reserved, "reserved" these alone, None all."""
    return [name for name in library_creatures(endures)
            if (group is None or is_reserved(name) == (group == "reserved")) and not any(c in withhold for _, deed in deeds_of(read("creature", name)) for c in combinations(deed))]


@lru_cache(maxsize=1)
def library_ids():
    """Ids of creatures, deeds and gear of the library: generated ones take others."""
    return [name for kind in ("creature", "deed", "gear") for name in library_names(kind)]


@lru_cache(maxsize=1)
def of_everybody():
    """(verb, state, area) of the maneuvers that everybody can attempt (G9.5)."""
    names = read("ruleset", "trespasser").get("maneuvers", MANEUVERS)
    return tuple(c for name in names for c in combinations(read("deed", name)))
