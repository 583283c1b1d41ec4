"""The facade: illegal choices, forced dice, clones, events."""

import numpy as np
import pytest

from envs.battle import Battle, IllegalChoice
from envs.core import codes as k
from envs.tables import load_library_encounter


@pytest.fixture()
def duel():
    return Battle(load_library_encounter("duel"), seed=1)


def test_illegal_choice_says_why_and_changes_nothing(duel):
    before = duel.record().tobytes()
    for choice in range(len(duel.mask)):
        if not duel.mask[choice]:
            with pytest.raises(IllegalChoice, match="does not answer the question"):
                duel.step(choice)
    for choice in (-1, len(duel.mask), 10**9):
        with pytest.raises(IllegalChoice):
            duel.step(choice)
    assert duel.record().tobytes() == before


def test_forced_coin_decides_the_first_side():
    scenario = load_library_encounter("duel")
    for face, side in ((1, k.COMPANIONS), (2, k.ENEMIES)):
        assert Battle(scenario, seed=1, forced=[face]).asked == side


def test_forced_die_that_does_not_fit_is_refused_and_nothing_is_lost():
    battle = Battle(load_library_encounter("duel"), seed=1)
    rng = np.random.default_rng(0)
    for _ in range(2000):
        if battle.over:
            battle = Battle(load_library_encounter("duel"), seed=int(rng.integers(1000)))
        if battle.ask == k.ASK_TARGET or (battle.ask == k.ASK_POINTS and battle.state.deed.deed != k.NONE):
            battle.force([11])
            before, mask = battle.record().tobytes(), battle.mask.copy()
            with pytest.raises(ValueError, match="forced die"):
                battle.step(battle.legal()[0])
            assert battle.record().tobytes() == before and (battle.mask == mask).all()
            return
        battle.step(int(rng.choice(battle.legal())))
    pytest.fail("no deed was attempted")


def test_queue_of_forced_dice_has_an_end(duel):
    with pytest.raises(ValueError, match="do not fit in the queue"):
        duel.force([1] * 17)


def test_clone_does_not_know_the_dice_and_leaves_the_encounter_alone(duel):
    duel.force([3, 4])
    before = duel.record().tobytes()
    clone = duel.clone(99)
    assert clone.state.dice.n_forced == 0 and clone.state.dice.state.tolist() != duel.state.dice.state.tolist()
    for _ in range(30):
        if clone.over:
            break
        clone.step(clone.legal()[0])
    assert duel.record().tobytes() == before


def test_events_are_all_kept_and_do_not_change_play():
    scenario = load_library_encounter("toll_bridge")
    loud, silent, rng = Battle(scenario, seed=4), Battle(scenario, seed=4, log=False), np.random.default_rng(1)
    deeds = 0
    while not loud.over:
        choice = int(rng.choice(loud.legal()))
        loud.step(choice)
        silent.step(choice)
        deeds += sum(e.code == k.E_ROLL for e in loud.events())
    loud.state.log = 0
    assert loud.record().tobytes() == silent.record().tobytes() and deeds > 10 and silent.events() == []


def test_without_auto_every_question_is_asked():
    scenario = load_library_encounter("duel")
    battle, counts = Battle(scenario, seed=1, auto=False), []
    rng = np.random.default_rng(0)
    for _ in range(60):
        counts.append(len(battle.legal()))
        battle.step(int(rng.choice(battle.legal())))
    assert 1 in counts


def test_over_has_no_question(duel):
    rng = np.random.default_rng(0)
    while not duel.over:
        duel.step(int(rng.choice(duel.legal())))
    assert duel.legal() == [] and duel.winner in (0, 1, 2, 3)
    with pytest.raises(IllegalChoice, match="over"):
        duel.step(0)
