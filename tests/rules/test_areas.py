"""Chapter 11: blasts and close blasts, where they may lie and who is in them (T11.1-T11.3, G11.1a, G11.3a, G11.10, G11.11, T5.9)."""

import pytest

from envs.core import codes as k

from .drawn import fight
from .laid import area, asked, hit
from .moved import squares

HIT = [5, 6]
YARD = "A......\n.v.....\n..wx...\n...y...\n.....z."


def open_fight(board, shape, size=0, within=0, **more):
    """A fight with one area deed in which nothing answers itself."""
    deed = {key: more.pop(key) for key in ("kind", "lines", "instrument") if key in more}
    return fight(board, deeds={"deed": area(shape, size, within, **deed)}, auto=False, **more)


# -- blasts: which squares, who is in them ---------------------------------------------------------------------------------
@pytest.mark.parametrize("size, at, who", [
    (1, "c3", "w"), (1, "d3", "x"),
    (2, "c3", "wxy"), (2, "d3", "xy"), (2, "b2", "vw"), (2, "d4", "y"),
    (3, "c3", "vwxy"), (3, "d4", "wxy"), (3, "e4", "xyz"), (3, "b2", "Avw"),
    (4, "c3", "vwxy"), (4, "d3", "wxyz"), (4, "b2", "Avwxy"),
    (5, "c3", "Avwxy"), (5, "d3", "vwxyz"),
    (8, "d4", "Avwxyz"), (8, "g5", "xyz"),
])
def test_T11_2_a_blast_n_is_n_by_n_squares_around_its_middle(size, at, who):
    """An even one is asked by the upper left of the middle four."""
    f = fight(YARD, deeds={"ball": area("blast", size, 9)}).attempt("ball", at=at, dice=HIT)
    assert hit(f) == who


def test_T11_1_every_creature_inside_is_a_target_also_the_defeated_not_the_dead():
    f = fight("A..x\n...B\n..y.", deeds={"ball": area("blast", 3, 9)}, B="vigor = -1\ndefeated = true", y="vigor = 3")
    f.attempt("ball", at="d2", dice=HIT)
    assert sorted(hit(f)) == ["B", "x", "y"] and f["y"].status == k.DEAD and f.hurt("x") == f.hurt("B") == 5
    g = fight("A..x\n....\n..y.", deeds={"ball": area("blast", 3, 9)}, A="extra_deeds = 1", y="vigor = 3")
    g.attempt("ball", at="d2", dice=HIT).events()
    g.attempt("ball", at="d2", dice=HIT)
    assert hit(g) == "x"


def test_G11_11_a_large_creature_is_in_it_if_any_square_is_and_once():
    f = fight("A....\n...xx\n...xx", deeds={"ball": area("blast", 2, 9)}, x="size = 2")
    f.attempt("ball", at="d2", dice=HIT)
    assert hit(f) == "x" and f.hurt("x") == 5
    for at, inside in (("c1", True), ("b1", False), ("c3", True), ("e3", True), ("c2", True), ("b2", False)):
        g = open_fight("A....\n...xx\n...xx", "blast", 2, 9, x="size = 2")
        assert (at in asked(g)) == inside, at


def test_T5_9_an_area_that_covers_its_user_affects_it_and_it_may_not_guard():
    f = fight("A.x\n...", deeds={"ball": area("blast", 2, 9)}, A="guard_dice = [6]").attempt("ball", at="a1", dice=HIT)
    assert hit(f) == "A" and f.hurt("A") == 5 and f.asks() == "action"


def test_a_blast_lies_where_it_holds_somebody_and_nowhere_else():
    f = open_fight("A....\n.....\n....x", "blast", 1, 9)
    assert asked(f) == {"a1", "e3"} and f.reason("at b1") == k.WHY_NO_TARGET


def test_T8_4_unless_it_leaves_an_effect():
    f = open_fight("A.x\n.##", "blast", 1, 9, kind="gambit", lines='{ effect = "light cloud", who = "self" }')
    assert asked(f) == {"a1", "b1", "c1", "a2"} and f.reason("at b2") == k.WHY_NO_SIGHT


