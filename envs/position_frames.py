"""Whether the frames of a record that was written by hand are in an order that the machine can be in, and their numbers in range."""

from .core import codes as k
from .core.forcing import PAID
from .core.prevail import EFFECT_CHOICE

LAST_STEP = 12
QUESTIONS = {  # what a frame can ask
    k.F_ROUND: {k.ASK_COMBATANT}, k.F_TURN: {k.ASK_ACTION}, k.F_WALK: {k.ASK_WALK},
    k.F_ACTION: {k.ASK_POINTS, k.ASK_TARGET, k.ASK_KIND, k.ASK_ITEM, k.ASK_PLACE, k.ASK_JUMP, k.ASK_STATE, k.ASK_EFFECT},
    k.F_DEED: {k.ASK_DEED, k.ASK_INSTRUMENT, k.ASK_KIND, k.ASK_POINTS, k.ASK_TARGET, k.ASK_AREA, k.ASK_PATH, k.ASK_SPARK, k.ASK_SPARK_TARGET},
    k.F_DAMAGE: {k.ASK_GUARD}, k.F_COUNTER: {k.ASK_COUNTER}, k.F_FORCE: {k.ASK_FORCE, k.ASK_FOLLOW, k.ASK_TELEPORT}, k.F_RECOVER: {k.ASK_RECOVER},
    k.F_THROW: {k.ASK_CATCH}}
ON_SOMEBODY = {k.HELP, k.PREVAIL, k.DISRUPT, k.RELEASE, k.DRAG, k.SHOVE_ALONG}  # actions whose first question is a combatant
ON_ITEM = {k.THROW, k.CONCOCTION, k.DRAW_ITEM, k.SHEATHE}
ON_SQUARE = {k.BREAK, k.INTERACT, k.JUMP, k.DOOR, k.PICK_UP}


def within(name, value, low, high, none=False):
    """A fault when `value` is outside of low to high; with `none` also NONE will do."""
    if low <= value <= high or (none and value == k.NONE):
        return []
    return [f"{name} is {value}, not {low} to {high}"]


def frame_faults(t, s):
    """Faults of the frame stack, and of the question that its top asks."""
    if not 0 <= s.depth <= k.MAX_FRAMES:
        return []
    out = []
    for m in range(s.depth):
        f, name = s.frames[m], f"frames.{m}"
        if (f.kind == k.F_ROUND) != (m == 0) or (f.kind == k.F_TURN) != (m == 1):
            out.append(f"{name}.kind is out of order: first the round, then the turn")
        out += within(f"{name}.kind", f.kind, 0, k.F_THROW) + within(f"{name}.step", f.step, 0, LAST_STEP)
        if m > 0:
            out += within(f"{name}.who", f.who, 0, t.n_combatants - 1)
        if not out:
            out += _fields(t, s, f, name)
    if s.depth > 1 and s.turn_of != s.frames[1].who:
        out.append("turn_of is not the combatant of the turn's frame")
    if s.depth == 1 and s.turn_of != k.NONE:
        out.append("turn_of names a combatant, but no turn is under way")
    if not out and s.depth > 0:
        out += _question(t, s, s.frames[s.depth - 1])
    return out


def _question(t, s, top):
    """The question fits the frame on top, its side and the combatant that it is about."""
    out = []
    if s.ask not in QUESTIONS[int(top.kind)]:
        out.append(f"ask is {k.QUESTION_NAMES[s.ask]!r}, which a {k.FRAME_NAMES[top.kind]} does not ask" if s.ask < k.N_QUESTIONS else f"ask is {s.ask}")
    if (s.asker == k.NONE) != (s.ask == k.ASK_COMBATANT):
        out.append("asker is empty exactly when a side chooses who acts")
    return out


def _fields(t, s, f, name):
    """The numbers a to e of one frame."""
    last, squares = t.n_combatants - 1, t.width * t.height
    if f.kind == k.F_WALK:
        return within(f"{name}.a", f.a, 0, 1) + within(f"{name}.b", f.b, 0, 999)
    if f.kind == k.F_ACTION:
        return _action_fields(t, f, name)
    if f.kind == k.F_DEED:
        out = within(f"{name}.a", f.a, 0, k.MAX_LINES + 1) + within(f"{name}.b", f.b, 0, k.MAX_COMBATANTS) + within(f"{name}.d", f.d, 0, k.MAX_LINES - 1)
        if f.step > 0 and (s.deed.deed == k.NONE or s.deed.user != f.who):
            out.append(f"{name} plays a deed that deed.* does not hold")
        return out + within(f"{name}.e", f.e, 0, k.MENU_SIZE - 1)
    if f.kind == k.F_DAMAGE:
        return within(f"{name}.a", f.a, 0, last) + within(f"{name}.b", f.b, 0, 9999) + _row(s, f.c, f"{name}.c", none=True)
    if f.kind == k.F_COUNTER:
        return _row(s, f.a, f"{name}.a") + within(f"{name}.b", f.b, 0, k.ITEM_SLOTS - 1)
    if f.kind == k.F_FORCE:
        out = within(f"{name}.a", f.a, 0, last) + within(f"{name}.b", f.b % PAID, 0, len(k.FORCES) - 1) + within(f"{name}.b", f.b, 0, 2 * PAID - 1)
        return out + within(f"{name}.c", f.c, 0, 9999) + within(f"{name}.d", f.d, 0, squares - 1) + within(f"{name}.e", f.e, 0, 9999)
    if f.kind == k.F_RECOVER:
        return within(f"{name}.a", f.a, 0, 99)
    if f.kind == k.F_THROW:
        out = within(f"{name}.a", f.a, 0, k.MAX_ITEMS - 1) + within(f"{name}.b", f.b, 0, squares - 1) + within(f"{name}.c", f.c, 0, last)
        return out + ([f"{name} throws no item"] if not out and s.items[f.a].gear == k.NONE else [])
    return []


def _row(s, value, name, none=False):
    """A row of the deed's targets."""
    return within(name, value, 0, s.deed.n_targets - 1, none)


def _action_fields(t, f, name):
    """An ACTION frame's answers so far: b from the first question, c from the second, d extra points."""
    squares, entry = t.width * t.height, int(f.a)
    out = within(f"{name}.a", entry, 0, k.OWN_ACTION - 1) + within(f"{name}.d", f.d, 0, k.AMOUNT_SIZE - 1)
    if f.step == 0 or out:
        return out
    if entry in ON_SOMEBODY:
        out += within(f"{name}.b", f.b, 0, t.n_combatants - 1)
    elif entry in ON_ITEM:
        out += within(f"{name}.b", f.b, 1, k.ITEM_SLOTS - 1)
    elif entry in ON_SQUARE:
        out += within(f"{name}.b", f.b, 0, squares - 1)
    elif entry == k.DISMISS:
        out += within(f"{name}.b", f.b, 0, k.MAX_EFFECTS - 1)
    if entry == k.HELP:
        out += within(f"{name}.c", f.c, 0, k.OPTION_SIZE - 1)
    elif entry in (k.PREVAIL, k.DISRUPT) and not (0 <= f.c < k.MAX_STATES or EFFECT_CHOICE <= f.c < EFFECT_CHOICE + k.MAX_EFFECTS):
        out.append(f"{name}.c is {f.c}, neither a state nor a lasting effect")
    elif entry == k.THROW:
        out += within(f"{name}.c", f.c, 0, squares - 1)
    return out
