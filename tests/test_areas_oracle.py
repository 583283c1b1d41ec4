"""Areas on random boards against brute force (chapter 11): where they may lie, who is in them and in which order, whether there is any place."""

import numpy as np
import pytest

from envs.core import areas, resolve, targeting
from envs.core import codes as k
from oracle.areas import Area, affected, around, blast, can_lie, exists, may_stop, next_squares
from oracle.scene import box
from random_scenes import amount, as_it_is, boards, shuffle
from rules.drawn import fight

LINES = {"attack": '{ damage = "3" }', "gambit": '{ state = "weak" }', "lasting": '{ effect = "dense cloud", who = "self" }'}


def deed(area, size=0, within=0, kind="attack", lines="", more=""):
    """TOML lines of an area deed."""
    instrument = {"melee burst": "melee", "spell burst": "spell"}.get(area, "innate")
    numbers = (f"area_size = {size}\n" if size else "") + (f"range = {within}\n" if within else "")
    return f'kind = "{kind}"\ninstrument = "{instrument}"\ntargets = "area"\narea = "{area}"\n{numbers}{more}\nconflict = [{LINES[lines or kind]}]'


BLASTS = {"one": deed("blast", 1, 3), "two": deed("blast", 2, 1), "three": deed("blast", 3, 2, "gambit"), "four": deed("blast", 4, 3, "gambit", "lasting"),
          "close_one": deed("close blast", 1), "close_two": deed("close blast", 2, 0, "gambit"), "close_three": deed("close blast", 3),
          "close_four": deed("close blast", 4, 0, "gambit", "lasting"), "close_five": deed("close blast", 5)}
PATHS = {"single": deed("path", 1, 2), "path": deed("path", 5, 3), "long": deed("path", 16, 1, "gambit"), "beside": deed("close path", 1),
         "close": deed("close path", 3, 0, "gambit"), "close_long": deed("close path", 9)}
BURSTS = {"burst": deed("burst", 1), "wide": deed("burst", 3, 0, "gambit"), "curse": deed("burst", 2, 0, "gambit", "", "harmful = true"),
          "aura": deed("aura", 2),
          "bless": deed("aura", 1, 0, "gambit"), "haze": deed("burst", 1, 0, "attack", "lasting"), "sweep": deed("melee burst"), 
          "volley": deed("spell burst"), "song": deed("spell burst", 0, 3, "gambit"), "hymn": deed("melee burst", 0, 0, "gambit", "lasting")}


def area_of(f, i, row):
    """The Area that a deed's row says. Bare hands reach 1, or as far as a spell by hand (T5.3)."""
    within = int(row.range)
    if row.range == k.NONE:
        within = int(f.tables.rules.hand_range) if row.instrument == k.SPELL else 1
    return Area(k.AREAS[int(row.area)], int(row.area_size), within, bool(row.harmful), bool(row.lasts))


def positions(seed, deeds, n_boards, n_positions):
    """(rng, fight, scene, user, deed row number, Area) for some or all deeds of random positions."""
    for rng, f in boards(n_boards, seed, deeds):
        for _ in range(n_positions):
            scene = shuffle(f, rng)
            i = rng.choice(sorted(scene.standing))
            for slot in rng.sample(range(len(deeds)), amount(3, len(deeds))):
                number = int(f.tables.roster[i].deeds[slot])
                yield rng, f, scene, i, number, area_of(f, i, f.tables.deeds[number])


def targets_of(f, i, number, place=k.NONE, chain=()):
    """Who is a target when the area lies there, in order; the record is put back."""
    t, s, before = f.tables, f.state, f.record().copy()
    resolve.set_deed(s, i, number, 0)
    s.deed.place = place
    s.chain[:len(chain)] = chain
    s.n_chain = len(chain)
    targeting.fill_area(t, s)
    found = [int(row.who) for row in s.targets[:s.deed.n_targets] if row.marks == 0]  # marks: an area without anybody
    f.record()[:] = before
    return found


def flat(f, square):
    return square[1] * int(f.tables.width) + square[0]


