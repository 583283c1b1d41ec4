"""From a file to a checked model: TOML, what the file describes, pydantic's errors as our faults."""

import tomllib
from typing import get_origin

from pydantic import ValidationError

from .ruleset import Ruleset
from .schema import Creature, Deed, Gear
from .schema_companion import Calling
from .schema_fight import Encounter
from .words import listed, near_miss, remedy_for

MODELS = {"encounter": Encounter, "creature": Creature, "deed": Deed, "gear": Gear, "ruleset": Ruleset, "companion": Calling}
MAX_BYTES = 1_000_000
SIGNS = {  # keys by which a file is recognised when it has no `type`
    "encounter": {"map", "roster", "title", "fight", "legend", "objective", "features"},
    "creature": {"virtues", "max_vigor", "speed", "deeds", "held", "carried", "guard_dice", "bare"},
    "deed": {"kind", "instrument", "targets", "area", "conflict", "triumph", "tier"},
    "gear": {"use", "weapon", "spell", "hands", "supply", "reach", "light", "deed"},
    "ruleset": {"numbers", "states", "actions", "maneuvers"},
    "companion": {"level_1", "level_2", "level_3"},
}
RANGES = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most"), "greater_than": ("gt", "more than"),
          "less_than": ("lt", "less than")}
SIMPLE = {"string_type": "a text in quotes", "int_type": "a whole number", "bool_type": "true or false", "list_type": "a list in square brackets",
          "dict_type": "a table", "model_type": "a table", "int_from_float": "a whole number", "float_type": "a number"}


def read_toml(path, shown, faults, included=None):
    """The parsed file as a dict, or None with a fault. `included`: (file, entry) that named it."""
    try:
        text = _bytes(path).decode("utf-8")
    except OSError as error:
        code, where, what = ("C101", (shown, ""), "the file") if included is None else ("C111", included, f"the included file {shown!r}")
        faults.add(code, *where, f"{what} cannot be read ({error.strerror or error})", "check the name and that it is a readable file")
        return None
    except UnicodeDecodeError as error:
        faults.add("C102", shown, f"byte {error.start}", "the file is not UTF-8 text", "save it as UTF-8")
        return None
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        problem, _, place = str(error).partition(" (at ")
        faults.add("C103", shown, place.rstrip(")"), f"the file is not valid TOML ({problem})",
                   "mend the line; texts need quotes, tables need [brackets]")
        return None
    if not data:
        faults.add("C114", shown, "", "the file is empty", "start from a file of the library, as the README of the content folder tells")
        return None
    return data


def _bytes(path):
    """The bytes of a regular file of sensible size; OSError otherwise."""
    try:
        if path.exists() and not path.is_file():
            raise OSError("it is not a regular file")
        if path.stat().st_size > MAX_BYTES:
            raise OSError(f"it has more than {MAX_BYTES} bytes")
        return path.read_bytes()
    except ValueError as error:  # a null byte in the name
        raise OSError(str(error)) from error


def kind_of(data, shown, faults):
    """A key of MODELS: as `type` says, else by the keys; None with a fault."""
    said = data.get("type")
    if said is not None:
        if isinstance(said, str) and said in MODELS:
            return said
        faults.add("C104", shown, "type", f"there is no type {said!r}", remedy_for(said, MODELS))
        return None
    counts = {kind: len(keys & set(data)) for kind, keys in SIGNS.items()}
    best = max(counts, key=counts.get)
    if counts[best] == 0 or list(counts.values()).count(counts[best]) > 1:
        faults.add("C104", shown, "", "nothing tells what the file describes", f"add type = {listed(repr(m) for m in MODELS)}")
        return None
    return best


def validate(model, data, shown, prefix, faults):
    """An instance of the model, or None with all faults of the data; `prefix` is the entry in which the data stand."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        slips = {(*one["loc"][:-1], near_miss(one["loc"][-1], _keys(model, one["loc"]))) for one in found if one["type"] == "extra_forbidden"}
        for one in found:
            if one["type"] != "missing" or one["loc"] not in slips:  # a misspelt key is one fault, not an unknown and a missing one
                _add(one, model, shown, prefix, faults)
        return None


def entry_text(loc):
    """'roster.A.vigor', 'conflict[1].damage': lists count from 1."""
    text = ""
    for part in loc:
        if part == "[key]":
            continue
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _add(one, model, shown, prefix, faults):
    entry = ".".join(p for p in (prefix, entry_text(one["loc"])) if p)
    kind, ctx, last = one["type"], one.get("ctx", {}), next((p for p in reversed(one["loc"]) if p != "[key]"), "")
    if kind.startswith("C") and kind[1:].isdigit():
        faults.add(kind, shown, ".".join(p for p in (entry, ctx["at"]) if p), ctx["problem"], ctx["remedy"])
    elif kind == "extra_forbidden":
        faults.add("C105", shown, entry, f"unknown key {last!r}", _where_to(model, one["loc"], prefix))
    elif kind == "missing":
        faults.add("C106", shown, entry, f"the key {last!r} is missing", f"add {last}")
    elif kind in RANGES:
        name, words = RANGES[kind]
        faults.add("C108", shown, entry, f"{_show(one['input'])} is out of range", f"use {words} {ctx[name]}")
    elif kind == "string_too_long":
        faults.add("C115", shown, entry, f"the text has {len(one['input'])} characters", f"keep to {ctx['max_length']}")
    elif kind == "too_long":
        faults.add("C120", shown, entry, f"there are {len(one['input'])} {last}", f"keep to {ctx['max_length']}")
    elif kind == "literal_error":
        faults.add("C109", shown, entry, f"{_show(one['input'])} is not allowed here", f"use {ctx['expected'].replace('True', 'true')}")
    else:
        faults.add("C107", shown, entry, f"{_show(one['input'])} has the wrong type", f"write {SIMPLE.get(kind, 'another kind of value')}")


def _show(value):
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        return f"a huge {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def _tables(model, loc):
    """[(model, number of parts of `loc` before it)] of the tables around an unknown key, the innermost last."""
    found = [(model, 0)]
    for n, part in enumerate(loc[:-1]):
        field = getattr(found[-1][0], "model_fields", {}).get(part)
        if field is not None:
            found.append((_inner(field.annotation), n))
    return found


def _keys(model, loc):
    """Field names of the model in which an unknown key stood."""
    return list(getattr(_tables(model, loc)[-1][0], "model_fields", {}))


def _where_to(model, loc, prefix):
    """The remedy of an unknown key: the table next to it that has such a key, else the key that was meant, else all keys."""
    tables, key = _tables(model, loc), loc[-1]
    if len(tables) > 1 and key in tables[-2][0].model_fields:
        outer = ".".join(part for part in (prefix, entry_text(loc[:tables[-1][1]])) if part)
        return f"move it one level up, {f'into {outer}' if outer else f'out of {loc[tables[-1][1]]}'}"
    fields = {name: field.annotation for name, field in getattr(tables[-1][0], "model_fields", {}).items()}
    inside = [name for name, kind in fields.items() if get_origin(kind) not in (dict, list) and key in getattr(_inner(kind), "model_fields", {})]
    if len(inside) == 1 and near_miss(key, _keys(model, loc)) is None:
        return f"move it into {inside[0]}"
    return remedy_for(key, _keys(model, loc))


def _inner(annotation):
    """The model inside `dict[str, Model]`, `list[Model]` or `Model | None`; the annotation itself otherwise."""
    args = getattr(annotation, "__args__", ())
    models = [_inner(a) for a in args if a is not type(None)]
    return models[-1] if models else annotation
