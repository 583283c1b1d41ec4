"""The closed vocabularies of the core as plain integers, and their names.

Numba freezes module integers into compiled code, which is right for codes and wrong for numbers that a ruleset may change:
those are in the tables (`record.py`). Every list of names is in code order, so `NAMES[code]` reads back.
"""

# -- emptiness ---------------------------------------------------------------------------------------------------------
NONE = 9999  # "no combatant / deed / item" in int32 fields; out of range on purpose (-1 would read the last element)
EMPTY = 127  # "no combatant / feature" in int8 board planes

# -- capacities --------------------------------------------------------------------------------------------------------
MAX_COMBATANTS = 16
MAX_SIDE = 32  # squares along the side of the largest board
MAX_SQUARES = MAX_SIDE * MAX_SIDE
OWN_DEEDS = 12
MANEUVERS = 8
DEED_SLOTS = OWN_DEEDS + MANEUVERS
MAX_DEEDS = 192
MAX_LINES = 12
MAX_GEAR = 32
MAX_ITEMS = 24
ITEM_SLOTS = 8  # 0 is the bare hand
WAYS = 2 * ITEM_SLOTS  # how a deed is done: an item slot, + ITEM_SLOTS when an item that is both is used at range (T5.3)
MAX_STATES = 16
MAX_EFFECTS = 8
MAX_FEATURES = 16
MAX_FRAMES = 8
MAX_DICE = 12  # dice of one pool: 2 and at most 10 for edges or cuts
MAX_NET = MAX_DICE - 2
MAX_SPARKS = 6
GUARD_DICE = 4
MAX_FORCED = 16
MAX_REACH = 4  # of any creature or melee weapon
MAX_CHAIN = 16  # squares of a path, or that a shoved creature left
OWN_ACTIONS = 8  # actions that a stat block adds (T2.9)
MAX_EVENTS = 32
DEED_FEATURES = 256
KIT_FEATURES = 12

# -- sides and endings (T0.1; fellow and foe are seen from a combatant, G0.2) -------------------------------------------------------------------------------------------------
COMPANIONS, ENEMIES, DRAW, CUT_OFF = 0, 1, 2, 3
SIDE_NAMES = ["companions", "enemies"]
WINNER_NAMES = ["companions", "enemies", "draw", "cut-off"]

# -- status of a combatant ---------------------------------------------------------------------------------------------
STANDING, DEFEATED, DEAD, GONE, ABSENT = 0, 1, 2, 3, 4
STATUS_NAMES = ["standing", "defeated", "dead", "gone", "absent"]

# -- questions ---------------------------------------------------------------------------------------------------------
(OVER, ASK_COMBATANT, ASK_ACTION, ASK_DEED, ASK_INSTRUMENT, ASK_POINTS, ASK_TARGET, ASK_AREA, ASK_PATH, ASK_SPARK,
 ASK_SPARK_TARGET, ASK_WALK, ASK_FORCE, ASK_FOLLOW, ASK_TELEPORT, ASK_JUMP, ASK_GUARD, ASK_COUNTER, ASK_CATCH,
 ASK_RECOVER, ASK_STATE, ASK_EFFECT, ASK_KIND, ASK_ITEM, ASK_PLACE) = range(25)
QUESTION_NAMES = ["over", "combatant", "action", "deed", "instrument", "points", "target", "area", "path", "spark",
                  "spark target", "walk", "force", "follow", "teleport", "jump", "guard", "counter", "catch",
                  "recover", "state", "effect", "kind", "item", "place"]
N_QUESTIONS = len(QUESTION_NAMES)
NO_QUESTION = 99  # the machine has work to do before it can ask

# -- the menu (answers to ASK_ACTION) ----------------------------------------------------------------------------------
(END_TURN, MOVE, WALK, DEED, MANEUVER, DEFEND, CATCH_BREATH, AIM, BREAK, HELP, INTERACT, JUMP, PREVAIL, DISRUPT,
 READY_ITEMS, STAND, THROW, CONCOCTION, DRAW_ITEM, SHEATHE, DOOR, PICK_UP, RELEASE, DISMISS, LEAVE, LIFT_LIMIT, DRAG,
 SHOVE_ALONG, OWN_ACTION) = range(29)  # OWN_ACTION is the first of the eight that a stat block adds (T2.9)
MENU_NAMES = ["end turn", "move", "walk", "deed", "maneuver", "defend", "catch breath", "aim", "break", "help",
              "interact", "jump", "prevail", "disrupt", "ready items", "stand", "throw", "concoction", "draw",
              "sheathe", "door", "pick up", "release", "dismiss", "leave", "lift limit", "drag", "shove along",
              "feature 1", "feature 2", "feature 3", "feature 4", "feature 5", "feature 6", "feature 7", "feature 8"]
