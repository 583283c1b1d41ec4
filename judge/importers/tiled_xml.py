"""A .tmx looked through before pytiled-parser reads it: no entities, no other files, tile data unpacked within bounds, tilesets put in."""

from xml.etree.ElementTree import Element, ParseError, SubElement

from .faults import MapError, need_extra
from .limits import MAX_PIECES, MAX_SIDE, base64_bytes, json_of, real, short, unpacked, whole
from .tiled_json import DEEPEST, MOST_LAYERS, check_kind, numbers

EMBED = "embed the tileset in Tiled, or save the map as .tmj"
MAP = {"version": "1.10", "tiledversion": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "infinite": "0", "nextlayerid": "1",
       "nextobjectid": "1"}
TILESET = {"name": "tiles", "tilecount": "0", "tilewidth": "1", "tileheight": "1", "columns": "1"}
AGAIN = "save the map anew in Tiled"
LAYERS = ("layer", "objectgroup", "imagelayer", "group")


def root_of(data, shown, tag):
    """The root element of XML without a document type, so without entities. MapError for anything else."""
    try:
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import fromstring
    except ImportError:
        raise need_extra(shown, "a Tiled map in XML", "defusedxml") from None
    if sum(data.count(sign) for sign in (b"<", b"=", b",")) > MAX_PIECES:
        raise MapError(shown, "", f"the file holds more than {MAX_PIECES:,} values", "export a smaller part of the map")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise MapError(shown, "", "the file declares a document type or entities, which no Tiled map has", AGAIN) from None
    except (ParseError, LookupError, ValueError, RecursionError) as error:
        raise MapError(shown, "", f"the file is not valid XML ({str(error)[:80]})", f"{AGAIN}; the file may have been cut off") from None
    if root.tag != tag:
        raise MapError(shown, "", f"the file holds {short(root.tag)} and no Tiled {tag}", "name a .tmx that Tiled has saved")
    return root


def clean_xml(data, shown, beside, notes):
    """An element that holds a Tiled map and nothing else, without names of other files. MapError for a map that is not for a board of squares."""
    raw = root_of(data, shown, "map")
    check_kind(raw.get("orientation"), raw.get("infinite", "0"), shown)
    width, height = (whole(raw.get(side), 1, MAX_SIDE, shown, side) for side in ("width", "height"))
    out = Element("map", MAP | {"width": str(width), "height": str(height)})
    for side in ("tilewidth", "tileheight"):
        out.set(side, str(whole(raw.get(side), 1, 4096, shown, side)))
    _properties(raw, out)
    for n, one in enumerate(raw.findall("tileset"), 1):
        _tileset(one, out, shown, f"tileset[{n}]", beside)
    _Layers((width, height), shown, notes).copy(raw, out, "", 1)
    return out


def _properties(raw, out):
    """The properties that are plain values."""
    found = raw.findall("properties/property")
    if not found:
        return
    into = SubElement(out, "properties")
    for one in found:
        value, kind = one.get("value", one.text), one.get("type", "string")
        if one.get("name") is None or value is None or kind not in ("string", "bool", "int", "float"):
            continue
        SubElement(into, "property", {"name": one.get("name"), "value": value, "type": kind if kind == "bool" else "string"})


def _tileset(raw, out, shown, entry, beside):
    """A tileset with its tiles' words; one that stands in a file of its own is read from beside the map."""
    first = whole(raw.get("firstgid"), 1, 2**28, shown, f"{entry}.firstgid")
    if raw.get("source") is not None:
        name = raw.get("source")
        data = beside.read(name, shown, f"{entry}.source")
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            json_of(data, name)
            raise MapError(shown, f"{entry}.source", f"the tileset {short(name)} is JSON and the map is XML", EMBED)
        raw, entry, shown = root_of(data, name, "tileset"), "tileset", name
    into = SubElement(out, "tileset", TILESET | {"firstgid": str(first)})
    for n, tile in enumerate(raw.findall("tile"), 1):
        copy = SubElement(into, "tile", {"id": str(whole(tile.get("id"), 0, 2**28, shown, f"{entry}.tile[{n}].id"))} | _class(tile))
        _properties(tile, copy)


def _class(raw):
    """{"class": what Tiled calls class, or type in other versions}, where there is one."""
    found = raw.get("class") or raw.get("type")
    return {"class": found} if found else {}


class _Layers:
    """Copies layers of a map of a size, groups and all."""

    def __init__(self, size, shown, notes):
        self.size, self.shown, self.notes, self.left = size, shown, notes, MOST_LAYERS

    def copy(self, raw, out, place, depth):
        """Copy the layers of a map or group. place: where it stands, for faults."""
        for n, one in enumerate((child for child in raw if child.tag in LAYERS), 1):
            entry, self.left = f"{place}.{one.tag}[{n}]".lstrip("."), self.left - 1
            if self.left < 0 or depth > DEEPEST:
                raise MapError(self.shown, entry, f"there are more than {MOST_LAYERS} layers, or groups more than {DEEPEST} deep", "merge layers in Tiled")
            name = one.get("name", "")
            if one.tag == "imagelayer":
                self.notes.append(f"the image layer {name[:40]!r} was left out")
                continue
            offsets = {key: str(real(one.get(key, "0"), self.shown, f"{entry}.{key}")) for key in ("offsetx", "offsety")}
            into = SubElement(out, one.tag, {"name": name} | offsets | ({"class": one.get("class")} if one.get("class") else {}))
            _properties(one, into)
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
        if raw.get("template") is not None:
            note = f"objects of the layer {layer[:40]!r} that are made from templates were left out; detach them in Tiled"
            self.notes += [] if note in self.notes else [note]
            return
        numbers_ = {key: str(real(raw.get(key, "0"), self.shown, f"{entry}.{key}")) for key in ("x", "y", "width", "height", "rotation")}
        copy = SubElement(into, "object", {"id": "1", "name": raw.get("name", "")} | numbers_ | _class(raw))
        if raw.get("gid") is not None:
            copy.set("gid", str(whole(raw.get("gid"), 0, 2**32 - 1, self.shown, f"{entry}.gid")))
        _properties(raw, copy)
        for shape in ("ellipse", "point", "text"):
            if raw.find(shape) is not None:
                SubElement(copy, shape)
        for shape in ("polygon", "polyline"):
            if raw.find(shape) is not None:
                points = [point.split(",") for point in raw.find(shape).get("points", "").split()]
                if not points or any(len(point) != 2 for point in points):
                    raise MapError(self.shown, f"{entry}.{shape}", "its points are no pairs of numbers", AGAIN)
                SubElement(copy, shape, {"points": " ".join(",".join(str(real(part, self.shown, f"{entry}.{shape}")) for part in point) for point in points)})
