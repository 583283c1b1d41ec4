"""The settings of a training run: a frozen dataclass, read from a TOML file with one clear sentence for each fault."""

import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path

CONFIGS = Path(__file__).parent / "configs"
WITHOUT = ("facts", "kit", "attention")
LEARNERS = ("enemies", "companions", "both_seats")
TEACHERS = ("random", "role", "greedy")
OPPONENTS = (*TEACHERS, "self", "earlier")
BOARDS = (8, 16, 32)


class TrainingError(ValueError):
    """What ends a training command: one clear sentence for the user."""


class ConfigError(TrainingError):
    """A configuration that cannot be used; the text names the file, the entry and the remedy."""


@dataclass(frozen=True)
class Config:
    """Settings of one run; the comment behind an entry says what it means, and so does the table of docs/training.md. Only `encounters` has no default."""

    encounters: tuple  # encounters to train on: library names, paths seen from the configuration file, "generated" for new ones without end
    unseen: tuple = ()  # encounters used only to score the result
    withhold: tuple = ()  # what no deed of "generated" encounters to train on may hold: [verb, state or "", area or "none"] each (docs/generate.md)
    learner: str = "both_seats"  # the side that learns: enemies, companions, or each in half of the encounters
    opponent: dict = field(default_factory=lambda: {"random": 1.0})  # who answers for the other side, by weight; self: the policy answers for both
    side: int = 16  # squares along the side of the padded board
    minutes: float = 20.0  # training stops after so many minutes,
    decisions: int = 1_000_000_000  # or after so many decisions, whichever comes first
    n_envs: int = 256  # encounters played at once
    n_steps: int = 64  # decisions of each encounter between two updates
    batch_size: int = 2048  # decisions in one minibatch
    epochs: int = 3  # passes over the decisions in one update
    learning_rate: float = 6e-4  # Adam's step at the start,
    learning_rate_end: float = 1e-4  # and at the end; it falls in a straight line
    gamma: float = 1.0  # discount; with 1 the end of a fight counts in full
    gae_lambda: float = 0.97  # how far advantages look ahead
    clip: float = 0.2  # PPO's clip range
    entropy: float = 0.01  # weight of the entropy bonus at the start,
    entropy_end: float = 0.002  # and at the end
    value_weight: float = 0.5  # weight of the value loss
    max_grad_norm: float = 0.5  # largest norm of a gradient
    target_kl: float = 0.03  # an update stops early beyond 1.5 times this divergence
    shaping: float = 0.0  # weight of the potential-based shaping at the start,
    shaping_until: float = 0.5  # and the share of the run after which it has faded to 0
    imitate: str = "greedy"  # the agent that is imitated
    imitate_share: float = 0.0  # during the first part of the run, this share of it; 0 learns from play alone
    imitate_own: float = 0.3  # share of the questions that the network answers itself meanwhile
    labels: str = ""  # folder of labels of a search (training.labels), seen from the configuration file,
    labels_share: float = 0.0  # which are learned from after the imitation during this share of the run
    checkpoint_seconds: float = 60.0  # seconds between two checkpoints
    evaluate_games: int = 200  # fights for each encounter and opponent when the result is scored; 0 scores nothing
    size: float = 1.0  # factor of the widths of the network's layers
    without: tuple = ()  # what the network is not shown, to see what it is worth: facts (of squares), kit (of combatants), attention
    prior: str = ""  # the bot whose judgement of every choice the network is shown beside the observation: greedy; "" shows none
    start: str = ""  # run folder whose network the run begins with, its best where it was watched; "" begins from nothing
    rival: str = ""  # policy file (.onnx) that plays in the place of the earlier selves
    watch: str = ""  # suite or "" for none: every watch_minutes the policy plays it against role and greedy, and the best so far is kept
    watch_minutes: float = 5.0  # between two such looks
    watch_games: int = 4  # fights for each encounter and opponent at each
    threads: int = 2  # threads that torch may use


