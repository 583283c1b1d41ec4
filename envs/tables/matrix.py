"""The matrix of the library: which verbs, areas, states and instruments each creature uses, and what uses each word of the rules.

Nothing here touches the fight; it reads the checked models, so that a gap or a twin in the library shows at once.
"""

import re
from typing import NamedTuple

from ..core import codes as k
from .board import read_board
from .errors import Faults
from .library import Shelf, library_item, library_names, library_path
from .load import stocked
from .schema_lines import LOSSES, VERB_KEYS

SHARED = ("effect", "gain", "lose")  # verbs that are told apart by their kind
VERBS = ([v for v in VERB_KEYS if v not in SHARED] + ["own teleport"] + [f"effect {n}" for n in k.EFFECT_NAMES]
         + [f"gain {n}" for n in k.GAINS] + [f"lose {n}" for n in LOSSES])
LEVEL = re.compile(r"_[23]$")  # `fen_archer_2` is the fen archer, grown


class Does(NamedTuple):
    """What somebody's deeds do, each a frozenset of words."""

    verbs: frozenset
    areas: frozenset
    states: frozenset
    instruments: frozenset


KINDS = dict(zip(Does._fields, ("verb", "area", "state", "instrument")))


def vocabulary():
    """{kind: words of the rules}: what a whole library has to show."""
    return {"verb": VERBS, "area": k.AREAS[1:], "state": k.STATE_NAMES, "instrument": k.INSTRUMENTS, "action": _actions(), "objective": k.OBJECTIVES,
            "feature": k.FEATURE_KINDS, "terrain": list(k.TERRAIN_NAMES.values()), "lasting effect": k.EFFECT_NAMES}


def _actions():
    """Maneuvers of the rulesets, maneuvers that only their owner has, and actions by what they cost."""
    maneuvers = [name for name in library_names("deed") if library_item("deed", name).model.kind == "maneuver"]
    return maneuvers + ["own action, free", "own action, 1 point", "own action, 2 points"]


def verb_of(line):
    """The verb of a line, with its kind where it has one: 'gain focus', 'effect aura', 'own teleport'."""
    if line.verb in SHARED:
        return f"{line.verb} {getattr(line, line.verb)}"
    return "own teleport" if line.verb == "teleport" and line.who == "self" else line.verb


def deed_does(deed):
    """What one deed does."""
    lines = [line for _, line in deed.lines]
    states = {word for line in lines for word in (line.state, line.end, line.gives) if word is not None}
    return Does(frozenset(map(verb_of, lines)), frozenset({deed.area} - {None}), frozenset(states), frozenset({deed.instrument}))


def deeds_named(creature, shelf=None):
    """Ids of all deeds of a stat block: its own, those of its actions and those of its gear, in that order. `shelf`: where what is not its own is
    looked up; the library when left out."""
    shelf = shelf or Shelf(Faults())
    gear = [creature.own_gear.get(name) or shelf.peek("gear", name) for name in creature.held + creature.carried]
    named = [*creature.deeds, *(action.deed for action in creature.actions), *(item.deed for item in gear if item.deed is not None)]
    return list(dict.fromkeys(named))


def creature_does(creature, shelf=None):
    """What all deeds of a stat block do. `shelf` as for `deeds_named`."""
    shelf = shelf or Shelf(Faults())
    return joined(deed_does(creature.own_deeds.get(name) or shelf.peek("deed", name)) for name in deeds_named(creature, shelf))


class Cast(NamedTuple):
    """Who takes part in a library encounter: the Encounter, the Shelf with what it defines, {letter: stat block}, and the stat blocks among these
    that are not the library's: creatures of its own, companions from five numbers."""

    encounter: object
    shelf: object
    bodies: dict
    own: list


def cast(name):
    """The Cast of a library encounter without faults."""
    found, library = library_item("encounter", name), library_names("creature")
    encounter, shelf = stocked(found.model, library_path("encounter", name).parent, found.file, Faults())
    bodies = {letter: shelf.find("creature", entry.creature, found.file, "").model for letter, entry in encounter.roster.items()}
    return Cast(encounter, shelf, bodies, [body for letter, body in bodies.items() if encounter.roster[letter].creature not in library])


def joined(parts):
    """The union of several, word by word."""
    parts = list(parts)
    return Does(*(frozenset().union(*(getattr(part, field) for part in parts)) for field in Does._fields))


def kin(name):
    """The id under which the levels of one companion count as one."""
    base = LEVEL.sub("", name)
    return base if base in library_names("creature") else name


