"""What a deed is worth before the dice fall: chances and expected damage against counting every roll, and against real blows."""

from itertools import product

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import check, forecast, odds
from envs.core import codes as k
from envs.tables import load_encounter, load_library_encounter
from oracle import rolls
from oracle.blows import sum_counts
from rules.drawn import fight
from test_oracle import DRAWN, decisions, scenario


def counted_chance(net, virtue, total):
    """Share of the rolls for a net number that reach a total with a virtue."""
    sums = sum_counts(net)
    return sum(count for two, count in sums.items() if two + virtue >= total) / sum(sums.values())


# -- chances ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("net", range(-3, 4))
def test_chances_are_those_of_counting_every_roll(net):
    """chance_at_least, chance_success and chance_triumph for every virtue of a stat block (G6.1, G6.5)."""
    t = load_library_encounter("duel").tables[0]
    for virtue in range(-1, 6):
        for total in range(-2, 30):
            assert forecast.chance_at_least(t, net, virtue, total) == pytest.approx(counted_chance(net, virtue, total), abs=1e-12), (virtue, total)
        fail, conflict, triumph = odds.result_odds(net, virtue)
        assert forecast.chance_triumph(t, net, virtue) == pytest.approx(triumph) == pytest.approx(counted_chance(net, virtue, 16))
        assert forecast.chance_success(t, net, virtue) == pytest.approx(conflict + triumph) == pytest.approx(counted_chance(net, virtue, 11))
        assert fail == pytest.approx(1 - counted_chance(net, virtue, 11))


def test_chances_follow_the_numbers_of_the_ruleset():
    t = scenario("crush").tables[0]
    assert (int(t.rules.fail_max), int(t.rules.conflict_max)) == (12, 16)
    assert forecast.chance_success(t, 1, 2) == pytest.approx(counted_chance(1, 2, 13))
    assert forecast.chance_triumph(t, 1, 2) == pytest.approx(counted_chance(1, 2, 17))


def test_more_than_ten_edges_or_cuts_count_as_ten():
    t = load_library_encounter("duel").tables[0]
    assert forecast.chance_triumph(t, 14, 0) == forecast.chance_triumph(t, 10, 0) > forecast.chance_triumph(t, 9, 0)
    assert forecast.chance_triumph(t, -14, 0) == forecast.chance_triumph(t, -10, 0) < forecast.chance_triumph(t, -9, 0)


# -- expected damage, counted ----------------------------------------------------------------------------------------------
# Encounters without darkness, doors and clouds, of which this oracle's edges know nothing; those are counted in `rules/test_modifiers.py`.
PLAIN = ["bench", "broken_gate", "dry_orchard", "duel", "ford", "old_cellar", "roofless_hall", "toll_bridge"]


@pytest.mark.parametrize("name", PLAIN + DRAWN)
def test_expected_damage_is_the_mean_over_every_roll(name):
    """Every deed of everybody with every instrument on every target, at positions of random play, with no and one extra point."""
    seen = 0
    for n, (oracle, battle, moment, _) in enumerate(decisions(scenario(name), 400, 17)):
        if n % 40:
            continue
        for user, deed, slot, target in uses(oracle, moment):
            for extra in (0, 1):
                net = counted_net(oracle, battle, moment, user, deed, slot, extra, target)
                oracle.deeds.net = lambda *_, net=net: net
                assert check.net_edges(battle.tables, battle.state, user, deed, slot, extra, target) == net
                if abs(net) <= 3:
                    found = forecast.expected_damage(battle.tables, battle.state, user, deed, slot, extra, target)
                    expected = oracle.blows.expected(moment, user, deed, slot, extra, target)
                    assert found == pytest.approx(expected, abs=1e-9), (user, deed, slot, target)
                    seen += found > 0
    assert seen > 5


def counted_net(oracle, battle, moment, user, deed, slot, extra, target):
    """Edges less cuts counted from the clauses: the oracle's cover and defend, then help, states of both (T3.6, T8.16, T8.18, T8.25)."""
    t, s = battle.tables, battle.state
    d, b, c = t.deeds[deed], s.combatants[user], s.combatants[target]
    net = type(oracle.deeds).net(oracle.deeds, moment, user, deed, extra, target)
    net += int(b.helped) >> (d.kind == k.MANEUVER_DEED) & 1
    net -= bool(b.states[k.DAZED])
    chosen = {int(row.who) for row in s.targets[:s.deed.n_targets]} if s.deed.user == user else set()
    net -= bool(b.states[k.TAUNTED]) and target != b.taunter and int(b.taunter) not in chosen
    willing = user == target or d.kind != k.ATTACK and t.roster[user].side == t.roster[target].side
    gear = t.gear[s.items[b.items[slot - 1]].gear] if slot else None
    melee = d.instrument == k.MELEE or d.instrument == k.VERSATILE and gear is not None and bool(gear.kinds & k.G_MELEE)
    return net + (not willing and melee and bool(c.states[k.TOPPLED]))