# -- where a blast may lie: range, sight, walls -----------------------------------------------------------------------------
@pytest.mark.parametrize("board, size, middles", [
    ("A..x", 1, {"a1", "d1"}),
    ("A...x", 1, {"a1"}),
    ("A...x", 2, {"a1", "d1"}),
    ("A....x", 2, {"a1"}),
    ("A....x.", 3, {"a1", "b1", "e1"}),
    ("A.....x.", 3, {"a1", "b1"}),
    ("A.....x.", 4, {"a1", "b1", "e1"}),
])
def test_T11_1_one_square_in_range_is_enough(board, size, middles):
    """Range 3: from the fourth square on the blast must reach back to the third. Even blasts reach one further to the right."""
    f = open_fight(board, "blast", size, 3)
    assert asked(f) == middles


def test_T11_1_the_reason_out_of_range():
    f = open_fight("A...x", "blast", 1, 3)
    asked(f)
    assert f.reason("at e1") == k.WHY_NO_SIGHT


def test_G11_10_range_counts_from_the_nearest_square_of_a_large_user():
    f = open_fight("AA...x\nAA....", "blast", 1, 3, A="size = 2")
    assert asked(f) == {"a1", "b1", "a2", "b2"}
    f = open_fight("AA..x.\nAA....", "blast", 1, 3, A="size = 2")
    assert "e1" in asked(f)


def test_T11_1_one_square_in_sight_is_enough_and_the_unseen_inside_have_cover():
    f = fight("A#x\n...", deeds={"ball": area("blast", 2, 9)}, x='deeds = ["idle"]\nhands = 0')
    f.attempt("ball", at="b1", dice=[9, 7, 1])
    assert hit(f) == "x" and f.roll_of("x")[0] == 8 and f.dice_left() == 0


def test_T11_1_no_square_in_sight():
    f = open_fight("A#x\n.#.", "blast", 2, 9)
    assert "c1" not in asked(f) and f.reason("at c1") == k.WHY_NO_SIGHT


def test_G11_1a_the_square_that_qualifies_is_no_wall():
    f = open_fight("A#x", "blast", 2, 9)
    assert asked(f) == {"a1"} and f.reason("at b1") == k.WHY_NO_SIGHT


@pytest.mark.parametrize("state, middles", [("closed", {"a1"}), ("locked", {"a1"}), ("open", {"a1", "b1", "c1"}), ("broken", {"a1", "b1", "c1"})])
def test_G11_1a_G10_6_nor_a_closed_door(state, middles):
    f = open_fight("A.x", "blast", 2, 9, extra=f'[features.gate]\nkind = "door"\nat = "b1"\nstate = "{state}"')
    assert asked(f) == middles


def test_G11_1a_walls_do_not_stop_an_area():
    f = fight("A#x\n##.\ny..", deeds={"ball": area("blast", 3, 9)}).attempt("ball", at="b2", dice=HIT + [6])
    assert hit(f) == "Axy"


def test_G11_1a_the_middle_may_be_a_wall():
    f = open_fight("A..\n.#x", "blast", 3, 9)
    assert "b2" in asked(f)


@pytest.mark.parametrize("cloud, middles", [("dense cloud", {"a1"}), ("light cloud", {"a1", "d1"})])
def test_T11_1_T10_2_a_dense_cloud_hides_the_square_a_light_one_does_not(cloud, middles):
    f = open_fight("A..x", "blast", 1, 9, extra=f'[[effects]]\nkind = "{cloud}"\nowner = "x"\nat = "b1"\nsize = 1')
    assert asked(f) == middles


def test_T11_1_T10_2_a_large_creature_hides_what_is_behind_it_and_not_its_own_squares():
    f = open_fight("A.yyx\n..yy.", "blast", 1, 9, y="size = 2")
    assert asked(f) == {"a1", "c1", "c2", "d1", "d2"} and f.reason("at e1") == k.WHY_NO_SIGHT


