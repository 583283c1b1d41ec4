"""Label positions of generated fights with what a teacher would choose there and how the fight ended: data for imitation and for the value.

The fights are those of `training.fights`: played by bots, some turns by lot, so that the student also learns what to do where only mistakes lead. A
search looks at clones with dice of their own; greedy is quick, so that its labels are many, and good for the value. `python -m training.labels
--teacher search:100 --fights 6400 --out runs/labels` writes a file for each 64 fights and goes on where it was stopped.
"""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

import numpy as np

from agents.base import AgentError
from agents.prior import PRIOR_UNIT, prior_rows
from agents.search import SearchAgent
from agents.tree.nodes import WIDEST
from envs.core import codes as k

from .fights import CHUNK, keep_each, play_fights

SHARE = 0.25  # of the questions with more than one answer that are labelled by a search,
GREEDY_SHARE = 0.1  # and by greedy: a fight has one end, however many of its questions are labelled
WARMTH = 0.5  # vigor by which a choice must be the better for greedy to count it e times as much


class Teacher(SearchAgent):
    """A search that tells how often it tried what."""

    def label(self, tables, state, mask, words):
        """(choices int16 (WIDEST,), shares float32 (WIDEST,), value) of a position: the choices tried, -1 for none, how much of the descents each had,
        and what the side that is asked expects, in [-1, 1]."""
        self.begin()
        self._choose_row(tables, state, mask, words)
        tree = self._last[1]
        edges = slice(tree.first[0], tree.first[0] + tree.count[0])  # a new tree's first node is the question
        tried = tree.tried[edges]
        choices, shares = np.full(WIDEST, -1, np.int16), np.zeros(WIDEST, np.float32)
        choices[:len(tried)], shares[:len(tried)] = tree.choice[edges], tried / tried.sum()
        value = tree.total[0] / tree.visits[0] * (1.0 if state.asked == k.COMPANIONS else -1.0)
        return choices, shares, np.float32(value)


def by_search(budget):
    """`label(moment, rows, rng)` of search:`budget`: (choices, shares, value) as of `Teacher.label` for each of rows, int64 (n,)."""
    teacher = Teacher(budget)
    return lambda moment, rows, rng: [teacher.label(moment.tables, moment.states[b], moment.masks[b], rng.integers(1, 2**32, 4, np.uint32)) for b in rows]


def by_greedy(moment, rows, rng):
    """As `by_search(budget)`, of greedy: the shares fall with what a choice gives away; it expects nothing, value nan."""
    scores = np.where(moment.masks[rows] != 0, prior_rows(moment.tables, moment.states, moment.masks, rows) / (PRIOR_UNIT * WARMTH), -np.inf)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :WIDEST]
    shares = np.exp(np.take_along_axis(scores, best, 1)).astype(np.float32)
    choices = np.where(shares > 0, best, -1).astype(np.int16)
    return [(choices[n], shares[n] / shares[n].sum(), np.float32(np.nan)) for n in range(len(rows))]


def label_fights(first, label, share):
    """Labels of CHUNK fights from the seed `first` on. label: as `by_greedy`; share: of the questions with more than one answer.

    states: record array (n,), masks uint8 (n, actions in bits), choices int16 (n, WIDEST), shares float32 (n, WIDEST), value float32 (n,) for the side
    that is asked, nan where the teacher has none, end float32 (n,), how the fight ended for it, fight int64 (n,), its seed.
    """
    kept = []

    def look(moment, rng):
        asked = moment.live[(moment.masks[moment.live].sum(axis=1) > 1) & (rng.random(moment.live.size) < share)]
        for b, labels in zip(asked, label(moment, asked, rng)):
            kept.append((moment.states[b:b + 1].copy(), np.packbits(moment.masks[b]), *labels, b))
    _, ends = play_fights(first, look)
    states, masks, choices, shares, values, rows = (list(part) for part in zip(*kept))
    states, rows = np.concatenate(states), np.array(rows)
    signs = np.where(states["asked"] == k.COMPANIONS, 1.0, -1.0).astype(np.float32)
    return {"states": states, "masks": np.stack(masks), "choices": np.stack(choices), "shares": np.stack(shares), "value": np.array(values),
            "end": ends[rows] * signs, "fight": first + rows}


def label_by(teacher, first):
    """`label_fights` by the text of a teacher."""
    name, _, budget = teacher.partition(":")
    return label_fights(first, by_greedy, GREEDY_SHARE) if name == "greedy" else label_fights(first, by_search(budget), SHARE)


def main():
    """Label, say how many; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description="Label positions of generated fights with what a search would choose.")
    parser.add_argument("--teacher", default="search:100", help="search:N or greedy")
    parser.add_argument("--fights", type=int, default=6400, help=f"generated fights, in whole {CHUNK}s")
    parser.add_argument("--first", type=int, default=4_000_000, help="seed of the first fight")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes that search")
    parser.add_argument("--out", type=Path, default=Path("runs/labels"))
    options = parser.parse_args()
    name, _, budget = options.teacher.partition(":")
    try:
        if options.teacher != "greedy" and (name != "search" or Teacher(budget).seconds is not None):
            raise AgentError(f"{options.teacher} teaches nothing that is the same again; write search:100 for 100 descents a question, or greedy")
        if options.fights < CHUNK or options.first < 0 or options.workers < 1:
            raise AgentError(f"--fights must be {CHUNK} or more, --first 0 or more, --workers 1 or more")
    except AgentError as error:
        print(f"labels: {error}", file=sys.stderr)
        return 1
    folder = options.out / options.teacher.replace(":", "-")
    chunks = keep_each(partial(label_by, options.teacher), options.fights, options.first, folder, options.workers)
    print(f"{sum(len(chunk['value']) for chunk in chunks):,} labels in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
