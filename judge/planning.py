"""Whole turns of one combatant, found and valued: the agent's own, and others of clearly different kinds that are worth the most."""

from dataclasses import dataclass, field

import numpy as np

from agents.compiled import GreedyAgent
from envs.core import codes as k
from envs.notation import square_text

from .candidates import Searcher
from .chances import Facts, win_chances
from .courses import follow, play_turns
from .marks import PLAIN, Mark, deeds_of
from .plan import Planner
from .purpose import purpose_of

FIRST_SAMPLES, SAMPLES = 6, 64  # turns played for each course found, and for each plan that is told
LATER = 16  # of the samples of a plan those that are played on until its combatant would act again
PLAIN_MENU = {k.A_MENU + entry for entry in PLAIN}
CLOSER, CLOSER_SAMPLES = 12, 4  # courses that are looked at more closely, shared by those who may act, 6 at most; turns played for each of them
BEST_SAMPLES, BEST_LATER = 32, 12  # turns played anew for the best of these, and how many of them are played on
MORE = 3  # plans that are looked at beyond those that are told
LIKE_COSTS = 0.03  # win chance that a plan which differs in its end square alone must have more to be told before one that does something else


def quick_of(agent):
    """Who goes on with a turn of which the first choices are laid down: the agent itself, or what it names as `quick`; for one that searches
    (`descents`) the policy that it searches with, else greedy."""
    if hasattr(agent, "quick"):
        return agent.quick
    return getattr(agent, "policy", None) or GreedyAgent() if hasattr(agent, "descents") else agent


class OnCourse:
    """An agent that answers from a course as long as that says anything, else by `agent`; for one turn."""

    def __init__(self, course, agent):
        self.course, self.agent, self.place, self.name = course, agent, 0, agent.name

    def choose(self, tables, states, masks, rng):
        """The choice in one position, int64 (1,), see agents.base."""
        choice, self.place = follow(self.course, self.place, int(states[0].ask), masks[0])
        return self.agent.choose(tables, states, masks, rng) if choice is None else np.array([choice])


@dataclass(eq=False)
class Found:
    """A turn that was found. course; steps: of its Planner; mark; own: whether the agent does it unasked. ends: record array (SAMPLES,) of the
    positions at its end; later: (LATER,) of those when the next would begin, from the first of them; facts: of the later ones. mean: win
    chance; error: its standard error."""

    course: tuple
    steps: list
    mark: Mark
    own: bool
    facts: Facts = None
    ends: np.recarray = field(default=None, repr=False)
    later: np.recarray = field(default=None, repr=False)
    mean: float = 0.0
    error: float = 0.0

    def value(self, tables, side):
        """Set facts, mean and error from ends and later."""
        self.facts = Facts(tables, self.later)
        self.mean, self.error = worth(win_chances(tables, self.ends, side), self.facts.chances(side))


def worth(ends, later):
    """(win chance, its standard error) from those at the turn's end, float64 (n,), and later on in the first m of the samples, (m,): the luck of the
    few rolls of these is set right by the many."""
    change = later - ends[:len(later)]
    return float(np.clip(ends.mean() + change.mean(), 0.0, 1.0)), float(np.sqrt(ends.var() / len(ends) + change.var() / len(change)))


class Turn:
    """The turn of slot `who` that `battle` is at, or would be at with it next: played by `agent`, and valued."""

    def __init__(self, battle, who, agent, seed):
        self.battle, self.who, self.agent, self.seed = battle.clone(seed), who, agent, seed
        self.scenario, self.tables = battle.scenario, battle.scenario.tables
        self.side = int(self.tables[0].roster[who]["side"])
        self.start, self.mask = self.battle.record().copy(), self.battle.mask.copy()

    def own(self):
        """The Found of what the agent does unasked, valued."""
        found = self._found((), self.agent, True)
        self._value([found])
        return found

    def _later(self, rows, taken):
        return rows.later(taken, self.who, int(self.start[0].round_no))

    def _play(self, courses, n, seed):
        return play_turns(self.tables, self.start, self.mask, courses, n, self.who, self.side, seed)

    def _found(self, course, agent, own):
        steps = Planner(self.battle.clone(self.seed), self.who, OnCourse(course, agent), self.seed).run()
        said = tuple((int(step.before[0].ask), step.choice) for step in steps if step.mine)
        return Found(said, steps, self._mark(steps), own)

    def _mark(self, steps):
        end = steps[-1].after[0].combatants[self.who]
        return Mark(self.scenario.keys[self.who], deeds_of(self.scenario, self.who, steps), square_text(int(end["x"]), int(end["y"])),
                    purpose_of(self.scenario, self.who, steps))

    def _value(self, pool):
        """Play each plan SAMPLES times and see what it is worth when its combatant would act again: there the outlook is not fooled by who keeps
        away."""
        rows = self._play([found.course for found in pool], SAMPLES, self.seed + 40)
        later = self._later(rows, np.concatenate([np.arange(n * SAMPLES, n * SAMPLES + LATER) for n in range(len(pool))]))
        for n, found in enumerate(pool):
            found.ends = rows.states[n * SAMPLES:(n + 1) * SAMPLES].view(np.recarray)
            found.later = later.states[n * LATER:(n + 1) * LATER].view(np.recarray)
            found.value(self.tables, self.side)


