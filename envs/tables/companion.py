"""A player's character from five numbers: the stat block that its calling, level, vigor, † and Ω make (G13.1, T7.1)."""

import re
from typing import NamedTuple

from .read import validate
from .schema import COMPANION_ROLES, Creature
from .schema_companion import WRITTEN, Companion
from .words import parse_damage

NUMBERS = ("vigor", "weapon", "spell")  # of a companion, before its calling's
CARRIERS = {"weapon": {"melee", "ranged", "throwing"}, "spell": {"catalyst"}}  # uses of gear whose rating † or Ω is, as the core takes it
_OWN = re.compile(r"__(w[0-9]+)?(s[0-9]+)?$")  # what the id of gear with a companion's ratings ends with


def gear_of(name):
    """The id by which people know a companion's gear: 'sword' of 'sword__w4'."""
    return _OWN.sub("", name)


class Built(NamedTuple):
    """A companion's stat block: its id, the Creature, its gear {id in the library: id with its own rating}, and the deeds that it is left without."""

    id: str
    creature: object
    gear: dict
    dropped: list


def seat_companions(encounter, shelf, shown, faults):
    """The encounter with each companion's roster entry naming a stat block on the shelf; an entry with a fault is left as it is."""
    roster = {}
    for letter, entry in encounter.roster.items():
        built = None if entry.companion is None else build(entry.companion, shelf, shown, f"roster.{letter}.companion", faults)
        roster[letter] = entry if built is None else _seated(entry, built)
    return encounter.model_copy(update={"roster": roster})


def _seated(entry, built):
    """The entry as one of a creature; supply dice named by the library's gear are those of the companion's own."""
    supply = {built.gear.get(name, name): size for name, size in entry.supply.items()}
    return entry.model_copy(update={"creature": built.id, "name": entry.name or entry.companion.name, "supply": supply})


def build(companion, shelf, file, entry, faults):
    """The Built of a companion, its stat block and gear put on the shelf; None with a fault. `entry` is where the companion stands in `file`."""
    found = shelf.find("companion", companion.calling, file, f"{entry}.calling".removeprefix("."))
    if found is None:
        return None
    stats = found.model.at(companion.level)
    stats.update({key: getattr(companion, key) for key in NUMBERS if getattr(companion, key) is not None})
    deeds = [name for name in stats["deeds"] if not _worthless(shelf.peek("deed", name), stats)]
    dropped = [name for name in stats["deeds"] if name not in deeds]
    if dropped and not any(_is_attack(shelf.peek("deed", name)) for name in deeds):
        faults.add("C441", file, entry, f"with † {stats['weapon']} and Ω {stats['spell']} the {companion.calling} has no attack left",
                   "give the rating that its deeds use, or leave it out to take the calling's")
        return None
    gear = {name: shelf.peek("gear", name) for name in stats["held"] + stats["carried"]}
    rated = {name: _rated(name, item, stats) for name, item in gear.items() if item is not None}
    part = {"level": min(companion.level, WRITTEN), "role": companion.calling if companion.calling in COMPANION_ROLES else None}
    data = part | _stat_block(found.model, stats | {"deeds": deeds}, [item for item in gear.values() if item is not None], rated)
    creature = validate(Creature, data, found.file, f"level_{min(companion.level, WRITTEN)}", faults)
    if creature is None:
        return None
    name = f"{companion.calling}_{companion.level}_v{stats['vigor']}_w{stats['weapon']}_s{stats['spell']}"  # two of the same numbers share it
    shelf.add("creature", name, creature, found.file, "")
    return Built(name, creature, {library: own for library, (own, _) in rated.items()}, dropped)


def _stat_block(calling, stats, gear, rated):
    """The keys of a Creature; its gear has ids and ratings of its own where the numbers differ from the library's."""
    data = {key: getattr(calling, key) for key in ("name", "text", "key", "light_dependent")} | {"endures": True, "max_vigor": stats["vigor"]}
    data |= {key: stats[key] for key in ("virtues", "speed", "focus", "endurance", "recoveries", "guard_dice", "deeds")}
    data |= {key: [rated[name][0] if name in rated else name for name in stats[key]] for key in ("held", "carried")}
    return data | {"bare": _bare(stats, gear), "own_gear": {own: item for own, item in rated.values() if item is not None}}


def _rated(name, gear, stats):
    """(id, Gear with the ratings given), or (id, None) where the library's has them already."""
    changed = {symbol: stats[symbol] for symbol, uses in CARRIERS.items() if uses & set(gear.use) and getattr(gear, symbol) != stats[symbol]}
    if not changed:
        return name, None
    own = f"{name}__" + "".join(f"{symbol[0]}{value}" for symbol, value in changed.items())
    if changed.get("weapon") == 0:  # no weapon any more: nothing is gained by a counter or a blow that deals 0
        changed |= {"use": [use for use in gear.use if use not in CARRIERS["weapon"]], "reach": None}
        changed["range"] = gear.range if "catalyst" in changed["use"] else None
    return own, gear.model_copy(update=changed)


def _bare(stats, gear):
    """Ratings of the bare hand: the given one where no gear carries it; else the calling's own, never more than the given one."""
    uses = {use for item in gear for use in item.use}
    own = {symbol: getattr(stats["bare"], symbol) for symbol in CARRIERS}
    return {symbol: min(own[symbol], stats[symbol]) if carriers & uses else stats[symbol] for symbol, carriers in CARRIERS.items()}


def _worthless(deed, stats):
    """Whether a deed uses a symbol that is worth nothing to this companion: the check of its stat block would refuse it (C509)."""
    worth = [] if deed is None else [parse_damage(line.damage) for _, line in deed.lines if line.damage is not None]
    return any(weapon and not stats["weapon"] or spell and not stats["spell"] for weapon, spell, _ in worth)


def _is_attack(deed):
    return deed is not None and deed.kind == "attack"


def stages(name):
    """[(entry, Companion)] of the levels that a calling describes, with none of its numbers changed."""
    return [(f"level_{level}", Companion(calling=name, level=level)) for level in range(1, WRITTEN + 1)]
