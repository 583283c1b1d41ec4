"""A .tmj looked through before pytiled-parser reads it: only what is needed goes on, tile data unpacked within bounds, tilesets put in."""

from array import array

from .faults import MapError
from .limits import MAX_SIDE, base64_bytes, json_of, real, short, unpacked, whole

DEEPEST = 12  # groups within groups
MOST_LAYERS = 200
EMBED = "embed the tileset in Tiled, or save the map as .tmx"
BLANK = {"name": "", "opacity": 1, "visible": True, "draworder": "topdown"}
BLANK_OBJECT = {"id": 0, "name": "", "visible": True, "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0}


def clean_json(data, shown, beside, notes):
    """A dict that holds a Tiled map and nothing else, without names of other files. MapError for a map that is not for a board of squares."""
    raw = json_of(data, shown)
    check_kind(raw.get("orientation"), raw.get("infinite"), shown)
    width, height = (whole(raw.get(side), 1, MAX_SIDE, shown, side) for side in ("width", "height"))
    out = {"width": width, "height": height, "infinite": False, "orientation": "orthogonal", "renderorder": "right-down", "nextobjectid": 1, "version": "1"}
    out |= {side: whole(raw.get(side), 1, 4096, shown, side) for side in ("tilewidth", "tileheight")}
    out["tilesets"] = [_tileset(one, shown, f"tilesets[{n}]", beside) for n, one in enumerate(_list(raw, "tilesets", shown, ""), 1)]
    counter = [MOST_LAYERS]
    out["layers"] = [_layer(one, (width, height), shown, f"layers[{n}]", notes, counter, 1) for n, one in enumerate(_list(raw, "layers", shown, ""), 1)]
    return out | _properties(raw)


def check_kind(orientation, infinite, shown):
    """MapError for hexagons, diamonds and maps without an edge."""
    if orientation != "orthogonal":
        raise MapError(shown, "orientation", f"the map is {short(orientation)}, and a board has square fields", "make it anew in Tiled as an orthogonal map")
    if infinite in (True, 1, "1", "true"):
        raise MapError(shown, "infinite", "the map has no edge", "turn Infinite off in the map's properties in Tiled, and save it anew")


def _list(raw, key, shown, entry):
    found = raw.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise MapError(shown, f"{entry}.{key}".lstrip("."), "it is no list of tables", "save the map anew in Tiled")
    return found


def _properties(raw):
    """The properties that are plain values, as a table of Tiled's."""
    found = raw.get("properties")
    kept = [{"name": one["name"], "type": "string", "value": one["value"]} for one in (found if isinstance(found, list) else [])
            if isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("value"), (str, int, float))]
    return {"properties": kept}


def _tileset(raw, shown, entry, beside):
    """A tileset with its tiles' words; one that stands in a file of its own is read from beside the map."""
    first = whole(raw.get("firstgid"), 1, 2**28, shown, f"{entry}.firstgid")
    if raw.get("source") is not None:
        data = beside.read(raw["source"], shown, f"{entry}.source")
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            raise MapError(shown, f"{entry}.source", f"the tileset {short(raw['source'])} is XML and the map is JSON", EMBED)
        raw, entry, shown = json_of(data, str(raw["source"])), "", str(raw["source"])
    tiles = [{"id": whole(tile.get("id"), 0, 2**28, shown, f"{entry}.tiles[{n}].id".lstrip("."))} | _class(tile) | _properties(tile)
             for n, tile in enumerate(_list(raw, "tiles", shown, entry), 1)]
    return {"firstgid": first, "name": "tiles", "tilecount": 0, "tilewidth": 1, "tileheight": 1, "columns": 1, "spacing": 0, "margin": 0, "tiles": tiles}


def _class(raw):
    """{"class": what Tiled calls class, or type in older versions}, where there is one."""
    found = raw.get("class") or raw.get("type")
    return {"class": found} if isinstance(found, str) else {}


