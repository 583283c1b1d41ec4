"""Chapter 8: bloodied, dying, defeated, dead, tenacity, recovery (T8.20-T8.22a, G8.20a-G8.22b, G8.26, G8.28, T8.40, G8.41)."""

import pytest

from envs.core import codes as k
from envs.core.vigor import bloodied_value, is_bloodied, is_dying

from .drawn import fight

HIT = [6, 7]
FAIL, CONFLICT, TRIUMPH = [2, 3], [6, 7], [9, 8]
MEND = 'kind = "gambit"\ninstrument = "innate"\ntargets = "ally"\nrange = 9\nconflict = [{ recover = 2 }]'
START = 'round = 1\nfirst_side = "companions"'


def flat(amount, more=""):
    return f'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{{ damage = "{amount}" }}]{more}'


def beaten(amount, vigor, most=20, tenacity=(), more="", might=0):
    """A fight in which x has dealt A so much damage; A endures, B stands by."""
    body = f"vigor = {vigor}\nmax_vigor = {most}\nvirtues = {{ might = {might}, grace = 0, wits = 0, spirit = 0 }}\n{more}"
    f = fight("BAx", deeds={"deed": flat(amount)}, clock='round = 1\nfirst_side = "enemies"', A=body)
    return f.attempt("deed", "a", dice=HIT + list(tenacity))


# -- bloodied, dying, dead -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("most, vigor, bloodied", [(20, 11, False), (20, 10, True), (20, 1, True), (20, 0, False), (21, 10, True), (21, 11, False)])
def test_T8_20_G8_20a_bloodied_at_or_below_half_rounded_down_and_above_zero(most, vigor, bloodied):
    f = fight("A.x", A=f"max_vigor = {most}\nvigor = {vigor}")
    assert bloodied_value(f.tables, f.state, 0) == most // 2 and bool(is_bloodied(f.tables, f.state, 0)) == bloodied and bool(is_dying(f.state, 0)) == (vigor <= 0)


def test_G8_20a_half_of_the_current_maximum():
    f = fight("A.x", A="max_vigor = 20\ninjuries = 1\nvigor = 9")
    assert bloodied_value(f.tables, f.state, 0) == 9 and is_bloodied(f.tables, f.state, 0)


def test_G8_26_without_endures_a_creature_dies_at_zero():
    f = fight("Axy", deeds={"deed": flat(5)}, x="vigor = 5").attempt("deed", "x", dice=HIT)
    assert f["x"].status == k.DEAD
    f = fight("Axy", deeds={"deed": flat(5)}, x="vigor = 6").attempt("deed", "x", dice=HIT)
    assert f["x"].status == k.STANDING


def test_G8_26_endures_is_of_the_stat_block_not_of_the_side():
    f = fight("Axy", deeds={"deed": flat(5)}, x="vigor = 5\nendures = true").attempt("deed", "x", dice=HIT)
    assert f["x"].status == k.STANDING and f["x"].vigor == 0
    f = fight("AB.x", clock=START, A="vigor = 1\nendures = false\nstates = { suffering = 1 }").play("take a")
    assert f["A"].status == k.DEAD


@pytest.mark.parametrize("amount, status", [(6, k.STANDING), (14, k.STANDING), (15, k.DEAD), (40, k.DEAD)])
def test_T8_21_T8_22a_dying_at_zero_dead_at_minus_the_bloodied_value(amount, status):
    f = beaten(amount, vigor=5)
    assert f["A"].status == status and f["A"].vigor == 5 - amount


def test_T8_21_G8_21a_no_tenacity_for_the_blow_that_makes_it_dying():
    f = beaten(6, vigor=5, tenacity=[1, 2])
    assert f.dice_left() == 2 and f["A"].status == k.STANDING


def test_T8_21_a_dying_creature_acts_normally():
    f = beaten(6, vigor=5).play("end turn", "take a")
    assert f["A"].vigor == -1 and f["A"].points == 3 and f.can("move") and f.can("deed") and f.can("defend")


def test_G8_22b_also_one_that_is_dying_dies_whenever_vigor_is_lost():
    f = fight("A..x", clock=START, A="vigor = -8\nmax_vigor = 20\nstates = { suffering = 2 }")
    assert f["A"].status == k.DEAD and f.winner == k.ENEMIES
    f = fight("A..x", clock=START, A="vigor = -8\nmax_vigor = 20\nstates = { suffering = 1 }")
    assert f["A"].status == k.STANDING


