"""Deeds, gear and stat blocks as rows of the tables."""

from types import SimpleNamespace

from ..core import codes as k
from ..core.record import LINE, NEEDS_GRAB_ON_USER, NEEDS_HAND
from .link import deeds_of
from .schema_lines import FORCED
from .usable import deed_focus
from .words import parse_damage

BLANK_LINE = dict.fromkeys(LINE.names, 0)  # lines are made as plain objects and written whole: attributes of records are slow
GEAR_FLAGS = {"melee": k.G_MELEE, "ranged": k.G_RANGED, "catalyst": k.G_CATALYST, "throwing": k.G_THROWING, "concoction": k.G_CONCOCTION,
              "light": k.G_LIGHT}


def _or_none(value):
    return k.NONE if value is None else value


# -- deeds ---------------------------------------------------------------------------------------------------------------
def fill_deeds(t, deeds, numbers):
    """Write the deed rows; {id: row}. A deed's focus comes from its tier unless it names its own (G5.2a)."""
    rows = t.deeds["lines"]
    for i, deed in enumerate(deeds.values()):
        row, lines = t.deeds[i], deed.lines
        row.kind, row.tier = k.DEED_KINDS.index(deed.kind), k.TIERS.index(deed.tier)
        row.focus = deed_focus(deed, numbers)
        row.instrument = k.INSTRUMENTS.index(deed.instrument)
        row.virtue = k.KEY_VIRTUE if deed.virtue is None else k.VIRTUES.index(deed.virtue)
        row.targets = k.TARGETS.index(deed.targets)
        row.n_targets = deed.n_targets or int(deed.area != "spell burst")  # 0: as many as the ruleset lets (G11.6a)
        row.area, row.area_size = k.AREAS.index(deed.area or "none"), deed.area_size or 0
        row.range, row.size_limit = _or_none(deed.range), _or_none(deed.size_limit)
        row.harmful, row.sure = int(deed.harms), int(not deed.check)
        verbs = {line.verb for _, line in lines}
        row.needs = NEEDS_GRAB_ON_USER if "end_grab" in verbs else NEEDS_HAND if "grab" in verbs else 0
        row.lasts, row.n_lines = int("effect" in verbs), len(lines)
        for m, (when, line) in enumerate(lines):
            written = SimpleNamespace(**BLANK_LINE)
            _fill_line(written, when, line, deed)
            rows[i, m] = tuple(vars(written).values())
    t.n_deeds = len(deeds)
    return {name: i for i, name in enumerate(deeds)}


def _fill_line(row, when, line, deed):
    verb = line.verb
    row.when, row.who, row.state = when, k.WHOS.index(line.who), k.NONE
    if verb == "damage":
        row.verb = k.V_DAMAGE
        row.weapon, row.spell, row.plus = parse_damage(line.damage)
    elif verb == "state":
        row.verb, row.state, row.potency = k.V_STATE, k.STATE_NAMES.index(line.state), line.potency or 1
    elif verb == "end":
        row.verb, row.state, row.potency = k.V_END_STATE, k.STATE_NAMES.index(line.end), line.potency or 0  # 0 ends it
    elif verb == "recover":
        row.verb, row.potency = k.V_RECOVER, line.recover
    elif verb in FORCED or verb == "teleport" and line.who == "target" and deed.targets != "personal":
        row.verb, row.kind, row.potency = k.V_FORCE, k.FORCES.index(verb), getattr(line, verb)
    elif verb in k.MOVES:
        row.verb, row.kind, row.potency = k.V_MOVE, k.MOVES.index(verb), getattr(line, verb)
    elif verb == "effect":
        _fill_effect_line(row, line, deed)
    elif verb in ("gain", "lose"):
        row.verb = k.V_GAIN if verb == "gain" else k.V_LOSE
        row.kind, row.potency = k.GAINS.index(getattr(line, verb)), line.amount or 1
    else:
        row.verb = k.VERBS.index(verb.replace("_", " "))  # grab, end grab, may counter, no counter


def _fill_effect_line(row, line, deed):
    """An area deed's effect fills the area, so its radius is the area's own number; others have a radius of their own."""
    row.verb, row.kind, row.potency = k.V_EFFECT, k.EFFECT_NAMES.index(line.effect), line.potency or 1
    row.number = (deed.area_size or 0) if deed.targets == "area" else 1 if line.radius is None else line.radius
    row.decay, row.whom = line.decay or 0, k.WHOMS.index(line.whom or "anyone")
    row.state = k.NONE if line.gives is None else k.STATE_NAMES.index(line.gives)


# -- gear ----------------------------------------------------------------------------------------------------------------
def fill_gear(t, gear, deed_rows):
    """Write the gear rows; {id: row}. The deed of a row is a concoction's or one that its holder gains."""
    for row in t.gear:
        row.deed = k.NONE
    for i, item in enumerate(gear.values()):
        row = t.gear[i]
        row.kinds = sum(GEAR_FLAGS[u] for u in set(item.use))
        row.weapon, row.spell, row.hands = item.weapon, item.spell, item.hands
        row.reach, row.range = item.reach or int("melee" in item.use), item.range or 0
        row.supply, row.light = item.supply or 0, item.light or 0
        row.deed = k.NONE if item.deed is None else deed_rows[item.deed]
    return {name: i for i, name in enumerate(gear)}


# -- stat blocks -----------------------------------------------------------------------------------------------------------
def fill_roster(t, plan, deed_rows):
    """Write the stat blocks: own deeds and those of items first, the maneuvers of everybody behind (G9.5), actions of its own (T2.9)."""
    kinds = {name: i for i, name in enumerate(plan.creatures)}
    for row in t.roster:
        row.deeds[:] = k.NONE
        row.own_actions[:] = k.NONE
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
        deeds = [deed_rows[d] for d in deeds_of(c, [plan.gear[name] for name in c.held + c.carried])]
        row.deeds[:len(deeds)] = deeds
        row.deeds[k.OWN_DEEDS:k.OWN_DEEDS + len(plan.maneuvers)] = [deed_rows[d] for d in plan.maneuvers]
        row.own_actions[:len(c.actions)] = [deed_rows[a.deed] for a in c.actions]
        row.own_costs[:len(c.actions)] = [a.cost for a in c.actions]
    t.n_combatants = len(plan.slots)
