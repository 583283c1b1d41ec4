"""How a plan goes on after each result of its main roll: played on with dice that give it, by the course of the plan and then its agent."""

from envs.core import codes as k

from .plan import Planner
from .words import Teller

MOST = 7  # sentences of one result


class Results:
    """The lines `on_fail`, `on_conflict` and `on_triumph` of a plan of slot `who`. battle: one of the fight, not changed. on_course(course, agent)
    makes the agent that goes on."""

    def __init__(self, battle, who, seed, on_course, agent):
        self.battle, self.scenario, self.who, self.seed, self.on_course, self.agent = battle, battle.scenario, who, seed, on_course, agent

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
        rolled = {n: sum(roll.expected_damage for roll in step.rolls)
                  for n, step in enumerate(steps) if step.rolls and step.pool is not None and step.mine}
        return next((n for n, damage in rolled.items() if 2 * damage >= max(rolled.values())), None)

    def _played(self, found, place, result):
        battle, step = self.battle.clone(self.seed), found.steps[place]
        battle.record()[:], battle.mask[:] = step.before, step.mask
        said = sum(step.mine for step in found.steps[:place])
        agent = self.on_course(found.course[said:], self.agent)
        return Planner(battle.clone(self.seed), self.who, agent, self.seed, result).run()

    def _text(self, steps):
        """What happens and what it does then; the roll itself is told with the plan."""
        teller = Teller(self.scenario, self.who)
        teller.tell(steps)
        lines = [(text, code in (k.E_ROLL, k.E_CHECK)) for code, text in teller.out]
        first = next((n for n, (_, roll) in enumerate(lines) if roll), len(lines))
        later = next((n for n, (text, roll) in enumerate(lines) if roll and n > first and (" attempts " in text or " tries to " in text)), None)
        told = [text for text, roll in lines[first:later] if not roll]
        told += [] if later is None else [lines[later][0].partition(": ")[0].rstrip(".") + "."]
        return " ".join(told[:MOST]) or "Nothing comes of it."
