"""What both of Tiled's formats share: which maps are for a board, tile numbers, classes and properties, tilesets in files of their own."""

from struct import unpack
from xml.etree.ElementTree import ParseError

from .faults import MapError, need_extra
from .limits import MAX_PIECES, json_of, short, whole

AGAIN = "save the map anew in Tiled"
DEEPEST = 12  # groups within groups
MOST_LAYERS = 200
MOST_TILESETS = 64
MOST_SAYING = 10_000  # tiles of a tileset that are written out; the others say nothing
MOST_TILES = 2**28  # tile numbers; the bits above turn a tile


def check_kind(orientation, infinite, shown):
    """MapError for hexagons, diamonds and maps without an edge."""
    if orientation != "orthogonal":
        raise MapError(shown, "orientation", f"the map is {short(orientation)}, and a board has square fields", "make it anew in Tiled as an orthogonal map")
    if infinite in (True, 1, "1", "true"):
        raise MapError(shown, "infinite", "the map has no edge", f"turn Infinite off in the map's properties and {AGAIN}")


def numbers(data):
    """(int, …) of unsigned little-endian 32-bit numbers."""
    return unpack(f"<{len(data) // 4}I", data)


def tables(raw, key, shown, entry):
    """A list of JSON objects; empty where the key is missing. MapError for anything else."""
    found = raw.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise MapError(shown, f"{entry}.{key}".lstrip("."), "it is no list of tables", AGAIN)
    return found


def check_count(found, most, what, shown, entry):
    """The list, if it is not longer than any map needs."""
    if len(found) > most:
        raise MapError(shown, entry, f"there are {len(found):,} {what}", f"keep to {most:,}")
    return found


def is_left_out(raw, is_text, layer, notes):
    """Whether an object is a text, or stands in a template file, which is not followed."""
    if raw.get("template") is not None:
        note = f"objects of the layer {layer[:40]!r} that are made from templates were left out; detach them in Tiled"
        notes += [] if note in notes else [note]
    return is_text or raw.get("template") is not None


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


def json_properties(raw):
    """{"properties": those that are plain values}, as pytiled-parser takes them from JSON."""
    found = raw.get("properties")
    return {"properties": [{"name": one["name"], "type": "string", "value": one["value"]} for one in (found if isinstance(found, list) else [])
                           if isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("value"), (str, int, float))]}


def xml_properties(raw):
    """The same of an element: true and false are what they say, all else is text."""
    out = []
    for one in raw.findall("properties/property"):
        value, kind = one.get("value", one.text), one.get("type", "string")
        if one.get("name") is not None and value is not None and kind in ("string", "bool", "int", "float"):
            out.append({"name": one.get("name"), "type": "string", "value": value == "true" if kind == "bool" else value})
    return {"properties": out}


def class_of(raw):
    """{"class": what Tiled calls class, or type in other versions}, where there is one. raw: a table or an element."""
    found = raw.get("class") or raw.get("type")
    return {"class": found} if isinstance(found, str) else {}


def json_tiles(raw, shown, entry):
    """[{"id", "class", "properties"}] of the tiles of a tileset that say something."""
    tiles = check_count(tables(raw, "tiles", shown, entry), MOST_SAYING, "tiles in the tileset", shown, entry)
    return _saying([{"id": whole(tile.get("id"), 0, MOST_TILES, shown, f"{entry}.tiles[{n}].id".lstrip("."))} | class_of(tile) | json_properties(tile)
                    for n, tile in enumerate(tiles, 1)])


def xml_tiles(raw, shown, entry):
    """The same of an element."""
    tiles = check_count(raw.findall("tile"), MOST_SAYING, "tiles in the tileset", shown, entry)
    return _saying([{"id": whole(tile.get("id"), 0, MOST_TILES, shown, f"{entry}.tile[{n}].id".lstrip("."))} | class_of(tile) | xml_properties(tile)
                    for n, tile in enumerate(tiles, 1)])


def _saying(tiles):
    return [tile for tile in tiles if tile.get("class") or tile["properties"]]


def tiles_beside(name, shown, entry, beside):
    """The tiles of a tileset in a file of its own, XML or JSON, beside the map."""
    data, name = beside.read(name, shown, entry), str(name)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return xml_tiles(root_of(data, name, "tileset"), name, "")
    return json_tiles(json_of(data, name), name, "")
