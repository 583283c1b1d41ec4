"""From what a user writes as `encounter=` to scenarios."""

from pathlib import Path

from .tables import Scenario, load_encounter, load_library_encounter, library_names

TRAINING = ["broken_gate", "dry_orchard", "old_cellar", "toll_bridge", "lamplit_chapel", "ember_yard", "sluice_gate"]
UNSEEN = ["ford", "roofless_hall", "night_ferry", "bell_ritual"]


def resolve(encounter=None):
    """A list of scenarios from a library name, a path, a Scenario, a list of these, or None (the training encounters).

    ValueError names what is neither a library encounter nor a file.
    """
    if encounter is None:
        return [load_library_encounter(n) for n in TRAINING]
    if isinstance(encounter, (list, tuple)):
        if not encounter:
            raise ValueError("the list of encounters is empty; name at least one")
        return [s for e in encounter for s in resolve(e)]
    if isinstance(encounter, Scenario):
        return [encounter]
    if str(encounter) in library_names("encounters"):
        return [load_library_encounter(str(encounter))]
    if Path(encounter).is_file():
        return [load_encounter(encounter)]
    raise ValueError(f"{str(encounter)!r} is neither a file nor a library encounter ({', '.join(library_names('encounters'))})")
