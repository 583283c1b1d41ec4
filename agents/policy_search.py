"""A policy that looks ahead: the tree of `agents.search`, its branches and its leaves judged by a trained policy. `policy+search:200`."""

import numpy as np

from envs.core import codes as k
from envs.core.dice import next_word

from .kernels.weights import GREEDY
from .policy import PolicyAgent
from .search import DESCENTS, SearchAgent
from .tree.descent import DEEPEST, go_down, play_out, reseed
from .tree.nodes import NOTHING, adopt, grow, note

TRUST = 0.5  # weight of the policy's value at a leaf; the rest is what the descent came to when it was played on
UNLEARNED = 4.0  # by how much a legal choice that the policy never learned is thought worse than its worst


class PolicySearchAgent(SearchAgent):
    """Searches with the shipped policy: its probabilities say where to look, its value what a position is worth before the fight is over."""

    kind = "policy+search"

    def __init__(self, budget=str(DESCENTS), path=None):
        super().__init__(budget)
        self.policy = PolicyAgent(path)

    def notes(self, scenario):
        """What the policy was not trained on, as `PolicyAgent.notes`."""
        return self.policy.notes(scenario)

    def _descend(self, tables, pair, root, tree, descents, words, mask):
        if root == NOTHING:
            tree.sizes[:] = 0
            root, _ = self._grow(tables, pair[0:1], mask, tree)
        path, t = np.zeros((DEEPEST, 2), np.int64), tables[int(pair[0].scenario)]
        base = next_word(words)
        for _ in range(descents):
            reseed(pair, tree, root, base)
            s, below = pair[1], mask.copy()
            depth = go_down(t, s, root, tree, below, path)
            leaf, value = NOTHING, None
            if s.ask != k.OVER and depth < DEEPEST:
                leaf, value = self._grow(tables, pair[1:2], below, tree)
                adopt(tree, path[depth - 1, 1], leaf)
            played = play_out(t, s, GREEDY, self.outlook, words, below)
            note(tree, path, depth, leaf, played if value is None else TRUST * value + (1 - TRUST) * played)
        return root

    def _grow(self, tables, state, mask, tree):
        """(node, value for the companions) of a position, a record array (1,)."""
        logits, values = self.policy.weigh(tables, state, mask[None, :] != 0)
        scores = logits[0].astype(np.float64)
        scores[np.isneginf(scores)] = scores[np.isfinite(scores)].min() - UNLEARNED
        return grow(tree, state[0], mask, scores, 1.0), float(values[0]) * (1.0 if state[0].asked == k.COMPANIONS else -1.0)
