"""The schema of encounter files: map, roster, a fight that may already be under way, definitions of their own."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from ..core import codes as k
from . import played
from .schema import Base, Creature, Deed, Gear, Id, Name, State, Text, word, wrong

Side = word("side", k.SIDE_NAMES)
Terrain = word("terrain", played.TERRAIN_KNOWN, "C314", played.TERRAIN, "C904")
Count = Annotated[int, Field(ge=0, le=99)]
Potency = Annotated[int, Field(ge=1, le=99)]


class RosterEntry(Base):
    """One combatant: what it is, whose it is, and what differs from its stat block at this moment."""

    creature: str
    side: Side
    name: Name | None = None
    at: str | None = None
    ground: Terrain | None = None
    vigor: Annotated[int, Field(ge=-999, le=999)] | None = None
    focus: Count | None = None
    endurance: Count | None = None
    recoveries: Count | None = None
    injuries: Count = 0
    states: dict[State, Potency] = Field(default_factory=dict)
    acted: bool = False
    defeated: bool = False
    guard_spent: list[Annotated[int, Field(ge=1, le=k.GUARD_DICE)]] = Field(default_factory=list)
    reactions: Count = 0
    defend: Annotated[int, Field(ge=0, le=10)] = 0
    supply: dict[str, Annotated[int, Field(ge=0, le=12)]] = Field(default_factory=dict)


class Turn(Base):
    """The turn under way: whose, and what is left of it."""

    of: str
    points: Annotated[int, Field(ge=0, le=9)]
    move_points: Count = 0
    taken: list[word("action", k.MENU_NAMES, "C207", played.MENU - {"end turn", "walk"}, "C912")] = Field(default_factory=list)


class Fight(Base):
    """How far the fight is; round 0 is before the first coin."""

    round: Annotated[int, Field(ge=0, le=999)] = 0
    first_side: Side | None = None
    next_side: Side | None = None
    turn: Turn | None = None
    acted: list[str] = Field(default_factory=list)
    ambushed: Side | None = None
    first_coin: Side | None = None


class Encounter(Base):
    """A whole encounter as a person types it."""

    type: Literal["encounter"] | None = None
    title: Name
    text: Text = ""
    ruleset: str = "trespasser"
    rules: dict[str, Any] = Field(default_factory=dict)
    objective: word("objective", played.OBJECTIVES_KNOWN, "C109", played.OBJECTIVES, "C907") = "eliminate"
    hidden_numbers: bool = False
    include: list[str] = Field(default_factory=list)
    creatures: dict[Id, Creature] = Field(default_factory=dict)
    deeds: dict[Id, Deed] = Field(default_factory=dict)
    gear: dict[Id, Gear] = Field(default_factory=dict)
    map: str
    legend: dict[str, Terrain] = Field(default_factory=dict)
    roster: dict[str, RosterEntry]
    fight: Fight = Field(default_factory=Fight)

    @model_validator(mode="before")
    @classmethod
    def _not_played(cls, data: Any):
        for key in data:
            if key in played.ENCOUNTER_KEYS:
                raise wrong("C909", played.refusal(f"an encounter with {played.ENCOUNTER_KEYS[key]}"), f"leave {key} out", key)
        return data

    @model_validator(mode="after")
    def _numbers(self):
        if self.hidden_numbers:
            raise wrong("C908", played.refusal("hiding numbers (G8.29)"), "leave hidden_numbers out", "hidden_numbers")
        return self