# -- tenacity --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dice, endurance, injuries, status", [(FAIL, 3, 1, k.DEFEATED), (CONFLICT, 4, 0, k.STANDING), (TRIUMPH, 5, 0, k.STANDING)])
def test_T8_21_each_attack_that_damages_a_dying_creature_asks_its_tenacity(dice, endurance, injuries, status):
    f = beaten(2, vigor=-1, tenacity=dice, more="endurance = 5")
    c = f["A"]
    assert f.dice_left() == 0 and (c.endurance, c.injuries, c.status, c.vigor) == (endurance, injuries, status, -3)
    assert c.max_vigor == 20 - injuries


def test_T8_21_tenacity_is_a_check_of_might():
    f = beaten(2, vigor=-1, tenacity=[5, 6], more="endurance = 5", might=5)
    assert f["A"].endurance == 5, "11 + 5 is a triumph"
    f = beaten(2, vigor=-1, tenacity=[5, 6], more="endurance = 5\nkey = \"grace\"", might=-1)
    assert f["A"].status == k.DEFEATED, "11 - 1 fails"


def test_G8_26_a_failure_with_endurance_at_zero_kills():
    f = beaten(2, vigor=-1, tenacity=FAIL, more="endurance = 0")
    assert f["A"].status == k.DEAD and f["A"].injuries == 0
    f = beaten(2, vigor=-1, tenacity=CONFLICT, more="endurance = 0")
    assert f["A"].status == k.STANDING and f["A"].endurance == 0, "and endurance is never below 0"


def test_G8_26_endurance_is_never_below_zero():
    f = beaten(2, vigor=-1, tenacity=FAIL, more="endurance = 1")
    assert f["A"].status == k.DEFEATED and f["A"].endurance == 0


def test_G8_21a_no_tenacity_when_guard_takes_all_the_damage():
    f = beaten(2, vigor=-1, more="endurance = 5\nguard_dice = [6]").play("guard 1", dice=[2])
    assert f["A"].endurance == 5 and f["A"].status == k.STANDING and f["A"].vigor == -1
    f = beaten(2, vigor=-1, more="endurance = 5\nguard_dice = [6]").play("guard 1", dice=[1, 6, 7])
    assert f["A"].endurance == 4 and f.dice_left() == 0


def test_G8_21a_a_counter_is_an_attack_too():
    f = fight("BAx", deeds={"deed": flat(5)}, A="vigor = -1\nendurance = 5").attempt("deed", "x", dice=[2, 3]).play("with bare hand", dice=CONFLICT)
    assert f["A"].endurance == 4


def test_G7_4_lost_vigor_asks_no_tenacity():
    f = fight("A..x", clock=START, A="vigor = -1\nendurance = 5\nstates = { suffering = 2 }", dice=[1, 2])
    assert f["A"].endurance == 5 and f.dice_left() == 2


def test_T8_21_who_dies_of_the_blow_makes_no_check():
    f = beaten(20, vigor=-1, tenacity=[1, 2], more="endurance = 5")
    assert f["A"].status == k.DEAD and f.dice_left() == 2 and f["A"].endurance == 5


def test_G8_22b_an_injury_that_lowers_the_bloodied_value_does_not_kill():
    f = beaten(1, vigor=-8, most=20, tenacity=FAIL, more="endurance = 5")
    assert f["A"].vigor == -9 and f["A"].max_vigor == 19 and f["A"].status == k.DEFEATED, "-9 is the new limit, and nothing was lost since"


# -- defeated, and back ----------------------------------------------------------------------------------------------------
def test_T8_22_states_no_longer_change_the_vigor_of_the_defeated():
    for states in ("suffering = 3", "soothed = 9"):
        f = fight("ABx", clock=START, A=f"vigor = -3\ndefeated = true\nstates = {{ {states} }}")
        for _ in range(4):
            f.play("end turn")
        assert f["A"].vigor == -3 and f["A"].status == k.DEFEATED


@pytest.mark.parametrize("vigor, rises", [(-3, True), (-9, True)])
def test_T8_22_defeated_ends_when_vigor_reaches_one(vigor, rises):
    body = f"vigor = {vigor}\nmax_vigor = 39\ndefeated = true\nrecoveries = 2"
    f = fight("AB.x", deeds={"mend": MEND}, clock=START, A=body, x='deeds = ["idle"]')
    f.attempt("mend", "a", dice=HIT).play("recoveries 1")
    assert f["A"].vigor == vigor + 10 and f["A"].status == (k.STANDING if vigor + 10 >= 1 else k.DEFEATED)


