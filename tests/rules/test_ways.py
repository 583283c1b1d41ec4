"""Chapter 5, ways of doing a deed (T5.3, T5.4, G5.3a): tool, versatile and throwing, hands and grabs, and what aim lengthens (G3.1a)."""

import pytest

from envs.core import codes as k

from .drawn import STRIKE, fight

GEAR = {"blade": 'use = ["melee"]\nweapon = 6', "pike": 'use = ["melee"]\nweapon = 5\nreach = 2\nhands = 2',
        "bow": 'use = ["ranged"]\nweapon = 7\nrange = 6\nhands = 2', "dagger": 'use = ["melee", "throwing"]\nweapon = 3',
        "javelin": 'use = ["throwing"]\nweapon = 8', "gunblade": 'use = ["melee", "ranged"]\nweapon = 9\nrange = 3\nreach = 2',
        "wand": 'use = ["catalyst"]\nspell = 7\nrange = 5', "shield": "hands = 1", "ring": "hands = 0"}
SHOT = 'kind = "attack"\ninstrument = "%s"\ntargets = "creature"\nconflict = [{ damage = "†" }]'
BOLT = 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "Ω" }]'
DEEDS = {"strike": STRIKE, "shot": SHOT % "ranged", "snare": SHOT % "tool", "cut": SHOT % "versatile", "bolt": BOLT, "bite": SHOT % "innate" + "\nrange = 2",
         "snare3": SHOT % "tool" + "\nrange = 3", "bolt3": BOLT + "\nrange = 3", "shot3": SHOT % "ranged" + "\nrange = 3",
         "cut3": SHOT % "versatile" + "\nrange = 3", "strike3": STRIKE + "\nrange = 3", "idle2": 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ state = "weak" }]'}
HIT = [6, 7]
GRACE = "virtues = { might = 0, grace = %d, wits = 0, spirit = 0 }"


def armed(board, deed, *held, more="", rules="", gear=GEAR, auto=True, **others):
    """A fight in which A has one deed and holds some gear; its foes only stand there."""
    a = f'deeds = ["{deed}"]\nheld = {list(held)}\n{more}'.replace("'", '"')
    foes = {letter: others.pop(letter, 'deeds = ["idle2"]') for letter in sorted(set(board)) if letter.islower()}
    return fight(board, deeds=DEEDS, gear=gear, rules=rules, auto=auto, A=a, **foes, **others)


def farthest(deed, *held, more="", rules=""):
    """Distance up to which A can do the deed, in a row of foes; at range if it can be done both ways."""
    f = armed("Abcdefghijklmnop", deed, *held, more=more, rules=rules, auto=False)
    f.play("deed", f"deed {deed}")
    f.play(f.options()[-1])
    if f.asks() == "kind":
        f.play(f.options()[-1])
    targets = f.play("points 0").options()
    assert targets == [f"target {letter}" for letter in "bcdefghijklmnop"[:len(targets)]]
    return len(targets)


# -- tool ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("grace, far", [(0, 4), (2, 6), (-1, 3), (5, 9)])
def test_T5_3_a_tool_deed_reaches_the_throwing_distance(grace, far):
    assert farthest("snare", more=GRACE % grace) == far
    assert farthest("snare3", more=GRACE % grace) == 3, "unless it names a range"


def test_T3_13_the_throwing_distance_is_a_number_of_the_ruleset_and_not_below_zero():
    assert farthest("snare", rules="throw_range = 2") == 2
    f = armed("Ax", "snare", rules="throw_range = 0", more=GRACE % -1)
    assert f.reason("deed") == k.WHY_NO_TARGET
    f = armed("A....x", "snare", rules="throw_range = 0", more=GRACE % -1 + "\naim = 4")
    assert not f.can("deed") and armed("A...x", "snare", rules="throw_range = 0", more=GRACE % -1 + "\naim = 4").can("deed")


@pytest.mark.parametrize("held, can", [((), True), (("blade",), True), (("ring",), True), (("blade", "shield"), False), (("pike",), False)])
def test_T5_3_a_tool_deed_needs_a_free_hand_and_no_tool(held, can):
    f = armed("Ax", "snare", *held)
    assert f.can("deed") == can and (can or f.reason("deed") == k.WHY_NO_INSTRUMENT)
    if can:
        assert f.attempt("snare", "x", dice=HIT).hurt("x") == 4, "what the hand is worth, not the blade"


