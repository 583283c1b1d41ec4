"""What advice holds: typed models for Python, `foemind suggest --json` and a server. `Advice.model_json_schema()` describes the JSON.

Chances are shares from 0 to 1. A win chance is that of the side that is advised, from the fitted outlook (`judge.chances`): of a plan, the mean over
turns played on real dice, seen when the monster would act again; odds of a roll are exact. Squares are written as on the map: `c4`.
"""

from typing import Any

from pydantic import Field, PrivateAttr

from .forecast_model import Model
from .rolls import Roll

Chance = Field(ge=0, le=1)


class Target(Model):
    """Somebody whom a plan's rolls are against."""

    key: str = Field(description="its key in the notation")
    name: str
    foe: bool = Field(description="whether it is of the other side")
    loses: float = Field(description="vigor that it loses on average until the turn is over; below 0 it gains")
    drops: float = Field(ge=0, le=1, description="chance that it is at 0 vigor or below, or out, when the turn is over; 0 for one that was before")


class Area(Model):
    """An area that a plan lays."""

    deed: str = Field(description="key of the deed")
    squares: list[str]


class Risk(Model):
    """What may become of the monster from the end of its turn to the beginning of its next one, when both sides go on by role."""

    loses: float = Field(description="vigor that it loses on average; below 0 it gains")
    drops: float = Field(ge=0, le=1, description="chance that it is at 0 vigor or below, or out, when its next turn would begin")
    samples: int = Field(ge=0, description="play-outs that this was counted over")


class Plan(Model):
    """One combatant's whole turn. The plan supposes the most probable result of each roll; its numbers cover all results."""

    rank: int = Field(ge=1)
    combatant: str = Field(description="its key in the notation")
    name: str
    own: bool = Field(description="whether this is what the agent does when nothing is asked of it")
    purpose: str = Field(description="strike, finish, hinder, help, heal, objective, defend, withdraw, approach or wait")
    mark: str = Field(description="what tells it from other plans; `exclude` takes it")
    choices: list[str] = Field(description="the turn in text notation, both sides' answers in order; those without an alternative are left out")
    sentences: list[str] = Field(description="the same in plain words")
    way: list[str] = Field(description="squares that it enters, in order")
    end: str = Field(description="square on which it ends (top left)")
    targets: list[Target]
    areas: list[Area]
    odds: list[Roll] = Field(description="exact odds of each roll against each target")
    expected_damage: float = Field(ge=0, description="sum over the rolls against foes, before guard, without sparks")
    risk: Risk
    win_before: float = Field(ge=0, le=1, description="win chance of its side before the turn")
    win_after: float = Field(ge=0, le=1, description="win chance of its side with this turn, over all results, seen when its next would begin")
    win_error: float = Field(ge=0, description="standard error of win_after")
    reason: str = Field(description="one line: what decided its rank")
    read_aloud: str = Field(description="a sentence for the table")
    on_fail: str | None = Field(description="what to do when its main roll fails; null where nothing is rolled")
    on_conflict: str | None
    on_triumph: str | None


class Answer(Model):
    """One answer to a question in the middle of a turn: a reaction, a spark, where something is pushed."""

    rank: int = Field(ge=1)
    choice: str = Field(description="the answer in text notation")
    text: str = Field(description="the answer in words")
    odds: str = Field(description="what it does, with its odds; empty where nothing is rolled")
    own: bool = Field(description="whether this is the agent's answer")
    win_after: float = Field(ge=0, le=1, description="win chance of the asked side at the end of the turn under way")
    win_error: float = Field(ge=0)


class Mover(Model):
    """One who may act now."""

    rank: int = Field(ge=1, description="1 goes next")
    key: str
    name: str
    win_after: float = Field(ge=0, le=1, description="win chance of its side after its best plan")
    reason: str


class WhyNot(Model):
    """Something that is not possible now, and why."""

    what: str
    reason: str = Field(description="the rules' reason, with its clause")
    code: int = Field(ge=1, description="number of the reason, envs.core.codes.WHY_TEXTS")


class Explained(Model):
    """The answer to a Judge's `why not`."""

    asked: str
    possible: bool = Field(description="whether it can be done this turn")
    code: int = Field(ge=0, description="number of the reason, envs.core.codes.WHY_TEXTS; 0 when it is possible")
    sentence: str


class Advice(Model):
    """Advice for one position. Where it is somebody's turn `plans` has one plan or more, where a question interrupts a turn `answers` has them."""

    encounter: str
    title: str
    objective: str = Field(description="what a side is after, in words")
    position: str = Field(description="where the fight stands, in a sentence")
    round_no: int = Field(ge=0)
    side: str = Field(description="the side that is advised: companions or enemies")
    question: str = Field(description="what the rules ask now, in words")
    combatant: str = Field(description="key of the one whose turn or answer it is")
    agent: str = Field(description="who advises")
    next: list[Mover] = Field(description="who may act now, the one that should go next first; one where it is somebody's turn already")
    plans: list[Plan]
    answers: list[Answer]
    left: int = Field(ge=0, description="clearly different plans, at least, that are not among `plans`")
    why_not: list[WhyNot]
    notes: list[str] = Field(description="what the advice rests on")
    win_before: float = Field(ge=0, le=1, description="win chance of the advised side now")
    samples: int = Field(ge=0, description="turns played for each plan's numbers")
    seed: int
    seconds: float = Field(ge=0)
    _before: Any = PrivateAttr(default=None)
    _after: Any = PrivateAttr(default=None)
    _squares: list = PrivateAttr(default_factory=list)

    # -- the first plan, as a suggestion -------------------------------------------------------------------------------
    @property
    def choices(self):
        """Of the first plan; of a question that interrupts, the best answer."""
        return self.plans[0].choices if self.plans else [self.answers[0].choice]

    @property
    def sentences(self):
        """Of the first plan, or what the best answer does."""
        return self.plans[0].sentences if self.plans else [f"{self.question} {self.answers[0].text[:1].upper()}{self.answers[0].text[1:]}."]

    @property
    def odds(self):
        """[Roll] of the first plan."""
        return self.plans[0].odds if self.plans else []

    @property
    def expected_damage(self):
        """Of the first plan."""
        return self.plans[0].expected_damage if self.plans else 0.0

    @property
    def before(self):
        """The position that the advice is for, a record array (1,)."""
        return self._before

    @property
    def after(self):
        """The position that the first plan leads to, a record array (1,)."""
        return self._after

    @property
    def squares(self):
        """[(x, y)] of the first plan's way, for the map."""
        return self._squares

    def as_dict(self):
        """What a program reads: plain JSON values, with the first plan's choices, sentences, odds and damage at the top as well."""
        first = {"choices": self.choices, "sentences": self.sentences, "odds": [dict(vars(roll)) for roll in self.odds],
                 "expected_damage": self.expected_damage}
        return rounded(self.model_dump(mode="json") | first)


def rounded(value):
    """Plain values with every float to six digits."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {name: rounded(entry) for name, entry in value.items()}
    return [rounded(entry) for entry in value] if isinstance(value, list) else value
