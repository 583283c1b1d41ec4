"""Whether a creature could ever do a deed that its stat block lists (T5.3, T7.1)."""

from .words import listed

USES = {"melee": {"melee"}, "ranged": {"ranged", "throwing"}, "spell": {"catalyst"}, "tool": set(), "versatile": {"melee", "ranged", "throwing"}}


def check_use(creature, deed, name, items, numbers, file, entry, faults):
    """A deed that its owner could never do, or only for nothing, is a slip. `items`: models of all gear that it holds or carries."""
    uses = USES.get(deed.instrument)
    suitable = [item for item in items if uses and uses & set(item.use)]
    bare = deed.instrument == "innate" or creature.hands > 0 and deed.instrument in ("melee", "spell", "tool")
    if not suitable and not bare:
        what = listed(sorted(uses)) if uses else "tool"
        faults.add("C508", file, entry, f"{name!r} needs a {what} instrument and {creature.name} has none",
                   f"hold or carry gear with the use {sorted(uses)[0]!r} or drop the deed" if uses else "give it hands or drop the deed")
        return
    worth = {"weapon": creature.bare.weapon if bare or deed.instrument == "spell" else 0, "spell": creature.bare.spell}
    for item in suitable:
        for symbol in worth:
            worth[symbol] = max(worth[symbol], getattr(item, symbol))
    for symbol, sign in (("weapon", "†"), ("spell", "Ω")):
        if not worth[symbol] and any(sign in text or symbol in text for text in _damage_texts(deed)):
            faults.add("C509", file, entry, f"{name!r} deals {sign} and {creature.name} has no {sign} above 0 for it",
                       f"give bare.{symbol} or gear with {symbol}")
    cost = deed_focus(deed, numbers)
    if cost > creature.focus:
        faults.add("C510", file, entry, f"{name!r} costs {cost} focus and {creature.name} has {creature.focus}", "raise focus or drop the deed")


def deed_focus(deed, numbers):
    """Focus that a deed costs: its own number, else its tier's (T5.2, G5.2a)."""
    return deed.focus if deed.focus is not None else {"common": 0, "great": numbers["great_focus"], "mythic": numbers["mythic_focus"]}[deed.tier]


def _damage_texts(deed):
    return [line.damage.lower().replace("ω", "Ω") for _, line in deed.lines if line.damage is not None]
