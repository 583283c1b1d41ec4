"""Around the records: included files, texts of damage and squares, names and keys, what an import costs."""

import subprocess
import sys
from pathlib import Path

import pytest

import envs.tables as tables
from envs.core import codes as k
from envs.tables.words import parse_damage, parse_square, slug, square_name


def test_included_files(tmp_path):
    """A creature file with a deed of its own, a deed file and a gear file next to the encounter."""
    (tmp_path / "marsh_hound.toml").write_text(
        'name = "Marsh Hound"\nvirtues = { might = 2, grace = 2, wits = 0, spirit = 0 }\nkey = "grace"\nmax_vigor = 12\nspeed = 7\n'
        'bare = { weapon = 3 }\nheld = ["collar"]\ndeeds = ["bite", "howl"]\n\n[own_deeds.bite]\nname = "Bite"\nkind = "attack"\n'
        'instrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "weapon" }]\n')
    (tmp_path / "howl.toml").write_text(
        'name = "Howl"\nkind = "gambit"\ninstrument = "innate"\nrange = 5\ntargets = "ally"\nconflict = [{ state = "strong" }]\n')
    (tmp_path / "collar.toml").write_text('name = "Collar"\nhands = 0\n')
    path = tmp_path / "fight.toml"
    path.write_text('title = "Hounds"\ninclude = ["marsh_hound.toml", "howl.toml", "collar.toml"]\nmap = """\n.W..H\n"""\n'
                    '[roster.W]\ncreature = "gate_warden"\nside = "companions"\n[roster.H]\ncreature = "marsh_hound"\nside = "enemies"\n')
    assert tables.check_file(path) == []
    scenario = tables.load_encounter(path)
    assert scenario.names == ["Gate Warden", "Marsh Hound"] and {"bite", "howl"} <= set(scenario.deed_keys)


@pytest.mark.parametrize("text, value", [("†", (1, 0, 0)), ("††+2", (2, 0, 2)), ("Ω", (0, 1, 0)), ("\u2126 + 1", (0, 1, 1)),
                                         ("weapon + 3", (1, 0, 3)),
                                         ("2 spell", (0, 2, 0)), ("† Ω", (1, 1, 0)), ("4", (0, 0, 4)), ("0", (0, 0, 0)), ("", None), ("d6", None),
                                         ("†-1", None), ("++", None), ("100", None), ("5†5†", None)])
def test_damage_texts(text, value):
    assert parse_damage(text) == value


def test_square_names_read_back():
    for x in range(k.MAX_SIDE):
        for y in range(k.MAX_SIDE):
            assert parse_square(square_name(x, y)) == (x, y)
    assert square_name(0, 0) == "a1" and square_name(25, 9) == "z10" and square_name(26, 0) == "aa1"
    assert [parse_square(t) for t in ("", "4c", "a0", "a", "abc1", "a100")] == [None] * 6


@pytest.mark.parametrize("text, key", [("Cave Rat A", "cave-rat-a"), ("Élan d'Or", "elan-d-or"), ("???", "")])
def test_slug(text, key):
    assert slug(text) == key


def test_names_that_collide(tmp_path):
    """Keys stay unique, plain and readable whatever the names are."""
    rows = [("A", '"Old Rat"'), ("B", '"New Rat"'), ("c", '"石"'), ("D", '"7"'), ("E", None), ("e", None)]
    path = tmp_path / "names.toml"
    path.write_text('title = "Names"\nmap = """\nABcDEe\nW.....\n"""\n[roster.W]\ncreature = "gate_warden"\nside = "companions"\n' + "".join(
        f'[roster.{letter}]\ncreature = "gnaw_rat"\nside = "enemies"\n' + (f"name = {name}\n" if name else "") for letter, name in rows))
    scenario = tables.load_encounter(path)
    assert scenario.names[1:6] == ["Old Rat", "New Rat", "石", "7", "Gnaw Rat E"]
    assert len({n.casefold() for n in scenario.names}) == 7 and len(set(scenario.keys)) == 7
    assert all(key[0].isalpha() and set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for key in scenario.keys)
    assert scenario.keys[1:3] == ["old-rat", "new-rat"]


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, envs.tables; assert not {'pydantic', 'numba'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)
