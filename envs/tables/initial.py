"""The first record of a scenario: combatants on their squares, and a fight under way as far as the file tells."""

from ..core import codes as k
from ..core.record import new_encounters
from .board import footprint
from .fight import max_vigor


def fill_initial(t, encounter, plan, board, gear_rows):
    """A record array (1,) of dtype ENCOUNTER. The machine's start turns the clock into frames; no dice are in it."""
    initial = new_encounters(1)
    s = initial[0]
    _fill_blank(t, s)
    acted = {slot.letter for slot in plan.slots if slot.entry.acted} | set(encounter.fight.acted)
    for i, slot in enumerate(plan.slots):
        _fill_combatant(s.combatants[i], slot, board.places[slot.letter], slot.letter in acted)
        _fill_items(t, s, i, slot, gear_rows)
        for x, y in footprint(board.places[slot.letter], slot.creature.size):
            s.occupant[y * t.width + x] = i
    _fill_clock(s, encounter.fight, plan)
    return initial


def _fill_blank(t, s):
    """Everything that is empty: nobody, nothing, no question; the whole board lit."""
    s.turn_of, s.winner, s.asker, s.ask = k.NONE, k.NONE, k.NONE, k.NO_QUESTION
    s.occupant[:] = k.EMPTY
    for c in s.combatants:
        c.status, c.taunter, c.prevail_open = k.ABSENT, k.NONE, k.NONE
        c.items[:] = k.NONE
    for item in s.items:
        item.gear, item.place = k.NONE, k.NONE
    for effect in s.effects:
        effect.kind, effect.owner, effect.line = k.NONE, k.NONE, k.NONE
    s.lit[:t.height] = 2 ** t.width - 1


def _fill_combatant(c, slot, place, acted):
    entry, creature = slot.entry, slot.creature
    c.x, c.y = place
    c.max_vigor = max_vigor(slot)
    c.vigor = c.max_vigor if entry.vigor is None else entry.vigor
    for name in ("focus", "endurance", "recoveries"):
        own = getattr(entry, name)
        c[name] = getattr(creature, name) if own is None else own
    c.injuries, c.acted = entry.injuries, int(acted)
    c.status = k.DEFEATED if entry.defeated else k.STANDING
    c.reactions, c.defend = entry.reactions, entry.defend
    c.guard_spent = sum(1 << (number - 1) for number in set(entry.guard_spent))
    for state, potency in entry.states.items():
        c.states[k.STATE_NAMES.index(state)] = potency


def _fill_items(t, s, i, slot, gear_rows):
    for n, name in enumerate(slot.creature.held):
        row = next(r for r in range(k.MAX_ITEMS) if s.items[r].gear == k.NONE)
        item = s.items[row]
        item.gear, item.held = gear_rows[name], 1
        item.supply = slot.entry.supply.get(name, int(t.gear[item.gear].supply))
        s.combatants[i].items[n] = row


def _fill_clock(s, fight, plan):
    """Round, sides and the turn under way (T1.2, T1.3)."""
    s.round_no = fight.round
    if fight.first_side is not None:
        s.first_side = k.SIDE_NAMES.index(fight.first_side)
        s.turn_side = k.SIDE_NAMES.index(fight.next_side or fight.first_side)
    if fight.turn is None:
        return
    s.turn_of = next(i for i, slot in enumerate(plan.slots) if slot.letter == fight.turn.of)
    s.turn_side = k.SIDE_NAMES.index(plan.slots[s.turn_of].entry.side)
    c = s.combatants[s.turn_of]
    c.points, c.move_points = fight.turn.points, fight.turn.move_points
    c.taken = sum(1 << k.MENU_NAMES.index(action) for action in set(fight.turn.taken))
    c.deeds_taken = fight.turn.taken.count("deed")
