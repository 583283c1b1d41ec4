"""A fight in which a person answers for one side or both: told from question to question, with undo, and kept in a file where that is asked for."""

import json
import shlex
from typing import NamedTuple

import numpy as np

from agents.arena.folder import write_json
from agents.base import AgentError, choose_one
from envs.battle import Battle
from envs.core import codes as k
from envs.notation import choice_text, parse_choice
from envs.objective import objective_text
from envs.tables.schema_character import Dials

from .cli_base import UserError
from .fight import Fight, paragraphs
from .human import Human, Stopped, Undo
from .show import ending, show_title
from .telling import Telling

FORMAT = "foemind-fight/1"
UNTURNED = Dials().model_dump()


class Kept(NamedTuple):
    """What tells one fight from another: the encounter as it was named, its signature, the agents' names by side, the seed, the dials by name."""

    file: str
    encounter: str
    signature: str
    agents: dict
    seed: int
    dials: dict

    def command(self):
        """The command that plays it."""
        dials = "".join(f" --{name} {value}" for name, value in self.dials.items() if value != UNTURNED[name])
        return f"foemind play {shlex.quote(self.file)} --companions {self.agents['companions']} --enemies {self.agents['enemies']} --seed {self.seed}{dials}"


def read_kept(path, kept):
    """Choices in notation of the fight in a file, [] where there is no such file yet. UserError unless it is this very fight."""
    if not path.exists():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        wrong = data["format"] != FORMAT or not all(isinstance(text, str) for text in data["choices"])
        found = {name: data[name] for name in ("encounter", "agents", "seed", "signature")} | {"dials": data.get("dials", UNTURNED)}
    except (ValueError, KeyError, TypeError, RecursionError):
        wrong = True
    if wrong:
        raise UserError(f"{path} holds no fight that foemind play has kept; give --save another name")
    for name, value in found.items():
        if name == "signature" and value != kept.signature:
            raise UserError(f"{path} holds a fight of another version of {kept.encounter!r}: its file or the rules have changed since; "
                            "give --save another name")
        if value != getattr(kept, name):
            raise UserError(f"{path} holds another fight ({name}: {value!r} there, {getattr(kept, name)!r} here); give --save another name, "
                            "or play that fight")
    return data["choices"]


