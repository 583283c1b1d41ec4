"""An imported map as an encounter file: squares, doors, lights, and a roster, or what one looks like where nobody is named."""

from pathlib import Path

from envs.core import codes as k
from envs.generate.write import table, toml_text
from envs.tables.words import square_name

from ..files import is_taken, refuse_taken, write_whole
from .assemble import useless_doors
from .change import check_size, spaces
from .faults import MapError, on_a_line
from .model import LEGEND
from .picture import ENDINGS, checked_picture
from .places import Places, read_names, roster

TITLE = 40  # letters of a title
MAX_NAMED = 8  # squares that a note names
START = 4  # free squares that are proposed for each side
EXAMPLES = {"companions": {"side": "companions", "companion": {"calling": "vanguard", "level": 1}}, "enemies": {"side": "enemies", "creature": "oath_knight"}}


def encounter_text(found, title=None, party=None, monsters=None, picture=None):
    """The TOML of an encounter on an ImportedMap. MapError for a map that is larger than a board, and for names that are not in the library.

    title: shown to people, the file's name when None. party, monsters: names of callings and creatures of the library, as `read_names` takes them; a side
    that is None gets an entry to fill in, as comments. picture: name of the picture's file, for people.
    """
    check_size(found)
    parties = read_names(party, "--party") if party else []
    foes = read_names(monsters, "--monsters") if monsters else []
    if title is not None and len(title) > TITLE:
        raise MapError("--title", "", f"the title has {len(title)} letters", f"keep to {TITLE}")
    data = {"title": _title(title or Path(found.source).stem), "map": "\n".join(found.rows)}
    if found.dark:
        data["dark"] = True
    data["legend"] = {sign: word for sign, word in LEGEND.items() if any(sign in row for row in found.rows)}
    data["features"], _ = _features(found)
    data["roster"] = roster(found, parties, foes)
    lines = [f"# The map of {on_a_line(Path(found.source).name)} ({found.format}), {_part(found)}."]
    lines += [f"# Its picture is {on_a_line(picture)}."] if picture else []
    lines += [f"# Note: {on_a_line(note)}." for note in notes_of(found)]
    text = "\n".join([*lines, "", toml_text(data)])
    if not (party and monsters):
        text += "\n" + "\n".join(_to_fill_in(found, data["roster"], [side for side, names in zip(k.SIDE_NAMES, (party, monsters)) if not names]))
    return text


def _title(text):
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).replace("_", " ").split())[:TITLE].strip()
    return plain or "An imported map"


def _part(found):
    if found.whole == (found.width, found.height):
        return f"{found.width} by {found.height} squares"
    return f"columns {found.left + 1} to {found.left + found.width} and rows {found.top + 1} to {found.top + found.height} of {found.whole[0]} by {found.whole[1]}"


def _features(found):
    """({id: feature}, notes): doors, and on a dark map lights, the strongest first, as many as there is room for."""
    out, notes = {}, []
    for n, door in enumerate(found.doors, 1):
        out[f"door_{n}"] = {"kind": "door", "at": square_name(door.x, door.y)} | ({} if door.state == "closed" else {"state": door.state})
    if found.dark:
        for n, light in enumerate(sorted(found.lights, key=lambda light: -light.radius), 1):
            out[f"light_{n}"] = {"kind": "light", "at": square_name(light.x, light.y), "light": light.radius}
    elif found.lights:
        notes.append(f"the map is lit, so its {len(found.lights)} lights change nothing and were left out; --dark keeps them")
    lost = list(out)[k.MAX_FEATURES:]
    if lost:
        notes.append(f"a fight has room for {k.MAX_FEATURES} features; {len(lost)} were left out and their squares are floor: "
                     + ", ".join(out[name]["at"] for name in lost[:MAX_NAMED]) + (" and more" if len(lost) > MAX_NAMED else ""))
    return {name: out[name] for name in list(out)[:k.MAX_FEATURES]}, notes


def notes_of(found):
    """[sentences without full stops]: what was left out, of the file and of the encounter, and what a person should look at."""
    doors = useless_doors(found)
    doubts = [f"the doors on {', '.join(doors[:MAX_NAMED])} do not lead from one open square to another; look at the walls around them"] if doors else []
    apart = [space for space in spaces(found) if len(space) > 1]
    if len(apart) > 1:
        names = ", ".join(square_name(*min(space, key=lambda q: q[::-1])) for space in apart[:MAX_NAMED])
        doubts.append(f"the map falls into {len(apart)} spaces that no door joins, which begin on {names}; --inside SQUARE keeps one and walls up the others")
    return [*found.notes, *_features(found)[1], *doubts]


def _to_fill_in(found, there, sides):
    """Lines of comments: for each side that nobody is named for, an entry and free squares to begin on."""
    places, out = Places(found), []
    places.keep_free_of(there)
    starts = _starts(places, [k.SIDE_NAMES.index(side) for side in sides])
    for side, start in zip(sides, starts):
        letter = "CE"[k.SIDE_NAMES.index(side)]
        letter = next(c for c in letter + "ABDFGHIJKLMNOPQRSTUVWXYZ" if c not in there)
        out += [f"# The {side} are still to be named. Take the # away, change what is named, and copy the entry with other letters for more of them.",
                f"# Free squares to begin on: {', '.join(start)}."]
        out += [f"# {line}" for line in table(f"roster.{letter}", EXAMPLES[side] | {"at": start[0]}) if line] + [""]
    return out


def _starts(places, sides):
    """[[names of squares]] to begin on for each side, taken in turns so that none is left without. MapError where one has none at all."""
    out = [[places.take(side)] for side in sides]
    for _ in range(START - 1):
        for side, squares in zip(sides, out):
            squares += places.left(side)
    return out


def write_encounter(found, out, force=False, picture=False, **options):
    """[paths] written: the encounter file `out` and, with picture, the map's picture beside it. options: as for `encounter_text`.

    Nothing is written where anything is wrong, nor, unless force, over files that hold something else. MapError says what.
    """
    out, files = Path(out), {}
    if out.is_dir():
        raise MapError(str(out), "", "it is a folder", "name a file with -o, such as encounter.toml")
    if picture:
        data, media = checked_picture(found)
        beside = out.with_name(out.stem + ENDINGS[media])
        files[beside], options["picture"] = data, beside.name
    files[out] = encounter_text(found, **options).encode()
    if len(files) < 1 + picture:
        raise MapError(str(out), "", "the encounter would be written over its picture", "name a file that ends in .toml with -o")
    if not force:
        refuse_taken([path for path, data in files.items() if is_taken(path, data)], _refusal)
    for path, data in files.items():
        write_whole(path, data)
    return list(files)


def _refusal(text):
    place, _, rest = text.partition(" would be ")
    return MapError(place, "", *f"it would be {rest}".split("; ", 1))
