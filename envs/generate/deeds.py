"""Generated deeds by what they are for. Each makes sense: an attack deals damage when it succeeds, an aid helps fellows.

A deed is a dict as its TOML reads. Its owner (`Owner`) says what it can do deeds with; deeds with a withheld combination are drawn again.
"""

from typing import NamedTuple

from .lines import (AREAS_THAT_LAST, bad_state, combinations, fair_effect, force, foul_effect, gain, good_state, mercy, own_move, price, rider)

INSTRUMENT_AREAS = {"melee": {"melee burst": 6, "close blast": 3, "close path": 2, "burst": 1},
                    "ranged": {"blast": 5, "path": 3, "close blast": 1},
                    "spell": {"blast": 4, "spell burst": 3, "burst": 2, "path": 2, "close blast": 2, "close path": 1, "aura": 1},
                    "tool": {"blast": 5, "close blast": 2, "path": 1},
                    "innate": {"burst": 4, "close blast": 4, "close path": 3, "blast": 2, "aura": 1, "path": 1},
                    "versatile": {"melee burst": 3, "blast": 2, "close blast": 2}}
AREA_SIZES = {"blast": (2, 3), "close blast": (2, 3), "burst": (1, 2), "aura": (1, 2), "path": (3, 7), "close path": (3, 6)}
FROM_USER = ("close blast", "burst", "melee burst", "aura", "close path", "spell burst")  # these use no range of their own
SHAPED_GROUND = {"blast": 5, "burst": 4, "close blast": 2, "aura": 2}
TRIES = 300


class Owner(NamedTuple):
    """Whose deed it is. weights: {instrument: weight} of those that it has; weapon, spell: whether † and Ω are worth something for it;
    flat: damage in numbers that suits its threat; harsh: percent of harsh states; recovers: whether its side has recoveries to spend;
    virtues: those that it is good at beside its key; hands: whether one is free to grab with."""

    weights: dict
    weapon: bool
    spell: bool
    flat: int
    harsh: int
    recovers: bool
    virtues: list
    hands: bool


class Forge:
    """Draws deeds with names. withhold: (verb, state, area) that no deed may hold."""

    def __init__(self, draw, names, withhold=frozenset()):
        self.draw, self.names, self.withhold = draw, names, withhold

    def deed(self, purpose, owner, words, instrument=None):
        """(id, deed) for a purpose: strike, volley, burst, hex, aid, self, ground, move, free, trick. ValueError when all that is drawn is withheld."""
        for _ in range(TRIES):
            made = MAKERS[purpose](self.draw, owner, instrument or self.draw.weighted(owner.weights))
            if not any(combination in self.withhold for combination in combinations(made)):
                name, key = self.names.name(words[purpose])
                return key, {"name": name, **made}
        raise ValueError(f"withhold leaves no deed for the purpose {purpose!r} (after {TRIES} tries); withhold fewer combinations")


# -- heads -------------------------------------------------------------------------------------------------------------------
def _tier(draw, weights):
    tier = draw.weighted(dict(zip(("common", "great", "mythic"), weights)))
    out = {} if tier == "common" else {"tier": tier}
    return out | ({"focus": draw.between(1, 3)} if draw.chance(6) else {})


def _reach(draw, instrument, low=3, high=8):
    """A range where the instrument has none (T5.3), and now and then one of its own for tools and spells."""
    if instrument == "innate" or instrument in ("tool", "spell") and draw.chance(15):
        return {"range": draw.between(low, high)}
    return {}


def _virtue(draw, owner):
    return {"virtue": draw.pick(owner.virtues)} if owner.virtues and draw.chance(12) else {}


def _area(draw, weights):
    area = draw.weighted(weights)
    out = {"targets": "area", "area": area}
    if area in AREA_SIZES:
        out["area_size"] = draw.between(*AREA_SIZES[area])
    if area == "spell burst" and draw.chance(70):
        out["n_targets"] = draw.between(2, 4)
    return out


def _power(deed):
    """2 for a deed that costs focus, else 1."""
    return 2 if deed.get("tier", "common") != "common" or deed.get("focus", 0) > 1 else 1


# -- attacks -----------------------------------------------------------------------------------------------------------------
def _main(draw, owner, instrument, many, power):
    """Damage on a conflict."""
    symbol = "Ω" if instrument == "spell" and owner.spell else "†" if owner.weapon and instrument != "spell" else None
    if symbol is None or instrument in ("tool", "innate") and draw.chance(60) or draw.chance(4):
        return str(max(1, owner.flat + draw.between(-1, 1) - (2 if many else 0) + (3 if power > 1 else 0)))
    if many:
        return symbol if power == 1 else f"{symbol}+{draw.between(1, 2)}"
    if power > 1:
        return draw.pick((f"{symbol}+{draw.between(2, 4)}", f"{symbol}{symbol}", "†+Ω" if owner.weapon and owner.spell else f"{symbol}+3"))
    return symbol if draw.chance(75) else f"{symbol}+{draw.between(1, 2)}"


