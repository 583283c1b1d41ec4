"""The JSON Schemas: they take every file of the library, refuse what the check refuses, and say what every key means; the README says it too."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator
from typer.testing import CliRunner

import envs.tables as tables
from envs.core import codes as k
from envs.tables import schema, schema_character, schema_companion, schema_fight, schema_lines, schema_map
from envs.tables.describe import EXAMPLES, LIBRARY, WORDS
from envs.tables.errors import Faults
from envs.tables.json_schema import file_name, json_schema
from envs.tables.library import CONTENT, FOLDERS
from envs.tables.read import MODELS, kind_of
from envs.tables.ruleset import ActionRow, Ruleset, StateColumns
from envs.tables.schema_base import Base
from judge.cli import app

SCHEMAS = {kind: json_schema(kind) for kind in MODELS}
VALIDATORS = {kind: Draft202012Validator(one) for kind, one in SCHEMAS.items()}
OF_FOLDER = {folder: kind for kind, folder in FOLDERS.items()}
FILES = sorted(path for path in CONTENT.rglob("*.toml") if path.parent.name in FOLDERS.values())
MALFORMED = sorted((Path(__file__).parent / "data" / "malformed").glob("*.toml"))
OF_ITSELF = {"C105", "C106", "C107", "C108", "C109", "C115", "C120", "C205", "C206", "C207", "C208", "C440", "C505"}  # faults that need no other file
ALL_MODELS = {m.__name__: m for module in (schema, schema_character, schema_companion, schema_fight, schema_lines, schema_map) for m in vars(module).values()
              if isinstance(m, type) and issubclass(m, Base) and m is not Base} | {m.__name__: m for m in (Ruleset, StateColumns, ActionRow)}


def wrong(kind, data):
    """Messages of a kind's schema about some data."""
    return [error.message for error in VALIDATORS[kind].iter_errors(data)]


def read(text):
    return tomllib.loads(text)


@pytest.mark.parametrize("kind", MODELS)
def test_a_schema_is_one(kind):
    Draft202012Validator.check_schema(SCHEMAS[kind])
    assert SCHEMAS[kind]["$schema"].endswith("2020-12/schema") and SCHEMAS[kind]["additionalProperties"] is False
    text = json.dumps(SCHEMAS[kind])
    assert "null" not in text and set(re.findall(r'#/\$defs/(\w+)', text)) <= set(SCHEMAS[kind].get("$defs", {}))


@pytest.mark.parametrize("folder", OF_FOLDER)
def test_every_file_of_the_library_is_taken(folder):
    files = [path for path in FILES if path.parent.name == folder]
    assert files and not [(path.name, found[0]) for path in files if (found := wrong(OF_FOLDER[folder], read(path.read_text(encoding="utf-8"))))]


