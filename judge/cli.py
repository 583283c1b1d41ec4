"""The `foemind` command. Each command imports what it needs when it runs; faults end in one sentence on stderr and exit code 1."""

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
FOR_HELP = "Whose turn: name or map letter. Left out, the agent picks who acts."
AGENT_HELP = "random, greedy, policy (the shipped one) or policy:FILE.onnx."


class UserError(Exception):
    """A fault that the user can mend; one sentence."""


def _faults():
    """Exceptions that mean: the user's input, not this program, is at fault."""
    from agents.base import AgentError
    from envs.tables import ContentError
    kinds = [UserError, AgentError, ContentError]
    for module, name in (("judge.advice", "SuggestError"), ("training.config", "TrainingError"), ("judge.generate", "GenerateError")):
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


def load(file):
    """The Scenario of an encounter file, or of a library encounter by name; a plain word that is neither is told the names that are like it."""
    from envs.tables import load_encounter, load_library_encounter
    return load_library_encounter(file) if _is_word(file) and not Path(file).exists() else load_encounter(file)


def _is_word(file):
    """Whether what a user wrote looks like a name of the library and not like a path."""
    return len(file) <= 80 and file.replace("_", "").replace("-", "").replace(" ", "").isalnum()


def _check(file):
    """Faults of a content file, or of all that the library has by that name; a plain word that is neither is told the names that are like it."""
    from envs.tables import check_file
    from envs.tables.errors import Faults
    from envs.tables.library import FOLDERS, library_names, library_path
    from envs.tables.words import remedy_for
    if Path(file).exists() or not _is_word(file):
        return check_file(file)
    found = [path for path in (library_path(kind, file) for kind in FOLDERS) if path is not None]
    if found:
        return [fault for path in found for fault in check_file(path)]
    faults = Faults()
    names = sorted({name for kind in FOLDERS for name in library_names(kind)})
    faults.add("C101", file, "", "there is no such file and nothing in the library by that name", remedy_for(file, names))
    return list(faults)


def _print_json(data):
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _console():
    from rich.console import Console
    return Console(highlight=False, soft_wrap=True)


@app.command()
@plain_faults
def check(files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Encounter, creature, deed, gear or ruleset files (TOML), or library names.")],
          as_json: AsJson = False):
    """Check content files: what is wrong, in which entry, and how to mend it. Exit code 1 on any fault."""
    found = {file: _check(file) for file in files}
    if as_json:
        _print_json({file: [fault._asdict() for fault in faults] for file, faults in found.items()})
    else:
        for file, faults in found.items():
            for fault in faults:
                typer.echo(str(fault), err=True)
            if not faults:
                typer.echo(f"{file}: all well")
    raise typer.Exit(1 if any(found.values()) else 0)


@app.command()
@plain_faults
def suggest(file: EncounterFile,
            combatant: Annotated[str | None, typer.Option("--for", metavar="NAME", help=FOR_HELP)] = None,
            agent: Annotated[str, typer.Option("--agent", help=AGENT_HELP)] = "policy", seed: Seed = 0, as_json: AsJson = False):
    """Suggest a turn: step by step in plain words, with squares, targets, exact odds and expected damage.

    Each roll is taken to have its most probable result and the other side to decline its reactions; odds and expected damage cover every result.
    """
    from agents import make_agent

    from .firstrun import ensure_warm
    scenario, adviser = load(file), make_agent(agent)
    ensure_warm()
    from .advice import suggest as make
    suggestion = make(scenario, combatant, adviser, seed)
    if as_json:
        _print_json(suggestion.as_dict())
    else:
        from .show import show_suggestion
        show_suggestion(_console(), scenario, suggestion)


@app.command()
@plain_faults
def play(file: EncounterFile, enemies: Annotated[str, typer.Option("--enemies", help="Who plays the enemies: " + AGENT_HELP)] = "policy",
         companions: Annotated[str, typer.Option("--companions", help="Who plays the companions: the same names.")] = "greedy",
         seed: Seed = 0, as_json: AsJson = False):
    """Play a fight to its end and tell it round by round, with the map."""
    from agents import make_agent

    from .firstrun import ensure_warm
    scenario, sides = load(file), (make_agent(enemies), make_agent(companions))
    ensure_warm()
    from .fight import play as fight
    if as_json:
        _print_json(fight(scenario, *sides, seed).as_dict())
    else:
        from .show import Narrator
        console = _console()
        narrator = Narrator(console, scenario)
        narrator.end(fight(scenario, *sides, seed, narrator.tell))


