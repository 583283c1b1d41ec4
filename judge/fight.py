"""A whole fight between two agents, told round by round."""

from dataclasses import dataclass

import numpy as np

from agents import agent_for
from agents.base import choose_one
from envs.core import codes as k
from envs.notation import choice_text
from envs.objective import objective_text

from .telling import Telling


@dataclass(frozen=True)
class Fight:
    """How a fight went. winner: companions, enemies, draw or cut-off; vigor: what is left, by key; choices: asked ones in notation; objective: what
    a side was after, in words."""

    winner: str
    rounds: int
    vigor: dict
    choices: list
    seed: int
    objective: str = ""

    def as_dict(self):
        """Plain JSON values."""
        return {"winner": self.winner, "rounds": self.rounds, "vigor": self.vigor, "choices": self.choices, "seed": self.seed,
                "objective": self.objective}


def play(scenario, enemies="greedy", companions="greedy", seed=0, tell=None):
    """Play a fight to its end; returns a Fight.

    enemies, companions: names for `agent_for`, or agents. seed: of the dice and of the agents' own chance. tell(round number, sentences,
    state) is called after each round with what happened in it and the position after it.
    """
    from envs.battle import Battle
    agents = [agent_for(scenario, a) for a in (companions, enemies)]
    rngs = [np.random.default_rng([seed, side]) for side in (k.COMPANIONS, k.ENEMIES)]
    battle = Battle(scenario, seed=seed, auto=False, log=tell is not None)  # stops at every question, so that rounds are told when they end
    choices, teller = [], _Rounds(scenario, tell)
    teller.hear(battle, scenario.initial[0])
    while not battle.over:
        legal, side = battle.legal(), int(battle.state.asked)
        choice = legal[0]
        if len(legal) > 1:  # one with a single answer is no question
            choice = choose_one(agents[side], scenario.tables, battle.state, battle.mask, rngs[side])
            choices.append(choice_text(scenario, battle.state, choice, int(scenario.tables[0].side)))
        before = battle.record().copy()[0] if tell is not None else None
        battle.step(choice)
        teller.hear(battle, before)
    teller.close(battle.state)
    vigor = {key: int(battle.state.combatants[i]["vigor"]) for i, key in enumerate(scenario.keys)}
    return Fight(k.WINNER_NAMES[int(battle.winner)], int(battle.state.round_no), vigor, choices, seed, objective_text(scenario))


class _Rounds:
    """Collects sentences and hands them over round by round."""

    def __init__(self, scenario, tell):
        self.tell, self.telling = tell, Telling(scenario)
        self.number = 0

    def hear(self, battle, before):
        """Take the events of the last answer, given in the position `before`."""
        if self.tell is None:
            return
        events = battle.events()
        for n, event in enumerate(events):
            if event[0] == k.E_ROUND:
                self.close(battle.state)
                self.number = int(event[1])
            self.telling.add(event, battle.state, before, n + 1 < len(events))

    def close(self, state):
        """Tell the round that is over."""
        if self.tell is not None and self.telling.lines:
            self.tell(self.number, paragraphs(self.telling.lines), state)
        self.telling.clear()


def paragraphs(sentences):
    """Sentences (code, text) as one text a turn; the start of a turn opens a new one and its own sentence is left out where others follow."""
    out = []
    for code, text in sentences:
        if code in (k.E_ROUND, k.E_TURN, k.E_OVER) or not out:
            out.append([])
        out[-1].append((code, text))
    return [" ".join(text for code, text in part if code != k.E_TURN or len(part) == 1) for part in out]
