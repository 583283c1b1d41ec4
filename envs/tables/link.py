"""From a checked encounter to a plan: every name resolved, every combatant with its stat block, and the faults that only show together."""

from typing import NamedTuple

from ..core import codes as k
from .words import slug

INSTRUMENT_USE = {"melee": "melee", "ranged": "ranged", "spell": "catalyst"}


class Slot(NamedTuple):
    """One combatant: its letter, roster entry, stat block, and its name and key in this encounter."""

    letter: str
    entry: object
    creature_id: str
    creature: object
    name: str
    key: str


class Plan(NamedTuple):
    """What `compile` needs: slots in roster order, and the deeds and gear that they use by id."""

    slots: list
    creatures: dict
    deeds: dict
    gear: dict


def link(encounter, shelf, numbers, file, faults):
    """The Plan of an encounter; what cannot be resolved is left out of it, with a fault."""
    found, creatures, deeds, gear = [], {}, {}, {}
    for letter, entry in encounter.roster.items():
        if len(letter) != 1 or not (letter.isascii() and letter.isalpha()):
            faults.add("C317", file, f"roster.{letter}", f"{letter!r} is not one letter", "name the entry with a single letter, A to Z or a to z")
        creature = shelf.find("creature", entry.creature, file, f"roster.{letter}.creature")
        if creature is not None:
            creatures[entry.creature] = creature.model
            found.append((letter, entry, creature.model))
            link_creature(creature.model, shelf, creature.file, _prefix(encounter, entry.creature, creature.file, file), deeds, gear, numbers, faults)
    names = _names(found, file, faults)
    keys = _keys(found, names)
    slots = [Slot(letter, entry, entry.creature, creature, name, key) for (letter, entry, creature), name, key in zip(found, names, keys)]
    if len(slots) == len(encounter.roster):
        _check_counts(slots, file, faults)
    return Plan(slots, creatures, deeds, gear)


def _prefix(encounter, name, creature_file, file):
    return f"creatures.{name}" if creature_file == file and name in encounter.creatures else ""


def link_creature(creature, shelf, file, prefix, deeds, gear, numbers, faults):
    """Resolve the deeds and gear of one stat block into `deeds` and `gear`, and check that it can use them."""
    dot = f"{prefix}." if prefix else ""
    held = []
    for i, name in enumerate(creature.held):
        item = shelf.find("gear", name, file, f"{dot}held[{i + 1}]")
        if item is not None:
            gear[name] = item.model
            held.append(item.model)
    free = creature.hands - sum(item.hands for item in held)
    if free < 0:
        faults.add("C506", file, f"{dot}held", f"the items fill {creature.hands - free} hands and the creature has {creature.hands}",
                   "hold less or give it more hands")
    for i, name in enumerate(creature.deeds):
        deed = shelf.find("deed", name, file, f"{dot}deeds[{i + 1}]")
        if deed is not None:
            deeds[name] = deed.model
            if len(held) == len(creature.held) and free >= 0:
                _check_use(creature, deed.model, name, held, free > 0, file, f"{dot}deeds[{i + 1}]", faults)
                _check_focus(creature, deed.model, name, numbers, file, f"{dot}deeds[{i + 1}]", faults)


def _check_use(creature, deed, name, held, free_hand, file, entry, faults):
    """A deed that its owner could never do, or only for nothing, is a slip (T5.3, T7.1)."""
    use = INSTRUMENT_USE.get(deed.instrument)
    suitable = [item for item in held if use in item.use]
    bare = deed.instrument == "innate" or (free_hand and deed.instrument in ("melee", "spell"))
    if not suitable and not bare:
        faults.add("C508", file, entry, f"{name!r} needs a {use} instrument in hand and {creature.name} holds none",
                   f"hold gear with the use {use!r} or drop the deed")
        return
    worth = {"weapon": creature.bare.weapon if bare or deed.instrument == "spell" else 0, "spell": creature.bare.spell}
    for item in suitable:
        for symbol in worth:
            worth[symbol] = max(worth[symbol], getattr(item, symbol))
    for symbol, sign in (("weapon", "†"), ("spell", "Ω")):
        if not worth[symbol] and any(sign in text or symbol in text for text in _damage_texts(deed)):
            faults.add("C509", file, entry, f"{name!r} deals {sign} and {creature.name} has no {sign} above 0 for it",
                       f"give bare.{symbol} or gear with {symbol}")


def _check_focus(creature, deed, name, numbers, file, entry, faults):
    cost = deed_focus(deed, numbers)
    if cost > creature.focus:
        faults.add("C510", file, entry, f"{name!r} costs {cost} focus and {creature.name} has {creature.focus}", "raise focus or drop the deed")


def deed_focus(deed, numbers):
    """Focus that a deed costs: its own number, else its tier's (T5.2, G5.2a)."""
    return deed.focus if deed.focus is not None else {"common": 0, "great": numbers["great_focus"], "mythic": numbers["mythic_focus"]}[deed.tier]


def _damage_texts(deed):
    return [line.damage.lower().replace("ω", "Ω") for _, line in deed.lines if line.damage is not None]


def _names(found, file, faults):
    """Unique display names: the roster's own, else the creature's, with the letter where several would be called the same."""
    plain = [entry.name or creature.name for _, entry, creature in found]
    names = []
    for (letter, entry, _), name in zip(found, plain):
        again = sum(p.casefold() == name.casefold() for p in plain) > 1
        names.append(f"{name} {letter}" if again and entry.name is None else name)
    for i, name in enumerate(names):
        if name.casefold() in [n.casefold() for n in names[:i]]:
            twin = any(n == name for n in names[:i])
            if twin or found[i][1].name is not None:
                faults.add("C411", file, f"roster.{found[i][0]}", f"two combatants are called {name!r}", "give one of them another name")
            else:
                names[i] = f"{name} ({i + 1})"
    return names


def _keys(found, names):
    """Short unique lower-case ids: the last word of the name where that is enough, else the whole name."""
    whole = [slug(name) for name in names]
    short = [_last_word(name, letter, entry, creature) for name, (letter, entry, creature) in zip(names, found)]
    keys = []
    for i, (key, full) in enumerate(zip(short, whole)):
        if not key[:1].isalpha() or short.count(key) > 1:
            key = full if full[:1].isalpha() else f"c{i + 1}"
        if key in keys or whole.count(key) > 1:
            key = f"{key}-{i + 1}"
        keys.append(key)
    return keys


def _last_word(name, letter, entry, creature):
    base = (entry.name or creature.name).split()
    word = slug(base[-1]) if base else ""
    return f"{word}-{letter.lower()}" if entry.name is None and name != creature.name else word


def _check_counts(slots, file, faults):
    """Numbers that the record has room for; deeds and kinds of gear fit whenever these do."""
    if len(slots) > k.MAX_COMBATANTS:
        faults.add("C402", file, "roster", f"there are {len(slots)} combatants", f"keep to {k.MAX_COMBATANTS}")
    for side in k.SIDE_NAMES:
        if slots and not any(s.entry.side == side for s in slots):
            faults.add("C401", file, "roster", f"the {side} have no combatant", f"add one with side = {side!r}")
    items = sum(len(s.creature.held) for s in slots)
    if items > k.MAX_ITEMS:
        faults.add("C427", file, "roster", f"the combatants hold {items} items", f"keep to {k.MAX_ITEMS}")
