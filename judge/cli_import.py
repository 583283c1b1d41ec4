"""The command `import`: maps from other programs."""

import re
from pathlib import Path
from typing import Annotated

import typer

from .cli_base import UserError, app, plain_faults

CROP_HELP = "Part of the map: leave out X squares at the left and Y above, keep W by H (at most 32 by 32)."
SET_HELP = "Squares corrected, after the crop: c4=wall,d5=door,e5=floor. A terrain, or door, open door, locked door."
PARTY_HELP = "Callings of the library, placed on free squares: vanguard:2, archer."
MONSTERS_HELP = "Creatures of the library, placed on free squares: 3 gnaw_rat, oath_knight."


@app.command("import")
@plain_faults
def import_map(
    file: Annotated[Path, typer.Argument(metavar="MAP", help="A Universal VTT map (.dd2vtt, .uvtt, .df2vtt) or a Tiled map (.tmj, .tmx).")],
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="Where to write the encounter; left out, it is printed.")] = None,
    part: Annotated[str | None, typer.Option("--crop", metavar="X,Y,WxH", help=CROP_HELP)] = None,
    squares: Annotated[str | None, typer.Option("--set", metavar="SQUARES", help=SET_HELP)] = None,
    inside: Annotated[str | None, typer.Option("--inside", metavar="SQUARE", help="Wall up all that cannot be reached from this square.")] = None,
    party: Annotated[str | None, typer.Option("--party", metavar="NAMES", help=PARTY_HELP)] = None,
    monsters: Annotated[str | None, typer.Option("--monsters", metavar="NAMES", help=MONSTERS_HELP)] = None,
    dark: Annotated[bool | None, typer.Option("--dark/--lit", help="Whether unlit squares are dark; left out, the map says.")] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Title of the encounter; the file's name when left out.")] = None,
    picture: Annotated[bool, typer.Option("--picture", help="Also write the map's picture beside the encounter (needs -o and the extra 'maps').")] = False,
    why: Annotated[bool, typer.Option("--why", help="Show which rule blocked each square.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there and differ.")] = False,
):
    """Make an encounter of a map from another program: its walls become blocked squares, its portals doors.

    Without --party and --monsters the roster is left to fill in. The rules are told in docs/import.md.
    """
    from . import importers
    if picture and out is None:
        raise UserError("a picture is not for the screen; name a file with -o")
    if out is not None and out.resolve() == file.resolve():
        raise UserError("the encounter would be written over the map; name another file with -o, such as encounter.toml")
    found = importers.read_map(file)
    if part is not None:
        found = importers.crop(found, *_part(part))
    importers.check_size(found)
    if squares is not None:
        found = importers.correct(found, _squares(squares))
    if inside is not None:
        found = importers.keep_inside(found, inside)
    if dark is not None:
        found = found.model_copy(update={"dark": dark})
    options = {"title": title, "party": party, "monsters": monsters}
    if out is None:
        typer.echo(importers.encounter_text(found, **options), nl=False)
    else:
        for path in importers.write_encounter(found, out, force, picture, **options):
            typer.echo(f"{path}: written")
        for note in importers.notes_of(found):
            typer.echo(f"note: {note}")
    if why:
        typer.echo("\n".join(_rules(found)), err=out is None)
    if out is not None and not (party and monsters):
        typer.echo(f"{out}: who fights is still to be said at its end; foemind check {out} tells whether it is ready")


def _part(text):
    """(x, y, width, height) of a text such as 4,0,32x24."""
    numbers = re.fullmatch(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*", text)
    if numbers is None:
        raise UserError(f"--crop {text!r} cannot be read; write X,Y,WxH, such as 4,0,32x24: how many squares to leave out left and above, and how many to keep")
    return tuple(int(number) for number in numbers.groups())


def _squares(text):
    """{square: what it is to be} of a text such as c4=wall,d5=door."""
    out = {}
    for part in text.split(","):
        square, equals, word = (piece.strip() for piece in part.partition("="))
        if not (square and equals and word):
            raise UserError(f"--set {part.strip()!r} cannot be read; write squares and what they are to be, such as c4=wall,d5=door")
        out[square] = word
    return out


def _rules(found):
    """Lines: the map with its doors, beside it the letter of the rule that blocked each square, below it the rules that did."""
    from .importers import RULES
    rows = [list(row) for row in found.rows]
    for door in found.doors:
        rows[door.y][door.x] = "/" if door.state == "open" else "+"
    used = [key for key in RULES if any(key in row for row in found.why)]
    doors = ["+  a door; / an open one"] if found.doors else []
    return ["", *(f"{''.join(row)}   {rule}" for row, rule in zip(rows, found.why)), "", *doors, *(f"{key}  {RULES[key]}" for key in used)]
