"""A suggested turn: legal, told in full, with exact odds, and without a look at the encounter's dice."""

from itertools import product

import numpy as np
import pytest

from agents import make_agent
from agents.base import choose_one
from envs.battle import Battle
from envs.core import codes as k
from envs.core.check import net_edges
from envs.notation import parse_choice, parse_square
from envs.tables import library_names, load_encounter, load_library_encounter
from judge import SuggestError, suggest
from judge.advice import advise, open_battle
from judge.likely import counted, likely_dice, likely_results, roll_odds
from judge.plan import Planner

KEYS = {"combatant", "agent", "objective", "choices", "sentences", "notes", "odds", "expected_damage", "seconds"}
NAMES = library_names("encounter")


class Bold:
    """Attempts a deed wherever it can, with all points; else moves, else takes the first legal choice. Sees no dice."""

    name = "bold"

    def choose(self, tables, states, masks, rng):
        return np.array([self._one(mask) for mask in masks])

    @staticmethod
    def _one(mask):
        for choice in (k.A_MENU + k.DEED, k.A_MENU + k.MOVE, k.A_MENU + k.WALK, k.A_MENU + k.END_TURN):
            if mask[choice]:
                return choice
        squares = np.flatnonzero(mask[k.A_SQUARE:])
        return k.A_SQUARE + squares[len(squares) // 2] if len(squares) else np.flatnonzero(mask)[-1]


def fights(name, steps, seed=0):
    """Battles along a random fight, at every question."""
    battle, rng, agent = Battle(load_library_encounter(name), seed=seed), np.random.default_rng(seed), make_agent("random")
    for _ in range(steps):
        if battle.over:
            return
        yield battle
        battle.step(choose_one(agent, battle.scenario.tables, battle.state, battle.mask, rng))


def suggestions_with_rolls(count):
    """(scenario, suggestion, steps) of turns in which a deed is rolled, over the library's fights."""
    found = 0
    for name in NAMES:
        for battle in fights(name, 120):
            if battle.ask == k.ASK_ACTION and battle.mask[k.A_MENU + k.DEED]:
                who = int(battle.state.turn_of)
                steps = Planner(battle.clone(5), who, Bold(), 5).run()
                if any(step.rolls for step in steps):
                    yield battle.scenario, advise(battle, None, Bold(), 5), steps
                    found += 1
                if found >= count:
                    return


@pytest.mark.parametrize("name", NAMES)
def test_a_suggestion_is_a_whole_legal_turn(name):
    scenario = load_library_encounter(name)
    suggestion = advise(open_battle(scenario, 3), None, Bold(), 3)
    assert set(suggestion.as_dict()) == KEYS
    battle = open_battle(scenario, 3)
    who = scenario.keys.index(suggestion.combatant)
    assert scenario.tables[0].roster[who]["side"] == k.ENEMIES
    steps = Planner(battle.clone(3), who, Bold(), 3).run()
    for step in steps:
        assert Battle.why(_at(scenario, step), parse_choice(scenario, step.before[0], step.text, int(scenario.tables[0].side))) == k.OK
    assert suggestion.sentences and all(s[0].isupper() and s.endswith(".") for s in suggestion.sentences)
    after = suggestion.after[0]
    assert after.turn_of != who or after.round_no > suggestion.before[0].round_no or after.ask == k.OVER


def _at(scenario, step):
    battle = Battle(scenario)
    battle.load(step.before[0])
    return battle


def test_choices_read_back_along_the_plan():
    for scenario, suggestion, steps in suggestions_with_rolls(6):
        for step in steps:
            assert parse_choice(scenario, step.before[0], step.text, int(scenario.tables[0].side)) == step.choice
        assert suggestion.choices == [step.text for step in steps if step.asked]


@pytest.mark.parametrize("net", range(-2, 3))
@pytest.mark.parametrize("virtue", [-1, 0, 3, 5])
def test_odds_are_those_of_all_rolls(net, virtue):
    """G6.1, G6.2: every roll of the pool is counted, the dice that count picked in plain Python."""
    tables = load_library_encounter("duel").tables[0]
    tally = [0, 0, 0]
    for dice in product(range(1, 11), repeat=2 + abs(net)):
        pool = sorted(dice)
        total = virtue + (sum(dice[:2]) if net == 0 else sum(pool[-2:]) if net > 0 else sum(pool[:2]))
        tally[0 if total <= 10 else 1 if total <= 15 else 2] += 1
    assert roll_odds(tables, net, virtue) == pytest.approx([n / 10 ** (2 + abs(net)) for n in tally], abs=1e-12)


@pytest.mark.parametrize("virtue", range(-1, 6))
def test_assumed_dice_give_the_most_probable_result_without_a_pair(virtue):
    tables = load_library_encounter("duel").tables[0]
    for net in range(-8, 9):
        dice = likely_dice(tables, [net], virtue)
        total = int(counted(np.array([dice]), net)[0]) + virtue
        result = 0 if total <= 10 else 1 if total <= 15 else 2
        assert result == int(np.argmax(roll_odds(tables, net, virtue))) == likely_results(tables, [net], virtue)[0]
        assert len(set(dice)) == len(dice) == 2 + abs(net)


def test_plans_play_what_they_assume():
    for scenario, suggestion, steps in suggestions_with_rolls(12):
        for step in steps:
            rolled = [event for event in step.events if event[0] in (k.E_ROLL, k.E_CHECK)]
            assert [k.RESULT_NAMES[event[4]] for event in rolled] == [roll.assumed for roll in step.rolls]
            for roll in step.rolls:
                if len(step.rolls) == 1:  # several share their dice
                    assert getattr(roll, roll.assumed) == max(roll.fail, roll.conflict, roll.triumph)
        assert suggestion.odds == [roll for step in steps for roll in step.rolls]
        sides = dict(zip(scenario.keys, scenario.tables[0].roster["side"]))
        assert suggestion.expected_damage == pytest.approx(sum(roll.expected_damage for roll in suggestion.odds
                                                                if roll.target and sides[roll.target] != sides[suggestion.combatant]))


def test_expected_damage_is_that_of_all_rolls():
    """Every roll of the two dice is forced; the other side declines guard, so vigor lost is the blow. Sparks (pairs) are left out: a result's
    damage is taken from rolls without a pair (G6.1, G7.3)."""
    checked = 0
    for battle in (battle for seed in range(9) for name in ("ford", "broken_gate", "dry_orchard", "duel") for battle in fights(name, 60, seed)):
        d = battle.state.deed
        if battle.ask != k.ASK_TARGET or d.deed == k.NONE or d.n_targets or battle.tables.deeds[d.deed]["kind"] != k.ATTACK:
            continue
        target = next(c for c in battle.legal() if c < k.A_MENU)
        net = int(net_edges(battle.tables, battle.state, d.user, d.deed, d.instrument, d.extra, target))
        if net != 0 or battle.tables.deeds[d.deed]["n_targets"] > 1:
            continue
        expected = suggestion_damage(battle, target)
        by_result, weights = {}, [0, 0, 0]
        for dice in product(range(1, 11), repeat=2):
            result, damage = outcome(battle, target, dice)
            weights[result] += 1
            if dice[0] != dice[1]:
                by_result.setdefault(result, set()).add(damage)
        assert all(len(found) == 1 for found in by_result.values())
        assert expected == pytest.approx(sum(w * by_result[r].copy().pop() for r, w in enumerate(weights) if w) / 100)
        checked += 1
        if checked == 3:
            break
    assert checked == 3


def outcome(battle, target, dice):
    """(result, damage dealt by the deed) of one forced roll; everything that can be passed is passed, sparks take the first choice."""
    clone = battle.clone(1)
    clone.force(dice)
    clone.step(target)
    events = clone.events()
    while clone.state.deed.deed != k.NONE and not clone.over and int(clone.state.depth) > 2:
        clone.step(k.A_OPTION + k.PASS if clone.mask[k.A_OPTION + k.PASS] else clone.legal()[0])
        events += clone.events()
    result = next(event[4] for event in events if event[0] == k.E_ROLL)
    return result, sum(event[3] for event in events if event[0] == k.E_DAMAGE and event[2] == target and event[4] != 1)


def suggestion_damage(battle, target):
    """Expected damage that a plan reports when this target is chosen."""
    class Chosen(Bold):
        def choose(self, tables, states, masks, rng):
            return np.array([target]) if states[0].ask == k.ASK_TARGET else super().choose(tables, states, masks, rng)
    return advise(battle, None, Chosen(), 0).odds[0].expected_damage


def test_advice_does_not_depend_on_the_dice_of_the_encounter():
    compared = 0
    for battle in fights("dry_orchard", 120, seed=6):
        if battle.ask != k.ASK_ACTION:
            continue
        plain, loaded = battle.clone(1), battle.clone(123456789)
        loaded.force([10, 9, 10, 9, 10, 9])
        one, other = (advise(b, None, Bold(), 7) for b in (plain, loaded))
        assert (one.choices, one.sentences, one.odds) == (other.choices, other.sentences, other.odds)
        compared += bool(one.odds)
    assert compared >= 5


def test_advice_leaves_the_battle_alone():
    battle = open_battle(load_library_encounter("ford"))
    before, mask = battle.record().tobytes(), battle.mask.copy()
    advise(battle, None, Bold(), 0)
    assert battle.record().tobytes() == before and np.array_equal(battle.mask, mask)


@pytest.mark.parametrize("seed", range(6))
def test_an_unset_coin_falls_for_the_side_that_is_asked_for(seed):
    scenario = load_library_encounter("broken_gate")
    assert suggest(scenario, agent=Bold(), seed=seed).combatant in ("ogre", "herald", "slinger")
    assert suggest(scenario, "Gate Warden", Bold(), seed).combatant == "warden"
    assert suggest(scenario, "O", Bold(), seed).combatant == "ogre"


FIGHT = """
title = "Half over"
map = '''
.........
.A..B..C.
.........
'''
[roster.A]
creature = "gate_warden"
side = "companions"
[roster.B]
creature = "hook_runner"
side = "enemies"
[roster.C]
creature = "gnaw_rat"
side = "enemies"
[fight]
round = 2
first_side = "companions"
"""


@pytest.mark.parametrize("more, name, part", [
    ('next_side = "enemies"\nacted = ["C"]', "C", "it has already taken its turn"), ('next_side = "enemies"', "A", "not on the asked side"),
    ('next_side = "companions"', "B", "next_side = 'enemies'"), ('acted = ["A"]\nturn = { of = "B", points = 2 }', "C", "it is Hook Runner's turn"),
    ('next_side = "enemies"', "Mira", "there is no combatant 'Mira'")])
def test_who_cannot_act_is_told_why(tmp_path, more, name, part):
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT + more + "\n", encoding="utf-8")
    with pytest.raises(SuggestError) as error:
        suggest(load_encounter(file), name, Bold())
    assert part in str(error.value) and "\n" not in str(error.value)


def test_a_turn_under_way_goes_on_with_what_is_left(tmp_path):
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT + 'acted = ["A"]\nturn = { of = "B", points = 1, move_points = 2, taken = ["move"] }\n', encoding="utf-8")
    suggestion = suggest(load_encounter(file), agent=Bold())
    assert suggestion.combatant == "runner" and "move" not in suggestion.choices
    assert len(suggestion.squares) <= 2
    for square in (c.split()[1] for c in suggestion.choices if c.startswith("at ")):
        x, y = parse_square(square)
        assert max(abs(x - 4), abs(y - 1)) <= 2


def test_the_way_on_the_map_is_a_walk():
    walked = 0
    for name in NAMES:
        suggestion = advise(open_battle(load_library_encounter(name)), None, Bold())
        who = load_library_encounter(name).keys.index(suggestion.combatant)
        c = suggestion.before[0].combatants[who]
        at = (int(c["x"]), int(c["y"]))
        for square in suggestion.squares:
            assert max(abs(at[0] - square[0]), abs(at[1] - square[1])) == 1
            at, walked = square, walked + 1
        end = suggestion.after[0].combatants[who]
        assert at == (int(end["x"]), int(end["y"]))
    assert walked > 0
