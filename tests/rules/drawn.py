"""Drawn fights for the rules tests: a small map, a few lines of TOML, forced dice, choices in words.

`fight("A.x", A="might 3", x="")` writes an encounter file and loads it as a user's would be, so that schema, linking and compilation are
tested along the way. Capital letters are companions, small letters enemies; the key of a combatant is its letter in lower case, so no
letter is used in both cases. Everybody has all deeds of the scene, but maneuvers and those of gear, unless its lines say otherwise; `idle` is
there for those that could do none of them. Everybody has the ruleset's maneuvers; a deed of the scene with the id of one takes its place.
Unless a test says otherwise it is round 1, A is in its turn with three points, and nobody holds anything.
"""

import json
import tempfile
import tomllib
from functools import lru_cache
from pathlib import Path

import numpy as np

from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from envs.core import legality
from envs.tables import load_encounter

BODY = """
virtues = { might = 0, grace = 0, wits = 0, spirit = 0 }
key = "might"
max_vigor = 40
speed = 4
hands = 2
bare = { weapon = 4, spell = 3 }
"""
ROSTER_KEYS = {"vigor", "states", "injuries", "acted", "defeated", "guard_spent", "reactions", "defend", "supply", "ground", "at",
               "aim", "helped", "grabbed_by", "taunted_by", "arrives"}
STRIKE = 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "†" }]'
IDLE = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ state = "hastened" }]'
UNDER_WAY = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 3 }'


# -- writing the file ------------------------------------------------------------------------------------------------------
def inline(value):
    """A TOML value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {inline(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def table(name, values):
    """A TOML table of inline values."""
    return f"[{name}]\n" + "".join(f"{json.dumps(key)} = {inline(v)}\n" for key, v in values.items())


def scenario(board, bodies, deeds, gear, rules="", clock=UNDER_WAY, extra="", top=""):
    """Scenario of a drawn fight. bodies, deeds, gear: {letter or id: TOML lines}; rules and clock: TOML lines of [rules] and [fight];
    top: lines above the first table (`dark = true`); extra: whole tables ([legend], [features.gate], [[effects]], [[items]])."""
    parts = [f'title = "Drawn"\n{top}\nmap = """\n' + board.strip("\n") + '\n"""\n', "[rules]\n" + rules + "\n", "[fight]\n" + clock + "\n", extra]
    usual = usual_deeds(deeds, gear)
    for name, lines in {**deeds, "idle": IDLE}.items():
        parts.append(table(f"deeds.{name}", {"name": name, **tomllib.loads(lines)}))
    for name, lines in gear.items():
        parts.append(table(f"gear.{name}", {"name": name, **tomllib.loads(lines)}))
    for letter, lines in bodies.items():
        body = {"name": letter, **tomllib.loads(BODY), "endures": letter.isupper(), "deeds": usual} | tomllib.loads(lines)
        entry = {key: body.pop(key) for key in ROSTER_KEYS & set(body)}
        parts.append(table(f"creatures.body_{letter.lower()}", body))
        parts.append(table(f"roster.{letter}", {"creature": f"body_{letter.lower()}", "side": k.SIDE_NAMES[letter.islower()], **entry}))
    return _load("\n".join(parts))


def usual_deeds(deeds, gear):
    """Ids of the deeds that everybody of a scene has unless it says otherwise."""
    of_gear = {tomllib.loads(lines).get("deed") for lines in gear.values()}
    return [name for name, lines in deeds.items() if name not in of_gear and tomllib.loads(lines)["kind"] != "maneuver"] or ["idle"]


@lru_cache(maxsize=256)
def _load(text):
    """Through a file, as a user's encounter comes; the same text gives the same scenario, which a Battle does not change."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drawn.toml"
        path.write_text(text, encoding="utf-8")
        return load_encounter(path)