@pytest.mark.parametrize("instrument, gear, item, last", [
    ("ranged", 'use = ["ranged"]\nweapon = 3\nrange = 3\nhands = 2', "with thing", "d1"),
    ("spell", 'use = ["catalyst"]\nspell = 3\nrange = 5', "with thing", "f1"),
    ("spell", 'use = ["catalyst"]\nspell = 3\nrange = 5', "with bare hand", "e1"),
    ("tool", 'use = ["light"]\nlight = 1', "with bare hand", "f1"),
])
def test_T11_2_T5_3_the_range_is_the_instruments(instrument, gear, item, last):
    f = fight("Axyzvwu", deeds={"deed": area("blast", 1, instrument=instrument)}, gear={"thing": gear}, auto=False,
              A='held = ["thing"]\nvirtues = { might = 0, grace = 1, wits = 0, spirit = 0 }', **{sign: 'deeds = ["idle"]' for sign in "uvwxyz"})
    f.play("deed", "deed deed", item, "points 0")
    assert max(squares(f)) == last


# -- close blasts ----------------------------------------------------------------------------------------------------------
def test_T11_3_an_edge_or_corner_square_of_it_is_adjacent():
    """Size 2 beside, across the corner, or over its user, for there the rest of it is beside."""
    lasting = '{ effect = "light cloud", who = "self" }'
    f = open_fight(".....\n.....\n..A..\n.....\nx....", "close blast", 2, kind="gambit", lines=lasting)
    assert asked(f) == {x + y for x in "abcd" for y in "1234"} and f.reason("at e3") == k.WHY_TOO_FAR and f.reason("at c5") == k.WHY_TOO_FAR


@pytest.mark.parametrize("size, at, reason", [(3, "d4", k.OK), (4, "d4", k.OK), (5, "d4", k.WHY_TOO_FAR), (5, "e4", k.OK), (6, "d4", k.WHY_TOO_FAR)])
def test_G11_3a_it_may_cover_its_user_if_an_edge_is_adjacent_and_then_affects_it(size, at, reason):
    """Over its user a blast of 3 has its edges beside it, one of 5 two squares off, unless it lies a square to the side."""
    board = ".......\n.......\n.......\n...A...\n.......\n.......\n......x"
    f = open_fight(board, "close blast", size)
    assert (at in asked(f)) == (reason == k.OK)
    if reason != k.OK:
        assert f.reason(f"at {at}") == reason
    else:
        f.force(HIT)
        f.play(f"at {at}")
        assert hit(f).startswith("A") and f.hurt("A") == 5


def test_G11_3a_size_is_its_only_range():
    f = open_fight("A...x..\n.......", "close blast", 4)
    assert "c1" in asked(f)
    f = open_fight("A....x.\n.......", "close blast", 4)
    assert "c1" not in asked(f) and "d1" not in squares(f) and f.reason("at d1") == k.WHY_TOO_FAR


def test_G11_3a_one_square_of_it_in_sight():
    f = open_fight("A#x\n.##", "close blast", 2)
    assert asked(f) == {"a1"} and f.reason("at b1") == k.WHY_NO_SIGHT


def test_G11_3a_the_adjacent_square_is_no_wall():
    f = open_fight("A#.\n.#.\n..y", "close blast", 2)
    asked(f)
    assert f.reason("at b2") == k.WHY_TOO_FAR
    f = open_fight("A#.\n.#.\n..y", "close blast", 3)
    assert "b2" in asked(f), "a2 is beside, and no wall"


def test_T11_3_of_a_large_user():
    f = open_fight("AA....\nAA....\n...x..", "close blast", 1, A="size = 2")
    assert f.reason("deed") == k.WHY_NO_TARGET
    f = open_fight("AA...\nAA...\n..x..", "close blast", 1, A="size = 2")
    assert asked(f) == {"c3"}


def test_T11_3_T11_9_a_large_creature_seen_only_beyond_the_hidden_square_next_to_one_holds_no_close_area():
    """Its far squares are in sight, the one beside A lies behind two wall corners: nothing can be laid, so nothing is offered."""
    for shape in ("close blast", "close path"):
        f = fight("A#..\n#xx.\n.xx.", deeds={"deed": area(shape, 1)}, x="size = 2")
        assert f.reason("deed") == k.WHY_NO_TARGET
        assert fight("A...\n#xx.\n.xx.", deeds={"deed": area(shape, 1)}, x="size = 2").can("deed")
