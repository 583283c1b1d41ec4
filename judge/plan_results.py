"""How a plan goes on after each result of its main roll: played on from there with dice that give it, by the course of the plan and then its agent."""

from envs.battle import Battle
from envs.core import codes as k

from .plan import Planner
from .words import Teller

MOST = 7  # sentences of one result


class Results:
    """The lines `on_fail`, `on_conflict` and `on_triumph` of a plan of slot `who`. on_course(course, agent) makes the agent that goes on."""

    def __init__(self, scenario, who, seed, on_course, agent):
        self.scenario, self.who, self.seed, self.on_course, self.agent = scenario, who, seed, on_course, agent

    def lines(self, found):
        """{fail, conflict, triumph: a text, or None for what cannot be and where nothing is rolled}."""
        out = dict.fromkeys(k.RESULT_NAMES)
        place = self._main(found.steps)
        if place is None:
            return out
        roll = found.steps[place].rolls[0]
        for result, name in enumerate(k.RESULT_NAMES):
            if getattr(roll, name) > 0:
                steps = found.steps[place:] if roll.assumed == name else self._played(found, place, result)
                out[name] = self._text(steps)
        return out

    def _main(self, steps):
        """Number of the first step with a roll that matters, beside the greatest; None where nothing is rolled."""
        rolled = {n: sum(roll.expected_damage for roll in step.rolls) for n, step in enumerate(steps) if step.rolls and step.pool is not None and step.mine}
        return next((n for n, damage in rolled.items() if 2 * damage >= max(rolled.values())), None)

    def _played(self, found, place, result):
        battle = Battle(self.scenario, seed=self.seed, side=int(self.scenario.tables[0].side), auto=False)
        battle.load(found.steps[place].before[0])
        said = sum(step.mine for step in found.steps[:place])
        agent = self.on_course(found.course[said:], self.agent)
        return Planner(battle.clone(self.seed), self.who, agent, self.seed, result).run()

    def _text(self, steps):
        """What happens and what it does then; the roll itself is told with the plan."""
        teller = Teller(self.scenario, self.who)
        teller.tell(steps)
        rolls = [code in (k.E_ROLL, k.E_CHECK) for code, _ in teller.out]
        first = rolls.index(True) if True in rolls else len(rolls)
        told = [text for n, (code, text) in enumerate(teller.out) if n > first and not rolls[n]]
        later = next((n for n in range(first, len(rolls)) if rolls[n] and " attempts " in teller.out[n][1] and n > first and not rolls[n - 1]), None)
        if later is not None:
            told = [text for n, (code, text) in enumerate(teller.out) if first < n < later and not rolls[n]]
            told.append(teller.out[later][1].partition(": ")[0].rstrip(".") + ".")
        return " ".join(told[:MOST]) or "Nothing comes of it."
