"""What a card holds: typed models that Python, `foemind card --format json` and the printed pages share."""

from pydantic import Field

from .forecast_model import Model


class DeedUse(Model):
    """How one deed of a monster was used."""

    key: str
    name: str
    what: str = Field(description="what it is, in a few words: attack, melee, burst 2, 1 focus")
    uses: int = Field(ge=1, description="times that it was attempted, over all fights")
    turns: float = Field(ge=0, le=1, description="share of the monster's turns in which it was attempted")
    mostly_on: str | None = Field(description="whom it was rolled on most; null where it was rolled on nobody, or on itself alone")
    mostly_share: float = Field(ge=0, le=1, description="share of its rolls that were on that one")
    extra_points: float = Field(ge=0, description="extra points, mean of its uses")
    fail: float = Field(ge=0, le=1, description="share of its rolls")
    conflict: float = Field(ge=0, le=1)
    triumph: float = Field(ge=0, le=1)
    damage: float = Field(ge=0, description="damage dealt to others, mean of its uses, after their guard")


class When(Model):
    """A circumstance at the beginning of a turn in which a deed is attempted clearly more often than else."""

    deed: str = Field(description="its name")
    circumstance: str = Field(description="a clause: a foe is next to it")
    then: float = Field(ge=0, le=1, description="share of such turns in which it was attempted")
    otherwise: float = Field(ge=0, le=1, description="share of the other turns")
    turns: int = Field(ge=1, description="such turns")


class Section(Model):
    """A heading and what is to be said under it."""

    title: str
    sentences: list[str] = Field(min_length=1)


class Card(Model):
    """How one kind of monster was played: a page for the table. Every sentence follows from counts of played fights."""

    encounter: str
    title: str = Field(description="of the encounter")
    creature: str = Field(description="id of the stat block")
    name: str
    members: list[str] = Field(min_length=1, description="names of the monsters of this kind in the encounter")
    text: str = Field(description="the prose of the stat block")
    facts: list[str] = Field(description="numbers of the stat block: vigor, speed …")
    sections: list[Section]
    deeds: list[DeedUse] = Field(description="most used first")
    when: list[When] = Field(description="deed by deed, the clearest circumstance")
    never: list[str] = Field(description="names of its deeds that were never attempted")
    fights: int = Field(ge=1)
    turns: int = Field(ge=0, description="turns of this kind of monster that were counted")
    enemies: str = Field(description="who played the monsters")
    companions: str = Field(description="who played the party")
    seed: int = Field(ge=0)
