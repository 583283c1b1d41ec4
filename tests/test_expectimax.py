"""The prover: hand-counted values, a plain second expectimax without merging, and playouts with random dice."""

import tomllib

import numpy as np
import pytest

from agents.expectimax import ProofError, horizon, prove
from agents.puzzles import load_puzzles, position
from envs.battle import Battle
from envs.core import codes as k
from envs.core import machine
from envs.core.odds import result_odds
from envs.core.score import potential, result
from envs.notation import choice_text, parse_choice
from envs.tables.load import build_encounter

CELL = """
title = "A cell"
map = '''
#####
#A.E#
#####
'''
[fight]
round = 1
first_side = "companions"
turn = { of = "A", points = 1, taken = ["move"] }
[roster.A]
creature = "thrower"
side = "companions"
[roster.E]
creature = "target"
side = "enemies"
vigor = 5
[creatures.thrower]
name = "Thrower"
virtues = { might = 0, grace = 3, wits = 0, spirit = 0 }
key = "grace"
max_vigor = 10
speed = 0
deeds = ["toss", "drop"]
[creatures.thrower.own_deeds.toss]
name = "Toss"
kind = "attack"
instrument = "innate"
range = 4
targets = "creature"
conflict = [{ damage = "5" }]
[creatures.thrower.own_deeds.drop]
name = "Drop"
kind = "attack"
instrument = "innate"
range = 4
targets = "creature"
check = false
conflict = [{ damage = "4" }]
[creatures.target]
name = "Target"
virtues = { might = 0, grace = 0, wits = 0, spirit = 0 }
key = "might"
max_vigor = 10
speed = 0
bare = { weapon = 3 }
deeds = ["hit"]
[creatures.target.own_deeds.hit]
name = "Hit"
kind = "attack"
instrument = "melee"
targets = "creature"
conflict = [{ damage = "†" }]
"""


def battle_of(text=CELL, lead=(), **changes):
    """The Battle of an encounter text after a lead; changes: {"roster.E.vigor": 3} and the like."""
    data = tomllib.loads(text)
    for path, value in changes.items():
        *steps, last = path.split(".")
        place = data
        for step in steps:
            place = place.setdefault(step, {})
        place[last] = value
    battle = Battle(build_encounter(data, "cell.toml", "cell.toml"))
    for choice in lead:
        battle.step(parse_choice(battle.scenario, battle.state, choice, int(battle.tables.side)))
    return battle


def named(battle, values):
    """{text: value} of choices."""
    return {choice_text(battle.scenario, battle.state, c, int(battle.tables.side)): v for c, v in values.items()}


# -- counted by hand -------------------------------------------------------------------------------------------------------
def test_a_certain_and_a_rolled_blow_are_worth_what_was_counted():
    """Own side whole: share 1. The foe with v of 10 vigor: share 0.5 + 0.05 v; fallen, the fight is won: 1."""
    battle = battle_of(lead=["deed"])
    got = named(battle, prove(battle, turns=1).values)
    fail = result_odds(0, 3)[0]
    assert got["deed drop"] == pytest.approx(1 - 0.5 - 0.05 * 1, abs=1e-12)
    assert got["deed toss"] == pytest.approx((1 - fail) * 1 + fail * (1 - 0.75), abs=1e-12)


def test_a_guard_die_is_counted_face_by_face_and_the_other_side_minimises():
    battle = battle_of(lead=["deed"], **{"creatures.target.guard_dice": [4]})
    value = named(battle, prove(battle, turns=1).values)["deed drop"]
    left = [5 - max(0, 4 - face) for face in (1, 2, 3, 4)]  # vigor that is left, by the guard die's face
    assert value == pytest.approx(np.mean([0.5 - 0.05 * v for v in left]), abs=1e-12)


def test_an_extra_point_is_an_edge():
    battle = battle_of(lead=["deed", "deed toss"], **{"fight.turn": {"of": "A", "points": 3}})
    got = named(battle, prove(battle, turns=1).values)
    for points in (0, 1, 2):
        fail = result_odds(points, 3)[0]
        assert got[f"points {points}"] == pytest.approx((1 - fail) + fail * 0.25, abs=1e-12)


def test_the_other_side_s_turn_is_seen_two_turns_on_and_not_before():
    near = battle_of(**{"map": "###\n#A#\n#E#\n###\n", "rules.points": 1, "fight.turn": {"of": "A", "points": 1, "taken": []}})
    one, two = (named(near, prove(near, turns=n).values) for n in (1, 2))
    assert one["end turn"] == pytest.approx(0.25) and one["defend"] == pytest.approx(0.25)
    hit, cut = (1 - result_odds(net, 0)[0] for net in (0, -1))
    assert two["end turn"] == pytest.approx(0.25 - hit * 3 * 0.05) and two["defend"] == pytest.approx(0.25 - cut * 3 * 0.05)


# -- a second expectimax, in plain Python, one roll at a time ------------------------------------------------------------------
def forced_step(battle, choice, forced):
    """(Battle after a choice with these dice and then a die that no die can show, whether the dice were enough)."""
    other = battle.clone(0)
    other.force([*forced, 99])
    try:
        machine.step(other.tables, other.state, choice, 0, other.mask.view(np.uint8))
    except ValueError:
        return other, False
    return other, True


def outcomes(battle, choice, prefix=()):
    """[(probability, Battle)] of every roll of dice that a choice leads to, no two rolls taken together."""
    other, enough = forced_step(battle, choice, prefix)
    if enough:
        return [(1.0, other)]
    sides = max(face for face in range(1, 21) if forced_step(battle, choice, (*prefix, face))[0].state.dice.next_forced > len(prefix))
    return [(p / sides, b) for face in range(1, sides + 1) for p, b in outcomes(battle, choice, (*prefix, face))]


