"""The greedy bot: a score for every legal choice of every question, from the values of `values.py`; it takes the best, by lot only among equals."""

import numpy as np

from envs.core import codes as k
from envs.core.actions import action_cost
from envs.core.check import net_edges, virtue_of
from envs.core.dice import below
from envs.core.forecast import deed_symbols
from envs.core.grid import distance
from envs.core.jit import jit
from envs.core.movement import OF_LINE
from envs.core.questions import padded_square
from envs.core.vigor import recovery_value

from . import weights as w
from .acts import HAIR, gain_of, score_act, score_others
from .ground import fill_rest, spare, stand, survey, turn_value, with_rest
from .places import score_area, score_places
from .rolled import score_counter, score_guard, score_sparks
from .uses import brief_for, prospects, roll_value, way_values, weigh_use
from .values import mend, weigh


@jit
def best_of(mask, scores, words):
    """The legal choice with the highest score; among exact equals each as likely as another."""
    best = 2.0 * w.NEVER
    ties = 0
    choice = 0
    for c in range(len(mask)):
        if mask[c] == 0 or scores[c] < best:
            continue
        if scores[c] > best:
            ties = 0
            best = scores[c]
            choice = c
        ties += 1
    if ties == 1:
        return choice
    left = below(words, ties)
    for c in range(len(mask)):
        if mask[c] != 0 and scores[c] == best:
            if left == 0:
                return c
            left -= 1
    return choice


@jit
def score(t, s, p, mask, scores):
    """Score every legal choice of the question, scores float64 (actions,), zeroed before. p: weights, float64 (see `weights.py`)."""
    desk = np.zeros((k.MAX_COMBATANTS, w.DESK))
    weigh(t, s, p, desk)
    a = s.ask
    f = s.frames[s.depth - 1]
    if a == k.ASK_COMBATANT:
        score_combatants(t, s, p, desk, mask, scores)
        scores[k.A_EFFECT:k.A_SQUARE] = w.NEVER  # its own effects are not dismissed
    elif a == k.ASK_SPARK or a == k.ASK_SPARK_TARGET:
        score_sparks(t, s, p, desk, mask, scores)
    elif a == k.ASK_GUARD:
        score_guard(t, s, p, desk, mask, scores)
    elif a == k.ASK_COUNTER:
        score_counter(t, s, p, desk, mask, scores)
    elif a == k.ASK_RECOVER:
        i = s.asker
        for n in range(k.AMOUNT_SIZE):
            scores[k.A_AMOUNT + n] = mend(s, p, desk, i, n * recovery_value(t, s, i)) - n * p[w.RECOVERY] * desk[i, w.RATE]
    elif a == k.ASK_AREA or a == k.ASK_PATH:
        score_area(t, s, p, desk, mask, scores)
    elif a == k.ASK_TARGET and f.kind == k.F_DEED:
        score_targets(t, s, p, desk, mask, scores)
    elif f.kind == k.F_FORCE or a == k.ASK_JUMP or (a == k.ASK_WALK and f.a == OF_LINE):
        score_places(t, s, p, desk, mask, scores)
    elif a == k.ASK_ACTION or a == k.ASK_WALK or a == k.ASK_POINTS or f.kind == k.F_DEED or (a == k.ASK_ITEM and f.a == k.CONCOCTION):
        score_turn(t, s, p, desk, mask, scores)
    else:
        score_act(t, s, p, desk, mask, scores)


