"""What all commands of `foemind` share: the application, common options, and how faults end: one sentence on stderr and exit code 1."""

import functools
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
                  help="Foemind plays the monsters: checks fights written as text files, suggests a monster's turn, plays and trains.")


def _show_version(asked):
    if asked:
        from importlib.metadata import PackageNotFoundError, version
        try:
            typer.echo(f"foemind {version('foemind')}")
        except PackageNotFoundError:
            typer.echo("foemind, from a checkout that is not installed")
        raise typer.Exit()


@app.callback()
def foemind(version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and end.")] = False):
    """Foemind plays the monsters: checks fights written as text files, suggests a monster's turn, plays and trains."""


EncounterFile = Annotated[str, typer.Argument(metavar="FILE", help="An encounter file (TOML), or the name of one in the library: broken_gate.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program instead of text.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of all chance; the same seed gives the same output.")]
FOR_HELP = "Whose turn: name or map letter. Left out, those who may act are ranked."
Difficulty = Annotated[str | None, typer.Option("--difficulty", metavar="LEVEL", help="How well the enemies play: 0 tame, 1 easy, 2 fair, 3 hard, "
                                               "4 full. Left out, what the file says, else full.")]
Mercy = Annotated[str | None, typer.Option("--mercy", metavar="LEVEL", help="0 none; 1 some: the enemies spare those who are down; 2 much: they single "
                                           "nobody out either. Left out, what the file says, else none.")]
AGENT_HELP = "random, role, greedy, search:200, policy (the shipped one), policy:FILE.onnx or policy+search:200."


class UserError(Exception):
    """A fault that the user can mend; one sentence."""


def _faults():
    """Exceptions that mean: the user's input, not this program, is at fault."""
    from agents.base import AgentError
    from envs.tables import ContentError
    kinds = [UserError, AgentError, ContentError]
    for module, name in (("judge.advice", "SuggestError"), ("training.config", "TrainingError"), ("judge.generate", "GenerateError"),
                         ("agents.puzzles", "PuzzleError"), ("judge.forecasting", "ForecastError"),
                         ("judge.card_files", "CardFileError"), ("judge.card_pdf", "PdfError"), ("judge.importers.faults", "MapError")):
        if module in sys.modules:
            kinds.append(getattr(sys.modules[module], name))
    return tuple(kinds)


def plain_faults(command):
    """End a command with one sentence and exit code 1 where the input is at fault."""
    @functools.wraps(command)
    def run(*args, **kwargs):
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            sys.stderr.close()  # the reader of a pipe went away: nothing is left to say
            raise typer.Exit(1) from None
        except OSError as error:  # a name that is too long, a folder that cannot be written, a full disk
            named = f"{str(error.filename)[:80]!r}" if error.filename else "a file or the output"
            typer.echo(f"foemind: {named} cannot be used ({error.strerror or error}); check the name and that it can be read and written", err=True)
            raise typer.Exit(1) from None
        except Exception as error:
            if not isinstance(error, _faults()):
                raise
            typer.echo(f"foemind: {error}", err=True)
            raise typer.Exit(1) from None
    return run


def load(file, difficulty=None, mercy=None):
    """The Scenario of an encounter file, or of a library encounter by name, its dials set where they are given (number or word)."""
    from envs.tables import DialError
    try:
        return _read(file).with_dials(difficulty, mercy)
    except DialError as error:
        raise UserError(f"--{error}") from None


def _read(file):
    """The Scenario; a plain word that is neither a file nor a name of the library is told the names that are like it."""
    from envs.tables import ContentError, load_encounter, load_library_encounter
    if not is_word(file) or Path(file).exists():
        return load_encounter(file)
    try:
        return load_library_encounter(file)
    except ContentError as error:
        if error.code == "C209" and beside(file):
            raise UserError(f"{file}: there is no such encounter in the library; {beside(file)}") from None
        raise


def beside(file):
    """What to write instead of a name where a TOML file of that name lies: the file; empty when none does."""
    return f"did you mean the file {file}.toml?" if Path(f"{file}.toml").is_file() else ""


def is_word(file):
    """Whether what a user wrote looks like a name of the library and not like a path."""
    return len(file) <= 80 and file.replace("_", "").replace("-", "").replace(" ", "").isalnum()


def print_json(data):
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def new_console(stderr=False):
    from rich.console import Console
    return Console(highlight=False, soft_wrap=True, stderr=stderr)
