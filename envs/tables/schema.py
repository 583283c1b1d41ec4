"""The schema of content files: deeds, gear and creatures (encounters and rulesets are in `schema_fight.py` and `ruleset.py`).

Strict: nothing is coerced, an unknown key is a fault. A validator that knows better than pydantic raises `wrong(code, problem, remedy)`.
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from ..core import codes as k
from . import played
from .words import ID, listed, parse_damage, remedy_for

DICE = (4, 6, 8, 10, 12)


def wrong(code, problem, remedy, at=""):
    """A fault as pydantic carries it: the code is the error's type; `at` names the key when a whole table is judged."""
    return PydanticCustomError(code, "{problem}; {remedy}", {"problem": problem, "remedy": remedy, "at": at})


def printable(text):
    if not text.strip():
        raise wrong("C110", "the text is empty", "write something or remove the key")
    return no_control(text)


def no_control(text):
    if any(unicodedata.category(c) in ("Cc", "Cf") and c not in "\n" for c in text):
        raise wrong("C116", "the text holds control characters", "keep to printable characters")
    return text


def word(what, known, code="C109", plays=None, unplayed=None):
    """A text that must be one of `known`; one outside `plays` is refused with the code `unplayed`."""
    def check(value):
        if value not in known:
            raise wrong(code, f"{value!r} is not a known {what}", remedy_for(value, known))
        if plays is not None and value not in plays:
            raise wrong(unplayed, played.refusal(f"the {what} {value!r}"), f"use {listed(sorted(plays))}")
        return value
    return Annotated[str, AfterValidator(check)]


def plain_id(value):
    if not ID.fullmatch(value):
        raise wrong("C117", f"{value!r} is not a plain id", "use lower-case letters, digits and underscores, starting with a letter")
    return value


def die(value):
    if value not in DICE:
        raise wrong("C505", f"there is no d{value}", f"use {listed(DICE)}")
    return value


Name = Annotated[str, Field(max_length=40), AfterValidator(printable)]
Text = Annotated[str, Field(max_length=800), AfterValidator(no_control)]
Id = Annotated[str, AfterValidator(plain_id)]
State = word("state", k.STATE_NAMES, "C205", played.STATES, "C903")
Virtue = word("virtue", k.VIRTUES, "C206")
Score = Annotated[int, Field(ge=-1, le=5)]  # G6.5
Die = Annotated[int, AfterValidator(die)]
Rating = Annotated[int, Field(ge=0, le=20)]


