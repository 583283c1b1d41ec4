"""Chapter 6: the check (G6.1-G6.5): net edges for each target, one pool, results, pairs."""

from . import codes as k
from .dice import roll
from .jit import jit
from .sight import look


@jit
def virtue_of(t, i, deed):
    """Virtue that combatant i adds to a deed's roll (T5.5)."""
    virtue = t.deeds[deed].virtue
    return t.roster[i].virtues[t.roster[i].key if virtue == k.KEY_VIRTUE else virtue]


@jit
def is_willing(t, user, deed, target):
    """Whether a target accepts a deed: gambits of its own side (G5.10)."""
    return user == target or (t.deeds[deed].kind != k.ATTACK and t.roster[user].side == t.roster[target].side)


@jit
def net_edges(t, s, user, deed, extra, target):
    """Edges less cuts of a deed against one target (G6.2): extra points, defend (T3.3), cover (T10.4, one cut, G10.4a)."""
    net = extra
    if not is_willing(t, user, deed, target):
        net -= s.combatants[target].defend
        if user != target and look(t, s, user, target) == k.COVER:
            net -= 1
    return max(-k.MAX_NET, min(k.MAX_NET, net))


@jit
def result_of(t, total):
    """FAIL, CONFLICT or TRIUMPH of a total (G6.1)."""
    if total <= t.rules.fail_max:
        return k.FAIL
    return k.CONFLICT if total <= t.rules.conflict_max else k.TRIUMPH


@jit
def roll_pool(s):
    """Roll the pool of the deed in progress: two dice, then as many more as the largest |net| needs (G6.2)."""
    most = 0
    for m in range(s.deed.n_targets):
        most = max(most, abs(s.targets[m].net))
    s.deed.n_dice = 2 + most
    for m in range(s.deed.n_dice):
        s.deed.dice[m] = roll(s, 10)


@jit
def counted_sum(s, net):
    """Sum of the two dice that count for a net number: highest with edges, lowest with cuts, else the first two (G6.2)."""
    one = s.deed.dice[0]
    two = s.deed.dice[1]
    for m in range(2, 2 + abs(net)):
        die = s.deed.dice[m]
        if net > 0:
            if die > min(one, two):
                one, two = max(one, two), die
        elif die < max(one, two):
            one, two = min(one, two), die
    return one + two


@jit
def completes_pair(s, m):
    """Face of the pair that die m of the pool completes in rolled order, 0 for none (G6.3)."""
    face = s.deed.dice[m]
    same = 0
    for n in range(m + 1):
        if s.deed.dice[n] == face:
            same += 1
    return face if same % 2 == 0 else 0


@jit
def settle(t, s, m):
    """Read the pool for target row m: sum, result, sparks or shadows, tainted (G6.1-G6.4)."""
    row = s.targets[m]
    row.total = counted_sum(s, row.net) + virtue_of(t, s.deed.user, s.deed.deed)
    row.result = result_of(t, row.total)
    row.sparks = 0
    row.shadows = 0
    row.tainted = 0
    for n in range(2 + abs(row.net)):
        face = completes_pair(s, n)
        if face == 0:
            continue
        if face == 1:
            row.tainted += 1
        if row.result == k.FAIL:
            row.shadows += 1
        elif face != 1:
            row.sparks += 1
