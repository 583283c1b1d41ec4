"""`foemind run` at the terminal: reads lines, hands them to a `Table`, prints what came of them, and saves after every one."""

import sys
from pathlib import Path

from rich.text import Text

from envs.core import codes as k
from envs.render import legend_rows, render_rich

from .advising import own_plan
from .naming import plural
from .show import odds_table, show_title
from .show_advice import figures
from .table import TableError
from .table.edits import USES
from .table.keeper import Keeper
from .table.store import read

HELP = """A line is a turn: NAME, where it goes, what it does, on whom, and what was rolled. Unique beginnings of names will do.
  ren c4, strike gnasher 7 9       walk to c4, attempt Strike on Gnasher; the dice show 7 and 9 (one number: the total with the virtue)
  ren strike gnasher hit for 7     only the result: miss, hit (a conflict), triumph; `for 7` sets what was lost; `spark damage` spends a spark
  ren move c4 extra 1, defend      extra points; guard 5, guard d6 5, unguarded, counter: what the other side does about it
  ren c4,                          a comma at the end leaves the turn open; `end` ends it
The enemies' turn:  Enter  the suggested turn, up to its next roll     NAME  the turn of another     or a line as for the players
A question:         Enter  what stands in brackets      undo  takes the whole line back
Edits:              {}
Also:               undo [N], redo [N], suggest [NAME], map, who, log [N], save NAME, quit, help""".format(", ".join(USES.values()))


