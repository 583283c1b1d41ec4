"""One game as text: every choice in notation, every event, the final position; and as bytes, for comparing engines.

The player is plain: mostly it attempts a deed when it can, walks towards the nearest foe and goes on until nothing else is left; one time
in four, and at every other question, it takes any legal choice, each as likely as another. So the fights close and everything is played.
Its chance comes from the core's own generator, which is the same on every machine.
"""

import hashlib

import numpy as np

from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from envs.core.batch import pick
from envs.core.dice import below, seed_words
from envs.tables import load_library_encounter

LONGEST = 300  # decisions of one playthrough
_WHO = {"who", "whom"}
FORMS = {  # what the numbers of an event are: combatants, names or plain numbers ("" is left out)
    k.E_ROUND: ("number", "side"), k.E_TURN: ("who",), k.E_ACTION: ("who", "menu", "number"), k.E_WALK: ("who", "square", "square", "number"),
    k.E_DEED: ("who", "deed", "number", "number"), k.E_ROLL: ("who", "whom", "number", "result"), k.E_DAMAGE: ("who", "whom", "number", "number"),
    k.E_GUARD: ("who", "whom", "number", "number"), k.E_COUNTER: ("who", "whom", "number", "number"), k.E_STATE: ("who", "state", "number", "number"),
    k.E_STATE_VIGOR: ("who", "state", "number"), k.E_RECOVER: ("who", "", "number", "number"), k.E_DYING: ("who",), k.E_DEFEATED: ("who",),
    k.E_DEAD: ("who",), k.E_TENACITY: ("who", "", "result", "number"), k.E_SUPPLY: ("who", "number", "number"),
    k.E_SPARK: ("who", "whom", "number", "number"), k.E_RISES: ("who",), k.E_OVER: ("winner", "number"), k.E_LEAVES: ("who",),
    k.E_FORCED: ("who", "square", "square", "force"), k.E_FALL: ("who", "", "number"), k.E_HAZARD: ("who", "", "number"), k.E_GRAB: ("who", "whom"),
    k.E_GRAB_ENDS: ("who", "whom"), k.E_CHECK: ("who", "", "number", "result"), k.E_FEATURE: ("number", "", "feature"), k.E_ITEM: ("who", "number", "number"),
    k.E_CATCH: ("who", "whom"), k.E_EFFECT: ("who", "number", "effect", "number"), k.E_EFFECT_ENDS: ("who", "number", "effect"),
    k.E_JUMP: ("who", "square", "square"), k.E_TELEPORT: ("who", "square", "square"), k.E_HELP: ("who", "whom", "option"),
    k.E_BURN: ("who", "state", "number", "number"), k.E_STAGGER: ("who", "state", "number"), k.E_GAIN: ("who", "gain", "number"), k.E_AREA: ("who", "deed")}
_NAMES = {"menu": k.MENU_NAMES, "state": k.STATE_NAMES, "result": k.RESULT_NAMES, "side": k.SIDE_NAMES, "winner": k.WINNER_NAMES, "force": k.FORCES,
          "feature": k.FEATURE_STATES, "effect": k.EFFECT_NAMES, "option": k.OPTION_NAMES, "gain": k.GAINS}


def nearest_foe(battle, square):
    """Steps from a square (x, y) to the nearest standing foe of the asker, as the crow flies."""
    side = battle.tables.roster[battle.asker].side
    foes = [c for c, r in zip(battle.state.combatants[:len(battle.scenario.keys)], battle.tables.roster) if r.side != side and c.status == k.STANDING]
    return min((max(abs(int(c.x) - square[0]), abs(int(c.y) - square[1])) for c in foes), default=0)


def player(seed):
    """A function battle -> choice with a generator of its own."""
    words = np.zeros(4, np.uint32)
    seed_words(words, seed)

    def choose(battle):
        mask, side = np.array(battle.mask, np.uint8), int(battle.tables.side)
        if battle.ask == k.ASK_ACTION and mask.sum() > 1:
            mask[k.A_MENU + k.END_TURN] = 0
        if below(words, 4) > 0:
            if mask[k.A_MENU + k.DEED]:
                return k.A_MENU + k.DEED
            if battle.ask == k.ASK_WALK:
                squares = np.flatnonzero(mask) - k.A_SQUARE
                return k.A_SQUARE + int(min(squares, key=lambda n: (nearest_foe(battle, (n % side, n // side)), n)))
        return int(pick(mask, int(mask.sum()), words))
    return choose


def event_text(scenario, event):
    """One event as words, with the keys of combatants and deeds."""
    width, out = int(scenario.tables[0].width), [k.EVENT_NAMES[event.code]]
    for form, value in zip(FORMS[event.code], event[1:]):
        if form in _WHO:
            out.append(scenario.keys[value])
        elif form == "deed":
            out.append(scenario.deed_keys[value])
        elif form == "square":
            out.append(notation.square_text(value % width, value // width))
        elif form:
            out.append(_NAMES[form][value] if form in _NAMES else str(value))
    return " ".join(out)


def play(scenario, seed, decisions=LONGEST):
    """Yield (battle, choice) before each decision of a game, and (battle, None) at its end."""
    battle, choose = Battle(scenario, seed=seed), player(seed + 1)
    for _ in range(decisions):
        if battle.over:
            break
        choice = choose(battle)
        yield battle, choice
        battle.step(choice)
    yield battle, None


def text(name, seed):
    """The whole playthrough of a library encounter as text."""
    scenario, lines = load_library_encounter(name), [f"# {name}, seed {seed}; after a change of behaviour: python tests/golden/regenerate.py"]
    number = 0
    for battle, choice in play(scenario, seed):
        lines += [f"    {event_text(scenario, e)}" for e in battle.events()]
        if choice is not None:
            number += 1
            who = k.SIDE_NAMES[battle.asked] if battle.asker == k.NONE else scenario.keys[battle.asker]
            lines.append(f"{number} {who} ({len(battle.legal())}): {notation.choice_text(scenario, battle.state, choice, int(battle.tables.side))}")
    lines += ["final " + notation.position_text(scenario, battle.state)]
    return "\n".join(lines) + "\n"


def bare(record):
    """Bytes of an encounter record without its events, the row of its scenario and whether it keeps events."""
    record = record.copy()
    record["events"], record["n_events"], record["log"], record["scenario"] = 0, 0, 0, 0
    return record.tobytes()


def digest(name, seed, decisions):
    """sha256 of every record, mask and observation of a game, and its number of decisions: the same with and without the JIT."""
    out, count = hashlib.sha256(), 0
    for battle, choice in play(load_library_encounter(name), seed, decisions):
        out.update(bare(battle.record()[0:1]) + battle.mask.tobytes() + repr(choice).encode())
        for array in battle.observe().values():
            out.update(array.tobytes())
        count += choice is not None
    return f"{count} {out.hexdigest()}"
