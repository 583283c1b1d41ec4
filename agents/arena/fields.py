"""Whether what is read from an arena's files is what an arena writes there. Each check raises ValueError with words on the first wrong entry."""

from envs.core import codes as k

from .errors import is_printable
from .games import unpack_choices
from .schedule import games_in

MOST = 10**9  # of what is counted
LONGEST = 10**6  # rounds
MOST_GAMES = 1_000_000  # of a pairing
LONGEST_LIMIT = 86400.0  # seconds a choice
KINDS = ("illegal", "crash", "hang")  # of forfeits


def is_whole(value, low=0, high=MOST):
    """Whether a value is an int from low to high; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_number(value):
    """Whether a value is a finite number that can be reckoned with."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e12 < value < 1e12


def is_limit(value):
    """Whether a value can be the seconds of a choice."""
    return is_number(value) and 0 < value <= LONGEST_LIMIT


def _is_time(value):
    return is_number(value) and value >= 0


def _is_share(value):
    return is_number(value) and 0 <= value <= 1


def _is_text(value):
    return isinstance(value, str)


def _is_name(value):
    return isinstance(value, str) and is_printable(value)


def _is_bool(value):
    return isinstance(value, bool)


def _are_two(test):
    return lambda value: isinstance(value, list) and len(value) == 2 and all(test(part) for part in value)


def _is_forfeit(value):
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"side", "kind", "why"}:
        return False
    return value["side"] in k.SIDE_NAMES and value["kind"] in KINDS and _is_name(value["why"])


def _are_choices(value):
    if not isinstance(value, str):
        return False
    unpack_choices(value)  # ValueError says why not
    return True


_ROW = {"game": is_whole, "winner": lambda value: value in k.WINNER_NAMES, "rounds": lambda value: is_whole(value, 0, LONGEST),
        "decisions": _are_two(is_whole), "seconds": _are_two(_is_time), "vigor": _are_two(is_whole), "left": _are_two(is_whole),
        "share": _are_two(_is_share), "forfeit": _is_forfeit}
_AGENT = {"text": _is_name, "outside": _is_bool, "batched": _is_bool, "reproducible": _is_bool, "identity": _is_text}
_ENCOUNTER = {"name": _is_name, "source": _is_text, "signature": _is_text, "rules": _is_text, "title": _is_name}
_CONFIG = {"format": lambda value: is_whole(value, 1, 1), "suite": _is_name, "seed": lambda value: is_whole(value, 0, 2**63 - 1),
           "games": lambda value: is_whole(value, 1, MOST_GAMES), "ladder": _is_bool, "time_limit": is_limit,
           "agents": lambda value: isinstance(value, list) and len(value) >= 2,
           "encounters": lambda value: isinstance(value, list) and len(value) >= 1, "engine": _is_text, "signature": _is_text}


def _check(data, tests, what):
    """`data` is a dict with the keys of `tests`, each value as its test wants it."""
    if not isinstance(data, dict):
        raise ValueError(f"{what} is no table of entries")  # noqa: TRY004  (one kind of error for all)
    odd = sorted(set(tests) ^ set(data))
    if odd:
        raise ValueError(f"{what} {'lacks' if odd[0] in tests else 'should not have'} the entry {odd[0][:40]!r}")
    wrong = [name for name, test in tests.items() if not test(data[name])]
    if wrong:
        raise ValueError(f"the entry {wrong[0]!r} of {what} cannot be")


def check_record(record, of):
    """A game as `games.jsonl` keeps it; of: how many games the contest has."""
    _check(record, _ROW | {"choices": _are_choices}, "the game")
    if record["game"] >= of:
        raise ValueError(f"game {record['game']} is none of the {of} games of this arena")
    _check_end(record, "the game")
    choices, decisions, forfeit = len(unpack_choices(record["choices"])), sum(record["decisions"]), record["forfeit"]
    refused = decisions - choices  # an illegal answer is counted and not kept, unless it was no number at all
    if not (refused == 0 or refused == 1 and forfeit and forfeit["kind"] == "illegal"):
        raise ValueError(f"it has {choices} choices and tells of {decisions} decisions")


def _check_end(row, what):
    """ValueError unless winner, forfeit and what is left agree."""
    if row["forfeit"] and row["winner"] != k.SIDE_NAMES[1 - k.SIDE_NAMES.index(row["forfeit"]["side"])]:
        raise ValueError(f"the entry 'winner' of {what} cannot be: its {row['forfeit']['side']} forfeited it")
    for left, vigor, share in zip(row["left"], row["vigor"], row["share"]):
        if vigor and not left or share and not vigor:
            raise ValueError(f"the entries 'left', 'vigor' and 'share' of {what} do not agree")


def check_config(config):
    """A configuration, as `contest.Contest.config`."""
    _check(config, _CONFIG, "the configuration")
    for entrant in config["agents"]:
        _check(entrant, _AGENT, "an agent")
    for entry in config["encounters"]:
        _check(entry, _ENCOUNTER, "an encounter")


def check_rows(rows, config):
    """The games of `results.json`, as `results.row_of`: those of a configuration that was checked, in order."""
    if not isinstance(rows, list) or len(rows) != games_in(len(config["agents"]), config["games"], config["ladder"]):
        raise ValueError("the games are not those of the configuration")
    for number, row in enumerate(rows):
        _check(row, _ROW | {"course": _is_text}, f"game {number}")
        if row["game"] != number:
            raise ValueError("the games are not those of the configuration")
        _check_end(row, f"game {number}")