def test_T8_22_below_one_the_defeated_stay_down():
    f = fight("AB.x", deeds={"mend": MEND}, clock=START, A="vigor = -12\nmax_vigor = 40\ndefeated = true\nrecoveries = 2", x='deeds = ["idle"]')
    f.attempt("mend", "a", dice=HIT).play("recoveries 1")
    assert f["A"].vigor == -2 and f["A"].status == k.DEFEATED


def test_G8_41_a_recovery_counts_from_below_zero():
    f = fight("AB.x", deeds={"mend": MEND}, clock=START, A="vigor = -5\nrecoveries = 3", x='deeds = ["idle"]').play("take b")
    f.attempt("mend", "a", dice=HIT)
    assert f.asker == f.slot("A") and f.asked == k.COMPANIONS and f.options() == ["recoveries 0", "recoveries 1", "recoveries 2"]
    f.play("recoveries 2")
    assert f["A"].vigor == 15 and f["A"].recoveries == 1


def test_T8_40_nothing_is_asked_of_one_without_recoveries():
    f = fight("AB.x", deeds={"mend": MEND}, A="", B="vigor = 5", x='deeds = ["idle"]').attempt("mend", "b", dice=HIT)
    assert f.asks() == "action" and f["B"].vigor == 5


def test_G8_28_the_defeated_keep_states_and_square_and_may_be_passed():
    f = fight("xAy..B", clock='round = 1\nfirst_side = "enemies"', A="vigor = -1\ndefeated = true\nstates = { weak = 2 }", x="speed = 3")
    assert f.has("A", "weak") == 2 and f.state.occupant[1] == f.slot("A")
    f.play("take x", "move", "points 0")
    assert f.play("walk")["x"].x == 3, "past the defeated foe and the fellow"


def test_G8_28_the_dead_leave_the_map():
    f = fight("Axy", deeds={"deed": flat(5)}, x="vigor = 5", A="speed = 3").attempt("deed", "x", dice=HIT)
    assert f.state.occupant[1] == k.EMPTY
    f.play("move", "points 0")
    assert f.asks() == "action" and f["A"].move_points == 3
    f.play("walk")
    assert f["A"].x == 1, "its square is free, and the only one to walk to"


@pytest.mark.parametrize("dice, endurance", [([10, 6], 5), ([6, 10], 5), ([10, 5], 4), ([5, 10], 4), ([10, 1], 4), ([1, 10], 4)])
def test_G6_1_tenacity_succeeds_from_11_and_is_a_triumph_from_16(dice, endurance):
    f = beaten(2, vigor=-1, tenacity=dice, more="endurance = 5")
    assert f["A"].endurance == endurance and f["A"].status == k.STANDING


@pytest.mark.parametrize("dice", [[9, 1], [1, 9]])
def test_G6_1_and_fails_with_10(dice):
    assert beaten(2, vigor=-1, tenacity=dice, more="endurance = 5")["A"].status == k.DEFEATED


@pytest.mark.parametrize("tenacity", [[11, 5], [5, 11]])
def test_G6_1_tenacity_rolls_ten_sided_dice(tenacity):
    with pytest.raises(ValueError):
        beaten(2, vigor=-1, tenacity=tenacity, more="endurance = 5")


@pytest.mark.parametrize("injury, left", [(1, 3), (3, 1), (4, 1), (9, 1)])
def test_G8_26_an_injury_leaves_one_vigor_at_least(injury, left):
    f = fight("BAx", deeds={"deed": flat(1)}, clock='round = 1\nfirst_side = "enemies"', rules=f"injury_vigor = {injury}",
              A="vigor = 0\nmax_vigor = 4\nendurance = 5").attempt("deed", "a", dice=HIT + FAIL)
    assert f["A"].status == k.DEFEATED and f["A"].max_vigor == left


def test_T8_40_a_recovery_as_large_as_an_answer_can_name_is_asked_for_once():
    great = MEND.replace("recover = 2", f"recover = {k.AMOUNT_SIZE - 1}")
    f = fight("AB.x", deeds={"mend": great}, A='deeds = ["mend"]', B="vigor = 1\nrecoveries = 9", x='deeds = ["idle"]').attempt("mend", "b", dice=HIT)
    f.auto = False
    f.play(f"recoveries {k.AMOUNT_SIZE - 1}")
    assert f["B"].recoveries == 2 and f.asks() == "action"