class HumanFight:
    """Plays one fight to its end or until the person stops.

    agents: one a side, in the order companions, enemies; those that are a `Human` share its terminal. save: Path of the file that keeps the fight, or
    None. Every question of another agent has a generator of its own, of the seed and the question's number: what it answers does not depend on what
    was undone before.
    """

    def __init__(self, scenario, agents, kept, terminal, save=None):
        self.scenario, self.agents, self.kept, self.terminal, self.save = scenario, agents, kept, terminal, save
        self.choices, self.marks = [], []  # answers in notation; (record, number of answers) at each question of a person
        self.script = read_kept(save, kept) if save is not None else []
        self.script.reverse()  # what is still to be played again, the next one last
        self.telling = Telling(scenario)
        self.battle = Battle(scenario, seed=kept.seed, auto=False)
        for human in self._humans():
            human.meet(scenario)

    def _humans(self):
        return [agent for agent in self.agents if isinstance(agent, Human)]

    # -- the course of it ----------------------------------------------------------------------------------------------
    def play(self):
        """The Fight; its winner is None where the person typed quit. UserError where the input ended first."""
        show_title(self.terminal.console, self.scenario, self.scenario.initial[0])
        self.terminal.say("Type ? for help.")
        self._keep()
        self._hear(self.scenario.initial[0])
        try:
            while not self.battle.over:
                self._answer()
        except Stopped as stop:
            return self._stop(stop.why)
        except KeyboardInterrupt:
            return self._stop("stopped by an interrupt")
        except AgentError as error:  # the person's answers are not lost with the agent
            return self._stop(str(error))
        if self.script:
            raise self._misfit("the fight is over")
        self._tell()
        self._humans()[0].show_map(self.battle.state)
        fight = self._fight(k.WINNER_NAMES[int(self.battle.winner)])
        self.terminal.say()
        self.terminal.say(ending(fight))
        return fight

    def _answer(self):
        """Answer the question, or go back to an earlier one."""
        legal, side = self.battle.legal(), int(self.battle.state.asked)
        if len(legal) == 1:  # no question
            return self._step(legal[0])
        by_hand = isinstance(self.agents[side], Human)
        if by_hand:
            self.marks.append((self.battle.record().copy(), len(self.choices)))
        if self.script:
            choice = self._next_of_script()
        elif by_hand:
            self._tell()
            try:
                choice = self._chosen(side)
            except Undo:
                return self._undo()
        else:
            choice = self._chosen(side)
        self.choices.append(choice_text(self.scenario, self.battle.state, choice, int(self.battle.tables.side)))
        if by_hand and not self.script:
            self._keep()
        elif by_hand:
            self.telling.clear()
        self._step(choice)

    def _chosen(self, side):
        rng = np.random.default_rng([self.kept.seed, side, len(self.choices)])
        return choose_one(self.agents[side], self.scenario.tables, self.battle.state, self.battle.mask, rng)

    def _step(self, choice):
        before = self.battle.record().copy()[0]
        self.battle.step(choice)
        self._hear(before)

    def _undo(self):
        """Back to the last question that a person answered, with the dice as they were."""
        self.marks.pop()  # the question that stands; it comes again
        if not self.marks:
            self.terminal.say("There is nothing to undo: this is your first question.")
            return
        record, answered = self.marks.pop()
        self.terminal.say(f"Undone: {self.choices[answered]}.")
        self.battle.load(record[0])
        del self.choices[answered:]
        self.telling.clear()
        for agent in self.agents:
            if hasattr(agent, "begin"):
                agent.begin()
        self._keep()

    # -- telling -------------------------------------------------------------------------------------------------------
    def _hear(self, before):
        events = self.battle.events()
        for n, event in enumerate(events):
            self.telling.add(event, self.battle.state, before, n + 1 < len(events))

    def _tell(self):
        """What happened since the last question of a person."""
        if self.telling.lines:
            self.terminal.say()
        for text in paragraphs(self.telling.lines):
            self.terminal.say(text)
        self.telling.clear()

    # -- keeping -------------------------------------------------------------------------------------------------------
    def _next_of_script(self):
        """The choice that the kept fight has here."""
        text = self.script.pop()
        try:
            choice = parse_choice(self.scenario, self.battle.state, text, int(self.battle.tables.side))
        except ValueError as error:
            raise self._misfit(f"{text!r} means nothing there ({error})") from error
        if not self.battle.mask[choice]:
            raise self._misfit(f"{text!r} is not legal there")
        return choice

    def _misfit(self, problem):
        return UserError(f"{self.save} cannot be gone on with: at its choice {len(self.choices) + 1} {problem}; give --save another name")

    def _keep(self):
        """Write the fight so far; not while a kept one is played again, so that nothing of it is lost."""
        if self.save is not None and not self.script:
            write_json(self.save, {"format": FORMAT, **self.kept._asdict(), "choices": self.choices})

    def _fight(self, winner):
        state = self.battle.state
        vigor = {key: int(state.combatants[i]["vigor"]) for i, key in enumerate(self.scenario.keys)}
        return Fight(winner, int(state.round_no), vigor, self.choices, self.kept.seed, objective_text(self.scenario))

    def _stop(self, why):
        """A Fight without a winner for `quit`, else UserError; both say how to go on."""
        where = f"in round {int(self.battle.state.round_no)}, after {len(self.choices)} choices"
        own = "; ".join(self.choices[answered] for _, answered in self.marks if answered < len(self.choices))
        if self.save is not None:
            more = f"it is kept in {self.save}, and the same command goes on with it"
        else:
            more = f"to {'come back here' if own else 'begin again'}, run: {self.kept.command()}" + (f" and enter: {own}" if own else "")
        if why is None:
            self.terminal.say(f"Stopped {where}; {more}", wrap=False)  # a command is to be copied whole
            return self._fight(None)
        raise UserError(f"{why}, and the fight is not over ({where}); {more}")


def play_by_hand(scenario, file, sides, names, seed, terminal, save=None):
    """A Fight (`judge.fight`) of which a person plays a part.

    file: the encounter as it was named. sides, names: agents and their names, enemies first; None stands for the person. save: Path or None.
    """
    human = Human(terminal)
    enemies, companions = (human if agent is None else agent for agent in sides)
    kept = Kept(file, scenario.title, scenario.signature, dict(zip(("enemies", "companions"), (name.strip() for name in names))), seed,
                scenario.dials.model_dump())
    return HumanFight(scenario, [companions, enemies], kept, terminal, save).play()
