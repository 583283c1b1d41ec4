"""The suites for contests: fixed, of 48 fights each, and held-out shows what no training fight holds."""

import hashlib
from functools import lru_cache

import pytest

from envs import suites
from envs.generate.encounter import encounter_data
from envs.generate.lines import combinations
from envs.generate.shelf import deeds_of, is_reserved, read, reserved
from envs.generate.source import parse_source, training_options
from envs.scenarios import TRAINING
from envs.tables import library_names, load_encounter
from envs.tables.library import CONTENT

WITHHELD = {tuple(triple) for triple in reserved()["withhold"]}


@lru_cache(maxsize=None)
def fights(name):
    """[(its name, the encounter as a dict)] of a suite."""
    import tomllib
    own = [(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in suites.suite_files(name)]
    return [(key, read("encounter", key)) for key in reserved()[suites.NAMES[name]]] + own


def creatures(data):
    """[(id, stat block)] of everybody in an encounter."""
    own = data.get("creatures", {})
    return [(key, own.get(key) or read("creature", key)) for key in dict.fromkeys(entry["creature"] for entry in data["roster"].values())]


def held(data):
    """The withheld combinations in an encounter."""
    return WITHHELD & {c for _, creature in creatures(data) for _, deed in deeds_of(creature) for c in combinations(deed)}


@pytest.mark.parametrize("name", suites.NAMES)
def test_a_suite_has_48_fights_that_are_as_its_version_says(name):
    """A change of a fight must be meant: then raise the version in reserved.toml and write the new digest there."""
    scenarios = suites.load_suite(name)
    assert len(scenarios) == suites.SIZE == len({s.signature for s in scenarios})
    digest = hashlib.sha256(" ".join(s.signature for s in scenarios).encode()).hexdigest()[:16]
    assert digest == reserved()["digests"][suites.NAMES[name]]
    assert suites.suite_version() >= 1


def test_no_suite_of_another_name():
    with pytest.raises(ValueError, match="use held-in or held-out"):
        suites.load_suite("held-on")


def test_held_in_and_the_training_fights_hold_nothing_reserved():
    library = [(name, read("encounter", name)) for name in TRAINING]
    for name, data in [*fights("held-in"), *library]:
        assert not held(data), name
        assert not [key for key, _ in creatures(data) if is_reserved(key)], name


def test_generated_fights_of_training_hold_nothing_reserved():
    source = parse_source("generated")
    assert source.options == training_options() and source.options["withhold"] == WITHHELD
    for seed in range(150):
        data = encounter_data(seed, **source.options)
        assert not held(data) and not [key for key, _ in creatures(data) if is_reserved(key)], seed
    assert parse_source("generated:3", [("state", "weak", "blast")]).options["withhold"] == WITHHELD | {("state", "weak", "blast")}


def test_held_out_has_monsters_deeds_parties_and_maps_of_its_own():
    inside, outside = fights("held-in"), fights("held-out")
    blocks = [{key if key not in data.get("creatures", {}) else str(block) for _, data in group for key, block in creatures(data)
               if not block.get("endures", False)} for group in (inside, outside)]
    assert not blocks[0] & blocks[1], "the library's by id, others by what they can do"
    maps = [{data["map"] for _, data in group} for group in (inside, outside)]
    assert not maps[0] & maps[1]
    parties = [{tuple(sorted(key for key, block in creatures(data) if block.get("endures", False))) for _, data in group} for group in (inside, outside)]
    assert not parties[0] & parties[1]
    drawn = [{str(sorted(deed.items())) for _, data in group for _, block in creatures(data) if "own_deeds" in block for deed in block["own_deeds"].values()}
             for group in (inside, outside)]
    assert not drawn[0] & drawn[1]


def test_held_out_shows_every_combination_that_is_withheld():
    shown = [held(data) for _, data in fights("held-out")]
    assert set().union(*shown) == WITHHELD
    assert sum(bool(found) for found in shown) >= 36


def test_reserved_creatures_are_of_the_library():
    names = library_names("creature")
    assert all(name in names for name in reserved()["creatures"]) and any(is_reserved(f"{name}_2") for name in reserved()["creatures"])
    assert all(name in library_names("encounter") for key in suites.NAMES.values() for name in reserved()[key])


@pytest.mark.parametrize("path", [path for name in suites.NAMES for path in suites.suite_files(name)][::12], ids=lambda path: path.stem)
def test_its_files_are_plain_encounters(path):
    assert load_encounter(path).name == path.stem and path.is_relative_to(CONTENT)
