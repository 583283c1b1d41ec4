"""Words that a Judge types: names by unique beginnings, squares, numbers, and what a part of a line says besides names."""

import difflib
import re
from dataclasses import dataclass, field

from envs.core import codes as k

from .dice import RESULTS
from .model import TableError

LONGEST_NAME = 5  # words of a name that are tried together
SQUARE = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
FILLERS = {"on", "at", "to", "the", "with", "against", "rolled", "rolls", "using", "from", "into", "attempts", "takes"}
KEYWORDS = {"extra", "for", "total", "spark", "sparks", "guard", "guards", "unguarded", "counter", "counters", "no", "effect"}
NOTHING = {"no", "none", "pass", "nothing", "not", "decline"}
ALIASES = {
    k.END_TURN: ("end", "done", "ends"),
    k.MOVE: ("go", "run", "moves"),
    k.WALK: ("walks",),
    k.CATCH_BREATH: ("breathe", "rest"),
    k.DEFEND: ("defends", "dodge"),
    k.STAND: ("stand up", "get up"),
    k.CONCOCTION: ("drink", "use"),
    k.LEAVE: ("flee", "exit"),
    k.DOOR: ("open", "close"),
    k.INTERACT: ("work", "pull lever"),
    k.READY_ITEMS: ("ready",),
    k.PICK_UP: ("take up", "grab item"),
    k.RELEASE: ("let go",),
    k.AIM: ("aims",),
    k.HELP: ("helps",),
    k.JUMP: ("jumps",),
}
WALKING = ("move", "moves", "walk", "walks", "go", "goes", "run", "runs")
ATTACK = ("attack", "strike", "hit", "attacks", "strikes", "hits", "shoot", "shoots")


@dataclass
class Part:
    """A part of a line. words: what is not used yet, lower case. extra: extra points, None when not said. sparks, guard, counter: what was said of
    them, lists of words, None when nothing. loss: vigor that the first target loses by the Judge's word, or None. rolls: words that say dice.
    declined: whether `no guard` or `no counter` was used; placed: whether its action took a square of it."""

    words: list
    text: str
    extra: int = None
    sparks: list = field(default_factory=list)
    guard: list = None
    counter: list = None
    loss: int = None
    rolls: list = field(default_factory=list)
    declined: bool = False
    placed: bool = False


def split_line(text):
    """(parts of a line, whether it leaves the turn open): commas, semicolons and `then` part; one at the end says that the turn goes on."""
    text = text.strip()
    held = text.endswith((",", ";", "...", "…"))
    pieces = re.split(r"[,;]|\bthen\b", text.rstrip(".…").rstrip(",; "))
    return [piece.strip() for piece in pieces if piece.strip()], held


def holds_keyword(name):
    """Whether a name has a word in it that says something else in a line, such as Flint Guard."""
    return any(word in KEYWORDS for word in plain(name).split())


