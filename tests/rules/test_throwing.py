"""Chapter 3: throwing things (T3.13, G3.13a) and catching them, for nothing or as a reaction (T4.6). Weapons thrown for a deed: `test_thrown_weapons.py`."""

import pytest

from envs.core import codes as k
from envs.core.surroundings import relight

from .drawn import fight

GRACE = "virtues = { might = 0, grace = %d, wits = 0, spirit = 0 }"
GEAR = {"rope": "", "rock": "hands = 2", "bead": "hands = 0", "lamp": 'use = ["light"]\nlight = 1', "javelin": 'use = ["throwing"]\nweapon = 8',
        "dagger": 'use = ["melee", "throwing"]\nweapon = 3', "gunblade": 'use = ["throwing", "ranged"]\nweapon = 3\nrange = 5',
        "bow": 'use = ["ranged"]\nweapon = 7\nrange = 6\nhands = 2'}
HOLDS = 'held = ["rope"]\n'
SHOT = 'kind = "attack"\ninstrument = "%s"\ntargets = "creature"\nconflict = [{ damage = "†" }]'
MISS, HIT = [2, 3], [6, 7]


def throw(board, square=None, item="rope", auto=True, **more):
    """A throws what it holds to a square; the fight at the next question, or at the question of the square."""
    more["A"] = f'held = ["{item}"]\n' + more.get("A", "")
    f = fight(board, gear=GEAR, auto=auto, **more)
    if not auto:
        return f.play("throw", f"with {item}", *([f"at {square}"] if square else []))
    return f.play("throw", *([f"at {square}"] if square else []))


