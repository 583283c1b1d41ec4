"""The schema of a player's character: the five numbers of a roster entry, and the callings that give the rest (G13.1)."""

from typing import Literal

from pydantic import Field

from .schema import Bare, Virtues
from .schema_base import Base, Count, Die, Id, Name, Rating, Text, Virtue, number, wrong

MAX_LEVEL = 9
WRITTEN = 3  # levels that a calling describes; those above are the last one with more vigor
MORE_VIGOR = 6  # maximum vigor for each level above the last one described


class Companion(Base):
    """A player's character as a Judge enters it: a calling and the numbers of its sheet; what is left out is the calling's."""

    calling: Id
    name: Name | None = None
    level: number(1, MAX_LEVEL) = 1
    vigor: number(1, 999) | None = None
    weapon: Rating | None = None
    spell: Rating | None = None


class LaterLevel(Base):
    """What changes at a level; the rest stays as it was at the level before."""

    virtues: Virtues | None = None
    vigor: number(1, 999) | None = None
    weapon: Rating | None = None
    spell: Rating | None = None
    speed: number(0, 30) | None = None
    focus: Count | None = None
    endurance: Count | None = None
    recoveries: Count | None = None
    guard_dice: list[Die] | None = None
    bare: Bare | None = None
    held: list[str] | None = None
    carried: list[str] | None = None
    deeds: list[str] | None = None


class FirstLevel(LaterLevel):
    """A calling at level 1: everything that its later levels start from."""

    virtues: Virtues
    vigor: number(1, 999)
    weapon: Rating
    spell: Rating
    speed: number(0, 30)
    focus: Count
    endurance: Count
    recoveries: Count
    guard_dice: list[Die]
    bare: Bare = Field(default_factory=Bare)
    held: list[str] = Field(default_factory=list)
    carried: list[str] = Field(default_factory=list)
    deeds: list[str]


class Calling(Base):
    """What a player's character is by trade, at levels 1 to 3. Everybody of a calling endures (G8.26)."""

    type: Literal["companion"] | None = None
    name: Name
    text: Text = ""
    key: Virtue
    light_dependent: bool = False
    level_1: FirstLevel
    level_2: LaterLevel
    level_3: LaterLevel

    def at(self, level):
        """{key: value} of FirstLevel at a level from 1 to MAX_LEVEL."""
        out = {key: getattr(self.level_1, key) for key in FirstLevel.model_fields}
        for later in (self.level_2, self.level_3)[:min(level, WRITTEN) - 1]:
            out.update({key: getattr(later, key) for key in later.model_fields_set})
        out["vigor"] += MORE_VIGOR * max(0, level - WRITTEN)
        return out


def check_one(entry):
    """A roster entry is either a creature or a companion."""
    if entry.creature is None and entry.companion is None:
        raise wrong("C106", "the key 'creature' is missing", "add creature = 'gate_warden', or companion = { calling = 'vanguard', level = 1 }", "creature")
    if entry.creature is not None and entry.companion is not None:
        raise wrong("C440", "it is both a creature and a companion", "remove one of the two keys", "companion")
