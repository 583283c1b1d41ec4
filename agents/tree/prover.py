"""Exact expectimax, compiled: every choice, every result of the dice, no chance taken.

The dice of a step are found by forcing them: the queue is filled as far as the dice are known and closed with a 0, which no die shows, so the engine
stops at the first die that is still free. What it then has on the table says what that die is: the pool of a check, rolled as a whole, or a single die.
Rolls of a pool that come to the same results and the same pairs lead to the same positions, so one of each kind is played, with the weight of all.

Everything is a stack of levels, one a question; `Work` in `agents.expectimax` allocates it.
"""

import numpy as np

from envs.core import codes as k
from envs.core.check import completes_pair, settle, virtue_of
from envs.core.jit import jit
from envs.core.machine import step
from envs.core.score import potential, result

DONE, FULL, DEEP, WIDE = 0, 1, 2, 3  # how a search ended; the last three: table full, too many levels, too many dice
PARTS, CLASSES, POOL = 10, 400, 7  # dice components a step, kinds of rolls a component, dice a pool
FACES = 10


@jit
def try_step(t, s, choice, mask):
    """The number of legal choices after a step; -1 when the engine met a die that is not forced yet."""
    try:
        return step(t, s, choice, 0, mask)
    except Exception:
        return -1


@jit
def play_forced(t, states, masks, level, choice, kinds, faces, at, n_parts, last):
    """Play a choice of a level's position into the next level, dice forced as the first `n_parts` components stand, then `last` (0 stops the engine).

    Returns (legal choices or -1, dice that were forced before `last`).
    """
    states[level + 1] = states[level]
    d = states[level + 1].dice
    n = 0
    for part in range(n_parts):
        for m in range(kinds[level, part, 0]):
            d.forced[n] = faces[level, part, at[level, part], m]
            n += 1
    d.forced[n] = last
    d.forced[n + 1] = 0
    d.next_forced = 0
    d.n_forced = n + 2
    return try_step(t, states[level + 1], choice, masks[level + 1]), n


@jit
def add_kind(level, part, n_dice, dice, code, weight, kinds, faces, weights, codes):
    """Add the weight of one roll to its kind; a new kind keeps the roll as its example. False when there is no room."""
    n = kinds[level, part, 1]
    for m in range(n):
        if codes[m] == code:
            weights[level, part, m] += weight
            return True
    if n == CLASSES:
        return False
    codes[n] = code
    weights[level, part, n] = weight
    for m in range(n_dice):
        faces[level, part, n, m] = dice[m]
    kinds[level, part, 1] = n + 1
    return True


@jit
def code_of(t, s):
    """A number that is the same for two rolls of the pool in `s` exactly when nothing that follows can tell them apart: results (of a check that is no
    deed the totals) for each target, and for each die whether it completes a pair, of ones or of others."""
    known = s.deed.deed != k.NONE
    virtue = virtue_of(t, s.deed.user, s.deed.deed) if known else 0
    code = 0
    for m in range(s.deed.n_targets):
        settle(t, s, m, virtue)
        code = code * 24 + (s.targets[m].result if known else s.targets[m].total)
    for m in range(s.deed.n_dice):
        code = code * 3 + min(2, completes_pair(s, m))
    return code


@jit
def is_even_pool(s):
    """Whether all targets use the same dice, so that their order does not matter."""
    for m in range(1, s.deed.n_targets):
        if abs(s.targets[m].net) != abs(s.targets[0].net):
            return False
    return True


@jit
def orders(dice, n):
    """In how many orders n dice in rising order can fall."""
    ways = 1
    run = 0
    for m in range(n):
        run = run + 1 if m > 0 and dice[m] == dice[m - 1] else 1
        ways = ways * (m + 1) // run
    return ways


@jit
def add_pool(t, s, level, part, kinds, faces, weights, codes):
    """A component for the whole pool that the engine in `s` was about to roll: the kinds of rolls with their weights. False when there is no room."""
    n = s.deed.n_dice
    if n > POOL:
        return False
    kinds[level, part, 0] = n
    kinds[level, part, 1] = 0
    even = is_even_pool(s)
    all_rolls = 1.0
    for m in range(n):
        s.deed.dice[m] = 1
        all_rolls *= FACES
    while True:
        ways = orders(s.deed.dice, n) if even else 1
        if not add_kind(level, part, n, s.deed.dice, code_of(t, s), ways / all_rolls, kinds, faces, weights, codes):
            return False
        m = n - 1
        while m >= 0 and s.deed.dice[m] == FACES:
            m -= 1
        if m < 0:
            return True
        s.deed.dice[m] += 1
        for later in range(m + 1, n):
            s.deed.dice[later] = s.deed.dice[m] if even else 1


@jit
def sides_of(t, states, masks, level, choice, kinds, faces, at, part, guess):
    """Sides of the single die that comes after the first `part` components: the largest face that the engine takes."""
    for top in range(guess, 21):  # upwards from a guess that it takes, else downwards
        _, n = play_forced(t, states, masks, level, choice, kinds, faces, at, part, top)
        if states[level + 1].dice.next_forced <= n:
            if top > guess:
                return top - 1
            break
    for top in range(guess - 1, 1, -1):
        _, n = play_forced(t, states, masks, level, choice, kinds, faces, at, part, top)
        if states[level + 1].dice.next_forced > n:
            return top
    return 1


