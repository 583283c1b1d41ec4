"""Universal VTT files: coordinates, doors, lights, light and dark, the picture; and files that are damaged or meant to do harm."""

import base64
import json
import os
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from map_files import box, data_of, drawn, picture, points, read, squares, vtt
from PIL import Image

from judge.importers import ImportedMap, MapError, checked_picture, crop, limits
from judge.importers import picture as pictures

HALL = """
    +--+--+--+--+
    |           |
    +  +  +  +  +
    |           |
    +--+::+--+--+
    |     !     |
    +  +  +  +  +
    |     |     |
    +--+--+--+--+
    """


def test_coordinates_begin_at_the_maps_origin():
    plain, moved = drawn(HALL), drawn(HALL)
    moved["resolution"]["map_origin"] = {"x": -3, "y": 7.5}
    moved["lights"] = [{"position": {"x": -1.5, "y": 8}, "range": 3.4, "intensity": 1, "color": "80ffCC00", "shadows": True}]
    for line in moved["line_of_sight"] + [portal["bounds"] for portal in moved["portals"]]:
        for point in line:
            point["x"], point["y"] = point["x"] - 3, point["y"] + 7.5
    one, other = read(plain), read(moved)
    assert other.rows == one.rows and other.doors == one.doors and any("#" in row for row in one.rows)
    (light,) = other.lights
    assert (light.x, light.y, light.radius, light.color) == (1, 0, 3, "ffcc00")


def test_doors_are_open_or_closed_and_fill_the_gap_in_the_wall():
    assert squares(read(drawn(HALL))) == ["....", "#/##", "..+.", "..#."]


def test_a_door_wins_over_a_wall_that_runs_on_through_it():
    whole = [[(0, 2), (5, 2)]]
    assert squares(read(vtt(5, 5, whole, [((2, 2), (3, 2))]))) == [".....", ".....", "##+##", ".....", "....."]
    middle = [[(0, 2.5), (5, 2.5)]]
    assert squares(read(vtt(5, 5, middle, [((2, 2.5), (3, 2.5))]))) == [".....", ".....", "##+##", ".....", "....."]


def test_a_door_of_two_squares_and_one_narrower_than_a_square():
    assert squares(read(vtt(6, 4, [[(0, 2), (2, 2)], [(4, 2), (6, 2)]], [((2, 2), (4, 2))])))[1] == "##++##"
    assert squares(read(vtt(6, 4, [[(0, 2), (2.1, 2)], [(2.4, 2), (6, 2)]], [((2.1, 2), (2.4, 2))])))[1] == "##+###"


def test_what_is_left_out_is_told():
    portals = [{"position": {"x": 0.5, "y": 0}, "bounds": points((0, 0), (1, 0)), "closed": True}, {"position": {"x": 2, "y": 2}, "bounds": []}]
    more = {"portals": portals, "lights": [{"position": {"x": 99, "y": 99}, "range": 5}], "image": base64.b64encode(b"GIF89a...").decode()}
    found = read(vtt(4.5, 4, [[(1.6, 0.9), (1.9, 1.1)]]) | more)
    assert (found.width, found.height, found.doors, found.lights, found.picture) == (4, 4, [], [], None)
    told = " | ".join(found.notes)
    for words in ("4.5 by 4", "lead off the map were left out: 1", "without two ends were left out: 1", "too short", "lights without", "no PNG, JPEG or WebP"):
        assert words in told


def test_a_lamp_on_a_wall_hangs_beside_it_and_two_take_two_squares():
    lamps = [{"position": {"x": 2.5, "y": 1.98}, "range": 6}, {"position": {"x": 2.5, "y": 2.5}, "range": 4}, {"position": {"x": 2.5, "y": 2.5}, "range": 2}]
    found = read(vtt(5, 5, [[(0, 2), (5, 2)]], lights=lamps))
    assert found.rows[2] == "#####"
    places = {(light.x, light.y) for light in found.lights}
    assert len(places) == 3 and all(found.rows[y][x] == "." for x, y in places)