def groups():
    """{id: [ids]}: every creature of the library, a companion with its levels."""
    out = {}
    for name in library_names("creature"):
        out.setdefault(kin(name), []).append(name)
    return out


def matrix():
    """{id: Does} of the library's creatures, the levels of a companion together."""
    return {name: joined(creature_does(library_item("creature", n).model) for n in names) for name, names in groups().items()}


def twins(table):
    """[(id, id)] of creatures that use the same verbs, areas, states and instruments."""
    first, out = {}, []
    for name, does in table.items():
        if does in first:
            out.append((first[does], name))
        first.setdefault(does, name)
    return out


def uses():
    """{kind: {word: [ids of the creatures, encounters or rulesets that use it]}} over the whole vocabulary; an empty list is a gap."""
    out = {kind: {word: [] for word in words} for kind, words in vocabulary().items()}
    for name, does in matrix().items():
        for field, kind in KINDS.items():
            for word in getattr(does, field):
                out[kind][word].append(name)
    _add_actions(out)
    for name in library_names("encounter"):
        _add_encounter(out, name)
    for word in k.EFFECT_NAMES:
        out["lasting effect"][word] += out["verb"][f"effect {word}"]
    return out


def _add_actions(out):
    """Maneuvers of everybody by ruleset, actions of one's own by stat block; the deeds of maneuvers add their words too."""
    users = [(name, library_item("ruleset", name).model.maneuvers) for name in library_names("ruleset")]
    for name, maneuvers in users:
        for deed in maneuvers:
            out["action"][deed].append(name)
        for field, kind in KINDS.items():
            for word in getattr(joined(deed_does(library_item("deed", deed).model) for deed in maneuvers), field):
                out[kind][word].append(name)
    for name in library_names("creature"):
        _add_own_actions(out, name, library_item("creature", name).model)


def _add_own_actions(out, name, creature):
    """The actions that a stat block adds; `name` is what uses it."""
    for action in creature.actions:
        cost = {0: "free", 1: "1 point"}.get(action.cost, f"{action.cost} points")
        out["action"].setdefault(f"own action, {cost}", []).append(name)
        if action.deed in out["action"]:
            out["action"][action.deed].append(name)


def _add_encounter(out, name):
    """Its objective, features, ground, what lasts on it from the start, and what those of its roster do that are not the library's."""
    encounter, shelf, bodies, own = cast(name)
    for field, kind in KINDS.items():
        for word in getattr(joined(creature_does(body, shelf) for body in own), field):
            out[kind][word].append(name)
    for body in own:
        _add_own_actions(out, name, body)
    out["objective"][encounter.objective.kind].append(name)
    for kind in {f.kind for f in encounter.features.values()}:
        out["feature"][kind].append(name)
    for kind in {e.kind for e in encounter.effects}:
        out["lasting effect"][kind].append(name)
    board = read_board(encounter, {letter: body.size for letter, body in bodies.items()}, name, Faults())
    for bit, word in k.TERRAIN_NAMES.items():
        if any(ground & bit for ground in board.terrain) or bit == k.HAZARD and any(f.kind == "hazard" for f in encounter.features.values()):
            out["terrain"][word].append(name)


# -- as text -----------------------------------------------------------------------------------------------------------
def part_of(creature):
    """'brute, threat 2' or 'archer, level 1'; what a stat block does not say is left out."""
    words = [creature.role, creature.threat and f"threat {creature.threat}", creature.level and f"level {creature.level}"]
    return ", ".join(word for word in words if word)


def creature_lines(table, of=None):
    """The matrix by creature: one paragraph each, or only that of the creature `of`."""
    out, members = [], groups()
    for name, does in sorted(table.items()) if of is None else [(of, table[of])]:
        parts = [part_of(library_item("creature", n).model) for n in members[name]]
        out.append(f"{name} ({parts[0]}{f', to level {len(parts)}' if len(parts) > 1 else ''})")
        out += [f"    {field:12} {', '.join(sorted(words)) or '-'}" for field, words in zip(Does._fields, does)]
    return out


def use_lines(found, most=6):
    """The matrix by word: how many use it, and the first few of them."""
    out = []
    for kind, words in found.items():
        out.append(f"{kind}:")
        for word, users in words.items():
            more = f" and {len(users) - most} more" if len(users) > most else ""
            out.append(f"    {word:22} {len(users):>3}  {', '.join(users[:most]) or 'nobody'}{more}")
    return out


def matrix_text(of=None):
    """The whole matrix as plain text: by creature, then by word; or that of one creature. KeyError for one that the library has not."""
    return "\n".join([*creature_lines(matrix()), "", *use_lines(uses())] if of is None else creature_lines(matrix(), kin(of)))
