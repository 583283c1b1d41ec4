"""From a map file to an encounter that can be played: crop, corrections, roster, picture, the command, and what it refuses."""

import base64
import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command import compiled, fails, run  # noqa: F401
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from map_files import box, data_of, drawn, picture, read, squares, vtt
from PIL import Image

from envs.tables import load_encounter
from envs.tables.load import build_encounter, check_file
from envs.tables.words import parse_square
from judge.importers import RULES, MapError, check_size, correct, crop, densest, encounter_text, keep_inside, notes_of, write_encounter
from judge.importers.tiled_words import SAYINGS

ROOMS = Path(__file__).parent / "data" / "maps" / "two_rooms.dd2vtt"
ROWS = ["############", "#....#.....#", "#....#.....#", "#....+.....#", "#....#.....#", "#....#.....#", "##/#########", "............"]


def large(width=60, height=44):
    """A map that is larger than a board, with a room far from its upper left corner."""
    return vtt(width, height, [box(30, 20, 50, 40)])


def test_a_map_as_large_as_a_board_and_one_row_more():
    check_size(read(vtt(32, 32)))
    for size in ((33, 5), (5, 33)):
        with pytest.raises(MapError, match=f"the map is {size[0]} by {size[1]} squares and a board has at most 32 by 32; pick a part: --crop X,Y,WxH"):
            check_size(read(vtt(*size)))


def test_the_densest_part_holds_the_room():
    found = read(large())
    x, y, width, height = densest(found)
    assert (width, height) == (32, 32) and x <= 30 and x + 32 >= 50 and y <= 20 and y + 32 >= 40
    with pytest.raises(MapError, match=f"most of the rooms are in --crop {x},{y},32x32"):
        encounter_text(found)


def test_the_densest_part_is_where_the_rooms_are_though_a_door_leads_out():
    walls = [[(20, 5), (40, 5)], [(41, 5), (44, 5), (44, 20), (20, 20), (20, 5)]]
    x, y, width, height = densest(read(vtt(60, 30, walls, [((40, 5), (41, 5))])))
    assert x <= 19 and x + width >= 45 and (y, height) == (0, 30)


def test_spaces_that_no_door_joins_are_told():
    found = read(vtt(12, 8, [box(1, 1, 5, 6), box(6, 1, 11, 6)]))
    assert any("falls into 3 spaces that no door joins, which begin on g2, b2, a8;" in note for note in notes_of(found))
    assert not any("falls into" in note for note in notes_of(keep_inside(found, "c3")))


def test_a_crop_moves_doors_and_lights_and_can_be_cropped_again():
    whole = read(ROOMS.read_bytes())
    part = crop(whole, 3, 2, 9, 5)
    assert part.rows == [row[3:12] for row in whole.rows[2:7]] and part.why == [row[3:12] for row in whole.why[2:7]]
    assert [(door.x, door.y) for door in part.doors] == [(door.x - 3, door.y - 2) for door in whole.doors if 3 <= door.x < 12 and 2 <= door.y < 7] != []
    assert (part.left, part.top, part.whole) == (3, 2, (12, 8))
    assert crop(part, 1, 1, 4, 4) == crop(whole, 4, 3, 4, 4)


@pytest.mark.parametrize("part", [(0, 0, 0, 5), (0, 0, 33, 5), (-1, 0, 5, 5), (40, 0, 25, 5), (0, 40, 5, 5)])
def test_a_part_that_is_none(part):
    with pytest.raises(MapError):
        crop(read(large()), *part)


def test_corrections_by_hand():
    found = read(ROOMS.read_bytes())
    changed = correct(found, {"c3": "wall", (3, 3): "door", "e4": "difficult ground", "f4": "floor", "g4": "locked door"})
    assert changed.terrain(2, 2) == "wall" and changed.why[2][2] == "h" and changed.rule(2, 2) == "corrected by hand"
    assert {(3, 3, "closed"), (6, 3, "locked")} <= {(door.x, door.y, door.state) for door in changed.doors}
    assert changed.rows[3][4] == "," and correct(changed, {"c3": "floor"}).why[2][2] == "."
    lamp = found.lights[0]
    assert len(correct(found, {(lamp.x, lamp.y): "wall"}).lights) == len(found.lights) - 1
    for name, word in (("z9", "wall"), ("c3", "lava"), ("??", "wall")):
        with pytest.raises(MapError):
            correct(found, {name: word})


