"""Chapter 3: a weapon thrown for a deed lands at the target (T3.13)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .test_throwing import GEAR, HIT, MISS, SHOT, lies

DEEDS = {"shot": SHOT % "ranged", "cut": SHOT % "versatile"}
X = 'hands = 0\ndeeds = ["idle"]'


@pytest.mark.parametrize("dice", [HIT, MISS])
def test_T3_13_a_weapon_thrown_for_a_deed_lands_at_the_target_hit_or_miss(dice):
    f = fight("A..x.", deeds=DEEDS, gear=GEAR, A='deeds = ["shot"]\nheld = ["javelin"]', x=X).attempt("shot", "x", dice=dice)
    assert lies(f) == "d1" and f["A"].items[0] == k.NONE and f.state.items[0].held == 0 and f.hurt("x") == (8 if dice == HIT else 0)


@pytest.mark.parametrize("item", ["bow", "gunblade"])
def test_T3_13_a_ranged_weapon_is_not_thrown(item):
    f = fight("A..x.", deeds=DEEDS, gear=GEAR, A=f'deeds = ["shot"]\nheld = ["{item}"]', x=X).attempt("shot", "x", dice=HIT)
    assert lies(f) is None and f["A"].items[0] == 0 and f.state.items[0].held == 1


def test_T3_13_a_weapon_used_in_melee_is_not_thrown():
    f = fight("Ax", deeds=DEEDS, gear=GEAR, A='deeds = ["cut"]\nheld = ["dagger"]', x=X).attempt("cut", "x", way="as melee", dice=HIT)
    assert lies(f) is None and f["A"].items[0] == 0


def test_T3_13_it_lands_where_a_target_died():
    f = fight("A..x.y", deeds=DEEDS, gear=GEAR, A='deeds = ["shot"]\nheld = ["javelin"]', x=X + "\nvigor = 3", y=X).attempt("shot", "x", dice=HIT)
    assert f["x"].status == k.DEAD and lies(f) == "d1"


def test_T3_13_it_lands_at_the_first_of_several_targets():
    many = {"volley": SHOT.replace('"creature"', '"creatures"\nn_targets = 2') % "ranged"}
    f = fight("A.x.y", deeds=many, gear=GEAR, A='deeds = ["volley"]\nheld = ["javelin"]', x=X, y=X).attempt("volley", "y", "x", dice=HIT)
    assert lies(f) == "e1" and (f.hurt("x"), f.hurt("y")) == (8, 8)


def test_T3_13_a_deed_without_a_check_throws_the_weapon_too():
    sure = {"lob": SHOT % "ranged" + "\ncheck = false"}
    f = fight("A..x.", deeds=sure, gear=GEAR, A='deeds = ["lob"]\nheld = ["javelin"]', x=X).attempt("lob", "x")
    assert f.hurt("x") == 8 and lies(f) == "d1"


def test_T3_13_a_dead_user_has_dropped_its_weapon_where_it_fell():
    f = fight("Ax.B", deeds=DEEDS, gear=GEAR, A='deeds = ["shot"]\nheld = ["javelin"]\nvigor = 1\nmax_vigor = 6', x='deeds = ["idle"]\nbare = { weapon = 9 }',
              B='deeds = ["idle"]').attempt("shot", "x", dice=MISS).play("with bare hand")
    assert f["A"].status == k.DEAD and lies(f) == "a1"


def test_G10_8_a_burning_weapon_takes_its_light_along():
    torch = {"torch": 'use = ["throwing", "light"]\nweapon = 2\nlight = 1'}
    f = fight("A..x.", deeds=DEEDS, gear=torch, top="dark = true", A='deeds = ["shot"]\nheld = ["torch"]', x=X).attempt("shot", "x", dice=[6, 7, 6, 7])
    assert int(f.state.lit[0]) == 0b11100
