"""Collect a rollout: play n_steps questions in every environment into the buffer, of one side or of both.

In rows of self-play (`envs.opponents.SelfPlay`) the questions of both sides are answered one after the other. The reward of a step is that of the side
that answered, the value that of the side that is asked; where they are not the same side the sign of what follows is turned (in the buffer and here).
"""

from typing import NamedTuple

import numpy as np
import torch

from envs.core import codes as k
from envs.encoding.layout import index
from envs.opponents import EARLIER

ENEMIES_ASKED = index("map", "enemies_asked")


class Answers(NamedTuple):
    """What is answered and what is learned of it: played int64 (n,), stored int64 (n,), values float32 tensor (n, 1), log_probs float32 tensor (n,),
    learned bool (n,)."""

    played: np.ndarray
    stored: np.ndarray
    values: torch.Tensor
    log_probs: torch.Tensor
    learned: np.ndarray


def side_asked(observation):
    """The side whose view an observation is, int64 (n,), or an int where it has no batch dimension."""
    return np.where(observation["map"][..., ENEMIES_ASKED] != 0, k.ENEMIES, k.COMPANIONS)


def tensors(observation):
    """The arrays of an observation as tensors."""
    return {name: torch.from_numpy(array) for name, array in observation.items()}


def collect(model, env, fights, answer):
    """Fill the rollout buffer; `answer(observation, masks)` gives `Answers` for every row."""
    buffer, batch = model.rollout_buffer, env.unwrapped.batch
    buffer.reset()
    model.policy.set_training_mode(False)
    for _ in range(model.n_steps):
        observation, masks = model._last_obs, batch.action_masks()
        answers = answer(observation, masks)
        model._last_obs, rewards, dones, infos = env.step(answers.played)
        rewards = rewards + bootstrap(model.policy, infos, side_asked(observation))
        buffer.add(observation, answers.stored, rewards, model._last_episode_starts, answers.values, answers.log_probs, action_masks=masks)
        buffer.learned[buffer.pos - 1] = answers.learned
        model._last_episode_starts = dones
        model.num_timesteps += len(dones)
        fights.count(dones, infos)
    buffer.last_sides = side_asked(model._last_obs)
    with torch.no_grad():
        buffer.compute_returns_and_advantage(last_values=model.policy.predict_values(tensors(model._last_obs)), dones=dones)


def by_policy(model, batch, earlier):
    """`answer` for `collect`: the policy's own draws; in the rows of an earlier policy's seat that policy's, which are not learned from."""
    def answer(observation, masks):
        with torch.no_grad():
            chosen, values, log_probs = model.policy(tensors(observation), action_masks=masks)
        played, others = chosen.numpy(), (batch.bots == EARLIER) & (batch.learners != batch.seats)
        if others.any():
            rows = np.flatnonzero(others)
            played[rows] = earlier.choose({name: array[rows] for name, array in observation.items()}, masks[rows])
        return Answers(played, played, values, log_probs, ~others)
    return answer


def bootstrap(policy, infos, sides):
    """What the last position of every fight that was cut off in this step is worth to the side that answered, 0 elsewhere: float32 (n,)."""
    out = np.zeros(len(infos), np.float32)
    cut = [number for number, info in enumerate(infos) if info.get("TimeLimit.truncated")]
    if cut:
        last = [infos[number]["terminal_observation"] for number in cut]
        stacked = {name: np.stack([seen[name] for seen in last]) for name in last[0]}
        with torch.no_grad():
            values = policy.predict_values(tensors(stacked)).numpy().reshape(-1)
        out[cut] = np.where(side_asked(stacked) == sides[cut], values, -values)
    return out
