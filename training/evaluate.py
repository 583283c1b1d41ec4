"""Score a policy: fights against a compiled opponent, from both seats of each encounter, with intervals."""

from math import sqrt

import numpy as np
import torch

from agents.kernels.play import CODES, play_rows
from agents.prior import see_prior
from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.dice import seed_words
from envs.core.record import new_encounters
from envs.core.score import result
from envs.encoding.batch import observe_rows
from envs.encoding.layout import action_size, obs_shapes
from envs.generate.source import FRESH
from envs.tables.scenario import Scenario
from envs.tables.scenario import pack as pack_tables

from .policy import mask_logits
from .rows import pack

SEATS = ("enemies", "companions")
AT_ONCE = 384  # fights side by side
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
    """`choose(observation, masks)` of a torch network: numpy in, int64 choices (B,) out. Draws come from a generator of its own. `choose.prior` says
    whether the observation must have the entry `prior`."""
    generator = torch.Generator().manual_seed(seed)

    def choose(observation, masks):
        with torch.no_grad():
            mask = torch.from_numpy(np.asarray(masks, bool))
            logits, _ = network(pack({name: torch.from_numpy(array) for name, array in observation.items()}, mask))
            logits = mask_logits(logits, mask)
            picks = logits.argmax(1) if deterministic else torch.multinomial(logits.softmax(1), 1, generator=generator).squeeze(1)
        return picks.numpy()

    choose.prior = network.prior_head is not None
    return choose


def evaluate(choose, scenarios, opponent, games, seed=0, side=16):
    """Play `games` fights of each scenario against `opponent`, half from each seat on the same seeds.

    choose: `choose(observation dict of int16 arrays, masks bool (B, A)) -> int64 (B,)`, as of `network_choose`. opponent: a compiled agent's name. Of a source of generated
    encounters every game of a seat is another one.
    Returns {"rows": one dict for each encounter and seat, "encounters": one for each encounter, "total": one}; each has games, wins, losses, draws,
    cut_offs, win_rate, low, high (Wilson, 95 %) and score, the mean result in [-1, 1].
    """
    groups = [(scenario, seat, share) for scenario in scenarios for seat, share in zip(SEATS, (games - games // 2, games // 2)) if share]
    fights = [(scenario, seat, number) for scenario, seat, share in groups for number in range(share)]
    parts = [play(choose, fights[first:first + AT_ONCE], opponent, seed, side) for first in range(0, len(fights), AT_ONCE)]
    results, cut = (np.concatenate(column) for column in zip(*parts))
    rows, first = [], 0
    for scenario, seat, share in groups:
        of = slice(first, first + share)
        rows.append({"encounter": scenario.name, "seat": seat, "opponent": opponent, **_count(results[of], cut[of])})
        first += share
    encounters = [{"encounter": scenario.name, "opponent": opponent, **_sum([r for r in rows if r["encounter"] == scenario.name])}
                  for scenario in scenarios]
    return {"rows": rows, "encounters": encounters, "total": {"opponent": opponent, **_sum(rows)}}


def play(choose, fights, opponent, seed, side):
    """(results float (n,), cut off bool (n,)) of `fights`, each (scenario or source, seat, number); its dice follow from the seed and the number."""
    scenarios = [scenario if isinstance(scenario, Scenario) else scenario.scenario(seed, number // FRESH, number % FRESH)
                 for scenario, _, number in fights]
    different = {id(scenario): scenario for scenario in scenarios}
    slots = {key: slot for slot, key in enumerate(different)}
    tables, initials = pack_tables(list(different.values()))
    tables.side[:] = side
    n = len(fights)
    states, masks, words = new_encounters(n), np.zeros((n, action_size(side)), np.uint8), np.zeros((n, 4), np.uint32)
    seats = np.array([k.ENEMIES if seat == "enemies" else k.COMPANIONS for _, seat, _ in fights])
    for b, (_, _, number) in enumerate(fights):
        dice, bots = np.random.SeedSequence([seed, number]).generate_state(2, np.uint32)
        seed_words(words[b], int(bots))
        lay_row(tables, initials, states, b, slots[id(scenarios[b])], int(dice))
    answers, bot = np.full(n, k.NONE), np.full(n, CODES[opponent])
    while True:
        step_rows(tables, states, answers, masks)
        play_rows(tables, states, masks, np.arange(n), seats, bot, words)
        live = np.flatnonzero(states.ask != k.OVER)
        if not len(live):
            return np.array([result(tables[s.scenario], s, seat) for s, seat in zip(states, seats)]), states.winner == k.CUT_OFF
        observation = {name: np.zeros((len(live), *shape), np.int16) for name, shape in obs_shapes(side).items()}
        observe_rows(tables, states, live, *observation.values())
        if choose.prior:
            observation |= see_prior(tables, states, masks, live)
        answers = np.full(n, k.NONE)
        answers[live] = choose(observation, masks[live].astype(bool))


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
