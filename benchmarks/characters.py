"""Characters and dials measured: what the enemies win against the same party at each level, and what each manner does to their turns.

The party is played by the role bot, the enemies by `--agent` in character; each setting plays the same fights on the same dice. Prints Markdown.
"""

import argparse
import sys
from dataclasses import replace

import numpy as np

from agents import AgentError
from agents.kernels.role_table import LEADER, role_of
from agents.series import S_STATUS, S_VIGOR, Series, fight_seeds
from envs.core import codes as k
from envs.tables import ContentError, load_library_encounter
from envs.tables.schema_character import CUNNING, DIFFICULTY, MERCY, PLAIN, STYLES
from judge.firstrun import ensure_warm
from judge.tactics import Tactics

from .duels import wilson
from .forecasts import ENCOUNTERS

FIGURES = ["distance", "next to a foe", "next to a fellow", "to their leader", "on the wounded", "on the fallen", "dead", "guards", "points", "distance when hurt", "cut off"]
MEANS = ("distance", "to their leader", "points", "distance when hurt")  # the others are shares
HURT = 50  # percent of vigor at or below which one is wounded, and flees in the row of courage


class Figures:
    """What the enemies did over all fights of a setting: sums and counts by figure."""

    def __init__(self):
        self.wins, self.games, self.found = 0, 0, {name: [] for name in FIGURES}

    def add(self, scenario, states, told):
        """Count the fights of one encounter; `told` is their Chronicle, None to count wins alone."""
        self.wins += int((np.asarray(states.winner) == k.ENEMIES).sum())
        self.games += len(states)
        if told is None:
            return
        self.found["cut off"] += (np.asarray(states.winner) == k.CUT_OFF).tolist()
        t = scenario.tables[0]
        enemies = [i for i in range(int(t.n_combatants)) if int(t.roster[i].side) == k.ENEMIES]
        leaders = [i for i in enemies if role_of(t, i) == LEADER]
        tactics = Tactics(scenario, told, enemies)
        for turn in tactics.turns:
            self._turn(tactics, turn, leaders)
        party = [i for i in range(int(t.n_combatants)) if i not in enemies]
        for turn, use in tactics.uses():
            there = [i for i in party if turn.before[i][S_STATUS] <= k.DEFEATED]
            struck = {who for who, _ in use.rolls} & set(there)
            self._among("on the wounded", struck, {i for i in there if 100 * turn.before[i][S_VIGOR] <= HURT * tactics.sheet.vigor[i]}, there)
            self._among("on the fallen", struck, {i for i in there if turn.before[i][S_VIGOR] <= 0}, there)
        self.found["dead"] += (np.asarray(states.combatants["status"])[:, party] == k.DEAD).ravel().tolist()

    def _turn(self, tactics, turn, leaders):
        for near, beside in tactics.ends([turn]):
            self.found["distance"].append(near)
            self.found["distance when hurt"] += [near] if tactics.hurt(turn) else []
            self.found["next to a foe"].append(near <= 1)
            self.found["next to a fellow"].append(beside)
        if turn.after is not None:
            up = [i for i in tactics.sheet.standing(turn.after, tactics.side) if i in leaders and i != turn.who]
            self.found["to their leader"] += [min(tactics.sheet.gap(turn.after, turn.who, i) for i in up)] if up else []
        self.found["guards"].append("defend" in turn.did)
        self.found["points"] += [use.extra for use in turn.uses]

    def _among(self, name, struck, marked, foes):
        """A blow that strikes one of those that are marked, where some are and some are not."""
        if struck and 0 < len(marked) < len(foes):
            self.found[name].append(bool(struck & marked))

    def row(self, counted):
        """Cells: won, interval, then the figures, shares in percent."""
        low, high = wilson(self.wins, self.games)
        cells = [f"{100 * self.wins / self.games:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"]
        for name, values in self.found.items() if counted else ():
            mean = float(np.mean(values)) if values else float("nan")
            cells.append("" if not values else f"{mean:.2f}" if name in MEANS else f"{100 * mean:.0f} %")
        return cells


def measure(change, options, counted):
    """The Figures of a setting: `change` makes the scenario to play of each encounter's."""
    figures = Figures()
    for name in options.encounters:
        scenario = change(load_library_encounter(name))
        series = Series(scenario, fight_seeds(options.games, options.seed), "role", options.agent, log=counted).play()
        figures.add(scenario, series.states, series.chronicle() if counted else None)
    return figures


def in_character(**keys):
    """A change: every enemy has this character, PLAIN but for `keys`."""
    def change(scenario):
        sides = scenario.tables[0].roster["side"]
        return replace(scenario, characters=[PLAIN._replace(**keys) if sides[i] == k.ENEMIES else None for i in range(len(scenario.names))])
    return change


def settings():
    """[(heading, column, whether turns are counted too, [(name, change)])]."""
    def dial(key, levels):
        return [(f"{n} {word}", lambda scenario, n=n: scenario.with_dials(**{key: n})) for n, word in reversed(list(enumerate(levels)))]
    return [("Difficulty", "difficulty", False, dial("difficulty", DIFFICULTY)),
            ("Cunning", "cunning", True, [(f"{n} {word}", in_character(cunning=n)) for n, word in reversed(list(enumerate(CUNNING)))]),
            ("Style", "style", True, [(name, in_character(style=name)) for name in STYLES]),
            ("Mercy", "mercy", True, dial("mercy", MERCY)[::-1]),
            ("Courage", "flees at", True, [("never", in_character()), (f"{HURT} %", in_character(flees_at=HURT))])]


def table(heading, column, figures, rows):
    """Lines of a Markdown table."""
    lines = [f"### {heading}", "", f"| {column} | {' | '.join(['won', 'interval', *figures])} |", "|" + "---|" * (3 + len(figures))]
    return [*lines, *(f"| {name} | {' | '.join(cells)} |" for name, cells in rows), ""]


def main():
    """Measure and print; exit code 1 with one sentence for an argument that cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="greedy", help="who plays the enemies in character")
    parser.add_argument("--games", type=int, default=20, help="fights of each encounter, for each setting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", help="headings to measure, such as difficulty; all when left out")
    parser.add_argument("--encounters", nargs="*", default=ENCOUNTERS)
    options = parser.parse_args()
    try:
        if options.games < 1 or options.seed < 0:
            raise ValueError("--games must be 1 or more and --seed 0 or more")
        ensure_warm()
        for heading, column, counted, rows in settings():
            if not options.only or heading.lower() in options.only:
                found = [(name, measure(change, options, counted).row(counted)) for name, change in rows]
                print("\n".join(table(heading, column, FIGURES if counted else [], found)), flush=True)
    except (AgentError, ContentError, ValueError) as error:
        print(f"characters: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
