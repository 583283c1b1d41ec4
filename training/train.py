"""Train a policy: collect a rollout, update, log, save; until the time or the decisions are used up.

Read it from the top: `train` is the whole run. MaskablePPO of sb3-contrib does the learning, the native batch plays the fights.
"""

import platform
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

from envs.encoding.signature import encoding_signature

from . import distil, imitate, runs
from .buffer import PackedRolloutBuffer
from .config import Config, ConfigError, as_dict, change, load_config
from .earlier import Earlier, Rival
from .evaluate import evaluate, network_choose
from .meter import RECENT, Fights, Stopwatch, progress_bar
from .network import count_weights, shape
from .policy import FoemindPolicy
from .rollout import by_policy, collect
from .shown import WithPrior
from .watch import Watch

SCORED = ("random", "role", "greedy")  # opponents of the finished policy


def train(config, out, minutes=None, decisions=None, seed=0, resume=False, progress=True):
    """Train `config` (a Config, a TOML file or a shipped name) into the folder `out`; returns what `run.json` holds, as a dict.

    minutes and decisions replace the limits of the configuration; they count all stretches of a resumed run. A resumed run keeps its first seed; its
    fights start anew. Ctrl-C saves and ends the run without scores. TrainingError (ConfigError, RunError) in one sentence on anything unusable.
    """
    folder = (Path.cwd() if isinstance(config, Config) else Path(config).parent).resolve()
    config = change(config if isinstance(config, Config) else load_config(config), minutes=minutes, decisions=decisions)
    seed, done, saved = _start(out, config, seed, resume)
    scenarios, unseen = load_encounters(config.encounters, folder, config.withhold), load_encounters(config.unseen, folder)
    torch.set_num_threads(config.threads)
    start_up = time.perf_counter()
    env = make_env(config, scenarios, seed + done.decisions)
    model = make_model(config, env, seed)
    _begin(model, config, folder, saved)
    model.set_logger(configure(str(Path(out) / "log"), ["tensorboard"]))
    fights = Fights()
    model._setup_learn(config.decisions, fights, reset_num_timesteps=False)  # the first reset, which also compiles the rules
    start_up = time.perf_counter() - start_up

    labels = distil.Labels(folder / config.labels, config.side, bool(config.prior), [seed, done.decisions]) if config.labels_share else None
    teacher, rng = imitate.teacher(config.imitate), np.random.default_rng([seed, done.decisions])
    earlier = make_earlier(config, folder, model, [seed, done.decisions], saved)
    watch = Watch(config, out, saved["curve"] if saved else ())
    clock = Clock(config, done)
    last_saved, stopped = time.perf_counter(), False
    with progress_bar(progress, clock.share) as show:
        try:
            while clock.share < 1.0:
                set_schedules(model, env, config, clock.share)
                env.seconds = 0.0
                if clock.share < config.imitate_share:
                    collect(model, env, fights, imitate.by_teacher(model, env.unwrapped.batch, teacher, config.imitate_own, rng))
                    imitate.learn(model)
                elif clock.share < config.imitate_share + config.labels_share:
                    model.num_timesteps += distil.learn(model, labels)
                else:
                    if config.opponent.get("earlier"):
                        earlier.look(model.policy.network, clock.share)
                    collect(model, env, fights, by_policy(model, env.unwrapped.batch, earlier))
                    model.train()
                clock.tick(model, env, fights)
                show(clock.share, f"{fights.win_rate:.0%} won, {clock.rate:,.0f} decisions/s")
                log(model, clock, fights)
                if watch.is_due(done):
                    clock.pause(watch.look, model.policy.network, done)
                if time.perf_counter() - last_saved >= config.checkpoint_seconds:
                    runs.save_checkpoint(out, model, config, folder, seed, done, earlier.states, watch.curve)
                    last_saved = time.perf_counter()
        except KeyboardInterrupt:
            stopped = True
    if not stopped:
        watch.look(model.policy.network, done)
    runs.save_checkpoint(out, model, config, folder, seed, done, earlier.states, watch.curve)
    env.close()
    if best := runs.load_best(out):
        model.policy.network.load_state_dict(best[0])
    scores = {} if stopped else score(model.policy.network, config, scenarios, unseen, seed)
    return write_summary(out, config, seed, done, scenarios, model, start_up, stopped, scores, watch)


def _start(out, config, seed, resume):
    """(seed, Progress, checkpoint or None) of a new or a resumed run."""
    if not resume:
        runs.check_new(out)
        return seed, runs.Progress(), None
    saved = runs.load_checkpoint(out)
    runs.check_same(config, saved["config"], out)
    return saved["seed"], saved["progress"], saved


def _begin(model, config, folder, saved):
    """Put what a resumed run saved, or the network that the configuration starts with, into `model`."""
    if saved:
        runs.restore(model, saved)
    elif config.start:
        try:
            model.policy.network.load_state_dict(runs.load_network(folder / config.start))
        except RuntimeError:
            raise ConfigError(f"start: the network of {config.start} has other parts or widths than this run's; use the prior, size and without of that run.") from None


