"""Column numbers of the observation for compiled code, read from the layout's names at import: a renamed feature fails here, not in play."""

from ..core import codes as k
from . import layout


def _block(array, names):
    """First column of consecutive features; they must stand in this order."""
    first = layout.index(array, names[0])
    assert [f.name for f in layout.OBS_LAYOUT[array][first:first + len(names)]] == names, (array, names)
    return first


def _one(array):
    return {f.name: i for i, f in enumerate(layout.OBS_LAYOUT[array])}


_M, _Q, _C, _D, _L, _S = (_one(a) for a in ("map", "question", "combatants", "deeds", "lines", "squares"))

# map
M_WIDTH, M_ROUND, M_ENEMIES = _block("map", ["width", "height"]), _block("map", ["round", "max_rounds"]), _M["enemies_asked"]
M_STANDING = _block("map", ["own_standing", "foes_standing", "own_to_act", "foes_to_act"])
M_VIGOR, M_OBJECTIVE = _block("map", ["own_vigor", "foe_vigor"]), _M["objective:eliminate"]
M_PLACE = _block("map", ["objective_x", "objective_y", "objective_number"])

# combatants
C_PRESENT = _block("combatants", "present own foe asker turn_owner current_target source x y size".split())
C_VIGOR = _block("combatants", "vigor max_vigor vigor_percent bloodied dying defeated dead gone acted arrives_later".split())
C_POINTS = _block("combatants", "points move_points speed mobility focus recoveries endurance might grace wits spirit key_virtue".split())
C_GUARD = _block("combatants", "guard_dice_left guard_die reactions defend aim helped reach endures light_dependent grabbed elusive free_hand".split())
C_STATES, C_TAUNTED = _C["state:protected"], _C["taunted_by_asker"]
C_DISTANCE = _block("combatants", "distance sight_clear sight_cover damage_to_expect damage_from".split())
C_KIT = _C["kit:near_damage"]

# deeds
N_DEED_STATIC = len(layout.DEED_STATIC)
D_USABLE = _block("deeds", "usable range virtue legal_targets best_damage best_triumph_percent best_fail_percent kills".split())

# lines
L_PRESENT, L_WHEN, L_WHO = _L["present"], _L["when:before"], _L["who:target"]
L_DAMAGE = _block("lines", "damage state recover force other good_state potency weapon spell flat".split())

# question
Q_ASK, Q_MENU = _Q["ask:over"], _Q["menu:end_turn"]
Q_POINTS = _block("question", "points move_points extra deeds_taken maneuvers_taken targets_chosen sparks_left".split())
Q_RESULT = _block("question", "result_fail result_conflict result_triumph sum shadows tainted amount_asked".split())
Q_GUARD, Q_COUNTER, Q_DROP = _Q["guard_die:1"], _Q["expected_counter"], _block("question", ["would_drop", "has_deed"])
Q_ITEMS = _Q["item_weapon:0"]

# squares
S_CANDIDATE = _block("squares", "candidate wall low pit difficult hazard exit dark has_own has_foe is_here distance steps points_left".split())
S_FOES = _block("squares", "foes_clear foes_cover foes_in_reach foes_reaching foes_within_2 foes_threatening near_damage far_damage threat".split())
S_NEAREST = _block("squares", "nearest_foe nearest_fellow foes_in_area fellows_in_area objective_distance centre_distance".split())

assert len([f for f in layout.COMBATANT_ROW if f.name.startswith("kit:")]) == k.KIT_FEATURES
