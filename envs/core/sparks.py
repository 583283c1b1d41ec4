"""Chapter 7, sparks (T7.6, G6.4, G7.6a): what each spark may buy, for whom. Each die of the pool that completes an untainted pair is one."""

from . import codes as k
from .check import completes_pair
from .events import emit
from .jit import jit
from .record import TF_NOBODY

FOR_LINE = 1  # kind of a spent spark that raises a line; the others are SPARK_EFFECT and SPARK_DAMAGE


@jit
def has_spark_effect(t, s, m):
    """Whether the listed spark effect was bought for target row m."""
    for n in range(s.deed.n_sparks):
        if s.sparks[n].kind == k.SPARK_EFFECT and s.sparks[n].target == m:
            return True
    return False


@jit
def happens_on(when, result):
    """Whether a result line happens with a result: a triumph has the conflict lines too (T5.5)."""
    if when == k.ON_FAIL:
        return result == k.FAIL
    return (when == k.ON_CONFLICT and result != k.FAIL) or (when == k.ON_TRIUMPH and result == k.TRIUMPH)


@jit
def line_applies(t, s, n, m):
    """Whether line n of the deed in progress applies to target row m by its result and the sparks bought (T5.5)."""
    line = t.deeds[s.deed.deed].lines[n]
    when = line.when
    if line.who == k.WHO_TARGET and s.targets[m].marks & TF_NOBODY:
        return False
    if when == k.ON_SPARK:
        return has_spark_effect(t, s, m)
    return happens_on(when, s.targets[m].result)


@jit
def deals_damage(t, s, m):
    """Whether the deed deals damage at all to target row m: a total of 0 counts, no damage line does not (T7.2)."""
    d = t.deeds[s.deed.deed]
    for n in range(d.n_lines):
        if d.lines[n].verb == k.V_DAMAGE and d.lines[n].who == k.WHO_TARGET and line_applies(t, s, n, m):
            return True
    return False


@jit
def spark_raises(t, s, n, m):
    """What a spark adds to line n for target row m: forced movement + 2, a potency + 1, 0 when it cannot (T7.6, G12.4).

    *After* lines are still to come whatever the result, so they can be raised; *before* lines are past.
    """
    d = t.deeds[s.deed.deed]
    if n >= d.n_lines or not (d.lines[n].when == k.ON_AFTER or line_applies(t, s, n, m)):
        return 0
    if d.lines[n].who == k.WHO_TARGET and s.targets[m].marks & TF_NOBODY:
        return 0
    verb = d.lines[n].verb
    if verb == k.V_FORCE:
        return t.rules.spark_force
    if verb == k.V_STATE or verb == k.V_RECOVER or verb == k.V_EFFECT:
        return t.rules.spark_potency
    return 0


@jit
def can_spark(t, s, kind, line, m):
    """Whether the spark in hand (die `a` of the DEED frame) may buy something for target row m."""
    f = s.frames[s.depth - 1]
    row = s.targets[m]
    if row.result == k.FAIL or 2 + abs(row.net) <= f.a or s.combatants[row.who].status > k.DEFEATED:
        return False  # only a succeeded target that used the pair's dice (G6.4)
    if kind == k.SPARK_EFFECT:
        d = t.deeds[s.deed.deed]
        for n in range(s.deed.n_sparks):
            if s.sparks[n].kind == k.SPARK_EFFECT:
                return False  # once a deed
        for n in range(d.n_lines):
            if d.lines[n].when == k.ON_SPARK:
                return True
        return False
    if kind == k.SPARK_DAMAGE:
        return deals_damage(t, s, m)
    return spark_raises(t, s, line, m) != 0


@jit
def can_spark_any(t, s, kind, line):
    """Whether the spark in hand may buy something for any target."""
    for m in range(s.deed.n_targets):
        if can_spark(t, s, kind, line, m):
            return True
    return False


@jit
def find_spark(t, s):
    """Move the DEED frame's `a` to the next die that completes an untainted pair and buys anything; False when there is none."""
    f = s.frames[s.depth - 1]
    if t.deeds[s.deed.deed].kind == k.MANEUVER_DEED:
        return False  # T9.1
    while f.a < s.deed.n_dice:
        if completes_pair(s, f.a) > 1:
            if can_spark_any(t, s, k.SPARK_EFFECT, 0) or can_spark_any(t, s, k.SPARK_DAMAGE, 0):
                return True
            for n in range(t.deeds[s.deed.deed].n_lines):
                if can_spark_any(t, s, FOR_LINE, n):
                    return True
        f.a += 1
    return False


@jit
def spend_spark(s, kind, line, m):
    """Write down what the spark in hand bought, and take the next die."""
    p = s.sparks[s.deed.n_sparks]
    p.kind = kind
    p.line = line
    p.target = m
    s.deed.n_sparks += 1
    s.frames[s.depth - 1].a += 1
    emit(s, k.E_SPARK, s.deed.user, s.targets[m].who, kind, line)


@jit
def spark_worth(t, i):
    """Damage that one spark of combatant i adds: its key virtue, a negative one adds 0 (T7.6, G7.2a)."""
    return max(0, t.roster[i].virtues[t.roster[i].key])


@jit
def spark_damage(t, s, m):
    """Damage that the sparks spent on it add to target row m (T7.6)."""
    total = 0
    for n in range(s.deed.n_sparks):
        if s.sparks[n].kind == k.SPARK_DAMAGE and s.sparks[n].target == m:
            total += spark_worth(t, s.deed.user)
    return total


@jit
def raised_potency(t, s, n, m):
    """Potency of line n for target row m, with the sparks spent on it; m = NONE sums those of every target (a line on oneself)."""
    line = t.deeds[s.deed.deed].lines[n]
    potency = line.potency
    each = t.rules.spark_force if line.verb == k.V_FORCE else t.rules.spark_potency
    for p in range(s.deed.n_sparks):
        if s.sparks[p].kind == FOR_LINE and s.sparks[p].line == n and (m == k.NONE or s.sparks[p].target == m):
            potency += each
    return potency
