"""Descents of the search: from the root down the most promising edges on a clone with dice of its own, to a new node, and on by a bot to the end of the turn."""

import numpy as np

from envs.core import codes as k
from envs.core.dice import next_word, seed_dice
from envs.core.jit import jit
from envs.core.machine import step

from ..kernels.greedy import score
from ..kernels.outlook import outlook
from ..kernels.role import choose_role
from .nodes import NOTHING, adopt, follow, grow, key_of, note, promising

WARMTH = 1.5  # of the prior of the greedy bot's scores, in points of vigor
DEEPEST = 96  # choices of one descent


@jit
def play_out(t, s, p, o, words, mask):
    """Let the role bot play on until the turn under way is over, then look at the position by the Outlook o: between turns it is judged best."""
    turn = s.turn_of
    round_no = s.round_no
    scores = np.zeros(len(mask))
    while s.ask != k.OVER and s.turn_of == turn and s.round_no == round_no:
        scores[:] = 0.0
        step(t, s, choose_role(t, s, mask, scores, words), 1, mask)
    return outlook(t, s, p, o)


@jit
def go_down(t, s, root, tree, mask, path):
    """Down from `root`, a node of the question of s, until a question that has no node yet, the end of the fight, or DEEPEST.

    path int64 (DEEPEST, 2): nodes and edges on the way. Returns how many.
    """
    n = root
    depth = 0
    while n != NOTHING and depth < DEEPEST:
        edge = promising(tree, n)
        path[depth, 0] = n
        path[depth, 1] = edge
        depth += 1
        step(t, s, tree.choice[edge], 1, mask)
        if s.ask == k.OVER:
            break
        n = follow(tree, edge, key_of(s, mask))
    return depth


@jit
def reseed(states, tree, root, base):
    """Make states[1] a clone of states[0] that does not know the dice to come: the n-th descent of each of the root's edges has the same dice, so
    that choices are compared on equal luck (common random numbers). base: any whole number, the same for all descents of a search."""
    states[1] = states[0]
    seed_dice(states[1], (base + 0x9E3779B1 * tree.tried[promising(tree, root)]) & 0x7FFFFFFF)


@jit
def think(tables, states, p, o, root, tree, descents, words, mask):
    """Descend so often from the position states[0]; states[1] is the clone. root: a node of its question, or NOTHING for a new tree. Returns the root.

    p: weights; o: Outlook. mask uint8 (actions,) is that of the position on entry and is overwritten.
    """
    t = tables[states[0].scenario]
    scores = np.zeros(len(mask))
    if root == NOTHING:
        tree.sizes[:] = 0
        score(t, states[0], p, mask, scores)
        root = grow(tree, states[0], mask, scores, WARMTH)
    path = np.zeros((DEEPEST, 2), np.int64)
    s = states[1]
    base = next_word(words)
    for _ in range(descents):
        reseed(states, tree, root, base)
        depth = go_down(t, s, root, tree, mask, path)
        leaf = NOTHING  # a question becomes a node when it is met again: most never are, and the prior is half of the work
        if s.ask != k.OVER and depth < DEEPEST and tree.tried[path[depth - 1, 1]] > 0:
            scores[:] = 0.0
            score(t, s, p, mask, scores)
            leaf = grow(tree, s, mask, scores, WARMTH)
            adopt(tree, path[depth - 1, 1], leaf)
        note(tree, path, depth, leaf, play_out(t, s, p, o, words, mask))
    return root
