"""After the roll: what sparks buy, guard dice, counters."""

from envs.core import codes as k
from envs.core.counter import counter_damage
from envs.core.damage import line_symbols
from envs.core.grid import distance
from envs.core.jit import jit
from envs.core.sight import look
from envs.core.sparks import FOR_LINE, can_spark, line_applies, spark_damage, spark_worth

from . import weights as w
from .ground import threat
from .uses import subject_value
from .values import blow, harm


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
