"""Tiled maps: what layers, tiles and objects say, tilesets beside the map and nowhere else, and files that are damaged or meant to do harm."""

import base64
import gzip
import json
import os
import struct
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from map_files import picture, read, squares

from judge.importers import MapError, checked_picture, limits, read_map
from judge.importers.tiled_words import SAYINGS, darker, meaning

MAPS = Path(__file__).parent / "data" / "maps"
CELLAR = ["########", "#......#", "#.=..,.#", "###+####", "#,,.~~.#", "#.....^#", "########"]


def tmj(*layers, width=4, height=3, **more):
    return {"type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal", "renderorder": "right-down", "infinite": False,
            "width": width, "height": height, "tilewidth": 10, "tileheight": 10, "nextobjectid": 1, "nextlayerid": 1, "tilesets": [],
            "layers": list(layers)} | more


def tiles(name, text, **more):
    """A tile layer: 0 for ., else the digit."""
    rows = text.split()
    return {"type": "tilelayer", "name": name, "width": len(rows[0]), "height": len(rows), "opacity": 1, "visible": True,
            "data": [0 if sign == "." else int(sign) for row in rows for sign in row]} | more


def things(name, *objects, **more):
    """An object layer of (x, y, width, height, rest) in squares."""
    return {"type": "objectgroup", "name": name, "draworder": "topdown", "opacity": 1, "visible": True, "objects": [
        {"id": n, "name": "", "type": "", "rotation": 0, "visible": True, "x": 10 * x, "y": 10 * y, "width": 10 * w, "height": 10 * h} | rest
        for n, (x, y, w, h, rest) in enumerate(objects, 1)]} | more


def line(*places):
    return {"polyline": [{"x": 10 * x, "y": 10 * y} for x, y in places]}


@pytest.mark.parametrize("name", ["cellar.tmx", "cellar.tmj"])
def test_a_map_of_all_kinds_in_both_formats(name):
    """Tiles by class, property and older type, a compressed layer in a group that is moved, objects by layer and by name, a tileset of its own."""
    found = read_map(MAPS / name)
    assert squares(found) == CELLAR and found.dark and found.format == "Tiled" and found.pixels == 16
    assert [(door.x, door.y, door.state) for door in found.doors] == [(3, 3, "locked")]
    assert [(light.x, light.y, light.radius) for light in found.lights] == [(1, 1, 3)]
    assert {key for row in found.why for key in row} == {".", "t"} and found.notes == []


def test_a_page_hands_over_the_tileset_with_the_map():
    name = "cellar.tmx"
    found = read_map((MAPS / name).read_bytes(), name, {"cellar.tsx": (MAPS / "cellar.tsx").read_bytes()})
    assert squares(found) == CELLAR
    with pytest.raises(MapError, match=r"cellar\.tmx: tileset\[1\]\.source: the file 'cellar\.tsx' did not come with the map"):
        read_map((MAPS / name).read_bytes(), name)


@pytest.mark.parametrize("terrain", SAYINGS)
def test_every_word_of_the_convention_names_a_layer(terrain):
    for word in SAYINGS[terrain].split():
        assert meaning(word) == meaning(word.upper().replace("_", "-") + " 12") == terrain
        found = read(tmj(tiles(word, "1... .... ...1")), "a.tmj")
        if terrain == "light":
            assert [(light.x, light.y) for light in found.lights] == [(0, 0), (3, 2)]
        elif terrain == "door":
            assert [(door.x, door.y) for door in found.doors] == [(0, 0), (3, 2)]
        else:
            assert found.terrain(0, 0) == found.terrain(3, 2) == terrain and found.terrain(1, 1) == "floor"


def test_layers_lie_over_each_other():
    found = read(tmj(tiles("water", "1111 1111 1111"), tiles("bridge", ".1.. .1.. .1.."), tiles("dark", "..11 ..11 ...."), tiles("walls", "...1 .... ....")), "a.tmj")
    assert found.rows == [",.:#", ",.::", ",.,,"] and found.why == ["...t", "....", "...."]
    assert darker("wall", "darkness") == "wall" and darker("floor", "darkness") == "darkness" and darker("darkness", "pit") == "darkness + pit"


