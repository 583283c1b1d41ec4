"""The schema of encounter files: map, roster, a fight that may already be under way, definitions of their own."""

from typing import Any, Literal

from pydantic import Field, model_validator

from ..core import codes as k
from .schema import Creature, Deed, Gear
from .schema_base import Base, Count, Id, Name, State, Supply, Text, number, word, wrong
from .schema_character import Character, Dials
from .schema_companion import Companion, check_one
from .schema_map import EffectEntry, Feature, Ground, ItemEntry, Objective

Side = word("side", k.SIDE_NAMES)
HELP = ["deed", "maneuver", "prevail", "interact", "tenacity"]  # in the order of the options KIND_DEED … KIND_TENACITY (G3.6a)


class RosterEntry(Base):
    """One combatant: what it is, whose it is, and what differs from its stat block at this moment."""

    creature: str | None = None
    companion: Companion | None = None
    side: Side
    name: Name | None = None
    at: str | None = None
    ground: Ground | None = None
    vigor: number(-999, 999) | None = None
    focus: Count | None = None
    endurance: Count | None = None
    recoveries: Count | None = None
    injuries: Count = 0
    states: dict[State, number(1, 99)] = Field(default_factory=dict)
    acted: bool = False
    defeated: bool = False
    guard_spent: list[number(1, k.GUARD_DICE)] = Field(default_factory=list)
    reactions: Count = 0
    defend: number(0, 10) = 0
    aim: Count = 0
    helped: list[word("kind of check", HELP)] = Field(default_factory=list)
    grabbed_by: list[str] = Field(default_factory=list)
    taunted_by: str | None = None
    arrives: Count = 0
    supply: dict[str, Supply] = Field(default_factory=dict)
    character: Character | None = None

    @model_validator(mode="after")
    def _one_of_two(self):
        check_one(self)
        return self


class Turn(Base):
    """The turn under way: whose, and what is left of it."""

    of: str
    points: number(0, 9)
    move_points: Count = 0
    taken: list[word("action", [n for n in k.MENU_NAMES if n not in ("end turn", "walk")], "C207")] = Field(default_factory=list)
    lifted: bool = False
    free_used: Count = 0


class Fight(Base):
    """How far the fight is; round 0 is before the first coin."""

    round: number(0, 999) = 0
    first_side: Side | None = None
    next_side: Side | None = None
    turn: Turn | None = None
    acted: list[str] = Field(default_factory=list)
    ambushed: Side | None = None
    first_coin: Side | None = None
    held_rounds: Count = 0


class Encounter(Base):
    """A whole encounter as a person types it."""

    type: Literal["encounter"] | None = None
    title: Name
    text: Text = ""
    ruleset: str = "trespasser"
    rules: dict[str, Any] = Field(default_factory=dict)
    objective: Objective = Objective(kind="eliminate")
    hidden_numbers: bool = False
    include: list[str] = Field(default_factory=list)
    creatures: dict[Id, Creature] = Field(default_factory=dict)
    deeds: dict[Id, Deed] = Field(default_factory=dict)
    gear: dict[Id, Gear] = Field(default_factory=dict)
    map: str
    dark: bool = False
    legend: dict[str, Ground] = Field(default_factory=dict)
    features: dict[Id, Feature] = Field(default_factory=dict, max_length=k.MAX_FEATURES)
    effects: list[EffectEntry] = Field(default_factory=list, max_length=k.MAX_EFFECTS)
    items: list[ItemEntry] = Field(default_factory=list, max_length=k.MAX_ITEMS)
    roster: dict[str, RosterEntry]
    fight: Fight = Field(default_factory=Fight)
    dials: Dials = Field(default_factory=Dials)

    @model_validator(mode="before")
    @classmethod
    def _tidy(cls, data: Any):
        """Keys that slipped under a [table] are told as what they are; an objective in one word is its kind."""
        for where, table, own in _tables(data):
            slipped = [key for key in table if key in cls.model_fields and key not in own]
            if slipped:
                raise wrong("C119", f"{', '.join(map(repr, slipped))} stood below [{where}], so TOML reads it as a part of that table",
                            f"move it above [{where}], or [{where}] to the end of the file", where)
        if isinstance(data.get("objective"), str):
            data = {**data, "objective": {"kind": data["objective"]}}
        return data


def _tables(data):
    """(name, table, keys of its own) of the tables into which a key of the encounter can slip."""
    for name, own in (("rules", ()), ("legend", ()), ("fight", Fight.model_fields), ("dials", Dials.model_fields)):
        if isinstance(data.get(name), dict):
            yield name, data[name], own
    for name, model in (("roster", RosterEntry), ("features", Feature)):
        for key, entry in data[name].items() if isinstance(data.get(name), dict) else ():
            if isinstance(entry, dict):
                yield f"{name}.{key}", entry, model.model_fields
