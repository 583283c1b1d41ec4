"""Scores and ratings with intervals: a Bayesian bootstrap over the encounters, and Bradley–Terry strengths by `choix`.

In each draw every encounter gets a random weight (exponential, mean 1), the same for all pairings, and each pairing half a win and half a loss in the
mean (Gamma of shape 1/2, Jeffreys' prior), so that a pairing that one side won throughout has an interval too. For the ratings that prior is shared out:
as much as a ladder of the same agents would have, or many lopsided pairings would pull the ends together.
"""

from importlib.util import find_spec

import numpy as np

from .errors import ArenaError

DRAWS = 1000
LEVEL = 95  # percent of an interval
ALPHA = 1e-4  # choix' regularisation: keeps the strengths of agents that never met finite
PRIOR = 0.5  # games won and lost that every pairing is given
ELO = 400 / np.log(10)


def need_choix():
    """ArenaError unless choix is installed."""
    if find_spec("choix") is None:
        raise ArenaError("the arena needs choix for its ratings; install it, in a checkout with: "
                         ".venv/bin/pip install -c constraints.txt -e '.[arena]', elsewhere with: pip install 'foemind[arena]'")


def strengths(wins, start=None):
    """Bradley–Terry strengths (natural logarithm), float (n,): wins float (n, n), [i, j] what i won against j, draws as halves."""
    import choix
    return choix.ilsr_pairwise_dense(wins, ALPHA, start, 10_000, 1e-6)


def _matrix(pairs, won, lost, agents):
    wins = np.zeros((agents, agents))
    for (a, b), w, v in zip(pairs, won, lost):
        wins[a, b] += w
        wins[b, a] += v
    return wins


def draw_results(scores, played, prior, seed, draws=DRAWS):
    """(won, lost), float (draws, P) each: weighted results of each pairing in each draw. scores, played: float (P, U), of each unit (encounter)."""
    rng = np.random.default_rng([seed, 95])
    weights = rng.standard_exponential((draws, scores.shape[1]))
    given = rng.standard_gamma(prior, (2, draws, len(scores)))
    return weights @ scores.T + given[0], weights @ (played - scores).T + given[1]


def interval(draws):
    """(low, high) that hold LEVEL percent of the draws, along the first axis."""
    return np.percentile(draws, [(100 - LEVEL) / 2, (100 + LEVEL) / 2], axis=0)


def rate(pairs, agents, scores, played, seed, reference=0, draws=DRAWS):
    """Scores and ratings of a contest.

    pairs: [(a, b)] of agents' numbers; scores, played float (P, U): what `a` scored and how many games, by unit. reference: the agent at 0; draws: of the bootstrap.
    Returns ([(score, low, high)] by pairing, [(rating, low, high)] by agent), ratings on Elo's scale: 400 more is ten wins to one.
    """
    won, lost = draw_results(scores, played, PRIOR, seed, draws)
    lows, highs = interval(won / (won + lost))
    total, games = scores.sum(axis=1), played.sum(axis=1)
    shares = np.divide(total, games, out=np.full(len(pairs), 0.5), where=games > 0)
    by_pair = [(float(s), float(min(s, low)), float(max(s, high))) for s, low, high in zip(shares, lows, highs)]
    prior = PRIOR * (agents - 1) / len(pairs)
    best = strengths(_matrix(pairs, total + prior, games - total + prior, agents))
    won, lost = draw_results(scores, played, prior, seed, draws)
    drawn = np.array([strengths(_matrix(pairs, w, v, agents), best) for w, v in zip(won, lost)])
    ratings = (best - best[reference]) * ELO
    lows, highs = interval((drawn - drawn[:, [reference]]) * ELO)
    return by_pair, [(float(r), float(min(r, low)), float(max(r, high))) for r, low, high in zip(ratings, lows, highs)]
