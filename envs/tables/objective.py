"""What a side is after, checked against the roster, the map and the clock (T1.5)."""

from ..core import codes as k
from .words import listed


def check_objective(encounter, plan, board, numbers, file, faults):
    """Faults of an objective that cannot be met or names what is not there. `board` may be None."""
    objective = encounter.objective
    by_letter = {s.letter: s for s in plan.slots}
    if objective.who is not None and objective.who not in by_letter:
        faults.add("C210", file, "objective.who", f"there is no {objective.who!r} in the roster", f"use {listed(by_letter)}")
    elif objective.who is not None:
        _check_who(objective, by_letter[objective.who].entry, file, faults)
    if objective.rounds is not None and objective.rounds > numbers["max_rounds"]:
        faults.add("C423", file, "objective.rounds", f"{objective.rounds} rounds are more than the fight has, {numbers['max_rounds']} (G1.6)",
                   "lower rounds or raise rules.max_rounds")
    own = sum(s.entry.side == objective.side for s in plan.slots)
    if objective.count is not None and objective.count > own:
        faults.add("C335", file, "objective.count", f"{objective.count} of the {objective.side} are to escape and there are {own}", f"use at most {own}")
    if objective.kind == "escape" and board is not None and not any(bits & k.EXIT for bits in board.terrain):
        faults.add("C334", file, "objective", "nobody can escape from a map without an exit (G1.6)", "draw '>' on a square of the map")
    held = encounter.fight.held_rounds
    if held and objective.kind != "hold":
        faults.add("C436", file, "fight.held_rounds", f"rounds are held for the objective 'hold', not for {objective.kind!r}", "remove held_rounds")
    elif held and held >= objective.rounds:
        faults.add("C436", file, "fight.held_rounds", f"{held} rounds held of {objective.rounds}: the fight is over already", "lower held_rounds")


def _check_who(objective, entry, file, faults):
    """Protect is for one of the side's own, slay for one of the other; nobody who is down already."""
    own = entry.side == objective.side
    if objective.kind in ("protect", "reach") and not own or objective.kind == "slay" and own:
        want = "its own side" if objective.kind != "slay" else "the other side"
        faults.add("C336", file, "objective.who", f"the {objective.side} are to {objective.kind} and {objective.who} is of the {entry.side}",
                   f"name one of {want}")
    elif entry.defeated and objective.kind != "reach":
        faults.add("C336", file, "objective.who", f"{objective.who} is defeated already", "name another")
