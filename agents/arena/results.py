"""Results from the games: a pure function of the configuration and the records, so that whoever has the file can compute them again."""

import hashlib
import json

import numpy as np

from envs.core import codes as k

from .ratings import LEVEL, rate
from .schedule import pairings

FORMAT = "foemind-arena/1"
ROW = ["game", "winner", "rounds", "decisions", "seconds", "vigor", "left", "share", "forfeit", "course"]  # of a game in results.json
TIMES = ("seconds", "seconds_per_decision", "seconds_per_decision_b")  # what another run of the same arena measures anew


def course(record):
    """Digest of a game's choices: two games with the same one went the same way."""
    return hashlib.sha256(record["choices"].encode()).hexdigest()[:12]


def row_of(record):
    """A game as it stands in results.json: the record, with a digest in place of its choices."""
    return {name: course(record) if name == "course" else record[name] for name in ROW}


def own_score(game, winner):
    """What a game gave its agent `a`: 1 won, 0.5 drawn or cut off, 0 lost."""
    return 0.5 if winner in ("draw", "cut-off") else float(winner == k.SIDE_NAMES[game.seat])


def _seats(game):
    """Places of `a` and `b` in what a record has for (companions, enemies)."""
    return game.seat, 1 - game.seat


def _per_decision(rows):
    """CPU seconds a decision over (seconds, decisions) of some games; 0 without decisions."""
    seconds, decisions = (sum(part) for part in zip(*rows)) if rows else (0.0, 0)
    return round(seconds / decisions, 7) if decisions else 0.0


def _count(entry, game, winner):
    own = own_score(game, winner)
    entry["cutoffs" if winner == "cut-off" else {1.0: "wins", 0.5: "draws", 0.0: "losses"}[own]] += 1


def _mean(values):
    return round(float(np.mean(values)), 4) if values else 0.0


def _pair(names, pair, played, score):
    """An entry of `pairs`: played, [(game, row dict)] of the pairing."""
    a, b = pair
    out = {"a": names[a], "b": names[b], "games": len(played), "wins": 0, "draws": 0, "losses": 0, "cutoffs": 0}
    for game, row in played:
        _count(out, game, row["winner"])
    sides = [(row, *_seats(game)) for game, row in played]
    out |= {key: round(value, 4) for key, value in zip(("score", "low", "high"), score)}
    out["seconds_per_decision"] = _per_decision([(row["seconds"][a], row["decisions"][a]) for row, a, _ in sides])
    out["seconds_per_decision_b"] = _per_decision([(row["seconds"][b], row["decisions"][b]) for row, _, b in sides])
    for key in ("decisions", "vigor", "share", "left"):
        out[key] = _mean([row[key][a] for row, a, _ in sides])
        out[f"{key}_b"] = _mean([row[key][b] for row, _, b in sides])
    out["rounds"] = _mean([row["rounds"] for row, _, _ in sides])
    for seat, side in enumerate(k.SIDE_NAMES):
        out[f"score_as_{side}"] = _mean([own_score(game, row["winner"]) for game, row in played if game.seat == seat])
    return out


def _agent(entrant, number, played):
    """What is told of an agent beside its rating."""
    rows = [(row["seconds"][side], row["decisions"][side]) for game, row in played for side, own in enumerate(game.sides) if own == number]
    return {"agent": entrant["text"], "seconds_per_decision": _per_decision(rows), "decisions": sum(d for _, d in rows), "games": len(rows),
            "outside": entrant["outside"], "reproducible": entrant["reproducible"], "forfeits": 0}


def _forfeits(names, encounters, played):
    out = []
    for game, row in played:
        if row["forfeit"]:
            loser = game.sides[k.SIDE_NAMES.index(row["forfeit"]["side"])]
            out.append({"agent": names[loser], "game": game.index, "encounter": encounters[game.encounter]["name"], "side": row["forfeit"]["side"],
                        "kind": row["forfeit"]["kind"], "why": row["forfeit"]["why"]})
    return out


def _units(games, pairs, encounters):
    """(scores, played), float (P, U), by encounter; by round where only one encounter is played."""
    several = len({game.encounter for game, _ in games}) > 1
    count = encounters if several else 1 + max(game.round_no for game, _ in games)
    scores, played = np.zeros((pairs, count)), np.zeros((pairs, count))
    for game, row in games:
        unit = game.encounter if several else game.round_no
        scores[game.pair, unit] += own_score(game, row["winner"])
        played[game.pair, unit] += 1
    keep = played.sum(axis=0) > 0  # encounters that the seed left out
    return scores[:, keep], played[:, keep]


def _by_encounter(names, pairs, encounters, played):
    out = []
    for n, entry in enumerate(encounters):
        scores = [[own_score(game, row["winner"]) for game, row in played if game.encounter == n and game.pair == p] for p in range(len(pairs))]
        rounds = [row["rounds"] for game, row in played if game.encounter == n]
        if rounds:
            out.append({"encounter": entry["name"], "games": len(rounds), "rounds": _mean(rounds),
                        "scores": [{"a": names[a], "b": names[b], "score": _mean(own)} for (a, b), own in zip(pairs, scores)]})
    return out


def reference_of(names):
    """Number of the agent whose rating is 0: `random` where it plays, else the first."""
    return names.index("random") if "random" in names else 0


def compute(config, games, rows):
    """The results of a whole contest, a dict of plain JSON values.

    config: as `contest.Contest.config`; games: its schedule; rows: as `row_of`, one for every game, in order.
    """
    names = [entrant["text"] for entrant in config["agents"]]
    pairs, played = pairings(len(names), config["ladder"]), list(zip(games, rows, strict=True))
    zero = reference_of(names)
    scores, ratings = rate(pairs, len(names), *_units(played, len(pairs), len(config["encounters"])), config["seed"], zero)
    agents = [_agent(entrant, n, played) for n, entrant in enumerate(config["agents"])]
    forfeits = _forfeits(names, config["encounters"], played)
    for entry in agents:
        entry["forfeits"] = sum(f["agent"] == entry["agent"] for f in forfeits)
    return {
        "format": FORMAT, "suite": config["suite"], "seed": config["seed"], "signature": config["signature"],
        "ratings": [{"agent": name, **{key: round(value, 1) + 0.0 for key, value in zip(("rating", "low", "high"), values)}} for name, values in zip(names, ratings)],
        "pairs": [_pair(names, pair, [g for g in played if g[0].pair == n], scores[n]) for n, pair in enumerate(pairs)],
        "reference": names[zero], "interval": LEVEL, "agents": agents, "forfeits": forfeits,
        "per_encounter": _by_encounter(names, pairs, config["encounters"], played),
    }


def without_times(data):
    """A copy of results without what a clock measured."""
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in TIMES}
    return [without_times(value) for value in data] if isinstance(data, list) else data


def outcome(results, rows):
    """Digest of results and of how every game went, timings aside: the same for the same arena, however often and by how many workers it is held."""
    return hashlib.sha256(json.dumps(without_times([results, rows]), sort_keys=True).encode()).hexdigest()[:16]
