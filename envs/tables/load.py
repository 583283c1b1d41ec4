"""The ways in: an encounter file or a library encounter to a Scenario, and the check of any content file."""

from pathlib import Path

from .board import read_board
from .companion import build, seat_companions, stages
from .compile import compile_plan
from .errors import Faults
from .fight import check_fight
from .fixtures import Fixtures, read_fixtures
from .library import FOLDERS, MOST, Found, Shelf, is_named_well, library_item, library_names, library_path, misnamed_files
from .link import Linked, check_gear_deed, link, link_creature, link_maneuvers
from .objective import check_objective
from .read import MODELS, kind_of, read_toml, validate
from .ruleset import check_tables, resolve
from .words import id_of, remedy_for

DEFAULT_RULESET = "trespasser"  # what a creature file is checked against


def load_encounter(path):
    """The Scenario of an encounter file. ContentError with every fault found, each a sentence with its remedy."""
    path = Path(path)
    faults, shown = Faults(), str(path)
    data = read_toml(path, shown, faults)
    faults.settle()
    kind = kind_of(data, shown, faults)
    if kind is not None and kind != "encounter":
        faults.add("C104", shown, "", f"the file describes one {kind}, not an encounter", "give an encounter file, with a map and a roster")
    faults.settle()
    return _build(data, path, shown, faults)


def load_library_encounter(name):
    """The Scenario of an encounter of the library, by id. ContentError for an unknown one."""
    path = library_path("encounter", name)
    if path is None:
        names = library_names("encounter")
        raise_unknown(name, names)
    faults, shown = Faults(), f"{FOLDERS['encounter']}/{path.name}"
    data = read_toml(path, shown, faults)
    faults.settle()
    return _build(data, path, shown, faults)


def build_encounter(data, name, shown):
    """The Scenario of an encounter given as the dict that its TOML reads as; `shown` stands for the file in faults. ContentError as for a file."""
    return _build(data, Path(name), shown, Faults())


def raise_unknown(name, names):
    """ContentError of a library encounter that is not there."""
    faults = Faults()
    faults.add("C209", str(name), "", "there is no such encounter in the library", remedy_for(name, names, MOST))
    faults.settle()


def check_file(path):
    """All faults of an encounter, creature, deed, gear, ruleset or companion file, a list of Fault; empty when it can be used."""
    path = Path(path)
    faults, shown = Faults(), str(path)
    data = read_toml(path, shown, faults)
    kind = None if data is None else kind_of(data, shown, faults)
    if kind is None:
        return list(faults)
    if kind == "encounter":
        _resolve(data, path, shown, faults)
        if path.resolve() in misnamed_files():
            is_named_well(path, shown, faults)
        return list(faults)
    model = validate(MODELS[kind], data, shown, "", faults)
    is_named_well(path, shown, faults)
    if model is not None and kind == "creature":
        _check_creature(model, path, shown, faults)
    if model is not None and kind == "companion":
        _check_calling(model, path, shown, faults)
    if model is not None and kind == "gear" and model.deed is not None:
        check_gear_deed(model, id_of(path.stem), Shelf(faults), shown, Linked({}, {}))
    if model is not None and kind == "ruleset":
        check_tables(model, shown, faults)
        resolve(model, shown, {}, shown, faults)
        link_maneuvers(Found(model, shown), Shelf(faults), Linked({}, {}), faults)
    return list(faults)


def _check_creature(model, path, shown, faults):
    shelf = Shelf(faults)
    shelf.add("creature", id_of(path.stem) or "creature", model, shown, "")
    rules = library_item("ruleset", DEFAULT_RULESET)
    link_creature(model, shelf, shown, "", Linked({}, {}), resolve(rules.model, rules.file, {}, shown, faults), faults)


def _check_calling(model, path, shown, faults):
    """Every level that it describes makes a stat block that can use its deeds."""
    shelf, name = Shelf(faults), id_of(path.stem) or "companion"
    shelf.add("companion", name, model, shown, "")
    rules = library_item("ruleset", DEFAULT_RULESET)
    numbers = resolve(rules.model, rules.file, {}, shown, faults)
    for entry, companion in stages(name):
        built = build(companion, shelf, shown, entry, faults)
        if built is not None:
            link_creature(built.creature, shelf, shown, entry, Linked({}, {}), numbers, faults)


def _resolve(data, path, shown, faults):
    """(encounter, plan, board, fixtures, ruleset, numbers) as far as they can be made; None when a fault stops it."""
    encounter = validate(MODELS["encounter"], data, shown, "", faults)
    if encounter is None:
        return None
    encounter, shelf = stocked(encounter, path.parent, shown, faults)
    ruleset = shelf.find("ruleset", encounter.ruleset, shown, "ruleset")
    if ruleset is None:
        return None
    before = len(faults)
    check_tables(ruleset.model, ruleset.file, faults)
    numbers = resolve(ruleset.model, ruleset.file, encounter.rules, shown, faults)
    if len(faults) > before:
        return None
    plan = link(encounter, shelf, ruleset, numbers, shown, faults)
    if len(plan.slots) < len(encounter.roster):
        return None  # without its creature a letter has no size to check the map with
    _check_unused(encounter, shelf, plan, numbers, shown, faults)
    board = read_board(encounter, {s.letter: s.creature.size for s in plan.slots}, shown, faults)
    fixtures = Fixtures([], [], [], []) if board is None else read_fixtures(encounter, plan, board, shown, faults)
    check_fight(encounter, plan, board, numbers, ruleset.model, shown, faults)
    check_objective(encounter, plan, board, numbers, shown, faults)
    return encounter, plan, board, fixtures, ruleset.model, numbers


def stocked(encounter, folder, shown, faults):
    """(the encounter with a stat block named for each companion, the Shelf with all that it defines and includes)."""
    shelf = Shelf(faults)
    for i, text in enumerate(encounter.include):
        shelf.include(text, folder, shown, f"include[{i + 1}]")
    for kind, table in (("deed", encounter.deeds), ("gear", encounter.gear), ("creature", encounter.creatures)):
        for name, model in table.items():
            shelf.add(kind, name, model, shown, f"{kind}s.{name}" if kind != "gear" else f"gear.{name}")
    return seat_companions(encounter, shelf, shown, faults), shelf


def _check_unused(encounter, shelf, plan, numbers, shown, faults):
    """Creatures that the encounter or its included files define and nobody plays are checked all the same."""
    for name, found in list(shelf.own["creature"].items()):
        if name not in plan.creatures:
            prefix = f"creatures.{name}" if name in encounter.creatures else ""
            link_creature(found.model, shelf, found.file, prefix, Linked({}, {}), numbers, faults)


def _build(data, path, shown, faults):
    ready = _resolve(data, path, shown, faults)
    faults.settle()
    encounter, plan, board, fixtures, ruleset, numbers = ready
    return compile_plan(encounter, plan, board, fixtures, ruleset, numbers, path.stem, shown)
