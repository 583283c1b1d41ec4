"""What a generated encounter may be asked for."""

from dataclasses import dataclass

from ..core import codes as k
from ..tables.schema_lines import VERB_KEYS
from .maps import KINDS, SMALLEST
from .shelf import of_everybody


GROUPS = ("training", "reserved")  # of the library's creatures (suites/reserved.toml)


@dataclass(frozen=True)
class Options:
    """kind: of map (`maps.KINDS`); size: squares of the longest side a map may have, 8 to 32; level: of the party, 1 to 3; party: number of
    companions, 1 to 6; objective: one of `codes.OBJECTIVES`; under_way: whether the fight is in its middle; odds: strength of the monsters in
    percent of the party's; withhold: frozenset of (verb, state, area) that no deed may hold, such as ("state", "weak", "blast"): the key of a
    line, the state that it names or "", the area or "none"; creatures: of the library, "training" for those that training may meet, "reserved" for
    those that it may not. What is left out (None) is drawn."""

    kind: str | None = None
    size: int = 16
    level: int | None = None
    party: int | None = None
    objective: str | None = None
    under_way: bool | None = None
    odds: int = 100
    withhold: frozenset = frozenset()
    creatures: str | None = None

    def check(self):
        """Itself; ValueError says what cannot be and what can."""
        for name, low, high in (("size", SMALLEST, k.MAX_SIDE), ("level", 1, 3), ("party", 1, 6), ("odds", 25, 400)):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high):
                raise ValueError(f"{name} = {value!r} is not possible; give a whole number from {low} to {high}")
        for name, choices in (("kind", KINDS), ("objective", k.OBJECTIVES), ("creatures", GROUPS)):
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise ValueError(f"there is no {name} {value!r}; use {', '.join(choices)}")
        if self.under_way is not None and not isinstance(self.under_way, bool):
            raise ValueError(f"under_way = {self.under_way!r} is not possible; give True, False or None")
        if not isinstance(self.withhold, frozenset):
            raise ValueError(f"withhold = {self.withhold!r} is not possible; give a frozenset of combinations")
        for triple in self.withhold:
            _check_withheld(triple)
        return self


def _check_withheld(triple):
    words = (VERB_KEYS, ("", *k.STATE_NAMES), k.AREAS)
    if not isinstance(triple, tuple) or len(triple) != 3 or any(part not in known for part, known in zip(triple, words)):
        raise ValueError(f'{triple!r} is no combination of a verb, a state or "" and an area or "none"; write ("state", "weak", "blast"), for instance')
    if triple in of_everybody():
        raise ValueError(f"{triple!r} is a part of a maneuver that everybody can attempt and cannot be withheld; withhold another")