@pytest.mark.parametrize("where", ["held", "carried"])
def test_T5_3_an_item_may_add_a_tool_deed_to_its_holder(where):
    gear = {**GEAR, "net": 'hands = 0\ndeed = "snare"'}
    f = fight("A..x", deeds={"strike": STRIKE, "snare": DEEDS["snare"]}, gear=gear, A=f'{where} = ["net"]', x='deeds = ["idle"]')
    f.attempt("snare", "x", dice=HIT)
    assert f.hurt("x") == 4 and "snare" not in [f.scenario.deed_keys[d] for d in f.tables.roster[f.slot("x")].deeds if d != k.NONE]


# -- versatile -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("held, far", [(("blade",), 1), (("pike",), 2), (("bow",), 6), (("javelin",), 4), (("dagger",), 4), (("gunblade",), 3)])
def test_T5_3_a_versatile_deed_is_done_with_a_melee_or_a_ranged_weapon(held, far):
    assert farthest("cut", *held) == far


@pytest.mark.parametrize("held", [(), ("wand",), ("shield",)])
@pytest.mark.parametrize("deed", ["cut", "shot"])
def test_T5_3_a_versatile_or_ranged_deed_is_not_done_bare_handed_nor_with_a_catalyst_or_a_shield(deed, held):
    f = armed("Ax", deed, *held, more='carried = ["dagger"]')
    assert f.reason("deed") == k.WHY_NO_INSTRUMENT
    f.play("draw")
    assert f.can("deed")


def test_T5_3_a_melee_weapon_serves_no_ranged_deed():
    assert armed("Ax", "shot", "blade", more='carried = ["bow"]').reason("deed") == k.WHY_NO_INSTRUMENT


def test_T5_3_a_throwing_weapon_lets_you_choose_and_the_deed_counts_as_that_kind():
    f = armed("Ax", "cut", "dagger", x='deeds = ["idle2"]\nstates = { toppled = 2 }').play("deed")
    assert f.asks() == "kind" and f.options() == ["as melee", "as ranged"] and f.reason("pass") == k.WHY_NOT_ASKED
    f.play("as melee", "points 0", dice=[2, 3, 9])
    assert f.dice_left() == 0 and f.hurt("x") == 3, "melee deeds have an edge against the toppled (T8.25)"
    assert f.state.items[f["A"].items[0]].held == 1
    f = armed("Ax", "cut", "dagger", x='deeds = ["idle2"]\nstates = { toppled = 2 }').play("deed", "as ranged", "points 0", dice=HIT)
    assert f.dice_left() == 0 and f.hurt("x") == 3 and f["A"].items[0] == k.NONE, "thrown, without that edge"


def test_T5_3_the_kind_that_reaches_nobody_is_not_offered():
    f = armed("A..x", "cut", "dagger").play("deed")
    assert f.asks() == "points" and f.state.deed.instrument == 1 + k.ITEM_SLOTS
    f = armed("A..x", "cut", "dagger", "shield")
    f.auto = False
    f.play("deed", "deed cut", "with dagger")
    assert f.options() == ["as ranged"] and f.reason("as melee") == k.WHY_NO_TARGET
    f = armed("A..x", "cut", "gunblade")
    f.auto = False
    assert f.play("deed", "deed cut", "with gunblade").options() == ["as ranged"], "its reach is 2"


def test_T5_3_a_weapon_of_one_kind_is_not_asked_about():
    for board, held, way in (("Ax", "blade", 1), ("Ax", "bow", 1), ("Ax", "javelin", 1)):
        f = armed(board, "cut", held)
        f.auto = False
        f.play("deed", "deed cut", f"with {held}")
        assert f.asks() == "points" and f.state.deed.instrument == way


def test_T5_3_a_bow_used_beside_the_foe_is_no_melee():
    f = armed("Ax", "cut", "bow", x='deeds = ["idle2"]\nstates = { toppled = 2 }').attempt("cut", "x", dice=HIT)
    assert f.dice_left() == 0 and f.hurt("x") == 7
    f = armed("Ax", "cut", "javelin", x='deeds = ["idle2"]\nstates = { toppled = 2 }').attempt("cut", "x", dice=HIT)
    assert f.dice_left() == 0 and f.hurt("x") == 8