@jit
def score_turn(t, s, p, desk, mask, scores):
    """The questions that the rest of the turn hangs on: the menu, where to walk, which deed and how, how many points."""
    i = s.asker
    c = s.combatants[i]
    f = s.frames[s.depth - 1]
    b = brief_for(t, s, p, desk, i)
    fill_rest(t, s, b, i)
    deeds_left = 1 + t.roster[i].extra_deeds - c.deeds_taken if c.maneuvers_taken == 0 or c.lifted != 0 else 0
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(4)
    stand(t, s, b, i, c.x, c.y, away, seen, out)
    best = np.empty(w.EXTRAS)
    prospects(t, b, away, seen, c.points, best)
    if f.kind == k.F_DEED:
        score_attempt(t, s, b, away, seen, best[0] if deeds_left > 1 else w.NEVER, out[1], scores)
        return
    after = np.empty(c.points + 1)  # value of so many points left, from here
    for n in range(c.points + 1):
        after[n] = spare(b.rest, out[1], n)
        if deeds_left > 0:
            after[n] = max(after[n], turn_value(b.rest, out[1], n, best, deeds_left - 1))
    if s.ask == k.ASK_ITEM:
        score_own(t, s, b, away, seen, after, 0.0, scores)
        return
    if s.ask == k.ASK_POINTS and f.a != k.MOVE:
        for extra in range(c.points):
            if f.a == k.DEFEND or f.a == k.CATCH_BREATH:
                worth = kept(b.rest, out[1], 0 if f.a == k.DEFEND else 1, 1 + extra, c.points)
            else:
                worth = after[c.points - 1 - extra]
                if f.a == k.PREVAIL or f.a == k.DISRUPT:
                    worth += gain_of(t, s, p, desk, i, f.b, k.NONE, extra, f.a == k.DISRUPT)
            scores[k.A_AMOUNT + extra] = worth
        return
    value = np.empty(t.width * t.height)
    stops = np.empty(2 + c.points)
    lost = survey(t, s, b, i, deeds_left, value, stops)
    if s.ask == k.ASK_WALK:
        for square in range(t.width * t.height):
            scores[k.A_SQUARE + padded_square(t, t.side, square)] = value[square]
    elif s.ask == k.ASK_POINTS:
        for extra in range(c.points):
            scores[k.A_AMOUNT + extra] = stops[2 + extra]
    else:
        base = stops[0] - after[c.points]
        score_menu(t, b, away, seen, out[1], c.points, deeds_left - 1, stops, base, scores)
        score_own(t, s, b, away, seen, after, base, scores)
        score_others(t, s, b, i, mask, after, base, lost, scores)


@jit
def score_menu(t, b, away, seen, pending, points, again, stops, base, scores):
    """The plain entries of the menu, a deed and a maneuver; stops is what `survey` found, base the value of the place.

    Ending the turn wins where nothing else is worth anything.
    """
    menu = scores[k.A_MENU:k.A_MENU + k.MENU_SIZE]
    menu[:] = w.NEVER
    menu[k.END_TURN] = base + HAIR
    menu[k.WALK] = stops[1] - HAIR
    for n in range(1, points + 1):
        menu[k.MOVE] = max(menu[k.MOVE], stops[1 + n] - HAIR)
        menu[k.DEFEND] = max(menu[k.DEFEND], base + kept(b.rest, pending, 0, n, points))
        menu[k.CATCH_BREATH] = max(menu[k.CATCH_BREATH], base + kept(b.rest, pending, 1, n, points))
    best = np.empty(w.EXTRAS)
    for entry in range(k.DEED, k.MANEUVER + 1):
        best[:] = w.NEVER
        for m in range(b.n):
            if b.ways[m, w.W_MENU] == entry:
                way_values(t, b, m, away, seen, min(points, w.EXTRAS), best)
        menu[entry] = base + turn_value(b.rest, pending, points, best, again if entry == k.DEED else 0)


@jit
def score_own(t, s, b, away, seen, after, base, scores):
    """Actions of the stat block's own and concoctions (T2.9, T3.14): menu entries, or which concoction; after: values of points left."""
    points = len(after) - 1
    best = np.empty(w.EXTRAS)
    for m in range(b.n):
        entry = int(b.ways[m, w.W_MENU])
        if entry <= k.MANEUVER:
            continue
        best[:] = w.NEVER
        way_values(t, b, m, away, seen, w.EXTRAS, best)
        cost = action_cost(t, s.asker, entry)
        choice = k.A_MENU + entry if s.ask == k.ASK_ACTION else k.A_ITEM + int(b.ways[m, w.W_ITEM])
        if best[0] > 0.0 and cost <= points:
            scores[choice] = max(scores[choice], base + best[0] + after[points - cost])


