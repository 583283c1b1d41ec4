"""A sentence to read at the table: what the players see the monster do. Made from a few phrases by what the plan is for and how; the seed picks."""

from zlib import crc32

from agents.kernels.role_table import ROLE_NAMES, role_of
from envs.core import codes as k

from .naming import listed

_MANNER = {  # by the role that its kit shows
    "brute": ("all weight and no hurry", "shoulders first", "with a grunt"),
    "skirmisher": ("quick and low", "on light feet", "before anyone has turned"),
    "artillery": ("with one eye shut", "calm as a craftsman", "taking its time"),
    "controller": ("with a thin smile", "watching everyone", "without haste"),
    "leader": ("with a voice that carries", "one hand raised", "sure of its own"), "lurker": ("out of the corner of the eye", "without a sound",
                                                                                               "from where nobody looked"),
    "swarm": ("one among many", "all teeth", "in a rush"), "solo": ("and the ground knows it", "slow as a door", "as if it were alone here")}
_HOW = {  # how a deed reaches its target
    "near": ("{who} closes on {whom}, {manner}", "{who} comes at {whom}, {manner}", "{who} turns on {whom}, {manner}"),
    "far": ("{who} picks out {whom} across the field, {manner}", "{who} takes aim at {whom}, {manner}",
            "Something flies from {who} to {whom}, {manner}"),
    "spell": ("The air bends between {who} and {whom}", "{who} speaks to {whom} in no tongue that you know, {manner}",
              "Light goes crooked around {who} and bends toward {whom}"),
    "area": ("{who} reaches for all of you at once, {manner}: {whom} in the thick of it", "Everything around {whom} is suddenly {who}'s, {manner}",
             "{who} makes room for itself, and {whom} stands in it")}
_FINISH = (" - it means to end this", " - it has seen the blood", ", and this time it is meant to be the last")
_PLAIN = {
    "help": ("{who} looks to its own, {manner}", "{who} calls something to its fellows, {manner}", "{who} makes an opening for another, {manner}"),
    "heal": ("{who} breathes in, and what was torn holds again", "{who} gathers what was spilled, {manner}", "{who} mends what you broke, {manner}"),
    "objective": ("{who} pays you no mind: it has somewhere to be", "{who} goes for what it came for, {manner}",
                  "{who} does what it was sent to do, {manner}"),
    "defend": ("{who} draws itself in and waits for you", "{who} gives you nothing to hit, {manner}",
               "{who} sets its feet and looks from one to the next"),
    "withdraw": ("{who} gives ground, {manner}", "{who} slips back out of your reach, {manner}", "{who} thinks better of it and backs away"),
    "approach": ("{who} comes on, {manner}", "{who} shortens the way between you, {manner}", "{who} is nearer than it was, {manner}"),
    "wait": ("{who} stands and watches, {manner}", "{who} does not move; you wish that it would", "{who} bides its time, {manner}")}
LONGEST = 90  # characters of a deed's own prose that are added


def read_aloud(scenario, who, found, seed):
    """The sentence for a plan (`planning.Found`)."""
    draw = _Draw(f"{seed} {found.mark.text()}")
    name = scenario.names[who]
    manner = draw(_MANNER[ROLE_NAMES[int(getattr(role_of, "py_func", role_of)(scenario.tables[0], who))]])
    own = ("", scenario.keys[who])
    step = next((step for step in found.steps if step.deed[:1] == (who,) and any(roll.target not in own for roll in step.rolls)), None)
    foes = [] if step is None else [roll.on for roll in step.rolls if roll.target not in own]
    if found.mark.purpose in _PLAIN or not foes:
        text = draw(_PLAIN.get(found.mark.purpose, _PLAIN["wait"])).format(who=name, manner=manner)
        return f"{text}."
    text = draw(_HOW[_reaches(scenario, step)]).format(who=name, whom=listed(foes), manner=manner)
    text += draw(_FINISH) if found.mark.purpose == "finish" else ""
    prose = " ".join(scenario.texts.get(f"deed:{scenario.deed_keys[step.deed[1]]}", "").split()).rstrip(".")
    if 0 < len(prose) <= LONGEST and ". " not in prose:
        text += f": {prose[:1].lower()}{prose[1:]}"
    return f"{text}."


class _Draw:
    """Picks from tuples, the same for the same text."""

    def __init__(self, text):
        self.word = crc32(text.encode())

    def __call__(self, options):
        self.word = crc32(self.word.to_bytes(4, "little"))
        return options[self.word % len(options)]


def _reaches(scenario, step):
    row = scenario.tables[0].deeds[step.deed[1]]
    if step.area is not None:
        return "area"
    if int(row["instrument"]) in (k.RANGED, k.TOOL):
        return "far"
    return "spell" if int(row["instrument"]) == k.SPELL else "near"
