"""The agents of an arena: which are ours and which run in a process of their own, what tells one version from another."""

import hashlib
import importlib.machinery
import os
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from envs.core.jit import ROOT

from .. import registry
from ..manifest import manifest_path
from ..registry import GROUP, agent_names, make_agent, parts_of
from .errors import ArenaError, is_printable

OUTLOOK = ROOT / "checkpoints" / "outlook.json"  # of search
_MODULE = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")


class Entrant(NamedTuple):
    """An agent as it was entered. outside: in a process of its own; batched: answers many games in one call; reproducible: the same seed gives the
    same answers; identity: digest of its file, or "" for what the engine's digest covers."""

    text: str
    outside: bool
    batched: bool
    reproducible: bool
    identity: str


def engine_digest():
    """Hex digest of the sources that decide a game: the compiled rules, the observation, our agents and the outlook of search (not the arena)."""
    digest = hashlib.sha256()
    sources = [path for folder in ("envs/core", "envs/encoding", "agents") for path in sorted((ROOT / folder).rglob("*.py"))]
    for path in [path for path in sources if path.parent != Path(__file__).resolve().parent] + [path for path in [OUTLOOK] if path.is_file()]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def file_digest(path):
    """sha256 of a file, 16 hex digits."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


def names_a_class(text):
    """Whether `text` is MODULE:CLASS and the module can be found; a known agent's name before the colon wins."""
    found = _MODULE.fullmatch(text)
    if not found or found[1] in agent_names():
        return False
    top = found[1].split(".")[0]
    return top in sys.modules or importlib.machinery.PathFinder.find_spec(top, [*sys.path, os.getcwd()]) is not None


def _is_ours(text):
    """Whether an agent's class comes with this project: what another package adds by an entry point runs outside."""
    name = text.partition(":")[0]
    own = [e for e in entry_points(group=GROUP) if e.name == name]
    return name in getattr(registry, "_BUILT_IN", ()) or not own or own[0].value.startswith("agents.")


def is_outside(text):
    """Whether an agent is the user's own and so gets a process of its own."""
    return names_a_class(text) or not _is_ours(text)


def _files(agent):
    """Files that an agent of ours was made from: its own `path`, or that of a part of it, each with the manifest beside it."""
    parts = [agent, *vars(agent).values()]
    paths = [Path(part.path) for part in parts if isinstance(getattr(part, "path", None), (str, Path))]
    return [file for path in paths for file in (path, manifest_path(path)) if file.is_file()]


def identity_of(agent):
    """What tells an agent of ours from another of the same name: a digest of its files, 16 hex digits; "" when it has none."""
    digests = "".join(file_digest(path) for path in _files(agent))
    return digests and hashlib.sha256(digests.encode()).hexdigest()[:16]


def _our_own(text):
    """The agent of ours that a text names. AgentError for none."""
    found = _MODULE.fullmatch(text)
    if found and found[1] not in agent_names():
        raise ArenaError(f"{text!r} names neither an agent ({', '.join(agent_names())}) nor a class of a module that is found here; "
                         "run the command in the folder of the module, or install it")
    if found is None and _MODULE.match(text) and text.partition(":")[0] not in agent_names() and text.count(":") > 1:
        raise ArenaError(f"{text!r} has two colons; a class of your own is named MODULE:CLASS and takes nothing more")
    return make_agent(text)


def _visitor(text, limit):
    """The Entrant of an agent in a process of its own, which is started once to see that it can be."""
    from .outside import Outside
    if not names_a_class(text):
        parts_of(text)
    with Outside(text, limit) as agent:
        return Entrant(text, True, False, agent.reproducible, agent.identity)


def enter(texts, limit):
    """An Entrant for each text; each agent is made once to see that it can be. AgentError for one that cannot, ArenaError for too few or one twice."""
    texts = [text.strip() for text in texts]
    if len(texts) > 1 and not all(texts):
        raise ArenaError("the name of an agent is empty; name two agents or more with one comma between them, such as --agents random,greedy")
    if len(texts) < 2 or not all(texts):
        raise ArenaError("an arena needs two agents or more; write --agents random,greedy")
    odd = [text for text in texts if not is_printable(text)]
    if odd:
        raise ArenaError(f"the agent {odd[0]!r} has characters in its name that cannot be shown; give its file a name of printable characters")
    twice = sorted({text for text in texts if texts.count(text) > 1})
    if twice:
        raise ArenaError(f"agent {twice[0]!r} is named twice; name each once")
    out, known = [], {}
    for text in texts:
        if is_outside(text):
            out.append(_visitor(text, limit))
            continue
        agent = _our_own(text)
        same = known.setdefault(_meaning(agent), text)
        if same != text:
            raise ArenaError(f"{same!r} and {text!r} are the same agent; name each once")
        out.append(Entrant(text, False, hasattr(agent, "choose_each"), bool(getattr(agent, "reproducible", True)), identity_of(agent)))
    return out


def _meaning(agent):
    """What makes two agents of ours the same, however they are written: their class, what they may search, their files."""
    return type(agent), getattr(agent, "descents", None), getattr(agent, "seconds", None), tuple(path.resolve() for path in _files(agent))
