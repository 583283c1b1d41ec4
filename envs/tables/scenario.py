"""A compiled encounter, and many of them in one array."""

from dataclasses import dataclass, field, replace

import numpy as np

from ..core import codes as k
from .schema_character import DIFFICULTY, MERCY, Dials, read_level


class DialError(ValueError):
    """A dial that cannot be set so; one sentence that begins with its name."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """An encounter ready to play.

    `tables` and `initial` are record arrays of shape (1,) (dtypes TABLES, ENCOUNTER). Lists run by combatant slot (`names`, `keys`,
    `letters`, `action_names`: a list of the actions of its own each), by row of `t.deeds` (`deed_names`, `deed_keys`), of `t.gear` (`gear_names`,
    `gear_keys`) or of `t.features` (`feature_names`). `texts` maps
    'creature:ID', 'deed:ID' and 'encounter' to prose. Signatures are sha256 in hex. `characters`, by combatant slot, are Personas, None for one that is
    played as the agent likes; with the `dials` they are no part of the signatures, for they change no rule.
    """

    name: str
    title: str
    file: str
    tables: np.recarray
    initial: np.recarray
    names: list
    keys: list
    letters: list
    deed_names: list
    deed_keys: list
    gear_names: list
    gear_keys: list
    feature_names: list
    action_names: list
    signature: str
    rules_signature: str
    texts: dict
    characters: list = field(default_factory=list)
    dials: Dials = field(default_factory=Dials)

    def slot(self, text):
        """Slot of the combatant called `text` (name, key or map letter); KeyError names the choices."""
        for options in (self.letters, self.keys, self.names, [n.casefold() for n in self.names]):
            if text in options:
                return options.index(text)
        if text.casefold() in [n.casefold() for n in self.names]:
            return [n.casefold() for n in self.names].index(text.casefold())
        raise KeyError(f"there is no combatant {text!r} in {self.title}; use {', '.join(self.names)}")


    def played(self, side=None):
        """Slots (of a side, if given) that are played otherwise than an agent would: those with a character, and the enemies where a dial is set."""
        sides = self.tables[0].roster["side"][:len(self.names)]
        turned = self.dials != Dials()
        return [i for i, own in enumerate(sides) if side in (None, own) and (self.characters[i] is not None or turned and own == k.ENEMIES)]

    def with_dials(self, difficulty=None, mercy=None):
        """The same scenario with other dials, by number or word; None leaves one as it is. DialError names the levels."""
        found = {}
        for name, value, names in (("difficulty", difficulty, DIFFICULTY), ("mercy", mercy, MERCY)):
            if value is not None:
                number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value  # as a terminal gives it
                try:
                    found[name] = read_level(number, name, names)
                except ValueError as error:
                    raise DialError(f"{name}: {error}") from None
        return replace(self, dials=self.dials.model_copy(update=found)) if found else self


def pack(scenarios):
    """(tables (K,), initials (K,)) of K scenarios as fresh record arrays; `scenario` of each encounter is its row of the tables."""
    if not scenarios:
        raise ValueError("there is no scenario to pack; give at least one")
    tables = np.concatenate([s.tables for s in scenarios]).view(np.recarray)
    initials = np.concatenate([s.initial for s in scenarios]).view(np.recarray)
    initials.scenario[:] = np.arange(len(scenarios))
    return tables, initials


def copy_tables(to, source):
    """Write one row of tables over another. Only what the source uses is written, so that a fresh row's untouched pages stay untouched: its deeds
    and those that the row held before, and as much of the sight plane as its map has pairs of squares."""
    deeds, pairs = max(to.n_deeds, source.n_deeds), (source.width * source.height) ** 2
    to.deeds[:deeds] = source.deeds[:deeds]
    to.sight[:(pairs + 3) // 4] = source.sight[:(pairs + 3) // 4]
    for name in source.dtype.names:
        if name not in ("deeds", "sight"):
            to[name] = source[name]