@jit
def next_outcome(t, states, masks, level, choice, kinds, faces, weights, at, n_parts, codes):
    """Play the next outcome of the dice for a level's choice into level + 1; its weight, 0 when there is none left, -1 when there is no room.

    n_parts[level] is -1 before the first outcome. Components are turned like the wheels of a counter, the last one fastest.
    """
    part = n_parts[level]
    if part >= 0:
        part -= 1
        while part >= 0 and at[level, part] + 1 >= kinds[level, part, 1]:
            part -= 1
        if part < 0:
            return 0.0
        at[level, part] += 1
    part += 1
    while True:
        legal, dice = play_forced(t, states, masks, level, choice, kinds, faces, at, part, 0)
        if legal >= 0:
            break
        if part == PARTS or dice + POOL > k.MAX_FORCED - 2:
            return -1.0
        s = states[level + 1]
        if s.deed.n_dice > 0 and s.deed.dice[0] == 0:
            if not add_pool(t, s, level, part, kinds, faces, weights, codes):
                return -1.0
        else:
            add_die(level, part, sides_of(t, states, masks, level, choice, kinds, faces, at, part, 6), kinds, faces, weights)
        at[level, part] = 0
        part += 1
    n_parts[level] = part
    weight = 1.0
    for m in range(part):
        weight *= weights[level, m, at[level, m]]
    return weight


@jit
def add_die(level, part, sides, kinds, faces, weights):
    """A component for a single die."""
    kinds[level, part, 0] = 1
    kinds[level, part, 1] = sides
    for m in range(sides):
        faces[level, part, m, 0] = m + 1
        weights[level, part, m] = 1.0 / sides


@jit
def make_key(s, words, spans, key):
    """Key of a position, uint64 (2,): all that matters of it and nothing of the dice, the log, the totals. Of the pool only the pairs matter, and only
    while sparks are spent. words: its record as uint32; spans int64 (n, 2): which words count."""
    one = np.uint64(0xCBF29CE484222325)
    two = np.uint64(0x9E3779B97F4A7C15)
    for n in range(len(spans)):
        for m in range(spans[n, 0], spans[n, 1]):
            word = np.uint64(words[m])
            one = (one ^ word) * np.uint64(0x100000001B3)
            one ^= one >> np.uint64(29)
            two = (two + word) * np.uint64(0xBF58476D1CE4E5B9)
            two ^= two >> np.uint64(32)
    if s.ask == k.ASK_SPARK or s.ask == k.ASK_SPARK_TARGET:
        for m in range(s.deed.n_dice):
            one = (one ^ np.uint64(1 + min(2, completes_pair(s, m)))) * np.uint64(0x100000001B3)
            two = (two + np.uint64(1 + min(2, completes_pair(s, m)))) * np.uint64(0xBF58476D1CE4E5B9)
    key[0] = one
    key[1] = two | np.uint64(1)  # 0 is an empty place


@jit
def place_of(key, known):
    """Place in the table of a key: where it stands, or the empty place where it would."""
    mask = np.uint64(len(known) - 1)
    place = (key[0] ^ (key[1] >> np.uint64(17))) & mask
    while known[place, 1] != np.uint64(0) and (known[place, 0] != key[0] or known[place, 1] != key[1]):
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


@jit
def is_past(t, s, last_round, last_acted):
    """Whether the horizon is reached: the round is over, or so many of it have had their turns."""
    acted = 0
    for i in range(t.n_combatants):
        acted += s.combatants[i].acted
    return s.round_no > last_round or acted >= last_acted


@jit
def next_legal(mask, choice):
    """The first legal choice after `choice`; -1 when there is none."""
    for n in range(choice + 1, len(mask)):
        if mask[n] != 0:
            return n
    return -1


@jit
def value_of_choice(t, states, words, masks, only, side, last_round, last_acted, spans, kinds, faces, weights, at, n_parts, codes,
                    keys, choices, sums, bests, chances, known, values, counts):
    """Exact value for a side of the choice `only` in the position of level 0; (value, DONE or why it was given up).

    The side takes the best of its choices, the other side the worst for it. The value is the result when the fight ends and the potential when the
    horizon is reached. known uint64 (2**n, 2) and values float64 (2**n,): positions that were valued, kept between calls. counts int64 (2,): positions
    in the table, outcomes played.
    """
    level = 0
    choices[0] = only
    sums[0] = 0.0
    n_parts[0] = -1
    while True:
        chance = next_outcome(t, states, masks, level, choices[level], kinds, faces, weights, at, n_parts, codes)
        if chance < 0.0:
            return 0.0, WIDE
        if chance > 0.0:
            counts[1] += 1
            s = states[level + 1]
            if s.ask == k.OVER:
                sums[level] += chance * result(t, s, side)
                continue
            if is_past(t, s, last_round, last_acted):
                sums[level] += chance * potential(t, s, side)
                continue
            make_key(s, words[level + 1], spans, keys[level + 1])
            place = place_of(keys[level + 1], known)
            if known[place, 1] != np.uint64(0):
                sums[level] += chance * values[place]
                continue
            chances[level] = chance
            level += 1
            if level + 1 == len(states):
                return 0.0, DEEP
            choices[level] = next_legal(masks[level], -1)
            bests[level] = -9.0 if s.asked == side else 9.0
            sums[level] = 0.0
            n_parts[level] = -1
            continue
        if level == 0:
            return sums[0], DONE
        better = sums[level] > bests[level] if states[level].asked == side else sums[level] < bests[level]
        if better:
            bests[level] = sums[level]
        choices[level] = next_legal(masks[level], choices[level])
        sums[level] = 0.0
        n_parts[level] = -1
        if choices[level] >= 0:
            continue
        if 2 * counts[0] > len(known):
            return 0.0, FULL
        place = place_of(keys[level], known)
        known[place] = keys[level]
        values[place] = bests[level]
        counts[0] += 1
        level -= 1
        sums[level] += chances[level] * bests[level + 1]