MENU_SIZE = len(MENU_NAMES)

# -- options -----------------------------------------------------------------------------------------------------------
PASS, YES, SPARK_EFFECT, SPARK_DAMAGE, KIND_DEED, KIND_MANEUVER, KIND_PREVAIL, KIND_INTERACT, KIND_TENACITY, AS_MELEE, AS_RANGED = range(11)
OPTION_NAMES = ["pass", "yes", "spark effect", "spark damage", "help deed", "help maneuver", "help prevail",
                "help interact", "help tenacity", "as melee", "as ranged", "option 12", "option 13", "option 14",
                "option 15", "option 16"]
OPTION_SIZE = len(OPTION_NAMES)

# -- the action layout: one Discrete, every index has one meaning ------------------------------------------------------
AMOUNT_SIZE = 8
GROUP_SIZES = [MAX_COMBATANTS, MENU_SIZE, DEED_SLOTS, AMOUNT_SIZE, ITEM_SLOTS, MAX_STATES, MAX_LINES, GUARD_DICE,
               OPTION_SIZE, 16]
GROUP_NAMES = ["combatant", "menu", "deed", "amount", "item", "state", "line", "guard", "option", "effect", "square"]
A_COMBATANT = 0
A_MENU = A_COMBATANT + MAX_COMBATANTS
A_DEED = A_MENU + MENU_SIZE
A_AMOUNT = A_DEED + DEED_SLOTS
A_ITEM = A_AMOUNT + AMOUNT_SIZE
A_STATE = A_ITEM + ITEM_SLOTS
A_LINE = A_STATE + MAX_STATES
A_GUARD = A_LINE + MAX_LINES
A_OPTION = A_GUARD + GUARD_DICE
A_EFFECT = A_OPTION + OPTION_SIZE
A_SQUARE = A_EFFECT + 16  # then n * n squares, row by row, for a board padded to n x n

# -- frames ------------------------------------------------------------------------------------------------------------
(F_ROUND, F_TURN, F_WALK, F_ACTION, F_DEED, F_DAMAGE, F_COUNTER, F_FORCE, F_RECOVER, F_THROW) = range(10)
FRAME_NAMES = ["round", "turn", "walk", "action", "deed", "damage", "counter", "force", "recover", "throw"]

# -- deeds -------------------------------------------------------------------------------------------------------------
ATTACK, GAMBIT, MANEUVER_DEED = 0, 1, 2
DEED_KINDS = ["attack", "gambit", "maneuver"]
COMMON, GREAT, MYTHIC = 0, 1, 2
TIERS = ["common", "great", "mythic"]
INNATE, MELEE, RANGED, SPELL, TOOL, VERSATILE = range(6)
INSTRUMENTS = ["innate", "melee", "ranged", "spell", "tool", "versatile"]
T_PERSONAL, T_CREATURE, T_CREATURES, T_COMPANION, T_ALLY, T_AREA = range(6)
TARGETS = ["personal", "creature", "creatures", "companion", "ally", "area"]
(NO_AREA, BLAST, CLOSE_BLAST, BURST, MELEE_BURST, SPELL_BURST, AURA, PATH, CLOSE_PATH) = range(9)
AREAS = ["none", "blast", "close blast", "burst", "melee burst", "spell burst", "aura", "path", "close path"]
VIRTUES = ["might", "grace", "wits", "spirit"]
MIGHT, GRACE, WITS, SPIRIT = range(4)
KEY_VIRTUE = 4  # a deed rolls its user's key virtue unless it names one

# -- lines of a deed ---------------------------------------------------------------------------------------------------
ON_BEFORE, ON_FAIL, ON_CONFLICT, ON_TRIUMPH, ON_SPARK, ON_AFTER = range(6)
WHENS = ["before", "fail", "conflict", "triumph", "spark", "after"]
(V_DAMAGE, V_STATE, V_END_STATE, V_RECOVER, V_FORCE, V_MOVE, V_GRAB, V_END_GRAB, V_MAY_COUNTER, V_NO_COUNTER, V_EFFECT,
 V_GAIN, V_LOSE) = range(13)
VERBS = ["damage", "state", "end state", "recover", "force", "move", "grab", "end grab", "may counter", "no counter",
         "effect", "gain", "lose"]
