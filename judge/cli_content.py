"""Commands on content files: check, companion, schema, generate, lint."""

import json
from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AsJson, Seed, UserError, app, beside, is_word, new_console, plain_faults, print_json


def _check(file):
    """Faults of a content file, or of all that the library has by that name; a plain word that is neither is told the names that are like it."""
    from envs.tables import check_file
    from envs.tables.errors import Faults
    from envs.tables.library import FOLDERS, MOST, library_names, library_path, misnamed_files
    from envs.tables.words import remedy_for
    if Path(file).exists() or not is_word(file):
        return check_file(file)
    found = [path for path in (library_path(kind, file) for kind in FOLDERS) if path is not None] + [path for path in misnamed_files() if path.stem == file]
    if found:
        return [fault for path in found for fault in check_file(path)]
    faults, names = Faults(), sorted({name for kind in FOLDERS for name in library_names(kind)})
    faults.add("C101", file, "", "there is no such file and nothing in the library by that name", beside(file) or remedy_for(file, names, MOST))
    return list(faults)


@app.command()
@plain_faults
def check(files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Encounter, creature, deed, gear, companion or ruleset files (TOML), or library names.")],
          as_json: AsJson = False):
    """Check content files: what is wrong, in which entry, and how to mend it. Exit code 1 on any fault."""
    found = {file: _check(file) for file in files}
    if as_json:
        print_json({file: [fault._asdict() for fault in faults] for file, faults in found.items()})
    else:
        for file, faults in found.items():
            for fault in faults:
                typer.echo(str(fault), err=True)
            if not faults:
                typer.echo(f"{file}: all well")
    raise typer.Exit(1 if any(found.values()) else 0)


@app.command()
@plain_faults
def companion(calling: Annotated[str, typer.Argument(metavar="CALLING", help="What the character is by trade, such as vanguard, archer or mender; another word is answered with all that there are.")],
              level: Annotated[int, typer.Option("--level", min=1, max=9, help="Level, 1 to 9.")] = 1,
              vigor: Annotated[int | None, typer.Option("--vigor", min=1, max=999, help="Maximum vigor; the calling's when left out.")] = None,
              weapon: Annotated[int | None, typer.Option("--weapon", min=0, max=20, help="Weapon rating, †; the calling's when left out.")] = None,
              spell: Annotated[int | None, typer.Option("--spell", min=0, max=20, help="Spell rating, Ω; the calling's when left out.")] = None,
              name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The character's own name.")] = None):
    """Make a player's character from five numbers: the roster entry to paste into an encounter, and the stat block that it stands for."""
    from .companion import make
    entry, block = make(calling.lower(), level, vigor, weapon, spell, name)
    typer.echo(f"{entry}\n\n" + "\n".join(block))


@app.command()
@plain_faults
def schema(kind: Annotated[str | None, typer.Argument(metavar="[KIND]", help="creature, deed, gear, encounter, ruleset or companion; all when left out.")] = None,
           out: Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write KIND.schema.json into this folder.")] = None):
    """Print a JSON Schema (draft 2020-12), with which an editor completes and checks content files; or write all of them with -o."""
    from envs.tables.json_schema import file_name, json_schema
    from envs.tables.read import MODELS
    from envs.tables.words import remedy_for
    if kind is not None and kind not in MODELS:
        raise UserError(f"there is no schema {kind!r}; {remedy_for(kind, MODELS)}")
    if out is None and kind is None:
        raise UserError(f"name the schema to print ({', '.join(MODELS)}), or write all of them with -o DIR")
    if out is None:
        return print_json(json_schema(kind))
    out.mkdir(parents=True, exist_ok=True)
    for one in [kind] if kind else MODELS:
        (out / file_name(one)).write_text(json.dumps(json_schema(one), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        typer.echo(f"{out / file_name(one)}: written; begin a file beside it with #:schema ./{file_name(one)}")


GROUP_HELP = "Of the library: training, those that training may meet, or reserved, those that it may not. Left out, all."


@app.command()
@plain_faults
def generate(seed: Seed = 0,
             count: Annotated[int, typer.Option("--count", metavar="N", help="Encounters of so many seeds, from --seed on; several need -o DIR.")] = 1,
             out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE|DIR", help="Where to write; left out, the text of one is printed.")] = None,
             kind: Annotated[str | None, typer.Option("--kind", help="Kind of map: rooms, cave, open, bridge or hall. Left out, it is drawn.")] = None,
             size: Annotated[int | None, typer.Option("--size", metavar="N", help="Squares that a side of the map may have, 8 to 32 (16).")] = None,
             level: Annotated[int | None, typer.Option("--level", metavar="L", help="Level of the party, 1 to 3. Left out, it is drawn.")] = None,
             party: Annotated[int | None, typer.Option("--party", metavar="N", help="Companions, 1 to 6. Left out, their number is drawn.")] = None,
             objective: Annotated[str | None, typer.Option("--objective", help="eliminate, hold, reach, protect, slay, escape; drawn if left out.")] = None,
             under_way: Annotated[bool | None, typer.Option("--under-way/--from-start", help="In its middle, or from its start; drawn if left out.")] = None,
             odds: Annotated[int | None, typer.Option("--odds", metavar="P", help="Strength of the monsters in percent of fair, 25 to 400 (100).")] = None,
             creatures: Annotated[str | None, typer.Option("--creatures", metavar="GROUP", help=GROUP_HELP)] = None,
             force: Annotated[bool, typer.Option("--force", help="Write over files that are there and differ.")] = False):
    """Make random encounters: a map, a party, monsters that are a match for it. The same seed makes the same file."""
    from .generate import generate as make
    made = make(seed, count, out, force, kind=kind, size=size, level=level, party=party, objective=objective, under_way=under_way, odds=odds,
                creatures=creatures)
    if isinstance(made, str):
        typer.echo(made, nl=False)
    else:
        for path in made:
            typer.echo(f"{path}: written")


@app.command()
@plain_faults
def lint(matrix: Annotated[bool, typer.Option("--matrix", help="Print which verbs, areas, states and instruments each creature uses.")] = False,
         of: Annotated[str | None, typer.Option("--of", metavar="NAME", help="With --matrix: that creature alone.")] = None):
    """Look the library over as a whole: what no creature uses, what is there twice, what lacks a role. Exit code 1 on any fault."""
    from .library import file_faults, lint_library, notes, show_matrix
    if of is not None and not matrix:
        raise UserError("--of names the creature of which the matrix is printed; add --matrix")
    faults = lint_library()
    for fault in faults:
        typer.echo(fault, err=True)
    if matrix and not (faults and file_faults()):  # there is no matrix of files that cannot be used
        try:
            show_matrix(new_console(), of)
        except ValueError as error:
            raise UserError(str(error)) from None
    if faults:
        raise typer.Exit(1)
    for note in notes():
        typer.echo(note)
    typer.echo("the library is without fault")
