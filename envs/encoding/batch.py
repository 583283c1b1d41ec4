"""Observations of many encounters in one call, and the benchmark's loop."""

from ..core import codes as k
from ..core.batch import lay_row, pick
from ..core.dice import below
from ..core.jit import jit
from ..core.machine import step
from .observe import observe


@jit
def observe_rows(tables, states, rows, board, question, combatants, deeds, lines, items, effects, squares):
    """Write the observation of encounter rows[n] into row n of every array (int16, shapes of `layout.obs_shapes` behind the row; all 0 at first)."""
    for n in range(len(rows)):
        s = states[rows[n]]
        observe(tables[s.scenario], s, board[n], question[n], combatants[n], deeds[n], lines[n], items[n], effects[n], squares[n])


@jit
def random_play(tables, initials, states, masks, words, counts, steps, observed, board, question, combatants, deeds, lines, items, effects, squares):
    """Random legal play with resets, `steps` decisions a row, the full observation of every question where `observed` is not 0.

    counts int64 (questions,) by kind. Returns (decisions, encounters ended, legal choices seen).
    """
    ended = 0
    seen = 0
    for b in range(len(states)):
        s = states[b]
        t = tables[s.scenario]
        mask = masks[b]
        n = step(t, s, k.NONE, 1, mask)
        for _ in range(steps):
            if s.ask == k.OVER:
                ended += 1
                lay_row(tables, initials, states, b, s.scenario, below(words, 1 << 31))
                n = step(t, s, k.NONE, 1, mask)
            counts[s.ask] += 1
            seen += n
            if observed:
                observe(t, s, board[b], question[b], combatants[b], deeds[b], lines[b], items[b], effects[b], squares[b])
            n = step(t, s, pick(mask, n, words), 1, mask)
    return len(states) * steps, ended, seen
