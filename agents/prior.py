"""What our bots make of a position, as a further input of a policy (residual policy learning, Silver et al. 2018): greedy of every choice, the fitted
outlook of the fight. Such a policy begins with their judgement and learns where to leave it."""

import numpy as np

from .kernels.outlook import fill_outlooks
from .kernels.play import PRIOR_UNIT, fill_priors
from .kernels.weights import GREEDY
from .outlook import read_outlook

OUTLOOK_UNIT = 1000  # parts of the result 1 in which the outlook is told

__all__ = ["OUTLOOK_UNIT", "PRIOR_UNIT", "outlook_rows", "prior_rows", "see_prior"]


def see_prior(tables, states, masks, rows=None):
    """The arrays that a policy with a prior is shown beside the observation of the positions `rows` (int64 (n,), all by default): {"prior", "outlook"}.
    tables, states and masks as an agent gets them."""
    rows = np.arange(len(states)) if rows is None else rows
    return {"prior": prior_rows(tables, states, masks, rows), "outlook": outlook_rows(tables, states, rows)}


def prior_rows(tables, states, masks, rows):
    """int16 (n, actions): for every legal choice of the positions `rows` by how much greedy scores it below its best, in 1 / PRIOR_UNIT of a vigor; 0 for
    the best and for what is illegal."""
    out = np.zeros((len(rows), masks.shape[1]), np.int16)
    fill_priors(tables, states, np.ascontiguousarray(masks, np.uint8), rows, out)
    return out


def outlook_rows(tables, states, rows):
    """int16 (n, 1): the result that the outlook expects of the positions `rows` for the side that is asked, in 1 / OUTLOOK_UNIT."""
    out = np.zeros(len(rows))
    fill_outlooks(tables, states, rows, GREEDY, read_outlook(), out)
    return np.rint(out * OUTLOOK_UNIT).astype(np.int16)[:, None]
