"""What a fight will probably be like, from many played ones: `forecast(scenario)` in Python, `foemind forecast` at the terminal."""

import numpy as np

from agents.series import CODE, FIGHT, MIX, WHO, Series, fight_seeds
from envs.core import codes as k
from envs.objective import objective_text

from .counting import chance, paired, spread
from .forecast_model import ByPlayers, Change, Fate, Forecast, Resource
from .roster_change import ChangeError, creature_id, kinds, one_fewer, one_more
from .swings import DOWN, find_swings

__all__ = ["GAMES", "ForecastError", "forecast"]

GAMES = 200
LEAST, MOST = 20, 10_000
CHANGE_PART = 3  # each change is played in one of so many of the fights, and in LEAST at least
RESOURCES = ("vigor", "focus", "endurance", "recoveries", "injuries")


class ForecastError(ValueError):
    """A forecast that cannot be made; one sentence that says why and what to do."""


def forecast(scenario, games=GAMES, companions=MIX, enemies=MIX, seed=0, changes=True):
    """The Forecast of the fight that a scenario describes, from where it stands.

    games: fights to play, LEAST to MOST. companions, enemies: who plays them, `mix`, `role`, `greedy`, or any name for `make_agent`; `mix` is `role`
    in half of the fights and `greedy` in the other half. changes: also play it with one monster of each kind more and fewer. ForecastError for what
    cannot be played, AgentError for an agent that cannot be had.
    """
    if not LEAST <= games <= MOST:
        raise ForecastError(f"--games {games} is not possible; give {LEAST} to {MOST}")
    check_open(scenario)
    seeds = fight_seeds(games, seed)
    series = Series(scenario, seeds, companions, enemies).play()
    told = series.chronicle()
    winner = np.asarray(told.states["winner"])
    swings, seen = find_swings(scenario, told)
    few = max(LEAST, games // CHANGE_PART)
    return Forecast(
        encounter=scenario.name, title=scenario.title, objective=objective_text(scenario), games=games, games_of_changes=few if changes else 0,
        seed=seed, companions=companions, enemies=enemies, party_wins=chance(winner == k.COMPANIONS), enemies_win=chance(winner == k.ENEMIES),
        draw=chance(winner == k.DRAW), cut_off=chance(winner == k.CUT_OFF),
        by_players=_by_players(series, winner == k.COMPANIONS), rounds=_rounds(scenario, told), fates=_fates(scenario, told),
        resources=_resources(scenario, told, winner == k.COMPANIONS), swings=swings, candidates=seen,
        changes=_changes(scenario, seeds[:few], winner[:few] == k.COMPANIONS, companions, enemies) if changes else [])


def check_open(scenario):
    """ForecastError when a fight is over before it begins."""
    t, s = scenario.tables[0], scenario.initial[0]
    for side in (k.COMPANIONS, k.ENEMIES):
        if not any(int(t.roster[i].side) == side and int(s.combatants[i].status) == k.STANDING for i in range(int(t.n_combatants))):
            raise ForecastError(f"none of the {k.SIDE_NAMES[side]} stands in {scenario.title!r}: the fight is over; let one of them stand")


def _by_players(series, won):
    """[ByPlayers] of each pair of bots that met."""
    pairs = list(zip(*(seat.names for seat in series.seats)))
    return [ByPlayers(companions=pair[0], enemies=pair[1], party_wins=chance(won[[other == pair for other in pairs]]))
            for pair in dict.fromkeys(pairs)]


def _rounds(scenario, told):
    """Rounds still to come; one that is under way counts."""
    before = max(0, int(scenario.initial[0].round_no) - 1)
    return spread(np.asarray(told.states["round_no"]) - before)


def _fates(scenario, told):
    t, bodies = scenario.tables[0], told.states["combatants"]
    down = told.events[np.isin(told.events[:, CODE], DOWN)]
    fates = []
    for i in range(int(t.n_combatants)):
        status, vigor = np.asarray(bodies["status"][:, i]), np.asarray(bodies["vigor"][:, i])
        low = (status == k.DEFEATED) | (status == k.DEAD) | ((status == k.STANDING) & (vigor <= 0))
        dropped = low.copy()
        dropped[down[down[:, WHO] == i, FIGHT]] = True
        fates.append(Fate(key=scenario.keys[i], name=scenario.names[i], side=k.SIDE_NAMES[int(t.roster[i].side)], drops=chance(dropped),
                          down_at_end=chance(low), dead=chance(status == k.DEAD), left=chance(status == k.GONE)))
    return fates


def _resources(scenario, told, won):
    """What the party has left after the fights that it won. One that left the fight takes its own along; the dead have nothing."""
    t, start = scenario.tables[0], scenario.initial[0].combatants
    party = [i for i in range(int(t.n_combatants)) if int(t.roster[i].side) == k.COMPANIONS]
    bodies = told.states["combatants"][:, party]
    living = np.asarray(bodies["status"]) != k.DEAD
    found = []
    for name in RESOURCES:
        before = sum(max(0, int(start[i][name])) for i in party)
        left = (np.maximum(np.asarray(bodies[name]), 0) * (living | (name == "injuries"))).sum(axis=1)[won]
        if before or (name == "injuries" and left.any()):
            found.append(Resource(name=name, start=before, left=spread(left) if len(left) else None))
    return found


def _changes(scenario, seeds, before, companions, enemies):
    """One monster of each kind fewer and more, on the same dice as the first fights; before: bool (n,), who won these."""
    found = []
    for name, slots in kinds(scenario).items():
        for more, make in ((False, one_fewer), (True, one_more)):
            entry = {"creature": creature_id(scenario, slots[0]), "name": name, "more": more}
            try:
                other = make(scenario, slots)
            except ChangeError as error:
                found.append(Change(**entry, why_not=str(error), party_wins=None, difference=None, low=None, high=None))
                continue
            wins = np.asarray(Series(other, seeds, companions, enemies, log=False).play().states["winner"]) == k.COMPANIONS
            difference, low, high = paired(wins, before)
            found.append(Change(**entry, why_not=None, party_wins=chance(wins), difference=difference, low=low, high=high))
    return found
