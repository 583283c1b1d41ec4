"""Chapters 8 and 10, light and the dark (T8.23, G8.23a, T10.7, G10.8): which squares are lit, and what it is worth to stand in the dark."""

import pytest

from envs.core import codes as k
from envs.core.sight import look
from envs.core.surroundings import is_elusive, is_lit

from .drawn import fight

HIT = [6, 7]
UNARMED = 'hands = 0\ndeeds = ["idle"]'
DARK = "dark = true"
SHOT = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ damage = "5" }]'
GEAR = {"torch": 'use = ["light"]\nlight = 1', "lantern": 'use = ["light"]\nlight = 2', "blade": 'use = ["melee"]\nweapon = 5'}
MOVING = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 6 }'


def lit(f):
    """Lit squares row by row, `*` lit and `.` dark."""
    return ["".join("*" if f.state.lit[y] >> x & 1 else "." for x in range(f.tables.width)) for y in range(f.tables.height)]


def lamp(at, radius, more=""):
    return f'[features.lamp{at}]\nkind = "light"\nat = "{at}"\nlight = {radius}\n{more}\n'


def effect(kind, at, size, owner="A", more=""):
    return f'[[effects]]\nkind = "{kind}"\nowner = "{owner}"\nat = "{at}"\nsize = {size}\n{more}\n'


# -- which squares are lit -----------------------------------------------------------------------------------------------------
def test_G10_8_the_maps_own_light():
    assert lit(fight("A..x")) == ["****"]
    assert lit(fight("A~~x\n~..~")) == ["*..*", ".**."]
    assert lit(fight("A..x\n.#..", top=DARK)) == ["....", "...."]
    assert lit(fight("A!!x", extra='[legend]\n"!" = "darkness + difficult ground"')) == ["*..*"]


@pytest.mark.parametrize("radius, shape", [
    (1, [".......", ".......", "..***..", "..***..", "..***..", "......."]),
                                           (2, [".......", ".*****.", ".*****.", ".*****.", ".*****.", ".*****."])])
def test_G10_8_a_lamp_lights_its_radius_in_squares(radius, shape):
    board = ".......\n.......\n.......\n.......\n.......\nA.....x"
    assert lit(fight(board, top=DARK, extra=lamp("d4", radius))) == shape


def test_G10_8_at_the_edges_of_the_map():
    assert lit(fight("A...x\n.....\n.....", top=DARK, extra=lamp("a1", 1) + lamp("e3", 1))) == ["**...", "**.**", "...**"]


def test_G10_8_a_lamp_that_is_off_or_broken_gives_none_and_is_worked_with_interact():
    for state in ("off", "broken"):
        assert lit(fight("A..x", top=DARK, extra=lamp("b1", 1, f'state = "{state}"'))) == ["...."]
    f = fight("A..x", top=DARK, extra=lamp("b1", 1)).play("interact")
    assert lit(f) == ["...."]
    f.play("end turn", "end turn", dice=[1]).play("interact")
    assert lit(f) == ["***."]


def test_G10_8_walls_stop_light_creatures_clouds_and_low_obstacles_do_not():
    assert lit(fight("A....x\n..#...\n......", top=DARK, extra=lamp("c3", 2)))[0] == "**.**."
    assert lit(fight(".Ax=..", top=DARK, extra=lamp("a1", 5))) == ["******"]
    assert lit(fight("..AA.x\n..AA..", top=DARK, A="size = 2", extra=lamp("a1", 5))) == ["******", "******"]
    f = fight("A....x", top=DARK, extra=lamp("a1", 5) + effect("dense cloud", "c1", 1))
    assert lit(f) == ["******"]


@pytest.mark.parametrize("state, shape", [("open", "******"), ("closed", "***..."), ("locked", "***..."), ("broken", "******")])
def test_G10_8_a_door_stops_light_while_it_is_shut(state, shape):
    assert lit(fight("A....x", top=DARK, extra=lamp("a1", 5) + f'[features.gate]\nkind = "door"\nat = "c1"\nstate = "{state}"'))[0] == shape


