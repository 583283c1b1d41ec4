"""A generated encounter as a TOML file that a person can read, change and play: the same dict reads back."""

import json

INDENTED = ("own_deeds", "own_gear")  # tables inside a creature


def inline(value):
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(v)}" for key, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def table(name, values, brackets="[]"):
    """The lines of a table with all values inline."""
    half = len(brackets) // 2
    return [f"{brackets[:half]}{name}{brackets[half:]}"] + [f"{key_of(key)} = {inline(value)}" for key, value in values.items()] + [""]


def key_of(key):
    """A key as TOML takes it: bare, or in quotes where it holds signs."""
    return key if key.replace("_", "").isalnum() else json.dumps(key)


def toml_text(data):
    """The TOML text of an encounter given as a dict; `tomllib` reads the same dict from it."""
    tables = ("legend", "features", "creatures", "roster", "fight")
    out = [f"{key} = {inline(value)}" for key, value in data.items() if key not in ("map", "effects", "items", *tables)]
    out += ['map = """', data["map"].strip("\n"), '"""', ""]
    for name in ("legend", "fight"):
        if data.get(name):
            out += table(name, data[name])
    for name, feature in data.get("features", {}).items():
        out += table(f"features.{name}", feature)
    for kind in ("effects", "items"):
        for entry in data.get(kind, []):
            out += table(kind, entry, "[[]]")
    for letter, entry in data["roster"].items():
        out += table(f"roster.{letter}", entry)
    for name, creature in data.get("creatures", {}).items():
        out += table(f"creatures.{name}", {key: value for key, value in creature.items() if key not in INDENTED})
        for inner in INDENTED:
            for key, value in creature.get(inner, {}).items():
                out += table(f"creatures.{name}.{inner}.{key}", value)
    return "\n".join(out)