# Smallest and largest value of each number; None is no bound.
BOUNDS = {"minutes": (0.01, None), "decisions": (1, None), "n_envs": (1, 65536), "n_steps": (2, 65536), "batch_size": (2, None),
          "epochs": (1, 100),
          "learning_rate": (1e-7, 1.0), "learning_rate_end": (0.0, 1.0), "gamma": (0.0, 1.0), "gae_lambda": (0.0, 1.0), "clip": (0.01, 1.0),
          "entropy": (0.0, 1.0), "entropy_end": (0.0, 1.0), "value_weight": (0.0, 10.0), "max_grad_norm": (0.001, None), "target_kl": (0.0001, None),
          "shaping": (0.0, 1.0), "shaping_until": (0.0, 1.0), "imitate_share": (0.0, 1.0), "imitate_own": (0.0, 1.0), "labels_share": (0.0, 1.0),
          "checkpoint_seconds": (0.0, None), "evaluate_games": (0, None), "size": (0.1, 10.0), "watch_minutes": (0.01, None), "watch_games": (2, None),
          "threads": (1, 256)}
CHOICES = {"learner": LEARNERS, "watch": ("", "held-in"), "side": BOARDS, "imitate": TEACHERS, "prior": ("", "greedy")}
PATHS = {"labels": ("a folder", "runs/labels/search-100"), "start": ("a run folder", "runs/standard"), "rival": ("a policy file", "checkpoints/standard.onnx")}
FIELDS = {f.name: f for f in fields(Config)}


def load_config(path):
    """The `Config` of a TOML file, or of a shipped configuration by its name ("quick"). ConfigError on any fault."""
    file = Path(path)
    if not file.exists() and (CONFIGS / f"{path}.toml").exists():
        file = CONFIGS / f"{path}.toml"
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        names = ", ".join(sorted(p.stem for p in CONFIGS.glob("*.toml")))
        raise ConfigError(f"{path}: there is no such file; give a configuration file or one of the shipped names: {names}.") from None
    except (OSError, ValueError, RecursionError) as fault:
        raise ConfigError(f"{file}: this is not a readable TOML file ({fault}); mend it or start from a shipped configuration.") from None
    config = make_config(entries, source=str(file))
    _check_boards(config, file)
    return config


def make_config(entries, source="configuration"):
    """The `Config` of a dict of entries. ConfigError names `source`, the entry and the remedy."""
    for name in entries:
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"remove it; the entries are {', '.join(FIELDS)}."
            raise ConfigError(f"{source}: {name!r} is not an entry of a configuration; {remedy}")
    if not entries.get("encounters"):
        raise ConfigError(f"{source}: 'encounters' is missing or empty; name at least one, as in encounters = [\"duel\"].")
    config = Config(**{name: _checked(name, value, source) for name, value in entries.items()})
    if config.labels_share and not config.labels:
        raise ConfigError(f"{source}: labels_share is {config.labels_share} and there is no entry labels; name the folder, or leave labels_share out.")
    if config.rival and not config.opponent.get("earlier"):
        raise ConfigError(f"{source}: there is a rival and opponent gives 'earlier' no weight, so it would never play; add it, as in opponent = {{ earlier = 1.0 }}.")
    return config


def _check_boards(config, file):
    """ConfigError where a map is larger than the padded board; encounters that cannot be loaded are told when the run loads them."""
    from envs.generate.source import SMALL, is_source, parse_source
    from envs.tables import ContentError, load_encounter, load_library_encounter
    for name in config.encounters + config.unseen:
        if is_source(name):
            _check_source(name, parse_source, file)
            if config.side < SMALL:
                raise ConfigError(f"{file}: maps of {name!r} are up to {SMALL} squares long, more than side = {config.side}; set side to {SMALL}.")
            continue
        path = file.parent / name
        try:
            tables = (load_encounter(path) if path.is_file() else load_library_encounter(name)).tables[0]
        except ContentError:
            continue
        longest = max(int(tables.width), int(tables.height))
        if longest > config.side:
            boards = ", ".join(str(side) for side in BOARDS if side >= longest)
            raise ConfigError(f"{file}: the map of {name!r} is {tables.width} by {tables.height} squares, more than side = {config.side}; set side to {boards}.")