def test_lines_of_a_tiled_map_are_walls_and_doors_by_the_same_rules():
    walls = things("walls", (2, 0, 0, 0, line((0, 0), (0, 1))), (2, 2, 0, 0, line((0, 0), (0, 1))))
    doors = things("doors", (2, 1, 0, 0, line((0, 0), (0, 1)) | {"properties": [{"name": "state", "type": "string", "value": "open"}]}))
    found = read(tmj(walls, doors, width=5), "a.tmj")
    assert squares(found) == ["..#..", "../..", "..#.."] and found.why == ["..e..", ".....", "..e.."]


def test_shapes_cover_the_squares_whose_middle_they_hold():
    shapes = things("difficult", (0, 0, 2, 1, {}), (3.5, 0, 0, 0, {"point": True}), (2, 1, 1, 1, {"ellipse": True}),
                    (0, 2, 0, 0, {"polygon": [{"x": 0, "y": 0}, {"x": 20, "y": 0}, {"x": 0, "y": 4}]}), (1, 1, 1, 1, {"rotation": 90}), (9, 9, 1, 1, {}))
    assert read(tmj(shapes), "a.tmj").rows == [",,.,", ",.,.", ",..."]


def test_a_tile_object_stands_on_its_lower_left_corner():
    tileset = {"firstgid": 1, "name": "x", "tilecount": 1, "tiles": [{"id": 0, "type": "wall"}]}
    found = read(tmj(things("stuff", (1, 2, 1, 1, {"gid": 1 | 1 << 31})), tilesets=[tileset]), "a.tmj")
    assert found.rows == ["....", ".#..", "...."]


def test_what_says_nothing_is_told():
    odd = {"firstgid": 1, "name": "x", "tiles": [{"id": 0, "properties": [{"name": "terrain", "type": "string", "value": "lava"}]}]}
    layers = [tiles("Paint", "1111 1111 1111"), things("notes", (0, 0, 1, 1, {"template": "a.tx"})), {"type": "imagelayer", "name": "photo", "image": "../x.png"}]
    found = read(tmj(*layers, tilesets=[odd]), "a.tmj")
    told = " | ".join(found.notes)
    for words in ("'Paint'", "the image layer was left out: the file '../x.png' is not in the folder", "made from templates", "were left out: 'lava'"):
        assert words in told
    assert found.rows == ["...."] * 3


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_packed_layers(compression):
    plain = struct.pack("<12I", *[1] * 4, *[0] * 8)
    packed = {"": plain, "zlib": zlib.compress(plain), "gzip": gzip.compress(plain)}[compression]
    layer = {"encoding": "base64", "compression": compression, "data": base64.b64encode(packed).decode()}
    assert read(tmj(tiles("walls", ".... .... ....") | layer), "a.tmj").rows == ["####", "....", "...."]


@pytest.mark.parametrize("ending", [".tmj", ".tmx"])
@pytest.mark.parametrize(("size", "layer", "said"), [
    ((40, 30), {}, None), ((41, 30), {}, "it does not cover the map, which is 40 by 30 pixels"), ((40, 30), {"offsetx": 3}, "it does not cover the map"),
    ((40, 30), {"image": "../a.png"}, "is not in the folder of the map"), ((40, 30), {"image": "none.png"}, "cannot be read")])
def test_the_picture_of_an_image_layer_that_covers_the_map(tmp_path, ending, size, layer, said):
    (tmp_path / "a.png").write_bytes(picture(size))
    layer = {"type": "imagelayer", "name": "photo", "image": "a.png"} | layer
    path = tmp_path / f"a{ending}"
    if ending == ".tmj":
        path.write_text(json.dumps(tmj(layer)))
    else:
        path.write_text('<map orientation="orthogonal" width="4" height="3" tilewidth="10" tileheight="10"><imagelayer name="photo" '
                        f'offsetx="{layer.get("offsetx", 0)}"><image source="{layer["image"]}"/></imagelayer></map>')
    found = read_map(path)
    if said is None:
        assert checked_picture(found) == (picture(size), "image/png") and found.notes == []
    else:
        assert found.picture is None and any(said in note for note in found.notes)


