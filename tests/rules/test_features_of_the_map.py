"""Chapters 2 and 3, what is worked on the map: doors (T2.7, G2.7a), interact (T3.7), break (T3.4); levers, lamps, links."""

import pytest

from envs.core import codes as k

from .drawn import fight

MIGHT = "virtues = { might = %d, grace = 0, wits = 0, spirit = 0 }"
GEAR = {"axe": 'use = ["melee"]\nweapon = 5', "bow": 'use = ["ranged"]\nweapon = 5\nrange = 9\nhands = 2', "pavise": "hands = 2",
        "wand": 'use = ["catalyst"]\nspell = 5\nrange = 9', "knife": 'use = ["throwing"]\nweapon = 3'}


def feature(kind, at="b1", name="thing", **keys):
    """TOML of one feature."""
    return f'[features.{name}]\nkind = "{kind}"\nat = "{at}"\n' + "".join(f"{key} = {value!r}\n".replace("'", '"') for key, value in keys.items())


def state(f, n=0):
    """State of a feature in a word."""
    return k.FEATURE_STATES[f.state.feature_state[n]]


# -- doors -----------------------------------------------------------------------------------------------------------------
def test_T2_7_a_door_in_reach_opens_and_closes_for_nothing():
    f = fight("A..x", extra=feature("door", state="closed"))
    assert int(f.state.shut[0]) == 0b10
    f.play("door")
    assert state(f) == "off" and int(f.state.shut[0]) == 0 and f["A"].points == 3 and f["A"].free_used == 1
    assert f.seen(k.E_FEATURE) == [(0, k.DOOR_FEATURE, k.OFF, 0)]
    f.play("door")
    assert state(f) == "on" and int(f.state.shut[0]) == 0b10 and f["A"].free_used == 2 and f["A"].points == 3


def test_T2_7_the_door_is_asked_when_there_are_several():
    f = fight(".A..x", extra=feature("door", at="a1") + feature("door", at="c1", name="other"), auto=False).play("door")
    assert f.asks() == "place" and f.options() == ["at a1", "at c1"] and f.reason("at d1") == k.WHY_NO_FEATURE
    f.play("at c1")
    assert (state(f, 0), state(f, 1)) == ("on", "off")


def test_G2_7a_a_locked_door_needs_interact():
    f = fight("A..x", extra=feature("door", state="locked"))
    assert f.reason("door") == k.WHY_NO_FEATURE and f.can("interact")
    f.play("interact")
    assert state(f) == "off" and f["A"].points == 2 and f.can("door")
    f = fight(".A..x", extra=feature("door", at="a1", state="locked") + feature("door", at="c1", name="other"), auto=False).play("door")
    assert f.reason("at a1") == k.WHY_LOCKED and f.can("at c1")


def test_G2_7a_a_door_that_is_not_locked_is_no_matter_for_interact():
    f = fight(".A..x", extra=feature("door", at="a1", state="locked") + feature("door", at="c1", name="other"), auto=False).play("interact")
    assert f.options() == ["at a1"] and f.reason("at c1") == k.WHY_NO_FEATURE


@pytest.mark.parametrize("at, can", [("b2", True), ("d2", True), ("c3", True), ("d3", True), ("a2", False), ("e2", False), ("c4", False), ("e1", False)])
def test_T2_7_T3_7_only_within_arms_reach(at, can):
    for entry, kind in (("door", "door"), ("interact", "lever")):
        f = fight(".....\n..A..\n.....\n....x", extra=feature(kind, at=at))
        assert f.can(entry) == can
        assert can or f.reason(entry) == k.WHY_NO_FEATURE


def test_T3_7_arms_reach_is_a_number_of_the_ruleset():
    f = fight("A...\n....\n...x", extra=feature("lever", at="c1") + feature("lever", at="d1", name="far"), rules="arm_reach = 2", auto=False)
    f.play("interact")
    assert f.options() == ["at c1"] and f.reason("at d1") == k.WHY_TOO_FAR


def test_G11_10_reach_counts_from_the_nearest_square_of_a_large_creature():
    f = fight("AA...\nAA...\n....x", A="size = 2", extra=feature("lever", at="c3") + feature("lever", at="d1", name="far"), auto=False).play("interact")
    assert f.options() == ["at c3"]


def test_G10_6_in_reach_also_needs_unblocked_sight():
    f = fight("A#\n#.\n.x", extra=feature("lever", at="b2"))
    assert f.reason("interact") == k.WHY_NO_FEATURE
    assert fight("A#\n..\n.x", extra=feature("lever", at="b2")).can("interact")


