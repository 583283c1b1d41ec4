"""Generated fights between the compiled bots, some turns by lot, looked at while they are played: where the data of fits and labels come from."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from agents.kernels.play import CODES, choose_rows
from envs.core import codes as k
from envs.core.batch import lay_row, step_rows
from envs.core.record import new_encounters
from envs.core.score import result
from envs.encoding import layout
from envs.generate import generate_encounter
from envs.generate.source import training_options
from envs.tables.scenario import pack

CHUNK = 64  # fights side by side
PAIRS = [(CODES[a], CODES[b]) for a in ("role", "greedy") for b in ("role", "greedy")]  # of bots: companions, enemies
SLIP = 0.12  # share of the turns that are played by lot


class Moment(NamedTuple):
    """CHUNK fights between two steps. live: int64 (n,), rows with a question; fresh: bool (CHUNK,), whether another turn has begun with this question."""

    tables: np.recarray
    states: np.recarray
    masks: np.ndarray
    live: np.ndarray
    fresh: np.ndarray


def draw_fights(first):
    """CHUNK generated encounters from a seed on; every fourth is of one or two companions, for most fights end with few."""
    few = [{"party": 1 + seed // 4 % 2} if seed % 4 == 0 else {} for seed in range(first, first + CHUNK)]
    return [generate_encounter(first + number, **training_options(), **options) for number, options in enumerate(few)]


def play_fights(first, look):
    """Play CHUNK fights from a seed on; `look(moment, rng)` is called before each step. Returns their tables and results for the companions,
    float32 (CHUNK,)."""
    tables, initials = pack(draw_fights(first))
    tables.side[:] = side = int(tables.side.max())
    states, masks = new_encounters(CHUNK), np.zeros((CHUNK, layout.action_size(side)), np.uint8)
    rng = np.random.default_rng(first)
    words = rng.integers(1, 2**32, (CHUNK, 4), np.uint32)
    pairs = np.array(PAIRS)[rng.integers(0, len(PAIRS), CHUNK)]
    for b in range(CHUNK):
        lay_row(tables, initials, states, b, b, first + b)
    step_rows(tables, states, np.full(CHUNK, k.NONE), masks)
    slips, turns = np.zeros(CHUNK, bool), states.turn_of.copy()
    while (live := np.flatnonzero(states.ask != k.OVER)).size:
        fresh = states.turn_of != turns
        turns = states.turn_of.copy()
        slips = np.where(fresh, rng.random(CHUNK) < SLIP, slips)
        look(Moment(tables, states, masks, live, fresh), rng)
        bots = np.where(slips, CODES["random"], pairs[np.arange(CHUNK), np.clip(states.asked, 0, 1)])
        step_rows(tables, states, choose_rows(tables, states, masks, bots, words), masks)
    return tables, np.array([result(tables[b], states[b], k.COMPANIONS) for b in range(CHUNK)], np.float32)


def keep(make, first, folder):
    """What `make(first)` gives, a dict of arrays, from `folder`, or made and kept there."""
    file = folder / f"{first}.npz"
    if not file.exists():
        part = folder / f"{first}.part.npz"
        np.savez_compressed(part, **make(first))
        os.replace(part, file)
    with np.load(file) as data:
        return dict(data)


def keep_each(make, fights, first, folder, workers):
    """`make` of so many fights, whole CHUNKs one after the other: made by so many processes, kept chunk by chunk, so that a stopped run goes on where it
    was."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for number, part in enumerate(pool.map(keep, repeat(make), range(first, first + fights // CHUNK * CHUNK, CHUNK), repeat(folder)), 1):
            print(f"\r{number * CHUNK} of {fights} fights", end="", file=sys.stderr, flush=True)
            yield part
    print(file=sys.stderr)


def keep_all(*arguments):
    """What `keep_each` gives, joined."""
    parts = list(keep_each(*arguments))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
