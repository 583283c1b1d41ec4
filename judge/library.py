"""`foemind lint`: what the library lacks, has twice or cannot use, and its matrix of words and creatures."""

from rich.text import Text

from envs.tables import check_file
from envs.tables.companion import gear_of
from envs.tables.library import FOLDERS, MOST, library_item, library_names, library_path, misnamed_files
from envs.tables.matrix import cast, deeds_named, groups, kin, matrix, matrix_text, twins, uses
from envs.tables.schema_companion import WRITTEN
from envs.tables.words import remedy_for


def lint_library():
    """Faults of the library as a whole, a list of sentences; empty when all is well."""
    return file_faults() or [*_gaps(), *_twins(), *_without_part(), *_unused()]  # a faulty file cannot be looked into further


def file_faults():
    """Faults of the library's files one by one, a list of sentences."""
    files = [library_path(kind, name) for kind in FOLDERS for name in library_names(kind)] + misnamed_files()
    return [str(fault) for file in files for fault in check_file(file)]


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
    """Deeds and gear that no creature, calling, ruleset or encounter names. A creature needs no encounter: generated fights draw on all of them."""
    bodies = [(library_item("creature", name).model, None) for name in library_names("creature")]
    fights = [cast(name) for name in library_names("encounter")]
    bodies += [(body, fight.shelf) for fight in fights for body in fight.own]
    deeds = {deed for body, shelf in bodies for deed in deeds_named(body, shelf)}
    deeds |= {deed for name in library_names("ruleset") for deed in library_item("ruleset", name).model.maneuvers}
    gear = {gear_of(name) for body, _ in bodies for name in body.held + body.carried} | {item.gear for fight in fights for item in fight.encounter.items}
    for calling in (library_item("companion", name).model for name in library_names("companion")):
        for level in range(1, WRITTEN + 1):
            stats = calling.at(level)
            deeds, gear = deeds | set(stats["deeds"]), gear | {*stats["held"], *stats["carried"]}
    return [f"the {kind} {name} is used by nothing; use it or drop it"
            for kind, found in (("deed", deeds), ("gear", gear)) for name in library_names(kind) if name not in found]


def notes():
    """What is worth knowing and no fault, a list of sentences: creatures that no encounter of the library shows."""
    seen = {kin(entry.creature) for name in library_names("encounter") for entry in cast(name).encounter.roster.values()}
    return [f"note: the creature {name} stands in no encounter of the library; generated fights (encounter = \"generated\", training) show it all the same"
            for name in groups() if name not in seen]


def show_matrix(console, of=None):
    """Print the matrix of the library, or of one creature. ValueError for one that the library has not."""
    if of is not None and of not in library_names("creature"):
        raise ValueError(f"there is no creature {of!r} in the library; {remedy_for(of, library_names('creature'), MOST)}")
    console.print(Text(matrix_text(of)))
