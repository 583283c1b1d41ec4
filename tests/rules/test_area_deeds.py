"""Chapter 5, deeds on areas and on several targets: T5.7-T5.9, G5.7a, G5.8a, G5.9a, G5.10, and areas that hold nobody (G5.6a, T8.4)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .laid import area, hit

HIT, MISS = [5, 6], [2, 3]
RING = {"ring": area("burst", 2)}
HEX = {"hex": area("burst", 2, kind="gambit", lines='{ state = "weak" }')}
QUIET = 'hands = 0\ndeeds = ["idle"]'


def totals(f):
    """{letter: (total, result)} of all rolls since the events were last read."""
    return {f.scenario.letters[e[1]]: (e[2], e[3]) for e in f.seen(k.E_ROLL)}


# -- one roll, a result for each --------------------------------------------------------------------------------------------
def test_T5_8_one_roll_for_all_in_the_area():
    f = fight("xAy", deeds=RING, x=QUIET, y=QUIET).attempt("ring", dice=HIT)
    assert totals(f) == {"x": (11, k.CONFLICT), "y": (11, k.CONFLICT)} and f.dice_left() == 0


@pytest.mark.parametrize("dice, x, y", [([8, 7, 2], (15, k.CONFLICT), (9, k.FAIL)), ([9, 7, 10], (16, k.TRIUMPH), (16, k.TRIUMPH)),
                                        ([9, 7, 8], (16, k.TRIUMPH), (15, k.CONFLICT))])
def test_T5_8_cuts_of_one_target_count_for_it_alone(dice, x, y):
    """y defends: of three dice the two lowest count for it."""
    f = fight("xAy", deeds=RING, x=QUIET, y=QUIET + "\ndefend = 1").attempt("ring", dice=dice)
    assert totals(f) == {"x": x, "y": y}
    assert f.hurt("x") == (5 if x[1] else 0) and f.hurt("y") == (5 if y[1] else 0)


@pytest.mark.parametrize("dice, x, y", [([5, 4, 8], (9, k.FAIL), (13, k.CONFLICT)), ([5, 6, 1], (11, k.CONFLICT), (11, k.CONFLICT))])
def test_T5_8_edges_against_one_target_are_rolled_after_the_first_pool(dice, x, y):
    """y is toppled, and the burst is a melee one."""
    sweep = {"sweep": area("melee burst", instrument="melee")}
    f = fight("xAy", deeds=sweep, x=QUIET, y=QUIET + "\nstates = { toppled = 1 }").attempt("sweep", dice=dice)
    assert totals(f) == {"x": x, "y": y}


def test_T5_8_an_edge_for_one_and_a_cut_for_another_share_their_further_die():
    sweep = {"sweep": area("melee burst", instrument="melee")}
    f = fight("xAy\n.z.", deeds=sweep, x=QUIET + "\ndefend = 1", y=QUIET + "\nstates = { toppled = 1 }", z=QUIET).attempt("sweep", dice=[5, 7, 9])
    assert totals(f) == {"x": (12, k.CONFLICT), "y": (16, k.TRIUMPH), "z": (12, k.CONFLICT)} and f.dice_left() == 0


def test_T3_2_T5_8_extra_points_are_edges_against_all_in_the_area():
    f = fight("xAy", deeds=RING, x=QUIET, y=QUIET + "\ndefend = 1").attempt("ring", extra=1, dice=[5, 4, 8])
    assert totals(f) == {"x": (13, k.CONFLICT), "y": (9, k.FAIL)}


def test_G6_3_T5_8_pairs_are_counted_for_each_target_among_its_own_dice():
    f = fight("xAy", deeds={"ring": area("burst", 2, more='spark = [{ state = "weak" }]')}, x=QUIET, y=QUIET + "\ndefend = 1")
    f.attempt("ring", dice=[9, 7, 9])
    assert [(int(row.sparks), int(row.who)) for row in f.state.targets[:2]] == [(0, f.slot("x")), (1, f.slot("y"))]


# -- the order of things ----------------------------------------------------------------------------------------------------
def test_G5_8a_line_by_line_and_in_each_line_the_nearest_first():
    two = area("burst", 3, kind="gambit", lines='{ state = "weak" }, { state = "hindered" }', more="harmful = true")
    f = fight("y.A\n...\n..x", deeds={"hex": two}, x=QUIET, y=QUIET).attempt("hex", dice=HIT)
    assert [(f.scenario.letters[e[0]], k.STATE_NAMES[e[1]]) for e in f.seen(k.E_STATE)] == [("x", "weak"), ("y", "weak"), ("x", "hindered"), ("y", "hindered")]
    f = fight("..A..\n.x...\n.....\nw....", deeds={"hex": two}, x=QUIET, w=QUIET).attempt("hex", dice=HIT)
    assert [f.scenario.letters[e[0]] for e in f.seen(k.E_STATE)] == ["x", "w", "x", "w"], "w comes first in the roster, x is nearer"


def test_G5_8a_each_blow_with_its_guard_before_the_next():
    f = fight("y.Ax", deeds=RING, x="guard_dice = [6]", y="guard_dice = [6]").attempt("ring", dice=HIT)
    assert f.asks() == "guard" and f.asker == f.slot("x") and f.hurt("y") == 0
    f.play("guard 1", dice=[2])
    assert f.hurt("x") == 3 and f.asks() == "guard" and f.asker == f.slot("y")


def test_G4_9_counters_of_an_area_in_the_order_of_its_targets():
    f = fight("Cx.\n.A.\n..y", deeds=RING).attempt("ring", dice=MISS)
    assert f.asks() == "counter" and f.asker == f.slot("x")
    f.play("pass")
    assert f.asker == f.slot("y")
    f.play("with bare hand")
    assert f.hurt("A") == 4


def test_G5_8a_forced_movement_of_an_area_is_asked_for_one_after_the_other():
    gust = {"gust": area("burst", 2, kind="gambit", lines="{ push = 1 }", more="harmful = true")}
    f = fight(".......\n..xAy..\n.......", deeds=gust, x=QUIET, y=QUIET).attempt("gust", dice=HIT)
    assert f.asks() == "force" and {"at b1", "at b2", "at b3"} <= set(f.options())
    f.play("at b2")
    assert {"at f1", "at f2", "at f3"} <= set(f.options())
    f.play("at f2")
    assert (f["x"].x, f["y"].x, f.asks()) == (1, 5, "action")


def test_T7_6_each_spark_of_an_area_names_its_target():
    f = fight("xAy", deeds=RING, A="virtues = { might = 3, grace = 0, wits = 0, spirit = 0 }", x=QUIET, y=QUIET).attempt("ring", dice=[6, 6])
    f.play("target y")
    assert f.hurt("y") == 8 and f.hurt("x") == 5


# -- fellows and oneself ----------------------------------------------------------------------------------------------------
def test_T5_9_G5_9a_harmful_areas_hit_fellows_too_who_neither_guard_nor_counter():
    f = fight("BAx", deeds=RING, B="guard_dice = [6]", x=QUIET).attempt("ring", dice=HIT)
    assert f.hurt("B") == f.hurt("x") == 5 and f.hurt("A") == 0 and f.asks() == "action"
    f = fight("BAx", deeds=RING, x=QUIET).attempt("ring", dice=[1, 1])
    assert f.asks() == "action" and f.hurt("A") == 0, "not even for a tainted pair"


def test_G5_7b_areas_take_whoever_stands_there_whatever_attack_targets_says():
    for rule in ("foes", "any"):
        f = fight("BAx", deeds=RING, rules=f'attack_targets = "{rule}"', x=QUIET).attempt("ring", dice=HIT)
        assert sorted(hit(f)) == ["B", "x"]


def test_G5_10_nobody_accepts_an_attack_so_the_defence_of_fellows_counts():
    f = fight("BAx", deeds=RING, B="defend = 1", x=QUIET).attempt("ring", dice=[8, 7, 2])
    assert totals(f) == {"B": (9, k.FAIL), "x": (15, k.CONFLICT)}


@pytest.mark.parametrize("wall, more", [("#", ""), (".", "defend = 1")])
def test_G5_10_what_is_in_the_way_of_a_gambit_does_not_count_for_fellows_who_accept_it(wall, more):
    """A gambit upon all within two squares: B and the user are willing, x is not."""
    f = fight(f"B{wall}A{wall}x", deeds=HEX, B=more, x=QUIET + "\n" + more).attempt("hex", dice=[8, 7, 2])
    assert totals(f) == {"A": (15, k.CONFLICT), "B": (15, k.CONFLICT), "x": (9, k.FAIL)}
    assert (f.has("A", "weak"), f.has("B", "weak"), f.has("x", "weak")) == (1, 1, 0)


def test_G5_10_dazed_counts_for_all_also_the_willing_and_oneself():
    f = fight("BAx", deeds=HEX, A="states = { dazed = 1 }", x=QUIET).attempt("hex", dice=[9, 7, 1])
    assert totals(f) == {"A": (8, k.FAIL), "B": (8, k.FAIL), "x": (8, k.FAIL)}


def test_G10_4a_one_who_is_unseen_and_behind_a_bush_has_one_cut():
    f = fight("A=#x", deeds={"ring": area("burst", 3)}, x=QUIET).attempt("ring", dice=[9, 7, 1])
    assert f.dice_left() == 0 and totals(f) == {"x": (8, k.FAIL)}


def test_T10_4_an_open_target_of_an_area_has_no_cover():
    f = fight("A..x", deeds={"ring": area("burst", 3)}, x=QUIET).attempt("ring", dice=[9, 7])
    assert f.dice_left() == 0 and totals(f) == {"x": (16, k.TRIUMPH)}


def test_T5_9_an_area_that_covers_its_user_is_no_harder_on_it_for_its_own_defence():
    f = fight("Ax", deeds={"ball": area("blast", 2, 9)}, A="defend = 2", x=QUIET).attempt("ball", at="a1", dice=[8, 7])
    assert totals(f) == {"A": (15, k.CONFLICT), "x": (15, k.CONFLICT)} and f.hurt("A") == 5


def test_G2_8_a_user_that_its_own_area_kills_does_nothing_more():
    f = fight("xAB", clock='round = 1\nfirst_side = "enemies"', deeds={"ball": area("blast", 1, 9, more='after = [{ state = "strong", who = "self" }]')},
              x="vigor = 5", A='deeds = ["idle"]', B='deeds = ["idle"]')
    f.attempt("ball", at="a1", dice=HIT)
    assert f["x"].status == k.DEAD and f.has("x", "strong") == 0 and f.over


# -- areas that hold nobody ---------------------------------------------------------------------------------------------------
FOG = {"fog": area("blast", 2, 9, kind="gambit", lines='{ effect = "light cloud", potency = 2, who = "self" }, { state = "weak" }')}


def effects(f):
    return [int(e.potency) for e in f.state.effects if e.kind != k.NONE]


@pytest.mark.parametrize("dice, potencies", [(HIT, [2]), (MISS, [])])
def test_T8_4_a_lasting_area_without_anybody_is_rolled_for_by_its_user_alone(dice, potencies):
    f = fight("A....\n.....\n....x", deeds=FOG, x=QUIET).attempt("fog", at="c1", dice=dice)
    assert f.dice_left() == 0 and effects(f) == potencies and f.asks() == "action"
    assert f.has("A", "weak") == 0, "its user stands for nobody and is no target"


def test_T8_4_with_somebody_in_it_a_lasting_area_is_rolled_against_them():
    f = fight("A....\n.....\n...xy", deeds=FOG, x=QUIET + "\ndefend = 1", y=QUIET).attempt("fog", at="d2", dice=[6, 7, 1])
    assert totals(f) == {"x": (7, k.FAIL), "y": (13, k.CONFLICT)} and effects(f) == [2]
    assert (f.has("x", "weak"), f.has("y", "weak")) == (0, 1)


def test_T5_5_the_effect_of_an_area_on_which_all_fail_is_not_made():
    f = fight("A....\n.....\n...xy", deeds=FOG, x=QUIET, y=QUIET).attempt("fog", at="d2", dice=MISS)
    assert effects(f) == []


@pytest.mark.parametrize("more, dice, potencies", [("", HIT, [2]), ("defend = 2", HIT, [2]), ("states = { dazed = 1 }", [9, 7, 1], [])])
def test_G5_10_the_roll_for_nobody_has_what_holds_for_every_deed_of_its_user(more, dice, potencies):
    f = fight("A....\n.....\n....x", deeds=FOG, A=more, x=QUIET).attempt("fog", at="c1", dice=dice)
    assert f.dice_left() == 0 and effects(f) == potencies


def test_T7_6_a_spark_raises_the_effect_of_an_area_without_anybody_and_nothing_else():
    f = fight("A....\n.....\n....x", deeds=FOG, x=QUIET).attempt("fog", at="c1", dice=[7, 7])
    assert effects(f) == [3] and f.asks() == "action"


def test_T4_4_a_tainted_roll_for_nobody_is_countered_by_nobody():
    f = fight("Ax...\n.....\n.....", deeds=FOG).attempt("fog", at="d2", dice=[1, 1])
    assert f.asks() == "action" and f.hurt("A") == 0


def test_a_burst_that_leaves_an_effect_needs_nobody_within_it():
    haze = {"haze": area("burst", 1, kind="gambit", lines='{ effect = "dense cloud", who = "self" }', more="harmful = true")}
    f = fight("A...x", deeds=haze, x=QUIET).attempt("haze", dice=HIT)
    assert effects(f) == [1]


# -- deeds without a check, and what is paid -----------------------------------------------------------------------------------
def test_an_area_without_a_check_is_a_conflict_for_all():
    f = fight("xAy", deeds={"ring": area("burst", 1, more="check = false")}, x=QUIET, y=QUIET + "\ndefend = 2").attempt("ring")
    assert {letter: result for letter, (_, result) in totals(f).items()} == {"x": k.CONFLICT, "y": k.CONFLICT} and f.hurt("y") == 5


def test_G5_6a_an_area_deed_is_paid_for_before_it_is_laid():
    great = {"ball": area("blast", 1, 9, more='tier = "great"')}
    f = fight("A..x", deeds=great, A="focus = 3", x=QUIET, auto=False).play("deed", "deed ball", "with bare hand", "points 1")
    assert f.asks() == "area" and f["A"].points == 1 and f["A"].focus == 1


def test_G7_5_one_supply_die_for_the_whole_area():
    gear = {"axe": 'use = ["melee"]\nweapon = 6\nsupply = 6'}
    f = fight("xAy", deeds={"sweep": area("melee burst", instrument="melee", lines='{ damage = "†" }')}, gear=gear, A='held = ["axe"]', x=QUIET, y=QUIET)
    f.attempt("sweep", item="axe", dice=[*HIT, 1, 5])
    assert f.hurt("x") == f.hurt("y") == 6 and f.dice_left() == 1


# -- chosen targets -----------------------------------------------------------------------------------------------------------
def test_T5_7_n_creatures_may_be_chosen_anywhere_in_range_in_any_order():
    two = {"two": 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 3\nconflict = [{ damage = "5" }]'}
    f = fight("Ax.yz", deeds=two, auto=False).play("deed", "deed two", "with bare hand", "points 0")
    assert f.options() == ["target x", "target y"] and f.reason("target z") == k.WHY_TOO_FAR and f.reason("target a") == k.WHY_NOT_SELF
    f.play("target y")
    assert f.reason("target y") == k.WHY_CHOSEN and f.options() == ["target x", "pass"]
    f.force(HIT)
    f.play("target x")
    assert hit(f) == "yx"


def test_T5_7_when_none_is_left_nobody_is_asked_for():
    three = {"three": 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 3\nrange = 3\nconflict = [{ damage = "5" }]'}
    f = fight("Ax.y", deeds=three, auto=False, x=QUIET, y=QUIET).play("deed", "deed three", "with bare hand", "points 0", "target x")
    f.force(HIT)
    f.play("target y")
    assert hit(f) == "xy"