def load_encounters(names, folder, withhold=()):
    """Scenarios of library names, or of paths seen from `folder`; "generated" stands for encounters without end, whose deeds hold nothing of
    `withhold`. ConfigError when there is none such."""
    from envs.generate.source import is_source, parse_source
    from envs.tables import library_names, load_encounter, load_library_encounter

    library, out = library_names("encounters"), []
    for name in names:
        if name in library:
            out.append(load_library_encounter(name))
        elif is_source(name):
            out.append(parse_source(name, withhold))
        elif (Path(folder) / name).is_file():
            out.append(load_encounter(Path(folder) / name))
        else:
            raise ConfigError(f"encounter {name!r} is neither a file nor in the library; name a file or one of {', '.join(sorted(library))}.")
    return out


def make_earlier(config, folder, model, seed, saved):
    """Who plays the other seat where `earlier` is the opponent: the rival of the configuration, or earlier selves."""
    if config.rival:
        return Rival(folder / config.rival, seed, config.prior)
    return Earlier(model.policy.network, seed, saved["earlier"] if saved else ())


def make_env(config, scenarios, seed):
    """The native batch of `config` as an SB3 VecEnv with a stopwatch."""
    from envs.opponents import SelfPlay
    from envs.sb3_env import FoemindVecEnv

    env = FoemindVecEnv(scenarios, n_envs=config.n_envs, side=config.side, opponent=SelfPlay(config.opponent), learner=config.learner,
                        shaping=config.shaping, seed=seed)
    return Stopwatch(WithPrior(env) if config.prior else env)


def make_model(config, env, seed):
    """MaskablePPO with this project's policy and buffer on `env`."""
    return MaskablePPO(FoemindPolicy, env, n_steps=config.n_steps, batch_size=config.batch_size, n_epochs=config.epochs, gamma=config.gamma,
                       gae_lambda=config.gae_lambda, clip_range=config.clip, ent_coef=config.entropy, vf_coef=config.value_weight,
                       max_grad_norm=config.max_grad_norm, target_kl=config.target_kl, rollout_buffer_class=PackedRolloutBuffer, seed=seed,
                       device="cpu", policy_kwargs={"network": shape(config)},
                       learning_rate=lambda left: config.learning_rate_end + left * (config.learning_rate - config.learning_rate_end))


def set_schedules(model, env, config, share):
    """Learning rate and entropy fall over the run, the shaping fades over its first part. `share`: done, 0 to 1."""
    model._current_progress_remaining = 1.0 - share
    model.ent_coef = config.entropy + share * (config.entropy_end - config.entropy)
    if config.shaping:
        left = 1.0 - share / config.shaping_until if config.shaping_until else 0.0
        env.unwrapped.set_shaping(config.shaping * max(0.0, left))


class Clock:
    """Counts decisions and seconds into `done` and says which share of the run is over."""

    def __init__(self, config, done):
        self.config, self.done = config, done
        self.rate = 0.0
        self.mark = time.perf_counter()

    def pause(self, call, *arguments):
        """What a call returns whose time does not count as training."""
        began = time.perf_counter()
        try:
            return call(*arguments)
        finally:
            self.mark += time.perf_counter() - began

    @property
    def share(self):
        """Share of the limit that comes first, 0 to 1."""
        return min(1.0, max(self.done.seconds / (60 * self.config.minutes), self.done.decisions / self.config.decisions))

    def tick(self, model, env, fights):
        """Take one update into account."""
        now, done = time.perf_counter(), self.done
        passed, self.mark = now - self.mark, now
        self.rate = (model.num_timesteps - done.decisions) / passed
        done.seconds += passed
        done.env_seconds += env.seconds
        done.decisions, done.updates = model.num_timesteps, model._n_updates
        done.fights += fights.ended
        done.wins += fights.won
        if not done.solved_seconds and fights.win_rate >= 0.9 and len(fights.recent) == RECENT:
            done.solved_seconds = round(done.seconds, 1)
        fights.ended = fights.won = 0


def log(model, clock, fights):
    """One line of the TensorBoard log."""
    values = {"rollout/win_rate": fights.win_rate, "time/decisions_per_second": clock.rate, "time/seconds": clock.done.seconds,
              "time/fights": clock.done.fights}
    for name, value in values.items():
        model.logger.record(name, value)
    model.logger.dump(step=model.num_timesteps)


def score(network, config, scenarios, unseen, seed):
    """Win rates of the greedy policy against each compiled opponent: {"training" or "unseen": {opponent: table of evaluate()}}."""
    if not config.evaluate_games:
        return {}
    choose, sets = network_choose(network), {"training": scenarios, "unseen": unseen}
    return {name: {opponent: evaluate(choose, group, opponent, config.evaluate_games, seed + 1, config.side) for opponent in SCORED}
            for name, group in sets.items() if group}


def write_summary(out, config, seed, done, scenarios, model, start_up, stopped, scores, watch):
    """Write OUT/run.json and return its contents."""
    seconds = max(done.seconds, 1e-9)
    summary = {"config": as_dict(config), "seed": seed, **vars(done), "stopped": stopped, "decisions_per_second": round(done.decisions / seconds, 1),
               "environment_share": round(done.env_seconds / seconds, 4), "start_up_seconds": round(start_up, 2),
               "weights": count_weights(model.policy.network), "encoding": encoding_signature(), "rules": scenarios[0].rules_signature,
               "content": {scenario.name: scenario.signature for scenario in scenarios}, "scores": scores,
               "watched": watch.curve, "best": watch.best,
               "versions": {"python": platform.python_version(), "torch": torch.__version__}}
    runs.write_json(Path(out) / runs.SUMMARY, summary)
    return summary
