"""What goes over the wire. Squares are [x, y] from the top left, both from 0; combatants are told by their slot."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..table.play import ROLLED
from ..table.store import LONGEST

Square = tuple[int, int]
Line = Annotated[str, Field(max_length=LONGEST, description="A line, an answer or an edit, as `foemind run` takes it.")]
Slot = Annotated[int, Field(ge=0, le=15)]
Version = Annotated[int | None, Field(ge=0, le=2**31, description="The version that the caller has seen; another one is refused with 409.")]
Mark = Annotated[str, Field(max_length=500)]
Roll = Literal[ROLLED]
MOST_TEXT = 500_000  # characters of an encounter file or a saved table


class Given(BaseModel):
    """What a caller sends: unknown entries are faults."""

    model_config = ConfigDict(extra="forbid")


class Fault(BaseModel):
    """The one shape of every refusal."""

    error: str = Field(description="One sentence: what is wrong and what to do.")
    more: list[str] = Field(default_factory=list, description="What else is wrong, a sentence each: further faults of an encounter file.")


# -- what is asked for -------------------------------------------------------------------------------------------------
class NewTable(Given):
    """A new fight: exactly one of the four says of what."""

    library: str | None = Field(None, max_length=80, description="Name of an encounter of the library.")
    file: str | None = Field(None, max_length=200, description="Name of an encounter file of the folder that is served.")
    toml: str | None = Field(None, max_length=MOST_TEXT, description="Text of an encounter file; it can include no other files.")
    text: str | None = Field(None, max_length=MOST_TEXT, description="A saved table or a link's text, as `/text` gives it.")
    name: str = Field("fight", max_length=80, description="File name of a pasted encounter.")
    seed: int = Field(0, ge=0, le=2**32 - 1)
    roll: Roll = "small"
    agent: str | None = Field(None, max_length=200, description="Who advises; one of `agents` of `/api/about`.")


class Said(Given):
    line: Line
    version: Version = None


class Back(Given):
    count: int = Field(1, ge=1, le=10_000)
    version: Version = None


class Ask(Given):
    """Whose turn: a slot, or nobody for the one whose turn it is or whom the agent lets act."""

    who: Slot | None = None
    top: int = Field(3, ge=1, le=8, description="How many clearly different plans.")
    exclude: list[Mark] = Field(default_factory=list, max_length=64, description="Marks of plans that were given already.")
    version: Version = None


class Options(Given):
    roll: Roll | None = None
    agent: str | None = Field(None, max_length=200)
    version: Version = None


# -- a table -----------------------------------------------------------------------------------------------------------
class Ground(BaseModel):
    """Squares of one kind: wall, pit, hazard, low obstacle, difficult ground, exit, darkness, goal."""

    kind: str
    squares: list[Square]


class Turned(BaseModel):
    """How a door or light is turned by the Judge's word. line: the edit; text: what it does, such as `open it`."""

    line: str
    text: str


class Thing(BaseModel):
    """A feature, a thing on the ground or a lasting effect. code: what kind, in one word; turn: None where nothing can be turned by hand."""

    code: Literal["door", "lever", "object", "light", "hazard", "item", "effect"]
    name: str
    state: str
    text: str
    squares: list[Square]
    owner: int | None = None
    turn: Turned | None = None


class Board(BaseModel):
    width: int
    height: int
    ground: list[Ground]
    things: list[Thing]


class Potency(BaseModel):
    name: str
    potency: int


class Combatant(BaseModel):
    """phrase: what a line may call it. size: squares along its side. ready: whether it may act next."""

    slot: int
    key: str
    phrase: str
    name: str
    letter: str
    side: Literal["companions", "enemies"]
    x: int
    y: int
    size: int
    status: str
    condition: str
    vigor: int
    max_vigor: int
    focus: int
    points: int
    move_points: int
    acted: bool
    ready: bool
    states: list[Potency]
    ties: str
    text: str


class NeedView(BaseModel):
    """What the table waits for; see `judge.table.Need`."""

    kind: Literal["turn", "choice", "dice", "over"]
    side: str
    text: str
    options: list[str]
    default: str
    dice: tuple[int, int] | None = None
    named: bool = False
    squares: bool = Field(False, description="Whether the options are squares of the map.")