def test_T11_1_T11_2_T11_3_a_blast_lies_where_brute_force_says_and_holds_whom_it_says():
    """G11.1a, G11.3a, T5.9: every middle of every board; those in it are targets, the nearest first, then by the roster (G5.8a)."""
    for rng, f, scene, i, number, area in positions("blasts", BLASTS, amount(3, 8), amount(4, 10)):
        good = np.empty(len(scene.board), np.int8)
        areas.fill_qualifying(f.tables, f.state, i, number, 0, good)
        found = {q for q in scene.board if areas.can_place(f.tables, f.state, i, number, good, *q) == k.OK}
        expected = {q for q in scene.board if can_lie(scene, i, area, q)}
        assert found == expected, (f.scenario.signature, scene.at, i, area, sorted(found ^ expected))
        there = areas.has_area(f.tables, f.state, i, number, 0)
        assert there == bool(expected), (f.scenario.signature, scene.at, i, area)
        for q in rng.sample(sorted(expected), min(amount(1, 3), len(expected))):
            assert targets_of(f, i, number, flat(f, q)) == affected(scene, i, area, blast(q, area.size)), (f.scenario.signature, scene.at, i, area, q)


def test_T11_8_T11_9_G11_8a_a_path_goes_where_its_definition_lets_it():
    """Square by square from every start to a dead end: what may come next, whether it may stop, whom it holds."""
    for rng, f, scene, i, number, area in positions("paths", PATHS, amount(3, 6), amount(4, 8)):
        t, s, chain = f.tables, f.state, []
        s.n_chain = 0
        first = next_squares(scene, i, area, [])
        there = areas.has_area(t, s, i, number, 0)
        assert there == exists(scene, i, area), (f.scenario.signature, scene.at, i, area)
        while True:
            assert s.n_chain == len(chain)
            tried = scene.board & box(chain[-1][0] - 2, chain[-1][1] - 2, 5) if chain else scene.board
            found = {q for q in tried if areas.can_go_on(t, s, i, number, 0, flat(f, q)) == k.OK}
            expected = next_squares(scene, i, area, chain) if chain else first
            assert found == expected, (f.scenario.signature, scene.at, i, area, chain, sorted(found ^ expected))
            assert areas.can_stop_path(t, s, i, number, 0) == may_stop(scene, i, area, chain), (f.scenario.signature, scene.at, i, area, chain)
            if chain:
                assert areas.path_goes_on(t, s, i, number, 0) == bool(expected)
            if not expected:
                break
            chain.append(rng.choice(sorted(expected)))
            s.chain[s.n_chain] = flat(f, chain[-1])
            s.n_chain += 1
        if chain:
            assert targets_of(f, i, number, k.NONE, [flat(f, q) for q in chain]) == affected(scene, i, area, set(chain)), (f.scenario.signature, chain)
        s.n_chain = 0


def test_T11_4_to_T11_7_bursts_and_auras_hold_all_within_their_number():
    """G11.10, T5.9: from the nearest square, walls do not matter, harmful ones leave their user out."""
    spared = 0
    for _, f, scene, i, number, area in positions("bursts", BURSTS, amount(4, 15), amount(6, 15)):
        expected = affected(scene, i, area, around(scene, i, area))
        spared += area.spares
        there = areas.has_area(f.tables, f.state, i, number, 0)
        assert there == exists(scene, i, area), (f.scenario.signature, scene.at, i, area)
        if area.kind != "spell burst":
            assert targets_of(f, i, number) == expected, (f.scenario.signature, scene.at, i, area)
            continue
        resolve.set_deed(f.state, i, number, 0)
        found = [j for j in range(len(scene.sizes)) if targeting.can_choose(f.tables, f.state, i, j) == k.OK]
        resolve.clear_deed(f.state)
        assert found == sorted(expected), (f.scenario.signature, scene.at, i, area)
    assert spared


@pytest.mark.parametrize("seed", range(3))
def test_T11_3_T11_9_whoever_is_hemmed_in_by_walls_is_offered_a_close_area_only_where_one_can_lie(seed):
    """Every board of three by three around a user in its corner or middle, with a large creature beyond the walls."""
    rng = np.random.default_rng(seed)
    hemmed = {name: {**BLASTS, **PATHS}[name] for name in ("close_one", "close_two", "beside", "close")}

    for _ in range(amount(8, 40)):
        rows = np.where(rng.random((4, 5)) < 0.5, "#", ".")
        rows[2:, 2:4] = rows[1:3, 1:3] = "."
        rows[0, 0] = "A"
        x = rng.integers(0, 2)
        rows[1 + x:3 + x, 1:3] = "x"
        f = fight("\n".join("".join(row) for row in rows), deeds=hemmed, x="size = 2")
        for number in f.tables.roster[0].deeds[:4]:
            row = f.tables.deeds[int(number)]
            scene = as_it_is(f)
            area = area_of(f, 0, row)
            there = areas.has_area(f.tables, f.state, 0, int(number), 0)
            assert there == exists(scene, 0, area), (rows.tolist(), area)
