"""A learner that knows of Foemind what PettingZoo tells it: an actor and critic in plain torch, trained on the duel by self-play.

python examples/pettingzoo_self_play.py    # two minutes; says what it wins against random play before and after
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from envs import pettingzoo_env
from envs.encoding import layout

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seconds", type=float, default=120)
parser.add_argument("--fights", type=int, default=128, help="fights against random play, half from each seat")
parser.add_argument("--games", type=int, default=8, help="fights side by side")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
torch.manual_seed(options.seed), torch.set_num_threads(1)
games = [pettingzoo_env.env(encounter="duel", side=8, shaping=2.0) for _ in range(options.games)]  # shaping tells of blows long before a fight ends
for number, game in enumerate(games):
    game.reset(seed=1000 * options.seed + number)
COLUMNS = [layout.index("squares", name) for name in ("distance", "steps", "nearest_foe", "near_damage", "far_damage", "threat", "foes_clear", "foes_in_reach")]


def look(seen):
    """What the learner takes of an observation, int16 (features,): the squares' columns come last."""
    return np.concatenate((seen["map"], seen["question"], seen["combatants"][:2].ravel(), seen["squares"][:, COLUMNS].ravel()))


squares, actions = 64, games[0].action_space("enemies").n
features = len(look(games[0].last()[0]["observation"])) - squares * len(COLUMNS)
body, actor, critic, place = nn.Sequential(nn.Linear(features, 64), nn.Tanh()), nn.Linear(64, actions), nn.Linear(64, 1), nn.Linear(len(COLUMNS), 1)
optimizer = torch.optim.Adam([w for part in (body, actor, critic, place) for w in part.parameters()], 2e-3)


def judge(rows, masks):
    """Logits of the actions and values; squares, the last actions, are scored by their own rows as well."""
    rows = rows.sign() * rows.abs().log1p()
    hidden = body(rows[:, :features])
    logits = actor(hidden) + nn.functional.pad(place(rows[:, features:].unflatten(1, (squares, -1))).squeeze(2), (actions - squares, 0))
    return logits.masked_fill(~masks, -1e9), critic(hidden).squeeze(1)


def play(learners):
    """A fight in every game. learners: the agents that the network plays, for each game; others play at random.

    Returns [row, mask, action, value, reward] of its answers by (game, agent), and the winners by game.
    """
    told, winners, running = {}, {}, list(range(len(games)))
    for env in games:
        env.reset()
    while running:
        asked = []
        for n in list(running):
            agent, (seen, reward, terminated, truncated, info) = games[n].agent_selection, games[n].last()
            if told.get((n, agent)):
                kept = sum(answer[-1] for answer in told[n, agent][:-1]) if terminated else 0.0  # an end takes the shaping back: keep it
                told[n, agent][-1].append(reward + kept)  # what came of this agent's answer before
            if terminated or truncated:
                games[n].step(None)
                winners[n] = info["winner"]
                running = [m for m in running if games[m].agents]
            else:
                asked.append((n, agent, look(seen["observation"]), seen["action_mask"]))
        if asked:
            rows, masks = torch.from_numpy(np.stack([a[2] for a in asked])).float(), torch.from_numpy(np.stack([a[3] for a in asked])).bool()
            with torch.no_grad():
                logits, values = judge(rows, masks)
            mine = torch.tensor([agent in learners[n] for n, agent, *_ in asked])[:, None]
            chance = -torch.empty_like(logits).exponential_().log()  # the largest of logits + this is a draw by the logits
            choices = (chance + logits.where(mine, torch.zeros(()).masked_fill(~masks, -1e9))).argmax(1)
            for i, (n, agent, *_) in enumerate(asked):
                if mine[i]:
                    told.setdefault((n, agent), []).append([rows[i], masks[i], choices[i], values[i]])
                games[n].step(int(choices[i]))
    return told, winners


def learn(told, discount=0.97, smooth=0.95):
    """Clipped policy gradient on generalised advantages, critic by least squares."""
    lessons = []
    for answers in told.values():
        gain = coming = 0.0
        for *question, value, reward in reversed(answers):
            gain, coming = reward + discount * coming - value + discount * smooth * gain, value
            lessons.append((*question, gain, gain + value))
    rows, masks, taken, gain, coming = (torch.stack(column) for column in zip(*lessons))
    gain = (gain - gain.mean()) / gain.std().clamp(min=1e-3)
    with torch.no_grad():
        before = judge(rows, masks)[0].log_softmax(1).gather(1, taken[:, None])
    for part in (part for _ in range(5) for part in torch.randperm(len(lessons)).split(256)):
        logits, values = judge(rows[part], masks[part])
        logs = logits.log_softmax(1)
        ratio = (logs.gather(1, taken[part, None]) - before[part]).exp().squeeze(1)
        loss = -torch.minimum(ratio * gain[part], ratio.clamp(0.8, 1.2) * gain[part]).mean() + (values - coming[part]).square().mean() \
            + 0.01 * (logs.exp() * logs).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return len(lessons)


def report(word):
    """Say what the network wins against random play, half of the fights from each seat."""
    won = {"companions": [], "enemies": []}
    while sum(map(len, won.values())) < options.fights:
        for side in won:
            winners = play([[side]] * len(games))[1]
            won[side] += [(winner == side) - (winner not in (side, "cut-off", "draw")) for winner in winners.values()]
    print(f"{word}: " + ", ".join(f"{side} won {got.count(1)} and lost {got.count(-1)} of {len(got)}" for side, got in won.items()), flush=True)


report("before")
started, fights, questions = time.perf_counter(), 0, 0
while time.perf_counter() - started < options.seconds:
    told, winners = play([game.possible_agents for game in games])
    fights, questions = fights + len(winners), questions + learn(told)
print(f"trained on {questions} questions of {fights} fights in {time.perf_counter() - started:.0f} s", flush=True)
report("after")
