"""An unending source of generated encounters, which stands among scenarios wherever a list of them is taken: `encounter="generated"`."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from .encounter import generate_encounter
from .options import Options
from .shelf import reserved

WORD = "generated"
EDITION = 2  # of the generator: raise it when the same seed gives another encounter
FRESH = 256  # different encounters in one generation
SMALL, LARGE = 16, 32  # boards to which maps are padded


@dataclass(frozen=True, eq=False)
class Generated:
    """Encounters by number. seed: what they follow from; None takes the seed of the environment, so that another seed meets others. options: as for
    `generate_encounter`.

    Encounters come in generations of FRESH: row b of a batch plays a few games of one, each drawn from row b's own chance, then goes on to the next.
    Encounter `number` of `generation` depends on the seed, the generation and the number alone.
    """

    seed: int | None = None
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        Options(**self.options).check()
        if self.seed is not None and (isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0):
            raise ValueError(f"the seed of generated encounters is {self.seed!r}; give a whole number of 0 or more, or None")

    @property
    def name(self):
        return WORD if self.seed is None else f"{WORD}:{self.seed}"

    @property
    def side(self):
        """Squares along the padded board that every map of it fits on."""
        return SMALL if self.options.get("size", SMALL) <= SMALL else LARGE

    @property
    def longest(self):
        """Squares of the longest side a map of it may have."""
        return self.options.get("size", SMALL)

    def scenario(self, seed, generation, number):
        """The Scenario of a number below FRESH; `seed` is the environment's, used when the source has none of its own."""
        base = seed if self.seed is None else self.seed
        digest = hashlib.sha256(repr((WORD, int(base), int(generation), int(number))).encode()).digest()
        return generate_encounter(int.from_bytes(digest[:4], "big"), **self.options)  # a seed that `foemind generate --seed` takes too

    def examples(self, n=8):
        """A few Scenarios of it, for what is said of all: the menu, the rules."""
        return [self.scenario(0, 0, number) for number in range(n)]

    @cached_property
    def signature(self):
        """sha256 hex of what decides which encounters it gives."""
        options = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in sorted(self.options.items())}
        return hashlib.sha256(repr((WORD, EDITION, self.seed, options)).encode()).hexdigest()

    @cached_property
    def rules_signature(self):
        return self.scenario(0, 0, 0).rules_signature


def is_source(text):
    """Whether a text is 'generated' or begins with 'generated:'."""
    return text == WORD or text.startswith(f"{WORD}:")


def training_options(withhold=()):
    """Options of encounters that training may meet: nothing that suites/reserved.toml keeps for the held-out suite, nor what is withheld beside it."""
    kept = frozenset(tuple(triple) for triple in reserved()["withhold"])
    return {"creatures": "training", "withhold": kept | frozenset(withhold)}


def parse_source(text, withhold=()):
    """The `Generated` of 'generated' or 'generated:SEED' with `training_options`; None for another text. ValueError when the seed is none."""
    if not is_source(text):
        return None
    options = training_options(withhold)
    if text == WORD:
        return Generated(options=options)
    seed = text[len(WORD) + 1:]
    if not (seed.isascii() and seed.isdigit()):
        raise ValueError(f"{text!r} names no seed; write {WORD}, or {WORD}:7 for encounters that do not change with the environment's seed")
    return Generated(int(seed), options)
