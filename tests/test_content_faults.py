"""Faulty content: every kind of fault has its own code, and its sentence names file, entry and remedy."""

import random
import shutil
from pathlib import Path

import pytest

import envs.tables as tables
from envs.tables.errors import CODES, ContentError, Fault, Faults

MALFORMED = Path(__file__).parent / "data" / "malformed"
FILES = sorted(MALFORMED.glob("*.toml"))
WHOLE_FILE = {"C101", "C114"}  # no entry to name
WITHOUT_FILE = {"C101", "C209"}  # a file that is not there, a library encounter that is not there


def code_of(path):
    return path.name[:4].upper()


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_each_file_has_its_fault_and_no_other(path):
    faults = tables.check_file(path)
    assert {f.code for f in faults} == {code_of(path)}
    for fault in faults:
        assert path.name in fault.file
        assert fault.entry or fault.code in WHOLE_FILE
        text = str(fault)
        assert text.startswith(fault.file) and fault.entry in text and fault.problem in text and fault.remedy in text
        assert len(fault.remedy) > 5 and "\n" not in text and text.endswith(f"[{fault.code}]")
        assert "None" not in text and "pydantic" not in text.lower() and "<class" not in text


def test_every_code_has_one_file():
    codes = [code_of(p) for p in FILES]
    assert len(set(codes)) == len(codes) >= 45
    assert set(codes) == set(CODES) - WITHOUT_FILE


def test_sentences_differ():
    assert len({str(f)[len(str(p)):] for p in FILES for f in tables.check_file(p)[:1]}) == len(FILES)


def test_missing_file_and_unknown_library_encounter(tmp_path):
    assert [f.code for f in tables.check_file(tmp_path / "nothing.toml")] == ["C101"]
    assert [f.code for f in tables.check_file(tmp_path)] == ["C101"]  # a folder
    with pytest.raises(ContentError) as error:
        tables.load_library_encounter("duell")
    assert error.value.code == "C209" and "'duel'" in error.value.remedy


@pytest.mark.parametrize("path", [p for p in FILES if code_of(p) in {"C103", "C119", "C201", "C305", "C333", "C414"}], ids=lambda p: p.stem)
def test_loading_raises_what_the_check_finds(path):
    with pytest.raises(ContentError) as error:
        tables.load_encounter(path)
    assert error.value.faults == tables.check_file(path)
    assert str(error.value.faults[0]) in str(error.value)


def test_loading_a_creature_as_an_encounter_is_a_fault():
    with pytest.raises(ContentError) as error:
        tables.load_encounter(MALFORMED / "parts" / "crab.toml")
    assert error.value.code == "C104" and "creature" in error.value.problem


def test_all_faults_are_told_at_once(tmp_path):
    path = tmp_path / "two.toml"
    path.write_text((MALFORMED / "c404_too_much_vigor.toml").read_text().replace("....R..", "....R.!") + "states = { weak = 99 }\n")
    assert {f.code for f in tables.check_file(path)} == {"C304", "C404", "C408"}


def test_a_fault_in_an_included_file_names_that_file(tmp_path):
    shutil.copy(MALFORMED / "c504_five_guard_dice.toml", tmp_path / "crab.toml")
    text = (MALFORMED / "c113_defined_twice.toml").read_text().partition("[creatures.crab]")[0]
    (tmp_path / "fight.toml").write_text(text.replace("parts/crab.toml", "crab.toml").replace("hook_runner", "crab"))
    faults = tables.check_file(tmp_path / "fight.toml")
    assert ("C504", "crab.toml", "guard_dice") in [(f.code, f.file, f.entry) for f in faults]


def test_what_nobody_plays_is_checked_too(tmp_path):
    """A creature that an encounter defines and leaves out of its roster is not passed over."""
    crab = (MALFORMED / "c202_unknown_deed.toml").read_text()
    path = tmp_path / "spare.toml"
    path.write_text((MALFORMED / "c404_too_much_vigor.toml").read_text().replace("vigor = 99", "vigor = 9") + "\n[creatures.crab]\n" + crab)
    assert [(f.code, f.entry) for f in tables.check_file(path)] == [("C202", "creatures.crab.deeds[1]")]


def of_text(tmp_path, text):
    """Faults of an encounter given as text."""
    path = tmp_path / "drawn.toml"
    path.write_text(text, encoding="utf-8")
    return tables.check_file(path)


QUARREL = (MALFORMED / "c404_too_much_vigor.toml").read_text().replace("vigor = 99", "vigor = 9")


