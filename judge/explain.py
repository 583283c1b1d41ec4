"""Plain words for what happened: one sentence for each kind of event. What moves and what lies on the map is in `explain_map.py`."""

from envs.core import codes as k

from .explain_map import SAY_MAP, At
from .naming import board_square, deed_name, item_name, name_of, plural, with_what

_RESULTS = {k.FAIL: "fails", k.CONFLICT: "is a conflict", k.TRIUMPH: "is a triumph"}


# -- rounds, turns, actions ------------------------------------------------------------------------------------------------
def _round(at, who, whom, amount, extra):
    return f"Round {who}: the {k.SIDE_NAMES[whom]} act first."


def _turn(at, who, whom, amount, extra):
    return f"{name_of(at.sc, who)} takes its turn."


_DOES = {k.AIM: "aims", k.BREAK: "strikes to break something", k.INTERACT: "works something", k.JUMP: "jumps", k.PREVAIL: "prevails",
         k.DISRUPT: "disrupts", k.STAND: "stands up", k.THROW: "throws something", k.HELP: "helps", k.DOOR: "works a door",
         k.READY_ITEMS: "readies its items", k.CONCOCTION: "uses a concoction", k.DRAW_ITEM: "draws a weapon", k.SHEATHE: "sheathes a weapon",
         k.PICK_UP: "picks something up", k.RELEASE: "lets go", k.DISMISS: "dismisses an effect", k.LEAVE: "makes for the exit",
         k.LIFT_LIMIT: "spends focus, so that deed and maneuver may share its turn", k.DRAG: "sets out to drag whom it holds",
         k.SHOVE_ALONG: "sets out to shove whom it holds along", k.MOVE: "takes Move"}


def _action(at, who, entry, extra, _):
    name, more = name_of(at.sc, who), f" with {plural(extra, 'extra point')}" if extra else ""
    if entry == k.DEFEND:
        return f"{name} defends{more}: deeds against it take {plural(1 + extra, 'cut')} until the round ends."
    if entry == k.CATCH_BREATH:
        return f"{name} catches its breath{more}."
    return f"{name} {_of_frame(at, who, entry) or _DOES[entry]}{more}."


def _of_frame(at, who, entry):
    """What the position before the last answer tells more exactly; empty where it does not."""
    frame = at.frame(k.F_ACTION)
    if frame is None or int(frame["a"]) != entry:
        return ""
    if entry == k.THROW and at.before.ask == k.ASK_PLACE:
        return f"throws its {item_name(at.sc, who, int(frame['b']), at.before)}{_flight(at, who, int(frame['b']))}"
    if entry in (k.BREAK, k.INTERACT) and at.before.ask == k.ASK_POINTS:
        feature = int(at.sc.tables[0].feature_at[int(frame["b"])])
        return f"{'breaks' if entry == k.BREAK else 'works'} the {at.feature(feature)}"
    return ""


def _flight(at, who, slot):
    """Where a thrown item flies or has come to lie; empty when it was caught."""
    top = at.st.frames[max(0, int(at.st.depth) - 1)]
    if at.st.ask == k.ASK_CATCH and int(top["kind"]) == k.F_THROW:
        return f" to {board_square(at.sc, int(top['b']))}"
    square = int(at.st["items"][int(at.before.combatants[who]["items"][slot - 1])]["place"])
    return "" if square == k.NONE else f", and it comes to lie on {board_square(at.sc, square)}"


def _over(at, winner, round_no, amount, extra):
    ends = {k.DRAW: "nobody stands: a draw", k.CUT_OFF: "the last round is over: no side has won"}
    text = ends.get(winner) or f"the {k.SIDE_NAMES[winner]} have won"
    if winner < 2:
        roster = at.sc.tables[0].roster[:int(at.sc.tables[0].n_combatants)]
        lost = [int(c["status"]) for c, row in zip(at.st.combatants, roster) if row["side"] != winner]
        text += ", the other side has left the field" if all(status == k.GONE for status in lost) else ""
    return f"The fight ends in round {round_no}: {text}."


# -- deeds and checks ------------------------------------------------------------------------------------------------------
def _deed(at, who, deed, extra, way):
    return f"{name_of(at.sc, who)} attempts {deed_name(at.sc, deed)}{with_what(at.sc, (who, deed, extra, way), at.before, at.st)}."


def _roll(at, who, whom, total, result):
    if at.deed is not None and at.sc.tables[0].deeds[at.deed[1]]["sure"]:
        on = "" if who == whom else f" on {name_of(at.sc, whom)}"
        return f"{deed_name(at.sc, at.deed[1])} takes effect{on} without a check."
    return f"The roll against {name_of(at.sc, whom)} {_RESULTS[result]} ({total})." if who != whom else f"The roll {_RESULTS[result]} ({total})."


def _check(at, who, whom, total, result):
    frame = at.frame(k.F_ACTION)
    aim = {k.PREVAIL: " to prevail", k.DISRUPT: " to disrupt"}.get(int(frame["a"]), "") if frame is not None else ""
    return f"{name_of(at.sc, who)}'s check{aim} {_RESULTS[result]} ({total})."


def _tenacity(at, who, whom, result, total):
    ends = {k.FAIL: "it is injured and falls", k.CONFLICT: "it holds on and loses endurance", k.TRIUMPH: "it holds on"}
    return f"{name_of(at.sc, who)}'s tenacity check {_RESULTS[result]} ({total}): {ends[result]}."


