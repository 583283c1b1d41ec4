"""A rollout buffer that keeps what was seen, as integers, without the empty rows.

SB3's own buffer keeps every observation whole and every mask as float32: about 25 kB a decision here. This one keeps 1 to 3 kB.
"""

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer, MaskableDictRolloutBufferSamples
from stable_baselines3.common.buffers import BaseBuffer

from .rollout import side_asked
from .rows import Packed, Rows, pack


class Ragged:
    """The kept rows of one array for all decisions of a rollout: values (N, features) int16, slot (N,), and each decision's first row and count."""

    def __init__(self, steps, batch):
        self.slots = steps[0].slots
        self.values = torch.cat([rows.values for rows in steps])
        self.slot = torch.cat([rows.at % rows.slots for rows in steps])
        self.count = torch.cat([torch.bincount(rows.at // rows.slots, minlength=batch) for rows in steps])
        self.first = self.count.cumsum(0) - self.count

    def take(self, decisions):
        """`Rows` of the batch made of `decisions` (int64 indices), in that order."""
        count = self.count[decisions]
        batch_row = torch.repeat_interleave(count)
        into = torch.arange(len(batch_row)) - (count.cumsum(0) - count)[batch_row]
        source = self.first[decisions][batch_row] + into
        return Rows(self.values.index_select(0, source), batch_row * self.slots + self.slot[source], self.slots)


def join(steps, batch):
    """What some `Packed` of `batch` observations each hold, as one dict by the fields' names: int16 (N, features) or `Ragged`; for `take`."""
    fields = [name for name, held in steps[0]._asdict().items() if held is not None]
    parts = {name: [getattr(step, name) for step in steps] for name in fields}
    return {name: torch.cat(held) if isinstance(held[0], torch.Tensor) else Ragged(held, batch) for name, held in parts.items()}


def take(seen, decisions):
    """`Packed` of `decisions` (int64 indices) of what `join` gave."""
    return Packed(**{name: array.take(decisions) if isinstance(array, Ragged) else array[decisions] for name, array in seen.items()})


class PackedRolloutBuffer(MaskableDictRolloutBuffer):
    """MaskablePPO's buffer for packed int16 observations and bool masks.

    Decision number t * n_envs + e is step t of environment e, in every array. Of squares only the legal ones are kept (see rows.pack).
    sides int64 (steps, n_envs): whose question each was. last_sides (n_envs,): whose the one after the last step is; None if the same side is asked in
    all of them. learned bool (steps, n_envs): the decisions that `get` gives.
    """

    def reset(self):
        shape = (self.buffer_size, self.n_envs)
        self.steps = []
        self.observations = None
        self.mask_dims = int(self.action_space.n)
        self.action_masks = np.zeros((*shape, self.mask_dims), bool)
        self.actions = np.zeros((*shape, 1), np.int64)
        for name in ("rewards", "returns", "episode_starts", "values", "log_probs", "advantages"):
            setattr(self, name, np.zeros(shape, np.float32))
        self.sides, self.last_sides, self.learned = np.zeros(shape, np.int64), None, np.ones(shape, bool)
        self.generator_ready = False
        BaseBuffer.reset(self)

    def add(self, obs, action, reward, episode_start, value, log_prob, action_masks=None):
        """Keep one step: `obs` dict of integer arrays (n_envs, …), masks (n_envs, actions); the rest as SB3's buffer takes it."""
        if action_masks is None:
            raise ValueError("The rollout buffer was given no masks; collect rollouts with use_masking=True.")
        masks = np.asarray(action_masks, bool).reshape(self.n_envs, self.mask_dims)
        tensors = {name: torch.as_tensor(np.asarray(array)) for name, array in obs.items()}
        packed = pack(tensors, torch.from_numpy(masks))
        self.steps.append(packed._replace(map=packed.map.clone(), question=packed.question.clone()))
        self.action_masks[self.pos] = masks
        self.sides[self.pos] = side_asked(obs)
        self.actions[self.pos] = np.asarray(action).reshape(self.n_envs, 1)
        self.rewards[self.pos] = reward
        self.episode_starts[self.pos] = episode_start
        self.values[self.pos] = value.detach().cpu().numpy().reshape(-1)
        self.log_probs[self.pos] = log_prob.detach().cpu().numpy().reshape(-1)
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def compute_returns_and_advantage(self, last_values, dones):
        """Generalised advantages (Schulman et al. 2016) of the side that answered: where the other side is asked next, what follows counts with the
        opposite sign, for what one side gets the other loses. last_values tensor (n_envs, 1) or (n_envs,), dones bool (n_envs,)."""
        values, sides = last_values.detach().cpu().numpy().reshape(-1), self.sides[-1] if self.last_sides is None else self.last_sides
        going, advantages = 1.0 - np.asarray(dones, np.float32), np.zeros(self.n_envs, np.float32)
        for step in reversed(range(self.buffer_size)):
            sign = np.where(self.sides[step] == sides, going, -going)
            surprise = self.rewards[step] + self.gamma * sign * values - self.values[step]
            advantages = surprise + self.gamma * self.gae_lambda * sign * advantages
            self.advantages[step] = advantages
            values, sides, going = self.values[step], self.sides[step], 1.0 - self.episode_starts[step]
        self.returns = self.advantages + self.values

    def _finish(self):
        """Join the steps into one array each."""
        self.observations = join(self.steps, self.n_envs)
        self.flat = {name: torch.from_numpy(getattr(self, name).reshape(-1))
                     for name in ("actions", "values", "log_probs", "advantages", "returns")}
        self.flat["action_masks"] = torch.from_numpy(self.action_masks.reshape(-1, self.mask_dims))
        self.steps = []
        self.generator_ready = True

    def get(self, batch_size=None):
        """Yield minibatches of `batch_size` decisions in random order, each that is learned from once; the sizes are evened out."""
        if not self.full:
            raise ValueError("The rollout buffer is not full yet.")
        if not self.generator_ready:
            self._finish()
        learned = torch.from_numpy(np.flatnonzero(self.learned))
        total = len(learned)
        batches = max(1, round(total / (batch_size or total)))
        for decisions in learned[torch.randperm(total)].tensor_split(batches):
            yield self.samples(decisions)

    def samples(self, decisions):
        """The named decisions (int64 tensor) as a minibatch; its observations are `Packed`."""
        seen, flat = self.observations, self.flat
        return MaskableDictRolloutBufferSamples(take(seen, decisions), flat["actions"][decisions], flat["values"][decisions], flat["log_probs"][decisions],
                                                flat["advantages"][decisions], flat["returns"][decisions], flat["action_masks"][decisions])
