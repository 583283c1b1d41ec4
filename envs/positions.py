"""Whether a record can be played on: a position that was written by hand may hold any numbers, and compiled code trusts its indices."""

from .core import codes as k


def position_faults(t, s):
    """What is wrong with encounter record `s` under tables `t`: a list of short texts, empty when it can be played on."""
    return [text for found in (_clock, _combatants, _board, _items, _deed, _frames) for text in found(t, s)]


def _within(name, value, low, high, none=False):
    """A fault when `value` is outside of low to high; with `none` also NONE will do."""
    if low <= value <= high or (none and value == k.NONE):
        return []
    return [f"{name} is {value}, not {low} to {high}"]


def _clock(t, s):
    last = t.n_combatants - 1
    out = _within("ask", s.ask, 0, k.N_QUESTIONS - 1) + _within("depth", s.depth, 0, k.MAX_FRAMES) + _within("asked", s.asked, 0, 1)
    out += _within("turn_side", s.turn_side, 0, 1) + _within("first_side", s.first_side, 0, 1) + _within("round_no", s.round_no, 0, 9999)
    out += _within("asker", s.asker, 0, last, none=True) + _within("turn_of", s.turn_of, 0, last, none=True)
    out += _within("winner", s.winner, 0, k.CUT_OFF, none=True) + _within("dice.n_forced", s.dice.n_forced, 0, k.MAX_FORCED)
    out += _within("dice.next_forced", s.dice.next_forced, 0, s.dice.n_forced)
    if (s.ask == k.OVER) != (s.winner != k.NONE) or (s.ask == k.OVER) != (s.depth == 0):
        out.append("a fight is over exactly when it has a winner and no frames")
    return out


def _combatants(t, s):
    out = []
    for i in range(t.n_combatants):
        c, name = s.combatants[i], f"combatants.{i}"
        out += _within(f"{name}.status", c.status, 0, k.ABSENT) + _within(f"{name}.vigor", c.vigor, -9999, c.max_vigor)
        for field, high in (("points", 99), ("move_points", 999), ("focus", 9999), ("endurance", 9999), ("recoveries", 9999), ("reactions", 9999),
                            ("deeds_taken", 99), ("defend", 99), ("guard_spent", 2**k.GUARD_DICE - 1), ("max_vigor", 9999)):
            out += _within(f"{name}.{field}", getattr(c, field), 0, high)
        for m in range(k.MAX_STATES):
            out += _within(f"{name}.states.{m}", c.states[m], 0, t.rules.potency_cap)
        for m in range(k.ITEM_SLOTS - 1):
            out += _within(f"{name}.items.{m}", c.items[m], 0, k.MAX_ITEMS - 1, none=True)
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
    out = []
    for m in range(k.MAX_ITEMS):
        out += _within(f"items.{m}.gear", s.items[m].gear, 0, k.MAX_GEAR - 1, none=True) + _within(f"items.{m}.supply", s.items[m].supply, 0, 12)
    return out


def _deed(t, s):
    d, last = s.deed, t.n_combatants - 1
    out = _within("deed.user", d.user, 0, last, none=True) + _within("deed.deed", d.deed, 0, t.n_deeds - 1, none=True)
    out += _within("deed.instrument", d.instrument, 0, k.ITEM_SLOTS - 1) + _within("deed.extra", d.extra, 0, k.AMOUNT_SIZE - 1)
    out += _within("deed.n_targets", d.n_targets, 0, t.n_combatants) + _within("deed.n_dice", d.n_dice, 0, k.MAX_DICE)
    out += _within("deed.n_sparks", d.n_sparks, 0, k.MAX_SPARKS)
    if out or d.deed == k.NONE:
        return out
    for m in range(d.n_targets):
        out += _within(f"targets.{m}.who", s.targets[m].who, 0, last) + _within(f"targets.{m}.net", s.targets[m].net, -k.MAX_NET, k.MAX_NET)
        out += _within(f"targets.{m}.result", s.targets[m].result, k.FAIL, k.TRIUMPH)
        if d.n_dice and 2 + abs(s.targets[m].net) > d.n_dice:
            out.append(f"targets.{m}.net needs more dice than deed.n_dice")
    for m in range(d.n_dice):
        out += _within(f"deed.dice.{m}", d.dice[m], 1, 10)
    for m in range(d.n_sparks):
        out += _within(f"sparks.{m}.target", s.sparks[m].target, 0, d.n_targets - 1) + _within(f"sparks.{m}.line", s.sparks[m].line, 0, k.MAX_LINES - 1)
    return out


def _frames(t, s):
    """Frames in an order that the machine can be in, and their numbers in range."""
    if not 0 <= s.depth <= k.MAX_FRAMES:
        return []
    last, rows, out = t.n_combatants - 1, s.deed.n_targets - 1, []
    for m in range(s.depth):
        f, name = s.frames[m], f"frames.{m}"
        if (f.kind == k.F_ROUND) != (m == 0) or (f.kind == k.F_TURN) != (m == 1):
            out.append(f"{name}.kind is out of order: first the round, then the turn")
        out += _within(f"{name}.kind", f.kind, 0, k.F_RECOVER) + _within(f"{name}.step", f.step, 0, 11)
        if m > 0:
            out += _within(f"{name}.who", f.who, 0, last)
        if f.kind == k.F_DAMAGE:
            out += _within(f"{name}.a", f.a, 0, last) + _within(f"{name}.c", f.c, 0, rows, none=True)
        elif f.kind == k.F_COUNTER:
            out += _within(f"{name}.a", f.a, 0, rows) + _within(f"{name}.b", f.b, 0, k.ITEM_SLOTS - 1)
        elif f.kind == k.F_DEED:
            out += _within(f"{name}.a", f.a, 0, k.MAX_LINES + 1) + _within(f"{name}.b", f.b, 0, k.MAX_COMBATANTS) + _within(f"{name}.d", f.d, 0, k.MAX_LINES - 1)
            if f.step > 0 and (s.deed.deed == k.NONE or s.deed.user != f.who):
                out.append(f"{name} plays a deed that deed.* does not hold")
        elif f.kind == k.F_ACTION:
            out += _within(f"{name}.a", f.a, 0, k.MENU_SIZE - 1)
    if s.depth > 1 and s.turn_of != s.frames[1].who:
        out.append("turn_of is not the combatant of the turn's frame")
    if s.depth == 1 and s.turn_of != k.NONE:
        out.append("turn_of names a combatant, but no turn is under way")
    return out
