"""Score a policy: fights against a compiled opponent, from both seats of each encounter, with intervals."""

from math import sqrt

import numpy as np
import torch

from .policy import mask_logits
from .rows import pack

SEATS = ("enemies", "companions")
Z = 1.959964  # two-sided 95 %


def wilson(wins, games):
    """(low, high): Wilson's 95 % interval of a share; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle, width = share + z2 / (2 * games), Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    scale = 1 + z2 / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def network_choose(network, deterministic=True, seed=0):
    """`choose(observation, masks)` of a torch network: numpy in, int64 choices (B,) out. Draws come from a generator of its own."""
    generator = torch.Generator().manual_seed(seed)

    def choose(observation, masks):
        with torch.no_grad():
            mask = torch.from_numpy(np.asarray(masks, bool))
            logits, _ = network(pack({name: torch.from_numpy(array) for name, array in observation.items()}, mask))
            logits = mask_logits(logits, mask)
            picks = logits.argmax(1) if deterministic else torch.multinomial(logits.softmax(1), 1, generator=generator).squeeze(1)
        return picks.numpy()

    return choose


def evaluate(choose, scenarios, opponent, games, seed=0, side=16):
    """Play `games` fights of each scenario against `opponent`, half from each seat on the same seeds.

    choose: `choose(observation dict of int16 arrays, masks bool (B, A)) -> int64 (B,)`. opponent: a compiled agent's name or a dict of weights.
    Returns {"rows": one dict for each encounter and seat, "encounters": one for each encounter, "total": one}; each has games, wins, losses, draws,
    cut_offs, win_rate, low, high (Wilson, 95 %) and score, the mean result in [-1, 1].
    """
    rows = []
    for scenario in scenarios:
        for seat, share in zip(SEATS, (games - games // 2, games // 2)):
            if share:
                results, cut = play(choose, scenario, opponent, share, seat, seed, side)
                rows.append({"encounter": scenario.name, "seat": seat, "opponent": _text(opponent), **_count(results, cut)})
    encounters = [{"encounter": scenario.name, "opponent": _text(opponent), **_sum([r for r in rows if r["encounter"] == scenario.name])}
                  for scenario in scenarios]
    return {"rows": rows, "encounters": encounters, "total": {"opponent": _text(opponent), **_sum(rows)}}


def play(choose, scenario, opponent, games, seat, seed, side):
    """(results float (games,), cut off bool (games,)): the first fight of each of `games` environments.

    One fight each, so that short fights do not count more often than long ones.
    """
    from envs.sb3_env import FoemindVecEnv

    env = FoemindVecEnv([scenario], n_envs=games, side=side, opponent=opponent, learner=seat, shaping=0.0, seed=seed)
    observation = env.reset()
    open_, results, cut = np.ones(games, bool), np.zeros(games), np.zeros(games, bool)
    while open_.any():
        observation, _, dones, infos = env.step(choose(observation, env.action_masks()))
        for number in (dones & open_).nonzero()[0]:
            results[number] = infos[number]["episode"]["r"]  # without shaping, the result of the fight
            cut[number] = infos[number].get("TimeLimit.truncated", False)
        open_ &= ~dones
    env.close()
    return results, cut


def _count(results, cut):
    wins, losses = int(((results > 0) & ~cut).sum()), int(((results < 0) & ~cut).sum())
    return _rates(len(results), wins, losses, int(cut.sum()), float(np.sum(results)))


def _sum(rows):
    total = {name: sum(r[name] for r in rows) for name in ("games", "wins", "losses", "cut_offs")}
    return _rates(total["games"], total["wins"], total["losses"], total["cut_offs"], sum(r["score"] * r["games"] for r in rows))


def _rates(games, wins, losses, cut_offs, summed):
    low, high = wilson(wins, games)
    return {"games": games, "wins": wins, "losses": losses, "draws": games - wins - losses - cut_offs, "cut_offs": cut_offs,
            "win_rate": wins / max(1, games), "low": low, "high": high, "score": summed / max(1, games)}


def _text(opponent):
    return opponent if isinstance(opponent, str) else "+".join(sorted(name for name, weight in opponent.items() if weight))
