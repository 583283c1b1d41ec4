"""Generated encounters in play: sources, the pool of a batch, environments, the command."""

import numpy as np
import pytest

from envs.core.record import TABLES
from envs.generate import encounter_toml
from envs.generate.source import FRESH, Generated, is_source, parse_source
from envs.native import NativeBatch
from envs.pool import GAMES, Pool


# -- batches ---------------------------------------------------------------------------------------------------------------------
def history(n, row, steps, seed=5):
    """What row `row` of a batch sees over some steps, answering by its own chance."""
    batch = NativeBatch([Generated(options={"size": 8, "party": 1, "level": 1})], n, seed=seed, learner="both_seats")
    rngs = [np.random.default_rng([9, b]) for b in range(n)]
    batch.reset()
    out = []
    for _ in range(steps):
        choices = [int(rng.choice(np.flatnonzero(mask))) for rng, mask in zip(rngs, batch.masks)]
        seen = batch.step(choices)
        state = batch.states[row].copy()
        name, state.scenario = batch.scenarios[int(state.scenario)].name, 0
        out.append((name, state.tobytes(), batch.masks[row].tobytes(), float(seen.rewards[row]), *[a[row].tobytes() for a in seen.observation.values()]))
    return out


def test_a_row_plays_the_same_alone_and_in_a_batch():
    alone = history(1, 0, 400)
    assert alone == history(5, 0, 400)
    assert len({step[0] for step in alone}) > 1, "no game ended"
    assert alone != history(1, 0, 400, seed=6)
    assert history(4, 3, 150) == history(9, 3, 150)


def test_a_pool_overwrites_only_what_no_row_plays():
    pool = Pool([Generated(3)], 2)
    slots = [pool.begin(0, 0, 1, 0, 0), pool.begin(1, 0, 1, 0, 0)]
    assert slots[0] == slots[1] and len(pool.tables) == 4
    held = pool.tables[slots[0]].tobytes()
    for number in range(1, 7):
        pool.begin(1, 0, 1, 0, number)
        assert pool.tables[slots[0]].tobytes() == held
    assert pool.scenarios[pool.begin(1, 0, 1, 0, 0)].name == pool.scenarios[slots[0]].name
    fresh = Pool([Generated(3)], 2)
    again = fresh.begin(0, 0, 1, 0, 6)
    assert fresh.scenarios[again].signature == pool.scenarios[pool.begin(0, 0, 1, 0, 6)].signature


def test_a_generation_is_played_for_some_games_and_then_left():
    """Row b's n-th game is of generation n // GAMES; resets of the batch go on where it was, a new seed begins anew."""
    batch = NativeBatch([Generated()], 1, seed=2)
    seen = []
    for _ in range(2 * GAMES):
        batch.reset()
        seen.append(next(key[2] for key, slot in batch.pool.slot_of.items() if slot == batch.pool.playing[0]))
    assert seen == [0] * GAMES + [1] * GAMES and FRESH > 1
    batch.seed(2)
    assert batch.games[0] == 0