WHO_TARGET, WHO_SELF, WHO_FELLOWS = 0, 1, 2
WHOS = ["target", "self", "fellows"]
PUSH, PULL, SWEEP, SHOVE, DRAG_ALONG, TELEPORT = range(6)
FORCES = ["push", "pull", "sweep", "shove", "drag", "teleport"]
BY_WALKING, BY_TELEPORT = 0, 1  # kinds of a MOVE line
MOVES = ["walk", "teleport"]
GAIN_FOCUS, GAIN_MOVEMENT, GAIN_GUARD_DIE, GAIN_VIGOR = range(4)  # kinds of a GAIN or LOSE line
GAINS = ["focus", "movement", "guard die", "vigor"]
ANYONE, FOES, FELLOWS = range(3)  # whom an aura or a hazard reaches, seen from its owner; its owner is a fellow
WHOMS = ["anyone", "foes", "fellows"]

# -- lasting effects (T8.4, T11.7) ---------------------------------------------------------------------------------------
(EF_LIGHT_CLOUD, EF_DENSE_CLOUD, EF_AURA, EF_SANCTUARY, EF_LIGHT, EF_DARKNESS, EF_HAZARD, EF_DIFFICULT) = range(8)
EFFECT_NAMES = ["light cloud", "dense cloud", "aura", "sanctuary", "light", "darkness", "hazard", "difficult ground"]

# -- states (T8.5-T8.18, T8.25) ----------------------------------------------------------------------------------------
(PROTECTED, EXPOSED, SOOTHED, SUFFERING, STRONG, WEAK, HASTENED, HINDERED, BLINDED, BLEEDING, BURNING, DAZED, STAGGERED,
 TAUNTED, TOPPLED) = range(15)
STATE_NAMES = ["protected", "exposed", "soothed", "suffering", "strong", "weak", "hastened", "hindered", "blinded",
               "bleeding", "burning", "dazed", "staggered", "taunted", "toppled"]

# -- results of a check (G6.1; the sources also say hit and glance, G0.3) -----------------------------------------------------------------------------------------
FAIL, CONFLICT, TRIUMPH = 0, 1, 2
RESULT_NAMES = ["fail", "conflict", "triumph"]

# -- terrain bits and sight --------------------------------------------------------------------------------------------
WALL, LOW, PIT, DIFFICULT, HAZARD, EXIT, DARK = 1, 2, 4, 8, 16, 32, 64
TERRAIN_NAMES = {WALL: "wall", LOW: "low obstacle", PIT: "pit", DIFFICULT: "difficult ground", HAZARD: "hazard",
                 EXIT: "exit", DARK: "darkness"}
DOOR_FEATURE, LEVER, OBJECT, LAMP, HAZARD_FEATURE = range(5)
FEATURE_KINDS = ["door", "lever", "object", "light", "hazard"]
OFF, ON, LOCKED, BROKEN = range(4)  # a door is open, closed, locked; an object is whole (ON); a lamp burns (ON); all can be broken
FEATURE_STATES = ["off", "on", "locked", "broken"]
MATERIALS = ["none", "plant", "wood", "cracked stone", "solid stone"]  # T3.4: the Might that breaks it is its place in the list
CLEAR, COVER, BLOCKED = 0, 1, 2
SIGHT_NAMES = ["clear", "cover", "blocked"]

# -- objectives ---------------------------------------------------------------------------------------------------------
ELIMINATE, HOLD, REACH, PROTECT, SLAY, ESCAPE = range(6)
OBJECTIVES = ["eliminate", "hold", "reach", "protect", "slay", "escape"]

# -- items -------------------------------------------------------------------------------------------------------------
BARE_HAND = 0
G_MELEE, G_RANGED, G_CATALYST, G_THROWING, G_CONCOCTION, G_LIGHT = 1, 2, 4, 8, 16, 32

