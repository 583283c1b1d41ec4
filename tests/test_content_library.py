"""The library: everything loads, is used and differs; texts and balance of the board by lint."""

import itertools

import numpy as np
import pytest

import envs.tables as tables
from envs.core import codes as k
from envs.tables.library import CONTENT, FOLDERS, library_item
from envs.tables.schema import GEAR_USES
from envs.tables.schema_lines import VERB_KEYS

KINDS = ["creature", "deed", "gear"]
CREATURES = {n: library_item("creature", n).model for n in tables.library_names("creature")}
DEEDS = {n: library_item("deed", n).model for n in tables.library_names("deed")}
ENCOUNTERS = tables.library_names("encounter")
TRAINING = ["broken_gate", "dry_orchard", "old_cellar", "toll_bridge", "lamplit_chapel", "ember_yard", "sluice_gate"]
HELD_OUT = ["ford", "roofless_hall", "night_ferry", "bell_ritual"]
GROWN = ["candle_market", "wagon_road", "drowned_stair", "mill_race", "glass_garden", "winter_chancel", "hour_tower", "windfall", "salt_road"]


INDEXES = ("suites/reserved.toml", "puzzles/puzzles.toml", "puzzles/answers.toml")  # lists, which tests of their own read
FILES = sorted(path for path in CONTENT.rglob("*.toml") if path.relative_to(CONTENT).as_posix() not in INDEXES)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_file_is_without_fault(path):
    assert path.parent.name in {*FOLDERS.values(), "yards", "held_in", "held_out", "puzzles", "cast"}
    assert [str(f) for f in tables.check_file(path)] == []


def test_there_is_what_the_issue_asks_for():
    assert set(ENCOUNTERS) == {"duel", "bench", *TRAINING, *HELD_OUT, *GROWN}
    assert {c.size for c in CREATURES.values()} == {1, 2, 3}
    assert any(c.light_dependent for c in CREATURES.values()) and any(c.actions for c in CREATURES.values())


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_unique_and_everything_has_a_text(kind):
    items = [library_item(kind, n).model for n in tables.library_names(kind)]
    names = [i.name.casefold() for i in items]
    texts = [i.text for i in items]
    assert len(set(names)) == len(names) and len(set(texts)) == len(texts)
    assert all(len(text) >= 12 and text.endswith(".") for text in texts)


def test_everything_is_used():
    used = {"creature": set(), "deed": set(), "gear": set()}
    for name in ENCOUNTERS:
        scenario = tables.load_library_encounter(name)
        used["creature"] |= {t.partition(":")[2] for t in scenario.texts if t.startswith("creature:")}
        used["deed"] |= {t.partition(":")[2] for t in scenario.texts if t.startswith("deed:")}
        used["gear"] |= {key.replace("-", "_") for key in scenario.gear_keys}
    for kind in KINDS:
        assert set(tables.library_names(kind)) == used[kind]


def test_no_two_deeds_do_the_same():
    bodies = [d.model_dump_json(exclude={"name", "text"}) for d in DEEDS.values()]
    assert len(set(bodies)) == len(bodies)


def test_deeds_cover_the_rules():
    """Verbs, instruments, kinds of targets, areas, tiers, results, states, kinds of lasting effects, gains and uses of gear all occur somewhere."""
    lines = [(d, when, line) for d in DEEDS.values() for when, line in d.lines]
    assert {d.kind for d in DEEDS.values()} == set(k.DEED_KINDS)
    assert {d.instrument for d in DEEDS.values()} == set(k.INSTRUMENTS)
    assert {d.targets for d in DEEDS.values()} == set(k.TARGETS)
    assert {d.area for d in DEEDS.values()} == {None, *k.AREAS[1:]}
    assert {d.tier for d in DEEDS.values()} == set(k.TIERS)
    assert {k.WHENS[when] for _, when, _ in lines} == set(k.WHENS)
    assert {line.verb for *_, line in lines} == set(VERB_KEYS)
    assert {line.state or line.gives for *_, line in lines} >= set(k.STATE_NAMES)
    assert {line.who for *_, line in lines} == set(k.WHOS)
    assert {line.gain for *_, line in lines} >= set(k.GAINS)
    assert {line.effect for *_, line in lines} >= set(k.EFFECT_NAMES)
    assert {use for name in tables.library_names("gear") for use in library_item("gear", name).model.use} == set(GEAR_USES)


def test_encounters_show_what_stands_and_lasts_on_the_map():
    """Every kind of feature, several objectives, darkness, pits, exits, a thing on the ground, newcomers and effects that last from the start."""
    kinds, objectives, bits, last, lie, come = set(), set(), 0, 0, 0, 0
    for name in ENCOUNTERS:
        scenario = tables.load_library_encounter(name)
        t, s = scenario.tables[0], scenario.initial[0]
        kinds |= {k.FEATURE_KINDS[f.kind] for f in t.features[:t.n_features]}
        objectives.add(k.OBJECTIVES[t.objective])
        bits |= int(np.bitwise_or.reduce(t.terrain[:int(t.width) * int(t.height)]))
        last += int((s.effects["potency"] > 0).sum())
        lie += int(((s.items["gear"] != k.NONE) & (s.items["place"] != k.NONE)).sum())
        come += int((s.combatants["arrives"] > 0).sum())
    assert kinds == set(k.FEATURE_KINDS)
    assert objectives == set(k.OBJECTIVES)
    assert all(bits & bit for bit in (k.PIT, k.EXIT, k.DARK)) and last and lie and come


