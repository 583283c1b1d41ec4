"""From a checked encounter to a plan: every name resolved, every combatant with its stat block, and the faults that only show together."""

from typing import NamedTuple

from ..core import codes as k
from .names import display_names, keys_of
from .usable import check_use


class Slot(NamedTuple):
    """One combatant: its letter, roster entry, stat block, and its name and key in this encounter."""

    letter: str
    entry: object
    creature_id: str
    creature: object
    name: str
    key: str


class Plan(NamedTuple):
    """What `compile` needs: slots in roster order, the creatures, deeds and gear that they use by id, and the ids of the maneuvers of everybody."""

    slots: list
    creatures: dict
    deeds: dict
    gear: dict
    maneuvers: list


class Linked(NamedTuple):
    """What stat blocks name, by id; it grows while they are linked."""

    deeds: dict
    gear: dict


def link(encounter, shelf, ruleset, numbers, file, faults):
    """The Plan of an encounter; what cannot be resolved is left out of it, with a fault. `ruleset`: Found."""
    found, creatures, linked = [], {}, Linked({}, {})
    for letter, entry in encounter.roster.items():
        if len(letter) != 1 or not (letter.isascii() and letter.isalpha()):
            faults.add("C317", file, f"roster.{letter}", f"{letter!r} is not one letter", "name the entry with a single letter, A to Z or a to z")
        if entry.creature is None:
            continue  # a companion that could not be made
        creature = shelf.find("creature", entry.creature, file, f"roster.{letter}.creature")
        if creature is not None:
            creatures[entry.creature] = creature.model
            found.append((letter, entry, creature.model))
            link_creature(creature.model, shelf, creature.file, _prefix(encounter, entry.creature, creature.file, file), linked, numbers, faults)
    names = display_names(found, file, faults)
    keys = keys_of(found, names)
    slots = [Slot(letter, entry, entry.creature, creature, name, key) for (letter, entry, creature), name, key in zip(found, names, keys)]
    for i, entry in enumerate(encounter.items):
        link_gear(entry.gear, shelf, file, f"items[{i + 1}].gear", linked)
    maneuvers = link_maneuvers(ruleset, shelf, linked, faults)
    if len(slots) == len(encounter.roster):
        _check_counts(slots, len(encounter.items), linked, file, faults)
    return Plan(slots, creatures, linked.deeds, linked.gear, maneuvers)


def _prefix(encounter, name, creature_file, file):
    return f"creatures.{name}" if creature_file == file and name in encounter.creatures else ""


def link_maneuvers(ruleset, shelf, linked, faults):
    """Ids of the ruleset's maneuvers (G9.5), their deeds linked."""
    out = []
    for i, name in enumerate(ruleset.model.maneuvers):
        deed = shelf.find("deed", name, ruleset.file, f"maneuvers[{i + 1}]")
        if deed is None:
            continue
        if deed.model.kind != "maneuver":
            faults.add("C804", ruleset.file, f"maneuvers[{i + 1}]", f"{name!r} is a deed of the kind {deed.model.kind!r}",
                       "name a deed with kind = 'maneuver', or give your deed of this id another")
        linked.deeds[name] = deed.model
        out.append(name)
    return out


def link_gear(name, shelf, file, entry, linked):
    """The model of a piece of gear, its deed linked too; None with a fault. A deed that does not suit the gear is a fault of the gear's file."""
    item = shelf.find("gear", name, file, entry)
    if item is None:
        return None
    linked.gear[name] = item.model
    if item.model.deed is not None:
        check_gear_deed(item.model, name, shelf, item.file, linked)
    return item.model


def check_gear_deed(gear, name, shelf, file, linked):
    """A concoction does any deed but a maneuver (G3.14a); what other things add to their holder are tool deeds (T5.3)."""
    deed = shelf.find("deed", gear.deed, file, "deed")
    if deed is None:
        return
    linked.deeds[gear.deed] = deed.model
    if "concoction" in gear.use and deed.model.kind == "maneuver":
        shelf.faults.add("C708", file, "deed", f"the concoction {name!r} cannot be a maneuver", "name an attack or a gambit")
    if "concoction" not in gear.use and deed.model.instrument != "tool":
        shelf.faults.add("C708", file, "deed", f"{name!r} adds a deed with the instrument {deed.model.instrument!r}",
                          "name a deed with instrument = 'tool'")


