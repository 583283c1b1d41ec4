"""An agent's own view of a question, in points: what each legal choice is worth to it, as far as it tells."""

import numpy as np

from envs.core import codes as k

from ..base import choose_one
from ..kernels import weights as w
from ..kernels.greedy import score
from ..kernels.role import choose_role
from ..kernels.values import weigh

NAT = 0.75  # points that a factor e of a policy's or a search's preference stands for, so that a slack costs it about what it costs the greedy bot
VOTE = 1.0  # by how much the choice of an agent that tells nothing else stands above what is best in the eyes of its prior, else of the greedy bot
BOTS = ("greedy", "role")
LEAST = 1e5  # scores below minus this say "never" (`weights.NEVER`)
WORST = 30.0  # points below the best, at least, of a choice that the agent would never take: its character may still take it, to leave for instance

FROZEN = w.GREEDY.copy()
FROZEN.flags.writeable = False  # as compiled callers pass it: another kind of array would be compiled anew


def own_values(agent, tables, state, mask, rng):
    """float64 (A,): points by choice, 0 for the best, -inf for what is illegal, for what it would never do the least. `mask` bool (A,)."""
    values = _told(agent if tells(agent) else getattr(agent, "policy", None), tables, state, mask, rng)
    if not tells(agent):
        values[choose_one(agent, tables, state, mask, rng)] = np.where(mask, values, -np.inf).max() + VOTE
    values = np.where(mask & (values > -LEAST), values, -np.inf)
    told = np.isfinite(values)
    best, least = (values[told].max(), values[told].min()) if told.any() else (0.0, 0.0)
    return np.where(told, values - best, np.where(mask, min(-WORST, least - best), -np.inf))


def tells(agent):
    """Whether an agent tells what it thinks of every choice, at once: the compiled bots and policies do, a search tells what it chose."""
    return agent.name in BOTS or hasattr(agent, "weigh")


def _told(agent, tables, state, mask, rng):
    """A policy's logits in points, else the scores of a compiled bot, of the greedy one where there is no agent."""
    if hasattr(agent, "weigh"):
        rows = np.empty(1, state.dtype).view(np.recarray)
        rows[0] = state
        return NAT * agent.weigh(tables, rows, mask[None, :])[0][0].astype(np.float64)
    return _scores("greedy" if agent is None else agent.name, tables[0], state, mask, rng)


def _scores(name, t, state, mask, rng):
    """The scores of a compiled bot in points."""
    scores, legal = np.zeros(len(mask)), np.ascontiguousarray(mask).view(np.uint8)
    if name == "greedy":
        score(t, state, FROZEN, legal, scores)
    else:
        choose_role(t, state, legal, scores, rng.integers(1, 2**32, 4, np.uint32))
    if int(state.asker) == k.NONE:
        return scores
    desk = np.zeros((k.MAX_COMBATANTS, w.DESK))
    weigh(t, state, FROZEN, desk)
    return np.where(scores > -LEAST, scores / max(0.1, float(desk[int(state.asker), w.FOE_RATE])), scores)
