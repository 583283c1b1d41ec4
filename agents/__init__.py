"""Agents: what answers the questions of a fight. `make_agent("greedy")` makes one by name, `agent_for(scenario, "greedy")` one that plays its monsters in character."""

from .base import Agent, AgentError
from .registry import agent_for, agent_names, layer_for, make_agent

__all__ = ["Agent", "AgentError", "agent_for", "agent_names", "layer_for", "make_agent"]
