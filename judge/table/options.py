"""What may be answered to a question, in words: names of choices, the question itself."""

from envs.core import codes as k
from envs.notation import square_text

from ..naming import deed_name, item_name, name_of, plural
from .words import NOTHING, plain

_OPTIONS = {
    k.PASS: tuple(NOTHING),
    k.YES: ("yes", "catch"),
    k.SPARK_EFFECT: ("effect",),
    k.SPARK_DAMAGE: ("damage",),
    k.KIND_DEED: ("deed",),
    k.KIND_MANEUVER: ("maneuver",),
    k.KIND_PREVAIL: ("prevail",),
    k.KIND_INTERACT: ("interact",),
    k.KIND_TENACITY: ("tenacity",),
    k.AS_MELEE: ("melee",),
    k.AS_RANGED: ("ranged",),
}
REACTIONS = (k.ASK_GUARD, k.ASK_COUNTER, k.ASK_CATCH)


def combatant_names(scenario, i):
    """Names of combatant i in lower case: its letter, name and key."""
    return tuple(
        str(name).casefold()
        for name in (scenario.letters[i], scenario.names[i], plain(scenario.names[i]), scenario.keys[i].replace("_", " "), scenario.keys[i])
        if name
    )


def named_combatants(scenario):
    """{choice: names} of all combatants."""
    return {k.A_COMBATANT + i: combatant_names(scenario, i) for i in range(len(scenario.names))}


def choice_names(position, choice):
    """Names of a choice at the question of a Position, in lower case; the first is the one to show."""
    sc, t, state = position.scenario, position.tables, position.state
    asker = int(state.asker)
    if choice >= k.A_SQUARE:
        side = int(t.side)
        return (square_text((choice - k.A_SQUARE) % side, (choice - k.A_SQUARE) // side),)
    if choice >= k.A_EFFECT:
        effect = state.effects[min(choice - k.A_EFFECT, k.MAX_EFFECTS - 1)]
        kind = k.EFFECT_NAMES[int(effect["kind"])] if effect["kind"] != k.NONE else "effect"
        return f"effect {choice - k.A_EFFECT + 1}", kind
    if choice >= k.A_OPTION:
        entry = choice - k.A_OPTION
        return _OPTIONS.get(entry, (k.OPTION_NAMES[entry],)) if entry != k.PASS else ("no", *sorted(NOTHING - {"no"}))
    if choice >= k.A_GUARD:
        return (f"d{int(t.roster[asker]['guard_dice'][choice - k.A_GUARD])}",)
    if choice >= k.A_LINE:
        return (line_name(position, choice - k.A_LINE),)
    if choice >= k.A_STATE:
        return (k.STATE_NAMES[choice - k.A_STATE],) if choice - k.A_STATE < len(k.STATE_NAMES) else ()
    if choice >= k.A_ITEM:
        name = item_name(sc, asker, choice - k.A_ITEM, state)
        return name.casefold(), plain(name)
    if choice >= k.A_AMOUNT:
        return (str(choice - k.A_AMOUNT),)
    if choice >= k.A_DEED:
        row = int(t.roster[asker]["deeds"][choice - k.A_DEED])
        return (deed_name(sc, row).casefold(), sc.deed_keys[row].replace("_", " ")) if row < int(t.n_deeds) else ()
    if choice >= k.A_MENU:
        return (k.MENU_NAMES[choice - k.A_MENU],)
    return combatant_names(sc, choice)[1:2] + combatant_names(sc, choice) if choice < len(sc.names) else ()


def line_name(position, line):
    """What a spark on a line of the deed in progress makes stronger, in a word: a state, a kind of forced movement, `recovery`, an effect."""
    row = position.tables.deeds[int(position.state.deed.deed)].lines[line]
    if row.verb == k.V_STATE:
        return k.STATE_NAMES[int(row.state)]
    if row.verb == k.V_FORCE:
        return k.FORCES[int(row.kind)]
    return "recovery" if row.verb == k.V_RECOVER else k.EFFECT_NAMES[int(row.kind)] if row.verb == k.V_EFFECT else f"line {line + 1}"


def shown(position, choice):
    """One name of a choice, as a Judge reads it."""
    names = choice_names(position, choice)
    if choice < k.A_MENU and choice < len(position.scenario.names):
        return position.scenario.names[choice]
    return names[0] if names else f"#{choice}"


def question(position):
    """The question of a Position in words."""
    sc, state = position.scenario, position.state
    ask, name = int(state.ask), name_of(sc, int(state.asker)) if int(state.asker) < len(sc.names) else ""
    top = state.frames[int(state.depth) - 1]
    if ask == k.ASK_GUARD:
        return f"{name} guards against {plural(int(top['b']), 'damage', 'damage')} of {name_of(sc, int(top['a']))}?"
    if ask == k.ASK_COUNTER:
        return f"{name} counters {name_of(sc, int(state.deed.user))}, with what?"
    if ask == k.ASK_CATCH:
        return f"{name} catches what is thrown?"
    if ask in (k.ASK_FORCE, k.ASK_TELEPORT, k.ASK_FOLLOW):
        moved = name if ask == k.ASK_FOLLOW else name_of(sc, int(top["who"]))
        return f"{name} moves {moved}, next square?" if moved != name else f"{name} follows, to which square?"
    texts = {
        k.ASK_TARGET: "on whom",
        k.ASK_SPARK: "has a spark: spent on what",
        k.ASK_SPARK_TARGET: "spends the spark on whom",
        k.ASK_RECOVER: "recovers: how many recoveries",
        k.ASK_WALK: "may walk: where to",
        k.ASK_AREA: "lays its area: middle square",
        k.ASK_PATH: "draws a path: next square",
        k.ASK_JUMP: "jumps where",
        k.ASK_INSTRUMENT: "does it with what",
        k.ASK_STATE: "against which state or effect",
        k.ASK_KIND: "which kind",
        k.ASK_ITEM: "which item",
        k.ASK_PLACE: "on which square",
        k.ASK_EFFECT: "ends which effect",
        k.ASK_POINTS: "adds how many points",
    }
    return f"{name} {texts.get(ask, k.QUESTION_NAMES[ask])}?"
