"""The `foemind` command. Each command imports what it needs when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from . import cli_arena, cli_content, cli_forecast, cli_import, cli_puzzles, cli_run, cli_serve, cli_suggest  # noqa: F401  (their commands join the application)
from .cli_base import AGENT_HELP, AsJson, Difficulty, EncounterFile, Mercy, Seed, UserError, app, load, new_console, plain_faults, print_json


def _need(*modules):
    """UserError unless the training extras are installed."""
    from importlib.util import find_spec
    missing = [m for m in modules if find_spec(m) is None]
    if missing:
        raise UserError(f"this command needs the training extras ({', '.join(missing)} not found); install them, in a checkout with: "
                        ".venv/bin/pip install -c constraints.txt -e '.[train]', elsewhere with: pip install 'foemind[train]'")


@app.command()
@plain_faults
def play(file: Annotated[str | None, typer.Argument(metavar="FILE", help="An encounter file (TOML), or the name of one in the library: broken_gate.")] = None,
         enemies: Annotated[str, typer.Option("--enemies", help="Who plays the enemies: human (you, at this terminal), " + AGENT_HELP)] = "policy",
         companions: Annotated[str, typer.Option("--companions", help="Who plays the companions: the same names.")] = "greedy",
         seed: Seed = 0,
         replay: Annotated[Path | None, typer.Option("--replay", metavar="FILE", help="Show a fight again that foemind arena kept; nothing else is then named.")] = None,
         save: Annotated[Path | None, typer.Option("--save", metavar="FILE",
                                                   help="Keep a fight with a human in FILE; the same command goes on with it.")] = None,
         difficulty: Difficulty = None, mercy: Mercy = None, as_json: AsJson = False):
    """Play a fight to its end and tell it round by round, with the map.

    A side that `human` plays is yours: the questions come in words, ? helps.
    """
    if (file is None) == (replay is None):
        raise UserError("name either an encounter to play or, with --replay, a fight to show again")
    from .firstrun import ensure_warm
    if replay is not None:
        if save is not None:
            raise UserError("--save keeps a fight that a human plays; leave it out to show a replay")
        if difficulty is not None or mercy is not None:
            raise UserError("a replay shows what was played; leave out --difficulty and --mercy")
        from agents.arena.replay import read_replay
        again = read_replay(replay)
        ensure_warm()
        return _show(again.scenario, again.script, again.script, again.seed, as_json, again)
    from agents import agent_for, layer_for
    scenario, names = load(file, difficulty, mercy), (enemies, companions)
    by_hand = "human" in (name.strip() for name in names)
    if save is not None and not by_hand:
        raise UserError("--save keeps a fight that a human plays; add --companions human or --enemies human, or leave it out")
    sides = [None if name.strip() == "human" else agent_for(scenario, name) for name in names]
    ensure_warm(layer_for(*names, scenario=scenario))
    if by_hand:
        return _play_by_hand(scenario, file, sides, names, seed, save, as_json)
    _show(scenario, *sides, seed, as_json)


def _play_by_hand(scenario, file, sides, names, seed, save, as_json):
    """A fight with a person at the terminal; for a program what is said goes to stderr and the fight to stdout."""
    from .human import Terminal
    from .human_fight import play_by_hand
    fight = play_by_hand(scenario, file, sides, names, seed, Terminal(new_console(stderr=as_json)), save)
    if as_json:
        print_json(fight.as_dict())


def _show(scenario, enemies, companions, seed, as_json, replay=None):
    """Play a fight and print it; a replay is held to what its file says."""
    from .fight import play as fight
    if as_json:
        played = fight(scenario, enemies, companions, seed)
        if replay is not None:
            replay.check(played)
        return print_json(played.as_dict() | ({"agents": replay.agents} if replay else {}))
    from .show import Narrator
    console = new_console()
    narrator = Narrator(console, scenario)
    if replay is not None:
        console.print(f"A replay: {replay.agents['companions']} plays the companions, {replay.agents['enemies']} the enemies.", markup=False)
    played = fight(scenario, enemies, companions, seed, narrator.tell)
    if replay is not None:
        replay.check(played)
    narrator.end(played)


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
    show_scores(new_console(), summary, out)


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
def bench(batch: Annotated[int, typer.Option("--batch", min=1, max=65536, help="Encounters played side by side.")] = 256,
          seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="How long to measure each of the two figures.")] = 5.0,
          as_json: AsJson = False):
    """Measure random legal play on one core: decisions a second with the mask, and with the full observation each time."""
    from .bench import measure, show_figures
    figures = measure(batch, seconds)
    if as_json:
        print_json(figures)
    else:
        show_figures(new_console(), figures)


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
        print_json({"encounter": scenario.name, "seed": seed, "counts": counts})
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
