"""Learn by imitation: at every question the teacher says what it would do, and the network learns to say the same and what comes of it.

The learner plays a part of the questions itself, so that it also learns what to do in positions into which only its own mistakes lead
(Ross et al. 2011). It fills the same rollout buffer as play does; only the collecting and the loss are others.
"""

import numpy as np
import torch
from torch.nn import functional as F

from .rollout import Answers, tensors


def teacher(name):
    """An agent by name that can be asked for whole batches; only compiled ones are quick enough."""
    from agents.registry import make_agent

    return make_agent(name)


def by_teacher(model, batch, agent, own, rng):
    """`answer` for `rollout.collect`: the teacher's choices are stored. own: share of the rows, 0 to 1, whose question is answered by the network's
    choice instead."""
    def answer(observation, masks):
        taught = np.asarray(agent.choose(batch.tables, batch.states, masks, rng))
        with torch.no_grad():
            chosen, values, _ = model.policy(tensors(observation), action_masks=masks)
        played = np.where(rng.random(len(taught)) < own, chosen.numpy(), taught)
        return Answers(played, taught, values, torch.zeros(len(taught)), np.ones(len(taught), bool))
    return answer


def learn(model):
    """One update: the log probability of the teacher's choices up, the value towards what came of them. Logs the share of choices that agree."""
    policy = model.policy
    policy.set_training_mode(True)
    model._update_learning_rate(policy.optimizer)
    agreed, losses, value_losses = [], [], []
    for _ in range(model.n_epochs):
        for sample in model.rollout_buffer.get(model.batch_size):
            logits, values, _ = policy.score(sample.observations, sample.action_masks)
            choice_loss, value_loss = step_towards(model, logits, values, sample.actions, sample.returns)
            losses.append(choice_loss)
            value_losses.append(value_loss)
            agreed.append((logits.argmax(1) == sample.actions).float().mean().item())
        model._n_updates += 1
    for name, values in (("imitation_loss", losses), ("agreement", agreed), ("value_loss", value_losses)):
        model.logger.record(f"train/{name}", float(np.mean(values)))


def step_towards(model, logits, values, choices, wanted):
    """One step of the optimiser towards choices, int64 (n,) or shares float32 (n, actions), and values float32 (n,); the two losses as floats."""
    choice_loss, value_loss = F.cross_entropy(logits, choices), F.mse_loss(values, wanted)
    model.policy.optimizer.zero_grad()
    (choice_loss + model.vf_coef * value_loss).backward()
    torch.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
    model.policy.optimizer.step()
    return choice_loss.item(), value_loss.item()
