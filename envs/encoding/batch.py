"""Observations of many encounters in one call, and the benchmark's loop that pays for one at every question."""

from ..core import codes as k
from ..core.batch import begin_row, pick
from ..core.dice import below
from ..core.jit import jit
from ..core.machine import settle_mask, step
from .observe import observe


@jit
def observe_rows(tables, states, rows, board, question, combatants, deeds, lines, squares):
    """Write the observation of encounter rows[n] into row n of every array (int16, shapes of `layout.obs_shapes` behind the row)."""
    for n in range(len(rows)):
        s = states[rows[n]]
        observe(tables[s.scenario], s, board[n], question[n], combatants[n], deeds[n], lines[n], squares[n])


@jit
def observed_play(tables, initials, states, masks, words, steps, board, question, combatants, deeds, lines, squares):
    """`envs.core.batch.random_play` with the full observation of every question; returns (decisions, encounters ended)."""
    ended = 0
    for b in range(len(states)):
        s = states[b]
        t = tables[s.scenario]
        mask = masks[b]
        n = settle_mask(t, s, 1, mask)
        for _ in range(steps):
            if s.ask == k.OVER:
                ended += 1
                n = begin_row(tables, initials, states, masks, b, s.scenario, below(words, 1 << 31), 1)
            observe(t, s, board[b], question[b], combatants[b], deeds[b], lines[b], squares[b])
            n = step(t, s, pick(mask, n, words), 1, mask)
    return len(states) * steps, ended
