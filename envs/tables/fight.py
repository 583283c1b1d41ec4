"""A fight already under way: what an encounter file says of this moment, checked against the rules (T1.3, T2.1, T8.20-T8.22)."""

from ..core import codes as k
from .companion import gear_of
from .holds import check_holds
from .words import listed, remedy_for


def check_fight(encounter, plan, board, numbers, ruleset, file, faults):
    """Add the faults of vigor, states, grabs, turns and rounds. `board` may be None."""
    for slot in plan.slots:
        _check_vigor(slot, numbers, file, faults)
        _check_states(slot, numbers, ruleset, file, faults)
        _check_spent(slot, plan, file, faults)
    check_holds(plan, board, file, faults)
    for side in k.SIDE_NAMES:
        own = [s for s in plan.slots if s.entry.side == side]
        if own and all(s.entry.defeated for s in own):
            faults.add("C403", file, "roster", f"none of the {side} is standing", "the fight is over already: let one of them stand")
    _check_round(encounter.fight, encounter.roster, numbers, file, faults)
    _check_turn(encounter.fight, plan, numbers, ruleset, file, faults)


def max_vigor(slot, injury_vigor):
    """Maximum vigor after injuries that cost `injury_vigor` each (G8.26)."""
    return slot.creature.max_vigor - slot.entry.injuries * injury_vigor


