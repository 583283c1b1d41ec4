"""Plain words for what happened: one sentence for each kind of event."""

from envs.core import codes as k
from envs.notation import square_text

from .naming import board_square, deed_name, item_name, name_of, plural, with_what

_RESULTS = {k.FAIL: "fails", k.CONFLICT: "is a conflict", k.TRIUMPH: "is a triumph"}


# -- events --------------------------------------------------------------------------------------------------------------
def _round(sc, st, who, whom, amount, extra):
    return f"Round {who}: the {k.SIDE_NAMES[whom]} act first."


def _turn(sc, st, who, whom, amount, extra):
    return f"{name_of(sc, who)} takes its turn."


_DOES = {k.AIM: "aims", k.BREAK: "breaks something", k.INTERACT: "works something", k.JUMP: "jumps", k.PREVAIL: "prevails", k.DISRUPT: "disrupts",
         k.STAND: "stands up", k.THROW: "throws", k.HELP: "helps", k.DOOR: "works a door", k.MOVE: "takes Move"}


def _action(sc, st, who, entry, extra, _):
    more = f" with {plural(extra, 'extra point')}" if extra else ""
    if entry == k.DEFEND:
        return f"{name_of(sc, who)} defends{more}: deeds against it take {plural(1 + extra, 'cut')} until the round ends."
    if entry == k.CATCH_BREATH:
        return f"{name_of(sc, who)} catches its breath{more}."
    if entry in _DOES:
        return f"{name_of(sc, who)} {_DOES[entry]}{more}."
    if entry >= k.OWN_ACTION or entry in (k.CONCOCTION, k.LEAVE):
        return ""  # what it does is told by what follows
    return f"{name_of(sc, who)} takes {k.MENU_NAMES[entry].capitalize()}{more}."


def _walk(sc, st, who, start, end, cost):
    return f"{name_of(sc, who)} moves from {board_square(sc, start)} to {board_square(sc, end)} ({plural(cost, 'movement point')})."


def _deed(sc, st, who, deed, extra, slot):
    return f"{name_of(sc, who)} attempts {deed_name(sc, deed)}{with_what(sc, st, who, deed, extra, slot)}."


def _roll(sc, st, who, whom, total, result):
    return f"The roll against {name_of(sc, whom)} {_RESULTS[result]} ({total})." if who != whom else f"The roll {_RESULTS[result]} ({total})."


def _damage(sc, st, who, whom, amount, kind):
    if amount == 0:
        return f"{name_of(sc, whom)} takes no damage."
    if who == whom:
        return f"{name_of(sc, whom)} takes {amount} damage."
    return f"{name_of(sc, who)} deals {amount} damage to {name_of(sc, whom)}."


def _guard(sc, st, who, whom, rolled, left):
    return f"{name_of(sc, who)} guards: {rolled} less, {left} left."


def _counter(sc, st, who, whom, amount, slot):
    return f"{name_of(sc, who)} counters {name_of(sc, whom)} with its {item_name(sc, st, who, slot)} for {amount}."


def _state(sc, st, who, state, change, now):
    name = k.STATE_NAMES[state]
    if change == 0:
        return f"{name_of(sc, who)} is free of {name}."
    if change > 0:
        if now == 0:
            return f"{name_of(sc, who)} would become {name} {change}, but its opposite cancels it."
        return f"{name_of(sc, who)} is {name} {now}."
    return f"{name_of(sc, who)} is no longer {name}." if now == 0 else f"{name_of(sc, who)} is only {name} {now}."


def _state_vigor(sc, st, who, state, amount, extra):
    return f"{name_of(sc, who)} {'regains' if amount > 0 else 'loses'} {abs(amount)} vigor ({k.STATE_NAMES[state]})."


def _recover(sc, st, who, whom, spent, vigor):
    return f"{name_of(sc, who)} spends {plural(spent, 'recovery', 'recoveries')} and regains up to {vigor} vigor."