def uses(oracle, moment):
    """(user, deed, item slot, target) of everything that anybody on the map could attempt."""
    for user in range(len(moment.combatants)):
        if oracle.board.on_map(moment, user):
            for deed in set(oracle.roster[user].deeds) - {k.NONE}:
                for slot in oracle.deeds.instruments(moment, user, deed):
                    for target in oracle.deeds.legal_targets(moment, user, deed, slot):
                        yield user, deed, slot, target


# -- expected damage, struck -----------------------------------------------------------------------------------------------
YARD = """
title = "The yard"
map = "A.b..c"

[rules]
prevail_conflict = 2

[deeds.thrust]
name = "Thrust"
kind = "attack"
instrument = "melee"
range = 3
targets = "creature"
{lines}

[creatures.sparrer]
name = "Sparrer"
virtues = {{ might = {might}, grace = 0, wits = 0, spirit = 0 }}
key = "might"
max_vigor = 200
speed = 3
bare = {{ weapon = {weapon} }}
deeds = ["thrust"]

[roster.A]
creature = "sparrer"
side = "companions"
states = {{ {own} }}

[roster.b]
creature = "sparrer"
side = "enemies"
defend = {defend}
states = {{ {other} }}

[roster.c]
creature = "sparrer"
side = "enemies"

[fight]
round = 1
first_side = "companions"
turn = {{ of = "A", points = 3 }}
"""
EFFECT = 'spark = [{ state = "suffering", potency = 1 }]\n'
TWO = 'conflict = [{ damage = "†" }]\ntriumph = [{ damage = "†+2" }]\n' + EFFECT
CASES = [
    ("conflict and triumph", dict(lines=TWO)),
    ("a triumph alone", dict(lines='conflict = [{ state = "weak" }]\ntriumph = [{ damage = "††" }]\n' + EFFECT)),
    ("two lines make one blow", dict(lines='conflict = [{ damage = "†" }, { damage = "3" }]\n' + EFFECT)),
    ("no damage at all", dict(lines='conflict = [{ state = "weak" }]\n' + EFFECT)),
    ("strong against protected", dict(lines=TWO, own="strong = 3", other="protected = 1")),
    ("weak against protected never heals", dict(lines=TWO, own="weak = 2", other="protected = 4")),
    ("exposed", dict(lines=TWO, other="exposed = 2", might=3)),
    ("a total of 0 still takes the bonus", dict(lines='conflict = [{ damage = "0" }]\n' + EFFECT, own="strong = 2")),
    ("one point more", dict(lines=TWO, extra=1)),
    ("against one who defends", dict(lines=TWO, defend=1, might=2)),
    ("a negative virtue", dict(lines=TWO, might=-1)),
    ("damage on a failure counts", dict(lines='fail = [{ damage = "1" }]\n' + TWO)),
]


def struck(path, dice, extra):
    """Vigor that the target loses when A attempts its deed with these dice; sparks go to the listed effect, never to damage."""
    battle = Battle(load_encounter(path), 0, forced=dice, log=False)
    before = int(battle.state.combatants[1].vigor)
    wanted = {k.ASK_ACTION: k.A_MENU + k.DEED, k.ASK_DEED: k.A_DEED, k.ASK_INSTRUMENT: k.A_ITEM, k.ASK_POINTS: k.A_AMOUNT + extra,
              k.ASK_TARGET: k.A_COMBATANT + 1, k.ASK_SPARK: k.A_OPTION + k.SPARK_EFFECT, k.ASK_SPARK_TARGET: k.A_COMBATANT + 1,
              k.ASK_COUNTER: k.A_OPTION + k.PASS}
    while battle.state.combatants[0].deeds_taken == 0 or battle.state.deed.user != k.NONE:
        battle.step(wanted[battle.ask])
    return before - int(battle.state.combatants[1].vigor)


