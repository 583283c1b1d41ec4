"""The schema of what stands and lasts on the map: features, objectives, lasting effects, things on the ground."""

import re
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema, model_validator

from ..core import codes as k
from .schema_base import Base, Potency, State, Virtue, number, word, wrong
from .schema_lines import EffectKind, Whom, check_giving
from .words import listed, remedy_for

TERRAIN = ["floor"] + [name for name in k.TERRAIN_NAMES.values() if name != "hazard"]
STATES = {"door": {"open": k.OFF, "closed": k.ON, "locked": k.LOCKED, "broken": k.BROKEN}, "lever": {"off": k.OFF, "on": k.ON, "broken": k.BROKEN},
          "object": {"whole": k.ON, "broken": k.BROKEN}, "light": {"off": k.OFF, "on": k.ON, "broken": k.BROKEN}, "hazard": {"off": k.OFF, "on": k.ON}}
DEFAULT_STATES = {"door": "closed", "lever": "off", "object": "whole", "light": "on", "hazard": "on"}
BLOCKS = {"none": 0, "low": k.LOW, "wall": k.WALL}
ONLY = {"light": {"light"}, "blocks": {"object"}, "damage": {"hazard"}, "minor": {"hazard"}, "gives": {"hazard"}, "potency": {"hazard"},
        "squares": {"hazard"}, "check": {"door", "lever", "object", "light"}, "material": {"door", "lever", "object", "light"},
        "link": {"door", "lever", "object", "light"}}  # the kinds of feature that a key belongs to
DAMAGE = re.compile(r"1?d(4|6|8|10|12|20)(?:\s*\+\s*([0-9]{1,2}))?|([0-9]{1,2})", re.IGNORECASE)


def ground(value):
    """Terrain words joined by +: 'darkness + difficult ground'."""
    for part in value.split("+"):
        name = part.strip()
        if name == "hazard":
            raise wrong("C314", "a hazard needs its damage", "write it as a feature: [features.thorns] with kind = 'hazard' and sign = the sign")
        if name not in TERRAIN:
            raise wrong("C314", f"{name!r} is not a known terrain", remedy_for(name, TERRAIN))
    return value


def ground_bits(text):
    """Terrain bits of such words."""
    bits = {name: bit for bit, name in k.TERRAIN_NAMES.items()} | {"floor": 0}
    total = 0
    for part in text.split("+"):
        total |= bits[part.strip()]
    return total


def parse_hurt(text):
    """(die, plus) of a hazard's damage such as '1d6+2', 'd4' or '3'; None when it cannot be read."""
    found = DAMAGE.fullmatch(text.strip())
    return None if not found else (int(found[1] or 0), int(found[2] or found[3] or 0))


GROUND = rf"^\s*({'|'.join(TERRAIN)})\s*(\+\s*({'|'.join(TERRAIN)})\s*)*$"
Ground = Annotated[str, AfterValidator(ground), WithJsonSchema({"type": "string", "pattern": GROUND, "examples": [*TERRAIN, "darkness + pit"]})]


class Feature(Base):
    """A door, lever, object, light or hazard on the map (T1.1, T2.7, T3.4, T3.7, T10.7, G12.1)."""

    kind: word("kind of feature", k.FEATURE_KINDS)
    at: str | None = None
    squares: list[str] | None = None
    sign: str | None = None
    state: str | None = None
    material: word("material", k.MATERIALS) | None = None
    check: Virtue | None = None
    light: number(1, k.MAX_SIDE) | None = None
    link: str | None = None
    blocks: word("way to block", list(BLOCKS)) | None = None
    damage: str | None = None
    minor: bool | None = None
    gives: State | None = None
    potency: Potency | None = None

    @property
    def start(self):
        """Its state at the start: OFF, ON, LOCKED or BROKEN."""
        return STATES[self.kind][self.state or DEFAULT_STATES[self.kind]]

    @model_validator(mode="after")
    def _whole(self):
        if sum(value is not None for value in (self.at, self.squares, self.sign)) != 1:
            raise wrong("C318", "a feature has one place", "give it either at = 'c4', squares = ['c4', 'c5'] or sign = '+'", "at")
        for key, kinds in ONLY.items():
            if getattr(self, key) is not None and self.kind not in kinds:
                raise wrong("C321", f"{key} is nothing for the kind {self.kind!r}", f"remove {key}; it belongs to {listed(sorted(kinds))}", key)
        if self.state is not None and self.state not in STATES[self.kind]:
            raise wrong("C320", f"a {self.kind} cannot be {self.state!r}", remedy_for(self.state, STATES[self.kind]), "state")
        if self.kind == "light" and self.light is None:
            raise wrong("C322", "a light needs a radius", "give light = 4 or another number of squares", "light")
        if self.kind == "hazard" and self.damage is None and self.gives is None:
            raise wrong("C323", "the hazard does nothing", "give it damage = '1d6', gives = 'burning', or both", "damage")
        if self.damage is not None and parse_hurt(self.damage) is None:
            raise wrong("C605", f"the damage {self.damage!r} cannot be read", "write one die and a number, such as '1d6+2', 'd4' or '3'", "damage")
        if self.potency is not None and self.gives is None:
            raise wrong("C606", "potency belongs to the state that the hazard gives", "add gives or remove potency", "potency")
        return self


NEEDS = {"eliminate": set(), "hold": {"side", "squares", "rounds"}, "reach": {"side", "squares"}, "protect": {"side", "who", "rounds"},
         "slay": {"side", "who"}, "escape": {"side", "count"}}
MAY = {"reach": {"who"}}


class Objective(Base):
    """What a side is after (T1.5), and what survivors count for the result."""

    kind: word("objective", k.OBJECTIVES)
    side: word("side", k.SIDE_NAMES) | None = None
    who: str | None = None
    squares: list[str] | None = None
    rounds: number(1, 99) | None = None
    count: number(1, k.MAX_COMBATANTS) | None = None
    survivors: number(0, 100) = 0
    escaped: number(0, 100) = 100

    @model_validator(mode="after")
    def _whole(self):
        needs = NEEDS[self.kind]
        for key in ("side", "who", "squares", "rounds", "count"):
            there = getattr(self, key) is not None
            if key in needs and not there:
                raise wrong("C325", f"the objective {self.kind!r} lacks {key}", f"add {key}; it needs {', '.join(sorted(needs))}", key)
            if there and key not in needs | MAY.get(self.kind, set()):
                raise wrong("C326", f"the objective {self.kind!r} has no {key}", f"remove {key}", key)
        if self.squares is not None and not self.squares:
            raise wrong("C325", "the objective names no square", "name at least one, such as squares = ['c4']", "squares")
        return self


class EffectEntry(Base):
    """A lasting effect that is there already (T8.4)."""

    kind: EffectKind
    owner: str
    at: str | None = None
    size: number(1, k.MAX_SIDE)
    potency: Potency = 1
    decay: number(0, 20) = 0
    gives: State | None = None
    whom: Whom | None = None

    @model_validator(mode="after")
    def _whole(self):
        check_giving(self.kind, self.gives, self.whom)
        if (self.kind == "aura") == (self.at is not None):
            raise wrong("C328", "an aura lies around its owner, every other effect on squares",
                        "remove at" if self.kind == "aura" else "give at = 'c4', its upper left square", "at")
        return self


class ItemEntry(Base):
    """A thing that lies on the ground (T3.13)."""

    gear: str
    at: str