@pytest.mark.parametrize("older", [Draft4Validator, Draft7Validator])
def test_an_editor_that_knows_older_drafts_shows_no_false_alarm(older):
    """Some editors read every schema as an older draft: they may see less, never a fault that is none."""
    assert not [path.name for path in FILES for _ in older(SCHEMAS[OF_FOLDER[path.parent.name]]).iter_errors(read(path.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("path", [p for p in MALFORMED if p.name[:4].upper() in OF_ITSELF], ids=lambda p: p.stem)
def test_what_is_wrong_in_itself_is_refused_by_both(path):
    data = read(path.read_text(encoding="utf-8"))
    assert tables.check_file(path) and wrong(kind_of(data, "", Faults()), data)


@pytest.mark.parametrize("path", MALFORMED, ids=lambda p: p.stem)
def test_what_a_schema_refuses_the_check_refuses(path):
    """The other way round: an editor shows no fault that is none."""
    try:
        data = read(path.read_text(encoding="utf-8"))
    except ValueError:
        return
    kind = kind_of(data, "", Faults())
    if kind is not None and wrong(kind, data):
        assert tables.check_file(path)


CREATURE = (CONTENT / "creatures" / "gate_warden.toml").read_text(encoding="utf-8")
DEED = (CONTENT / "deeds" / "shield_press.toml").read_text(encoding="utf-8")
GEAR = (CONTENT / "gear" / "sword.toml").read_text(encoding="utf-8")
FIGHT = (CONTENT / "encounters" / "broken_gate.toml").read_text(encoding="utf-8")
RULES = (CONTENT / "rulesets" / "trespasser.toml").read_text(encoding="utf-8")
CALLING = (CONTENT / "companions" / "vanguard.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind, text, old, new", [
    ("creature", CREATURE, "speed = 5", "sped = 5"), ("creature", CREATURE, "speed = 5", 'speed = "5"'), ("creature", CREATURE, "speed = 5", "speed = 5.5"),
    ("creature", CREATURE, 'key = "might"', 'key = "mite"'), ("creature", CREATURE, "might = 3,", "might = 3, luck = 1,"),
    ("creature", CREATURE, "bare = { weapon = 2 }", "bare = { claws = 2 }"), ("creature", CREATURE, "endures = true", "endures = 1"),
    ("creature", CREATURE, 'role = "vanguard"', 'role = "van"'), ("creature", CREATURE, "guard_dice = [6, 4]", "guard_dice = [6, 5]"),
    ("deed", DEED, 'instrument = "melee"', 'instrument = "sword"'), ("deed", DEED, '{ damage = "†" }', '{ damage = 3 }'), ("deed", DEED, "potency = 2", "potenci = 2"),
    ("deed", DEED, 'state = "hindered"', 'state = "slowed"'), ("deed", DEED, 'instrument = "melee"\n', ""), ("deed", DEED, "triumph = [", "trumpf = ["),
    ("gear", GEAR, '"melee"', '"malee"'), ("gear", GEAR, "supply = 12", "supply = 20"), ("gear", GEAR, "weapon = 5", "weapon = true"),
    ("encounter", FIGHT, 'side = "enemies"', 'side = "foes"'), ("encounter", FIGHT, 'creature = "ash_herald"\n', ""),
    ("encounter", FIGHT, "[roster.W]", "[roster.W]\nhp = 3"), ("encounter", FIGHT, "[roster.W]", "[roster.Wolf]"),
    ("encounter", FIGHT, "[roster.W]", "[roster.W]\nstates = { slowed = 1 }"), ("encounter", FIGHT, "map =", "[rules]\nrounds = 3\n[legend]\nmap ="),
    ("encounter", FIGHT, "title =", "objective = 'win'\ntitle ="), ("encounter", FIGHT, "title =", "objective = { kind = 'win' }\ntitle ="),
    ("encounter", FIGHT, "[roster.W]", "[features.gate]\nkind = 'door'\nat = 'a1'\nstate = 'ajar'\n[roster.W]"),
    ("encounter", FIGHT, "[roster.W]", "[legend]\n':' = 'lava'\n[roster.W]"), ("encounter", FIGHT, "[roster.W]", "[rules]\nmax_rounds = 'ten'\n[roster.W]"),
    ("encounter", FIGHT, "[roster.W]", "[rules]\nattack_targets = 'all'\n[roster.W]"),
    ("encounter", FIGHT, 'creature = "gate_warden"', "companion = { calling = 'vanguard', levl = 2 }"),
    ("encounter", FIGHT, 'creature = "gate_warden"', "companion = { calling = 'vanguard', level = 10 }"),
    ("ruleset", RULES, "points = 3 ", "pionts = 3 "), ("ruleset", RULES, "[states]", "[states]\nslowed = { common = 1 }"),
    ("ruleset", RULES, "common = 1, burns = 1", "common = 1, burn = 1"), ("companion", CALLING, "[level_2]", "[level_2]\nhp = 3"),
    ("companion", CALLING, "[level_3]", "[level_4]"), ("companion", CALLING, "endurance = 3\n", "")])
def test_a_slip_is_refused_by_both(kind, text, old, new, tmp_path):
    """An unknown key, a wrong type, a wrong word, a missing key: the editor shows what the check would tell."""
    assert old in text
    path = tmp_path / f"slip_{kind}.toml"
    path.write_text(f'type = "{kind}"\n{text.replace(old, new, 1)}', encoding="utf-8")
    assert tables.check_file(path) and wrong(kind, read(path.read_text(encoding="utf-8")))


def test_what_need_not_be_said():
    """A maneuver names no instrument, an objective may be one word, a terrain several."""
    assert wrong("deed", {"name": "Shove", "kind": "maneuver", "conflict": [{"shove": 2}]}) == []
    assert wrong("deed", {"name": "Shove", "kind": "gambit", "conflict": [{"shove": 2}]})
    data = read(FIGHT)
    assert wrong("encounter", data | {"objective": "eliminate", "legend": {":": "darkness + pit"}, "rules": {"prevail_fellow_range": "unlimited"}}) == []
    data["roster"]["W"] = {"side": "companions", "companion": {"calling": "my_own", "level": 2, "vigor": 18, "weapon": 4, "spell": 0}}
    assert wrong("encounter", data) == []


# -- words -------------------------------------------------------------------------------------------------------------------
def test_every_key_is_described():
    assert set(WORDS) == set(ALL_MODELS)
    for name, model in ALL_MODELS.items():
        assert set(WORDS[name]) == set(model.model_fields), name
        assert all(3 < len(words) <= 160 and not words.endswith(".") for words in WORDS[name].values()), name
    for model, key in (*EXAMPLES, *LIBRARY):
        assert key in ALL_MODELS[model].model_fields


@pytest.mark.parametrize("kind", MODELS)
def test_descriptions_reach_the_schema(kind):
    for part in (SCHEMAS[kind], *SCHEMAS[kind].get("$defs", {}).values()):
        assert all(prop["description"] for prop in part["properties"].values())
        assert part["description"]


def test_vocabularies_are_listed():
    properties = SCHEMAS["deed"]["properties"]
    assert properties["kind"]["enum"] == k.DEED_KINDS and properties["instrument"]["enum"] == k.INSTRUMENTS
    assert SCHEMAS["deed"]["$defs"]["Line"]["properties"]["state"]["enum"] == k.STATE_NAMES
    assert list(SCHEMAS["encounter"]["$defs"]["RosterEntry"]["properties"]["states"]["properties"]) == k.STATE_NAMES
    assert tables.library_names("deed") == SCHEMAS["creature"]["properties"]["deeds"]["items"]["anyOf"][0]["enum"]
    assert SCHEMAS["creature"]["properties"]["role"]["enum"] == schema.MONSTER_ROLES + schema.COMPANION_ROLES


def test_examples_are_right():
    for (model, key), values in EXAMPLES.items():
        whole = SCHEMAS["encounter"]
        part = whole if model == "Encounter" else whole["$defs"][model]
        for value in values:
            found = Draft202012Validator({**part["properties"][key], "$defs": whole["$defs"]}).iter_errors(value)
            assert not [error.message for error in found], (model, key)


# -- the command and the line in a file ----------------------------------------------------------------------------------------
def test_the_command_prints_and_writes(tmp_path):
    done = CliRunner().invoke(app, ["schema", "creature"])
    assert done.exit_code == 0 and json.loads(done.stdout) == SCHEMAS["creature"]
    done = CliRunner().invoke(app, ["schema", "-o", str(tmp_path / "schemas")])
    assert done.exit_code == 0 and {p.name for p in (tmp_path / "schemas").iterdir()} == {file_name(kind) for kind in MODELS}
    assert json.loads((tmp_path / "schemas" / "companion.schema.json").read_text(encoding="utf-8")) == SCHEMAS["companion"]


@pytest.mark.parametrize("words, part", [(["schema"], "-o DIR"), (["schema", "creatur"], "did you mean 'creature'?")])
def test_the_command_ends_in_a_sentence(words, part):
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1 and part in done.stderr and done.stdout == ""


def test_the_line_for_the_editor_is_a_comment(tmp_path):
    path = tmp_path / "warden.toml"
    path.write_text("#:schema ./creature.schema.json\n" + CREATURE, encoding="utf-8")
    assert tables.check_file(path) == []


# -- the README --------------------------------------------------------------------------------------------------------------
README = (CONTENT / "README.md").read_text(encoding="utf-8")
SECTIONS = {"Encounters": ["Encounter", "RosterEntry", "Fight", "Turn", "ItemEntry"], "Features": ["Feature"], "Objectives": ["Objective"],
            "Lasting effects": ["EffectEntry"], "Creatures": ["Creature", "Virtues", "Bare", "OwnAction"], "Deeds": ["Deed", "Line"], "Gear": ["Gear"],
            "Characters and dials": ["Character", "Dials"], "Rulesets": ["Ruleset", "StateColumns", "ActionRow"],
            "Enter the party: companions from five numbers": ["Companion", "Calling", "FirstLevel", "LaterLevel"]}


def section(title):
    """The text below a heading, up to the next one, without blocks of examples."""
    return re.sub(r"```.*?```", "", re.split(r"^##+ ", README.partition(f"# {title}\n")[2], maxsplit=1, flags=re.M)[0], flags=re.S)


def test_the_readme_names_every_key_where_it_belongs():
    assert {name for names in SECTIONS.values() for name in names} == set(ALL_MODELS)
    for title, names in SECTIONS.items():
        text = section(title)
        for name in names:
            for key in set(ALL_MODELS[name].model_fields) - {"type"}:
                assert re.search(rf"(?<!\w){key}(?!\w)", " ".join(re.findall(r"`[^`]+`", text))), (title, name, key)


def test_the_tables_of_the_readme_name_nothing_else():
    """What a table calls a key is one: nothing is left from an older format."""
    for title, names in SECTIONS.items():
        keys = {key for name in names for key in ALL_MODELS[name].model_fields}
        for row in re.findall(r"^\| (`[^|]+`) \|", section(title), flags=re.M):
            for word in re.findall(r"`([^`]+)`", row):
                assert re.sub(r"[\[\]]", "", word).split(".")[0] in keys, (title, word)


def test_the_readme_knows_callings_and_roles():
    for name in tables.library_names("companion"):
        assert f'`"{name}"`' in section("Enter the party: companions from five numbers")
    for role in schema.MONSTER_ROLES + schema.COMPANION_ROLES:
        assert f'`"{role}"`' in section("Creatures")


def test_the_readmes_companion_loads(tmp_path):
    """The roster entry of the page, put into the fight of the page."""
    blocks = [block.partition("```")[0] for block in README.split("```toml\n")[1:]]
    crab, cellar, entry = ("\n".join(line.removeprefix("   ") for line in block.splitlines()) + "\n" for block in blocks[:3])
    (tmp_path / "crab.toml").write_text(crab, encoding="utf-8")
    there = re.search(r"\[roster\.W\].*?\n\n", cellar, flags=re.S)[0]
    (tmp_path / "cellar.toml").write_text(cellar.replace(there, entry.replace("roster.V", "roster.W") + "\n"), encoding="utf-8")
    assert tables.load_encounter(tmp_path / "cellar.toml").names == ["Vanguard", "Cellar Crab"]
    assert CliRunner().invoke(app, ["companion", "vanguard", "--level", "2", "--vigor", "18", "--weapon", "4", "--spell", "0"]).stdout.partition("\n\n")[0] == \
        entry.strip()
