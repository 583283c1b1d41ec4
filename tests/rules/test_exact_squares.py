"""Sight and light square by square (T10.1-T10.3, T8.13, G10.5, G10.6, G10.8), throws of large creatures (T3.13, G3.13a), what is asked whatever
memory held before, and reach at its very end (T5.3)."""

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.grid import FAR
from envs.core.movement import can_walk
from envs.core.sight import fill_sight, look, look_at
from envs.core.why import why_square

from .drawn import STRIKE, fight
from .laid import area
from .moved import where
from .test_clouds_and_doors import cloud, door
from .test_light import DARK, lamp, lit
from .test_throwing import lies

QUIET = 'hands = 0\ndeeds = ["idle"]'
BLIND = "states = { blinded = 1 }"


# -- sight -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("before", [0, 255, 0b01011010])
def test_T10_1_the_table_of_sight_is_written_whole(before):
    f = fight("A.#.x\n..=..")
    t, n = f.tables, 10
    plane = np.full((n * n + 3) // 4, before, np.uint8)
    fill_sight(t.terrain, t.width, t.height, plane)
    read = [[int(plane[(a * n + b) >> 2] >> 2 * ((a * n + b) & 3) & 3) for b in range(n)] for a in range(n)]
    assert read[0][4] == k.BLOCKED and read[0][9] == k.COVER and read[5][9] == k.COVER and read[0][1] == k.CLEAR
    assert all(read[a][b] == read[b][a] and read[a][a] == k.CLEAR for a in range(n) for b in range(n))
    assert (plane == t.sight[:len(plane)]).all()


@pytest.mark.parametrize("board, at", [(".....\n.....\nA...x", "c3"), ("...\n...\n...\n..A\n...\n..x", "c5"), ("A....\n.....\n....x", "c2")])
@pytest.mark.parametrize("kind, sight", [("light", k.COVER), ("dense", k.BLOCKED)])
def test_T10_3_G10_6_a_cloud_is_where_it_lies_on_every_row(board, at, kind, sight):
    f = fight(board, extra=cloud(at, kind))
    assert look(f.tables, f.state, 0, 1) == look(f.tables, f.state, 1, 0) == sight


@pytest.mark.parametrize("more, sight", [("", k.COVER), (BLIND, k.BLOCKED)])
def test_T8_13_a_large_creature_that_is_blinded_sees_a_square_from_those_next_to_it_alone(more, sight):
    """Only b2 is next to c3, and walls at b3 and c2 meet at the corner between them; from a2 c3 is seen past one of them."""
    f = fight("AA..\nAA#.\n.#..\n...x", A="size = 2\n" + more)
    assert look_at(f.tables, f.state, 0, 2, 2) == sight
    assert look_at(f.tables, f.state, 0, 2, 0) == look_at(f.tables, f.state, 0, 1, 1) == k.CLEAR
    assert look_at(f.tables, f.state, 0, 3, 0) == (k.BLOCKED if more else k.CLEAR)


# -- light -----------------------------------------------------------------------------------------------------------------
def test_G10_8_a_wall_stops_light_where_nothing_can_change():
    """A torch, no feature, no effect."""
    f = fight("A#..x\n.....", top=DARK, gear={"torch": 'use = ["light"]\nlight = 3'}, A='held = ["torch"]')
    assert lit(f)[0] == "**..."


@pytest.mark.parametrize("source, gate, column", [("b1", "b3", "***."), ("b4", "b2", ".***")])
def test_G10_8_a_door_stops_light_along_a_column(source, gate, column):
    f = fight("#.#\n#.#\n#.#\n#.#\nA.x", top=DARK, extra=lamp(source, 3) + door(gate))
    assert "".join(row[1] for row in lit(f))[:4] == column


@pytest.mark.parametrize("source, gate, far", [("a1", "b2", (4, 4)), ("a1", "d4", (4, 4)), ("e5", "d4", (0, 0)), ("e1", "d2", (0, 4))])
def test_G10_8_a_door_stops_light_between_squares_of_other_rows_and_columns(source, gate, far):
    board = "..A..\n.....\nx....\n.....\n....."
    f = fight(board, top=DARK, extra=lamp(source, 5) + f'[features.gate]\nkind = "door"\nat = "{gate}"')
    x, y = far
    assert lit(f)[y][x] == "." and lit(fight(board, top=DARK, extra=lamp(source, 5)))[y][x] == "*"


@pytest.mark.parametrize("gate, row", [("b2", ".****"), ("d2", "****.")])
def test_G10_8_a_door_stops_light_along_a_row_on_both_sides(gate, row):
    f = fight("##.##\n.....\n#####\nA...x", top=DARK, extra=lamp("c2", 2) + door(gate))
    assert lit(f)[1] == row


# -- throws ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("wall, to", [("a3", "b5"), ("c1", "e2"), ("a4", "b4"), ("d1", "d2")])
def test_T3_13_G3_13a_a_large_creature_throws_from_its_nearest_square(wall, to):
    """The giant stands on a1 to b2; a wall beside the straight line from b2 is not in the way."""
    rows = [list("AA..."), list("AA..."), list("....."), list("....."), list("....x")]
    rows[int(wall[1]) - 1]["abcde".index(wall[0])] = "#"
    f = fight("\n".join(map("".join, rows)), gear={"rope": ""}, A='size = 2\nheld = ["rope"]', x=QUIET).play("throw", f"at {to}")
    assert lies(f) == to


# -- memory and ends -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("left", [0, 1, FAR])
def test_G12_1_where_a_walk_may_end_does_not_depend_on_what_memory_held(left):
    clock = 'round = 1\nfirst_side = "companions"\nturn = { of = "A", points = 2, taken = ["move"], move_points = 2 }'
    f = fight("A.....x", clock=clock, auto=False).play("walk")
    for square, told in ((2, k.OK), (4, k.WHY_NOWHERE), (6, k.WHY_NOWHERE)):
        np.full(7, left, np.int16)  # the array is freed at once, and its memory is what is taken next
        assert can_walk(f.tables, f.state, 0, square) == told


@pytest.mark.parametrize("left", [0, 1])
def test_T11_1_nor_does_where_a_blast_may_lie(left):
    f = fight("A..#.xy", deeds={"ball": area("blast", 1, 6)}, auto=False).play("deed", "deed ball", "with bare hand", "points 0")
    for square, told in ((0, k.OK), (5, k.WHY_NO_SIGHT), (6, k.WHY_NO_SIGHT), (2, k.WHY_NO_TARGET)):
        np.full(7, left, np.int8)
        assert why_square(f.tables, f.state, 0, square) == told


@pytest.mark.parametrize("away, can", [(4, True), (5, False)])
def test_T5_3_who_reaches_four_squares_far_finds_its_foe_there(away, can):
    f = fight("A" + "." * (away - 1) + "x", A="reach = 4")
    assert f.can("deed") == can


def test_T8_22_a_foe_that_is_defeated_can_be_attacked_where_no_other_is_near():
    f = fight("Ax......y", x="endures = true\nvigor = -1\ndefeated = true")
    assert f.can("deed") and f.attempt("strike", "x", dice=[6, 7, 9, 8]).hurt("x") == 4
    assert f.dice_left() == 0 and f.seen(k.E_TENACITY)[-1][2:] == (k.TRIUMPH, 17), "it is dying, so it makes its check"


def test_T8_4_a_melee_burst_that_leaves_an_effect_needs_nobody_near():
    haze = area("melee burst", instrument="melee", lines='{ effect = "light cloud", who = "self" }')
    f = fight("A.......x", deeds={"haze": haze, "strike": STRIKE})
    assert f.can("deed") and f.attempt("haze", dice=[6, 7]).asks() == "action"
    assert any(e.kind == k.EF_LIGHT_CLOUD for e in f.state.effects) and where(f, "A") == "a1"
