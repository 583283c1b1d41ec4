"""An agent in character: it asks another agent what each choice is worth, adds what the character minds, and chooses among those near the best."""

import numpy as np

from envs.core import codes as k
from envs.tables.schema_character import DIFFICULTY, MERCY, PLAIN, in_words

from ..base import choose_one
from ..compiled import GreedyAgent
from . import measures as m
from .ahead import follow, harmless_deed, to_walk
from .folk import Folk
from .leaning import Leaning
from .scene import Scene
from .simple import Simple
from .values import WORST, own_values, tells


class CharacterAgent:
    """`base` plays a scenario's combatants in character; for those without one it answers as it always does. It is made for one scenario."""

    in_character = True  # its own turn is told before what would be worth more

    def __init__(self, base, scenario):
        self.base, self.scenario, self.name = base, scenario, base.name
        self.reproducible = getattr(base, "reproducible", True)
        self.played = scenario.played()
        self._folk = None

    @property
    def quick(self):
        """Who goes on with a turn whose first choices are laid down: for an agent that searches the policy that it searches with, or greedy, in character."""
        if not hasattr(self.base, "descents"):
            return self
        return CharacterAgent(getattr(self.base, "policy", None) or GreedyAgent(), self.scenario)

    # -- what else an agent may offer, handed on ------------------------------------------------------------------------------
    def begin(self):
        """Another fight begins."""
        if hasattr(self.base, "begin"):
            self.base.begin()

    def meet(self, scenario):
        """Tell an agent that speaks of the combatants whose names are meant."""
        if hasattr(self.base, "meet"):
            self.base.meet(scenario)

    def notes(self, scenario):
        """The agent's own notes, then who is played how."""
        dials = self.scenario.dials
        out = list(self.base.notes(scenario)) if hasattr(self.base, "notes") else []
        if dials.difficulty < len(DIFFICULTY) - 1 or dials.mercy:
            out.append(f"Note: the enemies play at difficulty {dials.difficulty} ({DIFFICULTY[dials.difficulty]}) "
                       f"with mercy {dials.mercy} ({MERCY[dials.mercy]}).")
        told = {}
        for i in self.played:
            if self._persona(i) != PLAIN:
                told.setdefault(in_words(self._persona(i)), []).append(self.scenario.names[i])
        return out + [f"Note: {', '.join(names)}: {words}." for words, names in told.items()]

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base."""
        masks, states = np.asarray(masks, bool), states.view(np.recarray)
        bent = np.array([int(states[b]["asker"]) in self.played for b in range(len(states))], bool)
        out = np.empty(len(states), np.int64)
        if not bent.all():
            rest = ~bent
            out[rest] = self.base.choose(tables, states[rest], masks[rest], rng)
        for b in np.flatnonzero(bent):
            out[b] = self._choose_row(tables, states[b], masks[b], rng)
        return out

    # -- one question ----------------------------------------------------------------------------------------------------------
    def _persona(self, i):
        return self.scenario.characters[i] or PLAIN

    def slack(self, i):
        """Points below the best that a choice of combatant i may lie."""
        dial = m.SLACK_OF_DIFFICULTY[self.scenario.dials.difficulty] if self._is_enemy(i) else 0.0
        return m.SLACK_OF_CUNNING[self._persona(i).cunning] + dial

    def _is_enemy(self, i):
        return int(self.scenario.tables[0].roster[i].side) == k.ENEMIES

    def _choose_row(self, tables, state, mask, rng):
        leaning = self._leaning(tables[0], state, int(state["asker"]))
        bias = leaning.points(mask, lambda entry: self._gain(tables, state, leaning, entry, rng), lambda: harmless_deed(tables, state, leaning.scene.i))
        slack = self.slack(leaning.scene.i)
        if leaning.persona.cunning and not slack and np.ptp(bias[mask]) == 0.0:
            return choose_one(self.base, tables, state, mask, rng)
        values = self._values(tables, state, mask, leaning, rng)
        if int(state["ask"]) == k.ASK_ACTION:
            for entry in (k.A_MENU + k.MOVE, k.A_MENU + k.WALK, k.A_MENU + k.DEED):
                if mask[entry] and bias[entry] > 0.0 and values[entry] <= -WORST:  # the agent did not look there, and the character does
                    values[entry] = values[k.A_MENU + k.END_TURN] - m.DOUBT
        return draw(values + bias, slack, rng)

    def _leaning(self, t, state, i):
        if self._folk is None:
            self._folk = Folk(t)
        return Leaning(Scene(t, state, i), self._persona(i), self.scenario.dials.mercy if self._is_enemy(i) else 0, self._folk)

    def _values(self, tables, state, mask, leaning, rng):
        """What each choice is worth before its leaning: to the agent, to the mindless by their rule."""
        def own():
            return own_values(self.base, tables, state, mask, rng)
        return own() if leaning.persona.cunning else Simple(leaning, mask).values(own)

    def _gain(self, tables, state, leaning, entry, rng):
        """What its place gains by a walk or a move: the walk is asked for on a copy, and answered as it would be."""
        scene, places = leaning.scene, leaning.places
        if not tells(self.base) and leaning.persona.cunning:  # a search is too slow to be asked twice
            near = scene.costs <= (int(scene.own["move_points"]) if entry == k.WALK else scene.points_for(0))
            return float(places[near].max() - places[scene.here])
        found = follow(tables, state, to_walk(entry))
        if found is None:
            return 0.0
        rows, mask = found
        walking = Leaning(Scene(tables[0], rows[0], scene.i), leaning.persona, leaning.mercy, leaning.folk)
        out = np.zeros(len(mask))
        leaning.spread(out, places - places[scene.here])
        best = int(np.argmax(self._values(tables, rows[0], mask, walking, rng) + out))
        return float(out[best])


def draw(values, slack, rng):
    """A choice: the best; with a slack one of those that are not more than that many points below it, the better ones more often."""
    best = float(values.max())
    near = np.flatnonzero(values >= best - slack)
    if len(near) == 1 or slack == 0.0:
        return int(near[0])
    weights = np.exp(-m.FALLING * (best - values[near]) / slack)
    return int(rng.choice(near, p=weights / weights.sum()))