class Base(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Line(Base):
    """One line of a deed: exactly one verb (`damage`, `state`, `end`, `recover`), for the target, the user itself or its fellows in range."""

    damage: str | None = None
    state: State | None = None
    end: State | None = None
    recover: Annotated[int, Field(ge=1, le=7)] | None = None
    potency: Annotated[int, Field(ge=1, le=20)] | None = None
    who: word("receiver", k.WHOS) = "target"

    @model_validator(mode="before")
    @classmethod
    def _not_played(cls, data: Any):
        for key in data if isinstance(data, dict) else ():
            if key in played.LINE_KEYS:
                raise wrong("C901", played.refusal(f"the verb {played.LINE_KEYS[key]!r}"), "leave the line out", key)
        return data

    @model_validator(mode="after")
    def _one_verb(self):
        verbs = [v for v in ("damage", "state", "end", "recover") if getattr(self, v) is not None]
        if not verbs:
            raise wrong("C603", "the line does nothing", "give it one of damage, state, end or recover")
        if len(verbs) > 1:
            raise wrong("C604", f"the line has {len(verbs)} verbs ({', '.join(verbs)})", "write a line for each")
        if self.potency is not None and self.state is None and self.end is None:
            raise wrong("C606", f"a {verbs[0]} line has no potency", "remove potency (a recovery's number stands in recover)", "potency")
        if self.damage is not None and parse_damage(self.damage) is None:
            raise wrong("C605", f"the damage {self.damage!r} cannot be read", "write symbols and numbers such as '†', '††+2', 'Ω' or 'weapon + 1'",
                        "damage")
        return self


Lines = Annotated[list[Line], Field(default_factory=list)]


class Deed(Base):
    """A deed (T5.1-T5.8): one roll, lines for each result."""

    type: Literal["deed"] | None = None
    name: Name
    text: Text = ""
    kind: word("kind of deed", k.DEED_KINDS, "C109", played.DEED_KINDS, "C914")
    tier: word("tier", k.TIERS) = "common"
    focus: Annotated[int, Field(ge=0, le=20)] | None = None
    instrument: word("instrument", k.INSTRUMENTS, "C109", played.INSTRUMENTS, "C911")
    virtue: Virtue | None = None
    targets: word("kind of targets", k.TARGETS, "C109", played.TARGETS, "C902")
    n_targets: Annotated[int, Field(ge=1, le=k.MAX_COMBATANTS - 1)] | None = None
    range: Annotated[int, Field(ge=1, le=k.MAX_SIDE)] | None = None
    size_limit: Annotated[int, Field(ge=0, le=3)] | None = None
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

    @model_validator(mode="after")
    def _whole(self):
        _check_lines(self)
        _check_targets(self)
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
    if deed.kind == "gambit" and any(line.damage is not None for _, line in lines):
        raise wrong("C612", "a gambit deals no damage (T5.1)", "make it kind = 'attack' or remove the damage", "kind")


def _check_targets(deed):
    if deed.kind == "attack" and deed.targets in ("personal", "companion", "ally"):
        raise wrong("C607", f"an attack cannot have the targets {deed.targets!r} (T5.1)", "use 'creature' or 'creatures', or make it a gambit",
                    "targets")
    if (deed.targets == "creatures") != (deed.n_targets is not None and deed.n_targets > 1):
        raise wrong("C610", "n_targets goes with targets = 'creatures' and is at least 2", "give both or leave n_targets out", "n_targets")
    if deed.instrument == "innate" and deed.targets != "personal" and deed.range is None:
        raise wrong("C613", "an innate deed has no instrument to take its range from (T5.3)", "give it a range in squares", "range")
    if deed.targets == "personal" and deed.range is not None:
        raise wrong("C614", "a personal deed affects only its user and has no range (T5.7)", "remove range", "range")


class Gear(Base):
    """An armament or another held thing (T5.3, G7.5)."""

    type: Literal["gear"] | None = None
    name: Name
    text: Text = ""
    use: list[word("use of gear", played.GEAR_KNOWN, "C109", played.GEAR_USES, "C906")] = Field(default_factory=list)
    weapon: Rating = 0
    spell: Rating = 0
    reach: Annotated[int, Field(ge=1, le=4)] | None = None
    range: Annotated[int, Field(ge=1, le=k.MAX_SIDE)] | None = None
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    supply: Die | None = None

    @model_validator(mode="after")
    def _whole(self):
        if "ranged" in self.use and self.range is None:
            raise wrong("C701", "a ranged weapon needs a range", "give range in squares", "range")
        if "catalyst" in self.use and self.range is None:
            raise wrong("C702", "a catalyst needs a range", "give range in squares", "range")
        if ("melee" in self.use or "ranged" in self.use) and not self.weapon:
            raise wrong("C703", "a weapon needs a rating", "give weapon = 1 or more (†)", "weapon")
        if self.range is not None and not {"ranged", "catalyst"} & set(self.use) or self.reach is not None and "melee" not in self.use:
            raise wrong("C705", "range belongs to ranged weapons and catalysts, reach to melee weapons", "remove it or name the use", "use")
        return self


class Bare(Base):
    weapon: Rating = 0
    spell: Rating = 0


class Virtues(Base):
    might: Score
    grace: Score
    wits: Score
    spirit: Score


class Creature(Base):
    """A stat block (G13.1). `deeds`, `held` are ids; deeds and gear of its own may stand inside."""

    type: Literal["creature"] | None = None
    name: Name
    text: Text = ""
    role: Annotated[str, Field(max_length=40), AfterValidator(printable)] | None = None
    virtues: Virtues
    key: Virtue
    max_vigor: Annotated[int, Field(ge=1, le=999)]
    speed: Annotated[int, Field(ge=0, le=30)]
    size: Annotated[int, Field(ge=1, le=3)] = 1
    focus: Annotated[int, Field(ge=0, le=99)] = 0
    endurance: Annotated[int, Field(ge=0, le=99)] = 0
    recoveries: Annotated[int, Field(ge=0, le=99)] = 0
    guard_dice: list[Die] = Field(default_factory=list)
    bare: Bare = Field(default_factory=Bare)
    reach: Annotated[int, Field(ge=1, le=4)] = 1
    hands: Annotated[int, Field(ge=0, le=8)] = 2
    endures: bool = False
    light_dependent: bool = False
    extra_deeds: Annotated[int, Field(ge=0, le=3)] = 0
    held: list[str] = Field(default_factory=list)
    carried: list[str] = Field(default_factory=list)
    features: list[Any] = Field(default_factory=list)
    deeds: list[str]
    own_deeds: dict[Id, Deed] = Field(default_factory=dict)
    own_gear: dict[Id, Gear] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _whole(self):
        _check_counts(self)
        if self.features:
            raise wrong("C905", played.refusal("a feature of a creature"), "leave features out", "features")
        if self.carried:
            raise wrong("C910", played.refusal("drawing a carried item (T2.7)"), "list the item under held or leave it out", "carried")
        if self.light_dependent:
            raise wrong("C915", played.refusal("light and darkness (T8.23)"), "leave light_dependent out", "light_dependent")
        return self


def _check_counts(creature):
    if not creature.deeds:
        raise wrong("C501", "the creature has no deeds", "give it at least one, for instance deeds = ['steady_blow']", "deeds")
    if len(creature.deeds) > k.OWN_DEEDS:
        raise wrong("C502", f"the creature has {len(creature.deeds)} deeds", f"keep to {k.OWN_DEEDS}", "deeds")
    twice = [d for d in creature.deeds if creature.deeds.count(d) > 1]
    if twice:
        raise wrong("C503", f"the deed {twice[0]!r} is listed twice", "list each deed once", "deeds")
    if len(creature.guard_dice) > k.GUARD_DICE:
        raise wrong("C504", f"the creature has {len(creature.guard_dice)} guard dice", f"keep to {k.GUARD_DICE}", "guard_dice")
    if len(creature.held) >= k.ITEM_SLOTS:
        raise wrong("C507", f"the creature has {len(creature.held)} items", f"keep to {k.ITEM_SLOTS - 1}", "held")
