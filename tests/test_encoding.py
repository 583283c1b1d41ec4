"""The encoding: its documented table, its bounds, and that features say what they are named."""

from pathlib import Path

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.encoding import layout
from envs.encoding.signature import encoding_signature, layout_table
from envs.scenarios import TRAINING
from envs.tables import load_library_encounter

ROOT = Path(__file__).resolve().parents[1]


def positions(name, seed, n):
    """Positions of random play: yields the battle at each question."""
    battle, rng = Battle(load_library_encounter(name), seed=seed), np.random.default_rng(seed)
    for _ in range(n):
        if battle.over:
            return
        yield battle
        battle.step(int(rng.choice(battle.legal())))


def column(observation, array, feature):
    return observation[array][..., layout.index(array, feature)]


def test_documented_table_is_current():
    assert (ROOT / "docs" / "encoding.md").read_text() == layout_table(), "run: python -m envs.encoding > docs/encoding.md"


def test_signature_follows_the_layout(monkeypatch):
    before = encoding_signature()
    encoding_signature.cache_clear()
    monkeypatch.setitem(layout.OBS_LAYOUT, "map", layout.MAP[::-1])
    assert encoding_signature() != before
    encoding_signature.cache_clear()


def test_groups_follow_each_other_and_squares_come_last():
    at = 0
    for name, (first, size) in layout.action_groups(16).items():
        assert first == at
        at += size
    assert name == "square" and at == layout.action_size(16) == k.A_SQUARE + 256


@pytest.mark.parametrize("name", TRAINING + ["duel"])
def test_vigor_sides_and_points_are_what_they_are_named(name):
    for battle in positions(name, 3, 120):
        o, s, t = battle.observe(), battle.state, battle.tables
        for i in range(t.n_combatants):
            c = s.combatants[i]
            assert column(o, "combatants", "vigor")[i] == c.vigor
            assert column(o, "combatants", "own")[i] == (t.roster[i].side == s.asked)
            if c.status <= k.DEFEATED:
                assert column(o, "combatants", "points")[i] == c.points
                assert [column(o, "combatants", f"state:{n}")[i] for n in k.STATE_NAMES] == c.states[:15].tolist()
        assert column(o, "question", f"ask:{k.QUESTION_NAMES[s.ask].replace(' ', '_')}") == 1
        if battle.asker != k.NONE:
            assert column(o, "combatants", "asker")[battle.asker] == 1


def test_deeds_that_can_be_attempted_are_usable_and_show_exact_numbers():
    seen = 0
    for battle in positions("broken_gate", 5, 400):
        if battle.ask != k.ASK_DEED:
            continue
        usable = np.flatnonzero(column(battle.observe(), "deeds", "usable"))
        assert (usable + k.A_DEED).tolist() == [c for c in battle.legal()]
        seen += 1
    assert seen > 3


def test_squares_are_rows_of_the_padded_board_and_candidates_are_the_legal_ones():
    seen = 0
    for battle in positions("ford", 8, 400):
        o = battle.observe()
        if battle.ask != k.ASK_WALK:
            assert not o["squares"].any()
            continue
        seen += 1
        assert (np.flatnonzero(column(o, "squares", "candidate")) + k.A_SQUARE).tolist() == battle.legal()
    assert seen > 5


def test_view_is_the_asked_sides():
    """The same position seen by both sides: own and foe change places."""
    battle = Battle(load_library_encounter("duel"), seed=2)
    mine = battle.observe()
    battle.state.asked = 1 - battle.state.asked
    theirs = battle.observe()
    assert (column(mine, "combatants", "own") == column(theirs, "combatants", "foe")).all()
    assert column(mine, "map", "own_vigor") == column(theirs, "map", "foe_vigor")
