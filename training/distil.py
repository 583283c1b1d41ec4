"""Learn from labels of a search (`training.labels`): what it tried how often, and what it expects of the fight."""

from pathlib import Path

import numpy as np
import torch

from agents.policy import observe_rows
from agents.prior import see_prior
from envs.encoding.layout import action_size
from envs.tables.scenario import pack as pack_tables

from .buffer import join, take
from .config import ConfigError
from .fights import draw_fights
from .imitate import step_towards
from .rows import pack

SHELVES = 4  # files that one update learns from


class Shelf:
    """The labels of one file, observed and packed: `samples(numbers)` gives a minibatch."""

    def __init__(self, file, side, prior):
        first = int(file.stem)
        with np.load(file) as data:
            states, masks, choices, shares = data["states"].view(np.recarray), data["masks"], data["choices"], data["shares"]
            fights, values = data["fight"] - first, np.where(np.isnan(data["value"]), data["end"], (data["value"] + data["end"]) / 2)
        tables, _ = pack_tables(draw_fights(first))
        if int(tables.side.max()) != side:
            raise ConfigError(f"the labels in {file} are for boards of {int(tables.side.max())} squares and side is {side}; set side to the former.")
        self.masks = torch.from_numpy(np.unpackbits(masks, axis=1, count=action_size(side)).astype(bool))
        tables.side[:] = side
        seen = {name: torch.from_numpy(array) for name, array in observe_rows(tables, _renumbered(states, fights), side).items()}
        if prior:
            extra = see_prior(tables, _renumbered(states, fights), self.masks.numpy())
            seen |= {name: torch.from_numpy(array) for name, array in extra.items()}
        self.seen = join([pack(seen, self.masks)], len(states))
        self.choices, self.shares = torch.from_numpy(choices.astype(np.int64)), torch.from_numpy(shares)
        self.values = torch.from_numpy(values.astype(np.float32))

    def __len__(self):
        return len(self.values)

    def samples(self, numbers):
        """(Packed, masks bool, targets float32 (n, actions) that add up to 1, values float32) of the labels with these numbers, int64 (n,)."""
        packed = take(self.seen, numbers)
        targets = torch.zeros(self.masks[numbers].shape)
        targets.scatter_add_(1, self.choices[numbers].clamp(min=0), self.shares[numbers])  # what was not tried has share 0
        return packed, self.masks[numbers], targets, self.values[numbers]


def _renumbered(states, fights):
    """The states with the numbers of their fights as scenarios, for tables that are packed fight by fight."""
    states = states.copy()
    states.scenario[:] = fights
    return states


class Labels:
    """The labels in a folder. ConfigError where there are none."""

    def __init__(self, folder, side, prior=False, seed=0):
        self.files = sorted((f for f in Path(folder).glob("*.npz") if f.stem.isdigit()), key=lambda f: int(f.stem))
        if not self.files:
            raise ConfigError(f"there are no labels in {folder}; write some with python -m training.labels, or name the folder that holds the numbered files.")
        self.side, self.prior, self.rng, self.shelves = side, prior, np.random.default_rng(seed), {}

    def draw(self):
        """A Shelf by lot; what was opened stays open."""
        file = self.files[self.rng.integers(len(self.files))]
        if file not in self.shelves:
            self.shelves[file] = Shelf(file, self.side, self.prior)
        return self.shelves[file]


def learn(model, labels):
    """One update from SHELVES files: the policy towards the shares, the value towards what the search and the end of the fight say. Returns how many
    labels were learned from; logs the share of the choices that agree."""
    policy = model.policy
    policy.set_training_mode(True)
    model._update_learning_rate(policy.optimizer)
    agreed, losses, value_losses, count = [], [], [], 0
    for shelf in (labels.draw() for _ in range(SHELVES)):
        for numbers in torch.randperm(len(shelf)).tensor_split(max(1, round(len(shelf) / model.batch_size))):
            packed, masks, targets, wanted = shelf.samples(numbers)
            logits, values, _ = policy.score(packed, masks)
            choice_loss, value_loss = step_towards(model, logits, values, targets, wanted)
            losses.append(choice_loss)
            value_losses.append(value_loss)
            agreed.append((logits.argmax(1) == targets.argmax(1)).float().mean().item())
            count += len(numbers)
        model._n_updates += 1
    for name, numbers in (("label_loss", losses), ("label_agreement", agreed), ("value_loss", value_losses)):
        model.logger.record(f"train/{name}", float(np.mean(numbers)))
    return count
