"""Agents: what answers the questions of a fight. `make_agent("greedy")` makes one by name."""

from .base import Agent, AgentError
from .registry import agent_names, layer_for, make_agent

__all__ = ["Agent", "AgentError", "agent_names", "layer_for", "make_agent"]
