"""The HTTP application: typed routes over `Tables`, one shape of refusal, the static page. Everything that a fight does is in `judge.table`."""

import logging
import tomllib
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from agents.base import AgentError
from envs.core import codes as k
from envs.tables import ContentError
from envs.tables.library import library_names, library_path

from ..importers import MapError
from ..importers.limits import MAX_BYTES
from ..table import TableError
from ..table.play import ROLLED
from .guard import MIB, Guard
from .models import About, Fault, Fight
from .tables import Missing, Stale, Tables
from .worker import Pool

STATIC = Path(__file__).resolve().parent / "static"
ADVISERS = ("policy", "greedy", "role", "policy+search:100", "search:200", "random")
MOST_FIGHTS = 200  # encounter files of a folder that are offered
LARGE = {"/api/tables": 2 * MIB, "/api/maps": MAX_BYTES}  # a saved table may be longer than a line, a map holds its picture
UNROUTED = {404: "there is nothing at this address", 405: "this address takes another method"}
FAULTS = {status: {"model": Fault} for status in (400, 403, 404, 409, 413, 422, 503)}

log = logging.getLogger("foemind.serve")


def make_app(data, agent="policy", folder=None, host="127.0.0.1", opened=None, workers=None):
    """The application. data: folder of the tables; agent: who advises; folder: of encounter files to offer; opened: id of the table to show first;
    workers: processes for suggestions."""
    advisers = list(dict.fromkeys([agent, *ADVISERS]))
    pool = Pool(agent, workers)

    @asynccontextmanager
    async def lifespan(app):
        pool.start()
        yield
        pool.stop()

    app = FastAPI(
        title="Foemind's table",
        version=_version(),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=FAULTS,
    )
    app.state.tables, app.state.pool, app.state.folder = Tables(data, agent, advisers), pool, folder
    app.state.about = lambda: About(
        version=_version(),
        agents=advisers,
        rolls=list(ROLLED),
        states=list(k.STATE_NAMES),
        callings=library_names("companion"),
        creatures=library_names("creature"),
        fights=fights(folder),
        opened=opened,
    )
    _tell_faults(app)
    from . import maps, routes

    app.state.maps = maps.Held()
    app.include_router(routes.router)
    app.include_router(maps.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    def page():
        return FileResponse(STATIC / "index.html")

    app.add_middleware(Guard, host=host, limits=LARGE)
    return app


def _version():
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("foemind")
    except PackageNotFoundError:
        return "checkout"


# -- fights that can be begun ------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _library():
    return tuple(_fight("library", library_path("encounter", name)) for name in library_names("encounter"))


def _fight(source, path):
    """The Fight of a file; None when it describes no encounter."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8").removeprefix("\ufeff"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data.get("map"), str):
        return None
    name = path.stem if source == "library" else path.name
    return Fight(source=source, name=name, title=str(data.get("title", path.stem)), text=str(data.get("text", "")))


def fights(folder):
    """Encounters of a folder, then those of the library."""
    own = [] if folder is None else [_fight("folder", path) for path in sorted(Path(folder).glob("*.toml"))[:MOST_FIGHTS]]
    return [fight for fight in (*own, *_library()) if fight is not None]


# -- faults ------------------------------------------------------------------------------------------------------------
def _told(status, sentence, more=()):
    return JSONResponse(Fault(error=sentence, more=list(more)).model_dump(), status)


def _tell_faults(app):
    """Every refusal is one sentence in one shape; what went wrong inside stays in the server's log."""

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
        return _told(422, f"{where[:80]}: {str(first['msg'])[:200]}; see /api/openapi.json")

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException):
        return _told(error.status_code, UNROUTED.get(error.status_code, str(error.detail)))

    @app.exception_handler(ContentError)
    def faulty(request: Request, error: ContentError):
        return _told(400, str(error.faults[0]), map(str, error.faults[1:20]))

    @app.exception_handler(TableError)
    def impossible(request: Request, error: TableError):
        return _told(404 if isinstance(error, Missing) else 409 if isinstance(error, Stale) else 400, str(error))

    @app.exception_handler(MapError)
    @app.exception_handler(AgentError)
    def unfit(request: Request, error: Exception):
        return _told(400, str(error))

    @app.exception_handler(OSError)
    def unwritten(request: Request, error: OSError):
        log.error("a file cannot be used: %s", error)
        why = error.strerror or "unknown"
        return _told(503, f"a file cannot be used ({why}); what was saved before is kept: see to the disk, then reload the page")

    @app.exception_handler(Exception)
    def broken(request: Request, error: Exception):
        return _told(500, "the server failed at this; what was saved before is kept: reload the page, and report what its log says")
