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


@pytest.mark.parametrize("path", [p for p in FILES if code_of(p) in {"C103", "C201", "C305", "C414", "C904"}], ids=lambda p: p.stem)
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
