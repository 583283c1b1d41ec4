"""What a map from another program became: squares, doors, lights, the picture, and what was left out."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from envs.core import codes as k
from envs.tables.board import SIGNS

from .blocking import RULES

LEGEND = {":": "darkness + difficult ground", ";": "darkness + low obstacle", "!": "darkness + pit"}  # signs beyond those of every map
WORDS = {sign: word for sign, word in SIGNS.items()} | LEGEND  # {sign: terrain of a square}
SIGN_OF = {word: sign for sign, word in WORDS.items()}
OPEN = "."  # in `why`: a square that no rule blocked


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Door(Part):
    """A door on a square; x, y count from the upper left."""

    x: int
    y: int
    state: Literal["open", "closed", "locked"] = "closed"


class Light(Part):
    """A light on a square. radius: squares; color: RRGGBB or empty."""

    x: int
    y: int
    radius: int = Field(ge=1, le=k.MAX_SIDE)
    color: str = ""


class Picture(Part):
    """The picture under the grid, as it stood in the file and not yet looked at (`checked_picture` does). media: its type by its first bytes.

    In JSON its data are base64.
    """

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    media: Literal["image/png", "image/jpeg", "image/webp"]
    data: bytes = Field(repr=False)


class ImportedMap(Part):
    """A map of `width` by `height` squares.

    rows: one text a row, a sign of WORDS a square. why: the same shape, the key of RULES by which a square was blocked, OPEN elsewhere. left, top: squares of
    the whole map that were cut off there; whole: its (width, height). pixels: of the picture for each square, as the file says. notes: sentences on what
    was left out or decided.
    """

    source: str
    format: Literal["Universal VTT", "Tiled"]
    width: int
    height: int
    rows: list[str]
    why: list[str]
    doors: list[Door] = []
    lights: list[Light] = []
    dark: bool = False
    left: int = 0
    top: int = 0
    whole: tuple[int, int]
    pixels: float = 0.0
    picture: Picture | None = None
    notes: list[str] = []

    def terrain(self, x, y):
        """The terrain of a square in words, such as "wall"."""
        return WORDS[self.rows[y][x]]

    def rule(self, x, y):
        """The sentence of the rule by which a square was blocked; None where none was."""
        return RULES.get(self.why[y][x])

    def is_open(self, x, y):
        """Whether somebody can stand there and no door does."""
        return self.rows[y][x] not in (SIGN_OF["wall"], SIGN_OF["pit"], "!") and not any((door.x, door.y) == (x, y) for door in self.doors)