def test_G10_8_light_follows_when_a_door_is_opened_and_closed():
    f = fight(".A...x", top=DARK, extra=lamp("a1", 5) + '[features.gate]\nkind = "door"\nat = "c1"').play("door")
    assert lit(f) == ["******"]
    assert lit(f.play("door")) == ["***..."]


@pytest.mark.parametrize("blocks, shape", [("wall", "***..."), ("low", "******"), ("none", "******")])
def test_G10_8_so_does_an_object_that_blocks_like_a_wall_until_it_is_broken(blocks, shape):
    crate = f'[features.crate]\nkind = "object"\nat = "c1"\nblocks = "{blocks}"\nmaterial = "plant"'
    f = fight(".A...x", top=DARK, A="virtues = { might = 1, grace = 0, wits = 0, spirit = 0 }", extra=lamp("a1", 5) + crate)
    assert lit(f) == [shape]
    assert lit(f.play("break", "points 0")) == ["******"]


@pytest.mark.parametrize("board, shape", [("A#\n.x", ["*.", "**"]), ("A#\n#x", ["*#", "#."])])
def test_G10_8_light_goes_where_sight_goes(board, shape):
    f = fight(board, top=DARK, extra=lamp("a1", 1))
    assert (f.state.lit[1] >> 1 & 1) == (shape[1][1] == "*")


def test_G10_8_effects_of_light_and_darkness():
    f = fight("A....x\n......", extra=effect("darkness", "b1", 2))
    assert lit(f) == ["*..***", "*..***"]
    assert lit(f.play("dismiss")) == ["******"] * 2
    f = fight("A....x\n......", top=DARK, extra=effect("light", "e1", 2))
    assert lit(f) == ["....**"] * 2
    assert lit(f.play("dismiss")) == ["......"] * 2
    assert lit(fight("A....x\n......", extra=effect("darkness", "e1", 4))) == ["****.."] * 2


def test_G10_8_a_light_shines_in_darkness_that_somebody_made():
    assert lit(fight("A....x", extra=effect("darkness", "a1", 5) + effect("light", "c1", 1))) == ["..*..*"]
    assert lit(fight("A....x", extra=effect("darkness", "a1", 5) + lamp("b1", 1))) == ["***..*"]


def test_T8_4_a_deed_that_makes_darkness_or_light():
    deed = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ effect = "%s", radius = 1, who = "self" }]'
    assert lit(fight("A...x", deeds={"night": deed % "darkness"}).attempt("night", "a", dice=HIT)) == ["..***"]
    assert lit(fight("A...x", top=DARK, deeds={"dawn": deed % "light"}).attempt("dawn", "a", dice=HIT)) == ["**..."]


# -- carried, dropped and thrown -------------------------------------------------------------------------------------------------
def carrying(board="A.....x", items='held = ["torch"]', clock=MOVING, **scene):
    return fight(board, top=DARK, gear=GEAR, clock=clock, A=items, **scene)


def test_G10_8_a_torch_in_hand_lights_a_stowed_one_does_not():
    assert lit(carrying()) == ["**....."]
    assert lit(carrying(items='carried = ["torch"]')) == ["......."]
    assert lit(carrying(items='held = ["torch", "lantern"]')) == ["***...."]
    f = carrying(items='carried = ["torch"]').play("ready items", "with torch")
    assert lit(f) == ["**....."]


def test_G10_8_it_goes_with_its_bearer():
    f = carrying().play("walk", "at c1")
    assert lit(f) == [".***..."]
    assert lit(f.play("jump", "at e1")) == ["...***."]
    assert lit(fight("A....x", clock=MOVING, top=DARK, extra=lamp("a1", 1)).play("walk", "at c1")) == ["**...."]


def test_G10_8_also_where_the_ground_may_change_and_by_teleport_or_force():
    cloud = effect("light cloud", "f1", 1)
    assert lit(carrying(extra=cloud).play("walk", "at c1")) == [".***..."]
    blink = 'kind = "gambit"\ninstrument = "innate"\ntargets = "personal"\nconflict = [{ teleport = 3, who = "self" }]'
    f = carrying(deeds={"blink": blink}).attempt("blink", "a", dice=HIT).play("at d1")
    assert lit(f) == ["..***.."]
    push = 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 9\nconflict = [{ push = 2 }]'
    f = fight("Ax.....", top=DARK, gear=GEAR, deeds={"push": push}, x='held = ["lantern"]').attempt("push", "x", dice=HIT).play("at c1", "at d1")
    assert lit(f) == [".*****."]


