"""From what a user writes as `encounter=` to scenarios."""

from pathlib import Path

from .generate.source import Generated, parse_source
from .tables import Scenario, load_encounter, load_library_encounter, library_names

TRAINING = ["broken_gate", "dry_orchard", "old_cellar", "toll_bridge", "lamplit_chapel", "ember_yard", "sluice_gate"]
UNSEEN = ["ford", "roofless_hall", "night_ferry", "bell_ritual"]


def resolve(encounter=None):
    """A list of scenarios from a library name, a path, a Scenario, a list of these, or None (the training encounters).

    "generated" stands for encounters without end that follow from the environment's seed, "generated:7" for those of seed 7, a
    `Generated` for those of its options; each is one entry of the list.
    ValueError names what is neither a library encounter nor a file.
    """
    if encounter is None:
        return [load_library_encounter(n) for n in TRAINING]
    if isinstance(encounter, (list, tuple)):
        if not encounter:
            raise ValueError("the list of encounters is empty; name at least one")
        return [s for e in encounter for s in resolve(e)]
    if isinstance(encounter, (Scenario, Generated)):
        return [encounter]
    source = parse_source(str(encounter))
    if source is not None:
        return [source]
    if str(encounter) in library_names("encounters"):
        return [load_library_encounter(str(encounter))]
    if Path(encounter).is_file():
        return [load_encounter(encounter)]
    raise ValueError(f"{str(encounter)!r} is neither a file nor a library encounter ({', '.join(library_names('encounters'))}); 'generated' makes new ones")


def examples(entries):
    """Scenarios that stand for a list of scenarios and sources: a few of each source."""
    return [s for entry in entries for s in (entry.examples() if isinstance(entry, Generated) else [entry])]