def link_creature(creature, shelf, file, prefix, linked, numbers, faults):
    """Resolve the deeds and gear of one stat block into `linked`, and check that it can use them."""
    dot = f"{prefix}." if prefix else ""
    items = {"held": [], "carried": []}
    for key, models in items.items():
        for i, name in enumerate(getattr(creature, key)):
            models.append(link_gear(name, shelf, file, f"{dot}{key}[{i + 1}]", linked))
    whole = None not in items["held"] + items["carried"]
    hands = sum(item.hands for item in items["held"] if item is not None)
    if hands > creature.hands:
        faults.add("C506", file, f"{dot}held", f"the items fill {hands} hands and the creature has {creature.hands}",
                   "hold less, carry the rest, or give it more hands")
        whole = False
    wanted = [(name, f"{dot}deeds[{i + 1}]") for i, name in enumerate(creature.deeds)]
    wanted += [(action.deed, f"{dot}actions[{i + 1}].deed") for i, action in enumerate(creature.actions)]
    for name, entry in wanted:
        deed = shelf.find("deed", name, file, entry)
        if deed is not None:
            linked.deeds[name] = deed.model
            if whole:
                check_use(creature, deed.model, name, items["held"] + items["carried"], numbers, file, entry, faults)
    _check_own(creature, items["held"] + items["carried"], linked, file, dot, faults)


def _check_own(creature, items, linked, file, dot, faults):
    """Its deeds must be no maneuvers, which are the ruleset's; there must be room for the deeds that its items add; deeds of its own must be used."""
    for i, name in enumerate(creature.deeds):
        if name in linked.deeds and linked.deeds[name].kind == "maneuver":
            faults.add("C512", file, f"{dot}deeds[{i + 1}]", f"{name!r} is a maneuver, and those belong to everybody (G9.5)",
                       "name it among the ruleset's maneuvers, or make it an action of its own")
    total = len(deeds_of(creature, items))
    if total > k.OWN_DEEDS >= len(creature.deeds):
        faults.add("C502", file, f"{dot}deeds", f"with those of its items the creature has {total} deeds", f"keep to {k.OWN_DEEDS}")
    named = {*creature.deeds, *(action.deed for action in creature.actions)}
    used = named | {item.deed for item in (*creature.own_gear.values(), *items) if item is not None}
    for name in sorted(set(creature.own_deeds) - used) if named <= set(linked.deeds) else ():  # a misspelt id is told where it stands
        faults.add("C515", file, f"{dot}own_deeds.{name}", f"{creature.name} would never attempt {creature.own_deeds[name].name!r}, for nothing names it",
                   f"add {name!r} to deeds, give it an action that does it, or drop it")


def deeds_of(creature, items):
    """Ids of a creature's deeds: its own, then those that its items add. `items`: gear models, None for what is not there."""
    added = [item.deed for item in items if item is not None and item.deed is not None and "concoction" not in item.use]
    return list(dict.fromkeys([*creature.deeds, *added]))


def _check_counts(slots, on_ground, linked, file, faults):
    """Numbers that the record has room for."""
    if len(slots) > k.MAX_COMBATANTS:
        faults.add("C402", file, "roster", f"there are {len(slots)} combatants", f"keep to {k.MAX_COMBATANTS}")
    for side in k.SIDE_NAMES:
        if slots and not any(s.entry.side == side for s in slots):
            faults.add("C401", file, "roster", f"the {side} have no combatant", f"add one with side = {side!r}")
    items = on_ground + sum(len(s.creature.held) + len(s.creature.carried) for s in slots)
    if items > k.MAX_ITEMS:
        faults.add("C427", file, "roster", f"the combatants have {items} items, those on the ground counted", f"keep to {k.MAX_ITEMS}")
    if len(linked.deeds) > k.MAX_DEEDS:
        faults.add("C402", file, "roster", f"the combatants have {len(linked.deeds)} different deeds", f"keep to {k.MAX_DEEDS}")
