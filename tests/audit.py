"""The invariants of a fight, tested after every decision, compiled or not: `audit` gives the code of the first one that is broken."""

import numba
import numpy as np

from envs.core import codes as k
from envs.core.grid import distance, on_board
from envs.core.surroundings import refresh

FAULTS = ["no fault", "an exception was raised", "a fight has more decisions than can be", "the number of legal choices is not the mask's",
          "a question has no legal choice", "the winner and the question disagree", "the clock or the dice are out of range",
          "the frames are out of order", "a frame off the stack is not empty", "the asked side is not the asker's",
          "a deed is under way without a frame for it", "points or movement are out of range", "a counter is below 0 or out of range",
          "a state is below 0 or above the cap", "two opposite states at once", "taunted without a standing taunter, or the other way round",
          "vigor and status do not agree", "somebody stands off the board or in a wall", "two stand on one square", "the occupancy plane is wrong",
          "a grab without a standing neighbour", "more in hands than there are hands", "an item is with nobody and nowhere, or twice",
          "an item lies off the board", "a lasting effect is wrong", "a feature's state is wrong", "the live rows are not what they should be",
          "the chain or the targets are out of range"]
(F_NONE, F_RAISED, F_LONG, F_COUNT, F_NO_CHOICE, F_WINNER, F_CLOCK, F_FRAMES, F_UNCLEARED, F_ASKED, F_DEED, F_POINTS, F_COUNTER, F_STATE, F_OPPOSITE,
 F_TAUNT, F_STATUS, F_GROUND, F_OVERLAP, F_PLANE, F_GRAB, F_HANDS, F_ITEM, F_ITEM_PLACE, F_EFFECT, F_FEATURE, F_LIVE, F_LISTS) = range(28)


def njit(function):
    """Compiled as the core is, in the core's cache."""
    return numba.njit(cache=True, error_model="numpy")(function)


# -- the clock, the frames, the deed ---------------------------------------------------------------------------------------
@njit
def audit_clock(t, s):
    """Ending, round, forced dice, the asked side."""
    if (s.ask == k.OVER) != (s.winner != k.NONE) or (s.ask == k.OVER) != (s.depth == 0):
        return F_WINNER
    if s.round_no < 0 or s.round_no > t.rules.max_rounds + t.play_on or s.held_rounds < 0 or s.turn_side < 0 or s.turn_side > 1:
        return F_CLOCK
    if s.dice.next_forced < 0 or s.dice.next_forced > s.dice.n_forced or s.dice.n_forced > k.MAX_FORCED:
        return F_CLOCK
    if s.ask == k.NO_QUESTION or s.asker != k.NONE and (s.asker < 0 or s.asker >= t.n_combatants or t.roster[s.asker].side != s.asked):
        return F_ASKED
    return F_NONE


@njit
def audit_frames(t, s):
    """Round, then turn, then what it led to; empty above the top; a deed is kept only while a frame plays it."""
    if s.depth < 0 or s.depth > k.MAX_FRAMES:
        return F_FRAMES
    playing = False
    for m in range(s.depth):
        f = s.frames[m]
        if f.kind < 0 or f.kind > k.F_THROW or (f.kind == k.F_ROUND) != (m == 0) or (f.kind == k.F_TURN) != (m == 1):
            return F_FRAMES
        if m > 0 and (f.who < 0 or f.who >= t.n_combatants):
            return F_FRAMES
        if f.kind == k.F_DEED or f.kind == k.F_ACTION and (f.a == k.PREVAIL or f.a == k.DISRUPT):
            playing = True
    if s.depth > 1 and s.turn_of != s.frames[1].who or s.depth <= 1 and s.turn_of != k.NONE:
        return F_FRAMES
    for m in range(s.depth, k.MAX_FRAMES):
        f = s.frames[m]
        if f.kind | f.step | f.who | f.a | f.b | f.c | f.d | f.e:
            return F_UNCLEARED
    d = s.deed
    kept = d.user != k.NONE or d.deed != k.NONE or d.n_dice != 0 or d.n_targets != 0 or d.n_sparks != 0
    return F_DEED if kept and not playing else F_NONE


