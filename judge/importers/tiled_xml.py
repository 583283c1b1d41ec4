"""A .tmx looked through before pytiled-parser reads it: no entities, no other files, tile data unpacked within bounds, tilesets put in."""

from xml.etree.ElementTree import Element, SubElement

from .faults import MapError
from .limits import MAX_SIDE, base64_bytes, real, unpacked, whole
from .tiled_parts import (AGAIN, DEEPEST, MOST_LAYERS, MOST_TILES, MOST_TILESETS, check_count, check_kind, class_of, is_left_out, numbers, root_of,
                          tiles_beside, xml_properties, xml_tiles)

MAP = {"version": "1.10", "tiledversion": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "infinite": "0", "nextlayerid": "1",
       "nextobjectid": "1"}
TILESET = {"name": "tiles", "tilecount": "0", "tilewidth": "1", "tileheight": "1", "columns": "1"}
LAYERS = ("layer", "objectgroup", "imagelayer", "group")


def clean_xml(data, shown, beside, notes, images):
    """An element that holds a Tiled map and nothing else, without names of other files. MapError for a map that is not for a board of squares.

    notes, images: as for `clean_json`.
    """
    raw = root_of(data, shown, "map")
    check_kind(raw.get("orientation"), raw.get("infinite", "0"), shown)
    width, height = (whole(raw.get(side), 1, MAX_SIDE, shown, side) for side in ("width", "height"))
    out = Element("map", MAP | {"width": str(width), "height": str(height)})
    for side in ("tilewidth", "tileheight"):
        out.set(side, str(whole(raw.get(side), 1, 4096, shown, side)))
    _properties(xml_properties(raw), out)
    for n, one in enumerate(check_count(raw.findall("tileset"), MOST_TILESETS, "tilesets", shown, "tileset"), 1):
        _tileset(one, out, shown, f"tileset[{n}]", beside)
    _Layers((width, height), shown, notes, images).copy(raw, out, "", 1)
    return out


def _properties(found, out):
    """Properties of `json_properties` or `xml_properties` as elements."""
    into = SubElement(out, "properties")
    for one in found["properties"]:
        is_bool = isinstance(one["value"], bool)
        value = str(one["value"]).lower() if is_bool else str(one["value"])
        SubElement(into, "property", {"name": one["name"], "value": value, "type": "bool" if is_bool else "string"})


def _tileset(raw, out, shown, entry, beside):
    """A tileset with nothing but its tiles' words."""
    first = whole(raw.get("firstgid"), 1, MOST_TILES, shown, f"{entry}.firstgid")
    tiles = xml_tiles(raw, shown, entry) if raw.get("source") is None else tiles_beside(raw.get("source"), shown, f"{entry}.source", beside)
    into = SubElement(out, "tileset", TILESET | {"firstgid": str(first)})
    for tile in tiles:
        _properties(tile, SubElement(into, "tile", {"id": str(tile["id"]), "class": tile.get("class", "")}))


class _Layers:
    """Copies layers of a map of a size, groups and all."""

    def __init__(self, size, shown, notes, images):
        self.size, self.shown, self.notes, self.images, self.left = size, shown, notes, images, MOST_LAYERS

    def copy(self, raw, out, place, depth):
        """Copy the layers of a map or group. place: where it stands, for faults."""
        for n, one in enumerate((child for child in raw if child.tag in LAYERS), 1):
            entry, self.left = f"{place}.{one.tag}[{n}]".lstrip("."), self.left - 1
            if self.left < 0 or depth > DEEPEST:
                raise MapError(self.shown, entry, f"there are more than {MOST_LAYERS} layers, or groups more than {DEEPEST} deep", "merge layers in Tiled")
            name = one.get("name", "")
            offsets = {key: str(real(one.get(key, "0"), self.shown, f"{entry}.{key}")) for key in ("offsetx", "offsety")}
            if one.tag == "imagelayer":
                image = one.find("image")
                self.images.append((None if image is None else image.get("source"), depth > 1 or any(float(offset) for offset in offsets.values())))
                continue
            into = SubElement(out, one.tag, {"name": name} | offsets | {"class": one.get("class", "")})
            _properties(xml_properties(one), into)
            if one.tag == "group":
                self.copy(one, into, entry, depth + 1)
            elif one.tag == "layer":
                self._tiles(one, into, entry)
            else:
                for m, thing in enumerate(one.findall("object"), 1):
                    self._object(thing, into, f"{entry}.object[{m}]", name)

    def _tiles(self, raw, into, entry):
        """The tile numbers of a layer as large as the map, as text with commas."""
        shown = self.shown
        for side, own in zip(("width", "height"), self.size):
            into.set(side, str(whole(raw.get(side, str(own)), own, own, shown, f"{entry}.{side}")))
        data, count = raw.find("data"), self.size[0] * self.size[1]
        if data is None or data.find("chunk") is not None:
            raise MapError(shown, f"{entry}.data", "the layer has no tiles, or tiles in chunks", f"turn Infinite off in the map's properties and {AGAIN}")
        coding = data.get("encoding")
        if coding == "base64":
            tiles = numbers(unpacked(base64_bytes(data.text or "", shown, f"{entry}.data"), data.get("compression"), 4 * count, shown, f"{entry}.data"))
        else:
            found = (data.text or "").split(",") if coding == "csv" else [tile.get("gid", "0") for tile in data.findall("tile")]
            if len(found) != count:
                raise MapError(shown, f"{entry}.data", f"it is no list of {count} tile numbers", AGAIN)
            tiles = [whole(one.strip(), 0, 2**32 - 1, shown, f"{entry}.data") for one in found]
        SubElement(into, "data", {"encoding": "csv"}).text = ",".join(map(str, tiles))

    def _object(self, raw, into, entry, layer):
        """An object with its place and shape."""
        if is_left_out(raw, raw.find("text") is not None, layer, self.notes):
            return
        places = {key: str(real(raw.get(key, "0"), self.shown, f"{entry}.{key}")) for key in ("x", "y", "width", "height", "rotation")}
        copy = SubElement(into, "object", {"id": "1", "name": raw.get("name", "")} | places | class_of(raw))
        if raw.get("gid") is not None:
            copy.set("gid", str(whole(raw.get("gid"), 0, 2**32 - 1, self.shown, f"{entry}.gid")))
        _properties(xml_properties(raw), copy)
        for shape in ("ellipse", "point"):
            if raw.find(shape) is not None:
                SubElement(copy, shape)
        for shape in ("polygon", "polyline"):
            if raw.find(shape) is not None:
                points = [point.split(",") for point in raw.find(shape).get("points", "").split()]
                if not points or any(len(point) != 2 for point in points):
                    raise MapError(self.shown, f"{entry}.{shape}", "its points are no pairs of numbers", AGAIN)
                SubElement(copy, shape, {"points": " ".join(",".join(str(real(part, self.shown, f"{entry}.{shape}")) for part in point) for point in points)})
