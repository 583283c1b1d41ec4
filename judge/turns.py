"""The turns of played fights, cut out of their Chronicle: who, when, what it did, where all stood at its beginning and its end."""

from dataclasses import dataclass, field

import numpy as np

from agents.series import AMOUNT, CODE, EXTRA, FIGHT, ROUND, S_STATUS, STEP, WHO, WHOM
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
    the same twice in a row written once. before, after: 16 lists [x, y, vigor, status], see `Chronicle.places`; after is None where the fight ended
    in it."""

    fight: int
    who: int
    round_no: int
    place: int
    before: list
    after: list | None
    did: list = field(default_factory=list)
    uses: list = field(default_factory=list)
    left: bool = False


def turns_of(scenario, chronicle, slots):
    """[Turn] of the combatants in `slots`, in order within each fight."""
    sides, events = Sheet(scenario).sides, chronicle.events
    marks = np.flatnonzero(np.isin(events[:, CODE], ENDS))
    found, taken = [], {}
    for mark, end in zip(marks, [*marks[1:], len(events)]):
        event = events[mark]
        if event[CODE] != k.E_TURN:
            continue
        who, fight, round_no = int(event[WHO]), int(event[FIGHT]), int(event[ROUND])
        key = fight, round_no, sides[who]
        taken[key] = taken.get(key, -1) + 1
        if who in slots:
            close = events[end] if end < len(events) and events[end][FIGHT] == fight and events[end][CODE] != k.E_OVER else None
            after = None if close is None else chronicle.places[chronicle.scenes[fight, int(close[STEP])]].tolist()
            before = chronicle.places[chronicle.scenes[fight, int(event[STEP])]].tolist()
            turn = Turn(fight, who, round_no, taken[key], before, after)
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


class Sheet:
    """Sides, sizes and full vigor of the combatants as plain lists: fields of a record are slow to read a hundred thousand times."""

    def __init__(self, scenario):
        roster, n = scenario.tables[0].roster, int(scenario.tables[0].n_combatants)
        self.sides, self.bulks, self.vigor = ([int(v) for v in roster[name][:n]] for name in ("side", "bulk", "max_vigor"))

    def standing(self, places, side):
        """Slots of a side that stand in a scene, the dying among them."""
        return [i for i, own in enumerate(self.sides) if own == side and places[i][S_STATUS] == k.STANDING]

    def gap(self, places, i, j):
        """Squares from combatant i to j in a scene, 1 next to each other."""
        (ax, ay, *_), (bx, by, *_) = places[i], places[j]
        wide, other = self.bulks[i], self.bulks[j]
        return max(0, bx - ax - wide + 1, ax - bx - other + 1, by - ay - wide + 1, ay - by - other + 1)