def test_what_cannot_be_reached_is_walled_up():
    found = read(vtt(12, 8, [box(1, 1, 5, 6), box(6, 1, 11, 6)]))
    kept = keep_inside(found, "c3")
    assert found.rows[3] == "#....#.....#"  # the rock between two rooms is blocked, the rooms are not
    assert all(kept.rows[y][x] == ("." if 1 <= x < 5 and 1 <= y < 6 else "#") for y in range(8) for x in range(12))
    assert "i" in kept.why[7] and kept.why[1][0] == "e"
    with pytest.raises(MapError, match="the square is a wall"):
        keep_inside(found, "f3")


# -- the encounter --------------------------------------------------------------------------------------------------------
def test_without_combatants_the_file_says_what_is_to_do_and_taking_the_marks_away_makes_it_valid(tmp_path):
    out = tmp_path / "rooms.toml"
    text = encounter_text(read(ROOMS.read_bytes()))
    out.write_text(text)
    assert [fault.code for fault in check_file(out)] == ["C106"]  # the roster, and nothing else
    head, mark, tail = text.partition("# The companions are still to be named")
    assert "[roster" not in head
    out.write_text(head + "\n".join(line[2:] if line.startswith("# ") and ("=" in line or "[" in line) else line for line in (mark + tail).split("\n")))
    assert check_file(out) == []


def test_one_side_named_leaves_the_other_to_fill_in(tmp_path):
    out = tmp_path / "rooms.toml"
    write_encounter(read(ROOMS.read_bytes()), out, party="vanguard, archer:2")
    assert [fault.code for fault in check_file(out)] == ["C401"]
    assert "The enemies are still to be named" in out.read_text() and "The companions are" not in out.read_text()


def test_doors_lights_and_darkness_reach_the_encounter():
    data = tomllib.loads(encounter_text(read(ROOMS.read_bytes()), party="vanguard", monsters="2 gnaw_rat"))
    assert data["dark"] is True and data["title"] == "room"
    kinds = [feature["kind"] for feature in data["features"].values()]
    assert kinds == ["door", "door", "light", "light"] and [f.get("state") for f in data["features"].values()] == [None, "open", None, None]
    build_encounter(data, "rooms.toml", "rooms.toml")
    lit = read(ROOMS.read_bytes()).model_copy(update={"dark": False})
    assert "light_1" not in encounter_text(lit) and any("--dark keeps them" in note for note in notes_of(lit))


def test_more_doors_than_a_fight_has_room_for():
    walls = [[(0, y), (8, y)] for y in (3, 6)]
    found = read(vtt(20, 9, walls, [((x, y), (x + 1, y)) for y in (3, 6) for x in range(10)]))
    data = tomllib.loads(encounter_text(found, party="vanguard", monsters="gnaw_rat"))
    assert len(found.doors) == 20 and len(data["features"]) == 16 and any("4 were left out and their squares are floor" in note for note in notes_of(found))
    build_encounter(data, "doors.toml", "doors.toml")


def test_a_fight_is_played_on_an_imported_map(tmp_path):
    out = tmp_path / "rooms.toml"
    run("import", ROOMS, "-o", out, "--party", "vanguard:2, archer, mender", "--monsters", "gravel_ogre, 3 gnaw_rat")
    assert "all well" in run("check", out).stdout
    scenario = load_encounter(out)
    assert len(scenario.keys) == 7
    fight = json.loads(run("play", out, "--enemies", "greedy", "--companions", "greedy", "--seed", "3", "--json").stdout)
    assert fight["winner"] in ("companions", "enemies") and fight["rounds"] > 1


def test_the_monsters_are_in_the_rooms_and_the_party_some_steps_away():
    walls = [[(8, 4), (14, 4), (14, 10), (8, 10), (8, 8)], [(8, 7), (8, 4)]]
    data = tomllib.loads(encounter_text(read(vtt(30, 16, walls, [((8, 7), (8, 8))])), party="2 archer", monsters="gravel_ogre, 3 gnaw_rat"))
    places = {side: [parse_square(entry["at"]) for entry in data["roster"].values() if entry["side"] == side] for side in ("companions", "enemies")}
    assert all(8 <= x < 14 and 4 <= y < 10 for x, y in places["enemies"])
    assert all(max(abs(x - 11), abs(y - 7)) >= 3 for x, y in places["companions"])


