"""The check and its odds (G6.1-G6.4): every roll counted, the odds tables, and a million rolls of the engine's own dice."""

from collections import Counter
from fractions import Fraction
from math import comb

import numba
import numpy as np
import pytest

from envs.core import check, odds
from envs.core import codes as k
from envs.core import dice as dice_module
from envs.core.record import ODDS, new_encounters, new_tables
from oracle import rolls

NETS = range(-3, 4)
FACES = range(1, 11)


def every_roll(net):
    """All 10 ** (2 + |net|) rolls of a pool: int8 (rolls, dice)."""
    count = 2 + abs(net)
    return np.stack([g.ravel() for g in np.meshgrid(*[np.arange(1, 11, dtype=np.int8)] * count, indexing="ij")], axis=1)


def counted(pool, net):
    """Sum of the two dice that count, for every roll: int64 (rolls,)."""
    ordered = np.sort(pool, axis=1)
    two = ordered[:, -2:] if net > 0 else ordered[:, :2]
    return two.sum(axis=1, dtype=np.int64)


def pairs(pool):
    """(pairs of faces above 1, pairs of 1s) of every roll: a face that shows c times makes c // 2 pairs (G6.3)."""
    plain = sum((pool == face).sum(axis=1) // 2 for face in FACES if face > 1)
    return plain, (pool == 1).sum(axis=1) // 2


# -- the oracle's reading of a pool ----------------------------------------------------------------------------------------
def test_G6_3_three_equal_dice_are_one_pair_and_four_are_two():
    assert [rolls.pairing_dice(pool) for pool in ([4, 4], [4, 4, 4], [4, 4, 4, 4], [4, 7, 4, 7, 4], [1, 2, 3])] == [[1], [1], [1, 3], [2, 3], []]


@pytest.mark.parametrize("net", NETS)
def test_the_plain_reading_is_the_counted_one(net):
    """The oracle's reading, die by die, agrees with whole arrays of rolls."""
    pool = every_roll(net)[::1 if abs(net) < 3 else 7]
    totals, (plain, tainted) = counted(pool, net), pairs(pool)
    for n, faces in enumerate(pool.tolist()):
        read = rolls.read_pool(faces, net, 0)
        assert (read.total, read.plain_pairs, read.tainted_pairs) == (totals[n], plain[n], tainted[n]), faces


# -- the engine's reading of a pool ----------------------------------------------------------------------------------------
@numba.njit
def read_pools(t, s, pool, nets, out):
    """What the engine reads in each pool for each net number: out int32 (rolls, nets, 5): total, result, sparks, shadows, tainted."""
    for n in range(len(pool)):
        s.deed.n_dice = pool.shape[1]
        for m in range(pool.shape[1]):
            s.deed.dice[m] = pool[n, m]
        for m in range(len(nets)):
            s.targets[0].net = nets[m]
            check.settle(t, s, 0, check.virtue_of(t, s.deed.user, s.deed.deed))
            row = s.targets[0]
            out[n, m, 0], out[n, m, 1], out[n, m, 2], out[n, m, 3], out[n, m, 4] = row.total, row.result, row.sparks, row.shadows, row.tainted


@numba.njit
def roll_many(t, s, nets, n, out):
    """Roll n pools for one target a net number: out int64 (nets, totals 0 to 25, 4): rolls, sparks, shadows, tainted rolls."""
    for m in range(len(nets)):
        for _ in range(n):
            s.deed.n_targets = 1
            s.targets[0].net = nets[m]
            check.roll_pool(s)
            check.settle(t, s, 0, check.virtue_of(t, s.deed.user, s.deed.deed))
            row = s.targets[0]
            out[m, row.total, 0] += 1
            out[m, row.total, 1] += row.sparks
            out[m, row.total, 2] += row.shadows
            out[m, row.total, 3] += row.tainted > 0


def table_and_state(virtue=0):
    """Tables with one deed and one combatant, and a record with that deed in progress."""
    t, s = new_tables(1)[0], new_encounters(1)[0]
    t.rules.fail_max, t.rules.conflict_max = 10, 15
    t.n_combatants = t.n_deeds = 1
    t.roster[0].virtues[:] = virtue
    t.deeds[0].virtue = k.MIGHT
    odds.fill_odds(t.odds)
    s.deed.user = s.deed.deed = 0
    return t, s


@pytest.mark.parametrize("width", [2, 3, 4])
def test_every_pool_is_read_as_the_rules_say(width):
    """All rolls of pools of 2 to 4 dice, read for every net number that they can serve, with virtues -1, 0 and 3 (G6.1-G6.4)."""
    nets = np.array([net for net in NETS if abs(net) <= width - 2], np.int32)
    pool = every_roll(width - 2)
    for virtue in (-1, 0, 3):
        t, s = table_and_state(virtue)
        out = np.empty((len(pool), len(nets), 5), np.int32)
        read_pools(t, s, pool, nets, out)
        for m, net in enumerate(nets.tolist()):
            own = pool[:, :2 + abs(net)]
            totals, (plain, tainted) = counted(own, net) + virtue, pairs(own)
            results = np.where(totals <= 10, k.FAIL, np.where(totals <= 15, k.CONFLICT, k.TRIUMPH))
            failed = results == k.FAIL
            expected = [totals, results, np.where(failed, 0, plain), np.where(failed, plain + tainted, 0), tainted]
            assert (out[:, m] == np.stack(expected, axis=1)).all(), (virtue, net)


def test_a_pool_of_five_dice_is_read_as_the_oracle_reads_it():
    """Five dice, every seventh roll of them, for three cuts and three edges."""
    t, s = table_and_state()
    pool = every_roll(3)[::7]
    out = np.empty((len(pool), 2, 5), np.int32)
    read_pools(t, s, pool, np.array([-3, 3], np.int32), out)
    for m, net in enumerate((-3, 3)):
        for faces, found in zip(pool.tolist(), out[:, m].tolist()):
            read = rolls.read_pool(faces, net, 0)
            assert found == [read.total, read.result, read.sparks, read.shadows, read.tainted_pairs], (faces, net)


DRAWN = [
    ("a pair on a success is a spark", [8, 8], 0, (16, k.TRIUMPH, 1, 0, 0)),
    ("a pair on a failure is a shadow", [3, 3], 0, (6, k.FAIL, 0, 1, 0)),
    ("a tainted pair on a failure is a shadow and tainted", [1, 1], 0, (2, k.FAIL, 0, 1, 1)),
    ("a tainted pair on a success gives no spark and is tainted", [1, 9, 1, 8], 2, (17, k.TRIUMPH, 0, 0, 1)),
    ("three equal dice: one pair", [6, 6, 6], 1, (12, k.CONFLICT, 1, 0, 0)),
    ("four equal dice: two pairs", [6, 6, 6, 6], 2, (12, k.CONFLICT, 2, 0, 0)),
    ("a pair may lie in dice that do not count", [9, 2, 8, 2], 2, (17, k.TRIUMPH, 1, 0, 0)),
    ("cuts take the lowest two", [9, 8, 2, 3], -2, (5, k.FAIL, 0, 0, 0)),
    ("dice that other targets need are not read", [5, 4, 10, 10], 0, (9, k.FAIL, 0, 0, 0)),
    ("ten fails, eleven is a conflict", [6, 4], 0, (10, k.FAIL, 0, 0, 0)),
    ("eleven", [6, 5], 0, (11, k.CONFLICT, 0, 0, 0)),
    ("fifteen", [8, 7], 0, (15, k.CONFLICT, 0, 0, 0)),
    ("sixteen", [9, 7], 0, (16, k.TRIUMPH, 0, 0, 0)),
]


@pytest.mark.parametrize("what, faces, net, expected", DRAWN, ids=[row[0] for row in DRAWN])
def test_G6(what, faces, net, expected):
    """Single pools with their total, result, sparks, shadows and tainted pairs."""
    t, s = table_and_state()
    out = np.empty((1, 1, 5), np.int32)
    read_pools(t, s, np.array([faces], np.int8), np.array([net], np.int32), out)
    assert tuple(out[0, 0].tolist()) == expected
    read = rolls.read_pool(faces, net, 0)
    assert (read.total, read.result, read.sparks, read.shadows, read.tainted_pairs) == expected


def test_G6_2_the_pool_has_as_many_dice_as_the_largest_net_number_needs():
    _, s = table_and_state()
    for nets, dice in (([0], 2), ([2, -1], 4), ([-5, 3, 0], 7), ([10], 12), ([-10, 10], 12)):
        s.deed.n_targets = len(nets)
        for m, net in enumerate(nets):
            s.targets[m].net = net
        check.roll_pool(s)
        assert s.deed.n_dice == dice and all(1 <= face <= 10 for face in s.deed.dice[:dice].tolist())


# -- the odds --------------------------------------------------------------------------------------------------------------
def brute(net):
    """{"sum", "sparks", "shadows", "tainted"}: float64 (21,) by counting every roll, as `odds_arrays` documents its rows."""
    pool = every_roll(net)
    totals, (plain, tainted) = counted(pool, net), pairs(pool)
    weigh = {"sum": np.ones(len(pool)), "sparks": plain, "shadows": plain + tainted, "tainted": tainted > 0}
    return {name: np.bincount(totals, weights=w, minlength=21) / len(pool) for name, w in weigh.items()}


@pytest.mark.parametrize("net", NETS)
def test_odds_are_those_of_counting_every_roll(net):
    for name, expected in brute(net).items():
        np.testing.assert_allclose(odds.odds_arrays()[name][net + k.MAX_NET], expected, atol=1e-12, err_msg=name)


def exact_sums(net):
    """{sum: probability} of the two highest (lowest) of 2 + |net| dice as fractions, from order statistics rather than from rolls."""
    n, out = 2 + abs(net), {}
    for low in FACES:
        for high in range(low, 11):
            below = low - 1
            if low == high:
                ways = sum(comb(n, c) * below ** (n - c) for c in range(2, n + 1))
            else:
                ways = n * (low ** (n - 1) - below ** (n - 1))  # one die shows `high`, the best of the others `low`
            total = low + high if net > 0 else 22 - low - high
            out[total] = out.get(total, 0) + Fraction(ways, 10 ** n)
    if net == 0:
        out = {total: Fraction(count, 100) for total, count in Counter(a + b for a in FACES for b in FACES).items()}
    return out


@pytest.mark.parametrize("net", range(-k.MAX_NET, k.MAX_NET + 1))
def test_odds_of_every_net_number(net):
    """Sums from order statistics; pairs and tainted from how often a face shows, up to twelve dice."""
    n, arrays = 2 + abs(net), odds.odds_arrays()
    row = net + k.MAX_NET
    expected = exact_sums(net)
    assert sum(expected.values()) == 1
    np.testing.assert_allclose(arrays["sum"][row], [float(expected.get(total, 0)) for total in range(21)], atol=1e-12)
    shows = [Fraction(comb(n, c) * 9 ** (n - c), 10 ** n) for c in range(n + 1)]
    of_a_face = float(sum(p * (c // 2) for c, p in enumerate(shows)))
    assert arrays["shadows"][row].sum() == pytest.approx(10 * of_a_face)
    assert arrays["sparks"][row].sum() == pytest.approx(9 * of_a_face)
    assert arrays["tainted"][row].sum() == pytest.approx(float(sum(shows[2:])))


def test_edges_help_and_cuts_harm():
    """Every edge more makes every total likelier to be reached, and cuts mirror edges."""
    at_least = odds.odds_arrays()["sum"][:, ::-1].cumsum(axis=1)[:, ::-1]
    inner = at_least[:, 3:20]
    assert (np.diff(inner, axis=0) > 0).all()
    np.testing.assert_allclose(odds.odds_arrays()["sum"][:, 2:], odds.odds_arrays()["sum"][::-1, :1:-1], atol=1e-12)


def test_the_tables_hold_the_odds_added_up_from_above():
    t, _ = table_and_state()
    for name in ODDS.names:
        array = odds.odds_arrays()["sum" if name == "at_least" else name]
        for net in (-10, -2, 0, 1, 10):
            for total in range(24):
                assert t.odds[name][net + k.MAX_NET, total] == pytest.approx(array[net + k.MAX_NET, total:].sum(), abs=1e-12)


@pytest.mark.parametrize("net, modifier", [(0, 0), (1, 3), (-2, 2), (3, -1), (-3, 5), (25, 0)])
def test_result_odds(net, modifier):
    """Chances of fail, conflict and triumph, counted; more than ten edges count as ten."""
    if abs(net) <= 3:
        results = [rolls.result_of(total) for total in (counted(every_roll(net), net) + modifier).tolist()]
        expected = [results.count(result) / len(results) for result in (rolls.FAIL, rolls.CONFLICT, rolls.TRIUMPH)]
        assert odds.result_odds(net, modifier) == pytest.approx(expected, abs=1e-12)
    else:
        assert odds.result_odds(net, modifier) == odds.result_odds(k.MAX_NET, modifier)
    assert sum(odds.result_odds(net, modifier)) == pytest.approx(1)


# -- real dice -------------------------------------------------------------------------------------------------------------
def test_a_million_rolls_fall_as_the_odds_say():
    """One million pools of the engine's dice over nine net numbers; every total, its sparks, shadows and taints within five standard errors."""
    t, s = table_and_state()
    dice_module.seed_dice(s, 20_240)
    nets = np.array([-6, -3, -2, -1, 0, 1, 2, 3, 6], np.int32)
    each = 111_112
    out = np.zeros((len(nets), 26, 4), np.int64)
    roll_many(t, s, nets, each, out)
    arrays = odds.odds_arrays()
    assert out[:, :, 0].sum() >= 1_000_000
    for m, net in enumerate(nets.tolist()):
        p = arrays["sum"][net + k.MAX_NET]
        failed = np.arange(21) <= 10
        shares = {0: p, 1: np.where(failed, 0, arrays["sparks"][net + k.MAX_NET]), 2: np.where(failed, arrays["shadows"][net + k.MAX_NET], 0),
                  3: arrays["tainted"][net + k.MAX_NET]}
        for column, share in shares.items():
            several = 3 if column in (1, 2) else 1  # a roll may hold more than one pair
            spread = np.sqrt(each * share * several) + 1
            assert (np.abs(out[m, :21, column] - each * share) <= 5 * spread).all(), (net, column)
        assert not out[m, 21:].any()


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12])
def test_a_die_shows_each_face_as_often(sides):
    """60,000 rolls of each die: the chi-squared statistic stays below its 1 in 10,000 bound."""
    _, s = table_and_state()
    dice_module.seed_dice(s, 77 + sides)
    counts = count_faces(s, sides, 60_000)
    statistic = ((counts[1:] - 60_000 / sides) ** 2 / (60_000 / sides)).sum()
    assert counts[0] == 0 and statistic < {2: 15.2, 4: 21.2, 6: 25.8, 8: 29.9, 10: 33.8, 12: 37.4}[sides]


@numba.njit
def count_faces(s, sides, n):
    counts = np.zeros(sides + 1, np.int64)
    for _ in range(n):
        counts[dice_module.roll(s, sides)] += 1
    return counts


def test_forced_dice_come_first_and_must_fit():
    _, s = table_and_state()
    dice_module.seed_dice(s, 5)
    s.dice.forced[:2] = [7, 11]
    s.dice.n_forced = 2
    assert dice_module.roll(s, 10) == 7
    with pytest.raises(ValueError):
        dice_module.roll(s, 10)
    assert s.dice.next_forced == 1, "a die that does not fit is still in the queue"
