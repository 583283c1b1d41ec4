"""Chapters 0 and 13: sides and results by their names (T0.1, G0.2, G0.3), and what a stat block gives (G13.1)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight


def test_T0_1_companions_are_the_players_and_enemies_the_judges():
    f = fight("Ax")
    assert [int(f.tables.roster[f.slot(c)].side) for c in "Ax"] == [k.COMPANIONS, k.ENEMIES] and k.SIDE_NAMES == ["companions", "enemies"]
    assert f.asked == k.COMPANIONS


def test_G0_2_where_an_enemys_deed_says_companion_its_own_side_is_read():
    aid = 'kind = "gambit"\ninstrument = "innate"\nrange = 5\ntargets = "companion"\nconflict = [{ state = "strong" }]'
    f = fight("A.xy", deeds={"aid": aid}, clock='round = 1\nfirst_side = "enemies"\nturn = { of = "x", points = 3 }', auto=False)
    f.play("deed", "deed aid", "with bare hand", "points 0")
    assert f.options() == ["target x", "target y"]


@pytest.mark.parametrize("dice, result", [([5, 5], k.FAIL), ([5, 6], k.CONFLICT), ([8, 8], k.TRIUMPH)])
def test_G0_3_a_hit_is_any_success_a_glance_a_conflict(dice, result):
    f = fight("Ax", x="guard_dice = []", deeds={"strike": STRIKE + '\ntriumph = [{ damage = "9" }]'}).attempt("strike", "x", dice=dice)
    assert f.roll_of("x")[1] == result
    while f.asks() in ("spark", "spark target", "counter"):
        f.step(f.legal()[-1] if f.asks() == "counter" else f.legal()[0])
    assert (f.hurt("x") > 0) == (result != k.FAIL) and (f.hurt("x") >= 13) == (result == k.TRIUMPH)


BLOCK = {"max_vigor": 23, "speed": 7, "reach": 2, "hands": 3, "size": 2, "focus": 5, "endurance": 4, "recoveries": 6}


def test_G13_1_a_stat_block_gives_its_numbers_to_the_combatant_and_its_row():
    lines = "\n".join(f"{name} = {value}" for name, value in BLOCK.items())
    more = 'virtues = { might = -1, grace = 2, wits = 3, spirit = 4 }\nkey = "spirit"\nbare = { weapon = 5, spell = 6 }\nguard_dice = [4, 8]\n' \
        'light_dependent = true\nendures = true\nextra_deeds = 1'
    f = fight("AA.x\nAA..", A=lines + "\n" + more)
    row, c = f.tables.roster[f.slot("A")], f["A"]
    assert (row.max_vigor, row.speed, row.reach, row.hands, row.bulk) == (23, 7, 2, 3, 2)
    assert (c.vigor, c.max_vigor, c.focus, c.endurance, c.recoveries) == (23, 23, 5, 4, 6)
    assert row.virtues.tolist() == [-1, 2, 3, 4] and row.key == k.SPIRIT and (row.bare_weapon, row.bare_spell) == (5, 6)
    assert row.guard_dice.tolist() == [4, 8, 0, 0] and (row.light_dependent, row.endures, row.extra_deeds) == (1, 1, 1)


def test_G13_1_focus_does_not_come_back_during_an_encounter():
    dear = STRIKE + "\nfocus = 2"
    f = fight("Ax", deeds={"dear": dear}, A="focus = 3", x="focus = 2").attempt("dear", "x", dice=[9, 8])
    while f.state.round_no < 3 and not f.over:
        if f.asks() in ("guard", "counter"):
            f.play("pass")
        else:
            f.play("end turn" if f.asks() == "action" else f.options()[0])
    assert f["A"].focus == 1