def _attack(draw, owner, instrument, head, many):
    """An attack: damage on a conflict or, rarely, on a triumph alone with a state before it; more on a triumph; a spark; sometimes more."""
    deed = {"kind": "attack", **_tier(draw, (74, 20, 6)), "instrument": instrument, **head, **_virtue(draw, owner)}
    if not many and draw.chance(6):
        deed["size_limit"] = draw.between(1, 3)
    power = _power(deed)
    shape = {"area": deed.get("area"), "many": many, "melee": instrument == "melee", "hands": owner.hands, "lasts": False,
             "harsh": owner.harsh if power > 1 or not many else owner.harsh // 3}
    main = _main(draw, owner, instrument, many, power)
    if draw.chance(8):
        deed["before"] = [draw.pick((own_move, lambda d: good_state(d, "self")))(draw)]
    if draw.chance(9):
        deed["fail"] = [{"damage": str(draw.between(1, 2))} if draw.chance(40) else price(draw, True)]
    if draw.chance(6) and not many:
        deed["conflict"] = [bad_state(draw, 0)]
        deed["triumph"] = [{"damage": main}, {"damage": str(owner.flat)}]
    else:
        deed["conflict"] = [{"damage": main}] + ([rider(draw, shape | {"harsh": shape["harsh"] // 4}, "conflict")] if draw.chance(35) else [])
        again = owner.weapon and instrument in ("melee", "ranged", "versatile") and not many and draw.chance(40)
        more = "†" if again else str(draw.between(1, 3) + (not many))
        deed["triumph"] = [{"damage": more}] + ([rider(draw, shape, "triumph")] if draw.chance(60) else [])
    deed["spark"] = [rider(draw, shape, "spark") if draw.chance(85) else {"damage": str(draw.between(1, 3))}]
    if power > 1 and draw.chance(25):
        deed["conflict"].append({"may_counter": True})
    if draw.chance(9):
        deed["after"] = [draw.pick((own_move, lambda d: good_state(d, "self"), lambda d: gain(d, "self"), lambda d: price(d, False)))(draw)]
    return deed


def strike(draw, owner, instrument):
    return _attack(draw, owner, instrument, {"targets": "creature", **_reach(draw, instrument, 1, 6)}, False)


def volley(draw, owner, instrument):
    head = {"targets": "creatures", "n_targets": draw.between(2, 3), **_reach(draw, instrument, 1, 6)}
    return _attack(draw, owner, instrument, head, True)


def burst(draw, owner, instrument):
    head = _area(draw, INSTRUMENT_AREAS[instrument])
    head |= {} if head["area"] in FROM_USER else _reach(draw, instrument, 4, 8)
    deed = _attack(draw, owner, instrument, head, True)
    if head["area"] in AREAS_THAT_LAST and draw.chance(12):
        deed["conflict"].append(foul_effect(draw, head["area"]))
    return deed


# -- gambits -----------------------------------------------------------------------------------------------------------------
def _gambit(draw, deed, lines, unchecked):
    """A gambit from {when: lines}; one without a check keeps what happens on a conflict only (C618)."""
    if draw.chance(unchecked):
        deed["check"] = False
        lines = {when: rows for when, rows in lines.items() if when in ("before", "conflict", "after")}
    return deed | {when: lines[when] for when in ("before", "fail", "conflict", "triumph", "spark", "after") if lines.get(when)}


def hex_(draw, owner, instrument):
    """A harmful gambit: bad states, forced movement, now and then a grab; no damage."""
    where = draw.weighted({"creature": 6, "creatures": 3, "area": 3})
    head = _area(draw, INSTRUMENT_AREAS[instrument]) if where == "area" else {"targets": where}
    if where == "creatures":
        head["n_targets"] = draw.between(2, 3)
    head |= {} if head.get("area") in FROM_USER else _reach(draw, instrument)
    deed = {"kind": "gambit", **_tier(draw, (70, 26, 4)), "instrument": instrument, **head, "harmful": True, **_virtue(draw, owner)}
    many, power = where != "creature", _power(deed)
    shape = {"area": deed.get("area"), "many": many, "melee": instrument == "melee", "hands": owner.hands, "lasts": False,
             "harsh": owner.harsh if power > 1 else owner.harsh // 2}
    first = bad_state(draw, shape["harsh"]) if draw.chance(75) else force(draw, 3)
    lines = {"conflict": [first] + ([rider(draw, shape, "conflict")] if power > 1 else []), "triumph": [rider(draw, shape, "triumph")],
             "spark": [rider(draw, shape, "spark")], "fail": [price(draw, False)] if draw.chance(8) else [],
             "after": [own_move(draw)] if draw.chance(8) else []}
    return _gambit(draw, deed, lines, 0)


def aid(draw, owner, instrument):
    """A gambit for a fellow or for all of them."""
    where = draw.weighted({"companion": 5, "ally": 4, "creature": 1, "creatures": 1, "area": 3})
    instrument = instrument if instrument in ("spell", "innate", "tool") else "innate"
    if where == "area":
        head = _area(draw, {"burst": 4, "aura": 3} if instrument != "spell" else {"burst": 3, "aura": 2, "blast": 2, "spell burst": 1})
        head |= {} if head["area"] in FROM_USER else _reach(draw, instrument)
    else:
        head = {"targets": where, **_reach(draw, instrument, 3, 6)} | ({"n_targets": 2} if where == "creatures" else {})
    deed = {"kind": "gambit", **_tier(draw, (48, 42, 10)), "instrument": instrument, **head, **_virtue(draw, owner)}
    for_all, lasts = where == "area", head.get("area") in AREAS_THAT_LAST
    first = fair_effect(draw, head["area"]) if lasts and draw.chance(70) else mercy(draw, "fellows" if for_all else None)
    more = mercy(draw, draw.pick(("fellows", "self")) if for_all else None)
    lines = {"conflict": [first] + ([more] if _power(deed) > 1 else []), "triumph": [mercy(draw, "fellows" if for_all else None)],
             "spark": [mercy(draw, "self" if for_all else None)], "before": [good_state(draw, "self")] if draw.chance(7) else [],
             "after": [good_state(draw, "fellows")] if draw.chance(7) else []}
    if not for_all and draw.chance(8):
        lines["conflict"].append(fair_effect(draw))
    return _gambit(draw, deed, lines, 15)


def self_(draw, owner, instrument):
    """A gambit for oneself."""
    deed = {"kind": "gambit", **_tier(draw, (40, 45, 15)), "instrument": "innate", "targets": "personal"}
    lines = {"conflict": [mercy(draw), good_state(draw)], "triumph": [draw.pick((mercy, own_move, gain))(draw)], "spark": [mercy(draw)],
             "after": [own_move(draw)] if draw.chance(15) else []}
    if draw.chance(12):
        lines["conflict"][1] = fair_effect(draw) | {"who": "self"}
    return _gambit(draw, deed, lines, 20)


def ground(draw, owner, instrument):
    """A gambit that leaves something on the map: clouds, darkness, hazards, difficult ground."""
    head = _area(draw, SHAPED_GROUND if instrument not in ("melee", "versatile", "ranged") else {"burst": 1, "close blast": 1})
    instrument = instrument if instrument in ("spell", "tool", "innate") else "innate"
    head |= {} if head["area"] in FROM_USER else _reach(draw, instrument, 4, 7)
    deed = {"kind": "gambit", **_tier(draw, (60, 34, 6)), "instrument": instrument, **head, "harmful": True}
    lines = {"conflict": [foul_effect(draw, head["area"])], "triumph": [bad_state(draw, owner.harsh // 3)], "spark": [bad_state(draw, 0)],
             "after": [own_move(draw)] if draw.chance(20) else []}
    return _gambit(draw, deed, lines, 12)


def move(draw, owner, instrument):
    """A gambit that brings somebody elsewhere: oneself, or a fellow."""
    own = draw.chance(65)
    deed = {"kind": "gambit", "instrument": "innate", **({"targets": "personal"} if own else {"targets": "ally", "range": draw.between(3, 6)})}
    first = {draw.pick(("walk", "teleport")): draw.between(2, 4), "who": "self"} if own else {"teleport": draw.between(2, 3)}
    spark = {"end": draw.pick(("hindered", "exposed", "burning", "bleeding"))}
    lines = {"conflict": [first], "triumph": [draw.pick((good_state, gain))(draw)], "spark": [spark]}
    return _gambit(draw, deed, lines, 40)


def free(draw, owner, instrument):
    """A way out of a grab: aimed at who holds one."""
    deed = {"kind": "gambit", "instrument": "innate", "targets": "creature", "range": 1, "harmful": True}
    lines = {"conflict": [{"end_grab": True}], "triumph": [draw.pick((force, lambda d: bad_state(d, 0)))(draw)], "spark": [bad_state(draw, 0)],
             "after": [own_move(draw)] if draw.chance(40) else []}
    return _gambit(draw, deed, lines, 0)


def trick(draw, owner, instrument):
    """A maneuver, for an action of one's own (T2.9): no damage, no sparks; the target may counter."""
    first = draw.pick((force, lambda d: {"grab": True} if owner.hands else force(d), lambda d: bad_state(d, 20)))(draw)
    deed = {"kind": "maneuver", "conflict": [first] + ([{"may_counter": True}] if draw.chance(70) else []),
            "triumph": [draw.pick(({"no_counter": True}, bad_state(draw, 50)))]}
    return deed


MAKERS = {"strike": strike, "volley": volley, "burst": burst, "hex": hex_, "aid": aid, "self": self_, "ground": ground, "move": move, "free": free,
          "trick": trick}