def _tenacity(sc, st, who, whom, result, total):
    ends = {k.FAIL: "it is injured and falls", k.CONFLICT: "it holds on and loses endurance", k.TRIUMPH: "it holds on"}
    return f"{name_of(sc, who)}'s tenacity check {_RESULTS[result]} ({total}): {ends[result]}."


def _supply(sc, st, who, slot, die, extra):
    left = f"drops to d{die}" if die else "is used up"
    return f"The supply of {name_of(sc, who)}'s {item_name(sc, st, who, slot)} {left}."


def _raised(sc, deed, line):
    """What a spark on a line of a deed makes stronger."""
    if deed is None:
        return f"a stronger effect (line {line + 1})"
    row = sc.tables[0].deeds[deed].lines[line]
    if row.verb == k.V_FORCE:
        return f"{int(sc.tables[0].rules.spark_force)} more squares of {k.FORCES[int(row.kind)]}"
    if row.verb == k.V_STATE:
        return f"{k.STATE_NAMES[int(row.state)]} + {int(sc.tables[0].rules.spark_potency)}"
    return "one more recovery" if row.verb == k.V_RECOVER else "a stronger effect"


def _spark(sc, st, who, whom, kind, line, deed=None):
    what = {k.SPARK_EFFECT: "the deed's own spark effect", k.SPARK_DAMAGE: "more damage"}.get(kind) or _raised(sc, deed, line)
    return f"{name_of(sc, who)} spends a spark on {what}" + (f" for {name_of(sc, whom)}." if who != whom else ".")


def _over(sc, st, winner, round_no, amount, extra):
    ends = {k.DRAW: "nobody stands: a draw", k.CUT_OFF: "the last round is over: no side has won"}
    text = ends.get(winner) or f"the {k.SIDE_NAMES[winner]} have won"
    if winner < 2:
        lost = [int(c["status"]) for c, row in zip(st.combatants, sc.tables[0].roster[:int(sc.tables[0].n_combatants)]) if row["side"] != winner]
        text += ", the other side has left the field" if all(status == k.GONE for status in lost) else ""
    return f"The fight ends in round {round_no}: {text}."


def _forced(sc, st, who, start, end, kind):
    if kind == k.SHOVE and st.combatants[who]["status"] <= k.DEFEATED and start == end:
        return ""
    verb = {k.PUSH: "pushed", k.PULL: "pulled", k.SWEEP: "swept", k.SHOVE: "moved", k.DRAG_ALONG: "dragged"}.get(kind, "moved")
    return f"{name_of(sc, who)} is {verb} from {board_square(sc, start)} to {board_square(sc, end)}."


def _fall(sc, st, who, whom, lost, extra):
    return f"{name_of(sc, who)} falls into a pit and loses {lost} vigor."


def _hazard(sc, st, who, source, amount, state):
    lost = f" and loses {amount} vigor" if amount else ""
    return f"{name_of(sc, who)} is caught by a hazard{lost}."


def _grab(sc, st, who, whom, amount, extra):
    return f"{name_of(sc, who)} grabs {name_of(sc, whom)}."


def _grab_ends(sc, st, who, whom, amount, extra):
    return f"{name_of(sc, who)} no longer holds {name_of(sc, whom)}."


def _check(sc, st, who, whom, total, result):
    return f"{name_of(sc, who)}'s check {_RESULTS[result]} ({total})."


def _feature(sc, st, n, kind, state, extra):
    f = sc.tables[0].features[n]
    words = {k.DOOR_FEATURE: ["open", "closed", "locked", "broken"], k.OBJECT: ["out of the way", "whole", "whole", "broken"]}
    now = words.get(kind, ["off", "on", "on", "broken"])[state]
    return f"The {k.FEATURE_KINDS[kind]} at {square_text(f.x, f.y)} is {now}."


def _item(sc, st, who, slot, held, gear):
    return f"{name_of(sc, who)} {'takes' if held else 'stows'} its {sc.gear_names[gear]}{' in hand' if held else ''}."