@pytest.mark.parametrize(("environment", "dark"), [
    ({"ambient_light": "ffffffff"}, False), ({"ambient_light": "ff101018"}, True), ({"ambient_light": "10ffffff"}, True), ({"ambient_light": "#202020"}, True),
    ({"ambient_light": "night"}, False), ({}, False), (None, False), ({"baked_lighting": True, "ambient_light": "ff000000"}, True)])
def test_dark_is_what_has_little_ambient_light_and_a_lamp(environment, dark):
    found = read(vtt(3, 3, environment=environment, lights=[{"position": {"x": 1, "y": 1}, "range": 2}]))
    assert found.dark is dark
    without = read(vtt(3, 3, environment=environment))
    assert not without.dark and any("taken for lit" in note for note in without.notes) == dark
    assert any("baked" in note for note in found.notes) == bool(environment and environment.get("baked_lighting"))


# -- the picture ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("form", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
def test_the_picture_is_kept_and_cut_with_the_map(form, media):
    data = picture((40, 30), form)
    found = read(vtt(4, 3, image=base64.b64encode(data).decode()))
    assert checked_picture(found) == (data, media)
    part, kind = checked_picture(crop(found, 2, 1, 2, 1))
    with Image.open(BytesIO(part)) as image:
        assert (image.size, kind, image.format) == ((20, 10), media, form)
        red, _, blue = image.convert("RGB").getpixel((10, 5))
        assert red < 30 and blue > 220
    again = ImportedMap.model_validate_json(found.model_dump_json())  # as a page gets it
    assert again == found and again.picture.data == data


@pytest.mark.parametrize("spoil", ["cut off", "bomb", "other format", "none"])
def test_pictures_that_cannot_be_used_are_told_when_they_are_asked_for(spoil, monkeypatch):
    data = picture((400, 300))
    if spoil == "bomb":
        monkeypatch.setattr(pictures, "MAX_PIXELS", 1000)
    data = {"cut off": data[:60], "bomb": data, "other format": b"\x89PNG\r\n\x1a\n" + picture((8, 8), "JPEG"), "none": b""}[spoil]
    found = read(vtt(4, 3, image=base64.b64encode(data).decode()))
    with pytest.raises(MapError) as caught:
        checked_picture(found)
    assert str(caught.value).startswith("room.dd2vtt: image: ") and "\n" not in str(caught.value)


# -- files that are damaged or meant to do harm -------------------------------------------------------------------------------
def spoilt(**changes):
    """A good map with some entries changed; a function changes the map."""
    content = drawn(HALL)
    for key, value in changes.items():
        if callable(value):
            value(content)
        else:
            content[key] = value
    return content