LINES = st.lists(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), min_size=2, max_size=4), max_size=5)
DOORS = st.lists(st.tuples(st.integers(0, 13), st.integers(0, 14), st.booleans(), st.booleans()), max_size=18)
LAMPS = st.lists(st.fixed_dictionaries({"position": st.fixed_dictionaries({"x": st.floats(0, 14), "y": st.floats(0, 14)}), "range": st.floats(0, 60)}), max_size=18)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(6, 14), st.integers(6, 14), LINES, DOORS, LAMPS, st.booleans())
def test_whatever_the_map_the_encounter_checks_clean(tmp_path, width, height, walls, doors, lamps, dark):
    portals = [((x, y), (x + 1, y) if flat else (x, y + 1), closed) for x, y, flat, closed in doors]
    found = read(vtt(width, height, walls, portals) | {"lights": lamps, "environment": {"ambient_light": "ff000000" if dark else "ffffffff"}})
    out = tmp_path / "chance.toml"
    try:
        out.write_text(encounter_text(found, party="vanguard", monsters="gnaw_rat", title="A \"map\" \\ of chance"))
    except MapError as error:
        assert "free" in str(error)
        return
    assert check_file(out) == []
    out.write_text(encounter_text(found))
    assert [fault.code for fault in check_file(out)] == ["C106"]


@pytest.mark.parametrize(("names", "words"), [
    ("lancer", "there is no calling 'lancer' in the library"), ("0 archer", "cannot be read"), ("99 archer", "cannot be read"), ("archer:0", "cannot be read"),
    ("17 archer", "cannot be read"), ("9 archer, 9 vanguard", "19 combatants are more than a fight has"), ("archer:x", "cannot be read"), (",", "no calling ''")])
def test_names_that_cannot_be(names, words):
    with pytest.raises(MapError, match=words):
        encounter_text(read(ROOMS.read_bytes()), party=names, monsters="gnaw_rat")


def test_a_map_without_room():
    with pytest.raises(MapError, match="no square of the map is free"):
        encounter_text(correct(read(vtt(1, 1)), {"a1": "wall"}))
    with pytest.raises(MapError, match="no free squares left"):
        encounter_text(read(vtt(2, 1)), party="3 archer", monsters="gnaw_rat")
    with pytest.raises(MapError, match="no free squares left"):
        encounter_text(read(vtt(9, 1)), party="archer", monsters="gravel_ogre")


# -- the command ------------------------------------------------------------------------------------------------------------
def test_the_map_is_printed_without_a_file_and_why_on_the_side():
    done = run("import", ROOMS, "--why")
    assert tomllib.loads(done.stdout)["title"] == "two rooms" and "a wall line lies between" in done.stderr


def test_nothing_is_written_over_without_force(tmp_path):
    out = tmp_path / "rooms.toml"
    run("import", ROOMS, "-o", out)
    before = out.read_bytes()
    run("import", ROOMS, "-o", out)  # the same again is no loss
    out.write_text("my own work")
    assert "would be overwritten and nothing was written; name another place with -o, or add --force." in fails("import", ROOMS, "-o", out)
    assert out.read_text() == "my own work"
    run("import", ROOMS, "-o", out, "--force")
    assert out.read_bytes() == before and sorted(path.name for path in tmp_path.iterdir()) == ["rooms.toml"]


def test_the_picture_lies_beside_the_encounter(tmp_path):
    source, out = tmp_path / "hall.uvtt", tmp_path / "out" / "hall.toml"
    source.write_bytes(data_of(vtt(40, 30, [box(5, 5, 20, 20)], image=base64.b64encode(picture((400, 300), "WEBP")).decode())))
    run("import", source, "-o", out, "--crop", "4,4,18x18", "--picture", "--inside", "c3", "--title", "The hall")
    with Image.open(out.with_suffix(".webp")) as image:
        assert image.size == (180, 180)
    assert "hall.webp" in out.read_text() and tomllib.loads(out.read_text())["title"] == "The hall"
    assert "columns 5 to 22 and rows 5 to 22 of 40 by 30" in out.read_text()
    out.with_suffix(".webp").write_bytes(b"another")
    assert "would be overwritten" in fails("import", source, "-o", out, "--crop", "4,4,18x18", "--picture")


def test_a_picture_that_is_damaged_writes_nothing(tmp_path):
    source, out = tmp_path / "hall.uvtt", tmp_path / "hall.toml"
    source.write_bytes(data_of(vtt(4, 3, image=base64.b64encode(picture()[:50]).decode())))
    assert "image: the picture cannot be unpacked" in fails("import", source, "-o", out, "--picture")
    assert not out.exists() and sorted(path.name for path in tmp_path.iterdir()) == ["hall.uvtt"]
    run("import", source, "-o", out)  # without it the map is as good as any


