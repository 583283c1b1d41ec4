"""A tree over questions in flat arrays (PUCT, Rosin 2011; open loop, so dice are chance that each descent rolls anew on a reseeded clone).

A node stands for a question met after the same choices; what the dice did on the way is averaged, but another mask is another node, so that
every edge is legal wherever its node is met. Both sides are maximised for, each from its own view. Values are those of the companions.
"""

from collections import namedtuple

import numpy as np

from envs.core import codes as k
from envs.core.jit import jit

# Nodes: key int64 (N,), side, first (edge), count (of edges), visits, following (next child of the same edge) int32 (N,), total float64 (N,).
# Edges: choice, tried, child (first) int32 (E,), prior, gain float64 (E,). sizes int64 (2,): nodes and edges in use.
Tree = namedtuple("Tree", "key side first count visits following total choice tried child prior gain sizes")
NOTHING = 0x7FFFFFFF  # no node
WIDEST = 20  # edges of a node: the best by the scores
EVEN = 0.3  # share of the prior that is the same for all edges
CURIOSITY = 1.0  # weight of the prior against the values
DOUBT = 0.05  # by how much an edge that was not tried is thought worse than its node


def new_tree(nodes):
    """A Tree with room for so many nodes."""
    edges = nodes * WIDEST
    ints = [np.zeros(nodes, np.int32) for _ in range(5)]
    return Tree(np.zeros(nodes, np.int64), *ints, np.zeros(nodes), *(np.zeros(edges, np.int32) for _ in range(3)), np.zeros(edges), np.zeros(edges),
                np.zeros(2, np.int64))


@jit
def key_of(s, mask):
    """A number that tells questions with other legal choices, or about other combatants, apart."""
    key = np.int64(s.ask) * 1000003 + s.asker
    for choice in range(len(mask)):
        if mask[choice] != 0:
            key = (key * 1000003 + choice) & 0x7FFFFFFFFFFFFFF
    return key


@jit
def grow(tree, s, mask, scores, warmth):
    """A node for the question of s, with an edge for each of its best choices; NOTHING when the tree is full.

    scores float64 (actions,): the prior of a choice is a softmax of them over `warmth`.
    """
    n = tree.sizes[0]
    first = tree.sizes[1]
    if n == len(tree.key) or first + WIDEST > len(tree.choice):
        return NOTHING
    count = widest(tree, first, mask, scores)
    spread(tree, first, count, warmth)
    tree.key[n] = key_of(s, mask)
    tree.side[n] = s.asked
    tree.first[n] = first
    tree.count[n] = count
    tree.visits[n] = 0
    tree.total[n] = 0.0
    tree.following[n] = NOTHING
    tree.sizes[0] = n + 1
    tree.sizes[1] = first + count
    return n


@jit
def widest(tree, first, mask, scores):
    """Write the legal choices of the highest scores to the edges from `first` on, best first, their scores as priors; returns how many."""
    count = 0
    for choice in range(len(mask)):
        if mask[choice] == 0 or (count == WIDEST and scores[choice] <= tree.prior[first + count - 1]):
            continue
        place = min(count, WIDEST - 1)
        while place > 0 and tree.prior[first + place - 1] < scores[choice]:
            tree.prior[first + place] = tree.prior[first + place - 1]
            tree.choice[first + place] = tree.choice[first + place - 1]
            place -= 1
        tree.prior[first + place] = scores[choice]
        tree.choice[first + place] = choice
        count = min(WIDEST, count + 1)
    return count


@jit
def spread(tree, first, count, warmth):
    """Turn the scores of the edges into priors that add up to one, and forget what was found of them."""
    best = tree.prior[first]
    total = 0.0
    for e in range(first, first + count):
        tree.prior[e] = np.exp(max(-30.0, (tree.prior[e] - best) / warmth))
        total += tree.prior[e]
        tree.tried[e] = 0
        tree.gain[e] = 0.0
        tree.child[e] = NOTHING
    for e in range(first, first + count):
        tree.prior[e] = (1.0 - EVEN) * tree.prior[e] / total + EVEN / count


@jit
def promising(tree, n):
    """The edge of node n to go down: its value so far and its prior, which counts less the more it was tried."""
    sign = 1.0 if tree.side[n] == k.COMPANIONS else -1.0
    root = np.sqrt(tree.visits[n] + 1.0)
    hope = sign * tree.total[n] / tree.visits[n] - DOUBT if tree.visits[n] > 0 else 0.0
    best = -1e9
    edge = tree.first[n]
    for e in range(tree.first[n], tree.first[n] + tree.count[n]):
        value = sign * tree.gain[e] / tree.tried[e] if tree.tried[e] > 0 else hope
        value += CURIOSITY * tree.prior[e] * root / (1.0 + tree.tried[e])
        if value > best:
            best = value
            edge = e
    return edge


@jit
def follow(tree, edge, key):
    """The child of an edge that has a key; NOTHING when there is none yet."""
    n = tree.child[edge]
    while n != NOTHING and tree.key[n] != key:
        n = tree.following[n]
    return n


@jit
def adopt(tree, edge, child):
    """Make a new node a child of an edge."""
    if child != NOTHING:
        tree.following[child] = tree.child[edge]
        tree.child[edge] = child


@jit
def note(tree, path, depth, leaf, value):
    """What a descent found: along its way of nodes and edges, int64 (depth, 2), and at the node that it ended with, unless that is NOTHING."""
    for m in range(depth):
        tree.visits[path[m, 0]] += 1
        tree.total[path[m, 0]] += value
        tree.tried[path[m, 1]] += 1
        tree.gain[path[m, 1]] += value
    if leaf != NOTHING:
        tree.visits[leaf] += 1
        tree.total[leaf] += value


@jit
def favourite(tree, n):
    """The edge of a node that was tried most; of these the one of the higher value for its side."""
    sign = 1.0 if tree.side[n] == k.COMPANIONS else -1.0
    edge = tree.first[n]
    for e in range(tree.first[n], tree.first[n] + tree.count[n]):
        more = tree.tried[e] - tree.tried[edge]
        if more > 0 or (more == 0 and tree.tried[e] > 0 and sign * tree.gain[e] > sign * tree.gain[edge]):
            edge = e
    return edge
