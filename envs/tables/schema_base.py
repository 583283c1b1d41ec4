"""What all content schemas share: strict models, plain words, texts and dice.

Strict: nothing is coerced, an unknown key is a fault. A validator that knows better than pydantic raises `wrong(code, problem, remedy)`.
"""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from ..core import codes as k
from .words import ID, listed, remedy_for

DICE = (4, 6, 8, 10, 12)


def wrong(code, problem, remedy, at=""):
    """A fault as pydantic carries it: the code is the error's type; `at` names the key when a whole table is judged."""
    return PydanticCustomError(code, "{problem}; {remedy}", {"problem": problem, "remedy": remedy, "at": at})


def printable(text):
    """A name: one line with something on it."""
    if not text.strip():
        raise wrong("C110", "the text is empty", "write something or remove the key")
    if "\n" in text:
        raise wrong("C116", "the name has more than one line", "keep it on one line")
    return no_control(text)


def no_control(text):
    if any(unicodedata.category(c) in ("Cc", "Cf") and c not in "\n" for c in text):
        raise wrong("C116", "the text holds control characters", "keep to printable characters")
    return text


def word(what, known, code="C109"):
    """A text that must be one of `known`."""
    def check(value):
        if value not in known:
            raise wrong(code, f"{value!r} is not a known {what}", remedy_for(value, known))
        return value
    return Annotated[str, AfterValidator(check), WithJsonSchema({"type": "string", "enum": list(known)})]


def plain_id(value):
    if not ID.fullmatch(value):
        raise wrong("C117", f"{value!r} is not a plain id", "use lower-case letters, digits and underscores, starting with a letter")
    return value


def die(value):
    if value not in DICE:
        raise wrong("C505", f"there is no d{value}", f"use {listed(DICE)}")
    return value


def supply(value):
    """A supply die as it is now: 0 is used up (G7.5)."""
    if value not in (0, *DICE):
        raise wrong("C505", f"there is no supply die of the size {value}", f"use {listed(DICE)}, or 0 for used up")
    return value


def number(low, high):
    """A whole number from low to high."""
    return Annotated[int, Field(ge=low, le=high)]


Name = Annotated[str, Field(max_length=40), AfterValidator(printable)]
Text = Annotated[str, Field(max_length=800), AfterValidator(no_control)]
Id = Annotated[str, AfterValidator(plain_id), WithJsonSchema({"type": "string", "pattern": f"^{ID.pattern}$"})]
State = word("state", k.STATE_NAMES, "C205")
Virtue = word("virtue", k.VIRTUES, "C206")
Score = number(-1, 5)  # G6.5
Die = Annotated[int, AfterValidator(die), WithJsonSchema({"type": "integer", "enum": list(DICE)})]
Supply = Annotated[int, AfterValidator(supply), WithJsonSchema({"type": "integer", "enum": [0, *DICE]})]
Rating = number(0, 20)
Count = number(0, 99)
Potency = number(1, 20)


class Base(BaseModel):
    """What all models are. `defer_build`: the check of a model is made when a file is first held to it, and once for all models within it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)
