"""The first record of a scenario: combatants on their squares, features, effects, things, and a fight under way as far as the file tells."""

from ..core import codes as k
from ..core.economy import LOW_BITS
from ..core.record import new_encounters
from ..core.surroundings import refresh
from .board import footprint
from .fight import max_vigor
from .schema_fight import HELP


def fill_initial(t, encounter, plan, board, fixtures, gear_rows):
    """A record array (1,) of dtype ENCOUNTER. The machine's start turns the clock into frames; no dice are in it."""
    initial = new_encounters(1)
    s = initial[0]
    _fill_blank(s)
    letters = [slot.letter for slot in plan.slots]
    acted = {slot.letter for slot in plan.slots if slot.entry.acted} | set(encounter.fight.acted)
    for i, slot in enumerate(plan.slots):
        _fill_combatant(s.combatants[i], slot, board.places[slot.letter], slot.letter in acted, letters, int(t.rules.injury_vigor))
        _fill_items(t, s, i, slot, gear_rows)
        for x, y in footprint(board.places[slot.letter], slot.creature.size):
            s.occupant[y * t.width + x] = i
    for name, (x, y) in fixtures.items:
        item = s.items[_free_item(s)]
        item.gear, item.place = gear_rows[name], y * t.width + x
        item.supply = t.gear[item.gear].supply
    for n in range(t.n_features):
        s.feature_state[n] = t.features[n].state
    for row, (entry, place) in zip(s.effects, fixtures.effects):
        _fill_effect(row, entry, place, letters.index(entry.owner))
    _fill_clock(s, encounter.fight, plan)
    s.lit[:t.height] = 2 ** int(t.width) - 1
    refresh(t, s)
    return initial


def _fill_blank(s):
    """Everything that is empty: nobody, nothing, no question."""
    s.turn_of, s.winner, s.asker, s.ask = k.NONE, k.NONE, k.NONE, k.NO_QUESTION
    s.occupant[:] = k.EMPTY
    s.deed.place = k.NONE
    for c in s.combatants:
        c.status, c.taunter = k.ABSENT, k.NONE
        c.items[:] = k.NONE
    for item in s.items:
        item.gear, item.place = k.NONE, k.NONE
    for effect in s.effects:
        effect.kind, effect.owner, effect.state = k.NONE, k.NONE, k.NONE


def _fill_combatant(c, slot, place, acted, letters, injury_vigor):
    entry, creature = slot.entry, slot.creature
    c.x, c.y = place
    c.max_vigor = max_vigor(slot, injury_vigor)
    c.vigor = c.max_vigor if entry.vigor is None else entry.vigor
    for name in ("focus", "endurance", "recoveries"):
        own = getattr(entry, name)
        c[name] = getattr(creature, name) if own is None else own
    c.injuries, c.acted, c.arrives = entry.injuries, int(acted), entry.arrives
    c.status = k.DEFEATED if entry.defeated else k.STANDING
    c.reactions, c.defend, c.aim = entry.reactions, entry.defend, entry.aim
    c.guard_spent = sum(1 << (number - 1) for number in set(entry.guard_spent))
    c.helped = sum(1 << HELP.index(kind) for kind in set(entry.helped))
    c.grabbed_by = sum(1 << letters.index(letter) for letter in set(entry.grabbed_by))
    c.taunter = k.NONE if entry.taunted_by is None else letters.index(entry.taunted_by)
    for state, potency in entry.states.items():
        c.states[k.STATE_NAMES.index(state)] = potency


def _free_item(s):
    return next(r for r in range(k.MAX_ITEMS) if s.items[r].gear == k.NONE)


def _fill_items(t, s, i, slot, gear_rows):
    """What it holds, then what it carries (T2.7, T3.12)."""
    creature = slot.creature
    for n, name in enumerate(creature.held + creature.carried):
        row = _free_item(s)
        item = s.items[row]
        item.gear, item.held = gear_rows[name], int(n < len(creature.held))
        item.supply = slot.entry.supply.get(name, int(t.gear[item.gear].supply))
        s.combatants[i].items[n] = row


def _fill_effect(row, entry, place, owner):
    """A lasting effect (T8.4); an aura has no square of its own."""
    row.kind, row.owner, row.potency, row.decay = k.EFFECT_NAMES.index(entry.kind), owner, entry.potency, entry.decay
    row.x, row.y = place or (0, 0)
    row.extent = entry.size
    row.state = k.NONE if entry.gives is None else k.STATE_NAMES.index(entry.gives)
    row.whom = k.WHOMS.index(entry.whom or "anyone")


def _fill_clock(s, fight, plan):
    """Round, sides and the turn under way (T1.2, T1.3)."""
    s.round_no, s.held_rounds = fight.round, fight.held_rounds
    if fight.first_side is not None:
        s.first_side = k.SIDE_NAMES.index(fight.first_side)
        s.turn_side = k.SIDE_NAMES.index(fight.next_side or fight.first_side)
    if fight.turn is None:
        return
    s.turn_of = next(i for i, slot in enumerate(plan.slots) if slot.letter == fight.turn.of)
    s.turn_side = k.SIDE_NAMES.index(plan.slots[s.turn_of].entry.side)
    c = s.combatants[s.turn_of]
    c.points, c.move_points = fight.turn.points, fight.turn.move_points
    for entry in {k.MENU_NAMES.index(action) for action in fight.turn.taken}:  # in plain Python: nothing is compiled for it
        c["taken" if entry < LOW_BITS else "taken_more"] += 1 << entry % LOW_BITS
    c.deeds_taken, c.maneuvers_taken = fight.turn.taken.count("deed"), fight.turn.taken.count("maneuver")
    c.lifted, c.free_used = int(fight.turn.lifted), fight.turn.free_used
