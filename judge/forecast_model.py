"""What a forecast holds: typed models for Python, `foemind forecast --json` and a server. `Forecast.model_json_schema()` describes the JSON."""

from pydantic import BaseModel, ConfigDict, Field

Share = Field(ge=0, le=1)


class Model(BaseModel):
    """Plain values that do not change. `defer_build`: what a model is checked by is made when the first one is."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Chance(Model):
    """A share of played fights with the interval in which the true chance lies 19 times in 20 (Wilson), as far as the number of fights goes."""

    chance: float = Field(ge=0, le=1, description="count / of")
    low: float = Field(ge=0, le=1, description="lower end of the 95 % interval")
    high: float = Field(ge=0, le=1, description="upper end of the 95 % interval")
    count: int = Field(ge=0, description="fights in which it was so")
    of: int = Field(ge=1, description="fights that were counted")


class ByPlayers(Model):
    """The party's chance where a certain bot played each side."""

    companions: str
    enemies: str
    party_wins: Chance


class Spread(Model):
    """A number that differs from fight to fight."""

    median: float
    low: float = Field(description="10 % of fights were below it")
    high: float = Field(description="90 % of fights were below it")


class Fate(Model):
    """What became of one combatant."""

    key: str = Field(description="its key in the notation")
    name: str
    side: str = Field(description="companions or enemies")
    drops: Chance = Field(description="fell to 0 vigor or below, was defeated or died, at least once in the fight")
    down_at_end: Chance = Field(description="dying, defeated or dead when the fight ended")
    dead: Chance = Field(description="dead when the fight ended")
    left: Chance = Field(description="left the fight by an exit")


class Resource(Model):
    """Something that the party has less of afterwards; sums over its members."""

    name: str = Field(description="vigor, focus, endurance, recoveries or injuries")
    start: int = Field(description="what the party has before the fight")
    left: Spread | None = Field(description="what it has after a fight that it won; null when it won none")


class Swing(Model):
    """Something early after which fights went differently than the others did. It goes with the difference; it need not be its cause."""

    what: str = Field(description="a clause: the Gravel Ogre is the first to go down")
    kind: str = Field(description="first down, first side, feature, state, wounded, grab or fall")
    when_so: Chance = Field(description="the party wins, of the fights in which it happened")
    otherwise: Chance = Field(description="the party wins, of the other fights")
    difference: float = Field(ge=-1, le=1, description="when_so less otherwise")


class Change(Model):
    """The same fight with one monster more or one fewer, on the same dice."""

    creature: str = Field(description="id of the stat block")
    name: str = Field(description="what such a monster is called here")
    more: bool = Field(description="true: one more; false: one fewer")
    why_not: str | None = Field(description="why this change was not played; null when it was")
    party_wins: Chance | None
    difference: float | None = Field(ge=-1, le=1, description="the party's win share less that of the same fights without the change")
    low: float | None = Field(description="lower end of the 95 % interval of the difference")
    high: float | None = Field(description="upper end of the 95 % interval of the difference")


class Forecast(Model):
    """What played fights say of a fight before it is fought. The same scenario, players, games and seed give the same forecast."""

    encounter: str
    title: str
    objective: str = Field(description="what a side is after, in words")
    games: int = Field(ge=1, description="fights that were played as the fight stands")
    games_of_changes: int = Field(ge=0, description="fights that were played of each change")
    seed: int = Field(ge=0)
    companions: str = Field(description="who played the party: mix is half role and half greedy")
    enemies: str = Field(description="who played the monsters")
    party_wins: Chance
    enemies_win: Chance
    draw: Chance
    cut_off: Chance = Field(description="the last round ended and neither side had won")
    by_players: list[ByPlayers] = Field(description="the same for each pair of players; one where no side is mix")
    rounds: Spread = Field(description="rounds that are still to come")
    fates: list[Fate]
    resources: list[Resource]
    swings: list[Swing] = Field(description="the largest first; only what chance alone would hardly show")
    candidates: int = Field(ge=0, description="early events that were common enough to be compared")
    changes: list[Change]
