"""Random play under the audit: weighted choices, what was chosen since the start of each fight, reports and replays of faults."""

import json

import numba
import numpy as np

from audit import F_COUNT, F_LONG, F_NONE, F_RAISED, FAULTS, audit
from envs import notation
from envs.battle import Battle
from envs.core import codes as k
from envs.core.batch import lay_row
from envs.core.dice import below, seed_words
from envs.core.machine import step
from envs.core.record import new_encounters
from envs.encoding.layout import action_size
from envs.tables.scenario import pack
from generated import scenario

HEAD = 2  # numbers before the choices in a row of the trail: seed of the dice, how many choices
LONGEST = 60_000  # choices of one fight


@numba.njit
def weight(choice):
    """How often a choice is taken beside the others: the end of a turn and passing seldom, deeds often."""
    if choice == k.A_MENU + k.END_TURN:
        return 1
    if choice == k.A_MENU + k.DEED:
        return 16
    if choice == k.A_MENU + k.MANEUVER or choice == k.A_MENU + k.MOVE:
        return 8
    if choice == k.A_MENU + k.LEAVE or choice == k.A_OPTION + k.PASS:
        return 2
    return 4


@numba.njit
def pick(mask, words):
    """A random legal choice by weight, from a generator uint32 (4,)."""
    total = 0
    for choice in range(len(mask)):
        if mask[choice] != 0:
            total += weight(choice)
    left = below(words, total)
    for choice in range(len(mask)):
        if mask[choice] != 0:
            left -= weight(choice)
            if left < 0:
                return choice
    return 0


@numba.njit
def begin(tables, initials, states, masks, words, trail, b, auto):
    """A new fight in row b and in its trail; the number of legal choices."""
    trail[b, 0] = below(words, 1 << 31)
    trail[b, 1] = 0
    lay_row(tables, initials, states, b, states[b].scenario, trail[b, 0])
    return step(tables[states[b].scenario], states[b], k.NONE, auto, masks[b])


@numba.njit
def audited_play(tables, initials, states, masks, words, counts, steps, auto, trail):
    """Random legal play, `steps` decisions a row, fight after fight, each position audited; counts int64 (questions,) by kind.

    trail: int64 (rows, HEAD + choices), what each row's fight was seeded with and what was chosen in it. Returns (row, code, decisions): the
    first fault, or (rows, 0, decisions). A scenario that is over before its first question is played no further.
    """
    done = 0
    for b in range(len(states)):
        s = states[b]
        t = tables[s.scenario]
        mask = masks[b]
        n = begin(tables, initials, states, masks, words, trail, b, auto)
        for m in range(steps):
            code = audit(t, s, mask)
            if code == F_NONE and n != np.sum(mask):
                code = F_COUNT
            if code == F_NONE and trail[b, 1] == trail.shape[1] - 2:
                code = F_LONG
            if code != F_NONE:
                return b, code, done
            if s.ask == k.OVER:
                if trail[b, 1] == 0:
                    break
                n = begin(tables, initials, states, masks, words, trail, b, auto)
                continue
            choice = pick(mask, words)
            trail[b, 2 + trail[b, 1]] = choice
            trail[b, 1] += 1
            counts[s.ask] += 1
            done += 1
            n = step(t, s, choice, auto, mask)
    return len(states), F_NONE, done


def words_of(seed):
    """A generator uint32 (4,) from a seed."""
    words = np.zeros(4, np.uint32)
    seed_words(words, seed)
    return words


class Fault(dict):
    """What went wrong: scenario (seed), auto, dice (seed), choices, code, text, position."""

    def __str__(self):
        return (f"generated scenario {self['scenario']}, auto={self['auto']}: {self['text']} after {len(self['choices'])} choices\n"
                f"replay({self['scenario']}, {self['dice']}, {self['choices']}, {self['auto']})\n{self['position']}")


def play_audited(seed, steps, counts, auto=1, trail=None):
    """Play generated scenario `seed` under the audit. Returns (decisions, Fault or None); counts as for `audited_play`."""
    try:
        scene = scenario(seed)
    except ValueError as error:  # generated text is always valid, so a fault of content is one of the generator or of the loader
        return 0, Fault(scenario=seed, auto=auto, dice=0, choices=[], code=F_RAISED, text=str(error), position="")
    tables, initials = pack([scene])
    states = new_encounters(1)
    states[0] = initials[0]
    masks = np.zeros((1, action_size(int(tables[0].side))), np.uint8)
    trail = np.zeros((1, HEAD + LONGEST), np.int64) if trail is None else trail
    before = int(counts.sum())
    try:
        _, code, _ = audited_play(tables, initials, states, masks, words_of(seed), counts, steps, auto, trail)
        text = FAULTS[code]
    except (IndexError, ValueError, ZeroDivisionError, OverflowError, RuntimeWarning) as error:
        code, text = F_RAISED, f"{type(error).__name__}: {error}"
    done = int(counts.sum()) - before
    if code == F_NONE:
        return done, None
    choices = trail[0, HEAD:HEAD + trail[0, 1]].tolist()
    return done, Fault(scenario=seed, auto=auto, dice=int(trail[0, 0]), choices=choices, code=int(code), text=text,
                       position=notation.position_text(scene, states[0]))


def replay(seed, dice, choices, auto=1, loud=False):
    """The Battle of a fault after its choices (before the last one when that raised); `loud` prints each question and answer."""
    scene = scenario(seed)
    battle = Battle(scene, dice, auto=bool(auto), log=loud)
    for choice in choices:
        if loud:
            print(battle.events(), k.QUESTION_NAMES[battle.ask], notation.choice_text(scene, battle.state, choice, int(scene.tables[0].side)))
        battle.step(choice)
    return battle


def fault_of(battle):
    """Text of the first broken invariant of a battle, or None."""
    code = audit(battle.tables, battle.state, battle.mask.view(np.uint8))
    return FAULTS[code] if code else None


def save(path, progress):
    """Write the progress of a long run whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(progress, indent=1), encoding="utf-8")
    part.replace(path)
