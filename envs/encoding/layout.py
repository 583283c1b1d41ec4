"""ACTION_LAYOUT and OBS_LAYOUT: the meaning of every index of an action and of every feature of an observation.

Both are lists of names; the documented table, the network's input scaling and the signature of a policy are generated from them.
A feature is (name, scale): the integer divided by the scale is of the order of one. The engine writes integers, the network divides.
"""

import numpy as np

from ..core import codes as k
from ..tables.features import DEED_STATIC, features as _features, named


ACTION_ROW = k.DEED_SLOTS  # first row of `deeds` behind the deed slots: deeds of the own actions, "feature 1" to "feature 8" of the menu (T2.9)
CONCOCTION_ROW = ACTION_ROW + k.OWN_ACTIONS  # then those of the concoctions, one row an item slot (T3.14)
DEED_ROWS = CONCOCTION_ROW + k.ITEM_SLOTS
EFFECT_ROWS = 16  # the action layout's room for lasting effects
ONCE = ["move", "catch breath", "help", "interact", "jump", "prevail", "throw", "concoction"]  # actions taken once a turn that leave no other mark (T2.4)
PLACES = ["door", "lever", "object", "lamp"]  # features of the map that can be worked or broken, in the order of their codes

MAP = _features(("width height", 16), ("round max_rounds", 10), "enemies_asked",
                ("own_standing foes_standing own_to_act foes_to_act", 4), ("own_vigor foe_vigor", 100),
                (named("objective", k.OBJECTIVES), 1), ("objective_x objective_y", 16), ("objective_number held_rounds", 5),
                ("survivor_worth escaped_worth", 100), "dark hidden_numbers ambushed")

COMBATANT_ROW = _features(
    "present own foe asker turn_owner current_target source failed_on conflict_on triumph_on", ("x y", 16), ("size", 2),
    ("vigor max_vigor", 20), ("vigor_percent", 100), "bloodied dying defeated dead gone acted arrives_later",
    ("points", 3), ("move_points speed mobility", 6), ("focus recoveries endurance", 3), ("might grace wits spirit key_virtue", 3),
    ("guard_dice_left", 2), ("guard_die", 8), ("reactions", 2), ("defend", 2), ("aim", 4), ("reach", 2),
    "endures light_dependent grabbed elusive free_hand", (named("helped", ["deed", "maneuver", "prevail", "interact", "tenacity"]), 1),
    "objective_about holds_asker held_by_asker holds_somebody in_pit on_goal on_exit on_hazard open_to_disrupt carries_light", ("effects_good effects_bad", 3),
    (named("state", k.STATE_NAMES) + ["state:spare"], 3), "taunted_by_asker taunter_of_asker",
    ("distance", 8), "sight_clear sight_cover", ("damage_to_expect", 50), ("damage_from", 50),
    (named("kit", ["near_damage", "far_damage"]), 50), (named("kit", ["range", "areas"]), 5), (named("kit", ["healing"]), 5),
    (named("kit", ["control", "support"]), 5), (named("kit", ["forcing"]), 5), (named("kit", ["guard"]), 50), (named("kit", ["counter"]), 50),
    (named("kit", ["deeds", "focus_cost"]), 5))

DEED_MOMENT = _features("usable in_progress own_action concoction", ("cost", 2), ("range", 8), ("virtue", 3), ("legal_foes legal_fellows most_foes", 3),
                        ("best_damage", 50), ("best_triumph_percent", 100), ("best_fail_percent", 100), "kills")
DEED_ROW = DEED_STATIC + DEED_MOMENT

LINE_ROW = _features("present", (named("when", k.WHENS), 1), (named("who", k.WHOS), 1), (named("verb", k.VERBS), 1), "good_state raised", ("potency", 3),
                     ("weapon spell", 1), ("flat", 5), (named("state", k.STATE_NAMES), 1), (named("force", k.FORCES), 1), (named("move", k.MOVES), 1),
                     (named("effect", k.EFFECT_NAMES), 1), (named("stock", k.GAINS), 1), ("radius decay", 2), (named("for", k.WHOMS), 1))

ITEM_ROW = _features("present held chosen melee ranged catalyst throwing concoction light", ("weapon spell", 5), ("reach", 2), ("range", 8), "hands",
                     ("supply", 8), ("light_radius", 5), "may_counter", ("counter_damage", 50))