def test_without_pillow_a_map_comes_in_and_its_picture_does_not(tmp_path, monkeypatch):
    source = tmp_path / "hall.uvtt"
    source.write_bytes(data_of(vtt(4, 3, image=base64.b64encode(picture()).decode())))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("PIL", "pytiled_parser", "defusedxml")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("PIL", "pytiled_parser", "defusedxml"):
        monkeypatch.setitem(sys.modules, name, None)
    run("import", source, "-o", tmp_path / "hall.toml")
    assert "its picture needs Pillow, which is not installed; install it" in fails("import", source, "-o", tmp_path / "two.toml", "--picture")
    assert not (tmp_path / "two.toml").exists()


@pytest.mark.parametrize(("words", "said"), [
    (["--crop", "1,2"], "--crop '1,2' cannot be read; write X,Y,WxH"), (["--crop", "0,0,40x5"], "a board of 40 by 5 squares is not possible"),
    (["--crop", "10,0,8x5"], "the part 10,0,8x5 is not on the map, which is 12 by 8"), (["--set", "c4"], "--set 'c4' cannot be read"),
    (["--set", "c4=lava"], "c4: 'lava' is nothing that a square can be"), (["--set", "zz4=wall"], "'zz4' is no square of the map"),
    (["--inside", "a99"], "'a99' is no square"), (["--picture"], "a picture is not for the screen"), (["--monsters", "gnaw_rats"], "did you mean 'gnaw_rat'?"),
    (["--title", "x" * 41], "the title has 41 letters"), (["--picture", "-o", "{}/x.toml"], "the map has no picture"), (["-o", "{}"], "it is a folder")])
def test_each_slip_is_one_sentence(words, said, tmp_path):
    assert said in fails("import", ROOMS, *(word.format(tmp_path) for word in words))
    assert list(tmp_path.iterdir()) == []


def test_a_large_map_is_cropped_and_says_how(tmp_path):
    source = tmp_path / "large.dd2vtt"
    source.write_bytes(data_of(large()))
    said = fails("import", source, "-o", tmp_path / "x.toml")
    part = said.partition("most of the rooms are in --crop ")[2].rstrip(".\n")
    assert "the map is 60 by 44 squares" in said
    run("import", source, "-o", tmp_path / "x.toml", "--crop", part)
    assert not tomllib.loads((tmp_path / "x.toml").read_text()).get("roster")


def test_the_map_itself_is_not_written_over(tmp_path):
    source = tmp_path / "map.json"
    source.write_bytes(ROOMS.read_bytes())
    assert "the encounter would be written over the map" in fails("import", source, "-o", tmp_path / "." / "map.json", "--force")
    assert source.read_bytes() == ROOMS.read_bytes()


def test_names_of_files_do_no_harm(tmp_path):
    source = tmp_path / "a\n[roster.X]\x7f\u202e.dd2vtt"
    source.write_bytes(ROOMS.read_bytes())
    run("import", source, "-o", tmp_path / "x.toml", "--party", "vanguard", "--monsters", "gnaw_rat")
    assert check_file(tmp_path / "x.toml") == []


def test_the_fixture_reads_as_it_is_drawn():
    assert squares(read(ROOMS.read_bytes())) == ROWS


def test_drawn_maps_of_the_tests_are_what_they_show():
    content = drawn("+--+\n|  !\n+  +")
    assert content["resolution"]["map_size"] == {"x": 1, "y": 1} and len(content["line_of_sight"]) == 2 and len(content["portals"]) == 1


PAGE = (Path(__file__).parents[1] / "docs" / "import.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_what_the_command_says(tmp_path, monkeypatch):
    shown = PAGE.split("```\n$ foemind import tests/data/maps/two_rooms.dd2vtt ")[1].split("```")[0]
    words, _, output = shown.partition("\n")
    monkeypatch.chdir(tmp_path)
    assert run("import", ROOMS, *shlex.split(words)).stdout.strip() == output.strip()


def test_the_python_of_the_page_runs(tmp_path):
    (tmp_path / "two_rooms.dd2vtt").write_bytes(ROOMS.read_bytes())
    code = PAGE.split("```python\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300,
                          env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])})
    said = done.stdout
    assert done.returncode == 0, done.stderr
    assert said.startswith("wall because: corrected by hand\n") and tomllib.loads(said.partition("\n")[2])["roster"]


def test_the_words_of_tiled_on_the_page_are_those_that_are_read():
    rows = [row.strip("|").split("|") for row in PAGE.split("| name | square |\n|---|---|\n")[1].split("\n\n")[0].split("\n")]
    assert [{name.strip() for name in row[0].split(",")} for row in rows] == [{word.replace("_", " ") for word in words.split()} for words in SAYINGS.values()]


def test_every_rule_has_a_row_on_the_page():
    assert all(f"`{key}`" in PAGE for key in RULES)
