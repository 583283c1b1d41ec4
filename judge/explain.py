"""Plain words for what happened (events) and for why a roll has the edges and cuts that it has."""

from envs.core import codes as k
from envs.notation import square_text

_RESULTS = {k.FAIL: "fails", k.CONFLICT: "is a conflict", k.TRIUMPH: "is a triumph"}


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
    if slot != k.BARE_HAND:
        row = int(state.combatants[who]["items"][slot - 1])
        if row < k.MAX_ITEMS:
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


# -- events --------------------------------------------------------------------------------------------------------------
def _round(sc, st, who, whom, amount, extra):
    return f"Round {who}: the {k.SIDE_NAMES[whom]} act first."


def _turn(sc, st, who, whom, amount, extra):
    return f"{name_of(sc, who)} takes its turn."


def _action(sc, st, who, entry, extra, _):
    more = f" with {plural(extra, 'extra point')}" if extra else ""
    if entry == k.DEFEND:
        return f"{name_of(sc, who)} defends{more}: deeds against it take {plural(1 + extra, 'cut')} until the round ends."
    if entry == k.CATCH_BREATH:
        return f"{name_of(sc, who)} catches its breath{more}."
    if entry == k.MOVE:
        return f"{name_of(sc, who)} takes Move{more}."
    return f"{name_of(sc, who)} takes {k.MENU_NAMES[entry]}{more}."


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
    if row.verb == k.V_STATE:
        return f"{k.STATE_NAMES[int(row.state)]} + {int(sc.tables[0].rules.spark_potency)}"
    return "one more recovery" if row.verb == k.V_RECOVER else "a stronger effect"


def _spark(sc, st, who, whom, kind, line, deed=None):
    what = {k.SPARK_EFFECT: "the deed's own spark effect", k.SPARK_DAMAGE: "more damage"}.get(kind) or _raised(sc, deed, line)
    return f"{name_of(sc, who)} spends a spark on {what}" + (f" for {name_of(sc, whom)}." if who != whom else ".")


def _over(sc, st, winner, round_no, amount, extra):
    ends = {k.DRAW: "nobody stands: a draw", k.CUT_OFF: "the last round is over: no side has won"}
    text = ends.get(winner) or f"the {k.SIDE_NAMES[winner]} have won"
    return f"The fight ends in round {round_no}: {text}."


def _plain(text):
    return lambda sc, st, who, *_: text.format(name_of(sc, who))


_SAY = {k.E_ROUND: _round, k.E_TURN: _turn, k.E_ACTION: _action, k.E_WALK: _walk, k.E_DEED: _deed, k.E_ROLL: _roll, k.E_DAMAGE: _damage,
        k.E_GUARD: _guard, k.E_COUNTER: _counter, k.E_STATE: _state, k.E_STATE_VIGOR: _state_vigor, k.E_RECOVER: _recover,
        k.E_DYING: _plain("{} is dying."), k.E_DEFEATED: _plain("{} is defeated."), k.E_DEAD: _plain("{} is dead."), k.E_TENACITY: _tenacity,
        k.E_SUPPLY: _supply, k.E_SPARK: _spark, k.E_RISES: _plain("{} stands again."), k.E_OVER: _over, k.E_LEAVES: _plain("{} leaves the fight.")}


def event_sentence(scenario, state, event, deed=None):
    """One sentence for an event (code, who, whom, amount, extra).

    `state` is the position after it; `deed` the row of the deed in progress, where it is known.
    """
    code, *rest = (int(v) for v in event)
    return _spark(scenario, state, *rest, deed) if code == k.E_SPARK else _SAY[code](scenario, state, *rest)


# -- reasons -------------------------------------------------------------------------------------------------------------
def net_text(net):
    """`no edge`, `2 edges`, `1 cut`."""
    return "no edge or cut" if net == 0 else plural(abs(net), "edge" if net > 0 else "cut")


def edge_reasons(scenario, state, user, deed, extra, target):
    """[(number of edges, or minus the number of cuts, why)] of a deed's roll against one target; they add up to its net edges."""
    from envs.core.check import is_willing
    from envs.core.sight import look
    tables, out = scenario.tables[0], []
    if extra:
        out.append((extra, f"{plural(extra, 'extra point')} (T3.2)"))
    if not is_willing(tables, user, deed, target):
        defend = int(state.combatants[target]["defend"])
        if defend:
            out.append((-defend, f"{name_of(scenario, target)} defends (T3.3)"))
        if user != target and look(tables, state, user, target) == k.COVER:
            out.append((-1, f"{name_of(scenario, target)} has cover (T10.4)"))
    return out

