"""Tiled (.tmj, .tmx): what layers, tiles and objects say that squares are, by the convention of `tiled_words`."""

import json
import math
import tempfile
from pathlib import Path
from xml.etree.ElementTree import ElementTree

from .assemble import assemble
from .faults import MapError, need_extra
from .limits import MAX_NUMBER, Work
from .lines import held
from .picture import picture_of, pixels_of
from .tiled_json import clean_json
from .tiled_parts import MOST_TILES
from .tiled_words import RADIUS, SAYINGS, STATES, darker, meaning, said
from .tiled_xml import clean_xml

MOST_NAMED = 8  # names in a note
ROUND = 24  # corners of what is drawn for an ellipse


def read_tiled(data, ending, shown, beside):
    """The ImportedMap of the bytes of a Tiled map. ending: .tmj or .tmx; beside: reads the tilesets. MapError for a map that cannot be used."""
    notes, images = [], []
    tiled = _parse(data, ending, shown, beside, notes, images)
    reading = _Reading(tiled, Work(shown))
    reading.layers(tiled.layers, None, (0.0, 0.0))
    notes += reading.notes()
    dark = (tiled.properties or {}).get("dark") is True
    picture = _picture(images, tiled, shown, beside, notes)
    return assemble(shown, "Tiled", tuple(tiled.map_size), reading.walls, reading.portals, [], reading.ground, reading.doors, reading.lamps, dark=dark,
                    pixels=float(tiled.tile_size.width), picture=picture, notes=notes)


def _picture(images, tiled, shown, beside, notes):
    """The Picture of the lowest image layer, if it lies beside the map and is as large; else None, with a note."""
    size = (tiled.map_size.width * tiled.tile_size.width, tiled.map_size.height * tiled.tile_size.height)
    if len(images) > 1:
        notes.append(f"image layers above the first were left out: {len(images) - 1}")
    for name, moved in images[:1]:
        try:
            found = picture_of(beside.read(name, shown, "the image layer"))
            if found is None:
                raise MapError(shown, "", "it is no PNG, JPEG or WebP", "")
            if moved or pixels_of(found, shown) != size:
                raise MapError(shown, "", f"it does not cover the map, which is {size[0]} by {size[1]} pixels", "")
            return found
        except MapError as error:
            notes.append(f"the picture of the image layer was left out: {error.problem}")
    return None


def _parse(data, ending, shown, beside, notes, images):
    """The TiledMap of what is left of a file once it is looked through; it is read from a private folder, where no other file lies.

    notes, images: lists that take sentences and (file, whether it is moved) of each image layer.
    """
    try:
        from pytiled_parser import UnknownFormat, parse_map
    except ImportError:
        raise need_extra(shown, "a Tiled map", "pytiled-parser") from None
    clean = (clean_xml if ending == ".tmx" else clean_json)(data, shown, beside, notes, images)
    with tempfile.TemporaryDirectory(prefix="foemind-") as folder:
        path = Path(folder, f"map{ending}")
        if ending == ".tmx":
            ElementTree(clean).write(path, encoding="utf-8")
        else:
            path.write_text(json.dumps(clean), encoding="utf-8")
        try:
            return parse_map(path)
        except (UnknownFormat, ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, SyntaxError, TypeError, ValueError) as error:
            raise MapError(shown, "", f"the map cannot be understood ({type(error).__name__}: {str(error)[:80]})", "save it anew in Tiled") from None