# -- tilesets beside the map --------------------------------------------------------------------------------------------------
TSJ = {"name": "x", "tilecount": 1, "tiles": [{"id": 0, "class": "wall"}]}


@pytest.mark.parametrize("format_of_map", [".tmj", ".tmx"])
@pytest.mark.parametrize("tileset", ["set.tsj", "set.tsx", "below/set.tsx"])
def test_tilesets_in_the_folder_and_below(tmp_path, format_of_map, tileset):
    (tmp_path / "below").mkdir()
    (tmp_path / tileset).write_text(json.dumps(TSJ) if tileset.endswith("j") else (MAPS / "cellar.tsx").read_text())
    wall = 1 if tileset.endswith("j") else 2
    path = tmp_path / f"a{format_of_map}"
    if format_of_map == ".tmj":
        path.write_text(json.dumps(tmj(tiles("x", f"{wall}... .... ...."), tilesets=[{"firstgid": 1, "source": tileset}])))
    else:
        path.write_text((MAPS / "cellar.tmx").read_text().replace("cellar.tsx", tileset))
    assert read_map(path).rows[0][0] == ("#" if format_of_map == ".tmj" or wall == 2 else ".")


@pytest.mark.parametrize("name", ["../set.tsj", "/etc/passwd", "C:\\set.tsj", "below\\..\\..\\set.tsj", "file:///etc/passwd", "link.tsj", "loop.tsj", "out/set.tsj",
                                  "", ".", "nul\0.tsj", 5, None, "none.tsj", "pipe.tsj", "folder"])
def test_nothing_outside_the_folder_is_read(tmp_path, name):
    home, away = tmp_path / "maps", tmp_path / "away"
    home.mkdir(), away.mkdir(), (home / "folder").mkdir()
    for secret in (tmp_path / "set.tsj", away / "set.tsj"):
        secret.write_text(json.dumps(TSJ))
    (home / "link.tsj").symlink_to(away / "set.tsj")
    (home / "out").symlink_to(away)
    (home / "loop.tsj").symlink_to(home / "loop.tsj")
    os.mkfifo(home / "pipe.tsj")
    path = home / "a.tmj"
    path.write_text(json.dumps(tmj(tiles("x", "1... .... ...."), tilesets=[{"firstgid": 1, "source": name}])))
    if name is None:  # embedded, and empty
        assert read_map(path).rows[0][0] == "."
        return
    with pytest.raises(MapError) as caught:
        read_map(path)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_tilesets_are_counted_together(tmp_path, monkeypatch):
    (tmp_path / "set.tsj").write_text(json.dumps(TSJ) + " " * 3000)
    path = tmp_path / "a.tmj"
    path.write_text(json.dumps(tmj(tilesets=[{"firstgid": n, "source": "set.tsj"} for n in range(1, 4)])))
    assert read_map(path)
    monkeypatch.setattr("judge.importers.folder.MAX_BYTES", 8000)
    with pytest.raises(MapError, match="its tilesets have more than"):
        read_map(path)


# -- files that are damaged or meant to do harm -------------------------------------------------------------------------------
CELLAR_TMX = (MAPS / "cellar.tmx").read_text()
ENTITIES = CELLAR_TMX.replace("<map ", '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<map ', 1)
OUTSIDE = CELLAR_TMX.replace("<map ", '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<map ', 1).replace('name="Ground"', 'name="&x;"')
CHUNKS = '<data encoding="csv"><chunk x="0" y="0" width="16" height="16">1</chunk></data>'
BOMB = base64.b64encode(zlib.compress(b"\0" * 2**26)).decode()


def changed(*pairs):
    text = CELLAR_TMX
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


