"""Chapter 10: line of sight and cover (T10.1-T10.4, G10.4a, G10.5, G10.6, G8.28), by drawn positions and against exact geometry."""

from fractions import Fraction

import numpy as np
import pytest

from envs.core import codes as k
from envs.core.sight import look, look_square

from .drawn import fight

SHOT = {"shot": 'kind = "attack"\ninstrument = "innate"\ntargets = "creature"\nrange = 30\nconflict = [{ damage = "5" }]'}
NAMES = {"clear": k.CLEAR, "cover": k.COVER, "blocked": k.BLOCKED}


def seen(board, **bodies):
    """Sight from A to x on a drawn board, which must be the same the other way round."""
    f = fight(board, deeds=SHOT, **bodies)
    there, back = look(f.tables, f.state, f.slot("A"), f.slot("x")), look(f.tables, f.state, f.slot("x"), f.slot("A"))
    assert there == back
    return k.SIGHT_NAMES[there]


@pytest.mark.parametrize("board, sight", [
    ("A...x", "clear"),
    ("A.#.x", "blocked"),  # opposite sides
    ("A..\n.#.\n..x", "blocked"),  # opposite corners
    ("A.#\n...\n..x", "clear"),
    ("A#.\n..x", "cover"),  # clipped by two sides that meet
    ("A..\n#.x", "clear"),
    ("A.\n#x", "cover"),  # a corner is touched, a blocker on one side
    ("A#\n.x", "cover"),
    ("A#\n#x", "blocked"),  # a corner with blockers on both sides
    ("A#..\n.#.x", "blocked"),  # straight from one blocker into the next
    ("A...\n....\n.##.\n...x", "blocked"),
    ("A=..x", "cover"),  # a low obstacle never blocks
    ("A.\n=x", "cover"),  # and gives cover where it is only touched
    ("A=\n=x", "cover"),
    ("A=.\n..x", "cover"),
    ("A.x=", "clear"),
])
def test_T10_1_to_T10_3_G10_5_drawn(board, sight):
    assert seen(board) == sight


def test_T10_1_a_chosen_target_needs_line_of_sight():
    f = fight("A#x.\n....\ny...", deeds=SHOT, auto=False)
    f.play("deed", "deed shot", "with bare hand", "points 0")
    assert f.options() == ["target y"] and f.reason("target x") == k.WHY_NO_SIGHT


def test_G10_6_adjacent_and_in_reach_need_unblocked_sight_too():
    f = fight("A#\n#x")
    assert f.reason("deed") == k.WHY_NO_TARGET
    assert fight("A#\n.x").can("deed")


@pytest.mark.parametrize("board, cuts", [("A..x", 0), ("A=.x", 1), ("A==x", 1), ("A===x", 1), ("A=..\n..=x", 1)])
def test_T10_4_G10_4a_cover_is_one_cut_however_many_obstacles(board, cuts):
    f = fight(board, deeds=SHOT, x='hands = 0\ndeeds = ["idle"]').attempt("shot", "x", dice=[9, 7] + [1] * cuts)
    assert f.dice_left() == 0 and f.roll_of("x")[0] == (8 if cuts else 16)


def test_G10_5d_the_end_squares_do_not_count():
    assert seen("A..x", A='ground = "low obstacle"', x='ground = "low obstacle"') == "clear"


# -- large creatures -------------------------------------------------------------------------------------------------------
def test_T10_2_G10_6_a_large_creature_blocks_sight_between_others_size_one_never():
    assert seen("..yy..\nA.yy.x", y="size = 2") == "blocked"
    assert seen("A.y.x") == "clear" and seen("A.B.x") == "clear"


def test_G10_6_never_to_itself_and_its_best_square_counts():
    assert seen("A..xx\n#..xx", x="size = 2") == "clear"
    assert seen("A..#xx\n....xx", x="size = 2") == "clear", "the lower squares are seen past the wall"
    assert seen("A.#xx\n..#xx", x="size = 2") == "blocked"


def test_G10_6_a_clipped_large_creature_gives_cover():
    assert seen("A....\n.yy.x\n.yy..", y="size = 2") == "cover"
    assert seen("A...\n.yyx\n.yy.", y="size = 2") == "blocked", "in by a corner, out by a side"


def test_G10_6_the_dead_no_longer_block():
    board = "A.yy.x\n..yy..\nz....."
    f = fight(board, deeds=SHOT, y="size = 2\nvigor = 5")
    assert look(f.tables, f.state, f.slot("A"), f.slot("x")) == k.BLOCKED
    f.attempt("shot", "y", dice=[6, 7])
    assert f["y"].status == k.DEAD and look(f.tables, f.state, f.slot("A"), f.slot("x")) == k.CLEAR