def _catch(sc, st, who, thrower, gear, extra):
    return f"{name_of(sc, who)} catches the {sc.gear_names[gear]}."


def _effect(sc, st, who, n, kind, potency):
    return f"{name_of(sc, who)} makes a lasting effect: {k.EFFECT_NAMES[kind]} {potency}."


def _effect_ends(sc, st, who, n, kind, extra):
    return f"The {k.EFFECT_NAMES[kind]} of {name_of(sc, who)} ends."


def _jump(sc, st, who, start, end, extra):
    return f"{name_of(sc, who)} jumps from {board_square(sc, start)} to {board_square(sc, end)}."


def _teleport(sc, st, who, start, end, extra):
    return f"{name_of(sc, who)} teleports from {board_square(sc, start)} to {board_square(sc, end)}."


def _help(sc, st, who, whom, option, extra):
    return f"{name_of(sc, who)} helps {name_of(sc, whom)}: an edge on its next {k.OPTION_NAMES[option].removeprefix('help ')} check this round."


def _burn(sc, st, who, state, lost, rolled):
    return f"{name_of(sc, who)} burns and loses {lost} vigor{'; the fire goes out' if rolled == 1 else ''}."


def _stagger(sc, st, who, state, points, extra):
    return f"{name_of(sc, who)} loses {plural(points, 'point')} ({k.STATE_NAMES[state]})."


def _gain(sc, st, who, kind, amount, extra):
    many = {"guard die": "guard dice"}.get(k.GAINS[kind], k.GAINS[kind]) if abs(amount) != 1 else k.GAINS[kind]
    return f"{name_of(sc, who)} {'gains' if amount > 0 else 'loses'} {abs(amount)} {many}."


def _area(sc, st, who, deed, place, squares):
    if place == k.NONE:
        return ""
    return f"{name_of(sc, who)} lays {deed_name(sc, deed)} around {board_square(sc, place)}."


def _plain(text):
    return lambda sc, st, who, *_: text.format(name_of(sc, who))


_SAY = {k.E_ROUND: _round, k.E_TURN: _turn, k.E_ACTION: _action, k.E_WALK: _walk, k.E_DEED: _deed, k.E_ROLL: _roll, k.E_DAMAGE: _damage,
        k.E_GUARD: _guard, k.E_COUNTER: _counter, k.E_STATE: _state, k.E_STATE_VIGOR: _state_vigor, k.E_RECOVER: _recover,
        k.E_DYING: _plain("{} is dying."), k.E_DEFEATED: _plain("{} is defeated."), k.E_DEAD: _plain("{} is dead."), k.E_TENACITY: _tenacity,
        k.E_SUPPLY: _supply, k.E_SPARK: _spark, k.E_RISES: _plain("{} stands again."), k.E_OVER: _over, k.E_LEAVES: _plain("{} leaves the fight."),
        k.E_FORCED: _forced, k.E_FALL: _fall, k.E_HAZARD: _hazard, k.E_GRAB: _grab, k.E_GRAB_ENDS: _grab_ends, k.E_CHECK: _check, k.E_FEATURE: _feature,
        k.E_ITEM: _item, k.E_CATCH: _catch, k.E_EFFECT: _effect, k.E_EFFECT_ENDS: _effect_ends, k.E_JUMP: _jump, k.E_TELEPORT: _teleport,
        k.E_HELP: _help, k.E_BURN: _burn, k.E_STAGGER: _stagger, k.E_GAIN: _gain, k.E_AREA: _area}


def event_sentence(scenario, state, event, deed=None):
    """One sentence for an event (code, who, whom, amount, extra); empty for one that another event tells.

    `state` is the position after it; `deed` the row of the deed in progress, where it is known.
    """
    code, *rest = (int(v) for v in event)
    return _spark(scenario, state, *rest, deed) if code == k.E_SPARK else _SAY[code](scenario, state, *rest)
