"""The schema of a deed's lines: each has exactly one verb, a receiver, and the numbers that its verb takes."""

from typing import Literal

from pydantic import model_validator

from ..core import codes as k
from .schema_base import Base, Potency, State, number, word, wrong
from .words import listed, parse_damage

Squares = number(1, 16)
EffectKind = word("lasting effect", k.EFFECT_NAMES)
Whom = word("choice of whom it reaches", k.WHOMS)
FORCED = k.FORCES[:k.TELEPORT]  # push to drag; `teleport` is forced on a target and a move of one's own otherwise
ONLY_TARGETS = {*FORCED, "grab", "end_grab", "may_counter", "no_counter"}
VERB_KEYS = ("damage", "state", "end", "recover", *FORCED, "teleport", "walk", "grab", "end_grab", "may_counter", "no_counter", "effect", "gain", "lose")
TAKES = {"state": {"potency"}, "end": {"potency"}, "effect": {"potency", "radius", "decay", "gives", "whom"}, "gain": {"amount"}, "lose": {"amount"}}
LOSSES = ["focus", "vigor"]
GIVING = {"aura", "hazard"}  # lasting effects that may give a state to those whom they reach
CHOOSY = GIVING | {"sanctuary"}  # and those that may tell friend from foe


class Line(Base):
    """One line of a deed: exactly one of VERB_KEYS, for the target, the user itself or its fellows in range."""

    damage: str | None = None
    state: State | None = None
    end: State | None = None
    recover: number(1, k.AMOUNT_SIZE - 1) | None = None
    push: Squares | None = None
    pull: Squares | None = None
    sweep: Squares | None = None
    shove: Squares | None = None
    drag: Squares | None = None
    teleport: Squares | None = None
    walk: Squares | None = None
    grab: Literal[True] | None = None
    end_grab: Literal[True] | None = None
    may_counter: Literal[True] | None = None
    no_counter: Literal[True] | None = None
    effect: EffectKind | None = None
    gain: word("thing to gain", k.GAINS) | None = None
    lose: word("thing to lose", LOSSES) | None = None
    potency: Potency | None = None
    amount: number(1, 30) | None = None
    radius: number(0, 8) | None = None
    decay: number(0, 20) | None = None
    gives: State | None = None
    whom: Whom | None = None
    who: word("receiver", k.WHOS) = "target"

    @property
    def verb(self):
        """The key of its verb."""
        return next(v for v in VERB_KEYS if getattr(self, v) is not None)

    @model_validator(mode="after")
    def _one_verb(self):
        verbs = [v for v in VERB_KEYS if getattr(self, v) is not None]
        if not verbs:
            raise wrong("C603", "the line does nothing", f"give it one of {', '.join(VERB_KEYS[:-1])} or {VERB_KEYS[-1]}")
        if len(verbs) > 1:
            raise wrong("C604", f"the line has {len(verbs)} verbs ({', '.join(verbs)})", "write a line for each")
        _check_keys(self, verbs[0])
        if self.damage is not None and parse_damage(self.damage) is None:
            raise wrong("C605", f"the damage {self.damage!r} cannot be read", "write symbols and numbers such as '†', '††+2', 'Ω' or 'weapon + 1'",
                        "damage")
        return self


def _check_keys(line, verb):
    """Only what its verb takes, and a receiver that it can have."""
    for key in ("potency", "amount", "radius", "decay", "gives", "whom"):
        if getattr(line, key) is not None and key not in TAKES.get(verb, ()):
            remedy = f"remove {key}" + (f" (its number stands in {verb})" if verb in ("recover", "teleport", "walk", *FORCED) else "")
            raise wrong("C606", f"a {verb} line has no {key}", remedy, key)
    if verb in ONLY_TARGETS and line.who != "target":
        raise wrong("C615", f"{verb} happens to a target, not to {line.who!r}", "remove who", "who")
    if verb == "effect":
        check_giving(line.effect, line.gives, line.whom)
        if line.who == "fellows":
            raise wrong("C615", "an effect is centred on a target or on the user, not on 'fellows'", "write who = 'self' or a line without who", "who")


def check_giving(kind, gives, whom):
    """Auras and hazards may give a state (T11.7); they and sanctuaries may be for some only."""
    for key, value, kinds in (("gives", gives, GIVING), ("whom", whom, CHOOSY)):
        if value is not None and kind not in kinds:
            raise wrong("C616", f"the effect {kind!r} has no {key}", f"remove {key}; {listed(sorted(kinds))} may have it", key)