def _layer(raw, size, shown, entry, notes, counter, depth):
    counter[0] -= 1
    if counter[0] < 0 or depth > DEEPEST:
        raise MapError(shown, entry, f"there are more than {MOST_LAYERS} layers, or groups more than {DEEPEST} deep", "merge layers in Tiled")
    kind, name = raw.get("type"), raw.get("name") if isinstance(raw.get("name"), str) else ""
    out = BLANK | {"type": kind, "name": name} | _class({"class": raw.get("class")}) | _properties(raw)
    out |= {key: real(raw.get(key, 0), shown, f"{entry}.{key}") for key in ("offsetx", "offsety")}
    if kind == "group":
        inner = enumerate(_list(raw, "layers", shown, entry), 1)
        return out | {"layers": [_layer(one, size, shown, f"{entry}.layers[{n}]", notes, counter, depth + 1) for n, one in inner]}
    if kind == "tilelayer":
        return out | {"width": size[0], "height": size[1], "data": _tiles(raw, size, shown, entry)}
    if kind == "objectgroup":
        objects = _list(raw, "objects", shown, entry)
        return out | {"objects": [_object(one, shown, f"{entry}.objects[{n}]") for n, one in enumerate(objects, 1) if not _from_template(one, name, notes)]}
    if kind != "imagelayer":
        raise MapError(shown, f"{entry}.type", f"{short(kind)} is no layer", "save the map anew in Tiled")
    notes.append(f"the image layer {name[:40]!r} was left out")
    return out | {"type": "group", "layers": []}


def _from_template(raw, name, notes):
    """Whether an object stands in a template file, which is not followed."""
    if raw.get("template") is None:
        return False
    note = f"objects of the layer {name[:40]!r} that are made from templates were left out; detach them in Tiled"
    notes += [] if note in notes else [note]
    return True


def _tiles(raw, size, shown, entry):
    """[tile number], row by row, of a layer as large as the map."""
    for side, own in zip(("width", "height"), size):
        if raw.get(side, own) != own:
            raise MapError(shown, f"{entry}.{side}", f"the layer is not as large as the map ({short(raw.get(side))} for {own})", "save the map anew in Tiled")
    data, count = raw.get("data"), size[0] * size[1]
    if isinstance(data, str):
        packed = base64_bytes(data, shown, f"{entry}.data")
        return numbers(unpacked(packed, raw.get("compression"), 4 * count, shown, f"{entry}.data"))
    if not isinstance(data, list) or len(data) != count or not all(isinstance(n, int) and 0 <= n < 2**32 for n in data):
        raise MapError(shown, f"{entry}.data", f"it is no list of {count} tile numbers", "save the map anew in Tiled")
    return data


def numbers(data):
    """[int] of unsigned little-endian 32-bit numbers."""
    found = array("I", data)
    if found.itemsize != 4 or array("I", b"\1\0\0\0")[0] != 1:
        return [int.from_bytes(data[n:n + 4], "little") for n in range(0, len(data), 4)]
    return found.tolist()


def _object(raw, shown, entry):
    """An object with its place and shape."""
    out = BLANK_OBJECT | {key: raw[key] for key in ("name",) if isinstance(raw.get(key), str)} | _class(raw) | _properties(raw)
    out |= {key: real(raw.get(key, 0), shown, f"{entry}.{key}") for key in ("x", "y", "width", "height", "rotation")}
    if "gid" in raw:
        out["gid"] = whole(raw["gid"], 0, 2**32 - 1, shown, f"{entry}.gid")
    for key in ("polygon", "polyline"):
        if key in raw:
            out[key] = [{axis: real(point.get(axis), shown, f"{entry}.{key}[{n}].{axis}") for axis in "xy"}
                        for n, point in enumerate(_list(raw, key, shown, entry), 1)]
    return out | {key: True for key in ("ellipse", "point") if raw.get(key) is True}
