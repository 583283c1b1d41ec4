"""A turn that was chosen beforehand, in text notation: followed as long as the dice let it, then the adviser goes on."""

from envs.core import codes as k
from envs.notation import NotationError, parse_choice

from .model import TableError

FOLLOW = "follow"  # a line: `follow take ogre; deed rake; target mira`
MOST = 200  # choices


def course_line(choices):
    """The line that plays a plan's choices."""
    return f"{FOLLOW} {'; '.join(choices)}"


def read_course(line):
    """The choices of such a line, texts; TableError when it names none."""
    choices = [text.strip() for text in line.partition(" ")[2].split(";") if text.strip()]
    if not 0 < len(choices) <= MOST:
        raise TableError(f"write the choices of a plan after {FOLLOW}, such as: {FOLLOW} take ogre; deed rake; target mira; end turn")
    return choices


class Following:
    """An Adviser that answers its side's questions from a course as long as that says anything, else as another Adviser does.

    What comes before the next action is looked at for a question within an action; at an action whatever is not legal any more is passed over.
    """

    def __init__(self, choices, adviser, side):
        self.choices, self.adviser, self.side, self.place, self.name = choices, adviser, side, 0, adviser.name

    def pick(self, position, mask=None):
        """The choice at the question of a Position, see `Adviser.pick`."""
        state = position.state
        if int(state.asked) == self.side:
            for n in range(self.place, len(self.choices)):
                choice = self._read(position, self.choices[n])
                if choice is not None and (position.battle.mask if mask is None else mask)[choice]:
                    self.place = n + 1
                    return choice
                if choice is not None and k.A_MENU <= choice < k.A_DEED and state.ask != k.ASK_ACTION:
                    break
        return self.adviser.pick(position, mask)

    @staticmethod
    def _read(position, text):
        try:
            return parse_choice(position.scenario, position.state, text, int(position.tables.side))
        except NotationError:
            return None

    def first(self, position):
        """Slot of the combatant that the course begins with, at the question of who acts. TableError when it cannot act now."""
        choice = self._read(position, self.choices[0])
        if choice is None or choice >= k.A_MENU or not position.battle.mask[choice]:
            raise TableError(f"{self.choices[0]!r} cannot begin a turn now; ask for another suggestion")
        self.place = 1
        return choice - k.A_COMBATANT
