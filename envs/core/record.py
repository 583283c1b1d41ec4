"""The two records: `Encounter` (what changes, one row a fight) and `Tables` (what a scenario fixes).

Every field is int32, save board planes (int8, uint8), row bit sets (uint32) and the odds (float64). A clone is `states[b] = states[a]`.
No field has the name of a NumPy attribute (size, flags, sum, round …): without the JIT the attribute would win.
A creature's size is its `bulk`, the squares along its side. Allocate with `new_encounters` and `new_tables`: record arrays, so that the same source runs with and without the JIT.
"""

import numpy as np

from .codes import (DEED_FEATURES, DEED_SLOTS, GUARD_DICE, ITEM_SLOTS, KIT_FEATURES, MAX_CHAIN, MAX_COMBATANTS, MAX_DEEDS, MAX_DICE,
                    MAX_EFFECTS, MAX_EVENTS, MAX_FEATURES, MAX_FORCED, MAX_FRAMES, MAX_GEAR, MAX_ITEMS, MAX_LINES,
                    MAX_NET, MAX_SIDE, MAX_SPARKS, MAX_SQUARES, MAX_STATES, MENU_SIZE,
                    OWN_ACTIONS)

I = np.int32


def _ints(names, *more):
    return np.dtype([(n, I) for n in names.split()] + list(more))


# -- what changes ------------------------------------------------------------------------------------------------------
COMBATANT = _ints(
    "x y"  # top left square; both are below the board's width and height
    " vigor max_vigor focus endurance recoveries injuries"
    " status acted arrives"  # arrives: the first round in which it may act (G1.7)
    " points move_points taken taken_more deeds_taken maneuvers_taken lifted free_used portion prevail_open"  # of this turn
    " reactions guard_spent defend aim helped"  # of this round
    " taunter grabbed_by",  # grabbed_by and prevail_open: bit i = combatant i
    ("states", I, (MAX_STATES,)),
    ("items", I, (ITEM_SLOTS - 1,)),  # row of s.items, or NONE
)
ITEM = _ints("gear held place supply")  # place: square on the ground, NONE when carried; supply: die size now, 0 is used up
EFFECT = _ints("kind owner potency x y extent decay state whom")  # squares x.. x + extent - 1; an aura reaches `extent` around its owner
FRAME = _ints("kind step who a b c d e")
TARGET = _ints("who net total result sparks shadows tainted bonus armaments marks")  # armaments: bit k = slot k reaches; marks: TF_* below
SPARK = _ints("kind line target")
DEED_NOW = _ints("user deed slot instrument extra place n_dice n_targets n_sparks weapon_drawn spell_drawn",
                 ("dice", I, (MAX_DICE,)))
DICE = np.dtype([("state", np.uint32, (4,)), ("forced", I, (MAX_FORCED,)), ("n_forced", I), ("next_forced", I)])
EVENT = _ints("code who whom amount extra")

ENCOUNTER = np.dtype([
    ("scenario", I), ("round_no", I), ("first_side", I), ("turn_side", I), ("turn_of", I), ("winner", I),
    ("ask", I), ("asked", I), ("asker", I),  # the question, the side that answers, the combatant it is about
    ("depth", I), ("held_rounds", I), ("log", I), ("n_events", I),
    ("dice", DICE),
    ("combatants", COMBATANT, (MAX_COMBATANTS,)),
    ("frames", FRAME, (MAX_FRAMES,)),
    ("deed", DEED_NOW), ("targets", TARGET, (MAX_COMBATANTS,)), ("sparks", SPARK, (MAX_SPARKS,)),
    ("chain", I, (MAX_CHAIN,)), ("n_chain", I),  # squares of a path, or that a shoved creature left
    ("items", ITEM, (MAX_ITEMS,)), ("effects", EFFECT, (MAX_EFFECTS,)), ("feature_state", I, (MAX_FEATURES,)),
    ("occupant", np.int8, (MAX_SQUARES,)),  # combatant on square y * width + x, or EMPTY
    # bit x of row y: lit squares; squares shut by doors and objects, made hard to cross, filled by dense clouds, by light ones or low objects
    ("lit", np.uint32, (MAX_SIDE,)), ("shut", np.uint32, (MAX_SIDE,)), ("hard", np.uint32, (MAX_SIDE,)), ("dense", np.uint32, (MAX_SIDE,)),
    ("thin", np.uint32, (MAX_SIDE,)),
    ("events", EVENT, (MAX_EVENTS,)),
])
TF_REACTED, TF_NOBODY, TF_MAY_COUNTER, TF_NO_COUNTER, TF_WILLING, TF_DAMAGED, TF_ASKED = 1, 2, 4, 8, 16, 32, 64  # NOBODY: an area without anyone in it

