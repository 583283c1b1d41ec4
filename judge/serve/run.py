"""Running the server: the socket, the address to open, the end."""

import contextlib
import socket
import threading
import webbrowser

import uvicorn

from ..cli_base import UserError
from ..table import TableError
from ..table.keeper import session_path
from ..table.model import OVER
from .app import ADVISERS, make_app
from .tables import Tables


def run_server(file, folder, host, port, agent, data, new, show, workers, say):
    """Serve until Ctrl-C. file: a Path to open, or a name of the library; say: prints a line.

    UserError when the port is taken or the file's session does not fit.
    """
    opened = table_to_open(file, data, agent, new, say)
    listening = listen(host, port)
    address = f"http://{_shown_host(host)}:{listening.getsockname()[1]}/"
    app = make_app(data, agent, folder, host, opened, workers)
    say(f"Foemind's table: {address}  (Ctrl-C ends it; tables are kept in {data})")
    if host not in ("127.0.0.1", "localhost", "::1"):
        say("Warning: other machines can reach this page, and whoever does can change your fights.")
    if show:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):
        new_server(app).run(sockets=[listening])
    say("Everything is saved.")


def new_server(app, log="warning"):
    """The uvicorn server of an application; it tells nobody what it is."""
    return uvicorn.Server(uvicorn.Config(app, log_level=log, server_header=False, access_log=False, timeout_graceful_shutdown=3))


def table_to_open(file, data, agent, new, say):
    """Id of the table of a file (Path) or library encounter (name): the one that is kept, of which `say` is told, or a new one; None without a file.

    new: begin anew in any case. UserError when the kept one cannot be read.
    """
    if file is None:
        return None
    tables = Tables(data, agent, [agent, *ADVISERS])
    try:
        found = None if new else _kept(tables, file, agent)
        if found is None:
            return (tables.of_library(file, 0, "small", agent) if isinstance(file, str) else tables.of_file(file, agent, new)).id
    except TableError as error:
        raise UserError(str(error)) from error
    adviser = "" if found.agent == agent else f", advised by {found.agent} as before"
    say(f"Going on with {found.table.scenario.title}, {_where(found.table)}{adviser}; --new begins it anew and keeps this one.")
    return found.id


def _kept(tables, file, agent):
    """The table that is kept of a file or library encounter; None without one."""
    try:
        if isinstance(file, str):
            return tables.last_of_library(file)
        return tables.of_file(file, agent) if session_path(file).exists() else None
    except TableError as error:
        raise TableError(f"{error}; or begin anew with --new") from error


def _where(table):
    """`round 2`: how far a fight is."""
    if table.need.kind == OVER:
        return "which is over"
    return f"round {int(table.view.round_no)}" if table.view.round_no else "which has not begun"


def listen(host, port):
    """A socket that listens; UserError when the port is taken."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UserError(f"nothing can listen at {host} port {port} ({error.strerror or error}); name another with --port, 0 for a free one") from None


def _shown_host(host):
    named = "127.0.0.1" if host in ("0.0.0.0", "localhost") else host
    return f"[{named}]" if ":" in named else named