def _check_source(name, parse, file):
    try:
        parse(name)
    except ValueError as fault:
        raise ConfigError(f"{file}: {fault}.") from None


def change(config, source="command line", **entries):
    """The same `Config` with the entries that are not None replaced and checked."""
    checked = {name: _checked(name, value, source) for name, value in entries.items() if value is not None}
    return replace(config, **checked)


def as_dict(config):
    """The entries as plain JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(config).items()}


def _checked(name, value, source):
    if name in ("encounters", "unseen"):
        return _names(name, value, source)
    if name == "without":
        names = _names(name, value, source) if value else ()
        if unknown := sorted(set(names) - set(WITHOUT)):
            raise ConfigError(f"{source}: without = {unknown[0]!r} is not possible; use one or more of {', '.join(WITHOUT)}.")
        return names
    if name in PATHS:
        if not isinstance(value, str):
            raise ConfigError(f'{source}: {name} = {value!r} must be {PATHS[name][0]} in quotes, as in {name} = "{PATHS[name][1]}".')
        return value
    if name == "withhold":
        return _withheld(value, source)
    if name == "opponent":
        return _weights(value, source)
    if name in CHOICES:
        if value not in CHOICES[name] or isinstance(value, bool):
            raise ConfigError(f"{source}: {name} = {value!r} is not possible; use one of {', '.join(map(str, CHOICES[name]))}.")
        return value
    return _number(name, value, source)


def _names(name, value, source):
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) and v for v in value):
        raise ConfigError(f"{source}: {name} must be a list of names or paths in quotes, as in {name} = [\"duel\"].")
    if len(set(value)) < len(value):
        raise ConfigError(f"{source}: {name} names the same encounter twice; name each once.")
    return tuple(value)


def _withheld(value, source):
    from envs.generate.options import Options
    if not isinstance(value, (list, tuple)) or not all(isinstance(triple, (list, tuple)) and all(isinstance(w, str) for w in triple) for triple in value):
        raise ConfigError(f'{source}: withhold must be a list of combinations, as in withhold = [["state", "weak", "blast"]].')
    try:
        Options(withhold=frozenset(tuple(triple) for triple in value)).check()
    except ValueError as fault:
        raise ConfigError(f"{source}: withhold: {fault}.") from None
    return tuple(tuple(triple) for triple in value)


def _weights(value, source):
    if isinstance(value, str):
        value = {value: 1.0}
    if not isinstance(value, dict) or not value:
        raise ConfigError(f"{source}: opponent must be a name or a table of weights, as in opponent = {{ random = 0.5, greedy = 0.5 }}.")
    for agent, weight in value.items():
        if agent not in OPPONENTS:
            raise ConfigError(f"{source}: opponent {agent!r} is not known; use {', '.join(OPPONENTS[:-1])} or {OPPONENTS[-1]}.")
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < float("inf"):
            raise ConfigError(f"{source}: the weight of opponent {agent!r} is {weight!r}; give a number of 0 or more.")
    if sum(value.values()) <= 0:
        raise ConfigError(f"{source}: the weights of opponent are all 0; give one of them a number above 0.")
    return {agent: float(weight) for agent, weight in value.items()}


def _number(name, value, source):
    whole = isinstance(FIELDS[name].default, int)
    kind = "a whole number" if whole else "a number"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise ConfigError(f"{source}: {name} = {value!r} must be {kind}.")
    low, high = BOUNDS[name]
    if not (low is None or value >= low) or not (high is None or value <= high):  # nan is neither
        limits = " and ".join(text for text in (f"at least {low}" if low is not None else "", f"at most {high}" if high is not None else "") if text)
        raise ConfigError(f"{source}: {name} = {value!r} is out of range; it must be {limits}.")
    return value if whole else float(value)