# -- what a scenario fixes ---------------------------------------------------------------------------------------------
RULES = _ints(
    "points max_rounds lift_cost free_actions fail_max conflict_max"  # T2.1, G1.6, T2.6, G2.7a, G6.1
    " aim_range aim_extra help_range throw_range hand_range"  # T3.1, T3.6, T3.13, T5.3
    " counter_shadows_free attack_targets max_targets"  # G4.4a, G5.7b (1 foes, 0 any), G11.6a
    " spark_force spark_potency potency_cap"  # T7.6, G8.27
    " great_focus mythic_focus"  # G5.2a
    " burning_die burning_growth elusive_edges elusive_dependent elusive_cut"  # T8.15, T8.23
    " prevail_fellow_range prevail_variant prevail_conflict"  # G8.30a, G8.33, T8.32
    " recovery_divisor recovery_pool"  # G8.41 (pool 0 recoveries, 1 endurance)
    " tenacity_fail tenacity_conflict"  # T8.21: endurance lost
    " pit_die pit_toppled reaction_focus mobility_min"  # G12.5, T4.2, T3.10
    " arm_reach hard_cost bloodied_divisor injury_vigor")  # T3.7, G12.1, G8.20a, G8.26
STATE = _ints("used opposite common good damage_dealt damage_taken vigor_at_start move_points sight_adjacent move_pain burns"
              " cuts_deeds points_lost no_reactions taunts half_speed edge_melee_against")
ACTION = _ints("used cost flexible free")
LINE = _ints("when verb who state potency weapon spell plus kind number decay whom")  # number: radius of an effect
DEED = _ints("kind tier focus instrument virtue targets n_targets area area_size range size_limit harmful sure needs lasts n_lines",  # sure: no check; lasts: makes an effect
             ("lines", LINE, (MAX_LINES,)), ("features", np.int16, (DEED_FEATURES,)))
GEAR = _ints("kinds weapon spell reach range hands supply deed light")
FEATURE = _ints("kind x y state material check virtue light link die plus minor condition potency blocks")  # blocks: 0, LOW or WALL while ON
ROSTER = _ints("side bulk key max_vigor speed bare_weapon bare_spell reach hands endures light_dependent extra_deeds creature",
               ("virtues", I, (4,)), ("guard_dice", I, (GUARD_DICE,)), ("deeds", I, (DEED_SLOTS,)),
               ("own_actions", I, (OWN_ACTIONS,)), ("own_costs", I, (OWN_ACTIONS,)), ("kit", np.int16, (KIT_FEATURES,)))
NEEDS_GRAB_ON_USER, NEEDS_HAND = 1, 2  # `needs` of a deed: to end a grab its target must hold the user; to grab, a hand
ODDS = np.dtype([(n, np.float64, (2 * MAX_NET + 1, 24)) for n in ("at_least", "sparks", "shadows", "tainted")])  # see odds.py

TABLES = np.dtype([
    ("rules", RULES), ("states", STATE, (MAX_STATES,)), ("actions", ACTION, (MENU_SIZE,)), ("odds", ODDS),
    ("width", I), ("height", I), ("side", I), ("n_combatants", I), ("n_deeds", I), ("n_features", I), ("plain_sight", I), ("play_on", I),
    ("changing", I), ("darkness", I), ("blinding", I),  # whether doors, objects or effects may change the ground; whether any square may be dark; the state that blinds (T8.13), or NONE
    ("first_coin", I), ("ambushed", I), ("hidden_numbers", I), ("objective", I), ("objective_side", I), ("objective_who", I), ("objective_number", I), ("survivor_worth", I), ("escaped_worth", I),
    ("goal", np.uint32, (MAX_SIDE,)),  # squares of the objective, bit x of row y
    ("roster", ROSTER, (MAX_COMBATANTS,)),
    ("gear", GEAR, (MAX_GEAR,)), ("features", FEATURE, (MAX_FEATURES,)),
    ("deeds", DEED, (MAX_DEEDS,)),
    ("terrain", np.int8, (MAX_SQUARES,)), ("feature_at", np.int8, (MAX_SQUARES,)),
    ("sight", np.uint8, (MAX_SQUARES * MAX_SQUARES // 4,)),  # 2 bits a pair, index a * (width * height) + b; untouched pages cost nothing
])


def new_encounters(n):
    """`n` zeroed encounters as a record array, shape (n,), dtype ENCOUNTER."""
    return np.zeros(n, ENCOUNTER).view(np.recarray)


def new_tables(n):
    """`n` zeroed scenarios as a record array, shape (n,), dtype TABLES. The sight plane is touched only as far as the board needs."""
    return np.zeros(n, TABLES).view(np.recarray)
