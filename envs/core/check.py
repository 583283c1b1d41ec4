"""Chapter 6: the check (G6.1-G6.5): net edges for each target, one pool, results, pairs."""

from . import codes as k
from .dice import roll
from .instruments import used_as
from .jit import jit
from .sight import look
from .surroundings import is_elusive


@jit
def virtue_of(t, i, deed):
    """Virtue that combatant i adds to a deed's roll (T5.5)."""
    virtue = t.deeds[deed].virtue
    return t.roster[i].virtues[t.roster[i].key if virtue == k.KEY_VIRTUE else virtue]


@jit
def is_willing(t, user, deed, target):
    """Whether a target accepts a deed: all but attacks of its own side (G5.10)."""
    return user == target or (t.deeds[deed].kind != k.ATTACK and t.roster[user].side == t.roster[target].side)


@jit
def is_target(s, i):
    """Whether a combatant is a target of the deed in progress (G5.7a)."""
    for m in range(s.deed.n_targets):
        if s.targets[m].who == i:
            return True
    return False


@jit
def own_edges(t, s, user, deed, extra, target):
    """Edges less cuts that a deed has against everybody, willing or not (G5.10): extra points (T3.2, T3.9), help (T3.6), dazed (T8.16), taunted
    unless the taunter is a target too (T8.18, G8.18a), the dark for those who see in it (T8.23)."""
    c = s.combatants[user]
    net = extra
    if c.helped >> (1 if t.deeds[deed].kind == k.MANEUVER_DEED else 0) & 1:
        net += 1
    if t.darkness != 0 and t.roster[user].light_dependent == 0 and is_elusive(t, s, user):
        net += t.rules.elusive_edges
    for m in range(k.MAX_STATES):
        if c.states[m] != 0:
            net -= t.states[m].cuts_deeds
            if t.states[m].taunts != 0 and target != c.taunter and not (s.deed.user == user and is_target(s, c.taunter)):
                net -= t.states[m].taunts
    return net


@jit
def edges_against(t, s, user, deed, way, target):
    """Edges less cuts against one target that does not accept the deed: defend (T3.3), cover (T10.4, one cut, G10.4a; what an area reaches
    unseen has cover, T11.1), toppled for melee deeds (T8.25), the dark for those who depend on light (T8.23, G8.23a)."""
    b = s.combatants[target]
    net = -b.defend
    if user != target and look(t, s, user, target) != k.CLEAR:
        net -= 1
    if used_as(t, s, user, deed, way) == k.MELEE:
        for m in range(k.MAX_STATES):
            if b.states[m] != 0:
                net += t.states[m].edge_melee_against
    if t.darkness != 0 and t.roster[user].light_dependent != 0 and user != target:
        both = t.roster[target].light_dependent != 0 and is_elusive(t, s, user)
        if is_elusive(t, s, target):
            net -= 0 if both else t.rules.elusive_cut
        elif both:
            net += t.rules.elusive_dependent
    return net


@jit
def net_edges(t, s, user, deed, way, extra, target):
    """Edges less cuts of a deed or maneuver (G9.1a) against one target, held between -MAX_NET and MAX_NET (G6.2); a willing one's own do not count (G5.10)."""
    net = own_edges(t, s, user, deed, extra, target)
    if not is_willing(t, user, deed, target):
        net += edges_against(t, s, user, deed, way, target)
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
def settle(t, s, m, virtue):
    """Read the pool for target row m: total with a virtue, result, sparks or shadows, tainted (G6.1-G6.4)."""
    row = s.targets[m]
    row.total = counted_sum(s, row.net) + virtue
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


@jit
def check_alone(t, s, i, virtue, edges, kind):
    """A check that is no deed, with help for its kind (T3.6): the pool is rolled into the empty deed in progress, row 0 holds what came of it.

    kind: KIND_PREVAIL, KIND_INTERACT. The caller reads `s.targets[0]` and clears the deed.
    """
    c = s.combatants[i]
    bit = 1 << (kind - k.KIND_DEED)
    if c.helped & bit:
        edges += 1
        c.helped ^= bit
    s.deed.user = i
    s.deed.n_targets = 1
    s.targets[0].net = max(-k.MAX_NET, min(k.MAX_NET, edges))
    roll_pool(s)
    settle(t, s, 0, t.roster[i].virtues[virtue])
