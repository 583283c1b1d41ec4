"""The routes: each reads a request, does one thing to a `Table` under its lock, and answers with what the page then shows."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from ..importers.picture import picture_of
from ..table import TableError
from .acting import acts as acts_of
from .bundle import bundle, pack
from .models import About, Acts, AdviceView, Ask, Back, NewTable, Options, Said, TableLine, TableList, TableView, Text
from .tables import Missing
from .view import view
from .worker import question_of

router = APIRouter(prefix="/api")
Id = Annotated[str, Path(pattern="^[a-z2-7]{10}$", description="A table's id.")]


def _tables(request):
    return request.app.state.tables


def shown_table(kept, told=()):
    """The TableView of a kept table."""
    with kept.lock:
        return view(kept, told)


@router.get("/about")
def about(request: Request) -> About:
    """What this server offers: agents, fights, names of states."""
    return request.app.state.about()


@router.get("/tables")
def list_tables(request: Request) -> TableList:
    """All saved tables, the one changed last first."""
    return TableList(tables=[TableLine(id=i, title=title, file=file, lines=n, changed=when) for i, title, file, n, when in _tables(request).lines()])


@router.post("/tables", status_code=201)
def new_table(request: Request, new: NewTable) -> TableView:
    """Begin a fight: of the library, of the folder, of an encounter's text, or of a saved table's text."""
    tables, given = _tables(request), [name for name in ("library", "file", "toml", "text") if getattr(new, name) is not None]
    if len(given) != 1:
        raise TableError("name one of library, file, toml and text: what the fight is to be made of")
    if new.library is not None:
        return shown_table(tables.of_library(new.library, new.seed, new.roll, new.agent))
    if new.toml is not None:
        return shown_table(tables.of_text(new.toml, new.name, new.seed, new.roll, new.agent))
    if new.text is not None:
        return shown_table(tables.of_bundle(new.text))
    offered = {fight.name for fight in request.app.state.about().fights if fight.source == "folder"}
    if new.file not in offered:
        raise Missing(f"there is no encounter {new.file[:60]!r} in the folder; choose one of the list")
    return shown_table(tables.of_file(request.app.state.folder / new.file, new.agent, False, new.seed, new.roll))


@router.get("/tables/{table}")
def get_table(request: Request, table: Id) -> TableView:
    """A table as it is."""
    return shown_table(_tables(request).get(table))


@router.delete("/tables/{table}", status_code=204)
def remove_table(request: Request, table: Id) -> None:
    """Put a table away; its files are kept in the data folder's `removed`."""
    _tables(request).remove(table)


@router.post("/tables/{table}/line")
def say(request: Request, table: Id, said: Said) -> TableView:
    """A turn, an answer, dice, an edit or `go`, as `foemind run` takes them (docs/run.md)."""
    kept, outcome = _tables(request).change(table, said.version, lambda t: t.apply_line(said.line))
    return shown_table(kept, outcome.told)


@router.post("/tables/{table}/undo")
def undo(request: Request, table: Id, back: Back) -> TableView:
    """Take lines back."""
    kept, lines = _tables(request).change(table, back.version, lambda t: t.undo(back.count))
    return shown_table(kept, [f"Taken back: {'; '.join(line or 'go' for line in lines)}"])


@router.post("/tables/{table}/redo")
def redo(request: Request, table: Id, back: Back) -> TableView:
    """Do again what was taken back."""
    kept, lines = _tables(request).change(table, back.version, lambda t: t.redo(back.count))
    return shown_table(kept, [f"Done again: {'; '.join(line or 'go' for line in lines)}"])


@router.post("/tables/{table}/options")
def set_options(request: Request, table: Id, options: Options) -> TableView:
    """Change what is rolled without asking, or who advises."""
    tables = _tables(request)
    kept = tables.get(table)
    if options.roll is not None:
        kept, _ = tables.change(table, options.version, lambda t: t.change_roll(options.roll))
    if options.agent is not None:
        kept = tables.let_advise(table, None if options.roll is not None else options.version, options.agent)
    return shown_table(kept)


@router.get("/tables/{table}/acts")
def get_acts(request: Request, table: Id, who: Annotated[int, Query(ge=0, le=15)]) -> Acts:
    """What a combatant can do: where it can walk, its actions and deeds, and whom they reach."""
    kept = _tables(request).get(table)
    with kept.lock:
        return acts_of(kept.table, who)


@router.post("/tables/{table}/suggest")
async def suggest(request: Request, table: Id, ask: Ask) -> AdviceView:
    """Clearly different plans for the turn that is next, or for a combatant's; or answers to the question that a line waits at."""
    kept, question = await run_in_threadpool(_question, request, table, ask)
    entries, answers = await request.app.state.pool.answer(question)
    return AdviceView(version=await run_in_threadpool(_learn, kept, answers), **entries)


def _question(request, table, ask):
    kept = _tables(request).get(table)
    with kept.lock:
        kept.check(ask.version)
        return kept, question_of(kept, ask.who, ask.top, ask.exclude)


def _learn(kept, answers):
    """Let the table's own adviser know what the agent answered, so that it answers the same at this table; the table's version."""
    with kept.lock:
        kept.table.adviser.learn(answers)
        return kept.version


@router.get("/tables/{table}/picture", response_class=Response, responses={200: {"content": {"image/*": {}}}})
def get_picture(request: Request, table: Id) -> Response:
    """The picture that lies under a table's map."""
    path = _tables(request).get(table).picture()
    found = picture_of(path.read_bytes()) if path is not None else None
    if found is None:
        raise Missing("this table has no picture")
    return Response(found.data, media_type=found.media)


@router.get("/tables/{table}/text")
def get_text(request: Request, table: Id) -> Text:
    """A whole table as text, and packed for a link."""
    kept = _tables(request).get(table)
    with kept.lock:
        text = bundle(kept)
    return Text(text=text, link=pack(text))
