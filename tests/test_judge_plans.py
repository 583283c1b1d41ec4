"""Ranked plans: clearly different, valued as they play, told with what decided; no look at the encounter's dice; none given twice."""

import numpy as np
import pytest
from fights import DEEDS, creature, fight

from agents import make_agent
from agents.base import choose_one
from agents.kernels.weights import GREEDY
from agents.outlook import read_outlook
from agents.kernels.outlook import outlook
from envs.battle import Battle
from envs.core import codes as k
from envs.notation import parse_choice, parse_square
from envs.tables import load_library_encounter
from judge import Advice, SuggestError, suggest
from judge.advice import open_battle
from judge.advising import advice_for
from judge.chances import win_chances
from judge.courses import follow, play_turns
from judge.marks import PURPOSES, Mark, read_mark
from judge.planning import Planning, quick_of

HALL = load_library_encounter("roofless_hall")


@pytest.fixture(scope="module")
def hall():
    """Advice with six plans for the Oath-Knight."""
    return suggest(HALL, agent="greedy", top=6)


def weak(vigor=3, rows=(".........", ".A..X....", "....B....", ".........")):
    """An enemy wolf, next to it a companion wolf with little vigor left, and a fresh one."""
    return fight(party=("wolf", "wolf"), enemies=("wolf",), map="\n".join(("", *rows, "")),
                 roster={"A": {"creature": "wolf", "side": "companions", "name": "Fresh"},
                         "B": {"creature": "wolf", "side": "companions", "name": "Hurt", "vigor": vigor},
                         "X": {"creature": "wolf", "side": "enemies", "name": "Foe"}}, fight={"first_coin": "enemies"})


# -- which plans -----------------------------------------------------------------------------------------------------------
def test_plans_are_clearly_different_and_ranked(hall):
    marks = [read_mark(plan.mark) for plan in hall.plans]
    assert len(marks) == 6 and [plan.rank for plan in hall.plans] == [1, 2, 3, 4, 5, 6]
    assert all(one.differs(other) for n, one in enumerate(marks) for other in marks[:n])
    wins = [plan.win_after for plan in hall.plans]
    assert wins == sorted(wins, reverse=True) and wins[0] > wins[-1] + 0.05
    assert sum(plan.own for plan in hall.plans) <= 1
    assert len({(mark.deeds, mark.purpose) for mark in marks}) >= 3


def test_marks_differ_by_deed_target_purpose_or_more_than_a_step():
    mark = Mark("ogre", ("rake>mira",), "c4", "strike")
    assert not mark.differs(mark._replace(end="d5")) and mark.differs(mark._replace(end="e4"))
    assert mark.differs(mark._replace(deeds=("rake>ren",))) and mark.differs(mark._replace(deeds=("shove>mira",)))
    assert mark.differs(mark._replace(purpose="defend")) and not mark.differs(mark._replace(purpose="finish"))
    assert read_mark(mark.text()) == mark and set(PURPOSES) > {"strike", "finish"}
    with pytest.raises(ValueError, match="no mark of a plan"):
        read_mark("ogre|rake|c4")


def test_the_agents_own_plan_is_among_them_and_marked_so():
    own = Planning(open_battle(HALL), HALL.keys.index("oath-knight"), make_agent("greedy"), 0)._found((), make_agent("greedy"), True)
    plans = suggest(HALL, agent="greedy", top=8).plans
    assert [plan.mark for plan in plans if plan.own] in ([own.mark.text()], [])
    assert any(not read_mark(plan.mark).differs(own.mark) for plan in plans)


class Stubborn:
    """Ends its turn at once, and has a character that is to be kept to."""

    name, in_character = "stubborn", True

    def choose(self, tables, states, masks, rng):
        return np.array([k.A_MENU + k.END_TURN if mask[k.A_MENU + k.END_TURN] else int(np.flatnonzero(mask)[0]) for mask in masks])


def test_an_agent_in_character_keeps_its_own_plan_first():
    plans = suggest(HALL, agent=Stubborn(), top=3).plans
    assert plans[0].own and plans[0].choices == ["end turn"] and plans[0].win_after < plans[1].win_after
    assert plans[0].purpose == "wait" and "behind the next" in plans[0].reason


def test_none_is_given_again_until_none_is_left():
    scenario, marks = weak(rows=("A.X..", "..B..")), []
    with pytest.raises(SuggestError, match="no other clearly different plan: all [0-9]+ were given already"):
        for _ in range(60):
            plan = suggest(scenario, agent="role", exclude=marks).plans[0]
            assert all(read_mark(plan.mark).differs(read_mark(text)) for text in marks)
            marks.append(plan.mark)
    assert len(marks) >= 3


@pytest.mark.parametrize("top", [0, 9])
def test_how_many_plans_can_be_asked_for(top):
    with pytest.raises(SuggestError, match="ask for 1 to 8 plans"):
        suggest(HALL, agent="role", top=top)


def test_who_searches_lets_what_it_searches_with_go_on():
    assert quick_of(make_agent("search:5")).name == "greedy" and quick_of(make_agent("policy+search:5")).name == "policy"
    assert quick_of(make_agent("role")).name == "role"


