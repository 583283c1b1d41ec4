"""From a plan to the tables: rows of deeds, gear, roster and map, names, signatures."""

from collections import namedtuple
from functools import lru_cache

from ..core import codes as k
from ..core.forecast import fill_kit
from ..core.odds import fill_odds
from ..core.record import DEED, LINE, new_tables
from ..core.sight import fill_sight
from .companion import gear_of
from .features import COLUMN, deed_features
from .fixtures import fill_fixtures, fill_objective
from .initial import fill_initial
from .rows import fill_deeds, fill_gear, fill_roster
from .ruleset import digest, fill_rules, rules_digest
from .scenario import Scenario
from .schema_character import persona
from .words import slug

RULE_FIELDS = ("rules", "states", "actions", "blinding", "odds")  # of the tables: what the ruleset alone decides
PlainDeed, PlainLine = namedtuple("PlainDeed", DEED.names), namedtuple("PlainLine", LINE.names)
SMALL_BOARD = 16  # boards are padded to 16 x 16 squares where they fit, else to 32 x 32


def compile_plan(encounter, plan, board, fixtures, ruleset, numbers, name, file):
    """The Scenario of a checked plan."""
    tables = new_tables(1)
    t = tables[0]
    rules, rules_signature = _rules(_Same(ruleset), tuple(numbers.items()))
    for field in RULE_FIELDS:
        t[field] = rules[field]
    deed_rows = fill_deeds(t, plan.deeds, numbers)
    gear_rows = fill_gear(t, plan.gear, deed_rows)
    fill_roster(t, plan, deed_rows)
    _fill_map(t, board)
    fill_fixtures(t, fixtures)
    _fill_changes(t, encounter, plan, board)
    _fill_clock(t, encounter.fight)
    fill_objective(t, encounter.objective, fixtures.goal, [s.letter for s in plan.slots])
    t.hidden_numbers = int(encounter.hidden_numbers)
    initial = fill_initial(t, encounter, plan, board, fixtures, gear_rows)
    _fill_features(t)
    fill_kit(t, initial[0])
    return Scenario(
        name=name, title=encounter.title, file=file, tables=tables, initial=initial,
        names=[s.name for s in plan.slots], keys=[s.key for s in plan.slots], letters=[s.letter for s in plan.slots],
        deed_names=[d.name for d in plan.deeds.values()], deed_keys=[slug(i) for i in plan.deeds],
        gear_names=[g.name for g in plan.gear.values()], gear_keys=[slug(gear_of(i)) for i in plan.gear],
        feature_names=[name.replace("_", " ") for name, *_ in fixtures.features], action_names=[[a.name for a in s.creature.actions] for s in plan.slots],
        signature=_signature(encounter, plan, board, fixtures, rules_signature), rules_signature=rules_signature,
        texts=_texts(encounter, plan), characters=[persona(s.creature, s.entry) for s in plan.slots], dials=encounter.dials)


class _Same:
    """A ruleset as a key: the same object, not an equal one."""

    def __init__(self, ruleset):
        self.ruleset = ruleset

    def __hash__(self):
        return id(self.ruleset)

    def __eq__(self, other):
        return self.ruleset is other.ruleset


@lru_cache(maxsize=8)
def _rules(same, numbers):
    """(row of tables with the fields of the rules filled, signature of the rules): most encounters share them."""
    t = new_tables(1)[0]
    fill_rules(t, same.ruleset, dict(numbers))
    fill_odds(t.odds)
    return t, rules_digest(same.ruleset, dict(numbers))


def _fill_features(t):
    """Write what each deed does as features. Rows are read as plain tuples: attributes of records are slow."""
    written, good = t.deeds["features"], t.states["good"].tolist()
    for i, row in enumerate(t.deeds[:t.n_deeds].tolist()):
        deed = PlainDeed(*row)
        deed = deed._replace(lines=[PlainLine(*line) for line in deed.lines[:deed.n_lines]])
        for name, value in deed_features(deed, good).items():
            written[i, COLUMN[name]] = value


def _fill_map(t, board):
    t.width, t.height = board.width, board.height
    t.side = SMALL_BOARD if max(board.width, board.height) <= SMALL_BOARD else k.MAX_SIDE
    t.terrain[:len(board.terrain)] = board.terrain
    fill_sight(t.terrain, board.width, board.height, t.sight)


def _fill_changes(t, encounter, plan, board):
    """What the core may leave out: ground that cannot change, light that is everywhere, sight that only the map decides."""
    made = {line.effect for deed in plan.deeds.values() for _, line in deed.lines if line.effect is not None} | {e.kind for e in encounter.effects}
    t.changing = int(bool(made or encounter.features))
    t.darkness = int("darkness" in made or any(bits & k.DARK for bits in board.terrain))
    t.plain_sight = int(t.changing == 0 and all(s.creature.size < 2 for s in plan.slots))


def _fill_clock(t, fight):
    t.first_coin = k.NONE if fight.first_coin is None else k.SIDE_NAMES.index(fight.first_coin)
    t.ambushed = k.NONE if fight.ambushed is None else k.SIDE_NAMES.index(fight.ambushed)


def _texts(encounter, plan):
    texts = {"encounter": encounter.text}
    texts.update({f"creature:{name}": c.text for name, c in plan.creatures.items()})
    texts.update({f"deed:{name}": d.text for name, d in plan.deeds.items()})
    return texts


def _signature(encounter, plan, board, fixtures, rules_signature):
    """sha256 of all that decides the play and its text forms; prose does not count, nor how a combatant is played."""
    prose = {"text", "type", "role", "threat", "level", "character"}
    places = {"at", "squares", "sign"}  # the resolved squares stand beside
    return digest({
        "rules": rules_signature,
        "slots": [[s.letter, s.name, s.key, s.creature_id, s.entry.model_dump(exclude={"creature", "companion", "at", "ground", "character"})] for s in plan.slots],
        "creatures": {n: c.model_dump(exclude=prose | {"own_deeds", "own_gear"}) for n, c in plan.creatures.items()},
        "deeds": {n: d.model_dump(exclude=prose) for n, d in plan.deeds.items()},
        "gear": {n: g.model_dump(exclude=prose) for n, g in plan.gear.items()},
        "board": [board.width, board.height, board.terrain, board.places],
        "features": [[n, e.model_dump(exclude=places), squares] for n, e, squares in fixtures.features],
        "objective": [encounter.objective.model_dump(exclude={"squares"}), fixtures.goal],
        "effects": [[e.model_dump(exclude={"at"}), place] for e, place in fixtures.effects],
        "items": fixtures.items, "hidden": encounter.hidden_numbers,
        "fight": encounter.fight.model_dump()})