def _need(*modules):
    """UserError unless the training extras are installed."""
    from importlib.util import find_spec
    missing = [m for m in modules if find_spec(m) is None]
    if missing:
        raise UserError(f"this command needs the training extras ({', '.join(missing)} not found); install them with: pip install 'foemind[train]', "
                        "or in a checkout: make train")


@app.command()
@plain_faults
def train(config: Annotated[str, typer.Argument(metavar="CONFIG", help="A training configuration (TOML), or a shipped one by name, such as quick.")],
          out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the run: checkpoint, log, run.json.")],
          minutes: Annotated[float | None, typer.Option("--minutes", metavar="M", help="Stop after so many minutes.")] = None,
          decisions: Annotated[int | None, typer.Option("--decisions", metavar="N", help="Stop after so many decisions.")] = None, seed: Seed = 0,
          resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR from its last checkpoint.")] = False):
    """Train a policy with MaskablePPO on the native batch; shows win rate and decisions a second, logs for TensorBoard, saves checkpoints."""
    _need("torch", "stable_baselines3", "sb3_contrib", "tensorboard")
    from .firstrun import ensure_warm
    ensure_warm()
    from training.train import train as run
    summary = run(config, out, minutes, decisions, seed, resume)
    from .show import show_scores
    show_scores(_console(), summary, out)


@app.command()
@plain_faults
def export(run: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a training run.")],
           out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE.onnx", help="Where to write the policy; its manifest goes beside it.")]):
    """Export a trained run as ONNX with a manifest; written only after it has answered like torch on recorded positions."""
    _need("torch", "onnx", "onnxscript")
    from .firstrun import ensure_warm
    ensure_warm()
    from training.export import export as write
    manifest = write(run, out)
    typer.echo(f"{out}: written, with {out.with_suffix('.json').name} beside it ({len(manifest['golden'])} golden pairs)")
    typer.echo(f"try it: foemind suggest FILE --agent policy:{out}")


@app.command()
@plain_faults
def generate(seed: Seed = 0,
             count: Annotated[int, typer.Option("--count", metavar="N", help="Encounters of so many seeds, from --seed on; several need -o DIR.")] = 1,
             out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE|DIR", help="Where to write; left out, the text of one is printed.")] = None,
             kind: Annotated[str | None, typer.Option("--kind", help="Kind of map: rooms, cave, open, bridge or hall. Left out, it is drawn.")] = None,
             size: Annotated[int | None, typer.Option("--size", metavar="N", help="Squares that a side of the map may have, 8 to 32 (16).")] = None,
             level: Annotated[int | None, typer.Option("--level", metavar="L", help="Level of the party, 1 to 3. Left out, it is drawn.")] = None):
    """Make random encounters: a map, a party, monsters that are a match for it. The same seed makes the same file."""
    from .generate import generate as make
    made = make(seed, count, out, kind=kind, size=size, level=level)
    if isinstance(made, str):
        typer.echo(made, nl=False)
    else:
        for path in made:
            typer.echo(f"{path}: written")


@app.command()
@plain_faults
def bench(batch: Annotated[int, typer.Option("--batch", min=1, max=65536, help="Encounters played side by side.")] = 256,
          seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="How long to measure each of the two figures.")] = 5.0,
          as_json: AsJson = False):
    """Measure random legal play on one core: decisions a second with the mask, and with the full observation each time."""
    from .bench import measure, show_figures
    figures = measure(batch, seconds)
    if as_json:
        _print_json(figures)
    else:
        show_figures(_console(), figures)


@app.command()
@plain_faults
def perft(file: EncounterFile,
          depth: Annotated[int, typer.Option("--depth", min=1, max=12, help="Longest sequence to count.")], seed: Seed = 0, as_json: AsJson = False):
    """Count the choice sequences of each length from the start of a fight, its dice fixed by the seed. A fingerprint of the rules."""
    from .firstrun import ensure_warm
    scenario = load(file)
    ensure_warm()
    from .perft import perft as count
    counts = count(scenario, depth, seed)
    if as_json:
        _print_json({"encounter": scenario.name, "seed": seed, "counts": counts})
    else:
        for number, n in enumerate(counts, 1):
            typer.echo(f"{number:>3}  {n:,}")


@app.command()
@plain_faults
def warm():
    """Compile the rules once, so that every later command and parallel tests start at once."""
    from envs.core import jit

    from .firstrun import warm_up
    known = jit.is_warm()
    seconds = warm_up()
    done = f"were compiled already; checked in {seconds:.1f} s" if known else f"are compiled ({seconds:.0f} s); later runs start at once"
    typer.echo(f"the rules {done}")


if __name__ == "__main__":
    app()