@pytest.mark.parametrize("who", ["x", "B", "down"])
def test_G10_6_a_door_cannot_close_on_an_occupied_square(who):
    body = {"B": "vigor = -3\ndefeated = true"} if who == "down" else {}
    f = fight(f"A{'B' if who == 'down' else who}.y", extra=feature("door", state="open"), **body)
    assert f.reason("door") == k.WHY_NO_FEATURE
    letter = "B" if who == "down" else who
    f = fight(f"A{letter}.y\n....", extra=feature("door", state="open") + feature("door", at="a2", name="other"), auto=False, **body).play("door")
    assert f.reason("at b1") == k.WHY_OCCUPIED and f.can("at a2")


def test_T2_7_a_broken_door_cannot_be_closed():
    assert fight("A..x", extra=feature("door", state="broken")).reason("door") == k.WHY_NO_FEATURE


def test_T2_7_levers_and_lamps_are_no_doors():
    for kind, more in (("lever", {}), ("light", {"light": 2}), ("object", {"material": "wood"})):
        assert fight("A..x", extra=feature(kind, **more)).reason("door") == k.WHY_NO_FEATURE


def test_T1_1_without_features_there_is_nothing_to_work():
    f = fight("A..x")
    for entry in ("door", "interact", "break"):
        assert f.reason(entry) == k.WHY_NO_FEATURE


def test_T2_7_a_dead_creatures_square_is_free_for_a_door():
    f = fight("Ax.y", x="vigor = 1", extra=feature("door", state="open")).attempt("strike", "x", dice=[6, 7])
    assert f.can("door")


# -- interact --------------------------------------------------------------------------------------------------------------
def test_T3_7_a_lever_is_turned_on_and_off():
    f = fight("A..x", extra=feature("lever"))
    f.play("interact")
    assert state(f) == "on" and f["A"].points == 2 and f.reason("interact") == k.WHY_TAKEN
    f = fight("A..x", extra=feature("lever", state="on")).play("interact")
    assert state(f) == "off"


@pytest.mark.parametrize("kind, more", [("lever", {"state": "broken"}), ("light", {"light": 2, "state": "broken"}), ("object", {}),
                                        ("door", {"state": "open"}), ("door", {"state": "closed"}), ("door", {"state": "broken"})])
def test_T3_7_what_is_broken_or_needs_no_interact_is_not_offered(kind, more):
    assert fight("A..x", extra=feature(kind, **more)).reason("interact") == k.WHY_NO_FEATURE


def test_T3_7_a_hazard_is_nothing_to_work():
    for entry in ("interact", "door", "break"):
        assert fight("A..x", extra=feature("hazard", damage="3")).reason(entry) == k.WHY_NO_FEATURE


def test_T10_7_a_lamp_is_put_out_and_lit():
    f = fight("A..x", top="dark = true", extra=feature("light", at="b1", light=1))
    assert int(f.state.lit[0]) == 0b111
    f.play("interact")
    assert state(f) == "off" and int(f.state.lit[0]) == 0
    f.play("end turn", "end turn", dice=[1])
    f.play("interact")
    assert state(f) == "on" and int(f.state.lit[0]) == 0b111


@pytest.mark.parametrize("dice, opens", [([4, 6], False), ([5, 6], True), ([9, 7], True)])
def test_T3_7_a_check_that_the_judge_set_has_to_succeed(dice, opens):
    f = fight("A..x", extra=feature("door", state="locked", check="wits")).play("interact", "points 0", dice=dice)
    assert (state(f) == "off") == opens and f["A"].points == 2 and f.dice_left() == 0
    checks = f.seen(k.E_CHECK)
    assert [c[0] for c in checks] == [f.slot("A")] and checks[0][2] == sum(dice)


@pytest.mark.parametrize("virtue", k.VIRTUES)
def test_T3_7_the_check_rolls_the_virtue_that_the_file_names(virtue):
    virtues = ", ".join(f"{name} = {3 if name == virtue else 0}" for name in k.VIRTUES)
    for dice, opens in (([4, 4], True), ([4, 3], False)):
        f = fight("A..x", A=f"virtues = {{ {virtues} }}\nkey = \"{'wits' if virtue != 'wits' else 'might'}\"", extra=feature("door", state="locked", check=virtue))
        f.play("interact", "points 0", dice=dice)
        assert (state(f) == "off") == opens


