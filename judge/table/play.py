"""Playing on a Position: an answer with its dice, from what a line says, from what was answered when asked, or from the adviser.

A line is played from its start each time that it is given one more answer; what it asks next is raised as `Asked`. So nothing changes until all of
a line is known.
"""

import hashlib

import numpy as np

from agents.base import choose_one
from envs.core import codes as k
from envs.notation import choice_text, square_text

from .dice import read_dice, throw_of
from .model import CHOICE, DICE, AnswerError, Asked, Move, Need, TableError
from .options import REACTIONS, choice_names, question, shown
from .words import FILLERS, SQUARE, match, meant

MOST_KNOWN = 2000  # answers of the agent that are remembered
MOST_SHOWN = 20  # options that a question lists
ROLLED = ("nothing", "small", "enemies", "all")  # what is rolled without asking: small dice; those of the enemies and small ones; all
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
        key = hashlib.blake2b(plain.tobytes() + mask.tobytes(), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = choose_one(self.agent, tables, plain[0], mask, np.random.default_rng([self.seed, 7]))
        return self._known[key]

    def known(self):
        """What it has answered so far, for another Adviser of the same agent and seed."""
        return dict(self._known)

    def learn(self, known):
        """Give from now on the answers that another one gave (`known`), so that what was suggested elsewhere is what `go` does here."""
        self._known.update(known)

    def notes(self, scenario):
        """What the agent's advice rests on, a list of str."""
        return self.agent.notes(scenario) if hasattr(self.agent, "notes") else []

    def pick(self, position, mask=None):
        """The agent's choice at the question of a Position, among `mask` (all legal ones when left out)."""
        return self._one(position.scenario.tables, position.state, position.battle.mask if mask is None else mask)

    def who(self, position):
        """Slot of the combatant that the agent lets act next; effects may be dismissed at that question too, which is no turn (T8.4)."""
        mask = position.battle.mask.copy()
        mask[k.A_COMBATANT + k.MAX_COMBATANTS :] = False
        return self.pick(position, mask) - k.A_COMBATANT


class Play:
    """One line being played. `moves` is what was done, `answers` what was answered when it was asked."""

    def __init__(self, position, adviser, answers=(), seed=(), unasked="nothing"):
        self.position, self.adviser, self.unasked = position, adviser, unasked
        self.answers, self.used, self.seed = list(answers), 0, list(seed)
        self.moves, self.known, self.course = [], [], []
        self.thrown = 0  # throws that were made for the Judge
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
        """`read` of the next answer; AnswerError when it does not fit, Asked when there is none yet."""
        if self.used == len(self.answers):
            raise Asked(need)
        self.used += 1
        try:
            return read(self.answers[self.used - 1].strip().lower())
        except TableError as error:
            raise AnswerError(str(error)) from error

    def answer(self, choice, part=None):
        """Give a choice to the rules, with its dice."""
        throws = []
        while (throw := throw_of(self.position, choice, [die for dice in throws for die in dice])) is not None:
            throws.append(tuple(self._dice(throw, part)))
        text = "" if choice == k.NONE else choice_text(self.position.scenario, self.state, choice, int(self.position.tables.side))
        for event in self.position.advance(choice, throws):
            if event[0] == k.E_ROLL and self.hit == k.NONE:
                self.hit = event[2]
            self.rolled = self.rolled or event[0] in (k.E_ROLL, k.E_CHECK)
        self.moves.append(Move(text, tuple(throws)))

    def _dice(self, throw, part):
        if throw.named and part is not None and part.rolls:
            words, part.rolls = part.rolls, []
            return read_dice(self.position.tables, throw, words, len(part.sparks))
        if self.known and not throw.nets:
            words, self.known = self.known, []
            return read_dice(self.position.tables, throw, words)
        side = "" if throw.side == k.NONE else k.SIDE_NAMES[throw.side]

        def read(text):
            if not text:
                self.thrown += 1
                return [int(d) for d in np.random.default_rng([*self.seed, self.thrown]).integers(1, throw.sides + 1, throw.n)]
            return read_dice(self.position.tables, throw, text.replace("+", " ").replace(",", " ").replace("total", " ").split())

        if self._goes_unasked(throw):
            return read("")
        return self.ask(Need(DICE, side, throw.text, (), "roll for me", (throw.n, throw.sides), bool(throw.nets)), read)

    def _goes_unasked(self, throw):
        """Whether a throw is made without asking for it; see `ROLLED`."""
        if self.unasked == "all":
            return True
        return (throw.small and self.unasked != "nothing") or (self.unasked == "enemies" and throw.side == k.ENEMIES)

    # -- questions -----------------------------------------------------------------------------------------------------------
    def settle(self, part=None, actor=k.NONE):
        """Answer all questions of the action in progress; `part` is what a line says of it, else the adviser acts for the side of `actor`."""
        while self.state.ask not in RESTING:
            self.answer(self._decide(part, actor), part)

    def _decide(self, part, actor):
        legal, ask = self.position.legal(), int(self.state.ask)
        own = part is not None and int(self.state.asked) == self.side_of(actor)
        if len(legal) == 1 and not own:
            return legal[0]
        if self.course and self.course[0] in legal:
            return self.course.pop(0)
        self.course = []
        if ask in REACTIONS:
            return self._reaction(part, legal, ask)
        if part is None and int(self.state.asked) == self.side_of(actor):
            return self.adviser.pick(self.position)
        choice = self.said(part, legal, ask) if own else None  # also where there is one answer: a line may name it, or another
        if choice is None:
            choice = legal[0] if len(legal) == 1 else self.question(legal)
        return choice

    def default(self, legal):
        """What an empty answer means: a player's character does not react; all else is the adviser's choice."""
        if int(self.state.ask) in REACTIONS and int(self.state.asked) == k.COMPANIONS and k.A_OPTION + k.PASS in legal:
            return k.A_OPTION + k.PASS
        if int(self.state.ask) == k.ASK_RECOVER and int(self.state.asked) == k.COMPANIONS:
            return self._enough(legal)
        return self.adviser.pick(self.position)

    def _enough(self, legal):
        """As many recoveries as leave nothing missing, of those that may be spent."""
        c = self.state.combatants[int(self.state.asker)]
        each = -(-int(c["max_vigor"]) // int(self.position.tables.rules.recovery_divisor))
        return min(legal[-1], max(legal[0], k.A_AMOUNT - (int(c["vigor"]) - int(c["max_vigor"])) // each))

    def question(self, legal):
        """The choice that is answered when asked in words."""
        default, names = self.default(legal), list(dict.fromkeys(shown(self.position, choice) for choice in legal))
        more = ("…",) if len(names) > MOST_SHOWN else ()
        need = Need(
            CHOICE, k.SIDE_NAMES[int(self.state.asked)], question(self.position), tuple(names[:MOST_SHOWN]) + more, shown(self.position, default)
        )
        return self.ask(need, lambda text: self._read(text, legal, default))

    def _read(self, text, legal, default):
        words = [word for word in text.split() if word not in FILLERS]
        if int(self.state.ask) in REACTIONS and words:
            words = ["no" if word == "unguarded" else word for word in words if word not in ("guard", "counter")] or ["yes"]
        if not words:
            return default
        if words == ["yes"] and default != k.A_OPTION + k.PASS and k.A_OPTION + k.YES not in legal:
            return default
        if len(words) > 1 and words[-1].isdecimal() and int(self.state.ask) == k.ASK_GUARD:
            self.known = [words.pop()]
        if len(words) == 1 and words[0].isdecimal() and int(self.state.ask) == k.ASK_GUARD:
            self.known = words
            return default if default != k.A_OPTION + k.PASS else self._largest(legal)
        named = {choice: choice_names(self.position, choice) for choice in legal}
        found = match(" ".join(words), named)
        if len(found) > 1 and len({choice_names(self.position, choice) for choice in found}) == 1:
            found = found[:1]  # two of the same name: either will do
        if len(found) == 1:
            return found[0]
        if not found and len(words) == 1 and SQUARE.fullmatch(words[0]) and any(choice >= k.A_SQUARE for choice in legal):
            if self.set_course(self.square_choice(words[0])):
                return self.course.pop(0)
            raise TableError(f"{self.why_not(words[0])}; answer one of {', '.join(shown(self.position, c) for c in legal[:MOST_SHOWN])}")
        which = [shown(self.position, choice) for choice in found or legal][:MOST_SHOWN]
        raise TableError(
            f"{text!r} is {'not clear' if found else 'no answer'} here{'' if found else meant(words[0], named)}; answer {', '.join(which)}, "
            f"Enter for {shown(self.position, default)}, or undo to take the line back"
        )

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

    def set_course(self, target):
        """Find the squares of a forced movement, or of a path, that ends on a square further away; whether there are any."""
        ask = int(self.state.ask)
        ways = [[]] if ask in (k.ASK_FORCE, k.ASK_PATH) else []
        seen = set()
        for way in ways:  # grows while it is read: the shortest come first
            clone = self.position.clone()
            for choice in way:
                clone.step(choice)
            if way and int(clone.ask) != ask:
                continue
            legal = [choice for choice in clone.legal() if choice >= k.A_SQUARE]
            if target in legal:
                self.course = [*way, target]
                return True
            ways += [[*way, choice] for choice in legal if choice not in seen and len(way) < k.MAX_CHAIN]
            seen.update(legal)
        return False

    # -- reactions -----------------------------------------------------------------------------------------------------------
    def _reaction(self, part, legal, ask):
        said = None
        if part is not None and ask in (k.ASK_GUARD, k.ASK_COUNTER):
            field = "guard" if ask == k.ASK_GUARD else "counter"
            said = getattr(part, field)
            if said is not None and said != ["no"]:
                setattr(part, field, None)
        if said is None and part is not None and part.loss is not None and ask == k.ASK_GUARD:
            return k.A_OPTION + k.PASS  # the Judge says what was lost in the end
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
            return self._largest(real)
        best = self.adviser.pick(self.position)
        return best if best in real else real[-1]

    def _largest(self, choices):
        """The guard die with the most sides."""
        dice = [choice for choice in choices if choice != k.A_OPTION + k.PASS]
        return max(dice, key=lambda choice: int(choice_names(self.position, choice)[0][1:]))

    def said(self, part, legal, ask):
        """The choice that a line says at its own side's question; None to ask. The grammar of lines fills this in."""
        raise NotImplementedError
