"""The schema of deeds, gear and creatures (encounters are in `schema_fight.py`, rulesets in `ruleset.py`)."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from ..core import codes as k
from .schema_base import Base, Count, Die, Id, Name, Rating, Score, Text, Virtue, number, word, wrong
from .schema_character import Character
from .schema_lines import ONLY_TARGETS, Line
from .words import listed

Lines = Annotated[list[Line], Field(default_factory=list)]
Range = number(1, k.MAX_SIDE)
AREAS = k.AREAS[1:]
CHAINS = ("path", "close path")
UNSIZED = ("melee burst", "spell burst")
FROM_USER = ("close blast", "burst", "melee burst", "aura", "close path")  # they start at their user and use no range (T11.3-T11.9)
FRIENDLY = ("personal", "companion", "ally")
MANEUVER = {"virtue": "might", "instrument": "melee", "targets": "creature"}  # G9.5
GEAR_USES = ["melee", "ranged", "catalyst", "throwing", "concoction", "light"]
MONSTER_ROLES = ["brute", "skirmisher", "artillery", "controller", "leader", "lurker", "swarm", "solo"]
COMPANION_ROLES = ["vanguard", "archer", "mender", "hexer", "guardian", "shifter", "tinker", "lampbearer", "duellist", "singer"]


class Deed(Base):
    """A deed or a maneuver (T5.1-T5.8, T9.1, T11.2-T11.9): one roll, lines for each result."""

    type: Literal["deed"] | None = None
    name: Name
    text: Text = ""
    kind: word("kind of deed", k.DEED_KINDS)
    tier: word("tier", k.TIERS) = "common"
    focus: number(0, 20) | None = None
    instrument: word("instrument", k.INSTRUMENTS)
    virtue: Virtue | None = None
    targets: word("kind of targets", k.TARGETS)
    n_targets: number(1, k.MAX_COMBATANTS - 1) | None = None
    area: word("area", AREAS) | None = None
    area_size: number(1, 16) | None = None
    range: Range | None = None
    size_limit: number(0, 3) | None = None
    harmful: bool | None = None
    check: bool = True
    before: Lines
    fail: Lines
    conflict: Lines
    triumph: Lines
    spark: Lines
    after: Lines

    @property
    def lines(self):
        """[(when code, line)] in the order in which they are read (T5.5, T5.6)."""
        return [(code, line) for code, when in enumerate(k.WHENS) for line in getattr(self, when)]

    @property
    def harms(self):
        """Whether it is aimed at foes (T5.1): an attack, or a gambit that says so."""
        return self.kind == "attack" if self.harmful is None else self.harmful

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any):
        """What a maneuver need not say (G9.5)."""
        if not isinstance(data, dict) or data.get("kind") != "maneuver":
            return data
        data = {**MANEUVER, **data}
        return {"size_limit": 1, **data} if data["targets"] in ("creature", "creatures") else data

    @model_validator(mode="after")
    def _whole(self):
        _check_lines(self)
        _check_verbs(self)
        _check_targets(self)
        _check_area(self)
        _check_range(self)
        return self


def _check_lines(deed):
    lines = deed.lines
    if not lines:
        raise wrong("C601", "the deed has no lines", "give it at least one line, for instance conflict = [{ damage = '†' }]", "conflict")
    if len(lines) > k.MAX_LINES:
        raise wrong("C602", f"the deed has {len(lines)} lines", f"keep to {k.MAX_LINES}", "conflict")
    if any(line.who == "target" for line in deed.before):
        raise wrong("C609", "a before line comes before targets are chosen (T5.6)", "give it who = 'self' or move it to another result", "before")
    if any(line.damage is not None and line.who == "target" for line in deed.after):
        raise wrong("C608", "all damage of a deed is one blow, dealt with its result (G7.1a)", "move the damage to fail, conflict, triumph or spark",
                    "after")
    if deed.kind != "attack" and any(line.damage is not None for _, line in lines):
        raise wrong("C612", f"a {deed.kind} deals no damage (T5.1, T9.1)", "make it kind = 'attack' or remove the damage", "kind")
    if deed.kind == "maneuver" and deed.spark:
        raise wrong("C617", "a maneuver has no sparks (T9.1)", "remove the spark lines", "spark")
    never = [when for when in ("fail", "triumph", "spark") if getattr(deed, when)]
    if not deed.check and never:
        raise wrong("C618", f"a deed without a check is always a conflict, so its {never[0]} lines never happen", "move them to conflict", never[0])


def _check_verbs(deed):
    """Lines that this kind of target or area cannot have."""
    for when, line in deed.lines:
        at = k.WHENS[when]
        if deed.targets == "personal" and line.who == "target" and line.verb in ONLY_TARGETS:
            raise wrong("C615", f"a personal deed cannot {line.verb.replace('_', ' ')} its own user", "choose another verb or other targets", at)
        if line.effect is None or deed.targets != "area":
            continue
        if deed.area in (*CHAINS, "spell burst"):
            raise wrong("C619", f"a {deed.area} cannot last, only square areas and auras can", "use a blast, a burst or an aura", at)
        if line.who != "self" or line.radius is not None or at == "before":
            remedies = {"give it who = 'self'": line.who != "self", "remove radius": line.radius is not None,
                        "move it to another result than before": at == "before"}
            raise wrong("C620", "an effect of an area deed fills its area once, when the area is chosen",
                        " and ".join(text for text, needed in remedies.items() if needed), at)


def _check_targets(deed):
    if deed.kind == "attack" and deed.targets in FRIENDLY:
        raise wrong("C607", f"an attack cannot have the targets {deed.targets!r} (T5.1)", "use 'creature', 'creatures' or 'area', or make it a gambit",
                    "targets")
    if deed.harmful is False and deed.kind == "attack" or deed.harmful and deed.targets in FRIENDLY:
        raise wrong("C621", "an attack is harmful, and a deed for friends is not (T5.1, T5.9)", "remove harmful", "harmful")
    many = deed.targets == "creatures" or deed.area == "spell burst"
    if deed.targets == "creatures" and (deed.n_targets or 0) < 2 or deed.n_targets is not None and deed.n_targets > 1 and not many:
        raise wrong("C610", "n_targets goes with targets = 'creatures' (at least 2) or a spell burst", "give both or leave n_targets out", "n_targets")


def _check_area(deed):
    """T11.2-T11.9: a shape and its size go together with targets = "area", and with the instrument that measures it."""
    if (deed.targets == "area") != (deed.area is not None):
        raise wrong("C622", "area and targets = 'area' belong together (T5.7)", "give both or neither; area names the shape, for instance 'blast'", "area")
    sized = deed.area is not None and deed.area not in UNSIZED
    if sized != (deed.area_size is not None):
        remedy = "give area_size in squares" if sized else "remove area_size"
        raise wrong("C623", f"the area {deed.area or 'none'!r} {'needs' if sized else 'has no'} area_size (T11.2-T11.9)", remedy, "area_size")
    if sized and deed.area not in CHAINS and deed.area_size > 8:
        raise wrong("C108", f"a {deed.area} of size {deed.area_size} is out of range", "use at most 8", "area_size")
    if deed.area == "melee burst" and deed.instrument not in ("melee", "versatile") or deed.area == "spell burst" and deed.instrument != "spell":
        raise wrong("C624", f"a {deed.area} cannot be measured with the instrument {deed.instrument!r} (T11.5, T11.6)",
                    f"use instrument = {deed.area.split()[0]!r}", "instrument")


def _check_range(deed):
    measured = deed.targets != "personal" and deed.area not in FROM_USER
    if deed.instrument == "innate" and measured and deed.range is None:
        raise wrong("C613", "an innate deed has no instrument to take its range from (T5.3)", "give it a range in squares", "range")
    if not measured and deed.range is not None:
        what = f"a {deed.area} starts at its user" if deed.area else "a personal deed affects only its user"
        raise wrong("C614", f"{what} and has no range (T5.7, T11.3-T11.9)", "remove range", "range")


class Gear(Base):
    """An armament or another thing (T5.3, G7.5, G3.14a)."""

    type: Literal["gear"] | None = None
    name: Name
    text: Text = ""
    use: list[word("use of gear", GEAR_USES)] = Field(default_factory=list)
    weapon: Rating = 0
    spell: Rating = 0
    reach: number(1, 4) | None = None
    range: Range | None = None
    hands: number(0, 2) = 1
    supply: Die | None = None
    light: number(1, k.MAX_SIDE) | None = None
    deed: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any):
        """What hangs on the belt fills no hand (T3.14)."""
        use = data.get("use") if isinstance(data, dict) else None
        return {"hands": 0, **data} if isinstance(use, list) and "concoction" in use else data

    @model_validator(mode="after")
    def _whole(self):
        if "ranged" in self.use and self.range is None:
            raise wrong("C701", "a ranged weapon needs a range", "give range in squares", "range")
        if "catalyst" in self.use and self.range is None:
            raise wrong("C702", "a catalyst needs a range", "give range in squares", "range")
        if {"melee", "ranged", "throwing"} & set(self.use) and not self.weapon:
            raise wrong("C703", "a weapon needs a rating", "give weapon = 1 or more (†)", "weapon")
        if self.range is not None and not {"ranged", "catalyst", "throwing"} & set(self.use) or self.reach is not None and "melee" not in self.use:
            raise wrong("C705", "range belongs to ranged and throwing weapons and catalysts, reach to melee weapons", "remove it or name the use", "use")
        if ("light" in self.use) != (self.light is not None):
            raise wrong("C706", "the use 'light' and a radius belong together", "give light = 4 or another number, with 'light' in use", "light")
        if "concoction" in self.use and self.deed is None:
            raise wrong("C707", "a concoction does nothing without a deed (G3.14a)", "give deed = 'the id of a deed'", "deed")
        return self


class Bare(Base):
    """Worth of † and Ω with a bare hand (G5.3a)."""

    weapon: Rating = 0
    spell: Rating = 0


class Virtues(Base):
    """The four virtues (G6.5)."""

    might: Score
    grace: Score
    wits: Score
    spirit: Score


class OwnAction(Base):
    """An action that this creature has beside those of everybody (T2.9): it does a deed for its own cost; cost 0 is a free action."""

    name: Name
    deed: str
    cost: number(0, 8) = 1


class Creature(Base):
    """A stat block (G13.1). `deeds`, `held`, `carried` are ids; deeds and gear of its own may stand inside."""

    type: Literal["creature"] | None = None
    name: Name
    text: Text = ""
    role: word("role", MONSTER_ROLES + COMPANION_ROLES) | None = None
    threat: number(1, 3) | None = None
    level: number(1, 3) | None = None
    virtues: Virtues
    key: Virtue
    max_vigor: number(1, 999)
    speed: number(0, 30)
    size: number(1, 3) = 1
    focus: Count = 0
    endurance: Count = 0
    recoveries: Count = 0
    guard_dice: list[Die] = Field(default_factory=list)
    bare: Bare = Field(default_factory=Bare)
    reach: number(1, 4) = 1
    hands: number(0, 8) = 2
    endures: bool = False
    light_dependent: bool = False
    extra_deeds: number(0, 3) = 0
    held: list[str] = Field(default_factory=list)
    carried: list[str] = Field(default_factory=list)
    actions: list[OwnAction] = Field(default_factory=list)
    deeds: list[str]
    own_deeds: dict[Id, Deed] = Field(default_factory=dict)
    own_gear: dict[Id, Gear] = Field(default_factory=dict)
    character: Character | None = None

    @model_validator(mode="after")
    def _whole(self):
        if not self.deeds:
            raise wrong("C501", "the creature has no deeds", "give it at least one, for instance deeds = ['steady_blow']", "deeds")
        if len(self.deeds) > k.OWN_DEEDS:
            raise wrong("C502", f"the creature has {len(self.deeds)} deeds", f"keep to {k.OWN_DEEDS}", "deeds")
        twice = [d for d in self.deeds if self.deeds.count(d) > 1]
        if twice:
            raise wrong("C503", f"the deed {twice[0]!r} is listed twice", "list each deed once", "deeds")
        if len(self.guard_dice) > k.GUARD_DICE:
            raise wrong("C504", f"the creature has {len(self.guard_dice)} guard dice", f"keep to {k.GUARD_DICE}", "guard_dice")
        items = len(self.held) + len(self.carried)
        if items >= k.ITEM_SLOTS:
            raise wrong("C507", f"the creature has {items} items", f"keep to {k.ITEM_SLOTS - 1}, held and carried together", "held")
        if len(self.actions) > k.OWN_ACTIONS:
            raise wrong("C511", f"the creature has {len(self.actions)} actions of its own", f"keep to {k.OWN_ACTIONS}", "actions")
        _check_part(self)
        return self


def _check_part(creature):
    """A monster has a threat and a monster's role, a companion a level and a companion's; they help people to balance a fight."""
    if creature.threat is not None and creature.level is not None:
        raise wrong("C513", "the creature has a threat and a level", "keep threat for a monster, level for a companion", "level")
    for key, roles, other in (("threat", MONSTER_ROLES, "level"), ("level", COMPANION_ROLES, "threat")):
        if getattr(creature, key) is not None and creature.role is not None and creature.role not in roles:
            raise wrong("C514", f"the role {creature.role!r} does not go with {key}", f"use {listed(roles)}, or {other} in place of {key}", "role")
