"""The role bot: cheap scores for each question by the role that a combatant's kit shows, then a choice among those near the best.

No plan is carried from question to question: whoever hits and leaves does so because, its deed done, the squares out of reach score higher.
"""

import numpy as np

from envs.core import codes as k
from envs.core.areas import can_be_in
from envs.core.counter import counter_damage
from envs.core.dice import below
from envs.core.grid import distance
from envs.core.jit import jit
from envs.core.movement import OF_LINE
from envs.core.vigor import recovery_value

from . import role_table as r
from . import weights as w
from .acts import HAIR, score_act
from .places import lay_area, score_places
from .role_places import mark_people
from .role_turn import score_role_combatants, score_role_deed, score_role_turn
from .role_ways import fill_role_way, risk, way_on
from .rolled import score_sparks
from .values import harm, mend, weigh

HEAT, HEAT_MENU = 0.4, 0.1  # how far below the best a choice may lie and still be taken, in the worth of vigor
GRAIN = 1 << 16


@jit
def draw_near(mask, scores, heat, words):
    """The legal choice that is best after each near the best has drawn up to twice `heat`, small draws and large ones being rarer."""
    best = 2.0 * w.NEVER
    for c in range(len(mask)):
        if mask[c] != 0:
            best = max(best, scores[c])
    top = 2.0 * w.NEVER
    choice = 0
    for c in range(len(mask)):
        if mask[c] == 0 or scores[c] < best - 2.0 * heat:
            continue
        value = scores[c] + heat * ((below(words, GRAIN) + below(words, GRAIN)) / GRAIN)
        if value > top:
            top = value
            choice = c
    return choice


@jit
def choose_role(t, s, mask, scores, words):
    """The role bot's choice; scores: float64 (actions,), scratch, zeroed before; words: its generator, uint32 (4,)."""
    desk = np.zeros((k.MAX_COMBATANTS, r.ROLE_DESK))
    p = w.GREEDY
    weigh(t, s, p, desk)
    mark_people(t, s, p, desk)
    a = s.ask
    f = s.frames[s.depth - 1]
    heat = HEAT
    if a == k.ASK_COMBATANT:
        score_role_combatants(t, s, p, desk, mask, scores)
        heat = 4.0 * HEAT
    elif a == k.ASK_SPARK or a == k.ASK_SPARK_TARGET:
        score_sparks(t, s, p, desk, mask, scores)
    elif a == k.ASK_GUARD or a == k.ASK_COUNTER or a == k.ASK_RECOVER:
        score_reaction(t, s, p, desk, mask, scores)
        heat = HEAT_MENU
    elif a == k.ASK_AREA or a == k.ASK_PATH or (a == k.ASK_TARGET and f.kind == k.F_DEED):
        score_role_targets(t, s, p, desk, mask, scores)
    elif a == k.ASK_TARGET and f.a == k.HELP:
        for j in range(t.n_combatants):
            scores[k.A_COMBATANT + j] = max(desk[j, w.NEAR], desk[j, w.FAR]) if s.combatants[j].acted == 0 else 0.0
    elif f.kind == k.F_FORCE or a == k.ASK_JUMP or (a == k.ASK_WALK and f.a == OF_LINE):
        score_places(t, s, p, desk, mask, scores)
        heat = HEAT_MENU
    elif f.kind == k.F_DEED or (a == k.ASK_ITEM and f.a == k.CONCOCTION):
        score_role_deed(t, s, p, desk, scores)
        heat = HEAT_MENU if a == k.ASK_POINTS else HEAT
    elif a == k.ASK_ACTION or a == k.ASK_WALK or a == k.ASK_POINTS:
        score_role_turn(t, s, p, desk, mask, scores)
        heat = HEAT if a == k.ASK_WALK else HEAT_MENU
    else:
        score_act(t, s, p, desk, mask, scores)
        heat = HEAT_MENU
    return draw_near(mask, scores, heat * desk[s.asker if s.asker != k.NONE else 0, w.FOE_RATE], words)


@jit
def score_role_targets(t, s, p, desk, mask, scores):
    """On whom, or where an area lies: the sum over all that it would hold; a further target only when it is worth it."""
    i = s.asker
    role = r.ROLES[r.role_of(t, i)]
    row = np.zeros(r.ROLE_WAY)
    fill_role_way(t, s, i, s.deed.deed, s.deed.instrument, row)
    worth = np.zeros(t.n_combatants)
    for j in range(t.n_combatants):
        if s.ask == k.ASK_TARGET and mask[k.A_COMBATANT + j] == 0 or not can_be_in(t, s, i, s.deed.deed, j):
            continue
        worth[j] = way_on(t, s, p, role, desk, i, j, row)
        if t.roster[j].side != t.roster[i].side and distance(t, s, i, j) <= desk[j, w.REACH]:
            worth[j] -= risk(role, desk, i, j, row)
    if s.ask == k.ASK_TARGET:
        scores[k.A_COMBATANT:k.A_COMBATANT + t.n_combatants] = worth
        scores[k.A_OPTION + k.PASS] = HAIR
    else:
        lay_area(t, s, mask, worth, scores)


@jit
def score_reaction(t, s, p, desk, mask, scores):
    """Guard when it is badly hit, when it would drop, or when nobody else is left to act; counter when it tells; recover what is not wasted."""
    f = s.frames[s.depth - 1]
    i = f.who if s.ask != k.ASK_RECOVER else s.asker
    c = s.combatants[i]
    later = False
    for j in range(t.n_combatants):
        if t.roster[j].side != t.roster[i].side and s.combatants[j].status == k.STANDING and s.combatants[j].acted == 0 and j != s.turn_of:
            later = True
    price = p[w.FOCUS] * desk[i, w.FOE_RATE] if c.reactions > 0 else 0.0
    for die in range(k.GUARD_DICE):
        if s.ask == k.ASK_GUARD and mask[k.A_GUARD + die] != 0:
            kept = 0.5 * (t.roster[i].guard_dice[die] + 1)
            saved = harm(s, p, desk, i, f.b) - harm(s, p, desk, i, f.b - kept)
            badly = f.b >= 0.4 * desk[i, w.LEFT] or f.b >= kept
            scores[k.A_GUARD + die] = saved - price - (0.0 if badly or not later else 0.6 * kept * desk[i, w.RATE])
    for item in range(k.ITEM_SLOTS):
        if s.ask == k.ASK_COUNTER and mask[k.A_ITEM + item] != 0:
            gain = harm(s, p, desk, s.deed.user, counter_damage(t, s, i, f.a, item))
            scores[k.A_ITEM + item] = gain - price - (0.4 * desk[i, w.GUARD] * desk[i, w.RATE] if later and c.reactions == 0 else 0.0)
    for n in range(k.AMOUNT_SIZE):
        if s.ask == k.ASK_RECOVER:
            scores[k.A_AMOUNT + n] = mend(s, p, desk, i, n * recovery_value(t, s, i)) - n * p[w.RECOVERY] * desk[i, w.RATE]
