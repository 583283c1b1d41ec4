"""Facts of many positions at once, for the fit of the outlook."""

from envs.core.jit import jit

from .facts import fill_field, fill_rows


@jit
def fill_facts(tables, states, taken, p, rows, field):
    """Facts of the positions with the numbers `taken`, int64 (n,): rows float64 (n, MAX_COMBATANTS, ROW), field float64 (n, FIELD), zeroed before."""
    for n in range(len(taken)):
        s = states[taken[n]]
        t = tables[s.scenario]
        fill_rows(t, s, p, rows[n])
        fill_field(t, s, rows[n], field[n])
