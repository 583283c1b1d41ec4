"""The turns of played fights, cut out of their Chronicle: who, when, what it did, where all stood at its beginning and its end."""

from dataclasses import dataclass, field

import numpy as np

from agents.series import AMOUNT, CODE, EXTRA, FIGHT, ROUND, STEP, WHO, WHOM
from envs.core import codes as k

ENDS = (k.E_TURN, k.E_ROUND, k.E_OVER)
OF_TURN = (k.E_ACTION, k.E_WALK, k.E_DEED, k.E_ROLL, k.E_DAMAGE, k.E_SPARK, k.E_LEAVES, k.E_DEAD, k.E_DEFEATED)


@dataclass
class Use:
    """One deed that was attempted: its row of the tables, extra points, rolls [(target, result)], damage dealt to others."""

    deed: int
    extra: int
    rolls: list = field(default_factory=list)
    damage: int = 0
    sparks: list = field(default_factory=list)  # k.SPARK_EFFECT, k.SPARK_DAMAGE, or another code for a line made stronger


@dataclass
class Turn:
    """One combatant's turn. place: 0 for the first that its side took in the round. did: what it did, in order: names of actions, `deed`, `maneuver`,
    the same twice in a row written once. before, after: int16 (16, 4), see `Chronicle.places`; after is None where the fight ended in it."""

    fight: int
    who: int
    round_no: int
    place: int
    before: np.ndarray
    after: np.ndarray | None
    did: list = field(default_factory=list)
    uses: list = field(default_factory=list)
    left: bool = False


def turns_of(scenario, chronicle, slots):
    """[Turn] of the combatants in `slots`, in order within each fight."""
    t, events = scenario.tables[0], chronicle.events
    marks = np.flatnonzero(np.isin(events[:, CODE], ENDS))
    found, taken = [], {}
    for mark, end in zip(marks, [*marks[1:], len(events)]):
        event = events[mark]
        if event[CODE] != k.E_TURN:
            continue
        who, fight, round_no = int(event[WHO]), int(event[FIGHT]), int(event[ROUND])
        key = fight, round_no, int(t.roster[who].side)
        taken[key] = taken.get(key, -1) + 1
        if who in slots:
            close = events[end] if end < len(events) and events[end][FIGHT] == fight and events[end][CODE] != k.E_OVER else None
            after = None if close is None else chronicle.places[chronicle.scenes[fight, int(close[STEP])]]
            turn = Turn(fight, who, round_no, taken[key], chronicle.places[chronicle.scenes[fight, int(event[STEP])]], after)
            _fill(scenario, turn, events[mark + 1:end])
            found.append(turn)
    return found


def _fill(scenario, turn, events):
    """What the combatant did in its turn; what others did in it (reactions) is left out."""
    for event in events[np.isin(events[:, CODE], OF_TURN) & (events[:, WHO] == turn.who)].tolist():
        code, whom, amount, extra = event[CODE], event[WHOM], event[AMOUNT], event[EXTRA]
        if code == k.E_ACTION:
            _did(turn, action_name(scenario, turn.who, whom))
        elif code == k.E_WALK:
            _did(turn, k.MENU_NAMES[k.MOVE])
        elif code == k.E_DEED:
            _did(turn, "maneuver" if int(scenario.tables[0].deeds[whom].kind) == k.MANEUVER_DEED else "deed")
            turn.uses.append(Use(whom, amount))
        elif code == k.E_LEAVES:
            turn.left = True
        elif turn.uses and code == k.E_ROLL and whom != k.NONE:
            turn.uses[-1].rolls.append((whom, extra))
        elif turn.uses and code == k.E_DAMAGE and whom != turn.who:
            turn.uses[-1].damage += amount
        elif turn.uses and code == k.E_SPARK:
            turn.uses[-1].sparks.append(amount)


def _did(turn, name):
    if not turn.did or turn.did[-1] != name:
        turn.did.append(name)


def action_name(scenario, who, entry):
    """Name of a menu entry; an action that a stat block adds has its own."""
    own = entry - k.OWN_ACTION
    names = scenario.action_names[who]
    return names[own] if 0 <= own < len(names) else k.MENU_NAMES[entry]


def gap(t, places, i, j):
    """Squares from combatant i to j in a scene, 1 next to each other."""
    a, b = places[i], places[j]
    wide, other = int(t.roster[i].bulk), int(t.roster[j].bulk)
    return max(0, *(max(int(b[n]) - int(a[n]) - wide + 1, int(a[n]) - int(b[n]) - other + 1) for n in (0, 1)))


def standing(t, places, side):
    """Slots of a side that stand in a scene, the dying among them."""
    return [i for i in range(int(t.n_combatants)) if int(t.roster[i].side) == side and int(places[i][3]) == k.STANDING]
