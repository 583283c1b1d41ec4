"""Chapters 2 and 3, items: draw, sheathe and pick up (T2.7), ready items (T3.12), concoctions (T3.14, G3.14a)."""

import pytest

from envs.core import codes as k

from .drawn import fight

GEAR = {"sword": 'use = ["melee"]\nweapon = 6', "maul": 'use = ["melee"]\nweapon = 9\nhands = 2', "sling": 'use = ["ranged"]\nweapon = 2\nrange = 5',
        "javelin": 'use = ["throwing"]\nweapon = 8', "wand": 'use = ["catalyst"]\nspell = 7\nrange = 6', "shield": "hands = 1", "bead": "hands = 0",
        "lamp": 'use = ["light"]\nlight = 1'}
THREE = 'held = ["sword"]\ncarried = ["sling", "maul"]'


def held(f, letter="A"):
    """Gear ids that a combatant has in hand."""
    return [f.scenario.gear_keys[f.state.items[n].gear] for n in f[letter].items if n != k.NONE and f.state.items[n].held]


def on_ground(*pairs):
    """TOML of items that lie about."""
    return "".join(f'[[items]]\ngear = "{gear}"\nat = "{at}"\n' for gear, at in pairs)


# -- draw and sheathe ------------------------------------------------------------------------------------------------------
def test_T2_7_drawing_and_sheathing_a_weapon_is_free():
    f = fight("A..x", gear=GEAR, A=THREE).play("draw")
    assert held(f) == ["sword", "sling"] and f["A"].points == 3 and f["A"].free_used == 1, "there are no hands for the maul"
    f.play("sheathe", "with sword")
    assert held(f) == ["sling"] and f["A"].free_used == 2 and f.state.items[0].place == k.NONE
    assert f.seen(k.E_ITEM)[-1][:3] == (f.slot("A"), 1, 0)


def test_T2_7_what_is_drawn_and_sheathed():
    f = fight("A..x", gear=GEAR, A=THREE, auto=False).play("draw")
    assert f.options() == ["with sling"] and f.reason("with maul") == k.WHY_NO_HAND and f.reason("with sword") == k.WHY_NO_ITEM
    assert f.reason("with bare hand") == k.WHY_NO_ITEM and f.reason("with #5") == k.WHY_NO_ITEM and f.reason("pass") == k.WHY_NOT_ASKED
    f = fight("A..x", gear=GEAR, A=THREE, auto=False).play("sheathe")
    assert f.options() == ["with sword"] and f.reason("with sling") == k.WHY_NO_ITEM


@pytest.mark.parametrize("item, can", [("sword", True), ("sling", True), ("javelin", True), ("wand", False), ("shield", False), ("lamp", False), ("bead", False)])
def test_T2_7_weapons_only(item, can):
    f = fight("A..x", gear=GEAR, A=f'carried = ["{item}"]')
    assert f.can("draw") == can and (can or f.reason("draw") == k.WHY_NO_ITEM)
    f = fight("A..x", gear=GEAR, A=f'held = ["{item}"]')
    assert f.can("sheathe") == can and (can or f.reason("sheathe") == k.WHY_NO_ITEM)


def test_T2_7_drawing_needs_the_hands():
    f = fight("A..x", gear=GEAR, A='held = ["shield"]\ncarried = ["maul"]')
    assert f.reason("draw") == k.WHY_NO_HAND
    assert fight("A..x", gear=GEAR, A='carried = ["maul"]').can("draw")
    assert fight("A.\nx.", gear=GEAR, A='carried = ["sword"]', x='grabbed_by = ["A"]').can("draw")
    assert fight("A.\nx.", gear=GEAR, A='carried = ["maul"]', x='grabbed_by = ["A"]').reason("draw") == k.WHY_NO_HAND


def test_T2_7_a_drawn_weapon_can_be_used_at_once():
    f = fight("Ax", gear=GEAR, A='carried = ["sword"]').play("draw").attempt("strike", "x", item="sword", dice=[6, 7])
    assert f.hurt("x") == 6


