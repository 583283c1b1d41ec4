"""What answers change, against the oracle's ledger: points, walks, recoveries, rolls, blows, guards, counters, states, in random fights."""

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.core import machine
from envs.encoding.layout import action_groups
from oracle.ledger import Ledger
from test_oracle import DRAWN, LIBRARY, oracle_of, pick, scenario

ALWAYS = {"points at the start of a turn (T2.1)", "a deed's price (T2.2, T5.2)", "the price of move (T2.2)", "movement points (T3.10, T8.11, T8.12)",
          "cuts of defend (T3.3)", "a walk (G12.1)", "the roll as it is read (G6.1-G6.4)", "who was struck (T5.5)",
          "states after a deed (T5.5, T8.1, T8.2)", "who has had its turn has acted (T1.3)", "what a new round gives back (G3.16)",
          "sides alternate while both have somebody left (T1.3, T1.4)"}
SOMEWHERE = {"a blow (G7.1a, G7.3)", "vigor at the start of a turn (T8.7, T8.8)", "recoveries spent (T8.40)", "vigor regained (G8.41)",
             "a reaction's price (T4.2)", "one that does not endure dies at 0 (G8.26)", "one of the outcomes of tenacity (T8.21, G8.26)",
             "dying is not checked for the blow that brought it (G8.21a)", "a counter's blow (T4.4)", "the blow that waits for a guard (T4.5)", "a guarded blow (T4.5, G7.3)",
             "who was asked for a counter (T4.4, G4.3a, G4.8)"}


def group_of(groups, choice):
    """(group, number in it) of an index of the action space."""
    return next((name, choice - first) for name, (first, size) in groups.items() if first <= choice < first + size)


def right_after_the_roll(battle, choice, oracle):
    """The Moment at which the dice lie that an answer makes fall, None when it makes none fall: the machine is walked frame by frame."""
    if battle.ask != k.ASK_TARGET:
        return None
    twin = battle.clone(0)
    twin.record()[:] = battle.record()
    t, s = twin.tables, twin.state
    machine.answer(t, s, choice)
    while s.ask == k.NO_QUESTION and s.deed.user != k.NONE and s.deed.n_dice == 0:
        machine.advance(t, s, s.frames[s.depth - 1].kind)
    return oracle.read(s) if s.deed.n_dice else None


def played(name, count, seed):
    """The Ledger of `count` random answers, fight after fight."""
    scene = scenario(name)
    oracle, groups, rng = oracle_of(scene), action_groups(int(scene.tables[0].side)), np.random.default_rng(seed)
    battle, fights, calm, checked = None, 0, None, {}
    for _ in range(count):
        if battle is None or battle.over:
            fights += 1
            battle, ledger = Battle(scene, seed + 100 * fights, auto=False, log=False), Ledger(oracle)
            ledger.checked = checked
            before = oracle.read(battle.state)
        calm = before if before.deed.n_dice == 0 else calm
        choice = pick(rng, battle.legal())
        rolled = right_after_the_roll(battle, choice, oracle)
        battle.step(choice)
        after = oracle.read(battle.state)
        ledger.answered(before, *group_of(groups, choice), after, calm, rolled)
        assert not ledger.faults, f"round {before.round_no}, {oracle.question(before)} about {before.asker}, choice {choice}: {ledger.faults}"
        before = after
    return checked


@pytest.mark.parametrize("name", LIBRARY + DRAWN)
def test_answers_change_what_the_rules_say(name):
    """Every answer of random fights with all questions asked; what always happens in a fight has been looked at."""
    checked = played(name, 900, 31)
    assert all(checked.get(what) for what in ALWAYS), sorted(ALWAYS - set(checked))


def test_rarer_things_are_looked_at_too():
    """Reactions, recoveries and states at the start of a turn come up on the crowded boards."""
    checked = played("crush", 1500, 37)
    for what, count in played("fallen", 1500, 37).items():
        checked[what] = checked.get(what, 0) + count
    assert all(checked.get(what) for what in SOMEWHERE), sorted(SOMEWHERE - set(checked))


# -- the ledger itself -----------------------------------------------------------------------------------------------------
def more_vigor(c):
    c.vigor += 1


def less_vigor(c):
    c.vigor -= 1


def more_state(c):
    c.states[k.EXPOSED] += 1


def more_points(c):
    c.points += 1


def more_movement(c):
    c.move_points += 1


def less_focus(c):
    c.focus -= 1


def elsewhere(c):
    c.x += 1


TAMPERS = [more_vigor, less_vigor, more_state, more_points, more_movement, less_focus, elsewhere]


@pytest.mark.parametrize("tamper", TAMPERS, ids=[t.__name__ for t in TAMPERS])
def test_the_ledger_notices(tamper):
    """A number that is one off in everybody after an answer is noticed within one fight: the ledger can say no."""
    scene = scenario("crush")
    oracle, groups, rng = oracle_of(scene), action_groups(int(scene.tables[0].side)), np.random.default_rng(41)
    battle, ledger, calm = Battle(scene, 41, auto=False, log=False), Ledger(oracle), None
    while not battle.over and not ledger.faults:
        before = oracle.read(battle.state)
        calm = before if before.deed.n_dice == 0 else calm
        choice = pick(rng, battle.legal())
        rolled = right_after_the_roll(battle, choice, oracle)
        battle.step(choice)
        after = oracle.read(battle.state)
        for c in after.combatants:
            tamper(c)
        ledger.answered(before, *group_of(groups, choice), after, calm, rolled)
    assert ledger.faults
