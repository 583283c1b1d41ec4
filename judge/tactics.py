"""What a kind of monster does, counted over its turns in played fights."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from agents.series import CODE, FIGHT, WHO
from envs.core import codes as k

from .card_model import DeedUse
from .swings import DOWN
from .turns import gap, standing, turns_of

VIGOR = 2  # column of places


@dataclass(frozen=True)
class Choice:
    """How often a deed's target had a mark (the nearest, the weakest …) and how often a target drawn blindly would have had it."""

    had: float
    blindly: float
    of: int


class Tactics:
    """Counts for the combatants in `slots`, which share a stat block, of one scenario's Chronicle."""

    def __init__(self, scenario, chronicle, slots):
        self.scenario, self.t, self.told, self.slots = scenario, scenario.tables[0], chronicle, list(slots)
        self.side = int(self.t.roster[slots[0]].side)
        self.turns = turns_of(scenario, chronicle, set(slots))
        self.fights = len(chronicle.states)
        self.lives = {}  # (fight, who): its turns in order
        for turn in self.turns:
            self.lives.setdefault((turn.fight, turn.who), []).append(turn)
        self.own = {int(d) for i in slots for d in self.t.roster[i].deeds if int(d) < int(self.t.n_deeds)}

    # -- deeds -----------------------------------------------------------------------------------------------------------
    def uses(self):
        """Yield (turn, use) of its own deeds; what a thing in its hands does by itself is no deed of its own."""
        for turn in self.turns:
            for use in turn.uses:
                if use.deed in self.own:
                    yield turn, use

    def deeds(self):
        """[DeedUse], most used first."""
        groups = {}
        for turn, use in self.uses():
            groups.setdefault(use.deed, []).append((turn, use))
        found = [self._deed(deed, group) for deed, group in groups.items()]
        return sorted(found, key=lambda d: (-d.uses, d.name))

    def _deed(self, deed, group):
        uses = [use for _, use in group]
        rolls = [(turn.who, who, result) for turn, use in group for who, result in use.rolls]
        results = Counter(result for *_, result in rolls)
        on = Counter(self.scenario.names[target] for who, target, _ in rolls if who != target)
        name, most = min(on.items(), key=lambda item: (-item[1], item[0])) if on else (None, 0)
        return DeedUse(key=self.scenario.deed_keys[deed], name=self.scenario.deed_names[deed], uses=len(uses),
                       turns=share(len({id(turn) for turn, _ in group}), len(self.turns)), mostly_on=name, mostly_share=share(most, len(rolls)),
                       extra_points=round(sum(use.extra for use in uses) / len(uses), 2), damage=round(sum(use.damage for use in uses) / len(uses), 2),
                       **{word: share(results[code], len(rolls)) for code, word in enumerate(k.RESULT_NAMES)})

    def never(self):
        """Names of its deeds, not of the maneuvers that everybody has, that were never attempted."""
        used = {use.deed for _, use in self.uses()}
        return sorted(self.scenario.deed_names[d] for d in self.own - used if int(self.t.deeds[d].kind) != k.MANEUVER_DEED)

    def opening(self, number=0):
        """(Counter of what its turn `number` was: a deed's name, else what it did else; number of such turns)."""
        turns = [life[number] for life in self.lives.values() if len(life) > number]
        return Counter(self._headline(turn) for turn in turns), turns

    def _headline(self, turn):
        deeds = [self.scenario.deed_names[use.deed] for use in turn.uses]
        return deeds[0] if deeds else (" and ".join(dict.fromkeys(turn.did)) or "nothing")

    # -- targets ---------------------------------------------------------------------------------------------------------
    def aimed(self):
        """Yield (turn, target, foes that stood when the turn began) of each roll of an own deed on a foe, where there were several."""
        for turn, use in self.uses():
            foes = standing(self.t, turn.before, 1 - self.side)
            for target in {who for who, _ in use.rolls}:
                if target in foes and len(foes) > 1:
                    yield turn, target, foes

    def targets(self):
        """Counter of the names of foes that its deeds were rolled on."""
        return Counter(self.scenario.names[target] for _, target, _ in self.aimed())

    def marks(self):
        """{mark: Choice}: how it picks among several foes."""
        tests = {"nearest": lambda turn, i: -gap(self.t, turn.before, turn.who, i), "weakest": lambda turn, i: -int(turn.before[i][VIGOR]),
                 "wounded": lambda turn, i: -int(turn.before[i][VIGOR]) / int(self.t.roster[i].max_vigor)}
        found, rows = {}, list(self.aimed())
        for mark, value in tests.items():
            had, blindly = [], []
            for turn, target, foes in rows:
                values = {i: value(turn, i) for i in foes}
                best = max(values.values())
                if min(values.values()) == best:
                    continue  # all alike: no choice
                had.append(values[target] == best)
                blindly.append(sum(v == best for v in values.values()) / len(foes))
            if had:
                found[mark] = Choice(float(np.mean(had)), float(np.mean(blindly)), len(had))
        return found

    def fallen(self):
        """(rolls on a dying foe, rolls while a foe that was dying and one that was not stood)."""
        rows = [(int(turn.before[target][VIGOR]) <= 0) for turn, target, foes in self.aimed()
                if 0 < sum(int(turn.before[i][VIGOR]) <= 0 for i in foes) < len(foes)]
        return sum(rows), len(rows)

    # -- points, reactions ----------------------------------------------------------------------------------------------
    def extra(self):
        """(uses with extra points, uses of own deeds)."""
        extra = [use.extra for _, use in self.uses()]
        return sum(x > 0 for x in extra), len(extra)

    def sparks(self):
        """Counter: damage, effect (the deed's own), other."""
        words = {k.SPARK_EFFECT: "effect", k.SPARK_DAMAGE: "damage"}
        return Counter(words.get(kind, "other") for _, use in self.uses() for kind in use.sparks)

    def offers(self, question):
        """(times that it took a reaction up, times that it was asked); question: ASK_GUARD or ASK_COUNTER."""
        rows = self.told.offers[(self.told.offers[:, 2] == question) & np.isin(self.told.offers[:, 3], self.slots)]
        return int(rows[:, 4].sum()), len(rows)

    # -- turns -----------------------------------------------------------------------------------------------------------
    def hurt(self, turn):
        """Whether it began a turn at half its vigor or less."""
        return 2 * int(turn.before[turn.who][VIGOR]) <= int(self.t.roster[turn.who].max_vigor)

    def did(self, name, turns=None):
        """(turns in which it did something, turns)."""
        turns = self.turns if turns is None else turns
        return sum(name in turn.did for turn in turns), len(turns)

    def shapes(self):
        """Counter of what a turn was made of, in order."""
        return Counter(tuple(turn.did) for turn in self.turns)

    def ends(self, turns=None):
        """[(squares to the nearest foe, whether a fellow is next to it)] of turns after which it and a foe stood."""
        found = []
        for turn in self.turns if turns is None else turns:
            if turn.after is None or int(turn.after[turn.who][3]) != k.STANDING:
                continue
            foes, fellows = standing(self.t, turn.after, 1 - self.side), standing(self.t, turn.after, self.side)
            if foes:
                near = any(i != turn.who and gap(self.t, turn.after, turn.who, i) <= 1 for i in fellows)
                found.append((min(gap(self.t, turn.after, turn.who, i) for i in foes), near))
        return found

    def down(self):
        """(monsters of this kind that went down, of all over all fights)."""
        events = self.told.events[np.isin(self.told.events[:, CODE], DOWN) & np.isin(self.told.events[:, WHO], self.slots)]
        return len({(int(e[FIGHT]), int(e[WHO])) for e in events}), self.fights * len(self.slots)


def share(n, of):
    """n / of to four digits; 0 of nothing."""
    return round(n / of, 4) if of else 0.0
