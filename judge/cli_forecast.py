"""Commands for the evening before: forecast and card."""

from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AsJson, Difficulty, EncounterFile, Mercy, Seed, UserError, app, load, new_console, plain_faults, print_json

PLAYERS = "mix (half of the fights role, half greedy), role, greedy, random, policy or policy:FILE.onnx."
Companions = Annotated[str, typer.Option("--companions", help="Who plays the party: " + PLAYERS)]


@app.command()
@plain_faults
def forecast(file: EncounterFile, companions: Companions = "mix",
             enemies: Annotated[str, typer.Option("--enemies", help="Who plays the monsters: the same names.")] = "mix",
             games: Annotated[int, typer.Option("--games", metavar="N", help="Fights to play, 20 to 10000.")] = 200,
             changes: Annotated[bool, typer.Option("--changes/--no-changes", help="Also with one monster of each kind fewer and more.")] = True,
             seed: Seed = 0, difficulty: Difficulty = None, mercy: Mercy = None, as_json: AsJson = False):
    """Say before the game how a fight will probably go: who wins, who goes down, what is left, what swings it, what a monster more would do."""
    from .firstrun import ensure_warm
    from .forecasting import forecast as make
    scenario = load(file, difficulty, mercy)
    ensure_warm(_layer(companions, enemies))
    with waiting(f"Playing {games} fights{' and those with a monster more or fewer' if changes else ''} …"):
        found = make(scenario, games, companions, enemies, seed, changes)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        from .show_forecast import show_forecast
        show_forecast(new_console(), scenario, found)


FORMAT_HELP = "md, html, pdf (needs the extra 'cards') or json. Left out, what the name after -o ends in, else md."
OUT_HELP = "A file for all cards, or a folder with a file for each. Left out, the cards are printed (not pdf)."


@app.command()
@plain_faults
def card(file: EncounterFile, form: Annotated[str | None, typer.Option("--format", metavar="FORMAT", help=FORMAT_HELP)] = None,
         out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE|DIR", help=OUT_HELP)] = None,
         enemies: Annotated[str, typer.Option("--enemies", "--agent", help="Who plays the monsters: greedy, " + PLAYERS)] = "greedy",
         companions: Companions = "mix",
         games: Annotated[int, typer.Option("--games", metavar="N", help="Fights to play, 20 to 5000.")] = 120,
         paper: Annotated[str, typer.Option("--paper", help="a5 or a4, for html and pdf.")] = "a5",
         font: Annotated[Path | None, typer.Option("--font", metavar="FILE.ttf", help="For pdf: a font for letters that the built-in lacks.")] = None,
         force: Annotated[bool, typer.Option("--force", help="Write over files that are there and differ.")] = False, seed: Seed = 0,
         difficulty: Difficulty = None, mercy: Mercy = None):
    """Print a card of tactics for each kind of monster: how it opens, whom it goes for, when it spends, defends and flees, from played fights."""
    from .card_files import FORMATS, render, write_cards
    form = _format(form, out, FORMATS)
    paper = paper.lower()
    if paper not in ("a5", "a4"):
        raise UserError(f"there is no paper {paper!r} here; use a5 or a4")
    if form == "pdf" and out is None:
        raise UserError("a PDF is not for the screen; name a file or a folder with -o")
    from .cards import make_cards
    from .firstrun import ensure_warm
    scenario = load(file, difficulty, mercy)
    ensure_warm(_layer(companions, enemies))
    with waiting(f"Playing {games} fights …"):
        cards = make_cards(scenario, games, enemies, companions, seed)
    if out is None:
        return typer.echo(render(cards, form, paper).decode(), nl=False)
    for path in write_cards(cards, form, out, paper, font, force):
        typer.echo(f"{path}: written")


def _format(form, out, formats):
    """The format asked for by name, or by the ending of the file to write."""
    if form is None:
        endings = {ending: name for name, ending in formats.items()}
        return endings.get("" if out is None else out.suffix.lower(), "md")
    if form.lower() not in formats:
        raise UserError(f"there is no format {form!r}; use {', '.join(formats)}")
    return form.lower()


def waiting(text):
    """A line on stderr while fights are played; nothing where stderr is no terminal."""
    from rich.console import Console
    return Console(stderr=True).status(text)


def _layer(*players):
    """What has to be compiled; the bots always, for they answer in the batch."""
    from agents import layer_for
    from envs.core import jit
    return max(jit.BOTS, layer_for(*players))