def test_T5_4_each_weapon_is_a_way_of_its_own():
    f = armed("Ax", "cut", "blade", "dagger").play("deed")
    assert f.asks() == "instrument" and f.options() == ["with blade", "with dagger"] and f.reason("with bare hand") == k.WHY_NO_INSTRUMENT
    f.play("with dagger")
    assert f.asks() == "kind"


# -- ranged and thrown -----------------------------------------------------------------------------------------------------
def test_T5_3_a_throwing_weapon_serves_ranged_deeds_within_throwing_range():
    assert farthest("shot", "javelin") == 4 and farthest("shot", "dagger", more=GRACE % 2) == 6
    assert farthest("shot", "gunblade") == 3


def test_T5_3_a_weapon_for_throwing_alone_serves_no_melee_deed():
    f = armed("Ax", "strike", "javelin", "shield", more="hands = 3\nbare = { weapon = 4 }").play("deed")
    assert f.state.deed.instrument == k.BARE_HAND
    f.play("points 0", dice=HIT)
    assert f.hurt("x") == 4


def test_T5_3_a_ranged_deed_that_names_a_range_has_it_with_every_weapon():
    assert farthest("shot3", "bow") == 3 and farthest("shot3", "javelin") == 3 and farthest("cut3", "blade") == 3


def test_T5_3_a_melee_deed_that_names_a_range_has_it():
    assert farthest("strike3") == 3 and farthest("strike3", "pike") == 3


# -- aim -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deed, held, far", [
    ("bolt", (), 4), ("bolt", ("wand", "shield"), 5), ("bolt3", (), 3), ("bolt3", ("wand", "shield"), 3), ("shot", ("bow",), 6), ("shot3", ("bow",), 3),
    ("shot", ("javelin",), 4), ("shot", ("dagger",), 4), ("shot3", ("javelin",), 3), ("snare", (), 4), ("snare3", (), 3), ("cut", ("bow",), 6),
    ("cut", ("dagger",), 4), ("cut", ("gunblade",), 3), ("cut3", ("bow",), 3)])
def test_G3_1a_aim_lengthens_spells_ranged_and_tool_deeds_each_once(deed, held, far):
    assert farthest(deed, *held) == far
    assert farthest(deed, *held, more="aim = 4") == far + 4 and farthest(deed, *held, more="aim = 8") == min(15, far + 8)


@pytest.mark.parametrize("deed, held, far", [("strike", (), 1), ("strike", ("pike",), 2), ("strike3", (), 3), ("strike3", ("pike",), 3), ("bite", (), 2),
                                             ("cut", ("blade",), 1), ("cut", ("pike",), 2), ("cut3", ("blade",), 3)])
def test_G3_1a_aim_never_lengthens_melee_reach_nor_innate_deeds(deed, held, far):
    assert farthest(deed, *held, more="aim = 8") == far


def test_G3_1a_a_versatile_weapon_is_lengthened_only_at_range():
    f = armed("A..x", "cut", "dagger", more="aim = 4")
    f.auto = False
    assert f.play("deed", "deed cut", "with dagger").options() == ["as ranged"]


def test_G3_1a_aim_lengthens_a_spell_burst_and_not_the_size_of_an_area():
    burst = 'kind = "attack"\ninstrument = "spell"\ntargets = "area"\nconflict = [{ state = "weak" }]\n'
    gale = {"gale": burst + 'area = "spell burst"'}
    assert fight("A.......x", deeds=gale, A="aim = 4").can("deed") and not fight("A........x", deeds=gale, A="aim = 4").can("deed")
    ring = {"ring": burst + 'area = "burst"\narea_size = 2'}
    assert fight("A.x", deeds=ring, A="aim = 4").can("deed") and not fight("A..x", deeds=ring, A="aim = 4").can("deed")