def lies(f, n=0):
    """Name of the square on which an item lies; None when somebody has it."""
    place = int(f.state.items[n].place)
    if place == k.NONE:
        return None
    return "abcdefghijklmnop"[place % f.tables.width] + str(place // f.tables.width + 1)


# -- where to --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("grace, aim, far", [(0, 0, 4), (2, 0, 6), (-1, 0, 3), (0, 4, 8), (0, 8, 12), (2, 4, 10)])
def test_T3_13_G3_1a_within_throwing_range_which_aim_lengthens(grace, aim, far):
    f = throw("A" + "." * 14 + "x", A=GRACE % grace + f"\naim = {aim}")
    assert f.options() == [f"at {'abcdefghijklmnop'[n]}1" for n in range(1, far + 1)]
    assert f.reason(f"at {'abcdefghijklmnop'[far + 1]}1") == k.WHY_TOO_FAR and f.reason("at a1") == k.WHY_TOO_FAR


def test_T3_13_the_thing_lies_there_unattended_and_a_point_is_paid():
    f = throw("A....x", "d1")
    assert lies(f) == "d1" and f["A"].items[0] == k.NONE and f.state.items[0].held == 0 and f["A"].points == 2
    assert f.reason("throw") == k.WHY_TAKEN and f.state.depth == 2


def test_T3_13_no_extra_points_and_no_dice():
    f = throw("A....x", "d1")
    assert f.asks() == "action" and f.hurt("x") == 0


def test_T3_13_no_damage_to_whom_it_is_thrown_at():
    f = throw("A..x", "d1", item="javelin", x='hands = 0\ndeeds = ["idle"]')
    assert lies(f) == "d1" and f.hurt("x") == 0


def test_T3_13_only_held_things():
    f = fight("A..x", gear=GEAR, A='carried = ["rope", "rock"]')
    assert f.reason("throw") == k.WHY_NO_ITEM
    f = fight("A...x", gear=GEAR, A='carried = ["rope"]\nheld = ["bead"]', auto=False).play("throw")
    assert f.options() == ["with bead"] and f.reason("with rope") == k.WHY_NO_ITEM and f.reason("with bare hand") == k.WHY_NO_ITEM
    assert f.reason("pass") == k.WHY_NOT_ASKED


def test_T3_13_not_at_a_wall_or_a_shut_door():
    f = throw("A.#..x\n......", extra='[features.door]\nkind = "door"\nat = "b2"\n')
    assert f.reason("at c1") == f.reason("at b2") == k.WHY_OCCUPIED and f.can("at d1")


def test_T3_13_the_distance_of_a_large_thrower_is_from_its_nearest_square():
    f = throw("....AA....\n....AA...x", A="size = 2\n" + GRACE % -1)
    assert f.can("at i1") and f.can("at h2") and f.reason("at j1") == k.WHY_TOO_FAR and f.reason("at e2") == k.WHY_TOO_FAR
    assert f.can("at b2") and f.reason("at a1") == k.WHY_TOO_FAR


# -- the path --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("board, to, rest", [("A.#.x", "d1", "b1"), ("A#..x", "d1", "a1"), ("A..#x", "c1", "c1")])
def test_G3_13a_the_first_blocker_stops_it_in_the_last_free_square(board, to, rest):
    assert lies(throw(board, to)) == rest


@pytest.mark.parametrize("state, rest", [("closed", "b1"), ("locked", "b1"), ("open", "d1"), ("broken", "d1")])
def test_G3_13a_a_shut_door_is_a_blocker(state, rest):
    assert lies(throw("A...x", "d1", extra=f'[features.door]\nkind = "door"\nat = "c1"\nstate = "{state}"\n')) == rest


@pytest.mark.parametrize("kind, rest", [("light cloud", "d1"), ("difficult ground", "d1")])
def test_G3_13a_what_does_not_block_sight_stops_nothing(kind, rest):
    assert lies(throw("A...x", "d1", extra=f'[[effects]]\nkind = "{kind}"\nowner = "x"\nat = "c1"\nsize = 1\n')) == rest


def test_G3_13a_low_obstacles_and_pits_stop_nothing():
    assert lies(throw("A+^.x", "d1", extra='[legend]\n"+" = "low obstacle"\n')) == "d1"
    assert lies(throw("A+^.x", "c1", extra='[legend]\n"+" = "low obstacle"\n')) == "c1"


def test_G3_13a_the_path_is_a_straight_line():
    f = throw("A...\n....\n....\n...x", "d3")
    assert lies(f) == "d3"
    f = throw("A...\n.#..\n..#.\n...x", "d4", x="hands = 0\ndeeds = [\"idle\"]")
    assert lies(f) == "a1", "the diagonal goes through the wall"


@pytest.mark.parametrize("board, to", [("A#..\n....\n...x", "c2"), ("A....\n..#..\n....x", "e2")])
def test_G3_13a_a_wall_that_the_line_only_clips_is_no_blocker(board, to):
    """T10.3: a clipped square does not block, so the line goes on to the target."""
    assert lies(throw(board, to)) == to


def test_G3_13a_two_walls_joined_by_a_corner_on_the_line_block():
    assert lies(throw("A#..\n#...\n...x", "c3")) == "a1"


@pytest.mark.parametrize("status, rest", [("standing", "b1"), ("defeated", "f1")])
def test_G3_13a_a_large_creature_is_a_blocker_and_the_thing_stops_before_it(status, rest):
    more = {"B": "size = 2\nhands = 0\ndeeds = [\"idle\"]" + ("\nvigor = -3\ndefeated = true" if status == "defeated" else "")}
    assert lies(throw("A.BB...\n..BB..x", "f1", A=GRACE % 2, **more)) == rest


def test_G3_13a_thrown_at_a_large_creature_it_lies_under_it():
    assert lies(throw("A.yy...\n..yy..x", "c1", y='size = 2\nhands = 0\ndeeds = ["idle"]')) == "c1"
    assert lies(throw("A.yy...\n..yy..x", "d1", y='size = 2\nhands = 0\ndeeds = ["idle"]')) == "d1"


def test_G3_13a_a_creature_of_size_one_is_no_blocker():
    assert lies(throw("A.y..x", "e1", y='hands = 0\ndeeds = ["idle"]')) == "e1"


def test_G3_13a_the_line_of_a_large_thrower_starts_at_its_nearest_square():
    f = throw("AA...\nAA#.x\n.....", "d1", A="size = 2")
    assert lies(f) == "d1"


# -- catchers --------------------------------------------------------------------------------------------------------------
def test_T3_13_an_ally_there_may_catch_it_for_free():
    f = throw("A..B.x", "d1", B="reactions = 1")
    assert f.asks() == "catch" and f.asked == k.COMPANIONS and f.asker == f.slot("B") and f.options() == ["pass", "yes"]
    f.play("yes")
    assert f["B"].items[0] == 0 and f.state.items[0].held == 1 and lies(f) is None and f["A"].items[0] == k.NONE
    assert f["B"].reactions == 1 and f["B"].focus == 0 and f.asks() == "action" and f.asker == f.slot("A")
    assert f.seen(k.E_CATCH)[0][:2] == (f.slot("B"), f.slot("A"))


def test_T3_13_an_ally_may_let_it_fall():
    f = throw("A..B.x", "d1").play("pass")
    assert lies(f) == "d1" and f["B"].items[0] == k.NONE and f.asks() == "action"


def test_T3_13_the_free_catch_needs_no_reaction_so_the_staggered_catch_too():
    assert throw("A..B.x", "d1", B="states = { staggered = 2 }").asks() == "catch"
    assert throw("A.B...x", "e1", B="states = { staggered = 2 }").asks() == "action", "in the path it would be a reaction (T4.7)"


def test_T3_13_T4_6_any_other_creature_in_the_path_may_react_to_catch_it():
    for board, to, who in (("A.x..y", "e1", "x"), ("A.B...x", "e1", "B"), ("A...x", "e1", "x")):
        f = throw(board, to)
        assert f.asks() == "catch" and f.asker == f.slot(who) and f.asked == (k.COMPANIONS if who == "B" else k.ENEMIES)
        f.play("yes")
        assert f[who].reactions == 1 and f[who].items[0] == 0 and f.asker == f.slot("A")


def test_T4_2_a_catch_after_another_reaction_costs_focus():
    f = throw("A.x..y", "e1", x="reactions = 1\nfocus = 2").play("yes")
    assert f["x"].focus == 1 and f["x"].reactions == 2
    f = throw("A.x..y", "e1", x="reactions = 1")
    assert f.asks() == "action" and lies(f) == "e1"


def test_T4_2_the_catch_counts_as_a_reaction_for_later_ones():
    f = throw("Ax..y", "b1", deeds={"strike": SHOT % "melee"}, A="extra_deeds = 1").play("yes")
    f.attempt("strike", "x", dice=MISS)
    assert f.asks() == "action", "a counter would be its second reaction, without focus"


@pytest.mark.parametrize("more, asked", [("", True), ('held = ["rock"]', False), ('held = ["rope"]', True), ('held = ["rope", "rope"]', False),
                                         ('carried = ["rock"]', True), ('hands = 0', False), ('grabbed_by = ["A"]', True), ('held = ["bead"]', True)])
def test_T3_13_with_a_free_hand(more, asked):
    f = throw("Ax..y", "d1", x='deeds = ["idle"]\n' + more)
    assert (f.asks() == "catch") == asked


@pytest.mark.parametrize("item, hands, asked", [("rock", 2, True), ("rock", 1, False), ("rope", 1, True), ("bead", 1, True), ("bead", 0, False)])
def test_T3_13_as_many_hands_as_it_fills_and_one_at_least(item, hands, asked):
    f = throw("A.x..y", "d1", item=item, x=f'hands = {hands}\ndeeds = ["idle"]')
    assert (f.asks() == "catch") == asked
    f = throw("A..B.y", "d1", item=item, B=f'hands = {hands}\ndeeds = ["idle"]')
    assert (f.asks() == "catch") == asked


@pytest.mark.parametrize("items, asked", [(6, True), (7, False)])
def test_T3_13_with_room_for_it(items, asked):
    f = throw("A..B.y", "d1", B=f"carried = {['bead'] * items}".replace("'", '"'))
    assert (f.asks() == "catch") == asked


@pytest.mark.parametrize("to", ["c1", "e1"])
def test_T8_22_the_defeated_catch_nothing(to):
    f = throw("A.B..x", to, B="vigor = -3\ndefeated = true", x="hands = 0\ndeeds = ['idle']")
    assert f.asks() == "action" and lies(f) == to


def test_T4_7_the_staggered_and_those_out_of_the_path_are_not_asked():
    assert throw("A.x..y", "d1", x="states = { staggered = 1 }").asks() == "action"
    assert throw("A....\n..x..", "d1").asks() == "action"


def test_G3_13a_the_nearest_catcher_is_asked_first_and_the_next_one_after_a_pass():
    f = throw("A.xB.y", "e1", y='deeds = ["idle"]')
    assert f.asker == f.slot("x")
    f.play("pass")
    assert f.asks() == "catch" and f.asker == f.slot("B")
    f.play("pass")
    assert f.asks() == "action" and lies(f) == "e1"
    f = throw("A.xB.y", "e1").play("pass", "yes")
    assert f["B"].items[0] == 0 and f["B"].reactions == 1 and f["x"].reactions == 0


def test_G3_13a_once_caught_nobody_further_on_is_asked():
    f = throw("A.xB.y", "d1").play("yes")
    assert f.asks() == "action" and f["x"].items[0] == 0 and f["B"].items[0] == k.NONE


def test_G3_13a_a_catcher_beyond_the_blocker_or_the_target_is_not_asked():
    assert throw("A.#B.x", "d1").asks() == "action"
    assert throw("A..B.x", "c1").asks() == "action"


def test_G3_13a_a_large_creature_in_the_path_is_asked_once():
    f = throw("A.xx...\n..xx..y", "f1", A=GRACE % 2, x="size = 2")
    assert f.asks() == "catch" and f.asker == f.slot("x")
    assert f.play("pass").asks() == "action"


def test_T3_13_the_catcher_puts_it_in_its_first_empty_slot_and_may_use_it():
    f = throw("A..B.x", "d1", item="javelin", B='carried = ["bead"]').play("yes")
    assert f["B"].items[1] == 0 and f.state.items[0].held == 1


def test_T3_13_a_large_ally_catches_for_free_with_any_of_its_squares():
    f = throw("A..BB.\n...BB.\n.....x", "e2", A=GRACE % 1, B="size = 2\nreactions = 1")
    assert f.asks() == "catch" and f.asker == f.slot("B")


# -- light -----------------------------------------------------------------------------------------------------------------
def test_G10_8_a_thrown_light_shines_where_it_lies_or_is_caught():
    f = throw("A.....x", "e1", item="lamp", top="dark = true")
    assert int(f.state.lit[0]) == 0b0111000
    f = throw("A...B.x", "e1", item="lamp", top="dark = true").play("yes")
    assert int(f.state.lit[0]) == 0b0111000


def test_G10_8_a_light_in_flight_is_no_longer_that_of_its_thrower():
    f = throw("AA...x\nAA....", "f1", item="lamp", top="dark = true", A="size = 2")
    assert f.asks() == "catch"
    lit = f.state.lit.copy()
    relight(f.tables, f.state)
    assert (f.state.lit == lit).all(), "the record says at each question what a fresh look would find"


def test_T3_13_no_throw_is_offered_that_could_go_nowhere():
    assert not fight("A.x", gear=GEAR, A=HOLDS + GRACE % -1, rules="throw_range = 1").can("throw")
    assert fight("A.x", gear=GEAR, A=HOLDS + GRACE % -1, rules="throw_range = 2").can("throw")
    assert not fight("###x\n#A#.\n###.", gear=GEAR, A=HOLDS, rules="throw_range = 1").can("throw")
