"""Replays: one fight as a file that `foemind play --replay` shows again: encounter, agents, seed, choices in notation."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from envs.battle import Battle
from envs.core import codes as k
from envs.notation import choice_text, parse_choice

from .errors import CONTROL, ArenaError, is_printable
from .fields import LONGEST, is_whole
from .folder import GAMES, write_json
from .games import standing, unpack_choices
from .suite import agreed_text, load_source, load_text

FORMAT = "foemind-replay/1"


class Replay(NamedTuple):
    """A replay that was read. script: the agent that gives its choices, for both sides."""

    scenario: object
    agents: dict
    seed: int
    winner: str
    rounds: int
    script: object

    def check(self, played):
        """ArenaError unless a fight (a `judge.fight.Fight`) that the script gave went as the file says."""
        self.script.finish(played.winner, self.winner)
        self.script.agree_on_rounds(played.rounds, self.rounds)


def played_again(scenario, seed, choices):
    """(the Battle after the choices (ints) of a fight from its start, their notation, how many each side made). ValueError where one does not fit."""
    battle, side, out, counts = Battle(scenario, seed=seed, log=False), int(scenario.tables[0].side), [], [0, 0]
    for choice in choices:
        asked = battle.asked
        if battle.over or not (choice < len(battle.mask) and battle.mask[choice]):  # before it is put into words, which not every number has
            raise ValueError(f"its choice {len(out) + 1} is not legal there")
        out.append(choice_text(scenario, battle.state, choice, side))
        counts[asked] += 1
        battle.step(choice)
    return battle, out, counts


def choice_texts(scenario, game, record):
    """Notation of the choices of a game's record. ArenaError when the game does not go as the record says."""
    try:
        battle, texts, counts = played_again(scenario, game.seed, unpack_choices(record["choices"]))
        winner = k.WINNER_NAMES[battle.winner] if battle.over else "nobody yet"
        told = {"winner": winner, "rounds": int(battle.state.round_no), "decisions": counts} | standing(scenario.tables[0], battle.state)
        for name, found in told.items():
            if found != record[name]:
                raise ValueError(f"its choices lead to the {name} {found}, not {record[name]}")
    except ValueError as error:
        raise ArenaError(f"game {record['game']} in {GAMES} does not go as it says there ({error}); take its line out and run the same command again to "
                         "have the game played again") from error
    return texts


def replay_data(contest, game, record):
    """A game of a contest as a replay: plain JSON values."""
    entry = contest.entries[game.encounter]
    companions, enemies = (contest.entrants[n].text for n in game.sides)
    scenario, text = agreed_text(entry)
    return {"format": FORMAT, "encounter": {"name": entry.name, "source": entry.source, "signature": entry.signature, "text": text},
            "agents": {"companions": companions, "enemies": enemies}, "seed": game.seed, "winner": record["winner"], "rounds": record["rounds"],
            "choices": choice_texts(scenario, game, record)}


def left_and_lead(record):
    """(share of vigor that the winner has left, how much more that is than the loser's); of a fight without a winner, of the side that has more left."""
    one, other = record["share"] if record["winner"] != "enemies" else record["share"][::-1]
    if record["winner"] not in k.SIDE_NAMES:
        one, other = max(one, other), min(one, other)
    return one, one - other


def telling_games(games, records):
    """[(kind, game)] of a pairing: its closest fight (whose winner has the least vigor left, the longest of equals) and its most one-sided (the greatest
    lead, the shortest of equals). Forfeits do not count, and fights that were cut off only where there is no other."""
    fair = [game for game in games if records[game.index]["forfeit"] is None]
    fair = [game for game in fair if records[game.index]["winner"] != "cut-off"] or fair
    if not fair:
        return []

    def told(game):
        record = records[game.index]
        return (*left_and_lead(record), sum(record["decisions"]))

    closest = min(fair, key=lambda game: (told(game)[0], -told(game)[2], game.index))
    clearest = min(fair, key=lambda game: (-told(game)[1], told(game)[2], game.index))
    return [("closest", closest), ("one-sided", clearest)]


def write_replays(contest, records, folder):
    """Write the telling fights of every pairing; a list of what each file holds."""
    out = []
    for pair in range(1 + max(game.pair for game in contest.games)):
        games = [game for game in contest.games if game.pair == pair]
        for kind, game in telling_games(games, records):
            record, name = records[game.index], f"pair{pair + 1:02d}_{kind.replace('-', '_')}.json"
            data = replay_data(contest, game, record)
            write_json(Path(folder) / name, data)
            out.append({"file": f"{Path(folder).name}/{name}", "kind": kind, "a": contest.entrants[game.a].text, "b": contest.entrants[game.b].text,
                        "encounter": data["encounter"]["name"], **data["agents"], "winner": record["winner"], "rounds": record["rounds"],
                        "share": record["share"], "game": game.index, "seed": game.seed})
    return out


