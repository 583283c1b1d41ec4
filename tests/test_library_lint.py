"""`foemind lint` on a library to which a user has added something: names of files, companions from five numbers, creatures of an encounter's own."""

import shutil
import tomllib

import pytest
from typer.testing import CliRunner

import envs.tables as tables
from envs.tables import library
from envs.tables.library import CONTENT, FOLDERS, library_item
from envs.tables.matrix import cast, creature_does, matrix, uses
from judge.cli import app
from judge.library import lint_library, notes

TOAD = (CONTENT / "creatures" / "gnaw_rat.toml").read_text(encoding="utf-8")
FIGHT = '''title = "Toads in the chapel"
map = """
......
.C..T.
......
"""

[roster.C]
side = "companions"
{companion}

[roster.T]
side = "enemies"
creature = "{monster}"
'''
SINGER = 'companion = { calling = "singer", level = 2 }'
OWN_TOAD = '''
[creatures.chapel_toad]
name = "Chapel Toad"
virtues = { might = 2, grace = 1, wits = 0, spirit = 0 }
key = "might"
max_vigor = 12
speed = 4
bare = { weapon = 3 }
deeds = ["steady_blow", "rib_bell"]

[deeds.rib_bell]
name = "Rib Bell"
kind = "gambit"
instrument = "innate"
targets = "area"
area = "burst"
area_size = 2
conflict = [{ state = "dazed", potency = 1 }]
'''


@pytest.fixture
def content(tmp_path, monkeypatch):
    """A copy of the library that a test may add to."""
    for folder in FOLDERS.values():
        shutil.copytree(CONTENT / folder, tmp_path / folder)
    monkeypatch.setattr(library, "CONTENT", tmp_path)
    library_item.cache_clear()
    yield tmp_path
    library_item.cache_clear()


def lint(*words, code=0):
    done = CliRunner().invoke(app, ["lint", *words])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


# -- whoever stands in an encounter ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("companion, monster, more", [(SINGER, "gnaw_rat", ""), (SINGER, "chapel_toad", OWN_TOAD), ('creature = "gate_warden"', "chapel_toad", OWN_TOAD)])
def test_an_encounter_may_hold_companions_and_creatures_of_its_own(content, companion, monster, more):
    (content / "encounters" / "toads.toml").write_text(FIGHT.format(companion=companion, monster=monster) + more, encoding="utf-8")
    assert lint_library() == []
    assert "without fault" in lint("--matrix").stdout


def test_what_they_do_counts_in_the_matrix(content):
    (content / "encounters" / "toads.toml").write_text(FIGHT.format(companion=SINGER, monster="chapel_toad") + OWN_TOAD, encoding="utf-8")
    found, who = uses(), cast("toads")
    does = [creature_does(body, who.shelf) for body in who.own]
    assert len(does) == 2 and "burst" in does[1].areas and does[0].verbs
    for one in does:
        for kind, words in (("verb", one.verbs), ("area", one.areas), ("state", one.states), ("instrument", one.instruments)):
            assert all("toads" in found[kind][word] for word in words)


def test_a_companions_actions_and_gear_are_uses(content):
    """A deed that only a calling has is used; one that nobody has is not."""
    calling = content / "companions" / "vanguard.toml"
    deed = (content / "deeds" / "steady_blow.toml").read_text(encoding="utf-8")
    (content / "deeds" / "slow_blow.toml").write_text(deed.replace("Steady", "Slow"), encoding="utf-8")
    assert lint_library() == ["the deed slow_blow is used by nothing; use it or drop it"]
    calling.write_text(calling.read_text(encoding="utf-8").replace('deeds = [', 'deeds = ["slow_blow", ', 1), encoding="utf-8")
    library_item.cache_clear()
    assert lint_library() == []


# -- names of files --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("folder", FOLDERS.values())
@pytest.mark.parametrize("stem, remedy", [("tar-toad", "tar_toad.toml"), ("TarToad", "tartoad.toml"), ("tar toad", "tar_toad.toml"), ("7toads", "a letter first")])
def test_a_file_of_the_library_has_an_id_for_a_name(content, folder, stem, remedy):
    source = min((content / folder).glob("*.toml"))
    shutil.copy(source, content / folder / f"{stem}.toml")
    said = lint(code=1).stderr
    assert said.count("\n") == 1 and "C117" in said and f"{stem}.toml" in said and remedy in said
    assert stem not in tables.library_names(folder)
    done = CliRunner().invoke(app, ["check", stem])
    assert done.exit_code == 1 and remedy in done.stderr and "did you mean" not in done.stderr


@pytest.mark.parametrize("stem", ["tar-toad", "TarToad"])
def test_a_file_whose_name_becomes_an_id_is_named_so(stem, tmp_path):
    path = tmp_path / f"{stem}.toml"
    path.write_text(TOAD, encoding="utf-8")
    assert [(f.code, f.entry) for f in tables.check_file(path)] == [("C117", "")]
    fight = tmp_path / "My fight.toml"  # no id is made of the name of a fight
    fight.write_text(f'include = ["{stem}.toml"]\n' + FIGHT.format(companion=SINGER, monster="tar_toad"), encoding="utf-8")
    assert ("C117", "include[1]") in [(f.code, f.entry) for f in tables.check_file(fight)]
    path.rename(tmp_path / "tar_toad.toml")
    fight.write_text(fight.read_text(encoding="utf-8").replace(stem, "tar_toad"), encoding="utf-8")
    assert tables.check_file(fight) == []


def test_the_library_is_named_well():
    assert library.misnamed_files() == []


# -- creatures without an encounter ----------------------------------------------------------------------------------------
def test_a_creature_that_stands_in_no_encounter_is_a_note_and_no_fault(content):
    """Generated fights draw on every creature of the library."""
    data = TOAD.replace(tomllib.loads(TOAD)["name"], "Bell Toad").replace("deeds = [", 'deeds = ["rib_bell", ', 1)
    (content / "creatures" / "bell_toad.toml").write_text(data + OWN_TOAD.replace("[deeds.", "[own_deeds.").partition("\n\n")[2], encoding="utf-8")
    assert lint_library() == [] and [note for note in notes() if "bell_toad" in note]
    said = lint().stdout
    assert "bell_toad stands in no encounter" in said and said.endswith("without fault\n")
    fight = content / "encounters" / "toads.toml"
    fight.write_text(FIGHT.format(companion=SINGER, monster="bell_toad"), encoding="utf-8")
    library_item.cache_clear()
    assert notes() == []


# -- the matrix ------------------------------------------------------------------------------------------------------------
def test_the_matrix_begins_with_the_creatures():
    said = lint("--matrix").stdout
    assert said.startswith(min(matrix())) and said.index(max(matrix())) < said.index("verb:")


def test_the_matrix_of_one_creature():
    said = lint("--matrix", "--of", "fen_archer_2").stdout.splitlines()
    assert said[0].startswith("fen_archer (") and len(said) == 6
    assert "add --matrix" in lint("--of", "gnaw_rat", code=1).stderr
    assert "did you mean 'gnaw_rat'?" in lint("--matrix", "--of", "gnaw_rta", code=1).stderr
