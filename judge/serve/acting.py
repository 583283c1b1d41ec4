"""What a combatant can do now, for a page on which it is chosen by hand: where it can walk, its actions and deeds, and whom they reach.

All of it is found out on clones by the rules themselves; the position is as it was afterwards.
"""

from envs.core import codes as k

from ..table.model import TableError
from ..table.verbs import verbs
from .models import Act, Acts, Reach
from .view import phrase

_WALKS = (k.MOVE, k.WALK, k.END_TURN)  # walking is told as squares, ending the turn is a button of its own
_PEOPLE = (k.ASK_TARGET, k.ASK_SPARK_TARGET)
_ON_THE_WAY = (k.ASK_INSTRUMENT, k.ASK_POINTS, k.ASK_KIND)


def check_slot(table, who):
    """TableError unless there is a combatant of that slot."""
    if who >= len(table.scenario.names):
        raise TableError("there is no such combatant here; take the slot of one")


def acts(table, who):
    """The Acts of a combatant whose turn it is or may be next. TableError when it may not act."""
    position, state = table.position, table.state
    check_slot(table, who)
    if table.pending is not None or state.ask not in (k.ASK_ACTION, k.ASK_COMBATANT):
        raise TableError("a question waits for its answer; answer it first")
    if state.ask == k.ASK_ACTION and int(state.turn_of) != who:
        raise TableError(f"it is {table.scenario.names[int(state.turn_of)]}'s turn; end it first")
    before = position.snapshot()
    try:
        if state.ask == k.ASK_COMBATANT:
            table.check_able(who)
            position.advance(k.A_COMBATANT + who)
        return _acts(table, who)
    finally:
        position.restore(before)


def _acts(table, who):
    position, sc, c = table.position, table.scenario, table.state.combatants[who]
    alive = position.state.ask == k.ASK_ACTION and int(position.state.turn_of) == who
    return Acts(
        who=who,
        name=sc.names[who],
        phrase=phrase(sc.keys[who], sc.names[who]),
        points=int(c["points"]),
        move_points=int(c["move_points"]),
        reach=_reach(position) if alive else [],
        acts=[_act(position, verb) for verb in verbs(position) if _is_told(verb)] if alive else [],
    )


def _is_told(verb):
    return verb.choices[0] - k.A_MENU not in _WALKS


def _square(position, choice):
    side = int(position.tables.side)
    return (choice - k.A_SQUARE) % side, (choice - k.A_SQUARE) // side


def _squares(position, clone):
    return [_square(position, choice) for choice in clone.legal() if choice >= k.A_SQUARE]


def _reach(position):
    """Squares to walk to, each with the fewest extra points of Move that it takes."""
    found = {}
    walk = [k.A_MENU + k.WALK]
    for extra, way in [(None, walk), *((n, [k.A_MENU + k.MOVE, k.A_AMOUNT + n, *walk]) for n in range(k.AMOUNT_SIZE))]:
        clone = _after(position, way)
        if clone is not None and clone.ask == k.ASK_WALK:
            for square in _squares(position, clone):
                found.setdefault(square, extra)
    return [Reach(square=square, extra=extra) for square, extra in found.items()]


def _after(position, choices):
    """A clone after some choices; None when one of them is not legal."""
    clone = position.clone()
    for choice in choices:
        if clone.over or not clone.mask[choice]:
            return None
        clone.step(choice)
    return clone


def _act(position, verb):
    sc = position.scenario
    deed = verb.deed != k.NONE
    name = sc.deed_names[verb.deed] if deed else verb.names[0].capitalize()
    kind = "action" if not deed else "maneuver" if verb.choices[0] == k.A_MENU + k.MANEUVER else "deed"
    line = phrase(sc.deed_keys[verb.deed].replace("_", " "), name) if deed else verb.names[0]
    found = _Found()
    if verb.why == k.OK:
        _look(position, list(verb.choices), found)
    return Act(
        name=name,
        line=line,
        kind=kind,
        why="" if verb.why == k.OK else k.WHY_TEXTS[verb.why],
        targets=sorted(found.targets),
        squares=sorted(found.squares),
        alone=found.alone,
        extra=found.extra,
    )


class _Found:
    def __init__(self):
        self.targets, self.squares, self.alone, self.extra = set(), set(), False, 0


def _look(position, choices, found):
    """Go through the questions of an action up to the first that a person answers: whom or where."""
    clone = _after(position, choices)
    if clone is None:
        return
    legal = clone.legal()
    if clone.ask in _ON_THE_WAY:
        if clone.ask == k.ASK_POINTS:
            found.extra = max(found.extra, legal[-1] - k.A_AMOUNT)
            legal = legal[:1]
        for choice in legal:
            _look(position, [*choices, choice], found)
        return
    people = [choice - k.A_COMBATANT for choice in legal if choice < k.A_MENU]
    squares = _squares(position, clone)
    found.alone = found.alone or clone.ask == k.ASK_ACTION or not (people or squares) or k.A_OPTION + k.PASS in legal
    if clone.ask in _PEOPLE:
        found.targets.update(people)
    if clone.ask not in (k.ASK_ACTION, k.ASK_COMBATANT):
        found.squares.update(squares)
