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
    "C119": "keys of the encounter below a table",
    "C120": "too many entries",
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
    "C211": "a link to an unknown feature",
    "C212": "unknown calling",
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
    # features, objectives, effects and things on the map
    "C318": "a feature without exactly one place",
    "C319": "a feature on no square or on too many",
    "C320": "a state that a feature cannot have",
    "C321": "a key that this kind of feature does not use",
    "C322": "a light without radius",
    "C323": "a hazard that does nothing",
    "C325": "an objective that lacks something",
    "C326": "a key that this objective does not use",
    "C328": "an aura with a square, or another effect without one",
    "C330": "an effect of somebody who is defeated",
    "C331": "something in a wall",
    "C332": "two features on one square",
    "C333": "a closed door or an object where somebody stands",
    "C334": "an escape without an exit",
    "C335": "more to escape than there are",
    "C336": "an objective about the wrong combatant",
    # the roster and a fight under way
    "C401": "a side without combatants",
    "C402": "too many combatants, or too many deeds of theirs",
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
    "C425": "a turn of a combatant that is not standing or not there yet",
    "C426": "an ambush after the first round",
    "C427": "too many items",
    "C428": "more injuries than vigor",
    "C429": "a turn of the ambushed side",
    "C430": "movement points without a move",
    "C431": "supply of an item that is not there",
    "C432": "a supply die that cannot be",
    "C433": "a free choice among the actions taken",
    "C434": "more free actions than a turn has",
    "C435": "a deed and a maneuver in one turn",
    "C436": "held rounds that cannot be",
    "C437": "a grab or a taunt by somebody who cannot",
    "C438": "taunted without a taunter, or a taunter without taunted",
    "C439": "more grabs than free hands",
    "C440": "a roster entry that is both a creature and a companion",
    "C441": "a companion without an attack",
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
    "C511": "too many actions of its own",
    "C512": "a maneuver among the deeds",
    "C513": "a threat and a level together",
    "C514": "a role that does not go with a threat or a level",
    "C515": "a deed of its own that nothing uses",
    "C516": "a preference twice",
    # deeds
    "C601": "a deed without lines",
    "C602": "too many lines",
    "C603": "a line without a verb",
    "C604": "a line with two verbs",
    "C605": "unreadable damage",
    "C606": "a number or word that its verb does not use",
    "C607": "an attack on friends",
    "C608": "damage in an after line",
    "C609": "a before line for a target",
    "C610": "a number of targets that does not fit",
    "C612": "a gambit or maneuver that deals damage",
    "C613": "an innate deed without range",
    "C614": "a range on a deed that starts at its user",
    "C615": "a receiver that its verb cannot have",
    "C616": "an effect that cannot give a state or choose whom it reaches",
    "C617": "sparks of a maneuver",
    "C618": "lines that never happen",
    "C619": "an effect on a path or a spell burst",
    "C620": "an effect of an area deed that does not fill it",
    "C621": "harmful where it cannot be otherwise",
    "C622": "an area without its targets, or the other way round",
    "C623": "an area without size, or a size without area",
    "C624": "a burst without its instrument",
    # gear
    "C701": "ranged gear without range",
    "C702": "a catalyst without range",
    "C703": "a weapon without rating",
    "C705": "range or reach on gear that has no use for it",
    "C706": "a light without radius, or a radius without light",
    "C707": "a concoction without a deed",
    "C708": "gear with a deed that does not suit it",
    # rulesets
    "C801": "a ruleset that lacks a number, a state or an action",
    "C802": "opposites that do not agree",
    "C803": "result limits out of order",
    "C804": "a maneuver that is none",
    "C805": "too many maneuvers",
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