@pytest.mark.parametrize("old, new, code, part", [
    ('title = "A short quarrel"', 'title = "A short\\nquarrel"', "C116", "one line"),
    ("map =", "[rules]\nmax_rounds = 5\nmap =", "C119", "'map' stood below [rules]"),
    ("map =", "[fight]\nround = 0\nmap =", "C119", "'map' stood below [fight]"),
    ("vigor = 9", "vigor = 9\nobjective = 'eliminate'", "C119", "below [roster.R]"),
    ("vigor = 9", "vigor = 9\nhitpoints = 3", "C105", "vigor"),
    ("vigor = 9", "supply = { knife = 5 }", "C505", "4, 6, 8, 10 or 12"),
    ("vigor = 9", "supply = { knife = 4 }", "C432", "never runs low"),
    ("vigor = 9", "taunted_by = 'W'", "C438", "is not taunted"),
    ("vigor = 9", "grabbed_by = ['R']", "C437", "itself"),
    ("vigor = 9", "grabbed_by = ['Z']", "C210", "'Z'"),
    ("vigor = 9", "arrives = 3\n[fight]\nround = 2\nfirst_side = 'enemies'\nturn = { of = 'R', points = 1 }", "C425", "arrives in round 3"),
    ("vigor = 9", "ground = 'hazard'", "C314", "feature"),
    ("vigor = 9", "ground = 'darkness + lava'", "C314", "'lava'"),
    ("vigor = 9", "\n[[items]]\ngear = 'knife'\nat = 'z9'", "C310", "off the map"),
    ("vigor = 9", "\n[[items]]\ngear = 'fork'\nat = 'a1'", "C203", "'fork'"),
    ("vigor = 9", "\n[[effects]]\nkind = 'cloud'\nowner = 'R'\nat = 'a1'\nsize = 2", "C109", "lasting effect"),
    ("vigor = 9", "\n[[effects]]\nkind = 'dense cloud'\nowner = 'X'\nat = 'a1'\nsize = 2", "C210", "'X'"),
    ("vigor = 9", "\n[features.gate]\nkind = 'door'\nsign = '+'", "C319", "nowhere"),
    ("vigor = 9", "\n[features.gate]\nkind = 'door'\nat = 'h1'", "C310", "a1 to g5"),
    ("vigor = 9", "\n[features.crate]\nkind = 'object'\nat = 'e4'", "C333", "stands"),
    ("vigor = 9", "\n[features.thorns]\nkind = 'hazard'\nat = 'a1'\ndamage = '2d6'", "C605", "one die"),
    ("title =", "objective = { kind = 'reach', side = 'enemies', squares = ['z1'] }\ntitle =", "C310", "off the map"),
    ("title =", "objective = { kind = 'hold', side = 'enemies', squares = ['a1'], rounds = 40 }\ntitle =", "C423", "max_rounds"),
    ("title =", "objective = { kind = 'hold', side = 'enemies', squares = [], rounds = 4 }\ntitle =", "C325", "square"),
    ("title =", "objective = { kind = 'slay', side = 'enemies', who = 'Q' }\ntitle =", "C210", "'Q'"),
    ("title =", "objective = { kind = 'slay', side = 'enemies', who = 'R' }\ntitle =", "C336", "the other side")])
def test_more_faults_of_an_encounter(old, new, code, part, tmp_path):
    assert of_text(tmp_path, QUARREL) == [] and old in QUARREL
    faults = of_text(tmp_path, QUARREL.replace(old, new, 1))
    assert [f.code for f in faults] == [code] and part in str(faults[0])


def test_a_sign_has_one_meaning(tmp_path):
    text = QUARREL.replace("....R..", "....R,+", 1) + "\n[features.gate]\nkind = 'door'\nsign = '{}'\n"
    assert of_text(tmp_path, text.format("+")) == []
    assert [(f.code, f.entry) for f in of_text(tmp_path, text.format(",")) if f.code != "C304"] == [("C315", "features.gate.sign")]
    assert [f.code for f in of_text(tmp_path, text.format("+") + "[features.bar]\nkind = 'lever'\nsign = '+'\n")] == ["C315", "C332"]
    assert [f.code for f in of_text(tmp_path, text.format("+") + "[legend]\n'+' = 'pit'\n")] == ["C315"]


def test_an_objective_square_lies_in_no_wall(tmp_path):
    text = 'objective = { kind = "reach", side = "enemies", squares = ["a1", "b1"] }\n' + QUARREL.replace(".......", "#......", 1)
    assert [(f.code, f.entry) for f in of_text(tmp_path, text)] == [("C331", "objective.squares")]


@pytest.mark.parametrize("line, code", [
    ('{ push = 2, potency = 1 }', "C606"), ('{ push = 2, who = "self" }', "C615"), ('{ effect = "aura", who = "fellows" }', "C615"),
    ('{ effect = "dense cloud", whom = "foes" }', "C616"), ('{ push = 2, pull = 2 }', "C604"), ('{ grab = false }', "C109"), ('{ gain = "luck" }', "C109"),
    ('{ lose = "movement" }', "C109"), ('{ push = 0 }', "C108"), ('{ amount = 2 }', "C603"), ('{ gain = "focus", potency = 2 }', "C606"),
    ('{ damage = "†" }', "C612")])