# -- what they are worth -----------------------------------------------------------------------------------------------------
def played(scenario, plan_course, who, seeds):
    """Positions after a course and on to the next turn, played one answer at a time on real dice; the role bot says what the course does not."""
    role, ends = make_agent("role"), []
    for seed in seeds:
        battle, place, rng = open_battle(scenario), 0, np.random.default_rng(seed)
        battle = battle.clone(seed)
        begun, round_no = False, int(battle.state.round_no)
        while not battle.over and not (begun and (int(battle.state.turn_of) != who or int(battle.state.round_no) != round_no)):
            own = int(battle.state.asked) == k.ENEMIES
            choice, place = follow(plan_course, place, battle.ask, battle.mask) if own else (None, place)
            begun = True
            battle.step(choose_one(role, scenario.tables, battle.state, battle.mask, rng) if choice is None else choice)
        while not battle.over and int(battle.state.turn_of) != who and int(battle.state.combatants[who]["status"]) == k.STANDING:
            battle.step(choose_one(role, scenario.tables, battle.state, battle.mask, rng))
        ends.append(battle.record().copy()[0])
    out = battle.record().copy().repeat(len(ends)).view(np.recarray)
    out[:] = ends
    return out


def test_a_win_chance_is_the_mean_over_turns_played_on_real_dice():
    who = HALL.keys.index("oath-knight")
    founds, _ = Planning(open_battle(HALL), who, make_agent("greedy"), 3).plans(2)
    for found in founds[:2]:
        wins = win_chances(HALL.tables, played(HALL, found.course, who, range(60)), k.ENEMIES)
        error = np.hypot(wins.std() / np.sqrt(60), found.error)
        assert found.mean == pytest.approx(wins.mean(), abs=4 * error + 0.002)


def test_courses_meet_the_same_dice():
    battle, who = open_battle(HALL), HALL.keys.index("oath-knight")
    founds, _ = Planning(battle, who, make_agent("role"), 0).plans(1)
    twice = [founds[0].course] * 2
    rows = play_turns(HALL.tables, battle.record(), battle.mask, twice, 12, who, k.ENEMIES, 5)
    assert rows.states[:12].tobytes() == rows.states[12:].tobytes()
    assert len({row.tobytes() for row in rows.states[:12]}) > 3
    assert not (rows.plain["turn_of"] == who).any()


def test_a_target_with_little_vigor_drops_as_often_as_the_odds_say():
    advice = suggest(weak(), agent="greedy", top=4)
    plan = next(plan for plan in advice.plans if [target.key for target in plan.targets] == ["hurt"])
    roll = plan.odds[0]
    exact = roll.conflict + roll.triumph  # 4 damage to 3 vigor; a failure deals 2
    assert plan.targets[0].drops == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / advice.samples))
    assert plan.targets[0].foe and 0 < plan.targets[0].loses <= 8


def test_the_reason_names_what_decided():
    advice = suggest(weak(), agent="greedy", top=4)
    best = advice.plans[0]
    assert best.purpose == "finish" and best.targets[0].key == "hurt"
    assert "ahead of the next: drops" in best.reason and best.reason.endswith(".")
    assert all("behind the first" in plan.reason or plan.reason.startswith("As good") for plan in advice.plans[1:])


def test_risk_counts_what_comes_before_its_next_turn():
    """Beside two wolves it loses what their bites take; with nobody in reach of it before its next turn it would lose nothing."""
    plans = suggest(weak(24), agent="role", top=3).plans
    assert all(plan.risk.samples > 0 for plan in plans) and max(plan.risk.loses for plan in plans) > 1
    alone = fight(party=("sheep",), enemies=("wolf",), fight={"first_coin": "enemies"})
    assert all(plan.risk.loses == 0 and plan.risk.drops == 0 for plan in suggest(alone, agent="role", top=2).plans)


def test_advice_does_not_depend_on_the_dice_of_the_encounter():
    battle = open_battle(HALL)
    plain, loaded = battle.clone(1), battle.clone(987654321)
    loaded.force([10, 10, 1, 10])
    before = loaded.record().tobytes()
    one, other = (advice_for(b, None, make_agent("role"), 5, 2).model_dump(exclude={"seconds"}) for b in (plain, loaded))
    assert one == other and loaded.record().tobytes() == before


# -- what is told --------------------------------------------------------------------------------------------------------------
def test_what_to_do_on_each_result_is_played_with_that_result():
    plan = next(plan for plan in suggest(weak(24), agent="role", top=4).plans if plan.odds)
    assert "deals 2 damage" in plan.on_fail and "deals 4 damage" in plan.on_conflict and "deals 8 damage" in plan.on_triumph
    assert plan.on_fail.endswith("ends its turn.") and "% fail" not in plan.on_fail + plan.on_triumph


def test_results_end_before_the_next_roll():
    knight = suggest(HALL, agent="greedy", top=1).plans[0]
    assert len(knight.odds) > 2 and "Tolling Sweep" in knight.on_fail and "% triumph" not in knight.on_fail


