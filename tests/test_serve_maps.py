"""Maps dropped on the page of `foemind serve`: what is read, corrected and made into a table, and what is refused."""

import pytest
from serving import YARD, Server, answered

from envs.core import codes as k
from judge.importers import densest, read_map

MAP = YARD.parent / "maps" / "two_rooms.dd2vtt"
FIGHT = {"party": "vanguard:2, archer", "monsters": "gravel_ogre, 2 gnaw_rat"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("maps")) as running:
        yield running


def dropped(server, data, name, code=201):
    return answered(server.client.post("/api/maps", params={"name": name}, content=data), code)


def wide(n):
    """A Universal VTT map of n by n open squares, as bytes."""
    size = f'"resolution": {{"map_origin": {{"x": 0, "y": 0}}, "map_size": {{"x": {n}, "y": {n}}}, "pixels_per_grid": 10}}'
    return f'{{"format": 0.3, {size}, "line_of_sight": [[{{"x": 1, "y": 1}}, {{"x": 9, "y": 1}}]], "portals": [], "lights": []}}'.encode()


def test_a_map_is_what_foemind_import_reads(server):
    shown, found = dropped(server, MAP.read_bytes(), MAP.name), read_map(MAP)
    assert (shown["rows"], shown["why"], shown["fits"]) == (found.rows, found.why, True)
    assert [tuple(door.values()) for door in shown["doors"]] == [(door.x, door.y, door.state) for door in found.doors]
    part = {"crop": [0, 0, 6, 7], "squares": {"b2": "pit"}, "dark": False}
    changed = server.post(f"/maps/{shown['id']}/part", **part)
    assert (changed["width"], changed["height"], changed["rows"][1][1]) == (6, 7, "^")
    assert server.post(f"/maps/{shown['id']}/part")["rows"] == found.rows, "nothing of that is kept"
    view = server.post(f"/maps/{shown['id']}/table", 201, **FIGHT, squares={"b2": "pit"})
    assert {"kind": "pit", "squares": [[1, 1]]} in view["board"]["ground"] and len(view["combatants"]) == 5 and not view["picture"]
    assert server.say(view, "c")["round_no"] == 1


def test_a_picture_lies_under_the_table(server):
    import base64
    import io
    import json

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (240, 160), "tan").save(out, "PNG")
    data = json.loads(MAP.read_text()) | {"image": base64.b64encode(out.getvalue()).decode()}
    shown = dropped(server, json.dumps(data).encode(), "rooms.uvtt")
    picture = server.client.get(f"/api/maps/{shown['id']}/picture")
    assert shown["picture"] and picture.headers["content-type"] == "image/png" and picture.content == out.getvalue()
    view = server.post(f"/maps/{shown['id']}/table", 201, **FIGHT, crop=[0, 0, 6, 7])
    under = server.client.get(f"/api/tables/{view['id']}/picture")
    assert view["picture"] and Image.open(io.BytesIO(under.content)).size == (120, 140), "cut to the part that is the board"
    assert server.get(f"/tables/{server.begin()['id']}/picture", 404)


def test_a_map_that_is_larger_than_a_board_is_cropped_by_the_judge(server):
    shown = dropped(server, wide(60), "wide.uvtt")
    assert not shown["fits"] and (shown["width"], shown["height"]) == (60, 60)
    assert tuple(shown["rest"]) == densest(read_map(wide(60), "wide.uvtt"))
    assert "at most" in server.fault(f"/maps/{shown['id']}/table", 400, **FIGHT)
    view = server.post(f"/maps/{shown['id']}/table", 201, **FIGHT, crop=shown["rest"])
    assert (view["board"]["width"], view["board"]["height"]) == (k.MAX_SIDE, k.MAX_SIDE)


@pytest.mark.parametrize(
    "data,name",
    [
        (b"", "a.uvtt"),
        (b"{" * 100_000, "a.uvtt"),
        (b'{"resolution": 1}', "a.uvtt"),
        (wide(100_000), "a.uvtt"),
        (b"\x00\xff" * 5000, "a.tmj"),
        (b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><map>&a;</map>', "a.tmx"),
        (MAP.read_bytes(), "a.exe"),
        (MAP.read_bytes(), "../../a"),
        (b'{"tilewidth": 1, "tilesets": [{"source": "../../../etc/passwd"}]}', "a.json"),
    ],
)
def test_hostile_and_broken_maps_are_refused(server, data, name):
    before = server.get("/tables")
    sentence = dropped(server, data, name, 400)["error"]
    assert "root:" not in sentence and server.get("/tables") == before


def test_squares_and_names_that_are_none_are_refused(server):
    number = dropped(server, MAP.read_bytes(), MAP.name)["id"]
    for part in ({"crop": [0, 0, 99, 99]}, {"crop": [-1, 0, 3, 3]}, {"squares": {"zz9": "wall"}}, {"squares": {"b2": "lava"}}, {"inside": "a1"}):
        assert server.fault(f"/maps/{number}/part", 400, **part)
    for names in ({"party": "nobody"}, {"monsters": "999 gnaw_rat"}, {"title": "x" * 41}):
        assert server.fault(f"/maps/{number}/table", 422 if "title" in names else 400, **(FIGHT | names))
    assert "drop its file" in server.fault("/maps/aaaaaaaaaa/part", 404)
    for _ in range(5):
        dropped(server, MAP.read_bytes(), MAP.name)
    server.fault(f"/maps/{number}/part", 404)