def _spark(at, who, whom, kind, line):
    what = {k.SPARK_EFFECT: "the deed's own spark effect", k.SPARK_DAMAGE: "more damage"}.get(kind) or _raised(at, line)
    return f"{name_of(at.sc, who)} spends a spark on {what}" + (f" for {name_of(at.sc, whom)}." if who != whom else ".")


def _raised(at, line):
    """What a spark on a line of a deed makes stronger."""
    if at.deed is None:
        return "a stronger effect"
    t = at.sc.tables[0]
    row = t.deeds[at.deed[1]].lines[line]
    if row.verb == k.V_FORCE:
        return f"{int(t.rules.spark_force)} more squares of {k.FORCES[int(row.kind)]}"
    if row.verb == k.V_STATE:
        return f"{k.STATE_NAMES[int(row.state)]} + {int(t.rules.spark_potency)}"
    return {k.V_RECOVER: "a stronger recovery", k.V_EFFECT: "a stronger lasting effect"}.get(int(row.verb), "a stronger effect")


def _help(at, who, whom, option, extra):
    what = k.OPTION_NAMES[option].removeprefix("help ")
    return f"{name_of(at.sc, who)} helps {name_of(at.sc, whom)}: an edge on its next {what} check this round."


# -- damage, states, vigor -------------------------------------------------------------------------------------------------
def _damage(at, who, whom, amount, kind):
    if amount == 0:
        return f"{name_of(at.sc, whom)} takes no damage."
    if who == whom:
        return f"{name_of(at.sc, whom)} takes {amount} damage."
    return f"{name_of(at.sc, who)} deals {amount} damage to {name_of(at.sc, whom)}."


def _guard(at, who, whom, rolled, left):
    return f"{name_of(at.sc, who)} guards: {rolled} less, {left} left."


def _counter(at, who, whom, amount, slot):
    return f"{name_of(at.sc, who)} counters {name_of(at.sc, whom)} with its {item_name(at.sc, who, slot, at.before, at.st)} for {amount}."


def _state(at, who, state, change, now):
    name = k.STATE_NAMES[state]
    if change > 0 and now == 0:
        return f"{name_of(at.sc, who)} would become {name} {change}, but its opposite cancels it."
    if change >= 0:
        return f"{name_of(at.sc, who)} is {name} {now}."
    return f"{name_of(at.sc, who)} is no longer {name}." if now == 0 else f"{name_of(at.sc, who)} is only {name} {now}."


def _state_vigor(at, who, state, amount, extra):
    return f"{name_of(at.sc, who)} {'regains up to' if amount > 0 else 'loses'} {abs(amount)} vigor ({k.STATE_NAMES[state]})."


def _recover(at, who, whom, spent, vigor):
    return f"{name_of(at.sc, who)} spends {plural(spent, 'recovery', 'recoveries')} and regains up to {vigor} vigor."


def _burn(at, who, state, lost, rolled):
    return f"{name_of(at.sc, who)} burns and loses {lost} vigor{'; the fire goes out' if rolled == 1 else ''}."


def _stagger(at, who, state, points, extra):
    return f"{name_of(at.sc, who)} loses {plural(points, 'action point')} ({k.STATE_NAMES[state]})."


def _gain(at, who, kind, amount, extra):
    name, n = name_of(at.sc, who), abs(amount)
    if kind == k.GAIN_GUARD_DIE:
        return f"{name} has up to {plural(n, 'spent guard die', 'spent guard dice')} back."
    if kind == k.GAIN_VIGOR:
        return f"{name} regains up to {n} vigor." if amount > 0 else f"{name} loses {n} vigor."
    if kind == k.GAIN_MOVEMENT:
        if at.before is not None and int(at.before.turn_of) != who:
            return f"{name} would gain movement, but it is not its turn."
        return f"{name} {'gains' if amount > 0 else 'loses'} {plural(n, 'movement point')}."
    return f"{name} {'gains' if amount > 0 else 'loses up to'} {n} {k.GAINS[kind]}."


def _supply(at, who, slot, die, extra):
    left = f"drops to d{die}" if die else "is used up"
    return f"The supply of {name_of(at.sc, who)}'s {item_name(at.sc, who, slot, at.before, at.st)} {left}."


def _plain(text):
    return lambda at, who, *_: text.format(name_of(at.sc, who))


_SAY = {k.E_ROUND: _round, k.E_TURN: _turn, k.E_ACTION: _action, k.E_DEED: _deed, k.E_ROLL: _roll, k.E_DAMAGE: _damage, k.E_GUARD: _guard,
        k.E_COUNTER: _counter, k.E_STATE: _state, k.E_STATE_VIGOR: _state_vigor, k.E_RECOVER: _recover, k.E_DYING: _plain("{} is dying."),
        k.E_DEFEATED: _plain("{} is defeated."), k.E_DEAD: _plain("{} is dead."), k.E_TENACITY: _tenacity, k.E_SUPPLY: _supply, k.E_SPARK: _spark,
        k.E_RISES: _plain("{} stands again."), k.E_OVER: _over, k.E_LEAVES: _plain("{} leaves the fight."), k.E_CHECK: _check, k.E_HELP: _help,
        k.E_BURN: _burn, k.E_STAGGER: _stagger, k.E_GAIN: _gain, **SAY_MAP}


def event_sentence(scenario, state, event, deed=None, before=None):
    """One sentence for an event (code, who, whom, amount, extra).

    state: the position after it. before: the one in which the answer was given that led to it; what it held or threw then has its name from there.
    deed: (user, row, extra points, way) of the deed declared last. Without them some sentences say less.
    """
    code, *rest = (int(v) for v in event)
    return _SAY[code](At(scenario, state, before, deed), *rest)