class _Reading:
    """Goes through the layers from the lowest up and keeps what they say. ground: {square: terrain}; doors: {square: state}."""

    def __init__(self, tiled, work):
        self.size, self.tile, self.work = tiled.map_size, tiled.tile_size, work
        self.words = {first + n: tile for first, tileset in tiled.tilesets.items() for n, tile in (tileset.tiles or {}).items()}
        self.ground, self.doors, self.walls, self.portals, self.lamps = {}, {}, [], [], []
        self.odd, self.silent, self.spoken = set(), [], False

    def layers(self, layers, word, offset):
        """Read layers in a group that says `word`, moved by `offset` pixels."""
        for layer in layers or []:
            own = said(layer, meaning(layer.name) or word, self.odd)
            at = (offset[0] + layer.offset.x, offset[1] + layer.offset.y)
            before = self.spoken
            self.spoken = False
            if hasattr(layer, "layers"):
                self.layers(layer.layers, own, at)
            elif hasattr(layer, "tiled_objects"):
                for thing in layer.tiled_objects:
                    self._object(thing, own, at)
            elif getattr(layer, "data", None):
                self._tiles(layer.data, own, at)
            if not self.spoken and not hasattr(layer, "layers"):
                self.silent.append(layer.name)
            self.spoken |= before

    def _tiles(self, rows, word, offset):
        right, down = round(offset[0] / self.tile.width), round(offset[1] / self.tile.height)
        for y, row in enumerate(rows):
            for x, number in enumerate(row):
                tile = self.words.get(number % MOST_TILES)
                own = word if tile is None else said(tile, word, self.odd)
                if number % MOST_TILES and own:
                    self._put((x + right, y + down), own, {} if tile is None else tile.properties or {})

    def _put(self, square, word, properties):
        """Lay a word over what a square is so far."""
        self.spoken = True
        if not (0 <= square[0] < self.size.width and 0 <= square[1] < self.size.height):
            return
        if word == "light":
            self._lamp((square[0] + 0.5, square[1] + 0.5), properties)
            return
        if word != "darkness":
            self.doors.pop(square, None)
        if word == "door":
            self.doors[square] = _state(properties)
            word = "floor"
        self.ground[square] = darker(self.ground.get(square, "floor"), word) if word != "floor" else "floor"

    def _lamp(self, place, properties):
        radius = properties.get("radius", RADIUS)
        try:
            number = float(radius)
        except (TypeError, ValueError, OverflowError):
            number = RADIUS
        self.lamps.append((place, number if abs(number) <= MAX_NUMBER else RADIUS, ""))

    def _object(self, thing, word, offset):
        """Read one object: a line, a point, or what it covers."""
        tile = self.words.get(getattr(thing, "gid", 0) % MOST_TILES)
        properties = (tile.properties or {} if tile else {}) | (thing.properties or {})
        inherited = meaning(thing.name or "") or (said(tile, word, self.odd) if tile else word)
        own = said(thing, inherited, self.odd)
        if own is None:
            return
        points = [self._place(point, thing, offset) for point in _outline(thing)]
        if type(thing).__name__ == "Polyline":
            self._line(points, own, properties)
        elif own == "light":
            self.spoken = True
            self._lamp((sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)), properties)
        else:
            squares = held(points, self.size.width, self.size.height, self.work) if len(points) > 2 else []
            middle = tuple(math.floor(sum(point[axis] for point in points) / len(points)) for axis in (0, 1))
            for square in squares or [middle]:
                self._put(square, own, properties)

    def _line(self, points, word, properties):
        """A line is a wall, or a door between two of them; it is nothing else."""
        self.spoken |= word in ("wall", "door")
        if word == "wall":
            self.walls.append(points)
        elif word == "door":
            self.portals.append(((points[0], points[-1]), _state(properties)))

    def _place(self, point, thing, offset):
        """A point of an object, in squares: moved, and turned around the object's place."""
        turn = math.radians(thing.rotation)
        x = point[0] * math.cos(turn) - point[1] * math.sin(turn)
        y = point[0] * math.sin(turn) + point[1] * math.cos(turn)
        return (thing.coordinates.x + x + offset[0]) / self.tile.width, (thing.coordinates.y + y + offset[1]) / self.tile.height

    def notes(self):
        """What was not understood."""
        out = []
        if self.silent:
            named = ", ".join(repr(name[:40]) for name in self.silent[:MOST_NAMED]) + (" and more" if len(self.silent) > MOST_NAMED else "")
            out.append(f"nothing in these layers says what a square is: {named}; name a layer {', '.join(SAYINGS)}, or give tiles the property terrain")
        if self.odd:
            out.append(f"these words of the property terrain are not known and were left out: {', '.join(map(repr, sorted(self.odd)[:MOST_NAMED]))}")
        return out


def _state(properties):
    """The state of a door."""
    state = str(properties.get("state", "closed")).lower()
    return state if state in STATES else "closed"


def _outline(thing):
    """The corners of an object, in pixels from its place: a point is one, an ellipse is drawn with ROUND."""
    kind, width, height = type(thing).__name__, thing.size.width, thing.size.height
    if kind in ("Polygon", "Polyline"):
        return [tuple(point) for point in thing.points]
    if kind == "Point" or not (width and height):
        return [(width / 2, height / 2)]
    if kind == "Ellipse":
        turns = [2 * math.pi * n / ROUND for n in range(ROUND)]
        return [(width / 2 * (1 + math.cos(turn)), height / 2 * (1 + math.sin(turn))) for turn in turns]
    top = -height if kind == "Tile" else 0  # the place of a tile is its lower left corner
    return [(0, top), (width, top), (width, top + height), (0, top + height)]