BAD_XML = {
    "entities": (ENTITIES.encode(), "declares a document type or entities"),
    "another file": (OUTSIDE.encode(), "declares a document type or entities"),
    "cut off": (CELLAR_TMX[:900].encode(), "not valid XML"),
    "no XML": (b"hello", "not valid XML"),
    "another encoding": (b'<?xml version="1.0" encoding="nonsense"?><map/>', "not valid XML"),
    "another root": (b"<svg/>", "the file holds 'svg' and no Tiled map"),
    "isometric": (changed(('orientation="orthogonal"', 'orientation="isometric"')), "orientation: the map is 'isometric'"),
    "hexagonal": (changed(('orientation="orthogonal"', 'orientation="hexagonal"')), "orientation: the map is 'hexagonal'"),
    "infinite": (changed(('infinite="0"', 'infinite="1"')), "infinite: the map has no edge"),
    "chunks": (changed(('<data encoding="csv">', CHUNKS + '<data encoding="csv">')), "layer[1].data: the layer has no tiles, or tiles in chunks"),
    "wide": (changed(('width="8" height="7" tilewidth', 'width="99999" height="7" tilewidth')), "width: '99999' is no whole number from 1 to 256"),
    "no size": (changed((' width="8" height="7" tilewidth', " tilewidth")), "width: None is no whole number"),
    "tiles missing": (changed(("2,2,2,2,2,2,2,2,\n2,1", "2,1")), "layer[1].data: it is no list of 56 tile numbers"),
    "a tile that is none": (changed(("2,1,6", "2,x,6")), "layer[1].data: 'x' is no whole number"),
    "damaged data": (changed(('compression="zlib">\n   eN', 'compression="zlib">\n   AA')), "group[2].layer[1].data: the zlib data are damaged"),
    "no base64": (changed(('compression="zlib">\n   eN', 'compression="zlib">\n   !!')), "group[2].layer[1].data: the text is not base64"),
    "zstd": (changed(('compression="zlib"', 'compression="zstd"')), "the compression 'zstd' is not read here"),
    "far away": (changed(('<object id="2" x="24"', '<object id="2" x="1e308"')), "objectgroup[3].object[1].x: '1e308' is no number from"),
    "not a number": (changed(('<object id="2" x="24"', '<object id="2" x="nan"')), "objectgroup[3].object[1].x: 'nan' is no number"),
    "half a point": (changed(("<point/>", '<polygon points="1,2 3"/>')), "objectgroup[3].object[1].polygon: its points are no pairs"),
    "deep groups": (changed(("<group id", "<group>" * 14 + "<group id"), ("</group>", "</group>" * 15)), "groups more than 12 deep"),
    "many layers": (changed(("</map>", "<objectgroup/>" * 300 + "</map>")), "more than 200 layers"),
    "many tilesets": (changed(("<group id", '<tileset firstgid="9"/>' * 80 + "<group id")), "tileset: there are 81 tilesets"),
}


@pytest.mark.parametrize("name", BAD_XML)
def test_each_damage_of_a_tmx_is_one_sentence(name, tmp_path):
    content, words = BAD_XML[name]
    path = tmp_path / "a.tmx"
    path.write_bytes(content)
    (tmp_path / "cellar.tsx").write_bytes((MAPS / "cellar.tsx").read_bytes())
    with pytest.raises(MapError) as caught:
        read_map(path)
    assert words in str(caught.value) and str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


