"""Chapter 7: damage (T7.1, G7.1a, T7.2, G7.2a, G7.3, G7.4, G7.5)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

GEAR = {"blade": 'use = ["melee"]\nweapon = 6\nsupply = 6',
        "staff": 'use = ["melee", "catalyst"]\nweapon = 2\nspell = 5\nrange = 4\nhands = 2\nsupply = 8',
        "knife": 'use = ["melee"]\nweapon = 3\nsupply = 4', "claw": 'use = ["melee"]\nweapon = 5'}
CONFLICT, TRIUMPH, MISS = [6, 7], [9, 8], [2, 3]


def melee(conflict, triumph="", more=""):
    lines = f'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{conflict}]'
    return lines + (f"\ntriumph = [{triumph}]" if triumph else "") + more


def hit(deed, dice=CONFLICT, item=None, gear=None, **bodies):
    return fight("Ax", deeds={"deed": deed}, gear=gear, **bodies).attempt("deed", "x", dice=dice, item=item)


# -- symbols and order -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("symbols, damage", [("†", 4), ("††", 8), ("† + 2", 6), ("Ω", 3), ("†Ω", 7), ("3", 3), ("2 spell + 1", 7)])
def test_T7_1_symbols_add_up(symbols, damage):
    assert hit(melee(f'{{ damage = "{symbols}" }}')).hurt("x") == damage


def test_G7_1a_both_result_tiers_are_one_blow():
    f = hit(melee('{ damage = "†" }', '{ damage = "† + 1" }'), TRIUMPH)
    assert f.hurt("x") == 9 and [e[2] for e in f.seen(k.E_DAMAGE)] == [9]
    assert hit(melee('{ damage = "†" }', '{ damage = "† + 1" }'), CONFLICT).hurt("x") == 4


def test_G7_1a_one_blow_is_guarded_once_and_protected_once():
    f = hit(melee('{ damage = "†" }', '{ damage = "†" }'), TRIUMPH, x="guard_dice = [4]\nstates = { protected = 2 }").play("guard 1", dice=[3])
    assert f.hurt("x") == 8 - 2 - 3


def test_G7_1a_states_of_the_deeds_own_result_lines_do_not_change_its_blow():
    deed = melee('{ state = "exposed", potency = 5 }, { state = "strong", potency = 3, who = "self" }, { damage = "†" }')
    f = hit(deed)
    assert f.hurt("x") == 4 and f.has("x", "exposed") == 5 and f.has("A", "strong") == 3


def test_G7_1a_its_before_lines_do():
    deed = melee('{ damage = "†" }', more='\nbefore = [{ state = "strong", potency = 3, who = "self" }]')
    assert hit(deed).hurt("x") == 7


def test_G7_1a_the_blow_falls_at_the_first_damage_line():
    deed = melee('{ state = "weak" }, { damage = "†" }, { state = "hindered" }', '{ damage = "†" }')
    f = hit(deed, TRIUMPH)
    order = [e.code for e in f.events() if e.code in (k.E_STATE, k.E_DAMAGE)]
    assert order == [k.E_STATE, k.E_DAMAGE, k.E_STATE] and f.hurt("x") == 8


@pytest.mark.parametrize("own, others, damage", [("strong = 3", "", 7), ("weak = 3", "", 1), ("weak = 9", "", 0), ("", "exposed = 5", 9),
                                                 ("", "protected = 3", 1), ("", "protected = 9", 0), ("strong = 2", "protected = 3", 3), ("weak = 2", "exposed = 1", 3)])
def test_G7_3_strong_weak_exposed_protected_and_the_floor(own, others, damage):
    assert hit(STRIKE, A=f"states = {{ {own} }}", x=f"states = {{ {others} }}").hurt("x") == damage


def test_G7_3_the_floor_comes_after_all_of_them():
    assert hit(STRIKE, A="states = { weak = 9 }", x="states = { exposed = 6 }").hurt("x") == 1, "4 - 9 + 6, not max(0, 4 - 9) + 6"


def test_G7_3_guard_comes_last_with_a_floor_of_its_own():
    f = hit(STRIKE, x="guard_dice = [6]\nstates = { exposed = 5 }").play("guard 1", dice=[6])
    assert f.hurt("x") == 3
    f = hit(STRIKE, x="guard_dice = [6]\nstates = { protected = 2 }").play("guard 1", dice=[6])
    assert f.hurt("x") == 0


def test_T7_2_bonus_damage_needs_a_damage_line():
    f = hit(melee('{ state = "weak" }'), A="states = { strong = 5 }", x="states = { exposed = 5 }")
    assert f.hurt("x") == 0 and f.seen(k.E_DAMAGE) == []


def test_T7_2_a_total_of_zero_counts_as_damage():
    f = hit(melee('{ damage = "0" }'), A="states = { strong = 5 }", x="states = { exposed = 1 }")
    assert f.hurt("x") == 6


def test_T7_2_damage_only_with_the_result_that_gives_it():
    f = hit(melee('{ state = "weak" }', '{ damage = "†" }'), A="states = { strong = 5 }")
    assert f.hurt("x") == 0
    assert hit(melee('{ state = "weak" }', '{ damage = "†" }'), TRIUMPH, A="states = { strong = 5 }").hurt("x") == 9


def test_G7_2a_a_negative_key_virtue_adds_nothing_to_spark_damage():
    for might, dice, damage in ((3, [6, 6], 7), (-1, [8, 8], 4)):
        f = hit(STRIKE, dice, A=f"virtues = {{ might = {might}, grace = 0, wits = 0, spirit = 0 }}")
        assert f.hurt("x") == damage


def test_T7_1_damage_is_taken_from_each_target():
    deed = 'kind = "attack"\ninstrument = "innate"\ntargets = "creatures"\nn_targets = 2\nrange = 9\nconflict = [{ damage = "7" }]'
    f = fight("xAy", deeds={"deed": deed}, y="states = { protected = 2 }").attempt("deed", "x", "y", dice=CONFLICT)
    assert (f.hurt("x"), f.hurt("y")) == (7, 5)


# -- what is no attack -----------------------------------------------------------------------------------------------------
def test_G7_4_lost_vigor_is_no_attack_damage():
    body = "vigor = -1\nguard_dice = [8]\nendurance = 3\nstates = { suffering = 3, protected = 9 }"
    f = fight("A..x", clock='round = 1\nfirst_side = "companions"', A=body)
    assert f["A"].vigor == -4 and f["A"].endurance == 3 and f.asks() == "action", "no protected, no guard, no tenacity"


def test_G7_4_damage_to_oneself_is_no_attack_on_oneself():
    deed = melee('{ damage = "5", who = "self" }')
    f = hit(deed, A="guard_dice = [8]\nstates = { protected = 2, strong = 3 }")
    assert f.hurt("A") == 5 and f.asks() == "action"


# -- supply ----------------------------------------------------------------------------------------------------------------
def supplied(f, letter="A", item=0):
    return int(f.state.items[f[letter].items[item]].supply)


@pytest.mark.parametrize("die, left", [(1, 4), (2, 6), (6, 6)])
def test_G7_5_after_a_deed_the_supply_die_is_rolled_and_on_a_one_drops_a_size(die, left):
    f = hit(STRIKE, CONFLICT + [die], item="blade", gear=GEAR, A='held = ["blade"]')
    assert f.dice_left() == 0 and supplied(f) == left and f.hurt("x") == 6


def test_G7_5_below_d4_the_armament_gives_nothing():
    f = hit(STRIKE, CONFLICT + [1] + CONFLICT, item="knife", gear=GEAR, A='held = ["knife"]\nextra_deeds = 1')
    assert supplied(f) == 0 and f.hurt("x") == 3
    f.attempt("deed", "x", item="knife")
    assert f.hurt("x") == 3 and f.dice_left() == 0, "rating 0, and no die is left to roll"


@pytest.mark.parametrize("sizes", [(12, 10), (10, 8), (8, 6), (6, 4)])
def test_G7_5_sizes_of_the_supply_die(sizes):
    gear = {"blade": f'use = ["melee"]\nweapon = 6\nsupply = {sizes[0]}'}
    assert supplied(hit(STRIKE, CONFLICT + [1], item="blade", gear=gear, A='held = ["blade"]')) == sizes[1]


def test_G7_5_a_miss_draws_on_nothing():
    f = hit(STRIKE, MISS + [1], item="blade", gear=GEAR, A='held = ["blade"]', x='hands = 0\ndeeds = ["idle"]')
    assert f.dice_left() == 1 and supplied(f) == 6


def test_G7_5_a_deed_without_the_symbol_draws_on_nothing():
    f = hit(melee('{ damage = "3" }'), CONFLICT + [1], item="blade", gear=GEAR, A='held = ["blade"]')
    assert f.dice_left() == 1 and supplied(f) == 6


def test_G7_5_natural_weapons_have_no_supply_die():
    f = hit(STRIKE, CONFLICT + [1], item="claw", gear=GEAR, A='held = ["claw"]')
    assert f.dice_left() == 1 and f.hurt("x") == 5
    f = hit(STRIKE, CONFLICT + [1], item="bare hand", gear=GEAR, A='held = ["blade"]')
    assert f.dice_left() == 1 and supplied(f) == 6


def test_G7_5_the_spell_symbol_draws_on_the_catalyst():
    bolt = 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "Ω" }]'
    f = hit(bolt, CONFLICT + [1], item="staff", gear=GEAR, A='held = ["staff"]', x='deeds = ["idle"]')
    assert f.hurt("x") == 5 and supplied(f) == 6 and f.dice_left() == 0


def test_G7_5_once_for_each_deed_however_many_targets():
    two = 'kind = "attack"\ninstrument = "melee"\ntargets = "creatures"\nn_targets = 2\nconflict = [{ damage = "†" }]'
    f = fight("xAy", deeds={"deed": two}, gear=GEAR, A='held = ["blade"]').attempt("deed", "x", "y", item="blade", dice=CONFLICT + [1, 1])
    assert (f.hurt("x"), f.hurt("y")) == (6, 6) and supplied(f) == 4 and f.dice_left() == 1


def test_G7_5_a_counter_draws_too():
    f = hit(STRIKE, MISS, gear=GEAR, x='held = ["blade"]').play("with blade", dice=[1])
    assert f.hurt("A") == 6 and supplied(f, "x") == 4