@pytest.mark.parametrize("extra, dice, total", [(0, [2, 3], 5), (1, [2, 3, 9], 12), (2, [2, 3, 8, 9], 17)])
def test_T3_7_an_edge_for_each_extra_point(extra, dice, total):
    f = fight("A..x", extra=feature("lever", check="wits")).play("interact", f"points {extra}", dice=dice)
    assert f.dice_left() == 0 and f.seen(k.E_CHECK)[0][2] == total and f["A"].points == 2 - extra


def test_T3_7_without_a_check_there_is_no_use_for_extra_points():
    f = fight("A..x", extra=feature("lever"), auto=False).play("interact", "at b1")
    assert f.options() == ["points 0"] and f.reason("points 1") == k.WHY_NO_RULE
    f = fight("A..x", extra=feature("lever", check="wits"), auto=False).play("interact", "at b1")
    assert f.options() == ["points 0", "points 1", "points 2"] and f.reason("points 3") == k.WHY_NO_POINTS


def test_T3_7_nothing_of_the_check_stays():
    f = fight("A..x", extra=feature("lever", check="wits")).play("interact", "points 2", dice=[1, 1, 2, 2])
    assert f.state.deed.user == k.NONE and f.state.deed.n_dice == 0 and f.state.targets[0].total == 0 and state(f) == "off"
    assert f.asker == f.slot("x"), "nobody counters a lever, and the points are gone"


def test_T3_7_what_is_linked_goes_with_it():
    two = feature("lever", link="gate") + feature("door", at="c1", name="gate", state="closed")
    f = fight("A...x", extra=two).play("interact")
    assert (state(f, 0), state(f, 1)) == ("on", "off") and int(f.state.shut[0]) == 0
    f.play("end turn", "end turn", dice=[1])
    f.play("interact")
    assert (state(f, 0), state(f, 1)) == ("off", "on") and int(f.state.shut[0]) == 0b100


@pytest.mark.parametrize("before, after", [("locked", "off"), ("broken", "broken"), ("open", "on")])
def test_T3_7_a_linked_door_is_unlocked_and_a_broken_one_stays(before, after):
    two = feature("lever", link="gate") + feature("door", at="c1", name="gate", state=before)
    assert state(fight("A...x", extra=two).play("interact"), 1) == after


def test_T3_7_a_linked_door_does_not_close_on_somebody():
    two = feature("lever", link="gate") + feature("door", at="c1", name="gate", state="open")
    f = fight("A.x.", extra=two).play("interact")
    assert (state(f, 0), state(f, 1)) == ("on", "off")


def test_T3_7_a_failed_check_moves_nothing_that_is_linked():
    two = feature("lever", link="gate", check="wits") + feature("door", at="c1", name="gate", state="closed")
    f = fight("A...x", extra=two).play("interact", "points 0", dice=[2, 3])
    assert (state(f, 0), state(f, 1)) == ("off", "on")


def test_T3_7_a_lever_switches_a_hazard_on_which_somebody_stands():
    two = feature("lever", link="grate") + '[features.grate]\nkind = "hazard"\nsquares = ["c1", "d1"]\ndamage = "3"\nstate = "off"\n'
    f = fight("A.x..", extra=two).play("interact")
    assert state(f, 1) == "on" and f.hurt("x") == 0
    f.play("end turn")
    assert f.hurt("x") == 3, "at the start of its turn (G2.8)"


def test_T3_7_a_door_that_a_check_opens_lets_sight_through():
    shot = {"bolt": 'kind = "attack"\ninstrument = "innate"\nrange = 5\ntargets = "creature"\nconflict = [{ damage = "3" }]'}
    f = fight("A..x", deeds=shot, extra=feature("door", state="locked"))
    assert f.reason("deed") == k.WHY_NO_TARGET
    f.play("interact")
    assert f.can("deed")


# -- break -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("material", k.MATERIALS[1:])
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_T3_4_might_and_one_for_each_extra_point_must_reach_the_material(material, extra):
    need = k.MATERIALS.index(material)
    f = fight("A..x", A=MIGHT % (need - extra), extra=feature("object", material=material), auto=False).play("break", "at b1")
    assert f.options() == [f"points {n}" for n in range(extra, 3)]
    assert extra == 0 or f.reason(f"points {extra - 1}") == k.WHY_TOO_HARD
    f.play(f"points {extra}")
    assert state(f) == "broken" and int(f.state.shut[0]) == 0 and f["A"].points == 2 - extra


