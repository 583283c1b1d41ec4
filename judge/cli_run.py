"""The command `run`: a whole fight at the table."""

from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AGENT_HELP, Difficulty, EncounterFile, Mercy, UserError, app, load, new_console, plain_faults


@app.command()
@plain_faults
def run(
    file: EncounterFile,
    session: Annotated[
        Path | None, typer.Option("--session", metavar="PATH", help="Where the session is kept; FILE with .session.json when left out.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew; a session that is there is renamed, not lost.")] = False,
    agent: Annotated[str, typer.Option("--agent", help="Who suggests the monsters' turns: " + AGENT_HELP)] = "policy",
    roll: Annotated[
        str | None, typer.Option("--roll", metavar="WHAT", help="What is rolled for you unasked: nothing, small (supply, burning), enemies, all.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of the dice that nobody rolls at the table.")] = None,
    difficulty: Difficulty = None,
    mercy: Mercy = None,
):
    """Run a whole fight at a table: monsters' turns suggested, players' turns a line each, real dice entered; saved at every step.

    Stop at any time; the same command goes on. Write help for what can be entered.
    """
    from .light import start_light

    start_light()
    from agents import agent_for, layer_for
    from envs.core import jit

    from .firstrun import ensure_warm

    scenario = load(file, difficulty, mercy)
    adviser = agent_for(scenario, agent)
    ensure_warm(max(jit.BOTS, layer_for(agent, scenario=scenario)))
    from .table import TableError
    from .table.keeper import SessionTaken, open_table, session_path
    from .table_terminal import Terminal

    path = session or session_path(file)
    try:
        table = open_table(scenario, path, seed, adviser, new, roll)
        Terminal(table, path, new_console(), file if session is None else f"{file} --session {session}").run()
    except (TableError, SessionTaken) as error:
        raise UserError(str(error)) from error
