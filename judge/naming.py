"""Names for what stands in a record: combatants, squares, items, deeds, features, counts."""

from math import floor

from envs.core import codes as k
from envs.notation import square_text


def plural(n, one, many=None):
    """`1 edge`, `2 edges`."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(words):
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def half_up(x, digits=0):
    """x rounded to so many digits, halves up; what is a half but for the last bits of a float counts as one."""
    return floor(round(x * 10 ** digits, 6) + 0.5) / 10 ** digits


def percent(p):
    """`28 %`; what is possible is never shown as 0, what is not certain never as 100."""
    if 0 < p < 0.005:
        return "under 1 %"
    if 0.995 <= p < 1:
        return "over 99 %"
    return f"{half_up(100 * p):.0f} %"


def number(x):
    """`4`, `4.3`."""
    return f"{half_up(x, 1):.1f}".removesuffix(".0")


def name_of(scenario, i):
    """Name of combatant i."""
    return scenario.names[i]


def board_square(scenario, square):
    """Name of board square y * width + x."""
    width = int(scenario.tables[0].width)
    return square_text(square % width, square // width)


def way_text(scenario, start, end):
    """` from c4 to c6`; empty for a way that ends where it began."""
    return "" if start == end else f" from {board_square(scenario, start)} to {board_square(scenario, end)}"


def where(scenario, state, i):
    """`Mira (c4)`: a combatant and its square (top left)."""
    c = state.combatants[i]
    return f"{name_of(scenario, i)} ({square_text(c['x'], c['y'])})"


def feature_name(scenario, n):
    """`lever at c4`."""
    row = scenario.tables[0].features[n]
    return f"{k.FEATURE_KINDS[int(row.kind)]} at {square_text(row.x, row.y)}"


def item_name(scenario, who, slot, *states, deed=k.NONE):
    """Name of what a combatant has in an item slot, in the first of the positions where there is something; `bare hand` for slot 0.

    Something that has left the slot meanwhile is a concoction that does `deed`, or was thrown.
    """
    slot %= k.ITEM_SLOTS  # a way of doing a deed counts its ranged use apart
    if slot == k.BARE_HAND:
        return "bare hand"
    for state in states:
        row = k.NONE if state is None else int(state.combatants[who]["items"][slot - 1])
        if row < k.MAX_ITEMS and state["items"][row]["gear"] < len(scenario.gear_names):
            return scenario.gear_names[int(state["items"][row]["gear"])]
    gear = scenario.tables[0].gear[:len(scenario.gear_names)]
    given = [name for name, row in zip(scenario.gear_names, gear) if deed != k.NONE and row["deed"] == deed and row["kinds"] & k.G_CONCOCTION]
    return given[0] if given else "weapon"


def deed_name(scenario, deed):
    """Name of row `deed` of the deeds table."""
    return scenario.deed_names[deed]


def with_what(scenario, deed, *states):
    """` with its Spear and 1 extra point` of a deed (user, row, extra points, way); empty for an innate one without extra points."""
    who, row, extra, way = deed
    plain = scenario.tables[0].deeds[row]["instrument"] == k.INNATE and way == k.BARE_HAND
    parts = ([] if plain else [f"its {item_name(scenario, who, way, *states, deed=row)}"]) + ([plural(extra, "extra point")] if extra else [])
    return f" with {' and '.join(parts)}" if parts else ""


def area_squares(scenario, deed, place, path=()):
    """Where the area of a deed lies: `on b3 to d5`, `along c4, c5`, `around its user`. place: middle of a blast, NONE else; path: board squares."""
    row, t = scenario.tables[0].deeds[deed], scenario.tables[0]
    if path:
        return f"along {', '.join(board_square(scenario, square) for square in path)}"
    if place == k.NONE:
        return "along a path" if row["area"] in (k.PATH, k.CLOSE_PATH) else "around its user"
    width, height, size = int(t.width), int(t.height), int(row["area_size"])
    left, top = place % width - (size - 1) // 2, place // width - (size - 1) // 2
    first = square_text(max(0, left), max(0, top))
    last = square_text(min(width, left + size) - 1, min(height, top + size) - 1)
    return f"on {first}" if first == last else f"on {first} to {last}"
