"""What a combatant can do at its turn, by name: entries of the menu, its deeds, maneuvers and own actions; and whom a word means."""

from dataclasses import dataclass

from envs.core import codes as k

from ..naming import deed_name
from .model import TableError
from .options import named_combatants
from .words import ALIASES, longest, meant, plain


@dataclass(frozen=True)
class Verb:
    """names: in lower case, the first to show. choices: what is answered to begin it. why: 0 when it is legal. deed: row of the deed, or NONE."""

    names: tuple
    choices: tuple
    why: int
    deed: int = k.NONE


def verbs(position):
    """All Verbs of the combatant whose turn it is, at ASK_ACTION."""
    battle, sc, who = position.battle, position.scenario, int(position.state.turn_of)
    out = []
    for entry in range(k.OWN_ACTION):
        if entry not in (k.DEED, k.MANEUVER):
            out.append(Verb((k.MENU_NAMES[entry], *map(plain, ALIASES.get(entry, ()))), (k.A_MENU + entry,), battle.why(k.A_MENU + entry)))
    for number, name in enumerate(sc.action_names[who]):
        choice = k.A_MENU + k.OWN_ACTION + number
        out.append(Verb((name.casefold(), plain(name)), (choice,), battle.why(choice), int(position.tables.roster[who]["own_actions"][number])))
    for entry, slots in ((k.DEED, range(k.OWN_DEEDS)), (k.MANEUVER, range(k.OWN_DEEDS, k.DEED_SLOTS))):
        out += _deeds(position, who, entry, slots)
    return out


def _deed_names(scenario, row):
    name, key = deed_name(scenario, row), scenario.deed_keys[row].replace("_", " ")
    return name.casefold(), plain(name), plain(key)


def _deeds(position, who, entry, slots):
    """Verbs of the deeds in some slots, which one menu entry begins."""
    battle, sc, out = position.battle, position.scenario, []
    barred, clone = battle.why(k.A_MENU + entry), None
    if barred == k.OK:
        clone = position.clone()
        clone.step(k.A_MENU + entry)
    for slot in slots:
        row = int(position.tables.roster[who]["deeds"][slot])
        if row < int(position.tables.n_deeds):
            why = barred if clone is None else clone.why(k.A_DEED + slot)
            out.append(Verb(_deed_names(sc, row), (k.A_MENU + entry, k.A_DEED + slot), why, row))
    return out


def find_verb(position, words):
    """(Verb that the first words name, how many words those are); None and 0 when they name none. TableError when it is not clear or not legal."""
    all_verbs = verbs(position)
    found, many = longest(words, 0, {n: verb.names for n, verb in enumerate(all_verbs)})
    if not found:
        return None, 0
    able = [all_verbs[n] for n in found if all_verbs[n].why == k.OK]
    phrase = " ".join(words[:many])
    if not able:
        verb = all_verbs[found[0]]
        raise TableError(f"{position.scenario.names[int(position.state.turn_of)]} cannot do {verb.names[0]!r} now: {k.WHY_TEXTS[verb.why]}")
    if len(able) > 1:
        raise TableError(f"{phrase!r} may be {', '.join(sorted(verb.names[0] for verb in able))}; write more of it")
    return able[0], many


def unknown_verb(position, word):
    """TableError for a word that begins nothing that the combatant can do; it names what there is."""
    able = [verb.names[0] for verb in verbs(position) if verb.why == k.OK]
    named = {n: (name,) for n, name in enumerate(able)}
    name = position.scenario.names[int(position.state.turn_of)]
    return TableError(f"{word!r} is nothing that {name} can do now{meant(word, named)}; it can: a square to walk to, {', '.join(able)}")


def find_combatant(scenario, words, first=0):
    """(slots that the words from `first` on name, how many words)."""
    found, many = longest(words, first, named_combatants(scenario))
    return [choice - k.A_COMBATANT for choice in found], many
