"""Grabs and taunts of a fight under way: who holds whom, with which hand, and who is taunted by whom (T8.18, T8.24, G8.24a)."""

from .words import listed


def check_holds(plan, board, file, faults):
    """Add the faults of `grabbed_by` and `taunted_by`. `board` may be None: then nobody's place is known."""
    by_letter = {s.letter: s for s in plan.slots}
    held = {}
    for slot in plan.slots:
        where = f"roster.{slot.letter}"
        for letter in dict.fromkeys(slot.entry.grabbed_by):
            grappler = _other(letter, slot, by_letter, f"{where}.grabbed_by", file, faults)
            if grappler is not None:
                held.setdefault(letter, []).append(slot)
                _check_grab(slot, grappler, board, f"{where}.grabbed_by", file, faults)
        taunted = "taunted" in slot.entry.states
        if taunted and slot.entry.taunted_by is None:
            faults.add("C438", file, where, f"{slot.name} is taunted and nothing tells by whom (T8.18)", "add taunted_by = 'X', a letter of the roster")
        elif not taunted and slot.entry.taunted_by is not None:
            faults.add("C438", file, f"{where}.taunted_by", f"{slot.name} has a taunter and is not taunted (T8.18)",
                       "add taunted = 1 to its states or remove taunted_by")
        elif taunted:
            _other(slot.entry.taunted_by, slot, by_letter, f"{where}.taunted_by", file, faults)
    for letter, victims in held.items():
        _check_hands(by_letter[letter], victims, plan, file, faults)


def _other(letter, slot, by_letter, entry, file, faults):
    """The slot of another combatant that stands, or None with a fault."""
    other = by_letter.get(letter)
    if other is None:
        faults.add("C210", file, entry, f"there is no {letter!r} in the roster", f"use {listed(by_letter)}")
    elif other is slot:
        faults.add("C437", file, entry, f"{slot.name} cannot do that to itself", "name another combatant")
    elif other.entry.defeated:
        faults.add("C437", file, entry, f"{other.name} is defeated, which ends it (T8.18, G8.24a)", "remove it")
    else:
        return other
    return None


def _check_grab(slot, grappler, board, entry, file, faults):
    """A grappler is adjacent to whom it holds (G8.24a)."""
    if board is None or slot.letter not in board.places or grappler.letter not in board.places:
        return
    gaps = []
    for a, b in zip(board.places[slot.letter], board.places[grappler.letter]):
        gaps.append(max(b - (a + slot.creature.size - 1), a - (b + grappler.creature.size - 1)))
    if max(gaps) > 1:
        faults.add("C437", file, entry, f"{grappler.name} is not adjacent to {slot.name} (G8.24a)", "move one of them or remove the grab")


def _check_hands(grappler, victims, plan, file, faults):
    """Each grab fills a hand (G8.24a)."""
    free = grappler.creature.hands - sum(plan.gear[item].hands for item in grappler.creature.held if item in plan.gear)
    if len(victims) > free:
        problem = f"{grappler.name} holds {len(victims)} combatants with {max(0, free)} free hand{'s' * (free != 1)}"
        faults.add("C439", file, f"roster.{victims[-1].letter}.grabbed_by", problem, "remove a grab or let it hold less in its hands")