class Entry(BaseModel):
    """One line of the log."""

    number: int
    round_no: int
    line: str
    told: list[str]


class Pending(BaseModel):
    """A line that waits for an answer, and what it has led to so far."""

    line: str
    answers: list[str]
    told: list[str]


class TableView(BaseModel):
    """All that a page shows of a table. version: grows with every change."""

    id: str
    version: int
    title: str
    prose: str
    objective: str
    file: str
    agent: str
    roll: str
    round_no: int
    side: str
    turn_of: int | None
    winner: str
    board: Board
    picture: bool = Field(description="Whether a picture lies under the map, at `picture`.")
    combatants: list[Combatant]
    need: NeedView
    log: list[Entry]
    pending: Pending | None
    undo: int
    redo: int
    told: list[str] = Field(default_factory=list, description="What this request has brought about.")


class TableLine(BaseModel):
    """A saved table in a list. changed: seconds since 1970."""

    id: str
    title: str
    file: str
    lines: int
    changed: float


class TableList(BaseModel):
    tables: list[TableLine]


# -- what a combatant can do -------------------------------------------------------------------------------------------
class Reach(BaseModel):
    """A square that it can walk to. extra: None without Move, else how many extra points Move needs."""

    square: Square
    extra: int | None


class Act(BaseModel):
    """An entry of the menu or a deed. line: what to write. why: empty when it can be done. targets and squares: what the line may name next;
    alone: whether it may stand without them. extra: the most extra points."""

    name: str
    line: str
    kind: Literal["deed", "maneuver", "action"]
    why: str
    targets: list[int]
    squares: list[Square]
    alone: bool
    extra: int


class Acts(BaseModel):
    who: int
    name: str
    phrase: str
    points: int
    move_points: int
    reach: list[Reach]
    acts: list[Act]


# -- advice ------------------------------------------------------------------------------------------------------------
class Odds(BaseModel):
    """A roll of a plan with its exact odds; see `judge.rolls.Roll`."""

    deed: str
    target: str
    title: str
    on: str
    net: int
    virtue: int
    reasons: list[str]
    fail: float
    conflict: float
    triumph: float
    expected_damage: float
    assumed: str


class TargetView(BaseModel):
    """Somebody whom a plan is aimed at; see `judge.plan_model.Target`."""

    who: int
    foe: bool
    loses: float
    drops: float


class PlanView(BaseModel):
    """One whole turn; see `judge.plan_model.Plan`. line: what to say to play it. way: squares that it enters; areas: squares of each area."""

    who: int
    line: str
    own: bool
    purpose: str
    mark: str
    sentences: list[str]
    odds: list[Odds]
    expected_damage: float
    way: list[Square]
    targets: list[TargetView]
    areas: list[list[Square]]
    risk_loses: float
    risk_drops: float
    win_before: float
    win_after: float
    win_error: float
    reason: str
    read_aloud: str
    on_fail: str | None
    on_conflict: str | None
    on_triumph: str | None


class MoverView(BaseModel):
    """One who may act now, the best first."""

    who: int
    win_after: float
    reason: str


class AnswerView(BaseModel):
    """An answer to a question in the middle of a turn. word: the option of the question that it is."""

    word: str
    text: str
    odds: str
    own: bool
    win_after: float


class AdviceView(BaseModel):
    """Plans, the best first, where it is somebody's turn; answers where a question interrupts one. left: clearly different plans beyond these."""

    version: int
    agent: str
    win_before: float
    left: int
    notes: list[str]
    seconds: float
    movers: list[MoverView]
    plans: list[PlanView]
    answers: list[AnswerView]
    why_not: list[str]


# -- around the tables -------------------------------------------------------------------------------------------------
class Fight(BaseModel):
    """An encounter that can be begun. from_: `library` or `folder`."""

    source: Literal["library", "folder"]
    name: str
    title: str
    text: str


class About(BaseModel):
    version: str
    agents: list[str]
    rolls: list[str]
    states: list[str]
    callings: list[str]
    creatures: list[str]
    fights: list[Fight]
    opened: str | None = Field(description="The table of the file that the server was started with.")


class Text(BaseModel):
    """A whole table as text. link: the same, packed for the part of an address behind #."""

    text: str
    link: str