EFFECT_ROW = _features("present", (named("kind", k.EFFECT_NAMES), 1), "own foe of_asker chosen", ("potency", 3), ("extent", 3),
                       ("decay", 2), "for_own for_foes", (named("gives", k.STATE_NAMES), 1), "good bad", ("x y", 16), ("distance", 8),
                       ("own_in_it foes_in_it", 3), "asker_in_it")

QUESTION = _features(
    (named("ask", k.QUESTION_NAMES), 1), (named("menu", k.MENU_NAMES), 1), ("points", 3), ("move_points", 6), ("extra", 2),
    ("deeds_taken maneuvers_taken", 1), ("targets_chosen", 3), ("sparks_left", 2), ("result_fail result_conflict result_triumph", 1), ("sum", 20),
    ("shadows", 2), "tainted", ("amount_asked", 10), ("guard_die:1 guard_die:2 guard_die:3 guard_die:4", 8), "would_drop has_deed limit_lifted",
    ("free_actions_used", 3), "portion_begun extra_deeds", (named("taken", ONCE), 1), (named("force", k.FORCES), 1),
    "spark_for_line spark_effect spark_damage", ("chosen_potency", 3),
    (named("near", PLACES + ["item"]), 1), ("thing_weapon thing_spell", 5), "thing_light")

SQUARE_ROW = _features(
    "candidate wall low pit difficult hazard exit dark", "has_own has_foe is_here", ("distance", 8), ("steps", 8), ("points_left", 6),
    ("foes_clear foes_cover", 3), ("foes_in_reach foes_reaching foes_within_2", 2), ("foes_threatening", 3), ("near_damage far_damage", 50), ("threat", 50),
    ("nearest_foe nearest_fellow", 8), ("foes_in_area fellows_in_area", 3), ("objective_distance", 8), ("centre_distance", 8),
    (named("place", PLACES), 1), "place_on place_locked needs_check linked", ("material", 4), ("hazard_damage", 5), ("hazard_potency", 3),
    "light_cloud dense_cloud", ("effects_good effects_bad", 3), ("items", 2), ("item_weapon", 5))

OBS_LAYOUT = {"map": MAP, "question": QUESTION, "combatants": COMBATANT_ROW, "deeds": DEED_ROW, "lines": LINE_ROW, "items": ITEM_ROW, "effects": EFFECT_ROW,
              "squares": SQUARE_ROW}


ROWS = {  # what the rows of each array are
    "map": "One row: what is true of the whole fight", "question": "One row: what is asked, and what hangs on it",
    "combatants": "Rows are combatant slots", "lines": "Rows are the lines of the deed in progress",
    "deeds": "Rows are what the asker can do: 0 to 11 its deeds, 12 to 19 the maneuvers, 20 to 27 the deeds of its own actions (menu entries feature 1 "
             "to 8), 28 to 35 the deeds of the concoctions in its item slots",
    "items": "Rows are the asker's item slots, 0 the bare hand", "effects": "Rows are lasting effects",
    "squares": "Rows are squares of the padded board; they are filled only when a square is asked, and only those that may answer"}


def obs_shapes(side=16):
    """Shapes of the observation's arrays on a board padded to `side` x `side` squares; every array is int16."""
    return {"map": (len(MAP),), "question": (len(QUESTION),), "combatants": (k.MAX_COMBATANTS, len(COMBATANT_ROW)),
            "deeds": (DEED_ROWS, len(DEED_ROW)), "lines": (k.MAX_LINES, len(LINE_ROW)), "items": (k.ITEM_SLOTS, len(ITEM_ROW)),
            "effects": (EFFECT_ROWS, len(EFFECT_ROW)), "squares": (side * side, len(SQUARE_ROW))}


def scales(name):
    """float32 scales of the features of one array of the observation, shape (features,)."""
    return np.array([f.scale for f in OBS_LAYOUT[name]], np.float32)


def action_size(side=16):
    """Number of actions on a board padded to `side` x `side` squares."""
    return k.A_SQUARE + side * side


def action_groups(side=16):
    """{group name: (first index, size)} in index order."""
    sizes, start, out = k.GROUP_SIZES + [side * side], 0, {}
    for name, size in zip(k.GROUP_NAMES, sizes):
        out[name] = (start, size)
        start += size
    return out


def index(array, feature):
    """Column of a named feature; KeyError names what is missing."""
    for i, f in enumerate(OBS_LAYOUT[array]):
        if f.name == feature:
            return i
    raise KeyError(f"no feature {feature!r} in {array!r}")
