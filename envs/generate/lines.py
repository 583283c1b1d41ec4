"""Lines of generated deeds: what happens to a target, to the user or to its fellows, from the whole vocabulary, sorted by whom it serves.

A line is a dict as its TOML reads. Potencies stay so low that no line takes anybody out of the fight for good.
"""

from ..core import codes as k
from ..tables.schema_lines import VERB_KEYS

GOOD = ("protected", "soothed", "strong", "hastened")
LASTING = ("protected", "soothed")  # they add up with every use and can make a fight endless: one point a line
SOFT = {"exposed": 3, "suffering": 2, "weak": 3, "hindered": 3, "bleeding": 2, "burning": 1}  # bad states and the most potency that a line gives
HARSH = {"blinded": 2, "dazed": 1, "staggered": 1, "taunted": 2, "toppled": 1}  # those that take turns, sight or aim
FORCES = {"push": 5, "pull": 4, "sweep": 3, "shove": 3, "drag": 3, "teleport": 2}
FOUL_GROUND = {"light cloud": 2, "dense cloud": 2, "darkness": 2, "hazard": 4, "difficult ground": 3}
FAIR_GROUND = {"sanctuary": 4, "light": 2, "aura": 4, "light cloud": 1}
AREAS_THAT_LAST = ("blast", "close blast", "burst", "melee burst", "aura")  # T8.4: paths and spell bursts leave nothing


def bad_state(draw, harsh):
    """A state on a foe. harsh: percent of the states that take turns, sight or aim."""
    states = HARSH if draw.chance(harsh) else SOFT
    state = draw.pick(list(states))
    return {"state": state, "potency": draw.between(1, states[state])}


def good_state(draw, who=None):
    state = draw.pick(GOOD)
    line = {"state": state, "potency": 1 if state in LASTING else draw.between(1, 2)}
    return line | ({"who": who} if who else {})


def force(draw, most=3):
    return {draw.weighted(FORCES): draw.between(1, most)}


def foul_effect(draw, area=None):
    """Ground that hinders: around the target, or all over the area of its deed."""
    kind = draw.weighted(FOUL_GROUND)
    line = {"effect": kind, "potency": draw.between(1, 3), "decay": draw.between(0, 2) if kind == "hazard" else draw.between(1, 2)}
    if kind == "hazard":
        if draw.chance(50):
            line |= {"gives": draw.pick(("burning", "bleeding", "suffering", "hindered", "weak", "exposed"))}
            line["potency"] = 1
        line["whom"] = draw.weighted({"foes": 4, "anyone": 2})
    return _placed(line, draw, area)


def fair_effect(draw, area=None):
    """Ground that helps: a sanctuary, an aura for fellows or against foes, light."""
    kind = draw.weighted(FAIR_GROUND)
    line = {"effect": kind, "potency": draw.between(1, 2), "decay": draw.between(0, 1)}
    if kind == "aura":
        whom = draw.weighted({"fellows": 4, "foes": 3, "anyone": 1})
        if draw.chance(55):
            line["gives"] = draw.pick(GOOD) if whom == "fellows" else draw.pick(("weak", "exposed", "hindered", "dazed", "suffering"))
            line["potency"] = 1
        line["whom"] = whom
    elif kind == "sanctuary":
        line["whom"] = draw.weighted({"fellows": 5, "anyone": 1})
    return _placed(line, draw, area)


def _placed(line, draw, area):
    """An effect of an area fills it and is its user's; another has a radius of its own (T8.4)."""
    return line | ({"who": "self"} if area in AREAS_THAT_LAST else {"radius": draw.between(0, 2)})


def rider(draw, shape, when):
    """Something more that an attack or a hex does to its target, or to those who did it. shape: {area, many, melee, hands, harsh}."""
    kinds = {"state": 20, "force": 7, "end": 3, "lose": 3, "self": 4, "fellows": 2, "effect": 2, "own move": 2, "gain": 2, "aid": 1}
    if shape["melee"] and shape["hands"] and not shape["many"]:
        kinds["grab"] = 4
    if when == "triumph":
        kinds["no counter"] = 2
    if shape["area"] is not None and (shape["area"] not in AREAS_THAT_LAST or shape["lasts"]):
        kinds.pop("effect")
    kind = draw.weighted(kinds)
    if kind == "state":
        return bad_state(draw, shape["harsh"] + (10 if when == "spark" else 0))
    if kind == "force":
        return force(draw, 2 if shape["many"] else 3)
    return {"end": lambda: {"end": draw.pick(GOOD)} | ({"potency": draw.between(1, 2)} if draw.chance(50) else {}),
            "lose": lambda: {"lose": draw.pick(("vigor", "vigor", "focus")), "amount": draw.between(1, 2)},
            "self": lambda: good_state(draw, "self"), "fellows": lambda: good_state(draw, "fellows"),
            "effect": lambda: foul_effect(draw, shape["area"]),
            "own move": lambda: own_move(draw),
            "gain": lambda: gain(draw, "self"),
            "aid": lambda: {"recover": 1, "who": draw.pick(("self", "fellows"))},
            "grab": lambda: {"grab": True}, "no counter": lambda: {"no_counter": True}}[kind]()


def own_move(draw):
    """The user walks or teleports."""
    return {draw.pick(("walk", "walk", "teleport")): draw.between(1, 3), "who": "self"}


def gain(draw, who=None):
    what = draw.weighted({"movement": 4, "guard die": 3, "vigor": 4, "focus": 2})
    line = {"gain": what, "amount": {"movement": draw.between(2, 4), "guard die": 1, "vigor": draw.between(2, 4), "focus": 1}[what]}
    return line | ({"who": who} if who else {})


def mercy(draw, who=None):
    """What a helpful deed does to whom it helps."""
    kind = draw.weighted({"state": 10, "recover": 5, "end": 4, "gain": 4})
    if kind == "state":
        return good_state(draw, who)
    if kind == "gain":
        return gain(draw, who)
    line = {"recover": draw.between(1, 2)} if kind == "recover" else {"end": draw.pick([*SOFT, *HARSH])}
    return line | ({"who": who} if who else {})


def price(draw, attack):
    """What a deed costs its user; only attacks deal damage (T5.1)."""
    kind = draw.weighted({"state": 4, "lose": 3, "damage": 2 if attack else 0})
    if kind == "state":
        return {"state": draw.pick(("exposed", "hindered", "weak")), "potency": 1, "who": "self"}
    return {"lose": "vigor", "amount": draw.between(1, 2), "who": "self"} if kind == "lose" else {"damage": str(draw.between(1, 2)), "who": "self"}


def combinations(deed):
    """[(verb, state, area)] of a deed's lines: the key of the line's verb, the state that it names or "", the deed's area or "none"."""
    out = []
    for when in k.WHENS:
        for line in deed.get(when, ()):
            verb = next(key for key in line if key in VERB_KEYS)
            state = line[verb] if verb in ("state", "end") else line.get("gives", "")
            out.append((verb, state, deed.get("area", "none")))
    return out
