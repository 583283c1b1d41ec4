"""Whether a record can be played on: a position that was written by hand may hold any numbers, and compiled code trusts its indices.

Frames are looked at in `position_frames.py`.
"""

from .core import codes as k
from .core.record import new_encounters
from .core.surroundings import refresh
from .position_frames import frame_faults, within

LIVE_ROWS = ("lit", "shut", "hard", "dense", "thin")


def position_faults(t, s):
    """What is wrong with encounter record `s` under tables `t`: a list of short texts, empty when it can be played on."""
    out = [text for found in (_clock, _combatants, _board, _items, _effects, _deed, frame_faults) for text in found(t, s)]
    return out or _live_rows(t, s)


def _clock(t, s):
    last = t.n_combatants - 1
    out = within("ask", s.ask, 0, k.N_QUESTIONS - 1) + within("depth", s.depth, 0, k.MAX_FRAMES) + within("asked", s.asked, 0, 1)
    out += within("turn_side", s.turn_side, 0, 1) + within("first_side", s.first_side, 0, 1) + within("round_no", s.round_no, 0, 9999)
    out += within("asker", s.asker, 0, last, none=True) + within("turn_of", s.turn_of, 0, last, none=True)
    out += within("winner", s.winner, 0, k.CUT_OFF, none=True) + within("dice.n_forced", s.dice.n_forced, 0, k.MAX_FORCED)
    out += within("dice.next_forced", s.dice.next_forced, 0, s.dice.n_forced) + within("held_rounds", s.held_rounds, 0, 9999)
    if (s.ask == k.OVER) != (s.winner != k.NONE) or (s.ask == k.OVER) != (s.depth == 0):
        out.append("a fight is over exactly when it has a winner and no frames")
    return out


NUMBERS = (("points", 99), ("move_points", 999), ("focus", 9999), ("endurance", 9999), ("recoveries", 9999), ("reactions", 9999), ("deeds_taken", 99),
           ("maneuvers_taken", 99), ("lifted", 1), ("free_used", 99), ("portion", 1), ("defend", 99), ("aim", 999), ("helped", 31), ("arrives", 9999),
           ("injuries", 9999), ("guard_spent", 2**k.GUARD_DICE - 1), ("max_vigor", 9999))


def _combatants(t, s):
    out, last = [], t.n_combatants - 1
    for i in range(t.n_combatants):
        c, name = s.combatants[i], f"combatants.{i}"
        out += within(f"{name}.status", c.status, 0, k.ABSENT) + within(f"{name}.vigor", c.vigor, -9999, c.max_vigor)
        for field, high in NUMBERS:
            out += within(f"{name}.{field}", getattr(c, field), 0, high)
        for field in ("prevail_open", "grabbed_by"):
            out += within(f"{name}.{field}", getattr(c, field), 0, 2 ** int(t.n_combatants) - 1)
        out += within(f"{name}.taunter", c.taunter, 0, last, none=True)
        if int(c.grabbed_by) >> i & 1:
            out.append(f"{name}.grabbed_by names itself")
        for m in range(k.MAX_STATES):
            out += within(f"{name}.states.{m}", c.states[m], 0, t.rules.potency_cap)
    return out


def _board(t, s):
    """The occupancy plane must be exactly where everybody on the map stands."""
    plane = {}
    for i in range(t.n_combatants):
        c, size = s.combatants[i], int(t.roster[i].bulk)
        if c.status > k.DEFEATED:
            continue
        if not (0 <= c.x <= t.width - size and 0 <= c.y <= t.height - size):
            return [f"combatants.{i} stands off the board"]
        for y in range(c.y, c.y + size):
            plane.update({y * int(t.width) + x: i for x in range(c.x, c.x + size)})
    wrong = [q for q in range(t.width * t.height) if s.occupant[q] != plane.get(q, k.EMPTY)]
    return [f"occupant.{wrong[0]} does not say who stands there"] if wrong else []


