"""The greedy bot: a score for every legal choice of every question, from the values of `values.py`; it takes the best, by lot only among equals."""

import numpy as np

from envs.core import codes as k
from envs.core.check import net_edges, virtue_of
from envs.core.counter import counter_damage
from envs.core.damage import line_symbols
from envs.core.dice import below
from envs.core.forecast import deed_symbols
from envs.core.grid import distance
from envs.core.jit import jit
from envs.core.legality import padded_square
from envs.core.sight import look
from envs.core.sparks import FOR_LINE, can_spark, line_applies, spark_damage, spark_worth
from envs.core.vigor import recovery_value

from . import weights as w
from .ground import fill_rest, spare, stand, survey, threat, turn_value, with_rest
from .uses import brief_for, prospects, roll_value, subject_value, way_values, weigh_use
from .values import blow, harm, mend, weigh

HAIR = 1e-6  # what breaks a tie between doing something and doing nothing


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
    if s.ask == k.ASK_COMBATANT:
        score_combatants(t, s, p, desk, mask, scores)
    elif s.ask == k.ASK_TARGET:
        score_targets(t, s, p, desk, mask, scores)
    elif s.ask == k.ASK_SPARK or s.ask == k.ASK_SPARK_TARGET:
        score_sparks(t, s, p, desk, mask, scores)
    elif s.ask == k.ASK_GUARD:
        score_guard(t, s, p, desk, mask, scores)
    elif s.ask == k.ASK_COUNTER:
        score_counter(t, s, p, desk, mask, scores)
    elif s.ask == k.ASK_RECOVER:
        i = s.asker
        for n in range(k.AMOUNT_SIZE):
            scores[k.A_AMOUNT + n] = mend(s, p, desk, i, n * recovery_value(t, s, i)) - n * p[w.RECOVERY] * desk[i, w.RATE]
    if s.ask != k.ASK_ACTION and s.ask != k.ASK_WALK and s.ask != k.ASK_DEED and s.ask != k.ASK_INSTRUMENT and s.ask != k.ASK_POINTS:
        return
    i = s.asker
    c = s.combatants[i]
    f = s.frames[s.depth - 1]
    b = brief_for(t, s, p, desk, i)
    fill_rest(t, s, b, i)
    deeds_left = 1 + t.roster[i].extra_deeds - c.deeds_taken
    away = np.empty(t.n_combatants, np.int64)
    seen = np.empty(t.n_combatants, np.int64)
    out = np.empty(4)
    stand(t, s, b, i, c.x, c.y, away, seen, out)
    best = np.empty(w.EXTRAS)
    prospects(t, b, away, seen, c.points, best)
    if f.kind == k.F_DEED:
        score_attempt(t, s, b, away, seen, best[0] if deeds_left > 1 else w.NEVER, out[1], scores)
        return
    if s.ask == k.ASK_POINTS and f.a != k.MOVE:
        row = 0 if f.a == k.DEFEND else 1
        for extra in range(c.points):
            scores[k.A_AMOUNT + extra] = kept(b.rest, out[1], row, 1 + extra, c.points)
        return
    value = np.empty(t.width * t.height)
    stops = np.empty(2 + c.points)
    survey(t, s, b, i, deeds_left, value, stops)
    if s.ask == k.ASK_WALK:
        for square in range(t.width * t.height):
            scores[k.A_SQUARE + padded_square(t, t.side, square)] = value[square]
    elif s.ask == k.ASK_POINTS:
        for extra in range(c.points):
            scores[k.A_AMOUNT + extra] = stops[2 + extra]
    else:
        attempt = turn_value(b.rest, out[1], c.points, best, deeds_left - 1) if mask[k.A_MENU + k.DEED] != 0 else w.NEVER
        score_menu(c.points, attempt, b.rest, out[1], stops, scores)