def _check_vigor(slot, numbers, file, faults):
    entry, where = slot.entry, f"roster.{slot.letter}"
    top = max_vigor(slot, numbers["injury_vigor"])
    dead = -(top // numbers["bloodied_divisor"])  # G8.20a
    if top < 1:
        faults.add("C428", file, f"{where}.injuries", f"{entry.injuries} injuries leave {slot.name} no vigor",
                   f"use at most {(slot.creature.max_vigor - 1) // numbers['injury_vigor']}")
        return
    vigor = top if entry.vigor is None else entry.vigor
    if vigor > top:
        faults.add("C404", file, f"{where}.vigor", f"vigor {vigor} is above the maximum of {top}", f"use {top} or less")
    elif vigor <= 0 and not slot.creature.endures:
        faults.add("C405", file, f"{where}.vigor", f"{slot.name} does not endure, so it is dead at vigor {vigor} (G8.26)",
                   "leave it out or give it vigor above 0")
    elif vigor <= 0 and vigor <= dead:
        faults.add("C406", file, f"{where}.vigor", f"{slot.name} is dead at vigor {vigor} (T8.22a)", f"leave it out or use {min(1, dead + 1)} or more")
    if entry.defeated and vigor > 0:
        faults.add("C407", file, f"{where}.defeated", f"{slot.name} has vigor {vigor}, and the defeated rise at 1 (T8.22)",
                   "set vigor to 0 or less, or remove defeated")


def _check_states(slot, numbers, ruleset, file, faults):
    for state, potency in slot.entry.states.items():
        where = f"roster.{slot.letter}.states.{state}"
        if potency > numbers["potency_cap"]:
            faults.add("C408", file, where, f"potency {potency} is above the cap of {numbers['potency_cap']} (G8.27)", "lower it")
        opposite = ruleset.states[state].opposite
        if opposite in slot.entry.states:
            faults.add("C409", file, where, f"{state} and {opposite} cancel each other (T8.2)", "keep the difference of the two")


def _check_spent(slot, plan, file, faults):
    """Guard dice, and supply dice that are not larger than the gear's (G7.5)."""
    dice = len(slot.creature.guard_dice)
    for number in slot.entry.guard_spent:
        if number > dice:
            faults.add("C422", file, f"roster.{slot.letter}.guard_spent", f"{slot.name} has {dice} guard dice, not {number}",
                       "count its guard dice from 1")
    own = slot.creature.held + slot.creature.carried
    for item, size in slot.entry.supply.items():
        said, where, most = gear_of(item), f"roster.{slot.letter}.supply", plan.gear[item].supply if item in plan.gear else None
        if item not in own:
            faults.add("C431", file, where, f"{slot.name} has no {said!r}", remedy_for(said, map(gear_of, own)))
        elif most is None:
            faults.add("C432", file, f"{where}.{said}", f"{said!r} has no supply die and never runs low (G7.5)", "remove it")
        elif size > most:
            faults.add("C432", file, f"{where}.{said}", f"the supply die of {said!r} starts as a d{most}, and d{size} is larger (G7.5)",
                       f"use at most {most}")


def _check_round(fight, roster, numbers, file, faults):
    under_way = [key for key in ("first_side", "next_side", "turn", "acted") if getattr(fight, key)]
    if any(entry.acted for entry in roster.values()):
        under_way.append("acted")
    if fight.round == 0 and under_way:
        faults.add("C413", file, f"fight.{under_way[0]}", f"{under_way[0]} belongs to a fight under way and the round is 0", "set round in [fight]")
    if fight.round > 0 and fight.first_side is None:
        faults.add("C416", file, "fight.first_side", f"nothing tells which side acted first in round {fight.round}",
                   f"add first_side = {listed(repr(s) for s in k.SIDE_NAMES)}")
    if fight.round > 0 and fight.first_coin is not None:
        faults.add("C417", file, "fight.first_coin", f"the coin of the first round is past in round {fight.round}", "use first_side")
    if fight.round > numbers["max_rounds"]:
        faults.add("C423", file, "fight.round", f"round {fight.round} is after the last, {numbers['max_rounds']} (G1.6)",
                   "lower round or raise rules.max_rounds")
    if fight.round > 1 and fight.ambushed is not None:
        faults.add("C426", file, "fight.ambushed", "an ambush is over after the first round (G1.2a)", "remove ambushed")


def _check_turn(fight, plan, numbers, ruleset, file, faults):
    by_letter = {s.letter: s for s in plan.slots}
    for i, letter in enumerate(fight.acted):
        if letter not in by_letter:
            faults.add("C210", file, f"fight.acted[{i + 1}]", f"there is no {letter!r} in the roster", f"use {listed(by_letter)}")
    acted = {s.letter for s in plan.slots if s.entry.acted} | set(fight.acted)
    if fight.turn is not None:
        _check_turn_of(fight, by_letter, acted, numbers, ruleset, file, faults)
    elif fight.round > 0 and fight.next_side is None and acted:
        faults.add("C418", file, "fight.next_side", "some have acted and nothing tells which side is next",
                   f"add next_side = {listed(repr(s) for s in k.SIDE_NAMES)}")
    side = fight.next_side
    ready = [s for s in plan.slots if s.letter not in acted and not s.entry.defeated and s.entry.arrives <= fight.round]
    if side is not None and fight.turn is None and ready and not any(s.entry.side == side for s in ready):
        faults.add("C424", file, "fight.next_side", f"all {side} have acted this round", "name the other side")


def _check_turn_of(fight, by_letter, acted, numbers, ruleset, file, faults):
    turn = fight.turn
    slot = by_letter.get(turn.of)
    if slot is None:
        faults.add("C210", file, "fight.turn.of", f"there is no {turn.of!r} in the roster", f"use {listed(by_letter)}")
        return
    if turn.of in acted:
        faults.add("C412", file, "fight.turn.of", f"{slot.name} has acted already (T1.3)", "remove it from acted or give the turn to another")
    if slot.entry.defeated:
        faults.add("C425", file, "fight.turn.of", f"{slot.name} is defeated and has no turn (G1.7)", "give the turn to another")
    if fight.ambushed == slot.entry.side and fight.round <= 1:
        faults.add("C429", file, "fight.turn.of", f"{slot.name} is of the ambushed side and takes no turn in the first round (G1.2a)",
                   "give the turn to the other side or remove ambushed")
    if fight.next_side is not None:
        faults.add("C419", file, "fight.next_side", "the turn under way tells whose side is on", "remove next_side or turn")
    if slot.entry.arrives > fight.round:
        faults.add("C425", file, "fight.turn.of", f"{slot.name} arrives in round {slot.entry.arrives} (G1.7)", "give the turn to another")
    left = max(0, numbers["points"] - sum(ruleset.actions[a].cost for a in turn.taken if a in ruleset.actions))
    if turn.points > left:
        faults.add("C414", file, "fight.turn.points", f"{turn.points} points cannot be left of {numbers['points']} (T2.1, T2.2)", f"use 0 to {left}")
    _check_taken(turn, slot, numbers, ruleset, file, faults)


def _check_taken(turn, slot, numbers, ruleset, file, faults):
    """What a turn can have done by now (T2.4-T2.7, T3.10)."""
    limit = {"deed": 1 + slot.creature.extra_deeds}  # T2.5
    twice = [a for a in turn.taken if turn.taken.count(a) > limit.get(a, 1)]
    if twice:
        faults.add("C415", file, "fight.turn.taken", f"{twice[0]!r} is taken {turn.taken.count(twice[0])} times (T2.4, T2.5)", "list an action once")
    free = [a for a in turn.taken if ruleset.actions[a].cost == 0 and not a.startswith("feature")]
    if free:
        faults.add("C433", file, "fight.turn.taken", f"{free[0]!r} is a free choice that is not noted among the actions",
                   "count free actions in free_used")
    if {"deed", "maneuver"} <= set(turn.taken) and not turn.lifted:
        faults.add("C435", file, "fight.turn.taken", "a deed and a maneuver do not share a turn (T2.6)", "remove one of them or set lifted = true")
    if turn.free_used > numbers["free_actions"]:
        faults.add("C434", file, "fight.turn.free_used", f"{turn.free_used} free actions are more than a turn has, {numbers['free_actions']} (G2.7a)",
                   f"use at most {numbers['free_actions']}")
    if turn.move_points and "move" not in turn.taken:
        faults.add("C430", file, "fight.turn.move_points", "movement points come from the move action (T3.10)",
                   "add 'move' to taken or remove move_points")