def test_faults_of_lines(line, code, tmp_path):
    path = tmp_path / "pinch.toml"
    path.write_text(f'name = "Pinch"\nkind = "gambit"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{line}]\n', encoding="utf-8")
    faults = tables.check_file(path)
    assert [f.code for f in faults] == [code] and "True" not in str(faults[0])


@pytest.mark.parametrize("head, code", [
    ('targets = "area"\narea = "spell burst"', "C624"), ('targets = "area"\narea = "blast"\narea_size = 9', "C108"), ('targets = "creature"\narea = "burst"', "C622"),
    ('targets = "area"\narea = "melee burst"\narea_size = 2', "C623"), ('targets = "area"\narea = "burst"\narea_size = 2\nrange = 4', "C614"),
    ('targets = "area"\narea = "cone"', "C109"), ('targets = "ally"\nharmful = true', "C621"), ('targets = "creature"\nn_targets = 3', "C610"),
    ('targets = "personal"', "C615")])
def test_faults_of_areas_and_targets(head, code, tmp_path):
    path = tmp_path / "pinch.toml"
    path.write_text(f'name = "Pinch"\nkind = "gambit"\ninstrument = "melee"\n{head}\nconflict = [{{ push = 1 }}]\n', encoding="utf-8")
    assert [f.code for f in tables.check_file(path)] == [code]


def test_areas_that_need_no_range(tmp_path):
    """Innate areas that start at their user measure nothing; blasts and paths do (T11.2-T11.9)."""
    for area, fine in (("burst", True), ("aura", True), ("close blast", True), ("close path", True), ("blast", False), ("path", False)):
        path = tmp_path / "pinch.toml"
        path.write_text(f'name = "Pinch"\nkind = "gambit"\ninstrument = "innate"\ntargets = "area"\narea = "{area}"\narea_size = 2\nconflict = [{{ push = 1 }}]\n')
        assert [f.code for f in tables.check_file(path)] == ([] if fine else ["C613"]), area


def test_the_key_that_was_meant_is_in_sight(tmp_path):
    """All keys are told where one is unknown, and a long list of words begins with the nearest; far words are no near misses."""
    path = tmp_path / "crab.toml"
    path.write_text((MALFORMED / "c105_unknown_key.toml").read_text().replace("sped = 3", "hp = 3"))
    remedies = [f.remedy for f in tables.check_file(path) if f.code == "C105"]
    assert "max_vigor" in remedies[0] and "did you mean" not in remedies[0]
    path.write_text('name = "Bag"\nuse = ["concoction"]\ndeed = "black_tea"\n')
    far = tables.check_file(path)[0].remedy
    assert far.startswith("use one of black_rain") and "did you mean" not in far
    assert of_text(tmp_path, QUARREL.replace('"hook_runner"', '"hook_runer"'))[0].remedy == "did you mean 'hook_runner'?"


def test_fault_codes_are_closed():
    with pytest.raises(KeyError):
        Faults().add("C999", "a.toml", "b", "c", "d")
    fault = Fault("C101", "a.toml", "b", "c", "did you mean 'd'?")
    assert str(fault) == "a.toml: b: c; did you mean 'd'? [C101]"


@pytest.mark.parametrize("seed", range(8))
def test_no_damage_to_a_file_ends_in_anything_but_faults(seed, tmp_path):
    """Lines dropped, doubled, swapped or scribbled over: the check answers with faults or accepts, and never breaks."""
    rng = random.Random(seed)
    sources = [p for p in Path(tables.__file__).parent.parent.joinpath("content").rglob("*.toml")]
    scribbles = ["= 1", "= -1", "= []", '= ""', "= {}", "= 1.5", "= true", "= 99999999999999999999", '= ["x"]', "= 1979-05-27"]
    refused = 0
    for n in range(40):
        source = rng.choice(sources)
        lines = source.read_text().splitlines()
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(lines))
            what = rng.randrange(4)
            if what == 0:
                lines[i] = ""
            elif what == 1:
                lines[i] += "\n" + lines[rng.randrange(len(lines))]
            elif what == 2:
                lines[i] = lines[i].partition("=")[0] + rng.choice(scribbles)
            else:
                lines[i] = lines[i].replace(rng.choice("abcdeimnorst.=[#"), rng.choice("xyz.]#W,"), 1)
        path = tmp_path / source.name
        path.write_text("\n".join(lines))
        faults = tables.check_file(path)
        assert all(f.code in CODES for f in faults)
        refused += bool(faults)
    assert refused > 10


def test_c424_does_not_count_those_who_arrive_in_a_later_round(tmp_path):
    """T1.3: the companion has acted and the only enemy is not there yet, so the round is over and either side may be next."""
    late = "arrives = 3\n[fight]\nround = 2\nfirst_side = 'companions'\nnext_side = 'companions'\nacted = ['W']"
    assert of_text(tmp_path, QUARREL.replace("vigor = 9", late, 1)) == []
    assert [f.code for f in of_text(tmp_path, QUARREL.replace("vigor = 9", late.replace("arrives = 3", ""), 1))] == ["C424"]
