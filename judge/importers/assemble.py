"""Squares, doors and lights of what was read from a file, whatever its format."""

from envs.core import codes as k
from envs.tables.words import square_name

from .blocking import TILE, Blocking
from .limits import Work
from .model import OPEN, SIGN_OF, Door, ImportedMap, Light

NEAR = [(i, j) for i in (0, -1, 1) for j in (0, -1, 1)]  # where a lamp on a wall may hang instead


def assemble(source, form, size, walls, portals, outlines, ground, doors, lamps, **rest):
    """An ImportedMap.

    size: (width, height). walls, outlines: [[(x, y)]], polylines in squares; portals: [((a, b), state)]; ground: {square: terrain in words};
    doors: {square: state}; lamps: [((x, y), radius, color)]. rest: fields of ImportedMap. MapError where the lines are too many.
    """
    width, height = size
    notes, shut = rest.pop("notes"), {square: TILE for square, word in ground.items() if word == "wall" and square not in doors}
    blocking = Blocking(width, height, walls, [ends for ends, _ in portals], outlines, shut, Work(source))
    states = {square: portals[n][1] for square, n in blocking.doors.items()} | doors
    if blocking.lost:
        notes.append(f"doors that lead off the map were left out: {len(blocking.lost)}")
    if blocking.idle:
        notes.append(f"wall lines off the map or too short to lie between two squares were left out: {blocking.idle}")
    rows, why = [], []
    for y in range(height):
        squares = [(x, y) for x in range(width)]
        rows.append("".join(SIGN_OF["floor" if q in states else "wall" if q in blocking.why else ground.get(q, "floor")] for q in squares))
        why.append("".join(OPEN if q in states else blocking.why.get(q, OPEN) for q in squares))
    found = ImportedMap(source=source, format=form, width=width, height=height, rows=rows, why=why, whole=size, notes=notes,
                        doors=[Door(x=x, y=y, state=states[x, y]) for x, y in sorted(states, key=lambda q: q[::-1])], **rest)
    return _with_lights(found, lamps)


def _with_lights(found, lamps):
    """The map with its lamps, each on a square of its own that is no wall."""
    taken, lights, lost = {(door.x, door.y) for door in found.doors}, [], 0
    for (x, y), radius, color in sorted(lamps, key=lambda lamp: -lamp[1]):
        spots = [(int(x // 1) + i, int(y // 1) + j) for i, j in NEAR]
        spots = [(a, b) for a, b in spots if 0 <= a < found.width and 0 <= b < found.height and (a, b) not in taken and found.rows[b][a] != "#"]
        if not spots or radius <= 0:
            lost += 1
            continue
        spot = min(spots, key=lambda q: (q[0] + 0.5 - x) ** 2 + (q[1] + 0.5 - y) ** 2)
        taken.add(spot)
        lights.append(Light(x=spot[0], y=spot[1], radius=min(k.MAX_SIDE, max(1, round(radius))), color=color))
    notes = found.notes + ([f"lights without a free square or a range were left out: {lost}"] if lost else [])
    return found.model_copy(update={"lights": sorted(lights, key=lambda light: (light.y, light.x)), "notes": notes})


def useless_doors(found):
    """Names of the squares of doors that do not lead from an open square to another."""
    out, there = [], {(door.x, door.y) for door in found.doors}
    for x, y in sorted(there, key=lambda q: q[::-1]):
        ways = [(a, b) for a, b in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))
                if 0 <= a < found.width and 0 <= b < found.height and found.rows[b][a] != "#"]
        if len(ways) < 2:
            out.append(square_name(x, y))
    return out
