"""`foemind lint`: what the library lacks, has twice or cannot use, and its matrix of words and creatures."""

from rich.text import Text

from envs.tables import check_file
from envs.tables.library import FOLDERS, library_item, library_names, library_path
from envs.tables.matrix import deeds_named, matrix, matrix_text, twins, uses


def lint_library():
    """Faults of the library as a whole, a list of sentences; empty when all is well."""
    out = [str(fault) for kind in FOLDERS for name in library_names(kind) for fault in check_file(library_path(kind, name))]
    return out or [*_gaps(), *_twins(), *_without_part(), *_unused()]  # a faulty file cannot be looked into further


def _gaps():
    """Words of the rules that nothing in the library uses."""
    return [f"the {kind} {word!r} is used by nothing; give it to a creature or an encounter"
            for kind, words in uses().items() for word, users in words.items() if not users]


def _twins():
    return [f"{one} and {other} use the same verbs, areas, states and instruments; change what one of them does" for one, other in twins(matrix())]


def _without_part():
    """Creatures that say no role, or neither threat nor level: a person could not pick them."""
    creatures = [(name, library_item("creature", name).model) for name in library_names("creature")]
    return [f"{name} lacks a role, or a threat or level; add them" for name, c in creatures
            if c.role is None or c.threat is None and c.level is None]


def _unused():
    """Deeds, gear and creatures that no creature, ruleset or encounter names."""
    creatures = [library_item("creature", name).model for name in library_names("creature")]
    fights = [library_item("encounter", name).model for name in library_names("encounter")]
    gear = {name for c in creatures for name in c.held + c.carried} | {item.gear for fight in fights for item in fight.items}
    named = {"deed": {deed for c in creatures for deed in deeds_named(c)}, "gear": gear,
             "creature": {entry.creature for fight in fights for entry in fight.roster.values()}}
    named["deed"] |= {deed for name in library_names("ruleset") for deed in library_item("ruleset", name).model.maneuvers}
    return [f"the {kind} {name} is used by nothing; use it or drop it" for kind, found in named.items() for name in library_names(kind) if name not in found]


def show_matrix(console):
    """Print the matrix of the library."""
    console.print(Text(matrix_text()))
