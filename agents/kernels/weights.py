"""What the greedy bot holds dear: one row of numbers, each with its name, and the columns of the arrays in which it reckons.

Everything is valued in vigor: 1.0 is about what one point of damage on a fresh, middling foe is worth. No number belongs to a creature or a deed.
"""

import numpy as np

_GREEDY = [
    ("BASE", 4.0),  # worth of a combatant that can do nothing
    ("TURNS", 2.5),  # turns that a combatant is expected to have still
    ("CARE", 1.0),  # worth of a point of potency of healing, hindering or helping in its kit, for each turn
    ("PROGRESS", 0.68),  # share of a combatant's worth that is taken with its vigor; the rest when it drops
    ("OUT", 0.1),  # share of its worth that is left to take from a defeated one
    ("GUARD_TRUST", 0.5),  # how far a foe's guard die is believed to be used
    ("SOFT", 4.0),  # vigor added to what is left where a small loss is priced, so that the price of one with little left stays sane
    ("HITS", 2.4),  # blows that a combatant is expected to take, or to deal, while a state lasts
    ("TICKS", 2.5),  # starts of turn while a state lasts
    ("STEP", 0.25),  # a movement point gained or lost by a state
    ("RISE", 0.5),  # share of its worth that a combatant regains by rising from defeat or from dying
    ("FOCUS", 0.6),  # a point of focus
    ("RECOVERY", 0.5),  # a recovery spent
    ("SHARE", 0.35),  # least chance that a foe who can strike at a combatant does; among few it is one in their number
    ("FEAR", 0.8),  # weight of the harm to expect on a square until one's next turn
    ("REACH_OUT", 0.25),  # weight of what can be struck at from a square at one's next turn
    ("MARCH", 0.4),  # a movement point of the way to the next place of attack
    ("KEEP_DIE", 0.35),  # share of a guard die's mean that is lost when it is not there for a later blow
    ("URGENT", 0.6),  # weight of one's own danger in choosing who acts
    ("GOAL", 1.2),  # a movement point of the way to what the objective asks for
    ("PRIZE", 1.5),  # worth of the one that the objective is about, beside what it would be
    ("LOST", 0.3),  # share of the other side's strength below which a side with survivors to save makes for the exits
    ("EFFECT", 1.0),  # a point of potency of a lasting effect that is meant for somebody
    ("THING", 2.0),  # what is used up or thrown away
    ("LEAD", 0.5),  # what foes can do from where they are forced to
    ("SHUT", 1.0),  # opening what bars the way to all foes
]
NAMES = [name for name, _ in _GREEDY]
(BASE, TURNS, CARE, PROGRESS, OUT, GUARD_TRUST, SOFT, HITS, TICKS, STEP, RISE, FOCUS, RECOVERY, SHARE, FEAR, REACH_OUT, MARCH, KEEP_DIE,
 URGENT, GOAL, PRIZE, LOST, EFFECT, THING, LEAD, SHUT) = range(len(_GREEDY))
GREEDY = np.array([value for _, value in _GREEDY])

# columns of the desk, float64 (combatants, DESK): what is known of each combatant now
(WORTH, LEFT, RATE, FALLS, NEAR, FAR, HIT, GUARD, SPEED, MOBILITY, REACH, RATING, FAR_RANGE, FOE_RATE, LASTS, CHANCE, DEALT, TAKEN, FLEES,
 DESK) = range(20)

# columns of a use, float64 (uses, combatants, USE): one deed with one instrument on one combatant
(U_OK, U_FAIL, U_CONFLICT, U_TRIUMPH, U_SPARK, U_COUNTER, U_SHADOW, U_NET, U_WILLING, U_SURE, USE) = range(11)

# columns of a way, float64 (uses, WAY): one deed done in one way; the menu entry that begins it; of an area how far it spreads around one in it
(W_SLOT, W_ITEM, W_RANGE, W_TARGETS, W_COST, W_VIRTUE, W_ATTACK, W_MENU, W_DEED, W_SPREAD, WAY) = range(11)
NO_SPREAD, ALL_IN_RANGE = -1, -2  # W_SPREAD: chosen targets; everybody in range
MAX_USES = 32
EXTRAS = 3  # numbers of extra points that are told apart: 0 to 2
NEVER = -1e6  # value of what cannot be done

# columns of an aim, float64 (combatants, AIM): the best attack on each foe, near and far, and how far anything goes
(AIM_NEAR, AIM_REACH, AIM_FAR, AIM_RANGE, AIM_ANY, AIM) = range(6)
