"""Learn by imitation: at every question the teacher says what it would do, and the network learns to say the same and what comes of it.

The learner plays a part of the questions itself, so that it also learns what to do in positions into which only its own mistakes lead
(Ross et al. 2011). It fills the same rollout buffer as play does; only the collecting and the loss are others.
"""

import numpy as np
import torch
from torch.nn import functional as F


def teacher(name):
    """An agent by name that can be asked for whole batches; only compiled ones are quick enough."""
    from agents.registry import make_agent

    return make_agent(name)


def collect(model, env, callback, agent, own, rng):
    """Fill the rollout buffer with the teacher's choices.

    own: share of the rows, 0 to 1, whose question is answered by the network's choice instead of the teacher's; what is stored is the teacher's.
    """
    buffer, batch = model.rollout_buffer, env.unwrapped.batch
    buffer.reset()
    model.policy.set_training_mode(False)
    for _ in range(model.n_steps):
        observation, masks = model._last_obs, batch.action_masks()
        taught = agent.choose(batch.tables, batch.states, masks, rng)
        with torch.no_grad():
            chosen, values, _ = model.policy({name: torch.from_numpy(array) for name, array in observation.items()}, action_masks=masks)
        played = np.where(rng.random(len(taught)) < own, chosen.numpy(), taught)
        model._last_obs, rewards, dones, infos = env.step(played)
        rewards = rewards + bootstrap(model.policy, infos, len(rewards))
        buffer.add(observation, taught, rewards, model._last_episode_starts, values, torch.zeros(len(taught)), action_masks=masks)
        model._last_episode_starts = dones
        model.num_timesteps += len(taught)
        callback.count(dones, infos)
    with torch.no_grad():
        last = model.policy.predict_values({name: torch.from_numpy(array) for name, array in model._last_obs.items()})
    buffer.compute_returns_and_advantage(last_values=last, dones=dones)


def bootstrap(policy, infos, batch):
    """Value of the last position of every fight that was cut off in this step, 0 elsewhere: float32 (batch,)."""
    out = np.zeros(batch, np.float32)
    cut = [number for number, info in enumerate(infos) if info.get("TimeLimit.truncated")]
    if cut:
        last = [infos[number]["terminal_observation"] for number in cut]
        with torch.no_grad():
            stacked = {name: torch.from_numpy(np.stack([seen[name] for seen in last])) for name in last[0]}
            out[cut] = policy.predict_values(stacked).numpy().reshape(-1)
    return out


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