class Terminal:
    """Runs a table until the input ends. source: what to write on the command line to go on."""

    def __init__(self, table, path, console, source):
        self.table, self.path, self.console, self.source = table, Path(path), console, source
        self.keeper = Keeper(table, path)
        self.shown, self.heard = None, ""
        self.lines = sys.stdin
        self.live = sys.stdin.isatty()
        if hasattr(self.lines, "reconfigure"):
            self.lines.reconfigure(errors="replace")

    # -- the loop ----------------------------------------------------------------------------------------------------------------
    def run(self):
        """Take lines until `quit` or the end of the input."""
        self.keep()
        self.say_start()
        while True:
            self.ask()
            line = self.read()
            if line is None or line.strip().lower() in ("quit", "exit", "q"):
                break
            try:
                self.take(line.strip())
            except TableError as error:
                self.say(f"! {error}", "yellow")
        self.say(f"Saved after {self.so_far()}; go on with: foemind run {self.source}")

    def so_far(self):
        """`12 lines`: what was entered, the coin left out."""
        return plural(max(0, len(self.table.steps) - 1), "line")

    def read(self):
        """The next line; None at the end of the input."""
        if self.live:
            try:
                import readline  # noqa: F401  (lines can then be edited and called back)
            except ImportError:
                pass
            try:
                return input("> ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return None
        line = self.lines.readline()
        if line:
            self.say("> " + line.rstrip("\n"))
        return line.rstrip("\n") if line else None

    def take(self, line):
        """Do what a line says."""
        words = line.lower().split()
        word = words[0] if words else ""
        if word in ("undo", "redo") and len(words) < 3:
            return self._back(word, words[1:])
        if len(words) == 1 and word in ("log", "map", "who", "help", "?") or word == "log" and len(words) == 2:
            return {"log": self.log, "map": self.map, "who": self.who}.get(word, self.help)(words[1:])
        if word == "suggest":
            return self.suggest(" ".join(line.split()[1:]) or None)
        if word == "save":
            return self._save_as(line.split()[1:])
        outcome = self.table.apply_line(line)
        self.keep()
        if outcome.done or self.table.pending is not None:
            self._hear(" ".join(outcome.told), outcome.done)
        else:
            self.shown = None  # a monster was asked about: it is shown, also when it was before
        return None

    def _hear(self, text, done):
        """Print what is new of what a line has brought about so far."""
        self.say(text[len(self.heard) :].strip() if text.startswith(self.heard) else text)
        self.heard = "" if done else text

    def _back(self, word, numbers):
        if numbers and not numbers[0].isdecimal():
            raise TableError(f"write {word}, or {word} 3")
        count, self.heard = int(numbers[0][:6]) if numbers else 1, ""
        lines = self.table.undo(count) if word == "undo" else self.table.redo(count)
        self.keep()
        self.say(f"{'Taken back' if word == 'undo' else 'Done again'}: {'; '.join(line or 'go' for line in lines)}")

    # -- showing -------------------------------------------------------------------------------------------------------------------
    def say(self, text, style=""):
        """Print a text, if there is any."""
        if text:
            self.console.print(Text(text, style))

    def say_start(self):
        """The title, where the session is kept, and the map."""
        sc, table = self.table.scenario, self.table
        show_title(self.console, sc, table.state)
        if len(table.steps) > 1:
            self.say(f"Going on with {self.path}, {self.so_far()} in.")
        self.console.print(render_rich(sc, table.state))
        self.say("help tells what can be written.")

    def ask(self):
        """What the table waits for; at the monsters' turn what is suggested."""
        need, table = self.table.need, self.table
        now = (len(table.steps), table.pending and len(table.pending[1]), table.candidate)
        if need.kind == "turn" and need.side == "enemies" and self.shown != now:
            self.suggest(None, short=True)
            now = (len(table.steps), table.pending and len(table.pending[1]), table.candidate)
        options = f" ({', '.join(need.options)})" if need.kind == "choice" else ""
        default = f" [Enter: {need.default}]" if need.default else ""
        self.say(f"{need.text}{options}{default}", "bold")
        self.shown = now

    def suggest(self, name, short=False):
        """A monster's turn step by step and what it is worth; with odds unless `short`."""
        table, scenario = self.table, self.table.scenario
        suggestion = table.suggest(scenario.names[table.candidate] if name is None and table.candidate != k.NONE else name)
        who = scenario.keys.index(suggestion.combatant)
        self.say(f"{scenario.names[who]}'s turn, suggested by {suggestion.agent}", "bold")
        for number, sentence in enumerate(suggestion.sentences, 1):
            self.say(f"{number:>2}. {sentence}")
        if not short and suggestion.odds:
            self.console.print(odds_table(suggestion))
        self.console.print(figures(own_plan(table.position.battle, who, table.adviser, table.seed)))

    def map(self, _=()):
        """The map with the legend."""
        self.console.print(render_rich(self.table.scenario, self.table.view))

    def who(self, _=()):
        """How everybody is."""
        for _, letter, name, square, vigor, notes in legend_rows(self.table.scenario, self.table.view):
            self.say(f"{letter} {name}  {square}  vigor {vigor}  {notes}".rstrip())

    def log(self, words=()):
        """The lines so far, with what came of them; the last N."""
        steps = list(enumerate(self.table.steps))[1:]
        if words and words[0].isdecimal():
            steps = steps[-int(words[0][:6]) :]
        for number, step in steps or []:
            self.say(f"{number}. {step.line}: {' '.join(step.told)}")
        if not steps:
            self.say("Nothing has been entered yet.")

    def help(self, _=()):
        """What can be written."""
        self.say(HELP)

    # -- keeping ---------------------------------------------------------------------------------------------------------------------
    def keep(self):
        """Save the session; see `Keeper.keep`."""
        self.keeper.keep()

    def _save_as(self, names):
        if len(names) != 1:
            raise TableError("write save NAME")
        path = Path(names[0] if names[0].endswith(".json") else names[0] + ".json")
        if path.exists() and path.resolve() != self.path.resolve():
            read(path)  # only a session may be written over
        try:
            self.table.save(path)
        except OSError as error:
            raise TableError(f"{path} cannot be written ({error.strerror or error}); name another") from error
        if path.resolve() == self.path.resolve():
            self.keeper.seen()
        self.say(f"Saved as {path}.")
