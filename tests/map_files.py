"""Maps of other programs for tests: drawn with walls on the edges of squares, or as Universal VTT from lines."""

import json
from textwrap import dedent

from judge.importers import read_map


def points(*places):
    return [{"x": x, "y": y} for x, y in places]


def box(x0, y0, x1, y1):
    """A closed outline."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]


def vtt(width, height, walls=(), portals=(), objects=(), **more):
    """The dict of a Universal VTT map. walls, objects: [[(x, y)]]; portals: [(a, b)] or [(a, b, closed)]."""
    return {"format": 0.3, "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": width, "y": height}, "pixels_per_grid": 10},
            "line_of_sight": [points(*wall) for wall in walls], "objects_line_of_sight": [points(*line) for line in objects],
            "portals": [{"position": points(ends[0])[0], "bounds": points(*ends[:2]), "rotation": 0, "closed": all(ends[2:]), "freestanding": False}
                        for ends in portals], "lights": [], "environment": {"baked_lighting": False, "ambient_light": "ffffffff"}} | more


def data_of(content):
    return content if isinstance(content, bytes) else json.dumps(content).encode()


def read(content, name="room.dd2vtt", files=None):
    """The ImportedMap of a dict or of bytes."""
    return read_map(data_of(content), name, files)


def drawn(text):
    """The dict of a map drawn with + at the corners of squares: -- and | are walls, == and ! closed doors, :: and ; open ones."""
    lines = dedent(text).strip("\n").split("\n")
    width, height, walls, portals = len(lines[0].rstrip()) // 3, len(lines) // 2, [], []
    for row, line in enumerate(lines):
        for at, sign in enumerate(line):
            x, y = at // 3, row // 2
            if row % 2 == 0 and at % 3 == 1 and sign in "-=:":
                ends = ((x, y), (x + 1, y))
            elif row % 2 and at % 3 == 0 and sign in "|!;":
                ends = ((x, y), (x, y + 1))
            else:
                continue
            walls += [ends] if sign in "-|" else []
            portals += [] if sign in "-|" else [(*ends, sign in "=!")]
    return vtt(width, height, walls, portals)


def squares(found):
    """The rows of a map, doors as + when closed and / when open."""
    rows = [list(row) for row in found.rows]
    for door in found.doors:
        assert rows[door.y][door.x] == "."
        rows[door.y][door.x] = "/" if door.state == "open" else "+"
    return ["".join(row) for row in rows]


def picture(size=(40, 30), form="PNG"):
    """The bytes of a picture whose left half is red and whose right half is blue."""
    from io import BytesIO

    from PIL import Image
    image, out = Image.new("RGB", size, "red"), BytesIO()
    image.paste("blue", (size[0] // 2, 0, *size))
    image.save(out, form, **({"lossless": True} if form == "WEBP" else {}))
    return out.getvalue()
