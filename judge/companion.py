"""`foemind companion`: a player's character from five numbers, as a roster entry to paste and the stat block that it makes."""

from envs.core import codes as k
from envs.tables.companion import build
from envs.tables.errors import Faults
from envs.tables.library import Shelf
from envs.tables.read import validate
from envs.tables.schema_companion import Companion
from envs.tables.schema_lines import FORCED
from envs.tables.words import listed

NUMBERS = ("level", "vigor", "weapon", "spell")


def make(calling, level=1, vigor=None, weapon=None, spell=None, name=None):
    """(roster entry as TOML, stat block as lines) of a companion; numbers that are None are the calling's.

    ContentError for an unknown calling, a number out of range, or numbers that leave it no attack.
    """
    given = {"calling": calling, "level": level, "vigor": vigor, "weapon": weapon, "spell": spell, "name": name}
    faults = Faults()
    companion, shelf = validate(Companion, given, "companion", "", faults), Shelf(faults)
    faults.settle()
    built = build(companion, shelf, "companion", "", faults)
    faults.settle()
    numbers = shelf.peek("companion", calling).at(level)
    whole = {"level": level} | {key: numbers[key] if getattr(companion, key) is None else getattr(companion, key) for key in NUMBERS[1:]}
    return roster_entry(calling, whole, name), stat_block(built, whole, shelf, name)


def roster_entry(calling, numbers, name=None):
    """The TOML of a roster entry with all five numbers; its letter is the first one of the name or calling."""
    letter = next((c for c in (name or calling).upper() if c.isascii() and c.isalpha()), "C")
    quoted = "" if name is None else f"name = \"{name.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}\"\n"
    values = ", ".join(f"{key} = {numbers[key]}" for key in NUMBERS)
    return f"[roster.{letter}]\n{quoted}side = \"companions\"\ncompanion = {{ calling = \"{calling}\", {values} }}"


def stat_block(built, numbers, shelf, name=None):
    """Lines for people: numbers, what is in its hands, and each deed with what it does."""
    c = built.creature
    dice = " ".join(f"d{die}" for die in c.guard_dice) or "none"
    virtues = ", ".join(f"{v} {getattr(c.virtues, v)}" + (" (key)" if v == c.key else "") for v in k.VIRTUES)
    kind = f"{c.name}, level {numbers['level']}"
    lines = [kind if name is None else f"{name}: {kind}",
             f"  vigor {c.max_vigor}, speed {c.speed}, focus {c.focus}, endurance {c.endurance}, recoveries {c.recoveries}, guard dice {dice}",
             f"  {virtues}", f"  † {numbers['weapon']}, Ω {numbers['spell']}; with a bare hand † {c.bare.weapon}, Ω {c.bare.spell}"]
    for label, ids in (("in hand", c.held), ("carried", c.carried)):
        if ids:
            lines.append(f"  {label}: {', '.join(shelf.peek('gear', item).name for item in ids)}")
    lines += [f"  {_deed_line(shelf.peek('deed', deed))}" for deed in c.deeds]
    if built.dropped:
        left = listed(shelf.peek("deed", deed).name for deed in built.dropped).replace(" or ", " and ")
        lines.append(f"  left out, for its † or Ω is 0: {left}")
    return lines


def _deed_line(deed):
    """'Steady Blow (attack, melee): conflict †; triumph †; spark exposed 1'."""
    results = []
    for code, when in enumerate(k.WHENS):
        said = [_line_text(line) for at, line in deed.lines if at == code]
        results += [f"{when} {', '.join(said)}"] if said else []
    tier = "" if deed.tier == "common" else f"{deed.tier} "
    return f"{deed.name} ({tier}{deed.kind}, {deed.instrument}): {'; '.join(results)}"


def _line_text(line):
    """A line of a deed in a few words: '†+2', 'weak 1', 'push 2', 'recovery 1', each with its receiver where it is not the target."""
    verb, value = line.verb, getattr(line, line.verb)
    if verb in ("damage", "state"):
        text = value if verb == "damage" else f"{value} {line.potency or 1}"
    elif verb in (*FORCED, "teleport", "walk", "recover"):
        text = f"{'recovery' if verb == 'recover' else verb} {value}"
    elif verb in ("gain", "lose"):
        text = f"{verb} {line.amount or 1} {value}"
    elif verb == "end":
        text = f"end {value}" if line.potency is None else f"{value} less by {line.potency}"
    else:
        text = f"{value} {line.potency or 1}" if verb == "effect" else verb.replace("_", " ")
    return text if line.who == "target" else f"{text} ({line.who})"
