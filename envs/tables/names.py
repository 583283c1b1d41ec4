"""Names and short keys of the combatants of an encounter, each its own."""

from .words import slug


def display_names(found, file, faults):
    """Unique display names: the roster's own, else the creature's, with the letter where several would be called the same.

    found: [(letter, roster entry, creature)].
    """
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


def keys_of(found, names):
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
