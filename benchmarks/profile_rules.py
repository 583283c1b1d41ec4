"""Where the time of a decision goes: for each kind of question its share of random play, its mask, its answer and its observation.

    python -m benchmarks.profile_rules [--yard bench|crowd|field] [--states 600]
"""

import argparse
import time

import numpy as np

from envs.core import codes as k
from envs.core.batch import pick, step_rows
from envs.core.jit import jit
from envs.core.legality import legal
from envs.core.machine import step
from envs.core.record import new_encounters
from envs.encoding.batch import observe_rows
from judge.bench import Yard, commit, processor


@jit
def write_masks(tables, states, mask):
    """The mask of every state; the sum of legal choices keeps the loop alive."""
    n = 0
    for b in range(len(states)):
        n += legal(tables[states[b].scenario], states[b], mask)
    return n


@jit
def answer_all(tables, states, choices, mask):
    """One choice in every state, on to the next question and its mask, questions with one answer answered."""
    n = 0
    for b in range(len(states)):
        n += step(tables[states[b].scenario], states[b], choices[b], 1, mask)
    return n


def collect(yard, most):
    """({question: states, at most `most`}, {question: choices}, decisions by question) of random play."""
    yard.play(1)  # begins them all
    kept, choices, counts = {}, {}, np.zeros(k.N_QUESTIONS, np.int64)
    for _ in range(4000):
        live = [b for b in range(len(yard.states)) if yard.states[b].ask != k.OVER]
        if len(live) < len(yard.states):
            yard.play(1)  # lays those anew that are over
            continue
        answers = np.array([pick(yard.masks[b], int(yard.masks[b].sum()), yard.words) for b in live])
        for b in live:
            ask = int(yard.states[b].ask)
            counts[ask] += 1
            if len(kept.setdefault(ask, [])) < most:
                kept[ask].append(yard.states[b].copy())
                choices.setdefault(ask, []).append(answers[b])
        step_rows(yard.tables, yard.states, answers, yard.masks)
        if counts.sum() > 200 * most and min(len(rows) for rows in kept.values()) >= min(most, 100):
            break
    return kept, choices, counts


def timed(call, rows, repeats=7):
    """Nanoseconds a row of the quickest of some calls."""
    best = float("inf")
    for _ in range(repeats):
        arguments = call[1]()
        started = time.perf_counter()
        call[0](*arguments)
        best = min(best, time.perf_counter() - started)
    return 1e9 * best / rows


def figures_of(yard, rows, choices):
    """(mask, answer, observation) in nanoseconds of some states that ask the same."""
    states = new_encounters(len(rows))
    for b, row in enumerate(rows):
        states[b] = row
    mask, every = np.zeros_like(yard.masks[0]), np.arange(len(rows))
    arrays = [np.zeros((len(rows), *array.shape[1:]), np.int16) for array in yard.arrays]
    return (timed((write_masks, lambda: (yard.tables, states, mask)), len(rows)),
            timed((answer_all, lambda: (yard.tables, states.copy().view(np.recarray), np.array(choices), mask)), len(rows)),
            timed((observe_rows, lambda: (yard.tables, states, every, *arrays)), len(rows)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yard", default="bench")
    parser.add_argument("--states", type=int, default=600, help="states of each kind of question")
    options = parser.parse_args()
    yard = Yard(256, options.yard)
    kept, choices, counts = collect(yard, options.states)
    print(f"{processor()}; commit {commit() or 'unknown'}; {yard.scenario.title!r}\n")
    print("| question | share | mask, ns | answer with the next mask, ns | observation, ns | share of the time without observation | with it |")
    print("|---|---|---|---|---|---|---|")
    rows = {ask: figures_of(yard, kept[ask], choices[ask]) for ask in kept}
    share = {ask: counts[ask] / counts.sum() for ask in rows}
    plain = sum(share[ask] * rows[ask][1] for ask in rows)
    whole = sum(share[ask] * (rows[ask][1] + rows[ask][2]) for ask in rows)
    for ask in sorted(rows, key=lambda ask: -share[ask] * rows[ask][1]):
        mask, answer, observation = rows[ask]
        print(f"| {k.QUESTION_NAMES[ask]} | {share[ask]:.1%} | {mask:.0f} | {answer:.0f} | {observation:.0f} | {share[ask] * answer / plain:.1%} | "
              f"{share[ask] * (answer + observation) / whole:.1%} |")
    print(f"| all | 100% | {sum(share[a] * rows[a][0] for a in rows):.0f} | {plain:.0f} | {whole - plain:.0f} | 100% | 100% |")


if __name__ == "__main__":
    main()
