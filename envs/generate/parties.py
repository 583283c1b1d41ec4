"""Random parties: companions of the library at a level from 1 to 3, and generated ones."""

from .bodies import draw_body
from .roles import COMPANIONS
from .shelf import read

NUMBERS = {1: 1, 2: 3, 3: 5, 4: 5, 5: 2}


def draw_party(draw, names, forge, level, library, number=None):
    """[(id, creature)] of a party, one entry a companion; those of the library stand with {} and are there once each.

    library: ids that may be drawn.
    """
    library = [name for name in library if read("creature", name).get("level", 1) == level]
    out = []
    for _ in range(number or draw.weighted(NUMBERS)):
        if library and draw.chance(55):
            out.append((library.pop(draw.below(len(library))), {}))
        else:
            role = draw.pick(list(COMPANIONS))
            out.append(draw_body(draw, names, forge, role, COMPANIONS[role], level, True, 30))
    return out
