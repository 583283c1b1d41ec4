"""Cards of tactics: `make_cards(scenario)` in Python, `foemind card` at the terminal."""

from agents.series import MIX, play_series
from envs.tables.schema_character import in_words

from .card_model import Card
from .card_words import sections
from .forecasting import ForecastError, check_open
from .roster_change import creature_id, kinds
from .tactics import Tactics

__all__ = ["GAMES", "make_cards"]

GAMES = 120
LEAST, MOST = 20, 5_000


def make_cards(scenario, games=GAMES, enemies="greedy", companions=MIX, seed=0):
    """[Card], one for each kind of monster of a scenario, in the order of its roster.

    games: fights to play, LEAST to MOST. enemies, companions: who plays them, as for `forecast`. ForecastError for what cannot be played, AgentError
    for an agent that cannot be had.
    """
    if not LEAST <= games <= MOST:
        raise ForecastError(f"--games {games} is not possible; give {LEAST} to {MOST}")
    check_open(scenario)
    told = play_series(scenario, games, companions, enemies, seed)
    rest = {"encounter": scenario.name, "title": scenario.title, "fights": games, "enemies": enemies, "companions": companions, "seed": seed}
    return [_card(scenario, name, slots, Tactics(scenario, told, slots), rest) for name, slots in kinds(scenario).items()]


def _card(scenario, name, slots, tactics, rest):
    creature = creature_id(scenario, slots[0])
    return Card(creature=creature, name=name, members=[scenario.names[i] for i in slots], text=scenario.texts.get(f"creature:{creature}", ""),
                facts=_facts(scenario, slots[0]), sections=sections(tactics), deeds=tactics.deeds, when=tactics.when, never=tactics.never(),
                turns=len(tactics.turns), **rest)


def _facts(scenario, i):
    row, start = scenario.tables[0].roster[i], scenario.initial[0].combatants[i]
    dice = [f"d{int(d)}" for d in row.guard_dice if int(d)]
    out = [f"Vigor {int(row.max_vigor)} (half {int(row.max_vigor) // 2})", f"Speed {int(row.speed)}"]
    out += [f"Guard {' '.join(dice)}"] if dice else []
    out += [f"Focus {int(start.focus)}"] if int(start.focus) else []
    out += [f"Size {int(row.bulk)}"] if int(row.bulk) > 1 else []
    return out + ([f"Played {in_words(scenario.characters[i])}"] if scenario.characters[i] else [])
