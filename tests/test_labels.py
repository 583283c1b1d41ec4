"""Labels of a teacher for imitation (training/labels.py)."""

import sys

import numpy as np
import pytest
from rules.drawn import fight

pytest.importorskip("torch")

from agents.compiled import GreedyAgent
from envs.core import codes as k
from envs.tables.scenario import pack
from training import labels
from training.fights import CHUNK, draw_fights

ITS_TURN = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }'


def test_a_label_says_what_the_search_tried():
    f = fight("xA", A="vigor = 1", clock=ITS_TURN)
    choices, shares, value = labels.Teacher("60").label(f.tables_row(), f.state, np.asarray(f.mask, np.uint8), np.arange(1, 5, dtype=np.uint32))
    tried = choices[choices >= 0]
    assert len(set(tried)) == len(tried) > 1 and all(f.mask[c] for c in tried) and shares.sum() == pytest.approx(1.0)
    assert (shares[choices < 0] == 0).all() and value > 0.3  # for x, whose foe is about to drop


@pytest.mark.parametrize("teacher", ["search:4", "greedy"])
def test_labels_of_fights_are_legal_and_the_same_again(monkeypatch, teacher):
    monkeypatch.setattr(labels, "SHARE", 0.01)
    monkeypatch.setattr(labels, "GREEDY_SHARE", 0.01)
    one, other = labels.label_by(teacher, 9), labels.label_by(teacher, 9)
    assert all(np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f") for name in one) and len(one["value"]) > 20
    assert np.isnan(one["value"]).all() == (teacher == "greedy") and one["shares"].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    masks = np.unpackbits(one["masks"], axis=1)
    for choices, mask in zip(one["choices"], masks):
        assert mask[choices[choices >= 0]].all()
    assert set(one["fight"]) <= set(range(9, 9 + CHUNK)) and np.abs(one["end"]).max() <= 1.0 and (one["states"]["ask"] != k.OVER).all()


def test_greedy_counts_its_best_most_and_what_gives_much_away_not_at_all():
    made = labels.label_by("greedy", 12)
    fights = pack(draw_fights(12))[0]
    for n in range(0, len(made["value"]), 40):
        state, mask = made["states"][n:n + 1].view(np.recarray), np.unpackbits(made["masks"][n])[None]
        chosen = GreedyAgent().choose(fights, state, mask, np.random.default_rng(0))[0]
        choices, shares = made["choices"][n], made["shares"][n]
        assert shares[choices == chosen] == pytest.approx(shares.max()) and (np.diff(shares) <= 0).all()
        assert (choices[shares == 0] == -1).all()


def test_every_fourth_fight_is_of_few():
    parties = [sum(row.side == k.COMPANIONS for row in scenario.tables[0].roster[:scenario.tables[0].n_combatants]) for scenario in draw_fights(16)[:8]]
    assert parties[0] == 1 and parties[4] == 2


@pytest.mark.parametrize("argument", ["--teacher=role", "--teacher=search:1.5s", "--teacher=search:0", "--fights=3", "--first=-1", "--workers=0"])
def test_what_cannot_be_is_one_sentence(argument, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["labels", argument])
    assert labels.main() == 1
    said = capsys.readouterr().err
    assert said.startswith("labels: ") and said.count("\n") == 1
