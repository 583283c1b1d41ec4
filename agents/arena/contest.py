"""An arena from its configuration to its results: plan it, play what is left, write results, replays and report."""

import hashlib
from typing import NamedTuple

from .entrants import Entrant, engine_digest, enter
from .errors import ArenaError
from .fields import MOST_GAMES
from .folder import REPLAYS, REPORT, RESULTS, Folder, write_json, write_text
from .outside import check_limit
from .ratings import need_choix
from .results import compute, outcome, row_of
from .schedule import schedule
from .suite import GENERATED, Entry, read_suite
from .workers import Terms, play_all, units

TIME_LIMIT = 30.0  # seconds a choice, for agents in processes of their own


class Contest(NamedTuple):
    """What is played. config: plain values that say all that decides the results; games: the schedule."""

    entrants: list
    entries: list
    config: dict
    games: list


def suite_signature(entries):
    """sha256 over the encounters and rules of a suite: results of two arenas with the same one compare."""
    return hashlib.sha256("\n".join(f"{e.name} {e.signature} {e.rules}" for e in entries).encode()).hexdigest()


def plan_contest(agents, suite, games, seed=0, ladder=False, limit=TIME_LIMIT, encounters=GENERATED):
    """The Contest of a command line. agents: texts; suite: words, as for `read_suite`; games: of each pairing, rounded up to whole rounds.

    ArenaError, AgentError or ContentError for what cannot be; each agent has then been made once.
    """
    need_choix()
    if not 1 <= games <= MOST_GAMES:
        raise ArenaError(f"--games {games} cannot be; give 1 to {MOST_GAMES:,}")
    check_limit(limit)
    suite_text, entries = read_suite(suite, encounters)
    entrants = enter(agents, limit)
    config = {"format": 1, "suite": suite_text, "seed": seed, "games": games, "ladder": bool(ladder), "time_limit": limit,
              "agents": [entrant._asdict() for entrant in entrants], "encounters": [entry._asdict() for entry in entries],
              "engine": engine_digest(), "signature": suite_signature(entries)}
    return from_config(config)


def from_config(config):
    """The Contest that a configuration describes, nothing loaded. KeyError or TypeError for one that is none."""
    entrants, entries = [Entrant(**e) for e in config["agents"]], [Entry(**e) for e in config["encounters"]]
    games = schedule(len(entrants), [e.signature for e in entries], config["games"], config["seed"], config["ladder"])
    return Contest(entrants, entries, config, games)


def play_games_of(contest, games, workers):
    """Records of some games of a contest, as they end."""
    terms = Terms(contest.entrants, contest.entries, contest.config["time_limit"], contest.config["engine"])
    return play_all(units(games, contest.entrants), terms, workers)


def hold(contest, folder, workers=1, tell=None):
    """Play what is left of a contest in a folder and write its results there; returns the results.

    tell(done, of) is called after each game, first with what is there already. Stopped by an exception, a signal or a kill, it goes on when called
    again with the same contest and folder.
    """
    with Folder(folder, contest.config) as kept:
        left = [game for game in contest.games if game.index not in kept.records]
        done, of = len(contest.games) - len(left), len(contest.games)
        if tell:
            tell(done, of)
        playing = play_games_of(contest, left, workers)
        try:
            for record in playing:
                kept.add(record)
                done += 1
                if tell:
                    tell(done, of)
        finally:
            playing.close()
        try:
            return write_results(contest, kept)
        except OSError as error:  # a full disk
            raise kept.unwritable(error.filename or kept.path / RESULTS, error) from error


def write_results(contest, kept):
    """Results, replays and report of a contest whose games are all in the folder."""
    from .replay import write_replays
    from .report import report
    rows = [row_of(kept.records[game.index]) for game in contest.games]
    results = compute(contest.config, contest.games, rows)
    results["replays"] = write_replays(contest, kept.records, kept.path / REPLAYS)
    results["outcome"] = outcome(results, rows)
    results |= {"config": contest.config, "games": rows}
    write_json(kept.path / RESULTS, results)
    write_text(kept.path / REPORT, report(results))
    return results
