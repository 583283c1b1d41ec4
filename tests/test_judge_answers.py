"""Advice in the middle of a turn: guard, counter, sparks, squares; each answer is worth what the turn then comes to."""

import numpy as np
import pytest
from command import compiled, fails, run  # noqa: F401

from agents import make_agent
from agents.base import choose_one
from envs.battle import Battle
from envs.core import codes as k
from envs.notation import parse_choice
from envs.tables import load_library_encounter
from judge import SuggestError
from judge.advising import advice_for
from judge.table import Table


def at(ask, names=("broken_gate", "ember_yard", "roofless_hall"), want=lambda battle: True):
    """A Battle of a fight between role bots that waits for a question of a kind."""
    role = make_agent("role")
    for name in names:
        for seed in range(8):
            battle, rng = Battle(load_library_encounter(name), seed=seed), np.random.default_rng(seed)
            while not battle.over:
                if battle.ask == ask and want(battle):
                    return battle
                battle.step(choose_one(role, battle.scenario.tables, battle.state, battle.mask, rng))
    raise AssertionError(f"no fight came to {k.QUESTION_NAMES[ask]}")


@pytest.mark.parametrize("ask", [k.ASK_GUARD, k.ASK_COUNTER, k.ASK_SPARK, k.ASK_SPARK_TARGET, k.ASK_TARGET, k.ASK_FORCE, k.ASK_AREA, k.ASK_RECOVER])
def test_each_kind_of_question_is_answered(ask):
    battle = at(ask, ("mill_race", "glass_garden", "broken_gate", "ember_yard", "roofless_hall"))
    before = battle.record().tobytes()
    advice = advice_for(battle, agent=make_agent("role"))
    assert battle.record().tobytes() == before and not advice.plans and not advice.next
    assert advice.side == k.SIDE_NAMES[battle.asked] and advice.combatant == battle.scenario.keys[battle.asker]
    choices = [parse_choice(battle.scenario, battle.state, answer.choice, int(battle.tables.side)) for answer in advice.answers]
    assert len(set(choices)) == len(choices) and all(battle.mask[choice] for choice in choices)
    assert len(choices) == min(len(battle.legal()), 12) and sum(answer.own for answer in advice.answers) <= 1
    wins = [answer.win_after for answer in advice.answers]
    assert wins == sorted(wins, reverse=True) and [answer.rank for answer in advice.answers] == list(range(1, len(wins) + 1))
    assert all(answer.text for answer in advice.answers) and advice.choices == [advice.answers[0].choice]
    assert advice.as_dict()["expected_damage"] == 0 and advice.question.endswith(("?", "."))


def test_a_guard_die_is_told_exactly():
    battle = at(k.ASK_GUARD, want=lambda b: int(b.state.frames[int(b.state.depth) - 1]["b"]) > 4)
    damage = int(battle.state.frames[int(battle.state.depth) - 1]["b"])
    for answer in advice_for(battle, agent=make_agent("role")).answers:
        choice = parse_choice(battle.scenario, battle.state, answer.choice, int(battle.tables.side))
        sides = int(battle.tables.roster[battle.asker]["guard_dice"][choice - k.A_GUARD]) if choice < k.A_OPTION else 0
        left = np.mean([max(0, damage - face) for face in range(1, sides + 1)]) if sides else damage
        assert float(answer.odds.split(" of ")[0]) == pytest.approx(left, abs=0.051) and f"of {damage} damage" in answer.odds


def test_a_counter_is_told_by_its_damage():
    battle = at(k.ASK_COUNTER)
    answers = advice_for(battle, agent=make_agent("greedy")).answers
    struck = next(answer for answer in answers if answer.choice != "pass")
    told = int(struck.odds.split(" damage before guard")[0])
    foe, clone = int(battle.state.deed.user), battle.clone(1)
    clone.step(parse_choice(battle.scenario, battle.state, struck.choice, int(battle.tables.side)))
    assert any(event[0] == k.E_COUNTER and event[2] == foe and event[3] == told for event in clone.events())


def test_a_blow_that_would_drop_it_is_worth_guarding():
    """Where only a guard die can keep it up, the answers with a die come before the one without."""
    def lethal(battle):
        damage, vigor = int(battle.state.frames[int(battle.state.depth) - 1]["b"]), int(battle.state.combatants[battle.asker]["vigor"])
        return 0 < vigor <= damage <= vigor + 1
    answers = advice_for(at(k.ASK_GUARD, want=lethal), agent=make_agent("random")).answers
    assert answers[-1].choice == "pass" and answers[0].win_after > answers[-1].win_after


def test_who_is_not_asked_is_told_who_is():
    battle = at(k.ASK_GUARD)
    other = next(i for i in range(len(battle.scenario.names)) if i != battle.asker)
    with pytest.raises(SuggestError, match="must answer first; leave --for out"):
        advice_for(battle, other, make_agent("role"))


def test_the_question_of_a_session_is_answered(tmp_path):
    """What `foemind run` waits for, `foemind suggest --session` answers."""
    path, scenario = tmp_path / "evening.json", load_library_encounter("broken_gate")
    table = Table(scenario, 1, "role", "all")
    table.go()
    table.save(path)
    told = run("suggest", "broken_gate", "--session", path, "--agent", "role").stdout
    assert scenario.names[table.actor()].split()[0] in told and "to win" in told
    assert "belongs to" in fails("suggest", "ford", "--session", path, "--agent", "role")
    assert "cannot be read" in fails("suggest", "broken_gate", "--session", tmp_path / "none.json", "--agent", "role")
