"""Whatever can be done in a turn can be said in a line: random turns of the library's fights are entered and give the same bytes."""

import numba
import numpy as np
import pytest
from table_turns import RandomPlay, enter

from envs.core import codes as k
from envs.tables import load_library_encounter
from judge.table import Table

FIGHTS = ["candle_market", "mill_race", "bell_ritual", "lamplit_chapel", "sluice_gate", "old_cellar", "glass_garden", "windfall"]
TURNS = 24 if not numba.config.DISABLE_JIT else 1


@pytest.mark.parametrize("name", FIGHTS)
def test_a_random_turn_can_be_said(name, rng):
    table = Table(load_library_encounter(name), 1, "random")
    if table.pending is not None:
        table.apply_line("")
    entered = 0
    for _ in range(4 * TURNS):
        before, play = table.position.snapshot(), RandomPlay(table.position, rng)
        line, _ = play.turn()
        table.position.tell()
        wanted, rests = table.digest(), table.state.ask == k.ASK_COMBATANT
        table.position.restore(before)
        if not (rests and play.clear and play.parts):
            continue
        enter(table, line, play)
        assert table.digest() == wanted, line
        entered += 1
        if entered == TURNS:
            break
    assert entered >= TURNS // 2


def test_a_random_turn_differs_from_the_next():
    table = Table(load_library_encounter("candle_market"), 1, "random")
    before, lines = table.position.snapshot(), set()
    for seed in range(5):
        lines.add(RandomPlay(table.position, np.random.default_rng(seed)).turn()[0])
        table.position.restore(before)
    assert len(lines) == 5
