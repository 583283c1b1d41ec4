"""Wall lines of imported maps become squares: the stated rules on drawn maps, and what holds whatever the lines."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from map_files import box, drawn, read, squares, vtt

from envs.core import codes as k
from envs.core.sight import trace
from judge.importers.blocking import RULES, Blocking, neighbours
from judge.importers.limits import Work
from judge.importers.lines import held

DRAWN = {
    "a room keeps its squares, the wall stands outside it": ("""
        +  +  +  +  +  +

        +  +--+--+--+  +
           |        |
        +  +  +  +  +  +
           |        |
        +  +--+--+--+  +

        +  +  +  +  +  +
        """, ["#####", "#...#", "#...#", "#####"], ["ceeec", "e...e", "e...e", "ceeec"]),
    "a wall on the border of the map needs no square": ("""
        +--+--+--+
        |        |
        +  +  +  +
        |        |
        +--+--+--+
        """, ["...", "..."], ["...", "..."]),
    "the wall between two rooms stands in the larger one, with its door": ("""
        +--+--+--+--+--+--+
        |     |           |
        +  +  +  +  +  +  +
        |     !           |
        +  +  +  +  +  +  +
        |     |           |
        +--+--+--+--+--+--+
        """, ["..#...", "..+...", "..#..."], ["..e...", "......", "..e..."]),
    "an open door": ("""
        +--+--+--+
        |        |
        +  +  +  +
        |        |
        +--+::+--+
        |        |
        +  +  +  +
        |        |
        +  +  +  +
        |        |
        +--+--+--+
        """, ["...", "...", "#/#", "...", "..."], ["...", "...", "e.e", "...", "..."]),
    "a narrow passage stays open, its walls stand in the rooms": ("""
        +--+--+--+--+--+--+--+
        |              |     |
        +  +  +  +  +  +  +  +
        |              |     |
        +--+--+--+--+--+  +  +
        |                    |
        +--+--+--+--+--+  +  +
        |              |     |
        +  +  +  +  +  +  +  +
        |              |     |
        +--+--+--+--+--+--+--+
        """, ["....#..", "#####..", ".......", "#####..", "....#.."], ["....e..", "eeeee..", ".......", "eeeee..", "....e.."]),
    "rock between rooms is blocked, however narrow, where it leads out": ("""
        +  +  +  +  +  +  +  +  +  +

        +  +--+--+--+  +--+--+--+  +
           |        |  |        |
        +  +  +  +  +  +  +  +  +  +
           |        |  |        |
        +  +--+--+--+  +--+--+--+  +

        +  +  +  +  +  +  +  +  +  +
        """, ["#########", "#...#...#", "#...#...#", "#########"], ["ceeeceeec", "e...e...e", "e...e...e", "ceeeceeec"]),
    "a wall leaves the way to a door of another wall free": ("""
        +--+--+--+--+
        |           |
        +  +  +  +  +
        |           |
        +--+::+--+--+
        |     !     |
        +  +  +  +  +
        |     |     |
        +--+--+--+--+
        """, ["....", "#/##", "..+.", "..#."], ["....", "e.ee", "....", "..e."]),
    "a thick wall is filled, not the rooms beside it": ("""
        +--+--+--+--+
        |           |
        +  +  +  +  +
        |           |
        +--+--+--+--+
        |           |
        +--+--+--+--+
        |           |
        +  +  +  +  +
        |           |
        +--+--+--+--+
        """, ["....", "....", "####", "....", "...."], ["....", "....", "pppp", "....", "...."]),
    "a pillar is filled": ("""
        +  +  +  +  +

        +  +--+  +  +
           |  |
        +  +--+  +  +

        +  +  +  +  +
        """, ["....", ".#..", "...."], ["....", ".p..", "...."]),
    "a closet with a door stays": ("""
        +  +  +  +  +

        +  +--+  +  +
           |  !
        +  +--+  +  +

        +  +  +  +  +
        """, ["##..", "#.+.", "##.."], ["ce..", "e...", "ce.."]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_rules_on_drawn_maps(name):
    text, rows, why = DRAWN[name]
    found = read(drawn(text))
    assert squares(found) == rows
    assert found.why == why


LINED = {
    "a line through the middle of squares": ([[(1.5, 0), (1.5, 3)]], [], [".#.", ".#.", ".#."], "m"),
    "a slanted line from corner to corner": ([[(0, 0), (3, 3)]], [], ["#..", "###", "..#"], "mc"),
    "a line beside the edge counts as on it": ([[(0, 1.2), (3, 1.2)]], [], ["...", "###", "..."], "e"),
    "two faces of a thin wall are one wall": ([[(0, 0.9), (3, 0.9)], [(0, 1.1), (3, 1.1)]], [], ["...", "###", "..."], "e"),
    "less than a quarter of a side in the middle": ([[(1.3, 1.5), (1.4, 1.5)]], [], ["...", "...", "..."], ""),
    "the outline of an object": ([], [box(0.2, 0.2, 2.8, 1.8)], ["###", "###", "..."], "om"),
    "an object that is no outline is a wall": ([], [[(1.5, 0), (1.5, 3)]], [".#.", ".#.", ".#."], "m"),
}


@pytest.mark.parametrize("name", LINED)
def test_the_rules_on_lines(name):
    walls, objects, rows, rules = LINED[name]
    found = read(vtt(3, 3, walls, objects=objects))
    assert found.rows == rows and {key for row in found.why for key in row} - {"."} <= set(rules)
    blocked = [(x, y) for y in range(3) for x in range(3) if rows[y][x] == "#"]
    assert all(found.rule(*square) in RULES.values() and found.terrain(*square) == "wall" for square in blocked)
    assert bool(found.notes) == (not rules)  # what does nothing is told


def test_a_cave_is_open_inside_and_shut_around():
    cave = [(3 + 2.4 * math.cos(turn), 3 + 2.4 * math.sin(turn)) for turn in np.linspace(0, 2 * math.pi, 25)]
    found = read(vtt(6, 6, [cave]))
    assert found.rows[2][2:4] == ".." and found.rows[3][2:4] == ".." and all(row[0] == "." or row[0] == "#" for row in found.rows)
    spaces = Blocking(6, 6, [cave], [], [], {}, Work("cave")).spaces()
    assert any({(2, 2), (3, 3)} <= space and (0, 0) not in space for space in spaces)


# -- whatever the lines -----------------------------------------------------------------------------------------------------
SIDE = st.integers(3, 9)
ON_GRID = st.tuples(st.integers(0, 9), st.integers(0, 9))
ANYWHERE = st.tuples(st.floats(-1, 10), st.floats(-1, 10))
LINES = st.lists(st.lists(ON_GRID | ANYWHERE, min_size=2, max_size=5), max_size=5)


def crosses(a, b, c, d):
    """Whether the insides of two segments cross: a second, plain reading."""
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


@settings(max_examples=150, deadline=None)
@given(SIDE, SIDE, LINES)
def test_no_wall_lies_between_the_middles_of_two_open_neighbours(width, height, walls):
    blocking = Blocking(width, height, walls, [], [], {}, Work("lines"))
    for y in range(height):
        for x in range(width):
            for _, other in neighbours((x, y)):
                if blocking.is_open((x, y)) and blocking.is_open(other):
                    ends = (x + 0.5, y + 0.5), (other[0] + 0.5, other[1] + 0.5)
                    assert not any(crosses(*ends, *wall) for line in walls for wall in pairwise(line))


@settings(max_examples=60, deadline=None)
@given(SIDE, SIDE, st.lists(st.tuples(st.floats(0.5, 1), st.booleans()), min_size=3, max_size=9))
def test_nobody_sees_out_of_a_closed_room(width, height, corners):
    """Sight as the compiled rules trace it, from every open square inside to every one outside."""
    room = [(width / 2 + math.cos(2 * math.pi * n / len(corners)) * far * width / 2, height / 2 + math.sin(2 * math.pi * n / len(corners)) * far * height / 2)
            for n, (far, _) in enumerate(corners)]
    room = [(round(x), round(y)) if grid else (x, y) for (x, y), (_, grid) in zip(room, corners)]
    room.append(room[0])
    blocking = Blocking(width, height, [room], [], [], {}, Work("room"))
    plane, low = np.zeros(width * height, np.uint8), np.zeros(width * height, np.uint8)
    for x, y in blocking.why:
        plane[y * width + x] = 1
    inside = set(held(room, width, height, Work("room")))
    open_ = [(x, y) for y in range(height) for x in range(width) if blocking.is_open((x, y))]
    for a in open_:
        for b in open_:
            if a in inside and b not in inside:
                assert trace(plane, low, width, *a, *b) == k.BLOCKED, (a, b)


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 5), st.integers(2, 5), st.integers(3, 7), st.integers(3, 7), st.sampled_from("tblr"), st.integers(0, 6), st.floats(-0.2, 0.2))
def test_a_room_keeps_its_squares_and_its_door_leads_in_and_out(x0, y0, wide, high, side, at, off):
    """Walls near the edges of the squares of a room of three or more: all squares stay open, and one door joins the inside to the outside."""
    x1, y1 = x0 + wide, y0 + high
    corners = [(x + off, y + off) for x, y in box(x0, y0, x1, y1)]
    place = (x0 + at % wide if side in "tb" else y0 + at % high)
    ends = {"t": ((place, y0), (place + 1, y0)), "b": ((place + 1, y1), (place, y1)), "r": ((x1, place), (x1, place + 1)), "l": ((x0, place + 1), (x0, place))}
    ends = [(x + (off if side in "lr" else 0), y + (off if side in "tb" else 0)) for x, y in ends[side]]
    n = "trbl".index(side)
    walls = [[corners[i], corners[i + 1]] for i in range(4) if i != n] + [[corners[n], ends[0]], [ends[1], corners[n + 1]]]
    blocking = Blocking(x1 + 3, y1 + 3, walls, [ends], [], {}, Work("room"))
    inside = {(x, y) for x in range(x0, x1) for y in range(y0, y1)}
    assert all(blocking.is_open(square) for square in inside)
    (door,) = blocking.doors
    beside = [other for _, other in neighbours(door) if blocking.is_open(other)]
    assert {square in inside for square in beside} == {True, False}