# -- playing it ------------------------------------------------------------------------------------------------------------
def fight(board, deeds=None, gear=None, rules="", clock=UNDER_WAY, dice=(), auto=True, extra="", top="", **bodies):
    """A Drawn fight (see `scenario`). Bodies by letter are TOML lines that differ from BODY; letters on the map without lines are plain bodies."""
    letters = sorted({sign for sign in board if sign.isalpha()} | set(bodies), key=lambda sign: (sign.islower(), sign))
    made = scenario(board, {sign: bodies.get(sign, "") for sign in letters}, deeds or {"strike": STRIKE}, gear or {}, rules, clock, extra, top)
    return Drawn(made, forced=dice, auto=auto)


class Drawn(Battle):
    """A Battle that answers in words. `f["x"]` is the record of the combatant drawn as x; events stay to be looked at."""

    def __getitem__(self, letter):
        return self.state.combatants[self.slot(letter)]

    def slot(self, letter):
        """Slot of the combatant drawn with a letter."""
        return self.scenario.letters.index(letter)

    def choice(self, text):
        """Index of a choice given in words."""
        return notation.parse_choice(self.scenario, self.state, text, int(self.tables.side))

    def play(self, *texts, dice=()):
        """Answer questions in words; dice are forced first."""
        self.force(dice)
        for text in texts:
            self.step(self.choice(text))
        return self

    def attempt(self, deed, *targets, extra=0, item=None, way=None, at=None, path=(), dice=()):
        """Attempt a deed, answering its questions up to the roll; those with one answer have answered themselves.

        way: "as melee" or "as ranged" (versatile deeds); at: where a blast lies; path: its squares. More targets or squares than named are passed.
        """
        self.force(dice)
        self.step(self.choice("deed"))
        return self._answer(f"deed {deed}", targets, extra, item, way, at, path)

    def maneuver(self, name, *targets, extra=0, item=None, dice=()):
        """Attempt a maneuver like a deed."""
        self.force(dice)
        self.step(self.choice("maneuver"))
        return self._answer(f"maneuver {name}", targets, extra, item)

    def _answer(self, deed, targets, extra, item, way=None, at=None, path=()):
        """Answer what a deed or maneuver asks, as far as there are answers."""
        answers = {k.ASK_DEED: [deed], k.ASK_INSTRUMENT: [f"with {item}"], k.ASK_KIND: [way] if way else [], k.ASK_POINTS: [f"points {extra}"],
                   k.ASK_TARGET: [f"target {t}" for t in targets] + ["pass"] * bool(targets), k.ASK_AREA: [f"at {at}"] if at else [],
                   k.ASK_PATH: [f"at {square}" for square in path] + ["pass"] * bool(path)}
        while answers.get(self.ask):
            self.step(self.choice(answers[self.ask].pop(0)))
        return self

    def can(self, text):
        """Whether a choice in words is legal now; the mask and the reason must agree."""
        choice = self.choice(text)
        assert bool(self.mask[choice]) == (self.why(choice) == k.OK)
        return bool(self.mask[choice])

    def reason(self, text):
        """Reason code of a choice in words (`codes.WHY_*`)."""
        assert not self.mask[self.choice(text)]
        return self.why(self.choice(text))

    def options(self):
        """The legal choices in words; their number is what the engine says it is."""
        assert legality.legal(self.tables, self.state, np.zeros_like(self.mask)) == len(self.legal())
        return [notation.choice_text(self.scenario, self.state, c, int(self.tables.side)) for c in self.legal()]

    def asks(self):
        """Name of the question."""
        return k.QUESTION_NAMES[self.ask]

    def has(self, letter, state):
        """Potency of a state."""
        return int(self[letter].states[k.STATE_NAMES.index(state)])

    def dice_left(self):
        """Forced dice that nothing has rolled yet."""
        return int(self.state.dice.n_forced - self.state.dice.next_forced)

    def seen(self, code):
        """Events of a kind since the last call of `events` as (who, whom, amount, extra)."""
        self._drain()
        return [tuple(e)[1:] for e in self._events if e.code == code]

    def roll_of(self, letter):
        """(total, result) that the last roll had against a combatant."""
        return [(e[2], e[3]) for e in self.seen(k.E_ROLL) if e[1] == self.slot(letter)][-1]

    def hurt(self, letter):
        """Vigor that a combatant has lost since the start."""
        return int(self.scenario.initial[0].combatants[self.slot(letter)].vigor - self[letter].vigor)
