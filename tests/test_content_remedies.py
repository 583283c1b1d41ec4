"""What a remedy tells: all words of a closed list, the table in which a key belongs, only what is missing, and each slip once."""

import re

import pytest

import envs.tables as tables
from envs.core import codes as k
from envs.tables import schema
from envs.tables.json_schema import json_schema
from envs.tables.library import CONTENT
from envs.tables.schema_lines import VERB_KEYS

CRAB = '''name = "Cellar Crab"
virtues = { might = 2, grace = 1, wits = 0, spirit = 0 }
key = "might"
max_vigor = 12
speed = 4
bare = { weapon = 3 }
deeds = ["steady_blow"]
'''
PINCH = '''name = "Pinch"
kind = "gambit"
instrument = "melee"
targets = "creature"
conflict = [{ push = 1 }]
'''
FIGHT = '''title = "A short quarrel"
map = """
.W..R
"""
[roster.W]
side = "companions"
companion = { calling = "vanguard" }
[roster.R]
side = "enemies"
creature = "hook_runner"
'''
README = (CONTENT / "README.md").read_text(encoding="utf-8")


def faults(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return tables.check_file(path)


def only(tmp_path, text, code):
    """The one fault of a file, which has that code."""
    found = faults(tmp_path, text)
    assert [f.code for f in found] == [code], found
    return found[0]


# -- closed lists ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, old, new, words", [
    (PINCH, "push = 1", 'state = "qqq"', k.STATE_NAMES), (PINCH, 'instrument = "melee"', 'instrument = "qqq"', k.INSTRUMENTS),
    (PINCH, 'targets = "creature"', 'targets = "qqq"', k.TARGETS), (PINCH, 'targets = "creature"', 'targets = "area"\narea = "qqq"', k.AREAS[1:]),
    (PINCH, "push = 1", 'effect = "qqq"', k.EFFECT_NAMES), (PINCH, "push = 1", "qqq = 1", VERB_KEYS), (PINCH, "{ push = 1 }", "{ potency = 1 }", VERB_KEYS),
    (CRAB, "speed = 4", 'speed = 4\nrole = "qqq"', schema.MONSTER_ROLES + schema.COMPANION_ROLES), (CRAB, 'key = "might"', 'key = "qqq"', k.VIRTUES),
    (CRAB, "speed = 4", "speed = 4\nqqq = 4", ["virtues", "own_gear", "max_vigor"]), (FIGHT, "title =", 'objective = "qqq"\ntitle =', k.OBJECTIVES),
    (FIGHT, "title =", '[legend]\n":" = "qqq"\n[features.gate]\nkind = "qqq"\nat = "a1"\n[fight]\nturn = { of = "R", points = 1, taken = ["qqq"] }\ntitle =', ())])
def test_a_closed_list_of_words_is_told_whole(text, old, new, words, tmp_path):
    assert old in text
    found = faults(tmp_path, text.replace(old, new, 1))
    said = found[0].remedy
    assert found and not re.search(r"\band \d+ more\b", " ".join(map(str, found))) and all(re.search(rf"\b{word}\b", said) for word in words), said


def test_ids_of_the_library_are_told_in_part(tmp_path):
    assert re.search(r"and \d+ more", only(tmp_path, CRAB.replace("steady_blow", "qqqqqq"), "C202").remedy)


def test_the_readme_lists_the_states():
    """All of them, with what cancels each as the ruleset has it."""
    from envs.tables.library import library_item
    rules = library_item("ruleset", "trespasser").model.states
    rows = dict(re.findall(r"^\| `(\w+)` \| .+ \| (?:`(\w+)` )?\|$", README.partition("## States\n")[2].partition("\n## ")[0], flags=re.M))
    assert rows == {name: rules[name].opposite or "" for name in k.STATE_NAMES}


def test_the_schema_of_a_line_lists_its_verbs():
    said = json_schema("deed")["$defs"]["Line"]["description"]
    assert "VERB_KEYS" not in said and all(verb in said for verb in VERB_KEYS)


@pytest.mark.parametrize("area", k.AREAS[1:])
def test_which_areas_of_an_innate_deed_need_a_range(area, tmp_path):
    """As the README says: `blast` and `path`; a melee or spell burst cannot be innate."""
    size = "" if area in schema.UNSIZED else "area_size = 2\n"
    text = PINCH.replace('"melee"', '"innate"').replace('targets = "creature"', f'targets = "area"\narea = "{area}"\n{size}')
    row = re.search(r"^\| `range` .*$", README, flags=re.M)[0]
    needs = re.findall(r'`"([a-z ]+)"`', re.search(r"of its areas only (.*?) need it", row)[1])
    assert needs == ["blast", "path"] and ("C613" in [f.code for f in faults(tmp_path, text)]) == (area in needs)


