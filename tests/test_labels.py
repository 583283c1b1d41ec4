"""Labels of a search for imitation (training/labels.py)."""

import sys

import numpy as np
import pytest
from rules.drawn import fight

pytest.importorskip("torch")

from envs.core import codes as k
from training import labels
from training.fights import CHUNK, draw_fights

ITS_TURN = 'round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }'


def test_a_label_says_what_the_search_tried():
    f = fight("xA", A="vigor = 1", clock=ITS_TURN)
    choices, shares, value = labels.Teacher("60").label(f.tables_row(), f.state, np.asarray(f.mask, np.uint8), np.arange(1, 5, dtype=np.uint32))
    tried = choices[choices >= 0]
    assert len(set(tried)) == len(tried) > 1 and all(f.mask[c] for c in tried) and shares.sum() == pytest.approx(1.0)
    assert (shares[choices < 0] == 0).all() and value > 0.3  # for x, whose foe is about to drop


def test_labels_of_fights_are_legal_and_the_same_again(monkeypatch):
    monkeypatch.setattr(labels, "SHARE", 0.01)
    one, other = labels.label_fights(9, "4"), labels.label_fights(9, "4")
    assert all((one[name] == other[name]).all() for name in one) and len(one["value"]) > 20
    masks = np.unpackbits(one["masks"], axis=1)
    for choices, mask in zip(one["choices"], masks):
        assert mask[choices[choices >= 0]].all()
    assert set(one["fight"]) <= set(range(9, 9 + CHUNK)) and np.abs(one["end"]).max() <= 1.0 and (one["states"]["ask"] != k.OVER).all()


def test_every_fourth_fight_is_of_few():
    parties = [sum(row.side == k.COMPANIONS for row in scenario.tables[0].roster[:scenario.tables[0].n_combatants]) for scenario in draw_fights(16)[:8]]
    assert parties[0] == 1 and parties[4] == 2


@pytest.mark.parametrize("argument", ["--teacher=greedy", "--teacher=search:1.5s", "--teacher=search:0", "--fights=3", "--first=-1", "--workers=0"])
def test_what_cannot_be_is_one_sentence(argument, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["labels", argument])
    assert labels.main() == 1
    said = capsys.readouterr().err
    assert said.startswith("labels: ") and said.count("\n") == 1
