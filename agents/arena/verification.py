"""Whether results hold: they are computed again from their games, and a sample of the games is played again."""

import json
from pathlib import Path

import numpy as np

from .contest import from_config, play_games_of, suite_signature
from .entrants import engine_digest, enter
from .errors import ArenaError
from .fields import check_config, check_rows
from .results import FORMAT, compute, outcome, row_of, without_times
from .suite import entry_of, load_source

SAMPLE = 20  # games that are played again
DERIVED = ("suite", "seed", "signature", "ratings", "pairs", "reference", "interval", "agents", "forfeits", "per_encounter")
KEYS = {"format", *DERIVED, "replays", "outcome", "config", "games"}  # of results.json


def read_results(path):
    """(results, Contest) of a file. ArenaError when it is no results file."""
    path = Path(path)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArenaError(f"results {path} cannot be read ({error.strerror or error}); name the results.json that foemind arena wrote") from error
    except (ValueError, RecursionError) as error:
        raise ArenaError(f"results {path} are no JSON that can be read ({error}); copy them again") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ArenaError(f"{path} is no results file of this version ({FORMAT}); name the results.json that foemind arena wrote")
    try:
        odd = sorted(KEYS ^ set(data))
        if odd:
            raise ValueError(f"the entry {odd[0][:40]!r} is {'missing' if odd[0] in KEYS else 'none of theirs'}")
        check_config(data["config"])
        check_rows(data["games"], data["config"])
    except ValueError as error:
        raise ArenaError(f"results {path} are damaged ({error}); copy them again") from error
    return data, from_config(data["config"])


def check_same(contest):
    """ArenaError unless the encounters, agents and rules here are those of the contest."""
    if engine_digest() != contest.config["engine"]:
        raise ArenaError("the results were made with another version of Foemind, which may play otherwise; verify them with that version")
    for entry in contest.entries:
        if entry_of(load_source(entry.source), entry.source) != entry:
            raise ArenaError(f"encounter {entry.name!r} has changed since the results were made; verify them with the version that made them")
    if suite_signature(contest.entries) != contest.config["signature"]:
        raise ArenaError("the results are damaged: the signature of their suite is not that of its encounters; copy them again")
    for old, new in zip(contest.entrants, enter([e.text for e in contest.entrants], contest.config["time_limit"])):
        if old != new:
            raise ArenaError(f"agent {old.text!r} has changed since the results were made; verify them with the version that played")


def sample(contest, rows, count, seed):
    """Games to play again: only such as play the same again, and those that somebody forfeited by what it answered."""
    timed = {n for n, entrant in enumerate(contest.entrants) if not entrant.reproducible}
    able = [game for game in contest.games if not timed & {game.a, game.b} and (rows[game.index]["forfeit"] or {}).get("kind") != "hang"]
    picked = np.random.default_rng(seed).permutation(len(able))[:count]
    return [able[n] for n in sorted(picked.tolist())], len(able)


def _recomputed(data, contest, rows):
    """Parts of the results that do not follow from their games."""
    try:
        again = compute(contest.config, contest.games, rows)
        wrong = [f"its entry {key!r} does not follow from its games" for key in DERIVED if without_times(data[key]) != without_times(again[key])]
        whole = {key: value for key, value in data.items() if key in again or key == "replays"}
        return wrong or ([] if data["outcome"] == outcome(whole, rows) else ["its digest 'outcome' is not that of its games"])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        return [f"its entries cannot be read ({type(error).__name__}: {error})"]


def _names(contest, game):
    return f"game {game.index} ({contest.entrants[game.a].text} against {contest.entrants[game.b].text} on {contest.entries[game.encounter].name})"


def verify(path, count=SAMPLE, seed=0, workers=1, tell=None):
    """Verify a results file. Returns {"holds", "played", "of", "faults": sentences}; ArenaError when it cannot be verified here.

    count: games to play again, drawn by seed; tell(done, of) is called after each.
    """
    data, contest = read_results(path)
    check_same(contest)
    rows = data["games"]  # in the order of their numbers
    faults = _recomputed(data, contest, rows)
    games, able = ([], 0) if faults else sample(contest, rows, count, seed)
    by_index = {game.index: game for game in games}
    playing = play_games_of(contest, games, workers)
    try:
        for done, record in enumerate(playing, 1):
            was, now = without_times(rows[record["game"]]), without_times(row_of(record))
            if was != now:
                key = next(name for name in now if now[name] != was.get(name))
                faults.append(f"{_names(contest, by_index[record['game']])} went otherwise: its {key} is {now[key]}, the file says {was[key]}")
            if tell:
                tell(done, len(games))
    finally:
        playing.close()
    return {"holds": not faults, "played": len(games), "of": len(contest.games), "reproducible": able, "faults": sorted(faults)}
