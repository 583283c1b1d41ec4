"""From a plan to the tables: rows of deeds, gear, roster and map, names, signatures."""

from ..core import codes as k
from ..core.odds import fill_odds
from ..core.record import new_tables
from ..core.sight import fill_sight
from .features import fill_features
from .initial import fill_initial
from .link import deed_focus
from .ruleset import digest, fill_rules, rules_digest
from .scenario import Scenario
from .words import parse_damage, slug

SMALL_BOARD = 16  # boards are padded to 16 x 16 squares where they fit, else to 32 x 32
GEAR_FLAGS = {"melee": k.G_MELEE, "ranged": k.G_RANGED, "catalyst": k.G_CATALYST, "throwing": k.G_THROWING, "concoction": k.G_CONCOCTION,
              "light": k.G_LIGHT}


def compile_plan(encounter, plan, board, ruleset, numbers, name, file):
    """The Scenario of a checked plan."""
    tables = new_tables(1)
    t = tables[0]
    fill_rules(t, ruleset, numbers)
    fill_odds(t.odds)
    deed_rows = _fill_deeds(t, plan.deeds, numbers)
    gear_rows = _fill_gear(t, plan.gear)
    _fill_roster(t, plan, deed_rows)
    _fill_map(t, board, plan)
    _fill_clock(t, encounter.fight)
    initial = fill_initial(t, encounter, plan, board, gear_rows)
    fill_features(t, initial[0])
    return Scenario(
        name=name, title=encounter.title, file=file, tables=tables, initial=initial,
        names=[s.name for s in plan.slots], keys=[s.key for s in plan.slots], letters=[s.letter for s in plan.slots],
        deed_names=[d.name for d in plan.deeds.values()], deed_keys=[slug(i) for i in plan.deeds],
        gear_names=[g.name for g in plan.gear.values()], gear_keys=[slug(i) for i in plan.gear],
        signature=_signature(encounter, plan, board, ruleset, numbers), rules_signature=rules_digest(ruleset, numbers), texts=_texts(encounter, plan))


def _or_none(value):
    return k.NONE if value is None else value


def _fill_deeds(t, deeds, numbers):
    """Write the deed rows; {id: row}. A deed's focus comes from its tier unless it names its own (G5.2a)."""
    for i, deed in enumerate(deeds.values()):
        row = t.deeds[i]
        row.kind, row.tier = k.DEED_KINDS.index(deed.kind), k.TIERS.index(deed.tier)
        row.focus = deed_focus(deed, numbers)
        row.instrument = k.INSTRUMENTS.index(deed.instrument)
        row.virtue = k.KEY_VIRTUE if deed.virtue is None else k.VIRTUES.index(deed.virtue)
        row.targets, row.n_targets = k.TARGETS.index(deed.targets), deed.n_targets or 1
        row.area, row.area_size = k.NO_AREA, 0
        row.range, row.size_limit = _or_none(deed.range), _or_none(deed.size_limit)
        row.harmful = int(deed.kind == "attack")
        row.n_lines = len(deed.lines)
        for m, (when, line) in enumerate(deed.lines):
            _fill_line(row.lines[m], when, line)
    t.n_deeds = len(deeds)
    return {name: i for i, name in enumerate(deeds)}


def _fill_line(row, when, line):
    row.when, row.who, row.state = when, k.WHOS.index(line.who), k.NONE
    if line.damage is not None:
        row.verb = k.V_DAMAGE
        row.weapon, row.spell, row.plus = parse_damage(line.damage)
    elif line.state is not None:
        row.verb, row.state, row.potency = k.V_STATE, k.STATE_NAMES.index(line.state), line.potency or 1
    elif line.end is not None:
        row.verb, row.state, row.potency = k.V_END_STATE, k.STATE_NAMES.index(line.end), line.potency or 0  # 0 ends it
    else:
        row.verb, row.potency = k.V_RECOVER, line.recover


def _fill_gear(t, gear):
    """Write the gear rows; {id: row}."""
    for row in t.gear:
        row.deed = k.NONE
    for i, item in enumerate(gear.values()):
        row = t.gear[i]
        row.kinds = sum(GEAR_FLAGS[u] for u in set(item.use))
        row.weapon, row.spell, row.hands = item.weapon, item.spell, item.hands
        row.reach, row.range = item.reach or int("melee" in item.use), item.range or 0
        row.supply = item.supply or 0
    return {name: i for i, name in enumerate(gear)}


def _fill_roster(t, plan, deed_rows):
    kinds = {name: i for i, name in enumerate(plan.creatures)}
    for row in t.roster:
        row.deeds[:] = k.NONE
        row.creature = k.NONE
    for i, slot in enumerate(plan.slots):
        row, c = t.roster[i], slot.creature
        row.side, row.bulk, row.key = k.SIDE_NAMES.index(slot.entry.side), c.size, k.VIRTUES.index(c.key)
        row.max_vigor, row.speed, row.reach, row.hands = c.max_vigor, c.speed, c.reach, c.hands
        row.bare_weapon, row.bare_spell = c.bare.weapon, c.bare.spell
        row.endures, row.light_dependent, row.extra_deeds = int(c.endures), int(c.light_dependent), c.extra_deeds
        row.creature = kinds[slot.creature_id]
        row.virtues[:] = [getattr(c.virtues, v) for v in k.VIRTUES]
        row.guard_dice[:len(c.guard_dice)] = c.guard_dice
        row.deeds[:len(c.deeds)] = [deed_rows[d] for d in c.deeds]
    t.n_combatants = len(plan.slots)


def _fill_map(t, board, plan):
    t.width, t.height = board.width, board.height
    t.side = SMALL_BOARD if max(board.width, board.height) <= SMALL_BOARD else k.MAX_SIDE
    t.terrain[:len(board.terrain)] = board.terrain
    t.feature_at[:] = k.EMPTY
    for row in t.features:
        row.kind = row.x = row.y = k.NONE
    t.plain_sight = int(all(s.creature.size < 2 for s in plan.slots))
    fill_sight(t.terrain, board.width, board.height, t.sight)


def _fill_clock(t, fight):
    t.first_coin = k.NONE if fight.first_coin is None else k.SIDE_NAMES.index(fight.first_coin)
    t.ambushed = k.NONE if fight.ambushed is None else k.SIDE_NAMES.index(fight.ambushed)


def _texts(encounter, plan):
    texts = {"encounter": encounter.text}
    texts.update({f"creature:{name}": c.text for name, c in plan.creatures.items()})
    texts.update({f"deed:{name}": d.text for name, d in plan.deeds.items()})
    return texts


def _signature(encounter, plan, board, ruleset, numbers):
    """sha256 of all that decides the play and its text forms; prose does not count."""
    prose = {"text", "type", "role"}
    return digest({
        "rules": rules_digest(ruleset, numbers),
        "slots": [[s.letter, s.name, s.key, s.creature_id, s.entry.model_dump(exclude={"creature", "at", "ground"})] for s in plan.slots],
        "creatures": {n: c.model_dump(exclude=prose | {"own_deeds", "own_gear"}) for n, c in plan.creatures.items()},
        "deeds": {n: d.model_dump(exclude=prose) for n, d in plan.deeds.items()},
        "gear": {n: g.model_dump(exclude=prose) for n, g in plan.gear.items()},
        "board": [board.width, board.height, board.terrain, board.places],
        "fight": encounter.fight.model_dump()})
