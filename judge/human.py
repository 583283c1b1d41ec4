"""The agent `human`: a person at the terminal, to whom each question is put in words, with the map and what is possible now."""

import sys

import numpy as np
from rich.table import Table
from rich.text import Text

from agents.arena.errors import shown
from envs.core import codes as k
from envs.render import ground_legend, render_text, rich_legend, rich_map

from .asking import question_text
from .choices import has_squares, square_lines, squares_of
from .cli_base import UserError
from .entry import EntryError, Question
from .show import show_title

HELP = """Answer with a number of the list, a square (c4), a letter of the map,
the beginning of a name, or notation (target ogre).
Several answers go on one line with ; between them.
?      this help
map    the map again
why X  why X is not possible
why    the reasons for all that is not possible
undo   back to your last question; the same
       answers then roll the same dice
quit   stop, and learn how to go on"""


class Undo(Exception):
    """The person wants its last question again."""


class Stopped(Exception):
    """The person stops. why: None where it typed `quit`, else what happened."""

    ENDED = "the input ended"

    def __init__(self, why=None):
        super().__init__(why or "stopped")
        self.why = why


class Terminal:
    """Where a person reads and types. Lines come from standard input; without a terminal they are printed again, for the transcript."""

    def __init__(self, console):
        self.console, self.waiting = console, []
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are a wrong entry, not a fault

    def say(self, what="", wrap=True):
        """Print a text or something that Rich draws. wrap: whether lines fold at the terminal's width."""
        self.console.print(Text(what) if isinstance(what, str) else what, soft_wrap=not wrap)

    def read(self):
        """The next entry, without spaces around it. Stopped at the end of the input."""
        if not self.waiting:
            self.waiting = [part.strip() for part in self._line().split(";")]
        return self.waiting.pop(0)

    def _line(self):
        self.console.print("> ", end="")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self.console.print(Text(shown(line.rstrip("\r\n"))))
        if not line:
            raise Stopped(Stopped.ENDED)
        return line.rstrip("\r\n")

    def forget(self):
        """Drop what stands on the line behind an entry that went wrong."""
        self.waiting = []


class Human:
    """A person as an agent (agents.base). `meet` tells it which scenario its questions are of."""

    name, reproducible = "human", False

    def __init__(self, terminal):
        self.terminal, self.scenario, self._seen = terminal, None, None

    def meet(self, scenario):
        """The questions that follow are of this scenario."""
        self.scenario, self._seen = scenario, None

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), asked one after the other. Undo and Stopped end it early."""
        return np.array([self._ask(tables[int(state.scenario)], state, np.asarray(mask, bool)) for state, mask in zip(states, masks)], np.int64)

    # -- showing -------------------------------------------------------------------------------------------------------
    def show_map(self, state, always=False):
        """The map and how everybody is, where it is not what was shown last."""
        text = render_text(self.scenario, state)
        if text == self._seen and not always:
            return
        say = self.terminal.say
        say()
        say(rich_map(self.scenario, state), wrap=False)
        legend = ground_legend(self.scenario, state)
        if legend and (self._seen is None or always):
            say(Text(legend, style="grey62"))
        say(rich_legend(self.scenario, state))
        self._seen = text

    def _put(self, question):
        """The map where it has changed, the question and what is possible."""
        say = self.terminal.say
        self.show_map(question.state)
        say()
        say(Text(f"[{k.SIDE_NAMES[int(question.state.asked)]}] {question_text(self.scenario, question.state)}", style="bold"))
        if has_squares(question.state):
            for line in square_lines(squares_of(self.scenario, question.mask)):
                say(f"  {line}")
        if question.counts:
            say("  " + ", ".join(e.names[0] for e in question.legal))
            return
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
        for number, entry in enumerate(question.legal, 1):
            table.add_row(Text(f"{number:>2}."), Text(entry.names[0]), Text(entry.note, style="grey62"))
        if question.legal:
            say(table)

    # -- asking --------------------------------------------------------------------------------------------------------
    def _ask(self, tables, state, mask):
        question = Question(self.scenario, tables, state, mask)
        put = not self.terminal.waiting  # what stands on the line already answers unseen
        if put:
            self._put(question)
        while True:
            text = self.terminal.read()
            try:
                if not self._command(text, question):
                    return question.read(text)
            except EntryError as error:
                self.terminal.forget()
                if not put:
                    self._put(question)
                self.terminal.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            put = True

    def _command(self, text, question):
        """Whether an entry was a command, which is then done. Undo and Stopped leave the question."""
        word, _, rest = text.partition(" ")
        word = word.casefold()
        if word == "undo" and not rest:
            raise Undo
        if word in ("quit", "exit") and not rest:
            raise Stopped
        if word == "map" and not rest:
            self.show_map(question.state, always=True)
            self._put(question)
        elif word == "why":
            self._why(question, rest.strip())
        elif text == "?":
            for line in HELP.splitlines():
                self.terminal.say(line)
        elif not text:
            self._put(question)
        else:
            return False
        return True

    def _why(self, question, text):
        if text:
            self.terminal.say(question.explain(text))
            return
        reasons = question.all_reasons()
        for name, reason in reasons:
            self.terminal.say(f"{name}: {reason}")
        if not reasons:
            self.terminal.say("Whatever has a name here is possible; of a square ask for instance: why c4")


class Solver(Human):
    """A person that solves puzzles: each question stands alone, so nothing can be undone."""

    def meet(self, scenario):
        """The next puzzle: its title, and what a side is after."""
        super().meet(scenario)
        self.terminal.say()
        show_title(self.terminal.console, scenario, scenario.initial[0])

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,); UserError where the person stops."""
        while True:
            try:
                return super().choose(tables, states, masks, rng)
            except Undo:
                self.terminal.say("A puzzle is one question: there is nothing to undo.")
            except Stopped as stop:
                raise UserError(f"{stop.why or 'stopped'}, and the puzzles are not all answered, so there is no score; --only NAME asks one puzzle "
                                "or the puzzles of one mechanic") from None
