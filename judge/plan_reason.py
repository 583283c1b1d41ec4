"""What decided between two plans, in a line: the facts in which the outlook of one leans more to its side, and the figure that shows them."""

import numpy as np

from envs.core import codes as k

from .naming import name_of, number, percent, plural
from .plan_numbers import loss

CLOSE = 0.005  # win chances that are nearer to each other are told as even
DROPS, LOSES, POTENCY = 0.05, 0.5, 0.2  # differences that a sentence is made of: chance, vigor, potency


class Reasons:
    """Compares plans of slot `who` from the position `start`, a record array (1,)."""

    def __init__(self, scenario, who, start):
        self.scenario, self.who, self.start = scenario, who, start
        self.roster = scenario.tables[0].roster
        self.side = int(self.roster[who]["side"])

    def line(self, founds, n):
        """The reason of the n-th of some plans, the best first."""
        if len(founds) == 1:
            return "No clearly different plan was found."
        found, other = founds[n], founds[1 if n == 0 else 0]
        points = 100 * (found.mean - other.mean)
        if abs(points) < 100 * CLOSE:
            ahead = "As good as the next" if n == 0 else "As good as the first"
        elif n == 0:
            ahead = f"{_points(points)} {'ahead of' if points > 0 else 'behind'} the next"
        else:
            ahead = f"{_points(points)} {'behind' if points < 0 else 'ahead of'} the first"
        better, worse = (found, other) if points >= 0 else (other, found)
        cause = self.cause(better, worse)
        if not cause:
            return f"{ahead}."
        return f"{ahead}: {cause}." if better is found else f"{ahead}, which {cause}."

    def cause(self, better, worse):
        """A clause (`drops Mira in 62 % against 20 %`) for the largest difference that speaks for a plan; empty when none does."""
        shares = better.facts.shares(worse.facts, self.side)
        joined = {}
        for (group, i), share in shares.items():
            group = "body" if group in ("fate", "vigor") else group
            joined[group, i] = joined.get((group, i), 0.0) + share
        for (group, i), share in sorted(joined.items(), key=lambda entry: -entry[1]):
            if share <= 0:
                break
            text = getattr(self, f"_{group}")(better, worse, i)
            if text:
                return text
        return ""

    # -- one difference -------------------------------------------------------------------------------------------------------
    def _is_foe(self, i):
        return int(self.roster[i]["side"]) != self.side

    def _whom(self, i):
        return "itself" if i == self.who else name_of(self.scenario, i)

    def _body(self, better, worse, i):
        """What becomes of somebody by the end of the turn; where that does not tell, by the next turn."""
        for ends, when in (("ends", ""), ("later", " until its next turn")):
            text = self._fate(loss(getattr(better, ends), self.start, i), loss(getattr(worse, ends), self.start, i), i)
            if text:
                return text + when
        return ""

    def _fate(self, one, other, i):
        (lost, drops), (lost_other, drops_other) = one, other
        if self._is_foe(i):
            if drops - drops_other >= DROPS:
                return f"drops {self._whom(i)} in {percent(drops)}{_against(percent(drops_other), drops_other)}"
            if lost - lost_other >= LOSES:
                return f"takes {number(max(0.0, lost))} vigor from {self._whom(i)}{_against(number(max(0.0, lost_other)), lost_other > 0)}"
            return ""
        if drops_other - drops >= DROPS:
            return f"keeps {self._whom(i)} up: it drops in {percent(drops)} against {percent(drops_other)}"
        if lost_other - lost >= LOSES:
            return f"leaves {self._whom(i)} {number(lost_other - lost)} more vigor"
        return ""

    def _states(self, better, worse, i):
        potency = [found.later.view(np.ndarray)["combatants"]["states"][:, i].mean(axis=0) for found in (better, worse)]
        change = (potency[0] - potency[1])[:len(k.STATE_NAMES)]
        state = int(np.argmax(np.abs(change)))
        if abs(change[state]) < POTENCY:
            return ""
        has, had = number(potency[0][state]), number(potency[1][state])
        if change[state] > 0:
            return f"makes {self._whom(i)} {k.STATE_NAMES[state]} ({has} on average{_against(had, potency[1][state] > 0)})"
        return f"leaves {self._whom(i)} less {k.STATE_NAMES[state]} ({has} on average against {had})"

    def _place(self, better, worse, i):
        if i == self.who:
            return self._safety(better, worse)
        if self._is_foe(i):
            return f"leaves {self._whom(i)} where more can strike it"
        return f"leaves {self._whom(i)} where less can strike it"

    def _safety(self, better, worse):
        return f"ends on the better square, {better.mark.end} rather than {worse.mark.end}" if better.mark.end != worse.mark.end else ""

    def _reach(self, better, worse, i):
        if self._is_foe(i):
            return f"keeps {self._whom(i)} from striking so well"
        return f"can strike better from {better.mark.end} next turn" if i == self.who else f"lets {self._whom(i)} strike better"

    def _means(self, better, worse, i):
        if self._is_foe(i):
            return f"costs {self._whom(i)} its turn or guard dice more often"
        whose = "its own" if i == self.who else f"{self._whom(i)}'s"
        return f"keeps more of {whose} guard dice, or its turn"

    def _goal(self, better, worse, i):
        return f"keeps {self._whom(i)} off the goal" if self._is_foe(i) else f"brings {self._whom(i)} nearer to the goal"

    def _field(self, better, worse, i):
        return "serves the objective best"


def _points(points):
    return plural(max(1, round(abs(points))), "point")


def _against(text, told):
    return f" against {text}" if told else ""