@njit
def audit_lists(t, s):
    """Targets, sparks, dice and the chain of squares are within what there is."""
    d = s.deed
    if d.n_targets < 0 or d.n_targets > k.MAX_COMBATANTS or d.n_dice < 0 or d.n_dice > k.MAX_DICE or d.n_sparks < 0 or d.n_sparks > k.MAX_SPARKS:
        return F_LISTS
    for m in range(d.n_targets):
        row = s.targets[m]
        if row.who < 0 or row.who >= t.n_combatants or abs(row.net) > k.MAX_NET or row.result < k.FAIL or row.result > k.TRIUMPH:
            return F_LISTS
        for other in range(m):
            if s.targets[other].who == row.who:
                return F_LISTS
    if s.n_chain < 0 or s.n_chain > k.MAX_CHAIN:
        return F_LISTS
    for m in range(s.n_chain):
        if s.chain[m] < 0 or s.chain[m] >= t.width * t.height:
            return F_LISTS
    return F_NONE


# -- combatants ------------------------------------------------------------------------------------------------------------
@njit
def audit_numbers(t, s, i):
    """Points, counters and states of combatant i."""
    c = s.combatants[i]
    if c.points < 0 or c.points > t.rules.points or c.move_points < 0 or i != s.turn_of and c.points != 0 and s.ask != k.OVER:
        return F_POINTS
    if min(c.focus, c.endurance, c.recoveries, c.injuries, c.reactions, c.defend, c.aim, c.deeds_taken, c.maneuvers_taken, c.free_used) < 0:
        return F_COUNTER
    if c.helped < 0 or c.helped >= 32 or c.prevail_open < 0 or c.prevail_open >= 1 << t.n_combatants or c.free_used > t.rules.free_actions:
        return F_COUNTER
    for m in range(k.GUARD_DICE):
        if c.guard_spent >> m & 1 and t.roster[i].guard_dice[m] == 0 or c.guard_spent < 0 or c.guard_spent >= 1 << k.GUARD_DICE:
            return F_COUNTER
    if c.status > k.DEFEATED:
        return F_NONE
    for m in range(k.MAX_STATES):
        if c.states[m] < 0 or c.states[m] > t.rules.potency_cap:
            return F_STATE
        opposite = t.states[m].opposite
        if opposite != k.NONE and c.states[m] > 0 and c.states[opposite] > 0:
            return F_OPPOSITE
    return F_NONE


@njit
def audit_taunt(t, s, i):
    """Taunted exactly while there is a taunter, and it stands (G8.18a)."""
    c = s.combatants[i]
    if c.status > k.DEFEATED:
        return F_NONE
    potency = 0
    for m in range(k.MAX_STATES):
        if t.states[m].taunts != 0:
            potency += c.states[m]
    if (potency > 0) != (c.taunter != k.NONE):
        return F_TAUNT
    if c.taunter != k.NONE and (c.taunter < 0 or c.taunter >= t.n_combatants or c.taunter == i or s.combatants[c.taunter].status != k.STANDING):
        return F_TAUNT
    return F_NONE


