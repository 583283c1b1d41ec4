"""Playing on a Position: an answer with its dice, from what a line says, from what was answered when asked, or from the adviser.

A line is played from its start each time that it is given one more answer; what it asks next is raised as `Asked`. So nothing changes until all of
a line is known.
"""

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.notation import choice_text, square_text

from .dice import read_dice, throw_of
from .model import CHOICE, DICE, Asked, Move, Need, TableError
from .options import REACTIONS, choice_names, question, shown
from .words import FILLERS, SQUARE, match, meant

MOST_KNOWN = 2000  # answers of the agent that are remembered
MOST_SHOWN = 20  # options that a question lists
RESTING = (k.ASK_ACTION, k.ASK_COMBATANT, k.OVER)  # questions between two actions


class Adviser:
    """An agent that gives the same position the same answer, whatever its dice: what is suggested is what `go` then does.

    It is an agent itself (`agents.base`), for plans.
    """

    def __init__(self, agent, seed=0):
        self.agent, self.seed, self.name = agent, seed, agent.name
        self._known = {}

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; `rng` is not used."""
        return np.array([self._one(tables, state, mask) for state, mask in zip(states, masks)], np.int64)

    def _one(self, tables, state, mask):
        plain = np.empty(1, state.dtype).view(np.recarray)
        plain[0] = state
        plain["dice"] = np.zeros((), plain.dtype["dice"])  # nothing that it sees tells what will be rolled
        key = (plain.tobytes(), mask.tobytes())
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = choose_one(self.agent, tables, plain[0], mask, np.random.default_rng([self.seed, 7]))
        return self._known[key]

    def notes(self, scenario):
        """What the agent's advice rests on, a list of str."""
        return self.agent.notes(scenario) if hasattr(self.agent, "notes") else []

    def pick(self, position, mask=None):
        """The agent's choice at the question of a Position, among `mask` (all legal ones when left out)."""
        return self._one(position.scenario.tables, position.state, position.battle.mask if mask is None else mask)

    def who(self, position):
        """Slot of the combatant that the agent lets act next; effects may be dismissed at that question too, which is no turn (T8.4)."""
        mask = position.battle.mask.copy()
        mask[k.A_COMBATANT + k.MAX_COMBATANTS:] = False
        return self.pick(position, mask) - k.A_COMBATANT