def test_G8_28_the_defeated_never_block_sight():
    assert seen("A.yy.x\n..yy..", y="size = 2\nendures = true\nvigor = -1\ndefeated = true") == "clear"


# -- against exact geometry ------------------------------------------------------------------------------------------------
def crossing(a, b, square):
    """How the segment from centre a to centre b meets a square: None, "touch", or (entry point, exit point) through its interior."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, change = a[axis] + Fraction(1, 2), b[axis] - a[axis]
        if change == 0:
            if not square[axis] < start < square[axis] + 1:
                return None
            continue
        ends = sorted(((square[axis] - start) / change, (square[axis] + 1 - start) / change))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low > high:
        return None
    if low == high:
        return "touch"
    return tuple(tuple(a[axis] + Fraction(1, 2) + t * (b[axis] - a[axis]) for axis in (0, 1)) for t in (low, high))


def side_of(point, square):
    """The axis that a boundary point of a square lies across, or "corner"."""
    on = [point[axis] in (square[axis], square[axis] + 1) for axis in (0, 1)]
    return "corner" if all(on) else on.index(True)


def exact(board, a, b):
    """Sight between two squares of a board of rows, by G10.5 (a) to (e) and nothing else."""
    cover, clips, touched = False, [], {}
    for y, row in enumerate(board):
        for x, sign in enumerate(row):
            met = crossing(a, b, (x, y)) if sign in "#=" and (x, y) not in (a, b) else None
            if met is None:
                continue
            cover = True
            if sign == "=":
                continue
            if met == "touch":
                touched[x, y] = True
                continue
            sides = [side_of(point, (x, y)) for point in met]
            if "corner" in sides or sides[0] == sides[1]:
                return k.BLOCKED
            clips.append(met)
    if {end for _, end in clips} & {start for start, _ in clips}:
        return k.BLOCKED
    for x, y in touched:  # the diagonal neighbours across a corner that the segment runs through
        for dx, dy in ((1, 1), (1, -1)):
            if (x + dx, y + dy) in touched and crosses_corner(a, b, (x + 1, y + max(dy, 0))):
                return k.BLOCKED
    return k.COVER if cover else k.CLEAR


def crosses_corner(a, b, corner):
    """Whether the segment between two centres runs through a corner of the grid."""
    ax, ay, bx, by = (2 * v + 1 for v in (*a, *b))
    px, py = 2 * corner[0], 2 * corner[1]
    return (bx - ax) * (py - ay) == (by - ay) * (px - ax) and min(ax, bx) < px < max(ax, bx)


@pytest.mark.parametrize("seed", range(2))
def test_G10_5_every_pair_of_a_random_map_agrees_with_exact_geometry(seed):
    rng = np.random.default_rng(seed)
    rows = ["".join(rng.choice(list("....#="), 8)) for _ in range(6)]
    f = fight("A" + "." * 6 + "x\n" + "\n".join(rows))
    board = ["........"] + rows
    squares = [(x, y) for y in range(7) for x in range(8)]
    wrong = [(a, b) for a in squares for b in squares if a != b and look_square(f.tables, *a, *b) != exact(board, a, b)]
    assert not wrong, f"{len(wrong)} pairs, the first {wrong[0]} on {board}"


@pytest.mark.parametrize("seed", range(4))
def test_G10_5c_an_unbroken_wall_is_never_seen_through(seed):
    """A wall of squares joined by sides winds from the left edge to the right; nobody above sees anybody below."""
    rng = np.random.default_rng(seed)
    width, height = 11, 9
    board = [["."] * width for _ in range(height)]
    y = int(rng.integers(2, height - 2))
    for x in range(width):
        to = int(np.clip(y + rng.integers(-3, 4), 1, height - 2))
        for step in range(min(y, to), max(y, to) + 1):
            board[step][x] = "#"
        y = to
    top = [min(r for r in range(height) if board[r][x] == "#") for x in range(width)]
    end = [max(r for r in range(height) if board[r][x] == "#") for x in range(width)]
    board[0][0], board[height - 1][0] = "A", "x"
    f = fight("\n".join("".join(row) for row in board))
    above = [(x, r) for x in range(width) for r in range(top[x])]
    below = [(x, r) for x in range(width) for r in range(end[x] + 1, height)]
    assert above and below
    assert all(look_square(f.tables, *a, *b) == look_square(f.tables, *b, *a) == k.BLOCKED for a in above for b in below)
