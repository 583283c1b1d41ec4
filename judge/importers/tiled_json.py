"""A .tmj looked through before pytiled-parser reads it: only what is needed goes on, tile data unpacked within bounds, tilesets put in."""

from .faults import MapError
from .limits import MAX_SIDE, base64_bytes, json_of, real, short, unpacked, whole
from .tiled_parts import (AGAIN, DEEPEST, MOST_LAYERS, MOST_TILES, MOST_TILESETS, check_count, check_kind, class_of, is_left_out, json_properties,
                          json_tiles, numbers, tables, tiles_beside)

BLANK = {"name": "", "opacity": 1, "visible": True, "draworder": "topdown"}
BLANK_OBJECT = {"id": 0, "name": "", "visible": True, "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0}


def clean_json(data, shown, beside, notes, images):
    """A dict that holds a Tiled map and nothing else, without names of other files. MapError for a map that is not for a board of squares.

    notes, images: lists that take sentences and (file, whether it is moved) of each image layer.
    """
    raw = json_of(data, shown)
    check_kind(raw.get("orientation"), raw.get("infinite"), shown)
    width, height = (whole(raw.get(side), 1, MAX_SIDE, shown, side) for side in ("width", "height"))
    out = {"width": width, "height": height, "infinite": False, "orientation": "orthogonal", "renderorder": "right-down", "nextobjectid": 1, "version": "1"}
    out |= {side: whole(raw.get(side), 1, 4096, shown, side) for side in ("tilewidth", "tileheight")}
    tilesets = check_count(tables(raw, "tilesets", shown, ""), MOST_TILESETS, "tilesets", shown, "tilesets")
    out["tilesets"] = [_tileset(one, shown, f"tilesets[{n}]", beside) for n, one in enumerate(tilesets, 1)]
    layers = _Layers((width, height), shown, notes, images)
    out["layers"] = layers.all(raw, "", 1)
    return out | json_properties(raw)


def _tileset(raw, shown, entry, beside):
    """A tileset with nothing but its tiles' words."""
    first = whole(raw.get("firstgid"), 1, MOST_TILES, shown, f"{entry}.firstgid")
    tiles = json_tiles(raw, shown, entry) if raw.get("source") is None else tiles_beside(raw["source"], shown, f"{entry}.source", beside)
    return {"firstgid": first, "name": "tiles", "tilecount": 0, "tilewidth": 1, "tileheight": 1, "columns": 1, "spacing": 0, "margin": 0, "tiles": tiles}


class _Layers:
    """Copies layers of a map of a size, groups and all."""

    def __init__(self, size, shown, notes, images):
        self.size, self.shown, self.notes, self.images, self.left = size, shown, notes, images, MOST_LAYERS

    def all(self, raw, place, depth):
        """[layer] of a map or group. place: where it stands, for faults."""
        layers = tables(raw, "layers", self.shown, place)
        return [self._layer(one, f"{place}.layers[{n}]".lstrip("."), depth) for n, one in enumerate(layers, 1)]

    def _layer(self, raw, entry, depth):
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise MapError(self.shown, entry, f"there are more than {MOST_LAYERS} layers, or groups more than {DEEPEST} deep", "merge layers in Tiled")
        kind, name, shown = raw.get("type"), raw.get("name") if isinstance(raw.get("name"), str) else "", self.shown
        out = BLANK | {"type": kind, "name": name} | class_of({"class": raw.get("class")}) | json_properties(raw)
        out |= {key: real(raw.get(key, 0), shown, f"{entry}.{key}") for key in ("offsetx", "offsety")}
        if kind == "group":
            return out | {"layers": self.all(raw, entry, depth + 1)}
        if kind == "tilelayer":
            return out | {"width": self.size[0], "height": self.size[1], "data": _tiles(raw, self.size, shown, entry)}
        if kind == "objectgroup":
            objects = enumerate(tables(raw, "objects", shown, entry), 1)
            return out | {"objects": [_object(one, shown, f"{entry}.objects[{n}]") for n, one in objects if not is_left_out(one, "text" in one, name, self.notes)]}
        if kind != "imagelayer":
            raise MapError(shown, f"{entry}.type", f"{short(kind)} is no layer", AGAIN)
        self.images.append((raw.get("image"), depth > 1 or bool(out["offsetx"] or out["offsety"])))
        return out | {"type": "group", "layers": []}


def _tiles(raw, size, shown, entry):
    """[tile number], row by row, of a layer as large as the map."""
    for side, own in zip(("width", "height"), size):
        if raw.get(side, own) != own:
            raise MapError(shown, f"{entry}.{side}", f"the layer is not as large as the map ({short(raw.get(side))} for {own})", AGAIN)
    data, count = raw.get("data"), size[0] * size[1]
    if isinstance(data, str):
        packed = base64_bytes(data, shown, f"{entry}.data")
        return list(numbers(unpacked(packed, raw.get("compression"), 4 * count, shown, f"{entry}.data")))
    if not isinstance(data, list) or len(data) != count or not all(isinstance(n, int) and 0 <= n < 2**32 for n in data):
        raise MapError(shown, f"{entry}.data", f"it is no list of {count} tile numbers", AGAIN)
    return data


def _object(raw, shown, entry):
    """An object with its place and shape."""
    out = BLANK_OBJECT | {key: raw[key] for key in ("name",) if isinstance(raw.get(key), str)} | class_of(raw) | json_properties(raw)
    out |= {key: real(raw.get(key, 0), shown, f"{entry}.{key}") for key in ("x", "y", "width", "height", "rotation")}
    if "gid" in raw:
        out["gid"] = whole(raw["gid"], 0, 2**32 - 1, shown, f"{entry}.gid")
    for key in ("polygon", "polyline"):
        if key in raw:
            out[key] = [{axis: real(point.get(axis), shown, f"{entry}.{key}[{n}].{axis}") for axis in "xy"}
                        for n, point in enumerate(tables(raw, key, shown, entry), 1)]
    return out | {key: True for key in ("ellipse", "point") if raw.get(key) is True}