def test_attacks_do_not_help_their_targets():
    good = {"protected", "soothed", "strong", "hastened"}
    for deed in DEEDS.values():
        for _, line in deed.lines:
            if deed.kind == "attack" and line.who == "target":
                assert line.state not in good and line.recover is None and line.end not in {"exposed", "weak", "suffering", "hindered"}
            if deed.targets in ("ally", "companion", "personal") and line.who == "target":
                assert line.state is None or line.state in good


def test_scale():
    """Numbers stay where fights last a handful of rounds."""
    for name, c in CREATURES.items():
        assert 10 <= c.max_vigor <= 90 and 4 <= c.speed <= 8 and c.recoveries <= 4, name
        assert max(getattr(c.virtues, v) for v in k.VIRTUES) == getattr(c.virtues, c.key), name


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_encounter_is_playable_ground(name):
    """Both sides stand on the board, and every combatant can walk to every foe with everybody else out of the way."""
    scenario = tables.load_library_encounter(name)
    t, s = scenario.tables[0], scenario.initial[0]
    width, height = int(t.width), int(t.height)
    assert 8 <= width <= 24 and 8 <= height <= 24 and (name in GROWN or max(width, height) <= 16)
    wall = (t.terrain[:width * height] & k.WALL).reshape(height, width) != 0
    for i, j in itertools.permutations(range(int(t.n_combatants)), 2):
        if t.roster[i].side != t.roster[j].side:
            here, there = ((int(s.combatants[m].x), int(s.combatants[m].y)) for m in (i, j))
            assert _meets(wall, int(t.roster[i].bulk), here, there), (scenario.names[i], scenario.names[j])


def _meets(wall, bulk, start, goal):
    """Whether a creature of that size can come next to the goal by straight steps over squares without walls."""
    height, width = wall.shape
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        if x - 1 <= goal[0] <= x + bulk and y - 1 <= goal[1] <= y + bulk:
            return True
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= nx and 0 <= ny and nx + bulk <= width and ny + bulk <= height
            if inside and (nx, ny) not in seen and not wall[ny:ny + bulk, nx:nx + bulk].any():
                seen.add((nx, ny))
                todo.append((nx, ny))
    return False


def test_the_maps_matter():
    """Walls, low obstacles and difficult ground all occur; one map has a choke point; one fight is under way in mid-turn."""
    bits, under_way, chokes = set(), [], []
    for name in ENCOUNTERS:
        scenario = tables.load_library_encounter(name)
        t, s = scenario.tables[0], scenario.initial[0]
        n = int(t.width) * int(t.height)
        bits |= set(np.unique(t.terrain[:n]).tolist())
        rows = (t.terrain[:n] & k.WALL).reshape(int(t.height), int(t.width)) == 0
        chokes += [name] if any(0 < r.sum() <= 3 for r in rows) else []
        under_way += [name] if s.turn_of != k.NONE else []
    assert {k.WALL, k.LOW, k.DIFFICULT} <= bits
    assert under_way and "broken_gate" in chokes


def test_sizes_of_the_sides():
    for name in ENCOUNTERS:
        t = tables.load_library_encounter(name).tables[0]
        sides = [int(sum(t.roster[i].side == side for i in range(t.n_combatants))) for side in (0, 1)]
        if name in TRAINING:
            assert min(sides) >= 3
        if name in GROWN:
            assert 3 <= sides[0] <= 5 and 3 <= sides[1] <= 8
        if name == "bench":
            assert sides == [4, 4] and (t.width, t.height) == (16, 16)
        if name == "duel":
            assert sides == [1, 1] and (t.width, t.height) == (8, 8)


def test_prose_stays_plain():
    """No tabs, no double spaces, lines that a page can hold."""
    for path in sorted(CONTENT.rglob("*.toml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert "\t" not in line and len(line) <= 200, path
            assert line == line.rstrip(), path


def test_the_readme_example_works(tmp_path):
    """The two files of "add a monster in five minutes" are taken from the page and load."""
    text = (CONTENT / "README.md").read_text(encoding="utf-8")
    blocks = [b.partition("```")[0] for b in text.split("```toml\n")[1:]]
    for name, block in zip(("crab.toml", "cellar.toml"), blocks):
        (tmp_path / name).write_text("\n".join(line.removeprefix("   ") for line in block.splitlines()), encoding="utf-8")
    assert tables.check_file(tmp_path / "crab.toml") == []
    scenario = tables.load_encounter(tmp_path / "cellar.toml")
    assert scenario.names == ["Gate Warden", "Cellar Crab"] and scenario.keys == ["warden", "crab"]
