"""Sight and cover (T10.1-T10.3, G10.5, G10.6, G8.28): the engine against exact fractions, and against what a wall must mean."""

from collections import deque

import numpy as np
import pytest

from envs.battle import Battle
from envs.core import codes as k
from envs.core import sight
from envs.tables import load_encounter
from oracle import geometry
from test_oracle import oracle_of

WORDS = {geometry.CLEAR: "clear", geometry.COVER: "cover", geometry.BLOCKED: "blocked"}


def planes(*rows):
    """(solid, low) bool (1, height, width) of a drawn board."""
    board = np.array([list(row) for row in rows])[None]
    return board == "#", board == "="


def random_boards(seed, boards, height, width, walls, lows):
    """(solid, low) bool (boards, height, width) with about these shares of walls and low obstacles; no square is both."""
    roll = np.random.default_rng(seed).random((boards, height, width))
    return roll < walls, (roll >= walls) & (roll < walls + lows)


def engine_sights(solid, low):
    """The packed table of all pairs that the engine fills for each board, unpacked: uint8 (boards, height, width, height, width)."""
    boards, height, width = solid.shape
    n = height * width
    out = np.empty((boards, n * n), np.uint8)
    for b in range(boards):
        terrain = (solid[b] * k.WALL + low[b] * k.LOW).astype(np.int8).ravel()
        packed = np.zeros((n * n + 3) // 4, np.uint8)
        sight.fill_sight(terrain, width, height, packed)
        out[b] = ((packed[:, None] >> np.array([0, 2, 4, 6], np.uint8)) & 3).ravel()[:n * n]
    return out.reshape(boards, height, width, height, width)


def engine_trace(rows, a, b):
    """The word for what the engine traces between two squares (x, y) of a drawn board."""
    solid, low = planes(*rows)
    seen = sight.trace(solid[0].astype(np.uint8).ravel(), low[0].astype(np.uint8).ravel(), solid.shape[2], *a, *b)
    return k.SIGHT_NAMES[seen]


# -- every pair of random boards -------------------------------------------------------------------------------------------
BOARDS = [(1, 12, 16, 16, 0.1, 0.1), (2, 8, 16, 16, 0.3, 0.1), (3, 8, 16, 16, 0.03, 0.3), (4, 20, 9, 13, 0.2, 0.05), (5, 20, 13, 7, 0.5, 0.2),
          (6, 40, 1, 16, 0.2, 0.2), (7, 40, 2, 9, 0.2, 0.2), (8, 60, 5, 5, 0.35, 0.2)]


@pytest.mark.parametrize("seed, boards, height, width, walls, lows", BOARDS)
def test_every_pair_is_seen_as_exact_fractions_say(seed, boards, height, width, walls, lows):
    """G10.5: the table of all pairs equals the segment clipped against each square; and both directions agree."""
    solid, low = random_boards(seed, boards, height, width, walls, lows)
    found, expected = engine_sights(solid, low), geometry.all_sights(solid, low)
    wrong = np.argwhere(found != expected)
    first = [(w.tolist(), found[tuple(w)], expected[tuple(w)]) for w in wrong[:3]]
    assert not first, f"{len(wrong)} pairs; (board, from y, x, to y, x), found, expected: {first}"
    assert (found == found.transpose(0, 3, 4, 1, 2)).all()
    assert {0, 1, 2} == set(np.unique(found).tolist()), "the boards are dull: something is never seen"


def test_far_pairs_of_a_board_of_the_largest_size():
    """Pairs of a 32 x 32 board, among them the longest lines there are."""
    solid, low = random_boards(9, 1, 32, 32, 0.06, 0.06)
    blockers, lows = solid[0].astype(np.uint8).ravel(), low[0].astype(np.uint8).ravel()
    walls, bushes = ({(x, y) for y, x in np.argwhere(plane[0]).tolist()} for plane in (solid, low))
    longest = [[0, 0, 31, 31], [0, 31, 31, 0], [0, 0, 31, 30], [1, 31, 0, 0]]
    for ax, ay, bx, by in np.random.default_rng(9).integers(0, 32, (1500, 4)).tolist() + longest:
        if (ax, ay) != (bx, by):
            expected = geometry.sight(walls, bushes, (ax, ay), (bx, by))
            assert sight.trace(blockers, lows, 32, ax, ay, bx, by) == expected, (ax, ay, bx, by)


def test_the_table_is_the_trace():
    """Pair by pair: what is looked up is what is traced."""
    solid, low = random_boards(10, 1, 11, 14, 0.15, 0.1)
    table = engine_sights(solid, low)[0]
    blockers, lows = solid[0].astype(np.uint8).ravel(), low[0].astype(np.uint8).ravel()
    rng = np.random.default_rng(10)
    for ax, ay, bx, by in zip(*(rng.integers(0, top, 3000).tolist() for top in (14, 11, 14, 11))):
        if (ax, ay) != (bx, by):
            assert table[ay, ax, by, bx] == sight.trace(blockers, lows, 14, ax, ay, bx, by), (ax, ay, bx, by)


def test_turned_and_mirrored_boards_are_seen_alike():
    solid, low = random_boards(11, 6, 12, 12, 0.2, 0.1)
    seen = engine_sights(solid, low)
    assert (engine_sights(solid[:, ::-1], low[:, ::-1]) == seen[:, ::-1, :, ::-1, :]).all()
    assert (engine_sights(solid.transpose(0, 2, 1), low.transpose(0, 2, 1)) == seen.transpose(0, 2, 1, 4, 3)).all()


def test_a_wall_more_never_shows_more():
    """Adding one blocker never makes a pair easier to see."""
    solid, low = random_boards(12, 1, 12, 12, 0.1, 0.1)
    before = engine_sights(solid, low)[0]
    rng = np.random.default_rng(12)
    for y, x in rng.integers(0, 12, (12, 2)):
        more = solid.copy()
        more[0, y, x] = True
        others = np.ones((12, 12), bool)
        others[y, x] = False  # its own square is an end square, and may have been a low obstacle before
        after = engine_sights(more, low & ~more)[0]
        assert (after >= before)[others][:, others].all()


# -- no unbroken wall is seen through --------------------------------------------------------------------------------------
def regions(solid):
    """Number of the region of free squares, joined by sides or corners, that each square lies in; 0 for walls: int (height, width)."""
    height, width = solid.shape
    out = np.zeros((height, width), int)
    for start in np.argwhere(~solid):
        if out[tuple(start)]:
            continue
        number = out.max() + 1
        queue = deque([tuple(start)])
        out[tuple(start)] = number
        while queue:
            y, x = queue.popleft()
            for yy in range(max(0, y - 1), min(height, y + 2)):
                for xx in range(max(0, x - 1), min(width, x + 2)):
                    if not solid[yy, xx] and not out[yy, xx]:
                        out[yy, xx] = number
                        queue.append((yy, xx))
    return out


@pytest.mark.parametrize("walls", [0.3, 0.45, 0.6])
def test_no_unbroken_wall_is_seen_through(walls):
    """G10.5c: two free squares that see each other lie in one region of free squares; walls joined by sides part regions."""
    solid, low = random_boards(int(100 * walls), 12, 14, 14, walls, 0.1)
    seen, parted = engine_sights(solid, low), 0
    for b in range(len(solid)):
        region = regions(solid[b]).ravel()
        visible = seen[b].reshape(196, 196) != k.BLOCKED
        free = region > 0
        apart = (region[:, None] != region[None, :]) & free[:, None] & free[None, :]
        assert not (visible & apart).any(), np.argwhere(visible & apart)[0]
        parted += apart.sum()
    assert parted > 1000


@pytest.mark.parametrize("seed", range(4))
def test_a_crooked_wall_across_the_board_parts_its_sides(seed):
    """A wall that wanders from edge to edge, its squares joined by sides, hides all of one side from the other."""
    rng = np.random.default_rng(seed)
    solid = np.zeros((1, 14, 14), bool)
    y = 7
    for x in range(14):
        to = int(np.clip(y + rng.integers(-3, 4), 1, 12))
        solid[0, min(y, to):max(y, to) + 1, x] = True
        y = to
    seen = engine_sights(solid, np.zeros_like(solid))[0]
    region = regions(solid[0])
    top, bottom = region == region[0, 0], region == region[13, 0]
    assert not (top & bottom).any() and top.any() and bottom.any()
    assert (seen[top][:, bottom] == k.BLOCKED).all()


# -- clause by clause, drawn -----------------------------------------------------------------------------------------------
DRAWN = [
    ("a: by opposite sides", ["..#.."], (0, 0), (4, 0), "blocked"),
    ("a: by opposite corners", ["...", ".#.", "..."], (0, 0), (2, 2), "blocked"),
    ("a: by a side and a corner", ["..", "#.", "..", ".."], (0, 0), (1, 3), "blocked"),
    ("a: by a corner and a side", ["..", "..", ".#", ".."], (0, 0), (1, 3), "blocked"),
    ("b: a clip, two sides that meet", ["..", "#.", ".."], (0, 0), (1, 2), "cover"),
    ("b: a touch, one corner", ["..", "#."], (0, 0), (1, 1), "cover"),
    ("b: beside the line is nothing", ["...", "###"], (0, 0), (2, 0), "clear"),
    ("c: from one blocker straight into the next", ["....", ".##.", "...."], (0, 0), (3, 2), "blocked"),
    ("c: one corner with blockers on both sides", [".#", "#."], (0, 0), (1, 1), "blocked"),
    ("c: one of the two gives cover", ["....", ".#..", "...."], (0, 0), (3, 2), "cover"),
    ("c: two clips that are not joined", ["......", ".#....", "....#.", "......"], (0, 0), (5, 3), "cover"),
    ("c: squares joined by a corner leave a gap", ["..#", ".#."], (0, 0), (2, 1), "cover"),
    ("d: the square looked from and the one looked at do not count", ["#..#"], (0, 0), (3, 0), "clear"),
    ("d: nor do low obstacles there", ["=..="], (0, 0), (3, 0), "clear"),
    ("e: a low obstacle crossed", ["..=.."], (0, 0), (4, 0), "cover"),
    ("e: a row of low obstacles never blocks", [".====."], (0, 0), (5, 0), "cover"),
    ("e: a low obstacle clipped", ["..", "=.", ".."], (0, 0), (1, 2), "cover"),
    ("e: a low obstacle touched", [".=", ".."], (0, 0), (1, 1), "cover"),
    ("e: low on both sides of a corner", [".=", "=."], (0, 0), (1, 1), "cover"),
    ("e: low and wall on both sides of a corner", [".#", "=."], (0, 0), (1, 1), "cover"),
    ("neighbours always see each other past a wall", ["..", "##"], (0, 0), (1, 0), "clear"),
]


@pytest.mark.parametrize("what, rows, a, b, expected", DRAWN, ids=[row[0] for row in DRAWN])
def test_G10_5(what, rows, a, b, expected):
    """The letters of G10.5, drawn; the oracle's reading is held to the same drawing."""
    solid, low = planes(*rows)
    assert engine_trace(rows, a, b) == engine_trace(rows, b, a) == expected
    assert WORDS[int(geometry.all_sights(solid, low)[0, a[1], a[0], b[1], b[0]])] == expected


# -- large creatures -------------------------------------------------------------------------------------------------------
DUMMY = """
[creatures.dummy_{size}]
name = "Dummy {size}"
virtues = {{ might = 0, grace = 0, wits = 0, spirit = 0 }}
key = "might"
max_vigor = 10
speed = 3
size = {size}
endures = true
bare = {{ weapon = 1 }}
deeds = ["staff_rap"]
"""


def yard(tmp_path, rows, sizes, defeated=()):
    """A battle on a drawn map: capital letters are companions, small ones enemies, `sizes` {letter: squares along its side}."""
    text = 'title = "The yard"\nmap = """\n' + "\n".join(rows) + '\n"""\n'
    text += "".join(DUMMY.format(size=size) for size in sorted(set(sizes.values())))
    for letter, size in sizes.items():
        side = "companions" if letter.isupper() else "enemies"
        text += f'\n[roster.{letter}]\ncreature = "dummy_{size}"\nside = "{side}"\n'
        text += "vigor = -1\ndefeated = true\n" if letter in defeated else ""
    path = tmp_path / "yard.toml"
    path.write_text(text, encoding="utf-8")
    return Battle(load_encounter(path), 1, log=False)


def looked(battle, a, b):
    """The word for the sight between two combatants, by letter."""
    letters = battle.scenario.letters
    return k.SIGHT_NAMES[sight.look(battle.tables, battle.state, letters.index(a), letters.index(b))]


LARGE = [
    ("it blocks between others", ["A.LL.b", "..LL.."], {"A": 1, "L": 2, "b": 1}, {"Ab": "blocked", "AL": "clear", "Lb": "clear"}),
    ("clipped it gives cover", ["ALL", ".LL", ".b."], {"A": 1, "L": 2, "b": 1}, {"Ab": "cover"}),
    ("touched it gives cover", [".LL", "ALL", ".b."], {"A": 1, "L": 2, "b": 1}, {"Ab": "cover"}),
    ("beside the line it is nothing", ["A....b", "..LL..", "..LL.."], {"A": 1, "L": 2, "b": 1}, {"Ab": "clear"}),
    ("size 1 never blocks", ["A.B.c"], {"A": 1, "B": 1, "c": 1}, {"Ac": "clear"}),
    ("its best square is looked from and at", ["a#LL", ".=LL"], {"a": 1, "L": 2}, {"aL": "cover"}),
    ("its own squares are not in its way", ["LL..", "LL.a"], {"a": 1, "L": 2}, {"aL": "clear"}),
    ("two large ones see each other past neither of them", ["LL.mm", "LL.mm"], {"L": 2, "m": 2}, {"Lm": "clear"}),
    ("a third large one blocks two", ["LL.NN.mm", "LL.NN.mm"], {"L": 2, "N": 2, "m": 2}, {"Lm": "blocked"}),
    ("size 3 blocks a long diagonal", ["A....", ".LLL.", ".LLL.", ".LLL.", "....b"], {"A": 1, "L": 3, "b": 1}, {"Ab": "blocked"}),
    ("large creature and wall at one corner block", [".LLA", "#LL.", "b..."], {"A": 1, "L": 2, "b": 1}, {"Ab": "blocked"}),
]


@pytest.mark.parametrize("what, rows, sizes, seen", LARGE, ids=[row[0] for row in LARGE])
def test_G10_6(tmp_path, what, rows, sizes, seen):
    """Large creatures block sight between others, never to themselves; their best square counts."""
    battle = yard(tmp_path, rows, sizes)
    assert {pair: looked(battle, *pair) for pair in seen} == seen
    assert {pair: looked(battle, *pair[::-1]) for pair in seen} == seen


def test_G8_28_a_large_creature_that_lies_defeated_does_not_block(tmp_path):
    battle = yard(tmp_path, ["A.LL.b", "C.LL.."], {"A": 1, "C": 1, "L": 2, "b": 1}, defeated="L")
    assert looked(battle, "A", "b") == "clear"


@pytest.mark.parametrize("seed", range(12))
def test_sight_between_combatants_is_the_best_of_exact_lines(tmp_path, seed):
    """Random boards with creatures of sizes 1 to 3, some of them defeated: every pair as the oracle sees it."""
    rng = np.random.default_rng(seed)
    rows, sizes = scatter(rng)
    battle = yard(tmp_path, rows, sizes, defeated=[letter for letter in sizes if rng.random() < 0.2 and letter not in "Aa"])
    oracle = oracle_of(battle.scenario)
    moment = oracle.read(battle.state)
    for i in range(len(sizes)):
        for j in range(len(sizes)):
            if i != j:
                found, expected = sight.look(battle.tables, battle.state, i, j), oracle.board.look(moment, i, j)
                assert found == expected, (rows, battle.scenario.letters[i], battle.scenario.letters[j])


def scatter(rng, width=14, height=11):
    """(rows, sizes) of a random board: walls, low obstacles and eight creatures that fit between them."""
    board = np.where(rng.random((height, width)) < 0.1, "#", np.where(rng.random((height, width)) < 0.1, "=", "."))
    sizes = {}
    for letter, size in zip("ABCDabcd", [1, 1, 2, 3, 1, 1, 2, 2]):
        taken = True
        while taken:
            x, y = int(rng.integers(0, width - size + 1)), int(rng.integers(0, height - size + 1))
            body = board[y:y + size, x:x + size]
            taken = bool(np.isin(body, list("ABCDabcd")).any())
        body[:] = letter
        sizes[letter] = size
    return ["".join(row) for row in board], sizes