# -- pick up ---------------------------------------------------------------------------------------------------------------
def test_T2_7_what_lies_within_reach_is_picked_up_for_nothing():
    f = fight("A...x", gear=GEAR, extra=on_ground(("sword", "b1"))).play("pick up")
    assert held(f) == ["sword"] and f["A"].points == 3 and f["A"].free_used == 1 and f.state.items[0].place == k.NONE
    assert f.seen(k.E_ITEM)[-1][:3] == (f.slot("A"), 1, 1)


@pytest.mark.parametrize("at, can", [("b2", True), ("a2", True), ("c3", True), ("a1", True), ("d2", False), ("d3", False), ("b4", False)])
def test_T2_7_only_within_arms_reach(at, can):
    f = fight("....\n.A..\n....\n...x", gear=GEAR, extra=on_ground(("sword", at)))
    assert f.can("pick up") == can and (can or f.reason("pick up") == k.WHY_NO_ITEM)
    f = fight("....\n.A..\n....\n...x", gear=GEAR, extra=on_ground(("sword", at), ("shield", "c1")), auto=False).play("pick up")
    assert can or f.reason(f"at {at}") == k.WHY_TOO_FAR
    assert f.reason("at c2") == k.WHY_NO_ITEM


def test_T2_7_what_lies_under_somebody_else_is_in_reach_too():
    assert fight("Ax", gear=GEAR, extra=on_ground(("sword", "b1"))).can("pick up")


def test_T2_7_the_first_thing_on_a_square_that_the_hands_can_hold():
    f = fight("A..x", gear=GEAR, A='held = ["shield"]', extra=on_ground(("maul", "b1"), ("sling", "b1"), ("sword", "b1"))).play("pick up")
    assert held(f) == ["shield", "sling"] and f.reason("pick up") == k.WHY_NO_ITEM


def test_T2_7_not_without_a_free_hand_or_room():
    f = fight("A..x", gear=GEAR, A='held = ["shield", "sword"]', extra=on_ground(("sling", "b1")))
    assert f.reason("pick up") == k.WHY_NO_ITEM
    f = fight("A..x", gear=GEAR, A='held = ["shield", "sword"]', extra=on_ground(("bead", "b1")))
    assert f.can("pick up"), "what fills no hand needs none"
    for items, can in ((6, True), (7, False)):
        f = fight("A..x", gear=GEAR, A=f"carried = {['bead'] * items}".replace("'", '"'), extra=on_ground(("sword", "b1")))
        assert f.can("pick up") == can


def test_T2_7_it_goes_into_the_first_empty_slot():
    f = fight("A...x", gear=GEAR, A='held = ["bead", "javelin"]', extra=on_ground(("shield", "b1"))).play("throw", "with bead", "at d1", "pick up")
    assert list(f["A"].items[:3]) == [2, 1, k.NONE]


def test_G8_28_the_things_of_the_dead_can_be_picked_up():
    f = fight("AxB.y", gear=GEAR, x='held = ["sword"]\nvigor = 2\ndeeds = ["strike"]').attempt("strike", "x", dice=[6, 7])
    assert f["x"].status == k.DEAD and f.can("pick up")


def test_G10_8_a_light_that_is_taken_up_goes_along():
    f = fight("A...x", gear=GEAR, top="dark = true", extra=on_ground(("lamp", "b1")))
    assert int(f.state.lit[0]) == 0b111
    f.play("pick up")
    assert int(f.state.lit[0]) == 0b11


# -- ready items -----------------------------------------------------------------------------------------------------------
def test_T3_12_several_items_are_stowed_and_retrieved_for_one_point():
    f = fight("A..x", gear=GEAR, A='held = ["sword", "shield"]\ncarried = ["maul", "wand"]').play("ready items")
    assert f["A"].points == 2 and f.asks() == "item" and f.options() == ["with sword", "with shield", "pass"]
    f.play("with sword", "with shield", "with maul")
    assert held(f) == ["maul"] and f.asks() == "action" and f["A"].points == 2 and f.reason("ready items") == k.WHY_TAKEN
    assert f["A"].free_used == 0


