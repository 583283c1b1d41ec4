"""Universal VTT (.dd2vtt, .uvtt, .df2vtt): walls, doors and lights as lines and points, and the picture, in one JSON object."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from envs.tables.errors import Faults
from envs.tables.read import validate

from .assemble import assemble
from .faults import MapError, settle
from .limits import MAX_NUMBER, MAX_SIDE, Work, base64_bytes, json_of
from .lines import is_closed
from .picture import picture_of

NIGHT = 64  # of 255: a map whose ambient light is darker than this is dark
WHOLE = 0.01  # how far a map may miss a whole number of squares

Number = Annotated[float, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class Loose(BaseModel):
    """Strict in what is read, and blind for the rest: every program writes keys of its own."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class Point(Loose):
    x: Number
    y: Number


class Resolution(Loose):
    map_origin: Point = Point(x=0.0, y=0.0)
    map_size: Point
    pixels_per_grid: Annotated[float, Field(gt=0, le=MAX_NUMBER)]


class Portal(Loose):
    position: Point | None = None
    bounds: list[Point] = []
    closed: bool = True


class Lamp(Loose):
    position: Point
    range: Number = 0.0
    color: str | None = None


class Environment(Loose):
    baked_lighting: bool = False
    ambient_light: str | None = None


class Vtt(Loose):
    resolution: Resolution
    line_of_sight: list[list[Point]] | None = None
    objects_line_of_sight: list[list[Point]] | None = None
    portals: list[Portal] | None = None
    lights: list[Lamp] | None = None
    environment: Environment | None = None
    image: str | None = None


def read_uvtt(data, shown):
    """The ImportedMap of the bytes of a Universal VTT file. MapError for a file that cannot be used."""
    faults = Faults()
    vtt = validate(Vtt, _countable(json_of(data, shown), shown), shown, "", faults)
    settle(faults)
    width, height, notes = _size(vtt.resolution, shown)
    origin = vtt.resolution.map_origin

    def moved(points):
        return [(point.x - origin.x, point.y - origin.y) for point in points]
    objects = [moved(line) for line in vtt.objects_line_of_sight or []]
    walls = [moved(line) for line in vtt.line_of_sight or []]
    portals = [(moved(portal.bounds[:1] + portal.bounds[-1:]), "closed" if portal.closed else "open")
               for portal in vtt.portals or [] if len(portal.bounds) > 1]
    if len(portals) < len(vtt.portals or []):
        notes.append(f"portals without two ends were left out: {len(vtt.portals) - len(portals)}")
    outlines = [line for line in objects if is_closed(line)]
    dark = _is_dark(vtt.environment, bool(vtt.lights), notes)
    lamps = [(moved([lamp.position])[0], lamp.range, _color(lamp.color)) for lamp in vtt.lights or []]
    return assemble(shown, "Universal VTT", (width, height), walls + objects, portals, outlines, {}, {}, lamps, dark=dark,
                    pixels=vtt.resolution.pixels_per_grid, picture=_picture(vtt.image, shown, notes), notes=notes)


def _countable(raw, shown):
    """The same, unless its lines have more points than can be worked on; counted before a model is made of each."""
    lines = [line for key in ("line_of_sight", "objects_line_of_sight") if isinstance(raw.get(key), list) for line in raw[key]]
    Work(shown).spend(sum(len(line) for line in lines if isinstance(line, list)))
    return raw


def _size(resolution, shown):
    """(width, height, notes) in whole squares; what is left of a square at the right or below is cut off."""
    size, notes = resolution.map_size, []
    sides = [int(length + WHOLE) for length in (size.x, size.y)]
    if min(sides) < 1 or max(sides) > MAX_SIDE:
        raise MapError(shown, "resolution.map_size", f"the map is {size.x:g} by {size.y:g} squares", f"export a part of 1 to {MAX_SIDE} squares a side")
    if any(length - side > WHOLE for length, side in zip((size.x, size.y), sides)):
        notes.append(f"the map is {size.x:g} by {size.y:g} squares; the parts of squares at its edge were left out")
    return *sides, notes


def _is_dark(environment, has_lights, notes):
    """Whether the squares that no light reaches are dark; a map without a single light is not, whatever its ambient light."""
    color = _color(environment.ambient_light if environment else None)
    if environment and environment.baked_lighting:
        notes.append("light and shadow are part of the picture (baked_lighting)")
    night = bool(color) and _brightness(environment.ambient_light, color) < NIGHT
    if night and not has_lights:
        notes.append("the map has hardly any ambient light and no lamp, so it is taken for lit; --dark makes it dark")
    return night and has_lights


def _brightness(text, color):
    """0 to 255: the strongest of red, green and blue, as far as the color covers."""
    alpha = int(text.lstrip("#")[:2], 16) if len(text.lstrip("#")) == 8 else 255
    return max(int(color[n:n + 2], 16) for n in (0, 2, 4)) * alpha // 255


def _color(text):
    """RRGGBB of a color AARRGGBB or RRGGBB; empty where it is neither."""
    plain = (text or "").lstrip("#")
    return plain[-6:].lower() if len(plain) in (6, 8) and all(c in "0123456789abcdefABCDEF" for c in plain) else ""


def _picture(text, shown, notes):
    """The Picture in a base64 text, or None with a note."""
    if not text:
        return None
    try:
        found = picture_of(base64_bytes(text.partition("base64,")[2] or text if text.startswith("data:") else text, shown, "image"))
    except MapError as error:
        notes.append(f"the picture was left out: {error.problem}")
        return None
    if found is None:
        notes.append("the picture was left out: it is no PNG, JPEG or WebP")
    return found
