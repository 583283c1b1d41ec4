"""The eight roles as rows of numbers, and how a combatant's role is read from what it can do.

The role written in a creature's file is for people; compiled tables hold numbers only. So the role is derived from the kit and the numbers of the
stat block, which also works for a monster that was written tonight.
"""

import numpy as np

from envs.core import codes as k
from envs.core.jit import jit

from . import weights as w

BRUTE, SKIRMISHER, ARTILLERY, CONTROLLER, LEADER, LURKER, SWARM, SOLO = range(8)
ROLE_NAMES = ["brute", "skirmisher", "artillery", "controller", "leader", "lurker", "swarm", "solo"]
(KIT_NEAR, KIT_FAR, KIT_RANGE, KIT_AREAS, KIT_HEALING, KIT_CONTROL, KIT_SUPPORT, KIT_FORCING, KIT_GUARD, KIT_COUNTER, KIT_DEEDS,
 KIT_FOCUS) = range(12)

# What a role holds dear. The unit is the worth of one point of vigor of a typical foe.
#   FEAR    weight of the damage to expect on a square while a deed is still to be done
#   AFTER   the same once it is done: who hits and leaves has a high one
#   CLOSE   standing next to a foe, below 0 for who keeps its distance
#   RING    each fellow next to the same foe
#   DARK    a square that no foe sees, or where none sees well
#   HEX     a point of potency of a hindering state on a foe
#   FORCE   a square of forced movement, a grab counts as two
#   CARE    factor on healing and on good states for fellows
#   MANY    factor on further foes in an area
#   LONE    added share of a foe that is blinded or has no fellow near it
#   SOFT    added share of a foe that heals, or has no guard die left
#   FIRST   how early in a round it acts
_ROLES = {
    #            FEAR AFTER CLOSE  RING DARK  HEX FORCE CARE MANY LONE SOFT FIRST
    "brute":      (0.2, 0.2, 1.5,  0.2, 0.0, 0.8, 1.2, 0.7, 1.0, 0.0, 0.1, 1.0),
    "skirmisher": (0.2, 1.1, 0.0,  0.1, 0.3, 0.8, 0.3, 0.7, 1.0, 0.2, 0.3, 0.5),
    "artillery":  (0.7, 1.2, -3.0, 0.0, 0.5, 0.8, 0.4, 0.7, 1.1, 0.0, 0.3, 1.5),
    "controller": (0.5, 1.0, -2.0, 0.0, 0.2, 1.4, 0.5, 0.8, 1.3, 0.0, 0.1, 2.0),
    "leader":     (0.5, 0.6, -0.3, 0.1, 0.0, 0.8, 0.4, 1.5, 1.0, 0.0, 0.1, 1.2),
    "lurker":     (0.2, 1.1, 0.0,  0.0, 2.0, 0.9, 0.4, 0.6, 1.0, 0.5, 0.4, 0.0),
    "swarm":      (0.1, 0.1, 1.0,  0.8, 0.0, 0.7, 0.3, 0.5, 1.0, 0.1, 0.1, 0.8),
    "solo":       (0.2, 0.3, 1.0,  0.0, 0.0, 1.0, 0.5, 0.7, 1.4, 0.0, 0.1, 1.0),
}
FEAR, AFTER, CLOSE, RING, DARK, HEX, FORCE, CARE, MANY, LONE, SOFT, FIRST = range(12)
ROLES = np.array([_ROLES[name] for name in ROLE_NAMES])

# columns of the desk behind those of `weights.py`: fellows next to it, whether it is blinded or alone, whether it is soft
(D_RING, D_LONE, D_SOFT, ROLE_DESK) = range(w.DESK, w.DESK + 4)

# columns of a way behind those of `weights.py`: symbols on conflict and triumph (-1: none), chance of success and of triumph; then sums over its
# lines by their chance: hindering potency, squares of force, recoveries, good potency for the target, for oneself, for each fellow, the end of a
# grab; then what it is worth from where one stands
(R_LOW, R_HIGH, R_HIT, R_TOP, R_HEX, R_FORCE, R_HEAL, R_AID, R_SELF, R_ALL, R_FREE, R_HERE, ROLE_WAY) = range(w.WAY, w.WAY + 13)


@jit
def role_of(t, i):
    """The role of combatant i, BRUTE to SOLO, from its kit, its key virtue and its vigor beside that of its foes."""
    r = t.roster[i]
    kit = r.kit
    foes = 0
    vigor = 0
    for j in range(t.n_combatants):
        if t.roster[j].side != r.side:
            foes += 1
            vigor += t.roster[j].max_vigor
    care = 2 * kit[KIT_HEALING] + kit[KIT_SUPPORT]
    might = r.key == k.MIGHT
    if 10 * r.max_vigor * foes >= 23 * vigor and kit[KIT_DEEDS] >= 4 and kit[KIT_GUARD] >= 35:
        return SOLO
    if kit[KIT_GUARD] == 0 and kit[KIT_DEEDS] <= 2 and kit[KIT_FOCUS] <= 2 and kit[KIT_NEAR] > 0 and 10 * r.max_vigor * foes <= 14 * vigor:
        return SWARM
    if r.key >= k.WITS:  # who thinks leads or hinders
        if r.key == k.SPIRIT:
            return LEADER if 2 * care > kit[KIT_CONTROL] + 1 else CONTROLLER
        return LEADER if care > kit[KIT_CONTROL] + 3 else CONTROLLER
    if care >= 8 and kit[KIT_HEALING] >= 2 and care > kit[KIT_CONTROL] + (2 if might else 0):
        return LEADER
    if might:
        return ARTILLERY if kit[KIT_NEAR] == 0 and kit[KIT_RANGE] >= 6 else BRUTE
    if kit[KIT_CONTROL] >= 10 and r.speed <= 5 and kit[KIT_AREAS] + kit[KIT_FORCING] > 0 and kit[KIT_FAR] == 0:
        return CONTROLLER
    if kit[KIT_NEAR] == 0 or (kit[KIT_FAR] > kit[KIT_NEAR] and kit[KIT_RANGE] >= 6):
        return ARTILLERY if r.speed <= 6 else SKIRMISHER
    if kit[KIT_GUARD] >= 50 or (kit[KIT_FAR] > 0 and kit[KIT_RANGE] >= 6) or kit[KIT_SUPPORT] >= 5:
        return SKIRMISHER
    return LURKER if kit[KIT_AREAS] > 0 or kit[KIT_CONTROL] >= 7 or kit[KIT_GUARD] == 0 or kit[KIT_FOCUS] >= 2 else SKIRMISHER
