"""Turns that a combatant might take, as courses: each deed on each target from squares within reach, other actions, ways off, and what bots would do.

They are looked for with the rules themselves: copies of the position walk to every square and begin every deed there, and what is then legal is read.
"""

import numpy as np

from agents.kernels.play import CODES
from envs.core import codes as k
from envs.core.machine import step
from envs.core.record import new_encounters

from .chances import win_chances
from .courses import Rows, dice_seeds

SQUARES = 24  # squares from which deeds are tried
MANEUVER_SQUARES = 4
ROLE_TURNS = 6  # turns of the role bot
GOAL_SQUARES, WAYS_OFF, WAYS_ON = 2, 3, 3
ENTRIES = (k.DEFEND, k.CATCH_BREATH, k.AIM, k.HELP, k.PREVAIL, k.DISRUPT, k.STAND, k.INTERACT, k.LEAVE, k.CONCOCTION, k.BREAK, k.THROW)
END = (k.ASK_ACTION, k.A_MENU + k.END_TURN)


class Searcher:
    """Looks for courses of slot `who` from `battle`, a Battle of its own that waits for the first question of its turn."""

    def __init__(self, battle, who, seed):
        self.scenario, self.tables = battle.scenario, battle.scenario.tables
        self.t, self.who, self.seed = self.tables[0], who, seed
        self.side = int(self.t.roster[who]["side"])
        self.battle = battle
        self.aims = {}  # {(deed slot, combatant or NONE): [courses to the squares from which it is possible, the best square first]}

    # -- playing on --------------------------------------------------------------------------------------------------------
    def _rows(self, start, mask, courses):
        dice = np.tile(dice_seeds(1, self.seed), (len(courses), 1))
        return Rows(self.tables, start, mask, courses, dice, dice, self.side)

    def _arrive(self, rows):
        """Play rows to the ends of their courses."""
        ends = np.array([len(course) for course in rows.courses])
        return rows.play(lambda live: rows.places[live] >= ends[live])

    # -- squares ---------------------------------------------------------------------------------------------------------------
    def ways(self):
        """{square: course that walks there}; the square where it stands comes first."""
        courses = {self._here(): ()}
        for extra in (None, 0, 1, 2):
            for square, course in self._walks(extra).items():
                courses.setdefault(square, course)
        return courses

    def stations(self):
        """({square: course that walks there}, Rows of those walks in the same order, their win chances); the square where it stands comes first."""
        courses = self.ways()
        rows = self._arrive(self._rows(self.battle.record(), self.battle.mask, list(courses.values())))
        arrived = (rows.plain["ask"] == k.ASK_ACTION) & (rows.plain["turn_of"] == self.who)
        values = np.where(arrived, win_chances(self.tables, rows.states, self.side), -1.0)
        return courses, rows, values

    def _here(self):
        c = self.battle.state.combatants[self.who]
        return int(c["y"]) * int(self.t.width) + int(c["x"])

    def _walks(self, extra):
        """{square: course} of walks with the points that are left (None), or after Move with so many extra points."""
        clone, course = self.battle.clone(0), []
        steps = [] if extra is None else [(k.ASK_ACTION, k.A_MENU + k.MOVE), (k.ASK_POINTS, k.A_AMOUNT + extra)]
        for ask, choice in [*steps, (k.ASK_ACTION, k.A_MENU + k.WALK)]:
            if clone.ask != ask and ask == k.ASK_POINTS and extra == 0:
                continue  # there is nothing to add, so it was not asked
            if clone.ask != ask or not clone.mask[choice]:
                return {}
            clone.step(choice)
            course.append((ask, choice))
        if clone.ask != k.ASK_WALK:
            return {}
        side, width = int(clone.tables.side), int(self.t.width)
        squares = np.flatnonzero(clone.mask[k.A_SQUARE:])
        return {int(n) // side * width + int(n) % side: (*course, (k.ASK_WALK, k.A_SQUARE + int(n))) for n in squares}

    def _gaps(self, squares):
        """Squares to the nearest standing foe from each of `squares`, int64 (n,)."""
        width, s = int(self.t.width), self.battle.state
        foes = [i for i in range(int(self.t.n_combatants)) if self.t.roster[i]["side"] != self.side and s.combatants[i]["status"] == k.STANDING]
        at = np.array(squares)
        gaps = np.full(len(squares), 99)
        for i in foes:
            c, bulk, own = s.combatants[i], int(self.t.roster[i]["bulk"]), int(self.t.roster[self.who]["bulk"])
            dx = np.maximum(np.maximum(int(c["x"]) - at % width - own + 1, at % width - int(c["x"]) - bulk + 1), 0)
            dy = np.maximum(np.maximum(int(c["y"]) - at // width - own + 1, at // width - int(c["y"]) - bulk + 1), 0)
            gaps = np.minimum(gaps, np.maximum(dx, dy))
        return gaps

    # -- courses -----------------------------------------------------------------------------------------------------------------
    def courses(self):
        """[course], those of bots first."""
        found = self._bots()
        ways, rows, values = self.stations()
        order = [n for n in np.argsort(-values, kind="stable").tolist() if values[n] >= 0.0]
        walks = list(ways.values())
        few = self._spread(order, list(ways))
        found += self._deeds(rows, walks, few, k.DEED, range(k.OWN_DEEDS))
        found += self._deeds(rows, walks, few[:MANEUVER_SQUARES], k.MANEUVER, range(k.OWN_DEEDS, k.DEED_SLOTS))
        found += self._actions() + self._ways(list(ways), walks, order)
        return list(dict.fromkeys(found))

    def _spread(self, order, squares):
        """Up to SQUARES of the stations `order` (best first): where it stands, then the best at each distance from the foes in turn."""
        gaps = self._gaps(squares)
        rings = {}
        for n in order:
            rings.setdefault(int(gaps[n]), []).append(n)
        picked = [0] if 0 in order else []
        for depth in range(max((len(ring) for ring in rings.values()), default=0)):
            picked += [rings[gap][depth] for gap in sorted(rings) if depth < len(rings[gap])]
        return list(dict.fromkeys(picked))[:SQUARES]

    def _bots(self):
        """The turn of the greedy bot and some of the role bot, as they went on the samples' dice."""
        n = ROLE_TURNS + 1
        dice, words = dice_seeds(n, self.seed + 2), dice_seeds(n, self.seed + 3)
        rows = Rows(self.tables, self.battle.record(), self.battle.mask, [()] * n, dice, words, self.side)
        rows.bots[0] = CODES["greedy"]
        rows.play(rows.turn_over(self.who, int(self.battle.state.round_no)))
        return [tuple(trace) for trace in rows.traces]

    def _deeds(self, walks, ways, stations, entry, slots):
        """Courses of each deed in `slots` on each target, from the two stations that suit best; of areas, from the best station."""
        fits = {}
        for n in stations:
            if walks.masks[n][k.A_MENU + entry]:
                for slot, aim in self._aims(walks.states[n], k.A_MENU + entry, slots):
                    fits.setdefault((slot, aim), []).append(n)
        self.aims |= {aim: [ways[n] for n in places] for aim, places in fits.items()}
        found = []
        for (slot, aim), places in fits.items():
            course = ((k.ASK_ACTION, k.A_MENU + entry), (k.ASK_DEED, k.A_DEED + slot), *(((k.ASK_TARGET, aim),) if aim != k.NONE else ()))
            nearest = min(places, key=lambda n: (len(ways[n]), n))
            found += [(*ways[n], *course) for n in dict.fromkeys([places[0], nearest])]
        return found

    def _aims(self, state, entry, slots):
        """{(slot, combatant to aim at, or NONE for an area or itself)} of the deeds that are possible in a position at ASK_ACTION."""
        found, menu, mask = {}, self._copy(state), np.zeros(len(self.battle.mask), np.uint8)
        step(self.t, menu[0], entry, 0, mask)
        for slot in [slot for slot in slots if mask[k.A_DEED + slot]] if menu[0].ask == k.ASK_DEED else []:
            waiting = [(menu[0], k.A_DEED + slot)]
            while waiting:
                before, choice = waiting.pop()
                now, legal = self._copy(before), np.zeros(len(mask), np.uint8)
                step(self.t, now[0], choice, 0, legal)
                ask = int(now[0].ask)
                if ask == k.ASK_INSTRUMENT or ask == k.ASK_KIND:
                    waiting += [(now[0], int(one)) for one in np.flatnonzero(legal)]
                elif ask == k.ASK_POINTS:
                    waiting.append((now[0], int(np.argmax(legal))))
                else:
                    aims = np.flatnonzero(legal[:k.A_MENU]).tolist() if ask == k.ASK_TARGET else [k.NONE]
                    found |= dict.fromkeys((slot, aim) for aim in aims)
        return found

    @staticmethod
    def _copy(state):
        row = new_encounters(1)
        row[0] = state
        return row

    def _actions(self):
        """Courses of the other entries of the menu that are possible now, its own actions among them."""
        entries = [*ENTRIES, *range(k.OWN_ACTION, k.MENU_SIZE)]
        return [((k.ASK_ACTION, k.A_MENU + entry),) for entry in entries if self.battle.mask[k.A_MENU + entry]]

    def _ways(self, squares, walks, order):
        """Courses that walk and do no deed: to where it is best, off the foes, and onto the squares of the objective."""
        gaps, width = self._gaps(squares), int(self.t.width)
        off = sorted(order, key=lambda n: -gaps[n])[:WAYS_OFF]
        goals = [n for n in order if int(self.t.goal[squares[n] // width]) >> (squares[n] % width) & 1][:GOAL_SQUARES]
        return [(*walks[n], END) for n in dict.fromkeys([0, *order[:WAYS_ON], *off, *goals])] + [walks[n] for n in goals]
