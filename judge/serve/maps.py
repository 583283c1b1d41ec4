"""Maps that were dropped on the page: read, shown for correction, cropped, and made into a table.

What a map may hold is bounded by `judge.importers`.
"""

import secrets
import threading
from collections import OrderedDict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from envs.core import codes as k

from .. import importers
from ..importers.change import DOORS
from ..importers.model import SIGN_OF, WORDS
from .models import Given, Roll, TableView
from .routes import shown_table
from .tables import Missing

MOST_HELD = 4  # maps that are held for correction; the others have to be dropped again
MapId = Annotated[str, Path(pattern="^[a-z2-7]{10}$", description="A map's id.")]

router = APIRouter(prefix="/api/maps")


class Door(BaseModel):
    x: int
    y: int
    state: str


class MapView(BaseModel):
    """A map as squares.

    rows: a sign a square, `signs` says which terrain each is; why: the key of the rule that blocked a square. rest: the part that holds most of the
    rooms. words: what a square can be corrected to.
    """

    id: str
    name: str
    format: str
    width: int
    height: int
    whole: tuple[int, int]
    left: int
    top: int
    fits: bool
    rest: tuple[int, int, int, int]
    rows: list[str]
    why: list[str]
    signs: dict[str, str]
    rules: dict[str, str]
    words: list[str]
    doors: list[Door]
    dark: bool
    picture: bool
    notes: list[str]


class Part(Given):
    """What is to become of a map: the part that is kept (x, y, width, height), squares corrected after that, what is walled up, light."""

    crop: tuple[int, int, int, int] | None = None
    squares: dict[str, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict, max_length=1024)
    inside: str | None = Field(None, max_length=4)
    dark: bool | None = None


class NewFight(Part):
    title: str | None = Field(None, max_length=40)
    party: str = Field(max_length=400, description="Callings of the library: vanguard:2, archer.")
    monsters: str = Field(max_length=400, description="Creatures of the library: 3 gnaw_rat, oath_knight.")
    picture: bool = True
    roll: Roll = "small"
    agent: str | None = Field(None, max_length=200)


class Held:
    """The maps that wait for correction, the last few."""

    def __init__(self):
        self.lock, self.maps = threading.Lock(), OrderedDict()

    def put(self, found):
        """Hold an ImportedMap; its id."""
        number = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(10))
        with self.lock:
            self.maps[number] = found
            while len(self.maps) > MOST_HELD:
                self.maps.popitem(last=False)
        return number

    def get(self, number):
        """The ImportedMap of an id; Missing when it is held no more."""
        with self.lock:
            if number not in self.maps:
                raise Missing("this map is held no more; drop its file on the page again")
            self.maps.move_to_end(number)
            return self.maps[number]


def _changed(found, part):
    """An ImportedMap as `part` wants it."""
    if part.crop is not None:
        found = importers.crop(found, *part.crop)
    if part.squares:
        found = importers.correct(found, part.squares)
    if part.inside is not None:
        found = importers.keep_inside(found, part.inside)
    return found if part.dark is None else found.model_copy(update={"dark": part.dark})


def _view(number, found):
    return MapView(
        id=number,
        name=found.source,
        format=found.format,
        width=found.width,
        height=found.height,
        whole=found.whole,
        left=found.left,
        top=found.top,
        fits=max(found.width, found.height) <= k.MAX_SIDE,
        rest=importers.densest(found),
        rows=found.rows,
        why=found.why,
        signs=WORDS,
        rules=importers.RULES,
        words=[*SIGN_OF, *DOORS],
        doors=[Door(**door.model_dump()) for door in found.doors],
        dark=found.dark,
        picture=found.picture is not None,
        notes=importers.notes_of(found),
    )


BYTES = {"requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}}


@router.post("", status_code=201, openapi_extra=BYTES)
async def new_map(request: Request, name: Annotated[str, Query(max_length=120, description="Name of the file, with its ending.")]) -> MapView:
    """Read a map file, the body; it is held for correction and nothing is written."""
    body, held = await request.body(), request.app.state.maps
    found = await run_in_threadpool(importers.read_map, body, name.replace("/", "_").replace("\\", "_"))
    return await run_in_threadpool(lambda: _view(held.put(found), found))


@router.post("/{number}/part")
def change_map(request: Request, number: MapId, part: Part) -> MapView:
    """The map as it would be; nothing is kept."""
    return _view(number, _changed(request.app.state.maps.get(number), part))


@router.get("/{number}/picture", response_class=Response, responses={200: {"content": {"image/*": {}}}})
def get_picture(request: Request, number: MapId) -> Response:
    """The picture of a whole map."""
    data, media = importers.checked_picture(request.app.state.maps.get(number))
    return Response(data, media_type=media)


@router.post("/{number}/table", status_code=201)
def begin(request: Request, number: MapId, fight: NewFight) -> TableView:
    """Begin a fight on the map."""
    found = _changed(request.app.state.maps.get(number), fight)
    text = importers.encounter_text(found, fight.title or None, fight.party, fight.monsters)
    picture = importers.checked_picture(found) if fight.picture and found.picture is not None else None
    return shown_table(request.app.state.tables.of_text(text, found.source, 0, fight.roll, fight.agent, picture))