# -- the table in which a key belongs ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, old, new, remedy", [
    (FIGHT, '"vanguard" }', '"vanguard", states = { weak = 1 } }', "move it one level up, into roster.W"),
    (FIGHT, '"vanguard" }', '"vanguard", at = "a1" }', "move it one level up, into roster.W"),
    (CRAB, "deeds =", "virtues2 = 1\ndeeds =", "did you mean 'virtues'?"), (CRAB, "weapon = 3", "weapon = 3, reach = 2", "move it one level up, out of bare"),
    (PINCH, "push = 1", "push = 1, range = 3", "move it one level up, out of conflict"), (CRAB, "speed = 4", "speed = 4\nmight = 3", "move it into virtues"),
    (CRAB, "speed = 4", "speed = 4\nweapon = 3", "move it into bare"), (FIGHT, 'side = "companions"', 'side = "companions"\nlevel = 2', "move it into companion"),
    (FIGHT + "[creatures.crab]\n" + CRAB, "weapon = 3", "weapon = 3, reach = 2", "move it one level up, into creatures.crab")])
def test_a_key_in_a_neighbouring_table_is_told_where_it_belongs(text, old, new, remedy, tmp_path):
    assert old in text and only(tmp_path, text.replace(old, new, 1), "C105").remedy == remedy


@pytest.mark.parametrize("key", ["name", "virtues", "max_vigor", "speed", "deeds", "key"])
def test_a_misspelt_required_key_is_one_fault(key, tmp_path):
    said = only(tmp_path, re.sub(rf"^{key} =", f"{key}x =", CRAB, flags=re.M), "C105")
    assert said.remedy == f"did you mean {key!r}?"


def test_a_missing_key_is_told_beside_another_slip(tmp_path):
    assert [f.code for f in faults(tmp_path, CRAB.replace("speed = 4", "colour = 4"))] == ["C106", "C105"]
    assert {f.code for f in faults(tmp_path, FIGHT.replace("[roster.W]", "[roster.W]\nsid = 1").replace('creature = "hook_runner"', ""))} == {"C105", "C106"}


# -- only what is missing -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("line, when, remedy", [
    ('effect = "dense cloud"', "conflict", "give it who = 'self'"), ('effect = "dense cloud", who = "self", radius = 1', "conflict", "remove radius"),
    ('effect = "dense cloud", who = "self"', "before", "move it to another result than before"),
    ('effect = "dense cloud", radius = 1', "conflict", "give it who = 'self' and remove radius")])
def test_an_effect_of_an_area_is_told_what_it_lacks(line, when, remedy, tmp_path):
    text = PINCH.replace('"creature"', '"area"\narea = "burst"\narea_size = 2').replace("conflict", when).replace("push = 1", line)
    assert only(tmp_path, text, "C620").remedy == remedy


# -- deeds of one's own -------------------------------------------------------------------------------------------------------
OWN = CRAB + "[own_deeds.pinch]\n" + PINCH
FLASK = '[own_gear.flask]\nname = "Flask"\nuse = ["concoction"]\ndeed = "pinch"\n'


@pytest.mark.parametrize("text, codes", [
    (OWN, ["C515"]), (OWN.replace('"steady_blow"', '"steady_blow", "pinch"'), []),
    (OWN.replace("speed = 4", 'speed = 4\nactions = [{ name = "Pinch", deed = "pinch" }]'), []),
    (OWN.replace("speed = 4", 'speed = 4\ncarried = ["flask"]') + FLASK, []), (OWN.replace('"steady_blow"', '"pinhc"'), ["C202"])])
def test_a_deed_of_its_own_is_used(text, codes, tmp_path):
    """By its deeds, an action or its gear; a misspelt id is told once."""
    assert [f.code for f in faults(tmp_path, text)] == codes


def test_the_library_and_the_generator_give_no_deed_that_nothing_uses():
    from envs.generate import encounter_data
    from envs.tables.load import build_encounter
    paths = [path for path in CONTENT.rglob("*.toml") if "own_deeds" in path.read_text(encoding="utf-8")]
    assert not [fault for path in paths for fault in tables.check_file(path)]
    own = 0
    for seed in range(12):
        data = encounter_data(seed)
        own += sum(len(c.get("own_deeds", {})) for c in data.get("creatures", {}).values())
        build_encounter(data, "generated", "generated")  # ContentError on any fault
    assert len(paths) > 20 and own > 50
