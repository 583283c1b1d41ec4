"""The rolls of a plan: exact odds of a deed's roll against each target, or of a check that is no deed, and why they are so."""

from dataclasses import dataclass
from typing import NamedTuple

from envs.core import codes as k
from envs.core.areas import overlaps, spares_user
from envs.core.check import virtue_of
from envs.core.forecast import expected_damage
from envs.core.questions import board_square
from envs.core.prevail import EFFECT_CHOICE
from envs.core.record import TF_NOBODY

from .likely import roll_odds
from .naming import deed_name, feature_name, name_of, plural
from .reasons import check_reasons, edge_reasons


@dataclass(frozen=True)
class Roll:
    """A roll against one target: exact odds, why they are so, damage to expect over all results, and the result that the plan assumes.

    deed: key of the deed; of a check that is no deed `prevail`, `disrupt` or `interact`. target: key of the combatant; empty for an area that holds
    nobody and for what is worked. title, on: the same as names. net: edges, or minus the cuts.
    """

    deed: str
    target: str
    title: str
    on: str
    net: int
    virtue: int
    reasons: list
    fail: float
    conflict: float
    triumph: float
    expected_damage: float
    assumed: str


class Check(NamedTuple):
    """A check that is no deed: its menu entry, who makes it, the combatant or (interact) feature, the state or effect, extra points, virtue."""

    entry: int
    user: int
    target: int
    choice: int
    extra: int
    virtue: int


def check_of(tables, state, choice):
    """The Check that the answer `choice` in a position leads to, or None."""
    if state.ask != k.ASK_POINTS:
        return None
    frame = state.frames[int(state.depth) - 1]
    entry, user, extra = int(frame["a"]), int(frame["who"]), int(choice) - k.A_AMOUNT
    if int(frame["kind"]) != k.F_ACTION or entry not in (k.PREVAIL, k.DISRUPT, k.INTERACT):
        return None
    if entry == k.INTERACT:
        feature = int(tables.feature_at[int(frame["b"])])
        row = tables.features[feature]
        return Check(entry, user, feature, k.NONE, extra, int(row["virtue"])) if row["check"] else None
    virtue = k.WITS if entry == k.DISRUPT or tables.rules.prevail_variant == 1 else k.GRACE
    return Check(entry, user, int(frame["b"]), int(frame["c"]), extra, virtue)


def against(scenario, state, check):
    """What a check is made against: `its weak 2`, `Mira's strong 1`, `Mira's aura 2`, `the lever at c4`."""
    if check.entry == k.INTERACT:
        return f"the {feature_name(scenario, check.target)}"
    whose = "its" if check.target == check.user else f"{name_of(scenario, check.target)}'s"
    if check.choice >= EFFECT_CHOICE:
        effect = state.effects[check.choice - EFFECT_CHOICE]
        return f"{whose} {k.EFFECT_NAMES[int(effect['kind'])]} {int(effect['potency'])}"
    return f"{whose} {k.STATE_NAMES[check.choice]} {int(state.combatants[check.target]['states'][check.choice])}"


def check_roll(scenario, state, check, pool):
    """The Roll of a check; `pool` is the position at its roll, `state` the one before its last answer."""
    t = scenario.tables[0]
    net, virtue = int(pool.targets[0]["net"]), int(t.roster[check.user]["virtues"][check.virtue])
    title = k.MENU_NAMES[check.entry]
    target = "" if check.entry == k.INTERACT else scenario.keys[check.target]
    reasons = [why for _, why in check_reasons(scenario, state, check)]
    return Roll(title, target, title.capitalize(), against(scenario, state, check), net, virtue, reasons, *roll_odds(t, net, virtue), 0.0, "")


def deed_rolls(scenario, pool, deed):
    """[Roll] of a deed (user, row, extra points, way) against each of its targets, in their order; `pool` is the position at the roll."""
    return [_deed_roll(scenario, pool, deed, row) for row in pool.targets[:int(pool.deed.n_targets)]]


def _deed_roll(scenario, pool, deed, row):
    t = scenario.tables[0]
    user, number, extra, way = deed
    target, net, virtue = int(row["who"]), int(row["net"]), int(virtue_of(t, user, number))
    nobody = bool(int(row["marks"]) & TF_NOBODY)
    expected = 0.0 if nobody else float(expected_damage(t, pool, user, number, way, extra, target))
    reasons = [why for _, why in edge_reasons(scenario, pool, user, number, way, extra, target)]
    return Roll(scenario.deed_keys[number], "" if nobody else scenario.keys[target], deed_name(scenario, number),
                "nobody" if nobody else name_of(scenario, target), net, virtue, reasons, *roll_odds(t, net, virtue), expected, "")


def sure_rolls(scenario, state, deed, targets, area):
    """[Roll] of a deed without a check: a conflict for certain. An area that holds nobody has its user for a target (T11.1); area: see `laid`."""
    user, number, extra, way = deed
    nobody = list(targets) == [user] and area is not None and not _holds(scenario.tables[0], state, user, number, *area)
    return [_sure_roll(scenario, state, deed, target, nobody) for target in targets]


def _sure_roll(scenario, state, deed, target, nobody):
    t = scenario.tables[0]
    user, number, extra, way = deed
    expected = 0.0 if nobody else float(expected_damage(t, state, user, number, way, extra, target))
    return Roll(scenario.deed_keys[number], "" if nobody else scenario.keys[target], deed_name(scenario, number),
                "nobody" if nobody else name_of(scenario, target), 0, int(virtue_of(t, user, number)), ["no check is rolled"], 0.0, 1.0, 0.0, expected, "")


def laid(tables, events, before, choice):
    """(middle of a blast or NONE, squares of a path) of the area that an answer laid, as board squares; None when it laid none."""
    place = next((int(event[3]) for event in events if event[0] == k.E_AREA), None)
    if place is None:
        return None
    path = [int(square) for square in before.chain[:int(before.n_chain)]]
    return place, path + ([int(board_square(tables, choice))] if before.ask == k.ASK_PATH and choice >= k.A_SQUARE else [])


def _holds(t, state, user, number, place, path):
    """Whether the area of a deed holds its user."""
    size, width = int(t.deeds[number]["area_size"]), int(t.width)
    if spares_user(t.deeds[number]):
        return False
    if place != k.NONE:
        back = (size - 1) // 2
        return bool(overlaps(t, state, user, place % width - back, place // width - back, size))
    return not path or any(overlaps(t, state, user, square % width, square // width, 1) for square in path)


def extra_text(extra):
    """` with 1 extra point`, or nothing."""
    return f" with {plural(extra, 'extra point')}" if extra else ""