class Planning(Turn):
    """Plans of a turn.

    able: how many are looked at side by side. begun: the Battle at its first question; searcher: what looked for courses, None where its turn does
    not come to a question. outlook: win chance with its best turn, as far as a few samples go; ends: record array of positions after that.
    """

    def __init__(self, battle, who, agent, seed, able=1):
        super().__init__(battle, who, agent, seed)
        self.lead = ((k.ASK_COMBATANT, k.A_COMBATANT + who),) if int(self.start[0].ask) == k.ASK_COMBATANT else ()
        self.begun, self.searcher = self.battle.clone(seed + 5), None
        self.courses, self.traces = self._search()
        self.outlook = self._look(max(2, min(6, CLOSER // able)))

    def _search(self):
        """(courses, the best first; how the role bot went on with each in one of its samples)."""
        for _, choice in self.lead:
            self.begun.step(choice)
        if self.begun.ask != k.ASK_ACTION or int(self.begun.state.turn_of) != self.who:
            return [self.lead], [self.lead]
        self.searcher = Searcher(self.begun, self.who, self.seed)
        courses = [(*self.lead, *course) for course in self.searcher.courses()]
        rows = self._play(courses, FIRST_SAMPLES, self.seed + 20)
        values = win_chances(self.tables, rows.states, self.side).reshape(-1, FIRST_SAMPLES).mean(axis=1)
        order = self._mixed(courses, values, np.argsort(-values, kind="stable").tolist())
        return [courses[n] for n in order], [tuple(rows.traces[n * FIRST_SAMPLES]) for n in order]

    def _look(self, closer):
        """Look at the first courses more closely and put them in order; the win chance of the best."""
        first = self.courses[:closer]
        rows = self._play(first, CLOSER_SAMPLES, self.seed + 30)
        values = win_chances(self.tables, self._later(rows, np.arange(len(rows.states))).states, self.side).reshape(-1, CLOSER_SAMPLES).mean(axis=1)
        order = self._mixed(first, values, np.argsort(-values, kind="stable").tolist())
        self.courses[:closer], self.traces[:closer] = [first[n] for n in order], [self.traces[n] for n in order]
        rows = self._play([first[int(np.argmax(values))]], BEST_SAMPLES, self.seed + 35)  # other dice: the best of some was lucky, too
        self.ends = rows.states
        later = self._later(rows, np.arange(BEST_LATER))
        return worth(win_chances(self.tables, self.ends, self.side), win_chances(self.tables, later.states, self.side))[0]

    @staticmethod
    def _mixed(courses, values, order):
        """The order in which courses are looked at: the further ones that do the same from elsewhere come later."""
        met, weight = {}, {}
        for n in order:
            same = tuple((ask, choice) for ask, choice in courses[n] if ask in (k.ASK_DEED, k.ASK_TARGET) or
                         (ask == k.ASK_ACTION and choice not in PLAIN_MENU))
            weight[n] = values[n] - LIKE_COSTS * met.setdefault(same, 0)
            met[same] += 1
        return sorted(order, key=lambda n: -weight[n])

    # -- plans -----------------------------------------------------------------------------------------------------------------
    def plans(self, top, exclude=()):
        """([Found] up to `top` and one more, the best first; how many clearly different ones are left). None is like one of `exclude` (Marks)."""
        own = self._found((), self.agent, True)
        pool = [own] if self._new(own.mark, exclude) else []
        wanted = len(pool) + top + MORE
        for course, agent in self._tries(top):
            if len(pool) >= wanted and self._kinds(pool) > top:
                break
            found = self._found(course, agent, False)
            if self._new(found.mark, exclude) and all(found.course != other.course for other in pool):
                pool.append(found)
        if not pool:
            return [], 0
        self._value(pool)
        return self._pick(pool, top)

    def _tries(self, top):
        """Yield (course, agent that goes on with it): as the role bot went on with it, the best ones also as the agent itself would."""
        quick = quick_of(self.agent)
        for n, (course, trace) in enumerate(zip(self.courses, self.traces)):
            yield trace, quick
            if n <= top:
                yield course, quick

    @staticmethod
    def _new(mark, exclude):
        return all(mark.differs(other) for other in exclude)

    def _pick(self, pool, top):
        """([Found] of different kinds, `top` and one more, the best first; how many kinds are left).

        One that differs in its end square alone gives way to another that is nearly as good. The own turn of an agent in character is the first.
        """
        first = [found for found in pool if found.own and getattr(self.agent, "in_character", False)]
        picked, left = list(first), [found for found in sorted(pool, key=lambda found: -found.mean) if found not in first]
        while len(picked) <= top:
            left = [found for found in left if self._new(found.mark, [other.mark for other in picked])]
            if not left:
                break
            weights = [found.mean - LIKE_COSTS * any(found.mark.deeds == other.mark.deeds for other in picked) for found in left]
            picked.append(left.pop(int(np.argmax(weights))))
        return first + sorted(picked[len(first):], key=lambda found: -found.mean), self._kinds(left, picked)

    def _kinds(self, left, picked=()):
        """How many of some plans are clearly different from those picked and from each other."""
        marks, more = [found.mark for found in picked], 0
        for found in left:
            if self._new(found.mark, marks):
                marks.append(found.mark)
                more += 1
        return more
