"""What a kind of monster does, counted over its turns in played fights."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agents.series import CODE, FIGHT, S_STATUS, S_VIGOR, WHO
from envs.core import codes as k

from .card_model import DeedUse, When
from .swings import DOWN
from .turns import Sheet, turns_of

ENOUGH = 20  # turns or rolls on both sides of a comparison
CLEAR = 0.15  # a difference of shares that is told


CIRCUMSTANCES = {  # clause: whether it is so as a turn begins
    "it is its first turn": lambda c, turn: c.lives[turn.fight, turn.who][0] is turn,
    "a foe is next to it": lambda c, turn: any(d <= 1 for d in c.distances(turn)),
    "two or more foes are within 2 squares": lambda c, turn: sum(d <= 2 for d in c.distances(turn)) >= 2,
    "no foe is within 4 squares": lambda c, turn: all(d > 4 for d in c.distances(turn)),
    "it is at half its vigor or less": lambda c, turn: c.hurt(turn),
    "a fellow is at half its vigor or less": lambda c, turn: any(c.wounded(turn, i) for i in c.sheet.standing(turn.before, c.side) if i != turn.who),
    "a foe is dying": lambda c, turn: any(turn.before[i][S_VIGOR] <= 0 for i in c.sheet.standing(turn.before, 1 - c.side)),
    "only one foe is left": lambda c, turn: len(c.distances(turn)) == 1,
    "it stands alone on its side": lambda c, turn: len(c.sheet.standing(turn.before, c.side)) == 1,
}


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
        self.sheet = Sheet(scenario)
        self.side = self.sheet.sides[slots[0]]
        self.turns = turns_of(scenario, chronicle, set(slots))
        self.fights = len(chronicle.states)
        self.near = {}
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

    @cached_property
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
        return DeedUse(key=self.scenario.deed_keys[deed], name=self.scenario.deed_names[deed], what=deed_text(self.t.deeds[deed]), uses=len(uses),
                       turns=share(len({id(turn) for turn, _ in group}), len(self.turns)), mostly_on=name, mostly_share=share(most, len(rolls)),
                       extra_points=round(sum(use.extra for use in uses) / len(uses), 2),
                       damage=round(sum(use.damage for use in uses) / len(uses), 2),
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

    @cached_property
    def when(self):
        """[When] of its deeds, most used first: the circumstance in which the share of turns with the deed differs most, if it differs clearly."""
        counted = {name: np.array([test(self, turn) for turn in self.turns], bool) for name, test in CIRCUMSTANCES.items()}
        found = []
        for d in self.deeds:
            row = self.scenario.deed_keys.index(d.key)
            used = np.array([any(use.deed == row for use in turn.uses) for turn in self.turns], bool)
            rows = [(float(used[so].mean()), float(used[~so].mean()), name, int(so.sum())) for name, so in counted.items()
                    if min(int(so.sum()), int((~so).sum())) >= ENOUGH]
            then, other, name, n = max(rows, key=lambda row: row[0] - row[1], default=(0, 0, "", 0))
            if then - other >= CLEAR:
                found.append(When(deed=d.name, circumstance=name, then=round(then, 4), otherwise=round(other, 4), turns=n))
        return found

    # -- targets ---------------------------------------------------------------------------------------------------------
    def aimed(self):
        """Yield (turn, target, foes that stood when the turn began) of each roll of an own deed on a foe, where there were several."""
        for turn, use in self.uses():
            foes = self.sheet.standing(turn.before, 1 - self.side)
            for target in {who for who, _ in use.rolls}:
                if target in foes and len(foes) > 1:
                    yield turn, target, foes

    def targets(self):
        """Counter of the names of foes that its deeds were rolled on."""
        return Counter(self.scenario.names[target] for _, target, _ in self.aimed())

    def marks(self):
        """{mark: Choice}: how it picks among several foes."""
        tests = {"nearest": lambda turn, i: -self.sheet.gap(turn.before, turn.who, i), "weakest": lambda turn, i: -turn.before[i][S_VIGOR],
                 "wounded": lambda turn, i: -turn.before[i][S_VIGOR] / self.sheet.vigor[i]}
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
        rows = [(turn.before[target][S_VIGOR] <= 0) for turn, target, foes in self.aimed()
                if 0 < sum(turn.before[i][S_VIGOR] <= 0 for i in foes) < len(foes)]
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
    def distances(self, turn):
        """Squares to each foe that stands as the turn begins, the nearest first."""
        if id(turn) not in self.near:  # asked for once by each circumstance
            self.near[id(turn)] = sorted(self.sheet.gap(turn.before, turn.who, i) for i in self.sheet.standing(turn.before, 1 - self.side))
        return self.near[id(turn)]

    def wounded(self, turn, i):
        """Whether a combatant has half its vigor or less as the turn begins."""
        return 2 * turn.before[i][S_VIGOR] <= self.sheet.vigor[i]

    def hurt(self, turn):
        """Whether it began a turn at half its vigor or less."""
        return self.wounded(turn, turn.who)

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
            if turn.after is None or turn.after[turn.who][S_STATUS] != k.STANDING:
                continue
            foes, fellows = self.sheet.standing(turn.after, 1 - self.side), self.sheet.standing(turn.after, self.side)
            if foes:
                near = any(i != turn.who and self.sheet.gap(turn.after, turn.who, i) <= 1 for i in fellows)
                found.append((min(self.sheet.gap(turn.after, turn.who, i) for i in foes), near))
        return found

    def down(self):
        """(monsters of this kind that went down, of all over all fights)."""
        events = self.told.events[np.isin(self.told.events[:, CODE], DOWN) & np.isin(self.told.events[:, WHO], self.slots)]
        return len({(int(e[FIGHT]), int(e[WHO])) for e in events}), self.fights * len(self.slots)


def deed_text(row):
    """`attack, melee, burst 2, 1 focus`: what a row of the deeds table is."""
    area = f"{k.AREAS[row.area]}{f' {int(row.area_size)}' if int(row.area_size) else ''}"
    aim = area if int(row.area) else {k.T_CREATURES: f"up to {int(row.n_targets)} creatures", k.T_PERSONAL: "itself"}.get(int(row.targets), "")
    far = f"range {int(row.range)}" if 0 < int(row.range) < k.NONE else ""  # else that of what it is done with
    focus = f"{int(row.focus)} focus" if int(row.focus) else ""
    return ", ".join(part for part in (k.DEED_KINDS[row.kind], k.INSTRUMENTS[row.instrument], aim, far, focus) if part)


def share(n, of):
    """n / of to four digits; 0 of nothing."""
    return round(n / of, 4) if of else 0.0
