"""Running the server: the socket, the address to open, the end."""

import contextlib
import socket
import threading
import webbrowser

import uvicorn

from ..cli_base import UserError
from ..table import TableError
from .app import ADVISERS, make_app
from .tables import Tables


def run_server(file, folder, host, port, agent, data, new, show, workers, say):
    """Serve until Ctrl-C. file: a Path to open, or a name of the library; say: prints a line.

    UserError when the port is taken or the file's session does not fit.
    """
    opened = _opened(file, data, agent, new)
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


def _opened(file, data, agent, new):
    """Id of the table of the file that was named, made or found; None without one."""
    if file is None:
        return None
    tables = Tables(data, agent, [agent, *ADVISERS])
    try:
        return (tables.of_library(file, 0, "small", agent) if isinstance(file, str) else tables.of_file(file, agent, new)).id
    except TableError as error:
        raise UserError(str(error)) from error


def listen(host, port):
    """A socket that listens; UserError when the port is taken."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UserError(f"nothing can listen at {host} port {port} ({error.strerror or error}); name another with --port, 0 for a free one") from None


def _shown_host(host):
    named = "127.0.0.1" if host in ("0.0.0.0", "localhost") else host
    return f"[{named}]" if ":" in named else named
