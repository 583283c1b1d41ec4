"""Agents in character: any agent, bent by what a scenario says of its monsters and of its dials. `agents.agent_for(scenario, name)` makes one."""

from .agent import CharacterAgent

__all__ = ["CharacterAgent"]