@pytest.mark.parametrize("what, case", CASES, ids=[row[0] for row in CASES])
def test_expected_damage_is_the_mean_of_real_blows(tmp_path, what, case):
    """Every roll of the pool is forced once and really played; the mean of the vigor lost is the expected damage (G7.1a, G7.3, T7.2)."""
    numbers = {"might": 1, "weapon": 4, "own": "", "other": "", "defend": 0} | case
    path = tmp_path / "yard.toml"
    path.write_text(YARD.format(**{key: value for key, value in numbers.items() if key != "extra"}), encoding="utf-8")
    battle, extra = Battle(load_encounter(path), 0, log=False), numbers.get("extra", 0)
    net = extra - numbers["defend"]
    losses = [struck(path, dice, extra) for dice in product(range(1, 11), repeat=2 + abs(net))] if net == 0 else sampled(path, net, extra)
    assert forecast.expected_damage(battle.tables, battle.state, 0, 0, 0, extra, 1) == pytest.approx(np.mean(losses), abs=1e-9)


def sampled(path, net, extra):
    """Losses over all rolls of a pool of three dice: those with the same two that count, in the same order of pairs, are played once."""
    played, losses = {}, []
    for dice in rolls.all_rolls(net):
        key = (*rolls.two_that_count(dice, net), tuple(dice[n] for n in rolls.pairing_dice(dice)))
        if key not in played:
            played[key] = struck(path, dice, extra)
        losses.append(played[key])
    return losses


# -- best uses: ways, areas, deeds without a check, hidden numbers ----------------------------------------------------------------
BLAST = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "%s"\narea_size = %d\n%s\nconflict = [{ damage = "8" }]'
RANGED = "range = 3"


def uses_of(f, slot=0):
    """(`to`, `out`) of `best_uses` for a deed of A."""
    to, out = np.zeros(k.MAX_COMBATANTS), np.zeros(9)
    forecast.best_uses(f.tables, f.state, 0, f.tables.roster[0].deeds[slot], k.NONE, to, out)
    return to, out


@pytest.mark.parametrize("area, size, more, held", [
    ("blast", 3, RANGED, "ABx"), ("blast", 1, RANGED, "Ax"), ("close blast", 2, "", "A"), ("close blast", 4, "", "Ax"), ("burst", 3, "", "x"),
    ("path", 4, RANGED, "ABx"), ("close path", 2, "", "A"), ("aura", 5, "", "Bx"), ("burst", 8, "", "Bxy"),
])
def test_an_area_counts_whom_it_could_hold(area, size, more, held):
    """Fellows and the user count as those whom it could hold, but are no prospect; whether it can be done at all is what the rules say."""
    f = fight("A..x.B.y", {"deed": BLAST % (area, size, more)})
    to, out = uses_of(f)
    assert (out[0], out[7]) == (len(set(held) & set("xy")), len(set(held) & set("AB"))) and bool(out[6]) == f.can("deed")
    assert {letter for letter in "ABxy" if to[f.slot(letter)] > 0.0} == set(held) & set("xy")


def test_a_deed_without_a_check_always_does_what_its_conflict_says():
    f = fight("A.x", {"deed": BLAST % ("burst", 2, "check = false")})
    to, out = uses_of(f)
    assert to[1] == out[1] == 8.0 and out[2] == out[3] == 0.0
    assert forecast.expected_damage(f.tables, f.state, 0, 0, 0, 0, 1) == 8.0


def test_a_thrown_knife_counts_in_both_of_its_ways():
    deed = 'kind = "attack"\ninstrument = "versatile"\ntargets = "creature"\nconflict = [{ damage = "†" }]'
    f = fight("A..x", {"stab": deed}, {"knife": 'use = ["melee", "throwing"]\nweapon = 5'}, A='held = ["knife"]', x='deeds = ["idle"]')
    to, out = uses_of(f)
    assert out[0] == 1.0 and out[4] == 4.0 and to[1] > 0.0


def test_whether_a_triumph_drops_a_hidden_foe_follows_its_band():
    """G8.29: 5 vigor left of 40 look like 20, so 8 damage do not seem to drop it; shown, they do."""
    for hidden, drops in (("true", 0.0), ("false", 1.0)):
        f = fight("A.x", {"deed": BLAST.replace("conflict", "triumph") % ("burst", 2, "")}, top=f"hidden_numbers = {hidden}")
        f["x"].vigor = 5
        assert uses_of(f)[1][5] == drops and forecast.shown_vigor(f.tables, f.state, 1) == (20 if hidden == "true" else 5)
        assert forecast.shown_vigor(f.tables, f.state, 0) == 40
