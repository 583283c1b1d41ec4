"""`Table`: a whole fight with a Judge, real dice and players' turns; the same for a terminal, a web page or a program."""

import hashlib
from pathlib import Path

from agents import agent_for
from envs.core import codes as k

from . import edits, store
from .again import again
from .course import FOLLOW, Following, read_course
from .grammar import LinePlay
from .model import OVER, TURN, AnswerError, Asked, Move, Need, Outcome, Step, TableError
from .options import shown
from .play import ROLLED, Adviser
from .position import Position
from .verbs import find_combatant
from .words import SQUARE

BEGIN, GO = "begin", "go"


def _known_roll(roll):
    if roll not in ROLLED:
        raise TableError(f"there is no {roll!r} to roll without asking; use {', '.join(ROLLED)}")
    return roll


class Table:
    """A fight of a scenario, entered line by line.

    scenario: a Scenario. seed: of dice that nobody rolls at the table. agent: who plays and advises the monsters, an agent or a name for
    `agent_for`. roll: what is rolled without asking for it (`play.ROLLED`). `steps` are the Steps that were done, `undone` those that `redo` does
    again. Every method that changes anything either does all of it or raises TableError and changes nothing.
    """

    def __init__(self, scenario, seed=0, agent="policy", roll="nothing"):
        self.scenario, self.seed, self.roll = scenario, int(seed), _known_roll(roll)
        self.agent = agent_for(scenario, agent)
        self.adviser = Adviser(self.agent, self.seed)
        self.position = Position(scenario, self.seed)
        self.steps, self.undone = [], []
        self.pending = None  # (line, answers) that waits for one more answer
        self.reached, self.reached_told = None, []  # the position of its question, a record array (1,), and what has led to it, sentences
        self.candidate = k.NONE  # the monster that was asked about last, if another than the agent's pick
        self.need = None
        self._play(BEGIN, [])

    # -- what is so now --------------------------------------------------------------------------------------------------------
    @property
    def state(self):
        """The record ENCOUNTER of the position; between two lines, or before the line that waits."""
        return self.position.state

    @property
    def view(self):
        """The record to show: of a line that waits for an answer, what it has led to so far."""
        return self.state if self.pending is None else self.reached[0]

    def digest(self):
        """sha256 in hex of the position's bytes."""
        return hashlib.sha256(self.position.snapshot().tobytes()).hexdigest()

    def actor(self):
        """Slot of the combatant whose turn is suggested: whose turn it is, who was asked about, or whom the agent lets act; NONE when it is over."""
        if self.state.ask == k.ASK_ACTION:
            return int(self.state.turn_of)
        if self.state.ask != k.ASK_COMBATANT:
            return k.NONE
        if self.candidate != k.NONE and self.position.battle.mask[k.A_COMBATANT + self.candidate]:
            return self.candidate
        return self.adviser.who(self.position)

    def suggest(self, name=None):
        """A `judge.Suggestion` for the turn that is next, or that of a combatant by name; it becomes the one that `go` plays."""
        from ..advice import SuggestError, advise

        if self.pending is not None:
            raise TableError("a question waits for its answer; answer it, or take the line back with undo")
        who = self.actor() if name is None else self._combatant(name)
        if self.state.ask == k.ASK_COMBATANT:
            self.check_able(who)
        try:
            suggestion = advise(self.position.battle, None if who == k.NONE else who, self.adviser, self.seed)
        except SuggestError as error:
            raise TableError(str(error)) from error
        self.candidate = who
        return suggestion

    def _combatant(self, name):
        words = name.lower().split()
        found, many = find_combatant(self.scenario, words)
        if len(found) != 1 or many != len(words):
            raise TableError(f"{name!r} is {'not clear' if found else 'nobody'} here; name one of {', '.join(self.scenario.names)}")
        return found[0]

    def check_able(self, who):
        """TableError unless a combatant can take its turn now."""
        if not self.position.battle.mask[k.A_COMBATANT + who]:
            why = k.WHY_TEXTS[self.position.battle.why(k.A_COMBATANT + who)]
            raise TableError(f"{self.scenario.names[who]} cannot act now: {why}; ready: {', '.join(self.need.options)}")

    def change_roll(self, roll):
        """Set what is rolled without asking; a line that waits is asked for from its start."""
        self.roll = _known_roll(roll)
        if self.pending is not None:
            undone = self.undone
            self._play(self.pending[0], [])
            self.undone = undone if self.pending is not None else []

    def change_agent(self, agent):
        """Let another agent, by a name for `agent_for`, advise from now on."""
        self.agent = agent_for(self.scenario, agent)
        self.adviser, self.candidate = Adviser(self.agent, self.seed), k.NONE

    # -- lines ---------------------------------------------------------------------------------------------------------------------
    def apply_line(self, text):
        """Take a line: an answer when one is awaited, a turn, an edit, or `go` (the suggested turn; `go NAME` that of another). Outcome."""
        text = text.strip()
        if len(text) > store.LONGEST or not text.isprintable():
            raise TableError(f"a line is up to {store.LONGEST} printable characters")
        if self.pending is not None:
            line, answers = self.pending
            return self._play(line, [*answers, text])
        words = text.lower().split()
        if self.state.ask == k.OVER:
            raise TableError("the fight is over; undo takes the last line back")
        if not words:
            if int(self.state.asked) != k.ENEMIES:
                raise TableError("write who does what, such as: NAME c4, attack NAME 14; help tells more")
            return self._play(GO, [])
        if self._names_a_monster(words):
            return Outcome(self.suggest(text).sentences, self.need, False)
        return self._play(text, [])

    def _names_a_monster(self, words):
        """Whether a line is no more than the name of one monster: that asks for its turn."""
        found, many = find_combatant(self.scenario, words)
        enemies = len(found) == 1 and int(self.position.tables.roster[found[0]]["side"]) == k.ENEMIES
        return enemies and many == len(words) and self.state.ask == k.ASK_COMBATANT

    def enter_dice(self, *dice):
        """Give the dice that are awaited: the numbers rolled, one total, or results by name; nothing to have them rolled."""
        if self.need.kind != "dice":
            raise TableError("no dice are awaited now")
        return self.apply_line(" ".join(str(die) for die in dice))

    def go(self, name=None):
        """Play the suggested turn up to the next roll, or that of a combatant by name."""
        return self.apply_line(GO if name is None else f"{GO} {name}")

    def edit(self, text):
        """Set the position right: see `edits.USES`."""
        if not edits.is_edit(text.lower().split()):
            raise TableError(f"{text!r} is no edit; write {', '.join(edits.USES.values())}")
        return self.apply_line(text)

    def _play(self, line, answers):
        """Play a line with answers from the position as it is; commit it when it needs no more."""
        before, play = self.position.snapshot(), self._new_play(answers)
        try:
            self._run(play, line)
        except Asked as asked:
            told = self.reached_told = self.position.tell()
            self.reached = self.position.snapshot()
            self.position.restore(before)
            self.pending, self.need = (line, answers), asked.need
            return Outcome(told, self.need, False)
        except ValueError as error:
            self.position.restore(before)
            if isinstance(error, AnswerError):
                raise
            text = str(error) if isinstance(error, TableError) else f"{line!r} cannot be played: {error}"
            if self.pending is not None and line != BEGIN:
                self.pending, self.need, text = None, self._rest(), f"{text}; nothing of the line is done, write it again"
            raise TableError(text) from error
        self.pending, self.undone, self.candidate = None, [], k.NONE
        return self._commit(Step(line, play.moves, self.position.tell(), before, self.position.snapshot()))

    def _new_play(self, answers):
        return LinePlay(self.position, self.adviser, answers, [self.seed, sum(len(step.moves) for step in self.steps)], self.roll)

    def _run(self, play, line):
        words = line.lower().split()
        if line == BEGIN and self.state.ask == k.NO_QUESTION:
            play.answer(k.NONE)
        elif words[0] == FOLLOW:
            play.adviser = Following(read_course(line), self.adviser, int(self.state.asked))
            self._play_turn(play, play.adviser.first(self.position) if self.state.ask == k.ASK_COMBATANT else int(self.state.turn_of))
        elif words[0] in (GO, "ok", "yes") and not (len(words) > 1 and SQUARE.fullmatch(words[1])):
            self._go(play, " ".join(words[1:]))
        elif edits.is_edit(words):
            play.moves.append(Move(edit=edits.apply(self.position, line)))
            play.answer(k.NONE)
            edits.check(self.position)
        else:
            play.play(line)
        if play.used < len(play.answers):
            raise TableError(f"{play.answers[-1]!r} answers nothing")

    def _go(self, play, name):
        """The adviser's turn, or that of a combatant by name."""
        self._play_turn(play, self._combatant(name) if name else self.actor())

    def _play_turn(self, play, who):
        """A turn up to and with the first action that is rolled for; the end of the turn too, when that is all that is left."""
        if self.state.ask == k.ASK_COMBATANT:
            self.check_able(who)
            play.answer(k.A_COMBATANT + who)
        elif who != int(self.state.turn_of):
            raise TableError(f"it is {self.scenario.names[int(self.state.turn_of)]}'s turn; end it with 'end'")
        while self.state.ask == k.ASK_ACTION and int(self.state.turn_of) == who:
            choice = play.adviser.pick(self.position)
            if play.rolled and choice != k.A_MENU + k.END_TURN:
                return
            play.answer(choice)
            if choice == k.A_MENU + k.END_TURN:
                return
            play.settle(None, who)

    def _commit(self, step):
        self.steps.append(step)
        self.need = self._rest()
        return Outcome(step.told, self.need)

    def _rest(self):
        """What the table waits for between two lines."""
        state, sc = self.state, self.scenario
        if state.ask == k.OVER:
            return Need(OVER, "", f"The fight is over: {k.WINNER_NAMES[int(state.winner)]}.")
        side, round_no = k.SIDE_NAMES[int(state.asked)], int(state.round_no)
        if state.ask == k.ASK_ACTION:
            who = int(state.turn_of)
            points = int(state.combatants[who]["points"])
            text = f"Round {round_no}: {sc.names[who]}'s turn goes on, {points} action point{'s' if points != 1 else ''} left"
            options = (sc.names[who],)
        else:
            options = tuple(shown(self.position, choice) for choice in self.position.legal() if choice < k.A_MENU)
            text = f"Round {round_no}, {side}: who does what? {', '.join(options)}"
        return Need(TURN, side, text, options, "the suggested turn" if int(state.asked) == k.ENEMIES else "")

    # -- back and forth --------------------------------------------------------------------------------------------------------
    def most_undo(self):
        """How many lines can be taken back."""
        coin = bool(self.steps) and self.roll != "all" and any(move.dice for move in self.steps[0].moves)  # one that is asked for
        return max(0, len(self.steps) - (not coin)) + (self.pending is not None and bool(self.steps))

    def undo(self, count=1):
        """Take the last lines back; one that still waits for an answer counts as the first. Returns the lines, the last one first."""
        back = [self.pending[0]] if self.pending is not None and self.steps else []
        most = self.most_undo()
        if not 1 <= count <= most:
            raise TableError("there is nothing to take back" if most < 1 else f"write undo 1 to undo {most}: so many lines can be taken back")
        self.pending, self.candidate = None, k.NONE
        for _ in range(count - len(back)):
            step = self.steps.pop()
            self.undone.append(step)
            self.position.restore(step.before)
            back.append(step.line)
        if self.steps:
            self.need = self._rest()
        else:
            self._play(BEGIN, [])  # the coin falls again
        return back

    def redo(self, count=1):
        """Do again what was taken back, with the same choices and dice. Returns the lines in order."""
        if self.pending is not None and self.pending != (BEGIN, []):
            raise TableError("a question waits for its answer; answer it, or take the line back with undo")
        if not 1 <= count <= len(self.undone):
            most = f"write redo 1 to redo {len(self.undone)}: so many lines can be done again"
            raise TableError(most if self.undone else "there is nothing to do again")
        self.pending, self.candidate = None, k.NONE
        for _ in range(count):
            step = self.undone.pop()
            self.position.restore(step.after)
            self.steps.append(step)
        self.need = self._rest()
        return [step.line for step in self.steps[-count:]]

    # -- files -----------------------------------------------------------------------------------------------------------------
    def as_dict(self):
        """Plain JSON values of the whole session."""
        pending = None if self.pending is None else {"line": self.pending[0], "answers": self.pending[1]}
        return {
            "format": store.FORMAT,
            "encounter": {"name": self.scenario.name, "title": self.scenario.title, "signature": self.scenario.signature},
            "seed": self.seed,
            "roll": self.roll,
            "steps": [step.as_dict() for step in self.steps],
            "undone": [step.as_dict() for step in self.undone],
            "pending": pending,
            "position": self.digest(),
        }

    def save(self, path):
        """Write the session to a file, as a whole."""
        store.write(Path(path), self.as_dict())

    @classmethod
    def load(cls, path, scenario, agent="policy", roll=None):
        """The Table of a session file of this scenario; `roll` as it was when left out. TableError in one sentence when it does not fit."""
        data = store.read(path)
        if data["encounter"]["signature"] != scenario.signature:
            raise TableError(
                f"session {path} belongs to {data['encounter']['name']!r} as it was when it began ({data['encounter']['signature'][:12]}), not to "
                f"{scenario.name!r} ({scenario.signature[:12]}); restore the encounter file, or name another session with --session"
            )
        table = cls(scenario, data["seed"], agent, roll or data["roll"])
        if table.roll != data["roll"] and data["pending"]:
            data["pending"]["answers"] = []  # other dice are asked for now, so it is asked from its start
        table._restore(path, data)
        return table

    def _restore(self, path, data):
        """Play the steps of a session again, those that were taken back too."""
        self.position = Position(self.scenario, self.seed)
        self.steps, self.undone, self.pending = [], [], None
        done, undone = [store.step_of(entry) for entry in data["steps"]], [store.step_of(entry) for entry in data["undone"]]
        for number, step in enumerate(done + undone[::-1], 1):
            try:
                again(self.position, step)
            except (ValueError, IndexError) as error:
                raise TableError(
                    f"session {path} does not fit this version of the rules or is damaged: line {number}, {step.line[:60]!r}, "
                    f"cannot be played again ({str(error)[:120]}); go on with the version that wrote it, or restore a copy"
                ) from error
            self.steps.append(step)
        for step in undone:
            self.position.restore(step.before)
            self.undone.append(self.steps.pop())
        if self.digest() != data["position"]:
            raise TableError(
                f"session {path} does not fit this version of the rules or is damaged: its lines lead to another position than it says; "
                "go on with the version that wrote it, or restore a copy"
            )
        self._resume(path, data["pending"])

    def _resume(self, path, pending):
        if not self.steps:
            self._play(BEGIN, [])
        else:
            self.need = self._rest()
        if pending is not None:
            undone = self.undone
            try:
                self._play(pending["line"], pending["answers"])
            except TableError as error:
                raise TableError(f"session {path} is damaged: its last question does not fit ({error}); restore a copy") from error
            self.undone = undone if self.pending is not None else []