# -- hands -----------------------------------------------------------------------------------------------------------------
def test_G5_3a_a_kept_grab_fills_one_hand():
    held = {"x": 'deeds = ["idle2"]\ngrabbed_by = ["A"]', "y": 'deeds = ["idle2"]\ngrabbed_by = ["A"]'}
    f = armed("xAy", "bolt", x=held["x"], y='deeds = ["idle2"]')
    assert f.can("deed"), "the other hand is free"
    f = armed("xAy", "bolt", **held)
    assert f.reason("deed") == k.WHY_NO_INSTRUMENT
    f = armed("xAy", "bolt", "shield", x=held["x"], y='deeds = ["idle2"]')
    assert f.reason("deed") == k.WHY_NO_INSTRUMENT
    f = armed("xAy", "bolt", "shield", more="hands = 3", x=held["x"], y='deeds = ["idle2"]')
    assert f.can("deed")


def test_G5_3a_a_grab_by_another_fills_no_hand_of_ones_own():
    f = armed("ABx", "bolt", "shield", x='deeds = ["idle2"]\ngrabbed_by = ["B"]', B='deeds = ["idle2"]')
    assert f.can("deed")
    f = armed("Ax", "bolt", "shield", more='grabbed_by = ["x"]')
    assert f.can("deed"), "one that is held has its hands"


@pytest.mark.parametrize("hands, can", [(2, True), (1, False)])
def test_G8_24a_one_grab_for_each_free_hand(hands, can):
    f = fight("xAy", deeds=DEEDS, A=f'deeds = ["bite"]\nhands = {hands}', x='deeds = ["idle2"]', y='deeds = ["idle2"]\ngrabbed_by = ["A"]')
    assert f.can("maneuver") == can and (can or f.reason("maneuver") == k.WHY_NO_INSTRUMENT)
    if can:
        f.maneuver("grab", "x", dice=[9, 9])
        assert f["x"].grabbed_by == f["y"].grabbed_by == 1 << f.slot("A") and not f.can("maneuver")


def test_G8_24a_a_grab_with_a_melee_weapon_needs_a_free_hand_beside_it():
    f = fight("Ax", deeds=DEEDS, gear=GEAR, A='deeds = ["bite"]\nheld = ["blade", "shield"]', x='deeds = ["idle2"]').play("maneuver")
    assert f.reason("maneuver grab") == k.WHY_NO_HAND and f.can("maneuver trip")


def test_G5_3a_a_stowed_or_weightless_thing_fills_no_hand():
    assert armed("Ax", "bolt", "ring", "shield").can("deed")
    f = fight("Ax", deeds=DEEDS, gear=GEAR, A='deeds = ["bolt"]\nheld = ["shield"]\ncarried = ["shield", "pike"]', x='deeds = ["idle2"]')
    assert f.can("deed")


@pytest.mark.parametrize("deed", ["strike", "bolt", "snare"])
def test_G5_3a_without_hands_there_are_neither_blows_nor_spells_nor_tools(deed):
    f = armed("Ax", deed)
    f.tables.roster[0].hands = 0
    f.play("move", "points 0")
    assert f.reason("deed") == k.WHY_NO_INSTRUMENT
    f = armed("Ax", "bite")
    f.tables.roster[0].hands = 0
    assert f.play("move", "points 0").can("deed")


# -- what symbols are worth ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deed, held, worth", [("snare", ("blade",), 4), ("bite", ("pike",), 4), ("shot", ("bow",), 7), ("cut", ("gunblade",), 9), ("bolt", (), 3),
                                               ("bolt", ("wand", "shield"), 7)])
def test_T7_1_the_armament_of_that_way_gives_the_rating_else_the_bare_hand(deed, held, worth):
    bare = deed in ("snare", "bite") or not held
    f = armed("Ax", deed, *held)
    f.attempt(deed, "x", item="bare hand" if bare else held[0], way="as melee" if held == ("gunblade",) else None, dice=HIT)
    assert f.hurt("x") == worth


def test_T7_1_a_symbol_that_the_instrument_has_no_rating_for_is_worth_the_bare_hand():
    mixed = {"hex": 'kind = "attack"\ninstrument = "spell"\ntargets = "creature"\nconflict = [{ damage = "†+Ω" }]'}
    f = fight("Ax", deeds=mixed, gear=GEAR, A='held = ["wand", "shield"]', x='deeds = ["idle"]').attempt("hex", "x", dice=HIT)
    assert f.hurt("x") == 4 + 7
