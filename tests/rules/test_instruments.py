"""Chapter 5, instruments (T5.3, T5.4, G5.3a) and tiers (T5.2, G5.2a)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

GEAR = {"blade": 'use = ["melee"]\nweapon = 6', "pike": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 2',
        "bow": 'use = ["ranged"]\nweapon = 5\nrange = 3\nhands = 2', "sling": 'use = ["ranged"]\nweapon = 2\nrange = 5',
        "wand": 'use = ["catalyst"]\nspell = 7\nrange = 6', "staff": 'use = ["melee", "catalyst"]\nweapon = 2\nspell = 5\nrange = 2\nhands = 2',
        "shield": "hands = 1"}
DEEDS = {
    "strike": STRIKE,
    "shot": 'kind = "attack"\ninstrument = "ranged"\ntargets = "creature"\nconflict = [{ damage = "†" }]',
    "bolt": 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "Ω" }]',
    "bite": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 2\nconflict = [{ damage = "3" }]'}
HIT = [6, 7]


def armed(board, deed, *held, more="", dice=(), **others):
    """A fight in which A has one deed and holds some gear; the others only stand there."""
    a = f'deeds = ["{deed}"]\nheld = {list(held)}\n{more}'.replace("'", '"')
    others = {letter: others.get(letter, 'deeds = ["idle"]') for letter in "xyz" if letter in board}
    return fight(board, deeds=DEEDS, gear=GEAR, A=a, dice=dice, **others)


def ranges(deed, *held, more="", x_at=range(1, 12)):
    """Distances at which A can do the deed to x on a bare row."""
    row = "A" + "." * 11
    return [n for n in x_at if armed(row[:n] + "x" + row[n + 1:], deed, *held, more=more).can("deed")]


def test_T5_3_innate_needs_no_instrument_and_has_the_range_of_the_deed():
    assert ranges("bite") == [1, 2]
    assert ranges("bite", "bow") == [1, 2], "both hands are full and it does not matter"


def test_T5_3_melee_with_a_free_hand_or_a_melee_weapon_reach_one_long_weapons_two():
    assert ranges("strike") == [1]
    assert ranges("strike", "blade") == [1]
    assert ranges("strike", "pike") == [1, 2]
    assert ranges("strike", more="reach = 3") == [1, 2, 3], "the bare hand has the stat block's reach"


def test_T5_3_a_weapon_has_its_own_rating_and_the_bare_hand_that_of_the_stat_block():
    for item, damage in ((None, 4), ("blade", 6), ("pike", 5)):
        f = armed("Ax", "strike", *([item] if item else []))
        f.attempt("strike", "x", item=item or "bare hand", dice=HIT)
        assert f.hurt("x") == damage


def test_T5_3_ranged_needs_a_ranged_weapon_and_has_its_range():
    assert ranges("shot", "bow") == [1, 2, 3]
    assert ranges("shot", "sling") == [1, 2, 3, 4, 5]
    f = armed("A.x", "shot", "sling")
    f["A"].items[0] = k.NONE
    f.play("move", "points 0")
    assert f.reason("deed") == k.WHY_NO_INSTRUMENT, "a free hand is no bow"


def test_T5_3_a_spell_with_a_free_hand_reaches_four_with_a_catalyst_its_range():
    assert ranges("bolt") == [1, 2, 3, 4]
    assert ranges("bolt", "wand", "shield") == [1, 2, 3, 4, 5, 6]
    assert ranges("bolt", "staff") == [1, 2]
    f = armed("A..x", "bolt", "wand", "shield").attempt("bolt", "x", dice=HIT)
    assert f.hurt("x") == 7
    f = armed("A..x", "bolt").attempt("bolt", "x", dice=HIT)
    assert f.hurt("x") == 3


def test_T5_3_a_stowed_item_is_not_in_hand():
    f = armed("A.x", "strike", "pike")
    assert f.can("deed")
    f.state.items[f["A"].items[0]].held = 0
    f.play("move", "points 0")
    assert f.reason("deed") == k.WHY_NO_TARGET, "the hands are free now and reach one square"


@pytest.mark.parametrize("held, hand", [((), True), (("blade",), True), (("blade", "shield"), False), (("pike",), False), (("bow",), False)])
def test_G5_3a_two_hands_and_an_item_says_how_many_it_fills(held, hand):
    deed = "strike" if not hand and "bow" not in held else "bolt" if hand else "bite"
    f = armed("Ax", deed, *held, x='deeds = ["bolt"]')
    f.tables.roster[0].deeds[0] = f.scenario.deed_keys.index("bolt")
    f.play("move", "points 0")
    assert f.can("deed") == hand, "a spell without a catalyst needs a free hand"


def test_G5_3a_the_number_of_hands_is_of_the_stat_block():
    f = armed("Ax", "bolt", "pike", more="hands = 3")
    assert f.can("deed")


def test_T5_4_with_several_suitable_instruments_the_attempt_chooses_one():
    f = armed("Ax", "strike", "blade").play("deed")
    assert f.asks() == "instrument" and f.options() == ["with bare hand", "with blade"]
    f.play("with blade", "points 0", dice=HIT)
    assert f.hurt("x") == 6
    f = armed("Ax", "bolt", "staff", more="hands = 3").play("deed")
    assert f.options() == ["with bare hand", "with staff"] and f.reason("with #2") == k.WHY_NO_INSTRUMENT


def test_T5_4_an_instrument_that_reaches_nobody_is_not_offered():
    f = armed("A...x", "bolt", "staff", more="hands = 3").play("deed")
    assert f.asks() == "points" and f.state.deed.instrument == 0, "the staff reaches two squares"


@pytest.mark.parametrize("tier, more, cost", [("common", "", 0), ("great", "", 2), ("mythic", "", 4), ("great", "\nfocus = 1", 1),
                                              ("common", "\nfocus = 3", 3)])
def test_T5_2_G5_2a_focus_of_a_tier_unless_the_deed_says_otherwise(tier, more, cost):
    deeds = {"strike": STRIKE + f'\ntier = "{tier}"{more}'}
    f = fight("Ax", deeds=deeds, A="focus = 5", x='deeds = ["idle"]').attempt("strike", "x", dice=HIT)
    assert f["A"].focus == 5 - cost
    short = fight("Ax", deeds=deeds, A="focus = 5", x='deeds = ["idle"]')
    short["A"].focus = max(0, cost - 1)
    short.play("move", "points 0")
    assert short.can("deed") == (cost == 0) and (cost == 0 or short.reason("deed") == k.WHY_NO_FOCUS)


def test_G5_6a_points_and_focus_are_paid_first_and_a_failure_refunds_nothing():
    deeds = {"strike": STRIKE + '\ntier = "great"'}
    f = fight("Ax", deeds=deeds, A="focus = 5", x='deeds = ["idle"]\nhands = 0').play("deed", "points 2", dice=[2, 2, 3, 3])
    assert f.hurt("x") == 0 and f["A"].focus == 3 and f["A"].points == 0