@jit
def kept(rest, pending, row, n, points):
    """Value of n points on defend (row 0) or catch breath (row 1) and the others of `points` on the other."""
    one = rest[row, n] * (pending if row == 0 else 1.0)
    if one <= 0.0:
        return w.NEVER
    return one + rest[1 - row, points - n] * (pending if row == 1 else 1.0)


@jit
def score_attempt(t, s, b, away, seen, second, pending, scores):
    """Which deed or maneuver, with which instrument, used how, with how many points: what is chosen already stands in `s.deed`."""
    scores[k.A_DEED:k.A_SQUARE] = w.NEVER
    points = s.combatants[s.asker].points
    best = np.empty(w.EXTRAS)
    for m in range(b.n):
        way = int(b.ways[m, w.W_ITEM])
        if s.ask != k.ASK_DEED and b.ways[m, w.W_DEED] != s.deed.deed:
            continue
        if (s.ask == k.ASK_POINTS and way != s.deed.instrument) or (s.ask == k.ASK_KIND and way % k.ITEM_SLOTS != s.deed.instrument):
            continue
        best[:] = w.NEVER
        way_values(t, b, m, away, seen, min(points, w.EXTRAS), best)
        for extra in range(min(points, w.EXTRAS)):
            if s.ask == k.ASK_DEED:
                choice = k.A_DEED + min(int(b.ways[m, w.W_SLOT]), k.DEED_SLOTS)  # beyond them nothing is asked
            elif s.ask == k.ASK_KIND:
                choice = k.A_OPTION + (k.AS_MELEE if way < k.ITEM_SLOTS else k.AS_RANGED)
            else:
                choice = k.A_ITEM + way % k.ITEM_SLOTS if s.ask == k.ASK_INSTRUMENT else k.A_AMOUNT + extra
            scores[choice] = max(scores[choice], with_rest(b.rest, pending, points, extra, best[extra], second))


@jit
def score_combatants(t, s, p, desk, mask, scores):
    """Who takes its turn: the one with the best prospect, sooner when it is in danger."""
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(4)
    best = np.empty(w.EXTRAS)
    for i in range(t.n_combatants):
        if mask[k.A_COMBATANT + i] == 0:
            continue
        b = brief_for(t, s, p, desk, i)
        stand(t, s, b, i, s.combatants[i].x, s.combatants[i].y, away, seen, out)
        prospects(t, b, away, seen, 1, best)
        danger = min(1.0, desk[i, w.CHANCE] * out[1] / desk[i, w.LEFT])
        scores[k.A_COMBATANT + i] = max(best[0], out[2]) + p[w.URGENT] * danger * desk[i, w.WORTH]


@jit
def score_targets(t, s, p, desk, mask, scores):
    """On whom: the expected value of the deed in progress; a further target only when it is worth its counter."""
    i = s.asker
    deed = s.deed.deed
    conflict = deed_symbols(t, s, i, deed, s.deed.instrument, k.CONFLICT)
    triumph = deed_symbols(t, s, i, deed, s.deed.instrument, k.TRIUMPH)
    u = np.empty(w.USE)
    for j in range(t.n_combatants):
        if mask[k.A_COMBATANT + j] == 0:
            continue
        u[:] = 0.0
        weigh_use(t, s, p, desk, i, j, deed, s.deed.instrument, conflict, triumph, u)
        near = distance(t, s, i, j) <= desk[j, w.REACH]
        scores[k.A_COMBATANT + j] = roll_value(t, u, virtue_of(t, i, deed), net_edges(t, s, i, deed, s.deed.instrument, s.deed.extra, j), near)
