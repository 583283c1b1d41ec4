"""Chapter 12: teleports of one's own and forced (G12.3), and what they set off (T12.2, G8.14a, G8.24a, G12.5)."""

from envs.core import codes as k

from .drawn import fight
from .moved import filled, forced, squares, sure, where

BLEEDS = "states = { bleeding = 3 }"
FIVE = ".....\n.....\n..A..\n.....\n....x"


def own(n, board, **more):
    """A is asked where it teleports itself."""
    return fight(board, deeds={"deed": sure(f'{{ teleport = {n}, who = "self" }}', "personal")}, **more).attempt("deed")


def other(n, board, target="x", **more):
    """A is asked where it teleports somebody."""
    return fight(board, deeds=forced("teleport", n), **more).attempt("deed", target)


# -- one's own -----------------------------------------------------------------------------------------------------------------
def test_G12_3_ones_own_teleport_is_to_a_free_square_within_n():
    f = own(1, FIVE)
    assert f.asks() == "teleport" and f.asker == f.slot("A") and "pass" in f.options()
    assert squares(f) == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    f = own(2, FIVE)
    assert len(squares(f)) == 23 and f.reason("at e5") == k.WHY_OCCUPIED and f.reason("at c3") == k.WHY_OCCUPIED
    assert own(2, "A..." + "x").reason("at d1") == k.WHY_TOO_FAR


def test_G12_3_in_its_sight_and_no_squares_are_crossed():
    f = own(4, "A#...\n.....\n....x")
    assert f.reason("at c1") == k.WHY_NO_SIGHT and f.reason("at b1") == k.WHY_OCCUPIED
    f = own(3, "A^,y..\n######\n..x...", A=BLEEDS).play("at c1")
    assert where(f, "A") == "c1" and f.hurt("A") == 3 and filled(f, "A") == {"c1"} and f["A"].move_points == 0


def test_G12_3_foes_are_passed_over_and_the_board_follows():
    f = own(3, "Ax..").play("at d1")
    assert filled(f, "A") == {"d1"} and f.seen(k.E_TELEPORT) == [(0, 0, 3, 0)]


def test_G12_3_the_mover_may_stay():
    f = own(2, FIVE, A=BLEEDS).play("pass")
    assert where(f, "A") == "c3" and f.hurt("A") == 0 and f.asks() == "action"


def test_G12_5_ones_own_teleport_is_not_into_a_pit_but_out_of_one():
    assert own(2, "A^.x").reason("at b1") == k.WHY_OCCUPIED
    f = own(2, "A..x", A='ground = "pit"').play("at b1")
    assert where(f, "A") == "b1"


def test_G12_3_nothing_is_asked_where_no_square_will_do():
    for board in ("A#x\n##.", "Ax"):
        f = fight(board, deeds={"deed": sure('{ teleport = 1, who = "self" }', "personal")}, auto=False)
        assert f.play("deed", "deed deed", "with bare hand", "points 0", "target a").asks() == "action"


def test_T8_24_the_grabbed_may_teleport_away_and_the_grab_ends():
    f = own(3, ".Ax....", A='grabbed_by = ["x"]').play("at e1")
    assert f["A"].grabbed_by == 0 and where(f, "A") == "e1"
    f = own(1, ".Ax....\n.......", A='grabbed_by = ["x"]').play("at b2")
    assert f["A"].grabbed_by != 0, "still adjacent to who holds it"


def test_G8_24a_a_grappler_that_teleports_lets_go_even_next_to_its_prey():
    f = own(1, ".Ax....\n.......", x='grabbed_by = ["A"]').play("at b2")
    assert f["x"].grabbed_by == 0


def test_G12_3_a_line_lets_fellows_teleport_each_by_its_own_sight():
    f = fight("AB...x", deeds={"deed": sure('{ teleport = 1, who = "fellows" }', "personal")}).attempt("deed")
    assert f.asks() == "teleport" and f.asker == f.slot("B") and squares(f) == {"c1"}


def test_T8_14_one_that_bleeds_to_death_does_not_arrive():
    f = fight("xA..", clock='round = 1\nfirst_side = "enemies"', deeds={"deed": sure('{ teleport = 3, who = "self" }', "personal")}, x=BLEEDS + "\nvigor = 3")
    f.attempt("deed").play("at d1")
    assert f["x"].status == k.DEAD and filled(f, "x") == set() and where(f, "x") == "a1"


# -- forced --------------------------------------------------------------------------------------------------------------------
def test_G12_3_a_forced_teleport_is_within_n_of_the_target_in_the_causers_sight():
    f = other(1, "A...x..\n.......")
    assert f.asks() == "teleport" and f.asker == f.slot("A") and squares(f) == {"d1", "f1", "d2", "e2", "f2"}
    assert f.reason("at c1") == k.WHY_TOO_FAR and f.reason("at a1") == k.WHY_OCCUPIED
    f = other(2, "A.x.#..\n.......").play("at c2")
    assert where(f, "x") == "c2"


def test_G12_3_the_targets_own_sight_does_not_matter():
    f = other(4, "A.x..\n....#", x="states = { blinded = 1 }")
    assert "at e1" in f.options()
    assert other(3, "Ax..", A="states = { blinded = 1 }").asks() == "action", "a blinded causer sees no free square"


def test_G12_3_where_the_causer_does_not_see_is_refused():
    f = other(3, "..#..\nA.x..\n.....")
    assert f.reason("at d1") == k.WHY_NO_SIGHT and f.reason("at c1") == k.WHY_OCCUPIED and f.can("at d2")


def test_G12_5_another_may_be_teleported_into_a_pit_where_it_falls():
    f = other(2, "A.x^").play("at d1", dice=[6])
    assert f.hurt("x") == 6 and f.has("x", "toppled") == 1 and where(f, "x") == "d1"
    f = other(2, "A.x.", x='ground = "pit"').play("at d1")
    assert where(f, "x") == "d1" and f.hurt("x") == 0


def test_T12_2_a_forced_teleport_hurts_the_bleeding_once_and_ends_grabs():
    f = other(3, "A.xB...", x=BLEEDS + '\ngrabbed_by = ["B"]').play("at f1")
    assert f.hurt("x") == 3 and f["x"].grabbed_by == 0
    f = other(1, "A.xB...\n.......", B='grabbed_by = ["x"]').play("at c2")
    assert f["B"].grabbed_by == 0, "who is teleported engages nobody"


def test_G12_3_a_large_creature_needs_all_its_squares_free():
    f = own(1, "AA.x\nAA..\n....", A="size = 2")
    assert squares(f) == {"b1", "a2", "b2", "c2"} and f.reason("at c1") == k.WHY_OCCUPIED
    f.play("at b2")
    assert filled(f, "A") == {"b2", "c2", "b3", "c3"}


def test_G12_3_G11_10_within_n_of_the_nearest_squares_of_a_large_creature():
    f = own(1, "AA.....x\nAA......", A="size = 2")
    assert f.can("at c1") and f.reason("at d1") == k.WHY_TOO_FAR


def test_G12_3_of_a_large_creature_one_square_in_sight_is_enough():
    f = fight("A#......\n........\n..yy....\n..yy...x", deeds=forced("teleport", 3), y="size = 2").attempt("deed", "y")
    assert f.can("at c1"), "c1 and d1 are out of sight, c2 and d2 are not"
