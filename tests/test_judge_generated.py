"""Advice on generated encounters from the whole vocabulary: it never crashes, ends, and tells every step."""

import numpy as np
import pytest
from generated import scenario as generated

from agents import make_agent
from envs.core import codes as k
from envs.notation import parse_choice
from judge import SuggestError, suggest
from judge.advice import advise, jumped, open_battle
from judge.plan import Planner
from judge.words import Teller

def plan(scene, agent, seed):
    """(slot, steps) of the turn that an agent suggests."""
    battle = open_battle(scene, seed)
    who = scene.keys.index(advise(battle, None, agent, seed).combatant)
    return who, Planner(battle.clone(seed), who, agent, seed).run()


def check_suggestion(scene, suggestion):
    t, text = scene.tables[0], " ".join(suggestion.sentences)
    assert suggestion.sentences and "9999" not in text and "None" not in text
    assert all(s[0].isupper() and s.endswith(".") and "  " not in s for s in suggestion.sentences)
    for roll in suggestion.odds:
        assert roll.fail + roll.conflict + roll.triumph == pytest.approx(1) and roll.assumed in k.RESULT_NAMES and roll.title and roll.on
        assert roll.target == "" or roll.target in scene.keys
    c = suggestion.after[0].combatants[scene.keys.index(suggestion.combatant)]
    if suggestion.squares and c["status"] <= k.DEFEATED:
        assert suggestion.squares[-1] == (int(c["x"]), int(c["y"]))
    assert all(0 <= x < t.width and 0 <= y < t.height for x, y in suggestion.squares)


@pytest.mark.parametrize("seed", range(60))
def test_random_advice_is_whole_and_told(seed):
    scene = generated(seed)
    try:
        suggestion = advise(open_battle(scene, seed), None, make_agent("random"), seed)
    except SuggestError as error:
        assert "is over" in str(error)
        return
    check_suggestion(scene, suggestion)


@pytest.mark.parametrize("seed", range(4))
def test_greedy_advice_is_whole_and_told(seed):
    scene = generated(seed)
    check_suggestion(scene, suggest(scene, None, "greedy", seed, 3))


@pytest.mark.parametrize("seed", range(20))
def test_every_step_of_a_plan_is_legal_and_is_told(seed):
    """Each answer reads back, each roll has the result that it was told with, and what was dealt, jumped and forced stands in some sentence."""
    scene = generated(seed)
    who, steps = plan(scene, make_agent("random"), seed)
    sentences = Teller(scene, who).tell(steps)
    for step in steps:
        assert parse_choice(scene, step.before[0], step.text, int(scene.tables[0].side)) == step.choice
        rolled = [event for event in step.events if event[0] in (k.E_ROLL, k.E_CHECK)]
        assert [k.RESULT_NAMES[event[4]] for event in rolled] == [roll.assumed for roll in step.rolls]
        for roll in step.rolls:
            assert any(f"{roll.title} on" in s or roll.on in s or "itself" in s or roll.target == "" for s in sentences)
        for event in step.events:
            if event[0] == k.E_DAMAGE and event[3] > 0:
                assert any(f"{event[3]} damage" in s for s in sentences)
            elif event[0] == k.E_JUMP:
                assert any("jumps from" in s for s in sentences)
            elif event[0] == k.E_FORCED:
                assert any(word in s for s in sentences for word in ("pushes", "pulls", "sweeps", "shoves", "drags", "follows", "is pushed", "is shoved"))
    assert len([s for s in sentences if s.endswith("ends its turn.") or " unused." in s]) <= 1


def test_checks_that_are_no_deed_are_told_with_their_odds():
    """T8.30, T3.7: what it is against, exact odds, the most probable result."""
    found = {}
    for seed in range(60):
        scene = generated(seed)
        try:
            suggestion = advise(open_battle(scene, seed), None, Checker(), seed)
        except SuggestError:
            continue
        for roll in suggestion.odds:
            if roll.deed in ("prevail", "disrupt", "interact"):
                found.setdefault(roll.deed, (scene, suggestion, roll))
        if {"prevail", "interact"} <= set(found):
            break
    for scene, suggestion, roll in found.values():
        told = [s for s in suggestion.sentences if f"{roll.on}" in s and "% triumph" in s]
        assert told and getattr(roll, roll.assumed) == max(roll.fail, roll.conflict, roll.triumph) and roll.expected_damage == 0
    assert "prevail" in found


class Checker:
    """Prevails and works things wherever it can, else ends its turn; takes the last of other answers."""

    name = "checker"

    def choose(self, tables, states, masks, rng):
        return np.array([self._one(mask) for mask in masks])

    @staticmethod
    def _one(mask):
        for choice in (k.A_MENU + k.PREVAIL, k.A_MENU + k.INTERACT, k.A_MENU + k.DISRUPT, k.A_MENU + k.END_TURN):
            if mask[choice]:
                return choice
        return np.flatnonzero(mask)[-1]


def test_a_jump_is_shown_as_its_line():
    assert jumped(10, 33, 66) == [(4, 4), (5, 5), (6, 6)] and jumped(10, 33, 30) == [(2, 3), (1, 3), (0, 3)]
