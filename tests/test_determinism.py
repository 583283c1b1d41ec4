"""One seed is one game: the same record, mask and observation alone, in a batch of 1, 64 and 1024, and with the JIT off."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from all_questions import observed
from golden import playthrough

from envs.battle import Battle
from envs.core import codes as k
from envs.core import record
from envs.core.batch import lay_row, pick, step_rows
from envs.core.dice import seed_words
from envs.core.record import new_encounters
from envs.encoding import layout
from envs.encoding.observe import observe
from envs.tables import library_names, load_library_encounter, pack

ROOT = Path(__file__).resolve().parent.parent
SHORT = ("duel", 3, 60)


def alone(name, seed, decisions):
    """[(record bytes, mask, observation, choice)] of a game played by itself."""
    return [(playthrough.bare(b.record()[0:1]), b.mask.copy(), b.observe(), choice)
            for b, choice in playthrough.play(load_library_encounter(name), seed, decisions)]


@pytest.fixture(scope="module")
def game():
    return alone("broken_gate", 11, 150)


@pytest.mark.parametrize("rows, place", [(1, 0), (64, 0), (64, 63), (1024, 517)])
def test_one_game_is_the_same_alone_and_in_a_batch(game, rows, place):
    """Row `place` replays the game; all other rows play other encounters from other seeds at random."""
    library = {n: load_library_encounter(n) for n in library_names("encounter")}
    names = [n for n, scenario in library.items() if scenario.tables[0].side == 16]  # the rows of a batch share one layout of actions
    tables, initials = pack([library[n] for n in names])
    states, masks = new_encounters(rows), np.zeros((rows, layout.action_size(16)), np.uint8)
    words = np.zeros(4, np.uint32)
    seed_words(words, rows)
    for b in range(rows):
        scenario, seed = (names.index("broken_gate"), 11) if b == place else (b % len(names), 1000 + b)
        lay_row(tables, initials, states, b, scenario, seed)
    step_rows(tables, states, np.full(rows, k.NONE), masks)
    for bytes_alone, mask, observation, choice in game:
        assert playthrough.bare(states[place:place + 1]) == bytes_alone
        assert np.array_equal(masks[place], mask)
        here = {name: np.zeros(shape, np.int16) for name, shape in layout.obs_shapes(16).items()}
        observe(tables[names.index("broken_gate")], states[place], *here.values())
        assert all(np.array_equal(here[name], observation[name]) for name in here)
        if choice is not None:
            counts = masks.sum(axis=1, dtype=np.int64)
            choices = np.array([pick(masks[b], counts[b], words) if counts[b] else 0 for b in range(rows)], np.int64)
            choices[place] = choice
            step_rows(tables, states, choices, masks)


def test_another_seed_is_another_game(game):
    other = alone("broken_gate", 12, 150)
    assert [row[0] for row in game] != [row[0] for row in other]


def test_the_choices_alone_replay_the_game(game):
    battle = Battle(load_library_encounter("broken_gate"), seed=11, side=16)
    for bytes_alone, mask, observation, choice in game:
        assert playthrough.bare(battle.record()[0:1]) == bytes_alone and np.array_equal(battle.mask, mask)
        now = battle.observe()
        assert all(np.array_equal(now[name], observation[name]) for name in now)
        if choice is not None:
            battle.step(choice)


def test_keeping_events_and_answering_single_choices_by_hand_change_nothing():
    """The same game without events, and with every question asked: the answers that are no choice are given by hand."""
    scenario = load_library_encounter("duel")
    told, plain, asked = (Battle(scenario, seed=5, side=16, **how) for how in ({}, {"log": False}, {"auto": False}))
    choose, played = playthrough.player(6), 0
    for _ in range(80):
        while not asked.over and len(asked.legal()) == 1:
            asked.step(asked.legal()[0])
        if told.over:
            break
        one, two, three = (playthrough.bare(b.record()[0:1]) for b in (told, plain, asked))
        assert one == two == three
        choice = choose(told)
        played += 1
        for battle in (told, plain, asked):
            battle.step(choice)
    assert played > 40


# -- with the JIT off ------------------------------------------------------------------------------------------------------
def in_a_process_of_its_own(code, **environment):
    """Standard output of a Python process with warnings as errors."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": paths, **environment})
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_a_short_game_is_the_same_with_the_jit_off():
    code = f"import numba; from golden.playthrough import digest; print(numba.config.DISABLE_JIT, digest(*{SHORT!r}))"
    assert in_a_process_of_its_own(code, NUMBA_DISABLE_JIT="1") == f"1 {playthrough.digest(*SHORT)}"


def test_observations_are_the_same_with_the_jit_off():
    """At nearly every kind of question: areas, items, effects, force, places."""
    here = observed(110)
    assert int(here.split()[1]) >= 15
    assert in_a_process_of_its_own("from all_questions import observed; print(observed(110))", NUMBA_DISABLE_JIT="1") == here


def test_the_short_game_is_worth_comparing():
    asked = {b.ask for b, choice in playthrough.play(load_library_encounter(SHORT[0]), *SHORT[1:]) if choice is not None}
    assert {k.ASK_ACTION, k.ASK_POINTS, k.ASK_WALK} <= asked and len(asked) >= 5
    assert playthrough.digest(*SHORT).split()[0] == str(SHORT[2])


def test_the_rules_tests_pass_with_the_jit_off_too():
    """All chapters: the same tests, the same source, no compiler; NumPy's warnings are errors there."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/rules"], cwd=ROOT, text=True,
                          capture_output=True, timeout=900, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stdout[-3000:]


# -- names of fields -------------------------------------------------------------------------------------------------------
def dtypes():
    """Every record dtype of `envs.core.record`, nested ones too."""
    def inside(dtype):
        dtype = dtype.base
        if dtype.names:
            yield dtype
            for name in dtype.names:
                yield from inside(dtype[name])
    for value in vars(record).values():
        if isinstance(value, np.dtype):
            yield from inside(value)


def test_no_field_has_the_name_of_a_numpy_attribute():
    """Without the JIT `record.flags` would be NumPy's; with it, the field: the two would disagree silently."""
    taken = set(dir(np.recarray)) | set(dir(np.record)) | set(dir(np.void))
    names = {name for dtype in dtypes() for name in dtype.names}
    assert len(names) > 150 and not names & taken
    assert {"flags", "size", "round"} <= taken, "the check would notice"


def test_fields_are_int32_outside_of_board_planes():
    """int8 and int16 arithmetic differs with and without the JIT; only planes, features and bit rows are smaller."""
    small = {"occupant", "terrain", "feature_at", "sight", "features", "kit"}
    others = {"lit", "dense", "shut", "hard", "thin", "goal", "state"}  # uint32: bit rows of the board, the generator's words
    for dtype in dtypes():
        for name in dtype.names:
            base = dtype[name].base
            if not base.names and name not in small:
                assert base == (np.uint32 if name in others and base != np.int32 else np.float64 if dtype == record.ODDS else np.int32), (name, base)


def test_a_clone_is_a_plain_copy_of_a_small_record():
    assert record.ENCOUNTER.itemsize <= 8192 and not record.ENCOUNTER.hasobject
