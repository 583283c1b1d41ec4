"""Agents by name (`random`, `role`, `greedy`, `search:200`, `policy`, `policy:FILE.onnx`, `policy+search:200`), and whatever a package adds under
`foemind.agents`.

An entry point of the group `foemind.agents` names a class (or any callable). It is called without arguments, or with the text
after the colon, and returns an agent. Only the one asked for is imported.
"""

import difflib
import inspect
from importlib.metadata import entry_points

from envs.core import jit

from .base import AgentError
from .guest import Guest, guarded

GROUP = "foemind.agents"
_BUILT_IN = {"random": "agents.simple:RandomAgent", "role": "agents.compiled:RoleAgent", "greedy": "agents.compiled:GreedyAgent",
             "search": "agents.search:SearchAgent", "policy": "agents.policy:PolicyAgent",
             "policy+search": "agents.policy_search:PolicySearchAgent"}

HUMAN = "human"  # no agent of this package: a person answers at the terminal, and only the commands of the judge have one
EXAMPLES = {"policy": "policy:FILE.onnx", "search": "search:200", "policy+search": "policy+search:200"}


def _load_built_in(name):
    module, _, attribute = _BUILT_IN[name].partition(":")
    return getattr(__import__(module, fromlist=[attribute]), attribute)


def agent_names():
    """Names of all agents that are installed, sorted."""
    return sorted(set(_BUILT_IN) | {e.name for e in entry_points(group=GROUP)})


def layer_for(*texts, scenario=None):
    """The layer of `envs.core.jit` that agents by these texts need compiled, as they play a scenario if one is given."""
    if scenario is not None and scenario.played():
        return max(jit.BOTS, layer_for(*texts))
    names = {text.strip().partition(":")[0] for text in texts}
    if names & {"search", "policy+search"}:
        return jit.TREE
    return jit.RULES if names <= {"random", HUMAN} else jit.BOTS


def _unknown(name, colon):
    close = difflib.get_close_matches(name, agent_names(), 1)
    hint = "policy:FILE.onnx plays a policy file."
    if close:
        hint = f"did you mean {close[0]!r}?"
    elif colon and all(part.isidentifier() for part in name.split(".")):
        hint = f"a class of your own, MODULE:CLASS, plays in foemind arena only: a package brings an agent to every command by an entry point of {GROUP}."
    return AgentError(f"there is no agent {name!r}; known: {', '.join(agent_names())}; {hint}")


def parts_of(text):
    """(name, colon, argument) of NAME or NAME:ARGUMENT, the last two empty where there is no colon. AgentError for what no agent is named by."""
    name, colon, argument = text.strip().partition(":")
    if name == HUMAN and colon:
        raise AgentError(f"agent {HUMAN!r} takes nothing after a colon; write {HUMAN} alone")
    if name == HUMAN:
        raise AgentError("human answers at a terminal, and here there is none for it; play a fight yourself with foemind play FILE "
                         f"--companions human, or name another agent: {', '.join(agent_names())}")
    if colon and not argument:
        shown = EXAMPLES.get(name)
        raise AgentError(f"{text!r} ends at the colon; write {f'{shown}, or ' if shown else ''}{name or 'the name of an agent'} alone")
    return name, colon, argument


def make_agent(text):
    """The agent that `text` names: NAME or NAME:ARGUMENT. AgentError says what is wrong in one sentence. One that is not ours is a `guest.Guest`."""
    name, colon, argument = parts_of(text)
    if name in _BUILT_IN:
        return _called(_load_built_in(name), name, colon, argument)
    found = [e for e in entry_points(group=GROUP) if e.name == name]
    if not found:
        raise _unknown(name, colon)
    text = text.strip()
    maker = guarded(text, f"does not load from {found[0].value}", found[0].load)
    return Guest(guarded(text, "could not be made", _called, maker, name, colon, argument), text)


def _called(maker, name, colon, argument):
    """What a maker makes, with the text after the colon where there is one."""
    if not colon:
        return maker()
    try:
        inspect.signature(maker).bind(argument)
    except ValueError:
        pass  # it does not tell what it takes
    except TypeError:
        raise AgentError(f"agent {name!r} takes nothing after a colon; write {name} alone") from None
    return maker(argument)


def agent_for(scenario, text, side=None):
    """The agent that `text` names, as it plays a scenario: in character where the scenario has characters or dials (`agents.character`). Everything
    that plays or advises a fight of a Judge makes its agents here. side: the only one that it answers for, if it is one. An agent given for `text` is
    taken as it is."""
    if not isinstance(text, str):
        return text
    agent = make_agent(text)
    if not scenario.played(side):
        return agent
    from .character import CharacterAgent
    return CharacterAgent(agent, scenario)
