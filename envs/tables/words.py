"""Small texts: near misses, ids, square names, damage symbols."""

import re
import unicodedata

ID = re.compile(r"[a-z][a-z0-9_]*")
SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
SYMBOL = re.compile(r"(\d?)\s*(†|ω|weapon|spell)|(\d{1,2})")  # texts are compared in lower case
MAX_SYMBOLS = 9
NEAR_MISS = 0.75  # how alike two words are that a slip of the hand would turn into each other, 0 to 1


def listed(words):
    """'a, b or c'."""
    words = [str(w) for w in words]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def near_miss(word, options):
    """The option that a slip of the hand would turn into the word, or None."""
    alike = {o: _likeness(word, o) for o in sorted(str(o) for o in options)}
    return max(alike, key=alike.get) if alike and max(alike.values()) >= NEAR_MISS else None


def _likeness(word, option):
    from difflib import SequenceMatcher  # costs time and is only needed where something is wrong

    return SequenceMatcher(None, str(word).lower(), option).ratio()


def remedy_for(word, options, limit=None):
    """What to write instead of an unknown word: the near miss, else all options, or with a `limit` those that are most like it. Lists of words that
    the rules close are told whole; ids of the library, which are many, take a limit."""
    options = sorted(str(o) for o in options)
    if not options:
        return "remove it"
    meant = near_miss(word, options)
    if meant is not None:
        return f"did you mean {meant!r}?"
    if limit is None or len(options) <= limit:
        return f"use {listed(options)}"
    nearest = sorted(options, key=lambda o: -_likeness(word, o))
    return f"use one of {', '.join(nearest[:limit])} and {len(options) - limit} more"


def slug(text):
    """Lower-case words joined by hyphens; '' when nothing of the text can be kept."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))


def id_of(text):
    """A plain id made from a file name: 'My Ogre' → 'my_ogre'; '' when nothing can be kept."""
    word = slug(text).replace("-", "_")
    return word if ID.fullmatch(word) else ""


def square_name(x, y):
    """Column letters from the left, then the row number from the top: (0, 0) is a1, (26, 0) is aa1."""
    column = chr(97 + x) if x < 26 else chr(96 + x // 26) + chr(97 + x % 26)
    return f"{column}{y + 1}"


def parse_square(text):
    """(x, y) of a square name, or None when the text is not one."""
    found = SQUARE.fullmatch(text.strip().lower())
    if not found:
        return None
    x = 0
    for letter in found[1]:
        x = x * 26 + ord(letter) - 96
    return x - 1, int(found[2]) - 1


def parse_damage(text):
    """(weapon, spell, flat) of a text such as '†', '††+2', 'weapon + 3', '2 spell', or None when it cannot be read."""
    total = {"weapon": 0, "spell": 0, "flat": 0}
    plain = re.sub(r"(?<=[†ω])\s*(?=[†ω])", "+", text.strip().lower())
    for part in plain.split("+"):
        found = SYMBOL.fullmatch(part.strip())
        if not found:
            return None
        if found[3]:
            total["flat"] += int(found[3])
        else:
            total["weapon" if found[2] in ("†", "weapon") else "spell"] += int(found[1] or 1)
    if max(total["weapon"], total["spell"]) > MAX_SYMBOLS or total["flat"] > 99:
        return None
    return total["weapon"], total["spell"], total["flat"]
