"""What a stat block is worth in a fight, estimated from its numbers and its deeds, and the budget that balances two sides.

A combatant has an *offence*, the vigor that it takes from foes in a round, or what is worth as much, and a *staying*, the vigor that foes
have to take from it. A side's strength is the root of (sum of offences x sum of stayings): if both sides fall at the rates at which they
are hit, equal strengths end each other together (Lanchester's square law). Only + - * / and square roots are used, so that every machine
gets the same numbers.
"""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from ..core.odds import result_odds
from ..tables.words import parse_damage
from .bodies import focus_of
from .shelf import deeds_of, find, items_of

# Vigor that a point of a state is worth, about, once it is on somebody: on a foe, or on oneself and fellows.
BAD = {"exposed": 1.6, "suffering": 2.0, "weak": 1.6, "hindered": 0.5, "bleeding": 1.6, "burning": 4.0, "blinded": 0.8, "dazed": 2.0, "staggered": 3.0,
       "taunted": 0.8, "toppled": 2.0}
GOOD = {"protected": 1.6, "soothed": 2.0, "strong": 1.8, "hastened": 0.5}
FORCE, GRAB, EFFECT, END, FOCUS, SPARK = 0.3, 1.5, 1.5, 1.0, 1.0, 0.15
VERBS_OF_FORCE = ("push", "pull", "sweep", "shove", "drag", "teleport")
SUITS = {"melee": {"melee"}, "ranged": {"ranged", "throwing"}, "spell": {"catalyst"}, "versatile": {"melee", "ranged", "throwing"}}
ROUNDS = 4  # rounds over which focus is spent
MANY, WIDE = 1.5, 1.7  # targets that a deed for several creatures, or an area, hits as a rule
FOCUSED = {"creature": 1.0, "creatures": MANY, "area": WIDE, "companion": 1.0, "ally": 1.0, "personal": 1.0}
ENDURES = 1.12  # staying of one that is dying, not dead, at 0 vigor


class Worth(NamedTuple):
    """offence: vigor a round; staying: vigor."""

    offence: float
    staying: float


@lru_cache(maxsize=32)
def _chances(virtue):
    """(conflict, triumph) of a check without edges."""
    _, conflict, triumph = result_odds(0, virtue)
    return conflict, triumph


def worth(creature):
    """The Worth of a creature, a dict as its TOML reads."""
    gear = [find("gear", name, creature) for name in dict.fromkeys(items_of(creature))]
    values = [(deed_value(deed, creature, gear), focus_of(deed)) for _, deed in deeds_of(creature)]
    free = max((value for value, cost in values if cost == 0), default=0.0)
    dear = max((value for value, cost in values if cost > 0), default=0.0)
    cost = min((cost for value, cost in values if cost > 0 and value == dear), default=1)
    uses = min(1.0, creature.get("focus", 0) / cost / ROUNDS) if dear > free else 0.0
    others = sorted(value for value, _ in values)[-3:]
    offence = free + uses * (dear - free) + 0.08 * (sum(others) - max(others))
    reach = 1.0 if any(deed.get("instrument") in ("ranged", "spell") for _, deed in deeds_of(creature)) else 0.88 + 0.01 * (creature["speed"] - 5)
    offence *= (1.0 + 0.75 * creature.get("extra_deeds", 0)) * reach
    return Worth(max(0.5, offence), _staying(creature))


def _staying(creature):
    guard = sum((die + 1) / 2 for die in creature.get("guard_dice", []))
    vigor = creature["max_vigor"] + 1.5 * guard + 0.12 * creature.get("recoveries", 0) * creature["max_vigor"]
    return vigor * (ENDURES if creature.get("endures") else 1.0)


def deed_value(deed, creature, gear):
    """Vigor that one attempt of a deed is worth."""
    virtue = creature["virtues"][deed.get("virtue", creature["key"])]
    conflict, triumph = _chances(virtue)
    if deed.get("check") is False:
        conflict, triumph = 1.0, 0.0
    weapon, spell = ratings(deed, creature, gear)
    targets = FOCUSED[deed.get("targets", "creature")]
    kind = deed["kind"]
    foes = kind == "attack" or deed.get("harmful", False) or kind == "maneuver"
    total = 0.0
    for when, chance in (("before", 1.0), ("fail", 1.0 - conflict - triumph), ("conflict", conflict + triumph), ("triumph", triumph),
                         ("spark", SPARK), ("after", 1.0)):
        for line in deed.get(when, ()):
            total += chance * line_value(line, weapon, spell, targets, foes, creature)
    return max(0.0, total)


def ratings(deed, creature, gear):
    """(weapon, spell): the best worth of † and Ω among what suits a deed."""
    uses, bare = SUITS.get(deed.get("instrument", "melee"), set()), creature.get("bare", {})
    weapon, spell = bare.get("weapon", 0), bare.get("spell", 0)
    for item in gear:
        if uses.intersection(item.get("use", ())):
            weapon, spell = max(weapon, item.get("weapon", 0)), max(spell, item.get("spell", 0))
    return weapon, spell


def line_value(line, weapon, spell, targets, foes, creature):
    """Vigor that a line is worth when it happens, for all whom it reaches. foes: whether its targets are foes."""
    who = line.get("who", "target")
    times = targets if who == "target" else 2.0 if who == "fellows" else 1.0
    sign = 1.0 if who == "target" and foes else -1.0  # what is bad for its receiver is good for its user, or not
    if "damage" in line:
        w, s, plus = parse_damage(line["damage"])
        return times * sign * (w * weapon + s * spell + plus)
    if "state" in line:
        value = BAD.get(line["state"], 0.0) - GOOD.get(line["state"], 0.0)
        return times * sign * value * min(4, line.get("potency", 1))
    if "end" in line:
        return END * times * (sign if line["end"] in GOOD else -sign) * 0.5
    if "recover" in line:
        return -sign * times * line["recover"] * creature["max_vigor"] * 0.15
    if "gain" in line:
        return -sign * times * {"vigor": 1.0, "focus": FOCUS, "guard die": 2.0, "movement": 0.2}[line["gain"]] * line.get("amount", 1)
    if "lose" in line:
        return sign * times * line.get("amount", 1)
    if "effect" in line:
        return EFFECT * line.get("potency", 1)
    if "grab" in line:
        return GRAB
    moved = sum(line.get(verb, 0) for verb in VERBS_OF_FORCE) + line.get("walk", 0)
    return FORCE * times * moved


def strength(worths):
    """Strength of a side, in vigor, from the Worths of its combatants."""
    return sqrt(sum(w.offence for w in worths) * sum(w.staying for w in worths))