def test_G10_8_a_large_bearer_lights_from_all_its_squares():
    f = fight("......x\n.AA....\n.AA....\n.......\n.......", top=DARK, gear=GEAR, A='size = 2\nheld = ["torch"]')
    assert lit(f) == ["****...", "****...", "****...", "****...", "......."]


def test_G10_8_what_lies_on_the_ground_shines():
    f = fight("A.....x", top=DARK, gear=GEAR, extra='[[items]]\ngear = "torch"\nat = "e1"\n[[items]]\ngear = "blade"\nat = "b1"')
    assert lit(f) == ["...***."]
    f = fight("A.....x", top=DARK, gear=GEAR, extra='[[items]]\ngear = "torch"\nat = "b1"').play("pick up")
    assert lit(f) == ["**....."]


def test_T3_13_G10_8_a_torch_that_is_thrown_lies_and_shines_where_it_lands():
    f = carrying().play("throw", "at d1")
    assert lit(f) == ["..***.."] and f["A"].points == 1


def test_T3_13_G10_8_caught_it_shines_in_the_catchers_hand():
    f = carrying("A..B..x", B="").play("throw", "at d1", "yes")
    assert lit(f) == ["..***.."] and f["B"]["items"][0] != k.NONE
    f.play("end turn", "end turn", "move", "points 0", "walk", "at b1")
    assert lit(f) == ["***...."]


@pytest.mark.parametrize("x, shape", [("endures = false\nvigor = 5", "..***.."), ("endures = true\nvigor = -2\ndefeated = true", "..***..")])
def test_G8_28_a_torch_of_the_dead_and_the_defeated_burns_on(x, shape):
    f = fight("A..x..y", top=DARK, gear=GEAR, deeds={"shot": SHOT}, x=f'held = ["torch"]\n{x}\nendurance = 9').attempt("shot", "x", dice=HIT + [9, 9])
    assert f["x"].status != k.STANDING and lit(f) == [shape]


def test_G10_8_one_that_leaves_takes_its_torch_along():
    f = carrying("AB....x", 'held = ["torch"]\nground = "exit"').play("leave")
    assert f["A"].status == k.GONE and lit(f) == ["......."]


# -- what it is worth --------------------------------------------------------------------------------------------------------------
DEPENDENT = "light_dependent = true\n"


def test_T10_7_darkness_does_not_change_sight():
    f = fight("A..x", top=DARK)
    assert look(f.tables, f.state, 0, 1) == k.CLEAR and fight("A..x", top=DARK, deeds={"shot": SHOT}).can("deed")


def test_T8_23_G8_23a_elusive_is_whoever_stands_in_the_dark():
    f = fight("A..x", top=DARK, extra=lamp("d1", 1))
    assert [bool(is_elusive(f.tables, f.state, i)) for i in (0, 1)] == [True, False]
    assert [bool(is_lit(f.tables, f.state, i)) for i in (0, 1)] == [False, True]
    f = fight("A..x")
    assert not is_elusive(f.tables, f.state, 0)


@pytest.mark.parametrize("at, elusive", [("a1", False), ("b3", False), ("c3", False), ("d1", True)])
def test_G8_23a_a_large_creature_is_lit_if_any_of_its_squares_is(at, elusive):
    f = fight("....x\n.AA..\n.AA..", top=DARK, A="size = 2", extra=effect("light", at, 1 if at != "a1" else 2, owner="x"))
    assert bool(is_elusive(f.tables, f.state, f.slot("A"))) is elusive