NESTED = b'{"resolution": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
BAD = {
    "empty": (b"", "the file is empty"),
    "no text": (b"\xff\xfe{", "byte 0: the file is not UTF-8 text"),
    "cut off": (data_of(drawn(HALL))[:-200], "not valid JSON"),
    "a list": (b"[]", "no JSON object"),
    "nested": (NESTED, "nested too deep"),
    "not a number": (data_of(drawn(HALL)).replace(b'"x": 0', b'"x": NaN', 1), "NaN is no number"),
    "endless": (data_of(drawn(HALL)).replace(b'"x": 0', b'"x": 1e999', 1), "resolution.map_origin.x"),
    "digits": (data_of(drawn(HALL)).replace(b'"x": 0', b'"x": ' + b"9" * 9000, 1), "not valid JSON"),
    "far away": (spoilt(line_of_sight=[points((0, 0), (1e7, 3))]), "line_of_sight[1][2].x: 10000000.0 is out of range"),
    "text for a number": (spoilt(line_of_sight=[points((0, 0), ("3", 3))]), "line_of_sight[1][2].x: '3' has the wrong type; write a number"),
    "no point": (spoilt(line_of_sight=[[1, 2]]), "line_of_sight[1][1]"),
    "half a point": (spoilt(line_of_sight=[[{"x": 1}]]), "line_of_sight[1][1].y: the key 'y' is missing"),
    "no resolution": ({"line_of_sight": []}, "resolution: the key 'resolution' is missing"),
    "no squares": (spoilt(a=lambda m: m["resolution"].update(map_size={"x": 0.2, "y": 5})), "resolution.map_size: the map is 0.2 by 5 squares"),
    "too large": (spoilt(a=lambda m: m["resolution"].update(map_size={"x": 5, "y": 257})), "export a part of 1 to 256 squares a side"),
    "no pixels": (spoilt(a=lambda m: m["resolution"].update(pixels_per_grid=0)), "resolution.pixels_per_grid"),
    "a door at sea": (spoilt(portals=[{"bounds": points((0, 0), (0, -2e6)), "closed": True}]), "portals[1].bounds[2].y"),
    "an open door?": (spoilt(portals=[{"bounds": points((0, 0), (0, 1)), "closed": "no"}]), "portals[1].closed: 'no' has the wrong type; write true or false"),
    "many values": (b'{"a": [' + b"0," * (limits.MAX_PIECES + 1) + b"0]}", "more than 1,000,000 values"),
    "many long lines": (spoilt(a=lambda m: m["resolution"].update(map_size={"x": 256, "y": 256}),
                               line_of_sight=[points((0, 0), (256, 255))] * 2000), "its lines cross too many squares"),
    "many large objects": (spoilt(a=lambda m: m["resolution"].update(map_size={"x": 256, "y": 256}),
                                  objects_line_of_sight=[points(*box(1, 1, 255, 255))] * 100), "its lines cross too many squares"),
}


@pytest.mark.parametrize("name", BAD)
def test_each_damage_is_one_sentence(name):
    content, words = BAD[name]
    with pytest.raises(MapError) as caught:
        read(content)
    assert str(caught.value).startswith("room.dd2vtt: ") and words in str(caught.value) and "\n" not in str(caught.value)


def test_too_large_a_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES", 2**20)
    from judge.importers import read_map
    path = tmp_path / "huge.uvtt"
    path.write_bytes(b" " * (2**20 + 1))
    for source, name in ((path, None), (path.read_bytes(), "huge.uvtt")):
        with pytest.raises(MapError, match="has more than 1 MiB"):
            read_map(source, name)


def test_a_pipe_a_folder_and_what_is_not_there_are_no_maps(tmp_path):
    from judge.importers import read_map
    os.mkfifo(tmp_path / "pipe.uvtt")
    (tmp_path / "folder.uvtt").mkdir()
    for name, words in (("pipe.uvtt", "no regular file"), ("folder.uvtt", "no regular file"), ("none.uvtt", "cannot be read"), ("x" * 300 + ".uvtt", "cannot"),
                        ("map.png", "ends in .dd2vtt"), ("map", "'no ending'"), ("nul\0.uvtt", "cannot be read")):
        with pytest.raises(MapError, match=words.replace(".", r"\.")):
            read_map(tmp_path / name)


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
                        st.sampled_from(["x", "y", "bounds", "position", "closed", "map_size", "map_origin", "pixels_per_grid", "range", "color"]), inner, max_size=4),
                    max_leaves=12)
ENTRIES = st.sampled_from(["resolution", "line_of_sight", "objects_line_of_sight", "portals", "lights", "environment", "image", "more"])


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(ENTRIES, JSON, max_size=3))
def test_whatever_the_entries_it_is_a_map_or_one_sentence(entries):
    try:
        found = read(json.dumps(drawn(HALL) | entries).encode())
        assert len(found.rows) == found.height and {len(row) for row in found.rows + found.why} == {found.width}
    except MapError as error:
        assert "\n" not in str(error)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_the_bytes_it_is_a_map_or_one_sentence(data):
    whole = bytearray(data_of(drawn(HALL)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at:at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
    try:
        read(bytes(whole))
    except MapError as error:
        assert str(error).startswith("room.dd2vtt: ")