@jit
def score_menu(points, attempt, rest, pending, best, scores):
    """The menu: attempt is the value of a deed from here, best what `survey` found. Ending the turn wins where nothing else is worth anything."""
    base = best[0] - max(attempt, spare(rest, pending, points))
    scores[k.A_MENU + k.END_TURN] = base + HAIR
    scores[k.A_MENU + k.WALK] = best[1] - HAIR
    scores[k.A_MENU + k.DEED] = base + attempt
    scores[k.A_MENU + k.MOVE] = w.NEVER
    scores[k.A_MENU + k.DEFEND] = w.NEVER
    scores[k.A_MENU + k.CATCH_BREATH] = w.NEVER
    for n in range(1, points + 1):
        scores[k.A_MENU + k.MOVE] = max(scores[k.A_MENU + k.MOVE], best[1 + n] - HAIR)
        scores[k.A_MENU + k.DEFEND] = max(scores[k.A_MENU + k.DEFEND], base + kept(rest, pending, 0, n, points))
        scores[k.A_MENU + k.CATCH_BREATH] = max(scores[k.A_MENU + k.CATCH_BREATH], base + kept(rest, pending, 1, n, points))


@jit
def kept(rest, pending, row, n, points):
    """Value of n points on defend (row 0) or catch breath (row 1) and the others of `points` on the other."""
    one = rest[row, n] * (pending if row == 0 else 1.0)
    if one <= 0.0:
        return w.NEVER
    return one + rest[1 - row, points - n] * (pending if row == 1 else 1.0)


@jit
def score_attempt(t, s, b, away, seen, second, pending, scores):
    """Which deed, with which instrument, with how many points: what is chosen already stands in `s.deed`."""
    scores[k.A_DEED:k.A_SQUARE] = w.NEVER
    points = s.combatants[s.asker].points
    best = np.empty(w.EXTRAS)
    for m in range(b.n):
        slot = int(b.ways[m, w.W_SLOT])
        item = int(b.ways[m, w.W_ITEM])
        if s.ask != k.ASK_DEED and (slot != s.deed.slot or (s.ask == k.ASK_POINTS and item != s.deed.instrument)):
            continue
        best[:] = w.NEVER
        way_values(t, b, m, away, seen, min(points, w.EXTRAS), best)
        for extra in range(min(points, w.EXTRAS)):
            if s.ask == k.ASK_DEED:
                choice = k.A_DEED + slot
            else:
                choice = k.A_ITEM + item if s.ask == k.ASK_INSTRUMENT else k.A_AMOUNT + extra
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
        weigh_use(t, s, p, desk, i, j, deed, conflict, triumph, u)
        near = distance(t, s, i, j) <= desk[j, w.REACH]
        scores[k.A_COMBATANT + j] = roll_value(t, u, virtue_of(t, i, deed), net_edges(t, s, i, deed, s.deed.extra, j), near)


@jit
def score_sparks(t, s, p, desk, mask, scores):
    """What a spark buys, and for whom: each choice is worth its best target, each target what was bought."""
    f = s.frames[s.depth - 1]
    for m in range(s.deed.n_targets):
        who = k.A_COMBATANT + s.targets[m].who
        if s.ask == k.ASK_SPARK_TARGET:
            if mask[who] != 0:
                scores[who] = spark_gain(t, s, p, desk, f.c, f.d, m)
            continue
        for kind in range(k.SPARK_EFFECT, k.SPARK_DAMAGE + 1):
            if mask[k.A_OPTION + kind] != 0 and can_spark(t, s, kind, 0, m):
                scores[k.A_OPTION + kind] = max(scores[k.A_OPTION + kind], spark_gain(t, s, p, desk, kind, 0, m))
        for n in range(k.MAX_LINES):
            if mask[k.A_LINE + n] != 0 and can_spark(t, s, FOR_LINE, n, m):
                scores[k.A_LINE + n] = max(scores[k.A_LINE + n], spark_gain(t, s, p, desk, FOR_LINE, n, m))


