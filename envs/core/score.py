"""What a fight was worth to a learner: result, potential for shaping, ends and truncations of a batch."""

from . import codes as k
from .jit import jit


@jit
def result(t, s, side):
    """Result of an ended encounter for a side in [-1, 1]: 1.0 won, -1.0 lost, 0.0 drawn or cut off; where the objective says so, a part of it is
    decided by who survived and who escaped instead (G1.6)."""
    sign = 0.0
    if s.winner == k.COMPANIONS or s.winner == k.ENEMIES:
        sign = 1.0 if s.winner == side else -1.0
    if t.survivor_worth == 0 or s.winner == k.CUT_OFF or s.winner == k.NONE:
        return sign
    part = t.survivor_worth / 100.0
    return (1.0 - part) * sign + part * (survivors(t, s, side) - survivors(t, s, 1 - side))


@jit
def survivors(t, s, side):
    """Share of a side that still stands, in [0, 1]; one that left counts as the objective says."""
    total = 0.0
    of = 0
    for i in range(t.n_combatants):
        if t.roster[i].side == side:
            of += 1
            if s.combatants[i].status == k.STANDING:
                total += 1.0
            elif s.combatants[i].status == k.GONE:
                total += t.escaped_worth / 100.0
    return total / max(1, of)


@jit
def potential(t, s, side):
    """Shaping potential for a side in [-1, 1]: its share of vigor and combatants left less the other side's."""
    total = 0.0
    for own in range(2):
        left = 0.0
        full = 0
        for i in range(t.n_combatants):
            if (t.roster[i].side == side) == (own == 1):
                full += t.roster[i].max_vigor
                if s.combatants[i].status == k.STANDING:
                    left += 0.5 * t.roster[i].max_vigor + 0.5 * max(0, s.combatants[i].vigor)
        share = left / max(1, full)
        total += share if own == 1 else -share
    return total


@jit
def score_rows(tables, states, learners, weight, potentials, rewards, terminated, truncated):
    """Rewards and ends of a batch at the learners' questions.

    rewards float32: the result at the end, plus the change of weight * potential (0 at an end, so that it never changes which play is
    best; Ng et al. 1999). A fight past its last round is truncated at the learner's next question, and only truncated (G1.6).
    """
    for b in range(len(states)):
        s = states[b]
        t = tables[s.scenario]
        over = s.ask == k.OVER
        terminated[b] = over and s.winner != k.CUT_OFF
        truncated[b] = s.winner == k.CUT_OFF or (not over and s.round_no > t.rules.max_rounds)
        now = 0.0 if terminated[b] else weight * potential(t, s, learners[b])
        rewards[b] = (result(t, s, learners[b]) if over else 0.0) + now - potentials[b]
        potentials[b] = now


@jit
def start_potentials(tables, states, learners, weight, rows, potentials):
    """Potentials of rows that have just begun."""
    for n in range(len(rows)):
        b = rows[n]
        potentials[b] = weight * potential(tables[states[b].scenario], states[b], learners[b])