def test_a_slot_that_is_written_again_holds_the_new_scenario_alone():
    pool = Pool([Generated(1)], 1)
    for number in range(5):
        slot = pool.begin(0, 0, 0, 0, number)
        t, scenario = pool.tables[slot], Generated(1).scenario(0, 0, number)
        assert pool.scenarios[slot].name == scenario.name and np.shares_memory(pool.scenarios[slot].tables, pool.tables)
        pairs = (int(t.width) * int(t.height)) ** 2
        for name in TABLES.names:
            if name not in ("sight", "side", "play_on"):
                assert np.array_equal(t[name], scenario.tables[0][name]), name
        assert (t.sight[:pairs // 4] == scenario.tables[0].sight[:pairs // 4]).all()


def test_generated_and_fixed_encounters_share_a_batch():
    from envs.scenarios import resolve

    batch = NativeBatch(resolve(["duel", "generated:4"]), 12, seed=1)
    batch.reset()
    names = {batch.scenarios[int(s.scenario)].name for s in batch.states}
    assert "duel" in names and any(name.startswith("generated_") for name in names) and batch.side == 16


def test_environments_take_generated_encounters():
    import gymnasium

    for encounter in ("generated", "generated:7"):
        env = gymnasium.make("Foemind-v0", encounter=encounter)
        first, info = env.reset(seed=3)
        again, same = env.reset(seed=3)
        assert info["encounter"] == same["encounter"] and all((first[name] == again[name]).all() for name in first)
        assert info["encounter"].startswith("generated_")
    by_seed = [gymnasium.make("Foemind-v0", encounter=Generated(options={"kind": "cave", "size": 10})).reset(seed=seed)[1]["encounter"] for seed in (1, 2)]
    assert by_seed[0] != by_seed[1]
    envs = gymnasium.make_vec("Foemind-v0", num_envs=3, encounter="generated")
    assert envs.reset(seed=1)[1]["action_mask"].any(axis=1).all()


def test_words_for_sources():
    assert parse_source("generated").seed is None and parse_source("generated:7").seed == 7 and parse_source("duel") is None
    assert is_source("generated:x") and parse_source("generated:7").name == "generated:7"
    with pytest.raises(ValueError, match="names no seed"):
        parse_source("generated:x")
    assert Generated(1).signature == Generated(1).signature != Generated(2).signature


def test_a_training_configuration_names_them():
    from training.config import ConfigError, as_dict, make_config
    from training.train import load_encounters

    config = make_config({"encounters": ["generated:3", "duel"], "withhold": [["state", "weak", "blast"]]})
    assert make_config(as_dict(config)) == config
    source = load_encounters(config.encounters, ".", config.withhold)[0]
    assert source.seed == 3 and source.options["withhold"] > {("state", "weak", "blast")} and source.options["creatures"] == "training"
    for wrong, words in (([["state", "weak"]], "is no combination"), ("weak", "must be a list"), ([["grab", "", "none"]], "cannot be withheld")):
        with pytest.raises(ConfigError, match=words):
            make_config({"encounters": ["generated"], "withhold": wrong})


def test_a_configuration_with_a_source_that_cannot_be_is_told(tmp_path):
    from training.config import ConfigError, load_config

    file = tmp_path / "run.toml"
    for line, words in (('encounters = ["generated:x"]', "names no seed"), ('encounters = ["generated"]\nside = 8', "set side to 16")):
        file.write_text(line, encoding="utf-8")
        with pytest.raises(ConfigError, match=words):
            load_config(file)


# -- the command -------------------------------------------------------------------------------------------------------------------
def test_the_command_writes_files(tmp_path):
    from typer.testing import CliRunner

    from judge.cli import app

    run = CliRunner().invoke
    done = run(app, ["generate", "--seed", "3", "--kind", "cave"])
    assert done.exit_code == 0 and done.output == encounter_toml(3, kind="cave")
    assert run(app, ["generate", "--count", "2", "-o", str(tmp_path / "many"), "--size", "10"]).exit_code == 0
    assert sorted(p.name for p in (tmp_path / "many").iterdir()) == ["generated_0.toml", "generated_1.toml"]
    assert run(app, ["generate", "-o", str(tmp_path / "one.toml"), "--level", "2"]).exit_code == 0
    assert (tmp_path / "one.toml").read_text(encoding="utf-8") == encounter_toml(0, level=2)
    for wrong, words in ((["--kind", "moon"], "use rooms"), (["--count", "3"], "need a folder"), (["--count", "0"], "give 1 to"),
                         (["--count", "2", "-o", str(tmp_path / "one.toml")], "need a folder")):
        done = run(app, ["generate", *wrong])
        assert done.exit_code == 1 and words in done.output and "Traceback" not in done.output


def test_fights_between_bots_end_and_are_counted():
    """The benchmark's figures on a few fights: most end before the last round, and neither side wins them all."""
    from benchmarks.generated import fights

    found = fights(24, "greedy").as_dict()
    assert found["fights"] == 24 and found["winners"].get("cut-off", 0) < 20 and min(found["winners"][side] for side in ("companions", "enemies")) > 15
    assert sum(found["questions"].values()) == pytest.approx(100, abs=0.5) and {"deed", "walk", "end turn"} <= set(found["actions"])
