"""Random parties: companions of the library and generated ones, at levels 1 to 3."""

from .bodies import draw_body
from .roles import COMPANIONS
from .shelf import allowed, read

LEVELS = (1, 2, 3)
NUMBERS = {1: 1, 2: 3, 3: 5, 4: 5, 5: 2}
LARGER = {4: 6, 6: 8, 8: 10, 10: 12, 12: 12}


def draw_party(draw, names, forge, level, withhold, number=None):
    """[(id, creature)] of a party, one entry a companion; ids of library creatures that are as in the library stand with {} ."""
    library = list(allowed(True, withhold))
    out = []
    for _ in range(number or draw.weighted(NUMBERS)):
        if library and draw.chance(55):
            name = library.pop(draw.below(len(library)))
            out.append((name, {}) if level == 1 else raised(names, name, level))
        else:
            role = draw.pick(list(COMPANIONS))
            out.append(draw_body(draw, names, forge, role, COMPANIONS[role], level, True, 30))
    return out


def raised(names, name, level):
    """(id, creature): a companion of the library at a higher level: more vigor, a better key virtue, larger guard dice, more focus."""
    made = dict(read("creature", name))
    more = level - 1
    key = f"{name}_of_level_{level}"
    names.taken[key] = None
    made["max_vigor"] += made["max_vigor"] * 30 * more // 100
    made["virtues"] = made["virtues"] | {made["key"]: min(5, made["virtues"][made["key"]] + more)}
    made["guard_dice"] = [LARGER[die] for die in made.get("guard_dice", [])]
    made["focus"] = made.get("focus", 0) + more
    made["bare"] = {symbol: rating + more for symbol, rating in made.get("bare", {}).items()}
    return key, {name: value for name, value in made.items() if name not in ("text", "type")}
