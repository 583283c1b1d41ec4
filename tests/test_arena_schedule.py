"""Who meets whom: both seats on the same dice, spread evenly, the same for every pairing."""

from collections import Counter

import pytest

from agents.arena.errors import ArenaError
from agents.arena.schedule import dice_seed, pairings, rounds_of, schedule
from agents.arena.suite import load_source, load_text, read_suite
from envs.core import codes as k
from envs.tables.library import library_path

FIGHTS = [f"fight{n}" for n in range(10)]


def test_every_pair_meets_and_on_a_ladder_neighbours_only():
    assert pairings(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairings(4, ladder=True) == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize("games", [1, 7, 20, 21, 64])
def test_each_round_is_played_from_both_seats_on_the_same_dice(games):
    made = schedule(3, FIGHTS, games, 5)
    assert [game.index for game in made] == list(range(len(made)))
    assert Counter(game.pair for game in made) == dict.fromkeys(range(3), games + games % 2)
    rounds = Counter((game.pair, game.encounter, game.round_no) for game in made)
    assert set(rounds.values()) == {2}
    for first, second in zip(made[::2], made[1::2]):
        assert (first.pair, first.encounter, first.round_no, first.seed) == (second.pair, second.encounter, second.round_no, second.seed)
        assert first.sides == second.sides[::-1] and {first.seat, second.seat} == {k.COMPANIONS, k.ENEMIES}
        assert first.sides[first.seat] == first.a


def test_games_are_spread_evenly_and_few_of_them_over_a_subset_drawn_by_the_seed():
    assert sum(rounds_of(FIGHTS, 46, 1)) == 23 and set(rounds_of(FIGHTS, 46, 1)) == {2, 3}
    few = [tuple(rounds_of(FIGHTS, 6, seed)) for seed in range(20)]
    assert all(sum(rounds) == 3 and max(rounds) == 1 for rounds in few)
    assert len(set(few)) > 5 and few[3] == tuple(rounds_of(FIGHTS, 6, 3))


def test_dice_follow_from_seed_encounter_and_round_alone():
    small, large = schedule(2, FIGHTS, 40, 9), schedule(4, FIGHTS, 80, 9)
    of = {(g.encounter, g.round_no): g.seed for g in large}
    assert all(of[g.encounter, g.round_no] == g.seed for g in small + large)
    seeds = {dice_seed(seed, fight, number) for seed in range(5) for fight in FIGHTS for number in range(5)}
    assert len(seeds) == 250 and max(seeds) < 2**32


# -- suites ----------------------------------------------------------------------------------------------------------------
def test_a_suite_of_files_and_names_loads_again_from_its_sources(tmp_path):
    copy = tmp_path / "my_fight.toml"
    copy.write_bytes(library_path("encounter", "duel").read_bytes())
    text, entries = read_suite([str(copy), "ford"])
    assert text == f"{copy} ford" and [e.source for e in entries] == [f"file:{copy}", "library:ford"]
    assert [load_source(e.source).signature for e in entries] == [e.signature for e in entries]
    assert load_text(copy.read_text(encoding="utf-8"), copy).signature == entries[0].signature


def test_the_fixed_and_the_generated_suites_load_again_from_their_sources():
    for name in ("held-in", "held-out"):
        _, entries = read_suite([name])
        assert len(entries) == 48 and len({e.signature for e in entries}) == 48
        for entry in (entries[0], entries[-1]):
            assert load_source(entry.source).signature == entry.signature
    _, few = read_suite(["generated:4"], 3)
    _, more = read_suite(["generated:4"], 5)
    assert more[:3] == few and [load_source(e.source).signature for e in few] == [e.signature for e in few]
    assert read_suite(["generated:5"], 3)[1] != few


@pytest.mark.parametrize("words, part", [([], "no suite"), (["generated"], "no seed"), (["generated:x"], "no seed"), (["held-in", "duel"], "stands alone"),
                                         (["duel", "duel"], "twice"), (["heldin"], "did you mean 'held-in'"), (["held_out"], "did you mean 'held-out'"),
                                         (["genrated"], "did you mean 'generated'"), (["qqqqq"], "held-in, held-out, generated:SEED"), (["dule"], "did you mean 'duel'")])
def test_a_suite_that_cannot_be_is_refused_in_one_sentence(words, part):
    with pytest.raises(ArenaError, match=part) as fault:
        read_suite(words)
    assert "\n" not in str(fault.value)