def test_T3_12_each_item_once():
    f = fight("A..x", gear=GEAR, A='held = ["sword", "shield"]\ncarried = ["wand"]').play("ready items", "with sword")
    assert f.options() == ["with shield", "with wand", "pass"] and f.reason("with sword") == k.WHY_CHOSEN and f.reason("with bare hand") == k.WHY_NO_ITEM
    f.play("with wand")
    assert f.reason("with wand") == k.WHY_CHOSEN and f.options() == ["with shield", "pass"]
    f.play("pass")
    assert held(f) == ["shield", "wand"] and f.asks() == "action"


def test_T3_12_readying_needs_the_hands():
    f = fight("A..x", gear=GEAR, A='held = ["sword"]\ncarried = ["maul", "wand"]').play("ready items")
    assert f.reason("with maul") == k.WHY_NO_HAND and f.can("with wand")
    f = fight("A..x", gear=GEAR, A='hands = 0\ndeeds = ["idle"]\ncarried = ["wand"]')
    assert f.reason("ready items") == k.WHY_NO_HAND and fight("A..x").reason("ready items") == k.WHY_NO_ITEM


def test_T3_12_one_may_stop_at_once():
    f = fight("A..x", gear=GEAR, A='held = ["sword"]').play("ready items", "pass")
    assert held(f) == ["sword"] and f["A"].points == 2


def test_T3_12_with_the_last_point_the_items_are_still_readied():
    f = fight("A..x", gear=GEAR, A='held = ["sword"]\ncarried = ["wand"]', clock='round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 1 }')
    f.play("ready items", "with wand", "with sword")
    assert held(f) == ["wand"] and f["A"].points == 0 and f.options() == ["end turn", "draw"]


def test_G10_8_a_stowed_light_gives_none():
    f = fight("A..x", gear=GEAR, top="dark = true", A='held = ["lamp"]').play("ready items", "with lamp")
    assert int(f.state.lit[0]) == 0
    f = fight("A..x", gear=GEAR, top="dark = true", A='carried = ["lamp"]').play("ready items", "with lamp")
    assert int(f.state.lit[0]) == 0b11


# -- concoctions -----------------------------------------------------------------------------------------------------------
HEAL = 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 1\ncheck = false\nconflict = [{ gain = "vigor", amount = 5 }]'
BOMB = 'kind = "attack"\ninstrument = "tool"\ntargets = "creature"\nconflict = [{ damage = "9" }]\ntriumph = [{ state = "dazed" }]'
BREWS = {"potion": 'use = ["concoction"]\ndeed = "heal"', "bomb": 'use = ["concoction"]\ndeed = "blast"',
         "oil": 'use = ["concoction"]\ndeed = "oil"\nhands = 1', "sword": 'use = ["melee"]\nweapon = 6', "shield": "hands = 2"}
