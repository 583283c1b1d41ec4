"""What a side is after, in words, and the squares that it is about."""

from .core import codes as k
from .notation import square_text


def goal_squares(t):
    """{(x, y)} of the squares of the objective; `t`: a row of tables."""
    return {(x, y) for y in range(int(t.height)) for x in range(int(t.width)) if int(t.goal[y]) >> x & 1}


def is_plain(t):
    """Whether nothing counts but to eliminate the other side."""
    return int(t.objective) == k.ELIMINATE and int(t.survivor_worth) == 0


def objective_text(scenario, state=None):
    """`the enemies are to hold i11 to j12 alone for 4 rounds in a row (1 so far)`: the objective of an encounter, without a full stop. `state`: the
    position of which it tells what has been reached; the start when left out."""
    t, state = scenario.tables[0], scenario.initial[0] if state is None else state
    text = _TEXTS[int(t.objective)](scenario, t, state)
    if t.survivor_worth > 0:
        text += f"; {int(t.survivor_worth)} % of the result is decided by who is left"
        text += f", where one that left counts {int(t.escaped_worth)} %" if t.escaped_worth != 100 else ""
    return text


def _side(t):
    return k.SIDE_NAMES[int(t.objective_side)]


def _rounds(t, state):
    n, held = int(t.objective_number), int(state.held_rounds)
    return f"{n} {'round' if n == 1 else 'rounds'}", f" ({held} so far)" if held else ""


def _eliminate(scenario, t, state):
    return "each side is to eliminate the other"


def _hold(scenario, t, state):
    rounds, held = _rounds(t, state)
    return f"the {_side(t)} are to hold {squares_text(goal_squares(t))} alone for {rounds} in a row{held}"


def _reach(scenario, t, state):
    who = f"one of the {_side(t)}" if t.objective_who == k.NONE else scenario.names[int(t.objective_who)]
    return f"{who} is to reach {squares_text(goal_squares(t))}"


def _protect(scenario, t, state):
    rounds, held = _rounds(t, state)
    return f"the {_side(t)} are to keep {scenario.names[int(t.objective_who)]} standing for {rounds}{held}"


def _slay(scenario, t, state):
    return f"the {_side(t)} are to defeat {scenario.names[int(t.objective_who)]}"


def _escape(scenario, t, state):
    gone = sum(int(t.roster[i].side) == int(t.objective_side) and int(state.combatants[i]["status"]) == k.GONE for i in range(int(t.n_combatants)))
    return f"{int(t.objective_number)} of the {_side(t)} are to leave by an exit{f' ({gone} so far)' if gone else ''}"


_TEXTS = {k.ELIMINATE: _eliminate, k.HOLD: _hold, k.REACH: _reach, k.PROTECT: _protect, k.SLAY: _slay, k.ESCAPE: _escape}


def squares_text(squares):
    """`c4`, `c4 to d5` where the squares fill a rectangle, `c4, d6 or e1` else."""
    across, down = sorted({x for x, _ in squares}), sorted({y for _, y in squares})
    whole = len(squares) == (across[-1] - across[0] + 1) * (down[-1] - down[0] + 1)
    if whole and len(squares) > 1:
        return f"{square_text(across[0], down[0])} to {square_text(across[-1], down[-1])}"
    names = [square_text(x, y) for y, x in sorted((y, x) for x, y in squares)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