def net(user, target, user_dark, target_dark, rules=""):
    """Edges (cuts when negative) of A's deed against x, each light-dependent or not, each in the dark or not."""
    lights = "".join(effect("light", square, 1) for square, dark in (("a1", user_dark), ("d1", target_dark)) if not dark)
    f = fight("A..x", top=DARK, deeds={"shot": SHOT}, A=DEPENDENT * user, x=DEPENDENT * target + UNARMED, extra=lights, rules=rules)
    f.attempt("shot", "x", dice=[6, 5, 9, 1, 8, 2])
    rolled = 4 - f.dice_left()
    return rolled if f.roll_of("x")[0] > 11 else -rolled


@pytest.mark.parametrize("target, target_dark", [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize("user_dark, edges", [(True, 2), (False, 0)])
def test_T8_23_one_that_sees_in_the_dark_has_two_edges_while_elusive_whoever_the_target_is(target, target_dark, user_dark, edges):
    assert net(False, target, user_dark, target_dark) == edges


@pytest.mark.parametrize("target, user_dark, target_dark, edges", [
    (True, True, False, 1),  # against an illuminated light-dependent creature
    (True, True, True, 0),  # two in the dark get nothing
    (True, False, False, 0), (True, False, True, -1),  # harder to hit
    (False, True, False, 0), (False, True, True, -1), (False, False, True, -1), (False, False, False, 0)])
def test_T8_23_G8_23a_a_light_dependent_creature(target, user_dark, target_dark, edges):
    assert net(True, target, user_dark, target_dark) == edges


def test_T8_23_G8_23a_the_numbers_are_of_the_ruleset():
    assert net(False, False, True, False, "elusive_edges = 3") == 3
    assert net(True, True, True, False, "elusive_dependent = 2") == 2
    assert net(True, True, False, True, "elusive_cut = 3") == -3


def test_G5_10_G8_23a_the_willing_are_found_in_the_dark():
    gambit = 'kind = "gambit"\ninstrument = "innate"\ntargets = "companion"\nrange = 9\nconflict = [{ state = "strong" }]'
    for target in ("b", "a"):
        f = fight("A.Bx", top=DARK, deeds={"help": gambit}, A=DEPENDENT, B=DEPENDENT, extra=effect("light", "a1", 1, owner="B") if target == "b" else "")
        f.attempt("help", target, dice=HIT)
        assert f.dice_left() == 0 and f.roll_of(target.upper())[0] == 13
    f = fight("A.Bx", top=DARK, deeds={"help": gambit}).attempt("help", "b", dice=[2, 3, 9, 8])
    assert f.roll_of("B")[0] == 17, "two edges on all deeds of one that sees in the dark"


def test_T5_9_G8_23a_an_area_that_covers_its_user_is_not_harder_on_itself():
    ball = 'kind = "attack"\ninstrument = "innate"\ntargets = "area"\narea = "blast"\narea_size = 3\nrange = 9\nconflict = [{ damage = "5" }]'
    f = fight("A..x\n....", top=DARK, deeds={"ball": ball}, A=DEPENDENT, x=UNARMED).attempt("ball", at="b1", dice=HIT)
    assert f.dice_left() == 0 and f.roll_of("A")[0] == 13


def test_T8_23_G9_1a_maneuvers_are_deeds_in_the_dark_too():
    f = fight("Ax", top=DARK, x=UNARMED).maneuver("trip", "x", dice=[2, 3, 9, 8])
    assert f.roll_of("x")[0] == 17


def test_G8_23a_it_is_recomputed_when_the_light_changes():
    f = fight("A...x", gear=GEAR, top=DARK, deeds={"shot": SHOT}, A=DEPENDENT + 'held = ["torch"]', x=DEPENDENT + UNARMED, clock=MOVING)
    assert is_elusive(f.tables, f.state, f.slot("x")) and not is_elusive(f.tables, f.state, 0)
    f.play("walk", "at d1")
    assert not is_elusive(f.tables, f.state, f.slot("x"))
    f.play("walk", "at c1")
    assert is_elusive(f.tables, f.state, f.slot("x"))
    f.play("throw", "at e1").attempt("shot", "x", dice=[2, 3, 9])
    assert is_elusive(f.tables, f.state, 0) and f.roll_of("x")[0] == 12, "out of the dark at one in the light"