def read_part(text, names=()):
    """The Part that a piece of a line says; TableError when a number is missing. names: those of `holds_keyword`, lists of words, taken whole."""
    words = [
        word
        for word in re.sub(r"[()=:]", " ", re.sub(r"(?<=[0-9])\+(?=[0-9])", " ", text.lower()).replace("+", " + ")).split()
        if word not in FILLERS
    ]
    part, n = Part([], text), 0
    while n < len(words):
        word = words[n]
        whole = next((name for name in names if words[n : n + len(name)] == name), None)
        if whole:
            part.words += whole
            n += len(whole)
            continue
        if word in ("extra", "+"):
            part.extra, n = _number(words, n + 1, word), n + 1
        elif word == "for":
            part.loss, n = _number(words, n + 1, word), n + 1 + (words[n + 2 : n + 3] == ["damage"])
        elif word == "total":
            part.rolls.append(str(_number(words, n + 1, word)))
            n += 1
        elif word in ("spark", "sparks"):
            if n + 1 == len(words):
                raise TableError(f"{text!r}: say what the spark is spent on, such as 'spark damage' or 'spark effect'")
            part.sparks.append(words[n + 1])
            n += 1
        elif word in ("guard", "guards", "unguarded"):
            part.guard = NO[:] if word == "unguarded" else []
            n = _values(words, n, part.guard)
        elif word in ("counter", "counters"):
            part.counter = []
            n = _values(words, n, part.counter)
        elif word == "no" and n + 1 < len(words) and words[n + 1] in ("guard", "counter"):
            setattr(part, words[n + 1], NO[:])
            n += 1
        elif word.isdecimal() and part.words[-1:] == ["effect"] and words[n - 1] == "effect":
            part.words.append(word)  # a lasting effect is called by its number
        elif word.isdecimal() or (word in RESULTS and part.words):
            part.rolls.append(word)
        else:
            part.words.append(word)
        n += 1
    if len(part.rolls) == 2 and all(r.isdecimal() for r in part.rolls) and int(part.rolls[0]) > 10 and part.loss is None:
        part.loss = int(part.rolls.pop())  # `14 6`: no d10 shows 14, so it is the total, and 6 what was lost
    return part


def read_line(text, names=()):
    """(Parts of a line, whether it leaves the turn open). A piece without a word of its own, such as dice, belongs to the one before it."""
    pieces, held = split_line(text)
    parts = []
    for piece in pieces:
        part = read_part(piece, names)
        if part.words or part.extra is not None or not parts:
            parts.append(part)
            continue
        last = parts[-1]
        last.text += f", {piece}"
        last.rolls += part.rolls
        last.sparks += part.sparks
        for name in ("guard", "counter", "loss"):
            if getattr(part, name) is not None:
                setattr(last, name, getattr(part, name))
    return parts, held


NO = ["no"]


def _values(words, n, into):
    """Take a die (`d6`) and a number after the word at n; the place of the last one."""
    while n + 1 < len(words) and (words[n + 1].isdecimal() or re.fullmatch(r"d[0-9]+", words[n + 1])) and len(into) < 2:
        into.append(words[n + 1])
        n += 1
    return n


def _number(words, n, after):
    if n >= len(words) or not words[n].isdecimal() or len(words[n]) > 4:
        raise TableError(f"a number belongs after {after!r}, such as '{after} 1'")
    return int(words[n])


# -- names -------------------------------------------------------------------------------------------------------------
def plain(name):
    """A name as lines are read: lower case, without the small words that a line may leave out."""
    words = name.casefold().split()
    return " ".join([word for word in words if word not in FILLERS] or words)


def match(phrase, named):
    """Choices that a phrase names, a list: those called exactly so, else those whose name begins so, else those with a word that does.

    named: {choice: names in lower case}.
    """
    tests = (lambda name: name == phrase, lambda name: name.startswith(phrase), lambda name: any(word.startswith(phrase) for word in name.split()))
    for number, test in enumerate(tests):
        found = [choice for choice, names in named.items() if any(test(name) for name in names)]
        if found:
            return found
    return []


def longest(words, first, named):
    """(choices, how many words) of the longest phrase from `first` on that names any; ([], 0) when none does.

    Of several words each must be whole: in `mend w` the second word is the target, not the beginning of `mend wounds`.
    """
    for many in range(min(LONGEST_NAME, len(words) - first), 0, -1):
        phrase = " ".join(words[first : first + many])
        found = match(phrase, named)
        if many > 1:
            found = [choice for choice in found if any(f"{name} ".startswith(f"{phrase} ") for name in named[choice])]
        if found:
            return found, many
    return [], 0


def meant(word, named):
    """` (did you mean ogre?)` for a word that is like a name; empty when none is."""
    names = sorted({name for names in named.values() for name in names})
    near = difflib.get_close_matches(word, names + [part for name in names for part in name.split() if len(part) > 2], 1, 0.6)
    return f" (did you mean {near[0]!r}?)" if near else ""