def plain_value(battle, side, last_round, last_acted):
    """Value of a position for a side."""
    t, s = battle.tables, battle.state
    if battle.over:
        return result(t, s, side)
    if s.round_no > last_round or sum(int(c.acted) for c in s.combatants[:t.n_combatants]) >= last_acted:
        return potential(t, s, side)
    values = [sum(p * plain_value(b, side, last_round, last_acted) for p, b in outcomes(battle, c)) for c in battle.legal()]
    return max(values) if battle.asked == side else min(values)


def plain_values(battle, turns):
    end = horizon(battle.tables, battle.state, turns)
    return {c: sum(p * plain_value(b, battle.asked, *end) for p, b in outcomes(battle, c)) for c in battle.legal()}


@pytest.mark.parametrize("name", ["finish_unguarded", "finish_dying", "spark_into_the_pit", "hazard_push_in", "several_second", "taunt_answer_him", "lift_now"])
def test_the_plain_expectimax_agrees(name):
    """Guards, tenacity, sparks, falls and hazards, several targets: merged rolls and remembered positions change no value."""
    puzzle = next(p for p in load_puzzles() if p.name == name)
    battle = position(puzzle)
    got, wanted = prove(battle, puzzle.turns).values, plain_values(battle, puzzle.turns)
    assert got.keys() == wanted.keys() and all(got[c] == pytest.approx(wanted[c], abs=1e-12) for c in got)


def test_the_end_of_a_round_is_a_horizon_of_its_own():
    """Nobody but A has a turn left: the end of the round is the end of the turn, whatever its coin shows."""
    battle = battle_of(lead=["deed"], **{"fight.acted": ["E"]})
    assert prove(battle, rounds=1).values == pytest.approx(prove(battle, turns=1).values, abs=1e-12)


def test_targets_with_different_edges_share_one_pool_in_rolled_order():
    """One target defends: the third die counts for it alone, so the order of the dice matters."""
    battle = battle_of(lead=["deed", "target target-e", "target target-f"], **{
        "map": "#####\n#A.E#\n#..F#\n#####\n", "roster.F": {"creature": "target", "side": "enemies", "defend": 1}, "creatures.thrower.deeds": ["toss"],
        "creatures.thrower.own_deeds": {"toss": {"name": "Toss", "kind": "attack", "instrument": "innate", "range": 4, "targets": "creatures", "n_targets": 3,
                                                 "conflict": [{"damage": "3"}], "triumph": [{"damage": "2"}]}}, "roster.G": {
            "creature": "target", "side": "enemies", "at": "b3"}})
    got, wanted = prove(battle, turns=1).values, plain_values(battle, 1)
    assert len(got) == 2 and all(got[c] == pytest.approx(wanted[c], abs=1e-12) for c in got)


def test_a_check_that_is_no_deed_agrees_too():
    battle = battle_of(lead=["prevail"], **{"roster.A.states": {"burning": 4, "weak": 2}, "creatures.thrower.virtues.grace": 1})
    got, wanted = prove(battle, turns=1).values, plain_values(battle, 1)
    assert len(got) == 2 and all(got[c] == pytest.approx(wanted[c], abs=1e-12) for c in got)


# -- random dice -------------------------------------------------------------------------------------------------------------
def test_playouts_with_random_dice_average_to_the_proved_value():
    """Both sides play proved best answers, 2,500 games: the mean lies within four standard errors."""
    start = battle_of(**{"map": "###\n#A#\n#E#\n###\n", "rules.points": 1, "rules.max_rounds": 1, "creatures.target.guard_dice": [6],
                         "creatures.thrower.bare": {"weapon": 2}, "fight.turn": {"of": "A", "points": 1}})
    side, end = start.asked, horizon(start.tables, start.state, 2)
    answers, results = {}, []

    def best(battle):
        key = battle.record()["combatants"].tobytes() + bytes([battle.ask, battle.asked]) + battle.record()["frames"].tobytes() + \
            battle.record()["targets"].tobytes() + battle.record()["deed"].tobytes()
        if key not in answers:
            left = end[1] - sum(int(c.acted) for c in battle.state.combatants[:2])
            answers[key] = prove(battle, turns=left).best()[0]
        return answers[key]

    for seed in range(2500):
        battle = start.clone(seed)
        while not battle.over and battle.state.round_no == 1 and sum(int(c.acted) for c in battle.state.combatants[:2]) < end[1]:
            battle.step(best(battle))
        results.append(result(battle.tables, battle.state, side) if battle.over else potential(battle.tables, battle.state, side))
    proof = prove(start, turns=2)
    wanted = proof.values[proof.best()[0]]
    assert np.std(results) > 0.05 and abs(np.mean(results) - wanted) < 4 * np.std(results) / np.sqrt(len(results))


# -- limits ------------------------------------------------------------------------------------------------------------------
def test_what_cannot_be_proved_says_why():
    battle = battle_of()
    with pytest.raises(ProofError, match="positions lie before the horizon"):
        prove(battle_of(**{"map": "........\n........\n..A.....\n.....E..\n........\n", "creatures.target.speed": 4}), turns=2, most=2**16)
    battle.surrender(k.ENEMIES)
    with pytest.raises(ProofError, match="over"):
        prove(battle)


def test_the_proof_does_not_depend_on_the_encounter_s_dice():
    first, second = (prove(battle_of().clone(seed), turns=1).values for seed in (1, 2))
    assert first == second
