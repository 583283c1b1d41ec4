"""Reading what a Judge asks after in plain words, `tolling sweep on ren`, `ogre c4`, `gnasher`, and answering it."""

from envs.core import codes as k
from envs.notation import NotationError, parse_square

from .candidates import Searcher
from .naming import listed, name_of
from .plan_model import Explained
from .table.options import named_combatants
from .table.position import Position
from .table.verbs import verbs
from .table.words import FILLERS, SQUARE, longest, meant
from .why_not import Asked

FORM = "write a deed or action with whom or where, such as --why 'NAME on TARGET', a square, or a combatant"


class WhyError(ValueError):
    """A question that cannot be read; one sentence."""


def explain(battle, who, text, seed=0):
    """The Explained of what a text asks after. who: slot of the combatant that it is about unless the text begins with another. WhyError.

    The battle waits at ASK_COMBATANT, or at ASK_ACTION of the one whose turn it is; it is not changed.
    """
    words = [word for word in text.casefold().replace(",", " ").split() if word not in FILLERS]
    if not words:
        raise WhyError(f"--why says nothing; {FORM}")
    battle = battle.clone(seed)
    scenario, named = battle.scenario, named_combatants(battle.scenario)
    first, many = longest(words, 0, named)
    actor = [choice - k.A_COMBATANT for choice in first]
    if len(words) == many and len(actor) == 1:
        return _turn(battle, actor[0], text)
    acting = len(actor) == 1 and int(battle.tables.roster[actor[0]]["side"]) == int(battle.state.asked)
    if acting and not _is_verb(battle, who, words, many):
        who, words = actor[0], words[many:]
    who = _doer(battle, words) if who is None else who
    barred = _begin(battle, who)
    if barred is not None:
        return Explained(asked=text, possible=False, code=barred, sentence=f"{name_of(scenario, who)} cannot act now: {k.WHY_TEXTS[barred]}.")
    code, sentence = _of_turn(battle, who, words, named, text, seed)
    return Explained(asked=text, possible=code == k.OK, code=code, sentence=sentence)


def _turn(battle, i, text):
    """Whether a combatant can take its turn now."""
    name = name_of(battle.scenario, i)
    if battle.ask == k.ASK_ACTION and int(battle.state.turn_of) == i:
        return Explained(asked=text, possible=True, code=k.OK, sentence=f"It is {name}'s turn.")
    code = battle.why(k.A_COMBATANT + i) if battle.ask == k.ASK_COMBATANT else k.WHY_NOT_ASKED
    reason = k.WHY_TEXTS[code] if battle.ask == k.ASK_COMBATANT else f"it is {name_of(battle.scenario, int(battle.state.turn_of))}'s turn"
    sentence = f"{name} can act now." if code == k.OK else f"{name} cannot act now: {reason}."
    return Explained(asked=text, possible=code == k.OK, code=code, sentence=sentence)


def _begin(battle, who):
    """Let a combatant's turn begin; the reason why it cannot, or None."""
    if battle.ask == k.ASK_COMBATANT:
        code = battle.why(k.A_COMBATANT + who)
        if code != k.OK:
            return code
        battle.step(k.A_COMBATANT + who)
    return None if battle.ask == k.ASK_ACTION and int(battle.state.turn_of) == who else k.WHY_NOT_ASKED


def _doer(battle, words):
    """Slot of the one who is meant where nobody is named: whose turn it is, or the only one who may act and does such a thing."""
    if battle.ask == k.ASK_ACTION:
        return int(battle.state.turn_of)
    able = [choice - k.A_COMBATANT for choice in battle.legal() if choice < k.A_MENU]
    doers = able
    if len(able) > 1:
        doers = [i for i in able if longest(words, 0, _named_verbs(battle, i))[1]]
    if not doers and not SQUARE.fullmatch(words[0]):
        raise WhyError(f"{words[0]!r} is nothing that {listed([name_of(battle.scenario, i) for i in able])} do; {FORM}")
    if len(doers) != 1:
        names = [name_of(battle.scenario, i) for i in doers or able]
        raise WhyError(f"{words[0]!r} could be meant of {', '.join(names)}; begin with the name, or add --for NAME")
    return doers[0]


def _named_verbs(battle, i):
    """{number: names} of what a combatant who may act does, as it says it at its turn."""
    clone = battle.clone(0)
    return {n: verb.names for n, verb in enumerate(verbs(_position(clone)))} if _begin(clone, i) is None else {}


def _position(battle):
    position = Position(battle.scenario, 0)
    position.restore(battle.record())
    return position


def _is_verb(battle, who, words, many):
    """Whether the words that name a combatant are rather the beginning of a longer name of something that it does."""
    if battle.ask != k.ASK_ACTION:
        return False
    return longest(words, 0, {n: verb.names for n, verb in enumerate(verbs(_position(battle)))})[1] > many


def _of_turn(battle, who, words, named, text, seed):
    """(code, sentence) of a square, or of a verb with what comes after it."""
    searcher = Searcher(battle, who, seed)
    searcher.courses()
    asked = Asked(searcher)
    if len(words) > 1 and words[0] in ("move", "walk", "go") and SQUARE.fullmatch(words[1]):
        words = words[1:]
    if SQUARE.fullmatch(words[0]):
        return asked.square(_square(battle, words[0]))
    known = verbs(_position(battle))
    found, many = longest(words, 0, {n: verb.names for n, verb in enumerate(known)})
    if not found:
        name = name_of(battle.scenario, who)
        raise WhyError(f"{words[0]!r} is nothing that {name} does{meant(words[0], {n: verb.names for n, verb in enumerate(known)})}; {FORM}")
    verb = known[found[0]] if len(found) == 1 else find_one(known, found, words[:many])
    if len(verb.choices) == 1:
        return _menu(battle, who, verb)
    slot, rest = verb.choices[1] - k.A_DEED, words[many:]
    target, used = longest(rest, 0, named) if rest else ([], 0)
    if rest and (len(target) != 1 or used != len(rest)):
        raise WhyError(f"{' '.join(rest)!r} is {'not clear' if target else 'nobody'} here; name one of {', '.join(battle.scenario.names)}")
    return asked.deed(slot, target[0] - k.A_COMBATANT if target else None)


def find_one(known, found, words):
    """The verb of several that a phrase names, when they are the same; WhyError else."""
    if len({known[n].names[0] for n in found}) == 1:
        return known[found[0]]
    raise WhyError(f"{' '.join(words)!r} may be {', '.join(sorted(known[n].names[0] for n in found))}; write more of it")


def _menu(battle, who, verb):
    name, code = name_of(battle.scenario, who), int(verb.why)
    if code == k.OK:
        return code, f"{name} can do {verb.names[0]!r} now."
    return code, f"{name} cannot do {verb.names[0]!r} now: {k.WHY_TEXTS[code]}."


def _square(battle, word):
    t = battle.tables
    try:
        x, y = parse_square(word)
    except NotationError as error:
        raise WhyError(str(error)) from None
    if x >= int(t.width) or y >= int(t.height):
        raise WhyError(f"square {word!r} is outside the map of {int(t.width)} x {int(t.height)} squares; {FORM}")
    return y * int(t.width) + x