DEEDS = {"strike": 'kind = "attack"\ninstrument = "melee"\ntargets = "creature"\nconflict = [{ damage = "†" }]', "heal": HEAL, "blast": BOMB,
         "oil": 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\ncheck = false\nconflict = [{ state = "strong", potency = 2 }]'}
GRACE = "virtues = { might = 0, grace = %d, wits = 0, spirit = 0 }"


def belt(board, *items, more="", **others):
    """A fight in which A has concoctions on its belt."""
    return fight(board, deeds=DEEDS, gear=BREWS, A=f"carried = {list(items)}\n".replace("'", '"') + more, **{"x": 'hands = 0\ndeeds = ["idle"]', **others})


def test_T3_14_a_concoction_is_consumed_and_its_deed_is_done_for_a_point():
    f = belt("A..x", "potion", more="vigor = 20").play("concoction")
    assert f["A"].vigor == 25 and f["A"].points == 2 and f["A"].items[0] == k.NONE and f.state.items[0].gear == k.NONE
    assert f.reason("concoction") == k.WHY_TAKEN and f.asks() == "action" and f.state.deed.user == k.NONE


def test_T3_14_only_what_is_left_can_be_used():
    f = belt("A..x", "potion", "potion", more="vigor = 20", clock='round = 1\nfirst_side = "companions"').play("concoction", "with potion")
    assert f["A"].vigor == 25 and [n != k.NONE for n in f["A"].items[:2]] == [False, True]
    f.play("end turn", "end turn", dice=[1])
    f.play("concoction")
    assert f["A"].vigor == 30
    f.play("end turn", "end turn", dice=[1])
    assert f.reason("concoction") == k.WHY_NO_ITEM


def test_T3_14_no_free_hand_is_needed():
    f = belt("A..x", "potion", more='held = ["shield"]\nvigor = 20').play("concoction")
    assert f["A"].vigor == 25
    f = belt("A..x", "bomb", more='held = ["shield"]').play("concoction", dice=[6, 7])
    assert f.hurt("x") == 9


def test_T3_14_the_concoction_and_what_is_none():
    f = belt("A..x", "potion", "sword", more='held = ["shield"]\nvigor = 20')
    f.auto = False
    f.play("concoction")
    assert f.options() == ["with potion"] and f.reason("with sword") == f.reason("with shield") == f.reason("with bare hand") == k.WHY_NO_ITEM
    assert belt("A..x", "sword").reason("concoction") == k.WHY_NO_ITEM


def test_G3_14a_the_target_is_asked_as_for_a_deed_self_or_adjacent():
    f = belt("AB.C.x", "potion", more="vigor = 20", B="vigor = 20", C="vigor = 20").play("concoction")
    assert f.asks() == "target" and f.options() == ["target a", "target b"] and f.reason("target c") == k.WHY_TOO_FAR
    f.play("target b")
    assert (f["A"].vigor, f["B"].vigor) == (20, 25)


@pytest.mark.parametrize("grace, aim, far", [(0, 0, 4), (2, 0, 6), (0, 4, 8)])
def test_G3_14a_a_bomb_flies_throwing_range(grace, aim, far):
    for away in (far, far + 1):
        f = belt("A" + "." * (away - 1) + "x", "bomb", more=GRACE % grace + f"\naim = {aim}")
        assert f.can("concoction") == (away == far)
        assert away == far or f.reason("concoction") == k.WHY_NO_TARGET


def test_G3_14a_the_bomb_also_flies_that_far_when_its_target_is_chosen():
    f = belt("A...x.y", "bomb", y="hands = 0\ndeeds = ['idle']", more=GRACE % 0)
    f.auto = False
    f.play("concoction", "with bomb")
    assert f.options() == ["target x"] and f.reason("target y") == k.WHY_TOO_FAR


@pytest.mark.parametrize("dice, hurt, dazed", [([4, 5], 0, 0), ([6, 7], 9, 0), ([8, 9], 9, 1)])
def test_G3_14a_its_check_is_that_of_its_deed(dice, hurt, dazed):
    f = belt("A.x", "bomb").play("concoction", dice=dice)
    assert f.hurt("x") == hurt and f.has("x", "dazed") == dazed and f["A"].items[0] == k.NONE and f.dice_left() == 0


def test_G7_4_a_concoction_deals_attack_damage():
    f = belt("A.x", "bomb", x='hands = 0\ndeeds = ["idle"]\nguard_dice = [6]\nstates = { protected = 2 }').play("concoction", dice=[6, 7])
    assert f.asks() == "guard"
    f.play("guard 1", dice=[3])
    assert f.hurt("x") == 9 - 2 - 3


def test_T2_5_a_concoction_is_no_deed_of_the_turn():
    f = belt("Ax", "bomb").play("concoction", dice=[6, 7])
    assert f.can("deed") and f["A"].deeds_taken == 0
    f.attempt("strike", "x", dice=[6, 7])
    assert f.hurt("x") == 13 and f.reason("deed") == k.WHY_DEED_TAKEN
    f = belt("Ax", "bomb").attempt("strike", "x", dice=[6, 7])
    assert f.can("concoction")
    f = belt("Ax", "bomb").maneuver("trip", "x", dice=[6, 7])
    assert f.can("concoction") and f.play("concoction", dice=[6, 7]).reason("deed") == k.WHY_MANEUVER_TAKEN


def test_T3_14_a_held_concoction_frees_its_hand():
    f = fight("A..x", deeds=DEEDS, gear=BREWS, A='held = ["oil", "sword"]', x='deeds = ["idle"]').play("concoction")
    assert f.has("A", "strong") == 2 and held(f) == ["sword"] and f.state.items[0].held == 0
