"""Actions other than deeds and steps: prevailing, standing up, doors and what bars the way, items, leaving."""

from envs.core import codes as k
from envs.core.actions import action_cost
from envs.core.features import can_work
from envs.core.forecast import chance_success, chance_triumph
from envs.core.grid import in_pit, neighbour
from envs.core.instruments import held_gear
from envs.core.jit import jit
from envs.core.leaping import can_jump
from envs.core.movement import mobility
from envs.core.prevail import can_disrupt, can_prevail, can_prevail_state
from envs.core.questions import padded_square

from . import weights as w
from .march import is_bar, nearest_foe
from .places import HAIR
from .values import state_value

WEAPONS = k.G_MELEE | k.G_RANGED | k.G_THROWING


@jit
def gain_of(t, s, p, desk, i, target, state, extra, disrupt):
    """What an attempt to prevail with `extra` points against a state of `target` is worth to combatant i's side (T8.32); the best one for NONE."""
    variant = t.rules.prevail_variant == 1
    virtue = t.roster[i].virtues[k.WITS if disrupt or variant else k.GRACE]
    net = extra + (s.combatants[i].helped >> (k.KIND_PREVAIL - k.KIND_DEED) & 1)
    triumph = chance_triumph(t, net, virtue)
    conflict = chance_success(t, net, virtue) - triumph
    best = 0.0
    for m in range(k.MAX_STATES):
        if (state == k.NONE or state == m) and can_prevail_state(t, s, target, m, disrupt):
            now = s.combatants[target].states[m]
            less = min(now, max(0, t.roster[i].virtues[t.roster[i].key]) if variant else t.rules.prevail_conflict)
            value = triumph * state_value(t, s, p, desk, target, m, -now) + conflict * state_value(t, s, p, desk, target, m, -less)
            best = max(best, -value if disrupt else value)
    return best


@jit
def score_act(t, s, p, desk, mask, scores):
    """The questions of an action: whom, which state, which item, which square; and whether to catch what flies past."""
    f = s.frames[s.depth - 1]
    i = s.asker
    prevails = f.a == k.PREVAIL or f.a == k.DISRUPT
    scores[k.A_OPTION + k.YES] = 1.0  # catch
    scores[k.A_OPTION + k.KIND_DEED] = 1.0  # help with
    scores[k.A_OPTION + k.PASS] = HAIR
    if s.ask == k.ASK_TARGET and prevails:
        for j in range(t.n_combatants):
            if mask[k.A_COMBATANT + j] != 0:
                scores[k.A_COMBATANT + j] = gain_of(t, s, p, desk, i, j, k.NONE, 0, f.a == k.DISRUPT)
    elif s.ask == k.ASK_STATE:
        for m in range(k.MAX_STATES):
            if mask[k.A_STATE + m] != 0:
                scores[k.A_STATE + m] = gain_of(t, s, p, desk, i, f.b, m, 0, f.a == k.DISRUPT)
    elif s.ask == k.ASK_ITEM:
        for slot in range(1, k.ITEM_SLOTS):
            if mask[k.A_ITEM + slot] != 0:
                gear = t.gear[s.items[s.combatants[i].items[slot - 1]].gear]
                scores[k.A_ITEM + slot] = gear.weapon if f.a == k.DRAW_ITEM else -gear.weapon - gear.spell
    elif s.ask == k.ASK_PLACE and f.a != k.THROW and f.a != k.PICK_UP:
        for n in range(t.n_features):
            square = t.features[n].y * t.width + t.features[n].x
            scores[k.A_SQUARE + padded_square(t, t.side, square)] = 1.0 if is_bar(t, s, n) else -1.0


@jit
def jump_gain(t, s, i):
    """Squares by which a jump can bring combatant i nearer to its foes."""
    c = s.combatants[i]
    before = nearest_foe(t, s, i, c.x, c.y)
    best = 0
    for m in range(8):
        dx, dy = neighbour(m)
        for n in range(1, mobility(t, i) + 1):
            x = c.x + n * dx
            y = c.y + n * dy
            if 0 <= x < t.width and 0 <= y < t.height and can_jump(t, s, i, y * t.width + x) == k.OK:
                best = max(best, before - nearest_foe(t, s, i, x, y))
    return best


@jit
def score_others(t, s, b, i, mask, after, base, lost, scores):
    """The rest of the menu, where it is of use; after: values of points left; base: of the place; lost: whether no way leads to a foe."""
    points = len(after) - 1
    armed = False
    needs_hand = True  # whether no deed can be done with what it is and holds
    for m in range(b.n):
        needs_hand = needs_hand and b.ways[m, w.W_MENU] != k.DEED
    menu = scores[k.A_MENU:k.A_MENU + k.MENU_SIZE]
    legal = mask[k.A_MENU:k.A_MENU + k.MENU_SIZE]
    for entry in range(k.PREVAIL, k.DISRUPT + 1):
        if legal[entry] == 0:
            continue
        best = 0.0
        for j in range(t.n_combatants):
            can = can_disrupt(t, s, i, j) if entry == k.DISRUPT else can_prevail(t, s, i, j)
            if can == k.OK:
                best = max(best, gain_of(t, s, b.p, b.desk, i, j, k.NONE, 0, entry == k.DISRUPT))
        if best > 0.0:
            menu[entry] = base + best + after[points - action_cost(t, i, entry)]
    if legal[k.STAND] != 0:
        for m in range(k.MAX_STATES):
            if t.states[m].half_speed != 0 and s.combatants[i].states[m] != 0:
                menu[k.STAND] = base + state_value(t, s, b.p, b.desk, i, m, -1) + after[points - action_cost(t, i, k.STAND)]
    for slot in range(1, k.ITEM_SLOTS):
        gear = held_gear(s, i, slot)
        armed = armed or (gear != k.NONE and t.gear[gear].kinds & WEAPONS != 0)
    for entry in range(k.DRAW_ITEM, k.PICK_UP + 1):
        if (entry == k.DRAW_ITEM or (entry == k.PICK_UP and needs_hand)) and legal[entry] != 0 and not armed:
            menu[entry] = base + b.p[w.THING] + after[points]
    if legal[k.LEAVE] != 0 and b.desk[i, w.FLEES] != 0.0:
        menu[k.LEAVE] = base + b.desk[i, w.WORTH] + after[points]
    if lost:
        for entry in range(k.BREAK, k.DOOR + 1):
            for n in range(t.n_features if (entry == k.BREAK or entry == k.INTERACT or entry == k.DOOR) and legal[entry] != 0 else 0):
                if is_bar(t, s, n) and can_work(t, s, i, entry, t.features[n].y * t.width + t.features[n].x) == k.OK:
                    menu[entry] = base + b.p[w.SHUT] + after[points - action_cost(t, i, entry)]
    if legal[k.JUMP] != 0:
        gain = b.p[w.THING] if in_pit(t, s, i) else (b.p[w.MARCH] * jump_gain(t, s, i) if lost else 0.0)
        if gain > 0.0:
            menu[k.JUMP] = base + gain + after[points - action_cost(t, i, k.JUMP)]
