"""Properties of every position of generated encounters: its text holds all of it, the mask is the reasons, one-answer questions change nothing."""

import random
from functools import lru_cache

import numba
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from envs.core import legality
from envs.core.why import why
from generated import scenario

COMPILED = not numba.config.DISABLE_JIT
SEEDS = st.integers(0, 60)  # of scenarios; few, so that they are loaded once
FAR = 400 if COMPILED else 12  # choices before and after a position
CASES = settings(max_examples=60 if COMPILED else 3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@lru_cache(maxsize=None)
def scene_of(seed):
    return scenario(seed)


def play(battle, rng, choices):
    """Up to `choices` random choices, deeds more often than the end of the turn; a fight that is over begins no other."""
    for _ in range(choices):
        if battle.over:
            return
        battle.step(pick(battle, rng))


def pick(battle, rng):
    legal = battle.legal()
    weights = [1 if choice in (k.A_MENU + k.END_TURN, k.A_OPTION + k.PASS) else 12 if choice == k.A_MENU + k.DEED else 4 for choice in legal]
    return rng.choices(legal, weights)[0]


@CASES
@given(seed=SEEDS, dice=st.integers(0, 2**31), first=st.integers(0, FAR), then=st.integers(1, FAR // 4))
def test_a_position_is_saved_whole_in_the_middle_of_any_question(seed, dice, first, then):
    """Saved as text, read back and played on, a fight goes as it would have gone, byte for byte."""
    battle, rng = Battle(scene_of(seed), dice, log=False), random.Random(dice)
    play(battle, rng, first)
    other = Battle(scene_of(seed), 0, log=False)
    other.load(notation.parse_position(scene_of(seed), notation.position_text(scene_of(seed), battle.state)))
    assert other.record().tobytes() == battle.record().tobytes() and (other.mask == battle.mask).all()
    for _ in range(then):
        if battle.over:
            break
        choice = pick(battle, rng)
        battle.step(choice)
        other.step(choice)
        assert other.record().tobytes() == battle.record().tobytes() and (other.mask == battle.mask).all()


@numba.njit
def whys(t, s, out):
    """Reason code of every index, written to `out`."""
    for choice in range(len(out)):
        out[choice] = why(t, s, choice)


@CASES
@given(seed=SEEDS, dice=st.integers(0, 2**31), first=st.integers(0, FAR))
def test_the_mask_is_the_reasons(seed, dice, first):
    """An index is in the mask exactly when there is no reason against it; what `legal` counts is what it writes."""
    battle = Battle(scene_of(seed), dice, auto=bool(dice % 2), log=False)
    rng = random.Random(dice)
    play(battle, rng, first)
    for _ in range(10 if COMPILED else 2):
        if battle.over:
            return
        reasons = np.empty(len(battle.mask), np.int32)
        whys(battle.tables, battle.state, reasons)
        odd = np.flatnonzero((reasons == k.OK) != battle.mask)
        asked = k.QUESTION_NAMES[battle.ask]
        assert not len(odd), f"{asked}: " + ", ".join(f"{c} ({k.WHY_TEXTS[reasons[c]]})" for c in odd[:8].tolist())
        assert legality.legal(battle.tables, battle.state, np.zeros(len(battle.mask), np.uint8)) == battle.mask.sum()
        play(battle, rng, 1)


@CASES
@given(seed=SEEDS, dice=st.integers(0, 2**31), choices=st.integers(1, FAR))
def test_questions_with_one_answer_may_answer_themselves(seed, dice, choices):
    """With `auto` and without it the same answers lead to the same positions."""
    quick, slow, rng = Battle(scene_of(seed), dice, auto=True, log=False), Battle(scene_of(seed), dice, auto=False, log=False), random.Random(dice)
    for _ in range(choices):
        answer_single(slow)
        assert slow.record().tobytes() == quick.record().tobytes()
        if quick.over:
            return
        choice = pick(quick, rng)
        quick.step(choice)
        slow.step(choice)


def answer_single(battle):
    """Answer the questions that have one legal answer."""
    while not battle.over and battle.mask.sum() == 1:
        battle.step(battle.legal()[0])
