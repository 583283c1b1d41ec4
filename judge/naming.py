"""Names for what stands in a record: combatants, squares, items, deeds, counts."""

from envs.core import codes as k
from envs.notation import square_text


def plural(n, one, many=None):
    """`1 edge`, `2 edges`."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def name_of(scenario, i):
    """Name of combatant i."""
    return scenario.names[i]


def board_square(scenario, square):
    """Name of board square y * width + x."""
    width = int(scenario.tables[0].width)
    return square_text(square % width, square // width)


def item_name(scenario, state, who, slot):
    """Name of what a combatant holds in an item slot; `bare hand` for slot 0 or an empty one."""
    slot %= k.ITEM_SLOTS  # a way of doing a deed counts its ranged use apart
    if slot != k.BARE_HAND:
        row = int(state.combatants[who]["items"][slot - 1])
        if row < k.MAX_ITEMS and state["items"][row]["gear"] < len(scenario.gear_names):
            return scenario.gear_names[int(state["items"][row]["gear"])]
    return "bare hand"


def deed_name(scenario, deed):
    """Name of row `deed` of the deeds table."""
    return scenario.deed_names[deed]


def with_what(scenario, state, who, deed, extra, slot):
    """` with its Spear and 1 extra point`; empty for an innate deed without extra points."""
    innate = scenario.tables[0].deeds[deed]["instrument"] == k.INNATE
    parts = ([] if innate else [f"its {item_name(scenario, state, who, slot)}"]) + ([plural(extra, "extra point")] if extra else [])
    return f" with {' and '.join(parts)}" if parts else ""
