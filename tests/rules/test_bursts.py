"""Chapter 11: bursts, auras, melee and spell bursts (T11.4-T11.7, G11.6a, G11.10, T5.9), and the order of the targets of an area (G5.8a)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .laid import area, hit

HIT = [5, 6]


# -- bursts and auras ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", ["burst", "aura"])
@pytest.mark.parametrize("size, who", [(1, "w"), (2, "wx"), (3, "wxyB")])
def test_T11_4_T11_7_all_within_n(shape, size, who):
    f = fight(".....z\n..w...\n.A....\n...x..\n......\nB...y.", deeds={"ring": area(shape, size)}).attempt("ring", dice=HIT)
    assert sorted(hit(f)) == sorted(who)


@pytest.mark.parametrize("shape", ["burst", "aura", "melee burst"])
@pytest.mark.parametrize("kind, more, spares", [("attack", "", True), ("gambit", "", False), ("gambit", "harmful = true", True)])
def test_T5_9_G11_10_a_harmful_burst_or_aura_spares_its_user_any_other_includes_it(shape, kind, more, spares):
    lines = '{ state = "weak" }'
    instrument = "melee" if shape == "melee burst" else "innate"
    deed = area(shape, 0 if shape == "melee burst" else 1, kind=kind, lines=lines, instrument=instrument, more=more)
    f = fight("Ax", deeds={"ring": deed}).attempt("ring", dice=HIT)
    assert hit(f) == ("x" if spares else "Ax") and f.has("A", "weak") == (not spares)


def test_G11_10_from_the_nearest_square_of_a_large_bearer():
    f = fight("......\n.AA.x.\n.AA..y", deeds={"ring": area("burst", 2)}, A="size = 2").attempt("ring", dice=HIT)
    assert hit(f) == "x"


def test_T11_4_walls_do_not_stop_a_burst_and_the_unseen_have_cover():
    f = fight("x.A#y", deeds={"ring": area("burst", 2)}, x="hands = 0", y="hands = 0").attempt("ring", dice=[5, 6, 1])
    assert hit(f) == "xy"
    assert (f.roll_of("x"), f.roll_of("y")) == ((11, k.CONFLICT), (6, k.FAIL)) and f.hurt("y") == 0


def test_T11_4_without_anybody_within_it_a_burst_is_not_offered():
    f = fight("A..x", deeds={"ring": area("burst", 2)})
    assert f.reason("deed") == k.WHY_NO_TARGET
    assert fight("A.x.", deeds={"ring": area("burst", 2)}).can("deed")
    assert fight("A..x", deeds={"ring": area("burst", 2, kind="gambit", lines='{ state = "weak" }')}).can("deed"), "it holds its user"


@pytest.mark.parametrize("held, who", [("", "v"), ('held = ["spear"]', "vw"), ('held = ["club"]', "v")])
def test_T11_5_a_melee_burst_is_all_within_melee_reach(held, who):
    gear = {"spear": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 2', "club": 'use = ["melee"]\nweapon = 3\nhands = 2'}
    f = fight("A...\nv.w.\n...x", deeds={"ring": area("melee burst", instrument="melee", lines='{ damage = "†" }')}, gear=gear, A=held)
    assert hit(f.attempt("ring", dice=HIT)) == who


# -- spell bursts ----------------------------------------------------------------------------------------------------------
CROWD = "uvA\nwxB\nyzC"


def song(kind="gambit", more="", within=0):
    return {"song": area("spell burst", 0, within, kind, '{ state = "weak" }', "spell", more)}


def test_T11_6_G11_6a_creatures_within_spell_range_one_by_one_up_to_five():
    f = fight(CROWD, deeds=song()).attempt("song", "z", "u", "b", dice=HIT)
    assert hit(f) == "zuB", "in the order chosen"
    f = fight(CROWD, deeds=song()).attempt("song", "z", "u", "b", "c", "a", "x", dice=HIT)
    assert hit(f) == "zuBCA" and f.asks() == "action", "the fifth is the last, and it may be its user"


@pytest.mark.parametrize("rules, more, most", [("", "", 5), ("max_targets = 3", "", 3), ("", "n_targets = 2", 2), ("max_targets = 2", "n_targets = 6", 6)])
def test_G11_6a_max_targets_is_a_number_of_the_ruleset_unless_the_deed_says_otherwise(rules, more, most):
    f = fight(CROWD, deeds=song(more=more), rules=rules).attempt("song", *"uvwxyzbc"[:most], dice=HIT)
    assert len(hit(f)) == most and f.asks() == "action"


def test_T11_6_none_twice_and_fewer_will_do():
    f = fight(CROWD, deeds=song(), auto=False).play("deed", "deed song", "with bare hand", "points 0")
    assert f.asks() == "target" and f.reason("pass") == k.WHY_NOT_ASKED
    f.play("target z")
    assert f.reason("target z") == k.WHY_CHOSEN and f.can("pass")


def test_T11_6_T5_9_a_harmful_one_spares_its_user_and_may_be_aimed_at_fellows():
    for kind, more in (("attack", ""), ("gambit", "harmful = true")):
        f = fight(CROWD, deeds=song(kind, more), auto=False).play("deed", "deed song", "with bare hand", "points 0")
        assert f.reason("target a") == k.WHY_NOT_SELF and f.can("target b") and f.can("target u")


@pytest.mark.parametrize("held, within, last", [("", 0, "z"), ("", 2, "x"), ('held = ["wand"]', 0, "y")])
def test_T11_6_the_range_is_that_of_the_spell(held, within, last):
    """4 by hand, the catalyst's, or what the deed names; who is unseen is within it too and has cover (T11.1)."""
    f = fight("Avx#z.\n.....w\n...y..", deeds=song("attack", within=within), gear={"wand": 'use = ["catalyst"]\nspell = 2\nrange = 3'}, A=held, auto=False)
    f.play("deed", "deed song", f"with {'wand' if held else 'bare hand'}", "points 0")
    assert f.can(f"target {last}") and f.reason("target w") == k.WHY_TOO_FAR
    if last == "z":
        f.force([9, 7, 1])
        f.play("target z", "pass")
        assert f.roll_of("z")[0] == 8
    if last == "x":
        assert f.reason("target y") == k.WHY_TOO_FAR
    if last == "y":
        assert f.reason("target z") == k.WHY_TOO_FAR


# -- order ------------------------------------------------------------------------------------------------------------------
def test_G5_8a_the_nearest_first_then_in_roster_order():
    f = fight("z..y\n.A..\nB..x\n..w.", deeds={"ring": area("burst", 3)}).attempt("ring", dice=HIT)
    assert hit(f) == "Bzwxy", "distance 1: B, z; distance 2: w, x, y"


def test_G5_8a_a_large_creature_by_its_nearest_square():
    f = fight("A.w....\n...xx..\n...xx..", deeds={"ring": area("burst", 3)}, x="size = 2").attempt("ring", dice=HIT)
    assert hit(f) == "wx"
    f = fight("A..w...\n..xx...\n..xx...", deeds={"ring": area("burst", 3)}, x="size = 2").attempt("ring", dice=HIT)
    assert hit(f) == "xw"