def _items(t, s):
    """Every item has a gear; it is carried by one or lies on one square."""
    out, owners = [], {}
    for m in range(k.MAX_ITEMS):
        item, name = s.items[m], f"items.{m}"
        out += within(f"{name}.gear", item.gear, 0, k.MAX_GEAR - 1, none=True) + within(f"{name}.supply", item.supply, 0, 12)
        out += within(f"{name}.held", item.held, 0, 1) + within(f"{name}.place", item.place, 0, t.width * t.height - 1, none=True)
    for i in range(t.n_combatants):
        for m in range(k.ITEM_SLOTS - 1):
            row, name = s.combatants[i].items[m], f"combatants.{i}.items.{m}"
            out += within(name, row, 0, k.MAX_ITEMS - 1, none=True)
            if not 0 <= row < k.MAX_ITEMS:
                continue
            if row in owners:
                out.append(f"{name} is an item of {owners[row]} too")
            if s.items[row].gear == k.NONE or s.items[row].place != k.NONE:
                out.append(f"{name} is no item that somebody carries")
            owners[row] = f"combatants.{i}"
    return out


def _effects(t, s):
    out = []
    for m in range(k.MAX_EFFECTS):
        e, name = s.effects[m], f"effects.{m}"
        out += within(f"{name}.kind", e.kind, 0, len(k.EFFECT_NAMES) - 1, none=True)
        if e.kind == k.NONE:
            continue
        out += within(f"{name}.owner", e.owner, 0, t.n_combatants - 1) + within(f"{name}.potency", e.potency, 1, t.rules.potency_cap)
        out += within(f"{name}.state", e.state, 0, len(k.STATE_NAMES) - 1, none=True) + within(f"{name}.whom", e.whom, 0, len(k.WHOMS) - 1)
        out += within(f"{name}.x", e.x, -99, k.MAX_SIDE) + within(f"{name}.y", e.y, -99, k.MAX_SIDE)
        out += within(f"{name}.extent", e.extent, 0, 199) + within(f"{name}.decay", e.decay, 0, 99)
    for n in range(t.n_features):
        out += within(f"feature_state.{n}", s.feature_state[n], k.OFF, k.BROKEN)
    return out


def _live_rows(t, s):
    """The bit rows of light and of what changes must be what combatants, features and effects make of them."""
    fresh = new_encounters(1)
    fresh[0] = s
    refresh(t, fresh[0])
    for name in LIVE_ROWS:
        for y in range(t.height):
            if s[name][y] != fresh[0][name][y]:
                return [f"{name}.{y} does not say what features, effects and lights make of that row"]
    return []


def _deed(t, s):
    d, last, squares = s.deed, t.n_combatants - 1, t.width * t.height
    out = within("deed.user", d.user, 0, last, none=True) + within("deed.deed", d.deed, 0, t.n_deeds - 1, none=True)
    out += within("deed.instrument", d.instrument, 0, k.WAYS - 1) + within("deed.extra", d.extra, 0, k.AMOUNT_SIZE - 1)
    out += within("deed.place", d.place, 0, squares - 1, none=True) + within("n_chain", s.n_chain, 0, k.MAX_CHAIN)
    out += within("deed.n_targets", d.n_targets, 0, t.n_combatants) + within("deed.n_dice", d.n_dice, 0, k.MAX_DICE)
    out += within("deed.n_sparks", d.n_sparks, 0, k.MAX_SPARKS)
    if out:
        return out
    for m in range(s.n_chain):
        out += within(f"chain.{m}", s.chain[m], 0, squares - 1)
    for m in range(d.n_targets):
        out += within(f"targets.{m}.who", s.targets[m].who, 0, last) + within(f"targets.{m}.net", s.targets[m].net, -k.MAX_NET, k.MAX_NET)
        out += within(f"targets.{m}.result", s.targets[m].result, k.FAIL, k.TRIUMPH)
        if d.n_dice and 2 + abs(s.targets[m].net) > d.n_dice:
            out.append(f"targets.{m}.net needs more dice than deed.n_dice")
    for m in range(d.n_dice):
        out += within(f"deed.dice.{m}", d.dice[m], 1, 10)
    for m in range(d.n_sparks):
        out += within(f"sparks.{m}.target", s.sparks[m].target, 0, d.n_targets - 1) + within(f"sparks.{m}.line", s.sparks[m].line, 0, k.MAX_LINES - 1)
    return out
