"""Whole runs: the rollout is what was played, a stopped run goes on, faults are one sentence."""

import _thread
import json
import threading
import time

import numpy as np
import pytest
import torch
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnvWrapper

from envs.core.codes import A_SQUARE
from envs.encoding.layout import index
from envs.tables import load_encounter
from training import runs
from training.config import ConfigError, change, make_config
from training.meter import Fights
from training.rows import ROW_ARRAYS
from training.train import load_encounters, make_env, make_model, score, train

TINY = make_config({"encounters": ["duel"], "side": 8, "n_envs": 8, "n_steps": 16, "batch_size": 64, "epochs": 2, "decisions": 256,
                    "evaluate_games": 0, "threads": 1})
SHORT = """
title = "A short meeting"
map = \"\"\"
........
.W......
........
......R.
........
\"\"\"
[rules]
max_rounds = 1
[roster.W]
creature = "gate_warden"
side = "companions"
[roster.R]
creature = "hook_runner"
side = "enemies"
"""


class Recorder(VecEnvWrapper):
    """Keeps what an environment gave back, copied at once."""

    def __init__(self, venv):
        super().__init__(venv)
        self.seen, self.masks, self.rewards, self.infos, self.dones = [], [], [], [], []

    def reset(self):
        return self._keep(self.venv.reset())

    def step_wait(self):
        obs, rewards, dones, infos = self.venv.step_wait()
        self.rewards.append(rewards.copy())
        self.dones.append(dones.copy())
        self.infos.append(infos)
        return self._keep(obs), rewards, dones, infos

    def _keep(self, obs):
        self.seen.append({name: array.copy() for name, array in obs.items()})
        self.masks.append(np.array(self.venv.env_method("action_masks")))
        return obs


def rollout(config, scenarios, seed=3):
    """(model, recorder) after one rollout that was collected but not learned from."""
    env = Recorder(make_env(config, scenarios, seed))
    model, fights = make_model(config, env, seed), Fights()
    model.set_logger(configure(None, []))
    model._setup_learn(1, fights)
    model.collect_rollouts(env, fights, model.rollout_buffer, config.n_steps)
    return model, env


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    file = tmp_path_factory.mktemp("short") / "short.toml"
    file.write_text(SHORT)
    return load_encounter(file)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """(folder, summary) of a tiny finished run."""
    out = tmp_path_factory.mktemp("runs") / "tiny"
    return out, train(TINY, out, seed=5, progress=False)


def test_a_rollout_holds_what_was_played_and_the_engine_plays_it_again(short):
    config = change(TINY, n_steps=60)
    model, env = rollout(config, [short])
    buffer = model.rollout_buffer
    actions = buffer.actions.copy()[:, :, 0]
    list(buffer.get(64))
    again = make_env(config, [short], 3)
    obs = again.reset()
    for step in range(config.n_steps):
        mask = np.array(again.env_method("action_masks"))
        sample = buffer.samples(torch.arange(step * 8, step * 8 + 8))
        assert (sample.action_masks.numpy() == mask).all() and (mask == env.masks[step]).all()
        assert mask[np.arange(8), actions[step]].all()
        for name in ("map", "question"):
            assert (getattr(sample.observations, name).numpy() == obs[name]).all()
        for name in ROW_ARRAYS:
            assert (getattr(sample.observations, name).values.numpy() == obs[name][obs[name][:, :, index(name, "present")] != 0]).all()
        assert (sample.observations.squares.values.numpy() == obs["squares"][mask[:, A_SQUARE:]]).all()
        obs, rewards, dones, _ = again.step(actions[step])
        assert (rewards == env.rewards[step]).all() and (dones == env.dones[step]).all()
    assert np.sum(env.dones) > 0


def test_a_cut_off_fight_is_bootstrapped_and_not_penalised(short):
    model, env = rollout(change(TINY, n_steps=60), [short])
    cut = ended = 0
    for step, infos in enumerate(env.infos):
        for number, info in enumerate(infos):
            stored, given = model.rollout_buffer.rewards[step, number], env.rewards[step][number]
            if info.get("TimeLimit.truncated"):
                last = {name: array[None] for name, array in info["terminal_observation"].items()}
                with torch.no_grad():
                    value = model.policy.predict_values(model.policy.obs_to_tensor(last)[0]).item()
                assert given == 0 and stored == pytest.approx(value, abs=1e-5)
                cut += 1
            else:
                ended += bool(env.dones[step][number])
                assert stored == given
    assert cut > 0 and model.gamma == 1.0


