"""Faults of content files: each kind has a code, each fault is one sentence that names file, entry, problem and remedy."""

from typing import NamedTuple

CODES = {
    # the file as a whole
    "C101": "the file cannot be read",
    "C102": "the file is not UTF-8 text",
    "C103": "the file is not TOML",
    "C104": "nothing tells what the file describes",
    "C105": "unknown key",
    "C106": "missing key",
    "C107": "wrong type",
    "C108": "number out of range",
    "C109": "word that is not one of the allowed ones",
    "C110": "empty text",
    "C111": "an included file cannot be read",
    "C112": "an encounter is included in another file",
    "C113": "two definitions of one id",
    "C114": "the file is empty",
    "C115": "text is too long",
    "C116": "control characters in a text",
    "C117": "an id that is not a plain word",
    "C118": "an id of the library for something else inside a creature",
    # names of other things
    "C201": "unknown creature",
    "C202": "unknown deed",
    "C203": "unknown gear",
    "C204": "unknown ruleset",
    "C205": "unknown state",
    "C206": "unknown virtue",
    "C207": "unknown action",
    "C208": "unknown ruleset number",
    "C209": "unknown library encounter",
    "C210": "a letter that is not in the roster",
    # the map
    "C301": "empty map",
    "C302": "ragged map",
    "C303": "map too large",
    "C304": "unknown sign on the map",
    "C305": "a letter on the map without a roster entry",
    "C306": "a combatant without a place",
    "C307": "a combatant with two places",
    "C308": "a letter that does not fill its creature's squares",
    "C309": "not the name of a square",
    "C310": "a square off the map",
    "C311": "two combatants on one square",
    "C312": "a combatant in a wall",
    "C313": "a legend entry that is not one sign",
    "C314": "unknown terrain",
    "C315": "a sign that is both terrain and combatant",
    "C316": "a tab on the map",
    "C317": "a roster entry that is not one letter",
    # the roster and a fight under way
    "C401": "a side without combatants",
    "C402": "too many combatants",
    "C403": "a side without standing combatants",
    "C404": "vigor above its maximum",
    "C405": "vigor of a creature that would be dead (it does not endure)",
    "C406": "vigor of a creature that would be dead (too far below 0)",
    "C407": "a defeated combatant that cannot be",
    "C408": "potency above the cap",
    "C409": "opposite states together",
    "C411": "two combatants of one name",
    "C412": "a turn of a combatant that has acted",
    "C413": "a fight under way without a round",
    "C414": "more points than a turn has",
    "C415": "an action taken twice",
    "C416": "a round without its first side",
    "C417": "a coin for a round that is past it",
    "C418": "nothing tells which side is next",
    "C419": "a next side beside a turn",
    "C422": "a spent guard die that is not there",
    "C423": "a round after the last",
    "C424": "a next side on which everybody has acted",
    "C425": "a turn of a combatant that is not standing",
    "C426": "an ambush after the first round",
    "C427": "too many items",
    "C428": "more injuries than vigor",
    "C429": "a turn of the ambushed side",
    "C430": "movement points without a move",
    "C431": "supply of an item that is not carried",
    # creatures
    "C501": "a creature without deeds",
    "C502": "too many deeds",
    "C503": "one deed twice",
    "C504": "too many guard dice",
    "C505": "not the size of a die",
    "C506": "more held than the hands can",
    "C507": "too many items on one creature",
    "C508": "a deed without its instrument",
    "C509": "a deed whose damage symbols are worth nothing",
    "C510": "a deed that costs more focus than there is",
    # deeds
    "C601": "a deed without lines",
    "C602": "too many lines",
    "C603": "a line without a verb",
    "C604": "a line with two verbs",
    "C605": "unreadable damage",
    "C606": "a potency where none belongs",
    "C607": "an attack on friends",
    "C608": "damage in an after line",
    "C609": "a before line for a target",
    "C610": "a number of targets that does not fit",
    "C612": "a gambit that deals damage",
    "C613": "an innate deed without range",
    "C614": "a range on a personal deed",
    # gear
    "C701": "ranged gear without range",
    "C702": "a catalyst without range",
    "C703": "a weapon without rating",
    "C705": "range or reach on gear that has no use for it",
    # rulesets
    "C801": "a ruleset that lacks a number, a state or an action",
    "C802": "opposites that do not agree",
    "C803": "result limits out of order",
    # known rules that this version does not play yet
    "C901": "verb not played yet",
    "C902": "targets not played yet",
    "C903": "state not played yet",
    "C904": "terrain not played yet",
    "C905": "features of creatures not played yet",
    "C906": "gear not played yet",
    "C907": "objective not played yet",
    "C908": "hidden numbers not played yet",
    "C909": "part of an encounter not played yet",
    "C910": "carried items not played yet",
    "C911": "instrument not played yet",
    "C912": "action not played yet",
    "C914": "maneuvers not played yet",
    "C915": "light not played yet",
}


class Fault(NamedTuple):
    """One fault: `code` of `CODES`, `file` and `entry` as the user wrote them, `problem` and `remedy` without full stops."""

    code: str
    file: str
    entry: str
    problem: str
    remedy: str

    def __str__(self):
        where = f"{self.file}: {self.entry}" if self.entry else self.file
        end = "" if self.remedy.endswith("?") else "."
        return f"{where}: {self.problem}; {self.remedy}{end} [{self.code}]"


class ContentError(ValueError):
    """Content that cannot be used. `faults` holds all that were found; `code`, `file`, `entry`, `problem`, `remedy` are the first one's."""

    def __init__(self, *faults):
        self.faults = list(faults)
        super().__init__("\n".join(str(f) for f in self.faults))
        self.code, self.file, self.entry, self.problem, self.remedy = self.faults[0]


class Faults(list):
    """The faults found so far; `add` appends, `settle` raises when there are any."""

    def add(self, code, file, entry, problem, remedy):
        if code not in CODES:
            raise KeyError(f"unknown fault code {code}")
        fault = Fault(code, str(file), entry, problem, remedy)
        if fault not in self:
            self.append(fault)

    def settle(self):
        if self:
            raise ContentError(*self)