# -- why a choice is not legal (0 is legal) ----------------------------------------------------------------------------
(OK, WHY_NOT_ASKED, WHY_OUT_OF_RANGE, WHY_NO_COMBATANT, WHY_ALREADY_ACTED, WHY_WRONG_SIDE, WHY_NO_POINTS,
 WHY_TAKEN, WHY_NO_MOVEMENT, WHY_NOWHERE, WHY_NO_DEED, WHY_DEED_TAKEN, WHY_MANEUVER_TAKEN, WHY_NO_FOCUS,
 WHY_NO_INSTRUMENT, WHY_NO_TARGET, WHY_TOO_FAR, WHY_NO_SIGHT, WHY_NOT_SELF, WHY_NOT_FOE, WHY_NOT_FELLOW, WHY_TOO_LARGE,
 WHY_DYING, WHY_OCCUPIED, WHY_CHOSEN, WHY_NO_DIE, WHY_SPENT, WHY_NO_LINE, WHY_NOT_STANDING, WHY_NO_RULE,
 WHY_AMBUSHED, WHY_NO_RECOVERIES, WHY_GRABBED, WHY_NOT_GRABBED, WHY_NO_HAND, WHY_FREE_ACTIONS, WHY_NO_ITEM, WHY_NO_FEATURE, WHY_LOCKED,
 WHY_TOO_HARD, WHY_NO_STATE, WHY_NO_EFFECT, WHY_NOT_OPEN, WHY_HELPED, WHY_IN_PIT, WHY_NO_EXIT, WHY_NOT_TOPPLED, WHY_STAGGERED,
 WHY_SHAPE, WHY_NOT_LIFTED, WHY_DIRECTION) = range(51)
WHY_TEXTS = [
    "legal",
    "this question is not answered by that kind of choice",
    "there is no such choice",
    "there is no combatant there",
    "it has already taken its turn this round (T1.3)",
    "it is not on the asked side (T1.3)",
    "not enough action points (T2.2)",
    "this action was already taken this turn (T2.4)",
    "no movement points are left (T3.10)",
    "that square cannot be reached (G12.1)",
    "there is no deed in that slot",
    "a deed was already attempted this turn (T2.5)",
    "a maneuver was attempted this turn (T2.6)",
    "not enough focus (T5.2, T4.2)",
    "no suitable instrument in hand (T5.3)",
    "no legal target (T5.7)",
    "out of range (T5.3)",
    "no line of sight (T10.1)",
    "it cannot target itself (T5.7)",
    "only foes can be chosen (G5.7b)",
    "only fellows can be chosen (T5.7)",
    "the target is too large (G9.5)",
    "not while dying (T8.21)",
    "the square is occupied (G12.1)",
    "already chosen for this deed (G5.7a)",
    "there is no such guard die (T4.5)",
    "it is spent until the round ends (T4.5)",
    "that line cannot be raised by a spark (T7.6)",
    "it is not standing (G1.6)",
    "the ruleset has no such choice here",
    "its side is ambushed this round (G1.2a)",
    "not that many recoveries are left (T8.40)",
    "not while grabbed (T8.24)",
    "nobody is grabbed (T8.24)",
    "no free hand (T5.3, G8.24a)",
    "no free actions are left this turn (G2.7a)",
    "there is no such item at hand (T3.12, T3.13, T3.14)",
    "nothing there can be worked, opened or broken (T2.7, T3.4, T3.7)",
    "it is locked: interact with it (G2.7a)",
    "its material is too hard (T3.4)",
    "no state that can be prevailed against (T8.19)",
    "no lasting effect there (T8.4, T8.31a)",
    "only right after a succeeded attack against that foe, adjacent to it (T8.31)",
    "it is helped with that check already (T3.6)",
    "out of a pit only by jump or teleport (G12.5)",
    "it does not stand on an exit (G1.6)",
    "only while toppled 1 (T3.15)",
    "not while staggered (T8.17)",
    "the area cannot lie there (T11.1-T11.9)",
    "a deed and a maneuver do not share a turn, or it is lifted already (T2.6)",
    "this forced movement goes another way (G12.3)",
]

# -- events ------------------------------------------------------------------------------------------------------------
(E_ROUND, E_TURN, E_ACTION, E_WALK, E_DEED, E_ROLL, E_DAMAGE, E_GUARD, E_COUNTER, E_STATE, E_STATE_VIGOR, E_RECOVER,
 E_DYING, E_DEFEATED, E_DEAD, E_TENACITY, E_SUPPLY, E_SPARK, E_RISES, E_OVER, E_LEAVES, E_FORCED, E_FALL, E_HAZARD, E_GRAB,
 E_GRAB_ENDS, E_CHECK, E_FEATURE, E_ITEM, E_CATCH, E_EFFECT, E_EFFECT_ENDS, E_JUMP, E_TELEPORT, E_HELP, E_BURN, E_STAGGER,
 E_GAIN, E_AREA) = range(39)
EVENT_NAMES = ["round", "turn", "action", "walk", "deed", "roll", "damage", "guard", "counter", "state", "state vigor",
               "recover", "dying", "defeated", "dead", "tenacity", "supply", "spark", "rises", "over", "leaves", "forced", "fall", "hazard", "grab",
               "grab ends", "check", "feature", "item", "catch", "effect", "effect ends", "jump", "teleport", "help", "burn", "stagger",
               "gain", "area"]