def test_read_aloud_is_one_sentence_that_hangs_on_the_seed_alone(hall):
    again = suggest(HALL, agent="greedy", top=6)
    assert [plan.read_aloud for plan in again.plans] == [plan.read_aloud for plan in hall.plans]
    assert all("Hollow Oath-Knight" in plan.read_aloud and plan.read_aloud.endswith(".") and "{" not in plan.read_aloud for plan in hall.plans)
    others = {suggest(HALL, agent="greedy", seed=seed).plans[0].read_aloud for seed in range(4)}
    assert len(others) > 1


AREAS = {"cloud": {"area": "burst", "area_size": 1}, "breath": {"area": "close blast", "area_size": 3}, "row": {"area": "close path", "area_size": 4}}


@pytest.mark.parametrize("kind", AREAS)
def test_areas_hold_their_targets(kind):
    deed = {"name": kind.title(), "kind": "attack", "instrument": "innate", "targets": "area", **AREAS[kind], "conflict": [{"damage": "5"}]}
    wolf = creature("Grey Wolf", 24, ["bite"])
    scenario = fight(("wolf", "wolf"), map="\n.......\n.AX....\n.B.....\n.......\n", deeds={**DEEDS, kind: deed},
                     creatures={"wolf": wolf, "drake": creature("Young Drake", 40, [kind])},
                     roster={"A": {"creature": "wolf", "side": "companions"}, "B": {"creature": "wolf", "side": "companions"},
                             "X": {"creature": "drake", "side": "enemies"}}, fight={"first_coin": "enemies"})
    advice = suggest(scenario, agent="greedy", top=4)
    plan = next(plan for plan in advice.plans if plan.areas)
    squares, own = {parse_square(square) for square in plan.areas[0].squares}, parse_square(plan.end)
    hit = [scenario.keys.index(roll.target) for roll in plan.odds if roll.target]
    assert hit and all((int(advice.before[0].combatants[i]["x"]), int(advice.before[0].combatants[i]["y"])) in squares for i in hit)
    assert len(squares) <= {"cloud": 9, "breath": 9, "row": 4}[kind] and all(0 <= x < 7 and 0 <= y < 4 for x, y in squares)
    assert kind != "cloud" or own in squares


def test_those_who_may_act_are_ranked():
    advice = suggest(load_library_encounter("broken_gate"), agent="role")
    assert {mover.key for mover in advice.next} == {"ogre", "herald", "slinger"} and [mover.rank for mover in advice.next] == [1, 2, 3]
    wins = [mover.win_after for mover in advice.next]
    assert wins == sorted(wins, reverse=True) and advice.combatant == advice.next[0].key == advice.plans[0].combatant
    assert all(mover.reason.startswith("its best turn ") for mover in advice.next)
    asked = suggest(load_library_encounter("broken_gate"), "Ash Herald", "role")
    assert asked.combatant == "herald" and [mover.key for mover in asked.next] == ["herald"]


def test_what_the_kit_cannot_do_now_is_told_with_the_reason():
    walled = "\n......###\n.A....#X#\n......###\n"
    scenario = fight(party=("sheep",), enemies=("wolf",), map=walled, fight={"first_coin": "enemies"})
    why = suggest(scenario, agent="role").why_not
    assert [(entry.what, entry.code) for entry in why] == [("Bite", k.WHY_NO_TARGET)]
    assert why[0].reason == k.WHY_TEXTS[k.WHY_NO_TARGET] + ", nor from any square that it can walk to"


def test_the_first_plan_is_the_suggestion(hall):
    first = hall.plans[0]
    assert (hall.choices, hall.sentences, hall.odds, hall.expected_damage) == (first.choices, first.sentences, first.odds, first.expected_damage)
    data = hall.as_dict()
    assert data["choices"] == first.choices and data["plans"][0]["win_after"] == round(first.win_after, 6)
    again = Advice.model_validate(hall.model_dump(mode="json"))
    assert again.model_dump() == hall.model_dump()
    battle = Battle(HALL)
    battle.load(hall.before[0])
    assert battle.mask[parse_choice(HALL, hall.before[0], first.choices[0], int(HALL.tables[0].side))]


def test_the_outlook_of_many_positions_is_that_of_each():
    battle, role, seen = open_battle(HALL), make_agent("role"), []
    rng = np.random.default_rng(2)
    while not battle.over and len(seen) < 40:
        seen.append(battle.record().copy()[0])
        battle.step(choose_one(role, HALL.tables, battle.state, battle.mask, rng))
    states = battle.record().copy().repeat(len(seen)).view(np.recarray)
    states[:] = seen
    each = [0.5 + 0.5 * outlook(HALL.tables[0], state, GREEDY, read_outlook()) for state in states]
    assert win_chances(HALL.tables, states, k.COMPANIONS) == pytest.approx(each, abs=1e-9)
    assert win_chances(HALL.tables, states, k.ENEMIES) == pytest.approx(1 - np.array(each), abs=1e-9) and np.std(each) > 0.01
