"""The policy that looks ahead: its tree begins with what the policy would do."""

import numpy as np
import pytest

from agents import make_agent
from agents.base import AgentError, choose_one
from agents.tree.nodes import NOTHING, new_tree
from envs.battle import Battle
from envs.core import codes as k
from envs.core.record import new_encounters
from envs.tables import load_library_encounter


def positions(name, n, seed=3):
    """The first questions of a fight that the policy plays for both sides."""
    b, policy, rng = Battle(load_library_encounter(name), seed=seed), make_agent("policy"), np.random.default_rng(seed)
    for _ in range(n):
        if b.over:
            return
        choice = choose_one(policy, b.tables_row(), b.state, b.mask, rng)
        yield b, choice
        b.step(choice)


def test_with_one_descent_it_does_what_the_policy_does():
    agent = make_agent("policy+search:1")
    for b, choice in positions("broken_gate", 30):
        agent.begin()
        assert choose_one(agent, b.tables_row(), b.state, b.mask, np.random.default_rng(0)) == choice


def test_the_value_of_a_position_is_the_companions():
    """The network's value is the asked side's; in the tree it is turned."""
    agent, sides = make_agent("policy+search:1"), set()
    for b, _ in positions("broken_gate", 40):
        state = new_encounters(1)
        state[0] = b.state
        _, value = agent._grow(b.tables_row(), state, np.asarray(b.mask, np.uint8), new_tree(1))
        own = agent.policy.weigh(b.tables_row(), state, np.asarray(b.mask, bool)[None, :])[1][0]
        assert value == pytest.approx(own if b.asked == k.COMPANIONS else -own)
        sides.add(b.asked)
    assert sides == {k.COMPANIONS, k.ENEMIES}


def test_it_plays_a_fight_by_the_rules_and_the_same_again():
    """Battle.step raises for an illegal choice."""
    def play():
        b, agent, rng = Battle(load_library_encounter("duel"), seed=5), make_agent("policy+search:8"), np.random.default_rng(5)
        choices = []
        while not b.over and len(choices) < 60:
            choices.append(choose_one(agent, b.tables_row(), b.state, b.mask, rng))
            b.step(choices[-1])
        return choices
    assert play() == play()


def test_a_full_tree_is_no_fault():
    agent = make_agent("policy+search:5")
    b = Battle(load_library_encounter("duel"), seed=1)
    pair = new_encounters(2)
    pair[0] = b.state
    tree = new_tree(2)
    root = agent._descend(b.tables_row(), pair, NOTHING, tree, 20, np.ones(4, np.uint32), np.asarray(b.mask, np.uint8))
    assert tree.visits[root] == 20 and tree.sizes[0] == 2


def test_a_budget_that_cannot_be_is_named():
    with pytest.raises(AgentError, match="no budget"):
        make_agent("policy+search:0")
