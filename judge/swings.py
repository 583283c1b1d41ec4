"""Which early events tell fights that the party won from those that it lost: a plain difference of win shares over the played fights."""

import numpy as np

from agents.series import AMOUNT, CODE, EXTRA, FIGHT, ROUND, S_VIGOR, WHO, WHOM
from envs.core import codes as k

from .counting import DIGITS, chance_of, strength
from .forecast_model import Swing
from .naming import feature_name

EARLY = 2  # rounds that count as early
LEAST = 10  # fights with it, and without it, for a comparison
LEAST_SHARE = 0.1  # of all fights, the same
BEYOND = 3.0  # standard errors; some dozens of events are compared, and chance alone shows one of them in a dozen forecasts
MOST, MOST_OF_A_KIND = 5, 2
DOWN = (k.E_DYING, k.E_DEFEATED, k.E_DEAD)
_TURNED = {(k.DOOR_FEATURE, k.OFF): "is opened", (k.DOOR_FEATURE, k.ON): "is closed", (k.DOOR_FEATURE, k.LOCKED): "is locked",
           (k.LAMP, k.OFF): "is put out", (k.LAMP, k.ON): "is lit"}


def find_swings(scenario, chronicle):
    """([Swing], number of events compared) of played fights: what differs most, first."""
    n = len(chronicle.states)
    wins = np.asarray(chronicle.states["winner"]) == k.COMPANIONS
    least = max(LEAST, int(np.ceil(LEAST_SHARE * n)))
    found, seen = [], 0
    for kind, what, hits in candidates(scenario, chronicle):
        if min(int(hits.sum()), int((~hits).sum())) < least:
            continue
        seen += 1
        if strength(hits, wins) >= BEYOND:
            found.append(_swing(kind, what, hits, wins))
    found.sort(key=lambda s: (-abs(s.difference), s.what))
    kept = []
    for swing in found:
        if sum(s.kind == swing.kind for s in kept) < MOST_OF_A_KIND:
            kept.append(swing)
    return kept[:MOST], seen


def _swing(kind, what, hits, wins):
    so = chance_of(int(wins[hits].sum()), int(hits.sum()))
    other = chance_of(int(wins[~hits].sum()), int((~hits).sum()))
    return Swing(what=what, kind=kind, when_so=so, otherwise=other, difference=round(so.count / so.of - other.count / other.of, DIGITS))


def candidates(scenario, chronicle):
    """Yield (kind, clause, bool (n,) fights in which it happened) for every event of the kinds that are looked at."""
    last = int(scenario.initial[0].round_no) + EARLY - int(scenario.initial[0].round_no > 0)
    early = chronicle.events[chronicle.events[:, ROUND] <= last]
    by = f"by the end of round {last}"
    yield from _first_down(scenario, chronicle)
    yield from _first_side(scenario, chronicle)
    yield from _features(scenario, early, len(chronicle.states), by)
    yield from _states(scenario, early, len(chronicle.states), by)
    yield from _wounded(scenario, chronicle, early, by)
    yield from _holds(scenario, early, len(chronicle.states), by)


def _fights(n, events):
    """bool (n,): the fights that the events are of."""
    hits = np.zeros(n, bool)
    hits[events[:, FIGHT]] = True
    return hits


def _first_down(scenario, chronicle):
    """Who is the first to go down; not one with whom the fight ends, for that would be the result itself."""
    t, n = scenario.tables[0], len(chronicle.states)
    down = chronicle.events[np.isin(chronicle.events[:, CODE], DOWN)]
    fights, first = np.unique(down[:, FIGHT], return_index=True)
    who = np.full(n, k.NONE)
    who[fights] = down[first, WHO]
    sides = [int(t.roster[i].side) for i in range(int(t.n_combatants))]
    for i, side in enumerate(sides):
        if sides.count(side) > 1 and i != int(t.objective_who):
            yield "first down", f"{scenario.names[i]} is the first of all to go down", who == i


def _first_side(scenario, chronicle):
    rounds = chronicle.events[(chronicle.events[:, CODE] == k.E_ROUND) & (chronicle.events[:, WHO] == 1)]
    if len(rounds):
        yield "first side", "the party acts first in round 1", _fights(len(chronicle.states), rounds[rounds[:, WHOM] == k.COMPANIONS])


def _features(scenario, early, n, by):
    """A door, a lever, a lamp, an object that comes into another state."""
    t, events = scenario.tables[0], early[early[:, CODE] == k.E_FEATURE]
    for number, state in sorted({(int(e[WHO]), int(e[AMOUNT])) for e in events}):
        done = "is broken" if state == k.BROKEN else _TURNED.get((int(t.features[number].kind), state), "is worked")
        mine = events[(events[:, WHO] == number) & (events[:, AMOUNT] == state)]
        yield "feature", f"the {feature_name(scenario, number)} {done} {by}", _fights(n, mine)


def _states(scenario, early, n, by):
    """A state that lands on somebody: E_STATE carries who, state, change, potency now."""
    events = early[(early[:, CODE] == k.E_STATE) & (early[:, AMOUNT] > 0) & (early[:, EXTRA] > 0)]
    for who, state in sorted({(int(e[WHO]), int(e[WHOM])) for e in events}):
        mine = events[(events[:, WHO] == who) & (events[:, WHOM] == state)]
        yield "state", f"{scenario.names[who]} becomes {k.STATE_NAMES[state]} {by}", _fights(n, mine)


def _wounded(scenario, chronicle, early, by):
    """Who is at half its vigor or less when a turn or a round of the early ones begins."""
    t, n = scenario.tables[0], len(chronicle.states)
    marks = {(int(e[FIGHT]), int(e[1])) for e in early[np.isin(early[:, CODE], (k.E_TURN, k.E_ROUND))]}
    marks = sorted(mark for mark in marks if mark in chronicle.scenes)
    fights = np.array([fight for fight, _ in marks], int)
    vigor = chronicle.places[[chronicle.scenes[mark] for mark in marks], :, S_VIGOR] if marks else np.zeros((0, k.MAX_COMBATANTS))
    for i in range(int(t.n_combatants)):
        full = int(t.roster[i].max_vigor)
        if 2 * int(scenario.initial[0].combatants[i].vigor) <= full:
            continue
        hits = np.zeros(n, bool)
        hits[fights[2 * vigor[:, i] <= full]] = True
        yield "wounded", f"{scenario.names[i]} is at half its vigor or less {by}", hits


def _holds(scenario, early, n, by):
    """Who is grabbed by whom, and who falls into a pit."""
    for code, kind in ((k.E_GRAB, "grab"), (k.E_FALL, "fall")):
        events = early[early[:, CODE] == code]
        for who, whom in sorted({(int(e[WHO]), int(e[WHOM])) for e in events}):
            what = f"{scenario.names[who]} grabs {scenario.names[whom]}" if kind == "grab" else f"{scenario.names[who]} falls into a pit"
            yield kind, f"{what} {by}", _fights(n, events[(events[:, WHO] == who) & (events[:, WHOM] == whom)])
