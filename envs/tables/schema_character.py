"""The schema of characters and dials: how a monster that is played thinks, whom it is after, when it runs, and how hard a fight is to be.

They change nothing in the rules and stand in no compiled table: a `Scenario` carries them, and who answers for a combatant reads them there
(`agents.character`).
"""

from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from .schema_base import Base, word, wrong
from .words import listed, remedy_for

CUNNING = ["mindless", "dull", "clever", "masterful"]  # 0 to 3
STYLES = ["plain", "aggressive", "cautious", "protective", "cruel"]
PREFERENCES = ["nearest", "farthest", "weakest", "strongest", "wounded", "unhurt", "alone", "archer", "caster", "healer", "leader", "lightbearer", "holder"]
DIFFICULTY = ["tame", "easy", "fair", "hard", "full"]  # 0 to 4
MERCY = ["none", "some", "much"]  # 0 to 2
NEVER = "never"


def read_level(value, what, names):
    """The number of a level that is given by its number or its word; a fault as pydantic carries it for anything else."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < len(names):
            raise wrong("C108", f"{value} is out of range", f"use {listed(f'{n} ({name})' for n, name in enumerate(names))}")
        return value
    raise wrong("C109", f"{value!r} is not a known {what}", remedy_for(value, names))


def level(what, names):
    """A whole number that may be given by its word."""
    return Annotated[int, BeforeValidator(lambda value: read_level(value, what, names)),
                     WithJsonSchema({"enum": [*range(len(names)), *names]})]


def _share(value):
    """Percent of vigor; 'never' is 0."""
    if value == NEVER:
        return 0
    if isinstance(value, str):
        raise wrong("C109", f"{value!r} is not a known courage", f"use {NEVER!r}, or the percent of its vigor at which it flees")
    return value


Share = Annotated[int, Field(ge=0, le=100), BeforeValidator(_share),
                  WithJsonSchema({"type": ["integer", "string"], "minimum": 0, "maximum": 100, "pattern": f"^{NEVER}$"})]


class Character(Base):
    """How one monster is played; what is left out is its role's (`DEFAULTS`)."""

    cunning: level("cunning", CUNNING) | None = None
    prefers: list[word("preference", PREFERENCES)] | None = None
    flees_at: Share | None = None
    style: word("style", STYLES) | None = None

    @model_validator(mode="after")
    def _whole(self):
        twice = [name for name in self.prefers or () if self.prefers.count(name) > 1]
        if twice:
            raise wrong("C516", f"it prefers {twice[0]!r} twice", "name each preference once, the dearest first", "prefers")
        return self


class Dials(Base):
    """How hard the enemies of a fight make it, and how far they spare those who are down."""

    difficulty: level("difficulty", DIFFICULTY) = len(DIFFICULTY) - 1
    mercy: level("mercy", MERCY) = 0


class Persona(NamedTuple):
    """A character with nothing left out. cunning: 0 to 3; prefers: words of PREFERENCES, the dearest first; flees_at: percent of its maximum vigor, 0
    for never; style: a word of STYLES."""

    cunning: int
    prefers: tuple
    flees_at: int
    style: str


PLAIN = Persona(3, (), 0, "plain")
DEFAULTS = {  # by the role in a creature's file, for what its character leaves out; other roles and none: PLAIN
    "brute": Persona(1, ("nearest",), 0, "aggressive"),
    "skirmisher": Persona(2, ("weakest",), 25, "cautious"),
    "artillery": Persona(2, ("wounded",), 25, "cautious"),
    "controller": Persona(3, ("strongest",), 25, "cautious"),
    "leader": Persona(3, ("leader",), 25, "plain"),
    "lurker": Persona(2, ("alone",), 33, "cruel"),
    "swarm": Persona(0, ("nearest",), 0, "aggressive"),
    "solo": Persona(3, ("strongest",), 0, "aggressive"),
}


def persona(creature, entry):
    """The Persona of a roster entry: its own character, then its creature's, then its role's; None when neither the entry nor the creature has one."""
    given = {}
    for character in (creature.character, entry.character):
        if character is not None:
            given |= {name: value for name, value in character.model_dump().items() if value is not None}
    if creature.character is None and entry.character is None:
        return None
    given["prefers"] = tuple(given["prefers"]) if "prefers" in given else DEFAULTS.get(creature.role, PLAIN).prefers
    return DEFAULTS.get(creature.role, PLAIN)._replace(**given)


def in_words(persona):
    """'dull (cunning 1), after the healer then the wounded, cautious, flees at 25 % of its vigor'."""
    parts = [f"{CUNNING[persona.cunning]} (cunning {persona.cunning})"]
    parts += [f"after the {' then the '.join(persona.prefers)}"] if persona.prefers else []
    parts += [persona.style] if persona.style != "plain" else []
    parts += [f"flees at {persona.flees_at} % of its vigor"] if persona.flees_at else []
    return ", ".join(parts)