# -- reading -------------------------------------------------------------------------------------------------------------
class Script:
    """The agent of a replay: gives the choices of the file, one after the other, whoever is asked. ArenaError where one does not fit."""

    name = "replay"

    def __init__(self, path, scenario, choices):
        self.path, self.scenario, self.choices, self.next = path, scenario, choices, 0

    def _misfit(self, why):
        return ArenaError(f"replay {self.path} does not fit this version of the encounter or the rules: {why}; play it with the version that wrote it")

    def choose(self, tables, states, masks, rng):
        """The next choice, int64 (1,)."""
        question = k.QUESTION_NAMES[int(states[0].ask)]
        if self.next == len(self.choices):
            raise self._misfit(f"its {self.next} choices are over and the fight still asks {question!r}")
        text, self.next = self.choices[self.next], self.next + 1
        try:
            choice = parse_choice(self.scenario, states[0], text, int(tables[0].side))
        except ValueError as error:  # a NotationError, or a number of thousands of digits
            raise self._misfit(f"choice {self.next}, {text!r}, means nothing there ({error})") from error
        if not masks[0, choice]:
            raise self._misfit(f"choice {self.next}, {text!r}, is not legal at the question {question!r}")
        return np.array([choice], np.int64)

    def finish(self, winner, wanted):
        """ArenaError unless all choices were used and the fight ended as the file says."""
        if self.next < len(self.choices):
            raise self._misfit(f"the fight is over after {self.next} of its {len(self.choices)} choices")
        if winner != wanted:
            raise self._misfit(f"it ends with {winner!r}, the file says {wanted!r}")

    def agree_on_rounds(self, rounds, wanted):
        """ArenaError unless the fight took as many rounds as the file says."""
        if rounds != wanted:
            raise self._misfit(f"it ends in round {rounds}, the file says {wanted}")


def _fields(path, data):
    """The entries of a replay, each tested. ArenaError names the first that is wrong."""
    wanted = {"encounter": dict, "agents": dict, "seed": int, "winner": str, "rounds": int, "choices": list}
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ArenaError(f"{path} is no replay of this version ({FORMAT}); name a file that foemind arena wrote into its replays folder")
    for name, kind in wanted.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            raise ArenaError(f"replay {path} has no proper entry {name!r}; have it written again by foemind arena")
    texts = [data["encounter"].get(name) for name in ("name", "source", "signature")] + [data["agents"].get(side) for side in k.SIDE_NAMES]
    if not all(isinstance(text, str) for text in texts + data["choices"]) or not isinstance(data["encounter"].get("text"), (str, type(None))):
        raise ArenaError(f"replay {path} has no proper entry 'encounter', 'agents' or 'choices'; have it written again by foemind arena")
    names = [data["encounter"]["name"], *(data["agents"][side] for side in k.SIDE_NAMES)]
    if not all(map(is_printable, names)) or not is_printable(data["encounter"]["source"], CONTROL):
        raise ArenaError(f"replay {path} has control characters in the name or source of its encounter or in an agent's name; "
                         "have it written again by foemind arena")
    if data["winner"] not in k.WINNER_NAMES or not is_whole(data["rounds"], 0, LONGEST):
        raise ArenaError(f"replay {path} has no proper entry 'winner' or 'rounds'; have it written again by foemind arena")
    if not 0 <= data["seed"] < 2**63:
        raise ArenaError(f"replay {path} has the seed {data['seed']}, which is none; have it written again by foemind arena")
    return data


def read_replay(path):
    """The Replay of a file. ArenaError in one sentence when it is none or does not fit, ContentError when its encounter has faults."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ArenaError(f"replay {path} cannot be read ({error.strerror or error}); name a file that foemind arena wrote into its replays folder") from error
    except (ValueError, RecursionError) as error:
        raise ArenaError(f"replay {path} is no JSON that can be read ({error}); copy it again") from error
    data = _fields(path, data)
    told = data["encounter"]
    beside = told["source"].removeprefix("file:")
    scenario = load_text(told["text"], Path(beside)) if told["text"] is not None else load_source(told["source"])
    if scenario.signature != told["signature"]:
        raise ArenaError(f"replay {path} does not fit: encounter {told['name']!r} is another here ({scenario.signature[:12]}) than the one that was played "
                         f"({told['signature'][:12]}); play it with the version that wrote it")
    return Replay(scenario, data["agents"], data["seed"], data["winner"], data["rounds"], Script(path, scenario, data["choices"]))
