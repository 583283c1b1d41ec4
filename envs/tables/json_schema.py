"""JSON Schemas (draft 2020-12) of the content files, from the same models that check them: an editor completes and checks a file with them.

A schema refuses what is wrong in itself: an unknown or missing key, a wrong type, a word that is not one of the allowed ones, a number out of
range (JSON counts 5.0 as a whole number, TOML and the check do not). What only shows together with other keys, other files or on the map is left
to `check_file`.
"""

from ..core import codes as k
from .describe import EXAMPLES, LIBRARY, WORDS
from .library import library_names
from .read import MODELS
from .ruleset import LIMITS, NUMBERS, ONLY_WORDS
from .ruleset import WORDS as CHOICES
from .schema import MANEUVER
from .schema_lines import VERB_KEYS
from .schema_map import STATES
from .words import listed

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(kind):
    """The schema of files of a kind (a key of MODELS) as a dict; KeyError for another kind."""
    schema = MODELS[kind].model_json_schema()
    parts = schema.pop("$defs", {})
    whole = {"$schema": DIALECT, "title": f"Foemind {kind}", **_finished(MODELS[kind].__name__, schema)}
    return whole | ({"$defs": {name: _finished(name, part) for name, part in parts.items()}} if parts else {})


def file_name(kind):
    """The name that a schema's file should have."""
    return f"{kind}.schema.json"


def _finished(model, part):
    """A model's schema with words, examples and ids of the library, without what TOML has not (null)."""
    out = {key: value for key, value in part.items() if key not in ("title", "properties")}
    out["description"] = part.get("description", "").partition("\n")[0]
    out["properties"] = {key: _property(model, key, prop) for key, prop in part["properties"].items()}
    EXTRAS.get(model, lambda schema: None)(out)
    return out


def _property(model, key, prop):
    prop = _plain(prop)
    if (model, key) in LIBRARY:
        ids = {"anyOf": [{"enum": library_names(LIBRARY[model, key])}, {"type": "string"}]}
        prop = prop | {"items": ids} if prop.get("type") == "array" else {n: v for n, v in prop.items() if n not in ("type", "pattern")} | ids
    if (model, key) in EXAMPLES:
        prop["examples"] = EXAMPLES[model, key]
    return {"description": WORDS.get(model, {}).get(key, "")} | prop


def _plain(prop):
    """Without titles, null and its defaults; with closed tables: keys of a pattern or from a list, and no others."""
    if "anyOf" in prop:
        prop = {**{n: v for n, v in prop.items() if n != "anyOf"}, **next(one for one in prop["anyOf"] if one.get("type") != "null")}
    out = {n: _plain(v) if n in ("items", "additionalProperties") and isinstance(v, dict) else v for n, v in prop.items() if n != "title"}
    if out.get("default", 0) is None or isinstance(out.get("default"), dict):
        del out["default"]
    if "patternProperties" in out:
        out["additionalProperties"] = False
    if "enum" in out.get("propertyNames", {}):
        out |= {"properties": dict.fromkeys(out.pop("propertyNames")["enum"], out["additionalProperties"]), "additionalProperties": False}
    return out


# -- what pydantic cannot tell -----------------------------------------------------------------------------------------------
def _closed(names, values):
    return {"type": "object", "properties": {name: values(name) for name in names}, "additionalProperties": False}


def _rule_number(name):
    """A number of the ruleset, or a choice of words (`ruleset.read_number`)."""
    words = {"enum": list(CHOICES[name])} if name in CHOICES else None
    low, high = LIMITS.get(name, (0, 99))
    number = {"type": "integer", "minimum": low, "maximum": high}
    return words if name in ONLY_WORDS else {"anyOf": [number, words]} if words else number


def _ruleset(schema):
    properties = schema["properties"]
    tables = {"numbers": (NUMBERS, _rule_number), "states": (k.STATE_NAMES, lambda name: {"$ref": "#/$defs/StateColumns"}),
              "actions": (k.MENU_NAMES, lambda name: {"$ref": "#/$defs/ActionRow"})}
    for key, (names, values) in tables.items():
        properties[key] |= _closed(names, values) | {"required": list(names)}


def _encounter(schema):
    """The objective may be a word; a combatant has one letter."""
    properties = schema["properties"]
    properties["rules"] |= _closed(NUMBERS, _rule_number)
    reference = properties["objective"].pop("$ref")
    properties["objective"]["anyOf"] = [{"enum": list(k.OBJECTIVES)}, {"$ref": reference}]
    roster = properties["roster"]
    roster |= {"patternProperties": {"^[A-Za-z]$": roster["additionalProperties"]}, "additionalProperties": False}
    properties["legend"]["propertyNames"] = {"maxLength": 1}


def _roster_entry(schema):
    schema["oneOf"] = [{"required": ["creature"]}, {"required": ["companion"]}]


def _deed(schema):
    """A maneuver need not say what every maneuver is (G9.5)."""
    needed = [key for key in schema["required"] if key not in MANEUVER]
    schema |= {"required": needed, "if": {"properties": {"kind": {"const": "maneuver"}}}, "else": {"required": [n for n in MANEUVER if n != "virtue"]}}


def _feature(schema):
    schema["properties"]["state"]["enum"] = list(dict.fromkeys(state for states in STATES.values() for state in states))


def _line(schema):
    schema["description"] = f"One line of a deed: exactly one of {listed(VERB_KEYS)}, for the target, the user itself or its fellows in range"


EXTRAS = {"Ruleset": _ruleset, "Encounter": _encounter, "RosterEntry": _roster_entry, "Deed": _deed, "Feature": _feature, "Line": _line}