def test_a_run_writes_what_it_did(finished):
    out, summary = finished
    assert summary == json.loads((out / "run.json").read_text())
    assert summary["decisions"] == 256 and summary["updates"] == 4 and summary["seed"] == 5 and not summary["stopped"]
    assert 0 < summary["environment_share"] < 1 and summary["decisions_per_second"] > 0
    assert list((out / "log").glob("events*"))
    assert not list(out.glob(".*tmp"))


def test_a_resumed_run_goes_on_with_its_counters(finished, tmp_path):
    out, first = finished
    steps = lambda data: {int(s["step"]) for s in data["optimizer"]["state"].values()}
    before = runs.load_checkpoint(out)
    second = train(TINY, out, decisions=512, seed=99, resume=True, progress=False)
    after = runs.load_checkpoint(out)
    assert second["decisions"] == 512 and second["updates"] == 2 * first["updates"] and second["seed"] == 5
    assert second["seconds"] > first["seconds"] and second["fights"] >= first["fights"]
    assert max(steps(after)) == 2 * max(steps(before))
    assert any(not torch.equal(after["network"][name], weights) for name, weights in before["network"].items())


def test_a_checkpoint_restores_weights_optimizer_and_generators(tmp_path, short):
    model, _ = rollout(TINY, [short])
    model.train()
    runs.save_checkpoint(tmp_path, model, TINY, tmp_path, 3, runs.Progress(decisions=128, updates=2))
    draws = torch.rand(3), np.random.rand(3)
    other, _ = rollout(TINY, [short], seed=4)
    runs.restore(other, runs.load_checkpoint(tmp_path))
    assert all(torch.equal(a, b) for a, b in zip(model.policy.state_dict().values(), other.policy.state_dict().values()))
    assert torch.equal(torch.rand(3), draws[0]) and (np.random.rand(3) == draws[1]).all()
    mine, theirs = (m.policy.optimizer.state_dict()["state"] for m in (model, other))
    assert all(torch.equal(mine[k]["exp_avg"], theirs[k]["exp_avg"]) for k in mine)
    assert other.num_timesteps == 128 and other._n_updates == 2


def test_a_run_may_begin_with_the_network_of_another(finished, tmp_path):
    config = change(TINY, start=str(finished[0]), learning_rate=1e-7, learning_rate_end=0.0, decisions=64)
    train(config, tmp_path / "next", seed=9, progress=False)
    begun, now = (runs.load_network(folder) for folder in (finished[0], tmp_path / "next"))
    assert all(torch.allclose(begun[name], now[name], atol=1e-4) for name in begun)
    with pytest.raises(runs.RunError, match="no checkpoint"):
        train(change(config, start=str(tmp_path / "nothing")), tmp_path / "other", progress=False)
    with pytest.raises(ConfigError, match="start: the network of .* has other parts or widths"):
        train(change(config, prior="greedy"), tmp_path / "wider", progress=False)


def test_a_watched_run_keeps_its_best_network_and_goes_on_watching(tmp_path, monkeypatch, short):
    from training import watch
    monkeypatch.setattr(watch, "load_suite", lambda name: [short])
    config = change(TINY, watch="held-in", watch_minutes=0.01, watch_games=2, decisions=640)
    summary = train(config, tmp_path / "run", seed=2, progress=False)
    looks = summary["watched"]
    assert looks[-1]["decisions"] == 640 and len({look["decisions"] for look in looks}) == len(looks)
    assert summary["best"]["score"] == max(look["score"] for look in looks)
    weights, look = runs.load_best(tmp_path / "run")
    assert look == summary["best"] and runs.load_network(tmp_path / "run").keys() == weights.keys()
    again = train(change(config, decisions=1280), tmp_path / "run", resume=True, progress=False)
    assert again["watched"][:len(looks)] == looks and again["watched"][-1]["decisions"] == 1280
    (tmp_path / "run" / runs.BEST).write_bytes(b"nothing of the kind")
    with pytest.raises(runs.RunError, match="best.pt"):
        runs.load_best(tmp_path / "run")


