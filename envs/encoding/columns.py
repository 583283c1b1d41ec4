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


_M, _Q, _C, _D, _L, _I, _E, _S = (_one(a) for a in ("map", "question", "combatants", "deeds", "lines", "items", "effects", "squares"))

# map
M_WIDTH, M_ROUND, M_ENEMIES = _block("map", ["width", "height"]), _block("map", ["round", "max_rounds"]), _M["enemies_asked"]
M_STANDING = _block("map", ["own_standing", "foes_standing", "own_to_act", "foes_to_act"])
M_VIGOR, M_OBJECTIVE = _block("map", ["own_vigor", "foe_vigor"]), _M["objective:eliminate"]
M_PLACE = _block("map", ["objective_x", "objective_y", "objective_number", "held_rounds", "survivor_worth", "escaped_worth"])
M_DARK = _block("map", ["dark", "hidden_numbers", "ambushed"])

# combatants
C_PRESENT = _block("combatants", "present own foe asker turn_owner current_target source failed_on conflict_on triumph_on x y size".split())
C_VIGOR = _block("combatants", "vigor max_vigor vigor_percent bloodied dying defeated dead gone acted arrives_later".split())
C_POINTS = _block("combatants", "points move_points speed mobility focus recoveries endurance might grace wits spirit key_virtue".split())
C_GUARD = _block("combatants", "guard_dice_left guard_die reactions defend aim reach endures light_dependent grabbed elusive free_hand".split())
C_HELPED = _block("combatants", [f"helped:{n}" for n in ("deed", "maneuver", "prevail", "interact", "tenacity")])
C_ABOUT = _block("combatants", "objective_about holds_asker held_by_asker holds_somebody in_pit on_goal on_exit on_hazard open_to_disrupt".split())
C_LIGHT = _C["carries_light"]
C_EFFECTS = _block("combatants", ["effects_good", "effects_bad"])
C_STATES, C_TAUNTED = _C["state:protected"], _block("combatants", ["taunted_by_asker", "taunter_of_asker"])
C_DISTANCE = _block("combatants", "distance sight_clear sight_cover damage_to_expect damage_from".split())
C_KIT = _C["kit:near_damage"]

# deeds
N_DEED_STATIC, ACTION_ROW, CONCOCTION_ROW = len(layout.DEED_STATIC), layout.ACTION_ROW, layout.CONCOCTION_ROW
D_USABLE = _block("deeds", "usable in_progress own_action concoction cost range virtue legal_foes legal_fellows most_foes".split())
D_BEST = _block("deeds", "best_damage best_triumph_percent best_fail_percent kills".split())

# lines
L_PRESENT, L_WHEN, L_WHO, L_VERB = _L["present"], _L["when:before"], _L["who:target"], _L["verb:damage"]
L_GOOD, L_STATE = _block("lines", "good_state raised potency weapon spell flat".split()), _L["state:protected"]
L_FORCE, L_MOVE, L_EFFECT, L_STOCK = _L["force:push"], _L["move:walk"], _L["effect:light_cloud"], _L["stock:focus"]
L_RADIUS, L_FOR = _block("lines", ["radius", "decay"]), _L["for:anyone"]

# items
I_PRESENT = _block("items", "present held chosen melee ranged catalyst throwing concoction light weapon spell reach range hands supply light_radius".split())
I_COUNTER = _block("items", ["may_counter", "counter_damage"])

# effects
E_PRESENT, E_KIND, E_OWN = _E["present"], _E["kind:light_cloud"], _block("effects", "own foe of_asker chosen potency extent decay for_own for_foes".split())
E_GIVES, E_GOOD = _E["gives:protected"], _block("effects", "good bad x y distance own_in_it foes_in_it asker_in_it".split())

# question
Q_ASK, Q_MENU = _Q["ask:over"], _Q["menu:end_turn"]
Q_POINTS = _block("question", "points move_points extra deeds_taken maneuvers_taken targets_chosen sparks_left".split())
Q_RESULT = _block("question", "result_fail result_conflict result_triumph sum shadows tainted amount_asked".split())
Q_GUARD, Q_DROP = _Q["guard_die:1"], _block("question", ["would_drop", "has_deed"])
Q_LIMIT = _block("question", "limit_lifted free_actions_used portion_begun extra_deeds".split())
Q_TAKEN, ONCE = _block("question", layout.named("taken", layout.ONCE)), tuple(k.MENU_NAMES.index(name) for name in layout.ONCE)
Q_FORCE, Q_SPARK, Q_CHOSEN = _Q["force:push"], _block("question", ["spark_for_line", "spark_effect", "spark_damage"]), _Q["chosen_potency"]
Q_NEAR = _block("question", "near:door near:lever near:object near:lamp near:item".split())
Q_THING = _block("question", "thing_weapon thing_spell thing_light".split())

# squares
S_CANDIDATE = _block("squares", "candidate wall low pit difficult hazard exit dark has_own has_foe is_here distance steps points_left".split())
S_FOES = _block("squares", "foes_clear foes_cover foes_in_reach foes_reaching foes_within_2 foes_threatening near_damage far_damage threat".split())
S_NEAREST = _block("squares", "nearest_foe nearest_fellow foes_in_area fellows_in_area objective_distance centre_distance".split())
S_PLACE = _block("squares", "place:door place:lever place:object place:lamp place_on place_locked needs_check linked".split())
S_GROUND = _block("squares", "material hazard_damage hazard_potency light_cloud dense_cloud".split())
S_EFFECTS = _block("squares", "effects_good effects_bad items item_weapon".split())

assert len([f for f in layout.COMBATANT_ROW if f.name.startswith("kit:")]) == k.KIT_FEATURES
assert C_PRESENT == L_PRESENT == I_PRESENT == E_PRESENT == S_CANDIDATE == _D["present"] == 0  # the first feature says whether a row is in use
assert k.MAX_EFFECTS <= layout.EFFECT_ROWS == k.A_SQUARE - k.A_EFFECT
assert (k.DOOR_FEATURE, k.LEVER, k.OBJECT, k.LAMP) == (0, 1, 2, 3) and (k.SPARK_EFFECT, k.SPARK_DAMAGE) == (2, 3)