def test_T3_4_the_materials_in_their_order():
    assert k.MATERIALS == ["none", "plant", "wood", "cracked stone", "solid stone"]


def test_T3_4_not_what_stays_too_hard_with_all_points_that_are_left():
    two = feature("object", material="solid stone") + feature("object", at="a2", name="pot", material="plant")
    f = fight("A..x\n....", A=MIGHT % 1, extra=two, auto=False).play("break")
    assert f.reason("at b1") == k.WHY_TOO_HARD and f.can("at a2")
    assert fight("A..x", A=MIGHT % 1, extra=feature("object", material="solid stone")).reason("break") == k.WHY_NO_FEATURE
    assert fight("A..x", A=MIGHT % 2, extra=feature("object", material="solid stone")).can("break"), "2 and the two extra points"
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2 }'
    assert not fight("A..x", A=MIGHT % 2, clock=clock, extra=feature("object", material="solid stone")).can("break")


@pytest.mark.parametrize("held, can", [((), True), (("wand",), True), (("axe",), True), (("axe", "wand"), True), (("pavise",), False), (("bow",), False),
                                       (("wand", "knife"), False)])
def test_T3_4_with_a_suitable_armament_in_hand(held, can):
    f = fight("A..x\n....", gear=GEAR, A=f"deeds = [\"idle\"]\nheld = {list(held)}\n".replace("'", '"') + MIGHT % 2, extra=feature("object", material="wood"))
    assert f.can("break") == can


def test_T3_4_hands_that_are_no_weapon_break_nothing():
    assert fight("A..x", A='deeds = ["idle"]\nbare = { weapon = 1 }\n' + MIGHT % 4, extra=feature("object", material="wood")).can("break")
    f = fight("A..x", A='deeds = ["idle"]\nbare = { spell = 3 }\n' + MIGHT % 4, extra=feature("object", material="wood"))
    assert f.reason("break") == k.WHY_NO_FEATURE
    f = fight("A..x", gear=GEAR, A='deeds = ["idle"]\nbare = { spell = 3 }\ncarried = ["axe"]\n' + MIGHT % 4, extra=feature("object", material="wood"))
    assert not f.can("break"), "the axe is stowed"
    f.play("draw")
    assert f.can("break")


def test_T3_4_only_adjacent_and_in_sight():
    assert not fight("A..x", A=MIGHT % 4, extra=feature("object", at="c1", material="wood")).can("break")
    assert not fight("A#\n#.\n.x", A=MIGHT % 4, extra=feature("object", at="b2", material="wood")).can("break")


@pytest.mark.parametrize("kind, more", [("object", {}), ("object", {"material": "none"}), ("door", {}), ("lever", {}), ("light", {"light": 2}),
                                        ("object", {"material": "wood", "state": "broken"})])
def test_T3_4_only_what_has_a_material_and_is_whole(kind, more):
    assert fight("A..x", A=MIGHT % 4, extra=feature(kind, **more)).reason("break") == k.WHY_NO_FEATURE


@pytest.mark.parametrize("door", ["closed", "locked", "open"])
def test_T3_4_doors_are_broken_for_good(door):
    f = fight("A..x", A=MIGHT % 4, extra=feature("door", state=door, material="wood")).play("break", "points 0")
    assert state(f) == "broken" and int(f.state.shut[0]) == 0 and f.reason("door") == k.WHY_NO_FEATURE


def test_T3_4_a_broken_lamp_gives_no_light_and_a_broken_lever_cannot_be_worked():
    f = fight("A..x", top="dark = true", A=MIGHT % 4, extra=feature("light", light=2, material="plant")).play("break", "points 0")
    assert int(f.state.lit[0]) == 0 and f.reason("interact") == k.WHY_NO_FEATURE
    f = fight("A..x", A=MIGHT % 4, extra=feature("lever", material="wood")).play("break", "points 0")
    assert f.reason("interact") == k.WHY_NO_FEATURE


def test_T1_1_whole_objects_stand_in_the_way_as_the_file_says():
    for blocks, shut, hard in (("wall", 0b10, 0), ("low", 0, 0b10), ("none", 0, 0)):
        f = fight("A..x", extra=feature("object", blocks=blocks, material="wood"), A=MIGHT % 4)
        assert (int(f.state.shut[0]), int(f.state.hard[0]), int(f.state.thin[0])) == (shut, hard, hard)
        f.play("break", "points 0")
        assert (int(f.state.shut[0]), int(f.state.hard[0]), int(f.state.thin[0])) == (0, 0, 0)