@njit
def audit_status(t, s, i):
    """Vigor against status (T8.21, T8.22a, G8.26); injuries may lower the bloodied value under a dying creature (G8.22b)."""
    c = s.combatants[i]
    if c.status < k.STANDING or c.status > k.GONE:
        return F_STATUS
    if c.status > k.DEFEATED:
        return F_NONE
    if c.vigor > c.max_vigor or c.status == k.DEFEATED and c.vigor > 0 or t.roster[i].endures == 0 and c.vigor <= 0:
        return F_STATUS
    if c.vigor <= 0 and c.vigor <= -(t.roster[i].max_vigor // t.rules.bloodied_divisor):
        return F_STATUS
    return F_NONE


@njit
def audit_grabs(t, s, i):
    """Those who hold combatant i stand next to it, and have a hand for each grab beside what they hold (T8.24, G8.24a)."""
    c = s.combatants[i]
    if c.grabbed_by < 0 or c.grabbed_by >= 1 << t.n_combatants or c.grabbed_by != 0 and c.status > k.DEFEATED:
        return F_GRAB
    hands = 0
    for j in range(t.n_combatants):
        if c.grabbed_by >> j & 1 and (j == i or s.combatants[j].status != k.STANDING or distance(t, s, i, j) > 1):
            return F_GRAB
        if s.combatants[j].grabbed_by >> i & 1:
            hands += 1
    for m in range(k.ITEM_SLOTS - 1):
        if c.items[m] != k.NONE and c.items[m] >= 0 and c.items[m] < k.MAX_ITEMS and s.items[c.items[m]].held != 0:
            hands += t.gear[s.items[c.items[m]].gear].hands
    return F_HANDS if hands > t.roster[i].hands and c.status <= k.DEFEATED else F_NONE


# -- the board and things --------------------------------------------------------------------------------------------------
@njit
def audit_plane(t, s):
    """The plane is exactly the footprints of the standing and the defeated: on the board, apart, in no wall and nothing shut."""
    n = t.width * t.height
    plane = np.full(n, k.EMPTY, np.int8)
    for i in range(t.n_combatants):
        c = s.combatants[i]
        bulk = t.roster[i].bulk
        if c.status > k.DEFEATED:
            continue
        if not on_board(t, c.x, c.y, bulk):
            return F_GROUND
        for y in range(c.y, c.y + bulk):
            for x in range(c.x, c.x + bulk):
                if plane[y * t.width + x] != k.EMPTY:
                    return F_OVERLAP
                if t.terrain[y * t.width + x] & k.WALL or s.shut[y] >> x & 1:
                    return F_GROUND
                plane[y * t.width + x] = i
    for square in range(n):
        if s.occupant[square] != plane[square]:
            return F_PLANE
    return F_NONE


@njit
def audit_items(t, s):
    """Each item is carried by exactly one combatant or lies on the board, not in a wall; empty rows are with nobody."""
    for m in range(k.MAX_ITEMS):
        item = s.items[m]
        carriers = 0
        for i in range(t.n_combatants):
            for slot in range(k.ITEM_SLOTS - 1):
                if s.combatants[i].items[slot] == m:
                    carriers += 1
        if item.gear == k.NONE:
            if carriers != 0:
                return F_ITEM
            continue
        if item.gear < 0 or item.gear >= k.MAX_GEAR or carriers != (1 if item.place == k.NONE else 0) or item.supply < 0 or item.supply > 12:
            return F_ITEM
        if item.place != k.NONE and (item.place < 0 or item.place >= t.width * t.height or t.terrain[item.place] & k.WALL or item.held != 0):
            return F_ITEM_PLACE
    return F_NONE


@njit
def audit_effects(t, s):
    """Lasting effects have a standing owner and a potency (G8.4a); features are in a state that they can have."""
    for e in range(k.MAX_EFFECTS):
        f = s.effects[e]
        if f.kind == k.NONE:
            if f.owner != k.NONE or f.potency != 0:
                return F_EFFECT
            continue
        if f.kind < 0 or f.kind > k.EF_DIFFICULT or f.owner < 0 or f.owner >= t.n_combatants or s.combatants[f.owner].status != k.STANDING:
            return F_EFFECT
        if f.potency < 1 or f.potency > t.rules.potency_cap or f.extent < 0 or f.decay < 0 or f.state < 0 or f.state > k.TOPPLED and f.state != k.NONE:
            return F_EFFECT
    for n in range(t.n_features):
        state = s.feature_state[n]
        if state < k.OFF or state > k.BROKEN or state == k.LOCKED and t.features[n].kind != k.DOOR_FEATURE:
            return F_FEATURE
    return F_NONE


@njit
def audit_live(t, s):
    """The live rows are what features, effects, lamps and carried lights make of the board: written anew they stay the same."""
    before = np.empty((5, k.MAX_SIDE), np.uint32)
    before[0] = s.lit
    before[1] = s.shut
    before[2] = s.hard
    before[3] = s.dense
    before[4] = s.thin
    refresh(t, s)
    for y in range(k.MAX_SIDE):
        same = before[0, y] == s.lit[y] and before[1, y] == s.shut[y] and before[2, y] == s.hard[y]
        if not same or before[3, y] != s.dense[y] or before[4, y] != s.thin[y]:
            s.lit[:] = before[0]
            s.shut[:] = before[1]
            s.hard[:] = before[2]
            s.dense[:] = before[3]
            s.thin[:] = before[4]
            return F_LIVE
    return F_NONE


@njit
def audit(t, s, mask):
    """Code of the first broken invariant of encounter s under tables t, 0 when all hold. mask: uint8 (actions,), that of the question."""
    found = max(audit_clock(t, s), audit_frames(t, s), audit_lists(t, s))
    if found != F_NONE:
        return found
    for i in range(t.n_combatants):
        found = max(audit_numbers(t, s, i), audit_taunt(t, s, i), audit_status(t, s, i), audit_grabs(t, s, i))
        if found != F_NONE:
            return found
    found = max(audit_plane(t, s), audit_items(t, s), audit_effects(t, s))
    if found == F_NONE:
        found = audit_live(t, s)
    if found != F_NONE:
        return found
    count = 0
    for choice in range(len(mask)):
        count += mask[choice] != 0
    if s.ask != k.OVER and count == 0:
        return F_NO_CHOICE
    return F_COUNT if s.ask == k.OVER and count != 0 else F_NONE