BAD_JSON = {
    "hexagonal": (tmj(orientation="hexagonal"), "orientation: the map is 'hexagonal'"),
    "infinite": (tmj(infinite=True), "infinite: the map has no edge"),
    "layers that are none": (tmj(layers={"a": 1}), "layers: it is no list of tables"),
    "a layer that is none": (tmj({"type": "cheese"}), "layers[1].type: 'cheese' is no layer"),
    "another size": (tmj(tiles("x", "1. .1")), "layers[1].width: the layer is not as large as the map (2 for 4)"),
    "too few tiles": (tmj(tiles("x", "1... .... ....", data=[1])), "layers[1].data: it is no list of 12 tile numbers"),
    "no tiles": (tmj(tiles("x", "1... .... ....", data=[None] * 12)), "layers[1].data: it is no list of 12 tile numbers"),
    "a bomb": (tmj(tiles("x", "1... .... ....", encoding="base64", compression="zlib", data=BOMB)), "more or fewer tiles than its size says"),
    "deep": (tmj(json.loads('{"type": "group", "layers": [' * 20 + "]}" * 20)), "groups more than 12 deep"),
    "a tile number": (tmj(things("x", (0, 0, 1, 1, {"gid": -1}))), "layers[1].objects[1].gid: -1 is no whole number"),
    "a place": (tmj(things("x", (0, 0, 1, 1, {"x": "left"}))), "layers[1].objects[1].x: 'left' is no number"),
    "a point": (tmj(things("x", (0, 0, 1, 1, {"polygon": [{"x": 1}]}))), "layers[1].objects[1].polygon[1].y: None is no number"),
    "a tileset": (tmj(tilesets=[{"firstgid": 0, "tiles": []}]), "tilesets[1].firstgid: 0 is no whole number"),
    "a tile": (tmj(tilesets=[{"firstgid": 1, "tiles": [{"id": "one"}]}]), "tilesets[1].tiles[1].id: 'one' is no whole number"),
}


@pytest.mark.parametrize("name", BAD_JSON)
def test_each_damage_of_a_tmj_is_one_sentence(name):
    content, words = BAD_JSON[name]
    with pytest.raises(MapError) as caught:
        read(content, "a.tmj")
    assert words in str(caught.value) and str(caught.value).startswith("a.tmj: ") and "\n" not in str(caught.value)


def test_a_bomb_takes_no_memory():
    """64 MiB of zeros in 64 KiB: no more is unpacked than the layer may have."""
    import tracemalloc
    content = json.dumps(tmj(tiles("x", "1... .... ....", encoding="base64", compression="zlib", data=BOMB))).encode()
    tracemalloc.start()
    with pytest.raises(MapError):
        read(content, "a.tmj")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 2**20


def test_many_values_are_counted_before_they_are_read():
    for name, content in (("a.tmj", b'{"a": [' + b"0," * limits.MAX_PIECES + b"0]}"), ("a.tmx", b"<map" + b' a=""' * limits.MAX_PIECES + b"  /></map>")):
        with pytest.raises(MapError, match="more than 1,000,000 values"):
            read_map(content, name)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_whatever_the_bytes_it_is_a_map_or_one_sentence(data):
    name = data.draw(st.sampled_from(["cellar.tmx", "cellar.tmj"]))
    whole = bytearray((MAPS / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at:at + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=6) | st.sampled_from([b"0", b"null", b"[]", b"{}", b'""', b"-1", b"9e9"]))
    try:
        found = read_map(bytes(whole), name, {"cellar.tsx": (MAPS / "cellar.tsx").read_bytes()})
        assert len(found.rows) == found.height
    except MapError as error:
        assert "\n" not in str(error)


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["type", "name", "data", "objects", "layers", "x", "properties", "value", "gid", "tiles", "id", "class"]), inner, max_size=4),
                    max_leaves=10)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from(["layers", "tilesets", "properties", "tilewidth", "width", "infinite", "orientation"]), JSON, max_size=2),
       st.dictionaries(st.sampled_from(["objects", "data", "properties", "offsetx", "class", "type"]), JSON, max_size=2))
def test_whatever_the_entries_it_is_a_map_or_one_sentence(entries, of_layer):
    try:
        read(json.dumps(tmj(things("walls", (0, 0, 1, 1, {})) | of_layer) | entries).encode(), "a.tmj")
    except MapError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(("module", "name"), [("pytiled_parser", "a.tmj"), ("defusedxml", "a.tmx")])
def test_without_the_extra_it_says_what_to_install(monkeypatch, module, name):
    for loaded in [one for one in sys.modules if one.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, module, None)
    content = json.dumps(tmj()).encode() if name == "a.tmj" else b"<map/>"
    with pytest.raises(MapError, match=r"which is not installed; install it, .* pip install 'foemind\[maps\]'"):
        read_map(content, name)
