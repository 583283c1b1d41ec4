"""The machine's two entrances, `lay` and `step`: single answers, the ring of events, a record that was used before (G1.6, G4.9)."""

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.core.dice import below, seed_words
from envs.core.machine import lay, step
from envs.core.record import new_encounters

from .drawn import fight

BOARD = "A..x\nB..y\n...."


def begun(f, seed=3, log=0):
    """(tables, record laid with a seed, mask) of a drawn fight."""
    row = new_encounters(1)
    row[0] = f.scenario.initial[0]
    row[0].log = log
    lay(row[0], seed)
    return f.tables, row[0], np.zeros(len(f.mask), np.uint8)


def test_step_answers_single_answers_as_a_battle_does():
    """With auto the same fight comes out as when each question with one legal answer is answered by hand."""
    f = fight(BOARD, clock="round = 0")
    t, s, mask = begun(f)
    n = step(t, s, k.NONE, 1, mask)
    battle, words = Battle(f.scenario, seed=3, log=False), np.zeros(4, np.uint32)
    seed_words(words, 1)
    played = 0
    while s.ask != k.OVER and played < 60:
        assert n == mask.sum() >= 2 and (mask == battle.mask).all()
        legal = np.flatnonzero(mask)
        choice = int(legal[below(words, len(legal))])
        n = step(t, s, choice, 1, mask)
        battle.step(choice)
        played += 1
    assert played > 20


def test_without_auto_each_question_is_asked():
    f = fight("A..x", clock="round = 0")
    t, s, mask = begun(f)
    assert step(t, s, k.NONE, 0, mask) == 1 and s.ask == k.ASK_COMBATANT and mask[k.A_COMBATANT + s.asked] == 1
    t, s, mask = begun(f)
    assert step(t, s, k.NONE, 1, mask) > 1 and s.ask == k.ASK_ACTION


@pytest.mark.parametrize("room, goes_on", [(12, True), (11, False)])
def test_with_events_kept_the_machine_waits_while_the_ring_is_nearly_full(room, goes_on):
    f = fight("A..x", clock="round = 0")
    t, s, mask = begun(f, log=1)
    s.n_events = k.MAX_EVENTS - room
    n = step(t, s, k.NONE, 0, mask)
    if goes_on:
        assert s.n_events > k.MAX_EVENTS - room
    else:
        assert n == 0 and s.ask == k.NO_QUESTION and not mask.any() and s.n_events == k.MAX_EVENTS - room
    t, s, mask = begun(f, log=0)
    s.n_events = k.MAX_EVENTS - room
    assert step(t, s, k.NONE, 0, mask) == 1, "without events nobody waits"


def test_a_record_that_was_used_is_laid_anew():
    f = fight("A..x", clock="round = 0")
    t, s, mask = begun(f)
    fresh = s.copy()
    s.depth, s.ask, s.n_chain, s.chain[0] = 3, k.ASK_WALK, 2, 7
    s.deed.user, s.deed.n_dice = 1, 2
    lay(s, 3)
    assert (s.depth, s.ask, s.n_chain, int(s.chain[0])) == (1, k.NO_QUESTION, 0, 0)
    assert s.deed.tobytes() == fresh.deed.tobytes() and s.dice.tobytes() == fresh.dice.tobytes()