@jit
def spark_gain(t, s, p, desk, kind, line, m):
    """What one spark is worth to the user's side on target row m, the roll being known."""
    user = s.deed.user
    deed = s.deed.deed
    d = t.deeds[deed]
    j = s.targets[m].who
    if kind == FOR_LINE:
        more = t.rules.spark_potency
        return subject_value(t, s, p, desk, user, j, deed, d.lines[line], more) - subject_value(t, s, p, desk, user, j, deed, d.lines[line], 0)
    now = s.targets[m].bonus + spark_damage(t, s, m)
    more = spark_worth(t, user) if kind == k.SPARK_DAMAGE else 0
    value = 0.0
    for n in range(d.n_lines):
        if d.lines[n].when == k.ON_SPARK and kind == k.SPARK_EFFECT:
            value += subject_value(t, s, p, desk, user, j, deed, d.lines[n], 0)
        if d.lines[n].verb != k.V_DAMAGE or d.lines[n].who != k.WHO_TARGET:
            continue
        if line_applies(t, s, n, m):
            now += line_symbols(t, s, d.lines[n])
        elif d.lines[n].when == k.ON_SPARK and kind == k.SPARK_EFFECT:
            more += line_symbols(t, s, d.lines[n])
    gain = blow(s, p, desk, j, now + more) - blow(s, p, desk, j, now) if more > 0 else 0.0
    return value + (gain if t.roster[j].side != t.roster[user].side else -gain)


@jit
def later_blows(t, s, desk, i):
    """How likely combatant i is to be struck at again before the round ends, from 0.0 to 1.0."""
    coming = 0.0
    for j in range(t.n_combatants):
        c = s.combatants[j]
        if c.status == k.STANDING and c.acted == 0 and t.roster[j].side != t.roster[i].side and j != s.turn_of:
            coming += threat(desk[j], distance(t, s, i, j), look(t, s, j, i))
    return min(1.0, desk[i, w.CHANCE] * coming / 3.0)


@jit
def score_guard(t, s, p, desk, mask, scores):
    """Which guard die: the harm that it prevents on the mean of its faces, less what it would be worth later and the focus that it costs."""
    f = s.frames[s.depth - 1]
    i = f.who
    c = s.combatants[i]
    later = later_blows(t, s, desk, i)
    price = p[w.FOCUS] * desk[i, w.FOE_RATE] if c.reactions > 0 else 0.0
    if f.c != k.NONE and s.targets[f.c].tainted > 0 and s.targets[f.c].armaments != 0:
        price += counter_gain(t, s, p, desk, i, f.c)
    plain = harm(s, p, desk, i, f.b)
    for die in range(k.GUARD_DICE):
        if mask[k.A_GUARD + die] == 0:
            continue
        faces = t.roster[i].guard_dice[die]
        saved = 0.0
        for face in range(1, faces + 1):
            saved += plain - harm(s, p, desk, i, f.b - face)
        scores[k.A_GUARD + die] = saved / faces - price - later * p[w.KEEP_DIE] * 0.5 * (faces + 1) * desk[i, w.RATE]


@jit
def counter_gain(t, s, p, desk, i, row):
    """What the best counter of combatant i against the deed in progress takes from the other side."""
    best = 0.0
    for item in range(k.ITEM_SLOTS):
        if s.targets[row].armaments >> item & 1:
            best = max(best, blow(s, p, desk, s.deed.user, counter_damage(t, s, i, row, item)))
    return best


@jit
def score_counter(t, s, p, desk, mask, scores):
    """With what to counter, or not: the harm done, less the focus that it costs or that a guard later in the round will cost for it."""
    f = s.frames[s.depth - 1]
    i = f.who
    c = s.combatants[i]
    price = p[w.FOCUS] * desk[i, w.FOE_RATE]
    if c.reactions == 0:
        later = later_blows(t, s, desk, i) if desk[i, w.GUARD] > 0.0 else 0.0
        price = later * (price if c.focus >= t.rules.reaction_focus else p[w.KEEP_DIE] * desk[i, w.GUARD] * desk[i, w.RATE])
    for item in range(k.ITEM_SLOTS):
        if mask[k.A_ITEM + item] != 0:
            scores[k.A_ITEM + item] = blow(s, p, desk, s.deed.user, counter_damage(t, s, i, f.a, item)) - price
