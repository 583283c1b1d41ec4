"""The command `serve`: the table as a page in the browser."""

import os
from pathlib import Path
from typing import Annotated

import typer

from .cli_base import AGENT_HELP, UserError, app, load, plain_faults

PORT = 8642


def data_folder():
    """Where tables are kept when nothing else is said: FOEMIND_DATA, else the user's folder for data."""
    base = os.environ.get("FOEMIND_DATA")
    return Path(base) if base else Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "foemind"


@app.command()
@plain_faults
def serve(
    source: Annotated[
        str | None, typer.Argument(metavar="[FILE|FOLDER]", help="An encounter file, a folder of them, or the name of one in the library.")
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")] = PORT,
    host: Annotated[str, typer.Option("--host", help="Address to listen at; another than this machine's own needs --remote too.")] = "127.0.0.1",
    remote: Annotated[
        bool, typer.Option("--remote", help="Let other machines reach the page: everybody in the network can then change your fights.")
    ] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    agent: Annotated[str, typer.Option("--agent", help="Who suggests the monsters' turns: " + AGENT_HELP)] = "policy",
    new: Annotated[bool, typer.Option("--new", help="Begin the fight anew instead of going on with it; what is there is kept.")] = False,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept; your folder for data when left out.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=64, help="Processes that suggest; one for each core when left out.")] = None,
):
    """The table as a page in your browser: map, roster, suggestions, dice, players' turns. On this machine only, and without the internet.

    FILE shares its session with foemind run FILE. Stop with Ctrl-C at any time; everything is saved.
    """
    _need_extra()
    from .serve.guard import is_loopback

    if not is_loopback(host) and not remote:
        raise UserError(
            f"--host {host} lets other machines reach the page, and everybody who does can change your fights; add --remote if you mean that"
        )
    from agents import layer_for, make_agent

    from .firstrun import ensure_warm

    make_agent(agent)
    ensure_warm(layer_for(agent, "role"))
    from .serve.run import run_server

    file, folder = _source(source)
    run_server(
        file=file,
        folder=folder,
        host=host,
        port=port,
        agent=agent,
        data=data or data_folder(),
        new=new,
        show=show,
        workers=workers,
        say=lambda text: typer.echo(text, err=True),
    )


def _need_extra():
    from importlib.util import find_spec

    missing = [module for module in ("fastapi", "uvicorn") if find_spec(module) is None]
    if missing:
        raise UserError(
            f"this command needs the extra serve ({', '.join(missing)} not found); install it, in a checkout with: "
            ".venv/bin/pip install -c constraints.txt -e '.[serve]', elsewhere with: pip install 'foemind[serve]'"
        )


def _source(source):
    """(encounter file or library name to open, folder to offer)."""
    if source is None:
        return None, None
    path = Path(source)
    if path.is_dir():
        return None, path.resolve()
    load(source)  # tells what is wrong with it
    return (path, path.resolve().parent) if path.exists() else (source, None)
