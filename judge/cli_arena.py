"""The command `foemind arena`: a contest between agents, and the verification of its results."""

from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AsJson, Seed, UserError, app, new_console, plain_faults, print_json

SUITE_HELP = "held-in, held-out, generated:SEED, or encounter files and library names, several of them one after the other."
ENTER_HELP = ("Names of agents with commas between: random, role, greedy, search:200, policy, policy:FILE.onnx, policy+search:200, "
              "whatever is installed, or MODULE:CLASS of your own.")


@app.command()
@plain_faults
def arena(files: Annotated[list[str] | None, typer.Argument(metavar="[FILE]...", help="More encounter files of the suite.")] = None,
          agents: Annotated[str | None, typer.Option("--agents", metavar="A,B,...", help=ENTER_HELP)] = None,
          suite: Annotated[list[str] | None, typer.Option("--suite", metavar="SUITE", help=SUITE_HELP)] = None,
          games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="Games of each pairing, rounded up to both seats.")] = 96,
          seed: Seed = 0,
          workers: Annotated[int | None, typer.Option("--workers", min=1, max=256, metavar="W", help="Processes that play; the usable cores when left out.")] = None,
          out: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder of the arena; the same command goes on with what is there.")] = "arena",
          ladder: Annotated[bool, typer.Option("--ladder", help="Let each agent meet its neighbours in the order given only.")] = False,
          encounters: Annotated[int, typer.Option("--encounters", min=1, max=256, metavar="N", help="Encounters of a generated suite.")] = 48,
          time_limit: Annotated[float, typer.Option("--time-limit", metavar="SECONDS", help="Time of a choice for agents in processes of their own.")] = 30.0,
          verify: Annotated[Path | None, typer.Option("--verify", metavar="RESULTS", help="Verify a results.json instead: compute it again, play a sample again.")] = None,
          sample: Annotated[int, typer.Option("--sample", min=1, metavar="N", help="Games that --verify plays again, drawn by --seed.")] = 20,
          as_json: AsJson = False):
    """Let agents meet on a suite of encounters, from both seats on the same dice: ratings with intervals, a report, replays.

    Stop it when you like: the same command goes on where it was. Exit code 1 where --verify finds that results do not hold.
    """
    from envs.core import jit

    from .firstrun import ensure_warm
    workers = workers or _cores()
    if verify is not None:
        ensure_warm(jit.TREE)  # any of our agents may stand in the file
        return _verify(verify, sample, seed, workers, as_json)
    if not agents:
        raise UserError("name the agents that meet, such as --agents random,greedy")
    if not out.strip():
        raise UserError("--out is empty; name a folder for the arena, or leave it out")
    from agents import layer_for
    from agents.arena import plan_contest
    contest = plan_contest(_texts(agents), [*(suite or []), *(files or [])] or ["held-in"], games, seed, ladder, time_limit, encounters)
    ensure_warm(layer_for(*_texts(agents)))
    _hold(contest, Path(out), workers, as_json)


def _texts(agents):
    """The agents' texts. A comma parts them."""
    return agents.split(",")


def _cores():
    """Cores that this process may use."""
    import os
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _hold(contest, out, workers, as_json):
    from agents.arena import hold
    from agents.arena.ending import stopped_like_ctrl_c

    from .show_arena import bar, show_results
    try:
        with stopped_like_ctrl_c(), bar("games") as tell:
            results = hold(contest, out, workers, tell)
    except KeyboardInterrupt:
        raise UserError(f"stopped; what was played is kept in {out}: the same command goes on with it") from None
    if as_json:
        print_json({key: value for key, value in results.items() if key not in ("games", "config")})
    else:
        show_results(new_console(), results, out)


def _verify(path, sample, seed, workers, as_json):
    from agents.arena import verify
    from agents.arena.ending import stopped_like_ctrl_c

    from .show_arena import bar, show_verdict
    try:
        with stopped_like_ctrl_c(), bar("games played again") as tell:
            verdict = verify(path, sample, seed, workers, tell)
    except KeyboardInterrupt:
        raise UserError("stopped before it was known whether the results hold; run the same command again") from None
    if as_json:
        print_json(verdict)
    else:
        show_verdict(new_console(), path, verdict)
    if not verdict["holds"]:
        raise typer.Exit(1)