def test_control_c_saves(tmp_path):
    out, ended = tmp_path / "run", threading.Event()

    def press_once_it_trains():
        while not (out / "checkpoint.pt").exists():
            time.sleep(0.05)
        _thread.interrupt_main()
        while not ended.wait(30):  # Python drops an interrupt that falls into a callback of compiled code; a person presses again
            _thread.interrupt_main()

    threading.Thread(target=press_once_it_trains, daemon=True).start()
    summary = train(change(TINY, decisions=100_000_000, checkpoint_seconds=0.2), out, minutes=5, progress=False)
    ended.set()
    assert summary["stopped"] and summary["scores"] == {} and summary["seconds"] < 120
    assert runs.load_checkpoint(out)["progress"].decisions == summary["decisions"]


def test_a_folder_in_use_is_not_overwritten(finished):
    with pytest.raises(runs.RunError, match="--resume"):
        train(TINY, finished[0], progress=False)


def test_other_settings_are_refused_on_resume(finished):
    with pytest.raises(runs.RunError, match="other settings .epochs"):
        train(change(TINY, epochs=1), finished[0], resume=True, progress=False)


def test_nothing_to_resume_is_said(tmp_path):
    with pytest.raises(runs.RunError, match="no checkpoint"):
        train(TINY, tmp_path, resume=True, progress=False)


@pytest.mark.parametrize("damage", ["cut short", "no archive", "another encoding"])
def test_a_damaged_or_foreign_checkpoint_is_refused(finished, tmp_path, damage):
    whole = (finished[0] / "checkpoint.pt").read_bytes()
    if damage == "another encoding":
        data = torch.load(finished[0] / "checkpoint.pt", weights_only=True) | {"encoding": "0" * 16}
        torch.save(data, tmp_path / "checkpoint.pt")
    else:
        (tmp_path / "checkpoint.pt").write_bytes(whole[: len(whole) // 2] if damage == "cut short" else b"hello")
    with pytest.raises(runs.RunError, match="another encoding" if damage == "another encoding" else "cannot be read") as error:
        runs.load_checkpoint(tmp_path)
    assert "\n" not in str(error.value)


def test_a_failed_write_leaves_the_old_file(tmp_path):
    runs.write_json(tmp_path / "run.json", {"good": 1})
    with pytest.raises(TypeError):
        runs.write_json(tmp_path / "run.json", {"bad": object()})
    assert json.loads((tmp_path / "run.json").read_text()) == {"good": 1} and len(list(tmp_path.iterdir())) == 1


def test_an_unknown_encounter_names_the_library(tmp_path):
    with pytest.raises(ConfigError, match="'nowhere'.*duel"):
        train(make_config({"encounters": ["nowhere"]}), tmp_path / "run", progress=False)


def test_encounter_files_are_found_beside_the_configuration(tmp_path, monkeypatch):
    (tmp_path / "short.toml").write_text(SHORT)
    settings = 'encounters = ["short.toml"]\nside = 8\nn_envs = 4\nn_steps = 8\nbatch_size = 32\ndecisions = 32\nevaluate_games = 0\nthreads = 1\n'
    (tmp_path / "my.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    summary = train("my.toml", "run", progress=False)
    assert list(summary["content"]) == [load_encounter(tmp_path / "short.toml").name]
    monkeypatch.chdir("/")
    saved = runs.load_checkpoint(tmp_path / "run")
    assert load_encounters(saved["config"].encounters, saved["folder"])[0].signature == load_encounter(tmp_path / "short.toml").signature


def test_scores_count_every_fight_from_both_seats(short):
    class Net(torch.nn.Module):
        """Scores every choice alike: the first legal one is taken."""

        prior_head = None

        def forward(self, packed):
            return torch.zeros(packed.batch, A_SQUARE + 64), torch.zeros(packed.batch)

    tables = score(Net(), change(TINY, evaluate_games=7), [short], [], 0)
    assert set(tables) == {"training"} and set(tables["training"]) == {"random", "role", "greedy"}
    total, rows = tables["training"]["random"]["total"], tables["training"]["random"]["rows"]
    assert [r["games"] for r in rows] == [4, 3] and [r["seat"] for r in rows] == ["enemies", "companions"]
    assert total["games"] == 7 == total["wins"] + total["losses"] + total["draws"] + total["cut_offs"]
    assert total["cut_offs"] > 0 and total["low"] <= total["win_rate"] <= total["high"]
