"""What following the first plan of `foemind suggest` is worth: the same fights with the enemies played by an agent, and by the plans it advises."""

import argparse
import json
import time

import numpy as np

from agents import make_agent
from agents.base import choose_one
from envs.battle import Battle
from envs.core import codes as k
from envs.tables import library_names, load_library_encounter
from judge.advice import SuggestError
from judge.courses import follow
from judge.planning import Planning, quick_of


class Follower:
    """Plays the best plan of each turn of its side; `agent` advises, and answers what a plan does not say."""

    def __init__(self, agent):
        self.agent, self.course, self.place, self.turn = agent, (), 0, None

    def choose(self, battle, rng):
        """The choice at the question of a Battle."""
        state = battle.state
        turn = int(state.round_no), int(state.turn_of)
        if battle.ask == k.ASK_COMBATANT or (battle.ask == k.ASK_ACTION and turn != self.turn):
            self._plan(battle)
        choice, self.place = follow(self.course, self.place, battle.ask, battle.mask)
        if battle.ask != k.ASK_COMBATANT:
            self.turn = turn
        elif choice is not None:
            self.turn = int(state.round_no), choice - k.A_COMBATANT
        return choose_one(quick_of(self.agent), battle.scenario.tables, state, battle.mask, rng) if choice is None else choice

    def _plan(self, battle):
        able = [int(battle.state.turn_of)]
        if battle.ask == k.ASK_COMBATANT:
            able = [choice - k.A_COMBATANT for choice in battle.legal() if choice < k.A_MENU]
        self.course, self.place = (), 0
        try:
            best = max((Planning(battle, who, self.agent, 0) for who in able), key=lambda planning: planning.outlook)
            founds, _ = best.plans(1)
        except SuggestError:
            return
        self.course = founds[0].course if founds else ()


def fight(name, seed, enemies, companions, planned):
    """Whether the enemies win (1), lose (0) or neither (0.5)."""
    battle, rng = Battle(load_library_encounter(name), seed=seed, log=False), np.random.default_rng(seed)
    follower = Follower(enemies)
    while not battle.over:
        if battle.asked == k.COMPANIONS:
            choice = choose_one(companions, battle.scenario.tables, battle.state, battle.mask, rng)
        else:
            choice = follower.choose(battle, rng) if planned else choose_one(enemies, battle.scenario.tables, battle.state, battle.mask, rng)
        battle.step(choice)
    return {k.ENEMIES: 1.0, k.COMPANIONS: 0.0}.get(battle.winner, 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--companions", default="greedy")
    parser.add_argument("--fights", type=int, default=44)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    names, started = library_names("encounter"), time.perf_counter()
    enemies, companions = make_agent(options.agent), make_agent(options.companions)
    plain, planned = ([fight(names[n % len(names)], options.seed + n, enemies, companions, way) for n in range(options.fights)]
                      for way in (False, True))
    gain = np.array(planned) - np.array(plain)
    print(json.dumps({"agent": options.agent, "companions": options.companions, "fights": options.fights, "agent_wins": float(np.mean(plain)),
                      "plans_win": float(np.mean(planned)), "gain": float(gain.mean()), "gain_error": float(gain.std() / np.sqrt(len(gain))),
                      "seconds": round(time.perf_counter() - started)}, indent=2))


if __name__ == "__main__":
    main()
