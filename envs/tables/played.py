"""What this version plays of the rules' full vocabulary. Content that asks for more is refused, never silently ignored.

A later version widens these sets; nothing else needs to change for a word to be let in.
"""

from ..core import codes as k

VERBS = {"damage", "state", "end state", "recover"}
TARGETS = {"personal", "creature", "creatures", "companion", "ally"}
INSTRUMENTS = {"innate", "melee", "ranged", "spell"}
STATES = set(k.STATE_NAMES[:k.HINDERED + 1])  # T8.5-T8.12
TERRAIN = {"floor", "wall", "low obstacle", "difficult ground"}
DEED_KINDS = {"attack", "gambit"}
MENU = {"end turn", "move", "walk", "deed", "defend", "catch breath"}
OBJECTIVES = {"eliminate"}
GEAR_USES = {"melee", "ranged", "catalyst"}

LINE_KEYS = {  # how a person writes the verbs that later versions play
    "push": "force", "pull": "force", "sweep": "force", "shove": "force", "drag": "force", "teleport": "force", "force": "force",
    "move": "move", "walk": "move", "grab": "grab", "end_grab": "end grab", "may_counter": "may counter", "no_counter": "no counter",
    "effect": "effect", "cloud": "effect", "aura": "effect", "terrain": "terrain", "gain": "gain", "lose": "lose",
}
ENCOUNTER_KEYS = {"doors": "doors", "features": "features of the map", "light": "light", "clouds": "clouds", "effects": "lasting effects",
                  "newcomers": "newcomers", "dark": "darkness", "exits": "exits", "hazards": "hazards"}
OBJECTIVES_KNOWN = ["eliminate", "hold", "reach", "protect", "slay", "escape"]
TERRAIN_KNOWN = ["floor"] + list(k.TERRAIN_NAMES.values())
GEAR_KNOWN = ["melee", "ranged", "catalyst", "throwing", "concoction", "light"]


def refusal(what):
    """The sentence part for a known rule that this version leaves out."""
    return f"{what} is not played yet by this version"
