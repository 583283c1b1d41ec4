"""What tells one plan from another: who acts, what it does to whom, where it ends and to what purpose, as one line of text."""

from typing import NamedTuple

from envs.core import codes as k
from envs.notation import NotationError, parse_square

PURPOSES = ("strike", "finish", "hinder", "help", "heal", "objective", "defend", "withdraw", "approach", "wait")
_ALIKE = {"finish": "strike"}  # the same intention
PLAIN = (k.END_TURN, k.MOVE, k.WALK, k.DEED, k.MANEUVER)  # entries of the menu that say nothing by themselves


class Mark(NamedTuple):
    """combatant: key. deeds: sorted texts `rake>mira+ren`, other actions with a plus: `+defend`. end: a square. purpose: one of PURPOSES."""

    combatant: str
    deeds: tuple
    end: str
    purpose: str

    def text(self):
        """`ogre|+defend,rake>mira|c4|strike`."""
        return "|".join((self.combatant, ",".join(self.deeds), self.end, self.purpose))

    def differs(self, other):
        """Whether two plans are clearly different: in who acts, deed, target or purpose, or by more than a step in where they end.

        What else is done beside a deed with a point that is left makes no clear difference.
        """
        if (self.combatant, self.main(), _alike(self.purpose)) != (other.combatant, other.main(), _alike(other.purpose)):
            return True
        (x, y), (u, v) = parse_square(self.end), parse_square(other.end)
        return max(abs(x - u), abs(y - v)) > 1


    def main(self):
        """The deeds, or where there is none the other actions."""
        return tuple(deed for deed in self.deeds if deed[0] != "+") or self.deeds


def _alike(purpose):
    return _ALIKE.get(purpose, purpose)


def read_mark(text):
    """The Mark of a text; ValueError in one sentence when it is none."""
    parts = text.split("|") if isinstance(text, str) else ()
    try:
        if len(parts) == 4 and parts[3] in PURPOSES:
            parse_square(parts[2])
            return Mark(parts[0], tuple(part for part in parts[1].split(",") if part), parts[2], parts[3])
    except NotationError:
        pass
    raise ValueError(f"{text!r} is no mark of a plan; take the `mark` of a plan that was given")


def deeds_of(scenario, who, steps):
    """What a plan does, sorted texts: each deed of its own with its targets, and the entries of the menu that are no deed."""
    done = {}
    for step in steps:
        for event in step.events:
            if event[0] == k.E_DEED and event[1] == who:
                done.setdefault(scenario.deed_keys[int(event[2])], set())
            elif event[0] == k.E_ROLL and event[1] == who and step.deed[0] == who:
                done.setdefault(scenario.deed_keys[step.deed[1]], set()).add(scenario.keys[int(event[2])])
            elif event[0] == k.E_ACTION and event[1] == who and int(event[2]) not in PLAIN:
                done.setdefault(_entry(scenario, who, int(event[2])), set())
    return tuple(sorted(f"{name}>{'+'.join(sorted(whom))}" if whom else name for name, whom in done.items()))


def _entry(scenario, who, entry):
    own = scenario.action_names[who]
    return "+" + (own[entry - k.OWN_ACTION].casefold() if k.OWN_ACTION <= entry < k.OWN_ACTION + len(own) else k.MENU_NAMES[entry])