class Play:
    """One line being played. `moves` is what was done, `answers` what was answered when it was asked."""

    def __init__(self, position, adviser, answers=(), seed=()):
        self.position, self.adviser = position, adviser
        self.answers, self.used, self.seed = list(answers), 0, list(seed)
        self.moves, self.known = [], []
        self.rolled = False  # whether a check was rolled
        self.hit = k.NONE  # first target of the last roll

    @property
    def state(self):
        return self.position.state

    def side_of(self, i):
        """Side of combatant i, an int."""
        return int(self.position.tables.roster[i]["side"])

    # -- asking ------------------------------------------------------------------------------------------------------------
    def ask(self, need, read):
        """`read` of the next answer, which may raise TableError; Asked when there is none yet."""
        if self.used == len(self.answers):
            raise Asked(need)
        self.used += 1
        return read(self.answers[self.used - 1].strip().lower())

    def answer(self, choice, part=None):
        """Give a choice to the rules, with its dice."""
        dice = []
        while (throw := throw_of(self.position, choice, dice)) is not None:
            dice += self._dice(throw, part)
        text = "" if choice == k.NONE else choice_text(self.position.scenario, self.state, choice, int(self.position.tables.side))
        for event in self.position.advance(choice, dice):
            if event[0] == k.E_ROLL and self.hit == k.NONE:
                self.hit = event[2]
            self.rolled = self.rolled or event[0] in (k.E_ROLL, k.E_CHECK)
        self.moves.append(Move(text, tuple(dice)))

    def _dice(self, throw, part):
        if throw.named and part is not None and part.rolls:
            words, part.rolls = part.rolls, []
            return read_dice(self.position.tables, throw, words, len(part.sparks))
        if self.known and not throw.nets:
            words, self.known = self.known, []
            return read_dice(self.position.tables, throw, words)
        side = "" if throw.side == k.NONE else k.SIDE_NAMES[throw.side]
        number = self.used

        def read(text):
            if not text:
                return [int(d) for d in np.random.default_rng([*self.seed, number]).integers(1, throw.sides + 1, throw.n)]
            return read_dice(self.position.tables, throw, text.replace("+", " ").replace(",", " ").replace("total", " ").split())
        return self.ask(Need(DICE, side, throw.text, (), "roll for me"), read)

    # -- questions -----------------------------------------------------------------------------------------------------------
    def settle(self, part=None, actor=k.NONE):
        """Answer all questions of the action in progress; `part` is what a line says of it, else the adviser acts for the side of `actor`."""
        while self.state.ask not in RESTING:
            self.answer(self._decide(part, actor), part)

    def _decide(self, part, actor):
        legal, ask = self.position.legal(), int(self.state.ask)
        if len(legal) == 1:
            return legal[0]
        if ask in REACTIONS:
            return self._reaction(part, legal, ask)
        if part is None and int(self.state.asked) == self.side_of(actor):
            return self.adviser.pick(self.position)
        if part is not None and int(self.state.asked) == self.side_of(actor):
            choice = self.said(part, legal, ask)
            if choice is not None:
                return choice
        return self.question(legal)

    def default(self, legal):
        """What an empty answer means: a player's character does not react; all else is the adviser's choice."""
        if int(self.state.ask) in REACTIONS and int(self.state.asked) == k.COMPANIONS and k.A_OPTION + k.PASS in legal:
            return k.A_OPTION + k.PASS
        return self.adviser.pick(self.position)

    def question(self, legal):
        """The choice that is answered when asked in words."""
        default, names = self.default(legal), [shown(self.position, choice) for choice in legal]
        more = ("…",) if len(names) > MOST_SHOWN else ()
        need = Need(CHOICE, k.SIDE_NAMES[int(self.state.asked)], question(self.position), tuple(names[:MOST_SHOWN]) + more, shown(self.position, default))
        return self.ask(need, lambda text: self._read(text, legal, default))

    def _read(self, text, legal, default):
        words = [word for word in text.split() if word not in FILLERS]
        if not words:
            return default
        if len(words) > 1 and words[-1].isdecimal() and int(self.state.ask) == k.ASK_GUARD:
            self.known = [words.pop()]
        named = {choice: choice_names(self.position, choice) for choice in legal}
        found = match(" ".join(words), named)
        if len(found) > 1 and len({choice_names(self.position, choice) for choice in found}) == 1:
            found = found[:1]  # two of the same name: either will do
        if len(found) == 1:
            return found[0]
        if not found and SQUARE.fullmatch(words[0]) and len(words) == 1:
            raise TableError(f"{self.why_not(words[0])}; answer one of {', '.join(shown(self.position, c) for c in legal[:MOST_SHOWN])}")
        which = [shown(self.position, choice) for choice in found or legal][:MOST_SHOWN]
        raise TableError(f"{text!r} is {'not clear' if found else 'no answer'} here{'' if found else meant(words[0], named)}; answer {', '.join(which)}, "
                         f"or Enter for {shown(self.position, default)}")

    def why_not(self, square):
        """Why a square is no answer now."""
        why = self.position.battle.why(self.square_choice(square))
        return f"{square}: {k.WHY_TEXTS[why]}"

    def square_choice(self, text):
        """The choice of a square by its name; TableError off the map."""
        from envs.notation import NotationError, parse_square
        t = self.position.tables
        try:
            x, y = parse_square(text, int(t.side))
        except NotationError as error:
            raise TableError(str(error)) from None
        if x >= int(t.width) or y >= int(t.height):
            raise TableError(f"square {text!r} is outside the map, which ends at {square_text(int(t.width) - 1, int(t.height) - 1)}")
        return k.A_SQUARE + y * int(t.side) + x

    # -- reactions -----------------------------------------------------------------------------------------------------------
    def _reaction(self, part, legal, ask):
        said = None
        if part is not None and ask in (k.ASK_GUARD, k.ASK_COUNTER):
            field = "guard" if ask == k.ASK_GUARD else "counter"
            said = getattr(part, field)
            if said is not None and said != ["no"]:
                setattr(part, field, None)
        if said is None:
            return self.question(legal)
        if said == ["no"]:
            part.declined = True
            return k.A_OPTION + k.PASS
        self.known = [word for word in said if word.isdecimal()]
        dice = [word for word in said if not word.isdecimal()]
        real = [choice for choice in legal if choice != k.A_OPTION + k.PASS]
        if dice:
            real = [choice for choice in real if choice_names(self.position, choice)[0] == dice[0]]
            if not real:
                raise TableError(f"there is no guard die {dice[0]} to roll; answer {', '.join(shown(self.position, choice) for choice in legal)}")
        if ask == k.ASK_GUARD:
            return max(real, key=lambda choice: int(choice_names(self.position, choice)[0][1:]))
        best = self.adviser.pick(self.position)
        return best if best in real else real[-1]

    def said(self, part, legal, ask):
        """The choice that a line says at its own side's question; None to ask. The grammar of lines fills this in."""
        raise NotImplementedError
